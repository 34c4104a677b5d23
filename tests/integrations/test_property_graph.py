"""`GraphMemoryStore` as other stores of LlamaIndex behave: what an index inserts and deletes."""

import pytest

from factories import NOW

pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")

from llama_index.core import Document, PropertyGraphIndex
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

from integrations.scripted import ScriptedLLM
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.llama_index import GraphMemoryStore
from memgraph_core.memory import Memory

BEA, CARLO = EntityNode(name="Bea", label="PERSON"), EntityNode(name="Carlo", label="PERSON")
KNOWS = Relation(label="knows", source_id=BEA.id, target_id=CARLO.id)


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


@pytest.fixture
def store(memory) -> GraphMemoryStore:
    return GraphMemoryStore(memory)


def write_triplet(store) -> None:
    store.upsert_nodes([BEA, CARLO])
    store.upsert_relations([KNOWS])


def names(memory) -> set[str]:
    return {entity.name for entity in memory.entities(limit=100)}


def triplets(store, **selection) -> list[tuple[str, str, str]]:
    return sorted((s.name, r.label, o.name) for s, r, o in store.get_triplets(**selection))


# An index with its default extractors


@pytest.fixture
def index(store) -> PropertyGraphIndex:
    llm = ScriptedLLM(script=["(Ada, lives in, Milan)", "(Ada, works at, Fiat)"])
    return PropertyGraphIndex(
        nodes=[], property_graph_store=store, llm=llm, embed_kg_nodes=False, use_async=False
    )


def test_an_index_with_default_extractors_inserts_entities_and_no_identifiers(memory, store, index):
    index.insert(Document(text="Ada lives in Milan.", metadata={"file_name": "ada.txt"}))
    index.insert(Document(text="Ada works at Fiat."))
    assert names(memory) == {"Ada", "Milan", "Fiat", "ada.txt"}
    assert triplets(store) == [("Ada", "LIVES_IN", "Milan"), ("Ada", "WORKS_AT", "Fiat")]
    hits = memory.search("Who is Ada?")
    assert not [hit.text for hit in hits if "Thing" in hit.text]


def test_deleting_a_document_deletes_the_records_extracted_from_it(memory, store, index):
    index.insert(Document(text="Ada lives in Milan.", doc_id="one"))
    index.insert(Document(text="Ada works at Fiat.", doc_id="two"))
    index.delete_ref_doc("one")
    assert triplets(store) == [("Ada", "WORKS_AT", "Fiat")]
    assert "Milan" not in names(memory)
    assert {turn.session for turn in memory.list_turns()} == {"two"}


# Cases that the in-memory store of LlamaIndex is tested with


def test_triplets_are_found_by_entity_relation_and_property(store):
    write_triplet(store)
    expected = [("Bea", "KNOWS", "Carlo")]
    assert triplets(store) == expected
    assert triplets(store, entity_names=["Bea"]) == triplets(store, entity_names=["Carlo"]) == expected
    assert triplets(store, relation_names=["knows"]) == expected
    assert triplets(store, properties={"name": "Carlo"}) == expected
    assert triplets(store, entity_names=["Dora"]) == []


@pytest.mark.parametrize(
    "selection", [{"ids": [BEA.id]}, {"entity_names": ["Bea"]}, {"relation_names": ["knows"]}, {"properties": {"name": "Bea"}}]
)  # fmt: skip
def test_written_items_can_be_deleted(memory, store, selection):
    write_triplet(store)
    store.delete(**selection)
    assert triplets(store) == []
    assert "Carlo" in names(memory)
    assert ("Bea" in names(memory)) == ("relation_names" in selection)


def test_chunks_are_read_and_deleted_by_their_ids(store):
    store.upsert_llama_nodes([TextNode(id_="n1", text="One."), TextNode(id_="n2", text="Two.")])
    assert [node.text for node in store.get_llama_nodes(["n1", "n2"])] == ["One.", "Two."]
    store.delete_llama_nodes(node_ids=["n1", "unknown"])
    assert [node.text for node in store.get_llama_nodes(["n1", "n2"])] == ["Two."]


def test_chunks_are_deleted_by_their_document(store):
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="doc")}
    store.upsert_llama_nodes(
        [TextNode(id_="n1", text="One.", relationships=source), TextNode(id_="n2", text="Two.")]
    )
    store.delete_llama_nodes(ref_doc_ids=["doc"])
    assert [node.id_ for node in store.get_llama_nodes(["n1", "n2"])] == ["n2"]
    store.delete_llama_nodes(ref_doc_ids=["n2"])
    assert store.get_llama_nodes(["n1", "n2"]) == []


def test_properties_of_chunks_are_kept(store):
    store.upsert_nodes([ChunkNode(id_="c1", text="Bea is kind.", properties={"shelf": 3, "when": object()})])
    (node,) = store.get(ids=["c1"])
    assert node.properties["shelf"] == 3
    assert "when" not in node.properties


def test_relations_of_chunks_are_no_facts(store):
    store.upsert_nodes([ChunkNode(id_="c1", text="Bea is kind."), BEA])
    store.upsert_relations([Relation(label="HAS", source_id="c1", target_id=BEA.id)])
    assert triplets(store) == []


def test_entities_that_conversations_mention_are_not_deleted(memory, store):
    memory.add("Bea met Carlo in Turin.", speaker="Ada", uid="t1")
    write_triplet(store)
    with pytest.raises(InvalidInput, match=r"memory\.forget\(entity"):
        store.delete(entity_names=["Bea"])
    with pytest.raises(InvalidInput, match=r"memory\.forget\(turns"):
        store.delete(relation_names=["met"])
    assert triplets(store, relation_names=["knows"]) == [("Bea", "KNOWS", "Carlo")]
    store.delete(relation_names=["knows"])
    assert triplets(store, relation_names=["knows"]) == []
    assert memory.turns(["t1"])


def test_a_rebuild_keeps_the_inserts_of_an_index(memory, store, index):
    index.insert(Document(text="Ada lives in Milan.", doc_id="one"))
    memory.rebuild(embedder="none")
    assert triplets(store) == [("Ada", "LIVES_IN", "Milan")]
    index.delete_ref_doc("one")
    assert triplets(store) == []
