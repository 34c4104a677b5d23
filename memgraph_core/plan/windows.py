"""Pending turns → extraction windows: which turns an extractor reads together, and the turns before them as context."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.log import AppendResult

# A statement may continue a statement of the same speaker that is at most this number of positions before it.
CONTINUATION_DISTANCE = 2
_MAX_TURNS = 48  # turns to extract in one window, even if they are short

Part = tuple[Turn, ...]  # consecutive turns of one session that are extracted together


def window_of_pending(appended: AppendResult) -> ExtractionWindow:
    """The pending turns of all sessions as one window, with the turns before them in their sessions as context.

    The context comes from the log and from the given turns: agents often send their whole history again, and its older
    turns are extracted already.
    """
    pending = tuple(t for t in appended.turns if t.state == "pending")
    first = {t.session: _position(t) for t in sorted(pending, key=_position, reverse=True)}
    done = [t for t in appended.turns if t.state != "pending"]
    context = [
        t for t in (*appended.preceding, *done) if t.session in first and _position(t) < first[t.session]
    ]
    return _window(pending, context, appended)


def window_of_part(part: Part, appended: AppendResult, tokens: int) -> ExtractionWindow:
    """These turns of one session as a window of about `tokens`. The older half of the window is context."""
    first = part[0]
    logged = {t.uid: t for t in (*appended.preceding, *appended.turns)}.values()
    context = [t for t in logged if t.session == first.session and _position(t) < _position(first)]
    return _window(part, _last_turns(context, tokens // 2), appended)


def _window(turns: Part, context: Iterable[Turn], appended: AppendResult) -> ExtractionWindow:
    ordered = sorted({t.uid: t for t in context}.values(), key=lambda t: (t.session, _position(t), t.uid))
    return ExtractionWindow(
        turns=turns,
        preceding=tuple(ordered),
        entities=appended.entities,
        candidates=appended.candidates,
        call_totals=appended.call_totals,
    )


def pending_parts(appended: AppendResult) -> list[Part]:
    """The pending turns of each session of the given turns, as far as the append result contains them."""
    sessions: dict[str, dict[str, Turn]] = {turn.session: {} for turn in appended.turns}
    for turn in (*appended.preceding, *appended.turns):
        if turn.state == "pending":
            sessions[turn.session][turn.uid] = turn
    return [tuple(sorted(turns.values(), key=_position)) for turns in sessions.values() if turns]


def by_session(turns: Iterable[Turn]) -> list[Part]:
    """The turns of each session by position; the session that was logged first comes first."""
    sessions = grouped((turn.session, turn) for turn in turns)
    parts = [tuple(sorted(part, key=_position)) for part in sessions.values()]
    return sorted(parts, key=lambda part: (_recorded_at(part[0]), part[0].session))


def full_parts(turns: Part, tokens: int) -> tuple[list[Part], Part]:
    """The turns of a session, divided into full windows of `tokens`, and the remaining turns.

    The turns to extract fill half of a window. A turn is never divided; a turn that is longer than half a window is a
    window by itself.
    """
    half, parts, part, size = tokens // 2, list[Part](), list[Turn](), 0
    for turn in turns:
        length = estimated_size(turn)
        if part and length > half:
            parts.append(tuple(part))
            part, size = [], 0
        part.append(turn)
        size += length
        if size >= half or len(part) == _MAX_TURNS:
            parts.append(tuple(part))
            part, size = [], 0
    return parts, tuple(part)


def all_parts(turns: Part, tokens: int) -> list[Part]:
    """The turns of a session, divided into windows of `tokens`; the last one may not be full."""
    parts, rest = full_parts(turns, tokens)
    return [*parts, rest] if rest else parts


def windows_of_page(page: ExtractionWindow, tokens: int) -> list[ExtractionWindow]:
    """The windows of a page of the log, in its order; those of a session by position."""
    logged = (*page.preceding, *page.turns)
    windows: list[ExtractionWindow] = []
    for part in in_log_order(p for session in by_session(page.turns) for p in all_parts(session, tokens)):
        first = part[0]
        context = [t for t in logged if t.session == first.session and _position(t) < _position(first)]
        ordered = sorted(_last_turns(context, tokens // 2), key=lambda t: (_position(t), t.uid))
        windows.append(replace(page, turns=part, preceding=tuple(ordered)))
    return windows


def continuable_turns(window: ExtractionWindow) -> tuple[str, ...]:
    """The context turns (uids) that a turn of the window may continue: by the same speaker, shortly before it."""
    positions = {
        (turn.session, turn.speaker, (turn.position or 0) - back)
        for turn in window.turns
        if turn.speaker
        for back in range(1, CONTINUATION_DISTANCE + 1)
    }
    return tuple(t.uid for t in window.preceding if (t.session, t.speaker, t.position or 0) in positions)


def is_idle(turns: Part, idle: float, now: datetime) -> bool:
    """Whether the last of these turns was logged at least `idle` minutes ago."""
    return bool(turns) and _recorded_at(turns[-1]) + timedelta(minutes=idle) <= now


def in_log_order(parts: Iterable[Part]) -> list[Part]:
    """Parts in the order in which their first turns were logged; those of a session by position."""
    return sorted(parts, key=lambda part: (_recorded_at(part[0]), part[0].session, _position(part[0])))


def estimated_size(turn: Turn) -> int:
    """The estimated number of tokens of a turn."""
    return estimated_tokens(f"{turn.speaker or ''} {turn.text} {turn.caption or ''}")


def with_planned_calls(window: ExtractionWindow, calls: int) -> ExtractionWindow:
    """The window as if `calls` more calls had been made: the windows before it in its group will make them."""
    return replace(window, call_totals=replace(window.call_totals, calls=window.call_totals.calls + calls))


def _last_turns(turns: Sequence[Turn], tokens: int) -> list[Turn]:
    """The last turns that fit into `tokens`; at least one."""
    kept: list[Turn] = []
    left = tokens
    for turn in sorted(turns, key=_position, reverse=True):
        left -= estimated_size(turn)
        if kept and left < 0:
            break
        kept.append(turn)
    return kept


def _recorded_at(turn: Turn) -> datetime:
    assert turn.recorded_at is not None  # every logged turn has one
    return turn.recorded_at


def _position(turn: Turn) -> int:
    return turn.position or 0
