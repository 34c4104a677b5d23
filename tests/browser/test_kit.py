"""The content of the kit for Neo4j Browser. tests/browser/test_in_the_browser.py tests its use in Browser."""

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


def test_every_saved_query_is_a_script_of_one_statement_that_begins_with_its_title():
    written = scripts(kit("ada", VALUES))
    for query in saved_queries():
        text = written[f"memgraph-core/{query.name}.cypher"]
        assert text.startswith(f"// {query.title}\n")
        assert ";" not in re.sub(r"//.*", "", text)


def test_the_first_script_sets_every_parameter_that_the_others_use():
    memory = Memory.open(":memory:", 'o\'neil "x"', embedder="none")
    first, *others = scripts(kit(memory.namespace, example_values(memory))).values()
    memory.close()
    _, command = first.strip().split("\n")
    parameters = json.loads(command.removeprefix(":params "))
    assert parameters["namespace"] == 'o\'neil "x"'
    assert parameters.keys() == {name for text in others for name in re.findall(r"\$(\w+)", text)}


def test_the_example_values_come_from_the_memory():
    with Memory.open(":memory:", "ada", embedder="none") as memory:
        memory.add("Clara moved to Turin.", speaker="Ada", said_at="2026-03-20T09:00:00Z")
        memory.add("Clara works at Fiat.", speaker="Ada", said_at="2026-03-22T09:00:00Z")
        values = example_values(memory)
        assert values["uid"] == memory.facts(limit=1)[0].uid
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


def test_the_guide_describes_every_query_and_escapes_the_namespace():
    page = kit("<b>ada</b>", VALUES)[GUIDE].decode()
    assert all(query.title.partition(":")[0] in page for query in saved_queries())
    assert "<b>ada</b>" not in page
    assert "{{" not in page


def test_the_command_writes_the_kit_and_prints_how_to_use_it(tmp_path):
    out = tmp_path / "kit"
    result = CliRunner().invoke(app, ["--store", str(tmp_path / "none.db"), "browser", "--out", str(out)])
    assert result.exit_code == 0
    assert {path.name for path in out.iterdir()} == {QUERIES, STYLE, GUIDE}
    assert "Drop queries.zip" in result.stdout
    assert not Path(tmp_path / "none.db").exists()


def test_exploring_a_file_prints_the_remedy(tmp_path):
    result = CliRunner().invoke(app, ["--store", str(tmp_path / "none.db"), "explore", "overview"])
    assert result.exit_code == 1
    assert "neo4j://" in result.stderr


@pytest.mark.parametrize(
    "wrong", [["entity", "--param", "name"], ["entity", "--param", "name=Ada", "--limit", "0"]]
)
def test_invalid_arguments_are_refused(wrong):
    assert CliRunner().invoke(app, ["explore", *wrong]).exit_code == 2


def test_the_saved_queries_are_listed():
    result = CliRunner().invoke(app, ["explore", "--json"])
    assert {query["name"] for query in json.loads(result.stdout)} == {query.name for query in saved_queries()}
