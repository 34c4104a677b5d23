"""Forgetting: turns go, and provably everything derived from them alone."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from memgraph_core.records.forget import (
    CorrectionResult,
    Forgotten,
    RetainedRecord,
    Selection,
    TurnCorrection,
)
from memgraph_core.records.graph import Change, Turn, uid_of
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import Stale
from memgraph_core.statements import cypher
from memgraph_core.store.corrections import corrections_row
from memgraph_core.store.forget_reach import REACH
from memgraph_core.store.neo4j import closings, fulltext, merging
from memgraph_core.store.neo4j.claims import OVER
from memgraph_core.store.neo4j.generations import Unfinished
from memgraph_core.store.neo4j.rows import Row, change_row, tombstone_rows, turn_from
from memgraph_core.store.neo4j.standing import Standing, lock_existing
from memgraph_core.store.tombstones import marks_of, new_salt
from neo4j import ManagedTransaction


def forget(tx: ManagedTransaction, namespace: str, selection: Selection, *, lasting: bool) -> Forgotten:
    """Forget what is selected, in ten statements, one more where entities are merged, and one where something stays.

    Nothing found changes nothing.
    """
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
    turns = [turn_from(record["turn"]) for record in tx.run(cypher("read/selected"), whose, ask=ask)]
    if not turns:
        return Forgotten()
    _refuse_unfinished(standing)
    return _forget_turns(tx, standing, turns, lasting=lasting)


def _refuse_unfinished(standing: Standing) -> None:
    """Generations that nobody sees may hold what is to be forgotten: the caller has them removed first."""
    if standing.building is not None or standing.unfinished:
        raise Unfinished


def correct(tx: ManagedTransaction, namespace: str, correcting: TurnCorrection) -> CorrectionResult | Stale:
    """Let a turn read otherwise, in thirteen statements."""
    standing = lock_existing(tx, namespace)
    whose = {"namespace": namespace, "space": standing.space}
    ask = {"uids": [correcting.turn], "sessions": list[str](), "marks": list[Row]()}
    there = [
        turn_from(row)
        for row in tx.run(cypher("read/logged"), namespace=namespace, ask=ask).single(strict=True)["turns"]
    ]
    if not there or there[0].text != correcting.correction.before:
        return Stale(standing.version)
    _refuse_unfinished(standing)
    ask = {"turns": [correcting.turn], "session": None, "speaker": None, "entity": None}
    quoting = [record["turn"]["uid"] for record in tx.run(cypher("read/selected"), whose, ask=ask)]
    removed = _remove(tx, standing, [], sorted({correcting.turn, *quoting}))
    properties = {
        "text": correcting.text,
        "terms": fulltext.stored(correcting.terms, fulltext.of_turns(namespace)),
        "corrections": corrections_row([*there[0].corrections, correcting.correction]),
        **OVER,
    }
    plan = {"turn": correcting.turn, "properties": properties}
    tx.run(cypher("write/correct"), namespace=namespace, plan=plan).consume()
    return CorrectionResult(_done(tx, whose, correcting.change), removed)


def _forget_turns(
    tx: ManagedTransaction, standing: Standing, turns: Sequence[Turn], *, lasting: bool
) -> Forgotten:
    whose = {"namespace": standing.namespace, "space": standing.space}
    change, salt = _change(standing, len(turns)), next(iter(standing.salts), None) or new_salt()
    marks = [mark for turn in turns for mark in marks_of([salt], turn)] if lasting else []
    forgotten = _remove(tx, standing, [turn.uid for turn in turns], ())
    _done(tx, whose, change, [Tombstone(digest=mark, salt=salt, at=change.at) for mark in marks])
    return forgotten


def _done(tx: ManagedTransaction, whose: Row, change: Change, left: Sequence[Tombstone] = ()) -> int:
    """Record what was decided, and leave tombstones; the version from now on."""
    row = {"uid": change.uid, "properties": change_row(change)}
    plan: Row = {"changes": [row], "calls": [], "created": 0, "gate": None, **tombstone_rows(left)}
    return tx.run(cypher("write/done"), whose, plan=plan).single(strict=True)["version"]


def _remove(
    tx: ManagedTransaction, standing: Standing, turns: Sequence[str], reread: Sequence[str]
) -> Forgotten:
    """Delete turns, what was derived from them alone, and from those that saw them; also what was derived from turns that
    stay and are to be read again, and from those that saw them.
    """
    whose = {"namespace": standing.namespace, "space": standing.space}
    ask: Row = {"turns": [*turns, *reread], "distance": REACH}
    near = tx.run(cypher("read/beside"), namespace=standing.namespace, ask=ask)
    beside = sorted({record["uid"] for record in near}.union(reread).difference(turns))
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
    kept = _kept(tx, whose, {"notes": gone["kept_notes"], "facts": gone["kept_facts"]})
    return Forgotten(
        turns=tuple(turns),
        notes=tuple(sorted(gone["notes"])),
        facts=tuple(sorted(gone["facts"])),
        entities=tuple(counted["entities"]),
        kept_notes=tuple(kept["note"]),
        kept_facts=tuple(kept["fact"]),
        restored_facts=tuple(sorted(passed_on.restored)),
        pending=tuple(beside),
    )


def _kept(tx: ManagedTransaction, whose: Row, ask: Row) -> dict[str, list[RetainedRecord]]:
    """Notes and facts that stay, with the turns that they still come from."""
    found: dict[str, list[RetainedRecord]] = {"note": [], "fact": []}
    if any(ask.values()):
        for row in tx.run(cypher("read/kept"), whose, ask=ask):
            found[row["kind"]].append(RetainedRecord(uid=row["uid"], turns=tuple(row["turns"])))
    return found


def _forget_everything(tx: ManagedTransaction, standing: Standing) -> Forgotten:
    plan = {"spaces": standing.spaces}
    forgotten = tx.run(cypher("write/forget_everything"), namespace=standing.namespace, plan=plan)
    record = forgotten.single(strict=True)
    return Forgotten(
        turns=tuple(record["turns"]),
        notes=tuple(record["notes"]),
        facts=tuple(record["facts"]),
        entities=tuple(record["entities"]),
    )


def _uid(standing: Standing) -> str:
    return uid_of(standing.namespace, "forget", standing.version)


def _change(standing: Standing, turns: int) -> Change:
    """That something was forgotten: not even the uids, which people may have made of words."""
    return Change(
        uid=_uid(standing),
        kind="forget",
        by="user",
        at=datetime.now(UTC),
        reason="a person asked for it",
        before=json.dumps({"turns": turns}),
    )
