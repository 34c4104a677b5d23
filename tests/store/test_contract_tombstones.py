"""What every store promises of what was forgotten: it does not come back by being told again, unless that is wanted."""

import pytest

from factories import make_correcting, make_note, make_plan, make_turn, make_turns, remember
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import SnapshotRequest
from world import answers

SECRET = "xylocanary"


def forget(store, *uids, **options):
    return store.forget(Selection(turns=uids), **options)


def test_a_turn_that_was_forgotten_is_not_logged_again(store):
    turns = make_turns("t1", "t2")
    store.append(turns, (), 0)
    forget(store, "t1")
    logged = store.append(turns, (), 0)
    assert ([turn.uid for turn in logged.turns], logged.new) == (["t2"], frozenset())
    assert logged.forgotten == {"t1": store.changes(9)[0].at}
    assert store.turns(["t1"]) == ()


def test_said_again_it_is_as_new_and_known_from_then_on(store):
    [turn] = make_turns("t1")
    store.append([turn], (), 0)
    forget(store, "t1")
    assert store.append([turn], (), 0, force=True).new == {"t1"}
    assert store.tombstones() == ()
    known = store.append([turn], (), 0)
    assert (known.new, known.forgotten) == (frozenset(), {})
    forget(store, "t1")
    assert list(store.append([turn], (), 0).forgotten) == ["t1"]


def test_other_words_under_the_same_uid_and_the_same_under_another_are_other_turns(store):
    store.append([make_turn("t1")], (), 0)
    forget(store, "t1")
    others = [make_turn("t1", "I like jazz."), make_turn("t2")]
    assert store.append(others, (), 0).new == {"t1", "t2"}


def test_a_tombstone_tells_neither_words_nor_uid(store):
    turn = make_turn(f"t-{SECRET}", f"I live in {SECRET}.", session=SECRET, speaker=SECRET)
    store.append([turn], (), 0)
    forget(store, turn.uid)
    assert len(store.tombstones()) == 1
    assert SECRET not in answers(store)


def test_two_namespaces_leave_different_marks_and_do_not_know_of_each_other(store, other_store):
    turn = make_turn()
    for each in (store, other_store):
        each.append([turn], (), 0)
    forget(store, "t1")
    assert other_store.tombstones() == ()
    assert other_store.append([turn], (), 0).turns[0].uid == "t1"
    forget(other_store, "t1")
    assert store.tombstones()[0].digest != other_store.tombstones()[0].digest


def test_a_corrected_turn_is_known_again_by_all_the_words_that_it_had(store):
    store.append([make_turn()], (), 0)
    store.correct(make_correcting())
    forget(store, "t1")
    for text in ("I moved to Turin.", "I moved to Milan."):
        assert list(store.append([make_turn(text=text)], (), 0).forgotten) == ["t1"]


@pytest.mark.parametrize("selection", [Selection(session="s1"), Selection(speaker="Ada")])
def test_all_that_was_selected_leaves_its_mark(store, selection):
    turns = make_turns("t1", "t2")
    store.append(turns, (), 0)
    store.forget(selection)
    assert set(store.append(turns, (), 0).forgotten) == {"t1", "t2"}


def test_what_is_not_meant_to_last_leaves_none(store):
    store.append([make_turn()], (), 0)
    forget(store, "t1", lasting=False)
    assert store.tombstones() == ()
    assert store.append([make_turn()], (), 0).new == {"t1"}


def test_of_everything_nothing_is_left_not_even_marks(store):
    turns = make_turns("t1", "t2")
    store.append(turns, (), 0)
    forget(store, "t1")
    store.forget(Selection(everything=True))
    assert store.tombstones() == ()
    assert store.append(turns, (), 0).new == {"t1", "t2"}


def test_tombstones_of_elsewhere_count_as_those_of_its_own(store, other_store):
    for each in (store, other_store):
        each.append(make_turns("t1", "t2"), (), 0)
    forget(other_store, "t2")
    forget(store, "t1")
    store.apply(make_plan(store.snapshot(SnapshotRequest()), tombstones=other_store.tombstones()))
    assert len(store.tombstones()) == 2
    assert set(store.append(make_turns("t1"), (), 0).forgotten) == {"t1"}
    forget(store, "t2", lasting=False)
    assert set(store.append(make_turns("t2"), (), 0).forgotten) == {"t2"}


def test_a_rebuild_does_not_bring_it_back(store):
    remember(store, make_turns("t1", "t2"), notes=[make_note()])
    forget(store, "t1")
    store.begin_generation()
    assert {turn.uid for turn in store.log_page(0, 9, 0).turns} == {"t2"}
    store.discard_generation()
    assert list(store.append(make_turns("t1"), (), 0).forgotten) == ["t1"]
