"""LlamaIndex's own store for Neo4j, on the database of a memory: each does its work, and nothing of ours is damaged.

On a server with APOC, which its upserts and its schema ask for.
"""

import asyncio
import os
from contextlib import closing
from uuid import uuid4

import pytest

import neo4j_server as servers
from factories import DIMENSION, NOW, STAMP, day
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.store.neo4j import open_neo4j
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import summary_of

pytestmark = [
    pytest.mark.neo4j,
    pytest.mark.filterwarnings("ignore"),
]  # warnings are those of the other store
stock = pytest.importorskip(
    "llama_index.graph_stores.neo4j",
    reason="needs llama-index-graph-stores-neo4j, of the dependency group driver5",
)
from llama_index.core import Document, PropertyGraphIndex  # noqa: E402
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation  # noqa: E402
from llama_index.core.indices.property_graph import (  # noqa: E402
    ImplicitPathExtractor,
    LLMSynonymRetriever,
    SimpleLLMPathExtractor,
    VectorContextRetriever,
)
from llama_index.core.vector_stores.types import (  # noqa: E402
    MetadataFilter,
    MetadataFilters,
    VectorStoreQuery,
)

from memgraph_core.integrations.llama_index import MemoryEmbedding  # noqa: E402
from memgraph_core.integrations.llama_index.shared_database import SharedDatabaseStore  # noqa: E402
from scripted import ScriptedLLM  # noqa: E402

ADA = EntityNode(name="Ada", label="Person")
BY_ANYTHING = [
    {"entity_names": ["Ada", "Milan"]},
    {"relation_names": ["LIVES_IN"]},
    {"properties": {"name": "Ada"}},
]
BY = ["name", "relation", "property"]


@pytest.fixture(scope="module")
def server():
    try:
        server = servers.start(apoc=True)
    except servers.NoServer as e:
        if os.environ.get("CI"):
            pytest.fail(f"CI is set, so Neo4j must take part: {e}")
        pytest.skip(f"the store needs APOC. {e}")
    yield server
    server.stop()


@pytest.fixture
def memory(server):
    """A namespace called like a node of theirs."""
    with closing(
        open_neo4j(server.uri, username=server.username, password=server.password, stamp=STAMP)
    ) as database:
        engine = MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW)
        memory = Memory(engine, f"Ada {uuid4().hex[:12]}")
        memory.add("I live in Milan.", speaker="Ada", said_at=day(1))
        memory.add("I work at Fiat.", speaker="Ada", said_at=day(2))
        yield memory
        memory.forget(everything=True)


@pytest.fixture(params=["stock", "shared"])
def theirs(request, server):
    """The stock store as it is by default, and ours with deletes of its own."""
    kind = SharedDatabaseStore if request.param == "shared" else stock.Neo4jPropertyGraphStore
    store = kind(username=server.username or "neo4j", password=server.password or "none", url=server.uri)
    yield store
    store.structured_query("MATCH (n:__Node__) DETACH DELETE n")
    asyncio.run(store._async_driver.close())  # which it leaves open
    store.close()


@pytest.fixture
def index(memory, theirs):
    """Documents about those whom the memory is about, read by a model that finds what the memory found."""
    triples = [("Ada", "LIVES_IN", "Milan"), ("Ada", "WORKS_AT", "Fiat"), (memory.namespace, "HAS", "Milan")]
    said = ScriptedLLM(script=["as the parser says"])
    reads = SimpleLLMPathExtractor(llm=said, num_workers=1, parse_fn=lambda text: triples)
    return PropertyGraphIndex.from_documents(
        [Document(text="Ada lives in Milan and works at Fiat.", doc_id="page")],
        llm=said,
        kg_extractors=[reads, ImplicitPathExtractor()],
        embed_model=MemoryEmbedding(memory.engine.embedder),
        property_graph_store=theirs,
        use_async=False,
    )


