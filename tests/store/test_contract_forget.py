"""Contract of `forget`: everything derived from forgotten turns is removed, and nothing else."""

import json

import numpy as np
import pytest

from factories import (
    STAMP,
    day,
    make_change,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revision,
    make_turn,
    make_turns,
    mention,
    remember,
    terms_of,
    vector,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import Forgotten, RetainedRecord, Selection
from memgraph_core.records.graph import About, Name, NameSource, Similar
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    Merge,
    NeighbourLookup,
    SnapshotRequest,
    Split,
    TurnUpdate,
)
from memgraph_core.records.search import Limits
from sample_namespace import MANY, all_answers, contents, fill, sample_rows

CANARY = "xylocanary"


def forget_turns(store, *uids):
    return store.forget(Selection(turns=uids))


def in_separate_sessions(*uids):
    """Turns in sessions of their own, so that none is in the extraction window of another."""
    return [make_turn(uid, f"This is {uid}.", session=uid) for uid in uids]


def entities(store):
    return {entity.uid: entity for entity in store.entities(EntityQuery(limit=MANY))}


def current_facts(store, subject="ada"):
    probe = FactLookup(subject=subject, type="LIVES_IN", object="", single=True)
    return [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ]


# What is selected


@pytest.fixture
def diary(store):
    """Two turns by Ada in s1 that mention Bea and Cleo, one by Bea in s2 that mentions Ada. Speakers are entities."""
    people = [make_entity(uid) for uid in ("ada", "bea", "cleo")]
    turns = [
        make_turn("t1", "Bea came.", session="s1", speaker="Ada"),
        make_turn("t2", "Cleo came.", session="s1", speaker="Ada"),
        make_turn("t3", "Ada called.", session="s2", speaker="Bea"),
    ]
    mentioned = {"t1": "bea", "t2": "cleo", "t3": "ada"}
    remember(
        store,
        turns,
        spoken_by={"t1": "ada", "t2": "ada", "t3": "bea"},
        entities=people,
        names=make_names(*people),
        mentions=[row for turn in turns for row in make_mentions(turn, mentioned[turn.uid])],
    )
    return store


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(turns=("t3", "t1", "unknown")), ("t1", "t3")),
        (Selection(session="s1"), ("t1", "t2")),
        (Selection(speaker="Bea"), ("t3",)),
        (Selection(entity="cleo"), ("t2",)),
        (Selection(entity="bea"), ("t1", "t3")),  # mentioned in one, speaking in the other
        (Selection(everything=True), ("t1", "t2", "t3")),
    ],
)
def test_selected_turns_are_forgotten_and_no_others(diary, selection, expected):
    assert diary.forget(selection).turns == expected
    left = [uid for uid in ("t1", "t2", "t3") if uid not in expected]
    assert [turn.uid for turn in diary.turns(["t1", "t2", "t3"])] == left
    assert diary.stats().turns == len(left)


@pytest.mark.parametrize(
    "selection",
    [
        Selection(),
        Selection(turns=("t1",), session="s1"),
        Selection(session="s1", everything=True),
        Selection(speaker="Ada", entity="ada"),
    ],
)
def test_a_selection_must_have_exactly_one_criterion(diary, selection):
    before = contents(diary)
    with pytest.raises(InvalidInput):
        diary.forget(selection)
    assert contents(diary) == before


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("unknown",)),
        Selection(session="unknown"),
        Selection(speaker="unknown"),
        Selection(entity="unknown"),
    ],
)
def test_a_selection_without_turns_changes_nothing(diary, selection):
    before, version = contents(diary), diary.stats().version
    assert diary.forget(selection) == Forgotten()
    assert (contents(diary), diary.stats().version) == (before, version)


@pytest.mark.parametrize("selection", [Selection(turns=("t1",)), Selection(everything=True)])
def test_forgetting_in_an_empty_namespace_does_nothing_and_does_not_create_it(database, store, selection):
    assert store.forget(selection) == Forgotten()
    assert store.namespace not in database.namespaces()


def test_forgetting_increments_the_version_and_is_recorded_without_text_or_uids(diary):
    version = diary.stats().version
    forget_turns(diary, "t2", "t1")
    assert diary.stats().version == version + 1
    change = diary.changes(10)[0]
    assert (change.kind, change.by) == ("forget", "user")
    assert json.loads(change.before) == {"turns": 2}  # not even the uids


