"""A write plan, carried out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import LiteralString

from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.kinds import Vector
from memgraph_core.records.plan import Applied, NoteRevision, TurnUpdate, WritePlan
from memgraph_core.records.validation import checked_vector
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.merging import named_in
from memgraph_core.store.neo4j import closings, fulltext, merging
from memgraph_core.store.neo4j.claims import OVER
from memgraph_core.store.neo4j.generations import owner_of
from memgraph_core.store.neo4j.rows import (
    Row,
    call_row,
    change_row,
    fact_row,
    floats,
    note_row,
    packed,
    sent,
    tombstone_rows,
)
from memgraph_core.store.neo4j.standing import SHELVES, Shelf, Standing, lock_with, space_name
from neo4j import ManagedTransaction

# In this order, after the notes: each statement, and what it takes of the plan.
_WRITTEN: tuple[tuple[LiteralString, tuple[str, ...]], ...] = (
    (cypher("write/entities"), ("entities", "names", "namings", "mentions")),
    (cypher("write/links"), ("turns", "abouts", "similar", "linked", "supports")),
    (cypher("write/facts"), ("facts", "undone", "kept", "ends", "conflicts")),
)


class Moved(Exception):
    """The namespace has moved since the plan was made: raised inside, so that everything is rolled back."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the namespace is at version {version}")
        self.version = version


def plan_rows(plan: WritePlan, namespace: str, stamp: EmbeddingStamp | None) -> Row:
    """The plan as `$plan` of the statements. Raises InvalidInput for a vector that is not usable."""
    pairs = {tuple(sorted((link.a, link.b))): link for link in plan.similar if link.a != link.b}
    return {
        "notes": [
            _note(note, plan.space, stamp) for note in {note.uid: note for note in plan.notes}.values()
        ],
        "entities": [
            {"uid": entity.uid, "name": entity.name, "type": entity.type} for entity in plan.entities
        ],
        "names": [{"key": name.key, "text": name.text, "entity": name.entity} for name in plan.names],
        "namings": [{"key": naming.key, "turn": naming.turn} for naming in plan.name_sources],
        "mentions": [
            {"turn": mention.turn, "entity": mention.entity, "at": sent(mention.at), "how": mention.how}
            for mention in plan.mentions
        ],
        "abouts": [{"note": about.note, "entity": about.entity, "role": about.role} for about in plan.abouts],
        "similar": [{"a": a, "b": b, "weight": link.weight, "by": link.by} for (a, b), link in pairs.items()],
        "linked": [
            {"a": tie.a, "b": tie.b, "reason": tie.reason, "weight": tie.weight}
            for tie in plan.links
            if tie.a != tie.b
        ],
        "revised": [
            _revised(each, plan.space, stamp)
            for each in {each.note: each for each in plan.revisions}.values()
        ],
        "model": stamp is not None,
        "supports": [{"note": support.note, "by": support.by} for support in plan.supports],
        "facts": _facts(plan.facts),
        "turns": [_update(update, namespace, stamp) for update in plan.turns],
        "changes": [{"uid": change.uid, "properties": change_row(change)} for change in plan.changes],
        "calls": [call_row(call) for call in plan.calls],
        "gate": plan.novelty_state,
        "stamp": {"model": stamp.model if stamp else None, "dimension": stamp.dimension if stamp else None},
        **tombstone_rows(plan.tombstones),
    }


def apply(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, plan: WritePlan, rows: Row
) -> Applied:
    """Carry the plan out in six statements, one more where it speaks of entities that are merged or opens facts again, and
    another where trees of entities are put right. Raises Moved when it was made from another version, or from a turn that
    is no longer there.
    """
    turns = {each.uid for each in plan.turns} | {each.turn for each in plan.revisions}
    turns = turns.union(*(note.turns for note in plan.notes))
    named = named_in(plan)
    standing, missing, merged = lock_with(tx, namespace, plan.space, turns, named)
    seen = plan.space == standing.space
    if missing or plan.version != (standing.version if seen else _reached(standing, plan.space)):
        raise Moved(standing.version)
    refuse_other(namespace, standing.stamp if seen else standing.built_stamp, stamp)
    whose = {"namespace": namespace, "space": plan.space}
    regroups = bool(merged or plan.merges or plan.splits)
    there = _affected(tx, plan, named if regroups else ())
    rows = (
        rows
        | closings.rows_of(there.get("closing", ()), plan)
        | {"turns": _turns(standing, rows["turns"], seen=seen)}
    )
    notes = tx.run(cypher("write/notes"), whose, plan=_only(rows, "notes", "revised", "model"))
    created = notes.single(strict=True)["created"]
    for statement, names in _WRITTEN:
        tx.run(statement, whose, plan=_only(rows, *names)).consume()
    if regroups:
        merging.merge(tx, plan, there.get("member", ()))
    return Applied((_end if seen else _end_unseen)(tx, standing, whose, rows | {"created": created}))


