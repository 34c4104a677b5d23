"""What went wrong in an earlier engine of this kind, one test each: it shall not happen here."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import combinations, pairwise

import pytest

from factories import (
    NOW,
    STAMP,
    day,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import NeighbourLookup, SnapshotRequest
from memgraph_core.records.search import Limits, Seeds
from world import MANY, fill, snapshot

WRITES = 8  # of each concurrent writer


def top(store, limit=MANY):
    return [(entity.uid, entity.mentions) for entity in store.entities(EntityQuery(limit=limit))]


def test_the_top_entities_are_the_most_frequent_not_the_least(store):
    for number in range(4):
        mention(store, *("Ada", "Bea", "Cleo", "Dan")[: number + 1], uid=f"t{number}")
    assert top(store, limit=2) == [("ada", 4), ("bea", 3)]


def test_counts_do_not_inflate_with_every_turn_that_is_added(store):
    for number in range(6):
        mention(store, "Ada", uid=f"t{number}")
        for again in range(number):
            mention(store, "Ada", uid=f"t{again}")
        assert top(store) == [("ada", number + 1)]


def test_entities_that_were_cleared_stay_cleared(store):
    mention(store, "Ada", "Bea", uid="t1")
    mention(store, "Cleo", uid="t2", session="s2")
    store.forget(Selection(entity="ada"))
    mention(store, "Cleo", uid="t3")
    assert top(store) == [("cleo", 2)]
    assert not store.snapshot(SnapshotRequest(name_keys=("ada", "bea"))).entities


def test_clearing_one_namespace_clears_no_other(database, namespaces):
    stores = [database.store(namespaces(ending)) for ending in ("", "1", "#1", "-", " ")]
    for store in stores:
        fill(store, "quince")
    before = [snapshot(store) for store in stores[1:]]
    stores[0].forget(Selection(everything=True))
    assert stores[0].namespace not in database.namespaces()
    assert [snapshot(store) for store in stores[1:]] == before


# Concurrent writers


def write(store, writer, session="s1"):
    """Turns of one writer, each mentioning Ada and the writer; a note each; all in one session."""
    for number in range(WRITES):
        uid = f"{writer}{number}"
        turn = make_turn(f"t-{uid}", f"Turn {uid}.", session=session, said_at=day(number))
        people = [make_entity("ada"), make_entity(writer)]
        remember(
            store,
            [turn],
            notes=[make_note(f"n-{uid}", turns=(turn.uid,))],
            entities=people,
            names=make_names(*people),
            mentions=make_mentions(turn, "ada", writer),
            abouts=[About(f"n-{uid}", "ada")],
        )


def run_at_once(*calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        for future in [pool.submit(*call) for call in calls]:
            future.result()


def assert_both_are_there(store):
    assert dict(top(store)) == {"ada": 2 * WRITES, "bea": WRITES, "cleo": WRITES}
    told = store.stats()
    assert (told.turns, told.notes, told.entities, told.pending) == (2 * WRITES, 2 * WRITES, 3, 0)
    assert (told.mentions, told.version, told.sessions) == (4 * WRITES, 2 * WRITES, 1)
    uids = [f"t-{writer}{number}" for writer in ("bea", "cleo") for number in range(WRITES)]
    assert sorted(turn.position for turn in store.turns(uids)) == list(range(2 * WRITES))


def test_two_threads_of_one_connection_do_not_corrupt_each_other(store):
    run_at_once((write, store, "bea"), (write, store, "cleo"))
    assert_both_are_there(store)


def test_two_connections_to_one_namespace_do_not_corrupt_each_other(place, store):
    with closing(place.open(STAMP)) as second:
        run_at_once((write, store, "bea"), (write, second.store(store.namespace), "cleo"))
    assert_both_are_there(store)


def test_writers_of_two_namespaces_do_not_see_each_other(store, other_store):
    run_at_once((write, store, "bea"), (write, other_store, "bea"))
    assert snapshot(store)["stream"] == snapshot(other_store)["stream"]
    assert dict(top(store)) == {"ada": WRITES, "bea": WRITES}
    assert store.stats().version == other_store.stats().version == WRITES


def test_reading_while_another_writes_sees_whole_plans_only(store):
    def read():
        for _ in range(3 * WRITES):
            counts = dict(top(store))
            assert counts.get("ada", 0) == counts.get("bea", 0)

    run_at_once((write, store, "bea"), (read,))


# Exploration


@pytest.mark.parametrize(
    "name",
    ["Ada'}) DETACH DELETE n //", "Ada`]-() MATCH (n) DELETE n", '" OR 1=1; DROP TABLE entities; --', "*"],
)
def test_a_name_is_data_when_the_graph_is_explored(store, name):
    mention(store, "Bea", uid="t1")
    ada = make_entity(name, name)
    remember(
        store,
        make_turns("t2"),
        notes=[make_note("n2", turns=("t2",))],
        entities=[ada],
        names=make_names(ada),
        abouts=[About("n2", name), About("n2", "bea")],
    )
    found = store.expand(Seeds(entities=(name,)), make_question(name, name_keys=(name.lower(),)))
    assert [(hop.source, hop.target) for hop in found.hops] == [(name, "bea")]
    assert [
        entity.uid
        for entity in store.snapshot(SnapshotRequest(name_keys=(name.lower(),))).entities[name.lower()]
    ] == [name]
    assert len(top(store)) == 2


def test_finding_nothing_is_an_empty_answer_and_no_error(store):
    fill(store, "quince")
    question = make_question("zzz", name_keys=("zzz",), since=day(900), until=day(901))
    found = store.candidates(question, Limits())
    assert (found.notes, found.turns, dict(found.channels), dict(found.key_entities)) == ((), (), {}, {})
    assert store.expand(Seeds(entities=()), question).notes == ()
    assert not store.snapshot(
        SnapshotRequest(name_keys=("zzz",), notes=(NeighbourLookup(uid="new", terms="zzz"),))
    ).neighbours.get("new")
    assert store.stream(StreamQuery(entity="zzz")) == store.facts("zzz", 9) == ()


def test_no_walk_goes_further_than_two_hops(store):
    """Neither down a long chain nor round and round where everybody knows everybody."""
    chain = [make_entity(f"c{number:02}") for number in range(30)]
    circle = [make_entity(f"k{number:02}") for number in range(25)]
    facts = [make_fact(f"f{a.uid}", a.uid, "KNOWS", b.uid) for a, b in pairwise(chain)]
    facts += [make_fact(f"f{a.uid}{b.uid}", a.uid, "KNOWS", b.uid) for a, b in combinations(circle, 2)]
    remember(store, [make_turn()], notes=[make_note()], entities=chain + circle, facts=facts)
    far = Seeds(entities=("c00",), fan_out=1000)
    assert set(store.expand(far, make_question()).entities) == {"c00", "c01", "c02"}
    quota = 4
    round_ = store.expand(Seeds(entities=("k00",), fan_out=quota), make_question())
    assert len({hop.target for hop in round_.hops if hop.source == "k00"}) <= quota
    assert len(round_.hops) <= quota + quota * quota // 2


def test_what_an_assistant_said_is_never_taken_for_what_was_told(store):
    turns = [make_turn("t1", "pear", role="user"), make_turn("t2", "pear", role="assistant", session="s2")]
    remember(store, turns, notes=[make_note("n2", "pear", turns=("t2",), trust="inferred", vector=vector(1))])
    found = store.candidates(make_question("pear"), Limits())
    assert {record.uid: record.trust for record in (*found.notes, *found.turns)} == {
        "n2": "inferred",
        "t1": "said",
        "t2": "inferred",
    }


def test_speakers_do_not_lead_because_they_say_i(store):
    turns = make_turns(*(f"t{number}" for number in range(9)))
    remember(store, turns, spoken_by={turn.uid: "ada" for turn in turns}, entities=[make_entity("ada")])
    mention(store, "Bea", uid="t9")
    assert top(store) == [("bea", 1), ("ada", 0)]
    for order in ("recent", "relevance"):
        assert store.entities(EntityQuery(order=order, now=NOW))[0].uid == "bea"
