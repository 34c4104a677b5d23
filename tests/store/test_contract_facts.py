"""What every store promises of facts: they are told, end, are superseded, and stay in the history."""

from dataclasses import replace

from factories import (
    NOW,
    day,
    make_closing,
    make_entity,
    make_fact,
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
    """One turn, note and fact per city, each fact closing the one before."""
    places = [make_entity(city, type="Place") for city in cities]
    ada = make_entity("ada")
    for number, city in enumerate(cities):
        closing = make_closing(cities[number - 1], city, until=day(number))
        remember(
            store,
            make_turns(f"t{number}"),
            notes=[make_note(f"n{number}", turns=(f"t{number}",))],
            entities=[ada, *places],
            names=make_names(ada, *places),
            facts=[make_fact(city, object=city, notes=(f"n{number}",), holds_from=day(number))],
            invalidations=[closing] if number else [],
        )


def test_a_fact_comes_back_as_it_was_planned(store):
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


def test_a_fact_told_again_gains_a_source_and_keeps_the_rest(store):
    remember_moves(store, "turin")
    told_again = make_fact("turin", notes=("n9",), text="In other words", confidence=0.1, holds_from=day(50))
    remember(store, make_turns("t9"), notes=[make_note("n9", turns=("t9",))], facts=[told_again])
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
    remember(store, invalidations=[make_closing("turin", until=day(3), reason="no longer")])
    assert current_facts(store) == []
    assert store.facts(None, 10)[0].holds_until == day(3)


def test_a_fact_that_has_ended_is_not_reopened_by_being_told_again(store):
    remember_moves(store, "turin", "milan")
    remember(store, facts=[make_fact("turin", notes=("n0",))])
    assert current_facts(store) == ["milan"]


def test_a_fact_may_be_superseded_in_the_plan_that_brings_it(store):
    entities = [make_entity(uid) for uid in ("ada", "turin", "milan")]
    remember(
        store,
        [make_turn()],
        notes=[make_note()],
        entities=entities,
        names=make_names(*entities),
        facts=[make_fact("f1"), make_fact("f2", object="milan")],
        invalidations=[make_closing("f1", "f2", until=day(1))],
    )
    assert current_facts(store) == ["f2"]


def test_a_closing_of_an_unknown_fact_is_ignored(store):
    remember_moves(store, "turin")
    remember(store, invalidations=[make_closing("unknown", "turin", until=day(1))])
    assert current_facts(store) == ["turin"]


# Why a fact ended, and what that was worth


def end_of(store, uid):
    return next(fact.holds_until for fact in store.facts(None, 10) if fact.uid == uid)


def hear(store, turn, *closings, **rows):
    """A turn of a session of its own, which says that these facts are over."""
    remember(store, [make_turn(turn, f"This is {turn}.", session=turn)], invalidations=closings, **rows)


def test_forgetting_the_turn_that_ended_a_fact_has_it_hold_again(store):
    remember_moves(store, "turin")
    hear(store, "t-end", replace(make_closing("turin", until=day(3)), turn="t-end"))
    assert end_of(store, "turin") == day(3)
    assert len(store.forget(Selection(turns=("t-end",))).restored_facts) == 1
    assert end_of(store, "turin") is None
    assert store.facts(None, 10)[0].retired_at is None


def test_a_fact_that_two_turns_ended_stays_ended_without_one_of_them(store):
    remember_moves(store, "turin")
    hear(store, "t-first", replace(make_closing("turin", until=day(3)), turn="t-first"))
    again = replace(make_closing("turin", until=day(3)), turn="t-again", stated_until=day(8))
    hear(store, "t-again", again)
    assert end_of(store, "turin") == day(3)
    store.forget(Selection(turns=("t-first",)))
    assert end_of(store, "turin") == day(8)


def test_without_the_newer_fact_what_a_turn_said_of_the_end_is_left(store):
    remember_moves(store, "turin", "milan")
    hear(store, "t-end", replace(make_closing("turin", until=day(1)), turn="t-end", stated_until=day(5)))
    remember(store, withdrawals=[InvalidationWithdrawal(fact="turin", superseded_by="milan")])
    assert end_of(store, "turin") == day(5)


def test_a_closing_that_people_take_back_has_the_fact_hold_again(store):
    remember_moves(store, "turin", "milan")
    remember(store, withdrawals=[InvalidationWithdrawal(fact="turin", superseded_by="milan")])
    assert sorted(current_facts(store)) == ["milan", "turin"]
    store.forget(Selection(turns=("t1",)))
    assert current_facts(store) == ["turin"]


def test_a_fact_taken_back_still_ends_when_its_own_words_say(store):
    remember_moves(store, "turin")
    remember(store, facts=[make_fact("job", type="WORKS_AT", notes=("n0",), holds_until=day(40))])
    hear(store, "t-end", replace(make_closing("job", until=day(3)), turn="t-end"))
    store.forget(Selection(turns=("t-end",)))
    assert end_of(store, "job") == day(40)


def test_facts_that_contradict_each_other_know_of_it_until_one_is_forgotten(store):
    remember_moves(store, "turin")
    hear(
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
