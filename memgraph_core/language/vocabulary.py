"""Relation types and what is known of them, and the record of a relation as a sentence words it."""

from dataclasses import dataclass

from memgraph_core.types import EntityType


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation type of the vocabulary. Of a single one a subject has one object at a time."""

    type: str
    single: bool = False
    object_type: EntityType | None = None


VOCABULARY: dict[str, Relation] = {
    r.type: r
    for r in (
        Relation("LIVES_IN", single=True, object_type="Place"),
        Relation("WORKS_AT", single=True, object_type="Organization"),
        Relation("STUDIES_AT", single=True, object_type="Organization"),
        Relation("MARRIED_TO", single=True, object_type="Person"),
        Relation("BORN_IN", single=True, object_type="Place"),
        Relation("LOCATED_IN", single=True, object_type="Place"),
        Relation("LIKES"),
        Relation("DISLIKES"),
        Relation("ALLERGIC_TO"),
        Relation("OWNS"),
        Relation("VISITED", object_type="Place"),
        Relation("RELATIVE_OF", object_type="Person"),
        Relation("FRIEND_OF", object_type="Person"),
        Relation("CREATED", object_type="Work"),
    )
}


def relation_of(type_: str) -> Relation:
    """The relation of a type; one that is not in the vocabulary holds any number of objects."""
    return VOCABULARY.get(type_) or Relation(type_)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation as a sentence words it. `ended`: it holds no longer."""

    subject: str  # a name, or "I"
    type: str
    object: str
    ended: bool = False
    only_if: EntityType | None = None  # what the object must be known to be: "I left Fiat", "I left Turin"