def _affected(
    tx: ManagedTransaction, plan: WritePlan, entities: Sequence[str]
) -> Mapping[str, Sequence[Row]]:
    """What was there of trees of entities and of why facts ended, asked before the plan is written, which changes none of it."""
    reopened = {reopening.fact for reopening in plan.withdrawals}
    return closings.affected(tx, plan.space, entities, reopened) if entities or reopened else {}


def _reached(standing: Standing, space: str) -> int | None:
    """What stands for the version of a space that is being derived; None when this one is not."""
    if standing.building is None or space_name(standing.namespace, standing.building) != space:
        return None
    return standing.reached


def _turns(standing: Standing, turns: Iterable[Row], *, seen: bool) -> list[Row]:
    """As they are where they are seen. Of a generation that is being derived: states wait to be seen, and so do vectors where
    they are of another model.
    """
    if seen:
        return [_shelved(row, standing.shelf) for row in turns]
    shelf = SHELVES[standing.other != standing.built_anew]
    nothing: Row = {"embedding": None, "vector": None} if standing.built_anew else {}
    return [_shelved(_unseen(row, nothing), shelf) for row in turns]


def _end(tx: ManagedTransaction, _standing: Standing, whose: Row, rows: Row) -> int:
    plan = _only(rows, "changes", "gate", "calls", "tombstones", "salts", "created") | rows["stamp"]
    return tx.run(cypher("write/done"), whose, plan=plan).single(strict=True)["version"]


def _end_unseen(tx: ManagedTransaction, standing: Standing, whose: Row, rows: Row) -> int:
    """Decisions of a generation that is being derived wait to be seen."""
    plan = _only(rows, "changes", "gate", "calls", "created") | {
        "owner": owner_of(whose["namespace"], standing.building or 0),
        "turns": [row["uid"] for row in rows["turns"]],
    }
    reached = tx.run(cypher("write/reached"), namespace=whose["namespace"], plan=plan)
    return reached.single(strict=True)["version"]


def _shelved(row: Row, shelf: Shelf) -> Row:
    """The vector of a turn in the properties where this namespace has them."""
    names = {"embedding": shelf.embedding, "vector": shelf.vector}
    properties = {names.get(name, name): value for name, value in row["properties"].items()}
    return row | {"properties": properties, "shelf": shelf.embedding}


def _unseen(row: Row, without: Row) -> Row:
    named = {
        "built" if name == "state" else name: value
        for name, value in row["properties"].items()
        if name not in OVER
    }
    properties = without | named
    return row | {"properties": properties | {"built_saw": row["saw"]}, "saw": None}


def _only(rows: Row, *names: str) -> Row:
    return {name: rows[name] for name in names}


def _facts(facts: Iterable[Fact]) -> list[Row]:
    """Each fact once; one that is told twice has the notes of both."""
    told: dict[str, Row] = {}
    for fact in facts:
        row = {"uid": fact.uid, "subject": fact.subject, "object": fact.object, "type": fact.type}
        row |= {"notes": [], "properties": fact_row(fact)}
        told.setdefault(fact.uid, row)["notes"].extend(fact.notes)
    return list(told.values())


def _note(note: Note, space: str, stamp: EmbeddingStamp | None) -> Row:
    row: Row = {"uid": note.uid, "turns": list(note.turns), "properties": note_row(note, space)}
    return _with_vector(
        row, note.vector, stamp, f"note {note.uid!r}: vector"
    )  # one that is there stays when none is given


def _update(update: TurnUpdate, namespace: str, stamp: EmbeddingStamp | None) -> Row:
    properties: Row = {"state": update.state, **OVER}
    if update.terms:
        properties["terms"] = fulltext.stored(update.terms, fulltext.of_turns(namespace))
    saw = list(update.context_span) if update.context_span else None
    row: Row = {"uid": update.uid, "speaker": update.speaker, "properties": properties, "saw": saw}
    return _with_vector(row, update.vector, stamp, f"turn {update.uid!r}: vector")


def _revised(revised: NoteRevision, space: str, stamp: EmbeddingStamp | None) -> Row:
    properties: Row = {
        "text": revised.text,
        "context": revised.context,
        "keywords": list(revised.keywords),
        "tags": list(revised.tags),
        "terms": fulltext.stored(revised.terms, fulltext.of_notes(space)),
        "language": revised.language,
        "at": sent(revised.at),
        "embedding": None,
        "vector": None,
    }
    row: Row = {"note": revised.note, "turn": revised.turn, "properties": properties}
    return _with_vector(row, revised.vector, stamp, f"note {revised.note!r}: vector")


def _with_vector(row: Row, vector: Vector | None, stamp: EmbeddingStamp | None, what: str) -> Row:
    """The row with its vector, if there is one: twice, to be searched and to be read."""
    if vector is None or stamp is None:
        return row | {"embedding": None}
    checked = checked_vector(vector, stamp.dimension, what)
    properties = row["properties"] | {"vector": packed(checked)}
    return row | {"properties": properties, "embedding": floats(checked)}
