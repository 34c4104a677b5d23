"""Merging and splitting entities by users and by statements, also across rebuilds."""

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


class NameExtractor:
    """Finds the names of WORDS in a turn. "X is Y" makes X an alias of Y."""

    name = "names"

    def extract(self, window):
        mentions, notes, facts, aliases = [], [], [], []
        for turn in window.turns:
            found = [name for name in WORDS if name in turn.text]
            mentions += [ExtractedMention(turn=turn.uid, name=name, type=WORDS[name]) for name in found]
            notes.append(
                ExtractedNote(
                    turn=turn.uid, ordinal=0, text=turn.text, about=tuple((name, "topic") for name in found)
                )
            )
            if " lives in " in turn.text:
                facts.append(
                    ExtractedFact(
                        turn=turn.uid,
                        ordinal=0,
                        subject=found[0],
                        type="LIVES_IN",
                        object=found[1],
                        text=turn.text,
                    )
                )
            alias, is_, name = turn.text.partition(" is ")
            if is_:
                aliases.append(ExtractedAlias(turn=turn.uid, name=name.rstrip("."), alias=alias))
        return Extraction(
            extractor=self.name,
            notes=tuple(notes),
            mentions=tuple(mentions),
            facts=tuple(facts),
            aliases=tuple(aliases),
        )


@pytest.fixture
def memory(tmp_path):
    settings = Settings(store=StoreSettings(url=str(tmp_path / "memory.db")))
    engine = MemoryEngine(open_sqlite(tmp_path / "memory.db"), extractor=NameExtractor(), settings=settings)
    with engine:
        memory = Memory(engine, "ada")
        memory.add("Adas sister lives in Rome.", uid="t1", session="s1", now=None)
        memory.add("Clara called.", uid="t2", session="s2")
        yield memory


def names(memory):
    return {entity.name for entity in memory.entities()} - {"user"}  # the speaker of turns without a name


def decisions(memory):
    return [(change.kind, change.by) for change in memory.changes() if change.kind in ("merge", "split")]


def test_a_merged_entity_is_found_by_either_name(memory):
    clara = memory.merge("adas sister", "Clara", reason="I know")
    assert (clara.name, clara.mentions) == ("Clara", 2)
    assert memory.entity("Adas sister") == memory.entity("Clara") == clara
    assert names(memory) == {"Clara", "Rome"}
    assert [fact.subject for fact in memory.facts("Clara")] == [clara.uid]
    assert {item.turn for item in memory.stream(entity="Adas sister")} == {"t1", "t2"}
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    assert (change.by, change.reason, "sister" in change.before.json + change.after.json) == (
        "user",
        "I know",
        False,
    )


def test_a_search_for_one_name_finds_turns_with_the_other(memory):
    memory.merge("Adas sister", "Clara")
    found = memory.search("Where is Clara?", limit=9)
    assert "t1" in {turn for hit in found for turn in hit.turns}


def test_a_split_restores_the_state_before_the_merge(memory):
    before = memory.entities(), memory.facts(), memory.stream()
    memory.merge("Adas sister", "Clara")
    sister = memory.split("Adas sister")
    assert (sister.name, sister.mentions) == ("Adas sister", 1)
    assert (memory.entities(), memory.facts(), memory.stream()) == before
    assert decisions(memory) == [("split", "user"), ("merge", "user")]


def test_merging_merged_entities_changes_nothing(memory):
    memory.merge("Adas sister", "Clara")
    changes = memory.changes()
    assert memory.merge("Adas sister", "Clara").name == memory.merge("Clara", "Clara").name == "Clara"
    assert memory.changes() == changes


def test_decisions_at_the_same_time_are_all_recorded(memory):
    now = memory.engine.clock()
    for _ in range(2):
        memory.merge("Adas sister", "Clara", now=now)
        memory.split("Adas sister", now=now)
    assert len(decisions(memory)) == 4


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda memory: memory.merge("Dee", "Clara"), "called 'Dee'"),
        (lambda memory: memory.merge("Clara", "Dee"), "called 'Dee'"),
        (lambda memory: memory.split("Dee"), "called 'Dee'"),
        (lambda memory: memory.split("Clara"), "'Clara' is not merged into another"),
    ],
)
def test_an_unknown_name_is_refused(memory, call, complaint):
    with pytest.raises(InvalidInput, match=complaint):
        call(memory)


