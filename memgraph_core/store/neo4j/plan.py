"""The verb `apply`: carries out a write plan."""

from collections.abc import Iterable, Mapping, Sequence
from typing import LiteralString

from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.kinds import Vector
from memgraph_core.records.plan import Applied, NoteRevision, TurnUpdate, WritePlan
from memgraph_core.records.rebuild import space_name
from memgraph_core.records.validation import checked_vector
from memgraph_core.statements import cypher
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j import finishing, fulltext, merging
from memgraph_core.store.neo4j.conversion import (
    Row,
    fact_row,
    floats,
    note_row,
    properties,
    tombstone_rows,
    with_key,
)
from memgraph_core.store.neo4j.generations import owner_of
from memgraph_core.store.neo4j.invalidations import invalidation_rows, trees_and_reasons
from memgraph_core.store.neo4j.jobs import request_rows
from memgraph_core.store.neo4j.log import NO_LEASE
from memgraph_core.store.neo4j.namespace_state import (
    TURN_VECTORS,
    NamespaceState,
    TurnVectors,
    lock_plan,
)
from memgraph_core.store.plan_references import entities_of_plan, source_turns_of_plan
from memgraph_core.store.values import bytes_of
from neo4j import ManagedTransaction

# The statements after the notes, in this order, each with its parameters. A statement without rows is not sent, because a
# server that has just started needs up to a second to plan it.
_STATEMENTS: tuple[tuple[LiteralString, tuple[str, ...]], ...] = (
    (cypher("write/entities"), ("entities", "names", "name_sources", "mentions")),
    (cypher("write/turns"), ("turns", "abouts")),
    (cypher("write/abstracts"), ("abstracts_removed", "links_removed", "abstracts", "states")),
    (cypher("write/links"), ("similar", "links", "supports")),
    (cypher("write/facts"), ("facts",)),
    (cypher("write/invalidations"), ("withdrawn", "reasons", "ends", "conflicts")),
)


# Further labels of notes, by state.
_LABELS = {"question": ["Question"], "summary": ["Summary"]}


