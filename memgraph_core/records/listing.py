"""Lists in pages: what to list, and a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypeVar

from memgraph_core.records.representation import short_repr, shown_fields
from memgraph_core.records.search import Filters

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListedUid:
    """The position of a record in a list: its uid and its sort time."""

    uid: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """Which turns, notes or derived notes to list, and their order."""

    of: Literal["turn", "note", "abstraction", "question", "summary", "style_request"]
    filters: Filters  # with the entity as a name key
    newest: bool = True  # newest first, instead of oldest first
    after: ListedUid | None = None  # the last record of the page before
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a list. `cursor` continues the list after it; None at the end."""

    items: tuple[T, ...]
    cursor: str | None = None

    __repr__ = short_repr

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def as_dicts(self) -> list[dict[str, object]]:
        """The records as dicts of their fields without vectors and terms, for `pandas.DataFrame` and JSON."""
        return [shown_fields(item) for item in self.items]
