"""What only Neo4j can show: plans, indexes, budgets on the wire, a server that is dead or locked."""

import logging
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from uuid import uuid4

import numpy as np
import pytest

import neo4j
import neo4j_server as servers
from factories import (
    NOW,
    STAMP,
    day,
    make_call,
    make_closing,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revised,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import InvalidInput, StoreError, StoreMismatch, StoreUnavailable
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Link, Name, NameSource, Similar
from memgraph_core.records.plan import Applied, FactLookup, Merge, NeighbourLookup, SnapshotRequest, Split
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j import channels, connection, fulltext, known, open_neo4j
from memgraph_core.store.neo4j.overfetch import overfetch
from memgraph_core.store.neo4j.schema import INDEXES, differences
from test_cypher import NAMES, parameters
from world import QUESTIONS, fill

pytestmark = pytest.mark.neo4j

NEWEST = pytest.param("newest_neo4j", marks=pytest.mark.heavy)
AT_MOST = 10  # seconds until a dead server is reported


@pytest.fixture(params=["neo4j", NEWEST])
def version(request):
    """Each server in turn, as the fixtures of conftest call them."""
    return request.param


@pytest.fixture
def home(version, request):
    return request.getfixturevalue(f"{version}_place")


@pytest.fixture
def server(version, request):
    return request.getfixturevalue(f"{version}_server")


@pytest.fixture
def database(home):
    return home.shared


@pytest.fixture
def namespaces(database):
    """Makes names that no other test has used, ending as asked, and forgets them afterwards."""
    made = []

    def make(ending=""):
        made.append(f"test-{uuid4().hex[:12]}{ending}")
        return made[-1]

    yield make
    for name in made:
        database.store(name).forget(Selection(everything=True))


@pytest.fixture
def driver(server):
    """The server as somebody sees it who knows nothing of the store."""
    auth = (server.username, server.password) if server.username else None
    with neo4j.GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield opened


def rows(driver, statement, **values):
    return [record.data() for record in driver.execute_query(statement, values).records]


# Plans and indexes

SCANS = re.compile(r"AllNodesScan|ByLabels?Scan|AllRelationshipsScan|RelationshipTypeScan")


def operators(plan):
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("schema/")])
def test_no_statement_looks_through_all_nodes_or_relationships(driver, store, name):
    fill(store, "quince")
    text = cypher(name)
    with driver.session() as session:
        plan = session.run("EXPLAIN " + text, dict.fromkeys(parameters(text))).consume().plan
    assert [operator for operator in operators(plan) if SCANS.search(operator)] == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("explore/")])
def test_what_people_run_shows_something(driver, store, name):
    fill(store, "quince")
    remember(store, notes=[make_note("n9", "Nobody.")])
    values = {
        "namespace": store.namespace,
        "space": f"{store.namespace}#1",
        "uids": ["ada", "n1"],
        "turns": ["t1"],
        "name": "Turin",
        "other": "milan",
        "day": "2026-01-01",
        "since": "2026-01-01",
        "until": None,
        "session": None,
        "uid": "t1",
    }
    text = cypher(name)
    with driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
        found = session.run(text, {key: values[key] for key in parameters(text)}).data()
    assert found


def test_every_index_is_there_as_wanted(driver, database):
    wanted = {index.name: index for index in INDEXES}
    there = {row["name"]: row for row in rows(driver, cypher("schema/indexes"))}
    assert there.keys() == wanted.keys()
    for name, index in wanted.items():
        assert differences(index, there[name]) == {}
        assert there[name]["state"] == "ONLINE"


def test_the_server_has_nothing_to_say_of_our_statements(home, store, caplog):
    caplog.set_level(logging.DEBUG, "neo4j.notifications")
    with closing(home.open(STAMP)) as again:
        handle = again.store(store.namespace)
        fill(handle, "quince")
        for asked in QUESTIONS.values():
            asked.verb(handle)
        handle.forget(Selection(turns=("t1",)))
    assert [record.getMessage() for record in caplog.records if record.name == "neo4j.notifications"] == []


# The graph as people see it


