"""`forget`: turns go, with everything derived from them alone; what remains is counted anew.

Triggers of the schema take edges, names and full text along with their node. Afterwards the database
empties its write-ahead log, so that no byte is left (SQLite overwrites what it deletes: secure_delete).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import (
    CorrectionResult,
    Forgotten,
    RetainedRecord,
    Selection,
    TurnCorrection,
)
from memgraph_core.records.graph import uid_of
from memgraph_core.records.plan import Stale
from memgraph_core.store.corrections import corrections_from, corrections_row
from memgraph_core.store.forget_reach import REACH
from memgraph_core.store.sqlite import closings, generations, merging, revisions, tombstones
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.counting import recount
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.plan import CHANGE, change_row
from memgraph_core.store.sqlite.records import TURN, ids, read_records
from memgraph_core.store.sqlite.times import micros

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
# Turns that stay, but may have been read together with one that goes: by their places, or because they saw its place.
# No turn of a session saw further than the widest of them did, so that the others need not be looked at.
_BESIDE = """
WITH gone AS MATERIALIZED (
  SELECT t.id, t.namespace, t.session, t.position FROM json_each(:turns) row CROSS JOIN turn t ON t.id = row.value
), widest AS MATERIALIZED (
  SELECT each.session, coalesce(max(saw.last - saw.first), 0) AS width FROM (SELECT DISTINCT namespace, session FROM gone) each
  LEFT JOIN turn t ON t.namespace = each.namespace AND t.session = each.session
  LEFT JOIN saw ON saw.turn = t.id AND saw.space = :space GROUP BY each.session
)
SELECT DISTINCT t.id FROM gone CROSS JOIN widest USING (session)
CROSS JOIN turn t ON t.namespace = gone.namespace AND t.session = gone.session
  AND t.position BETWEEN gone.position - width AND gone.position + max(width, :reach)
LEFT JOIN saw ON saw.turn = t.id AND saw.space = :space
WHERE (t.position BETWEEN gone.position AND gone.position + :reach OR gone.position BETWEEN saw.first AND saw.last)
AND t.id NOT IN (SELECT id FROM gone)
"""
# Rows: what, id. A note (fact) whose every source goes is `note` (`fact`), one with others is `kept_note`.
_DERIVED = """
WITH gone_turn(id) AS MATERIALIZED (SELECT value FROM json_each(:turns))
, note_hit(id, kept) AS MATERIALIZED (
  SELECT source, EXISTS (
    SELECT 1 FROM edge other WHERE other.source = edge.source AND other.type = 'FROM'
    AND other.target NOT IN (SELECT id FROM gone_turn))
  FROM gone_turn CROSS JOIN edge ON edge.target = gone_turn.id AND edge.type = 'FROM' GROUP BY source
), fact_hit(id, kept) AS MATERIALIZED (
  SELECT source, EXISTS (
    SELECT 1 FROM edge other WHERE other.source = edge.source AND other.type = 'FACT_FROM'
    AND other.target NOT IN (SELECT id FROM note_hit WHERE NOT kept))
  FROM note_hit CROSS JOIN edge ON edge.target = note_hit.id AND edge.type = 'FACT_FROM'
  WHERE NOT note_hit.kept GROUP BY source
), gone_fact(id) AS (SELECT id FROM fact_hit WHERE NOT kept)
SELECT iif(kept, 'kept_note', 'note'), id FROM note_hit
UNION ALL
SELECT iif(kept, 'kept_fact', 'fact'), id FROM fact_hit
UNION ALL
SELECT 'untold', alias FROM gone_turn CROSS JOIN same_as ON same_as.turn = gone_turn.id
UNION ALL
SELECT 'entity', target FROM gone_turn CROSS JOIN edge
  ON edge.source = gone_turn.id AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY')
UNION
SELECT 'entity', target FROM note_hit CROSS JOIN edge
  ON edge.source = note_hit.id AND edge.type IN ('ABOUT', 'OWN_ABOUT') WHERE NOT kept
UNION
SELECT 'entity', coalesce(subject_via, subject) FROM gone_fact CROSS JOIN fact ON fact.id = gone_fact.id
UNION
SELECT 'entity', coalesce(object_via, object) FROM gone_fact CROSS JOIN fact ON fact.id = gone_fact.id
"""
# No word of a note that is gone: the text is that of a note that is left.
_REWORD = """
UPDATE fact SET text = (
  SELECT note.text FROM edge CROSS JOIN note ON note.id = edge.target
  WHERE edge.source = fact.id AND edge.type = 'FACT_FROM'
  ORDER BY note.said_at IS NULL, note.said_at, note.uid LIMIT 1)
