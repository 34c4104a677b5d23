"""The extraction of one call: windows are leased, extracted in groups, and written in their order.

Each piece of work passes through three states. The run always continues with the first one in its queue:

    Queued ── lease ──▶ Leased ── extract ──▶ Extracted ── commit ──▶ written
       ▲                  │                       │
       │                  └──── stays pending ◀───┤  its session is blocked, or extraction failed
       └──── rest of the window ──────────────────┘  another writer changed some of its turns

An error leaves turns pending, and every call of a model is recorded in the ledger. The windows of a session are extracted
in order: if one of them stays pending, the later ones stay pending too.
"""

import logging
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from memgraph_core.engine.commit import commit
from memgraph_core.engine.derive import Failure, draft_windows, parallel_windows
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.leases import (
    LEASED_ELSEWHERE,
    lease_pending,
    lease_seconds,
    new_reader,
    reader_has_ended,
    sessions_leased,
)
from memgraph_core.errors import ModelRefused, StoreError
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import Draft, snapshot_request
from memgraph_core.plan.receipts import BY_ANOTHER_WRITER, TurnReceipt, logged_receipt, receipts_of_plan
from memgraph_core.plan.windows import Part, window_of_part, window_of_pending
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Call, Turn
from memgraph_core.records.log import AppendResult, CallTotals, ExtractionNeeds, LeaseRequest
from memgraph_core.records.plan import PlanningSnapshot, WritePlan
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared_turn

_log = logging.getLogger(__name__)

CONTEXT_TURNS = 64  # turns read before a window: more than its context half can hold
_MAX_FAILURES = 2  # after this number of failed windows in a row the model counts as unavailable


@dataclass(frozen=True, slots=True)
class Queued:
    """Logged turns that are to be leased and extracted."""

    turns: Part


@dataclass(frozen=True, slots=True)
class Leased:
    """A window that no other program extracts, and the version of the namespace when its turns were read."""

    window: ExtractionWindow
    version: int


@dataclass(frozen=True, slots=True)
class Extracted:
    """A window with the result of its extraction, not yet written."""

    window: ExtractionWindow
    version: int
    result: Draft | Failure


Work = Queued | Leased | Extracted
State = TypeVar("State", Queued, Leased)


@dataclass(slots=True)
class ExtractionOutcome:
    """The result of a run: receipts, warnings, and turns that other programs extract."""

    receipts: dict[str, TurnReceipt] = field(default_factory=dict[str, TurnReceipt])  # by turn uid
    warnings: dict[str, None] = field(default_factory=dict[str, None])  # each once, in order
    leased_elsewhere: set[str] = field(default_factory=set[str])  # turns of sessions leased by others


def extract_windows(
    engine: MemoryEngine,
    store: Store,
    windows: Sequence[ExtractionWindow],
    appended: AppendResult,
    moment: datetime,
    reader: str,
) -> ExtractionOutcome:
    """Extract windows that were made from an append result and leased with it by this reader."""
    run = ExtractionRun(
        engine,
        store,
        moment,
        reader,
        deque(Leased(window, appended.version) for window in windows),
        version=appended.version,
        ours_since=appended.version,
        call_totals=appended.call_totals,
        novelty_state=appended.novelty_state,
    )
    turns = [turn for window in windows for turn in window.turns]
    run.block_leased_sessions(appended, turns)
    run.leased = {turn.uid for turn in turns}
    return run.finish()


def extract_parts(
    engine: MemoryEngine,
    store: Store,
    parts: Iterable[Sequence[Turn]],
    moment: datetime,
    reader: str | None = None,
) -> ExtractionOutcome:
    """Extract logged turns, each part as one window. `reader` may have leased some of them already."""
    queue = deque[Work](Queued(tuple(part)) for part in parts)
    run = ExtractionRun(engine, store, moment, reader or new_reader(), queue)
    if reader:
        run.leased = {turn.uid for work in queue if isinstance(work, Queued) for turn in work.turns}
    return run.finish()


