"""The memory as LlamaIndex's `PropertyGraphStore`: entities, facts and turns as nodes, relations and chunks.

Reads are views of the memory. Writes are logged as documents and structured turns, so that a rebuild keeps them.
Operations that a view cannot do raise an error with the remedy. Works with `PropertyGraphIndex.from_existing(...)` and
its retrievers, on either store, without APOC.
"""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NoReturn

from llama_index.core.graph_stores.types import (
    TRIPLET_SOURCE_KEY,
    ChunkNode,
    EntityNode,
    LabelledNode,
    PropertyGraphStore,
    Relation,
    Triplet,
)
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.types import VectorStoreQuery

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.llama_index.nearest import nearest_entities
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Entity, Fact, Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import STRUCTURAL_TYPES
from memgraph_core.turns.structured import entity_turn, fact_turn

MOST = 1_000  # entities and facts per call
_TYPES: dict[str, EntityType] = {
    name.lower(): name for name in ("Person", "Place", "Organization", "Event", "Work", "Thing", "Concept")
}
_OTHER_TYPES: dict[str, EntityType] = {
    "location": "Place", "city": "Place", "country": "Place", "company": "Organization", "people": "Person",
    "organisation": "Organization", "product": "Thing", "object": "Thing", "book": "Work", "film": "Work",
}  # fmt: skip


