"""Extractive summaries: the notes of a session, a period or an entity that together cover most of its content."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from memgraph_core.language.quoting import NOTE, encoded_uid, spoken_line
from memgraph_core.language.reporting import NEUTRAL, REPLIES, report_weight
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sizes import thirds_of_tokens
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import as_date, short_repr, without_speaker
from memgraph_core.records.search import Filters
from memgraph_core.records.summaries import SUMMARY_TOKENS, Span
from memgraph_core.retrieve.coverage_order import coverage, ordered_by_coverage

# Factors of a note if a chosen one is from the same turn, is from a turn beside it, or has the same speaker.
_SAME_TURN, _NEAR, _SAME_SPEAKER = 0.5, 0.8, 0.8
_REACH = 2  # turns: the answer, and the next turn of its speaker
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


def summarised(notes: Iterable[Note]) -> list[Note]:
    """The notes that a summary considers: active ones that people or documents stated, without sensitive ones."""
    return [
        note
        for note in notes
        if note.state == "active" and note.kind != "vault" and note.trust not in AGENT_GENERATED
    ]


def summary_of(notes: Sequence[Note], turns: Mapping[str, Turn], tokens: int) -> Summary:
    """The summary of these notes (see `summarised`) within `tokens` estimated tokens; `turns` are their source turns by uid."""
    chosen: list[tuple[Note, str]] = []
    left = 3 * tokens
    weights = _weights(notes, turns)
    reports = [note for note in notes if weights[note.uid] > REPLIES]
    for note in ordered_by_coverage(reports or notes, _Preference(turns, weights)):
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
        total=len(notes),
        coverage=round(coverage(kept, notes), 3) if notes else 0.0,
    )


class _Preference:
    """Prefers notes that report, from different parts of a session and from both speakers."""

    def __init__(self, turns: Mapping[str, Turn], weights: Mapping[str, float]) -> None:
        self._turns = turns
        self._weights = weights
        self._speakers = set[str | None]()
        self._places = set[tuple[str, int]]()

    def factor(self, note: Note) -> float:
        weight = self._weights[note.uid]
        turn = _first_turn(note, self._turns)
        if turn is None:
            return weight
        again = _SAME_SPEAKER if turn.speaker in self._speakers else 1.0
        if self._is_taken(turn, 0):
            return weight * again * _SAME_TURN
        is_near = any(self._is_taken(turn, step) for step in range(-_REACH, _REACH + 1))
        return weight * again * (_NEAR if is_near else 1.0)

    def choose(self, note: Note) -> None:
        turn = _first_turn(note, self._turns)
        if turn is not None:
            self._speakers.add(turn.speaker)
            self._places.add((turn.session, turn.position or 0))

    def _is_taken(self, turn: Turn, step: int) -> bool:
        return (turn.session, (turn.position or 0) + step) in self._places


def _weights(notes: Sequence[Note], turns: Mapping[str, Turn]) -> dict[str, float]:
    """By uid: how much the notes of people report. Other notes are neutral."""
    return {
        note.uid: report_weight(without_speaker(note.text, turn.speaker), note.language)
        if (turn := _first_turn(note, turns)) is not None and turn.speaker
        else NEUTRAL
        for note in notes
    }


def _first_turn(note: Note, turns: Mapping[str, Turn]) -> Turn | None:
    return next((turns[uid] for uid in note.turns if uid in turns), None)


def summary_of_days(notes: Sequence[Note], turns: Mapping[str, Turn], tokens: int, zone: tzinfo) -> Summary:
    """The summary of a longer period: of the notes that the summaries of its days chose."""
    days = grouped((day_of(note, zone), note) for note in notes)
    chosen = [note for day in days.values() for note in summary_of(day, turns, SUMMARY_TOKENS).notes]
    found = summary_of(chosen, turns, tokens)
    return Summary(
        notes=found.notes,
        lines=found.lines,
        total=len(notes),
        coverage=round(coverage(found.notes, notes), 3) if notes else 0.0,
    )


def summary_of_chosen(
    chosen: Sequence[Note], turns: Mapping[str, Turn], *, total: int, covered: float
) -> Summary:
    """The summary that consists of these notes."""
    ordered = sorted(chosen, key=lambda note: _time_order(note, turns))
    return Summary(
        notes=tuple(ordered),
        lines=tuple(_line(note, turns) for note in ordered),
        total=total,
        coverage=covered,
    )


def day_of(note: Note, zone: tzinfo) -> date | None:
    """The day on which a note was said, or else recorded."""
    return note.at.astimezone(zone).date() if note.at is not None else None


def span_of(filters: Filters, zone: tzinfo) -> Span | None:
    """The session, day or week that filters select; None if they select anything else.

    A filter of `metadata` is allowed: it selects the turns of a user.
    """
    if filters != Filters(
        session=filters.session, since=filters.since, until=filters.until, metadata=filters.metadata
    ):
        return None
    if filters.session is not None:
        return None if filters.since or filters.until else Span(kind="session", key=filters.session)
    if filters.since is None or filters.until is None:
        return None
    first, last = _midnight(filters.since, zone), _midnight(filters.until, zone)
    if first is None or last is None:
        return None
    if last == first + timedelta(days=1):
        return Span(kind="day", key=first.isoformat())
    if last == first + timedelta(days=7) and first.weekday() == 0:
        return Span(kind="week", key=first.isoformat())
    return None


def _midnight(moment: datetime, zone: tzinfo) -> date | None:
    """The day that begins at a moment in a time zone; None if none does."""
    local = moment.astimezone(zone)
    return (
        local.date() if (local.hour, local.minute, local.second, local.microsecond) == (0, 0, 0, 0) else None
    )


def _line(note: Note, turns: Mapping[str, Turn]) -> str:
    turn = _first_turn(note, turns)
    text, speaker = one_line(redacted(note.text)), turn.speaker if turn is not None else None
    if note.extractor == _RULES and speaker:
        body = spoken_line(speaker, without_speaker(text, speaker))
    else:
        body = spoken_line(None, text, otherwise=NOTE)
    day = f"{as_date(note.said_at)} " if note.said_at else ""
    return f"{day}[{', '.join(map(encoded_uid, note.turns))}] {body}"


def _time_order(note: Note, turns: Mapping[str, Turn]) -> tuple[float, str, int, str]:
    turn = _first_turn(note, turns)
    session, position = (turn.session, turn.position or 0) if turn is not None else ("", 0)
    return note.said_at.timestamp() if note.said_at else 0.0, session, position, note.uid
