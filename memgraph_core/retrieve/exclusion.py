"""Drops turns that a caller does not want to find, such as the message that it is about to answer."""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from memgraph_core.records.search import Candidates, Subgraph

Found = TypeVar("Found", Candidates, Subgraph)


def without_turns(found: Found, turns: Collection[str]) -> Found:
    """What was found without these turns (uids), and without the notes that only these turns state."""
    if not turns:
        return found
    return replace(
        found,
        turns=tuple(turn for turn in found.turns if turn.uid not in turns),
        notes=tuple(note for note in found.notes if not all(uid in turns for uid in note.turns)),
    )