class StalePlan(Exception):
    """The namespace has changed since the plan was made. It is raised inside a transaction, which is then rolled back."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the namespace is at version {version}")
        self.version = version


def plan_rows(plan: WritePlan, namespace: str, stamp: EmbeddingStamp | None) -> Row:
    """The plan as `$plan` of the statements. Raises InvalidInput for a vector of another dimension."""
    pairs = {tuple(sorted((link.a, link.b))): link for link in plan.similar if link.a != link.b}
    revisions = {each.note: each for each in plan.revisions}.values()
    return {
        "notes": [
            _note(note, plan.space, stamp) for note in {note.uid: note for note in plan.notes}.values()
        ],
        "entities": [
            {"uid": entity.uid, "name": entity.name, "type": entity.type} for entity in plan.entities
        ],
        "names": list(map(properties, plan.names)),
        "name_sources": list(map(properties, plan.name_sources)),
        "mentions": list(map(properties, plan.mentions)),
        "abouts": list(map(properties, plan.abouts)),
        "similar": [properties(link) | {"a": a, "b": b} for (a, b), link in pairs.items()],
        "links": [properties(link) for link in plan.links if link.a != link.b],
        "revisions": [_revision(each, plan.space, stamp) for each in revisions],
        "with_vectors": stamp is not None,
        "supports": list(map(properties, plan.supports)),
        "abstracts": list(map(properties, plan.abstracts)),
        "abstracts_removed": list(map(properties, plan.abstracts_removed)),
        "links_removed": list(map(properties, plan.links_removed)),
        "states": list(map(properties, plan.states)),
        "facts": _facts(plan.facts),
        "turns": [_turn_update(update, namespace, stamp) for update in plan.turns],
        "changes": list(map(with_key, plan.changes)),
        "calls": list(map(with_key, plan.calls)),
        "novelty_state": plan.novelty_state,
        "model": stamp.model if stamp else None,
        "dimension": stamp.dimension if stamp else None,
        "jobs": request_rows(plan.jobs),
        **tombstone_rows(plan.tombstones),
    }


def apply(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, plan: WritePlan, rows: Row
) -> Applied:
    """See `Store.apply`. Two to fifteen statements: their number depends on the kinds of rows in the plan.

    Raises StalePlan if the plan was made for another version, or from a turn that was forgotten.
    """
    entities = entities_of_plan(plan)
    state, missing, merged = lock_plan(tx, namespace, plan.space, source_turns_of_plan(plan), entities)
    current = plan.space == state.space
    if missing or plan.version != (state.version if current else _build_version(state, plan.space)):
        raise StalePlan(state.version)
    check_stamp(namespace, state.stamp if current else state.built_stamp, stamp)
    names = {"namespace": namespace, "space": plan.space}
    regroups = bool(merged or plan.merges or plan.splits)
    before = _trees_and_reasons(tx, plan, entities if regroups else ())
    rows = (
        rows
        | invalidation_rows(before.get("invalidation", ()), plan)
        | {"turns": _turn_rows(state, rows["turns"], current=current)}
    )
    created = _write(tx, names, rows)
    if regroups:
        merging.merge(tx, plan, before.get("member", ()))
    rows = rows | {"created": created}
    return Applied(finishing.finish(tx, namespace, rows) if current else _finish_building(tx, state, rows))


def _trees_and_reasons(
    tx: ManagedTransaction, plan: WritePlan, entities: Sequence[str]
) -> Mapping[str, Sequence[Row]]:
    """The trees of merged entities and the reasons of ended facts that the plan changes, read before it is written."""
    facts = {withdrawal.fact for withdrawal in plan.withdrawals}
    return trees_and_reasons(tx, plan.space, entities, facts) if entities or facts else {}


def _build_version(state: NamespaceState, space: str) -> int | None:
    """The version of a space that is being derived; None if this space is not being derived."""
    if state.building is None or space_name(state.namespace, state.building) != space:
        return None
    return state.reached


def _write(tx: ManagedTransaction, names: Row, rows: Row) -> int:
    """Write the records of a plan. Returns the number of new notes."""
    created = _write_notes(tx, names, rows) if rows["notes"] else 0
    if rows["revisions"]:
        plan = _only(rows, "revisions", "with_vectors")
        tx.run(cypher("write/revisions"), names, plan=plan).consume()
    for statement, parameters in _STATEMENTS:
        plan = _only(rows, *parameters)
        if any(plan.values()):
            tx.run(statement, names, plan=plan).consume()
    return created


def _write_notes(tx: ManagedTransaction, names: Row, rows: Row) -> int:
    """Write the notes. Returns the number of new ones, without agent-generated notes and abstractions."""
    result = tx.run(cypher("write/notes"), names, plan=_only(rows, "notes"))
    existed = result.single(strict=True)["existed"]
    if existed:
        tx.run(cypher("write/rewritten_notes"), names, plan={"notes": existed}).consume()
    return sum(row["counts"] for row in rows["notes"] if row["uid"] not in existed)


def _turn_rows(state: NamespaceState, turns: Iterable[Row], *, current: bool) -> list[Row]:
    """The turns of a plan, under the property names that the namespace uses.

    For a generation that is being derived, states and vectors of another model get other names, so that searches do not
    see them.
    """
    if current:
        return [_with_properties_of(row, state.turn_vectors) for row in turns]
    vectors = TURN_VECTORS[state.other_vectors != state.built_other_model]
    no_vector: Row = {"embedding": None, "vector": None} if state.built_other_model else {}
    return [_with_properties_of(_not_visible(row, no_vector), vectors) for row in turns]


def _finish_building(tx: ManagedTransaction, state: NamespaceState, rows: Row) -> int:
    """End a plan of the generation that is being derived. Its jobs and tombstones are not written."""
    finishing.record(
        tx,
        state.namespace,
        rows | {"tombstones": [], "salts": []},
        owner=owner_of(state.namespace, state.building or 0),
    )
    plan = _only(rows, "novelty_state", "created") | {"turns": [row["uid"] for row in rows["turns"]]}
    result = tx.run(cypher("write/finish_building"), namespace=state.namespace, plan=plan)
    return result.single(strict=True)["version"]


def _with_properties_of(row: Row, vectors: TurnVectors) -> Row:
    """The row with the vector of the turn under these properties."""
    names = {"embedding": vectors.embedding, "vector": vectors.vector}
    values = {names.get(name, name): value for name, value in row["properties"].items()}
    return row | {"properties": values, "embedding_property": vectors.embedding}


def _not_visible(row: Row, no_vector: Row) -> Row:
    renamed = {
        "built_state" if name == "state" else name: value
        for name, value in row["properties"].items()
        if name not in NO_LEASE
    }
    values = no_vector | renamed | {"built_context_span": row["context_span"]}
    return row | {"properties": values, "context_span": None}


def _only(rows: Row, *names: str) -> Row:
    return {name: rows[name] for name in names}


def _facts(facts: Iterable[Fact]) -> list[Row]:
    """Each fact once. A fact that occurs several times has the notes of all occurrences."""
    distinct: dict[str, Row] = {}
    for fact in facts:
        row = {"uid": fact.uid, "subject": fact.subject, "object": fact.object, "type": fact.type}
        row |= {"notes": [], "properties": fact_row(fact)}
        distinct.setdefault(fact.uid, row)["notes"].extend(fact.notes)
    return list(distinct.values())


def _note(note: Note, space: str, stamp: EmbeddingStamp | None) -> Row:
    """The row of a note. If it has no vector, an existing note keeps its vector."""
    row: Row = {
        "uid": note.uid,
        "turns": list(note.turns),
        "properties": note_row(note, space),
        "labels": _LABELS.get(note.state, []),
        "counts": note.state != "agent_generated" and note.extractor != "consolidation",
    }
    row = _with_vector(row, note.vector, stamp, f"note {note.uid!r}: vector")
    # The vector index is for the notes that people stated; an abstraction is compared when a channel has found it.
    return row | {"embedding": None} if note.is_derived else row


def _turn_update(update: TurnUpdate, namespace: str, stamp: EmbeddingStamp | None) -> Row:
    values: Row = {"state": update.state, **NO_LEASE}
    if update.terms:
        values["terms"] = fulltext.stored(update.terms, fulltext.of_turns(namespace))
    span = list(update.context_span) if update.context_span else None
    row: Row = {"uid": update.uid, "speaker": update.speaker, "properties": values, "context_span": span}
    return _with_vector(row, update.vector, stamp, f"turn {update.uid!r}: vector")


def _revision(revision: NoteRevision, space: str, stamp: EmbeddingStamp | None) -> Row:
    terms = fulltext.stored(revision.terms, fulltext.of_notes(space))
    values = properties(revision, "note", "turn") | {"terms": terms, "embedding": None, "vector": None}
    row: Row = {"note": revision.note, "turn": revision.turn, "properties": values}
    return _with_vector(row, revision.vector, stamp, f"note {revision.note!r}: vector")


def _with_vector(row: Row, vector: Vector | None, stamp: EmbeddingStamp | None, what: str) -> Row:
    """The row with its vector, if there is one: as a list for searching and as bytes for reading."""
    if vector is None or stamp is None:
        return row | {"embedding": None}
    checked = checked_vector(vector, stamp.dimension, what)
    values = row["properties"] | {"vector": bytes_of(checked)}
    return row | {"properties": values, "embedding": floats(checked)}
