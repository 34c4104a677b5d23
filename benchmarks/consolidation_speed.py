"""The time of a consolidation by the number of notes: notes of a generated life, written without extraction.

Usage: python benchmarks/consolidation_speed.py 10000 100000 [--language zh]

Prints, for each number, the seconds of the processor to write the notes, for the first consolidation, and for a second
one that changes nothing, and the number of abstractions.
"""

import argparse
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from memgraph_core import Memory
from memgraph_core.bench.daily_life import Language, Message, daily_life
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import About, Entity, Mention, Name, Note, Turn
from memgraph_core.records.plan import SnapshotRequest, TurnUpdate, WritePlan

_BATCH = 1_000
PERSONS = 10  # who share the notes; the days of a life grow with the notes


def messages(language: Language, count: int) -> Iterator[tuple[int, Message]]:
    """The messages of several persons with different lives, with the number of the person."""
    days = count // (4 * PERSONS)
    for person in range(PERSONS):
        for message in daily_life(language, days=days, seed=person).messages:
            yield person, message


def write(memory: Memory, language: Language, count: int) -> int:
    """Write the messages as turns with one note each. Returns their number."""
    total, rows = 0, messages(language, count)
    while batch := list(islice(rows, _BATCH)):
        total += len(batch)
        _write_batch(memory, language, batch)
    return total


def _write_batch(memory: Memory, language: Language, batch: Sequence[tuple[int, Message]]) -> None:
    store = memory.store
    terms = {(m.uid, p): " ".join(terms_of(m.text)) for p, m in batch}
    vectors = memory.engine.embed([m.text for _, m in batch])
    turns = [
        Turn(uid=f"{p}-{m.uid}", session=f"{p}-{m.said_at.date()}", text=m.text, speaker=f"P{p}", said_at=m.said_at,
             recorded_at=m.said_at, terms=terms[m.uid, p])
        for p, m in batch
    ]  # fmt: skip
    store.append(turns)
    snapshot = store.snapshot(SnapshotRequest())
    persons = sorted({p for p, _ in batch})
    plan = WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=batch[-1][1].said_at,
        turns=tuple(
            TurnUpdate(uid=turn.uid, state="extracted", vector=vector) for turn, vector in zip(turns, vectors, strict=True)
        ),
        entities=tuple(Entity(uid=f"person{p}", name=f"P{p}", type="Person") for p in persons),
        names=tuple(Name(f"p{p}", f"P{p}", f"person{p}") for p in persons),
        notes=tuple(
            Note(uid=f"n-{p}-{m.uid}", text=f"P{p}: {m.text}", turns=(f"{p}-{m.uid}",), said_at=m.said_at,
                 recorded_at=m.said_at, holds_from=m.said_at, holds_until=m.said_at + timedelta(minutes=1),
                 grain="minute", language=language, terms=terms[m.uid, p], vector=vector)
            for (p, m), vector in zip(batch, vectors, strict=True)
        ),
        abouts=tuple(About(f"n-{p}-{m.uid}", f"person{p}", "speaker") for p, m in batch),
        mentions=tuple(Mention(f"{p}-{m.uid}", f"person{p}", m.said_at) for p, m in batch),
    )  # fmt: skip
    store.apply(plan)


def main() -> None:
    """Measure each number of notes in a file of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notes", type=int, nargs="+")
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    arguments = parser.parse_args()
    for count in arguments.notes:
        with (
            TemporaryDirectory() as folder,
            Memory.open(Path(folder) / "memory.db", namespace="life", embedder="none") as memory,
        ):
            began = process_time()
            notes = write(memory, arguments.language, count)
            written = process_time()
            first = memory.consolidate()
            consolidated = process_time()
            second = memory.consolidate()
            ended = process_time()
            print(
                f"{notes:,} notes: written in {written - began:.0f} s, consolidated in {consolidated - written:.0f} s,"
                f" again in {ended - consolidated:.0f} s ({len(second.steps)} steps); {first.abstractions} abstractions,"
                f" {first.active:,} active and {first.archived:,} archived notes",
                flush=True,
            )


if __name__ == "__main__":
    main()
