"""The generation that a rebuild derives: begun, written to and looked at unseen, then switched to or discarded.

It is a space like the current one. What must not be seen early waits elsewhere: states of turns in `rebuilt`,
decisions under the negated number of the space, which no namespace has.
"""

import json
from threading import Lock

from memgraph_core.errors import StoreError
from memgraph_core.records.graph import Change
from memgraph_core.records.plan import Applied, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other, stamp_from
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite import plan as plans
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.vectors import ARCHIVED, PLAIN, VAULT, Searchable, Shelf

_MOST = 65535  # generations of a namespace: its space is a number of its own and the generation's 16 bits

_BEGUN = """
INSERT INTO building (namespace, generation, reached, model, dimension, anew, extractor)
VALUES (?1, ?2 + 1, 0, ?3, ?4, ?5, ?6)
ON CONFLICT DO UPDATE SET generation = generation + 1, reached = 0, model = excluded.model,
  dimension = excluded.dimension, anew = excluded.anew, extractor = excluded.extractor WHERE reached IS NULL
"""
_STAMPED = "UPDATE namespace SET model = ?2, dimension = ?3 WHERE id = ?1"
_BUILDING = """
SELECT here.id, here.documents, here.salt, building.generation, building.reached, building.model, building.dimension
FROM namespace here CROSS JOIN building ON building.namespace = here.id
WHERE here.name = ? AND building.reached IS NOT NULL
"""
_PROGRESS = """
SELECT (SELECT count(*) FROM turn WHERE namespace = ?1 AND id <= ?2), (SELECT count(*) FROM turn WHERE namespace = ?1),
  (SELECT state FROM gate WHERE space = ?3), (SELECT extractor FROM building WHERE namespace = ?1)
"""
_ANEW = "SELECT anew FROM building WHERE namespace = ?"
# New notes of a space, and new states of notes, have higher ids than those that were there before.
_VECTORS = f"""
SELECT n.id, n.uid, CASE WHEN n.state = 'archived' THEN {ARCHIVED} WHEN n.kind = 'vault' THEN {VAULT} ELSE {PLAIN} END,
  (SELECT vector FROM note_vector WHERE note = n.id), revised
FROM (
  SELECT id, max(revised) AS revised FROM (
    SELECT id, 0 AS revised FROM note WHERE id > ?2 UNION ALL SELECT note, id FROM revision WHERE id > ?3)
  GROUP BY id) came
CROSS JOIN note n ON n.id = came.id AND +n.space = ?1 ORDER BY n.id
"""
_REBUILT = """
INSERT INTO rebuilt (namespace, turn, state)
SELECT t.namespace, t.id, row.value ->> 1 FROM json_each(:turns) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> 0 WHERE true
ON CONFLICT DO UPDATE SET state = excluded.state
"""
_REACHED = """
UPDATE building SET reached = max(reached, coalesce((
  SELECT max(t.id) FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value), 0))
WHERE namespace = :namespace RETURNING reached
"""
_NEWER = "SELECT EXISTS (SELECT 1 FROM turn WHERE namespace = ? AND id > ?)"
_SWITCH = (
    """
    UPDATE turn SET state = (SELECT state FROM rebuilt WHERE rebuilt.namespace = :namespace AND rebuilt.turn = turn.id)
    WHERE namespace = :namespace AND id IN (SELECT turn FROM rebuilt WHERE rebuilt.namespace = :namespace)
    """,
    """
    UPDATE namespace SET generation = :generation, version = version + 1, documents =
      (SELECT count(*) FROM turn WHERE namespace = :namespace AND role NOT IN ('assistant', 'web'))
      + (SELECT count(*) FROM note WHERE space = :space AND state <> 'agent_generated')
    WHERE id = :namespace
    """,
    "DELETE FROM change WHERE namespace = :namespace AND by = 'engine'",
    "UPDATE change SET namespace = :namespace WHERE namespace = -:space",
)
# Only where the vectors are of another model: else turns have had theirs since they were read.
_NEW_MODEL = (
    "UPDATE namespace SET (model, dimension) = (SELECT model, dimension FROM building WHERE namespace = :namespace)"
    " WHERE id = :namespace",
    "DELETE FROM turn_vector WHERE turn IN (SELECT id FROM turn WHERE namespace = :namespace)",
    "INSERT INTO turn_vector (turn, vector) SELECT turn, vector FROM rebuilt_vector WHERE namespace = :namespace",
)
_CLOSE = (
    "DELETE FROM rebuilt_vector WHERE namespace = :namespace",
    "DELETE FROM rebuilt WHERE namespace = :namespace",
    "DELETE FROM change WHERE namespace = -:space",
    "UPDATE building SET reached = NULL WHERE namespace = :namespace",
)
# Facts and notes first: what hangs on an entity is then little.
_DROP = tuple(
    f"DELETE FROM {table} WHERE space = ?"
    for table in ("fact", "note", "entity", "name", "said", "saw", "gate")
)