def test_the_typed_edges_of_merged_entities_move_and_come_back(driver, store):
    fill(store, "quince")
    edges = (
        "MATCH (a:Entity {space: $space})-[r:LIVES_IN]->(b) "
        "RETURN r.fact AS fact, a.uid AS of, b.uid AS place, r.holds_until IS NULL AS holds ORDER BY fact"
    )
    whose = {"space": f"{store.namespace}#1"}
    before = rows(driver, edges, **whose)
    remember(store, merges=[Merge(alias="turin", into="milan", reason="told so")])
    assert [(row["fact"], row["place"], row["holds"]) for row in rows(driver, edges, **whose)] == [
        ("f1", "milan", False),
        ("f2", "milan", True),
    ]
    same_as = (
        "MATCH (a:Entity {space: $space})-[s:SAME_AS]->(b) "
        "RETURN a.uid AS alias, a.canonical AS canonical, b.uid AS into, s.reason AS reason, s.at IS NOT NULL AS dated"
    )
    assert rows(driver, same_as, **whose) == [
        {"alias": "turin", "canonical": "milan", "into": "milan", "reason": "told so", "dated": True}
    ]
    remember(store, splits=[Split(alias="turin", into="milan")])
    assert (rows(driver, edges, **whose), rows(driver, same_as, **whose)) == (before, [])


def test_a_fact_is_a_typed_edge_too_and_ends_with_it(driver, store):
    fill(store, "quince")
    edges = rows(
        driver,
        "MATCH (a:Person {space: $space})-[r:LIVES_IN]->(b:Place) RETURN b.uid AS place, r.fact AS fact, "
        "r.holds_until AS until ORDER BY place",
        space=f"{store.namespace}#1",
    )
    assert [(row["place"], row["fact"], row["until"] is None) for row in edges] == [
        ("milan", "f2", True),
        ("turin", "f1", False),
    ]


def test_a_restored_fact_is_an_open_edge_again_and_a_forgotten_one_is_none(driver, store):
    fill(store, "quince")
    assert len(store.forget(Selection(turns=("t2",))).restored_facts) == 1
    edges = rows(
        driver,
        "MATCH (:Entity {space: $space})-[r:LIVES_IN]->() RETURN r.fact AS fact, r.holds_until AS until",
        space=f"{store.namespace}#1",
    )
    assert edges == [{"fact": "f1", "until": None}]


def test_an_edge_ends_as_its_fact_when_the_link_between_is_forgotten(driver, store):
    cities = ("f1", "f2", "f3")
    remember(
        store,
        [make_turn(uid, session=uid) for uid in cities],
        notes=[make_note(uid, turns=(uid,)) for uid in cities],
        entities=[make_entity(uid) for uid in ("ada", *cities)],
        facts=[make_fact(uid, object=uid, notes=(uid,)) for uid in cities],
    )
    for number, (fact, by) in enumerate((("f1", "f2"), ("f2", "f3"))):
        remember(store, invalidations=[make_closing(fact, by, until=day(number), reason=f"{by} came")])
    store.forget(Selection(turns=("f2",)))
    edges = rows(
        driver,
        "MATCH (f:Fact {space: $space, uid: 'f1'})<-[s:SUPERSEDES]-(newer) "
        "MATCH (:Entity)-[r:LIVES_IN {fact: f.uid}]->() "
        "RETURN newer.uid AS by, s.reason AS reason, r.holds_until = f.holds_until AS alike, r.holds_until.day AS day",
        space=f"{store.namespace}#1",
    )
    assert edges == [{"by": "f3", "reason": "f3 came", "alike": True, "day": 2}]


def test_a_turn_that_waits_again_is_in_no_vector_index(driver, store):
    remember(store, [make_turn(uid, vector=vector(1)) for uid in ("t1", "t2")])
    assert store.forget(Selection(turns=("t1",))).pending == ("t2",)
    [row] = rows(
        driver,
        "MATCH (t:Turn {namespace: $name}) RETURN t.uid AS uid, t.embedding AS embedding, t.vector AS bytes",
        name=store.namespace,
    )
    assert row == {"uid": "t2", "embedding": None, "bytes": None}


def test_an_entity_bears_its_type_as_a_label(driver, store):
    for type in ("Thing", "Place", "Person"):
        remember(store, make_turns("t1"), entities=[make_entity("turin", type=type)])
    [row] = rows(
        driver,
        "MATCH (e:Entity {space: $space}) RETURN labels(e) AS labels, e.type AS type",
        space=f"{store.namespace}#1",
    )
    assert (sorted(row["labels"]), row["type"]) == (["Entity", "Place"], "Place")


