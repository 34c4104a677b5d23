"""Saved queries on a real server, over a memory that was told something: they read, show, and stay within bounds."""

import json
from uuid import uuid4

import numpy as np
import pytest
from typer.testing import CliRunner

from factories import STAMP
from memgraph_core import InvalidInput, Memory, StoreError
from memgraph_core.browser.kit import example_values
from memgraph_core.cli.app import app
from memgraph_core.config import Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.store import saved_queries as saved
from memgraph_core.store.neo4j import open_neo4j
from memgraph_core.store.saved_queries import SavedQuery, saved_queries

pytestmark = pytest.mark.neo4j

NEWEST = pytest.param("newest_neo4j_server", marks=pytest.mark.heavy)
NAMES = [query.name for query in saved_queries()]
TOLD = [
    ("Ada", "2026-03-20T09:00:00Z", "I live in Turin with my sister Clara."),
    ("Ben", "2026-03-20T09:01:00Z", "Clara works at Fiat, doesn't she?"),
    ("Ada", "2026-06-14T09:00:00Z", "I moved to Milan in June."),
    ("Ada", "2026-06-14T09:02:00Z", "Clara visited Milan too, and 小雨 came along."),
    ("Ada", "2026-06-14T09:03:00Z", "My password is hunter2-quince, by the way."),
]


class WordCounter:
    """Vectors of as many numbers as the servers of the tests are stamped with: how often letters occur."""

    name, dimension = STAMP.model, STAMP.dimension

    def reads(self, text):
        return True

    def embed(self, texts):
        counts = [[1 + text.count(letter) for letter in "aeioudlr"] for text in texts]
        rows = np.array(counts, dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(scope="module", params=["neo4j_server", NEWEST])
def server(request):
    """Each server in turn."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def engine(server):
    database = open_neo4j(server.uri, username=server.username, password=server.password, stamp=STAMP)
    with MemoryEngine(database, embedder=WordCounter()) as opened:
        yield opened


def told(engine, name, word="quince"):
    memory = Memory(engine, name)
    for number, (speaker, at, text) in enumerate(TOLD):
        memory.add(text.replace("quince", word), speaker=speaker, said_at=at, uid=f"t{number}", session="s1")
    memory.add(
        f"It is all about {word}.", speaker="Ada", said_at="2026-06-14T10:00:00Z", uid="t9", session="s1"
    )
    return memory


@pytest.fixture(scope="module")
def memory(engine):
    made = told(engine, f"test-{uuid4().hex[:12]}")
    yield made
    made.forget(everything=True)


@pytest.fixture(scope="module")
def other(engine):
    made = told(engine, f"test-{uuid4().hex[:12]}", "medlar")
    made.add("Zoe lives in Leeds with Milan and Turin.", speaker="Zoe", uid="z1")
    yield made
    made.forget(everything=True)


def explored(memory, name, **options):
    values = example_values(memory) | {"name": "Clara", "other": "Milan", "since": "2026-01-01"}
    query = next(query for query in saved_queries() if query.name == name)
    return memory.explore(name, {key: values[key] for key in query.takes}, **options)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "loose_notes"])
def test_every_saved_query_shows_something(memory, name):
    found = explored(memory, name)
    assert found.rows
    assert all(tuple(row) == found.columns for row in found.rows)


@pytest.mark.parametrize("name", NAMES)
def test_no_saved_query_shows_another_namespace_or_a_secret(memory, other, name):
    shown = repr(explored(memory, name).rows)
    assert not any(word in shown for word in ("medlar", "Zoe", "Leeds", other.namespace, "hunter2"))


def test_after_a_rebuild_the_new_generation_is_shown_and_only_that(engine):
    memory = told(engine, f"test-{uuid4().hex[:12]}")
    before = {name: len(explored(memory, name).rows) for name in NAMES}
    memory.rebuild()
    after = {name: len(explored(memory, name).rows) for name in NAMES}
    assert after == before | {"changes": before["changes"] + 1}  # a rebuild is a decision too
    memory.forget(everything=True)


def test_no_vectors_and_no_terms_come_out(memory):
    for name in NAMES:
        shown = repr(explored(memory, name).rows)
        assert not any(f"'{key}':" in shown for key in ("embedding", "vector", "terms", "space", "namespace"))


def test_a_node_a_path_and_a_time_are_plain_values(memory):
    [row, *_] = explored(memory, "connection").rows
    assert row["path"]["nodes"][0]["name"] == "Clara"
    assert "Entity" in row["path"]["nodes"][0]["labels"]
    assert row["path"]["relationships"][0]["type"] in {"SUBJECT", "OBJECT", "ABOUT"}
    [first, *_] = explored(memory, "timeline").rows
    assert first["at"].isoformat() == "2026-03-20T09:00:00+00:00"


def test_the_limit_is_kept_and_told(memory):
    found = explored(memory, "top_entities", limit=2)
    assert len(found.rows) == 2
    assert found.more
    assert not explored(memory, "top_entities").more


def test_a_name_is_data(memory):
    assert memory.explore("entity", {"name": "Clara'}) DETACH DELETE n //"}).rows == ()
    assert memory.entity("Clara")


def test_what_is_unknown_is_refused_before_the_server_is_asked(memory):
    with pytest.raises(InvalidInput, match="no saved query"):
        memory.explore("MATCH (n) RETURN n")
    with pytest.raises(InvalidInput, match="takes no parameter"):
        memory.explore("overview", {"space": "x#1"})
    with pytest.raises(InvalidInput, match="limit is 0"):
        memory.explore("overview", limit=0)


def with_query(monkeypatch, statement):
    query = SavedQuery(name="mine", title="Mine.", takes={}, returns="", statement=statement)
    monkeypatch.setattr(saved, "saved_queries", lambda: (query,))


def test_a_query_that_takes_too_long_is_ended(memory, monkeypatch):
    with_query(
        monkeypatch, "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN sum(a * b) AS c"
    )
    with pytest.raises(StoreError, match="its time was up"):
        memory.explore("mine", seconds=1.0)


def test_a_query_that_would_write_is_refused_by_the_server(memory, monkeypatch):
    with_query(monkeypatch, "CREATE (n:Mine) RETURN n")
    with pytest.raises(StoreError):
        memory.explore("mine")


def test_the_command_line_runs_a_query_by_its_name(memory, server, monkeypatch):
    for name in ("NEO4J_USERNAME", "NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    settings = Settings(store=StoreSettings(url=server.uri))
    asked = ["-s", settings.store.url, "-n", memory.namespace, "explore", "entity", "--param", "name=clara"]
    shown = CliRunner().invoke(app, [*asked, "--json"])
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["columns"] == ["path"]
    assert "Clara" in CliRunner().invoke(app, asked).stdout
