"""Records ↔ JSON lines. An export is a file with a head line, one line per record, and an end line with counts."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.conformance import check_record
from memgraph_core.records.graph import Correction, Note
from memgraph_core.records.kinds import Vector
from memgraph_core.records.progress import Progress, no_progress
from memgraph_core.records.validation import (
    checked_name,
    checked_text,
    checked_unicode,
    checked_vector,
    moment_of,
)
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.transfer.batches import BATCH, KINDS, Archive, Batch, Section, Summary

FORMAT = 4
_TIMES = frozenset({
    "at", "said_at", "recorded_at", "holds_from", "holds_until", "stated_until", "retired_at", "first_at", "last_at",
})  # fmt: skip
_UIDS = frozenset({
    "uid", "turn", "turns", "note", "notes", "entity", "fact", "a", "b", "alias", "into", "subject", "object", "by", "used",
    "superseded_by", "conflicts", "speaker", "session", "instance",
})  # fmt: skip
_SHARES = frozenset({"confidence", "weight"})
_NOT_BLANK = frozenset({"text", "name"})
_HEXADECIMAL = frozenset({"salt", "digest"})
_MAX_INTEGER = 2**63


def lines_of(archive: Archive, progress: Progress = no_progress) -> Iterator[str]:
    """The archive as JSON lines."""
    stamp = archive.stamp
    yield json.dumps(
        {
            "memgraph_core": FORMAT,
            "namespace": archive.namespace,
            "model": stamp.model if stamp else None,
            "dimension": stamp.dimension if stamp else None,
            "novelty_state": archive.novelty_state,
        },
        ensure_ascii=False,
    )
    summary = Summary(novelty_state=archive.novelty_state)
    for done, batch in enumerate(archive.batches(), 1):
        for kind, line in batch_lines(batch):
            summary.add(kind, line)
            yield line
        progress(done, archive.steps)
    yield json.dumps({"end": summary.listed, "checksum": summary.checksum()})


def batch_lines(batch: Batch) -> Iterator[tuple[str, str]]:
    """The kind and the line of each record."""
    for kind, records in batch.records.items():
        for record in records:
            yield kind, json.dumps({kind: _values(record)}, ensure_ascii=False, separators=(",", ":"))


def archive_in(path: Path) -> Archive:
    """The archive in an exported file. The file is read once to check that it is complete.

    Raises InvalidInput, with the number of the line, for a file that is no export or is incomplete.
    """
    summary, turns, end = Summary(), set[str](), dict[str, Any]()
    head = _head(path)
    summary.novelty_state = head.novelty_state
    steps = 0
    for batch in _batches(path, summary, end):
        steps += 1
        turns.update(turn.uid for turn in batch.records.get("turn", ()))
    if end.get("end") != summary.listed or end.get("checksum") != summary.checksum():
        raise InvalidInput(
            f"{path} is incomplete: its end is missing, or its lines were changed. Export again."
        )
    return Archive(
        namespace=head.namespace,
        stamp=EmbeddingStamp(head.model, head.dimension) if head.model and head.dimension else None,
        turns=frozenset(turns),
        steps=steps,
        novelty_state=head.novelty_state,
        batches=lambda: _batches(path, Summary(), {}),
    )


def _head(path: Path) -> "_Head":
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        head = _row(file.readline(), f"{path}, line 1")
    if head.get("memgraph_core") != FORMAT:
        raise InvalidInput(
            f"{path} is not an export of memgraph-core in format {FORMAT}: it begins with {str(head)[:60]!r}."
        )
    head = _Head(
        namespace=head.get("namespace"),  # type: ignore[arg-type]  checked below
        model=head.get("model"),
        dimension=head.get("dimension"),
        novelty_state=head.get("novelty_state"),
    )
    try:
        check_record(head)
        checked_name(head.namespace, "namespace")
        if head.novelty_state is not None:
            _check_object("novelty_state", head.novelty_state)
    except ValueError as e:
        raise InvalidInput(f"{path}, line 1: {e}") from e
    return head


@dataclass(frozen=True, slots=True)
class _Head:
    """The first line of an export."""

    namespace: str
    model: str | None
    dimension: int | None
    novelty_state: str | None


def _batches(path: Path, summary: Summary, end: dict[str, Any]) -> Iterator[Batch]:
    """Batches of consecutive lines of one section. Each line is added to `summary`, and the end line to `end`."""
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
            summary.add(kind, line)
            if records and (KINDS[kind].section != section or count >= BATCH):
                yield Batch(section, records)
                records, count = {}, 0
            section = KINDS[kind].section
            records.setdefault(kind, []).append(record)
            count += 1
    if records:
        yield Batch(section, records)


def _values(record: Any) -> dict[str, Any]:  # noqa: ANN401  records of any kind
    """The fields that are not None or empty, by name."""
    named = ((field.name, _plain(getattr(record, field.name))) for field in fields(record))
    return {name: value for name, value in named if value is not None and value != () and value != {}}


def _plain(value: Any) -> Any:  # noqa: ANN401  records of any kind
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, ChangeState):
        return value.values
    if isinstance(value, np.ndarray):
        return base64.b64encode(value.astype("<f4").tobytes()).decode()
    if isinstance(value, tuple):
        return [_values(each) if isinstance(each, Correction) else _plain(each) for each in value]
    return value


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as e:
        raise InvalidInput(f"{where} is not JSON: {e}") from e
    if not isinstance(row, dict) or not row:
        raise InvalidInput(f"{where} is not a JSON object: {line[:60]!r}")
    return row


def _record(row: Mapping[str, Any], where: str) -> tuple[str, Any]:
    """The kind and the record of a line. Raises InvalidInput with the position, and the field that is wrong."""
    kind = next(iter(row))
    try:
        record = KINDS[kind].record(**{name: _read(name, value) for name, value in row[kind].items()})
        _check(record)
    except (AttributeError, KeyError, TypeError, ValueError) as e:
        raise InvalidInput(f"{where} is not a record {kind!r:.40} that this version can read: {e}") from e
    return kind, record


def _check(record: Any) -> None:  # noqa: ANN401  records of any kind
    """Raises InvalidInput for a field whose value no store accepts."""
    check_record(record)
    if isinstance(record, Note) and not record.turns:
        raise InvalidInput("turns is empty; a note has at least one source turn.")
    for field in fields(record):
        value = getattr(record, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            _check_value(field.name, part)


def _check_value(name: str, value: object) -> None:
    if name in _UIDS and value is not None:
        checked_name(str(value), name)
    if isinstance(value, str):
        checked_unicode(value, name)
    if isinstance(value, int) and abs(value) >= _MAX_INTEGER:
        raise InvalidInput(f"{name} is {value:.3e}; the limit is {_MAX_INTEGER:,}.")
    if name in _SHARES and isinstance(value, int | float) and not 0 <= value <= 1:
        raise InvalidInput(f"{name} is {value}; give 0 to 1.")
    if name in _NOT_BLANK and not str(value).strip():
        raise InvalidInput(f"{name} is blank.")
    if name in _HEXADECIMAL:
        bytes.fromhex(str(value))
    if isinstance(value, ChangeState):
        _check(value)


def _check_object(name: str, text: str) -> None:
    try:
        is_object = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        is_object = False
    if not is_object:
        raise InvalidInput(f"{name} is {text!r:.80}; give a JSON object.")


def _read(name: str, value: Any) -> Any:  # noqa: ANN401  records of any kind
    if name in _TIMES:
        return moment_of(value, name)
    if name in ("before", "after") and isinstance(value, dict):
        return ChangeState.from_values(value)
    if name == "used_at":
        return tuple(moment_of(each, name) for each in value)
    if name == "vector":
        return _vector(value)
    if name == "corrections":
        found = tuple(
            Correction(**{field: _read(field, part) for field, part in each.items()}) for each in value
        )
        for correction in found:
            check_record(correction)
            checked_text(correction.before, "before")
        return found
    return tuple(value) if isinstance(value, list) else value


def _vector(value: str) -> Vector:
    numbers = np.frombuffer(base64.b64decode(value, validate=True), "<f4").astype(np.float32)
    return checked_vector(numbers, len(numbers), "vector")
