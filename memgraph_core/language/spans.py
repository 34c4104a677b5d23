"""Mentions of entities in a text."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

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


class _Placed(Protocol):
    """A part of a text."""

    @property
    def start(self) -> int:
        """Its start."""
        ...

    @property
    def end(self) -> int:
        """Its end."""
        ...


_Part = TypeVar("_Part", bound=_Placed)


def items_between(items: Sequence[_Part], start: int, end: int) -> Iterator[_Part]:
    """The parts of a text that are completely between two offsets. They must be sorted by start."""
    first = bisect_left(items, start, key=lambda item: item.start)
    last = bisect_left(items, end, key=lambda item: item.start)
    return (item for item in items[first:last] if item.end <= end)
