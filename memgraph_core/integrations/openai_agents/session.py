"""The history of a conversation for the OpenAI Agents SDK, as turns of a memory. Written for version 0.24."""

# pyright: basic, reportMissingImports=false
# The SDK need not be installed where types are checked.

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents.memory.session import SessionABC
from agents.memory.session_settings import SessionSettings

from memgraph_core.memory import Memory
from memgraph_core.turns.parts import parts_of

_ROLES = ("user", "assistant")
_TEXTS = ("input_text", "output_text", "text")


@dataclass(frozen=True, slots=True)
class _HistoryItem:
    """An item of the history, and the uids of its turns. An item that is not stored has no turns."""

    item: Any
    turns: tuple[str, ...] = ()


class GraphSession(SessionABC):
    """A session of an agent. Messages of users and of the agent are turns; answers of the agent never become facts.

    Calls and results of tools, reasoning and system messages are kept only in this object, because they may repeat text from
    memory. A new object with the same `session_id` has only the messages, at most the last `limit`. `speaker` and `agent` are
    the names of the user and the agent.
    """

    def __init__(
        self,
        memory: Memory,
        session_id: str,
        *,
        speaker: str = "user",
        agent: str = "assistant",
        limit: int = 1_000,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._memory = memory
        self._names = {"user": speaker, "assistant": agent}
        self._limit = limit
        self._items: list[_HistoryItem] | None = None
        self._lock = asyncio.Lock()

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The items in their order; with a `limit` the last ones. The default limit is that of the session settings."""
        async with self._lock:
            kept = await self._kept()
            number = self.session_settings.limit if limit is None else limit
            start = 0 if number is None else max(len(kept) - number, 0)
            return [each.item for each in kept[start:]]

    async def add_items(self, items: list[Any]) -> None:
        """Add items. The texts of messages are durable when this returns."""
        async with self._lock:
            kept = await self._kept()
            kept += await asyncio.to_thread(self._log, items)

    async def pop_item(self) -> Any | None:  # noqa: ANN401  an item of the SDK
        """Remove the last item and return it; None if there is none. The turn of a message is forgotten."""
        async with self._lock:
            kept = await self._kept()
            if not kept:
                return None
            last = kept[-1]
            if last.turns:
                await asyncio.to_thread(self._memory.forget, turns=last.turns, lasting=False)
            return kept.pop().item

    async def clear_session(self) -> None:
        """Forget the turns of the session, with everything that was derived from them alone."""
        async with self._lock:
            await asyncio.to_thread(self._memory.forget, session=self.session_id, lasting=False)
            self._items = []

    async def _kept(self) -> list[_HistoryItem]:
        if self._items is None:
            turns = await asyncio.to_thread(self._memory.conversation, self.session_id, limit=self._limit)
            self._items = [
                _HistoryItem({"role": turn.role, "content": turn.text}, (turn.uid,))
                for turn in turns
                if turn.role in _ROLES
            ]
        return self._items

    def _log(self, items: list[Any]) -> list[_HistoryItem]:
        """Store the messages, and return all items with the uids of their turns."""
        texts = [_text_of(item) for item in items]
        rows = [
            {"role": item["role"], "content": text, "name": self._names[item["role"]]}
            for item, text in zip(items, texts, strict=True)
            if text
        ]
        receipts = iter(self._memory.add(rows, session=self.session_id).turns if rows else ())
        return [
            _HistoryItem(item, tuple(next(receipts).uid for _ in parts_of(text)) if text else ())
            for item, text in zip(items, texts, strict=True)
        ]


def _text_of(item: Mapping[str, Any]) -> str:
    """The text of a message of the user or the agent; empty for another item."""
    if item.get("role") not in _ROLES or item.get("type", "message") != "message":
        return ""
    content = item.get("content")
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    texts = [
        part.get("text") or "" for part in parts if isinstance(part, Mapping) and part.get("type") in _TEXTS
    ]
    return "\n".join(texts).strip()
