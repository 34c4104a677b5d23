"""A store for LangGraph: items with a namespace and a key, which are found by meaning, words, names and the graph."""

# pyright: basic, reportMissingImports=false
# LangGraph need not be installed where types are checked.

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
)

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.langgraph.items import (
    Namespace,
    StoredItem,
    filter_of_prefix,
    item_of,
    newest_states,
    searchable_text,
    session_of_item,
    turn_of,
)
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn

_PAGE = 500  # items that are read at a time
_HITS_PER_ITEM = 4  # hits that a query considers for each item that is asked for
_UNREFRESHED = 0.1  # a read restarts the time to live only after this part of it has passed
_COMPARISONS: Mapping[str, Any] = {
    "$eq": lambda found, given: found == given,
    "$ne": lambda found, given: found != given,
    "$gt": lambda found, given: found > given,
    "$gte": lambda found, given: found >= given,
    "$lt": lambda found, given: found < given,
    "$lte": lambda found, given: found <= given,
}


class GraphItemStore(BaseStore):
    """A LangGraph store that keeps items as turns of a memory. Threads and event loops may share it.

    A search with a query first returns the items that the memory finds, best first, with their scores. Then it adds other
    items without a score, newest first, up to the limit. A search without a query returns the newest items first. A query
    is compared with all texts of a value, or with those at the paths `fields` of the store or `index` of the item. An
    item with `index=False` matches no query. A value has at most about 10,000 characters of JSON.
    """

    supports_ttl = True

    def __init__(
        self, memory: Memory, *, fields: Sequence[str] | None = None, ttl: TTLConfig | None = None
    ) -> None:
        """`fields` are the paths in a value whose texts are searched (None: all). `ttl` has the default time to live in minutes."""
        self._memory = memory
        self._fields = fields
        self.ttl_config = ttl

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations, and return their results in the same order.

        Reads do not see the writes of the same batch. Of several puts of one item, only the last one is executed. Raises
        InvalidInput for an unknown operation or comparison, and for a value that is too large.
        """
        given = list(ops)
        now = datetime.now(UTC)
        results: list[Result] = [None if isinstance(op, PutOp) else self._read(op, now) for op in given]
        puts = {(op.namespace, op.key): op for op in given if isinstance(op, PutOp)}
        if puts:
            self._write(list(puts.values()), now)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations in a thread; see `batch`."""
        return await asyncio.to_thread(self.batch, list(ops))

    def sweep_ttl(self) -> int:
        """Delete the items whose time to live is over, and return their number. No read returns such items."""
        now = datetime.now(UTC)
        expired = [item for item in self._items(()) if item.has_expired(now)]
        self._forget([item.turn for item in expired])
        return len(expired)

    def _read(self, op: Op, now: datetime) -> Result:
        match op:
            case GetOp():
                return self._get(op, now)
            case SearchOp():
                return self._search(op, now)
            case ListNamespacesOp():
                return self._namespaces(op, now)
            case _:
                raise InvalidInput(f"{op!r:.80} is not an operation of a store.")

    def _get(self, op: GetOp, now: datetime) -> Item | None:
        item = newest_states(self._turns(op.namespace, op.key)).get((op.namespace, op.key))
        if item is None or item.has_expired(now):
            return None
        self._refresh([item] if op.refresh_ttl else [], now)
        return item.as_item()

    def _search(self, op: SearchOp, now: datetime) -> list[SearchItem]:
        wanted = op.offset + op.limit
        found: dict[tuple[Namespace, str], StoredItem] = {}
        scores: dict[tuple[Namespace, str], float] = {}
        for score, item in self._hits(op, wanted) if op.query else ():
            if len(found) >= wanted:
                break
            is_new = item.indexed and item.path not in found
            if is_new and _is_wanted(item, op, now) and self._is_newest(item):
                found[item.path], scores[item.path] = item, score
        for item in self._items(op.namespace_prefix) if len(found) < wanted else ():
            if _is_wanted(item, op, now):
                found.setdefault(item.path, item)
            if len(found) >= wanted:
                break
        chosen = list(found.values())[op.offset : wanted]
        self._refresh(chosen if op.refresh_ttl else [], now)
        return [item.as_result(scores.get(item.path)) for item in chosen]

    def _hits(self, op: SearchOp, wanted: int) -> Iterator[tuple[float, StoredItem]]:
        """The items that the memory finds for a query, best first, with their scores."""
        filters = {"metadata": filter_of_prefix(op.namespace_prefix)}
        hits = self._memory.search(op.query or "", limit=_HITS_PER_ITEM * wanted, filters=filters)
        turns = {turn.uid: turn for turn in self._memory.turns([uid for hit in hits for uid in hit.turns])}
        for hit in hits:
            for uid in hit.turns:
                if uid in turns and (item := item_of(turns[uid])) is not None:
                    yield hit.score, item

    def _is_newest(self, item: StoredItem) -> bool:
        """Whether the item was not replaced or deleted. A write that was interrupted leaves the former state in the memory."""
        newest = newest_states(self._turns(item.namespace, item.key)).get(item.path)
        return newest is not None and newest.turn == item.turn

    def _items(self, prefix: Namespace) -> Iterator[StoredItem]:
        """The items below a prefix, newest first, also those whose time to live is over."""
        seen: set[tuple[Namespace, str]] = set()
        filters, cursor = {"metadata": filter_of_prefix(prefix)}, None
        while True:
            page = self._memory.list_turns(filters=filters, limit=_PAGE, cursor=cursor)
            for path, item in newest_states(page.items).items():
                if path not in seen:
                    seen.add(path)
                    yield item
            if (cursor := page.cursor) is None:
                return

    def _namespaces(self, op: ListNamespacesOp, now: datetime) -> list[Namespace]:
        found = {item.namespace for item in self._items(()) if not item.has_expired(now)}
        conditions = op.match_conditions or ()
        matching = {each for each in found if all(_matches(each, condition) for condition in conditions)}
        cut = sorted({each[: op.max_depth] for each in matching})
        return cut[op.offset : op.offset + op.limit]

    def _write(self, puts: Sequence[PutOp], now: datetime) -> None:
        """Add the new states, then forget the former ones. An interruption leaves both; reads return the newer one."""
        former: list[str] = []
        new: list[StoredItem] = []
        for put in puts:
            turns = self._turns(put.namespace, put.key)
            former += [turn.uid for turn in turns]
            known = newest_states(turns).get((put.namespace, put.key))
            if put.value is not None:
                new.append(self._new_state(put, put.value, known, now))
        self._replace(former, new, now)

    def _new_state(
        self, put: PutOp, value: Mapping[str, Any], known: StoredItem | None, now: datetime
    ) -> StoredItem:
        fields = self._fields if put.index is None else put.index or []
        return StoredItem(
            namespace=put.namespace,
            key=put.key,
            value=value,
            created_at=known.created_at if known and not known.has_expired(now) else now,
            updated_at=now,
            ttl=put.ttl,
            read_at=now if put.ttl is not None else None,
            indexed=put.index is not False,
            text=searchable_text(value, fields),
        )

    def _refresh(self, items: Sequence[StoredItem], now: datetime) -> None:
        """Restart the time to live of items, if so much of it has passed that a write is justified."""
        due = [
            item
            for item in items
            if item.ttl is not None
            and item.read_at is not None
            and (now - item.read_at).total_seconds() > _UNREFRESHED * 60 * item.ttl
        ]
        if due:
            self._replace([item.turn for item in due], [replace(item, read_at=now) for item in due], now)

    def _replace(self, former: Sequence[str], new: Sequence[StoredItem], now: datetime) -> None:
        turns = [turn_of(item) for item in new]
        if turns:
            self._memory.add(turns, now=now)
        kept = {turn.uid for turn in turns}
        self._forget([uid for uid in former if uid not in kept])

    def _forget(self, turns: Sequence[str]) -> None:
        if turns:
            self._memory.forget(turns=turns, lasting=False)

    def _turns(self, namespace: Namespace, key: str) -> Sequence[Turn]:
        """The turns of an item: one, or several if a write was interrupted."""
        return self._memory.list_turns(filters={"session": session_of_item(namespace, key)}).items