def entities(theirs):
    return {row["id"] for row in theirs.structured_query("MATCH (n:__Entity__) RETURN n.id AS id")}


def whole(memory):
    """Every record that the memory holds, as a sum, and what it tells."""
    return summary_of(archive_of(memory.store)).checksum(), memory.stats(), content_of(memory)


def content_of(memory):
    return (
        [(e.name, e.type, e.mentions) for e in memory.entities(limit=99)],
        [(f.type, f.text) for f in memory.facts()],
        [(item.name, item.at) for item in memory.stream()],
        [hit.text for hit in memory.search("Where does Ada live?")],
        len(memory.explore("connection", {"name": "Ada", "other": "Milan"}).rows),
    )


def test_an_index_on_the_stock_store_works_in_the_database_of_a_memory_and_damages_nothing(
    memory, theirs, index
):
    before = whole(memory)
    assert entities(theirs) == {"Ada", "Milan", "Fiat", memory.namespace}
    assert {"Ada", "Milan", "page"} < {node.id for node in theirs.get()}
    assert {n.id for n in theirs.get(properties={"name": "Ada"})} == {"Ada"}  # none of ours
    assert ("Ada", "LIVES_IN", "Milan") in [(s.id, r.label, o.id) for s, r, o in theirs.get_rel_map([ADA])]
    assert {r.label for _, r, _ in theirs.get_triplets(entity_names=["Ada"])} == {"LIVES_IN", "WORKS_AT"}
    asked = MemoryEmbedding(memory.engine.embedder).get_query_embedding("Ada")
    only = MetadataFilters(filters=[MetadataFilter(key="name", value="Ada")])
    for filters, expected in ((None, 4), (only, 1)):
        found, _ = theirs.vector_query(
            VectorStoreQuery(query_embedding=asked, similarity_top_k=9, filters=filters)
        )
        assert len(found) == expected
    by_words = LLMSynonymRetriever(theirs, llm=ScriptedLLM(script=["Ada^Milan"]))
    by_vector = VectorContextRetriever(theirs, embed_model=MemoryEmbedding(memory.engine.embedder))
    for retriever in (by_words, by_vector):
        assert index.as_retriever(sub_retrievers=[retriever]).retrieve("Where does Ada live?")
    assert "Entity" in theirs.get_schema_str(refresh=True)
    index.insert(Document(text="Ada moved.", doc_id="more"))
    theirs.upsert_nodes(
        [ADA, EntityNode(name="Ben", label="Note"), ChunkNode(id_="chunk", text="Ben works at Fiat.")]
    )
    theirs.upsert_relations([Relation(label="ABOUT", source_id="Ben", target_id="Ada")])
    index.delete_nodes(["Ben"])
    theirs.delete(ids=["Ada", "chunk"])
    assert entities(theirs) == {"Milan", "Fiat", memory.namespace}
    assert whole(memory) == before


@pytest.mark.parametrize("theirs", ["shared"], indirect=True)
@pytest.mark.parametrize("what", BY_ANYTHING, ids=BY)
def test_the_shared_store_deletes_only_its_own_nodes(memory, theirs, index, what):
    before = whole(memory)
    theirs.delete(**what)
    assert "LIVES_IN" not in [r.label for _, r, _ in theirs.get_rel_map([ADA])]
    assert whole(memory) == before


@pytest.mark.parametrize("theirs", ["stock"], indirect=True)
def test_records_deleted_by_the_llama_index_store_are_derived_again_from_the_log(memory, theirs, index):
    """Its deletes by name, relation and property take what the whole database has of these. No name is in the log."""
    before = content_of(memory)
    for what in (*BY_ANYTHING, {"relation_names": ["HAS"]}, {"entity_names": [memory.namespace]}):
        theirs.delete(**what)
    assert content_of(memory) != before
    memory.rebuild()
    assert content_of(memory) == before
    memory.forget(turns=[memory.conversation("default")[0].uid])
    assert memory.sessions() == ("default",)
