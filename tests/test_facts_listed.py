"""`facts` returns all facts, or says how many more there are; and names that memory does not contain."""

import json

import pytest

from factories import make_entity, make_fact, make_mentions, make_names, make_note, make_turn, remember
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.unknown_names import similar_names
from memgraph_core.memory import Memory
from memgraph_core.verbs.first_facts import first_facts
from test_cli import elsewhere, ok, run  # noqa: F401  `elsewhere` is used by every test

STORE = ("--store", "memory.db")


@pytest.fixture
def told(elsewhere):  # noqa: F811
    ok("add", "I live in Turin. I like jazz. My sister Clara plays the cello.", *STORE, "--speaker", "Ada")


def test_a_memory_returns_all_facts_and_at_most_as_many_as_the_limit(database, namespace):
    memory = Memory(MemoryEngine(database), namespace)
    turn, ada = make_turn(), make_entity("ada")
    places = [make_entity(f"place{number:03}", type="Place") for number in range(130)]
    remember(
        memory.store, [turn], notes=[make_note()], entities=[ada, *places], names=make_names(ada, *places),
        mentions=make_mentions(turn, "ada"),
        facts=[make_fact(f"f{place.uid}", type="VISITED", object=place.uid) for place in places],
    )  # fmt: skip
    assert len(memory.facts()) == len(memory.facts("Ada")) == 130
    assert len(memory.facts(limit=7)) == 7
    assert [first_facts(memory, name, limit=100).more for name in (None, "Ada")] == [30, 30]
    assert first_facts(memory, "Ada", limit=130).more == 0
    assert first_facts(memory, None, limit=131).more == 0


def test_the_command_says_how_many_facts_the_limit_leaves_out(told):
    number = len(json.loads(ok("facts", *STORE, "--json").stdout))
    assert number > 2
    listed = ok("facts", *STORE, "--limit", "2")
    assert f"… {number - 2} more; use --limit" in listed.stderr
    assert len(listed.stdout.splitlines()) == 3
    as_json = ok("facts", *STORE, "--limit", "2", "--json")
    assert json.loads(as_json.stderr) == {"note": f"… {number - 2} more; use --limit"}
    assert len(json.loads(as_json.stdout)) == 2
    assert "more" not in ok("facts", *STORE).stderr


def test_a_list_that_is_piped_has_one_line_per_record(elsewhere):  # noqa: F811
    texts = ("I live in Turin, near the old station, in a small house with a garden.", "我住在苏州。")
    for text in texts:
        ok("add", text, *STORE, "--speaker", "Ada", "--said-at", "2026-03-01")
    head, *rows = ok("facts", *STORE).stdout.splitlines()
    assert head.split("\t") == ["fact", "from", "until", "said as"]
    assert {row.split("\t")[0] for row in rows} >= {"Ada LIVES_IN Turin", "Ada LIVES_IN 苏州"}
    assert any("near the old station, in a small house with a garden" in row for row in rows)
    turns = ok("list-turns", *STORE).stdout.splitlines()
    assert len(turns) == 3
    assert any(row.split("\t")[3] == texts[0] for row in turns)


def test_an_unknown_name_has_an_exit_code_and_the_most_similar_names(told):
    for command in ("facts", "profile", "show"):
        unknown = run(command, "Klara", *STORE)
        assert unknown.exit_code == 4
        assert unknown.stdout == "Nothing is known about 'Klara'. Similar names: Clara.\n"
        assert run(command, "Zoltan", *STORE).stdout == "Nothing is known about 'Zoltan'.\n"
    assert (run("facts", "Klara", *STORE, "--json").stdout, run("facts", "Klara", *STORE).exit_code) == (
        "[]\n",
        4,
    )
    assert "No facts about 'Clara'" in ok("facts", "Clara", *STORE, "--as-of", "2020-01-01").stdout


def test_similar_names_are_spelled_alike_or_are_parts_of_each_other():
    known = ("Ann Lee", "Anna", "Ben", "王小明", "李娜")
    assert similar_names("Ann", known) == ["Ann Lee", "Anna"]
    assert similar_names("anna lee", known)[0] == "Anna"
    assert similar_names("小明", known) == ["王小明"]
    assert similar_names("小", known) == similar_names("Zoe", known) == []
