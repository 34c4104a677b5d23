"""The kit for Neo4j Browser: what is in it. How it looks there is tests/browser/test_in_the_browser.py."""

import json
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from memgraph_core import Memory
from memgraph_core.browser.kit import GUIDE, QUERIES, STYLE, example_values, kit, style
from memgraph_core.cli.app import app
from memgraph_core.records.kinds import EntityType
from memgraph_core.store.saved_queries import saved_queries

VALUES = {"name": "Ada", "other": "Milo", "day": "2026-06-14", "until": None}


def scripts(files):
    with ZipFile(BytesIO(files[QUERIES])) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_every_saved_query_is_a_script_of_one_statement_called_by_its_title():
    found = scripts(kit("ada", VALUES))
    for query in saved_queries():
        text = found[f"memgraph-core/{query.name}.cypher"]
        assert text.startswith(f"// {query.title}\n")
        assert ";" not in re.sub(r"//.*", "", text)


def test_the_first_script_sets_every_parameter_that_the_others_use():
    memory = Memory.open(":memory:", 'o\'neil "x"', embedder="none")
    first, *others = scripts(kit(memory.namespace, example_values(memory))).values()
    memory.close()
    _, command = first.strip().split("\n")
    set_by_it = json.loads(command.removeprefix(":params "))
    assert set_by_it["namespace"] == 'o\'neil "x"'
    assert {name for text in others for name in re.findall(r"\$(\w+)", text)} == set_by_it.keys() | {
        "space",
        "uids",
        "turns",
    } & {name for text in others for name in re.findall(r"\$(\w+)", text)}


def test_the_values_are_what_the_memory_speaks_of():
    with Memory.open(":memory:", "ada", embedder="none") as memory:
        memory.add("Clara moved to Turin.", speaker="Ada", said_at="2026-03-20T09:00:00Z")
        memory.add("Clara works at Fiat.", speaker="Ada", said_at="2026-03-22T09:00:00Z")
        values = example_values(memory)
        assert memory.notes([values["uid"]])
    assert values | {"uid": ""} == {
        "name": "Clara",
        "other": "Fiat",
        "day": "2026-03-22",
        "since": "2026-03-20",
        "until": None,
        "session": None,
        "uid": "",
    }


def test_the_same_kit_has_the_same_bytes():
    assert kit("ada", VALUES) == kit("ada", VALUES)


def test_the_style_has_a_colour_and_a_caption_for_every_kind_of_node():
    rules = dict(re.findall(r"([\w.]+) \{\n(.*?)\n\}", style(), re.S))
    kinds = {"Session", "Turn", "Note", "Fact", "Name", "Entity", *EntityType.__args__}
    for kind in kinds:
        assert {"color", "caption"} <= set(re.findall(r"^  ([\w-]+):", rules[f"node.{kind}"], re.M))
    assert "//" not in style()
    assert "/*" not in style()


def test_the_guide_tells_of_every_query_and_carries_no_markup_of_the_memory():
    page = kit("<b>ada</b>", VALUES)[GUIDE].decode()
    assert all(query.title.partition(":")[0] in page for query in saved_queries())
    assert "<b>ada</b>" not in page
    assert "{{" not in page


def test_the_command_writes_it_and_says_how_to_use_it(tmp_path):
    out = tmp_path / "kit"
    told = CliRunner().invoke(app, ["--store", str(tmp_path / "none.db"), "browser", "--out", str(out)])
    assert told.exit_code == 0
    assert {path.name for path in out.iterdir()} == {QUERIES, STYLE, GUIDE}
    assert "Drop queries.zip" in told.stdout
    assert not Path(tmp_path / "none.db").exists()


def test_exploring_a_file_ends_with_the_remedy(tmp_path):
    told = CliRunner().invoke(app, ["--store", str(tmp_path / "none.db"), "explore", "overview"])
    assert told.exit_code == 1
    assert "neo4j://" in told.stderr


@pytest.mark.parametrize(
    "wrong", [["entity", "--param", "name"], ["entity", "--param", "name=Ada", "--limit", "0"]]
)
def test_what_cannot_be_read_from_the_command_line_is_told(wrong):
    assert CliRunner().invoke(app, ["explore", *wrong]).exit_code == 2


def test_the_saved_queries_are_listed():
    told = CliRunner().invoke(app, ["explore", "--json"])
    assert {query["name"] for query in json.loads(told.stdout)} == {query.name for query in saved_queries()}
