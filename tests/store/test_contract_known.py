"""What every store promises of `known`: whom names mean, what holds now, which notes are near."""

import pytest

from factories import (
    day,
    make_closing,
    make_entity,
    make_fact,
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


def probe_facts(store, *probes):
    return [fact.uid for fact in store.snapshot(SnapshotRequest(facts=probes)).facts]


def lives_in(object="", *, subject="ada", single=False):
    return FactLookup(subject=subject, type="LIVES_IN", object=object, single=single)


def probe_near(store, k=10, **fields):
    probe = NeighbourLookup(**{"uid": "new", "terms": ""} | fields)
    return store.snapshot(SnapshotRequest(notes=(probe,), neighbour_count=k)).neighbours.get(probe.uid, ())


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
    """Notes further and further from vector(1), then one with terms only, an archived one, and one of vault."""
    remember(
        store,
        [make_turn()],
        notes=[
            make_note("n1", "apple apple pear", vector=vector(1, 0.1)),
            make_note("n2", "apple plum quince lemon", vector=vector(1, 0.5)),
            make_note("n3", "cherry", vector=vector(0, 1)),
            make_note("worded", "medlar"),
            make_note("gone", "apple apple apple", state="archived", vector=vector(1)),
        ],
    )
    return store


def test_an_empty_namespace_is_known_to_be_empty(database, store):
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


def test_names_bring_whom_they_mean_most_mentioned_first(store):
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


def test_a_fact_of_a_many_valued_relation_is_asked_for_by_its_object(residents):
    assert probe_facts(residents, lives_in("milan")) == ["ada-milan"]
    assert probe_facts(residents, lives_in("rome")) == []


def test_of_a_single_valued_relation_every_current_fact_comes_in_order_of_uid(residents):
    assert probe_facts(residents, lives_in("milan", single=True)) == ["ada-genoa", "ada-milan", "ada-turin"]


def test_a_fact_that_several_probes_ask_for_comes_once(residents):
    probes = (
        lives_in("turin"),
        lives_in("turin", single=True),
        lives_in("milan"),
        lives_in(subject="bea", single=True),
    )
    assert probe_facts(residents, *probes) == ["ada-genoa", "ada-milan", "ada-turin", "bea-turin"]


def test_the_object_is_not_the_subject(residents):
    assert (
        probe_facts(residents, lives_in("ada", subject="turin"), lives_in(subject="milan", single=True)) == []
    )


def test_facts_of_every_bearer_of_the_name_come(residents):
    remember(residents, names=[Name("the countess", "the Countess", uid) for uid in ("ada", "bea")])
    assert probe_facts(residents, lives_in("turin", subject="the countess")) == ["ada-turin", "bea-turin"]


def test_what_has_ended_is_known_with_its_end(residents):
    """What is told late must be compared with what held then."""
    remember(residents, invalidations=[make_closing("ada-turin", until=day(1), reason="left")])
    known = residents.snapshot(SnapshotRequest(facts=(lives_in("turin", single=True),))).facts
    ends = {"ada-genoa": None, "ada-milan": None, "ada-turin": day(1)}
    assert {fact.uid: fact.holds_until for fact in known} == ends


def test_a_known_fact_names_all_its_notes(residents):
    remember(
        residents,
        make_turns("t2"),
        notes=[make_note("n2", turns=("t2",))],
        facts=[make_fact("ada-turin", notes=("n2",))],
    )
    [fact] = residents.snapshot(SnapshotRequest(facts=(lives_in("turin"),))).facts
    assert set(fact.notes) == {"n1", "n2"}


# Near notes


def test_the_nearest_notes_by_vector_come_best_first_with_their_similarity(notes):
    near = probe_near(notes, vector=vector(1))
    assert uids(near) == ["n1", "n2", "n3"]
    assert [found.similarity for found in near] == pytest.approx([0.995, 0.894, 0.0], abs=0.001)
    assert near[0].terms == "apple apple pear"


def test_only_as_many_neighbours_come_as_are_wanted(notes):
    assert uids(probe_near(notes, k=2, vector=vector(1))) == ["n1", "n2"]
    assert len(probe_near(notes, k=1, terms="apple")) == 1


def test_equally_near_notes_come_by_uid(store):
    twins = [make_note(uid, vector=vector(1)) for uid in ("c", "a", "b")]
    remember(store, [make_turn()], notes=twins)
    assert uids(probe_near(store, vector=vector(1))) == ["a", "b", "c"]


def test_without_a_vector_the_notes_that_share_terms_come_best_first(notes):
    near = probe_near(notes, terms="apple pear")
    assert uids(near) == ["n1", "n2"]
    assert [found.similarity for found in near] == [None, None]
    assert near[1].terms == "apple plum quince lemon"


def test_a_note_without_a_vector_is_found_by_its_terms_alone(notes):
    assert "worded" not in uids(probe_near(notes, terms="medlar", vector=vector(0, 1)))
    assert uids(probe_near(notes, terms="medlar")) == ["worded"]


@pytest.mark.parametrize("how", [{"vector": vector(1)}, {"terms": "apple"}])
def test_a_note_is_never_its_own_neighbour(notes, how):
    assert uids(probe_near(notes, uid="n1", **how))[0] == "n2"
    assert "n1" not in uids(probe_near(notes, k=1, uid="n1", **how))


@pytest.mark.parametrize("how", [{"vector": vector(1)}, {"terms": "apple"}])
def test_an_archived_note_is_nobodys_neighbour(notes, how):
    assert "gone" not in uids(probe_near(notes, **how))


def test_a_note_without_neighbours_has_none(notes):
    assert not probe_near(notes, terms="nothing like it")
    assert not probe_near(notes, terms="")


def test_every_probe_of_a_call_has_its_own_answer(notes):
    probes = [NeighbourLookup(uid=f"new{axis}", terms="", vector=vector(*([0] * axis), 1)) for axis in (0, 1)]
    probes += [NeighbourLookup(uid="words", terms="medlar"), NeighbourLookup(uid="n2", terms="plum apple")]
    near = notes.snapshot(SnapshotRequest(notes=tuple(probes), neighbour_count=1)).neighbours
    assert {uid: uids(found) for uid, found in near.items() if found} == {
        "new0": ["n1"],
        "new1": ["n3"],
        "words": ["worded"],
        "n2": ["n1"],
    }


def test_a_turn_is_no_neighbour_of_a_note(store):
    remember(
        store,
        [make_turn("t1", "apple", vector=vector(1))],
        notes=[make_note("n1", "plum", vector=vector(0, 1))],
    )
    assert not probe_near(store, terms="apple")
    assert uids(probe_near(store, vector=vector(1))) == ["n1"]


def test_fifty_new_notes_are_probed_at_once(notes):
    probes = tuple(
        NeighbourLookup(uid=f"new{number}", terms="", vector=vector(1, number)) for number in range(50)
    )
    near = notes.snapshot(SnapshotRequest(notes=probes, neighbour_count=3)).neighbours
    assert all(len(near[probe.uid]) == 3 for probe in probes)
    assert uids(near["new0"]) == ["n1", "n2", "n3"]
    assert uids(near["new49"]) == ["n3", "n2", "n1"]
