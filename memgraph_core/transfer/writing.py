"""Batches → a store: told again, and compared with what is there afterwards."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memgraph_core.errors import InvalidInput, StoreError
from memgraph_core.records.graph import Turn
from memgraph_core.records.plan import Applied, NoteRevision, SnapshotRequest, WritePlan
from memgraph_core.store.contract import Store
from memgraph_core.transfer.batches import BATCH, KINDS, Archive, Batch, Sum
from memgraph_core.transfer.jsonl import Tell, batch_lines, tell_nobody
from memgraph_core.transfer.reading import Held

_ATTEMPTS = 20  # plans made anew when another writer was faster


def load(store: Store, archive: Archive, tell: Tell = tell_nobody) -> Sum:
    """Tell a namespace all of an archive, and count what was told.

    It must be empty, or hold a part of the same from a load that was interrupted: what is there already is looked at
    and not written again. Raises InvalidInput for one that holds other turns, StoreError when others write it all the
    time.
    """
    there = Held(store) if _holds_part(store, archive) else None
    told = Sum(gate=archive.gate)
    for done, batch in enumerate(archive.batches(), 1):
        lines = [*batch_lines(batch)]
        for kind, line in lines:
            told.add(kind, line)
        _tell(store, batch if there is None else _missing(batch, there))
        tell(done, archive.steps)
    if archive.gate is not None:
        _apply(store, {"novelty_state": archive.gate})
    return told


def sum_of(archive: Archive, tell: Tell = tell_nobody) -> Sum:
    """Count all that an archive tells."""
    found = Sum(gate=archive.gate)
    for done, batch in enumerate(archive.batches(), 1):
        for kind, line in batch_lines(batch):
            found.add(kind, line)
        tell(done, archive.steps)
    return found


def _holds_part(store: Store, archive: Archive) -> bool:
    after = 0
    while (page := store.log_page(after, BATCH, 0)).turns:
        if other := next((turn.uid for turn in page.turns if turn.uid not in archive.turns), None):
            raise InvalidInput(
                f"namespace {store.namespace!r} holds other turns, such as {other!r}. Name an empty one: --namespace NAME."
            )
        after = page.last_position
    return after > 0


def _missing(batch: Batch, there: Held) -> Batch:
    """What of a batch is not there yet, or not as it is told."""
    held = {line for _, line in batch_lines(Batch(batch.section, there.read(batch.section, batch.owners)))}
    lines = iter([line for _, line in batch_lines(batch)])
    return Batch(
        batch.section,
        {kind: [row for row in rows if next(lines) not in held] for kind, rows in batch.records.items()},
    )


def _tell(store: Store, batch: Batch) -> None:
    rows = {KINDS[kind].rows: tuple(records) for kind, records in batch.records.items() if records}
    if batch.section == "log":
        if rows:
            _log(store, rows[""])
        return
    first, *others = _by_turns(rows.pop("revisions", ()))
    if rows or first:
        _apply(store, {**rows, "revisions": first})
    for states in others:
        _apply(store, {"revisions": states})


def _log(store: Store, turns: Sequence[Turn]) -> None:
    forgotten = store.append(turns, (), 0).forgotten
    if forgotten:
        uid, at = next(iter(forgotten.items()))
        raise InvalidInput(
            f"namespace {store.namespace!r} has forgotten {len(forgotten)} of these turns, such as {uid!r} on {at:%Y-%m-%d}. "
            "Name another namespace: --namespace NAME; or forget --everything there first, which it does not remember."
        )


def _by_turns(revised: Sequence[NoteRevision]) -> Iterator[tuple[NoteRevision, ...]]:
    """First the first new state of each note, then the second of those that have one, and so on; one at least."""
    left = [*revised]
    while True:
        first = {state.note: state for state in reversed(left)}
        yield tuple(first.values())
        left = [state for state in left if first[state.note] is not state]
        if not left:
            return


def _apply(store: Store, rows: Mapping[str, Any]) -> None:
    for _ in range(_ATTEMPTS):
        known = store.snapshot(SnapshotRequest())
        plan = WritePlan(space=known.space, version=known.version, at=datetime.now(UTC), **rows)
        if isinstance(store.apply(plan), Applied):
            return
    raise StoreError(f"others keep writing namespace {store.namespace!r}. Load it when nobody does.")