def test_what_is_found_by_whom_it_is_about_says_so_and_when_whoever_it_is_merged_into(driver, store):
    notes = [make_note("n1"), make_note("n2", said_at=day(1))]
    people = [make_entity("ada"), make_entity("bea")]
    abouts = [About("n1", "ada"), About("n2", "bea")]
    remember(store, make_turns("t1"), notes=notes, entities=people, abouts=abouts)
    remember(store, merges=[Merge(alias="bea", into="ada", reason="told so")])
    remember(store, notes=[make_note("n2", said_at=day(5))])
    told = """
    MATCH (n:Note)-[about:ABOUT]->(e:Entity {space: $space})
    RETURN n.uid AS note, about.entity = e.uid AND about.at = n.at AS rightly ORDER BY note
    """
    right = [{"note": uid, "rightly": True} for uid in ("n1", "n2")]
    assert rows(driver, told, space=f"{store.namespace}#1") == right
    remember(store, splits=[Split(alias="bea", into="ada")])
    assert rows(driver, told, space=f"{store.namespace}#1") == right


def test_nothing_is_left_of_what_was_forgotten(driver, namespaces, database):
    store = database.store(namespaces("-medlar"))
    fill(store, "medlar")
    store.forget(Selection(everything=True))
    left = rows(
        driver,
        "MATCH (n) WHERE any(key IN keys(n) WHERE toStringOrNull(n[key]) CONTAINS 'medlar') RETURN labels(n)",
    )
    assert left == []
    index = "CALL db.index.fulltext.queryNodes('memgraph_terms', 'medlar') YIELD node RETURN node"
    assert rows(driver, index) == []


@pytest.mark.parametrize("gone", ["t2", "t3"])
def test_no_property_of_what_a_forgotten_turn_made_of_an_older_note_is_left(driver, store, gone):
    turns = [make_turn(f"t{n}", f"This is {n}.", session=f"s{n}") for n in (1, 2, 3)]
    remember(store, turns, notes=[make_note("n1")], entities=[make_entity("ada", "Xylocanary")])
    canary = f"xylocanary from {gone}"
    first = canary if gone == "t2" else "plain"
    names = [Name(canary, "Xylocanary", "ada"), Name("ada", "Ada", "ada")]
    namings = [NameSource(canary, gone), NameSource("ada", "t1")]
    mentions = make_mentions(turns[0], "ada")
    remember(
        store, revisions=[make_revised(context=first)], names=names, name_sources=namings, mentions=mentions
    )
    remember(store, revisions=[make_revised(turn="t3", context=canary, vector=vector(1))])
    store.forget(Selection(turns=(gone,)))
    held = """
    MATCH (n) WHERE any(key IN keys(n) WHERE toLower(toStringOrNull(n[key])) CONTAINS 'xylocanary'
      OR any(part IN CASE WHEN valueType(n[key]) STARTS WITH 'LIST<STRING' THEN n[key] ELSE [] END
        WHERE part CONTAINS 'xylocanary'))
    RETURN labels(n) AS what
    UNION
    MATCH ()-[r]->() WHERE any(key IN keys(r) WHERE toLower(toStringOrNull(r[key])) CONTAINS 'xylocanary')
    RETURN [type(r)] AS what
    """
    assert rows(driver, held) == []
    assert store.notes(["n1"])[0].context == ("" if gone == "t2" else "plain")
    assert len(
        rows(driver, "MATCH (r:Revision) WHERE r.space STARTS WITH $name RETURN r", name=store.namespace)
    ) == (0 if gone == "t2" else 2)


def true_counts(driver, namespace):
    [row] = rows(
        driver,
        "MATCH (n:Namespace {uid: $name}) RETURN n.turns AS turns, n.notes AS notes, "
        "COUNT { (t:Turn {namespace: $name}) } AS true_turns, COUNT { (m:Note {space: $name + '#1'}) } AS true_notes",
        name=namespace,
    )
    return (row["turns"], row["notes"]), (row["true_turns"], row["true_notes"])