def test_forgetting_makes_older_plans_stale(diary):
    known = diary.snapshot(SnapshotRequest())
    forget_turns(diary, "t1")
    assert diary.snapshot(SnapshotRequest()).version == known.version + 1


def test_a_pending_turn_can_be_forgotten(store):
    store.append(make_turns("t1", "t2"), (), 0)
    assert forget_turns(store, "t1").turns == ("t1",)
    assert [turn.uid for turn in store.pending(9)] == ["t2"]


# Records that are removed with a turn


def test_records_that_only_the_turn_supports_are_removed(store):
    fill(store, "quince")
    forgotten = forget_turns(store, "t2")
    assert (forgotten.turns, forgotten.notes, forgotten.facts, forgotten.entities) == (
        ("t2",),
        ("n2",),
        ("f2",),
        ("milan",),
    )
    assert (forgotten.kept_notes, forgotten.kept_facts, forgotten.restored_facts) == ((), (), ("f1",))
    stats = store.stats()
    assert (stats.turns, stats.notes, stats.facts, stats.entities, stats.mentions) == (2, 1, 1, 2, 2)
    assert (stats.similar, stats.sessions) == (0, 2)
    assert store.notes(["n2"]) == ()
    assert not store.snapshot(SnapshotRequest(name_keys=("milan",))).entities


def test_a_session_without_turns_is_removed(diary):
    forget_turns(diary, "t3")
    assert diary.stats().sessions == 1


def test_a_note_with_another_source_is_kept_without_this_one(store):
    remember(store, in_separate_sessions("t1", "t2"), notes=[make_note("n1", turns=("t1", "t2"))])
    forgotten = forget_turns(store, "t1")
    assert (forgotten.notes, forgotten.kept_notes) == ((), (RetainedRecord(uid="n1", turns=("t2",)),))
    assert store.notes(["n1"])[0].turns == ("t2",)
    assert forget_turns(store, "t2").notes == ("n1",)
    assert store.stats().notes == 0


def test_a_fact_with_another_source_is_kept_without_this_one(store):
    remember(
        store,
        in_separate_sessions("t1", "t2"),
        notes=[make_note("n1", turns=("t1",)), make_note("n2", turns=("t2",))],
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", notes=("n1", "n2"))],
    )
    forgotten = forget_turns(store, "t1")
    assert (forgotten.notes, forgotten.facts, forgotten.kept_facts) == (
        ("n1",),
        (),
        (RetainedRecord(uid="f1", turns=("t2",)),),
    )
    assert store.facts(None, 9)[0].notes == ("n2",)
    forgotten = forget_turns(store, "t2")
    assert (forgotten.facts, forgotten.entities) == (("f1",), ("ada", "turin"))
    assert store.facts(None, 9) == ()


def test_counters_are_right_after_forgetting(store):
    for number in (1, 4, 8):
        mention(store, "Ada", "Bea", uid=f"t{number}", session=f"s{number}", said_at=day(number))
    mention(store, "Ada", uid="t9", session="s9", said_at=day(9))
    forget_turns(store, "t1", "t9")
    ada = entities(store)["ada"]
    assert (ada.mentions, ada.first_at, ada.last_at) == (2, day(4), day(8))
    assert store.stats().mentions == 4


def test_an_entity_stays_while_any_record_refers_to_it(store):
    people = [make_entity(uid) for uid in ("mentioned", "noted", "subject", "object", "speaker", "loose")]
    forgotten, kept = in_separate_sessions("t1", "t2")
    remember(
        store,
        [forgotten, kept],
        spoken_by={"t2": "speaker"},
        notes=[make_note("n2", turns=("t2",))],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(forgotten, *(person.uid for person in people))
        + make_mentions(kept, "mentioned"),
        abouts=[About("n2", "noted")],
        facts=[make_fact("f1", "subject", "KNOWS", "object", notes=("n2",))],
    )
    assert forget_turns(store, "t1").entities == ("loose",)
    left = entities(store)
    assert set(left) == {"mentioned", "noted", "subject", "object", "speaker"}
    assert (left["noted"].mentions, left["noted"].first_at, left["noted"].last_at) == (0, None, None)
    assert set(store.snapshot(SnapshotRequest(name_keys=("loose", "noted", "speaker"))).entities) == {
        "noted",
        "speaker",
    }


