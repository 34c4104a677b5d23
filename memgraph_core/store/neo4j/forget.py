"""The verbs `forget` and `correct`: delete turns and everything that was derived from them alone."""

from collections.abc import Sequence
from datetime import UTC, datetime

from memgraph_core.records.changes import REQUESTED, Change
from memgraph_core.records.forget import (
    CorrectionResult,
    Forgotten,
    RetainedRecord,
    Selection,
    TurnCorrection,
)
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import Stale
from memgraph_core.statements import cypher
from memgraph_core.store.forgetting import FOLLOWING_TURNS, digests_of, forget_change, new_salt
from memgraph_core.store.neo4j import fulltext, merging
from memgraph_core.store.neo4j.conversion import Row, tombstone_rows, turn_from, with_key
from memgraph_core.store.neo4j.finishing import finish
from memgraph_core.store.neo4j.generations import GenerationNotRemoved
from memgraph_core.store.neo4j.invalidations import settle_deleted
from memgraph_core.store.neo4j.log import NO_LEASE
from memgraph_core.store.neo4j.namespace_state import NamespaceState, lock_existing
from memgraph_core.store.values import corrections_row
from neo4j import ManagedTransaction


def forget(tx: ManagedTransaction, namespace: str, selection: Selection, *, lasting: bool) -> Forgotten:
    """See `Store.forget`. At most twelve statements. A selection without turns changes nothing."""
    state = lock_existing(tx, namespace)
    if not state.exists:
        return Forgotten()
    if selection.everything:
        _refuse_unremoved(state)
        return _forget_everything(tx, state)
    names = {"namespace": namespace, "space": state.space}
    ask = {
        "turns": sorted(selection.turns),
        "session": selection.session,
        "speaker": selection.speaker,
        "entity": selection.entity,
    }
    turns = [turn_from(record["turn"]) for record in tx.run(cypher("read/selected_turns"), names, ask=ask)]
    if not turns:
        return Forgotten()
    _refuse_unremoved(state)
    return _forget_turns(tx, state, turns, lasting=lasting)


def _refuse_unremoved(state: NamespaceState) -> None:
    """Raise GenerationNotRemoved if a generation that is not visible exists: it may contain the turns to forget."""
    if state.building is not None or state.to_remove:
        raise GenerationNotRemoved


def correct(tx: ManagedTransaction, namespace: str, replacement: TurnCorrection) -> CorrectionResult | Stale:
    """See `Store.correct`. At most thirteen statements."""
    state = lock_existing(tx, namespace)
    names = {"namespace": namespace, "space": state.space}
    ask = {"uids": [replacement.turn], "sessions": list[str](), "marks": list[Row]()}
    logged = [
        turn_from(row)
        for row in tx.run(cypher("read/logged_turns"), namespace=namespace, ask=ask).single(strict=True)[
            "turns"
        ]
    ]
    if not logged or logged[0].text != replacement.correction.before:
        return Stale(state.version)
    _refuse_unremoved(state)
    ask = {"turns": [replacement.turn], "session": None, "speaker": None, "entity": None}
    quoting = [record["turn"]["uid"] for record in tx.run(cypher("read/selected_turns"), names, ask=ask)]
    removed = _remove(tx, state, [], sorted({replacement.turn, *quoting}))
    properties = {
        "text": replacement.text,
        "terms": fulltext.stored(replacement.terms, fulltext.of_turns(namespace)),
        "corrections": corrections_row([*logged[0].corrections, replacement.correction]),
        **NO_LEASE,
    }
    plan = {"turn": replacement.turn, "properties": properties}
    tx.run(cypher("write/correct"), namespace=namespace, plan=plan).consume()
    return CorrectionResult(_finish(tx, names, replacement.change), removed)


