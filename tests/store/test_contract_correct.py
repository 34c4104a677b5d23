"""Contract of `correct`: a turn gets another text, and everything derived from it is derived again."""

from dataclasses import replace

import pytest

from factories import (
    day,
    make_correction,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    remember,
    vector,
)
from memgraph_core.errors import TurnConflict
from memgraph_core.records.forget import CorrectionResult, RetainedRecord, Selection
from memgraph_core.records.plan import SnapshotRequest, Stale
from memgraph_core.records.search import Limits
from sample_namespace import all_answers, contents

ORIGINAL, CORRECTED = "I moved to Turin.", "I moved to Milan."


def fill_with_turin(store):
    """Turn t1: Ada moved to Turin. Turn t9, in another session, supports one of the two facts too."""
    people = [make_entity("ada"), make_entity("turin", type="Place"), make_entity("house")]
    turn, other = make_turn(), make_turn("t9", "The house is in Turin.", session="s9", said_at=day(8))
    remember(
        store,
        [turn, other],
        spoken_by={"t1": "ada"},
        notes=[make_note("n1", vector=vector(1)), make_note("n9", other.text, turns=("t9",))],
        entities=people,
        names=make_names(*people),
        mentions=[*make_mentions(turn, "turin"), *make_mentions(other, "turin", "house")],
        facts=[
            make_fact("f1", "ada", "LIVES_IN", "turin", notes=("n1",)),
            make_fact("f2", "ada", "LIKES", "turin", notes=("n1", "n9")),
        ],
    )
    return store


def correct(store, *args, **fields):
    outcome = store.correct(make_correction(*args, **fields))
    assert isinstance(outcome, CorrectionResult)
    return outcome


def test_a_corrected_turn_has_the_new_text_and_keeps_the_original_one(store):
    fill_with_turin(store)
    correct(store, note="n1", reason="a slip")
    [turn] = store.turns(["t1"])
    assert (turn.text, turn.original_text, turn.state) == (CORRECTED, ORIGINAL, "pending")
    [correction] = turn.corrections
    assert (correction.before, correction.note, correction.reason) == (ORIGINAL, "n1", "a slip")
    assert turn.corrected_at == correction.at
    assert [each.corrections for each in store.pending(9)] == [turn.corrections]


def test_records_that_only_the_old_text_supports_are_removed_and_others_kept(store):
    fill_with_turin(store)
    removed = correct(store).removed
    assert (removed.turns, removed.notes, removed.facts, removed.entities) == ((), ("n1",), ("f1",), ())
    assert removed.kept_facts == (RetainedRecord(uid="f2", turns=("t9",)),)
    assert removed.pending == ("t1",)
    assert [fact.uid for fact in store.facts(None, 9)] == ["f2"]
    assert (store.stats().notes, store.stats().pending) == (1, 1)


def test_a_corrected_turn_is_found_by_its_new_text_and_not_by_the_old_one(store):
    fill_with_turin(store)
    correct(store)
    found = {
        word: store.candidates(make_question(word), Limits(neighbour_seeds=0)).channels.keys()
        for word in ("milan", "moved", "turin")
    }
    assert ("t1" in found["milan"], "t1" in found["moved"], "t1" in found["turin"]) == (True, True, False)
    assert store.turns(["t1"])[0].vector is None


def test_a_correction_increments_the_version_and_is_recorded_as_a_change(store):
    fill_with_turin(store)
    version = store.stats().version
    assert correct(store).version == store.stats().version == version + 1
    assert (store.changes(9)[0].uid, store.changes(9)[0].kind) == ("c-update", "update")


def test_a_correction_of_another_text_than_the_present_one_is_stale_and_writes_nothing(store):
    fill_with_turin(store)
    before = contents(store)
    for correcting in (make_correction(before="I moved to Rome."), make_correction("t-unknown")):
        assert store.correct(correcting) == Stale(store.stats().version)
    assert contents(store) == before


def test_a_correction_does_not_create_a_namespace(database, store):
    assert store.correct(make_correction()) == Stale(0)
    assert store.namespace not in database.namespaces()


def test_a_turn_can_be_corrected_several_times(store):
    fill_with_turin(store)
    correct(store)
    correct(store, text=ORIGINAL, before=CORRECTED, uid="c-back")
    [turn] = store.turns(["t1"])
    assert turn.all_texts == (ORIGINAL, CORRECTED, ORIGINAL)
    assert turn.corrected_at is None


def test_turns_that_had_the_turn_as_context_or_used_it_are_pending_again(store):
    turns = [
        make_turn("t1"),
        make_turn("t2", "Fine."),
        make_turn("t5", "Far.", position=7),
        make_turn("a1", "You moved to Turin.", session="chat", role="assistant", used=("t1",)),
    ]
    remember(store, turns)
    assert correct(store).removed.pending == ("a1", "t1", "t2")
    assert {turn.uid for turn in store.turns(["t1", "t2", "t5", "a1"])} == {"t1", "t2", "t5", "a1"}


def test_a_corrected_turn_is_recognized_by_its_original_and_its_new_text(store):
    fill_with_turin(store)
    correct(store)
    for text in (ORIGINAL, CORRECTED):
        appended = store.append([make_turn(text=text)])
        assert (appended.new, appended.turns[0].text) == (frozenset(), CORRECTED)
    with pytest.raises(TurnConflict):
        store.append([make_turn(text="I moved to Rome.")])


def test_a_turn_with_corrections_is_appended_with_them(store, other_store):
    fill_with_turin(store)
    correct(store)
    [turn] = store.turns(["t1"])
    other_store.append([replace(turn, state="pending")])
    assert other_store.turns(["t1"])[0].all_texts == (ORIGINAL, CORRECTED)


def test_a_rebuild_reads_the_corrected_text(store):
    fill_with_turin(store)
    correct(store)
    assert {turn.uid: turn.all_texts for turn in store.log_page(0, 9, 0).turns}["t1"] == (ORIGINAL, CORRECTED)


def test_a_correction_discards_the_generation_being_built(store):
    fill_with_turin(store)
    building = store.begin_generation()
    correct(store)
    assert store.snapshot(SnapshotRequest(space=building.space)).version == -1


def test_forgetting_the_turn_forgets_the_correction(store):
    fill_with_turin(store)
    correct(store, text="I moved to Xylocanary.", reason="Xylocanary, not Turin")
    store.forget(Selection(turns=("t1",)))
    assert "ylocanary" not in all_answers(store)


def test_a_correction_changes_no_other_namespace(store, other_store):
    fill_with_turin(store)
    fill_with_turin(other_store)
    before = contents(other_store)
    correct(store)
    assert contents(other_store) == before
