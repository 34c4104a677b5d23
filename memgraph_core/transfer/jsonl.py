"""Records ↔ JSON lines, and the file that an export is: what it is, a line each record, and how many there were."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Correction
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.transfer.batches import BATCH, KINDS, Archive, Batch, Section, Sum

FORMAT = 2
Tell = Callable[[int, int], None]  # how much is done, of how much

_TIMES = frozenset({
    "at", "said_at", "recorded_at", "holds_from", "holds_until", "stated_until", "retired_at", "first_at", "last_at",
})  # fmt: skip


def tell_nobody(done: int, steps: int) -> None:
    """For who does not ask how far it is."""


def lines_of(archive: Archive, tell: Tell = tell_nobody) -> Iterator[str]:
    """The archive as JSON lines."""
    stamp = archive.stamp
    yield json.dumps(
        {
            "memgraph_core": FORMAT,
            "namespace": archive.namespace,
            "model": stamp.model if stamp else None,
            "dimension": stamp.dimension if stamp else None,
            "gate": archive.gate,
        },
        ensure_ascii=False,
    )
    summed = Sum(gate=archive.gate)
    for done, batch in enumerate(archive.batches(), 1):
        for kind, line in batch_lines(batch):
            summed.add(kind, line)
            yield line
        tell(done, archive.steps)
    yield json.dumps({"end": summed.counts, "checksum": summed.checksum})


def batch_lines(batch: Batch) -> Iterator[tuple[str, str]]:
    """Kind and line of each record."""
    for kind, records in batch.records.items():
        for record in records:
            yield kind, json.dumps({kind: _values(record)}, ensure_ascii=False, separators=(",", ":"))


def archive_in(path: Path) -> Archive:
    """The archive that was exported to this file; it is read through once, so that only a whole one is told.

    Raises InvalidInput, naming the line, for what is no export or not all of one.
    """
    summed, turns, end = Sum(), set[str](), dict[str, Any]()
    head = _head(path)
    summed.gate = head["gate"]
    steps = 0
    for batch in _batches(path, summed, end):
        steps += 1
        turns.update(turn.uid for turn in batch.records.get("turn", ()))
    if end.get("end") != summed.counts or end.get("checksum") != summed.checksum:
        raise InvalidInput(f"{path} is not whole: its end is missing, or it was changed. Export again.")
    return Archive(
        namespace=head["namespace"],
        stamp=EmbeddingStamp(head["model"], head["dimension"]) if head["model"] else None,
        turns=frozenset(turns),
        steps=steps,
        gate=head["gate"],
        batches=lambda: _batches(path, Sum(), {}),
    )


def _head(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        head = _row(file.readline(), f"{path}, line 1")
    if head.get("memgraph_core") != FORMAT:
        raise InvalidInput(
            f"{path} is no export of memgraph-core of format {FORMAT}: it begins with {str(head)[:60]!r}."
        )
    return head


def _batches(path: Path, summed: Sum, end: dict[str, Any]) -> Iterator[Batch]:
    """Batches of the lines that follow each other in one section; they are counted, and the last line is kept."""
    section: Section = "log"
    records: dict[str, list[Any]] = {}
    count = 0
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for number, text in enumerate(file, 1):
            line = text.rstrip("\r\n")
            if number == 1 or not line.strip():
                continue
            row = _row(line, f"{path}, line {number}")
            if "end" in row:
                end |= row
                break
            kind, record = _record(row, f"{path}, line {number}")
            summed.add(kind, line)
            if records and (KINDS[kind].section != section or count >= BATCH):
                yield Batch(section, records)
                records, count = {}, 0
            section = KINDS[kind].section
            records.setdefault(kind, []).append(record)
            count += 1
    if records:
        yield Batch(section, records)


def _values(record: Any) -> dict[str, Any]:  # noqa: ANN401  records of any kind
    """What differs from nothing, by the name of its field."""
    named = ((field.name, _plain(getattr(record, field.name))) for field in fields(record))
    return {name: value for name, value in named if value is not None and value != ()}


def _plain(value: Any) -> Any:  # noqa: ANN401  records of any kind
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, np.ndarray):
        return base64.b64encode(value.astype("<f4").tobytes()).decode()
    if isinstance(value, tuple):
        return [_values(each) if isinstance(each, Correction) else each for each in value]
    return value


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as e:
        raise InvalidInput(f"{where} is no JSON: {e}") from e
    if not isinstance(row, dict) or not row:
        raise InvalidInput(f"{where} is no JSON object: {line[:60]!r}")
    return row


def _record(row: Mapping[str, Any], where: str) -> tuple[str, Any]:
    kind = next(iter(row))
    try:
        return kind, KINDS[kind].record(**{name: _read(name, value) for name, value in row[kind].items()})
    except (AttributeError, KeyError, TypeError, ValueError) as e:
        raise InvalidInput(f"{where} is no {kind!r:.40} that this version knows: {e}") from e


def _read(name: str, value: Any) -> Any:  # noqa: ANN401  records of any kind
    if name in _TIMES:
        return datetime.fromisoformat(value)
    if name == "vector":
        return np.frombuffer(base64.b64decode(value), "<f4").astype(np.float32)
    if name == "corrections":
        return tuple(
            Correction(**{field: _read(field, part) for field, part in each.items()}) for each in value
        )
    return tuple(value) if isinstance(value, list) else value