def test_a_name_stays_for_the_other_entity_with_that_name(store):
    for uid, turn in zip(("sam1", "sam2"), in_separate_sessions("t1", "t2"), strict=True):
        sam = make_entity(uid, "Sam")
        remember(
            store, [turn], entities=[sam], names=[Name("sam", "Sam", uid)], mentions=make_mentions(turn, uid)
        )
    forget_turns(store, "t1")
    assert [sam.uid for sam in store.snapshot(SnapshotRequest(name_keys=("sam",))).entities["sam"]] == [
        "sam2"
    ]


# Restored facts


def store_superseded_facts(store, *ends):
    """Four facts of Ada from four turns. `ends` are pairs (fact, superseded by): the first ends on day 1, the next on day 2."""
    cities = ("f1", "f2", "f3", "f4")
    people = [make_entity(uid) for uid in ("ada", *cities)]
    remember(
        store,
        in_separate_sessions("t1", "t2", "t3", "t4"),
        notes=[make_note(f"n{uid[1]}", turns=(f"t{uid[1]}",)) for uid in cities],
        entities=people,
        names=make_names(*people),
        facts=[make_fact(uid, object=uid, notes=(f"n{uid[1]}",)) for uid in cities],
    )
    for number, (fact, by) in enumerate(ends, start=1):
        remember(store, invalidations=[make_invalidation(fact, by, until=day(number))])


def end_of(store, uid):
    [fact] = [fact for fact in store.facts(None, 9) if fact.uid == uid]
    return fact.holds_until


def test_a_fact_superseded_by_a_forgotten_fact_is_restored(store):
    store_superseded_facts(store, ("f1", "f2"))
    assert current_facts(store) == ["f2", "f3", "f4"]
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert current_facts(store) == ["f1", "f3", "f4"]
    [restored] = [fact for fact in store.facts(None, 9) if fact.uid == "f1"]
    assert (restored.holds_until, restored.retired_at) == (None, None)


def test_a_fact_that_another_fact_supersedes_too_stays_ended(store):
    store_superseded_facts(store, ("f1", "f2"), ("f1", "f3"))
    assert len(forget_turns(store, "t2").restored_facts) == 0
    assert current_facts(store) == ["f3", "f4"]
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert current_facts(store) == ["f1", "f4"]


def test_forgetting_the_last_fact_of_a_chain_restores_the_one_before(store):
    store_superseded_facts(store, ("f1", "f2"), ("f2", "f3"))
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert current_facts(store) == ["f2", "f4"]


@pytest.mark.parametrize(
    ("ends", "forgotten", "holding", "until"),
    [
        ([("f1", "f2"), ("f2", "f3")], ("t2",), ["f3", "f4"], day(2)),
        ([("f1", "f2"), ("f2", "f3"), ("f3", "f4")], ("t2", "t3"), ["f4"], day(3)),
        ([("f1", "f3"), ("f1", "f2"), ("f2", "f4"), ("f3", "f4")], ("t2", "t3"), ["f4"], day(3)),
    ],
)
def test_a_fact_superseded_by_a_forgotten_middle_fact_ends_when_that_one_did(
    store, ends, forgotten, holding, until
):
    store_superseded_facts(store, *ends)
    assert len(forget_turns(store, *forgotten).restored_facts) == 0
    assert (current_facts(store), end_of(store, "f1")) == (holding, until)


def test_facts_of_a_chain_may_be_forgotten_together_or_one_by_one(store, other_store):
    for each, steps in ((store, [("t2", "t3")]), (other_store, [("t2",), ("t3",)])):
        store_superseded_facts(each, ("f1", "f2"), ("f2", "f3"), ("f3", "f4"))
        for step in steps:
            forget_turns(each, *step)
    assert store.facts(None, 9) == other_store.facts(None, 9)


def test_an_inherited_end_is_removed_with_the_last_fact_of_the_chain(store):
    store_superseded_facts(store, ("f1", "f2"), ("f2", "f3"))
    forget_turns(store, "t2")
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert (current_facts(store), end_of(store, "f1")) == (["f1", "f4"], None)


def test_a_fact_with_two_inherited_ends_is_restored_when_both_are_forgotten(store):
    store_superseded_facts(store, ("f1", "f2"), ("f2", "f3"), ("f2", "f4"))
    assert [forget_turns(store, uid).restored_facts for uid in ("t2", "t3", "t4")] == [(), (), ("f1",)]
    assert current_facts(store) == ["f1"]


