"""Reads many records in batches, so that no single read of the store is very large."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store.contract import Store

BATCH = 500  # records that are read together

_T = TypeVar("_T")


def in_batches(items: Sequence[_T], size: int = BATCH) -> Iterator[Sequence[_T]]:
    """The items in their order, in sequences of at most `size`."""
    return (items[start : start + size] for start in range(0, len(items), size))


def log_pages(store: Store, size: int = BATCH) -> Iterator[tuple[Turn, ...]]:
    """All turns in the order of the log, in sequences of at most `size`, without the turns before them."""
    last = 0
    while (page := store.log_page(last, size, before=0)).turns:
        yield page.turns
        last = page.last_position


def notes_of_turns(store: Store, turns: Sequence[str]) -> list[Note]:
    """The notes that were derived from these turns (uids), without vectors. A note of two batches occurs twice."""
    return [note for batch in in_batches(turns) for note in store.notes_of(batch)]


def names_of_entities(store: Store, uids: Iterable[str]) -> dict[str, str]:
    """The names of entities (uids), by uid."""
    wanted = tuple(sorted(set(uids)))
    found = store.entities(EntityQuery(uids=wanted, limit=UNLIMITED)) if wanted else ()
    return {entity.uid: entity.name for entity in found}


def turns_with_secrets(notes: Iterable[Note]) -> frozenset[str]:
    """The uids of the turns of those notes that contain a secret."""
    return frozenset(uid for note in notes if note.kind == "vault" for uid in note.turns)


def turns_by_uid(store: Store, uids: Iterable[str]) -> Mapping[str, Turn]:
    """The turns with these uids, without the unknown ones."""
    return {turn.uid: turn for batch in in_batches(sorted(set(uids))) for turn in store.turns(batch)}
