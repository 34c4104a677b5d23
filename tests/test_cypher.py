"""The folder of Cypher and the code that uses it agree. No database: what a server makes of it is tests/store."""

import re
from pathlib import Path

import pytest

from memgraph_core.statements import cypher

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "cypher"
NAMES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.cypher"))
FOR_PEOPLE = [name for name in NAMES if name.startswith("explore/")]

FILTERS = re.compile(
    r"// the filters, the same in every statement that has them\n(.*?)// end of the filters", re.S
)


def split(name):
    """The header of a statement, which is its first comment lines, and the statement."""
    head, body = re.fullmatch(r"((?://[^\n]*\n)+)(.*)", cypher(name), re.S).groups()
    return head, body


def parameters(text):
    return set(re.findall(r"\$(\w+)", text))


def members(text):
    """Of parameters that are maps: what is taken from them."""
    return set(re.findall(r"\$\w+\.(\w+)", text))


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_says_what_it_is_for(name):
    head, body = split(name)
    assert re.match(r"// [A-Z][^.:]+", head)
    assert body.strip()


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_declares_the_parameters_it_uses(name):
    head, body = split(name)
    assert parameters(head) == parameters(body)
    assert ("// takes:   " in head) == bool(parameters(body))


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_declares_what_it_takes_from_a_map(name):
    head, body = split(name)
    for other in re.findall(r"\$filters[^:]*: see (\S+)", head):
        head += split(other)[0]
    assert members(body) <= set(re.findall(r"\w+", head))


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_says_what_it_returns(name):
    head, body = split(name)
    assert ("// returns: " in head) == bool(re.search(r"^RETURN ", body, re.M))


@pytest.mark.parametrize("name", NAMES)
def test_every_file_holds_one_statement(name):
    assert ";" not in re.sub(r"//.*", "", cypher(name))


def test_code_and_folder_name_the_same_statements():
    code = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("memgraph_core/**/*.py"))
    assert sorted(set(re.findall(r'cypher\("([^"]+)"\)', code))) == [
        name for name in NAMES if name == "explore/hit" or name not in FOR_PEOPLE
    ]


def test_a_statement_that_is_not_there_is_reported():
    with pytest.raises(FileNotFoundError):
        cypher("read/nothing")


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_what_people_run_reads_only_and_ends(name):
    _, body = split(name)
    assert re.search(r"^LIMIT \d+$", body.rstrip().splitlines()[-1])
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD)\b", body)


def test_the_filters_are_the_same_wherever_they_stand():
    found = {
        name: [re.sub(r"\s+", " ", text).strip() for text in FILTERS.findall(cypher(name))] for name in NAMES
    }
    holders = [name for name, texts in found.items() if texts]
    assert holders == [
        f"read/{name}" for name in ("candidates", "nearest", "records", "surroundings", "walk")
    ]
    assert len({text for texts in found.values() for text in texts}) == 1


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("read/", "write/"))])
def test_every_statement_is_confined_to_a_namespace_or_a_space(name):
    if name not in {"read/stamp", "write/stamp", "read/namespaces"}:
        assert parameters(cypher(name)) & {"namespace", "space"}