def test_a_fact_that_ended_without_a_successor_passes_no_end_on(store):
    store_superseded_facts(store, ("f1", "f2"))
    remember(store, invalidations=[make_invalidation("f2", until=day(5), reason="no longer")])
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert end_of(store, "f1") is None


def test_facts_that_superseded_each_other_are_restored(store):
    store_superseded_facts(store, ("f1", "f2"), ("f2", "f1"))
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert current_facts(store) == ["f1", "f3", "f4"]


def test_a_fact_that_ended_without_a_successor_is_not_restored(store):
    store_superseded_facts(store)
    remember(store, invalidations=[make_invalidation("f1", until=day(5), reason="no longer")])
    assert len(forget_turns(store, "t2").restored_facts) == 0
    assert current_facts(store) == ["f3", "f4"]


# Turns that had a forgotten turn as context


def store_row_of_turns(store, *, state="extracted", session="s1", start=0):
    """Six successive turns, each with a note, a fact, and a person of its own that it mentions and that speaks it."""
    numbers = range(start, start + 6)
    people = [make_entity("ada"), *(make_entity(f"p{n}") for n in numbers)]
    turns = [make_turn(f"t{n}", "pear", session=session, vector=vector(1)) for n in numbers]
    remember(
        store,
        turns,
        state=state,
        spoken_by={turn.uid: f"p{turn.uid[1:]}" for turn in turns},
        notes=[
            make_note(f"n{n}", "pear", turns=(f"t{n}",), context=f"after t{n - 1}", vector=vector(1))
            for n in numbers
        ],
        entities=people,
        names=make_names(*people),
        mentions=[row for turn in turns for row in make_mentions(turn, f"p{turn.uid[1:]}")],
        abouts=[About(f"n{n}", f"p{n}") for n in numbers],
        facts=[make_fact(f"f{n}", "ada", "KNOWS", f"p{n}", notes=(f"n{n}",)) for n in numbers],
    )


def test_turns_with_a_forgotten_turn_as_context_are_pending_and_their_derived_records_removed(store):
    store_row_of_turns(store)
    forgotten = forget_turns(store, "t1")
    assert forgotten == Forgotten(
        turns=("t1",),
        notes=("n1", "n2", "n3"),
        facts=("f1", "f2", "f3"),
        entities=("p1", "p2", "p3"),
        pending=("t2", "t3"),
    )
    assert [turn.uid for turn in store.pending(9)] == ["t2", "t3"]
    left = ("0", "4", "5")
    assert {turn.uid for turn in store.turns([f"t{n}" for n in range(6)])} == {"t0", "t2", "t3", "t4", "t5"}
    assert [note.uid for note in store.notes([f"n{n}" for n in range(6)])] == [f"n{n}" for n in left]
    assert {fact.uid for fact in store.facts(None, 9)} == {f"f{n}" for n in left}
    assert set(entities(store)) == {"ada", *(f"p{n}" for n in left)}
    stats = store.stats()
    assert (stats.turns, stats.notes, stats.facts, stats.mentions, stats.pending) == (5, 3, 3, 3, 2)


def test_turns_that_are_pending_again_are_found_by_terms_but_not_by_vector(store):
    store_row_of_turns(store)
    forget_turns(store, "t1")
    by_vector = store.candidates(make_question(vector=vector(1)), Limits(neighbour_seeds=0))
    assert set(by_vector.channels) == {"t0", "t4", "t5", "n0", "n4", "n5"}
    by_word = store.candidates(make_question("pear"), Limits())
    assert {turn.uid for turn in by_word.turns if turn.vector is None} == {"t2", "t3"}
    assert {"t2", "t3"} <= set(by_word.channels)


def test_a_note_whose_context_quotes_a_forgotten_turn_is_removed(store):
    turns = [make_turn("t1", f"Where, {CANARY}?"), make_turn("t2", "In Turin.", speaker="Bea")]
    remember(store, turns, notes=[make_note("n2", "In Turin.", turns=("t2",), context=turns[0].text)])
    forget_turns(store, "t1")
    assert CANARY not in all_answers(store)
    assert store.turns(["t2"])[0].text == "In Turin."