class GraphMemoryStore(PropertyGraphStore):
    """One memory as a property graph."""

    supports_structured_queries = False
    supports_vector_queries = True

    def __init__(self, memory: Memory, *, session: str = "property graph") -> None:
        """`session` is the session of written documents and relations that do not name their own."""
        self._memory = memory
        self._session = session
        self.supports_vector_queries = memory.engine.embedder is not None

    @property
    def client(self) -> Memory:
        """The memory."""
        return self._memory

    # Reads

    def get(
        self, properties: dict[str, Any] | None = None, ids: list[str] | None = None
    ) -> list[LabelledNode]:
        """Entities by name, in upper or lower case, and turns by uid; or all entities with these properties."""
        if ids is None:
            nodes: list[LabelledNode] = [_node(e) for e in self._memory.entities(limit=MOST)]
        else:
            entities = {e.uid: e for name in ids if name.strip() and (e := self._memory.entity(name))}
            nodes = [*map(_node, entities.values()), *map(_chunk, self._memory.turns(ids))]
        return [node for node in nodes if _has(node, properties)]

    def get_triplets(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> list[Triplet]:
        """Current facts with one of these entities, one of these relations, and an end with these properties."""
        names = [*(entity_names or ()), *(ids or ())]
        asked = entity_names is not None or ids is not None
        facts = self._facts_of(names) if asked else self._memory.facts(limit=MOST)
        wanted = {_relation(name) for name in relation_names or ()}
        found = self._triplets([f for f in facts if not wanted or f.type in wanted])
        return [t for t in found if _has(t[0], properties) or _has(t[2], properties)]

    def get_rel_map(
        self,
        graph_nodes: list[LabelledNode],
        depth: int = 2,
        limit: int = 30,
        ignore_rels: list[str] | None = None,
    ) -> list[Triplet]:
        """Current facts within this depth of these nodes, nearest first."""
        ignored = set(ignore_rels or ())
        found: dict[str, Fact] = {}
        frontier = [node.name for node in graph_nodes if isinstance(node, EntityNode)]
        met = set(frontier)
        for _ in range(max(depth, 0)):
            facts = [f for f in self._facts_of(frontier) if f.type not in ignored]
            found |= {f.uid: f for f in facts if f.uid not in found}
            if len(found) >= limit or not facts:
                break
            names = self._names(facts)
            frontier = [name for name in dict.fromkeys(names.values()) if name not in met]
            met.update(frontier)
        return self._triplets(list(found.values())[:limit])

    def get_llama_nodes(self, node_ids: list[str]) -> list[BaseNode]:
        """Turns as text nodes."""
        return [
            TextNode(id_=turn.uid, text=turn.text, metadata=_properties(turn))
            for turn in self._memory.turns(node_ids)
        ]

    async def aget_llama_nodes(self, node_ids: list[str]) -> list[BaseNode]:
        """Asynchronous `get_llama_nodes`."""
        return self.get_llama_nodes(node_ids)

    def vector_query(self, query: VectorStoreQuery, **kwargs: Any) -> tuple[list[LabelledNode], list[float]]:  # noqa: ANN401
        """The entities of the nearest notes, nearest first, with the cosine similarity of the note.

        Raises InvalidInput for a vector of another dimension: embed with `MemoryEmbedding(memory.engine.embedder)`.
        """
        if query.query_embedding is None:
            return [], []
        found = nearest_entities(self._memory, query.query_embedding, query.similarity_top_k)
        return [_node(entity) for entity, _ in found], [score for _, score in found]

    def get_schema(self, refresh: bool = False) -> dict[str, Any]:
        """The entity types and relation types that occur."""
        types = sorted({entity.type for entity in self._memory.entities(limit=MOST)})
        return {"entities": types, "relations": sorted({f.type for f in self._memory.facts(limit=MOST)})}

    def get_schema_str(self, refresh: bool = False) -> str:
        """The schema as text."""
        schema = self.get_schema()
        return f"Entities: {', '.join(schema['entities'])}. Relations: {', '.join(schema['relations'])}."

    # Writes

    def upsert_nodes(self, nodes: Sequence[LabelledNode]) -> None:
        """Write chunks as documents, and entities by their names and types."""
        turns = [self._turn_of(node) for node in nodes]
        if turns:
            self._memory.add(turns)

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Write each relation as a fact. Raises InvalidInput for a relation type that the graph reserves."""
        turns = [
            fact_turn(r.source_id, _relation(r.label), r.target_id, self._session)
            for r in relations
            if r.label != "MENTIONS"
        ]
        if turns:
            self._memory.add(list({turn.uid: turn for turn in turns}.values()))

    def upsert_llama_nodes(self, llama_nodes: list[BaseNode]) -> None:
        """Write chunks, each under the document that it names."""
        self.upsert_nodes(
            [
                ChunkNode(id_=node.node_id, text=node.get_content(), properties=dict(node.metadata))
                for node in llama_nodes
            ]
        )

    def delete(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> NoReturn:
        """Not supported: use `Memory.forget`, which deletes turns with everything derived from them."""
        names = entity_names or relation_names or ids or properties
        raise InvalidInput(
            f"this store does not delete: {names!r:.80}. To forget, with everything derived from it: "
            "memory.forget(entity=...), memory.forget(turns=[...]) or memory.forget(session=...)."
        )

    def delete_llama_nodes(
        self, node_ids: list[str] | None = None, ref_doc_ids: list[str] | None = None
    ) -> None:
        """Not supported, as `delete`."""
        self.delete(ids=[*(node_ids or ()), *(ref_doc_ids or ())])

    def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> NoReturn:
        """Not supported: a model must not run its own statements."""
        raise InvalidInput(
            f"free queries are not supported: {query!r:.60}. Use memory.search, memory.show or memory.facts; on Neo4j, people "
            "run the statements of cypher/explore/ in Neo4j Browser."
        )

    # Helpers

    def _facts_of(self, names: Iterable[str]) -> list[Fact]:
        found: dict[str, Fact] = {}
        for name in names:
            if name.strip():
                found |= {fact.uid: fact for fact in self._memory.facts(name, limit=MOST)}
        return list(found.values())

    def _names(self, facts: Sequence[Fact]) -> dict[str, str]:
        """Names of the ends of facts by entity uid."""
        return {uid: entity.name for uid, entity in self._entities(facts).items()}

    def _entities(self, facts: Sequence[Fact]) -> dict[str, Entity]:
        wanted = {uid for fact in facts for uid in (fact.subject, fact.object)}
        return (
            {e.uid: e for e in self._memory.entities(limit=100 * MOST) if e.uid in wanted} if wanted else {}
        )

    def _triplets(self, facts: Sequence[Fact]) -> list[Triplet]:
        now = self._memory.engine.clock()
        holding = [fact for fact in facts if fact.holds(now)]
        entities = self._entities(holding)
        notes = {n.uid: n for n in self._memory.notes([f.notes[0] for f in holding if f.notes])}
        triplets: list[Triplet] = []
        for fact in holding:
            ends = entities.get(fact.subject), entities.get(fact.object)
            note = notes.get(fact.notes[0]) if fact.notes else None
            if ends[0] and ends[1]:
                source = note.turns[0] if note else None
                subject, object_ = _node(ends[0], source), _node(ends[1], source)
                triplets.append((subject, _relation_of(fact, subject, object_), object_))
        return triplets

    def _turn_of(self, node: LabelledNode) -> Turn:
        if isinstance(node, EntityNode):
            return entity_turn(node.name, _type(node.label), self._session)
        if not isinstance(node, ChunkNode):
            raise InvalidInput(f"a node is {type(node).__name__}; EntityNode and ChunkNode are accepted.")
        named = (node.properties.get(key) for key in ("title", "file_name", "ref_doc_id", "session"))
        session = next((str(name) for name in named if name), self._session)
        return Turn(uid=node.id, session=session[:200], role="tool", text=node.text)


def _node(entity: Entity, source: str | None = None) -> EntityNode:
    properties: dict[str, Any] = {
        "uid": entity.uid,
        "name": entity.name,
        "mentions": entity.mentions,
        "first_at": _iso(entity.first_at),
        "last_at": _iso(entity.last_at),
    }
    if source:
        properties[TRIPLET_SOURCE_KEY] = source
    return EntityNode(name=entity.name, label=entity.type, properties=properties)


def _chunk(turn: Turn) -> ChunkNode:
    return ChunkNode(id_=turn.uid, text=turn.text, properties=_properties(turn))


def _properties(turn: Turn) -> dict[str, Any]:
    return {
        "session": turn.session,
        "speaker": turn.speaker,
        "said_at": _iso(turn.said_at),
        "trust": turn.trust,
    }


def _relation_of(fact: Fact, subject: EntityNode, object_: EntityNode) -> Relation:
    properties = {
        "text": fact.text,
        "holds_from": _iso(fact.holds_from),
        "trust": fact.trust,
        "confidence": fact.confidence,
    }
    return Relation(label=fact.type, source_id=subject.id, target_id=object_.id, properties=properties)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _has(node: LabelledNode, properties: dict[str, Any] | None) -> bool:
    return all(node.properties.get(name) == value for name, value in (properties or {}).items())


def _relation(label: str) -> str:
    """The label as a relation type."""
    name = re.sub(r"\W+", "_", label.strip()).strip("_").upper()[:64]
    return f"{name}_TO" if name in STRUCTURAL_TYPES else name or label


def _type(label: str) -> EntityType:
    return _TYPES.get(label.lower()) or _OTHER_TYPES.get(label.lower(), "Thing")
