"""Windows → what is derived from them: extract → embed → known → plan → apply.

Windows may be with a model at the same time; what they say is written in their order. Whatever fails leaves turns
pending, and every call that was made goes into the ledger. Where a model reads, turns are claimed first (see claims):
what another program is reading is left to it.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.leases import TAKEN, all_of, is_gone, lease, new_reader, taken_in
from memgraph_core.errors import ExtractionError, ModelError, ModelRefused, StoreError, StoreUnavailable
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import Draft, draft_of, snapshot_request, texts_to_embed, with_vectors
from memgraph_core.plan.novelty import filter_by_novelty, preset_of
from memgraph_core.plan.receipts import ELSEWHERE, TurnReceipt, receipts, waiting
from memgraph_core.plan.windows import joined, window_for, window_of, windows_of, with_spent
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.records.plan import Applied
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared

_log = logging.getLogger(__name__)

# Turns that stand before a window, as the log tells them: more than the older half of it ever holds.
SEEN = 64
_ENOUGH = 2  # windows in a row that a model does not answer: then it is gone

Failure = ExtractionError | ModelError
Told = dict[str, TurnReceipt]  # turn uid → what became of it


@dataclass(slots=True)
class Derived:
    """What became of some windows."""

    told: Told = field(default_factory=Told)
    warnings: dict[str, None] = field(default_factory=dict[str, None])  # each once, in order
    taken: set[str] = field(default_factory=set[str])  # turns of sessions that another is reading


def logged(
    engine: MemoryEngine,
    store: Store,
    turns: Sequence[Turn],
    moment: datetime,
    *,
    again: bool = False,
    claim: LeaseRequest | None = None,
) -> AppendResult:
    """Make turns durable, and tell what extraction needs to go on. Raises TurnConflict or StoreError."""
    rows, settings = [prepared(turn, moment) for turn in turns], engine.settings.ingest
    if engine.windowed:
        return store.append(rows, keys_of(rows), SEEN, settings.candidates, again=again, claim=claim)
    return store.append(rows, keys_of(rows), settings.before, again=again)


def derive(
    engine: MemoryEngine,
    store: Store,
    windows: Sequence[ExtractionWindow],
    there: AppendResult,
    moment: datetime,
    reader: str,
) -> Derived:
    """Derive what these windows say; `there` is what the log told of them, and this reader has claimed."""
    run = _Run(engine, store, moment, reader, there, there.novelty_state)
    run.leave_to_others(there, [turn for window in windows for turn in window.turns])
    run.claimed.update(turn.uid for window in windows for turn in window.turns)
    size = at_once(engine)
    try:
        for start in range(0, len(windows), size):
            run.group(windows[start : start + size])
    finally:
        run.release()
    return run.derived


def derive_parts(
    engine: MemoryEngine,
    store: Store,
    parts: Sequence[Sequence[Turn]],
    moment: datetime,
    reader: str | None = None,
) -> Derived:
    """Derive turns that are logged, each part as one window. Logging them again tells what extraction needs, and claims
    them, for this reader if one has claimed some already.
    """
    run = _Run(engine, store, moment, reader or new_reader())
    run.claimed.update(turn.uid for part in parts for turn in part if reader)
    size = at_once(engine)
    try:
        for start in range(0, len(parts), size):
            run.group(run.opened(parts[start : start + size]))
    finally:
        run.release()
    return run.derived


def at_once(engine: MemoryEngine) -> int:
    """How many windows may be with a model at a time: one where each must know what the one before has cost or said."""
    settings = engine.settings.ingest
    in_turn = settings.budget.tokens is not None or settings.budget.cost is not None
    if not engine.windowed or in_turn or not preset_of(settings.novelty_filter).is_open:
        return 1
    return max(1, settings.concurrency)


def drafts_of(
    engine: MemoryEngine,
    windows: Sequence[ExtractionWindow],
    namespace: str,
    moment: datetime,
    gate: str | None,
) -> list[Draft | Failure]:
    """What each window says, or why it cannot be told, in their order; they are read at the same time."""

    def attempt(window: ExtractionWindow) -> Draft | Failure:
        try:
            return read(engine, window, namespace, moment, gate)
        except (ExtractionError, ModelError) as e:
            return e

    counted = [with_spent(window, calls) for calls, window in enumerate(windows)]
    if len(counted) < 2:
        return [attempt(window) for window in counted]
    with ThreadPoolExecutor(max_workers=len(counted)) as pool:
        return list(pool.map(attempt, counted))


def read(
    engine: MemoryEngine, window: ExtractionWindow, namespace: str, moment: datetime, gate: str | None
) -> Draft:
    """What a window says, with vectors, as far as the gate lets it pass; `gate` is what that remembers.

    Raises ExtractionError or ModelError, and ConfigError for a gate that there is not.
    """
    return _drafted(engine, window, engine.extractor.extract(window), namespace, moment, gate)


def read_page(
    engine: MemoryEngine, page: ExtractionWindow, namespace: str, moment: datetime, gate: str | None
) -> Draft:
    """What many turns say, as one draft. They are read in windows where the extractor reads such, and at the same time.

    Raises as `read`; the calls that were made for windows that could be read come with the error.
    """
    if not engine.windowed:
        return read(engine, page, namespace, moment, gate)
    windows = windows_of(page, engine.settings.ingest.window)
    counted = [with_spent(window, calls) for calls, window in enumerate(windows)]
    with ThreadPoolExecutor(max_workers=at_once(engine)) as pool:
        told = list(pool.map(partial(_extracted, engine), counted))
    calls = tuple(call for each in told for call in each.calls)
    for each in told:
        if isinstance(each, WindowNotExtracted):
            raise WindowNotExtracted(str(each), calls) from each.__cause__
    read_by = [each for each in told if isinstance(each, Extraction)]
    shown = {turn.uid: turn for window in windows for turn in window.preceding}
    whole = replace(page, preceding=tuple(t for t in page.preceding if t.uid in shown))
    extraction = joined(read_by, engine.extractor.name)
    return _drafted(engine, whole, extraction, namespace, moment, gate)


def _extracted(engine: MemoryEngine, window: ExtractionWindow) -> Extraction | WindowNotExtracted:
    try:
        return engine.extractor.extract(window)
    except WindowNotExtracted as e:
        return e
    except (ExtractionError, ModelError) as e:
        return WindowNotExtracted(f"{type(e).__name__}: {e}")


def _drafted(
    engine: MemoryEngine,
    window: ExtractionWindow,
    extraction: Extraction,
    namespace: str,
    moment: datetime,
    gate: str | None,
) -> Draft:
    preset = preset_of(engine.settings.ingest.novelty_filter)
    draft = draft_of(window, extraction, namespace, moment)
    try:
        draft = with_vectors(draft, engine.embed(texts_to_embed(draft)))
    except ModelError as e:
        raise WindowNotExtracted(f"{type(e).__name__}: {e}", extraction.calls) from e
    return draft if preset.is_open else filter_by_novelty(draft, preset, gate)


_MOVED = -1  # the version of a namespace of which we know only that others have written
_NOWHERE = AppendResult(space="", version=_MOVED, turns=(), new=frozenset(), preceding=(), entities={})


@dataclass(slots=True)
class _Run:
    """Windows of one call, as they are derived one group after the other."""

    engine: MemoryEngine
    store: Store
    at: datetime
    reader: str
    there: AppendResult = (
        _NOWHERE  # its version is that after our last write: whoever else wrote has moved it
    )
    gate: str | None = None
    derived: Derived = field(default_factory=Derived)
    blocked: dict[str, str] = field(default_factory=dict[str, str])  # session → why its later windows wait
    failures: int = 0  # in a row
    stopped: str = ""  # why nothing is read any more
    claimed: set[str] = field(
        default_factory=set[str]
    )  # turns that others leave to us until they are written

    def release(self) -> None:
        """Let others read what was claimed and is not written. Where the store is gone, time does it."""
        if self.claimed and self.engine.windowed:
            with suppress(StoreError):
                self.store.release_lease(self.reader)

    def leave_to_others(self, there: AppendResult, turns: Sequence[Turn]) -> None:
        """Of sessions that another is reading nothing is read here."""
        sessions = taken_in(there, turns)
        self.derived.taken |= {turn.uid for turn in turns if turn.session in sessions}
        self.blocked |= dict.fromkeys(sessions, TAKEN)

    def opened(self, parts: Sequence[Sequence[Turn]]) -> list[ExtractionWindow]:
        """The windows of these parts, without what somebody else has read or forgotten meanwhile."""
        asked = [there for part in parts if (there := self._asked(part)) is not None]
        if not asked:
            return []
        versions = {there.version for there in asked}
        self.there = asked[-1] if len(versions) == 1 else replace(asked[-1], version=_MOVED)
        self.gate = self.there.novelty_state
        windows: list[ExtractionWindow] = []
        for there in asked:
            taken = (t for t in there.turns if t.state != "pending")
            self.derived.told |= {t.uid: waiting(t, there.new, ELSEWHERE) for t in taken}
            fresh = tuple(t for t in there.turns if t.state == "pending")
            if fresh and self.engine.windowed:
                windows.append(window_for(fresh, there, self.engine.settings.ingest.window))
            elif fresh:
                windows.append(window_of(there))
        return windows

    def _asked(self, turns: Sequence[Turn]) -> AppendResult | None:
        """What the log tells of turns that it has. Logging one that was forgotten a moment ago would bring it back: it is
        forgotten again.
        """
        if why := self.stopped or next(
            (self.blocked[t.session] for t in turns if t.session in self.blocked), ""
        ):
            self.derived.told |= {t.uid: waiting(t, frozenset(), why) for t in turns}
            if why == TAKEN:
                self.derived.taken |= {t.uid for t in turns}
            return None
        seconds = lease(self.engine.settings.models)
        claim = LeaseRequest(
            reader=self.reader, select_turns=lambda there: all_of(there, seconds), has_ended=is_gone
        )
        there = logged(self.engine, self.store, turns, self.at, claim=claim)
        if not there.new:
            self.leave_to_others(there, there.turns)
            self.claimed |= {t.uid for t in there.turns if t.uid not in self.derived.taken}
            return there
        self.store.forget(Selection(turns=tuple(sorted(there.new))), lasting=False)
        rest = [t for t in turns if t.uid not in there.new]
        return self._asked(rest) if rest else None

    def group(self, windows: Sequence[ExtractionWindow]) -> None:
        """Read these windows at the same time, and write what they say in their order."""
        goes_on = [w for w in windows if not self._why_not(w)]
        for window in windows:
            if why := self._why_not(window):
                self._wait(window, why)
        spent = [replace(window, call_totals=self.there.call_totals) for window in goes_on]
        drafts = drafts_of(self.engine, spent, self.store.namespace, self.at, self.gate)
        for window, draft in zip(goes_on, drafts, strict=True):
            if not isinstance(draft, Draft):
                self._failed(window, draft)
            elif why := self._why_not(window):
                self._spend(draft)
                self._wait(window, why)
            else:
                self.failures = 0
                self._write(draft)

    def _why_not(self, window: ExtractionWindow) -> str:
        return self.stopped or next((why for t in window.turns if (why := self.blocked.get(t.session))), "")

    def _wait(self, window: ExtractionWindow, why: str) -> None:
        self.derived.told |= {t.uid: waiting(t, self.there.new, why) for t in window.turns}

    def _failed(self, window: ExtractionWindow, error: Failure) -> None:
        """A session goes on in its order or not at all; a model that refuses, or is gone, is not asked again."""
        why = str(error) if isinstance(error, WindowNotExtracted) else f"{type(error).__name__}: {error}"
        _log.warning("%d turns stay pending: %s", len(window.turns), type(error).__name__)
        if isinstance(error, WindowNotExtracted):
            self._spend_calls(error)
        self._wait(window, why)
        self.derived.warnings[f"turns stay pending: {why}"] = None
        self.failures += 1
        self.blocked |= {turn.session: why for turn in window.turns}
        if self.failures >= _ENOUGH or isinstance(error.__cause__, ModelRefused):
            self.stopped = why

    def _spend_calls(self, error: WindowNotExtracted) -> None:
        if error.calls:
            self.there = replace(self.there, call_totals=self.store.record_calls(error.calls))

    def _spend(self, draft: Draft) -> None:
        """Put the calls of a draft that is not written into the ledger."""
        if draft.extraction.calls:
            self.there = replace(self.there, call_totals=self.store.record_calls(draft.extraction.calls))

    def _write(self, draft: Draft) -> None:
        """Plan on fresh knowledge until no other writer is faster. No model is called again."""
        settings = self.engine.settings.ingest
        for attempt in range(settings.attempts):
            known = self.store.snapshot(snapshot_request(draft, settings.neighbours))
            moved = attempt > 0 or known.version != self.there.version
            if moved and (there := self._moved_on(draft)) is not None:
                self._spend(draft)
                self._left_over(draft, there)
                return
            plan = plan_writes(draft, known)
            outcome = self.store.apply(plan)
            if isinstance(outcome, Applied):
                calls = draft.extraction.calls
                self.there = replace(
                    self.there, version=outcome.version, call_totals=self.there.call_totals.plus(calls)
                )
                self.gate = plan.novelty_state or self.gate
                self.claimed -= {update.uid for update in plan.turns}
                self._written(draft, receipts(plan, draft.extraction.skipped, self.there.new))
                return
        raise StoreUnavailable(
            f"{settings.attempts} plans in a row were overtaken by other writers of {self.store.namespace!r}. The "
            "turns are logged and pending; run retry when fewer write at once."
        )

    def _written(self, draft: Draft, told: Told) -> None:
        self.derived.told |= told
        if draft.extraction.extractor != self.engine.extractor.name:
            warning = f"read by the {draft.extraction.extractor}: the model gave no answer that can be read"
            self.derived.warnings[warning] = None

    def _moved_on(self, draft: Draft) -> tuple[Turn, ...] | None:
        """The turns of the draft as they now stand, if another writer took any, or if any that was read, those before
        them too, was forgotten or put right; else None.

        Each turn is extracted once: deriving an older turn again after newer ones would tell facts in another
        order. Asked after `known`, so that a plan for what is pending here is stale if it changes.
        """
        read = (*draft.window.turns, *draft.window.preceding)
        found = {turn.uid: turn for turn in self.store.turns([turn.uid for turn in read])}
        there = tuple(found[t.uid] for t in draft.window.turns if t.uid in found)
        all_wait = len(there) == len(draft.window.turns) and all(t.state == "pending" for t in there)
        as_read = all(turn.uid in found and found[turn.uid].text == turn.text for turn in read)
        return None if all_wait and as_read else there

    def _left_over(self, draft: Draft, there: Sequence[Turn]) -> None:
        """Leave what another writer took as it is, and extract the rest, if any. Forgotten turns have no receipt."""
        new = self.there.new
        self.derived.told |= {t.uid: waiting(t, new, ELSEWHERE) for t in there}
        if waits := [t for t in there if t.state == "pending"]:
            rest = _Run(self.engine, self.store, draft.at, self.reader)
            rest.group(rest.opened([waits]))
            again, self.claimed = rest.derived, self.claimed | rest.claimed
            self.derived.told |= {
                uid: replace(receipt, new=uid in new) for uid, receipt in again.told.items()
            }
            self.derived.warnings |= again.warnings
            self.derived.taken |= again.taken
        self.there = replace(self.there, version=_MOVED)  # whatever stands now, it is not what we left
