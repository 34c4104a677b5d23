"""`forget` and `correct`: delete turns or make them pending again, with everything derived from them alone.

Counters, names and ends of facts that depend on the remaining turns are recomputed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memgraph_core.records.changes import REQUESTED
from memgraph_core.records.forget import (
    CorrectionResult,
    Forgotten,
    RetainedRecord,
    Selection,
    TurnCorrection,
)
from memgraph_core.records.grouping import grouped
from memgraph_core.records.plan import Stale
from memgraph_core.store.forgetting import FOLLOWING_TURNS, forget_change
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import TURN, json_array, turn_from
from memgraph_core.store.sqlite.write import (
    changes,
    core,
    deletion,
    entities,
    generations,
    invalidations,
    merges,
    revisions,
    tombstones,
)
from memgraph_core.store.values import corrections_from, corrections_row

# The selected turns, and agent-generated turns that used one of them, because they may quote it.
_SELECTED = """
WITH chosen AS MATERIALIZED (
  SELECT t.id, t.uid FROM turn t WHERE t.namespace = :namespace AND (
    :everything
    OR t.uid IN (SELECT value FROM json_each(:turns))
    OR t.session = :session
    OR t.speaker = :speaker
    OR t.id IN (
      SELECT edge.source FROM entity e JOIN edge ON edge.target = e.id
      AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY')
      WHERE e.space = :space AND e.uid = :entity))
)
SELECT id, uid FROM chosen
UNION
SELECT t.id, t.uid FROM turn t WHERE t.namespace = :namespace AND t.used IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(t.used) used WHERE used.value IN (SELECT uid FROM chosen))
ORDER BY 2
"""
_TURNS = f"SELECT {TURN} FROM json_each(:turns) row CROSS JOIN turn t ON t.id = row.value"
_QUOTING = """
SELECT t.id FROM turn t WHERE t.namespace = :namespace AND t.used IS NOT NULL AND t.uid <> :turn AND EXISTS (
  SELECT 1 FROM json_each(t.used) used WHERE used.value = :turn)
"""
# Turns that stay, but may have been extracted together with a removed one: they follow it closely, or their context span
# contains its position. The widest context span of the session limits the turns that are examined.
_EXTRACTED_TOGETHER = """
WITH removed AS MATERIALIZED (
  SELECT t.id, t.namespace, t.session, t.position FROM json_each(:turns) row CROSS JOIN turn t ON t.id = row.value
), widest AS MATERIALIZED (
  SELECT each.session, coalesce(max(span.last - span.first), 0) AS width
  FROM (SELECT DISTINCT namespace, session FROM removed) each
  LEFT JOIN turn t ON t.namespace = each.namespace AND t.session = each.session
  LEFT JOIN context_span span ON span.turn = t.id AND span.space = :space GROUP BY each.session
)
SELECT DISTINCT t.id FROM removed CROSS JOIN widest USING (session)
CROSS JOIN turn t ON t.namespace = removed.namespace AND t.session = removed.session
  AND t.position BETWEEN removed.position - width AND removed.position + max(width, :following)
LEFT JOIN context_span span ON span.turn = t.id AND span.space = :space
WHERE (t.position BETWEEN removed.position AND removed.position + :following
  OR removed.position BETWEEN span.first AND span.last)
