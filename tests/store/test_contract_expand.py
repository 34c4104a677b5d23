"""Contract of `expand`: two hops, quotas per entity, and bounded results."""

import time
from itertools import combinations, pairwise

import numpy as np
import pytest

from factories import (
    day,
    make_entity,
    make_fact,
    make_invalidation,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.graph import About
from memgraph_core.records.search import Seeds


def expand(store, *seeds, **quotas):
    return store.expand(Seeds(entities=seeds, **quotas), make_question())


def hops(found):
    return {(hop.source, hop.target, hop.uid) for hop in found.hops}


def pairs(found):
    return {(hop.source, hop.target) for hop in found.hops}


def uids(records):
    return [record.uid for record in records]


def connect_by_notes(store, notes, *, same_day=False, **fields):
    """For each uid a note about these entities, one day newer each or all of one day. All notes come from one turn."""
    entities = {uid for about in notes.values() for uid in about}
    remember(
        store,
        make_turns("t1"),
        notes=[make_note(uid, said_at=day(0 if same_day else n), **fields) for n, uid in enumerate(notes)],
        entities=[make_entity(uid) for uid in entities],
        abouts=[About(uid, entity) for uid, about in notes.items() for entity in about],
    )


def connect_by_facts(store, facts, **fields):
    """For each uid a fact between these two entities, recorded one day later each. All facts come from one note."""
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


# Empty results


def test_expanding_in_an_empty_namespace_finds_nothing_and_does_not_create_it(database, store):
    found = expand(store, "ada")
    assert (found.hops, found.notes, found.turns) == ((), (), ())
    assert (dict(found.entities), dict(found.facts), dict(found.about)) == ({}, {}, {})
    assert store.namespace not in database.namespaces()


def test_unknown_seeds_are_ignored(store):
    connect_by_notes(store, {"n1": ("ada", "bea")})
    assert hops(expand(store, "nobody", "ada")) == {("ada", "bea", "n1")}
    assert expand(store, "nobody").notes == expand(store).notes == ()


def test_a_seed_without_edges_is_returned_with_its_notes(store):
    connect_by_notes(store, {"n1": ("ada",)})
    found = expand(store, "ada")
    assert (found.hops, list(found.entities), uids(found.notes)) == ((), ["ada"], ["n1"])


# Two hops


def test_facts_with_a_relation_of_the_question_come_before_newer_facts(store):
    connect_by_facts(store, {"old": ("a", "b"), **{f"f{n}": ("a", f"c{n}") for n in range(6)}})
    lives = make_fact("home", "a", "LIVES_IN", "b", recorded_at=day(0))
    remember(store, make_turns("t2"), notes=[make_note("n2", turns=("t2",))], facts=[lives])
    question = make_question(relations=frozenset({"LIVES_IN"}))
    for seeds, quota in ((("a",), 2), (("b",), 1)):
        found = store.expand(Seeds(entities=seeds, fan_out=quota), question)
        assert "home" in found.facts
    assert "home" not in expand(store, "a", fan_out=2).facts


def test_facts_lead_two_hops_and_no_further(store):
    connect_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c"), "f3": ("c", "d")})
    found = expand(store, "a")
    assert hops(found) == {("a", "b", "f1"), ("b", "c", "f2")}
    assert {(hop.kind, hop.type) for hop in found.hops} == {("fact", "KNOWS")}
    assert (set(found.facts), set(found.entities)) == ({"f1", "f2"}, {"a", "b", "c"})


def test_facts_are_followed_from_subject_and_from_object(store):
    connect_by_facts(store, {"f1": ("b", "a"), "f2": ("c", "b")})
    assert hops(expand(store, "a")) == {("a", "b", "f1"), ("b", "c", "f2")}


def test_notes_lead_two_hops_and_no_further(store):
    connect_by_notes(store, {"n1": ("a", "b"), "n2": ("b", "c"), "n3": ("c", "d"), "n4": ("d", "e")})
    found = expand(store, "a")
    assert hops(found) == {("a", "b", "n1"), ("b", "c", "n2")}
    assert {(hop.kind, hop.type) for hop in found.hops} == {("note", "ABOUT")}
    assert set(found.entities) >= {"a", "b", "c"}


def test_a_path_may_combine_facts_and_notes(store):
    connect_by_facts(store, {"f1": ("a", "b")})
    connect_by_notes(store, {"n2": ("b", "c")})
    assert hops(expand(store, "a")) == {("a", "b", "f1"), ("b", "c", "n2")}
    assert hops(expand(store, "c")) == {("c", "b", "n2"), ("b", "a", "f1")}


def test_an_ended_fact_is_followed_and_returned_with_its_end(store):
    connect_by_facts(store, {"f1": ("a", "b")})
    remember(store, invalidations=[make_invalidation("f1", until=day(3), reason="over")])
    assert expand(store, "a").facts["f1"].holds_until == day(3)


def test_an_entity_on_two_paths_is_expanded_once(store):
    connect_by_notes(
        store, {"n1": ("a", "b"), "n2": ("a", "c"), "n3": ("b", "d"), "n4": ("c", "d"), "n5": ("b", "c")}
    )
    found = expand(store, "a")
    assert len(found.hops) == len(set(found.hops))
    assert len(found.notes) == len(set(uids(found.notes)))
    assert pairs(found) >= {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")}


def test_a_cycle_of_facts_ends(store):
    connect_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c"), "f3": ("c", "a"), "f4": ("a", "a")})
    assert set(expand(store, "a").entities) == {"a", "b", "c"}


def test_two_connected_seeds_are_returned_with_their_connection(store):
    connect_by_notes(store, {"n1": ("a", "b")})
    found = expand(store, "a", "b")
    assert {frozenset(pair) for pair in pairs(found)} == {frozenset("ab")}
    assert uids(found.notes) == ["n1"]


# Records returned with the hops


def test_notes_are_returned_complete_with_their_turns_and_entities(store):
    note = make_note("n1", "medlar", turns=("t1", "t2"), vector=vector(1, 2))
    remember(
        store,
        [*make_turns("t1", "t3"), make_turn("t2", "Quince", vector=vector(3, 4))],
        notes=[note],
        entities=[make_entity(uid) for uid in ("ada", "bea")],
        abouts=[About("n1", "ada"), About("n1", "bea")],
    )
    found = expand(store, "ada")
    assert found.notes == (note,)
    assert found.notes[0].terms == "medlar"
    np.testing.assert_allclose(found.notes[0].vector, vector(1, 2), atol=1e-6)
    assert found.turns == store.turns(["t1", "t2"])
    assert found.turns[1].terms == "quince"
    np.testing.assert_allclose(found.turns[1].vector, vector(3, 4), atol=1e-6)
    assert set(found.about["n1"]) == {"ada", "bea"}


def test_the_source_notes_of_a_followed_fact_are_returned(store):
    connect_by_facts(store, {"f1": ("a", "b")})  # n1 is about no entity
    found = expand(store, "a")
    assert (uids(found.notes), uids(found.turns)) == (["n1"], ["t1"])


def test_each_reached_entity_brings_its_newest_notes_and_half_as_many_at_the_second_hop(store):
    def named(uid):
        return {f"{uid}{number}": (uid,) for number in range(6)}

    connect_by_notes(store, named("a") | named("b") | named("c"))
    connect_by_facts(store, {"f1": ("a", "b"), "f2": ("b", "c")})
    found = expand(store, "a", notes_per_entity=4)
    assert {uid for uid in uids(found.notes) if uid != "n1"} == {
        *("a2", "a3", "a4", "a5"),
        *("b2", "b3", "b4", "b5"),
        *("c4", "c5"),
    }


def test_notes_with_the_most_weight_of_search_terms_come_before_newer_notes(store):
    about = {f"{uid}{number}": (uid,) for uid in "ab" for number in range(5)}
    entities = [make_entity(uid) for uid in "ab"]
    texts = {"a0": "medlar @quince", "a1": "quince", "a2": "medlar", "b0": "medlar quinces @quince"}
    notes = [make_note(uid, texts.get(uid, "plum"), said_at=day(n % 5)) for n, uid in enumerate(about)]
    abouts = [About(uid, entity) for uid, entities in about.items() for entity in entities]
    remember(store, make_turns("t1"), notes=notes, entities=entities, abouts=abouts)
    connect_by_facts(store, {"f1": ("a", "b")})
    weighted_terms = (("medlar", 1.0), ("@quince", 0.5), ("quince", 2.0))
    found = expand(store, "a", notes_per_entity=2, terms=weighted_terms)
    assert {uid for uid in uids(found.notes) if uid != "n1"} == {"a1", "a0", "b0", "b4"}
    latest = expand(store, "a", notes_per_entity=2, notes_considered=3, terms=weighted_terms)
    assert {uid for uid in uids(latest.notes) if uid != "n1"} == {"a2", "a4", "b4", "b3"}


def test_a_hop_by_notes_is_returned_with_the_newest_shared_notes(store):
    connect_by_notes(store, {f"n{number}": ("a", "b") for number in range(5)})
    found = expand(store, "a", shared_notes=2)
    assert hops(found) == {("a", "b", "n3"), ("a", "b", "n4")}


# Quotas


def test_neighbours_with_the_most_shared_notes_come_first(store):
    shared = {f"c{number}": ("a", "c") for number in range(3)} | {
        f"d{number}": ("a", "d") for number in range(2)
    }
    connect_by_notes(store, shared | {"b0": ("a", "b"), "e0": ("a", "e")})
    assert pairs(expand(store, "a", fan_out=2)) == {("a", "c"), ("a", "d")}
    assert pairs(expand(store, "a", fan_out=3)) == {("a", "c"), ("a", "d"), ("a", "b")}


def test_facts_of_an_entity_are_followed_newest_first(store):
    connect_by_facts(store, {f"f{number}": ("a", f"b{number}") for number in range(5)})
    assert hops(expand(store, "a", fan_out=2)) == {("a", "b4", "f4"), ("a", "b3", "f3")}


def test_records_of_one_time_are_followed_by_uid(store):
    """So that all stores choose the same records: in which order they were written, only one store knows."""
    connect_by_facts(store, {"f2": ("a", "b2"), "f3": ("a", "b3"), "f1": ("a", "b1")}, recorded_at=day(1))
    assert hops(expand(store, "a", fan_out=2)) == {("a", "b3", "f3"), ("a", "b2", "f2")}
    connect_by_notes(store, {"n2": ("c", "d"), "n3": ("c", "d"), "n0": ("c", "d")}, same_day=True)
    found = expand(store, "c", notes_per_entity=2)
    assert (hops(found), uids(found.notes)) == ({("c", "d", "n3")}, ["n2", "n3"])
    connect_by_notes(store, {"n4": ("c", "d"), "n1": ("c", "d")}, same_day=True)
    assert uids(expand(store, "c", notes_per_entity=2).notes) == ["n3", "n4"]


def test_hops_and_their_notes_have_one_order(store):
    """By source; facts before notes; then by target; facts by uid, and the notes of one target newest first."""
    about = {"n5": ("a", "b"), "n4": ("a", "b"), "n9": ("b", "c"), "n8": ("b", "c"), "n3": ("a", "d")}
    connect_by_notes(store, about)
    connect_by_notes(store, {"n7": ("a", "b"), "n6": ("a", "b")}, same_day=True)
    connect_by_facts(store, {"f2": ("a", "b"), "f1": ("a", "b"), "f3": ("b", "c")})
    found = expand(store, "a", shared_notes=3)
    assert [(hop.source, hop.target, hop.uid) for hop in found.hops] == [
        *(("a", "b", "f1"), ("a", "b", "f2"), ("a", "b", "n4"), ("a", "b", "n7"), ("a", "b", "n6")),
        ("a", "d", "n3"),
        *(("b", "c", "f3"), ("b", "c", "n8"), ("b", "c", "n9")),
    ]


@pytest.mark.parametrize("source", ["a", "b"])  # the fact is of the first hop, or of the second
def test_if_there_are_too_many_notes_the_newest_of_a_fact_come_first(store, source):
    days = {"n2": 3, "n5": 1, "n3": 2, "n1": 3, "n4": 0}
    remember(
        store,
        make_turns("t1"),
        notes=[make_note(uid, said_at=day(number)) for uid, number in days.items()],
        entities=[make_entity(uid) for uid in "abc"],
        facts=[
            make_fact("f0", "b", "KNOWS", "a", notes=("n4",)),
            make_fact("f1", "a", "KNOWS", "c", notes=tuple(days)),
        ],
    )
    # n4 comes from the fact about "b", which has a lower place than the fact about "c".
    kept = [uids(expand(store, source, max_notes=number).notes) for number in (1, 2, 3, 4)]
    assert kept == [["n4"], ["n2", "n4"], ["n1", "n2", "n4"], ["n1", "n2", "n3", "n4"]]


def test_if_there_are_too_many_notes_those_with_most_weight_of_an_entity_come_first(store):
    texts = {"n1": "plum", "n2": "medlar", "n3": "plum", "n4": "medlar"}
    remember(
        store,
        make_turns("t1"),
        notes=[make_note(uid, text, said_at=day(number)) for number, (uid, text) in enumerate(texts.items())],
        entities=[make_entity("a")],
        abouts=[About(uid, "a") for uid in texts],
    )
    found = expand(store, "a", notes_per_entity=3, max_notes=2, terms=(("medlar", 1.0),))
    assert uids(found.notes) == ["n2", "n4"]


def test_the_second_hop_has_half_the_quota_of_the_first(store):
    facts = {"f": ("a", "b")} | {f"f{number}": ("b", f"c{number}") for number in range(8)}
    connect_by_facts(store, facts)
    assert pairs(expand(store, "a", fan_out=4)) == {("a", "b"), ("b", "c7"), ("b", "c6")}


def test_each_seed_has_a_quota_of_its_own(store):
    many = {f"l{number:02}": ("many", f"x{number:02}") for number in range(30)}
    connect_by_notes(store, {"q": ("few", "friend")} | many)
    found = expand(store, "many", "few", fan_out=5)
    assert ("few", "friend") in pairs(found)
    assert len([pair for pair in pairs(found) if pair[0] == "many"]) == 5
    assert "q" in uids(found.notes)


def test_a_hub_is_reached_but_not_expanded(store):
    connect_by_notes(store, {"n1": ("a", "hub"), "n2": ("hub", "b"), "n3": ("hub", "c")})
    assert pairs(expand(store, "a", hub_size=3)) == {("a", "hub")}
    assert pairs(expand(store, "a", hub_size=4)) == {("a", "hub"), ("hub", "b"), ("hub", "c")}


def test_a_seed_is_expanded_even_if_it_is_a_hub(store):
    connect_by_notes(store, {"n1": ("a", "hub"), "n2": ("hub", "b"), "n3": ("hub", "c")})
    assert pairs(expand(store, "hub", hub_size=1)) == {("hub", "a"), ("hub", "b"), ("hub", "c")}


def test_the_number_of_notes_is_limited_and_notes_of_seeds_come_first(store):
    far = {f"z{number}": ("b",) for number in range(9)}
    connect_by_notes(store, far | {"ab": ("a", "b")} | {f"a{number}": ("a",) for number in range(3)})
    found = expand(store, "a", max_notes=4)
    assert set(uids(found.notes)) == {"a0", "a1", "a2", "ab"}
    assert len(expand(store, "a", max_notes=2).notes) == 2


@pytest.mark.parametrize("seeds", [("hub",), ("spoke000",), ("hub", "spoke001", "spoke002")])
def test_expanding_a_hub_with_500_notes_is_bounded(store, seeds):
    connect_by_notes(store, {f"n{number:03}": ("hub", f"spoke{number:03}") for number in range(500)})
    expand(store, *seeds)  # a server plans its statements again after so many writes
    started = time.monotonic()
    found = expand(store, *seeds)
    assert time.monotonic() - started < 5  # seconds; tens of milliseconds are usual
    assert len(found.notes) <= Seeds(entities=()).max_notes
    assert len(found.hops) <= 3 * len(seeds) * 2 * 20 * (1 + 10)
    for seed in seeds:
        assert len({hop.target for hop in found.hops if hop.source == seed}) <= 2 * 20


def test_expanding_writes_nothing(store):
    connect_by_notes(store, {"n1": ("a", "b")})
    before = store.stats()
    expand(store, "a")
    assert store.stats() == before


def test_expanding_a_long_chain_and_a_complete_graph_is_bounded(store):
    chain = [make_entity(f"c{number:02}") for number in range(30)]
    clique = [make_entity(f"k{number:02}") for number in range(25)]
    facts = [make_fact(f"f{a.uid}", a.uid, "KNOWS", b.uid) for a, b in pairwise(chain)]
    facts += [make_fact(f"f{a.uid}{b.uid}", a.uid, "KNOWS", b.uid) for a, b in combinations(clique, 2)]
    remember(store, [make_turn()], notes=[make_note()], entities=chain + clique, facts=facts)
    assert set(expand(store, "c00", fan_out=1000).entities) == {"c00", "c01", "c02"}
    quota = 4
    found = expand(store, "k00", fan_out=quota)
    assert len({hop.target for hop in found.hops if hop.source == "k00"}) <= quota
    assert len(found.hops) <= quota + quota * quota // 2
