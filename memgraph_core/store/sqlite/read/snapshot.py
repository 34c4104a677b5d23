"""`snapshot`: the entities, facts and neighbours that a plan needs, and the version that it is made from."""

from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Fact
from memgraph_core.records.grouping import grouped
from memgraph_core.records.plan import (
    FactLookup,
    Neighbour,
    NeighbourLookup,
    PlanningSnapshot,
    SnapshotRequest,
)
from memgraph_core.records.rebuild import space_name
from memgraph_core.records.search import Limits
from memgraph_core.store.sqlite.cache.vectors import ARCHIVED, VectorSnapshot
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.read import similar_terms
from memgraph_core.store.sqlite.read.term_frequencies import any_of, count_documents, distinctive
from memgraph_core.store.sqlite.rows import (
    CHANGE,
    FACT,
    by_uid,
    change_from,
    fact_from,
    json_array,
    named_entities,
)
from memgraph_core.store.sqlite.write.batch import json_rows

_NEIGHBOURS_BY_TERMS = """
SELECT n.uid, n.terms, n.text FROM note_terms CROSS JOIN note n ON n.id = note_terms.rowid
WHERE note_terms MATCH :query AND n.space = :space AND n.state = 'active' AND n.uid <> :uid
ORDER BY note_terms.rank, n.uid LIMIT :count
"""
_NOTES = "SELECT n.id, n.uid, n.terms, n.text FROM json_each(:ids) row CROSS JOIN note n ON n.id = row.value"
_SUPPORTING_NOTES = """
SELECT t.uid, n.uid, n.terms, n.text FROM json_each(:turns) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value
CROSS JOIN edge ON edge.target = t.id AND edge.type = 'FROM'
CROSS JOIN note n ON n.id = edge.source AND n.space = :space AND n.state = 'active'
ORDER BY n.uid
"""
_REVISION_COUNTS = """
SELECT n.uid, coalesce((SELECT max(number) FROM revision WHERE note = n.id), 0)
FROM json_each(:notes) row CROSS JOIN note n ON n.space = :space AND n.uid = row.value
"""
# All facts of the subject, or those with the same object. Where any subject is requested, all facts with the object.
_FACTS = f"""
SELECT {FACT} FROM fact f WHERE f.id IN (
  SELECT known.id FROM json_each(:rows) row
  CROSS JOIN name subject ON subject.space = :space AND subject.key = row.value ->> '$.subject'
  CROSS JOIN fact known ON known.subject = subject.entity AND known.type = row.value ->> '$.type'
  WHERE row.value ->> '$.single'
  UNION ALL
  SELECT known.id FROM json_each(:rows) row
  CROSS JOIN name subject ON subject.space = :space AND subject.key = row.value ->> '$.subject'
  CROSS JOIN name object ON object.space = :space AND object.key = row.value ->> '$.object'
  CROSS JOIN fact known ON known.subject = subject.entity AND known.type = row.value ->> '$.type'
    AND known.object = object.entity
  WHERE NOT row.value ->> '$.single'
  UNION ALL
  SELECT known.id FROM json_each(:rows) row
  CROSS JOIN name object ON object.space = :space AND object.key = row.value ->> '$.object'
  CROSS JOIN fact known ON known.object = object.entity AND known.type = row.value ->> '$.type'
  WHERE row.value ->> '$.any_subject')
"""
_OBJECT_NAMES = """
SELECT e.uid, e.name FROM json_each(:uids) row CROSS JOIN entity e ON e.space = :space AND e.uid = row.value
"""
# Pairs of split entities, if one of the pair has one of these keys; as the roots of their merge trees.
_KEPT_APART = """
SELECT one.uid, other.uid
FROM (SELECT DISTINCT k.entity AS id FROM json_each(:keys) row
  CROSS JOIN name k ON k.space = :space AND k.key = row.value) named
CROSS JOIN entity one ON one.id = named.id
CROSS JOIN edge ON edge.type = 'APART' AND edge.source IN (
  SELECT named.id UNION ALL SELECT alias FROM same_as WHERE canonical = named.id)
CROSS JOIN entity other ON other.id = coalesce((SELECT canonical FROM same_as WHERE alias = edge.target), edge.target)
WHERE other.id <> one.id
"""
_USER_DECISIONS = f"""
SELECT {CHANGE} FROM change c
WHERE c.namespace = :namespace AND c.kind IN ('merge', 'split', 'undo') AND (c.kind <> 'merge' OR c.by = 'user')
ORDER BY c.at, c.id
"""

Neighbours = dict[str, tuple[Neighbour, ...]]  # by the uid of the new note, or of the turn