AND t.id NOT IN (SELECT id FROM removed)
"""
# Notes from these turns, abstractions with one of them as an instance,
# facts from the deleted notes, the merges that these turns stated, and all entities to which any of
# these refers. A note or fact with another source is kept.
_DERIVED = """
WITH removed_turn(id) AS MATERIALIZED (SELECT value FROM json_each(:turns))
, affected_note(id, kept) AS MATERIALIZED (
  SELECT source, EXISTS (
    SELECT 1 FROM edge other WHERE other.source = edge.source AND other.type = 'FROM'
    AND other.target NOT IN (SELECT id FROM removed_turn))
  FROM removed_turn CROSS JOIN edge ON edge.target = removed_turn.id AND edge.type = 'FROM' GROUP BY source
), abstraction(id) AS MATERIALIZED (
  SELECT source FROM affected_note CROSS JOIN edge ON edge.target = affected_note.id AND edge.type = 'ABSTRACTS'
  UNION
  SELECT b FROM affected_note CROSS JOIN note_link ON note_link.a = affected_note.id AND note_link.reason = 'exception_to'
), affected_fact(id, kept) AS MATERIALIZED (
  SELECT source, EXISTS (
    SELECT 1 FROM edge other WHERE other.source = edge.source AND other.type = 'FACT_FROM'
    AND other.target NOT IN (SELECT id FROM affected_note WHERE NOT kept))
  FROM affected_note CROSS JOIN edge ON edge.target = affected_note.id AND edge.type = 'FACT_FROM'
  WHERE NOT affected_note.kept GROUP BY source
), removed_fact(id) AS (SELECT id FROM affected_fact WHERE NOT kept)
SELECT iif(kept, 'kept note', 'note'), id FROM affected_note WHERE id NOT IN (SELECT id FROM abstraction)
UNION
SELECT 'note', id FROM abstraction
UNION ALL
SELECT iif(kept, 'kept fact', 'fact'), id FROM affected_fact
UNION ALL
SELECT 'merged entity', alias FROM removed_turn CROSS JOIN same_as ON same_as.turn = removed_turn.id
UNION ALL
SELECT 'entity', target FROM removed_turn CROSS JOIN edge
  ON edge.source = removed_turn.id AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY')
UNION
SELECT 'entity', target FROM affected_note CROSS JOIN edge
  ON edge.source = affected_note.id AND edge.type IN ('ABOUT', 'OWN_ABOUT') WHERE NOT kept
UNION
SELECT 'entity', target FROM abstraction CROSS JOIN edge
  ON edge.source = abstraction.id AND edge.type IN ('ABOUT', 'OWN_ABOUT')
UNION
SELECT 'entity', coalesce(subject_via, subject) FROM removed_fact CROSS JOIN fact ON fact.id = removed_fact.id
UNION
SELECT 'entity', coalesce(object_via, object) FROM removed_fact CROSS JOIN fact ON fact.id = removed_fact.id
"""
# The instances of a deleted abstraction are searched again. A summary does not represent its notes.
_RESTORE_INSTANCES = """
UPDATE note SET state = 'active' WHERE state = 'archived' AND id IN (
  SELECT edge.target FROM json_each(:notes) row CROSS JOIN note deleted ON deleted.id = row.value AND deleted.state <> 'summary'
  CROSS JOIN edge ON edge.source = deleted.id AND edge.type = 'ABSTRACTS')
"""
_NOTE_UIDS = "SELECT uid FROM note WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY uid"
_FACT_UIDS = "SELECT uid FROM fact WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY uid"
_TURN_UIDS = "SELECT uid FROM turn WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY uid"
_NOTE_SOURCES = """
SELECT n.uid, t.uid FROM json_each(:ids) row CROSS JOIN note n ON n.id = row.value
CROSS JOIN edge ON edge.source = n.id AND edge.type = 'FROM' CROSS JOIN turn t ON t.id = edge.target
ORDER BY 1, 2
"""
_FACT_SOURCES = """
SELECT DISTINCT f.uid, t.uid FROM json_each(:ids) row CROSS JOIN fact f ON f.id = row.value
CROSS JOIN edge evidence ON evidence.source = f.id AND evidence.type = 'FACT_FROM'
CROSS JOIN edge ON edge.source = evidence.target AND edge.type = 'FROM' CROSS JOIN turn t ON t.id = edge.target
ORDER BY 1, 2
"""
# The text of a fact must not contain a word of a deleted note, so it becomes the text of its first remaining note.
_REWORD_FACTS = """
UPDATE fact SET text = (
  SELECT note.text FROM edge CROSS JOIN note ON note.id = edge.target
  WHERE edge.source = fact.id AND edge.type = 'FACT_FROM'
  ORDER BY note.said_at IS NULL, note.said_at, note.uid LIMIT 1)
