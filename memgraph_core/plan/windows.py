"""Turns that wait → windows: what an extractor reads together, with what stands before it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult

BACK = 2  # positions at most between a statement and the one of its speaker that it continues
_MOST = 48  # turns of a window, however short they are

Part = tuple[Turn, ...]  # turns of one session, in order


def window_of(logged: AppendResult) -> ExtractionWindow:
    """The pending turns, and as context what stands before them in their sessions, given now or logged before.

    Agents hand over a growing history again and again: its older turns are context, not news.
    """
    fresh = tuple(t for t in logged.turns if t.state == "pending")
    first = {t.session: _place(t) for t in sorted(fresh, key=_place, reverse=True)}
    done = [t for t in logged.turns if t.state != "pending"]
    before = [t for t in (*logged.preceding, *done) if t.session in first and _place(t) < first[t.session]]
    return _window(fresh, before, logged)


def window_for(part: Part, logged: AppendResult, tokens: int) -> ExtractionWindow:
    """These turns of one session as a window of about so many tokens, whose older half has been read before."""
    first = part[0]
    there = {t.uid: t for t in (*logged.preceding, *logged.turns)}.values()
    before = [t for t in there if t.session == first.session and _place(t) < _place(first)]
    return _window(part, _last(before, tokens // 2), logged)


def _window(turns: Part, before: Iterable[Turn], logged: AppendResult) -> ExtractionWindow:
    ordered = sorted({t.uid: t for t in before}.values(), key=lambda t: (t.session, _place(t), t.uid))
    return ExtractionWindow(
        turns=turns,
        preceding=tuple(ordered),
        entities=logged.entities,
        candidates=logged.candidates,
        call_totals=logged.call_totals,
    )


def waiting_in(logged: AppendResult) -> list[Part]:
    """The pending turns of the sessions that turns were given of, as far as the log told, each session by itself."""
    sessions: dict[str, dict[str, Turn]] = {turn.session: {} for turn in logged.turns}
    for turn in (*logged.preceding, *logged.turns):
        if turn.state == "pending":
            sessions[turn.session][turn.uid] = turn
    return [tuple(sorted(turns.values(), key=_place)) for turns in sessions.values() if turns]


def by_session(turns: Iterable[Turn]) -> list[Part]:
    """The turns of each session, those first that were logged first."""
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        sessions.setdefault(turn.session, []).append(turn)
    parts = [tuple(sorted(part, key=_place)) for part in sessions.values()]
    return sorted(parts, key=lambda part: (_logged_at(part[0]), part[0].session))


def full_parts(turns: Part, tokens: int) -> tuple[list[Part], Part]:
    """The turns of a session cut where a window of so many tokens is full, and what is left over.

    The newer half of a window is turns to read. A turn is never cut; one that is longer than that is alone.
    """
    half, parts, begun, size = tokens // 2, list[Part](), list[Turn](), 0
    for turn in turns:
        length = size_of(turn)
        if begun and length > half:
            parts.append(tuple(begun))
            begun, size = [], 0
        begun.append(turn)
        size += length
        if size >= half or len(begun) == _MOST:
            parts.append(tuple(begun))
            begun, size = [], 0
    return parts, tuple(begun)


def all_parts(turns: Part, tokens: int) -> list[Part]:
    """The turns of a session in windows, the last of which may not be full."""
    parts, rest = full_parts(turns, tokens)
    return [*parts, rest] if rest else parts


def windows_of(page: ExtractionWindow, tokens: int) -> list[ExtractionWindow]:
    """The windows of a page of the log, in its order; those of a session follow each other."""
    there = (*page.preceding, *page.turns)
    windows: list[ExtractionWindow] = []
    for part in in_log_order(p for session in by_session(page.turns) for p in all_parts(session, tokens)):
        first = part[0]
        before = [t for t in there if t.session == first.session and _place(t) < _place(first)]
        ordered = sorted(_last(before, tokens // 2), key=lambda t: (_place(t), t.uid))
        windows.append(replace(page, turns=part, preceding=tuple(ordered)))
    return windows


def joined(extractions: Sequence[Extraction], name: str) -> Extraction:
    """What several windows say, as one extraction of this name; notes of another keep the mark of that one."""
    return Extraction(
        extractor=name,
        notes=tuple(
            n if e.extractor == name or n.extractor else replace(n, extractor=e.extractor)
            for e in extractions
            for n in e.notes
        ),
        mentions=tuple(m for e in extractions for m in e.mentions),
        facts=tuple(f for e in extractions for f in e.facts),
        aliases=tuple(s for e in extractions for s in e.aliases),
        skipped={uid: why for e in extractions for uid, why in e.skipped.items()},
        links=tuple(link for e in extractions for link in e.links),
        improvements=tuple({each.note: each for e in extractions for each in e.improvements}.values()),
        calls=tuple(call for e in extractions for call in e.calls),
        whole_window=any(e.whole_window for e in extractions),
    )


def continued_by(window: ExtractionWindow) -> tuple[str, ...]:
    """Turns read before whose statements may be continued: of a speaker of the window, shortly before the turn."""
    places = {
        (turn.session, turn.speaker, (turn.position or 0) - back)
        for turn in window.turns
        if turn.speaker
        for back in range(1, BACK + 1)
    }
    return tuple(t.uid for t in window.preceding if (t.session, t.speaker, t.position or 0) in places)


def is_idle(turns: Part, idle: float, now: datetime) -> bool:
    """Whether nothing has followed these turns for so many minutes."""
    return bool(turns) and _logged_at(turns[-1]) + timedelta(minutes=idle) <= now


def in_log_order(parts: Iterable[Part]) -> list[Part]:
    """Windows in the order in which their turns were logged; those of a session by position."""
    return sorted(parts, key=lambda part: (_logged_at(part[0]), part[0].session, _place(part[0])))


def size_of(turn: Turn) -> int:
    """How many tokens a turn takes, about."""
    return estimated_tokens(f"{turn.speaker or ''} {turn.text} {turn.caption or ''}")


def with_spent(window: ExtractionWindow, calls: int) -> ExtractionWindow:
    """The window with so many calls counted as spent, that others of its group are about to make."""
    return replace(window, call_totals=replace(window.call_totals, calls=window.call_totals.calls + calls))


def _last(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """The last of them that fit; the last alone in any case."""
    kept: list[Turn] = []
    left = tokens
    for turn in sorted(turns, key=_place, reverse=True):
        left -= size_of(turn)
        if kept and left < 0:
            break
        kept.append(turn)
    return kept


def _logged_at(turn: Turn) -> datetime:
    assert turn.recorded_at is not None  # every logged turn has one
    return turn.recorded_at


def _place(turn: Turn) -> int:
    return turn.position or 0
