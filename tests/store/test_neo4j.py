"""Tests that only Neo4j can run: query plans, indexes, the graph that people see, and statement budgets."""

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from uuid import uuid4

import numpy as np
import pytest

import neo4j
from factories import (
    NOW,
    STAMP,
    day,
    make_call,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revision,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import StoreError, StoreUnavailable
from memgraph_core.records.core import CoreState
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Abstracts, Link, Name, NameSource, Similar
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    Merge,
    NeighbourLookup,
    SnapshotRequest,
    Split,
    StateChange,
)
from memgraph_core.records.search import Filters, Limits, Seeds
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import channels, fulltext, schema, snapshot
from memgraph_core.store.neo4j.filters import FRAGMENT, filter_parameters
from memgraph_core.store.neo4j.overfetch import overfetch
from memgraph_core.store.neo4j.schema import INDEXES, differences
from sample_namespace import VERB_CALLS, fill
from test_cypher import NAMES, OPTIONAL, SHORTER, parameters

pytestmark = pytest.mark.neo4j

NEWEST = pytest.param("newest_neo4j", marks=pytest.mark.heavy)


@pytest.fixture(params=["neo4j", NEWEST])
def version(request):
    """The prefix of the fixtures in conftest, for each server version."""
    return request.param


@pytest.fixture
def home(version, request):
    return request.getfixturevalue(f"{version}_backend")


@pytest.fixture
def server(version, request):
    return request.getfixturevalue(f"{version}_server")


@pytest.fixture
def database(home):
    return home.shared


@pytest.fixture
def namespaces(database):
    """Creates names that no other test has used, with the given ending, and forgets the namespaces afterwards."""
    made = []

    def make(ending=""):
        made.append(f"test-{uuid4().hex[:12]}{ending}")
        return made[-1]

    yield make
    for name in made:
        database.store(name).forget(Selection(everything=True))


@pytest.fixture
def driver(server):
    """A driver that bypasses the store."""
    auth = (server.username, server.password) if server.username else None
    with neo4j.GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield opened


def rows(driver, statement, **values):
    return [record.data() for record in driver.execute_query(statement, values).records]


# Plans and indexes

# A scan of an index reads the records of all namespaces. The server's own index of namespaces is small.
SCANS = re.compile(r"AllNodesScan|ByLabels?Scan|AllRelationshipsScan|RelationshipTypeScan|IndexScan")


def operators(plan):
    if "Namespace(uid)" not in plan["args"].get("Details", ""):
        yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators(child)


# A server reads the plan of a statement from its text alone, so both shapes of those with optional fragments are planned.
SHAPES = [(name, ()) for name in NAMES if not name.startswith("schema/")] + [
    (name, OPTIONAL) for name in SHORTER
]


def test_no_statement_scans_all_nodes_or_relationships(driver, store):
    fill(store, "quince")
    scans = {}
    with driver.session() as session:
        for name, without in SHAPES:
            text = cypher(name, *without)
            plan = session.run("EXPLAIN " + text, dict.fromkeys(parameters(text))).consume().plan
            scans[name, without] = [operator for operator in operators(plan) if SCANS.search(operator)]
    assert {shape: found for shape, found in scans.items() if found} == {}


def hits(plan):
    return plan["args"].get("DbHits", 0) + sum(hits(child) for child in plan.get("children", ()))


@pytest.mark.parametrize("name", ["newest_notes", "oldest_notes", "newest_turns", "oldest_turns"])
def test_a_page_of_a_list_reads_few_records_more_than_its_own(name, driver, store):
    turns = [make_turn(f"t{n}", "Ada rowed.", said_at=NOW + timedelta(days=n)) for n in range(50)]
    store.append(turns)
    remember(
        store,
        notes=[
            make_note(f"n{n}", "Ada rowed.", turns=(f"t{n}",), said_at=turns[n].said_at) for n in range(50)
        ],
    )
    values = {
        "namespace": store.namespace,
        "ask": {"at": NOW + timedelta(days=25), "uid": "", "limit": 3},
        "filters": filter_parameters(Filters()),
    }
    with driver.session() as session:
        listed = session.run("PROFILE " + cypher(f"read/{name}", FRAGMENT), values)
        assert len([*listed]) == 3
        assert hits(listed.consume().profile) < 40


def test_a_new_database_knows_every_property_that_the_statements_use(driver, database):
    names = rows(driver, "CALL db.propertyKeys() YIELD propertyKey AS name RETURN name")
    assert set(schema.names()["properties"]) <= {row["name"] for row in names}


