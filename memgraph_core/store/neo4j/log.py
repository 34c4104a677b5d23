"""The log: turns made durable, each once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult, CallTotals
from memgraph_core.statements import cypher
from memgraph_core.store.distinct_turns import distinct_turns, refuse_conflict
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.replay import number
from memgraph_core.store.neo4j.rows import Row, certain, named_from, note_from, turn_from, turn_row
from memgraph_core.store.neo4j.standing import Standing, lock, read_standing
from memgraph_core.store.tombstones import marks_of
from neo4j import ManagedTransaction


def log(
    tx: ManagedTransaction,
    namespace: str,
    turns: Sequence[Turn],
    keys: Sequence[str],
    before: int,
    candidates: int,
    *,
    force: bool,
) -> AppendResult:
    """Log the turns that are new, in four statements. `taken` tells of all who read some of them now."""
    given = distinct_turns(turns)
    standing = lock(tx, namespace) if given else read_standing(tx, namespace)
    rows, positions, left = _read_log(tx, standing, given) if given else ([], {}, [])
    known = {row["uid"]: turn_from(row) for row in rows}
    for turn in given:
        refuse_conflict(turn, known.get(turn.uid, turn))
    forgotten = {row["uid"]: certain(row["at"]) for row in left if row["uid"] not in known and not force}
    given = [turn for turn in given if turn.uid not in forgotten]
    new = _placed([turn for turn in given if turn.uid not in known], positions)
    if new:
        last = number(tx, namespace) if standing.logged is None else standing.logged
        plan = _log_plan(new, namespace, last) | {"again": [row["mark"] for row in left if force]}
        tx.run(cypher("write/log"), namespace=namespace, plan=plan).consume()
    stands = known | {turn.uid: turn for turn in new}
    answer = [stands[turn.uid] for turn in given]
    new_uids = frozenset(turn.uid for turn in new)
    logged = append_result(tx, standing, answer, new_uids, keys, before, candidates)
    return replace(logged, forgotten=forgotten, leased={**readers(rows), **logged.leased})


def _read_log(
    tx: ManagedTransaction, standing: Standing, given: Sequence[Turn]
) -> tuple[list[Row], dict[str, int], list[Row]]:
    """The turns that are logged already, the next position of each session that needs one, and what is left of turns that
    were forgotten.
    """
    ask = {
        "marks": [{"uid": t.uid, "mark": mark} for t in given for mark in marks_of(standing.salts, t)],
        "uids": sorted(turn.uid for turn in given),
        "sessions": sorted({turn.session for turn in given}),
    }
    record = tx.run(cypher("read/logged"), namespace=standing.namespace, ask=ask).single(strict=True)
    return record["turns"], {row["session"]: row["position"] for row in record["next"]}, record["forgotten"]


def _placed(turns: Iterable[Turn], positions: Mapping[str, int]) -> list[Turn]:
    """Each turn with a position: its own, or the next one of its session."""
    following = dict(positions)
    placed: list[Turn] = []
    for turn in turns:
        position = following.get(turn.session, 0) if turn.position is None else turn.position
        following[turn.session] = max(following.get(turn.session, 0), position + 1)
        placed.append(replace(turn, position=position, vector=None))
    return placed


def _log_plan(turns: Sequence[Turn], namespace: str, last: int) -> dict[str, Any]:
    """The turns as `$plan`, with their places in the log."""
    rows = [
        {"session": turn.session, "at": turn.at, "properties": turn_row(turn, namespace) | {"logged": place}}
        for place, turn in enumerate(turns, start=last + 1)
    ]
    return {"turns": rows, "logged": last + len(rows)}


def append_result(
    tx: ManagedTransaction,
    standing: Standing,
    turns: Sequence[Turn],
    new: frozenset[str],
    keys: Sequence[str],
    before: int,
    candidates: int,
) -> AppendResult:
    """These logged turns with what extraction needs; one statement. `leased` covers the preceding turns only."""
    whose = {"namespace": standing.namespace, "space": standing.space}
    wanted: dict[str, Any] = {
        "firsts": _firsts(turns),
        "before": before,
        "keys": list(dict.fromkeys(keys)),
        "alike": _alike(turns, standing.space) if candidates > 0 else [],
        "candidates": candidates,
    }
    record = tx.run(cypher("read/before"), whose, ask=wanted).single(strict=True)
    return AppendResult(
        space=standing.space,
        version=standing.version,
        turns=tuple(turns),
        new=new,
        preceding=tuple(turn_from(row) for row in record["turns"]),
        leased=readers(record["turns"]),
        entities=named_from(record["named"]),
        novelty_state=standing.gate,
        candidates=tuple(note_from(row) for row in record["candidates"]),
        call_totals=CallTotals(**record["spent"]),
    )


def readers(rows: Iterable[Row]) -> dict[str, str]:
    """Turn uid → the reader that leases it now."""
    return {row["uid"]: row["reader"] for row in rows if row["reader"] is not None}


def _firsts(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """Of each session the position of its first turn."""
    firsts: dict[str, int] = {}
    for turn in turns:
        firsts[turn.session] = min(firsts.get(turn.session, turn.position or 0), turn.position or 0)
    return [{"session": session, "position": position} for session, position in firsts.items()]


def _alike(turns: Iterable[Turn], space: str) -> list[str]:
    """The question for notes that share terms with those of the turns that are pending: one or none."""
    terms = (term for turn in turns if turn.state == "pending" for term in turn.terms.split())
    query = fulltext.query(terms, fulltext.of_notes(space))
    return [query] if query else []
