"""LlamaIndex's own store for Neo4j, on the database of a memory: each does its work, and nothing of ours is damaged."""

import contextlib
from uuid import uuid4

import pytest

from factories import NOW, day
from memgraph_core.archive.source import archive_of
from memgraph_core.archive.target import sum_of
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
from llama_index.core import MockEmbedding, PropertyGraphIndex  # noqa: E402
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation  # noqa: E402
from llama_index.core.indices.property_graph import VectorContextRetriever  # noqa: E402
from llama_index.core.llms import MockLLM  # noqa: E402
from llama_index.core.vector_stores.types import VectorStoreQuery  # noqa: E402
from neo4j.exceptions import ClientError  # noqa: E402

from memgraph_core.integrations.llama_index.beside import BesideMemory  # noqa: E402


def checksum(memory):
    """Of every record that the memory holds."""
    return sum_of(archive_of(memory.store)).checksum


def told(memory):
    return (
        memory.stats(),
        memory.entities(limit=99),
        memory.facts(),
        memory.stream(),
        memory.search("Where does Ada live?"),
    )


@pytest.fixture
def memory(neo4j_place):
    memory = Memory(MemoryEngine(neo4j_place.shared, clock=lambda: NOW), f"test-{uuid4().hex[:12]}")
    memory.add("I live in Milan.", speaker="Ada", said_at=day(1))
    memory.add("I work at Fiat.", speaker="Ada", said_at=day(2))
    yield memory
    memory.forget(everything=True)


@pytest.fixture(params=["stock", "beside"])
def theirs(request, neo4j_server):
    """The stock store, and ours with deletes of its own; each with two nodes called as ours are."""
    kind = BesideMemory if request.param == "beside" else stock.Neo4jPropertyGraphStore
    store = kind(
        username=neo4j_server.username or "neo4j",
        password=neo4j_server.password or "none",
        url=neo4j_server.uri,
        refresh_schema=False,  # which asks for APOC
    )
    # Without APOC its upserts do not work: what it writes is written as it writes it.
    store.structured_query(
        "MERGE (a:__Node__:__Entity__:Person {id: 'Ada', name: 'Ada'}) SET a.embedding = [1.0, 0.0] "
        "MERGE (b:__Node__:__Entity__:Place {id: 'Milan', name: 'Milan'}) SET b.embedding = [0.0, 1.0] "
        "MERGE (a)-[:LIVES_IN]->(b)"
    )
    yield store
    store.structured_query("MATCH (n:__Node__) DETACH DELETE n")
    store.close()


def test_the_stock_store_beside_a_memory_does_its_work_and_damages_nothing(memory, theirs):
    before = told(memory), checksum(memory)
    ada = EntityNode(name="Ada", label="Person")
    assert {node.id for node in theirs.get()} == {"Ada", "Milan"}  # none of ours
    assert [(s.id, r.label, o.id) for s, r, o in theirs.get_rel_map([ada])] == [("Ada", "LIVES_IN", "Milan")]
    assert {s.id for s, _, _ in theirs.get_triplets(entity_names=["Ada"])} == {"Ada"}
    found, _ = theirs.vector_query(VectorStoreQuery(query_embedding=[1.0, 0.0], similarity_top_k=9))
    assert {node.id for node in found} == {"Ada", "Milan"}
    index = PropertyGraphIndex.from_existing(
        theirs, llm=MockLLM(), embed_model=MockEmbedding(2), use_async=False
    )
    nodes = index.as_retriever(sub_retrievers=[VectorContextRetriever(theirs, embed_model=MockEmbedding(2))])
    assert nodes.retrieve("Where does Ada live?")
    theirs.upsert_nodes([ChunkNode(id_="page", text="Ada lives in Milan.")])
    for needs_apoc in (
        lambda: theirs.upsert_nodes([ada]),
        lambda: theirs.upsert_relations([Relation(label="LIVES_IN", source_id="Ada", target_id="Milan")]),
        theirs.refresh_schema,
    ):
        with contextlib.suppress(ClientError):  # where the server has no APOC
            needs_apoc()
    theirs.delete(ids=["Ada", "page"])
    assert [node.id for node in theirs.get()] == ["Milan"]
    assert (told(memory), checksum(memory)) == before


@pytest.mark.parametrize("theirs", ["beside"], indirect=True)
@pytest.mark.parametrize(
    "what",
    [{"entity_names": ["Ada"]}, {"relation_names": ["LIVES_IN"]}, {"properties": {"name": "Ada"}}],
    ids=["name", "relation", "property"],
)
def test_what_is_deleted_by_name_relation_or_property_is_its_own_where_it_keeps_to_it(memory, theirs, what):
    before = told(memory), checksum(memory)
    theirs.delete(**what)
    assert theirs.get_rel_map([EntityNode(name="Ada", label="Person")]) == []
    assert {node.id for node in theirs.get()} >= {"Milan"}
    assert (told(memory), checksum(memory)) == before
