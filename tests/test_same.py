"""Who is the same, by the word of people: merged, split, looked up, and decided again by a rebuild."""

import pytest

from factories import NOW, day
from memgraph_core import Memory
from memgraph_core.config import Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput, StoreUnavailable
from memgraph_core.records.extraction import (
    ExtractedAlias,
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
)
from memgraph_core.records.plan import Stale
from memgraph_core.store.sqlite import open_sqlite

WORDS = {"Clara": "Person", "Adas sister": "Person", "Rome": "Place", "Bobs sister": "Person"}


class Reader:
    """Reads names that stand in a turn, and "X is Y" as that they are the same."""

    name = "reader"

    def extract(self, window):
        mentions, notes, facts, same = [], [], [], []
        for turn in window.turns:
            named = [name for name in WORDS if name in turn.text]
            mentions += [ExtractedMention(turn=turn.uid, name=name, type=WORDS[name]) for name in named]
            notes.append(
                ExtractedNote(
                    turn=turn.uid, ordinal=0, text=turn.text, about=tuple((name, "topic") for name in named)
                )
            )
            if " lives in " in turn.text:
                facts.append(
                    ExtractedFact(
                        turn=turn.uid,
                        ordinal=0,
                        subject=named[0],
                        type="LIVES_IN",
                        object=named[1],
                        text=turn.text,
                    )
                )
            called, is_, name = turn.text.partition(" is ")
            if is_:
                same.append(ExtractedAlias(turn=turn.uid, name=name.rstrip("."), alias=called))
        return Extraction(
            extractor=self.name,
            notes=tuple(notes),
            mentions=tuple(mentions),
            facts=tuple(facts),
            aliases=tuple(same),
        )


@pytest.fixture
def memory(tmp_path):
    settings = Settings(store=StoreSettings(url=str(tmp_path / "memory.db")))
    engine = MemoryEngine(open_sqlite(tmp_path / "memory.db"), extractor=Reader(), settings=settings)
    with engine:
        memory = Memory(engine, "ada")
        memory.add("Adas sister lives in Rome.", uid="t1", session="s1", now=None)
        memory.add("Clara called.", uid="t2", session="s2")
        yield memory


def names(memory):
    return {entity.name for entity in memory.entities()} - {"user"}  # who speaks where nobody is named


def decided(memory):
    return [(change.kind, change.by) for change in memory.changes() if change.kind in ("merge", "split")]


def test_two_names_of_one_are_asked_by_either(memory):
    clara = memory.merge("adas sister", "Clara", reason="I know")
    assert (clara.name, clara.mentions) == ("Clara", 2)
    assert memory.entity("Adas sister") == memory.entity("Clara") == clara
    assert names(memory) == {"Clara", "Rome"}
    assert [fact.subject for fact in memory.facts("Clara")] == [clara.uid]
    assert {item.turn for item in memory.stream(entity="Adas sister")} == {"t1", "t2"}
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    assert (change.by, change.reason, "sister" in change.before + change.after) == ("user", "I know", False)


def test_a_search_for_one_finds_what_is_known_of_the_other(memory):
    memory.merge("Adas sister", "Clara")
    found = memory.search("Where is Clara?", limit=9)
    assert "t1" in {turn for hit in found for turn in hit.turns}


def test_a_split_gives_back_what_was_moved(memory):
    before = memory.entities(), memory.facts(), memory.stream()
    memory.merge("Adas sister", "Clara")
    sister = memory.split("Adas sister")
    assert (sister.name, sister.mentions) == ("Adas sister", 1)
    assert (memory.entities(), memory.facts(), memory.stream()) == before
    assert decided(memory) == [("split", "user"), ("merge", "user")]


def test_merging_what_is_one_already_changes_nothing(memory):
    memory.merge("Adas sister", "Clara")
    changes = memory.changes()
    assert memory.merge("Adas sister", "Clara").name == memory.merge("Clara", "Clara").name == "Clara"
    assert memory.changes() == changes


def test_each_decision_is_recorded_though_it_be_made_at_the_same_moment(memory):
    now = memory.engine.clock()
    for _ in range(2):
        memory.merge("Adas sister", "Clara", now=now)
        memory.split("Adas sister", now=now)
    assert len(decided(memory)) == 4


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda memory: memory.merge("Dee", "Clara"), "called 'Dee'"),
        (lambda memory: memory.merge("Clara", "Dee"), "called 'Dee'"),
        (lambda memory: memory.split("Dee"), "called 'Dee'"),
        (lambda memory: memory.split("Clara"), "'Clara' is not merged into another"),
    ],
)
def test_a_name_that_nobody_has_is_refused(memory, call, complaint):
    with pytest.raises(InvalidInput, match=complaint):
        call(memory)


