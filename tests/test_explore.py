"""Saved queries on a real server, over a small memory: what they return, their scope and their limits."""

import json
from uuid import uuid4

import numpy as np
import pytest
from typer.testing import CliRunner

import neo4j
from factories import STAMP
from memgraph_core import InvalidInput, Memory, StoreError
from memgraph_core.browser.kit import example_values
from memgraph_core.cli.app import app
from memgraph_core.config import Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.store import saved_queries as saved
from memgraph_core.store.neo4j import open_neo4j
from memgraph_core.store.saved_queries import SavedQuery, saved_queries, saved_query

pytestmark = pytest.mark.neo4j

NEWEST = pytest.param("newest_neo4j_server", marks=pytest.mark.heavy)
NAMES = [query.name for query in saved_queries()]
TURNS = [
    ("Ada", "2026-03-20T09:00:00Z", "I live in Turin with my sister Clara."),
    ("Ben", "2026-03-20T09:01:00Z", "Clara works at Fiat, doesn't she?"),
    ("Ada", "2026-06-14T09:00:00Z", "I moved to Milan in June."),
    ("Ada", "2026-06-14T09:01:00Z", "My exam is on the 4th of July."),
    ("Ada", "2026-06-14T09:02:00Z", "Clara visited Milan too, and 小雨 came along."),
    ("Ada", "2026-06-14T09:03:00Z", "My password is hunter2-quince, by the way."),
]


