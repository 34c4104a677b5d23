"""What consolidation reads: the notes of a namespace, whom they are about, and the facts that they state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from memgraph_core.records.graph import Entity, Fact, Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Notes and facts, in any order. The results do not depend on it."""

    notes: Mapping[
        str, Note
    ]  # uid → note that people or documents stated, active or archived, without its vector
    about: Mapping[str, tuple[str, ...]]  # note uid → uids of the entities it is about
    speakers: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # note uid → uid of the entity that speaks
    entities: Mapping[str, Entity]  # uid → entity
    facts: Sequence[Fact] = ()
    similar: Mapping[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    zone: tzinfo = UTC


def statement_of(note: Note, speaker: str | None) -> str:
    """The text of a note without the name of its speaker before it."""
    name, colon, rest = note.text.partition(": ")
    return rest if colon and speaker is not None and len(name) <= len(speaker) + 40 else note.text
