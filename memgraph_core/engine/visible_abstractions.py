"""Which abstractions a search may return: only those whose instances and exceptions all pass its filters.

An abstraction contains words of all its instances, so a filter on turns must hold for each of them.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from memgraph_core.engine.abstractions import exceptions_by_note, instances, instances_by_note
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.search import Filters, is_between
from memgraph_core.retrieve.abstractions import Separated
from memgraph_core.store.contract import Store
from memgraph_core.store.values import metadata_pairs


def with_visible(store: Store, found: Separated, filters: Filters, exclude: Collection[str]) -> Separated:
    """The candidates without the abstractions that the filters or the excluded turns (uids) hide."""
    return replace(found, abstractions=visible_abstractions(store, found.abstractions, filters, exclude))


def visible_abstractions(
    store: Store, abstractions: Sequence[Note], filters: Filters, exclude: Collection[str]
) -> tuple[Note, ...]:
    """The abstractions whose instances and exceptions all pass, in the given order."""
    if not abstractions or not _is_limited(filters, exclude):
        return tuple(abstractions)
    uids = [note.uid for note in abstractions]
    instances_of, exceptions_of = instances_by_note(store, uids), exceptions_by_note(store, uids)
    sources = {uid: instances_of[uid] | exceptions_of[uid] for uid in uids}
    notes = store.notes(sorted({uid for ends in sources.values() for uid in ends}))
    passing = {note.uid for note in _passing(store, notes, filters, exclude)}
    return tuple(note for note in abstractions if sources[note.uid] <= passing)


def visible_instances(store: Store, uid: str, filters: Filters, exclude: Collection[str]) -> tuple[Note, ...]:
    """The instances of an abstraction that pass the filters of the search, oldest first."""
    found = instances(store, uid)
    return tuple(_passing(store, found, filters, exclude)) if _is_limited(filters, exclude) else found


def _is_limited(filters: Filters, exclude: Collection[str]) -> bool:
    return bool(exclude) or filters.by_turn or filters.trust is not None


def _passing(store: Store, notes: Sequence[Note], filters: Filters, exclude: Collection[str]) -> list[Note]:
    """The notes that pass, and whose turns all pass."""
    uids = sorted({uid for note in notes for uid in note.turns})
    turns = {turn.uid for turn in store.turns(uids) if turn.uid not in exclude and _passes(turn, filters)}
    return [
        note
        for note in notes
        if filters.trust in (None, note.trust) and note.turns and turns.issuperset(note.turns)
    ]


def _passes(turn: Turn, filters: Filters) -> bool:
    return (
        is_between(turn.at, filters.since, filters.until)
        and filters.speaker in (None, turn.speaker)
        and filters.role in (None, turn.role)
        and filters.session in (None, turn.session)
        and filters.agent in (None, turn.agent)
        and set(metadata_pairs(filters.metadata)) <= set(metadata_pairs(turn.metadata))
    )
