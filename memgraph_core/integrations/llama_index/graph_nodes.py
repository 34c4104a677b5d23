"""Entities, facts and turns as nodes, relations and chunks of LlamaIndex's property graphs."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from llama_index.core.graph_stores.types import (
    TRIPLET_SOURCE_KEY,
    ChunkNode,
    EntityNode,
    LabelledNode,
    Relation,
)

from memgraph_core.records.graph import Entity, Fact, Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import STRUCTURAL_TYPES

_TYPES: dict[str, EntityType] = {
    name.lower(): name for name in ("Person", "Place", "Organization", "Event", "Work", "Thing", "Concept")
}
_OTHER_TYPES: dict[str, EntityType] = {
    "location": "Place", "city": "Place", "country": "Place", "company": "Organization", "people": "Person",
    "organisation": "Organization", "product": "Thing", "object": "Thing", "book": "Work", "film": "Work",
}  # fmt: skip


def chunk_turn(node: ChunkNode) -> Turn:
    """A chunk as a turn of its document, with those properties that are JSON values.

    The session is the title of the document, or its id. A chunk without a document has a session of its own, with an
    identifier as its name, because the name of a document becomes an entity.
    """
    named = (node.properties.get(key) for key in ("title", "file_name", "session", "ref_doc_id"))
    session = next((str(name) for name in named if name), uuid5(NAMESPACE_OID, node.id).hex)
    properties = json_properties(node)
    return Turn(uid=node.id, session=session[:200], role="tool", text=node.text, metadata=properties)


def json_properties(node: LabelledNode) -> dict[str, Any]:
    """The properties of a node that are JSON values."""
    return {key: value for key, value in node.properties.items() if _is_json(value)}


def _is_json(value: object) -> bool:
    return value is not None and isinstance(value, str | int | float | bool | list | dict)


def entity_node(
    entity: Entity, given: Mapping[str, object] | None = None, source: str | None = None
) -> EntityNode:
    """An entity as a node, with the `given` properties of the program that wrote it, and those of memory."""
    properties: dict[str, Any] = {
        **(given or {}),
        "uid": entity.uid,
        "name": entity.name,
        "mentions": entity.mentions,
        "first_at": _iso(entity.first_at),
        "last_at": _iso(entity.last_at),
    }
    if source:
        properties[TRIPLET_SOURCE_KEY] = source
    return EntityNode(name=entity.name, label=entity.type, properties=properties)


def chunk_node(turn: Turn) -> ChunkNode:
    """A turn as a chunk."""
    return ChunkNode(id_=turn.uid, text=turn.text, properties=chunk_properties(turn))


def chunk_properties(turn: Turn) -> dict[str, Any]:
    """The properties of a turn."""
    return {
        **turn.metadata,
        "session": turn.session,
        "speaker": turn.speaker,
        "said_at": _iso(turn.said_at),
        "trust": turn.trust,
    }


def relation_of(fact: Fact, subject: EntityNode, object_: EntityNode) -> Relation:
    """A fact as a relation."""
    properties = {
        "text": fact.text,
        "holds_from": _iso(fact.holds_from),
        "trust": fact.trust,
        "confidence": fact.confidence,
    }
    return Relation(label=fact.type, source_id=subject.id, target_id=object_.id, properties=properties)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def has_properties(node: LabelledNode, properties: dict[str, Any] | None) -> bool:
    """Whether a node has all of these properties."""
    return all(node.properties.get(name) == value for name, value in (properties or {}).items())


def relation_type(label: str) -> str:
    """The label as a relation type."""
    name = re.sub(r"\W+", "_", label.strip()).strip("_").upper()[:64]
    return f"{name}_TO" if name in STRUCTURAL_TYPES else name or label


def entity_type(label: str) -> EntityType:
    """The entity type of a label; Thing for an unknown one."""
    return _TYPES.get(label.lower()) or _OTHER_TYPES.get(label.lower(), "Thing")
