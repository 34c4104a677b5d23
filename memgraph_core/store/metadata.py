"""The stored form of a turn's metadata: JSON text, and for filters one text per key and value."""

import json
from collections.abc import Mapping


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