def _forget_turns(
    tx: ManagedTransaction, state: NamespaceState, turns: Sequence[Turn], *, lasting: bool
) -> Forgotten:
    names = {"namespace": state.namespace, "space": state.space}
    change = forget_change(state.namespace, state.version, len(turns), datetime.now(UTC))
    salt = next(iter(state.salts), None) or new_salt()
    marks = [mark for turn in turns for mark in digests_of([salt], turn)] if lasting else []
    forgotten = _remove(tx, state, [turn.uid for turn in turns], ())
    _finish(tx, names, change, [Tombstone(digest=mark, salt=salt, at=change.at) for mark in marks])
    return forgotten


def _finish(tx: ManagedTransaction, names: Row, change: Change, tombstones: Sequence[Tombstone] = ()) -> int:
    """Record the decision and the tombstones. Returns the new version."""
    rows: Row = {"changes": [with_key(change)], "calls": [], "jobs": [], **tombstone_rows(tombstones)}
    rows |= {"created": 0, "novelty_state": None, "model": None, "dimension": None}
    return finish(tx, names["namespace"], rows)


def _remove(
    tx: ManagedTransaction, state: NamespaceState, turns: Sequence[str], reread: Sequence[str]
) -> Forgotten:
    """Delete the turns `turns` and the data derived from them alone, from the turns `reread`, and from turns that were extracted
    together with any of these. Turns that stay become pending.
    """
    names = {"namespace": state.namespace, "space": state.space}
    ask: Row = {"turns": [*turns, *reread], "distance": FOLLOWING_TURNS}
    affected = tx.run(cypher("read/affected_turns"), namespace=state.namespace, ask=ask)
    neighbours = sorted({record["uid"] for record in affected}.union(reread).difference(turns))
    ask = {"turns": [*turns, *neighbours]}
    derived = tx.run(cypher("read/derived_records"), names, ask=ask).single(strict=True).data()
    settled = settle_deleted(tx, names, derived["ended"], derived["facts"], ask["turns"])
    plan = {
        "turns": turns,
        "neighbours": neighbours,
        "notes": derived["notes"],
        "facts": derived["facts"],
        "undone": derived["revisions"],
        "reworded": derived["kept_facts"],
    }
    tx.run(cypher("write/forget"), names, plan=plan).consume()
    entities = merging.undo_merges(tx, state.space, derived["entities"], ask["turns"])
    deleted = [*derived["notes"], *derived["facts"]]
    plan = {"entities": entities, "deleted": deleted, "requested": REQUESTED}
    counted = tx.run(cypher("write/recount"), names, plan=plan).single(strict=True)
    kept = _kept(tx, names, {"notes": derived["kept_notes"], "facts": derived["kept_facts"]})
    return Forgotten(
        turns=tuple(turns),
        notes=tuple(sorted(derived["notes"])),
        facts=tuple(sorted(derived["facts"])),
        entities=tuple(counted["entities"]),
        kept_notes=tuple(kept["note"]),
        kept_facts=tuple(kept["fact"]),
        restored_facts=tuple(sorted(settled.restored)),
        pending=tuple(neighbours),
        erased=False,
    )


def _kept(tx: ManagedTransaction, names: Row, ask: Row) -> dict[str, list[RetainedRecord]]:
    """The notes and facts that stay, with their remaining source turns."""
    kept: dict[str, list[RetainedRecord]] = {"note": [], "fact": []}
    if any(ask.values()):
        for row in tx.run(cypher("read/retained"), names, ask=ask):
            kept[row["kind"]].append(RetainedRecord(uid=row["uid"], turns=tuple(row["turns"])))
    return kept


def _forget_everything(tx: ManagedTransaction, state: NamespaceState) -> Forgotten:
    plan = {"spaces": state.spaces}
    forgotten = tx.run(cypher("write/forget_everything"), namespace=state.namespace, plan=plan)
    record = forgotten.single(strict=True)
    return Forgotten(
        turns=tuple(record["turns"]),
        notes=tuple(record["notes"]),
        facts=tuple(record["facts"]),
        entities=tuple(record["entities"]),
        erased=False,
    )
