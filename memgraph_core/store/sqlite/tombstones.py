"""The tombstones of a namespace: looked up by every `log`, left by `forget`, and taken away by whoever says it again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.records.graph import Turn
from memgraph_core.records.log import Tombstone
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.times import micros, moment
from memgraph_core.store.tombstones import marks_of, new_salt, rows_of

_ADD_SALTS = "UPDATE namespace SET salts = ?2 WHERE id = ?1"
_LEAVE = "INSERT INTO tombstone (namespace, mark, salt, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
# Of a turn that is in the log, whoever said it again, no tombstone counts.
_FOUND = """
SELECT row.value ->> 0, tombstone.at FROM json_each(:marks) row CROSS JOIN tombstone
ON tombstone.namespace = :namespace AND tombstone.mark = row.value ->> 1
WHERE NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = :namespace AND turn.uid = row.value ->> 0)
"""
_TAKE_AWAY = """
DELETE FROM tombstone WHERE namespace = :namespace AND mark IN (
  SELECT row.value ->> 1 FROM json_each(:marks) row
  WHERE NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = :namespace AND turn.uid = row.value ->> 0))
"""
_ALL = """
SELECT mark, salt, at FROM tombstone WHERE namespace = (SELECT id FROM namespace WHERE name = ?) ORDER BY mark
"""


def forgotten(link: Link, place: Place, turns: Sequence[Turn]) -> Mapping[str, datetime]:
    """Which of these turns were forgotten, and when."""
    if not place.salts:
        return {}
    return {uid: moment(at) for uid, at in link.run(_FOUND, _asked(place, turns))}


def take_away(link: Link, place: Place, turns: Sequence[Turn]) -> None:
    """Such of these turns as were forgotten are said again, and wanted."""
    if place.salts:
        link.run(_TAKE_AWAY, _asked(place, turns))


def leave(link: Link, place: Place, turns: Iterable[Turn], at: datetime) -> None:
    """Leave tombstones of these turns."""
    salt = next(iter(place.salts), None) or new_salt()
    marks = [mark for turn in turns for mark in marks_of([salt], turn)]
    link.run(_ADD_SALTS, (place.namespace, json.dumps(list(dict.fromkeys([*place.salts, salt])))))
    link.many(_LEAVE, [(place.namespace, mark, salt, micros(at)) for mark in dict.fromkeys(marks)])


def rows_for(place: Place, tombstones: Iterable[Tombstone]) -> dict[str, list[object]]:
    """What a plan is told of tombstones (planned.sql), and all salts of the namespace from then on."""
    rows, salts = rows_of(tombstones)
    return {
        "tombstones": [(row.digest, row.salt, micros(row.at)) for row in rows],
        "salts": list(dict.fromkeys([*place.salts, *salts])) if rows else [],
    }


def tombstones(link: Link, namespace: str) -> tuple[Tombstone, ...]:
    """See `Store.tombstones`."""
    rows = link.run(_ALL, (namespace,))
    return tuple(Tombstone(digest=mark, salt=salt, at=moment(at)) for mark, salt, at in rows)


def _asked(place: Place, turns: Iterable[Turn]) -> dict[str, object]:
    marks = [(turn.uid, mark) for turn in turns for mark in marks_of(place.salts, turn)]
    return {"namespace": place.namespace, "marks": json.dumps(marks)}
