"""Contract of `forget`: facts that forgotten facts had superseded are restored."""

import pytest
from forgetting import current_facts, forget_turns, in_separate_sessions

from factories import (
    day,
    make_entity,
    make_fact,
    make_invalidation,
    make_names,
    make_note,
    remember,
)


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