WHERE id IN (SELECT value FROM json_each(:facts))
"""
# Names that no other turn uses, and whether they are the display name of their entity.
_UNUSED_NAMES = """
WITH affected AS MATERIALIZED (
  SELECT DISTINCT s.key FROM json_each(:turns) row CROSS JOIN name_source s ON s.turn = row.value AND s.space = :space
), unused AS MATERIALIZED (
  SELECT key FROM affected WHERE NOT EXISTS (
    SELECT 1 FROM name_source s WHERE s.space = :space AND s.key = affected.key
    AND s.turn NOT IN (SELECT value FROM json_each(:turns)))
)
SELECT name.space, name.key, name.entity, name.text = e.name
FROM unused CROSS JOIN (SELECT :space AS space UNION ALL SELECT -:space) either
CROSS JOIN name ON name.space = either.space AND name.key = unused.key CROSS JOIN entity e ON e.id = name.entity
"""
_DELETE_NAME = "DELETE FROM name WHERE space = :space AND key = :key AND entity = :entity"
# An entity that lost its display name gets its longest remaining name (its own names first), or else its uid.
_RENAME_ENTITIES = """
UPDATE entity SET name = coalesce((
  SELECT text FROM name WHERE entity = entity.id ORDER BY via IS NOT NULL, length(text) DESC, text LIMIT 1), uid)
WHERE id IN (SELECT value FROM json_each(:entities))
"""
_UNREFERENCED_ENTITIES = """
SELECT id, uid FROM entity WHERE id IN (SELECT value FROM json_each(:entities))
AND NOT EXISTS (SELECT 1 FROM edge WHERE target = entity.id AND edge.type IN ('MENTIONS', 'ABOUT', 'SPOKEN_BY'))
AND NOT EXISTS (SELECT 1 FROM fact WHERE subject = entity.id)
AND NOT EXISTS (SELECT 1 FROM fact WHERE object = entity.id)
AND NOT EXISTS (SELECT 1 FROM same_as WHERE alias = entity.id)
AND NOT EXISTS (SELECT 1 FROM same_as WHERE canonical = entity.id)
"""
_SET_PENDING = "UPDATE turn SET state = 'pending' WHERE id IN (SELECT value FROM json_each(:turns))"
_DELETE_NOVELTY_STATE = "DELETE FROM novelty_state WHERE space = :space"
_DELETE_EMPTY_SESSIONS = """
DELETE FROM session WHERE namespace = :namespace
AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = session.namespace AND turn.session = session.uid)
"""
_UPDATE_SESSIONS = """
UPDATE session SET (started_at, last_at) = (
  SELECT min(at), max(at) FROM turn WHERE turn.namespace = session.namespace AND turn.session = session.uid)
