"""`explain` shows what the rules make of a text, step by step, and writes nothing."""

import json

import pytest
from typer.testing import CliRunner

from memgraph_core.cli.app import app
from memgraph_core.memory import Memory


@pytest.fixture
def explain(tmp_path, monkeypatch):
    """Runs `explain` in a folder of its own; the output, and that nothing was written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> str:
        ran = CliRunner().invoke(app, ["explain", *arguments])
        assert ran.exit_code == 0, ran.output
        return ran.stdout

    return run


def test_no_memory_and_no_namespace_are_needed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(app, ["explain", "Ada lives in Milan."])
    assert "Ada LIVES_IN Milan" in shown.stdout
    assert (shown.exit_code, shown.stderr) == (0, "")
    with Memory.open("memory.db", namespace="other", embedder="none") as memory:
        memory.add("Hello there, Ada.")
    again = CliRunner().invoke(app, ["explain", "Ada lives in Milan."])
    assert (again.exit_code, again.stdout) == (0, shown.stdout)


def test_every_step_is_shown(explain, tmp_path):
    output = explain("My sister Clara moved to Turin last March. She hates rain.", "--said-at", "2026-05-20")
    for step in ("Clara LIVES_IN Turin", "2026-03-01", "She → Clara", "semantic", "Ada SIBLING_OF Clara"):
        assert step in output
    assert not list(tmp_path.glob("memory.db*"))


def test_earlier_turns_resolve_a_pronoun(explain):
    assert "她 → 小雨" in explain(
        "她搬到成都了。", "--speaker", "李雷", "--before", "李雷: 我妹妹小雨毕业了。"
    )


def test_json_contains_the_analysis_and_the_extraction(explain):
    output = json.loads(explain("My PIN is 4711.", "--json"))
    assert [note["kind"] for note in output["extraction"]["notes"]] == ["vault"]
    assert output["reading"]["statements"][0]["secrets"]


def test_names_of_the_memory_are_used(explain, tmp_path):
    with Memory.open(str(tmp_path / "memory.db"), embedder="none") as memory:
        memory.add("I met Quill Harrow.", speaker="Ada")
    assert "name Quill Harrow" in explain("quill harrow was late.")
    assert "Quill Harrow" not in explain("quill harrow was late.", "--plain")


def test_a_line_without_a_speaker_is_refused_with_the_format(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, ["explain", "Hi.", "--before", "no colon"])
    assert ran.exit_code == 1
    assert "Did you see her?" in ran.stderr
