"""What consolidation reads: the notes of a namespace, the entities that they are about, and the facts that they state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, tzinfo

from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.representation import without_speaker

TRUSTED = ("said", "observed")  # the trust of the notes and facts that are consolidated


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
    speaker_names: Mapping[str, str | None] = field(
        default_factory=dict[str, str | None]
    )  # note uid → speaker of its first turn
    users: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # note uid → the user whom its turns belong to; notes of different users are never combined
    sessions: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # note uid → session of its first turn
    # note uid → its statement as it was said, if the note has names for its pronouns
    spoken: Mapping[str, str] = field(default_factory=dict[str, str])
    used_at: Mapping[str, tuple[datetime, ...]] = field(
        default_factory=dict[str, tuple[datetime, ...]]
    )  # note uid → when answers used its turns, ascending
    entities: Mapping[str, Entity]  # uid → entity
    facts: Sequence[Fact] = ()
    zone: tzinfo = UTC

    def local(self, time: datetime, *, stated: bool) -> datetime:
        """The local time of the person.

        A time that a text states is stored as local time, with UTC as its zone. Other times are converted.
        """
        return time if stated else time.astimezone(self.zone)

    def said_at(self, note: Note) -> datetime | None:
        """The local time when a note was said, with UTC as its zone, as times that texts state."""
        return self.local(note.said_at, stated=False).replace(tzinfo=UTC) if note.said_at else None

    def day(self, time: datetime) -> date:
        """The day of the person at a time that no text states."""
        return self.local(time, stated=False).date()

    def statement(self, note: Note) -> str:
        """The text of a note without the name of its speaker before it."""
        return without_speaker(note.text, self.speaker_names.get(note.uid))

    def quotation(self, note: Note) -> str:
        """The statement of a note as its speaker said it."""
        return self.spoken.get(note.uid) or self.statement(note)

    def days_of(self, note: Note) -> frozenset[date]:
        """The day when the note was said, and the day of the event."""
        said = {self.day(note.said_at)} if note.said_at else set[date]()
        if note.holds_from is None:
            return frozenset(said)
        return frozenset({*said, self.local(note.holds_from, stated=note.grain is not None).date()})
