"""Pages of turns, notes and entities, and the number of records that match filters."""

from dataclasses import replace
from datetime import datetime
from typing import Literal, TypeVar

from memgraph_core.engine.inspect import with_names
from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.records.graph import Entity, Note, Turn
from memgraph_core.records.inspect import EntityQuery, NamedFact
from memgraph_core.records.listing import ListedUid, ListQuery, Page
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.store.contract import Store

TimeOrder = Literal["newest", "oldest"]
Counted = Literal["turns", "notes", "entities", "facts"]
_T = TypeVar("_T")

_CURSOR_DIGITS = 12  # a cursor of entities is a number, and no memory has more


def list_turns(
    store: Store, filters: Filters | None, order: TimeOrder, limit: int, cursor: str | None
) -> Page[Turn]:
    """A page of turns. See `Memory.list_turns`."""
    found = store.listed(_query("turn", filters, order, limit, cursor))
    return _page(store.turns([each.uid for each in found[:limit]]), found, limit)


def list_notes(
    store: Store, filters: Filters | None, order: TimeOrder, limit: int, cursor: str | None
) -> Page[Note]:
    """A page of notes. See `Memory.list_notes`."""
    found = store.listed(_query("note", filters, order, limit, cursor))
    return _page(store.notes([each.uid for each in found[:limit]]), found, limit)


def notes_listed(store: Store, query: ListQuery) -> tuple[Note, ...]:
    """The notes of a list, in its order."""
    return store.notes([each.uid for each in store.listed(query)])


def list_entities(store: Store, query: EntityQuery, cursor: str | None) -> Page[Entity]:
    """A page of entities. Its cursor is the number of entities before it. See `Memory.list_entities`."""
    if cursor is not None and not (cursor.isdecimal() and len(cursor) <= _CURSOR_DIGITS):
        raise _invalid(cursor)
    first = int(cursor or 0)
    found = store.entities(replace(query, limit=first + query.limit + 1))
    following = first + query.limit
    return Page(found[first:following], str(following) if len(found) > following else None)


def count(store: Store, of: Counted, filters: Filters | None) -> int:
    """The number of records. See `Memory.count`."""
    if filters is None:
        return getattr(store.stats(), of)
    if of not in ("turns", "notes"):
        raise InvalidInput(f"filters apply to turns and notes, not to {of}. Leave them out.")
    query = _query("turn" if of == "turns" else "note", filters, "newest", UNLIMITED, None)
    return len(store.listed(query))


def turn_uids(store: Store, filters: Filters) -> tuple[str, ...]:
    """The uids of all turns that pass the filters, oldest first."""
    return tuple(each.uid for each in store.listed(_query("turn", filters, "oldest", UNLIMITED, None)))


def record_of(store: Store, uid: str) -> Turn | Note | Entity | NamedFact | None:
    """The turn, note, entity or fact with this uid."""
    found = (
        *store.turns([uid]),
        *store.notes([uid]),
        *store.entities(EntityQuery(uids=(uid,))),
        *with_names(store, store.facts(None, 1, [uid])),
    )
    return found[0] if found else None


def _query(
    of: Literal["turn", "note"], filters: Filters | None, order: TimeOrder, limit: int, cursor: str | None
) -> ListQuery:
    within = filters or Filters()
    within = replace(within, entity=None if within.entity is None else name_key(within.entity))
    return ListQuery(
        of=of, filters=within, newest=order == "newest", after=_position(cursor), limit=limit + 1
    )


def _page(records: tuple[_T, ...], found: tuple[ListedUid, ...], limit: int) -> Page[_T]:
    last = found[limit - 1] if len(found) > limit else None
    return Page(records, f"{last.at.isoformat()} {last.uid}" if last else None)


def _position(cursor: str | None) -> ListedUid | None:
    if cursor is None:
        return None
    at, _, uid = cursor.partition(" ")
    try:
        moment = datetime.fromisoformat(at)
    except ValueError as e:
        raise _invalid(cursor) from e
    if moment.tzinfo is None or not uid:
        raise _invalid(cursor)
    return ListedUid(uid, moment)


def _invalid(cursor: str) -> InvalidInput:
    return InvalidInput(f"cursor is {cursor!r:.80}; give the cursor of a page of the same list.")