def test_a_namespace_knows_its_size_through_repeats_and_forgetting(driver, store):
    for _ in range(2):
        notes = [make_note("n1"), make_note("n2"), make_note("n2", "Again."), make_note("n3", turns=("t2",))]
        remember(store, make_turns("t1", "t2", "t3"), notes=notes)
    kept, true = true_counts(driver, store.namespace)
    assert kept == true == (3, 3)
    store.forget(Selection(turns=("t2",)))
    kept, true = true_counts(driver, store.namespace)
    assert kept == true == (2, 2)


# Budgets, counted on the wire


@contextmanager
def wire(caplog):
    """Counts what is sent to the server: transactions begun and statements run."""
    counted = {"transactions": 0, "statements": 0}
    with caplog.at_level(logging.DEBUG, "neo4j.io"):
        caplog.clear()
        yield counted
        sent = [record.getMessage() for record in caplog.records if record.name == "neo4j.io"]
        counted["transactions"] = sum("C: BEGIN" in message for message in sent)
        counted["statements"] = sum("C: RUN" in message for message in sent)
        caplog.clear()


def write(store, count):
    """One write of so many turns, notes, entities and the rest."""
    numbers = range(count)
    turns = [make_turn(f"t{n}", vector=vector(1, n)) for n in numbers]
    entities = [make_entity(f"e{n}") for n in numbers]
    store.append(turns, ["e1"], 5)
    probes = tuple(NeighbourLookup(uid=f"n{n}", terms="", vector=vector(1, n)) for n in numbers)
    worded = tuple(NeighbourLookup(uid=f"w{n}", terms="turin") for n in numbers)
    facts = tuple(FactLookup(subject=f"e{n}", type="KNOWS", object="e1", single=True) for n in numbers)
    base = store.snapshot(
        SnapshotRequest(name_keys=tuple(f"e{n}" for n in numbers), facts=facts, notes=probes + worded)
    )
    plan = make_plan(
        base,
        notes=[make_note(f"n{n}", turns=(f"t{n}",), vector=vector(1, n)) for n in numbers],
        entities=entities,
        names=make_names(*entities),
        mentions=[
            row for turn, one in zip(turns, entities, strict=True) for row in make_mentions(turn, one.uid)
        ],
        abouts=[About(f"n{n}", f"e{(n + k) % count}") for n in numbers for k in range(2)],
        facts=[
            make_fact(f"f{n}", f"e{n}", "KNOWS", f"e{(n + 1) % count}", notes=(f"n{n}",)) for n in numbers
        ],
        invalidations=[make_closing(f"f{n}", until=day(3), reason="over", by="f0") for n in numbers if n],
        similar=[Similar(f"n{n}", f"n{n + 1}", 0.9) for n in range(count - 1)],
    )
    assert isinstance(store.apply(plan), Applied)


def search(store, count):
    keys = tuple(f"e{n}" for n in range(count))
    question = make_question("moved to turin", name_keys=keys, vector=vector(1), since=day(0), until=day(9))
    found = store.candidates(question, Limits())
    store.expand(Seeds(entities=tuple(found.entities)), question)


def test_a_write_is_three_transactions_and_as_many_statements_for_three_entities_as_for_300(
    database, namespaces, caplog
):
    budgets = []
    for count in (3, 300):
        with wire(caplog) as counted:
            write(database.store(namespaces()), count)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["transactions"] == 3
    assert budgets[0]["statements"] <= 16


@pytest.mark.parametrize("few", [0, 10_000])
def test_a_search_is_two_transactions_and_at_most_six_statements_for_any_size(
    database, namespaces, caplog, monkeypatch, few
):
    monkeypatch.setattr(channels, "_FEW_VECTORS", few)  # by the index, or exactly
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        with wire(caplog) as counted:
            search(store, count)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["transactions"] == 2
    assert budgets[0]["statements"] <= 6


def test_a_search_that_must_look_again_keeps_to_the_budget(database, namespaces, caplog, monkeypatch):
    monkeypatch.setattr(channels, "_FEW_VECTORS", 0)
    monkeypatch.setattr(channels, "_MOST_FETCHED", 1)
    store = database.store(namespaces())
    write(store, 3)
    with wire(caplog) as counted:
        search(store, 3)
    assert counted == {"transactions": 2, "statements": 6}


def test_the_budgets_count_what_is_really_sent(store, caplog):
    with wire(caplog) as counted:
        store.stats()
    assert counted == {"transactions": 1, "statements": 2}


