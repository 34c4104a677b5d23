"""The rebuild command: what it tells, that it may be interrupted, and that a dry run touches nothing."""

import json
import signal
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hashing_embedder import HashingEmbedder
from memgraph_core.cli.app import app
from memgraph_core.engine.rebuild import compare_answers
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.store.sqlite import open_sqlite
from test_cli import answer, conversation, elsewhere, forked, held, ok, remembered, run

__all__ = ["elsewhere"]  # the fixture of all tests of commands


def overlooking(monkeypatch):
    """The rules as they may have been once: they see no facts."""
    extract = RulesExtractor.extract
    monkeypatch.setattr(
        RulesExtractor,
        "extract",
        lambda self, window: type(said := extract(self, window))(
            extractor=said.extractor, notes=said.notes, mentions=said.mentions, skipped=said.skipped
        ),
    )


@pytest.fixture
def old(monkeypatch):
    """A memory that was written when the rules saw less."""
    with monkeypatch.context() as once:
        overlooking(once)
        remembered(3)
    assert answer("stats")["facts"] == 0


def test_a_rebuild_prints_counts_before_and_after(old):
    output = ok("rebuild").stdout
    assert output.startswith("Derived 3 turns of default again:\n")
    assert "facts: 0 before, 2 after" in output
    assert answer("stats")["facts"] == 2


def test_a_rebuild_with_diff_gives_examples_of_what_is_gained(old):
    output = ok("rebuild", "--diff").stdout
    assert "facts: 0 before, 2 after; 0 kept, 2 gained, 0 lost\n" in output
    assert "    + Ada LIVES_IN Turin\n" in output


def test_a_dry_run_prints_the_same_and_changes_nothing(old):
    before = Path("memory.db").read_bytes()
    output = ok("rebuild", "--dry-run", "--diff").stdout
    assert Path("memory.db").read_bytes() == before
    assert output.startswith("Would derive 3 turns of default again:\n")
    assert output.partition("\n")[2] == ok("rebuild", "--diff").stdout.partition("\n")[2]


def test_a_dry_run_without_diff_gives_no_examples(old):
    assert "+ Ada" not in ok("rebuild", "--dry-run").stdout


def test_a_rebuild_answers_in_json(old):
    output = answer("rebuild", "--diff")
    assert (output["space"], output["turns"]) == ("default#2", 3)
    assert (output["before"]["facts"], output["after"]["facts"]) == (0, 2)
    assert output["difference"]["facts"]["gained"] == 2
    assert answer("rebuild", "--dry-run")["difference"]["facts"]["kept"] == 2


def test_a_rebuild_does_not_create_a_missing_file():
    result = ok("rebuild")
    assert "The store is empty" in result.stderr
    assert "Derived 0 turns" in result.stdout
    assert not Path("memory.db").exists()


def test_without_an_interrupted_rebuild_there_is_nothing_to_discard():
    remembered()
    assert "Nothing to discard" in ok("rebuild", "--discard").stdout
    assert answer("rebuild", "--discard") == {"discarded": False}


@pytest.mark.parametrize("other", ["--dry-run", "--diff"])
def test_discard_cannot_be_combined(other):
    result = run("rebuild", "--discard", other)
    assert result.exit_code == 2
    assert "--discard alone" in result.stderr


def begun(path):
    """How many turns the current rebuild contains."""
    database = open_sqlite(path, None)
    with database._pool.reading() as connection:
        count = connection.run("SELECT count(*) FROM built_turn_state")[0][0]
    database.close()
    return count


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_an_interrupted_rebuild_continues_and_equals_a_clean_one(tmp_path, how):
    path = tmp_path / "memory.db"
    ok("import", str(conversation(tmp_path / "moves.json", turns=96)))
    clean = held(path)
    running = forked("rebuild")
    while running.is_running() and not begun(path):
        time.sleep(0.005)
    running.signal(getattr(signal, how))
    code = running.ended()
    was_interrupted = begun(path) > 0
    if was_interrupted and how == "SIGINT":
        assert code == 130
        assert "to continue" in (tmp_path / "printed.txt").read_text()
    assert held(path) == clean
    ok("rebuild")
    assert begun(path) == 0
    assert held(path) == clean


def test_an_interrupted_rebuild_can_be_discarded(tmp_path):
    path = tmp_path / "memory.db"
    ok("import", str(conversation(tmp_path / "moves.json", turns=64)))
    clean = held(path)
    database = open_sqlite(path, None)
    assert database.store("default").begin_generation()
    database.close()
    assert ok("rebuild", "--discard").stdout == "Discarded.\n"
    assert held(path) == clean


