"""Where a text speaks of somebody or something, and who or what that is."""

from dataclasses import dataclass
from typing import Literal

from memgraph_core.records.kinds import EntityType

Gender = Literal["f", "m"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text, `text[start:end]`, that stands for an entity.

    Names, kin ("my sister") and pronouns all become spans, so that what reads relations sees one kind of
    subject. `name` is how the entity is called: as written for a name, `Ada's sister` for "my sister".
    """

    start: int
    end: int
    name: str
    type: EntityType | None = None
    gender: Gender | None = None
    plural: bool = False
