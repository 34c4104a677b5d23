"""How both stores store corrections, metadata and vectors, and how they create records from stored values."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import TypeVar

import numpy as np

from memgraph_core.records.graph import Correction
from memgraph_core.records.kinds import Vector


def corrections_row(corrections: Iterable[Correction]) -> str | None:
    """The corrections as JSON; None if there are none."""
    rows = [asdict(each) | {"at": each.at.isoformat()} for each in corrections]
    return json.dumps(rows, ensure_ascii=False) if rows else None


def corrections_from(row: str | None) -> tuple[Correction, ...]:
    """The corrections of a JSON text that `corrections_row` made."""
    if row is None:
        return ()
    return tuple(Correction(**each | {"at": datetime.fromisoformat(each["at"])}) for each in json.loads(row))


def metadata_row(metadata: Mapping[str, object]) -> str | None:
    """The metadata as JSON; None if there is none."""
    return json.dumps(metadata, ensure_ascii=False, sort_keys=True) if metadata else None


def metadata_from(row: str | None) -> dict[str, object]:
    """The metadata of a JSON text that `metadata_row` made."""
    return json.loads(row) if row else {}


def metadata_pairs(metadata: Mapping[str, object] | None) -> list[str]:
    """Each key with its value as one JSON text."""
    return [
        json.dumps([key, value], ensure_ascii=False, sort_keys=True)
        for key, value in (metadata or {}).items()
    ]


FLOATS = np.dtype("<f4")


def bytes_of(vector: Vector) -> bytes:
    """The vector as bytes."""
    return vector.astype(FLOATS).tobytes()


def vector_from(content: bytes | None) -> Vector | None:
    """The vector of bytes that `bytes_of` returned; it cannot be changed."""
    return np.frombuffer(content, FLOATS).astype(np.float32, copy=False) if content else None


Record = TypeVar("Record")


def maker(kind: type[Record]) -> Callable[..., Record]:
    """A constructor for records with values for all their fields, in the order of declaration.

    The values were validated before they were written and are not validated again. The slots are set directly, which
    avoids the checks of a frozen dataclass: a search creates hundreds of records, and the ordinary constructor takes two to
    three times as long.
    """
    setters = [getattr(kind, each.name).__set__ for each in fields(kind)]  # pyright: ignore[reportArgumentType]

    def make(*values: object) -> Record:
        record = object.__new__(kind)
        for set_field, value in zip(setters, values, strict=True):
            set_field(record, value)
        return record

    return make