WHERE id IN (SELECT value FROM json_each(?))
"""
# Names that none but these turns say, whose they are, and whether they are what somebody is shown by.
_UNSAID = """
WITH lost AS MATERIALIZED (
  SELECT DISTINCT said.key FROM json_each(:turns) row CROSS JOIN said ON said.turn = row.value AND said.space = :space
), unsaid AS MATERIALIZED (
  SELECT key FROM lost WHERE NOT EXISTS (
    SELECT 1 FROM said WHERE said.space = :space AND said.key = lost.key
    AND said.turn NOT IN (SELECT value FROM json_each(:turns)))
)
SELECT name.space, name.key, name.entity, name.text = e.name
FROM unsaid CROSS JOIN (SELECT :space AS space UNION ALL SELECT -:space) its
CROSS JOIN name ON name.space = its.space AND name.key = unsaid.key CROSS JOIN entity e ON e.id = name.entity
"""
_DELETE_NAME = "DELETE FROM name WHERE space = ? AND key = ? AND entity = ?"
_RENAME = """
UPDATE entity SET name = coalesce((
  SELECT text FROM name WHERE entity = entity.id ORDER BY via IS NOT NULL, length(text) DESC, text LIMIT 1), uid)
WHERE id IN (SELECT value FROM json_each(?))
"""
_UNDERIVE = (
    """DELETE FROM edge WHERE source IN (SELECT value FROM json_each(?))
    AND type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY')""",
    "DELETE FROM edge WHERE target IN (SELECT value FROM json_each(?)) AND type = 'FROM'",
    "UPDATE turn SET state = 'pending' WHERE id IN (SELECT value FROM json_each(?))",
    "DELETE FROM turn_vector WHERE turn IN (SELECT value FROM json_each(?))",
    "DELETE FROM saw WHERE turn IN (SELECT value FROM json_each(?))",
    "DELETE FROM said WHERE turn IN (SELECT value FROM json_each(?))",
)
# By what they were or are known, once they are gone or have lost a source.
_TOLD = """
SELECT 'note', uid FROM note WHERE id IN (SELECT value FROM json_each(:notes))
UNION ALL
SELECT 'fact', uid FROM fact WHERE id IN (SELECT value FROM json_each(:facts))
UNION ALL
SELECT 'turn', uid FROM turn WHERE id IN (SELECT value FROM json_each(:turns))
"""
_KEPT = """
SELECT 'note', n.uid, t.uid FROM json_each(:notes) row CROSS JOIN note n ON n.id = row.value
  CROSS JOIN edge ON edge.source = n.id AND edge.type = 'FROM' CROSS JOIN turn t ON t.id = edge.target
UNION
SELECT 'fact', f.uid, t.uid FROM json_each(:facts) row CROSS JOIN fact f ON f.id = row.value
  CROSS JOIN edge said ON said.source = f.id AND said.type = 'FACT_FROM'
  CROSS JOIN edge ON edge.source = said.target AND edge.type = 'FROM' CROSS JOIN turn t ON t.id = edge.target
ORDER BY 1, 2, 3
"""
_TEXTS = f"{TURN} FROM json_each(?) row CROSS JOIN turn t ON t.id = row.value"
_CORRECTED = """
SELECT t.id, t.text, t.corrections FROM turn t WHERE t.namespace = ? AND t.uid = ?
"""
# What a program says may quote what it used.
_QUOTING = """
SELECT t.id FROM turn t WHERE t.namespace = ?1 AND t.used IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(t.used) used WHERE used.value = ?2) AND t.uid <> ?2
"""
_CORRECT = "UPDATE turn SET text = ?2, terms = ?3, corrections = ?4 WHERE id = ?1"
# Others that are similar to what goes; the trigger takes those that it is similar to.
_DELETE_SIMILAR = """
DELETE FROM similar WHERE a IN (SELECT id FROM note WHERE space = :space) AND b IN (SELECT value FROM json_each(:notes))
"""
_DELETE_NODES = (
    "DELETE FROM fact WHERE id IN (SELECT value FROM json_each(:fact))",
    "DELETE FROM note WHERE id IN (SELECT value FROM json_each(:note))",
    "DELETE FROM turn WHERE id IN (SELECT value FROM json_each(:turn))",
)
_DELETE_LOOSE = """
DELETE FROM entity WHERE id IN (SELECT value FROM json_each(?))
AND NOT EXISTS (SELECT 1 FROM edge WHERE target = entity.id AND edge.type IN ('MENTIONS', 'ABOUT', 'SPOKEN_BY'))
AND NOT EXISTS (SELECT 1 FROM fact WHERE subject = entity.id)
AND NOT EXISTS (SELECT 1 FROM fact WHERE object = entity.id)
AND NOT EXISTS (SELECT 1 FROM same_as WHERE alias = entity.id)
AND NOT EXISTS (SELECT 1 FROM same_as WHERE canonical = entity.id)
RETURNING uid
"""
_DELETE_SESSIONS = """
DELETE FROM session WHERE namespace = :namespace
AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = session.namespace AND turn.session = session.uid)
"""
_RECKON_SESSIONS = """
UPDATE session SET (started_at, last_at) = (
  SELECT min(at), max(at) FROM turn WHERE turn.namespace = session.namespace AND turn.session = session.uid)
WHERE namespace = :namespace
"""
_ITS_SPACES = "space BETWEEN :namespace << 16 AND (:namespace << 16) + 65535"
_DELETE_ALL = tuple(
    f"DELETE FROM {table} WHERE {condition}"
    for table, condition in (
        ("fact", _ITS_SPACES),
        ("note", _ITS_SPACES),
        ("turn", "namespace = :namespace"),
        ("entity", _ITS_SPACES),
        ("name", _ITS_SPACES),
        ("said", _ITS_SPACES),
        ("gate", _ITS_SPACES),
        ("call", "namespace = :namespace"),
        ("session", "namespace = :namespace"),
        ("change", "namespace = :namespace"),
        ("building", "namespace = :namespace"),
        ("namespace", "id = :namespace"),
    )
)