class WordCounter:
    """An embedder of the dimension that the test servers are stamped with: counts of eight letters."""

    name, dimension = STAMP.model, STAMP.dimension

    def reads(self, text):
        return True

    def embed(self, texts):
        counts = [[1 + text.count(letter) for letter in "aeioudlr"] for text in texts]
        rows = np.array(counts, dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(scope="module", params=["neo4j_server", NEWEST])
def server(request):
    """Each Neo4j version in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def engine(server):
    database = open_neo4j(server.uri, username=server.username, password=server.password, stamp=STAMP)
    with MemoryEngine(database, embedder=WordCounter()) as opened:
        yield opened


def fill(engine, name, word="quince"):
    memory = Memory(engine, name)
    for number, (speaker, at, text) in enumerate(TURNS):
        memory.add(text.replace("quince", word), speaker=speaker, said_at=at, uid=f"t{number}", session="s1")
    memory.add("When does the regatta start?", speaker="Ada", said_at="2026-06-14T09:30:00Z", session="s1")
    memory.core_append("human", f"Likes {word}.", now="2026-06-14")
    memory.add(
        f"It is all about {word}.", speaker="Ada", said_at="2026-06-14T10:00:00Z", uid="t9", session="s1"
    )
    return memory


@pytest.fixture(scope="module")
def memory(engine):
    filled = fill(engine, f"test-{uuid4().hex[:12]}")
    yield filled
    filled.forget(everything=True)


@pytest.fixture(scope="module")
def other(engine):
    filled = fill(engine, f"test-{uuid4().hex[:12]}", "medlar")
    filled.add("Zoe lives in Leeds with Milan and Turin.", speaker="Zoe", uid="z1")
    yield filled
    filled.forget(everything=True)


@pytest.fixture(scope="module")
def filled_with_names(engine):
    """A memory of speakers whose names differ from their keys."""
    filled = Memory(engine, f"test-{uuid4().hex[:12]}")
    filled.add("I live in Leeds.", speaker="Zoë", said_at="2026-06-14T09:00:00Z")
    filled.add("I live in Leeds.", speaker="O'Brien", said_at="2026-06-14T09:01:00Z")
    filled.add("我住在杭州。", speaker="张伟", said_at="2026-06-14T09:02:00Z")
    yield filled
    filled.forget(everything=True)


def explore_with_examples(memory, name, **options):
    values = example_values(memory) | {"name": "Clara", "other": "Milan", "since": "2026-01-01"}
    query = saved_query(name)
    return memory.explore(name, {key: values[key] for key in query.takes}, **options)


def nodes_of(result):
    """The nodes of all paths in the rows of a result."""
    paths = [value for row in result.rows for value in row.values() if isinstance(value, dict)]
    return [node for path in paths for node in path["nodes"]]


def run_in_browser(server, memory, query, **parameters):
    """The rows that a person gets who runs a saved script in Neo4j Browser with values as typed."""
    auth = (server.username, server.password or "") if server.username else None
    with neo4j.GraphDatabase.driver(server.uri, auth=auth) as driver:
        values = {"namespace": memory.namespace, **parameters}
        return driver.execute_query(saved_query(query).statement, values).records


OF_ABSTRACTIONS = ("abstraction", "drill_down", "archived")


@pytest.fixture
def consolidated(engine):
    """A memory with an abstraction of six notes, of which five are archived, and an exception."""
    filled = Memory(engine, f"test-{uuid4().hex[:12]}")
    for number in range(7):
        drink = "tea" if number == 3 else "a latte with Ben" if number == 5 else "a latte"
        text, said_at = f"I had {drink} at 8 this morning.", f"2026-01-{number + 5:02}T09:00:00Z"
        filled.add(text, speaker="Ada", said_at=said_at, session=f"s{number}")
    filled.consolidate(now="2026-06-01")
    yield filled
    filled.forget(everything=True)


def test_the_queries_for_abstractions_show_instances_and_exceptions(consolidated):
    [habit] = consolidated.abstractions()
    drilled = consolidated.explore("drill_down", {"uid": habit.note.uid}).rows
    assert [row["role"] for row in drilled] == ["instance"] * 6 + ["exception"]
    assert [row["state"] for row in drilled].count("archived") == 5
    archived = consolidated.explore("archived").rows
    assert [row["represented_by"] for row in archived] == [[habit.note.text]] * 5
    picture = consolidated.explore("abstraction", {"name": "Ada"})
    assert {node["uid"] for node in nodes_of(picture)} >= {
        habit.note.uid,
        *habit.instances,
        *habit.exceptions,
    }


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("loose_notes", *OF_ABSTRACTIONS)])
def test_every_saved_query_returns_rows(memory, name):
    result = explore_with_examples(memory, name)
    assert result.rows
    assert all(tuple(row) == result.columns for row in result.rows)


@pytest.mark.parametrize("name", NAMES)
def test_no_saved_query_returns_another_namespace_or_a_secret(memory, other, name):
    shown = repr(explore_with_examples(memory, name).rows)
    assert not any(word in shown for word in ("medlar", "Zoe", "Leeds", other.namespace, "hunter2"))


def test_after_a_rebuild_only_the_new_generation_is_returned(engine):
    memory = fill(engine, f"test-{uuid4().hex[:12]}")
    before = {name: len(explore_with_examples(memory, name).rows) for name in NAMES}
    memory.rebuild()
    after = {name: len(explore_with_examples(memory, name).rows) for name in NAMES}
    assert after == before | {"changes": before["changes"] + 1}  # a rebuild is a change too
    memory.forget(everything=True)


def test_vectors_and_index_terms_are_not_returned(memory):
    for name in NAMES:
        shown = repr(explore_with_examples(memory, name).rows)
        assert not any(f"'{key}':" in shown for key in ("embedding", "vector", "terms", "space", "namespace"))


def test_a_node_a_path_and_a_time_are_plain_values(memory):
    [row, *_] = explore_with_examples(memory, "connection").rows
    assert [node["name"] for node in row["path"]["nodes"]] == ["Clara", "Milan"]
    assert "Entity" in row["path"]["nodes"][0]["labels"]
    assert row["path"]["relationships"][0]["type"] == "VISITED"
    [first, *_] = explore_with_examples(memory, "timeline").rows
    assert first["at"].isoformat() == "2026-03-20T09:00:00+00:00"


# What pictures show


@pytest.mark.parametrize("name", ["entity", "overview", "connection"])
def test_a_fact_is_one_arrow(memory, name):
    result = explore_with_examples(memory, name)
    labels = {label for node in nodes_of(result) for label in node["labels"]}
    assert "Entity" in labels
    assert not {"Fact", "Name"} & labels
    types = {edge["type"] for row in result.rows for edge in row["path"]["relationships"]}
    assert "VISITED" in types
    assert not {"SUBJECT", "OBJECT", "NAMES"} & types


def test_provenance_shows_a_fact_with_its_note_and_turn(memory):
    [fact] = memory.facts("Clara", as_of="2026-04-01")[:1]
    result = memory.explore("provenance", {"uid": fact.uid})
    shown = {node["uid"] for node in nodes_of(result)}
    assert {fact.uid, fact.subject, fact.object, *fact.notes} <= shown
    assert [node["uid"] for node in nodes_of(result) if "Turn" in node["labels"]]
    facts = {node["uid"] for node in nodes_of(result) if "Fact" in node["labels"]}
    assert facts == {fact.uid}


def test_the_overview_begins_with_the_best_connected_entity_even_without_mentions(memory):
    [first, *_] = explore_with_examples(memory, "overview").rows
    assert [node["name"] for node in first["path"]["nodes"]] == ["Ada"]
    assert explore_with_examples(memory, "top_entities").rows[0]["name"] != "Ada"


def test_a_date_is_a_value_and_not_a_node(memory):
    assert memory.explore("entity", {"name": "Ada's exam"}).rows[0]["values"] == ["HAPPENS_ON 2026-07-04"]
    overview = explore_with_examples(memory, "overview")
    assert ["HAPPENS_ON 2026-07-04"] in [row["values"] for row in overview.rows]
    assert "2026-07-04" not in {node.get("name") for node in nodes_of(overview)}


# Names


@pytest.mark.parametrize("name", ["Zoë", "ZOË", "zoe", "O'Brien", "o'brien", "obrien", "张伟"])
def test_a_name_is_found_in_any_case_in_browser_and_by_programs(server, filled_with_names, name):
    assert len(run_in_browser(server, filled_with_names, "entity", name=name)) > 1
    assert run_in_browser(server, filled_with_names, "timeline", name=name)
    assert len(filled_with_names.explore("entity", {"name": name}).rows) > 1
    assert filled_with_names.explore("timeline", {"name": name}).rows


def test_both_names_of_a_connection_are_found_in_any_case(server, filled_with_names):
    assert run_in_browser(server, filled_with_names, "connection", name="ZOË", other="O'brien")
    assert filled_with_names.explore("connection", {"name": "ZOË", "other": "O’Brien"}).rows


def test_a_name_is_data(memory):
    assert memory.explore("entity", {"name": "Clara'}) DETACH DELETE n //"}).rows == ()
    assert memory.entity("Clara")


# Limits and errors


def test_the_result_reports_whether_there_are_more_rows_than_the_limit(memory):
    result = explore_with_examples(memory, "top_entities", limit=2)
    assert len(result.rows) == 2
    assert result.more
    assert not explore_with_examples(memory, "top_entities").more


def test_unknown_names_and_parameters_are_refused(memory):
    with pytest.raises(InvalidInput, match="no saved query"):
        memory.explore("MATCH (n) RETURN n")
    with pytest.raises(InvalidInput, match="takes no parameter"):
        memory.explore("overview", {"space": "x#1"})
    with pytest.raises(InvalidInput, match="limit is 0"):
        memory.explore("overview", limit=0)


def with_query(monkeypatch, statement):
    query = SavedQuery(name="mine", title="Mine.", takes={}, returns="", statement=statement)
    monkeypatch.setattr(saved, "saved_queries", lambda: (query,))


def test_a_query_that_exceeds_its_time_is_ended(memory, monkeypatch):
    with_query(
        monkeypatch, "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN sum(a * b) AS c"
    )
    with pytest.raises(StoreError, match="stopped the query at its time limit"):
        memory.explore("mine", seconds=1.0)


def test_a_query_that_writes_is_refused_by_the_server(memory, monkeypatch):
    with_query(monkeypatch, "CREATE (n:Mine) RETURN n")
    with pytest.raises(StoreError):
        memory.explore("mine")


def test_the_command_line_runs_a_query_by_its_name(memory, server, monkeypatch):
    for name in ("NEO4J_USERNAME", "NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    settings = Settings(store=StoreSettings(url=server.uri))
    arguments = [
        "-s",
        settings.store.url,
        "-n",
        memory.namespace,
        "explore",
        "entity",
        "--param",
        "name=clara",
    ]
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["columns"] == ["path", "values"]
    assert "Clara" in CliRunner().invoke(app, arguments).stdout