@pytest.mark.parametrize(
    ("selection", "pending"),
    [
        (Selection(turns=("t0", "t1")), ["t2", "t3"]),
        (Selection(turns=("t0", "t3")), ["t1", "t2", "t4", "t5"]),
        (Selection(turns=("t1", "t2", "t3")), ["t4", "t5"]),
        (Selection(turns=("t4",)), ["t5"]),
        (Selection(turns=("t5",)), []),
        (Selection(entity="p2"), ["t3", "t4"]),
        (Selection(session="s1"), []),
        (Selection(everything=True), []),
    ],
)
def test_turns_at_most_two_positions_after_a_forgotten_turn_are_pending_again(store, selection, pending):
    store_row_of_turns(store)
    forgotten = store.forget(selection)
    assert [turn.uid for turn in store.pending(9)] == pending
    assert forgotten.pending == tuple(pending)


def test_the_distance_of_turns_is_counted_in_positions(store):
    positions = {"t1": 0, "t2": 3, "t3": 2, "t4": 0}
    turns = [make_turn(uid, position=position) for uid, position in positions.items()]
    remember(store, turns)
    assert len(forget_turns(store, "t1").pending) == 2
    assert [turn.uid for turn in store.pending(9)] == ["t4", "t3"]


def test_turns_of_other_sessions_and_namespaces_are_not_affected(store, other_store):
    store_row_of_turns(store)
    store_row_of_turns(store, session="s2", start=6)
    store_row_of_turns(other_store)
    before = contents(other_store)
    forget_turns(store, "t5")
    assert store.pending(9) == ()
    assert len(store.notes([f"n{n}" for n in range(6, 12)])) == 6
    forget_turns(store, "t0")
    assert contents(other_store) == before


def test_turns_that_are_pending_again_keep_records_with_other_sources(store):
    remember(
        store,
        [*make_turns("t1", "t2"), *in_separate_sessions("t9")],
        notes=[
            make_note("n2", turns=("t2",)),
            make_note("n9", turns=("t9",)),
            make_note("both", turns=("t2", "t9")),
            make_note("seen", turns=("t1", "t2")),
        ],
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", notes=("n2", "n9"))],
    )
    forgotten = forget_turns(store, "t1")
    assert (forgotten.notes, forgotten.kept_notes, forgotten.facts, forgotten.kept_facts) == (
        ("n2", "seen"),
        (RetainedRecord(uid="both", turns=("t9",)),),
        (),
        (RetainedRecord(uid="f1", turns=("t9",)),),
    )
    assert [(note.uid, note.turns) for note in store.notes(["both", "n9"])] == [
        ("both", ("t9",)),
        ("n9", ("t9",)),
    ]
    assert store.facts(None, 9)[0].notes == ("n9",)


def test_pending_turns_can_be_derived_again_with_the_same_result(store):
    store_row_of_turns(store)
    before = contents(store)
    for uid in ("t5", "t0"):
        store.forget(Selection(turns=(uid,)), lasting=False)
    store_row_of_turns(store)
    assert store.pending(9) == ()
    after = contents(store)
    assert [note.uid for note in after["notes"]] == [note.uid for note in before["notes"]]
    assert after["entities"] == before["entities"]
    assert after["facts"] == before["facts"]


def test_a_kept_fact_takes_the_text_of_a_remaining_note(store):
    notes = [
        make_note("n1", f"Ada lives there, {CANARY}.", turns=("t1",), said_at=day(0)),
        make_note("n2", "No time.", turns=("t2",), said_at=None),
        make_note("n3", "Late.", turns=("t3",), said_at=day(4)),
        make_note("n5", "Early, by uid second.", turns=("t4",), said_at=day(2)),
        make_note("n4", "Early.", turns=("t4",), said_at=day(2)),
    ]
    remember(
        store,
        in_separate_sessions("t1", "t2", "t3", "t4"),
        notes=notes,
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", text=notes[0].text, notes=tuple(note.uid for note in notes))],
    )
    texts = []
    for uid in ("t1", "t4", "t3"):
        assert len(forget_turns(store, uid).kept_facts) == 1
        texts += [fact.text for fact in store.facts(None, 9)]
    assert texts == ["Early.", "Late.", "No time."]
    assert CANARY not in all_answers(store)


