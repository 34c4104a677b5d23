"""Contract of `snapshot`: entities of names, facts to compare with, and neighbouring notes."""

import pytest

from factories import (
    day,
    make_entity,
    make_fact,
    make_invalidation,
    make_names,
    make_note,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.records.graph import Name
from memgraph_core.records.plan import FactLookup, NeighbourLookup, SnapshotRequest

CITIES = ("turin", "milan", "genoa")


def look_up_facts(store, *lookups):
    return [fact.uid for fact in store.snapshot(SnapshotRequest(facts=lookups)).facts]


def lives_in(object="", *, subject="ada", single=False):
    return FactLookup(subject=subject, type="LIVES_IN", object=object, single=single)


def neighbours(store, k=10, **fields):
    lookup = NeighbourLookup(**{"uid": "new", "terms": ""} | fields)
    return store.snapshot(SnapshotRequest(notes=(lookup,), neighbour_count=k)).neighbours.get(lookup.uid, ())


def uids(records):
    return [record.uid for record in records]


@pytest.fixture
def residents(store):
    """Ada lives in three cities and works in one; Bea lives in one."""
    entities = [make_entity(uid) for uid in ("ada", "bea", *CITIES)]
    facts = [make_fact(f"ada-{city}", object=city) for city in CITIES]
    facts += [make_fact("ada-works", type="WORKS_AT"), make_fact("bea-turin", subject="bea")]
    remember(
        store,
        [make_turn()],
        notes=[make_note()],
        entities=entities,
        names=make_names(*entities),
        facts=facts,
    )
    return store


@pytest.fixture
def notes(store):
    """Three notes at growing distance from vector(1), one with terms only, and an archived one."""
    remember(
        store,
        [make_turn()],
        notes=[
            make_note("n1", "apple apple pear", vector=vector(1, 0.1)),
            make_note("n2", "apple plum quince lemon", vector=vector(1, 0.5)),
            make_note("n3", "cherry", vector=vector(0, 1)),
            make_note("only-terms", "medlar"),
            make_note("archived", "apple apple apple", state="archived", vector=vector(1)),
        ],
    )
    return store


def test_the_snapshot_of_an_empty_namespace_is_empty_and_does_not_create_it(database, store):
    known = store.snapshot(
        SnapshotRequest(
            name_keys=("ada",),
            facts=(lives_in(single=True),),
            notes=(NeighbourLookup(uid="n", terms="a", vector=vector(1)),),
        )
    )
    assert (known.version, dict(known.entities), known.facts) == (0, {}, ())
    assert not known.neighbours.get("n")
    assert store.namespace not in database.namespaces()


def test_a_name_key_returns_its_entities_most_mentioned_first(store):
    mention(store, "Bea", uid="t1")
    mention(store, "Ada", "Bea", uid="t2")
    mention(store, "Cleo", uid="t3")
    remember(store, names=[Name("she", "she", uid) for uid in ("ada", "bea", "cleo")])
    known = store.snapshot(SnapshotRequest(name_keys=("she", "ada", "he")))
    assert {key: uids(found) for key, found in known.entities.items()} == {
        "she": ["bea", "ada", "cleo"],
        "ada": ["ada"],
    }
    assert known.entities["she"][0].mentions == 2


# Facts


def test_a_fact_of_a_multi_valued_relation_is_looked_up_by_its_object(residents):
    assert look_up_facts(residents, lives_in("milan")) == ["ada-milan"]
    assert look_up_facts(residents, lives_in("rome")) == []


def test_a_lookup_of_a_single_valued_relation_returns_all_objects_by_uid(residents):
    assert look_up_facts(residents, lives_in("milan", single=True)) == ["ada-genoa", "ada-milan", "ada-turin"]


def test_the_objects_of_the_facts_are_named(residents):
    names = residents.snapshot(SnapshotRequest(facts=(lives_in("milan", single=True),))).object_names
    assert names == {city: make_entity(city).name for city in CITIES}


def test_a_fact_of_several_lookups_is_returned_once(residents):
    lookups = (
        lives_in("turin"),
        lives_in("turin", single=True),
        lives_in("milan"),
        lives_in(subject="bea", single=True),
    )
    assert look_up_facts(residents, *lookups) == ["ada-genoa", "ada-milan", "ada-turin", "bea-turin"]


def test_a_lookup_does_not_swap_subject_and_object(residents):
    assert (
        look_up_facts(residents, lives_in("ada", subject="turin"), lives_in(subject="milan", single=True))
        == []
    )


def test_a_lookup_by_name_covers_all_entities_with_that_name(residents):
    remember(residents, names=[Name("the countess", "the Countess", uid) for uid in ("ada", "bea")])
    assert look_up_facts(residents, lives_in("turin", subject="the countess")) == ["ada-turin", "bea-turin"]


def test_ended_facts_are_returned_with_their_end(residents):
    """A fact that is stated late must be compared with the facts of its time."""
    remember(residents, invalidations=[make_invalidation("ada-turin", until=day(1), reason="left")])
    known = residents.snapshot(SnapshotRequest(facts=(lives_in("turin", single=True),))).facts
    ends = {"ada-genoa": None, "ada-milan": None, "ada-turin": day(1)}
    assert {fact.uid: fact.holds_until for fact in known} == ends


def test_a_fact_is_returned_with_all_its_notes(residents):
    remember(
        residents,
        make_turns("t2"),
        notes=[make_note("n2", turns=("t2",))],
        facts=[make_fact("ada-turin", notes=("n2",))],
    )
    [fact] = residents.snapshot(SnapshotRequest(facts=(lives_in("turin"),))).facts
    assert set(fact.notes) == {"n1", "n2"}


# Neighbouring notes


def test_neighbours_by_vector_come_nearest_first_with_their_similarity(notes):
    found = neighbours(notes, vector=vector(1))
    assert uids(found) == ["n1", "n2", "n3"]
    assert [note.similarity for note in found] == pytest.approx([0.995, 0.894, 0.0], abs=0.001)
    assert found[0].terms == "apple apple pear"


def test_the_number_of_neighbours_is_limited(notes):
    assert uids(neighbours(notes, k=2, vector=vector(1))) == ["n1", "n2"]
    assert len(neighbours(notes, k=1, terms="apple")) == 1


def test_equally_near_notes_come_by_uid(store):
    twins = [make_note(uid, vector=vector(1)) for uid in ("c", "a", "b")]
    remember(store, [make_turn()], notes=twins)
    assert uids(neighbours(store, vector=vector(1))) == ["a", "b", "c"]


def test_without_a_vector_notes_with_shared_terms_come_best_first(notes):
    found = neighbours(notes, terms="apple pear")
    assert uids(found) == ["n1", "n2"]
    assert [note.similarity for note in found] == [None, None]
    assert found[1].terms == "apple plum quince lemon"


def test_a_note_without_a_vector_is_found_by_terms_only(notes):
    assert "only-terms" not in uids(neighbours(notes, terms="medlar", vector=vector(0, 1)))
    assert uids(neighbours(notes, terms="medlar")) == ["only-terms"]


@pytest.mark.parametrize("how", [{"vector": vector(1)}, {"terms": "apple"}])
def test_a_note_is_not_its_own_neighbour(notes, how):
    assert uids(neighbours(notes, uid="n1", **how))[0] == "n2"
    assert "n1" not in uids(neighbours(notes, k=1, uid="n1", **how))


@pytest.mark.parametrize("how", [{"vector": vector(1)}, {"terms": "apple"}])
def test_an_archived_note_is_not_a_neighbour(notes, how):
    assert "archived" not in uids(neighbours(notes, **how))


def test_a_lookup_may_have_no_neighbours(notes):
    assert not neighbours(notes, terms="nothing like it")
    assert not neighbours(notes, terms="")


def test_every_lookup_of_a_call_has_its_own_result(notes):
    lookups = [
        NeighbourLookup(uid=f"new{axis}", terms="", vector=vector(*([0] * axis), 1)) for axis in (0, 1)
    ]
    lookups += [NeighbourLookup(uid="words", terms="medlar"), NeighbourLookup(uid="n2", terms="plum apple")]
    found = notes.snapshot(SnapshotRequest(notes=tuple(lookups), neighbour_count=1)).neighbours
    assert {uid: uids(near) for uid, near in found.items() if near} == {
        "new0": ["n1"],
        "new1": ["n3"],
        "words": ["only-terms"],
        "n2": ["n1"],
    }


def test_a_turn_is_not_a_neighbour_of_a_note(store):
    remember(
        store,
        [make_turn("t1", "apple", vector=vector(1))],
        notes=[make_note("n1", "plum", vector=vector(0, 1))],
    )
    assert not neighbours(store, terms="apple")
    assert uids(neighbours(store, vector=vector(1))) == ["n1"]


def test_fifty_lookups_are_answered_at_once(notes):
    lookups = tuple(
        NeighbourLookup(uid=f"new{number}", terms="", vector=vector(1, number)) for number in range(50)
    )
    found = notes.snapshot(SnapshotRequest(notes=lookups, neighbour_count=3)).neighbours
    assert all(len(found[lookup.uid]) == 3 for lookup in lookups)
    assert uids(found["new0"]) == ["n1", "n2", "n3"]
    assert uids(found["new49"]) == ["n3", "n2", "n1"]