def test_a_merge_is_one_more_read_and_one_more_write_in_the_same_transaction(database, namespaces, caplog):
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        base = store.snapshot(SnapshotRequest())
        merges = [Merge(alias=f"e{n}", into="e0", reason="told so") for n in range(1, count)]
        with wire(caplog) as counted:
            assert isinstance(store.apply(make_plan(base, merges=merges)), Applied)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["transactions"] == 1
    assert budgets[0]["statements"] == 8


def test_what_a_model_tells_takes_no_more_statements_for_any_number_of_notes(database, namespaces, caplog):
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        base = store.snapshot(SnapshotRequest())
        links = [Link(f"n{n}", "n0", "continues") for n in range(1, count)]
        revised = [make_revised(f"n{n}", "t0", vector=vector(1, n)) for n in range(count)]
        calls = [make_call(f"c{n}") for n in range(count)]
        namings = [NameSource(f"e{n}", "t0") for n in range(count)]
        plan = make_plan(base, links=links, revisions=revised, calls=calls, name_sources=namings)
        with wire(caplog) as counted:
            assert isinstance(store.apply(plan), Applied)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["statements"] == 6


# Vectors of many tenants


def test_the_index_is_asked_for_as_many_as_hold_enough_of_ones_own():
    assert overfetch(10, own=1000, all=1000) == 20
    assert overfetch(10, own=1000, all=5000) == 100
    assert overfetch(10, own=0, all=5000) == 100_000
    assert overfetch(0, own=0, all=0) == 1


@pytest.fixture
def crowd(database, namespaces):
    """A rare namespace whose vectors all lie farther from (1, 0) than hundreds of another one's."""
    generator = np.random.default_rng(7)

    def tell(store, count, first):
        vectors = [vector(1, first + n / count, *generator.normal(0, 0.01, 4)) for n in range(count)]
        notes = [make_note(f"n{n:03}", vector=v) for n, v in enumerate(vectors)]
        turns = [make_turn(f"t{n:03}", vector=v) for n, v in enumerate(vectors)]
        remember(store, turns, notes=[make_note(note.uid, turns=(turn.uid,), vector=note.vector)
                                      for note, turn in zip(notes, turns, strict=True)])  # fmt: skip

    tell(database.store(namespaces("-crowd")), 400, first=0.0)
    rare = database.store(namespaces("-rare"))
    tell(rare, 30, first=2.0)
    return rare


@pytest.mark.parametrize("most", [2000, 50])
def test_a_rare_namespace_finds_its_own_nearest_among_many_others(crowd, monkeypatch, most):
    monkeypatch.setattr(channels, "_FEW_VECTORS", 0)  # by the index first
    monkeypatch.setattr(channels, "_MOST_FETCHED", most)  # enough for the index, or too few
    question = make_question(vector=vector(1))
    found = crowd.candidates(question, Limits(vector=10, passages=10, neighbour_seeds=0))
    everything = crowd.notes([f"n{n:03}" for n in range(30)])
    nearest = sorted(everything, key=lambda note: -float(note.vector @ question.vector))[:10]
    own = {uid for uid in found.channels if uid.startswith("n")}
    assert own == {note.uid for note in nearest}
    assert {uid.replace("t", "n") for uid in found.channels if uid.startswith("t")} == own


def test_a_rare_namespace_knows_its_own_near_notes(crowd):
    probe = NeighbourLookup(uid="new", terms="", vector=vector(1))
    near = crowd.snapshot(SnapshotRequest(notes=(probe,), neighbour_count=5)).neighbours["new"]
    notes = {note.uid: note for note in crowd.notes([one.uid for one in near])}
    assert len(notes) == 5
    for one in near:
        assert one.similarity == pytest.approx(float(notes[one.uid].vector @ vector(1)), abs=1e-5)
    assert [one.similarity for one in near] == sorted((one.similarity for one in near), reverse=True)


def test_the_index_knows_the_near_notes_of_a_namespace_with_its_fair_share(database, namespaces, monkeypatch):
    monkeypatch.setattr(known, "_FEW_COMPARISONS", 0)
    store = database.store(namespaces())
    notes = [make_note(f"n{n}", vector=vector(-1, n / 10)) for n in range(5)]  # nobody else looks that way
    remember(store, make_turns("t1"), notes=notes)
    near = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="n0", terms="", vector=vector(-1)),), neighbour_count=2)
    ).neighbours["n0"]
    assert [one.uid for one in near] == ["n1", "n2"]
    assert near[0].similarity == pytest.approx(float(notes[1].vector @ vector(-1)), abs=1e-5)


