"""The Cypher files are complete and agree with the code, without a database. tests/store/test_neo4j.py plans them on a server."""

import re
from pathlib import Path

import pytest

from memgraph_core.statements import cypher, fragments_in, names_in, source
from memgraph_core.store.neo4j import schema

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
# Left out of a statement when a search needs neither filters nor a time range, and no counts in other namespaces.
OPTIONAL = ("fragments/filters", "fragments/time_range", "fragments/counted_in_all")
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


def header_differs(name):
    """Whether the header of a statement declares other parameters than the statement uses."""
    whole = {each for each in declared(name) if each.startswith("$columns")}
    return declared(name) | whole != used(split(name)[1]) | whole


def declared_columns(head):
    lines = re.search(r"^// returns: (.*(?:\n// {10}.*)*)", head, re.M)
    return re.findall(r"(?:^|\n// {10})(\w+): ", lines[1]) if lines else []


def returned_columns(body):
    """The names after the last RETURN of a statement, or after the YIELD of SHOW; empty if it returns nothing."""
    *_, final = re.split(r"^RETURN\b|^SHOW INDEXES YIELD\b", re.sub(r"//.*", "", body), flags=re.M)
    if final == re.sub(r"//.*", "", body):
        return []
    text = without_brackets(re.split(r"\n(?:ORDER BY|LIMIT)\b", final)[0])
    return [re.search(r"(\w+)\s*$", part)[1] for part in text.split(",")]


def without_brackets(text):
    """The text without everything in brackets."""
    depth, kept = 0, []
    for sign in text:
        depth -= sign in ")]}"
        kept.append(sign if depth == 0 and sign not in ")]}" else " ")
        depth += sign in "([{"
    return re.sub(r"\bORDER BY\b.*", "", "".join(kept), flags=re.S)


# Headers


def test_every_file_begins_with_a_description():
    assert [name for name in [*NAMES, *FRAGMENTS] if not re.match(r"// [A-Z][^.:]+", source(name))] == []


def test_headers_declare_the_parameters_that_the_statement_uses():
    assert [name for name in OF_THE_STORE if header_differs(name)] == []
    assert [name for name in FRAGMENTS if declared(name) - used(source(name))] == []


def test_headers_declare_the_columns_that_the_statement_returns():
    for name in OF_THE_STORE:
        head, body = split(name)
        assert declared_columns(head) == returned_columns(body), name


def test_headers_of_saved_queries_declare_their_parameters_and_result():
    for name in FOR_PEOPLE:
        head, body = split(name)
        assert parameters(head) == parameters(body), name
        assert "// takes:   " in head, name
        assert "// returns: " in head, name


# Statements


def test_every_file_contains_one_statement():
    assert [name for name in NAMES if ";" in re.sub(r"//.*", "", cypher(name))] == []


def test_optional_fragments_can_be_left_out():
    for name in SHORTER:
        shorter = cypher(name, *OPTIONAL)
        assert "// include" not in cypher(name) + shorter, name
        assert len(shorter) < len(cypher(name)), name


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


def test_saved_queries_only_read_and_have_a_limit():
    for name in FOR_PEOPLE:
        _, body = split(name)
        assert re.search(r"^LIMIT \d+$", body.rstrip().splitlines()[-1]), name
        assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP|LOAD)\b", body), name


def test_every_statement_is_confined_to_a_namespace_or_a_space():
    whole_database = {"read/schema_version", "write/schema_version", "read/namespaces"}
    confined_by_tokens = {"read/frequencies"}  # its full-text queries contain the token of a namespace
    statements = {name for name in NAMES if name.startswith(("read/", "write/"))}
    unconfined = {name for name in statements if not parameters(cypher(name)) & {"namespace", "space"}}
    assert unconfined <= whole_database | confined_by_tokens


def test_a_new_database_is_given_every_name_that_a_statement_uses():
    """A server does not keep the plan of a statement with unknown names: see `schema.names`."""
    given = schema.names()
    for name in OF_THE_STORE:
        if name.startswith("schema/"):
            continue
        code = re.sub(r"//.*|'[^']*'|\b(?:db|vector)(?:\.\w+)+\(", "", cypher(name))
        properties = re.findall(r"(?<![\d.])\.([a-zA-Z_]\w*)", code) + re.findall(r"\(\w*:\w+ \{(\w+):", code)
        assert set(properties) <= set(given["properties"]), name
        assert set(re.findall(r"[(\w]:([A-Z][a-z]\w+)", code)) <= set(given["labels"]), name
        assert set(re.findall(r"[:|]([A-Z][A-Z_]+)\b", code)) <= set(given["types"]), name
    functions_and_keywords = {"queryNodes", "cosine", "similarity", "fulltext", "CASE", "NOT"}
    assert not functions_and_keywords & {name for names in given.values() for name in names}
