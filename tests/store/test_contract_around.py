"""What every store promises of `around`: two hops, quotas per seed, and an end to it."""

import time

import numpy as np
import pytest

from factories import (
    day,
    make_closing,
    make_entity,
    make_fact,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.graph import About
from memgraph_core.records.search import Seeds


def walk(store, *seeds, **quotas):
    return store.expand(Seeds(entities=seeds, **quotas), make_question())


def hops(found):
    return {(hop.source, hop.target, hop.uid) for hop in found.hops}


def pairs(found):
    return {(hop.source, hop.target) for hop in found.hops}


def uids(records):
    return [record.uid for record in records]


def join_by_notes(store, notes, **fields):
    """Per uid: a note about these entities, one day newer each. All from one turn."""
    entities = {uid for about in notes.values() for uid in about}
    remember(
        store,
        make_turns("t1"),
        notes=[make_note(uid, said_at=day(number), **fields) for number, uid in enumerate(notes)],
        entities=[make_entity(uid) for uid in entities],
        abouts=[About(uid, entity) for uid, about in notes.items() for entity in about],
    )


def join_by_facts(store, facts, **fields):
    """Per uid: a fact about these two entities, recorded one day later each. All from one note."""
    remember(
        store,
        make_turns("t1"),
        notes=[make_note()],
        entities=[make_entity(uid) for uid in {uid for pair in facts.values() for uid in pair}],
        facts=[
            make_fact(uid, subject, "KNOWS", object, **{"recorded_at": day(number)} | fields)
            for number, (uid, (subject, object)) in enumerate(facts.items())
        ],
    )


# Nothing


def test_an_empty_namespace_has_nothing_around(database, store):
    found = walk(store, "ada")
    assert (found.hops, found.notes, found.turns) == ((), (), ())
    assert (dict(found.entities), dict(found.facts), dict(found.about)) == ({}, {}, {})
    assert store.namespace not in database.namespaces()


def test_unknown_seeds_are_ignored(store):
    join_by_notes(store, {"n1": ("ada", "bea")})
    assert hops(walk(store, "nobody", "ada")) == {("ada", "bea", "n1")}
    assert walk(store, "nobody").notes == walk(store).notes == ()


def test_a_seed_with_no_ties_is_there_by_itself(store):
    join_by_notes(store, {"n1": ("ada",)})
    found = walk(store, "ada")
    assert (found.hops, list(found.entities), uids(found.notes)) == ((), ["ada"], ["n1"])


# Two hops


def test_facts_of_the_relations_asked_about_come_before_newer_ones(store):
    join_by_facts(store, {"old": ("a", "b"), **{f"f{n}": ("a", f"c{n}") for n in range(6)}})
    lives = make_fact("home", "a", "LIVES_IN", "b", recorded_at=day(0))
    remember(store, make_turns("t2"), notes=[make_note("n2", turns=("t2",))], facts=[lives])
    asked = make_question(relations=frozenset({"LIVES_IN"}))
    for seeds, quota in ((("a",), 2), (("b",), 1)):
        found = store.expand(Seeds(entities=seeds, fan_out=quota), asked)
        assert "home" in found.facts
    assert "home" not in walk(store, "a", fan_out=2).facts


def test_facts_lead_two_hops_away_and_no_further(store):
    join_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c"), "f3": ("c", "d")})
    found = walk(store, "a")
    assert hops(found) == {("a", "b", "f1"), ("b", "c", "f2")}
    assert {(hop.kind, hop.type) for hop in found.hops} == {("fact", "KNOWS")}
    assert (set(found.facts), set(found.entities)) == ({"f1", "f2"}, {"a", "b", "c"})


def test_facts_are_walked_from_either_end(store):
    join_by_facts(store, {"f1": ("b", "a"), "f2": ("c", "b")})
    assert hops(walk(store, "a")) == {("a", "b", "f1"), ("b", "c", "f2")}


def test_notes_lead_two_hops_away_and_no_further(store):
    join_by_notes(store, {"n1": ("a", "b"), "n2": ("b", "c"), "n3": ("c", "d"), "n4": ("d", "e")})
    found = walk(store, "a")
    assert hops(found) == {("a", "b", "n1"), ("b", "c", "n2")}
    assert {(hop.kind, hop.type) for hop in found.hops} == {("note", "ABOUT")}
    assert set(found.entities) >= {"a", "b", "c"}


def test_facts_and_notes_lead_on_from_one_another(store):
    join_by_facts(store, {"f1": ("a", "b")})
    join_by_notes(store, {"n2": ("b", "c")})
    assert hops(walk(store, "a")) == {("a", "b", "f1"), ("b", "c", "n2")}
    assert hops(walk(store, "c")) == {("c", "b", "n2"), ("b", "a", "f1")}


def test_a_fact_that_has_ended_is_walked_and_tells_so(store):
    join_by_facts(store, {"f1": ("a", "b")})
    remember(store, invalidations=[make_closing("f1", until=day(3), reason="over")])
    assert walk(store, "a").facts["f1"].holds_until == day(3)


def test_an_entity_reached_on_two_ways_is_walked_once(store):
    join_by_notes(
        store, {"n1": ("a", "b"), "n2": ("a", "c"), "n3": ("b", "d"), "n4": ("c", "d"), "n5": ("b", "c")}
    )
    found = walk(store, "a")
    assert len(found.hops) == len(set(found.hops))
    assert len(found.notes) == len(set(uids(found.notes)))
    assert pairs(found) >= {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")}


def test_a_circle_of_facts_is_no_trap(store):
    join_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c"), "f3": ("c", "a"), "f4": ("a", "a")})
    assert set(walk(store, "a").entities) == {"a", "b", "c"}


def test_seeds_joined_to_each_other_show_their_bond(store):
    join_by_notes(store, {"n1": ("a", "b")})
    found = walk(store, "a", "b")
    assert {frozenset(pair) for pair in pairs(found)} == {frozenset("ab")}
    assert uids(found.notes) == ["n1"]


# What comes along


def test_notes_come_whole_with_their_turns_and_whom_they_are_about(store):
    note = make_note("n1", "medlar", turns=("t1", "t2"), vector=vector(1, 2))
    remember(
        store,
        [*make_turns("t1", "t3"), make_turn("t2", "Quince", vector=vector(3, 4))],
        notes=[note],
        entities=[make_entity(uid) for uid in ("ada", "bea")],
        abouts=[About("n1", "ada"), About("n1", "bea")],
    )
    found = walk(store, "ada")
    assert found.notes == (note,)
    assert found.notes[0].terms == "medlar"
    np.testing.assert_allclose(found.notes[0].vector, vector(1, 2), atol=1e-6)
    assert found.turns == store.turns(["t1", "t2"])
    assert found.turns[1].terms == "quince"
    np.testing.assert_allclose(found.turns[1].vector, vector(3, 4), atol=1e-6)
    assert set(found.about["n1"]) == {"ada", "bea"}


def test_the_notes_that_a_walked_fact_comes_from_are_there(store):
    join_by_facts(store, {"f1": ("a", "b")})  # and n1 is about nobody
    found = walk(store, "a")
    assert (uids(found.notes), uids(found.turns)) == (["n1"], ["t1"])


def test_the_newest_notes_of_everybody_reached_come_half_as_many_at_the_second_hop(store):
    def named(uid):
        return {f"{uid}{number}": (uid,) for number in range(6)}

    join_by_notes(store, named("a") | named("b") | named("c"))
    join_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c")})
    found = walk(store, "a", notes_per_entity=4)
    assert {uid for uid in uids(found.notes) if uid != "n1"} == {
        *("a2", "a3", "a4", "a5"),
        *("b2", "b3", "b4", "b5"),
        *("c4", "c5"),
    }


def test_notes_about_a_seed_or_a_neighbour_that_hold_most_of_what_is_looked_for_come_before_newer_ones(store):
    about = {f"{uid}{number}": (uid,) for uid in "ab" for number in range(5)}
    entities = [make_entity(uid) for uid in "ab"]
    texts = {"a0": "medlar @quince", "a1": "quince", "a2": "medlar", "b0": "medlar quinces @quince"}
    notes = [make_note(uid, texts.get(uid, "plum"), said_at=day(n % 5)) for n, uid in enumerate(about)]
    abouts = [About(uid, entity) for uid, entities in about.items() for entity in entities]
    remember(store, make_turns("t1"), notes=notes, entities=entities, abouts=abouts)
    join_by_facts(store, {"f1": ("a", "b")})
    looked_for = (("medlar", 1.0), ("@quince", 0.5), ("quince", 2.0))
    found = walk(store, "a", notes_per_entity=2, terms=looked_for)
    assert {uid for uid in uids(found.notes) if uid != "n1"} == {"a1", "a0", "b0", "b4"}
    latest = walk(store, "a", notes_per_entity=2, notes_considered=3, terms=looked_for)
    assert {uid for uid in uids(latest.notes) if uid != "n1"} == {"a2", "a4", "b4", "b3"}


def test_the_newest_shared_notes_stand_for_a_hop(store):
    join_by_notes(store, {f"n{number}": ("a", "b") for number in range(5)})
    found = walk(store, "a", shared_notes=2)
    assert hops(found) == {("a", "b", "n3"), ("a", "b", "n4")}


# Quotas


def test_those_who_share_most_notes_come_first(store):
    often = {f"c{number}": ("a", "c") for number in range(3)} | {
        f"d{number}": ("a", "d") for number in range(2)
    }
    join_by_notes(store, often | {"b0": ("a", "b"), "e0": ("a", "e")})
    assert pairs(walk(store, "a", fan_out=2)) == {("a", "c"), ("a", "d")}
    assert pairs(walk(store, "a", fan_out=3)) == {("a", "c"), ("a", "d"), ("a", "b")}


def test_the_newest_facts_come_first(store):
    join_by_facts(store, {f"f{number}": ("a", f"b{number}") for number in range(5)})
    assert hops(walk(store, "a", fan_out=2)) == {("a", "b4", "f4"), ("a", "b3", "f3")}


def test_half_as_many_lead_on_from_a_neighbour(store):
    facts = {"f": ("a", "b")} | {f"f{number}": ("b", f"c{number}") for number in range(8)}
    join_by_facts(store, facts)
    assert pairs(walk(store, "a", fan_out=4)) == {("a", "b"), ("b", "c7"), ("b", "c6")}


def test_a_seed_with_many_ties_does_not_crowd_out_another(store):
    loud = {f"l{number:02}": ("loud", f"x{number:02}") for number in range(30)}
    join_by_notes(store, {"q": ("quiet", "friend")} | loud)
    found = walk(store, "loud", "quiet", fan_out=5)
    assert ("quiet", "friend") in pairs(found)
    assert len([pair for pair in pairs(found) if pair[0] == "loud"]) == 5
    assert "q" in uids(found.notes)


def test_a_hub_is_reached_but_not_walked_through(store):
    join_by_notes(store, {"n1": ("a", "hub"), "n2": ("hub", "b"), "n3": ("hub", "c")})
    assert pairs(walk(store, "a", hub_size=3)) == {("a", "hub")}
    assert pairs(walk(store, "a", hub_size=4)) == {("a", "hub"), ("hub", "b"), ("hub", "c")}


def test_a_seed_is_walked_even_when_it_is_a_hub(store):
    join_by_notes(store, {"n1": ("a", "hub"), "n2": ("hub", "b"), "n3": ("hub", "c")})
    assert pairs(walk(store, "hub", hub_size=1)) == {("hub", "a"), ("hub", "b"), ("hub", "c")}


def test_no_more_notes_come_than_the_cap_and_those_of_the_seeds_first(store):
    far = {f"z{number}": ("b",) for number in range(9)}
    join_by_notes(store, far | {"ab": ("a", "b")} | {f"a{number}": ("a",) for number in range(3)})
    found = walk(store, "a", max_notes=4)
    assert set(uids(found.notes)) == {"a0", "a1", "a2", "ab"}
    assert len(walk(store, "a", max_notes=2).notes) == 2


@pytest.mark.parametrize("seeds", [("hub",), ("spoke000",), ("hub", "spoke001", "spoke002")])
def test_a_hub_of_five_hundred_notes_is_bounded(store, seeds):
    join_by_notes(store, {f"n{number:03}": ("hub", f"spoke{number:03}") for number in range(500)})
    walk(store, *seeds)  # a server plans its statements anew after so many writes
    begun = time.monotonic()
    found = walk(store, *seeds)
    assert time.monotonic() - begun < 5  # generous: tens of milliseconds are usual
    assert len(found.notes) <= Seeds(entities=()).max_notes
    assert len(found.hops) <= 3 * len(seeds) * 2 * 20 * (1 + 10)
    for seed in seeds:
        assert len({hop.target for hop in found.hops if hop.source == seed}) <= 2 * 20


def test_walking_changes_nothing(store):
    join_by_notes(store, {"n1": ("a", "b")})
    before = store.stats()
    walk(store, "a")
    assert store.stats() == before
