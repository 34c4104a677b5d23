"""Stored summaries: their spans, and their form as notes.

A stored summary is a derived note in the state `summary`. Its text are the lines of the summary, and `ABSTRACTS` leads from it to
the notes that it quotes. It is current only while its span contains exactly the notes that it was made from.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from memgraph_core.records.graph import Note, uid_of

SUMMARY_TOKENS = 200  # size of stored summaries, in estimated tokens
SpanKind = Literal["session", "day", "week"]

_NOTES, _SOURCES = "notes:", "sources:"  # tags


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """What a summary is about."""

    kind: SpanKind
    key: str  # the session, or the first day (ISO) in the time zone of the settings
    user: str = ""  # the user whose turns are summarised; empty: all turns

    def uid(self, namespace: str) -> str:
        """The uid of the stored summary of this span."""
        return uid_of(namespace, "summary", self.kind, self.key, self.user)

    def __str__(self) -> str:
        """`day 2026-06-14`, `session s1`."""
        return f"{self.kind} {self.key}"


def sources_hash(notes: Iterable[Note]) -> str:
    """Identifies the notes of a span with their texts."""
    return uid_of("sources", *sorted(uid_of(note.uid, note.text) for note in notes))


def tags_of(span: Span, total: int, sources: str) -> tuple[str, ...]:
    """The tags of a stored summary: the kind of its span, the number of its notes, and their hash."""
    return span.kind, f"{_NOTES}{total}", f"{_SOURCES}{sources}"


def is_current(summary: Note, sources: str) -> bool:
    """Whether a stored summary was made from the notes with this hash."""
    return summary.state == "summary" and f"{_SOURCES}{sources}" in summary.tags
