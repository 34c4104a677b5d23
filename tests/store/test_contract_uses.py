"""Contract of `record_uses`: the times at which answers used turns, kept with the turns."""

from datetime import timedelta

from factories import NOW, make_turn
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import MAX_USES


def times_of(store, uid="t1"):
    [turn] = store.turns([uid])
    return turn.used_at


def test_uses_are_kept_with_the_turn_in_the_order_of_time(store):
    store.append([make_turn("t1"), make_turn("t2")])
    later, earlier = NOW + timedelta(days=1, microseconds=7), NOW
    assert store.record_uses(["t2", "unknown", "t1"], later) == ("t2", "t1")
    store.record_uses(["t1"], earlier)
    store.record_uses(["t1"], earlier)
    assert times_of(store) == (earlier, later)
    assert times_of(store, "t2") == (later,)
    assert store.log_page(0, 9, before=0).turns[0].used_at == (earlier, later)


def test_a_turn_is_logged_with_its_uses_and_forgotten_with_them(store):
    store.append([make_turn("t1", used_at=(NOW,))])
    assert times_of(store) == (NOW,)
    store.forget(Selection(turns=("t1",)))
    store.append([make_turn("t1")], force=True)
    assert times_of(store) == ()


def test_the_last_uses_are_kept(store):
    store.append([make_turn("t1", used_at=tuple(NOW + timedelta(days=n) for n in range(MAX_USES)))])
    store.record_uses(["t1"], NOW + timedelta(days=999))
    assert len(times_of(store)) == MAX_USES
    assert (times_of(store)[0], times_of(store)[-1]) == (
        NOW + timedelta(days=1),
        NOW + timedelta(days=999),
    )


def test_a_namespace_without_turns_is_not_created(store, database):
    assert store.record_uses(["t1"], NOW) == ()
    assert database.namespaces() == ()
