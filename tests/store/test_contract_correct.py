"""What every store promises of a turn whose words a person puts right: it reads otherwise, and is to be derived anew."""

from dataclasses import replace

import pytest

from factories import (
    day,
    make_correcting,
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
from world import answers, snapshot

SAID, RIGHT = "I moved to Turin.", "I moved to Milan."


def tell_turin(store):
    """Ada moved to Turin, says t1; t9, of another day, says so too of the house."""
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
    outcome = store.correct(make_correcting(*args, **fields))
    assert isinstance(outcome, CorrectionResult)
    return outcome


def test_the_turn_reads_as_corrected_and_remembers_what_was_said(store):
    tell_turin(store)
    correct(store, note="n1", reason="a slip")
    [turn] = store.turns(["t1"])
    assert (turn.text, turn.original_text, turn.state) == (RIGHT, SAID, "pending")
    [correction] = turn.corrections
    assert (correction.before, correction.note, correction.reason) == (SAID, "n1", "a slip")
    assert turn.corrected_at == correction.at
    assert [each.corrections for each in store.pending(9)] == [turn.corrections]


def test_what_only_the_old_words_supported_is_gone_and_what_others_support_stays(store):
    tell_turin(store)
    removed = correct(store).removed
    assert (removed.turns, removed.notes, removed.facts, removed.entities) == ((), ("n1",), ("f1",), ())
    assert removed.kept_facts == (RetainedRecord(uid="f2", turns=("t9",)),)
    assert removed.pending == ("t1",)
    assert [fact.uid for fact in store.facts(None, 9)] == ["f2"]
    assert (store.stats().notes, store.stats().pending) == (1, 1)


def test_the_corrected_words_are_found_and_the_old_ones_are_not(store):
    tell_turin(store)
    correct(store)
    found = {
        word: store.candidates(make_question(word), Limits(neighbour_seeds=0)).channels.keys()
        for word in ("milan", "moved", "turin")
    }
    assert ("t1" in found["milan"], "t1" in found["moved"], "t1" in found["turin"]) == (True, True, False)
    assert store.turns(["t1"])[0].vector is None


def test_a_correction_moves_the_version_and_is_on_record(store):
    tell_turin(store)
    version = store.stats().version
    assert correct(store).version == store.stats().version == version + 1
    assert (store.changes(9)[0].uid, store.changes(9)[0].kind) == ("c-update", "update")


def test_whoever_corrects_other_words_than_stand_there_is_told_and_nothing_happens(store):
    tell_turin(store)
    before = snapshot(store)
    for correcting in (make_correcting(before="I moved to Rome."), make_correcting("t-unknown")):
        assert store.correct(correcting) == Stale(store.stats().version)
    assert snapshot(store) == before


def test_a_correction_of_a_namespace_that_is_not_there_brings_none_into_being(database, store):
    assert store.correct(make_correcting()) == Stale(0)
    assert store.namespace not in database.namespaces()


def test_corrections_add_up(store):
    tell_turin(store)
    correct(store)
    correct(store, text=SAID, before=RIGHT, uid="c-back")
    [turn] = store.turns(["t1"])
    assert turn.all_texts == (SAID, RIGHT, SAID)
    assert turn.corrected_at is None


def test_turns_that_stood_after_and_programs_that_used_it_are_read_again(store):
    turns = [
        make_turn("t1"),
        make_turn("t2", "Fine."),
        make_turn("t5", "Far.", position=7),
        make_turn("a1", "You moved to Turin.", session="chat", role="assistant", used=("t1",)),
    ]
    remember(store, turns)
    assert correct(store).removed.pending == ("a1", "t1", "t2")
    assert {turn.uid for turn in store.turns(["t1", "t2", "t5", "a1"])} == {"t1", "t2", "t5", "a1"}


def test_what_was_said_is_known_again_and_so_is_its_correction(store):
    tell_turin(store)
    correct(store)
    for text in (SAID, RIGHT):
        logged = store.append([make_turn(text=text)], (), 0)
        assert (logged.new, logged.turns[0].text) == (frozenset(), RIGHT)
    with pytest.raises(TurnConflict):
        store.append([make_turn(text="I moved to Rome.")], (), 0)


def test_a_turn_that_was_corrected_elsewhere_is_logged_with_its_corrections(store, other_store):
    tell_turin(store)
    correct(store)
    [turn] = store.turns(["t1"])
    other_store.append([replace(turn, state="pending")], (), 0)
    assert other_store.turns(["t1"])[0].all_texts == (SAID, RIGHT)


def test_it_is_replayed_as_corrected(store):
    tell_turin(store)
    correct(store)
    assert {turn.uid: turn.all_texts for turn in store.log_page(0, 9, 0).turns}["t1"] == (SAID, RIGHT)


def test_a_generation_that_is_being_derived_begins_anew(store):
    tell_turin(store)
    building = store.begin_generation()
    correct(store)
    assert store.snapshot(SnapshotRequest(space=building.space)).version == -1


def test_forgetting_the_turn_forgets_the_correction(store):
    tell_turin(store)
    correct(store, text="I moved to Xylocanary.", reason="Xylocanary, not Turin")
    store.forget(Selection(turns=("t1",)))
    assert "ylocanary" not in answers(store)


def test_a_correction_touches_nothing_of_another_namespace(store, other_store):
    tell_turin(store)
    tell_turin(other_store)
    before = snapshot(other_store)
    correct(store)
    assert snapshot(other_store) == before
