"""Uses of notes and turns, what follows from them, and notes that expire."""

from dataclasses import replace

import pytest

from factories import NOW, day
from memgraph_core.config import RetentionSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.memory import Memory


def open_memory(**settings) -> Memory:
    return Memory.open(
        ":memory:",
        namespace="ada",
        embedder="none",
        settings=Settings(retention=RetentionSettings(**settings)),
    )


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("I saw a red kayak.", speaker="Ada", said_at=day(0), uid="kayak")
    memory.add("I live in Turin.", speaker="Ada", said_at=day(1), uid="home")
    return memory


def test_uses_of_hits_notes_and_turns_survive_a_rebuild_and_are_forgotten(memory):
    hit = memory.search("Who saw a red kayak?")[0]
    before = memory.retention([hit])[0]
    assert memory.used([hit], now=day(20)) == ("kayak",)
    assert memory.used([hit.uid, "unknown"], now=day(50)) == ("kayak",)
    memory.used(["kayak"], now=day(90))
    after = memory.retention([hit, "kayak", "unknown"])
    assert [each.uses for each in after] == [3, 3]
    assert after[0].retention > before.retention
    assert memory.retention(["kayak"], now=day(30))[0].uses == 1
    memory.rebuild(embedder="none")
    assert memory.retention(["kayak"])[0] == after[1]
    memory.forget(turns=["kayak"])
    assert memory.retention(["kayak", hit]) == ()


def test_each_mention_of_an_entity_counts(memory):
    memory.used(["home"], now=day(9))
    memory.add("Turin is rainy.", speaker="Ada", said_at=day(30))
    turin = memory.entity("Turin")
    found = memory.retention([turin.uid])[0]
    assert (found.uses, found.first_at, found.last_at) == (2, day(1), day(30))


def test_the_sources_that_an_answer_cites_are_used(memory):
    context = memory.context("Who saw a red kayak?", now=NOW)
    assert "[kayak" in context.text
    memory.remember_run("Ada did [kayak; 2026-01-01].", question="Who?", used=context.hits, now=day(40))
    memory.remember_run("Ada lives there [home].", question="Where?", used=["kayak"], now=day(41))
    assert memory.turns(["kayak"])[0].used_at == (day(40),)
    assert memory.turns(["home"])[0].used_at == ()  # memory did not supply it


def test_a_use_before_the_statement_does_not_count(memory):
    memory.add("I saw a heron.", speaker="Ada", said_at=day(30), uid="heron")
    memory.used(["heron"], now=day(10))
    (found,) = memory.retention(["heron"])
    assert (found.first_at, found.uses) == (day(30), 0)


def test_a_list_is_needed(memory):
    with pytest.raises(InvalidInput):
        memory.used("kayak")


def test_expired_notes_are_listed_archived_and_forgotten(memory):
    memory.add("I saw a heron. I moved to Milan.", speaker="Ada", said_at=day(2), uid="mixed")
    memory.used(["kayak"], now=day(100))
    found = memory.expire({"episodic": 30})
    assert found.dry_run
    texts = [note.text for note in memory.notes([each.uid for each in found.notes])]
    assert [text.partition(": ")[2] or text for text in texts][-1] == "I saw a red kayak."
    assert not any(
        "Milan" in text or ("Turin" in text and "live" in text) for text in texts
    )  # facts that hold
    assert len(found) == len(texts) >= 2
    assert memory.count("notes", filters={"archived": True}) == 0
    lowest = memory.expire({"episodic": 30}, dry_run=False, limit=1)
    assert lowest.notes == found.notes[:1]
    assert memory.count("notes", filters={"archived": True}) == 1
    memory.undo(lowest.changes[0])
    assert memory.count("notes", filters={"archived": True}) == 0
    forgotten = memory.expire({"episodic": 30}, action="forget", dry_run=False)
    assert forgotten.forgotten is not None
    assert forgotten.forgotten.turns == ("kayak",)  # the turn `mixed` states a fact that holds
    with pytest.raises(InvalidInput, match="never"):
        memory.expire({"core": 3})
    with pytest.raises(InvalidInput, match="days"):
        memory.expire({"episodic": 0})


def test_the_effect_on_ranking_is_bounded_and_off_by_default():
    scores = {}
    for ranking in (0.0, 0.1):
        memory = open_memory(ranking=ranking)
        for number, drink in enumerate(["tea", "coffee"]):
            memory.add(f"I smelled {drink} and saw a heron.", speaker="Ada", said_at=day(number), uid=drink)
        memory.used(["tea"], now=day(200))
        hits = memory.search("What did Ada smell near the heron?", now=day(365))
        scores[ranking] = {hit.turns[0]: hit.score for hit in hits}
        assert all(("retention" in hit.signals) == bool(ranking) for hit in hits)
    for uid, score in scores[0.0].items():
        assert abs(scores[0.1][uid] - score) <= 0.1 * abs(score) + 1e-5
    assert scores[0.1]["tea"] - scores[0.0]["tea"] > scores[0.1]["coffee"] - scores[0.0]["coffee"]
    with pytest.raises(ConfigError, match=r"0\.1"):
        RetentionSettings(ranking=0.5)
    with pytest.raises(ConfigError, match="fsrs"):
        replace(RetentionSettings(), curve="linear")


def test_a_used_instance_of_a_habit_is_archived_later():
    memory = open_memory()
    for number in range(20):
        memory.add(
            "I had a latte at 8 this morning.", speaker="Ada", said_at=day(number, 8), uid=f"t{number}"
        )
    memory.used(["t0"], now=day(19))
    memory.consolidate(now=day(60))
    assert memory.count("notes", filters={"archived": True}) == 19
    memory.consolidate(now=day(800))
    assert memory.count("notes", filters={"archived": True}) == 20