def begin(link: Link, namespace: str, extractor: str, stamp: EmbeddingStamp | None) -> GenerationBuild | None:
    """See `Store.begin`."""
    here = places.find(link, namespace)
    if here is None:
        return None
    model = (stamp.model, stamp.dimension) if stamp else (None, None)
    anew = here.stamp is not None and here.stamp != stamp
    if here.stamp is None and stamp:
        link.run(_STAMPED, (here.namespace, *model))
    link.run(_BEGUN, (here.namespace, here.generation, *model, anew, extractor))
    place = building(link, namespace)
    if place is None or place.generation > _MOST:
        raise StoreError(
            f"{namespace!r} has been rebuilt {_MOST:,} times, which is as often as its numbers last. "
            "Remember it in a new namespace."
        )
    ((done, turns, gate, begun_by),) = link.run(_PROGRESS, (place.namespace, place.version, place.space))
    space = space_name(namespace, place.generation)
    return GenerationBuild(
        space=space,
        log_position=place.version,
        turns_done=done,
        turns_total=turns,
        novelty_state=gate,
        extractor=begun_by,
        model=place.stamp.model if place.stamp else None,
    )


def building(link: Link, namespace: str) -> Place | None:
    """Where the generation that is being derived stands, its version being how far it has come; None without one."""
    rows = link.run(_BUILDING, (namespace,))
    if not rows:
        return None
    number, documents, salt, generation, reached, model, dimension = rows[0]
    stamp = stamp_from(model, dimension)
    return Place(number, number * 65536 + generation, reached, generation, documents, salt, stamp)


def building_of(link: Link, namespace: str, space: str) -> Place | None:
    """The same, if it is the one of this name."""
    place = building(link, namespace)
    return place if place and space_name(namespace, place.generation) == space else None


def apply(link: Link, namespace: str, plan: WritePlan, stamp: EmbeddingStamp | None) -> Applied | None:
    """Carry out a plan for the generation that is being derived; None when it is not one, or is stale."""
    place = building_of(link, namespace, plan.space)
    if place is None or place.version != plan.version:
        return None
    refuse_other(namespace, place.stamp, stamp)
    missing, merged = plans.gone_and_merged(link, namespace, plan)
    if missing:
        return None
    anew = _is_anew(link, place)
    plans.carry_out(link, place, plan, stamp, merged=merged > 0, seen=False, anew=anew)
    states = json.dumps([(turn.uid, turn.state) for turn in plan.turns])
    link.run(_REBUILT, {"namespace": place.namespace, "turns": states})
    turns = ids(turn.uid for turn in plan.turns)
    ((reached,),) = link.run(_REACHED, {"namespace": place.namespace, "turns": turns})
    return Applied(reached)


def switch(link: Link, namespace: str, space: str, change: Change) -> Applied | Stale:
    """See `Store.switch`."""
    here = places.find(link, namespace)
    place = building_of(link, namespace, space)
    if here is None or place is None or link.run(_NEWER, (place.namespace, place.version))[0][0]:
        return Stale(here.version if here else 0)
    numbers = {"namespace": place.namespace, "space": place.space, "generation": place.generation}
    new_model = _NEW_MODEL if _is_anew(link, place) else ()
    for statement in (*_SWITCH, *new_model, *_CLOSE):
        link.run(statement, numbers)
    link.many(plans.CHANGE, [plans.change_row(here.namespace, change)])
    _drop(link, here.space)
    return Applied(here.version + 1)


def discard(link: Link, namespace: str) -> bool:
    """See `Store.discard`."""
    place = building(link, namespace)
    if place is None:
        return False
    for statement in _CLOSE:
        link.run(statement, {"namespace": place.namespace, "space": place.space})
    _drop(link, place.space)
    return True


def _is_anew(link: Link, place: Place) -> bool:
    """Whether what is being derived has vectors of another model than what is searched."""
    return bool(link.run(_ANEW, (place.namespace,))[0][0])


def _drop(link: Link, space: int) -> None:
    """Remove what was derived in a space; triggers take edges and full text along."""
    for statement in _DROP:
        link.run(statement, (space,))


class Growing:
    """The vectors of the notes of a generation that is being derived: they come and are revised, none goes."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._lock = Lock()
        self._space, self._last, self._revised, self._shelf = -1, 0, 0, Shelf(dimension)

    def in_step(self, link: Link, place: Place) -> Searchable:
        """The vectors as this transaction sees them."""
        with self._lock:
            if self._space != place.space:
                self._space, self._last, self._revised = place.space, 0, 0
                self._shelf = Shelf(self._dimension)
            if came := link.run(_VECTORS, (place.space, self._last, self._revised)):
                self._shelf.change([row[:4] for row in came])
                self._last = max(self._last, came[-1][0])
                self._revised = max(self._revised, *(row[4] for row in came))
            return self._shelf.snapshot()
