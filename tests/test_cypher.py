"""The Cypher files and the code that uses them agree. No database: tests/store checks what a server does with them."""

import re
from pathlib import Path

import pytest

from memgraph_core.statements import cypher, fragments_in, names_in, source

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "cypher"
FRAGMENTS = names_in("fragments")
NAMES = sorted(
    name
    for path in FOLDER.rglob("*.cypher")
    if (name := path.relative_to(FOLDER).with_suffix("").as_posix()) not in FRAGMENTS
)
FOR_PEOPLE = [name for name in NAMES if name.startswith("explore/")]
OF_THE_STORE = [name for name in NAMES if name not in FOR_PEOPLE]
# Left out of a statement when a search needs neither filters nor a time range.
OPTIONAL = ("fragments/filters", "fragments/time_range")
SHORTER = [name for name in OF_THE_STORE if set(OPTIONAL) & set(fragments_in(name))]

PARAMETER = re.compile(r"^// {10}(\$[\w.]+): |^// takes:   (\$[\w.]+): ", re.MULTILINE)


def split(name):
    """The header of a statement, which is its first comment lines, and the statement."""
    head, body = re.fullmatch(r"((?://[^\n]*\n)+)(.*)", cypher(name), re.S).groups()
    return head, body


def parameters(text):
    return set(re.findall(r"\$(\w+)", text))


def used(text):
    """Parameters, and of maps their members: `$ask.uids`."""
    code = re.sub(r"//.*", "", text)
    found = set(re.findall(r"\$\w+(?:\.\w+)?", code))
    # A map whose content is not fixed is used as a whole: `$plan.limits[channel]`, `$plan.properties`.
    return found | {re.sub(r"\..*", "", each) for each in found if each.startswith("$columns")}


def declared(name):
    """The parameters that the header of a statement, and the headers of its fragments, declare."""
    headers = [source(each) for each in (name, *fragments_in(name))]
    return {one or other for header in headers for one, other in PARAMETER.findall(header)}


@pytest.mark.parametrize("name", [*NAMES, *FRAGMENTS])
def test_every_file_describes_itself(name):
    assert re.match(r"// [A-Z][^.:]+", source(name))


@pytest.mark.parametrize("name", OF_THE_STORE)
def test_headers_declare_the_parameters_that_the_statement_uses_with_types(name):
    whole = {each for each in declared(name) if each.startswith("$columns")}
    assert declared(name) | whole == used(split(name)[1]) | whole


@pytest.mark.parametrize("name", FRAGMENTS)
def test_headers_of_fragments_declare_only_parameters_that_they_use(name):
    assert declared(name) <= used(source(name))


@pytest.mark.parametrize("name", OF_THE_STORE)
def test_headers_declare_the_columns_that_the_statement_returns(name):
    head, body = split(name)
    lines = re.search(r"^// returns: (.*(?:\n// {10}.*)*)", head, re.M)
    columns = re.findall(r"(?:^|\n// {10})(\w+): ", lines[1]) if lines else []
    final = re.split(r"^RETURN\b", re.sub(r"//.*", "", body), flags=re.M)[1:]
    if not final:
        assert columns == []
        return
    text = flat(re.split(r"\n(?:ORDER BY|LIMIT)\b", final[-1])[0])
    returned = [re.search(r"(\w+)\s*$", part)[1] for part in text.split(",")]
    assert columns == returned


def flat(text):
    """The text without everything in brackets."""
    depth, kept = 0, []
    for sign in text:
        depth -= sign in ")]}"
        kept.append(sign if depth == 0 and sign not in ")]}" else " ")
        depth += sign in "([{"
    return re.sub(r"\bORDER BY\b.*", "", "".join(kept), flags=re.S)


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_saved_queries_declare_the_parameters_they_use(name):
    head, body = split(name)
    assert parameters(head) == parameters(body)
    assert "// takes:   " in head
    assert "// returns: " in head


@pytest.mark.parametrize("name", NAMES)
def test_every_file_contains_one_statement(name):
    assert ";" not in re.sub(r"//.*", "", cypher(name))


@pytest.mark.parametrize("name", SHORTER)
def test_optional_fragments_leave_nothing_behind(name):
    shorter = cypher(name, *OPTIONAL)
    assert "// include" not in cypher(name)
    assert "// include" not in shorter
    assert len(shorter) < len(cypher(name))


def test_every_fragment_is_included_somewhere():
    assert set(FRAGMENTS) == {fragment for name in NAMES for fragment in fragments_in(name)}


def test_code_and_folder_contain_the_same_statements():
    code = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("memgraph_core/**/*.py"))
    assert sorted(set(re.findall(r'cypher\("([^"]+)"', code))) == [
        name for name in NAMES if name == "explore/hit" or name not in FOR_PEOPLE
    ]


def test_a_missing_statement_is_reported():
    with pytest.raises(FileNotFoundError):
        cypher("read/nothing")


@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_saved_queries_only_read_and_have_a_limit(name):
    _, body = split(name)
    assert re.search(r"^LIMIT \d+$", body.rstrip().splitlines()[-1])
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD)\b", body)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("read/", "write/"))])
def test_every_statement_is_confined_to_a_namespace_or_a_space(name):
    whole_database = {"read/schema_version", "write/schema_version", "read/namespaces"}
    if name not in whole_database | {"read/frequencies"}:  # its queries contain the tokens of a namespace
        assert parameters(cypher(name)) & {"namespace", "space"}