def forget(link: Link, namespace: str, selection: Selection, *, lasting: bool) -> Forgotten:
    """See `Store.forget`; `checked` comes first. The write-ahead log is the caller's to empty."""
    place = places.find(link, namespace)
    if place is None:
        return Forgotten()
    if selection.everything:
        generations.discard(link, namespace)
        return _everything(link, place)
    turns = _selected(link, place, selection)
    if not turns:
        return Forgotten()
    generations.discard(link, namespace)
    now = datetime.now(UTC)  # the moment of the decision, which nobody else can know
    texts = read_records(link.run(_TEXTS, (ids(turns.values()),))).turns.values()
    if lasting:
        tombstones.leave(link, place, texts, now)
    forgotten = replace(_derived(link, place, list(turns.values())), turns=tuple(turns))
    places.move(link, namespace, place.version, place.generation)
    _record(link, namespace, place, tuple(turns), now)
    return forgotten


def checked(selection: Selection) -> Selection:
    """The selection. Raises InvalidInput unless exactly one of its fields is given."""
    given = [each.name for each in fields(selection) if getattr(selection, each.name)]
    if len(given) != 1:
        raise InvalidInput(
            f"forget was given {' and '.join(given) or 'nothing'}; give exactly one of "
            f"{', '.join(each.name for each in fields(selection))}."
        )
    return selection


def _selected(link: Link, place: Place, selection: Selection) -> dict[str, int]:
    values = {
        "namespace": place.namespace,
        "space": place.space,
        "everything": int(selection.everything),
        "turns": ids(selection.turns),
        "session": selection.session,
        "speaker": selection.speaker,
        "entity": selection.entity,
    }
    return {uid: node for node, uid in link.run(_SELECTED, values)}


def correct(link: Link, namespace: str, correcting: TurnCorrection) -> CorrectionResult | Stale:
    """See `Store.correct`."""
    place = places.find(link, namespace)
    found = link.run(_CORRECTED, (place.namespace, correcting.turn)) if place else []
    if place is None or not found or found[0][1] != correcting.correction.before:
        return Stale(place.version if place else 0)
    generations.discard(link, namespace)
    ((turn, _, earlier),) = found
    quoting = [row[0] for row in link.run(_QUOTING, (place.namespace, correcting.turn))]
    removed = _derived(link, place, [], [turn, *quoting])
    corrections = corrections_row([*corrections_from(earlier), correcting.correction])
    link.run(_CORRECT, (turn, correcting.text, correcting.terms, corrections))
    moved = places.move(link, namespace, place.version, place.generation) or place
    link.run(CHANGE, change_row(place.namespace, correcting.change))
    return CorrectionResult(moved.version, removed)


