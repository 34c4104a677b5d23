"""LlamaIndex's own store for Neo4j, on the database of a memory: each does its work, and nothing of ours is damaged."""

import pytest

from factories import NOW, day
from memgraph_core.engine import MemoryEngine
from memgraph_core.memory import Memory

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.filterwarnings("ignore"),
]  # warnings are those of the other store
stock = pytest.importorskip(
    "llama_index.graph_stores.neo4j",
    reason="needs llama-index-graph-stores-neo4j, of the extra llamaindex-neo4j",
)


def told(memory):
    return (
        memory.stats(),
        memory.entities(limit=99),
        memory.facts(),
        memory.stream(),
        memory.search("Where does Ada live?"),
    )


def test_the_stock_store_beside_a_memory_damages_nothing(neo4j_place, neo4j_server, namespaces):
    from llama_index.core.graph_stores.types import EntityNode, Relation

    memory = Memory(MemoryEngine(neo4j_place.shared, clock=lambda: NOW), _name(namespaces))
    memory.add("I live in Milan.", speaker="Ada", said_at=day(1))
    memory.add("I work at Fiat.", speaker="Ada", said_at=day(2))
    before = told(memory)
    store = stock.Neo4jPropertyGraphStore(
        username=neo4j_server.username or "neo4j",
        password=neo4j_server.password or "none",
        url=neo4j_server.uri,
        refresh_schema=False,  # which asks for APOC
    )
    try:
        # Without APOC its upserts do not work: what it writes is written as it writes it.
        store.structured_query(
            "MERGE (a:__Node__:__Entity__:Person {id: 'Ada', name: 'Ada'}) "
            "MERGE (b:__Node__:__Entity__:Place {id: 'Milan', name: 'Milan'}) MERGE (a)-[:LIVES_IN]->(b)"
        )
        ada = EntityNode(name="Ada", label="Person")
        assert [(s.id, r.label, o.id) for s, r, o in store.get_rel_map([ada])] == [
            ("Ada", "LIVES_IN", "Milan")
        ]
        assert told(memory) == before
        store.delete(ids=["Ada", "Milan"])
        assert told(memory) == before
        assert Relation(label="LIVES_IN", source_id="Ada", target_id="Milan").id == "LIVES_IN"
    finally:
        store.structured_query("MATCH (n:__Node__) DETACH DELETE n")
        store.close()


def _name(namespaces):
    return namespaces if isinstance(namespaces, str) else namespaces("")


@pytest.fixture
def namespaces(neo4j_place):
    from uuid import uuid4

    from memgraph_core.writes import Selection

    name = f"test-{uuid4().hex[:12]}"
    yield name
    neo4j_place.shared.store(name).forget(Selection(everything=True))
