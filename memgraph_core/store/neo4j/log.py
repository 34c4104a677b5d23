"""The log: turns are made durable, each once, and are read in its order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memgraph_core.records.graph import MAX_USES, Turn
from memgraph_core.records.log import AppendResult, CallTotals, ExtractionNeeds
from memgraph_core.records.rebuild import LogPage
from memgraph_core.records.validation import utc
from memgraph_core.statements import cypher
from memgraph_core.store.checks import distinct_turns, refuse_conflict
from memgraph_core.store.forgetting import digests_of
from memgraph_core.store.neo4j.conversion import Row, named_from, time_from, turn_from, turn_row
from memgraph_core.store.neo4j.namespace_state import NamespaceState, lock, lock_existing, read_state
from memgraph_core.store.neo4j.snapshot import notes_by_terms
from neo4j import ManagedTransaction

# The properties of a turn that end its lease, when a plan or a correction of the turn is written.
NO_LEASE = {"leased_by": None, "leased_until": None}


def append(
    tx: ManagedTransaction,
    namespace: str,
    turns: Sequence[Turn],
    needs: ExtractionNeeds,
    *,
    force: bool,
) -> AppendResult:
    """See `Store.append`. At most four statements, five with candidates.

    `leased` of the result contains all current leases on the turns and on the turns before them.
    """
    given = distinct_turns(turns)
    state = lock(tx, namespace) if given else read_state(tx, namespace)
    known = given and (state.last_position or state.salts)  # else the log is empty
    rows, next_positions, tombstones = _read_log(tx, state, given) if known else ([], {}, [])
    logged = {row["uid"]: turn_from(row) for row in rows}
    for turn in given:
        refuse_conflict(turn, logged.get(turn.uid, turn))
    forgotten = {
        row["uid"]: time_from(row["at"]) for row in tombstones if row["uid"] not in logged and not force
    }
    given = [turn for turn in given if turn.uid not in forgotten]
    new = _with_positions([turn for turn in given if turn.uid not in logged], next_positions)
    if new:
        if again := [row["mark"] for row in tombstones if force]:
            tx.run(cypher("write/remove_tombstones"), namespace=namespace, plan={"marks": again}).consume()
        plan = _log_plan(new, namespace, state.last_position)
        tx.run(cypher("write/log"), namespace=namespace, plan=plan).consume()
    all_turns = logged | {turn.uid: turn for turn in new}
    result = append_result(
        tx,
        state,
        [all_turns[turn.uid] for turn in given],
        frozenset(turn.uid for turn in new),
        needs,
    )
    return replace(result, forgotten=forgotten, leased={**lease_holders(rows), **result.leased})


def record_uses(
    tx: ManagedTransaction, namespace: str, turns: Sequence[str], at: datetime
) -> tuple[str, ...]:
    """See `Store.record_uses`."""
    if not lock_existing(tx, namespace).exists:
        return ()
    plan = {"turns": list(turns), "at": utc(at), "max_uses": MAX_USES}
    return tuple(tx.run(cypher("write/uses"), namespace=namespace, plan=plan).single(strict=True)["turns"])


def append_result(
    tx: ManagedTransaction,
    state: NamespaceState,
    turns: Sequence[Turn],
    new: frozenset[str],
    needs: ExtractionNeeds,
) -> AppendResult:
    """These logged turns with what extraction needs. One statement, two with candidates.

    `leased` of the result contains only leases on the preceding turns.
    """
    record = _extraction_context(tx, state, turns, needs)
    terms = (term for turn in turns if turn.state == "pending" for term in turn.terms.split())
    return AppendResult(
        space=state.space,
        version=state.version,
        turns=tuple(turns),
        new=new,
        preceding=tuple(turn_from(row) for row in record["turns"]),
        leased=lease_holders(record["turns"]),
        entities=named_from(record["named"]),
        novelty_state=state.novelty_state,
        candidates=notes_by_terms(tx, state.space, terms, needs.candidates),
        call_totals=CallTotals(**record["spent"]),
    )


def _extraction_context(
    tx: ManagedTransaction, state: NamespaceState, turns: Sequence[Turn], needs: ExtractionNeeds
) -> Mapping[str, Any]:
    """The preceding turns, the entities of the names, and the totals of the ledger."""
    first = _first_positions(turns)
    precedes = any(each["position"] for each in first)
    if state.version == 0 and not precedes:  # nothing was derived
        spent = tx.run(cypher("read/call_totals"), namespace=state.namespace).single(strict=True).data()
        return {"turns": [], "named": [], "spent": spent}
    names = {"namespace": state.namespace, "space": state.space}
    keys = list(dict.fromkeys(needs.name_keys))
    ask: dict[str, Any] = {"first": first, "before": needs.before, "keys": keys}
    return tx.run(cypher("read/extraction_context"), names, ask=ask).single(strict=True)


def lease_holders(rows: Iterable[Row]) -> dict[str, str]:
    """Turn uid → the reader that leases it now."""
    return {row["uid"]: row["leased_by"] for row in rows if row["leased_by"] is not None}


def _read_log(
    tx: ManagedTransaction, state: NamespaceState, given: Sequence[Turn]
) -> tuple[list[Row], dict[str, int], list[Row]]:
    """The turns that are logged already, the next position of each session, and the tombstones of forgotten turns."""
    ask = {
        "marks": [{"uid": t.uid, "mark": mark} for t in given for mark in digests_of(state.salts, t)],
        "uids": sorted(turn.uid for turn in given),
        "sessions": sorted({turn.session for turn in given}),
    }
    record = tx.run(cypher("read/logged_turns"), namespace=state.namespace, ask=ask).single(strict=True)
    return record["turns"], {row["session"]: row["position"] for row in record["next"]}, record["forgotten"]


def _with_positions(turns: Iterable[Turn], next_positions: Mapping[str, int]) -> list[Turn]:
    """Each turn with a position: its own, or the next one of its session."""
    following = dict(next_positions)
    positioned: list[Turn] = []
    for turn in turns:
        position = following.get(turn.session, 0) if turn.position is None else turn.position
        following[turn.session] = max(following.get(turn.session, 0), position + 1)
        positioned.append(replace(turn, position=position, vector=None))
    return positioned


def _log_plan(turns: Sequence[Turn], namespace: str, last: int) -> dict[str, Any]:
    """The turns as `$plan`, with the log positions after `last`."""
    rows = [
        {
            "session": turn.session,
            "at": turn.at,
            "properties": turn_row(turn, namespace) | {"log_position": position},
        }
        for position, turn in enumerate(turns, start=last + 1)
    ]
    return {"turns": rows, "last_position": last + len(rows)}


def _first_positions(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """The position of the first turn of each session."""
    first: dict[str, int] = {}
    for turn in turns:
        first[turn.session] = min(first.get(turn.session, turn.position or 0), turn.position or 0)
    return [{"session": session, "position": position} for session, position in first.items()]


def log_page(tx: ManagedTransaction, namespace: str, after: int, limit: int, before: int) -> LogPage:
    """See `Store.log_page`."""
    ask = {"after": after, "limit": limit, "before": before}
    record = tx.run(cypher("read/log_page"), namespace=namespace, ask=ask).single()
    if record is None:
        return LogPage(turns=(), last_position=after)
    return LogPage(
        turns=tuple(turn_from(row) for row in record["turns"]),
        preceding=tuple(turn_from(row) for row in record["before"]),
        last_position=after if record["last"] is None else record["last"],
    )