def test_saved_queries_return_something(driver, store):
    fill(store, "quince")
    remember(store, notes=[make_note("n9", "Nobody.")])
    store.write_core([CoreState(name="human", number=0, content="Likes Turin.", tokens=300, at=NOW)])
    remember(
        store,
        notes=[
            make_note("n7", "Ada drank coffee.", state="archived"),
            make_note("n8", "Ada drinks coffee.", state="abstraction"),
            make_note("n10", "Who drinks coffee?", state="question"),
        ],
        abouts=[About("n8", "turin")],
        abstracts=[Abstracts("n8", "n7")],
    )
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
    }
    uids = {"explore/drill_down": "n8"}
    empty = []
    with driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
        for name in (name for name in NAMES if name.startswith("explore/")):
            text = cypher(name)
            given = values | {"uid": uids.get(name, "t1")}
            if not session.run(text, {key: given[key] for key in parameters(text)}).data():
                empty.append(name)
    assert empty == []


def test_every_index_exists_with_its_definition(driver, database):
    wanted = {index.name: index for index in INDEXES}
    indexes = rows(driver, cypher("schema/indexes"))
    existing = {row["name"]: row for row in indexes if row["name"].startswith("memgraph_")}
    assert existing.keys() == wanted.keys()
    for name, index in wanted.items():
        assert differences(index, existing[name]) == {}
        assert existing[name]["state"] == "ONLINE"


def test_the_server_sends_no_notifications_about_the_statements(home, store, caplog):
    caplog.set_level(logging.DEBUG, "neo4j.notifications")
    with closing(home.open(STAMP)) as again:
        handle = again.store(store.namespace)
        fill(handle, "quince")
        for verb in VERB_CALLS.values():
            verb.call(handle)
        handle.forget(Selection(turns=("t1",)))
    assert [record.getMessage() for record in caplog.records if record.name == "neo4j.notifications"] == []


# The graph that people see


def test_the_typed_edges_of_merged_entities_move_and_are_restored(driver, store):
    fill(store, "quince")
    edges = (
        "MATCH (a:Entity {space: $space})-[r:LIVES_IN]->(b) "
        "RETURN r.fact AS fact, a.uid AS of, b.uid AS place, r.holds_until IS NULL AS holds ORDER BY fact"
    )
    own = {"space": f"{store.namespace}#1"}
    before = rows(driver, edges, **own)
    remember(store, merges=[Merge(alias="turin", into="milan", reason="stated")])
    assert [(row["fact"], row["place"], row["holds"]) for row in rows(driver, edges, **own)] == [
        ("f1", "milan", False),
        ("f2", "milan", True),
    ]
    same_as = (
        "MATCH (a:Entity {space: $space})-[s:SAME_AS]->(b) "
        "RETURN a.uid AS alias, a.canonical AS canonical, b.uid AS into, s.reason AS reason, s.at IS NOT NULL AS dated"
    )
    assert rows(driver, same_as, **own) == [
        {"alias": "turin", "canonical": "milan", "into": "milan", "reason": "stated", "dated": True}
    ]
    remember(store, splits=[Split(alias="turin", into="milan")])
    assert (rows(driver, edges, **own), rows(driver, same_as, **own)) == (before, [])


def test_a_fact_is_also_a_typed_edge_that_ends_with_it(driver, store):
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


def test_a_restored_fact_has_an_open_edge_again_and_a_forgotten_one_has_none(driver, store):
    fill(store, "quince")
    assert len(store.forget(Selection(turns=("t2",))).restored_facts) == 1
    edges = rows(
        driver,
        "MATCH (:Entity {space: $space})-[r:LIVES_IN]->() RETURN r.fact AS fact, r.holds_until AS until",
        space=f"{store.namespace}#1",
    )
    assert edges == [{"fact": "f1", "until": None}]


def test_an_edge_ends_with_its_fact_when_the_fact_between_is_forgotten(driver, store):
    cities = ("f1", "f2", "f3")
    remember(
        store,
        [make_turn(uid, session=uid) for uid in cities],
        notes=[make_note(uid, turns=(uid,)) for uid in cities],
        entities=[make_entity(uid) for uid in ("ada", *cities)],
        facts=[make_fact(uid, object=uid, notes=(uid,)) for uid in cities],
    )
    for number, (fact, by) in enumerate((("f1", "f2"), ("f2", "f3"))):
        remember(store, invalidations=[make_invalidation(fact, by, until=day(number), reason=f"{by} came")])
    store.forget(Selection(turns=("f2",)))
    edges = rows(
        driver,
        "MATCH (f:Fact {space: $space, uid: 'f1'})<-[s:SUPERSEDES]-(newer) "
        "MATCH (:Entity)-[r:LIVES_IN {fact: f.uid}]->() "
        "RETURN newer.uid AS by, s.reason AS reason, r.holds_until = f.holds_until AS alike, r.holds_until.day AS day",
        space=f"{store.namespace}#1",
    )
    assert edges == [{"by": "f3", "reason": "f3 came", "alike": True, "day": 2}]