WHERE namespace = :namespace
"""
_TO_CORRECT = "SELECT id, text, corrections FROM turn WHERE namespace = :namespace AND uid = :turn"
_CORRECT = "UPDATE turn SET text = :text, terms = :terms, corrections = :corrections WHERE id = :turn"
_DELETE_LEASE = "DELETE FROM lease WHERE turn = :turn"
# The session of such a job may contain words of a turn, and its attempts concern other turns than before.
_DELETE_DERIVE_JOBS = """
DELETE FROM job WHERE namespace = :namespace AND kind = 'derive'
AND session IN (SELECT session FROM turn WHERE id IN (SELECT value FROM json_each(:turns)))
"""
# The reason of a person's decision may contain words about a deleted note, fact or entity of the decision.
_CLEAR_REASONS = """
UPDATE change SET reason = :requested WHERE namespace = :namespace AND by = 'user' AND reason <> :requested
AND EXISTS (SELECT 1 FROM json_each(:deleted) row WHERE instr(before || after, '"' || row.value || '"'))
"""
# The message of an error may contain words of any turn.
_CLEAR_JOB_ERRORS = "UPDATE job SET error = '' WHERE namespace = :namespace AND error <> ''"
_DELETE_NAMESPACE = (
    "DELETE FROM call WHERE namespace = :namespace",
    "DELETE FROM call_total WHERE namespace = :namespace",
    "DELETE FROM session WHERE namespace = :namespace",
    "DELETE FROM job WHERE namespace = :namespace",
    "DELETE FROM change WHERE namespace = :namespace",
    "DELETE FROM tombstone WHERE namespace = :namespace",
    "DELETE FROM core_state WHERE namespace = :namespace",
    "DELETE FROM generation_build WHERE namespace = :namespace",
    "DELETE FROM namespace WHERE id = :namespace",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Derived:
    """The records derived from turns, as ids."""

    notes: Sequence[int]  # to be deleted
    facts: Sequence[int]
    kept_notes: Sequence[int]  # they have other sources
    kept_facts: Sequence[int]
    merged_entities: Sequence[int]  # their merge was stated by one of the turns
    entities: Sequence[int]  # entities to which any of these records refers


def forget(connection: Connection, namespace: str, selection: Selection, *, lasting: bool) -> Forgotten:
    """See `Store.forget`. The selection is checked; the caller erases the deleted bytes afterwards."""
    state = namespace_state.find(connection, namespace)
    if state is None:
        return Forgotten()
    if selection.everything:
        generations.discard(connection, namespace)
        return _forget_everything(connection, state)
    selected = _selected(connection, state, selection)
    if not selected:
        return Forgotten()
    generations.discard(connection, namespace)
    now = datetime.now(UTC)
    turns = sorted(selected.values())
    if lasting:
        rows = connection.run(_TURNS, {"turns": json_array(turns)})
        tombstones.write_for(connection, state, map(turn_from, rows), now)
    forgotten = replace(_remove(connection, state, turns), turns=tuple(selected))
    core.forget_turns(connection, state.namespace, tuple(selected))
    namespace_state.advance(connection, namespace, state.version, state.generation)
    changes.write(connection, state.namespace, [forget_change(namespace, state.version, len(turns), now)])
    return forgotten


def correct(connection: Connection, namespace: str, replacement: TurnCorrection) -> CorrectionResult | Stale:
    """See `Store.correct`."""
    state = namespace_state.find(connection, namespace)
    selected = {"namespace": state.namespace if state else None, "turn": replacement.turn}
    rows = connection.run(_TO_CORRECT, selected)
    if state is None or not rows or rows[0][1] != replacement.correction.before:
        return Stale(state.version if state else 0)
    generations.discard(connection, namespace)
    ((turn, _, earlier),) = rows
    quoting = [row[0] for row in connection.run(_QUOTING, selected)]
    removed = _remove(connection, state, [], reread=[turn, *quoting])
    corrections = corrections_row([*corrections_from(earlier), replacement.correction])
    text = {"text": replacement.text, "terms": replacement.terms, "corrections": corrections}
    connection.run(_CORRECT, {"turn": turn, **text})
    connection.run(_DELETE_LEASE, {"turn": turn})
    advanced = namespace_state.advance(connection, namespace, state.version, state.generation) or state
    changes.write(connection, state.namespace, [replacement.change])
    return CorrectionResult(advanced.version, removed)


def _selected(connection: Connection, state: NamespaceState, selection: Selection) -> dict[str, int]:
    """The ids of the selected turns by uid, sorted by uid."""
    values = {
        "namespace": state.namespace,
        "space": state.space,
        "everything": int(selection.everything),
        "turns": json_array(selection.turns),
        "session": selection.session,
        "speaker": selection.speaker,
        "entity": selection.entity,
    }
    return {uid: node for node, uid in connection.run(_SELECTED, values)}


def _remove(
    connection: Connection, state: NamespaceState, removed: Sequence[int], reread: Sequence[int] = ()
) -> Forgotten:
    """Delete the turns `removed` (ids), and the data derived from them, from the turns `reread` (ids), and from turns that were
    extracted together with any of these. Turns that stay become pending.
    """
    values = {"turns": json_array([*removed, *reread]), "following": FOLLOWING_TURNS, "space": state.space}
    together = [row[0] for row in connection.run(_EXTRACTED_TOGETHER, values)]
    pending = sorted({*together, *reread})
    affected = [*removed, *pending]
    derived = _derived_from(connection, affected)
    forgotten = Forgotten(
        notes=_uids(connection, _NOTE_UIDS, derived.notes),
        facts=_uids(connection, _FACT_UIDS, derived.facts),
        pending=_uids(connection, _TURN_UIDS, pending),
    )
    settled = invalidations.settle_deleted(connection, state, derived.facts, affected)
    revisions.withdraw(connection, affected)
    renamed = _delete_unused_names(connection, state, affected)
    deletion.delete_facts(connection, derived.facts)
    connection.run(_RESTORE_INSTANCES, {"notes": json_array(derived.notes)})
    deletion.delete_notes(connection, state.space, derived.notes)
    connection.run(_DELETE_DERIVE_JOBS, {"namespace": state.namespace, "turns": json_array(affected)})
    connection.run(_CLEAR_JOB_ERRORS, {"namespace": state.namespace})
    deletion.delete_turns(connection, removed)
    deletion.delete_derived_from_turns(connection, pending)
    connection.run(_SET_PENDING, {"turns": json_array(pending)})
    connection.run(_REWORD_FACTS, {"facts": json_array(derived.kept_facts)})
    deleted_entities = _update_entities(connection, state, derived, renamed)
    deleted = json_array([*forgotten.notes, *forgotten.facts, *deleted_entities])
    connection.run(_CLEAR_REASONS, {"namespace": state.namespace, "requested": REQUESTED, "deleted": deleted})
    connection.run(_DELETE_NOVELTY_STATE, {"space": state.space})
    connection.run(_DELETE_EMPTY_SESSIONS, {"namespace": state.namespace})
    connection.run(_UPDATE_SESSIONS, {"namespace": state.namespace})
    return replace(
        forgotten,
        entities=deleted_entities,
        kept_notes=_retained(connection, _NOTE_SOURCES, derived.kept_notes),
        kept_facts=_retained(connection, _FACT_SOURCES, derived.kept_facts),
        restored_facts=tuple(settled.restored),
    )


def _derived_from(connection: Connection, turns: Sequence[int]) -> _Derived:
    rows = connection.run(_DERIVED, {"turns": json_array(turns)})
    by_kind = grouped((kind, node) for kind, node in rows)
    return _Derived(
        notes=by_kind.get("note", []),
        facts=by_kind.get("fact", []),
        kept_notes=by_kind.get("kept note", []),
        kept_facts=by_kind.get("kept fact", []),
        merged_entities=by_kind.get("merged entity", []),
        entities=by_kind.get("entity", []),
    )


def _update_entities(
    connection: Connection, state: NamespaceState, derived: _Derived, renamed: Sequence[int]
) -> tuple[str, ...]:
    """Split, rename, delete and recount entities; returns the uids of those that were deleted, sorted."""
    touched = [*derived.entities, *derived.merged_entities]
    affected = merges.undo_for_forget(connection, state, touched, derived.merged_entities)
    connection.run(_RENAME_ENTITIES, {"entities": json_array(renamed)})
    unreferenced = connection.run(_UNREFERENCED_ENTITIES, {"entities": json_array(affected)})
    deletion.delete_entities(connection, [node for node, _ in unreferenced])
    entities.recount(connection, affected)
    return tuple(sorted(uid for _, uid in unreferenced))


def _delete_unused_names(connection: Connection, state: NamespaceState, turns: Sequence[int]) -> list[int]:
    """Delete the names that only these turns use. Returns the ids of the entities that had one of them as display name."""
    unused = connection.run(_UNUSED_NAMES, {"space": state.space, "turns": json_array(turns)})
    connection.run_many(
        _DELETE_NAME, [{"space": space, "key": key, "entity": entity} for space, key, entity, _ in unused]
    )
    return [entity for _, _, entity, displayed in unused if displayed]


def _retained(connection: Connection, statement: str, ids: Collection[int]) -> tuple[RetainedRecord, ...]:
    """Records (ids) that stay, with their remaining source turns."""
    turns = grouped((uid, turn) for uid, turn in connection.run(statement, {"ids": json_array(ids)}))
    return tuple(RetainedRecord(uid=uid, turns=tuple(sources)) for uid, sources in turns.items())


def _uids(connection: Connection, statement: str, ids: Collection[int]) -> tuple[str, ...]:
    return tuple(uid for (uid,) in connection.run(statement, {"ids": json_array(ids)}))


def _forget_everything(connection: Connection, state: NamespaceState) -> Forgotten:
    """Delete the namespace with its log and all its spaces."""
    turns: Mapping[str, int] = _selected(connection, state, Selection(everything=True))
    first = state.namespace << 16
    deleted = deletion.delete_spaces(connection, first, first + 65_535)
    deletion.delete_turns(connection, list(turns.values()))
    for statement in _DELETE_NAMESPACE:
        connection.run(statement, {"namespace": state.namespace})
    return Forgotten(
        turns=tuple(turns), notes=deleted["note"], facts=deleted["fact"], entities=deleted["entity"]
    )