def _is_wanted(item: StoredItem, op: SearchOp, now: datetime) -> bool:
    return not item.has_expired(now) and all(
        _passes(item.value.get(name), wanted) for name, wanted in (op.filter or {}).items()
    )


def _passes(found: object, wanted: object) -> bool:
    """Whether a value passes a filter.

    `wanted` is an equal value, a mapping of comparisons such as `{"$gt": 3}` that must all hold, or another mapping, whose
    keys are filters of the same keys of the value. Raises InvalidInput for an unknown comparison.
    """
    if not isinstance(wanted, Mapping):
        return found == wanted
    if any(name.startswith("$") for name in wanted):
        return all(_compares(name, found, given) for name, given in wanted.items())
    return isinstance(found, Mapping) and all(
        _passes(found.get(name), given) for name, given in wanted.items()
    )


def _compares(name: str, found: object, given: object) -> bool:
    if name not in _COMPARISONS:
        raise InvalidInput(f"{name!r:.80} is not a comparison; give one of {', '.join(_COMPARISONS)}.")
    try:
        return _COMPARISONS[name](found, given)
    except TypeError:
        return False  # values that have no order, such as a text and a number


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = (
        namespace[: len(path)]
        if condition.match_type == "prefix"
        else namespace[len(namespace) - len(path) :]
    )
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
