"""Extractive summaries: the notes of a session, a period or an entity that together cover most of its content."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.language.quoting import NOTE, encoded_uid, spoken
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sizes import thirds_of_tokens
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.retrieve.coverage_order import coverage, ordered_by_coverage

_RULES = "rules"  # the extractor whose notes quote their turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The chosen notes in order of time. Nothing is rephrased, so names, dates and numbers are those of the notes."""

    notes: tuple[Note, ...]
    lines: tuple[str, ...]  # of each note: `2026-06-14 [uid] Ada: I moved to Milan.`
    total: int  # notes that were summarised
    coverage: float  # share of the content of all notes that the chosen ones contain, 0 to 1

    __repr__ = short_repr

    @property
    def text(self) -> str:
        """The lines as text for a prompt. No text, name or uid can imitate the structure of a line."""
        return "\n".join(self.lines)


def summary_of(notes: Sequence[Note], turns: Mapping[str, Turn], tokens: int) -> Summary:
    """The summary of these notes within `tokens` estimated tokens; `turns` are their source turns by uid.

    Sensitive notes and notes that are not active are left out.
    """
    known = [note for note in notes if note.state == "active" and note.kind != "vault"]
    chosen: list[tuple[Note, str]] = []
    left = 3 * tokens
    for note in ordered_by_coverage(known):
        line = _line(note, turns)
        size = thirds_of_tokens(line)
        if size <= left:
            chosen.append((note, line))
            left -= size
    chosen.sort(key=lambda pair: _time_order(pair[0], turns))
    kept = tuple(note for note, _ in chosen)
    return Summary(
        notes=kept,
        lines=tuple(line for _, line in chosen),
        total=len(known),
        coverage=round(coverage(kept, known), 3) if known else 0.0,
    )


def _line(note: Note, turns: Mapping[str, Turn]) -> str:
    turn = next((turns[uid] for uid in note.turns if uid in turns), None)
    text, speaker = one_line(redacted(note.text)), turn.speaker if turn is not None else None
    if note.extractor == _RULES and speaker:
        body = spoken(speaker, text.removeprefix(f"{speaker}:").lstrip())
    else:
        body = spoken(None, text, otherwise=NOTE)
    day = f"{as_date(note.said_at)} " if note.said_at else ""
    return f"{day}[{', '.join(map(encoded_uid, note.turns))}] {body}"


def _time_order(note: Note, turns: Mapping[str, Turn]) -> tuple[float, str, int, str]:
    turn = next((turns[uid] for uid in note.turns if uid in turns), None)
    session, position = (turn.session, turn.position or 0) if turn is not None else ("", 0)
    return note.said_at.timestamp() if note.said_at else 0.0, session, position, note.uid
