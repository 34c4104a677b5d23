"""The command line over a memory on a server: the same commands, and an error with a remedy where that is not possible."""

import json

import pytest
from typer.testing import CliRunner

from live_server import live_server
from memgraph_core.cli.app import app
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.server.principals import RIGHTS, Grant, TokenFile

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The address of a server, and a token for the namespace `ada`."""
    folder = tmp_path_factory.mktemp("served")
    tokens = TokenFile(folder / "tokens.json")
    with MemoryEngine.open(folder / "memory.db", embedder="none") as engine:
        token = tokens.create("ada", [Grant("ada", RIGHTS)], now=engine.clock())
        with live_server(engine, tokens=tokens) as address:
            yield address, token


@pytest.fixture
def run(server, monkeypatch, tmp_path):
    """Runs a command on that server, with the token from the environment, and returns its output."""
    monkeypatch.chdir(tmp_path)
    address, token = server
    monkeypatch.setenv("MEMGRAPH_CORE_STORE", address)
    monkeypatch.setenv("MEMGRAPH_CORE_TOKEN", token)

    def command(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == code, (arguments, result.output)
        return result.output

    return command


def test_commands_write_and_read_the_memory_of_the_token(run):
    run("add", "I live in Turin.", "--speaker", "Ada", "--said-at", "2026-03-20")
    run("add", "I moved to Milan.", "--speaker", "Ada", "--said-at", "2026-06-14")
    assert "lives in Milan" in run("context", "Where does Ada live?")
    [moved, lived] = json.loads(run("facts", "--json"))
    assert (moved["type"], lived["holds_until"][:10]) == ("LIVES_IN", "2026-06-14")
    assert "superseded by Ada LIVES_IN Milan" in run("changes")
    assert "Milan" in run("search", "Where does Ada live?")
    run("core", "append", "human", "Ada likes tea.")
    assert "Ada likes tea." in run("core", "show")
    assert json.loads(run("stats", "--json"))["namespace"] == "ada"


def test_commands_that_read_whole_lists_ask_for_as_much_as_a_server_gives(run, tmp_path):
    run("add", "I live in Turin.", "--speaker", "Ada", "--said-at", "2026-03-20")
    assert json.loads(run("ledger", "--json"))["calls"] == []
    pytest.importorskip("matplotlib")
    for picture in (("timeline",), ("subgraph", "Where does Ada live?")):
        run("plot", *picture, "--out", "picture.svg")
        assert (tmp_path / "picture.svg").exists()
        (tmp_path / "picture.svg").unlink()


def test_an_import_is_sent_in_batches_and_a_repeated_one_adds_nothing(run, tmp_path):
    turns = [
        {"text": f"Parcel {n} arrived.", "speaker": "Ada", "said_at": "2026-05-01T08:00Z"} for n in range(70)
    ]
    (tmp_path / "parcels.jsonl").write_text(json.dumps({"name": "parcels", "turns": turns}), encoding="utf-8")
    first = json.loads(run("import", "parcels.jsonl", "--json"))
    again = json.loads(run("import", "parcels.jsonl", "--json"))
    assert [
        (each["namespaces"]["ada"]["new"], each["namespaces"]["ada"]["known"]) for each in (first, again)
    ] == [(70, 0), (0, 70)]


def test_a_server_rebuilds_with_its_own_models(run, tmp_path):
    run("add", "I live in Turin.", "--speaker", "Ada", "--said-at", "2026-03-20")
    (tmp_path / "questions.txt").write_text("Where does Ada live?\n", encoding="utf-8")
    would = run("rebuild", "--dry-run", "--diff", "--questions", "questions.txt")
    assert "Would derive" in would
    assert "answers: 0 of 1 question" in would
    assert json.loads(run("rebuild", "--json"))["turns"] == json.loads(run("stats", "--json"))["turns"]
    assert "its own models" in run("rebuild", "--embedder", "none", code=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rebuild", "--discard"),
        ("rebuild", "--all"),
        ("export", "x"),
        ("worker", "--once"),
        ("backup", "x"),
        ("chat", "hi"),
    ],
)
def test_a_command_that_needs_the_database_says_so(run, arguments):
    assert "database" in run(*arguments, code=1)


def test_a_wrong_token_names_the_variable(run, server):
    assert "MEMGRAPH_CORE_TOKEN" in run("--token", "mgc_0_wrong", "facts", code=1)
    run("--token", server[1], "--store", server[0], "add", "I live in Turin.", "--speaker", "Ada")
    assert "Ada" in run("--token", server[1], "--store", server[0], "entities")
    assert "Ada" in run("entities", "--limit", "10000")  # the most that one request may ask for


def test_hooks_are_installed_only_with_a_token_that_the_server_accepts(run, server, tmp_path):
    install = ("hooks", "install", "claude-code", "--settings", str(tmp_path / "s.json"))
    refused = run(*install, "--address", server[0], "--token", "mgc_0_wrong", code=1)
    assert "token create" in refused
    assert not (tmp_path / "s.json").exists()
    installed = run(*install, "--address", server[0], "--token", server[1])
    assert "does not answer" not in installed
    assert (tmp_path / "s.json").exists()
    assert "memgraph-core serve" in run(*install, "--address", "http://127.0.0.1:1")
