"""A server that has just started plans statements in the background; callers notice nothing but the time that it saves."""

import threading
import time
from contextlib import closing
from functools import partial
from uuid import uuid4

import pytest

from factories import STAMP, make_question, vector
from memgraph_core.errors import StoreUnavailable
from memgraph_core.records.forget import Selection
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import open_neo4j, planning_ahead
from memgraph_core.store.neo4j.connection import connect
from neo4j import GraphDatabase
from sample_namespace import fill

pytestmark = pytest.mark.neo4j

# They are planned when a database is opened, or take no longer than a statement that was planned.
BEFORE = {cypher("read/namespace"), "BEGIN", "COMMIT"}


@pytest.fixture
def opened(neo4j_server):
    """Opens the server. The list receives the statements that are sent."""

    def open_server(sent):
        return open_neo4j(**address(neo4j_server), stamp=STAMP, on_statement=sent.append)

    return open_server


@pytest.fixture
def namespace(opened):
    name = f"test-{uuid4().hex[:12]}"
    yield name
    with closing(opened([])) as database:
        database.store(name).forget(Selection(everything=True))


def address(server):
    return {"uri": server.uri, "username": server.username, "password": server.password}


def test_every_statement_of_a_search_is_planned_ahead_and_first(opened, namespace):
    with closing(opened(sent := [])) as database:
        store = database.store(namespace)
        fill(store, "quince")
        sent.clear()
        question = make_question("Where does Ada live?", name_keys=("ada",), vector=vector(1))
        found = store.candidates(question, Limits())
        store.expand(Seeds(entities=tuple(found.entities)), question)
    searching = set(sent) - BEFORE
    assert searching == set(planning_ahead.STATEMENTS[: len(searching)])


def test_the_server_can_plan_every_statement(opened):
    with closing(opened([])) as database:
        for statement in planning_ahead.STATEMENTS:
            database._connection.explain(statement, planning_ahead.parameters("ada"))


def test_closing_neither_waits_for_planning_nor_reports_anything(opened, neo4j_server, caplog):
    place = address(neo4j_server)
    for _ in range(3):
        database = opened([])
        with GraphDatabase.driver(
            neo4j_server.uri,
            auth=None if place["username"] is None else (place["username"], place["password"]),
        ) as driver:
            driver.execute_query("CALL db.clearQueryCaches()")
        second = partial(connect, *place.values(), None)
        planning_ahead.plan_ahead(database._connection, second, "ada")
        time.sleep(0.1)  # until it is planning
        started = time.perf_counter()
        database.close()
        assert time.perf_counter() - started < 1
    for thread in threading.enumerate():
        if thread.name == planning_ahead.THREAD:
            thread.join(60)
            assert not thread.is_alive()
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def test_a_lost_server_is_not_reported_by_planning(opened):
    def second():
        raise StoreUnavailable("gone")

    with closing(opened([])) as database:
        planning_ahead.plan_ahead(database._connection, second, "ada")
        database.store("ada").speakers()