def test_a_turn_that_is_pending_again_is_in_no_vector_index(driver, store):
    remember(store, [make_turn(uid, vector=vector(1)) for uid in ("t1", "t2")])
    assert store.forget(Selection(turns=("t1",))).pending == ("t2",)
    [row] = rows(
        driver,
        "MATCH (t:Turn {namespace: $name}) RETURN t.uid AS uid, t.embedding AS embedding, t.vector AS bytes",
        name=store.namespace,
    )
    assert row == {"uid": "t2", "embedding": None, "bytes": None}


def test_an_entity_has_its_type_as_a_label(driver, store):
    for type in ("Thing", "Place", "Person"):
        remember(store, make_turns("t1"), entities=[make_entity("turin", type=type)])
    [row] = rows(
        driver,
        "MATCH (e:Entity {space: $space}) RETURN labels(e) AS labels, e.type AS type",
        space=f"{store.namespace}#1",
    )
    assert (sorted(row["labels"]), row["type"]) == (["Entity", "Place"], "Place")


def test_edges_to_notes_carry_the_uid_of_their_entity_and_the_time_of_the_note_through_a_merge(driver, store):
    notes = [make_note("n1"), make_note("n2", said_at=day(1))]
    people = [make_entity("ada"), make_entity("bea")]
    about = [About("n1", "ada"), About("n2", "bea")]
    remember(store, make_turns("t1"), notes=notes, entities=people, abouts=about)
    remember(store, merges=[Merge(alias="bea", into="ada", reason="stated")])
    remember(store, notes=[make_note("n2", said_at=day(5))])
    abouts = """
    MATCH (n:Note)-[about:ABOUT]->(e:Entity {space: $space})
    RETURN n.uid AS note, about.entity = e.uid AND about.at = n.at AS correct ORDER BY note
    """
    expected = [{"note": uid, "correct": True} for uid in ("n1", "n2")]
    assert rows(driver, abouts, space=f"{store.namespace}#1") == expected
    remember(store, splits=[Split(alias="bea", into="ada")])
    assert rows(driver, abouts, space=f"{store.namespace}#1") == expected


def test_no_property_contains_forgotten_text(driver, namespaces, database):
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


@pytest.mark.parametrize("forgotten", ["t2", "t3"])
def test_no_property_contains_what_a_forgotten_turn_added_to_an_older_note(driver, store, forgotten):
    turns = [make_turn(f"t{n}", f"This is {n}.", session=f"s{n}") for n in (1, 2, 3)]
    remember(store, turns, notes=[make_note("n1")], entities=[make_entity("ada", "Xylocanary")])
    canary = f"xylocanary from {forgotten}"
    first = canary if forgotten == "t2" else "plain"
    names = [Name(canary, "Xylocanary", "ada"), Name("ada", "Ada", "ada")]
    sources = [NameSource(canary, forgotten), NameSource("ada", "t1")]
    mentions = make_mentions(turns[0], "ada")
    remember(
        store, revisions=[make_revision(context=first)], names=names, name_sources=sources, mentions=mentions
    )
    remember(store, revisions=[make_revision(turn="t3", context=canary, vector=vector(1))])
    store.forget(Selection(turns=(forgotten,)))
    remaining = """
    MATCH (n) WHERE any(key IN keys(n) WHERE toLower(toStringOrNull(n[key])) CONTAINS 'xylocanary'
      OR any(part IN CASE WHEN valueType(n[key]) STARTS WITH 'LIST<STRING' THEN n[key] ELSE [] END
        WHERE part CONTAINS 'xylocanary'))
    RETURN labels(n) AS what
    UNION
    MATCH ()-[r]->() WHERE any(key IN keys(r) WHERE toLower(toStringOrNull(r[key])) CONTAINS 'xylocanary')
    RETURN [type(r)] AS what
    """
    assert rows(driver, remaining) == []
    assert store.notes(["n1"])[0].context == ("" if forgotten == "t2" else "plain")
    assert len(
        rows(driver, "MATCH (r:Revision) WHERE r.space STARTS WITH $name RETURN r", name=store.namespace)
    ) == (0 if forgotten == "t2" else 2)


