"""The commands consolidate, abstractions, archive and restore."""

import json

import pytest
from typer.testing import CliRunner

from memgraph_core import Memory
from memgraph_core.cli.app import app
from test_consolidation import mornings

RUNNER = CliRunner()


@pytest.fixture
def filled(tmp_path):
    with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none") as memory:
        for made in mornings("en"):
            memory.add([made], session=str(made["said_at"].date()))
    return tmp_path / "memory.db"


def run(path, *arguments):
    result = RUNNER.invoke(app, [*arguments, "--store", str(path), "--namespace", "ada"])
    assert result.exit_code == 0, result.output
    return result.output


def test_consolidation_on_the_command_line(filled):
    dry = run(filled, "consolidate", "--dry-run", "--diff")
    assert "1 would be created" in dry
    assert "+ Ada usually drinks coffee" in dry
    assert run(filled, "abstractions") == "No abstractions.\n"
    assert json.loads(run(filled, "consolidate", "--json"))["abstractions"] == 1
    assert "none changed" in run(filled, "consolidate")
    listed = run(filled, "abstractions", "Ada", "--instances")
    assert "habit, 43 notes, 2026-01-05 to 2026-03-05, 1 exception" in listed
    assert listed.count("Ada: ") == 43
    hits = json.loads(run(filled, "search", "What does Ada usually drink?", "--json"))
    assert hits[0]["note"]["tags"][0] == "habit"
    assert "read_instances" not in hits[0]


def test_notes_are_archived_and_restored_on_the_command_line(filled):
    with Memory.open(filled, namespace="ada", embedder="none") as memory:
        uid = memory.list_notes(limit=1).items[0].uid
    assert "archive by user" in run(filled, "archive", uid, "--reason", "old")
    assert "Nothing was changed" in run(filled, "archive", uid)
    assert "restore by user" in run(filled, "restore", uid)


def test_an_unknown_preset_is_refused(filled):
    result = RUNNER.invoke(
        app, ["consolidate", "--preset", "wild", "--store", str(filled), "--namespace", "ada"]
    )
    assert result.exit_code == 2
    assert "balanced, topic, log" in result.output


def test_uses_retention_and_expiry_on_the_command_line(filled):
    with Memory.open(filled, namespace="ada", embedder="none") as memory:
        uid = memory.list_notes(limit=1).items[0].uid
    assert "A use of 1 turn was recorded" in run(filled, "used", uid, "--now", "2026-04-01")
    assert "1 use, last 2026-04-01" in run(filled, "retention", uid)
    assert "44 notes would be archived." in run(filled, "expire", "episodic=30", "--now", "2027-01-01")
    archived = run(
        filled, "expire", "episodic=30", "--apply", "--limit", "2", "--now", "2027-01-01", "--json"
    )
    assert len(json.loads(archived)["changes"]) == 2
    refused = RUNNER.invoke(app, ["expire", "episodic", "--store", str(filled), "--namespace", "ada"])
    assert refused.exit_code == 2