# Writers at once


def test_eight_writers_of_the_same_entities_lose_nothing_and_double_nothing(driver, store):
    people = [make_entity(f"e{n}") for n in range(6)]

    def work(writer):
        for n in range(5):
            turn = make_turn(f"t{writer}-{n}", f"Turn {n} of {writer}.")
            some = [people[(writer + n + k) % len(people)] for k in range(3)]
            remember(
                store,
                [turn],
                notes=[make_note(f"n{writer}-{n}", turns=(turn.uid,))],
                entities=some,
                names=make_names(*some),
                mentions=make_mentions(turn, *(one.uid for one in some)),
                facts=[make_fact("same", "e0", "KNOWS", "e1", notes=(f"n{writer}-{n}",))] if n == 4 else [],
            )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    held = store.stats()
    assert (held.version, held.turns, held.notes, held.entities, held.mentions) == (40, 40, 40, 6, 120)
    assert sorted(
        turn.position for turn in store.turns([f"t{w}-{n}" for w in range(8) for n in range(5)])
    ) == list(range(40))
    kept, true = true_counts(driver, store.namespace)
    assert kept == true == (40, 40)


def test_writers_who_open_an_empty_namespace_at_once_make_one(driver, database, namespaces):
    name = namespaces()
    with ThreadPoolExecutor(8) as pool:
        logged = list(pool.map(lambda n: database.store(name).append(make_turns(f"t{n}"), (), 0), range(8)))
    assert sorted(one.turns[0].position for one in logged) == list(range(8))
    assert rows(driver, "MATCH (n:Namespace {uid: $name}) RETURN n.turns AS turns", name=name) == [
        {"turns": 8}
    ]


# Words that look like syntax

HOSTILE = [
    "+", "-", "!", "(", ")", "{", "}", "[", "]", "^", '"', "~", "*", "?", ":", "\\", "/", "&&", "||", "AND", "OR",
    "NOT", "TO", "a*", "a?", "/a.*/", "a~2", "text:pear", '"pear', "pear\\", "@", "@@", "@feed", "$x", "`", "') RETURN 1 //",
]  # fmt: skip


@pytest.mark.parametrize("word", HOSTILE)
def test_a_term_is_compared_and_never_read_as_syntax(store, word):
    terms = word.replace(" ", "\u00a0")  # a term has no blank
    turns = [make_turn("t1", terms=f"pear {terms}"), make_turn("t2", terms="pear plum")]
    store.append(turns, (), 0)
    found = store.candidates(make_question(terms=(terms,), name_keys=(word,)), Limits(neighbour_seeds=0))
    assert set(found.channels) == {"t1"}
    assert found.frequencies == {terms: 1}
    assert found.turns[0].terms == f"pear {terms}"


@pytest.mark.parametrize(
    "word", ["`) DETACH DELETE n //", "Robert'); MATCH (n) DETACH DELETE n //", "$namespace"]
)
def test_a_name_is_stored_and_never_run(store, word):
    odd = make_entity("odd", word)
    turn = make_turn("t1", word)
    remember(
        store, [turn], entities=[odd], names=[Name(word, word, "odd")], mentions=make_mentions(turn, "odd")
    )
    assert [one.name for one in store.append([], [word], 0).entities[word]] == [word]
    assert store.stats().turns == 1


def test_the_token_of_another_namespace_is_no_way_in(database, namespaces):
    mine, other = (database.store(namespaces(ending)) for ending in ("-mine", "-other"))
    other.append([make_turn("secret", terms="medlar")], (), 0)
    token = fulltext.of_turns(other.namespace)
    mine.append([make_turn("t1", terms=f"pear {token}")], (), 0)
    assert mine.candidates(make_question(terms=(token, "medlar")), Limits()).channels.keys() == {"t1"}
    assert other.candidates(make_question(terms=("pear",)), Limits()).channels == {}


