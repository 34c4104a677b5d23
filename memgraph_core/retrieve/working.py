"""Working memory: the few statements and entities that a session is about, by base-level activation, and its effect on a ranking.

Activation is the base-level learning equation of ACT-R: B = ln Σ tⱼ^(−d), with the seconds tⱼ since each time that the thing
was touched and the decay d = 0.5. The probability that it is recalled is 1 / (1 + e^((τ − B) / s)), with the threshold τ and the
noise s = 0.4. Source: J. R. Anderson, D. Bothell, M. D. Byrne, S. Douglass, C. Lebiere and Y. Qin, "An integrated theory of
the mind", Psychological Review 111(4), 2004. The number of chunks is that of G. A. Miller, "The magical number seven, plus or
minus two", Psychological Review 63(2), 1956.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log
from typing import Literal

import numpy as np

from memgraph_core.config import WorkingSettings
from memgraph_core.language.quoting import NOTE, encoded_name, encoded_uid, spoken_line
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.records.graph import Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.representation import beginning, short_repr
from memgraph_core.retrieve.rank import Ranking

ChunkKind = Literal["note", "entity"]

_NOISE = 0.4  # s
_SECOND = timedelta(seconds=1)
_HOUR = 3_600.0
_HEADINGS = {"en": "In mind", "zh": "正在想的"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """One time that something was said, mentioned or used in a session."""

    kind: ChunkKind
    key: str  # equal for touches of one thing
    uid: str  # of the note or entity
    text: str  # of the note, or the name of the entity
    speaker: str | None  # of the note
    turn: str  # uid of the turn that states or mentions it
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A statement or an entity in the working memory of a session."""

    kind: ChunkKind
    uid: str  # of the note, the newest one of several with the same text, or of the entity
    text: str  # of the note, without secrets, or the name of the entity
    speaker: str | None  # of the note
    activation: float  # B; at most 0
    turns: tuple[str, ...]  # uids of the turns that state or mention it, in order of time
    touched_at: tuple[datetime, ...]  # oldest first

    __repr__ = short_repr

    def __str__(self) -> str:
        """The activation and the beginning of the text."""
        return f"{self.activation:.2f} {beginning(self.text)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingMemory:
    """The working memory of a session at a moment."""

    session: str
    at: datetime
    language: str
    chunks: tuple[Chunk, ...]  # most active first

    __repr__ = short_repr

    def __bool__(self) -> bool:
        return bool(self.chunks)

    def text(self, tokens: int | None = None) -> str:
        """The chunks as lines with their sources, most active first, of at most `tokens` estimated tokens; "" if none fits."""
        lines = [f"{_HEADINGS[self.language]}:", *(f"- {_line(chunk)}" for chunk in self.chunks)]
        while tokens is not None and len(lines) > 1 and estimated_tokens("\n".join(lines)) > tokens:
            lines.pop()
        return "\n".join(lines) if len(lines) > 1 else ""


def activation_of(touched_at: Iterable[datetime], now: datetime, decay: float) -> float | None:
    """B of a thing that was touched at these times; times after `now` do not count. None if no time is left.

    Times less than a second apart count once, and the last second counts as one second ago, so B is at most ln of the number of
    times.
    """
    times = distinct_times(at for at in touched_at if at <= now)
    if not times:
        return None
    return log(sum(max(1.0, (now - at).total_seconds()) ** -decay for at in times))


def distinct_times(times: Iterable[datetime]) -> tuple[datetime, ...]:
    """The times that are at least a second after the one before, oldest first."""
    found: list[datetime] = []
    for at in sorted(times):
        if not found or at - found[-1] >= _SECOND:
            found.append(at)
    return tuple(found)


def threshold(settings: WorkingSettings) -> float:
    """τ: the activation of what was touched once, `settings.hours` ago."""
    return -settings.decay * log(max(1.0, settings.hours * _HOUR))


def chunks_of(touches: Iterable[Touch], now: datetime, settings: WorkingSettings) -> tuple[Chunk, ...]:
    """The most active chunks above the threshold, at most `settings.chunks`; ties by the last touch, notes first, then by uid."""
    ordered = sorted(touches, key=lambda each: (each.at, each.turn, each.uid))
    by_key = grouped((touch.key, touch) for touch in ordered if touch.at <= now)
    found = [_chunk(of_one, now, settings) for of_one in by_key.values()]
    least = threshold(settings)
    active = [chunk for chunk in found if chunk.activation >= least]
    active.sort(
        key=lambda chunk: (
            -chunk.activation,
            -chunk.touched_at[-1].timestamp(),
            chunk.kind != "note",
            chunk.uid,
        )
    )
    return tuple(active[: settings.chunks])


def _chunk(touches: Sequence[Touch], now: datetime, settings: WorkingSettings) -> Chunk:
    newest = touches[-1]
    times = distinct_times(touch.at for touch in touches)
    return Chunk(
        kind=newest.kind,
        uid=newest.uid,
        text=newest.text,
        speaker=newest.speaker,
        activation=round(activation_of(times, now, settings.decay) or 0.0, 4),
        turns=tuple(dict.fromkeys(touch.turn for touch in touches)),
        touched_at=times,
    )


def touches_of_turns(turns: Sequence[Turn], used: Sequence[Turn]) -> Mapping[str, tuple[datetime, ...]]:
    """Uid → when the turn was said, used, or read for an answer, for the turns of a session and the turns that they used.

    An agent-generated turn is not touched by being written, because nobody stated it.
    """
    times: dict[str, list[datetime]] = {}
    for turn in turns:
        if turn.at is None:
            continue
        if not turn.is_agent_generated:
            times.setdefault(turn.uid, []).extend((turn.at, *turn.used_at))
        for uid in turn.used:
            times.setdefault(uid, []).append(turn.at)
    known = {turn.uid for turn in (*turns, *used) if not turn.is_agent_generated}
    return {uid: distinct_times(found) for uid, found in times.items() if uid in known}


def with_priming(
    ranking: Ranking, touched: Mapping[str, tuple[datetime, ...]], settings: WorkingSettings, now: datetime
) -> Ranking:
    """The ranking with the signal `priming`: at most the share `settings.priming` of its score for a turn that was just touched.

    The share decays with the probability of recall. `touched` are the times at which the session touched each turn (uid).
    """
    if not settings.priming or not touched:
        return ranking
    recalled = [recall(touched.get(turn.uid, ()), settings, now) for turn in ranking.pool.turns]
    return ranking.adjusted("priming", settings.priming * np.array(recalled))


def recall(touched_at: Iterable[datetime], settings: WorkingSettings, now: datetime) -> float:
    """The probability of recall, 0 to 1; 0 for what was never touched before `now`."""
    activation = activation_of(touched_at, now, settings.decay)
    return 0.0 if activation is None else 1 / (1 + exp((threshold(settings) - activation) / _NOISE))


def _line(chunk: Chunk) -> str:
    if chunk.kind == "entity":
        return encoded_name(chunk.text)
    sources = ", ".join(encoded_uid(uid) for uid in chunk.turns)
    return f"[{sources}] {spoken_line(chunk.speaker, chunk.text, otherwise=NOTE)}"