# No trace remains


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("t1", "t2")),
        Selection(session="s1"),
        Selection(speaker="Ada"),
        Selection(entity="ada"),
        Selection(everything=True),
    ],
)
def test_no_answer_contains_a_word_of_a_forgotten_turn(store, selection):
    rows = sample_rows(CANARY) | {"changes": []}
    remember(store, rows.pop("turns"), **rows)
    assert CANARY in all_answers(store)
    store.forget(selection)
    assert CANARY not in all_answers(store)


def test_forgotten_records_are_found_by_no_channel(store):
    ada = make_entity("ada")
    turns = [make_turn(uid, "pear", session=uid, vector=vector(1)) for uid in ("t1", "t2")]
    remember(
        store,
        turns,
        notes=[make_note(f"n{turn.uid}", "pear", turns=(turn.uid,), vector=vector(1)) for turn in turns],
        entities=[ada],
        names=make_names(ada),
        mentions=[row for turn in turns for row in make_mentions(turn, "ada")],
        abouts=[About(f"n{turn.uid}", "ada") for turn in turns],
    )
    question = make_question("pear", name_keys=("ada",), vector=vector(1), since=day(0), until=day(1))
    assert set(store.candidates(question, Limits()).channels) == {"t1", "t2", "nt1", "nt2"}
    forget_turns(store, "t1")
    found = store.candidates(question, Limits())
    assert set(found.channels) == {"t2", "nt2"}
    assert (found.frequencies["pear"], found.documents) == (2, 2)


def test_similarity_edges_are_removed_with_either_note(store):
    notes = [make_note(f"n{number}", turns=(f"t{number}",)) for number in (1, 2, 3)]
    links = [Similar("n1", "n2", 0.9), Similar("n2", "n3", 0.9), Similar("n1", "n3", 0.9)]
    remember(store, in_separate_sessions("t1", "t2", "t3"), notes=notes, similar=links)
    forget_turns(store, "t2")
    assert store.stats().similar == 1


def test_the_uid_of_a_forgotten_turn_may_be_used_with_another_text(store):
    remember(store, make_turns("t0"), notes=[make_note("n0", turns=("t0",))])
    remember(store, [make_turn("t1", "A pear.")], notes=[make_note("n1", "A pear.")])
    forget_turns(store, "t1")
    appended = store.append([make_turn("t1", "A plum.")], (), 0)
    assert (appended.new, appended.turns[0].state) == ({"t1"}, "pending")
    assert set(store.candidates(make_question("plum pear"), Limits(neighbour_seeds=0)).channels) == {"t1"}


def test_forgetting_everything_removes_the_namespace(database, store):
    fill(store, "quince")
    forgotten = store.forget(Selection(everything=True))
    assert (forgotten.turns, forgotten.notes, forgotten.facts, forgotten.entities) == (
        ("t1", "t2", "t3"),
        ("n1", "n2"),
        ("f1", "f2"),
        ("ada", "milan", "turin"),
    )
    assert store.namespace not in database.namespaces()
    assert (store.changes(9), store.stats().version, store.stats().sessions) == ((), 0, 0)
    assert store.forget(Selection(everything=True)) == Forgotten()


def test_a_forgotten_namespace_can_be_filled_again(store):
    fill(store, "quince")
    before = contents(store)
    store.forget(Selection(everything=True))
    fill(store, "quince")
    assert contents(store) == before


def test_forgetting_is_durable(fresh_database):
    store = fresh_database(STAMP).store("ada")
    fill(store, CANARY)
    store.forget(Selection(turns=("t1", "t2", "t3")))
    again = fresh_database(STAMP).store("ada")
    assert (again.stats().turns, again.stats().notes, again.stats().entities) == (0, 0, 0)
    assert again.candidates(make_question(CANARY), Limits()).channels == {}


# Extraction windows


def store_windows(store, *windows, texts=()):
    """Turns t0, t1 … of one session, extracted in windows (first and last position), each with a note, a mention and a name."""
    numbers = sorted(number for window in windows for number in range(window[0], window[1] + 1))
    given_texts = dict(enumerate(texts))
    turns = {n: make_turn(f"t{n}", given_texts.get(n, f"This is {n}."), position=n) for n in set(numbers)}
    store.append(list(turns.values()), (), 0)
    extracted: set[int] = set()
    for first, last in windows:
        fresh = [n for n in range(first, last + 1) if n not in extracted]
        extracted |= set(fresh)
        people = [make_entity(f"p{n}") for n in fresh]
        remember(
            store,
            turns=[],
            notes=[make_note(f"n{n}", "pear", turns=(f"t{n}",)) for n in fresh],
            entities=people,
            names=make_names(*people),
            mentions=[row for n in fresh for row in make_mentions(turns[n], f"p{n}")],
        )
        updates = [TurnUpdate(uid=f"t{n}", state="extracted", context_span=(first, last)) for n in fresh]
        assert isinstance(store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates)), Applied)