def test_who_is_overtaken_all_the_time_says_so_and_changes_nothing(memory, monkeypatch):
    with monkeypatch.context() as busy:
        busy.setattr(type(memory.store), "apply", lambda *_: Stale(9))
        with pytest.raises(StoreUnavailable, match="other programs wrote"):
            memory.merge("Adas sister", "Clara")
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


# What a turn tells


def test_a_turn_that_tells_that_two_are_one_merges_them(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    assert memory.entity("Adas sister") == memory.entity("Clara")
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    assert (change.by, change.reason) == ("engine", "stated by turn t3")


def test_what_the_engine_merged_a_person_splits_for_good(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    memory.split("Adas sister")
    memory.add("Adas sister is Clara.", uid="t4", session="s4")
    memory.add("Clara is Adas sister.", uid="t5", session="s5")
    assert names(memory) == {"Adas sister", "Clara", "Rome"}
    assert decided(memory) == [("split", "user"), ("merge", "engine")]


def test_forgetting_the_turn_that_told_it_undoes_it(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    memory.forget(turns=["t3"])
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_a_turn_beside_a_forgotten_one_tells_it_again(memory):
    memory.add("Nothing.", uid="t3", session="s3")
    memory.add("Adas sister is Clara.", uid="t4", session="s3")
    memory.forget(turns=["t3"])
    assert names(memory) == {"Clara", "Rome"}


def test_forgetting_by_either_name_forgets_both(memory):
    memory.merge("Adas sister", "Clara")
    memory.forget(entity="Adas sister")
    assert (memory.stats().turns, names(memory)) == (0, set())


# Rebuilding


def test_a_rebuild_keeps_what_people_decided(memory):
    memory.merge("Adas sister", "Clara")
    before = memory.entities(), memory.facts()
    difference = memory.rebuild(dry_run=True).difference
    assert [(part.gained, part.lost) for part in (difference.facts, difference.entities)] == [(0, 0)] * 2
    memory.rebuild()
    assert (memory.entities(), memory.facts()) == before
    memory.split("Adas sister")
    memory.rebuild()
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_a_rebuild_does_not_merge_again_what_a_person_split(memory):
    memory.merge("Clara", "Adas sister")
    memory.split("Clara")
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    memory.rebuild()
    assert names(memory) == {"Adas sister", "Clara", "Rome"}
    memory.add("Adas sister is Clara.", uid="t4", session="s4")
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_a_rebuild_leaves_alone_who_is_not_there_any_more(memory):
    memory.add("Bobs sister came.", uid="t3", session="s3")
    memory.merge("Bobs sister", "Clara")
    memory.forget(turns=["t3"])
    memory.rebuild()
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_what_is_decided_while_a_rebuild_runs_is_not_lost(memory, monkeypatch):
    switch = type(memory.store).switch_generation

    def decide_first(store, space, change):
        monkeypatch.undo()
        memory.merge("Adas sister", "Clara")
        return switch(store, space, change)

    monkeypatch.setattr(type(memory.store), "switch_generation", decide_first)
    memory.rebuild()
    assert names(memory) == {"Clara", "Rome"}


def introduced(database, namespace, *said):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for place, text in enumerate(said):
        memory.add(text, uid=f"t{place}", said_at=day(place))
    return memory


@pytest.mark.parametrize(
    ("said", "name", "question"),
    [
        (["I live in Leeds.", "My name is Dora Quinn and I love jazz."], "Dora Quinn", "Where does Dora live?"),
        (["我住在苏州。", "我叫李朵拉。"], "李朵拉", "李朵拉住在哪里？"),
    ],
)  # fmt: skip
def test_who_spoke_without_a_name_has_it_as_soon_as_he_tells_it_and_as_long_as_that_is_remembered(
    database, namespace, said, name, question
):
    memory = introduced(database, namespace, *said)
    assert memory.entity("user").name == name
    assert memory.knows(question)
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    memory.undo(change.uid)
    assert memory.entity("user").name == "user"
    assert not memory.knows(question)
    memory.forget(turns=["t1"])
    assert memory.entity("user").name == "user"


def test_who_gives_another_name_than_before_may_be_somebody_else_by_now(database, namespace):
    memory = introduced(database, namespace, "My name is Dora.", "I live in Leeds.", "My name is Bob.")
    assert memory.entity("user").name == "Dora"
    assert memory.knows("Where does Dora live?")
    assert not memory.knows("Where does Bob live?")