# A server that is dead, slow to answer, or locked


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def quickly():
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < AT_MOST


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_server_that_is_not_there_is_reported_within_ten_seconds(scheme):
    address = f"{scheme}://127.0.0.1:{free_port()}"
    with quickly(), pytest.raises(StoreUnavailable, match="did not answer") as told:
        open_neo4j(address)
    assert address in str(told.value)
    assert told.value.__cause__ is not None


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_server_that_says_nothing_is_reported_within_ten_seconds(scheme):
    with closing(socket.create_server(("127.0.0.1", 0))) as mute, quickly(), pytest.raises(StoreUnavailable):
        open_neo4j(f"{scheme}://127.0.0.1:{mute.getsockname()[1]}")


class Cable:
    """A connection to the server that can be cut."""

    def __init__(self, server):
        host, _, port = server.uri.rpartition("/")[2].partition(":")
        self._there = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends = []
        self.uri = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._there)
                self._ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source, target):
        with suppress(OSError):
            while received := source.recv(65536):
                target.sendall(received)

    def cut(self):
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def test_a_server_that_dies_is_reported_within_ten_seconds_by_every_verb(neo4j_server):
    cable = Cable(neo4j_server)
    with closing(open_neo4j(cable.uri, stamp=STAMP)) as database:
        store = database.store("cable")
        assert store.stats().turns == 0
        cable.cut()
        for verb in ("stats", "candidates", "append"):
            with quickly(), pytest.raises(StoreUnavailable, match=re.escape(cable.uri)):
                QUESTIONS[verb].verb(store)


def test_a_host_that_nobody_knows_is_reported_within_ten_seconds():
    with quickly(), pytest.raises(StoreUnavailable, match=r"nowhere\.invalid"):
        open_neo4j("bolt://nowhere.invalid:7687")


@pytest.mark.parametrize(
    "address", ["", "localhost", "http://localhost:7687", "memory.db", "bolt://localhost:port"]
)
def test_an_address_that_is_none_is_named(address):
    with pytest.raises(InvalidInput, match="neo4j://localhost:7687"):
        open_neo4j(address)


def test_a_database_that_is_not_there_is_named(neo4j_server):
    with pytest.raises(StoreUnavailable, match="nowhere"):
        open_neo4j(neo4j_server.uri, database="nowhere")


@pytest.mark.parametrize("agent", ["Neo4j/5.25.9", "Neo4j/4.4.40"])
def test_a_server_that_is_too_old_is_refused(agent):
    with pytest.raises(StoreError, match=agent):
        connection.refuse_old(agent, "bolt://old")


@pytest.mark.parametrize(
    "agent", ["Neo4j/5.26.0", "Neo4j/5.27-aura", "Neo4j/2026.08.1", "Neo4j/dev", "Other/1.0"]
)
def test_a_server_that_is_new_enough_or_will_not_say_is_used(agent):
    connection.refuse_old(agent, "bolt://new")


def test_what_the_server_refuses_keeps_its_reason(database):
    with pytest.raises(StoreError, match="refused") as told:
        database._connection.write(lambda tx: tx.run("RETURN 1 / 0").consume())
    assert not isinstance(told.value, StoreUnavailable)
    assert isinstance(told.value.__cause__, neo4j.exceptions.Neo4jError)


@pytest.fixture(scope="module")
def locked():
    """A server of our own that asks for a password, empty at first."""
    try:
        server = servers.start(auth=True)
    except servers.NoServer as e:
        pytest.skip(str(e))
    yield server
    server.stop()


