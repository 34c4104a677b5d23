"""Drops turns that a caller does not want to find, such as the message that it is about to answer."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from memgraph_core.records.graph import Note
from memgraph_core.records.search import Candidates, Subgraph


def candidates_without(found: Candidates, turns: Collection[str]) -> Candidates:
    """The candidates without these turns (uids), and without the notes that only these turns state."""
    if not turns:
        return found
    kept = tuple(turn for turn in found.turns if turn.uid not in turns)
    return replace(found, turns=kept, notes=_notes_without(found.notes, turns))


def subgraph_without(found: Subgraph, turns: Collection[str]) -> Subgraph:
    """The subgraph without these turns (uids), and without the notes that only these turns state."""
    if not turns:
        return found
    kept = tuple(turn for turn in found.turns if turn.uid not in turns)
    return replace(found, turns=kept, notes=_notes_without(found.notes, turns))


def _notes_without(notes: Sequence[Note], turns: Collection[str]) -> tuple[Note, ...]:
    return tuple(note for note in notes if not all(uid in turns for uid in note.turns))
