"""A rebuild's generation: created, filled while it is invisible, then made current or discarded.

Its records have a space of their own. Other data that must not be visible before the switch are stored separately: states and
vectors of turns in tables of their own, decisions under the negated space.
"""

import json

from memgraph_core.errors import StoreError
from memgraph_core.records.changes import Change
from memgraph_core.records.plan import Applied, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, space_name
from memgraph_core.store.checks import check_stamp, stamp_from
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write import changes, deletion
from memgraph_core.store.sqlite.write import plan as plans
from memgraph_core.store.sqlite.write.batch import json_rows

_LAST_GENERATION = 65_535  # a space is the number of the namespace and 16 bits for the generation

_BEGIN = """
INSERT INTO generation_build (namespace, generation, reached, model, dimension, new_model, extractor)
VALUES (:namespace, :generation + 1, 0, :model, :dimension, :new_model, :extractor)
ON CONFLICT DO UPDATE SET generation = generation + 1, reached = 0, model = excluded.model, dimension = excluded.dimension,
  new_model = excluded.new_model, extractor = excluded.extractor WHERE reached IS NULL
"""
_SET_STAMP = "UPDATE namespace SET model = :model, dimension = :dimension WHERE id = :namespace"
_BUILD = """
SELECT n.id, n.documents, n.salt, b.generation, b.reached, b.model, b.dimension, n.tombstone_salts
FROM namespace n CROSS JOIN generation_build b ON b.namespace = n.id
WHERE n.name = :name AND b.reached IS NOT NULL
"""
_PROGRESS = """
SELECT (SELECT count(*) FROM turn WHERE namespace = :namespace AND id <= :reached),
  (SELECT count(*) FROM turn WHERE namespace = :namespace),
  (SELECT state FROM novelty_state WHERE space = :space),
  (SELECT extractor FROM generation_build WHERE namespace = :namespace)
"""
_HAS_NEW_MODEL = "SELECT new_model FROM generation_build WHERE namespace = :namespace"
_TURN_STATES = """
INSERT INTO built_turn_state (namespace, turn, state)
SELECT t.namespace, t.id, row.value ->> '$.state' FROM json_each(:rows) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn' WHERE true
ON CONFLICT DO UPDATE SET state = excluded.state
"""
_REACH = """
UPDATE generation_build SET reached = max(reached, coalesce((
  SELECT max(t.id) FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value), 0))
WHERE namespace = :namespace RETURNING reached
"""
_LATER_TURNS = "SELECT EXISTS (SELECT 1 FROM turn WHERE namespace = :namespace AND id > :reached)"
_SWITCH = (
    """
    UPDATE turn SET state = (SELECT state FROM built_turn_state b WHERE b.namespace = :namespace AND b.turn = turn.id)
    WHERE namespace = :namespace AND id IN (SELECT turn FROM built_turn_state WHERE namespace = :namespace)
    """,
    """
    DELETE FROM lease WHERE turn IN (
      SELECT turn FROM built_turn_state WHERE namespace = :namespace AND state <> 'pending')
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
_SWITCH_MODEL = (
    """
    UPDATE namespace SET (model, dimension) =
      (SELECT model, dimension FROM generation_build WHERE namespace = :namespace)
    WHERE id = :namespace
    """,
    "DELETE FROM turn_vector WHERE turn IN (SELECT id FROM turn WHERE namespace = :namespace)",
    """
    INSERT INTO turn_vector (turn, vector) SELECT turn, vector FROM built_turn_vector WHERE namespace = :namespace
    """,
)
_END = (
    "DELETE FROM built_turn_vector WHERE namespace = :namespace",
    "DELETE FROM built_turn_state WHERE namespace = :namespace",
    "DELETE FROM change WHERE namespace = -:space",
    "UPDATE generation_build SET reached = NULL WHERE namespace = :namespace",
)


def begin(
    connection: Connection, namespace: str, extractor: str, stamp: EmbeddingStamp | None
) -> GenerationBuild | None:
    """See `Store.begin_generation`."""
    current = namespace_state.find(connection, namespace)
    if current is None:
        return None
    model = {"model": stamp.model if stamp else None, "dimension": stamp.dimension if stamp else None}
    new_model = current.stamp is not None and current.stamp != stamp
    if current.stamp is None and stamp:
        connection.run(_SET_STAMP, {"namespace": current.namespace, **model})
    connection.run(
        _BEGIN,
        {
            "namespace": current.namespace,
            "generation": current.generation,
            "new_model": int(new_model),
            "extractor": extractor,
            **model,
        },
    )
    build = find_build(connection, namespace)
    if build is None or build.generation > _LAST_GENERATION:
        raise StoreError(
            f"{namespace!r} has been rebuilt {_LAST_GENERATION:,} times, which is the limit of a file. "
            "Import it into a new namespace."
        )
    values = {"namespace": build.namespace, "reached": build.version, "space": build.space}
    ((done, total, novelty_state, begun_by),) = connection.run(_PROGRESS, values)
    return GenerationBuild(
        space=space_name(namespace, build.generation),
        log_position=build.version,
        turns_done=done,
        turns_total=total,
        novelty_state=novelty_state,
        extractor=begun_by,
        model=build.stamp.model if build.stamp else None,
    )


def find_build(connection: Connection, namespace: str, space: str | None = None) -> NamespaceState | None:
    """The generation that is being derived, with its log position as version; None if there is none, or another space."""
    rows = connection.run(_BUILD, {"name": namespace})
    if not rows:
        return None
    number, documents, salt, generation, reached, model, dimension, tombstone_salts = rows[0]
    if space is not None and space != space_name(namespace, generation):
        return None
    return NamespaceState(
        namespace=number,
        space=number * 65536 + generation,
        version=reached,
        generation=generation,
        documents=documents,
        salt=salt,
        stamp=stamp_from(model, dimension),
        tombstone_salts=tuple(json.loads(tombstone_salts)) if tombstone_salts else (),
    )


def apply(
    connection: Connection, namespace: str, plan: WritePlan, stamp: EmbeddingStamp | None
) -> Applied | None:
    """Write a plan to the generation that is being derived; None if the plan is for another space or is stale."""
    build = find_build(connection, namespace, plan.space)
    if build is None or build.version != plan.version:
        return None
    check_stamp(namespace, build.stamp, stamp)
    if plans.misses_turns(connection, build, plan):
        return None
    new_model = _has_new_model(connection, build)
    plans.write(connection, build, plan, stamp, visible=False, new_model=new_model)
    states = [{"turn": turn.uid, "state": turn.state} for turn in plan.turns]
    connection.run(_TURN_STATES, {"namespace": build.namespace, "rows": json_rows(states)})
    turns = json_array(turn.uid for turn in plan.turns)
    ((reached,),) = connection.run(_REACH, {"namespace": build.namespace, "turns": turns})
    return Applied(reached)


def switch(connection: Connection, namespace: str, space: str, change: Change) -> Applied | Stale:
    """See `Store.switch_generation`."""
    current = namespace_state.find(connection, namespace)
    build = find_build(connection, namespace, space)
    if current is None or build is None or _has_later_turns(connection, build):
        return Stale(current.version if current else 0)
    values = {"namespace": build.namespace, "space": build.space, "generation": build.generation}
    switch_model = _SWITCH_MODEL if _has_new_model(connection, build) else ()
    for statement in (*_SWITCH, *switch_model, *_END):
        connection.run(statement, values)
    changes.write(connection, current.namespace, [change])
    deletion.delete_spaces(connection, current.space, current.space)
    return Applied(current.version + 1)


def discard(connection: Connection, namespace: str) -> bool:
    """See `Store.discard_generation`."""
    build = find_build(connection, namespace)
    if build is None:
        return False
    for statement in _END:
        connection.run(statement, {"namespace": build.namespace, "space": build.space})
    deletion.delete_spaces(connection, build.space, build.space)
    return True


def _has_new_model(connection: Connection, build: NamespaceState) -> bool:
    """Whether the embedding stamp of the generation differs from that of the namespace."""
    return bool(connection.run(_HAS_NEW_MODEL, {"namespace": build.namespace})[0][0])


def _has_later_turns(connection: Connection, build: NamespaceState) -> bool:
    """Whether the log has turns that the generation does not contain."""
    values = {"namespace": build.namespace, "reached": build.version}
    return bool(connection.run(_LATER_TURNS, values)[0][0])
