"""`log`: what makes turns durable, each once, and tells what extraction needs."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.errors import InvalidInput, TurnConflict
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult, CallTotals, LeaseRequest
from memgraph_core.records.search import Limits
from memgraph_core.store.corrections import corrections_row
from memgraph_core.store.sqlite import claims, ledger, tombstones
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import KEYS, NOTE, TURN, Records, ids, named, read_records, row_of
from memgraph_core.store.sqlite.search import ALIKE
from memgraph_core.store.sqlite.times import micros

_LOG = """
INSERT INTO turn (namespace, uid, session, position, speaker, role, agent, said_at, recorded_at, state, terms,
  text, caption, used, corrections)
VALUES (?1, ?2, ?3, coalesce(?4, (SELECT max(position) + 1 FROM turn WHERE namespace = ?1 AND session = ?3), 0),
  ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
ON CONFLICT (namespace, uid) DO NOTHING RETURNING uid
"""
# The given turns as they stand, those before the first of them in each session, notes like those that are pending, what
# the ledger adds up to, what the gate remembers, who else reads them, and whom the keys mean.
_LOGGED = f"""
WITH given AS MATERIALIZED (
  SELECT t.id, t.session, t.position FROM json_each(:turns) CROSS JOIN turn t
  ON t.namespace = :namespace AND t.uid = value
), first AS MATERIALIZED (SELECT session, min(position) AS position FROM given GROUP BY session)
, shown(id) AS (
  SELECT id FROM given
  UNION
  SELECT t.id FROM first CROSS JOIN turn t ON t.id IN (
    SELECT id FROM turn
    WHERE namespace = :namespace AND session = first.session AND position < first.position
    ORDER BY position DESC, uid DESC LIMIT :before)
), spoken(token) AS MATERIALIZED (
  SELECT DISTINCT word.value FROM given CROSS JOIN turn t ON t.id = given.id
  CROSS JOIN json_each('["' || replace(tokens(:salt, :space, t.terms), ' ', '","') || '"]') word
  WHERE t.state = 'pending' AND :candidates > 0
), {ALIKE}
{TURN} FROM shown CROSS JOIN turn t ON t.id = shown.id
UNION ALL
{NOTE} FROM alike CROSS JOIN note n ON n.id = alike.id
UNION ALL
{row_of("spent", "NULL", "NULL", "calls", "tokens_in", "tokens_out", "cost")} FROM spent WHERE namespace = :namespace
UNION ALL
{row_of("gate", "NULL", "NULL", "state")} FROM gate WHERE space = :space
UNION ALL
{row_of("taken", "NULL", "NULL", "t.uid", "claim.by")} FROM shown CROSS JOIN claim
  ON claim.turn = shown.id AND claim.until > :now AND claim.by <> :by CROSS JOIN turn t ON t.id = shown.id
UNION ALL {KEYS}
"""


def log(
    link: Link,
    namespace: str,
    turns: Sequence[Turn],
    keys: Sequence[str],
    before: int,
    candidates: int,
    *,
    again: bool,
    claim: LeaseRequest | None = None,
) -> AppendResult:
    """See `Store.log`. `turns` are each once and checked (`distinct`), at least one."""
    place = places.make(link, namespace)
    forgotten: Mapping[str, datetime] = {}
    if again:
        tombstones.take_away(link, place, turns)
    else:
        forgotten = tombstones.forgotten(link, place, turns)
        turns = [turn for turn in turns if turn.uid not in forgotten]
    new = link.many(_LOG, [_turn_row(place, turn) for turn in turns])
    now = time.time()
    told = read_logged(link, place, [turn.uid for turn in turns], keys, before, candidates, claim, now)
    standing = {turn.uid: turn.all_texts for turn in told.records.turns.values()}
    for turn in turns:
        if turn.text not in standing[turn.uid]:
            raise TurnConflict.of(turn.uid)
    answer = append_result(
        namespace, place, [turn.uid for turn in turns], frozenset(row[0] for row in new), told
    )
    if claim:
        claims.take(link, place, claim, answer, now)
    return replace(answer, forgotten=forgotten) if forgotten else answer


def keys_only(link: Link, namespace: str, keys: Sequence[str]) -> AppendResult:
    """The answer of `log` when there is nothing to log."""
    place = places.find(link, namespace)
    if place is None:
        return AppendResult(
            space=space_name(namespace, 1), version=0, turns=(), new=frozenset(), preceding=(), entities={}
        )
    return append_result(namespace, place, (), frozenset(), read_logged(link, place, (), keys, 0, 0))


def distinct(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Each turn once. Raises TurnConflict for one uid with two texts, InvalidInput for an unknown time."""
    met: dict[str, Turn] = {}
    for turn in turns:
        if turn.recorded_at is None:
            raise InvalidInput(f"turn {turn.uid!r}: recorded_at is None; give the time of logging.")
        if met.setdefault(turn.uid, turn).text != turn.text:
            raise TurnConflict.of(turn.uid)
    return tuple(met.values())


def _turn_row(place: Place, t: Turn) -> tuple[object, ...]:
    return (place.namespace, t.uid, t.session, t.position, t.speaker, t.role, t.agent, micros(t.said_at),
            micros(t.recorded_at), t.state, t.terms, t.text, t.caption,
            json.dumps(t.used) if t.used else None, corrections_row(t.corrections))  # fmt: skip


@dataclass(frozen=True, slots=True)
class LoggedRows:
    """What _LOGGED returns."""

    records: Records
    spent: CallTotals
    gate: str | None
    taken: Mapping[str, str]  # turn uid → who else reads it


def read_logged(
    link: Link,
    place: Place,
    uids: Sequence[str],
    keys: Sequence[str],
    before: int,
    candidates: int,
    claim: LeaseRequest | None = None,
    now: float = 0.0,
) -> LoggedRows:
    """Read these turns and what extraction needs for them."""
    values = {
        "namespace": place.namespace,
        "space": place.space,
        "salt": place.salt,
        "turns": ids(uids),
        "keys": ids(keys),
        "before": before,
        "candidates": candidates,
        "frequency_cap": Limits().max_document_frequency,
        "by": claim.reader if claim else None,  # none: nobody is told of
        "now": now,
    }
    rows = link.run(_LOGGED, values)
    taken = {row[4]: row[5] for row in rows if row[0] == "taken"}
    return LoggedRows(
        read_records(row for row in rows if row[0] not in ("gate", "spent", "taken")),
        next((ledger.spent_of(row[4:8]) for row in rows if row[0] == "spent"), CallTotals()),
        next((row[4] for row in rows if row[0] == "gate"), None),
        {uid: by for uid, by in taken.items() if claim and not claim.has_ended(by)},
    )


def append_result(
    namespace: str, place: Place, uids: Sequence[str], new: frozenset[str], told: LoggedRows
) -> AppendResult:
    """The answer of `append` and `lease`: these turns in the order given, without unknown ones."""
    standing = {turn.uid: turn for turn in told.records.turns.values()}
    given = tuple(standing.pop(uid) for uid in uids if uid in standing)
    return AppendResult(
        space=space_name(namespace, place.generation),
        version=place.version,
        turns=given,
        new=new,
        preceding=_before(standing.values()),
        entities=named(told.records.names),
        novelty_state=told.gate,
        candidates=tuple(told.records.notes.values()),
        call_totals=told.spent,
        leased=told.taken,
    )


def _before(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    return tuple(sorted(turns, key=lambda turn: (turn.session, turn.position or 0, turn.uid)))
