"""Tests of generations that only Neo4j can run: removal in parts, and the graph that people see."""

from uuid import uuid4

import pytest
from test_neo4j import wire

import neo4j
from factories import (
    all_text_of,
    make_change,
    make_entity,
    make_fact,
    make_names,
    make_note,
    make_plan,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import StoreUnavailable
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import Applied, SnapshotRequest, TurnUpdate
from memgraph_core.store.neo4j import generations
from sample_namespace import contents, fill

pytestmark = pytest.mark.neo4j

REBUILT = make_change("rebuilt", kind="rebuild", by="user")


@pytest.fixture
def database(neo4j_backend):
    return neo4j_backend.shared


@pytest.fixture
def namespaces(database):
    """Makes names that no other test has used, and forgets them afterwards."""
    made = []

    def make(ending=""):
        made.append(f"test-{uuid4().hex[:12]}{ending}")
        return made[-1]

    yield make
    for name in made:
        database.store(name).forget(Selection(everything=True))


@pytest.fixture
def driver(neo4j_server):
    auth = (neo4j_server.username, neo4j_server.password) if neo4j_server.username else None
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=auth, notifications_min_severity="OFF") as opened:
        yield opened


def rows(driver, statement, **values):
    return [record.data() for record in driver.execute_query(statement, values).records]


def nodes_of(driver, store, generation):
    """How many nodes of a generation there are."""
    [row] = rows(
        driver,
        "MATCH (n:Note|Fact|Entity|Name) WHERE n.space = $space RETURN count(n) AS nodes",
        space=f"{store.namespace}#{generation}",
    )
    return row["nodes"]


def derive(store, word="xylonew"):
    """Build a generation with a note, two entities and a fact from all turns of the log."""
    building = store.begin_generation()
    page = store.log_page(building.log_position, 99, 2)
    people = [make_entity("ada"), make_entity("turin")]
    plan = make_plan(
        store.snapshot(SnapshotRequest(space=building.space)),
        notes=[make_note("n1", word, vector=vector(1))],
        entities=people,
        names=make_names(*people),
        facts=[make_fact()],
        changes=[make_change("agent_generated", reason=word)],
        turns=[TurnUpdate(uid=turn.uid, state="skipped") for turn in page.turns],
    )
    assert store.apply(plan) == Applied(page.last_position)
    return building.space


def failing_removal(monkeypatch):
    """The server becomes unavailable before anything of an old generation is removed."""

    def die(*_):
        raise StoreUnavailable("the server does not answer")

    monkeypatch.setattr(generations, "_remove_part", die)


def test_a_large_generation_is_removed_in_parts(driver, store, monkeypatch):
    monkeypatch.setattr(generations, "_PART", 2)
    turns = make_turns(*(f"t{n}" for n in range(9)))
    remember(store, turns, notes=[make_note(f"n{turn.uid}", turns=(turn.uid,)) for turn in turns])
    store.switch_generation(derive(store), REBUILT)
    assert (nodes_of(driver, store, 1), nodes_of(driver, store, 2)) == (0, 6)


@pytest.mark.parametrize("continued_by", ["begin_generation", "discard_generation", "forget"])
def test_an_interrupted_removal_is_not_visible_and_continues(driver, store, monkeypatch, continued_by):
    fill(store, "quince")
    space = derive(store)
    with monkeypatch.context() as interrupted:
        failing_removal(interrupted)
        with pytest.raises(StoreUnavailable):
            store.switch_generation(space, REBUILT)
    assert store.stats().space == space
    assert "quince" not in all_text_of((contents(store)["notes"], contents(store)["entities"]))
    assert nodes_of(driver, store, 1) > 0
    if continued_by == "forget":
        store.forget(Selection(turns=("t3",)))
    else:
        getattr(store, continued_by)()
    assert nodes_of(driver, store, 1) == 0
    [row] = rows(driver, "MATCH (n:Namespace {uid: $name}) RETURN n.to_remove AS left", name=store.namespace)
    assert row["left"] == []


@pytest.mark.parametrize("selection", [Selection(turns=("t1", "t2", "t3")), Selection(everything=True)])
def test_nothing_of_a_generation_that_is_being_built_survives_forgetting(driver, store, selection):
    fill(store, "quince")
    derive(store, "medlar aside")
    store.forget(selection)
    left = rows(
        driver,
        "MATCH (n) WHERE any(key IN keys(n) WHERE toStringOrNull(n[key]) CONTAINS 'medlar aside') RETURN labels(n)",
    )
    assert left == []
    assert nodes_of(driver, store, 2) == 0


def test_forgetting_after_an_interrupted_discard_leaves_nothing(driver, store, monkeypatch):
    fill(store, "quince")
    derive(store)
    with monkeypatch.context() as interrupted:
        failing_removal(interrupted)
        with pytest.raises(StoreUnavailable):
            store.discard_generation()
    assert nodes_of(driver, store, 2) > 0
    store.forget(Selection(everything=True))
    assert nodes_of(driver, store, 2) == 0


def test_after_the_switch_the_new_fact_has_a_typed_edge_and_the_old_one_has_none(driver, store):
    fill(store, "quince")
    store.switch_generation(derive(store), REBUILT)
    edges = rows(
        driver,
        "MATCH (a:Entity)-[r:LIVES_IN]->(b:Entity) WHERE a.space STARTS WITH $name RETURN a.space AS space, r.fact AS fact",
        name=f"{store.namespace}#",
    )
    assert edges == [{"space": f"{store.namespace}#2", "fact": "f1"}]


def test_a_namespace_counts_its_records_after_the_switch(driver, store):
    fill(store, "quince")
    store.switch_generation(derive(store), REBUILT)
    [row] = rows(
        driver,
        "MATCH (n:Namespace {uid: $name}) RETURN n.turns AS turns, n.notes AS notes, n.built_notes AS built",
        name=store.namespace,
    )
    assert row == {"turns": 3, "notes": 1, "built": None}
    states = rows(
        driver, "MATCH (t:Turn {namespace: $name}) RETURN t.built_state AS built", name=store.namespace
    )
    assert states == [{"built": None}] * 3


def test_a_rebuild_takes_as_many_statements_for_3_turns_as_for_300(database, namespaces, caplog):
    budgets = []
    for count in (3, 300):
        store = database.store(namespaces())
        store.append(make_turns(*(f"t{number}" for number in range(count))))
        with wire(caplog) as counted:
            building = store.begin_generation()
            page = store.log_page(building.log_position, count, 2)
            notes = [make_note(f"n{turn.uid}", turns=(turn.uid,)) for turn in page.turns]
            updates = [TurnUpdate(uid=turn.uid, state="extracted") for turn in page.turns]
            known = store.snapshot(SnapshotRequest(space=building.space))
            assert store.apply(make_plan(known, notes=notes, turns=updates)) == Applied(page.last_position)
            store.switch_generation(building.space, REBUILT)
        budgets.append(counted)
    assert budgets[0] == budgets[1]
    assert budgets[0]["statements"] <= 24
