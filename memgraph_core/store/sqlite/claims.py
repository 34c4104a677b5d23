"""Who reads turns that wait. Triggers end a claim with the state or the words of its turn."""

import json

from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place

_TAKE = """
INSERT INTO claim (turn, by, until)
SELECT turn.id, :by, :now + (row.value ->> 1) FROM json_each(:turns) row
CROSS JOIN turn ON turn.namespace = :namespace AND turn.uid = row.value ->> 0 AND turn.state = 'pending' WHERE true
ON CONFLICT DO UPDATE SET by = excluded.by, until = excluded.until
"""
_RELEASE = """
DELETE FROM claim WHERE by = :by AND turn IN (
  SELECT turn.id FROM namespace CROSS JOIN turn ON turn.namespace = namespace.id WHERE namespace.name = :name
  AND turn.state = 'pending')
"""


def take(link: Link, place: Place, claim: LeaseRequest, there: AppendResult, now: float) -> None:
    """What is wanted of what the log tells is this reader's from now on."""
    if wanted := claim.select_turns(there):
        values = {"namespace": place.namespace, "by": claim.reader, "now": now}
        link.run(_TAKE, {**values, "turns": json.dumps(list(wanted.items()))})


def release(link: Link, namespace: str, by: str) -> None:
    """See `Store.release`."""
    link.run(_RELEASE, {"name": namespace, "by": by})