def pending(store):
    return [turn.uid for turn in store.pending(MANY)]


def test_all_turns_of_the_window_of_a_forgotten_turn_are_pending_again(store):
    store_windows(store, (0, 9), (8, 14))  # turns 8 and 9 are the context of the second window
    forgotten = forget_turns(store, "t7")
    assert pending(store) == ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t8", "t9"]
    assert (len(forgotten.notes), len(forgotten.pending), len(forgotten.entities)) == (10, 9, 10)
    assert {note.uid for note in store.notes([f"n{n}" for n in range(15)])} == {
        f"n{n}" for n in range(10, 15)
    }


def test_a_window_with_the_forgotten_turn_as_context_is_derived_again_too(store):
    store_windows(store, (0, 9), (8, 14))
    forget_turns(store, "t8")
    assert len(pending(store)) == 14


def test_windows_without_the_forgotten_turn_are_not_affected(store):
    store_windows(store, (0, 4), (5, 9), (10, 14))
    forget_turns(store, "t5")
    assert pending(store) == ["t6", "t7", "t8", "t9"]


def test_a_pending_turn_has_no_window(store):
    store_windows(store, (0, 9))
    forget_turns(store, "t0")
    updates = [TurnUpdate(uid=f"t{n}", state="extracted") for n in range(1, 10)]
    assert isinstance(store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates)), Applied)
    forget_turns(store, "t9")
    assert pending(store) == []


def test_the_windows_of_a_rebuild_count_after_the_switch(store):
    store_windows(store, (0, 9))
    building = store.begin_generation()
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=f"t{n}", state="extracted", context_span=(n, n + 1)) for n in range(10)]
    assert isinstance(store.apply(make_plan(known, turns=updates)), Applied)
    assert isinstance(store.switch_generation(building.space, make_change("rebuilt")), Applied)
    forget_turns(store, "t5")
    assert pending(store) == [
        "t4",
        "t6",
        "t7",
    ]  # t4 had the forgotten turn in its window; t6 and t7 follow it


# Revisions caused by a forgotten turn


def store_revisions(store, *causes):
    """A note of t0, revised by these turns one after the other. Each turn is in a session of its own."""
    uids = sorted({"t0", *causes})
    remember(
        store,
        in_separate_sessions(*uids),
        notes=[make_note("n0", "Ada moved.", turns=("t0",), vector=vector(1))],
    )
    for number, cause in enumerate(causes, start=1):
        revision = make_revision(
            "n0", cause, f"context{number} by {cause}", text="Ada moved.", vector=vector(1, number)
        )
        remember(store, revisions=[revision])


def contexts(store):
    return [state.context for state in store.history("n0")]


@pytest.mark.parametrize(
    ("forgotten", "expected"),
    [
        ("t3", ["", "context1 by t1", "context2 by t2"]),
        ("t2", ["", "context1 by t1"]),  # the third revision may contain text of the second turn
        ("t1", [""]),
    ],
)
def test_a_note_returns_to_the_revision_before_the_forgotten_turn(store, forgotten, expected):
    store_revisions(store, "t1", "t2", "t3")
    assert forget_turns(store, forgotten).notes == ()
    assert contexts(store) == expected
    [note] = store.notes(["n0"])
    assert note.context == expected[-1]
    assert note.terms == terms_of(f"Ada moved. {expected[-1]}")
    assert np.allclose(note.vector, vector(1, len(expected) - 1))


def test_a_note_that_returned_to_a_revision_is_found_by_the_terms_and_vector_of_it(store):
    store_revisions(store, "t1")
    forget_turns(store, "t1")
    assert "n0" not in store.candidates(make_question("context1"), Limits()).channels
    assert "n0" in store.candidates(make_question("moved"), Limits()).channels
    near = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="", vector=vector(1)),))
    ).neighbours["new"]
    assert near[0].similarity == pytest.approx(1.0)


