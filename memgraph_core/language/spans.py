"""Mentions of entities in a text."""

from dataclasses import dataclass
from typing import Literal

from memgraph_core.records.kinds import EntityType

Gender = Literal["f", "m"]


@dataclass(frozen=True, slots=True)
class Span:
    """A mention of an entity, `text[start:end]`.

    Names, kin ("my sister") and pronouns all become spans, so that the rules for relations have one kind of subject.
    `name` is the name of the entity: as written for a name, `Ada's sister` for "my sister".
    """

    start: int
    end: int
    name: str
    type: EntityType | None = None
    gender: Gender | None = None
    plural: bool = False
