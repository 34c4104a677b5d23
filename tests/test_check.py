"""Expectations about a memory (`check`): which are met, which turns are responsible for a failure, and invalid files."""

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


def write_file(tmp_path, text):
    path = tmp_path / "memory.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def memory(database, namespace):
    """Ada lived in Turin and has lived in Milan since June. 王芳 lives in Chengdu."""
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for uid, speaker, date, text in (
        ("t1", "Ada", "2026-01-05", "I live in Turin."),
        ("t2", "Ada", "2026-06-05", "I moved to Milan."),
        ("t3", "王芳", "2026-06-05", "我住在成都。"),
    ):
        memory.add(text, speaker=speaker, said_at=f"{date}T09:00:00Z", uid=uid, session=date)
    return memory


def check_one(memory, tmp_path, text):
    (result,) = memory.check(write_file(tmp_path, text))
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
def test_an_expectation_that_the_memory_fulfils_is_met(memory, tmp_path, text):
    result = check_one(memory, tmp_path, text)
    assert (result.passed, result.turns, result.changes) == (True, (), ())


def test_an_ended_fact_names_the_turn_and_the_change_that_ended_it(memory, tmp_path):
    result = check_one(memory, tmp_path, "- fact: Ada LIVES_IN Turin")
    [change] = memory.changes()
    assert not result.passed
    assert result.found == "Ada LIVES_IN Milan (from 2026-06-05)"
    assert (result.turns, result.changes) == (("t2",), (change.uid,))


def test_a_fact_that_must_not_hold_names_its_source(memory, tmp_path):
    result = check_one(memory, tmp_path, "- {fact: 王芳 LIVES_IN 重庆, not: 成都}")
    assert (result.passed, result.turns, result.changes) == (False, ("t3",), ())


def test_a_missing_fact_names_the_most_relevant_turn(memory, tmp_path):
    result = check_one(memory, tmp_path, "- fact: Ada LIKES Milan")
    assert (result.passed, result.turns) == (False, ("t2",))


def test_after_an_undo_the_restored_source_and_the_undo_are_named(memory, tmp_path):
    undone = memory.undo(memory.changes()[0].uid)
    result = check_one(memory, tmp_path, "- {fact: Ada LIVES_IN Milan, not: Turin}")
    assert not result.passed
    assert result.turns == ("t1",)
    assert undone.uid in result.changes


def test_a_failed_question_names_the_turns_in_its_context(memory, tmp_path):
    missing = check_one(memory, tmp_path, "- {question: 'Where does Ada live?', contains: Rome}")
    assert not missing.passed
    assert {"t1", "t2"} <= set(missing.turns)
    unwanted = check_one(memory, tmp_path, "- {question: 'Where does Ada live?', lacks: I live in Turin}")
    assert (unwanted.passed, unwanted.turns) == (False, ("t1",))


def test_a_question_that_should_not_be_known_names_its_evidence(memory, tmp_path):
    result = check_one(memory, tmp_path, "- {question: 'Where does Ada live?', known: false}")
    assert not result.passed
    assert "t2" in result.turns


def test_a_mentioned_entity_fails_nothing_about(memory, tmp_path):
    result = check_one(memory, tmp_path, "- nothing_about: Milan")
    assert (result.passed, result.turns) == (False, ("t2",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- [", "not YAML"),
        ("", "expects nothing"),
        ("facts: []", "facts"),
        ("- Ada lives in Milan", "Ada lives in Milan"),
        ("- {fact: Ada lives in Milan}", "Ada LIVES_IN Milan"),
        ("- {fact: Ada LIVES_IN Milan, asof: 2026}", "asof"),
        ("- {fact: Ada LIVES_IN Milan, as_of: May}", "May"),
        ("- {fact: Ada LIVES_IN Milan, not: no}", "quotes"),
        ("- {question: 'Where?', tokens: 0, known: true}", "tokens"),
        ("- {question: 'Where?'}", "`contains`, `lacks` or `known`"),
        ("{now: soon, expect: [{nothing_about: X}]}", "soon"),
    ],
)
def test_an_invalid_file_is_refused_with_the_position_or_the_accepted_values(tmp_path, text, expected):
    with pytest.raises(InvalidInput) as refused:
        read_expectations(write_file(tmp_path, text))
    assert expected in str(refused.value)


@pytest.mark.parametrize("case", samples(), ids=lambda case: case.name)
def test_the_sample_conversations_meet_their_expectation_files(case, database, namespace):
    memory = Memory(MemoryEngine(database), namespace)
    remember(memory, case.turns, Tally(), 32, lambda count: None)
    results = memory.check(ROOT / "memgraph_core" / "samples" / f"{SAMPLES[case.name]}.check.yaml")
    assert [result for result in results if not result.passed] == []
    assert len(results) >= 7


@pytest.fixture
def memory_file(elsewhere):  # noqa: F811
    """A file with two turns by Ada: she lives in Turin, then she moves to Milan."""
    for date, text in (("2026-01-05", "I live in Turin."), ("2026-06-05", "I moved to Milan.")):
        ok("add", text, *STORE, "--speaker", "Ada", "--said-at", date, "--session", date, "--uid", date)


def test_the_example_of_the_guide_prints_the_output_on_the_page(memory_file, tmp_path):
    assert ok("check", str(write_file(tmp_path, block("yaml"))), *STORE).stdout == block("text")


def test_a_failed_expectation_exits_with_1_and_names_the_responsible_turns(memory_file, tmp_path):
    path = str(write_file(tmp_path, "- fact: Ada LIVES_IN Milan\n- fact: Ada LIVES_IN Turin\n"))
    ran = run("check", path, *STORE)
    assert ran.exit_code == 1
    met, failed, found, turns, changes, total = ran.stdout.splitlines()
    assert (met, failed) == ("✓ Ada LIVES_IN Milan", "✗ Ada LIVES_IN Turin")
    assert found == "    found: Ada LIVES_IN Milan (from 2026-06-05)"
    assert turns == "    turns: 2026-06-05"
    assert changes.strip().removeprefix("changes: ") == answer("changes", "--store", "memory.db")[0]["uid"]
    assert total == "2 expectations: 1 met, 1 not."


def test_json_has_every_result(memory_file, tmp_path):
    (result,) = answer("check", str(write_file(tmp_path, "- fact: Ada LIVES_IN Milan")), *STORE)
    assert (result["expectation"], result["passed"], result["turns"]) == ("Ada LIVES_IN Milan", True, [])


@pytest.mark.parametrize("text", ["- nothing", None])
def test_an_invalid_or_missing_file_exits_with_2(memory_file, tmp_path, text):
    path = tmp_path / "none.yaml" if text is None else write_file(tmp_path, text)
    ran = run("check", str(path), *STORE)
    assert ran.exit_code == 2
    assert ran.stdout == ""