def test_a_revision_is_removed_when_its_turn_is_pending_again(store):
    turns = [make_turn("t1", "One."), make_turn("t2", "Two."), make_turn("t0", "Zero.", session="s0")]
    remember(store, turns, notes=[make_note("n0", turns=("t0",))])
    remember(store, revisions=[make_revision("n0", "t2", "after one")])
    forget_turns(store, "t1")
    assert contexts(store) == [""]


def test_a_revision_is_removed_with_any_turn_of_the_window_that_caused_it(store):
    store_windows(store, (0, 9))
    remember(store, [make_turn("x", session="sx")], notes=[make_note("n0x", turns=("x",))])
    remember(store, revisions=[make_revision("n0x", "t9", f"{CANARY} of t2")])
    forget_turns(store, "t2")
    assert [state.context for state in store.history("n0x")] == [""]
    assert CANARY not in all_answers(store)


def test_a_note_that_returned_to_a_revision_can_be_revised_again(store):
    store_revisions(store, "t1", "t2")
    forget_turns(store, "t2")
    remember(store, in_separate_sessions("t5"), revisions=[make_revision("n0", "t5", "anew")])
    assert contexts(store) == ["", "context1 by t1", "anew"]
    assert [state.number for state in store.history("n0")] == [0, 1, 2]


def test_all_revisions_are_removed_with_their_note(store):
    store_revisions(store, "t1", "t2")
    forget_turns(store, "t0")
    assert store.history("n0") == ()
    assert forget_turns(store, "t1").turns == ("t1",)


# Names


def store_names(store, *turns):
    """Store turns, given as (uid, entity, name …): each turn is the source of these names of the entity."""
    for uid, entity, *given in turns:
        [turn] = in_separate_sessions(uid)
        existing = entities(store)
        remember(
            store,
            [turn],
            entities=[] if entity in existing else [make_entity(entity, given[0])],
            names=[Name(name.lower(), name, entity) for name in given],
            name_sources=[NameSource(name.lower(), uid) for name in given],
            mentions=make_mentions(turn, entity),
        )


def entities_by_name(store, *names):
    found = store.snapshot(SnapshotRequest(name_keys=tuple(names))).entities
    return {key: [entity.uid for entity in of] for key, of in found.items()}


def test_a_name_is_removed_with_its_last_source(store):
    store_names(store, ("t1", "ada", "Ada"), ("t2", "ada", "Ada", CANARY), ("t3", "ada", CANARY))
    forget_turns(store, "t2")
    assert entities_by_name(store, "ada", CANARY) == {"ada": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert entities_by_name(store, "ada", CANARY) == {"ada": ["ada"]}
    assert CANARY not in all_answers(store)


def test_an_entity_is_shown_by_its_longest_remaining_name(store):
    store_names(store, ("t1", "ada", CANARY), ("t2", "ada", "Ada", "Ada Byron"))
    assert entities(store)["ada"].name == CANARY
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "Ada Byron"


def test_an_entity_without_a_name_is_shown_by_its_uid(store):
    store_names(store, ("t1", "ada", CANARY))
    [turn] = in_separate_sessions("t2")
    remember(store, [turn], mentions=make_mentions(turn, "ada", how="resolved"))
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "ada"
    assert entities_by_name(store, CANARY) == {}


def test_a_name_without_sources_stays_with_its_entity(store):
    mention(store, "Ada", uid="t1", session="s1")
    mention(store, "Ada", uid="t2", session="s2")
    forget_turns(store, "t1")
    assert entities_by_name(store, "ada") == {"ada": ["ada"]}


def test_a_name_is_removed_when_its_source_is_pending_again(store):
    store_names(store, ("t9", "ada", "Ada"))
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    remember(store, turns, names=[Name(CANARY, CANARY, "ada")], name_sources=[NameSource(CANARY, "t2")])
    forget_turns(store, "t1")
    assert entities_by_name(store, CANARY) == {}


def test_a_name_of_a_merged_entity_is_removed_from_both(store):
    store_names(store, ("t1", "ada", "Ada"), ("t2", "bea", "Bea"), ("t3", "bea", CANARY))
    remember(store, merges=[Merge(alias="bea", into="ada", reason="stated")])
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["ada"]}
    remember(store, splits=[Split(alias="bea", into="ada")])
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["bea"]}