class TestLocked:
    """A server with a password; the tests run in their order, from an empty database on."""

    @staticmethod
    def opened(server, stamp=STAMP):
        return open_neo4j(server.uri, username=server.username, password=server.password, stamp=stamp)

    @staticmethod
    def run(server, statement):
        auth = (server.username, server.password)
        with neo4j.GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as driver:
            driver.execute_query(statement)

    @pytest.mark.parametrize(
        "who", [{}, {"username": "neo4j"}, {"username": "neo4j", "password": "wrong"}, {"username": "nobody"}]
    )
    def test_a_wrong_password_is_told_at_once(self, locked, who):
        with quickly(), pytest.raises(StoreUnavailable, match="NEO4J_PASSWORD"):
            open_neo4j(locked.uri, **who)

    def test_an_index_that_is_in_the_way_is_named(self, locked):
        # Over the same labels and property: CREATE … IF NOT EXISTS would say nothing and search by other words.
        self.run(locked, "CREATE FULLTEXT INDEX theirs FOR (n:Note|Turn) ON EACH [n.terms]")
        with pytest.raises(StoreError, match="memgraph_terms"):
            self.opened(locked)
        self.run(locked, "DROP INDEX theirs")

    def test_an_index_of_ours_that_is_otherwise_defined_is_named(self, locked):
        self.run(locked, "DROP INDEX memgraph_turn_at IF EXISTS")
        self.run(locked, "CREATE INDEX memgraph_turn_at FOR (t:Turn) ON (t.at)")
        with pytest.raises(StoreError, match=r"memgraph_turn_at.*properties"):
            self.opened(locked)
        self.run(locked, "DROP INDEX memgraph_turn_at")

    def test_eight_who_open_an_empty_database_at_once_find_it_ready(self, locked):
        with ThreadPoolExecutor(8) as pool:
            for database in pool.map(lambda _: self.opened(locked), range(8)):
                database.close()

    def test_the_right_password_opens(self, locked):
        with closing(self.opened(locked)) as database:
            fill(database.store("ada"), "quince")
            assert database.namespaces() == ("ada",)

    def test_opening_again_makes_no_index(self, locked, caplog):
        with wire(caplog) as counted, closing(self.opened(locked)):
            pass
        assert counted["statements"] <= 5

    def test_a_database_of_when_all_had_one_model_is_taken_over(self, locked):
        self.run(locked, "MATCH (s:Stamp) SET s.model = 'tests', s.dimension = 8")
        self.run(locked, "MATCH (n:Namespace) REMOVE n.model, n.dimension")
        self.run(locked, "DROP INDEX memgraph_turn_vector")
        self.run(
            locked,
            "CREATE VECTOR INDEX memgraph_turn_vector FOR (t:Turn) ON (t.embedding) OPTIONS {indexConfig: "
            "{`vector.dimensions`: 8, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}",
        )
        with closing(self.opened(locked)) as database:
            assert database.store("ada").embedding_stamp() == EmbeddingStamp("tests", 8)
            other = EmbeddingStamp("other", 4)
            building = database.with_stamp(other).store("ada").begin_generation()
            assert (building.model, building.turns_total) == ("other", 3)
            database.store("ada").discard_generation()

    def test_a_database_of_when_namespaces_had_a_name_is_taken_over(self, locked):
        self.run(locked, "DROP CONSTRAINT memgraph_namespace")
        self.run(locked, "MATCH (n:Namespace) SET n.name = n.uid REMOVE n.uid")
        self.run(locked, "CREATE CONSTRAINT memgraph_namespace FOR (n:Namespace) REQUIRE n.name IS UNIQUE")
        with closing(self.opened(locked)) as database:
            assert database.namespaces() == ("ada",)
            assert database.store("ada").stats().turns == 3
            fill(database.store("another"), "quince")
            database.store("another").forget(Selection(everything=True))

    def test_a_database_of_when_notes_were_not_found_by_whom_they_are_about_is_taken_over(self, locked):
        def about_ada():
            with closing(self.opened(locked, stamp=None)) as database:
                channels = (
                    database.store("ada").candidates(make_question(name_keys=("ada",)), Limits()).channels
                )
                return {uid for uid, those in channels.items() if "anchor" in those}

        before = about_ada()
        assert before == {"n1", "n2", "t1"}
        for index in ("about_at", "mention_of"):
            self.run(locked, f"DROP INDEX memgraph_{index}")
        self.run(locked, "MATCH ()-[about:ABOUT]->() REMOVE about.entity, about.at")
        self.run(locked, "MATCH ()-[mention:MENTIONS]->() REMOVE mention.entity")
        assert about_ada() == before

    def test_another_schema_version_is_refused(self, locked):
        self.run(locked, "MATCH (s:Stamp) SET s.schema = 99")
        with pytest.raises(StoreMismatch, match="99"):
            self.opened(locked)


# Times


def test_times_are_stored_as_moments_to_the_microsecond(driver, store):
    moment = NOW + timedelta(microseconds=123_457)
    store.append([make_turn("t1", said_at=moment)], (), 0)
    [row] = rows(
        driver,
        "MATCH (t:Turn {namespace: $name}) RETURN t.said_at AS at, valueType(t.said_at) AS type",
        name=store.namespace,
    )
    assert row["type"] == "ZONED DATETIME NOT NULL"
    assert row["at"].nanosecond == 123_457_000
    assert store.turns(["t1"])[0].said_at == moment