def test_a_merge_whose_plans_are_always_stale_fails_and_changes_nothing(memory, monkeypatch):
    with monkeypatch.context() as busy:
        busy.setattr(type(memory.store), "apply", lambda *_: Stale(9))
        with pytest.raises(StoreUnavailable, match="other programs wrote"):
            memory.merge("Adas sister", "Clara")
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


# Statements about identity


def test_a_turn_that_states_an_alias_merges_the_entities(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    assert memory.entity("Adas sister") == memory.entity("Clara")
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    assert (change.by, change.reason) == ("engine", "stated by turn t3")


def test_a_split_by_a_user_is_final(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    memory.split("Adas sister")
    memory.add("Adas sister is Clara.", uid="t4", session="s4")
    memory.add("Clara is Adas sister.", uid="t5", session="s5")
    assert names(memory) == {"Adas sister", "Clara", "Rome"}
    assert decisions(memory) == [("split", "user"), ("merge", "engine")]


def test_forgetting_the_turn_that_stated_the_alias_undoes_the_merge(memory):
    memory.add("Adas sister is Clara.", uid="t3", session="s3")
    memory.forget(turns=["t3"])
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_a_turn_derived_again_merges_again(memory):
    memory.add("Nothing.", uid="t3", session="s3")
    memory.add("Adas sister is Clara.", uid="t4", session="s3")
    memory.forget(turns=["t3"])
    assert names(memory) == {"Clara", "Rome"}


def test_forgetting_by_either_name_forgets_all_turns(memory):
    memory.merge("Adas sister", "Clara")
    memory.forget(entity="Adas sister")
    assert (memory.stats().turns, names(memory)) == (0, set())


# Rebuilding


def test_a_rebuild_keeps_the_decisions_of_users(memory):
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


def test_a_rebuild_ignores_decisions_about_removed_entities(memory):
    memory.add("Bobs sister came.", uid="t3", session="s3")
    memory.merge("Bobs sister", "Clara")
    memory.forget(turns=["t3"])
    memory.rebuild()
    assert names(memory) == {"Adas sister", "Clara", "Rome"}


def test_a_decision_during_a_rebuild_is_kept(memory, monkeypatch):
    switch = type(memory.store).switch_generation

    def decide_first(store, space, change):
        monkeypatch.undo()
        memory.merge("Adas sister", "Clara")
        return switch(store, space, change)

    monkeypatch.setattr(type(memory.store), "switch_generation", decide_first)
    memory.rebuild()
    assert names(memory) == {"Clara", "Rome"}


def memory_of(database, namespace, *sentences):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, text in enumerate(sentences):
        memory.add(text, uid=f"t{number}", said_at=day(number))
    return memory


@pytest.mark.parametrize(
    ("sentences", "name", "question"),
    [
        (["I live in Leeds.", "My name is Dora Quinn and I love jazz."], "Dora Quinn", "Where does Dora live?"),
        (["我住在苏州。", "我叫李朵拉。"], "李朵拉", "李朵拉住在哪里？"),
    ],
)  # fmt: skip
def test_a_speaker_without_a_name_gets_it_from_an_introduction_until_that_is_undone_or_forgotten(
    database, namespace, sentences, name, question
):
    memory = memory_of(database, namespace, *sentences)
    assert memory.entity("user").name == name
    assert memory.knows(question)
    [change] = [change for change in memory.changes() if change.kind == "merge"]
    memory.undo(change.uid)
    assert memory.entity("user").name == "user"
    assert not memory.knows(question)
    memory.forget(turns=["t1"])
    assert memory.entity("user").name == "user"


def test_a_second_introduction_with_another_name_does_not_rename_the_speaker(database, namespace):
    memory = memory_of(database, namespace, "My name is Dora.", "I live in Leeds.", "My name is Bob.")
    assert memory.entity("user").name == "Dora"
    assert memory.knows("Where does Dora live?")
    assert not memory.knows("Where does Bob live?")


TWO_OF_ONE_NAME = (
    "I have a brother, Anders, who lives in Malmo.",
    "There are two Anderses in my life: my brother and Anders Holm, my boss.",
    "Anders Lund called. Anders is a baker.",
)


@pytest.mark.parametrize("together", [True, False])
def test_people_with_one_first_name_are_two_however_the_turns_are_added(together):
    turns = [
        {"text": text, "speaker": "Nora", "said_at": day(number), "session": f"s{number}"}
        for number, text in enumerate(TWO_OF_ONE_NAME)
    ]
    with Memory.open(":memory:", "nora", embedder="none") as memory:
        for batch in [turns] if together else [[turn] for turn in turns]:
            memory.add(batch)
        facts = {(fact.subject_name, fact.type, fact.object_name) for fact in memory.facts(limit=100)}
    assert {("Nora", "SIBLING_OF", "Anders"), ("Nora", "REPORTS_TO", "Anders Holm")} <= facts
    assert ("Anders", "LIVES_IN", "Malmo") in facts
    assert not {subject for subject, _, _ in facts} & {"Anders Holm", "Anders Lund"}


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anders Holm is my boss. My brother Anders lives in Malmo.", {"Anders Holm", "Anders"}),
        ("My sister is Clara Rossi. I live with Clara.", {"Clara Rossi"}),
        ("My wife is Clara Rossi. We got engaged in May, and Clara lives in Rome.", {"Clara Rossi"}),
    ],
)
def test_a_first_name_in_another_relation_means_another_person(text, people):
    with Memory.open(":memory:", "nora", embedder="none") as memory:
        memory.add(text, speaker="Nora", said_at=day(0))
        names = {entity.name for entity in memory.entities() if entity.name.startswith(("Anders", "Clara"))}
    assert names == people