@dataclass(slots=True)
class ExtractionRun:
    """The state machine that the module docstring describes. `finish` runs it until the queue is empty."""

    engine: MemoryEngine
    store: Store
    at: datetime
    reader: str
    queue: deque[Work]
    version: int = -1  # of the namespace after our last read or write
    ours_since: int = -1  # this run made all writes from this version on
    call_totals: CallTotals = field(default_factory=CallTotals)
    novelty_state: str | None = None
    outcome: ExtractionOutcome = field(default_factory=ExtractionOutcome)
    leased: set[str] = field(default_factory=set[str])  # turns that this run has leased and not written
    blocked: dict[str, str] = field(default_factory=dict[str, str])  # session → why its windows stay pending
    failures: int = 0  # in a row
    stopped: str = ""  # why no further window is extracted

    def finish(self) -> ExtractionOutcome:
        """Process the queue until it is empty, and release the remaining leases. Raises StoreError."""
        try:
            while self.queue:
                work = self.queue[0]
                if isinstance(work, Queued):
                    self._lease(self._next_group(Queued))
                elif isinstance(work, Leased):
                    self._extract(self._next_group(Leased))
                else:
                    self.queue.popleft()
                    self._write(work)
        finally:
            self._release()
        return self.outcome

    def block_leased_sessions(self, appended: AppendResult, turns: Sequence[Turn]) -> None:
        """Block the sessions of these turns in which another reader has leases; it extracts their turns."""
        sessions = sessions_leased(appended, turns)
        self.outcome.leased_elsewhere |= {turn.uid for turn in turns if turn.session in sessions}
        self.blocked |= dict.fromkeys(sessions, LEASED_ELSEWHERE)

    def _next_group(self, state: type[State]) -> list[State]:
        """Take the first pieces of work of this state off the queue, as many as are extracted in parallel."""
        group: list[State] = []
        while self.queue and len(group) < parallel_windows(self.engine):
            work = self.queue[0]
            if not isinstance(work, state):
                break
            self.queue.popleft()
            group.append(work)
        return group

    # Queued → Leased

    def _lease(self, group: Sequence[Queued]) -> None:
        """Read and lease the turns of each part. The pending turns of a part become a window."""
        results = [result for part in group if (result := self._lease_turns(part.turns)) is not None]
        if not results:
            return
        self.call_totals, self.novelty_state = results[-1].call_totals, results[-1].novelty_state
        leased = [
            Leased(window, result.version)
            for result in results
            if (window := self._window(result)) is not None
        ]
        self.queue.extendleft(reversed(leased))

    def _lease_turns(self, turns: Part) -> AppendResult | None:
        """The turns as they are in the log now, without forgotten ones; None if their session is blocked."""
        if why := self._blocked_reason(turns):
            self._leave_pending(turns, why)
            if why == LEASED_ELSEWHERE:
                self.outcome.leased_elsewhere |= {turn.uid for turn in turns}
            return None
        settings, uids = self.engine.settings, [turn.uid for turn in turns]
        keys = keys_of([prepared_turn(turn, self.at) for turn in turns])
        if not self.engine.windowed:
            result = self.store.lease(uids, ExtractionNeeds(name_keys=keys, before=settings.ingest.before))
            self._note_version(result.version)
            return result
        seconds = lease_seconds(settings.models)
        request = LeaseRequest(
            reader=self.reader,
            select_turns=lambda logged: lease_pending(logged, seconds),
            has_ended=reader_has_ended,
        )
        needs = ExtractionNeeds(name_keys=keys, before=CONTEXT_TURNS, candidates=settings.ingest.candidates)
        result = self.store.lease(uids, needs, request=request)
        self._note_version(result.version)
        self.block_leased_sessions(result, result.turns)
        self.leased |= {t.uid for t in result.turns if t.uid not in self.outcome.leased_elsewhere}
        return result

    def _window(self, result: AppendResult) -> ExtractionWindow | None:
        """The window of the pending turns, without turns that another writer has extracted; None if empty."""
        done = [t for t in result.turns if t.state != "pending"]
        self.outcome.receipts |= {t.uid: logged_receipt(t, BY_ANOTHER_WRITER) for t in done}
        pending = tuple(t for t in result.turns if t.state == "pending")
        if not pending:
            return None
        if self.engine.windowed:
            return window_of_part(pending, result, self.engine.settings.ingest.window)
        return window_of_pending(result)

    # Leased → Extracted

    def _extract(self, group: Sequence[Leased]) -> None:
        """Extract windows in parallel, except those of blocked sessions."""
        free: list[Leased] = []
        for work in group:
            if why := self._blocked_reason(work.window.turns):
                self._leave_pending(work.window.turns, why)
            else:
                free.append(work)
        windows = [replace(work.window, call_totals=self.call_totals) for work in free]
        drafts = draft_windows(self.engine, windows, self.store.namespace, self.at, self.novelty_state)
        extracted = [
            Extracted(window, work.version, draft)
            for work, window, draft in zip(free, windows, drafts, strict=True)
        ]
        self.queue.extendleft(reversed(extracted))

    # Extracted → written, pending or queued again

    def _write(self, work: Extracted) -> None:
        if not isinstance(work.result, Draft):
            self._fail(work.window, work.result)
        elif why := self._blocked_reason(work.window.turns):
            self._record_calls(work.result.extraction.calls)
            self._leave_pending(work.window.turns, why)
        else:
            self.failures = 0
            self._commit(work.result, work.version)

    def _fail(self, window: ExtractionWindow, error: Failure) -> None:
        """Leave the window pending and block its sessions. Stop the run if the model refuses or is unavailable."""
        why = str(error) if isinstance(error, WindowNotExtracted) else f"{type(error).__name__}: {error}"
        _log.warning("%d turns stay pending: %s", len(window.turns), type(error).__name__)
        if isinstance(error, WindowNotExtracted):
            self._record_calls(error.calls)
        self._leave_pending(window.turns, why)
        self.outcome.warnings[f"turns stay pending: {why}"] = None
        self.failures += 1
        self.blocked |= {turn.session: why for turn in window.turns}
        if self.failures >= _MAX_FAILURES or isinstance(error.__cause__, ModelRefused):
            self.stopped = why

    def _commit(self, draft: Draft, read_at: int) -> None:
        """Write a draft whose turns were read at version `read_at`. A retry calls no model.

        If another writer has changed its turns since then, nothing is written, and the turns that are still pending are
        queued again.
        """
        is_retry = False

        def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
            nonlocal is_retry
            self._note_version(snapshot.version)
            may_be_outdated, is_retry = is_retry or read_at < self.ours_since, True
            if may_be_outdated and not self._is_current(draft):
                return None
            return plan_writes(draft, snapshot)

        settings = self.engine.settings.ingest
        committed = commit(
            self.store,
            make_plan,
            request=snapshot_request(draft, settings.neighbours),
            attempts=settings.attempts,
            remedy="The turns are logged and pending. Run retry when fewer programs write at once.",
        )
        if committed is None:
            self._record_calls(draft.extraction.calls)
            self._requeue_rest(draft)
            return
        plan = committed.plan
        self.version, self.call_totals = committed.version, self.call_totals.plus(draft.extraction.calls)
        self.novelty_state = plan.novelty_state or self.novelty_state
        self.leased -= {update.uid for update in plan.turns}
        self.outcome.receipts |= receipts_of_plan(plan, draft.extraction.skipped)
        if draft.extraction.extractor != self.engine.extractor.name:
            warning = f"extracted by {draft.extraction.extractor}: the model's answer could not be read"
            self.outcome.warnings[warning] = None

    def _is_current(self, draft: Draft) -> bool:
        """Whether all turns of the window are still pending, and no turn that was read was forgotten or corrected.

        Each turn is extracted once: extracting an older turn again after newer ones would state facts in another order.
        This is checked after the snapshot, so a plan is stale if a turn changes later.
        """
        read = (*draft.window.turns, *draft.window.preceding)
        logged = {turn.uid: turn for turn in self.store.turns([turn.uid for turn in read])}
        unchanged = all(turn.uid in logged and logged[turn.uid].text == turn.text for turn in read)
        return unchanged and all(logged[t.uid].state == "pending" for t in draft.window.turns)

    def _requeue_rest(self, draft: Draft) -> None:
        """Queue the turns of the draft that are still pending. Forgotten turns get no receipt."""
        logged = self.store.turns([turn.uid for turn in draft.window.turns])
        done = [t for t in logged if t.state != "pending"]
        self.outcome.receipts |= {t.uid: logged_receipt(t, BY_ANOTHER_WRITER) for t in done}
        if pending := tuple(t for t in logged if t.state == "pending"):
            self.queue.appendleft(Queued(pending))

    # Used in all states

    def _note_version(self, version: int) -> None:
        """Store the version that was read. If it differs from that of our last write, another writer has written."""
        if version != self.version:
            self.version = self.ours_since = version

    def _blocked_reason(self, turns: Sequence[Turn]) -> str:
        return self.stopped or next((why for t in turns if (why := self.blocked.get(t.session))), "")

    def _leave_pending(self, turns: Sequence[Turn], why: str) -> None:
        self.outcome.receipts |= {t.uid: logged_receipt(t, why) for t in turns}

    def _record_calls(self, calls: Sequence[Call]) -> None:
        if calls:
            self.call_totals = self.store.record_calls(calls)

    def _release(self) -> None:
        """Release the leases on turns that were not written. If the store does not answer, they expire."""
        if self.leased and self.engine.windowed:
            with suppress(StoreError):
                self.store.release_lease(self.reader)
