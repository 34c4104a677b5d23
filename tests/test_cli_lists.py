"""`list-turns`, `list-notes`, `get`, `count`, and the ids of other libraries at the command line."""

import json

import pytest
from typer.testing import CliRunner

from memgraph_core.cli.app import app


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name in ("MEMGRAPH_CORE_STORE", "MEMGRAPH_CORE_NAMESPACE", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, code=0):
        options = ["--store", str(tmp_path / "m.db"), "--embedder", "none"]
        result = CliRunner().invoke(app, [*options, *arguments])
        assert result.exit_code == code, result.output
        return result.output

    run("add", "I live in Turin.", "--user-id", "ada", "--metadata", '{"source": "mail"}', "--uid", "t1")
    run("add", "I live in Oslo.", "--user-id", "ben", "--run-id", "r9", "--agent-id", "helper", "--uid", "t2")
    return run


def uids(output):
    return [item["uid"] for item in json.loads(output)["items"]]


def test_ids_and_metadata_are_stored_and_filter_every_list(run):
    ada, ben = json.loads(run("list-turns", "--order", "oldest", "--json"))["items"]
    assert (ada["speaker"], ada["session"], ada["metadata"]) == (
        "ada",
        "ada",
        {"source": "mail", "user_id": "ada"},
    )
    assert (ben["speaker"], ben["session"], ben["agent"]) == ("ben", "r9", "helper")
    assert uids(run("list-turns", "--metadata", '{"source": "mail"}', "--json")) == ["t1"]
    assert uids(run("list-turns", "--agent-id", "helper", "--json")) == ["t2"]
    assert "Oslo" in run("list-notes", "--run-id", "r9")
    assert "Oslo" not in run("list-notes", "--user-id", "ada")
    assert run("count").strip() == "2"
    assert run("count", "notes", "--user-id", "ben").strip() == "1"
    for command in ("search", "context"):
        found = run(command, "Who lives where?", "--user-id", "ben")
        assert "Oslo" in found
        assert "Turin" not in found
    run("knows", "Does anybody live in Oslo?", "--user-id", "ada", code=4)
    assert "1 turn" in run("forget", "--user-id", "ben", "--yes")
    assert run("count").strip() == "1"


def test_a_list_continues_after_its_cursor(run):
    first = json.loads(run("list-turns", "--limit", "1", "--json"))
    second = json.loads(run("list-turns", "--limit", "1", "--cursor", first["cursor"], "--json"))
    assert {turn["uid"] for turn in first["items"] + second["items"]} == {"t1", "t2"}
    assert second["cursor"] is None
    assert f"More: --cursor '{first['cursor']}'" in run("list-turns", "--limit", "1")


def test_a_list_that_is_cut_says_so(run):
    assert "There are more; use --limit" in run("entities", "--limit", "1")
    assert "There are more" not in run("entities")


def test_an_empty_list_says_so(run):
    assert "No abstractions." in run("abstractions")


def test_get_shows_a_record_of_any_kind(run):
    assert "I live in Turin." in run("get", "t1")
    [fact] = json.loads(run("facts", "ada", "--json"))
    assert "LIVES_IN" in run("get", fact["uid"])
    assert "No record has the uid 'none'." in run("get", "none", code=4)
    assert "No note has the uid 'none'." in run("history", "none", code=4)


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "x", "--metadata", "[1]"),
        ("add", "x", "--metadata", "{"),
        ("count", "people"),
        ("list-turns", "--order", "best"),
        ("forget", "--user-id", "ada", "--session", "s", "--yes"),
    ],
)
def test_wrong_usage_is_refused(run, arguments):
    run(*arguments, code=2)