def _derived(link: Link, place: Place, turns: list[int], reread: Sequence[int] = ()) -> Forgotten:
    """Delete these turns, what hangs on them alone, and what was derived from those that saw them; also what was derived
    from turns that stay and are to be read again, and from those that saw them.
    """
    asked = {"turns": ids([*turns, *reread]), "reach": REACH, "space": place.space}
    beside = sorted({*(row[0] for row in link.run(_BESIDE, asked)), *reread})
    hit: dict[str, list[int]] = {}
    for what, node in link.run(_DERIVED, {"turns": ids(turns + beside)}):
        hit.setdefault(what, []).append(node)
    lost, kept = _ids(hit, "note", "fact"), _ids(hit, "kept_note", "kept_fact")
    told: dict[str, list[str]] = {}
    for what, uid in link.run(_TOLD, {**lost, "turns": ids(beside)}):
        told.setdefault(what, []).append(uid)
    passed_on = closings.pass_on(link, place, hit.get("fact", ()), turns + beside)
    revisions.undo(link, turns + beside)
    renamed = _unname(link, place, turns + beside)
    link.run(_DELETE_SIMILAR, {"space": place.space, "notes": lost["notes"]})
    for statement, kind in zip(_DELETE_NODES, ("fact", "note", "turn"), strict=True):
        link.run(statement, {kind: ids(turns if kind == "turn" else hit.get(kind, ()))})
    for statement in _UNDERIVE:
        link.run(statement, (ids(beside),))
    link.run(_REWORD, (ids(hit.get("kept_fact", ())),))
    loose = _settle_entities(link, place, hit, renamed)
    link.run("DELETE FROM gate WHERE space = ?", (place.space,))
    link.run(_DELETE_SESSIONS, {"namespace": place.namespace})
    link.run(_RECKON_SESSIONS, {"namespace": place.namespace})
    stays = _kept(link, kept)
    return Forgotten(
        notes=tuple(sorted(told.get("note", ()))),
        facts=tuple(sorted(told.get("fact", ()))),
        entities=tuple(sorted(loose)),
        kept_notes=stays["note"],
        kept_facts=stays["fact"],
        restored_facts=tuple(sorted(passed_on.restored)),
        pending=tuple(sorted(told.get("turn", ()))),
    )


def _settle_entities(
    link: Link, place: Place, hit: Mapping[str, list[int]], renamed: Sequence[int]
) -> list[str]:
    """Whoever was spoken of, counted and named anew; the uids of those that nothing speaks of any more, and are gone."""
    untold = hit.get("untold", [])
    entities = merging.tear(link, place, [*hit.get("entity", ()), *untold], untold)
    link.run(_RENAME, (ids(renamed),))
    loose = [row[0] for row in link.run(_DELETE_LOOSE, (ids(entities),))]
    recount(link, entities)
    return loose


def _ids(hit: Mapping[str, list[int]], notes: str, facts: str) -> dict[str, str]:
    return {"notes": ids(hit.get(notes, ())), "facts": ids(hit.get(facts, ()))}


def _kept(link: Link, nodes: Mapping[str, str]) -> dict[str, tuple[RetainedRecord, ...]]:
    """Notes and facts that stay, with the turns that they still come from."""
    turns: dict[tuple[str, str], list[str]] = {}
    for what, uid, turn in link.run(_KEPT, nodes):
        turns.setdefault((what, uid), []).append(turn)
    return {
        kind: tuple(
            RetainedRecord(uid=uid, turns=tuple(of)) for (what, uid), of in turns.items() if what == kind
        )
        for kind in ("note", "fact")
    }


def _unname(link: Link, place: Place, turns: Sequence[int]) -> list[int]:
    """Delete the names that only these turns say; the entities that were shown by one of them."""
    unsaid = link.run(_UNSAID, {"space": place.space, "turns": ids(turns)})
    link.many(_DELETE_NAME, [row[:3] for row in unsaid])
    return [entity for _, _, entity, shown in unsaid if shown]


def _everything(link: Link, place: Place) -> Forgotten:
    turns = tuple(_selected(link, place, Selection(everything=True)))
    gone: dict[str, tuple[str, ...]] = {}
    for statement in _DELETE_ALL:
        table = statement.split()[2]
        returning = " RETURNING uid" if table in ("note", "fact", "entity") else ""
        rows = link.run(statement + returning, {"namespace": place.namespace})
        gone[table] = tuple(sorted(row[0] for row in rows))
    return Forgotten(turns=turns, notes=gone["note"], facts=gone["fact"], entities=gone["entity"])


def _record(link: Link, namespace: str, place: Place, turns: tuple[str, ...], now: datetime) -> None:
    """That something was forgotten: not even the uids, which people may have made of words."""
    uid = uid_of(namespace, "forget", place.version)
    before = json.dumps({"turns": len(turns)})
    row = (place.namespace, uid, "forget", "user", micros(now), "asked to forget", before, "{}")
    link.run(CHANGE, row)