# The user's own questions


@pytest.mark.parametrize("dry", [True, False])
def test_saved_questions_show_which_answers_have_other_sources(tmp_path, monkeypatch, dry):
    ok("add", "I live in Turin.", "--speaker", "Ada", "--uid", "t1")
    ok("add", "I like tea.", "--speaker", "Ada", "--uid", "t2")
    path = tmp_path / "questions.txt"
    path.write_text("# mine\n\nWhere does Ada live?\nWhat about the violin?\n")
    arguments = ["rebuild", "--questions", str(path), *(["--dry-run"] if dry else [])]
    assert "answers: 0 of 2 questions" in ok(*arguments).stdout
    output = answer(*arguments)["answers"]
    assert [each["question"] for each in output] == ["Where does Ada live?", "What about the violin?"]
    assert "t1" in output[0]["kept"]


def test_an_answer_with_other_sources_shows_them():
    before, after = [("t1", "t2"), ("t3",)], [("t2", "t4"), ("t3",)]
    first, second = compare_answers(["one?", "two?"], before, after)
    assert (first.kept, first.gained, first.lost, first.changes) == (("t2",), ("t4",), ("t1",), True)
    assert not second.changes


def test_a_binary_file_of_questions_is_refused(tmp_path):
    (tmp_path / "questions.txt").write_bytes(b"\xff\xfe\x00")
    ok("add", "I live in Turin.", "--speaker", "Ada")
    result = run("rebuild", "--dry-run", "--questions", str(tmp_path / "questions.txt"))
    assert (result.exit_code, "not UTF-8" in result.stderr) == (1, True)


# Another embedding model


def told_by(*arguments, code=0):
    """What the command says, with the model that an option or the environment names."""
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code, result.output
    return result


def model_of(namespace):
    return json.loads(told_by("stats", "--namespace", namespace, "--json").stdout)["model"]


@pytest.fixture
def models(monkeypatch):
    """Two models by their names, and `former` is what the environment names."""
    known = {"former": HashingEmbedder(8), "later": HashingEmbedder(12), "none": None}
    monkeypatch.setattr("memgraph_core.models.embedder_for", lambda spec, **_: known[spec or "none"])
    monkeypatch.setattr("memgraph_core.engine.engine.embedder_for", lambda spec, **_: known[spec or "none"])
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "former")
    for namespace in ("default", "work"):
        told_by("add", "I live in Turin.", "--speaker", "Ada", "--uid", "t1", "--namespace", namespace)
    return known


def test_a_memory_with_vectors_of_another_model_names_the_remedy(models, monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "later")
    for command in (["search", "Where does Ada live?"], ["rebuild"]):
        assert "rebuild --embedder NAME" in told_by(*command, code=1).stderr


def test_a_rebuild_with_an_embedder_computes_all_vectors_again(tmp_path, models, monkeypatch):
    (tmp_path / "q.txt").write_text("Where does Ada live?\n")
    output = told_by("rebuild", "--embedder", "later", "--questions", str(tmp_path / "q.txt"))
    assert "answers: 0 of 1 question" in output.stdout
    assert "MEMGRAPH_CORE_EMBEDDER=later" in output.stderr
    assert (model_of("default"), model_of("work")) == ("hashing-12", "hashing-8")
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "later")
    assert "Turin" in told_by("context", "Where does Ada live?").stdout


def test_every_namespace_can_be_rebuilt_at_once(models):
    output = told_by("rebuild", "--all", "--embedder", "later").stdout
    assert [line for line in output.splitlines() if line.startswith("Derived")] == [
        "Derived 1 turn of default again:",
        "Derived 1 turn of work again:",
    ]
    assert model_of("work") == "hashing-12"
    told_by("rebuild", "--all", "--embedder", "none")
    assert model_of("default") is None


def test_a_rebuild_without_the_old_model_prints_a_note(tmp_path, models, monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_EMBEDDER", "none")
    (tmp_path / "q.txt").write_text("Where does Ada live?\n")
    output = told_by("rebuild", "--dry-run", "--embedder", "later", "--questions", str(tmp_path / "q.txt"))
    assert "hashing-8" in output.stderr
    assert "words, names and the graph only" in output.stderr
    assert model_of("default") == "hashing-8"
