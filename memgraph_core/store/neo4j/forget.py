"""Forgetting: turns go, and provably everything derived from them alone."""

import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.store.forgetting import REACH
from memgraph_core.store.neo4j import closings, merging
from memgraph_core.store.neo4j.generations import Unfinished
from memgraph_core.store.neo4j.rows import change_row
from memgraph_core.store.neo4j.standing import Standing, lock_existing
from memgraph_core.store.queries import cypher
from memgraph_core.types import Change, uid_of
from memgraph_core.writes import Forgotten, Selection
from neo4j import ManagedTransaction


def checked_selection(selection: Selection) -> Selection:
    """The selection as it is. Raises InvalidInput unless exactly one of its fields is given."""
    names = [field.name for field in fields(selection)]
    given = [name for name in names if getattr(selection, name)]
    if len(given) != 1:
        raise InvalidInput(
            f"what to forget is told by {' and '.join(given) or 'nothing'}; exactly one of {', '.join(names)} is accepted."
        )
    return selection


def forget(tx: ManagedTransaction, namespace: str, selection: Selection) -> Forgotten:
    """Forget what is selected, in ten statements, and one more where entities are merged; nothing found changes nothing."""
    standing = lock_existing(tx, namespace)
    if not standing.exists:
        return Forgotten()
    if selection.everything:
        _refuse_unfinished(standing)
        return _forget_everything(tx, standing)
    whose = {"namespace": namespace, "space": standing.space}
    ask = {
        "turns": sorted(selection.turns),
        "session": selection.session,
        "speaker": selection.speaker,
        "entity": selection.entity,
    }
    turns = [record["uid"] for record in tx.run(cypher("read/selected"), whose, ask=ask)]
    if not turns:
        return Forgotten()
    _refuse_unfinished(standing)
    return _forget_turns(tx, standing, turns)


def _refuse_unfinished(standing: Standing) -> None:
    """Generations that nobody sees may hold what is to be forgotten: the caller has them removed first."""
    if standing.building is not None or standing.unfinished:
        raise Unfinished


def _forget_turns(tx: ManagedTransaction, standing: Standing, turns: Sequence[str]) -> Forgotten:
    whose = {"namespace": standing.namespace, "space": standing.space}
    near = tx.run(
        cypher("read/beside"), namespace=standing.namespace, ask={"turns": turns, "distance": REACH}
    )
    beside = sorted({record["uid"] for record in near}.difference(turns))
    ask = {"turns": [*turns, *beside]}
    gone = tx.run(cypher("read/derived"), whose, ask=ask).single(strict=True).data()
    passed_on = closings.pass_on(tx, whose, gone["closed"], gone["facts"], ask["turns"])
    doomed = {
        "turns": turns,
        "beside": beside,
        "notes": gone["notes"],
        "facts": gone["facts"],
        "undone": gone["undone"],
        "reworded": gone["kept_facts"],
    }
    tx.run(cypher("write/forget"), whose, plan=doomed).consume()
    entities = merging.tear(tx, standing.space, gone["entities"], ask["turns"])
    counted = tx.run(cypher("write/recount"), whose, plan={"entities": entities}).single(strict=True)
    row = {"uid": _uid(standing), "properties": change_row(_change(standing, turns))}
    tx.run(cypher("write/done"), whose, plan={"changes": [row], "created": 0, "gate": None}).consume()
    return Forgotten(
        turns=tuple(turns),
        notes=len(gone["notes"]),
        facts=len(gone["facts"]),
        entities=counted["entities"],
        kept_notes=len(gone["kept_notes"]),
        kept_facts=len(gone["kept_facts"]),
        restored_facts=len(passed_on.restored),
        pending=len(beside),
    )


def _forget_everything(tx: ManagedTransaction, standing: Standing) -> Forgotten:
    plan = {"spaces": standing.spaces}
    forgotten = tx.run(cypher("write/forget_everything"), namespace=standing.namespace, plan=plan)
    record = forgotten.single(strict=True)
    return Forgotten(
        turns=tuple(record["turns"]),
        notes=record["notes"],
        facts=record["facts"],
        entities=record["entities"],
    )


def _uid(standing: Standing) -> str:
    return uid_of(standing.namespace, "forget", standing.version)


def _change(standing: Standing, turns: Sequence[str]) -> Change:
    """The record that something was forgotten: uids, never words."""
    return Change(
        uid=_uid(standing),
        kind="forget",
        by="user",
        at=datetime.now(UTC),
        reason="a person asked for it",
        before=json.dumps({"turns": list(turns)}),
    )
