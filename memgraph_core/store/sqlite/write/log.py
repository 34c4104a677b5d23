"""The log: `append` makes turns durable, each once, and `lease` reserves them; both return what extraction needs."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.records.graph import Turn, position_key
from memgraph_core.records.log import AppendResult, ExtractionNeeds, LeaseRequest
from memgraph_core.records.rebuild import space_name
from memgraph_core.store.checks import refuse_conflict
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.read import ledger, similar_terms
from memgraph_core.store.sqlite.rows import TURN, json_array, named_entities, turn_from
from memgraph_core.store.sqlite.write import leases, tombstones
from memgraph_core.store.sqlite.write.turns import insert

_GIVEN = f"""
SELECT {TURN} FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value
"""
# The last :before turns before the first given turn of each session.
_BEFORE = f"""
WITH first AS MATERIALIZED (
  SELECT t.session, min(t.position) AS position FROM json_each(:turns) row
  CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value GROUP BY t.session
)
SELECT {TURN} FROM first CROSS JOIN turn t ON t.id IN (
  SELECT id FROM turn
  WHERE namespace = :namespace AND session = first.session AND position < first.position
  ORDER BY position DESC, uid DESC LIMIT :before)
"""
_NOVELTY_STATE = "SELECT state FROM novelty_state WHERE space = :space"


def append(
    connection: Connection,
    namespace: str,
    turns: Sequence[Turn],
    needs: ExtractionNeeds,
    *,
    force: bool,
    lease: LeaseRequest | None = None,
) -> AppendResult:
    """See `Store.append`. `turns` are distinct, at least one."""
    state = namespace_state.find_or_create(connection, namespace)
    forgotten: Mapping[str, datetime] = {}
    if force:
        tombstones.remove(connection, state, turns)
    else:
        forgotten = tombstones.find(connection, state, turns)
        turns = [turn for turn in turns if turn.uid not in forgotten]
    new = insert(connection, state.namespace, turns)
    now = time.time()
    uids = [turn.uid for turn in turns]
    result = _read(connection, namespace, state, uids, needs, lease, now)
    for turn, logged in zip(turns, result.turns, strict=True):
        refuse_conflict(turn, logged)
    result = replace(result, new=new, forgotten=forgotten)
    if lease:
        leases.take(connection, state, lease, result, now)
    return result


def lease(
    connection: Connection,
    namespace: str,
    uids: Sequence[str],
    needs: ExtractionNeeds,
    request: LeaseRequest | None,
) -> AppendResult:
    """See `Store.lease`. With a request, it must run in a write transaction."""
    state = namespace_state.find(connection, namespace)
    if state is None:
        return _empty_result(namespace)
    now = time.time()
    distinct = list(dict.fromkeys(uids))
    result = _read(connection, namespace, state, distinct, needs, request, now)
    if request:
        leases.take(connection, state, request, result, now)
    return result


def _read(
    connection: Connection,
    namespace: str,
    state: NamespaceState,
    uids: Sequence[str],
    needs: ExtractionNeeds,
    request: LeaseRequest | None,
    now: float,
) -> AppendResult:
    """These turns in their order, without unknown ones, and what extraction needs."""
    values = {
        "namespace": state.namespace,
        "space": state.space,
        "turns": json_array(uids),
        "before": needs.before,
    }
    logged = {turn.uid: turn for turn in map(turn_from, connection.run(_GIVEN, values))}
    given = tuple(logged[uid] for uid in uids if uid in logged)
    earlier = sorted(map(turn_from, connection.run(_BEFORE, values)), key=position_key) if given else []
    novelty_state = connection.run(_NOVELTY_STATE, values)
    leased: Mapping[str, str] = {}
    if request:
        read = [turn.uid for turn in (*given, *earlier)]
        leased = leases.of_others(connection, state, request, read, now)
    return AppendResult(
        space=space_name(namespace, state.generation),
        version=state.version,
        turns=given,
        new=frozenset(),
        preceding=tuple(earlier),
        entities=named_entities(connection, state.space, needs.name_keys),
        novelty_state=novelty_state[0][0] if novelty_state else None,
        candidates=similar_terms.notes(connection, state, _pending_terms(given), needs.candidates),
        call_totals=ledger.totals(connection, state.namespace),
        leased=leased,
    )


def _empty_result(namespace: str) -> AppendResult:
    """The result for a namespace that does not exist."""
    return AppendResult(
        space=space_name(namespace, 1), version=0, turns=(), new=frozenset(), preceding=(), entities={}
    )


def _pending_terms(turns: Iterable[Turn]) -> set[str]:
    return {term for turn in turns if turn.state == "pending" for term in turn.terms.split(" ")}