def test_a_corrected_turn_repairs_a_first_name_that_meant_the_wrong_person():
    with Memory.open(":memory:", "nora", embedder="none") as memory:
        memory.add("Anders Holm is my boss. Anders lives in Malmo.", speaker="Nora", said_at=day(0), uid="t")
        assert {str(fact.subject_name) for fact in memory.facts() if fact.type == "LIVES_IN"} == {
            "Anders Holm"
        }
        memory.update("t", "Anders Holm is my boss. My brother Anders lives in Malmo.")
        facts = {(fact.subject_name, fact.type, fact.object_name) for fact in memory.facts()}
    assert facts == {
        ("Nora", "REPORTS_TO", "Anders Holm"),
        ("Nora", "SIBLING_OF", "Anders"),
        ("Anders", "LIVES_IN", "Malmo"),
    }


@pytest.mark.parametrize(
    ("stated", "corrected", "facts"),
    [
        (
            "Our new colleague is Mei. Mei lives in Rome.",
            "It's Mai, not Mei - I've been spelling the name wrong.",
            {("Nora", "COLLEAGUE_OF", "Mai"), ("Mai", "LIVES_IN", "Rome")},
        ),
        (
            "新同事叫梅梅，梅梅住在罗马。",
            "是美美，不是梅梅，我把她的名字写错了。",
            {("Nora", "COLLEAGUE_OF", "美美"), ("美美", "LIVES_IN", "罗马")},
        ),
    ],
)
def test_a_corrected_spelling_renames_the_person_in_all_facts(stated, corrected, facts):
    with Memory.open(":memory:", "nora", embedder="none") as memory:
        memory.add(stated, speaker="Nora", said_at=day(0), uid="stated")
        memory.add(corrected, speaker="Nora", said_at=day(1), uid="corrected")
        found = memory.facts()
        assert {(fact.subject_name, fact.type, fact.object_name) for fact in found} == facts
        assert not any(fact.holds_until for fact in found)
        memory.forget(turns=["corrected"])
        assert {fact.subject_name for fact in memory.facts()} & {"Mei", "梅梅"}


def marriages(memory):
    return {
        (fact.object_name, fact.holds_until is None)
        for fact in memory.facts(limit=100)
        if fact.type == "MARRIED_TO"
    }


@pytest.mark.parametrize("by_undo", [False, True])
def test_a_relative_whose_name_is_split_off_keeps_the_relation_of_the_turns_that_name_them(
    database, namespace, by_undo
):
    sentences = "My husband plays the piano.", "My husband Tom has a cat.", "My husband Tom lives in Rome."
    memory = memory_of(database, namespace, *sentences)
    assert marriages(memory) == {("Tom", True)}
    if by_undo:
        [change] = [change for change in memory.changes() if change.kind == "merge"]
        memory.undo(change.uid)
    else:
        memory.split("user's husband")
    apart = {("user's husband", False), ("Tom", True)}
    assert marriages(memory) == apart
    difference = memory.rebuild(dry_run=True).difference
    assert (difference.facts.gained, difference.facts.lost) == (0, 0)
    memory.rebuild(embedder="none")
    assert marriages(memory) == apart
