"""Remember: turns → log → extract → embed → known → plan → apply.

Three transactions when nobody else writes: what the log answers is what extraction needs, one read tells
all that a plan must know, one write carries it out. Whatever fails after the log leaves turns pending.

The rules read at once. For a model turns wait until a window of them is closed: it is full, another session begins,
nothing has followed for a while, or somebody asks for it (`flush`). Until then they are found as they stand.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.config import IngestSettings
from memgraph_core.engine.derive import SEEN, Derived, at_once, derive, derive_parts, logged
from memgraph_core.engine.engine import NO_EMBEDDER, MemoryEngine
from memgraph_core.engine.leases import is_gone, lease, new_reader, of_windows
from memgraph_core.plan.receipts import ELSEWHERE, WAITS, Receipt, forgotten, waiting
from memgraph_core.plan.windows import (
    Part,
    all_parts,
    by_session,
    full_parts,
    in_log_order,
    is_idle,
    waiting_in,
    window_for,
    window_of,
)
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store.contract import Store

_PAUSE, _LONGEST_PAUSE = 0.05, 2.0  # seconds between two looks at what another program is reading


def remember(
    engine: MemoryEngine,
    store: Store,
    turns: Sequence[Turn],
    moment: datetime,
    *,
    look: bool = False,
    again: bool = False,
) -> Receipt:
    """Log the turns, then extract those that nobody has extracted yet. One receipt per distinct turn.

    With an extractor that reads windows, only those that are closed by now; `look` tells to look in other sessions
    too for turns that nothing has followed for a while. Raises TurnConflict or StoreError. What the log refuses is
    not logged at all; an error after it leaves the turns pending.
    """
    windowed, reader = engine.windowed, new_reader()
    claim = _claim(engine, reader, moment) if windowed else None
    there = logged(engine, store, turns, moment, again=again, claim=claim)
    if windowed:
        derived = _closed(engine, store, there, moment, reader, look=look)
    else:
        window = window_of(there)
        derived = derive(engine, store, [window] if window.turns else [], there, moment, reader)
    why = WAITS if windowed else ""
    told = {
        t.uid: waiting(t, there.new, why if t.state == "pending" else "known already") for t in there.turns
    }
    new = there.new
    told |= {uid: replace(r, new=uid in new) for uid, r in derived.told.items() if uid in told}
    told |= {uid: forgotten(uid, at) for uid, at in there.forgotten.items()}
    earlier = tuple(receipt for uid, receipt in derived.told.items() if uid not in told)
    return Receipt(
        turns=tuple(told[uid] for uid in dict.fromkeys(turn.uid for turn in turns) if uid in told),
        closed=earlier,
        warnings=(*_degraded(engine), *derived.warnings),
    )


def retry(engine: MemoryEngine, store: Store, limit: int, moment: datetime) -> Receipt:
    """Extract turns that are pending, in batches; one that is forgotten meanwhile stays forgotten."""
    return _read_now(engine, store, store.pending(limit), moment)


def flush(engine: MemoryEngine, store: Store, session: str | None, moment: datetime) -> Receipt:
    """Close every window, or those of one session: extract all turns that are pending there."""
    waits = [t for t in store.pending(UNLIMITED) if session in (None, t.session)]
    return _read_now(engine, store, waits, moment)


def derive_again(engine: MemoryEngine, store: Store, uids: Sequence[str], moment: datetime) -> Receipt:
    """Extract those of these turns that are pending, as far as they are still there."""
    waits = [turn for turn in store.turns(uids) if turn.state == "pending"]
    return _read_now(engine, store, sorted(waits, key=_order), moment)


def _order(turn: Turn) -> tuple[str, int, str]:
    return turn.session, turn.position or 0, turn.uid


def _read_now(engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime) -> Receipt:
    """Read them; what another program is reading is waited for, as long as its claim may last, and read if it was left."""
    derived = derive_parts(engine, store, _parts(engine, turns), moment)
    ends, pause = time.monotonic() + lease(engine.settings.models), _PAUSE
    while derived.taken and (rest := ends - time.monotonic()) > 0:
        time.sleep(min(pause, rest))
        pause = min(2 * pause, _LONGEST_PAUSE)
        there = store.turns(sorted(derived.taken))
        read = {turn.uid: waiting(turn, frozenset(), ELSEWHERE) for turn in there if turn.state != "pending"}
        told = {uid: receipt for uid, receipt in derived.told.items() if uid not in derived.taken}
        waits = sorted((t for t in there if t.state == "pending"), key=_order)
        again = derive_parts(engine, store, _parts(engine, waits), moment)
        derived = Derived({**told, **read, **again.told}, derived.warnings | again.warnings, again.taken)
    return Receipt(turns=tuple(derived.told.values()), warnings=(*_degraded(engine), *derived.warnings))


def _parts(engine: MemoryEngine, turns: Sequence[Turn]) -> list[Part]:
    """The turns in windows, as the extractor reads them."""
    settings = engine.settings.ingest
    if engine.windowed:
        return in_log_order(p for part in by_session(turns) for p in all_parts(part, settings.window))
    return [tuple(turns[start : start + settings.batch]) for start in range(0, len(turns), settings.batch)]


def _degraded(engine: MemoryEngine) -> tuple[str, ...]:
    return () if engine.embedder else (NO_EMBEDDER,)


def _claim(engine: MemoryEngine, reader: str, moment: datetime) -> LeaseRequest:
    """On the windows of the sessions spoken in that are closed with what is being logged."""
    seconds, size = lease(engine.settings.models), at_once(engine)

    def of(there: AppendResult) -> Mapping[str, float]:
        parts = [
            p
            for part in waiting_in(there)
            for p in _told_parts(engine.settings.ingest, part, there, moment) or ()
        ]
        return of_windows(there, in_log_order(parts), size, seconds)

    return LeaseRequest(reader=reader, select_turns=of, has_ended=is_gone)


def _closed(
    engine: MemoryEngine, store: Store, there: AppendResult, moment: datetime, reader: str, *, look: bool
) -> Derived:
    """Derive the windows that are closed now that these turns are there."""
    settings = engine.settings.ingest
    parts = [p for part in waiting_in(there) for p in _closed_parts(engine, store, part, there, moment)]
    begins = any(turn.uid in there.new and turn.position == 0 for turn in there.turns)
    if begins or look:
        here = {turn.session for turn in there.turns}
        elsewhere = by_session(t for t in store.pending(UNLIMITED) if t.session not in here)
        ended = [part for part in elsewhere if begins or is_idle(part, settings.idle, moment)]
        parts += [p for part in ended for p in all_parts(part, settings.window)]
    given = {turn.uid for turn in there.turns}
    if all(turn.uid in given for part in parts for turn in part):  # the log has told all about them already
        windows = [window_for(part, there, settings.window) for part in in_log_order(parts)]
        return derive(engine, store, windows, there, moment, reader)
    return derive_parts(engine, store, in_log_order(parts), moment, reader)


def _closed_parts(
    engine: MemoryEngine, store: Store, part: Part, there: AppendResult, moment: datetime
) -> list[Part]:
    """Of the turns of a session that wait, those whose windows are closed."""
    settings = engine.settings.ingest
    told = _told_parts(settings, part, there, moment)
    if told is not None:
        return told
    waits = tuple(turn for turn in store.pending(UNLIMITED) if turn.session == part[0].session)
    return all_parts(waits, settings.window)


def _told_parts(
    settings: IngestSettings, part: Part, there: AppendResult, moment: datetime
) -> list[Part] | None:
    """The same, as far as the log tells; None where a model was gone for long, and more wait than that."""
    before = [turn for turn in there.preceding if turn.session == part[0].session]
    if len(before) >= SEEN and before[0].state == "pending":
        return None
    earlier = tuple(turn for turn in part if turn.uid not in there.new)
    if is_idle(earlier, settings.idle, moment):
        later = tuple(turn for turn in part if turn.uid in there.new)
        return [*all_parts(earlier, settings.window), *full_parts(later, settings.window)[0]]
    return full_parts(part, settings.window)[0]
