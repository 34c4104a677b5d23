"""Unit tests for a memory: what is met, what is not and who is to blame, and files that cannot be read."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memgraph_core.cli.batches import Tally, remember
from memgraph_core.cli.demo import samples
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.quality.expectations import read_expectations
from test_cli import answer, elsewhere, ok, run  # noqa: F401  `elsewhere` is used by name

ROOT = Path(__file__).parents[1]
NOW = datetime(2026, 10, 1, tzinfo=UTC)
PAGE = (ROOT / "docs" / "how-to" / "test-a-memory.md").read_text(encoding="utf-8")
STORE = ("--store", "memory.db", "--embedder", "none")
SAMPLES = {"ada": "english", "li": "chinese"}


def block(language):
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def written(tmp_path, text):
    path = tmp_path / "memory.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def memory(database, namespace):
    """Ada lived in Turin, and lives in Milan since June; 王芳 in Chengdu."""
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for uid, speaker, date, text in (
        ("t1", "Ada", "2026-01-05", "I live in Turin."),
        ("t2", "Ada", "2026-06-05", "I moved to Milan."),
        ("t3", "王芳", "2026-06-05", "我住在成都。"),
    ):
        memory.add(text, speaker=speaker, said_at=f"{date}T09:00:00Z", uid=uid, session=date)
    return memory


def only(memory, tmp_path, text):
    (result,) = memory.check(written(tmp_path, text))
    return result


@pytest.mark.parametrize(
    "text",
    [
        "- {fact: Ada LIVES_IN Milan, not: Turin}",
        "- {fact: Ada LIVES_IN → Milan}",
        "- {fact: Ada LIVES_IN Turin, not: [Milan], as_of: 2026-05-01}",
        "- {fact: Ada LIVES_IN Turin, as_of: 2026-05}",
        "{now: 2026-05-01, expect: [{fact: Ada LIVES_IN Turin}]}",
        "- {fact: 王芳 LIVES_IN 成都}",
        "- {question: 'Where does Ada live?', contains: milan, lacks: [Paris]}",
        "- {question: 王芳住在哪里？, contains: 成都}",
        "- {question: 'Which motorcycle does Ada own?', known: false}",
        "- nothing_about: Zebulon",
        "- nothing_about: Mil",
    ],
)
def test_what_memory_holds_is_met(memory, tmp_path, text):
    result = only(memory, tmp_path, text)
    assert (result.passed, result.turns, result.changes) == (True, (), ())


def test_a_fact_that_was_superseded_blames_the_turn_and_the_change_that_ended_it(memory, tmp_path):
    result = only(memory, tmp_path, "- fact: Ada LIVES_IN Turin")
    [change] = memory.changes()
    assert not result.passed
    assert result.found == "Ada LIVES_IN Milan (from 2026-06-05)"
    assert (result.turns, result.changes) == (("t2",), (change.uid,))


def test_a_fact_that_must_not_hold_blames_the_turn_that_says_it(memory, tmp_path):
    result = only(memory, tmp_path, "- {fact: 王芳 LIVES_IN 重庆, not: 成都}")
    assert (result.passed, result.turns, result.changes) == (False, ("t3",), ())


def test_a_fact_that_nobody_drew_blames_the_turn_that_comes_nearest(memory, tmp_path):
    result = only(memory, tmp_path, "- fact: Ada LIKES Milan")
    assert (result.passed, result.turns) == (False, ("t2",))


def test_after_an_undo_what_was_taken_back_is_to_blame(memory, tmp_path):
    undone = memory.undo(memory.changes()[0].uid)
    result = only(memory, tmp_path, "- {fact: Ada LIVES_IN Milan, not: Turin}")
    assert not result.passed
    assert result.turns == ("t1",)
    assert undone.uid in result.changes


def test_a_context_blames_the_turns_that_it_quotes(memory, tmp_path):
    lacking = only(memory, tmp_path, "- {question: 'Where does Ada live?', contains: Rome}")
    assert not lacking.passed
    assert {"t1", "t2"} <= set(lacking.turns)
    saying = only(memory, tmp_path, "- {question: 'Where does Ada live?', lacks: I live in Turin}")
    assert (saying.passed, saying.turns) == (False, ("t1",))


def test_what_should_not_be_known_blames_the_evidence(memory, tmp_path):
    result = only(memory, tmp_path, "- {question: 'Where does Ada live?', known: false}")
    assert not result.passed
    assert "t2" in result.turns


def test_somebody_who_is_spoken_of_is_not_nothing(memory, tmp_path):
    result = only(memory, tmp_path, "- nothing_about: Milan")
    assert (result.passed, result.turns) == (False, ("t2",))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("- [", "not YAML"),
        ("", "expects nothing"),
        ("facts: []", "facts"),
        ("- Ada lives in Milan", "Ada lives in Milan"),
        ("- {fact: Ada lives in Milan}", "Ada LIVES_IN Milan"),
        ("- {fact: Ada LIVES_IN Milan, asof: 2026}", "asof"),
        ("- {fact: Ada LIVES_IN Milan, as_of: May}", "May"),
        ("- {fact: Ada LIVES_IN Milan, not: no}", "quotes"),
        ("- {question: 'Where?', budget: 0, known: true}", "budget"),
        ("- {question: 'Where?'}", "`contains`, `lacks` or `known`"),
        ("{now: soon, expect: [{nothing_about: X}]}", "soon"),
    ],
)
def test_a_bad_file_is_refused_with_its_line_and_what_is_accepted(tmp_path, text, named):
    with pytest.raises(InvalidInput) as refused:
        read_expectations(written(tmp_path, text))
    assert named in str(refused.value)


@pytest.mark.parametrize("case", samples(), ids=lambda case: case.name)
def test_the_sample_conversations_are_remembered_as_their_files_expect(case, database, namespace):
    memory = Memory(MemoryEngine(database), namespace)
    remember(memory, case.turns, Tally(), 32, lambda count: None)
    results = memory.check(ROOT / "memgraph_core" / "samples" / f"{SAMPLES[case.name]}.check.yaml")
    assert [result for result in results if not result.passed] == []
    assert len(results) >= 7


@pytest.fixture
def memory_file(elsewhere):  # noqa: F811
    """Turin, then Milan, in a file."""
    for date, text in (("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan.")):
        ok("add", text, *STORE, "--speaker", "Ada", "--said-at", date, "--session", date, "--uid", date)


def test_the_example_of_the_guide_prints_the_output_shown_there(memory_file, tmp_path):
    assert ok("check", str(written(tmp_path, block("yaml"))), *STORE).stdout == block("text")


def test_a_failed_expectation_exits_with_1_and_names_the_responsible_turns(memory_file, tmp_path):
    path = str(written(tmp_path, "- fact: Ada LIVES_IN Milan\n- fact: Ada LIVES_IN Turin\n"))
    ran = run("check", path, *STORE)
    assert ran.exit_code == 1
    met, failed, found, turns, changes, total = ran.stdout.splitlines()
    assert (met, failed) == ("✓ Ada LIVES_IN Milan", "✗ Ada LIVES_IN Turin")
    assert found == "    found: Ada LIVES_IN Milan (from 2026-06-05)"
    assert turns == "    turns: 2026-06-05"
    assert changes.strip().removeprefix("changes: ") == answer("changes", "--store", "memory.db")[0]["uid"]
    assert total == "2 expectations: 1 met, 1 not."


def test_json_has_every_result(memory_file, tmp_path):
    (result,) = answer("check", str(written(tmp_path, "- fact: Ada LIVES_IN Milan")), *STORE)
    assert (result["expectation"], result["passed"], result["turns"]) == ("Ada LIVES_IN Milan", True, [])


@pytest.mark.parametrize("text", ["- nothing", None])
def test_an_invalid_or_missing_file_exits_with_2(memory_file, tmp_path, text):
    path = tmp_path / "none.yaml" if text is None else written(tmp_path, text)
    ran = run("check", str(path), *STORE)
    assert ran.exit_code == 2
    assert ran.stdout == ""
