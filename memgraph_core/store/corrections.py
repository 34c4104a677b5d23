"""How the corrections of a turn lie with it in a store: as JSON, gone when the turn goes."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from memgraph_core.records.graph import Correction


def corrections_row(corrections: Iterable[Correction]) -> str | None:
    """The corrections as JSON; None where there are none."""
    rows = [asdict(each) | {"at": each.at.isoformat()} for each in corrections]
    return json.dumps(rows, ensure_ascii=False) if rows else None


def corrections_from(row: str | None) -> tuple[Correction, ...]:
    """The corrections that `corrections_row` was made from."""
    if row is None:
        return ()
    return tuple(Correction(**each | {"at": datetime.fromisoformat(each["at"])}) for each in json.loads(row))
