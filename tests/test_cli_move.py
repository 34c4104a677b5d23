"""A memory taken elsewhere from the command line: exported, imported, moved, and the same there."""

import json
import shutil
import signal
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from uuid import uuid4

import pytest
from typer.testing import CliRunner

from factories import STAMP
from forked import Forked
from memgraph_core import Memory
from memgraph_core.cli.app import app
from memgraph_core.cli.demo import samples
from memgraph_core.records.forget import Selection
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import summary_of
from sample_namespace import fill

CASE = samples()[0]


def run(*arguments, code=0):
    source = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert source.exit_code == code, source.output
    return source


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (
        "MEMGRAPH_CORE_STORE",
        "MEMGRAPH_CORE_NAMESPACE",
        "NEO4J_URI",
        "NEO4J_USERNAME",
        "NEO4J_PASSWORD",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A file with a conversation in the namespace ada, and the evidence in it. No test changes the file."""
    path = tmp_path_factory.mktemp("original") / "one.db"
    with Memory.open(str(path), "ada", embedder="none") as memory:
        memory.add(CASE.turns)
        memory.merge("Dona Amelia", "Marian", reason="for the test")
    return path, evidence(path)


@pytest.fixture
def source(tmp_path, original):
    """A copy of that file."""
    return Path(shutil.copy(original[0], tmp_path))


@pytest.fixture
def expected(original):
    """The evidence in that file."""
    return original[1]


def evidence(path):
    """What is found for each question of the conversation, with its score."""
    with Memory.open(str(path), "ada", embedder="none") as memory:
        return [
            [(hit.uid, hit.text, hit.score) for hit in memory.search(question.text, now=question.asked_at)]
            for question in CASE.questions
        ]


def test_an_export_is_imported_into_another_file_and_finds_the_same(source, expected, tmp_path):
    first = run("-s", source, "-n", "ada", "export", "ada.jsonl").stdout
    assert "Exported ada to ada.jsonl: 78 turns" in first
    second = run("-s", tmp_path / "two.db", "import", "ada.jsonl").stdout
    assert first.split("checksum")[1] == second.split("checksum")[1]
    assert expected == evidence(tmp_path / "two.db")


def test_an_export_can_go_to_stdout_and_under_another_name(source, tmp_path):
    (tmp_path / "it.jsonl").write_text(run("-s", source, "-n", "ada", "export", "-").stdout, encoding="utf-8")
    run("-s", tmp_path / "two.db", "-n", "grace", "import", "it.jsonl")
    stats = json.loads(run("-s", tmp_path / "two.db", "-n", "grace", "stats", "--json").stdout)
    assert stats["turns"] == 78


def test_move_copies_and_compares_and_can_be_repeated(source, expected, tmp_path):
    one = json.loads(run("move", source, tmp_path / "two.db", "-n", "ada", "--json").stdout)
    two = json.loads(run("move", source, tmp_path / "two.db", "-n", "ada", "--json").stdout)
    assert one == two
    assert one["counts"]["turn"] == 78
    assert one["counts"]["merge"] == 1
    assert expected == evidence(tmp_path / "two.db")


def test_the_batch_size_of_a_move_does_not_change_search_results(source, expected, tmp_path, monkeypatch):
    monkeypatch.setattr("memgraph_core.transfer.reading.BATCH", 5)
    run("move", source, tmp_path / "two.db", "-n", "ada")
    assert expected == evidence(tmp_path / "two.db")


def test_every_namespace_can_be_moved(source, tmp_path):
    with Memory.open(str(source), "ben", embedder="none") as memory:
        memory.add("I live in Leeds.", speaker="Ben")
    run("move", source, tmp_path / "two.db", "--all")
    with closing(open_sqlite(tmp_path / "two.db", None)) as database:
        assert database.namespaces() == ("ada", "ben")


def test_a_move_that_is_not_possible_is_an_error(source, tmp_path):
    assert "does not exist" in run("move", "none.db", "two.db", code=1).stderr
    assert "are both" in run("move", source, source, code=1).stderr
    with Memory.open(str(tmp_path / "two.db"), "ada", embedder="none") as memory:
        memory.add("Something else.", speaker="Ada")
    assert "contains other turns" in run("move", source, "two.db", "-n", "ada", code=1).stderr


def test_an_incomplete_export_is_refused_and_nothing_is_written(source, tmp_path):
    lines = run("-s", source, "-n", "ada", "export", "-").stdout.splitlines()
    (tmp_path / "half.jsonl").write_text("\n".join(lines[: len(lines) // 2]), encoding="utf-8")
    assert "is incomplete" in run("-s", "two.db", "import", "half.jsonl", code=1).stderr
    assert not (tmp_path / "two.db").exists()


def move(channel: Connection, *arguments: str) -> None:
    """The command, in small batches. The number of batches is sent after each one."""
    from memgraph_core.cli import transfer_commands
    from memgraph_core.transfer import reading

    load = transfer_commands.load
    reading.BATCH = 5
    transfer_commands.load = lambda store, archive, _: load(
        store, archive, lambda done, steps: channel.send(done)
    )
    app(["move", *arguments])


def killed(after, *arguments):
    """Move, and kill -9 it when so many batches are stored."""
    process = Forked(move, *map(str, arguments))
    while process.receive() != after:
        pass
    process.kill()
    assert process.ended() == -signal.SIGKILL, "it had finished before"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize(
    "on", ["sqlite", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.heavy])]
)
def test_a_move_killed_repeatedly_continues_and_equals_a_clean_one(source, expected, tmp_path, on, request):
    target = "two.db" if on == "sqlite" else request.getfixturevalue("neo4j_server").uri
    if on == "neo4j":
        request.addfinalizer(lambda: run("-s", target, "-n", "ada", "forget", "--everything", "--yes"))
    for after in (3, 50):  # in the log, and among what was derived
        killed(after, source, target, "-n", "ada")
    moved = json.loads(run("move", source, target, "-n", "ada", "--json").stdout)
    with closing(open_sqlite(source, None)) as database:
        assert moved["checksum"] == summary_of(archive_of(database.store("ada"))).checksum()
    if on == "sqlite":
        assert expected == evidence(tmp_path / target)


@pytest.mark.neo4j
def test_a_file_is_moved_to_neo4j_and_back(tmp_path, neo4j_server, neo4j_backend):
    name = f"move-{uuid4().hex[:8]}"
    with closing(open_sqlite(tmp_path / "one.db", STAMP)) as database:
        fill(database.store(name), "quince")
        before = summary_of(archive_of(database.store(name)))
    there = json.loads(run("move", "one.db", neo4j_server.uri, "-n", name, "--json").stdout)
    back = json.loads(run("move", neo4j_server.uri, "back.db", "-n", name, "--json").stdout)
    assert there["checksum"] == back["checksum"] == before.checksum()
    with closing(open_sqlite(tmp_path / "back.db", STAMP)) as database:
        assert summary_of(archive_of(database.store(name))) == before
    from memgraph_core.store.neo4j import open_neo4j

    with closing(open_neo4j(neo4j_server.uri)) as database:
        database.store(name).forget(Selection(everything=True))


def test_a_mistyped_namespace_is_refused_with_the_names_that_exist(source, tmp_path):
    for command in (("move", "one.db", "two.db"), ("-s", "one.db", "export", "out.jsonl")):
        stderr = run(*command, "--namespace", "nobdy", code=1).stderr
        assert "has no namespace 'nobdy'. Give one of these with --namespace: " in stderr
    assert not (tmp_path / "two.db").exists()


def test_a_target_with_other_turns_is_refused_with_the_remedy(source, tmp_path):
    run("-s", "two.db", "-n", "ada", "add", "I like tea.", "--uid", "other")
    stderr = run("-n", "ada", "move", "one.db", "two.db", code=1).stderr
    assert "Give another target, or export the memory and load it into an empty namespace" in stderr
