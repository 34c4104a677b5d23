"""Contract of `forget`: turns that had a forgotten turn as context are derived again."""

import pytest
from forgetting import CANARY, entities, forget_turns, in_separate_sessions, store_windows

from factories import (
    day,
    make_change,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.forget import Forgotten, RetainedRecord, Selection
from memgraph_core.records.graph import About
from memgraph_core.records.plan import (
    Applied,
    SnapshotRequest,
    TurnUpdate,
)
from memgraph_core.records.search import Limits
from sample_namespace import MANY, all_answers, contents

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


# Extraction windows


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