def snapshot(
    connection: Connection,
    namespace: str,
    state: NamespaceState,
    vectors: VectorSnapshot | None,
    request: SnapshotRequest,
) -> PlanningSnapshot:
    """See `Store.snapshot`. `vectors` are those of the notes of the space, None without an embedding model."""
    by_vector = [note for note in request.notes if vectors is not None and note.vector is not None]
    by_terms = [note for note in request.notes if vectors is None or note.vector is None]
    scope = {"namespace": state.namespace, "space": state.space, "keys": json_array(request.name_keys)}
    terms = request.candidate_terms.split(" ")
    facts = _facts(connection, state, request.facts)
    return PlanningSnapshot(
        space=space_name(namespace, state.generation),
        version=state.version,
        entities=named_entities(connection, state.space, request.name_keys),
        facts=facts,
        object_names=_object_names(connection, state, facts),
        user_decisions=_user_decisions(connection, state),
        kept_apart=frozenset(frozenset(pair) for pair in connection.run(_KEPT_APART, scope)),
        neighbours={
            **_by_terms(connection, state, by_terms, request.neighbour_count),
            **_by_vector(connection, vectors, by_vector, request.neighbour_count),
        },
        supporting_notes=_supporting_notes(connection, state, request),
        revision_counts=_revision_counts(connection, state, request),
        candidates=similar_terms.notes(connection, state, terms, request.candidate_count),
    )


def _facts(
    connection: Connection, state: NamespaceState, lookups: tuple[FactLookup, ...]
) -> tuple[Fact, ...]:
    if not lookups:
        return ()
    rows = [
        {
            "subject": each.subject,
            "type": each.type,
            "object": each.object,
            "single": int(each.single),
            "any_subject": int(each.any_subject),
        }
        for each in lookups
    ]
    return by_uid(map(fact_from, connection.run(_FACTS, {"space": state.space, "rows": json_rows(rows)})))


def _object_names(connection: Connection, state: NamespaceState, facts: tuple[Fact, ...]) -> dict[str, str]:
    uids = json_array(sorted({fact.object for fact in facts}))
    return dict(connection.run(_OBJECT_NAMES, {"space": state.space, "uids": uids})) if facts else {}


def _user_decisions(connection: Connection, state: NamespaceState) -> tuple[Change, ...]:
    rows = connection.run(_USER_DECISIONS, {"namespace": state.namespace})
    return tuple(map(change_from, rows))


def _by_terms(
    connection: Connection, state: NamespaceState, lookups: list[NeighbourLookup], count: int
) -> Neighbours:
    """For each new note the active notes that share most of its distinctive terms."""
    terms_of = {note.uid: [term for term in dict.fromkeys(note.terms.split(" ")) if term] for note in lookups}
    all_terms = list(dict.fromkeys(term for terms in terms_of.values() for term in terms))
    frequencies = count_documents(connection, state, all_terms)
    searched = set(distinctive(frequencies, Limits().max_document_frequency))
    neighbours: Neighbours = {}
    for uid, terms in terms_of.items():
        if query := any_of(state.salt, state.space, (term for term in terms if term in searched)):
            values = {"query": query, "space": state.space, "uid": uid, "count": count}
            rows = connection.run(_NEIGHBOURS_BY_TERMS, values)
            neighbours[uid] = tuple(
                Neighbour(uid=other, terms=terms, text=text) for other, terms, text in rows
            )
    return {uid: notes for uid, notes in neighbours.items() if notes}


def _by_vector(
    connection: Connection, vectors: VectorSnapshot | None, lookups: list[NeighbourLookup], count: int
) -> Neighbours:
    """For each new note the nearest notes that are not archived."""
    if vectors is None or not lookups:
        return {}
    query_vectors = [note.vector for note in lookups if note.vector is not None]
    # one more, because the note itself may be a result
    ranked = vectors.nearest(query_vectors, count + 1, ARCHIVED + 1)
    nearest = {
        note.uid: [(int(vectors.ids[row]), cosine) for row, cosine in rows if vectors.uids[row] != note.uid][:count]
        for note, rows in zip(lookups, ranked, strict=True)
    }  # fmt: skip
    ids = json_array({node for nodes in nearest.values() for node, _ in nodes})
    notes = {node: rest for node, *rest in connection.run(_NOTES, {"ids": ids})}
    return {
        uid: tuple(_neighbour(notes[node], cosine) for node, cosine in nodes)
        for uid, nodes in nearest.items()
        if nodes
    }


def _neighbour(row: list[str], cosine: float) -> Neighbour:
    uid, terms, text = row
    return Neighbour(uid=uid, terms=terms, similarity=cosine, text=text)


def _supporting_notes(connection: Connection, state: NamespaceState, request: SnapshotRequest) -> Neighbours:
    if not request.supporting_turns:
        return {}
    turns = json_array(request.supporting_turns)
    values = {"namespace": state.namespace, "space": state.space, "turns": turns}
    rows = connection.run(_SUPPORTING_NOTES, values)
    by_turn = grouped((turn, Neighbour(uid=uid, terms=terms, text=text)) for turn, uid, terms, text in rows)
    return {turn: tuple(notes) for turn, notes in by_turn.items()}


def _revision_counts(
    connection: Connection, state: NamespaceState, request: SnapshotRequest
) -> dict[str, int]:
    if not request.revision_counts:
        return {}
    values = {"space": state.space, "notes": json_array(request.revision_counts)}
    return dict(connection.run(_REVISION_COUNTS, values))
