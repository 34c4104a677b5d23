"""Add turns: log them, then extract those whose extraction window is complete. Also flush and retry.

An add takes three transactions if no other program writes: one appends to the log and returns what extraction needs, one
reads the planning snapshot, and one applies the plan. An error after the append leaves turns pending.

The rules extract every turn at once. With a language model, turns are pending until their extraction window is complete:
it is full, another session begins, no turn has followed for a while, or `flush` is called. Search finds pending turns by
their own text.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.config import IngestSettings
from memgraph_core.engine.derive import parallel_windows
from memgraph_core.engine.engine import NO_EMBEDDER, MemoryEngine
from memgraph_core.engine.extraction_run import (
    CONTEXT_TURNS,
    ExtractionOutcome,
    extract_parts,
    extract_windows,
)
from memgraph_core.engine.leases import lease_seconds, lease_windows, new_reader, reader_has_ended
from memgraph_core.plan.receipts import (
    BY_ANOTHER_WRITER,
    IN_OPEN_WINDOW,
    Receipt,
    forgotten_receipt,
    logged_receipt,
)
from memgraph_core.plan.windows import (
    Part,
    all_parts,
    by_session,
    full_parts,
    in_log_order,
    is_idle,
    pending_parts,
    window_of_part,
    window_of_pending,
)
from memgraph_core.records.graph import Turn, position_key
from memgraph_core.records.log import AppendResult, ExtractionNeeds, LeaseRequest
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared_turn
from memgraph_core.turns.future import future_warning

_log = logging.getLogger(__name__)

_MIN_PAUSE, _MAX_PAUSE = 0.05, 2.0  # seconds between two checks of turns that another program extracts


def remember(
    engine: MemoryEngine,
    store: Store,
    turns: Sequence[Turn],
    moment: datetime,
    *,
    check_idle: bool = False,
    force: bool = False,
) -> Receipt:
    """Log the turns, then extract those that are not extracted yet. One receipt per distinct turn, in the order given.

    With a windowed extractor only turns of complete windows are extracted; `check_idle` also looks for idle windows in
    other sessions. `force` logs turns that were forgotten before. Raises TurnConflict or StoreError: if the append fails,
    no turn is logged; an error after it leaves the turns pending.
    """
    reader = new_reader()
    appended = _append(engine, store, turns, moment, reader, force=force)
    if engine.windowed:
        outcome = _extract_complete(engine, store, appended, moment, reader, check_idle=check_idle)
    else:
        window = window_of_pending(appended)
        windows = [window] if window.turns else []
        outcome = extract_windows(engine, store, windows, appended, moment, reader)
    pending_reason = IN_OPEN_WINDOW if engine.windowed else ""
    receipts = {
        t.uid: logged_receipt(t, pending_reason if t.state == "pending" else "known already")
        for t in appended.turns
    }
    earlier = tuple(receipt for uid, receipt in outcome.receipts.items() if uid not in receipts)
    receipts |= {uid: receipt for uid, receipt in outcome.receipts.items() if uid in receipts}
    receipts = {uid: replace(receipt, new=uid in appended.new) for uid, receipt in receipts.items()}
    receipts |= {uid: forgotten_receipt(uid, at) for uid, at in appended.forgotten.items()}
    return Receipt(
        turns=tuple(receipts[uid] for uid in dict.fromkeys(turn.uid for turn in turns) if uid in receipts),
        earlier=earlier,
        warnings=(*_warnings(engine), *_future(turns, moment), *outcome.warnings),
    )


def retry(engine: MemoryEngine, store: Store, limit: int, moment: datetime) -> Receipt:
    """Extract at most `limit` pending turns, in batches. Turns that are forgotten during this call stay forgotten."""
    return _extract_now(engine, store, store.pending(limit), moment)


def flush(engine: MemoryEngine, store: Store, session: str | None, moment: datetime) -> Receipt:
    """Extract all pending turns, or those of one session, whether their windows are complete or not."""
    pending = [t for t in store.pending(UNLIMITED) if session in (None, t.session)]
    return _extract_now(engine, store, pending, moment)


def extract_pending(engine: MemoryEngine, store: Store, uids: Sequence[str], moment: datetime) -> Receipt:
    """Extract the turns with these uids that exist and are pending."""
    pending = [turn for turn in store.turns(uids) if turn.state == "pending"]
    return _extract_now(engine, store, sorted(pending, key=position_key), moment)


def _append(
    engine: MemoryEngine,
    store: Store,
    turns: Sequence[Turn],
    moment: datetime,
    reader: str,
    *,
    force: bool,
) -> AppendResult:
    """Log the turns and lease the windows that they complete. Raises TurnConflict or StoreError."""
    rows, settings = [prepared_turn(turn, moment) for turn in turns], engine.settings.ingest
    if not engine.windowed:
        needs = ExtractionNeeds(name_keys=keys_of(rows), before=settings.before)
        return store.append(rows, needs, force=force)
    seconds, parallel = lease_seconds(engine.settings.models), parallel_windows(engine)

    def complete_windows(appended: AppendResult) -> Mapping[str, float]:
        parts = [
            part
            for pending in pending_parts(appended)
            for part in _complete_parts(settings, pending, appended, moment) or ()
        ]
        return lease_windows(appended, in_log_order(parts), parallel, seconds)

    request = LeaseRequest(reader=reader, select_turns=complete_windows, has_ended=reader_has_ended)
    needs = ExtractionNeeds(name_keys=keys_of(rows), before=CONTEXT_TURNS, candidates=settings.candidates)
    return store.append(rows, needs, force=force, lease=request)


def _extract_now(engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime) -> Receipt:
    """Extract these turns.

    If another program is extracting some of them, wait for it, at most for the duration of a lease, and then extract
    those that it left pending.
    """
    outcome = extract_parts(engine, store, _parts(engine, turns), moment)
    end, pause = time.monotonic() + lease_seconds(engine.settings.models), _MIN_PAUSE
    while outcome.leased_elsewhere and (rest := end - time.monotonic()) > 0:
        time.sleep(min(pause, rest))
        pause = min(2 * pause, _MAX_PAUSE)
        outcome = _take_over(engine, store, outcome, moment)
    return Receipt(turns=tuple(outcome.receipts.values()), warnings=(*_warnings(engine), *outcome.warnings))


def _take_over(
    engine: MemoryEngine, store: Store, outcome: ExtractionOutcome, moment: datetime
) -> ExtractionOutcome:
    """Update the outcome for turns that other programs had leased: take their receipts, extract the pending turns."""
    logged = store.turns(sorted(outcome.leased_elsewhere))
    done = {t.uid: logged_receipt(t, BY_ANOTHER_WRITER) for t in logged if t.state != "pending"}
    own = {uid: each for uid, each in outcome.receipts.items() if uid not in outcome.leased_elsewhere}
    pending = sorted((t for t in logged if t.state == "pending"), key=position_key)
    later = extract_parts(engine, store, _parts(engine, pending), moment)
    return ExtractionOutcome(
        {**own, **done, **later.receipts}, outcome.warnings | later.warnings, later.leased_elsewhere
    )


def _parts(engine: MemoryEngine, turns: Sequence[Turn]) -> list[Part]:
    """The turns in the parts the extractor receives: windows of one session, or batches."""
    settings = engine.settings.ingest
    if engine.windowed:
        return in_log_order(p for part in by_session(turns) for p in all_parts(part, settings.window))
    return [tuple(turns[start : start + settings.batch]) for start in range(0, len(turns), settings.batch)]


def _warnings(engine: MemoryEngine) -> tuple[str, ...]:
    return () if engine.embedder else (NO_EMBEDDER,)


def _future(turns: Sequence[Turn], moment: datetime) -> tuple[str, ...]:
    """The warning about turns that are dated in the future, if there are any."""
    warning = future_warning(turns, moment)
    if warning:
        _log.warning("%s", warning)
    return (warning,) if warning else ()


def _extract_complete(
    engine: MemoryEngine,
    store: Store,
    appended: AppendResult,
    moment: datetime,
    reader: str,
    *,
    check_idle: bool,
) -> ExtractionOutcome:
    """Extract the windows that are complete now that these turns are logged."""
    settings = engine.settings.ingest
    parts: list[Part] = []
    for pending in pending_parts(appended):
        complete = _complete_parts(settings, pending, appended, moment)
        parts += _all_pending_parts(engine, store, pending[0].session) if complete is None else complete
    begins = any(turn.uid in appended.new and turn.position == 0 for turn in appended.turns)
    if begins or check_idle:
        sessions = {turn.session for turn in appended.turns}
        others = by_session(t for t in store.pending(UNLIMITED) if t.session not in sessions)
        ended = [part for part in others if begins or is_idle(part, settings.idle, moment)]
        parts += [p for part in ended for p in all_parts(part, settings.window)]
    given = {turn.uid for turn in appended.turns}
    if all(turn.uid in given for part in parts for turn in part):  # the append has read their context
        windows = [window_of_part(part, appended, settings.window) for part in in_log_order(parts)]
        return extract_windows(engine, store, windows, appended, moment, reader)
    return extract_parts(engine, store, in_log_order(parts), moment, reader)


def _complete_parts(
    settings: IngestSettings, pending: Part, appended: AppendResult, moment: datetime
) -> list[Part] | None:
    """The complete windows of the pending turns of a session.

    None if the session has more pending turns than the append result contains, because a model was unavailable for long.
    """
    context = [turn for turn in appended.preceding if turn.session == pending[0].session]
    if len(context) >= CONTEXT_TURNS and context[0].state == "pending":
        return None
    earlier = tuple(turn for turn in pending if turn.uid not in appended.new)
    if is_idle(earlier, settings.idle, moment):
        later = tuple(turn for turn in pending if turn.uid in appended.new)
        return [*all_parts(earlier, settings.window), *full_parts(later, settings.window)[0]]
    return full_parts(pending, settings.window)[0]


def _all_pending_parts(engine: MemoryEngine, store: Store, session: str) -> list[Part]:
    pending = tuple(turn for turn in store.pending(UNLIMITED) if turn.session == session)
    return all_parts(pending, engine.settings.ingest.window)