def true_counts(driver, namespace):
    [row] = rows(
        driver,
        "MATCH (n:Namespace {uid: $name}) RETURN n.turns AS turns, n.notes AS notes, "
        "COUNT { (t:Turn {namespace: $name}) } AS true_turns, COUNT { (m:Note {space: $name + '#1'}) } AS true_notes",
        name=namespace,
    )
    return (row["turns"], row["notes"]), (row["true_turns"], row["true_notes"])


def test_a_namespace_counts_its_records_after_repeats_and_forgetting(driver, store):
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
    """Counts what is sent to the server: transactions, statements, and statements of the largest transaction."""
    counted = {"transactions": 0, "statements": 0, "largest": 0}
    with caplog.at_level(logging.DEBUG, "neo4j.io"):
        caplog.clear()
        yield counted
        sent = " ".join(record.getMessage() for record in caplog.records if record.name == "neo4j.io")
        _, *transactions = sent.split("C: BEGIN")
        statements = [text.count("C: RUN") for text in transactions]
        counted |= {
            "transactions": len(statements),
            "statements": sum(statements),
            "largest": max(statements, default=0),
        }
        caplog.clear()


def write(store, count):
    """One write of so many turns, notes, entities and the rest."""
    numbers = range(count)
    turns = [make_turn(f"t{n}", vector=vector(1, n)) for n in numbers]
    entities = [make_entity(f"e{n}") for n in numbers]
    store.append(turns, ExtractionNeeds(name_keys=["e1"], before=5))
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
        invalidations=[
            make_invalidation(f"f{n}", until=day(3), reason="over", by="f0") for n in numbers if n
        ],
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


@pytest.mark.parametrize("compared", [0, 10_000])
def test_a_search_is_two_transactions_of_at_most_six_statements_for_any_size(
    database, namespaces, caplog, monkeypatch, compared
):
    monkeypatch.setattr(channels, "_COMPARED_VECTORS", compared)  # by the index, or by comparison
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        with wire(caplog) as counted:
            search(store, count)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["transactions"] == 2
    assert budgets[0]["statements"] <= 11
    assert budgets[0]["largest"] <= 6


def test_a_search_that_must_compare_all_vectors_after_the_index_stays_within_the_budget(
    database, namespaces, caplog, monkeypatch
):
    monkeypatch.setattr(channels, "_COMPARED_VECTORS", 0)
    monkeypatch.setattr(channels, "_MAX_FETCHED", 1)
    store = database.store(namespaces())
    write(store, 3)
    with wire(caplog) as counted:
        search(store, 3)
    assert counted == {"transactions": 2, "statements": 10, "largest": 6}


def test_the_budgets_count_what_is_really_sent(store, caplog):
    with wire(caplog) as counted:
        store.stats()
    assert counted == {"transactions": 1, "statements": 2, "largest": 2}


def test_a_merge_takes_one_transaction_and_the_same_statements_for_any_number(database, namespaces, caplog):
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        base = store.snapshot(SnapshotRequest())
        merges = [Merge(alias=f"e{n}", into="e0", reason="stated") for n in range(1, count)]
        with wire(caplog) as counted:
            assert isinstance(store.apply(make_plan(base, merges=merges)), Applied)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0] == {"transactions": 1, "statements": 4, "largest": 4}


def test_links_and_revisions_take_the_same_statements_for_any_number_of_notes(database, namespaces, caplog):
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        write(store, count)
        base = store.snapshot(SnapshotRequest())
        links = [Link(f"n{n}", "n0", "continues") for n in range(1, count)]
        revised = [make_revision(f"n{n}", "t0", vector=vector(1, n)) for n in range(count)]
        calls = [make_call(f"c{n}") for n in range(count)]
        sources = [NameSource(f"e{n}", "t0") for n in range(count)]
        plan = make_plan(base, links=links, revisions=revised, calls=calls, name_sources=sources)
        with wire(caplog) as counted:
            assert isinstance(store.apply(plan), Applied)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["statements"] == 6


# Vectors of many tenants


def test_the_request_to_the_index_grows_with_the_ratio_of_the_sizes():
    assert overfetch(10, own=1000, all=1000) == 20
    assert overfetch(10, own=1000, all=5000) == 100
    assert overfetch(10, own=0, all=5000) == 100_000
    assert overfetch(0, own=0, all=0) == 1


