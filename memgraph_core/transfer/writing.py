"""Write the batches of an archive into a store. Records that exist there already are skipped."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memgraph_core.engine.batches import log_pages
from memgraph_core.engine.commit import commit
from memgraph_core.errors import InvalidInput
from memgraph_core.records.core import CoreState
from memgraph_core.records.graph import Turn
from memgraph_core.records.plan import NoteRevision
from memgraph_core.records.progress import Progress, no_progress
from memgraph_core.store.contract import Store
from memgraph_core.transfer.batches import BATCH, KINDS, Archive, Batch, Summary
from memgraph_core.transfer.jsonl import batch_lines
from memgraph_core.transfer.reading import BatchReader

_REMEDY = "Load the archive when no other program writes to this namespace."


def load(store: Store, archive: Archive, progress: Progress = no_progress) -> Summary:
    """Write an archive into a namespace, and count its records.

    The namespace must be empty, or contain a part of the same archive from an interrupted load: records that exist there
    with the same values are not written again. Raises InvalidInput for a namespace with other turns, and StoreUnavailable
    if all attempts were stale.
    """
    existing = BatchReader(store) if _has_turns_of(store, archive) else None
    summary = Summary(novelty_state=archive.novelty_state)
    for batch in _counted(archive, summary, progress):
        _write(store, batch if existing is None else _missing(batch, existing))
    if archive.novelty_state is not None:
        _commit(store, {"novelty_state": archive.novelty_state})
    return summary


def summary_of(archive: Archive, progress: Progress = no_progress) -> Summary:
    """Count the records of an archive."""
    summary = Summary(novelty_state=archive.novelty_state)
    for _ in _counted(archive, summary, progress):
        pass
    return summary


def _counted(archive: Archive, summary: Summary, progress: Progress) -> Iterator[Batch]:
    """The batches of an archive. Their records are added to `summary`; `progress` is called after each batch."""
    for done, batch in enumerate(archive.batches(), 1):
        for kind, line in batch_lines(batch):
            summary.add(kind, line)
        yield batch
        progress(done, archive.steps)


def _has_turns_of(store: Store, archive: Archive) -> bool:
    """Whether the namespace contains turns. Raises InvalidInput if one of them is not in the archive."""
    has_turns = False
    for page in log_pages(store, BATCH):
        has_turns = True
        if other := next((turn.uid for turn in page if turn.uid not in archive.turns), None):
            raise InvalidInput(
                f"namespace {store.namespace!r} contains other turns, such as {other!r}. Give another target, or "
                "export the memory and load it into an empty namespace: import FILE --namespace NAME."
            )
    return has_turns


def _missing(batch: Batch, existing: BatchReader) -> Batch:
    """The records of the batch that the store does not have, or has with other values."""
    stored = Batch(batch.section, existing.read(batch.section, batch.owners))
    present = {line for _, line in batch_lines(stored)}
    lines = iter([line for _, line in batch_lines(batch)])
    return Batch(
        batch.section,
        {kind: [row for row in rows if next(lines) not in present] for kind, rows in batch.records.items()},
    )


def _write(store: Store, batch: Batch) -> None:
    rows = {KINDS[kind].rows: tuple(records) for kind, records in batch.records.items() if records}
    if batch.section == "core":
        _write_core(store, rows.get("", ()))
        return
    if batch.section == "log":
        if rows:
            _append(store, rows[""])
        return
    first, *later = _by_revision(rows.pop("revisions", ()))
    if rows or first:
        _commit(store, {**rows, "revisions": first})
    for revisions in later:
        _commit(store, {"revisions": revisions})


def _append(store: Store, turns: Sequence[Turn]) -> None:
    forgotten = store.append(turns).forgotten
    if forgotten:
        uid, at = next(iter(forgotten.items()))
        raise InvalidInput(
            f"{len(forgotten)} of these turns were forgotten in namespace {store.namespace!r}, such as {uid!r} on "
            f"{at:%Y-%m-%d}. Give another namespace (--namespace NAME), or empty this one first (forget --everything), "
            "which also deletes the hashes of forgotten turns."
        )


def _write_core(store: Store, states: Sequence[CoreState]) -> None:
    if not store.write_core(states):
        raise InvalidInput(
            f"namespace {store.namespace!r} has other core memory, such as the block {states[0].name!r}. Load the archive into a "
            "namespace without core memory."
        )


def _by_revision(revisions: Sequence[NoteRevision]) -> Iterator[tuple[NoteRevision, ...]]:
    """The first revisions of all notes, then the second ones, and so on; yields at least one, possibly empty, tuple."""
    rest = [*revisions]
    while True:
        first = {revision.note: revision for revision in reversed(rest)}
        yield tuple(first.values())
        rest = [revision for revision in rest if first[revision.note] is not revision]
        if not rest:
            return


def _commit(store: Store, rows: Mapping[str, Any]) -> None:
    commit(store, lambda snapshot: snapshot.plan(datetime.now(UTC), **rows), remedy=_REMEDY)
