"""The corrections of a turn as JSON, stored with the turn and deleted with it."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from memgraph_core.records.graph import Correction


def corrections_row(corrections: Iterable[Correction]) -> str | None:
    """The corrections as JSON; None if there are none."""
    rows = [asdict(each) | {"at": each.at.isoformat()} for each in corrections]
    return json.dumps(rows, ensure_ascii=False) if rows else None


def corrections_from(row: str | None) -> tuple[Correction, ...]:
    """The corrections of a JSON text that `corrections_row` made."""
    if row is None:
        return ()
    return tuple(Correction(**each | {"at": datetime.fromisoformat(each["at"])}) for each in json.loads(row))