@pytest.fixture
def crowd(database, namespaces):
    """A small namespace whose vectors are all farther from (1, 0) than hundreds of vectors of another namespace."""
    generator = np.random.default_rng(7)

    def fill_line(store, count, first):
        vectors = [vector(1, first + n / count, *generator.normal(0, 0.01, 4)) for n in range(count)]
        notes = [make_note(f"n{n:03}", vector=v) for n, v in enumerate(vectors)]
        turns = [make_turn(f"t{n:03}", vector=v) for n, v in enumerate(vectors)]
        remember(store, turns, notes=[make_note(note.uid, turns=(turn.uid,), vector=note.vector)
                                      for note, turn in zip(notes, turns, strict=True)])  # fmt: skip

    fill_line(database.store(namespaces("-crowd")), 400, first=0.0)
    rare = database.store(namespaces("-rare"))
    fill_line(rare, 30, first=2.0)
    return rare


@pytest.mark.parametrize("most", [2000, 50])
def test_a_small_namespace_finds_its_own_nearest_among_many_others(crowd, monkeypatch, most):
    monkeypatch.setattr(channels, "_COMPARED_VECTORS", 0)  # by the index first
    monkeypatch.setattr(channels, "_MAX_FETCHED", most)  # enough for the index, or too few
    question = make_question(vector=vector(1))
    found = crowd.candidates(question, Limits(vector=10, passages=10, neighbour_seeds=0))
    everything = crowd.notes([f"n{n:03}" for n in range(30)])
    nearest = sorted(everything, key=lambda note: -float(note.vector @ question.vector))[:10]
    own = {uid for uid in found.channels if uid.startswith("n")}
    assert own == {note.uid for note in nearest}
    assert {uid.replace("t", "n") for uid in found.channels if uid.startswith("t")} == own


@pytest.mark.parametrize("most", [2000, 100], ids=["by a larger request", "by comparison"])
def test_the_nearest_active_notes_are_found_behind_many_archived_ones(store, monkeypatch, most):
    monkeypatch.setattr(channels, "_COMPARED_VECTORS", 0)
    monkeypatch.setattr(channels, "_MAX_FETCHED", most)
    # Of each ten notes nine are archived: the index must return a hundred for ten active ones.
    notes = [make_note(f"n{n:03}", vector=vector(1, n / 100, 0.1 * (n % 2))) for n in range(300)]
    archived = [StateChange(note.uid, "archived") for n, note in enumerate(notes) if n % 10]
    remember(store, make_turns("t1"), notes=notes, states=archived)
    question = make_question(vector=vector(1))
    active = store.candidates(question, Limits(vector=10))
    assert sorted(active.channels) == [f"n{n:03}" for n in range(0, 100, 10)]


def test_vectors_of_turns_are_not_compared_when_only_notes_are_too_few(store, monkeypatch):
    monkeypatch.setattr(channels, "_COMPARED_VECTORS", 0)
    remember(
        store,
        [make_turn(f"t{n}", vector=vector(1, n)) for n in range(5)],
        notes=[make_note("n1", turns=("t1",)), make_note("n2", turns=("t2",), vector=vector(1, 2))],
    )
    sent = []
    monkeypatch.setattr(channels, "_compared", lambda *_, **kinds: sent.append(kinds) or [])
    store.candidates(make_question(vector=vector(1)), Limits(vector=2, passages=5))
    assert sent == [{"notes": True, "turns": False}]


def test_a_small_namespace_finds_neighbours_among_its_own_notes(crowd):
    probe = NeighbourLookup(uid="new", terms="", vector=vector(1))
    near = crowd.snapshot(SnapshotRequest(notes=(probe,), neighbour_count=5)).neighbours["new"]
    notes = {note.uid: note for note in crowd.notes([one.uid for one in near])}
    assert len(notes) == 5
    for one in near:
        assert one.similarity == pytest.approx(float(notes[one.uid].vector @ vector(1)), abs=1e-5)
    assert [one.similarity for one in near] == sorted((one.similarity for one in near), reverse=True)


def test_the_index_finds_the_neighbours_in_a_namespace_of_usual_size(database, namespaces, monkeypatch):
    monkeypatch.setattr(snapshot, "_MAX_COMPARISONS", 0)
    store = database.store(namespaces())
    notes = [
        make_note(f"n{n}", vector=vector(-1, n / 10)) for n in range(5)
    ]  # no other namespace has vectors in this direction
    remember(store, make_turns("t1"), notes=notes)
    near = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="n0", terms="", vector=vector(-1)),), neighbour_count=2)
    ).neighbours["n0"]
    assert [one.uid for one in near] == ["n1", "n2"]
    assert near[0].similarity == pytest.approx(float(notes[1].vector @ vector(-1)), abs=1e-5)


