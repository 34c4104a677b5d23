"""Contract of tombstones: a forgotten turn is not logged again unless this is forced."""

import pytest

from factories import make_correction, make_note, make_plan, make_turn, make_turns, remember
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import SnapshotRequest
from sample_namespace import all_answers

SECRET = "xylocanary"


def forget(store, *uids, **options):
    return store.forget(Selection(turns=uids), **options)


def test_a_forgotten_turn_is_not_logged_again(store):
    turns = make_turns("t1", "t2")
    store.append(turns)
    forget(store, "t1")
    appended = store.append(turns)
    assert ([turn.uid for turn in appended.turns], appended.new) == (["t2"], frozenset())
    assert appended.forgotten == {"t1": store.changes(9)[0].at}
    assert store.turns(["t1"]) == ()


def test_with_force_a_forgotten_turn_is_logged_as_new_and_its_tombstone_removed(store):
    [turn] = make_turns("t1")
    store.append([turn])
    forget(store, "t1")
    assert store.append([turn], force=True).new == {"t1"}
    assert store.tombstones() == ()
    again = store.append([turn])
    assert (again.new, again.forgotten) == (frozenset(), {})
    forget(store, "t1")
    assert list(store.append([turn]).forgotten) == ["t1"]


def test_a_tombstone_covers_only_the_same_uid_with_the_same_text(store):
    store.append([make_turn("t1")])
    forget(store, "t1")
    others = [make_turn("t1", "I like jazz."), make_turn("t2")]
    assert store.append(others).new == {"t1", "t2"}


def test_a_tombstone_contains_neither_text_nor_uid(store):
    turn = make_turn(f"t-{SECRET}", f"I live in {SECRET}.", session=SECRET, speaker=SECRET)
    store.append([turn])
    forget(store, turn.uid)
    assert len(store.tombstones()) == 1
    assert SECRET not in all_answers(store)


def test_two_namespaces_have_different_tombstones_for_the_same_turn(store, other_store):
    turn = make_turn()
    for each in (store, other_store):
        each.append([turn])
    forget(store, "t1")
    assert other_store.tombstones() == ()
    assert other_store.append([turn]).turns[0].uid == "t1"
    forget(other_store, "t1")
    assert store.tombstones()[0].digest != other_store.tombstones()[0].digest


def test_a_forgotten_corrected_turn_is_recognized_by_all_its_texts(store):
    store.append([make_turn()])
    store.correct(make_correction())
    forget(store, "t1")
    for text in ("I moved to Turin.", "I moved to Milan."):
        assert list(store.append([make_turn(text=text)]).forgotten) == ["t1"]


@pytest.mark.parametrize("selection", [Selection(session="s1"), Selection(speaker="Ada")])
def test_every_selected_turn_has_a_tombstone(store, selection):
    turns = make_turns("t1", "t2")
    store.append(turns)
    store.forget(selection)
    assert set(store.append(turns).forgotten) == {"t1", "t2"}


def test_forgetting_without_lasting_writes_no_tombstone(store):
    store.append([make_turn()])
    forget(store, "t1", lasting=False)
    assert store.tombstones() == ()
    assert store.append([make_turn()]).new == {"t1"}


def test_forgetting_everything_removes_all_tombstones(store):
    turns = make_turns("t1", "t2")
    store.append(turns)
    forget(store, "t1")
    store.forget(Selection(everything=True))
    assert store.tombstones() == ()
    assert store.append(turns).new == {"t1", "t2"}


def test_tombstones_from_another_database_count_like_own_ones(store, other_store):
    for each in (store, other_store):
        each.append(make_turns("t1", "t2"))
    forget(other_store, "t2")
    forget(store, "t1")
    store.apply(make_plan(store.snapshot(SnapshotRequest()), tombstones=other_store.tombstones()))
    assert len(store.tombstones()) == 2
    assert set(store.append(make_turns("t1")).forgotten) == {"t1"}
    forget(store, "t2", lasting=False)
    assert set(store.append(make_turns("t2")).forgotten) == {"t2"}


def test_a_rebuild_does_not_restore_a_forgotten_turn(store):
    remember(store, make_turns("t1", "t2"), notes=[make_note()])
    forget(store, "t1")
    store.begin_generation()
    assert {turn.uid for turn in store.log_page(0, 9, 0).turns} == {"t2"}
    store.discard_generation()
    assert list(store.append(make_turns("t1")).forgotten) == ["t1"]
