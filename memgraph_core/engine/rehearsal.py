"""The dry run of a rebuild: derive the log in a temporary database."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime

from memgraph_core.engine.batches import log_pages
from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine, stamp_of
from memgraph_core.engine.merge import repeat_decisions, user_decisions
from memgraph_core.engine.remember import flush, remember
from memgraph_core.errors import ExtractionError
from memgraph_core.plan.difference import Contents, contents
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.graph import Note
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import SnapshotRequest
from memgraph_core.records.progress import Progress
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store import temporary_database
from memgraph_core.store.contract import Store


@contextmanager
def rehearsal(
    engine: MemoryEngine, store: Store, progress: Progress, *, with_vectors: bool
) -> Generator[MemoryEngine]:
    """Derive the store's log in a temporary database and yield an engine on it. The store is not changed.

    Only searches need vectors; comparing the contents does not. Calls of models are recorded in the ledger of the store.
    Raises ExtractionError if a turn cannot be extracted.
    """
    model = engine.embedder if with_vectors else None
    with temporary_database(stamp_of(model)) as database:
        trial = MemoryEngine(
            database,
            embedder=model,
            extractor=engine.extractor,
            settings=engine.settings,
            clock=engine.clock,
        )
        copy = database.store(store.namespace)
        _copy_decisions(store, copy, engine.clock())
        earlier = store.ledger(UNLIMITED)
        copy.record_calls(earlier)  # the budget counts earlier calls, also in a dry run
        try:
            _import_log(trial, store, copy, progress)
        finally:
            if trial.windowed:
                known = {call.uid for call in earlier}
                store.record_calls([call for call in copy.ledger(UNLIMITED) if call.uid not in known])
        repeat_decisions(copy, user_decisions(store), engine.clock())
        yield trial


def _copy_decisions(store: Store, copy: Store, at: datetime) -> None:
    """Copy the decisions of users before anything is derived: the engine does not decide otherwise."""
    if decisions := store.snapshot(SnapshotRequest()).user_decisions:
        commit(copy, lambda snapshot: snapshot.plan(at, changes=decisions))


def _import_log(trial: MemoryEngine, store: Store, copy: Store, progress: Progress) -> None:
    """Add all turns of the store to the copy. Raises ExtractionError."""
    done, turns = 0, store.stats().turns
    for page in log_pages(store, trial.settings.ingest.batch):
        done += len(page)
        _refuse_pending(remember(trial, copy, page, trial.clock()))
        progress(done, max(done, turns))
    _refuse_pending(flush(trial, copy, None, trial.clock()), window_may_be_open=False)


def contents_of(store: Store, batch: int) -> Contents:
    """All notes but abstractions, facts and entities, for comparison; read in batches of turns."""
    notes: dict[str, Note] = {}
    for page in log_pages(store, batch):
        stated = store.notes_of([turn.uid for turn in page])
        notes |= {note.uid: note for note in stated if not note.is_derived}
    facts = store.facts(None, UNLIMITED)
    return contents(notes.values(), facts, store.entities(EntityQuery(limit=UNLIMITED)))


def _refuse_pending(receipt: Receipt, *, window_may_be_open: bool = True) -> None:
    """Raise ExtractionError for a pending turn, unless its extraction window may still be open."""
    for turn in (*receipt.turns, *receipt.earlier):
        if turn.state == "pending" and not (window_may_be_open and turn.is_in_open_window):
            raise ExtractionError(f"turn {turn.uid!r} cannot be read: {turn.reason}")