# Concurrent writers


def test_eight_concurrent_writers_of_the_same_entities_lose_and_duplicate_nothing(driver, store):
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
    stats = store.stats()
    assert (stats.version, stats.turns, stats.notes, stats.entities, stats.mentions) == (40, 40, 40, 6, 120)
    assert sorted(
        turn.position for turn in store.turns([f"t{w}-{n}" for w in range(8) for n in range(5)])
    ) == list(range(40))
    kept, true = true_counts(driver, store.namespace)
    assert kept == true == (40, 40)


def test_concurrent_writers_of_a_new_namespace_create_one(driver, database, namespaces):
    name = namespaces()
    with ThreadPoolExecutor(8) as pool:
        logged = list(pool.map(lambda n: database.store(name).append(make_turns(f"t{n}")), range(8)))
    assert sorted(one.turns[0].position for one in logged) == list(range(8))
    assert rows(driver, "MATCH (n:Namespace {uid: $name}) RETURN n.turns AS turns", name=name) == [
        {"turns": 8}
    ]


# Text that looks like syntax

HOSTILE = [
    "+", "-", "!", "(", ")", "{", "}", "[", "]", "^", '"', "~", "*", "?", ":", "\\", "/", "&&", "||", "AND", "OR",
    "NOT", "TO", "a*", "a?", "/a.*/", "a~2", "text:pear", '"pear', "pear\\", "@", "@@", "@feed", "$x", "`", "') RETURN 1 //",
]  # fmt: skip


@pytest.mark.parametrize("word", HOSTILE)
def test_a_term_is_never_read_as_lucene_syntax(store, word):
    terms = word.replace(" ", "\u00a0")  # a term has no blank
    turns = [make_turn("t1", terms=f"pear {terms}"), make_turn("t2", terms="pear plum")]
    store.append(turns)
    found = store.candidates(make_question(terms=(terms,), name_keys=(word,)), Limits(neighbour_seeds=0))
    assert set(found.channels) == {"t1"}
    assert found.frequencies == {terms: 1}
    assert found.turns[0].terms == f"pear {terms}"


@pytest.mark.parametrize(
    "word", ["`) DETACH DELETE n //", "Robert'); MATCH (n) DETACH DELETE n //", "$namespace"]
)
def test_a_name_is_never_run_as_cypher(store, word):
    odd = make_entity("odd", word)
    turn = make_turn("t1", word)
    remember(
        store, [turn], entities=[odd], names=[Name(word, word, "odd")], mentions=make_mentions(turn, "odd")
    )
    assert [one.name for one in store.append([], ExtractionNeeds(name_keys=[word])).entities[word]] == [word]
    assert store.stats().turns == 1


def test_the_token_of_another_namespace_finds_nothing(database, namespaces):
    mine, other = (database.store(namespaces(ending)) for ending in ("-mine", "-other"))
    other.append([make_turn("secret", terms="medlar")])
    token = fulltext.of_turns(other.namespace)
    mine.append([make_turn("t1", terms=f"pear {token}")])
    assert mine.candidates(make_question(terms=(token, "medlar")), Limits()).channels.keys() == {"t1"}
    assert other.candidates(make_question(terms=("pear",)), Limits()).channels == {}


# Errors


def test_an_error_of_the_server_keeps_its_reason(database):
    with pytest.raises(StoreError, match="refused") as raised:
        database._connection.write(lambda tx: tx.run("RETURN 1 / 0").consume())
    assert not isinstance(raised.value, StoreUnavailable)
    assert isinstance(raised.value.__cause__, neo4j.exceptions.Neo4jError)


# Times


def test_times_are_stored_with_zone_and_microseconds(driver, store):
    moment = NOW + timedelta(microseconds=123_457)
    store.append([make_turn("t1", said_at=moment)])
    [row] = rows(
        driver,
        "MATCH (t:Turn {namespace: $name}) RETURN t.said_at AS at, valueType(t.said_at) AS type",
        name=store.namespace,
    )
    assert row["type"] == "ZONED DATETIME NOT NULL"
    assert row["at"].nanosecond == 123_457_000
    assert store.turns(["t1"])[0].said_at == moment
