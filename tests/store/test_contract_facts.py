"""Contract of facts: they gain sources, end, are superseded, and stay in the history."""

from dataclasses import replace

from factories import (
    NOW,
    day,
    make_entity,
    make_fact,
    make_invalidation,
    make_names,
    make_note,
    make_turn,
    make_turns,
    remember,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import Conflict, FactLookup, InvalidationWithdrawal, SnapshotRequest


def current_facts(store, subject="ada", type="LIVES_IN"):
    probe = FactLookup(subject=subject, type=type, object="", single=True)
    return [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ]


def remember_moves(store, *cities):
    """One turn, note and fact per city, each fact ending the one before."""
    places = [make_entity(city, type="Place") for city in cities]
    ada = make_entity("ada")
    for number, city in enumerate(cities):
        invalidation = make_invalidation(cities[number - 1], city, until=day(number))
        remember(
            store,
            make_turns(f"t{number}"),
            notes=[make_note(f"n{number}", turns=(f"t{number}",))],
            entities=[ada, *places],
            names=make_names(ada, *places),
            facts=[make_fact(city, object=city, notes=(f"n{number}",), holds_from=day(number))],
            invalidations=[invalidation] if number else [],
        )


def test_a_fact_is_returned_as_it_was_planned(store):
    fact = make_fact(
        "f1",
        text="Ada has lived in Turin since March.",
        holds_from=day(60),
        grain="month",
        trust="observed",
        confidence=0.5,
    )
    entities = [make_entity("ada"), make_entity("turin")]
    remember(store, [make_turn()], notes=[make_note()], entities=entities, facts=[fact])
    assert store.facts(None, 10) == (fact,)


def test_a_fact_stated_again_gains_a_source_and_keeps_its_other_values(store):
    remember_moves(store, "turin")
    stated_again = make_fact(
        "turin", notes=("n9",), text="In other words", confidence=0.1, holds_from=day(50)
    )
    remember(store, make_turns("t9"), notes=[make_note("n9", turns=("t9",))], facts=[stated_again])
    [fact] = store.facts(None, 10)
    assert (set(fact.notes), fact.text, fact.confidence, fact.holds_from) == (
        {"n0", "n9"},
        "ada LIVES_IN turin",
        1.0,
        day(0),
    )


def test_a_superseded_fact_ends_and_stays_in_the_history(store):
    remember_moves(store, "turin", "milan")
    assert current_facts(store) == ["milan"]
    ended = {fact.uid: (fact.holds_until, fact.retired_at) for fact in store.facts("ada", 10)}
    assert ended == {"turin": (day(1), NOW), "milan": (None, None)}


def test_a_fact_can_end_without_a_successor(store):
    remember_moves(store, "turin")
    remember(store, invalidations=[make_invalidation("turin", until=day(3), reason="no longer")])
    assert current_facts(store) == []
    assert store.facts(None, 10)[0].holds_until == day(3)


def test_an_ended_fact_that_is_stated_again_stays_ended(store):
    remember_moves(store, "turin", "milan")
    remember(store, facts=[make_fact("turin", notes=("n0",))])
    assert current_facts(store) == ["milan"]


def test_a_fact_may_be_superseded_by_the_plan_that_writes_it(store):
    entities = [make_entity(uid) for uid in ("ada", "turin", "milan")]
    remember(
        store,
        [make_turn()],
        notes=[make_note()],
        entities=entities,
        names=make_names(*entities),
        facts=[make_fact("f1"), make_fact("f2", object="milan")],
        invalidations=[make_invalidation("f1", "f2", until=day(1))],
    )
    assert current_facts(store) == ["f2"]


def test_an_invalidation_of_an_unknown_fact_is_ignored(store):
    remember_moves(store, "turin")
    remember(store, invalidations=[make_invalidation("unknown", "turin", until=day(1))])
    assert current_facts(store) == ["turin"]


# The reasons of an end


def end_of(store, uid):
    return next(fact.holds_until for fact in store.facts(None, 10) if fact.uid == uid)


def end_by_turn(store, turn, *invalidations, **rows):
    """Store a turn in a session of its own that ends these facts."""
    remember(store, [make_turn(turn, f"This is {turn}.", session=turn)], invalidations=invalidations, **rows)


def test_forgetting_the_turn_that_ended_a_fact_restores_it(store):
    remember_moves(store, "turin")
    end_by_turn(store, "t-end", replace(make_invalidation("turin", until=day(3)), turn="t-end"))
    assert end_of(store, "turin") == day(3)
    assert len(store.forget(Selection(turns=("t-end",))).restored_facts) == 1
    assert end_of(store, "turin") is None
    assert store.facts(None, 10)[0].retired_at is None


def test_a_fact_that_two_turns_ended_stays_ended_without_one_of_them(store):
    remember_moves(store, "turin")
    end_by_turn(store, "t-first", replace(make_invalidation("turin", until=day(3)), turn="t-first"))
    again = replace(make_invalidation("turin", until=day(3)), turn="t-again", stated_until=day(8))
    end_by_turn(store, "t-again", again)
    assert end_of(store, "turin") == day(3)
    store.forget(Selection(turns=("t-first",)))
    assert end_of(store, "turin") == day(8)


def test_without_the_newer_fact_the_end_stated_by_a_turn_remains(store):
    remember_moves(store, "turin", "milan")
    end_by_turn(
        store, "t-end", replace(make_invalidation("turin", until=day(1)), turn="t-end", stated_until=day(5))
    )
    remember(store, withdrawals=[InvalidationWithdrawal(fact="turin", superseded_by="milan")])
    assert end_of(store, "turin") == day(5)


def test_withdrawing_an_invalidation_restores_the_fact(store):
    remember_moves(store, "turin", "milan")
    remember(store, withdrawals=[InvalidationWithdrawal(fact="turin", superseded_by="milan")])
    assert sorted(current_facts(store)) == ["milan", "turin"]
    store.forget(Selection(turns=("t1",)))
    assert current_facts(store) == ["turin"]


def test_a_restored_fact_still_ends_at_the_end_that_it_states(store):
    remember_moves(store, "turin")
    remember(store, facts=[make_fact("job", type="WORKS_AT", notes=("n0",), holds_until=day(40))])
    end_by_turn(store, "t-end", replace(make_invalidation("job", until=day(3)), turn="t-end"))
    store.forget(Selection(turns=("t-end",)))
    assert end_of(store, "job") == day(40)


def test_conflicting_facts_name_each_other_until_one_is_forgotten(store):
    remember_moves(store, "turin")
    end_by_turn(
        store,
        "t9",
        notes=[make_note("n9", turns=("t9",))],
        facts=[make_fact("genoa", object="turin", notes=("n9",))],
        conflicts=[Conflict(a="turin", b="genoa", at=NOW, reason="both at once")],
    )
    assert {fact.uid: fact.conflicts for fact in store.facts(None, 10)} == {
        "turin": ("genoa",),
        "genoa": ("turin",),
    }
    store.forget(Selection(turns=("t9",)))
    assert [fact.conflicts for fact in store.facts(None, 10)] == [()]


def test_facts_of_relation_types(store):
    ada, turin, jazz = make_entity(), make_entity("turin", type="Place"), make_entity("jazz", type="Concept")
    facts = [
        make_fact("home"),
        make_fact("liking", type="LIKES", object="jazz"),
        make_fact("birth", type="BORN_IN"),
    ]
    remember(store, [make_turn("t1")], entities=[ada, turin, jazz], notes=[make_note("n1")], facts=facts)
    assert {fact.uid for fact in store.facts(None, 10, types=["LIVES_IN", "BORN_IN"])} == {"home", "birth"}
    assert store.facts(None, 10, types=[]) == ()
