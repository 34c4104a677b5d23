"""A chat store for LlamaIndex in which the text of every message is logged before the call returns."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
from pydantic import PrivateAttr

from memgraph_core.engine.message_queue import ARCHIVED, DELETED, record_removed_messages, removed_messages
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import UNLIMITED
from memgraph_core.turns.parts import parts_of

# The answer of a ReAct agent is its whole trace, in which observations repeat what memory returned.
_TRACE = re.compile(r"^\s*(?:Thought|Action|Observation)\s*:", re.MULTILINE)
_ANSWER = re.compile(r"^\s*Answer\s*:\s*", re.MULTILINE)


@dataclass(slots=True)
class _QueuedMessage:
    """A message of a queue, and the uid of its turn in the log; None for a message without text."""

    message: ChatMessage
    status: MessageStatus
    turn: str | None = None


class GraphChatStore(AsyncDBChatStore):
    """Messages by session. The log keeps what users said and what the agent answered.

    Calls and results of tools are kept only in this object, because they may repeat memory's text. A message that is
    deleted or archived is only removed from its queue: its turn stays in memory until it is forgotten. The
    removal is recorded, so that a restart or a rebuild does not restore the message.
    """

    speaker: str = "user"
    agent: str = "assistant"
    limit: int = 200  # messages of a session that are restored after a restart
    _memory: Memory = PrivateAttr()
    _queues: dict[str, list[_QueuedMessage]] = PrivateAttr(default_factory=dict)

    def __init__(self, memory: Memory, **fields: object) -> None:
        super().__init__(**fields)
        self._memory = memory

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """The messages of a session in their order."""
        found = [queued.message for queued in await self._queue(key) if status in (None, queued.status)]
        start = offset or 0
        return found[start : None if limit is None else start + limit]

    async def count_messages(self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE) -> int:
        """The number of messages of a session."""
        return len(await self.get_messages(key, status))

    async def add_message(
        self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add a message; its text is durable when this returns."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add messages; their texts are durable when this returns."""
        queue = await self._queue(key)
        turns = await asyncio.to_thread(self._log, key, messages)
        queue += [
            _QueuedMessage(message, status, turn) for message, turn in zip(messages, turns, strict=True)
        ]

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Replace the queue by these messages. Messages that were not in the queue are logged."""
        removed, queue = list(await self._queue(key)), list[_QueuedMessage]()
        for message in messages:
            same = next((queued for queued in removed if queued.message == message), None)
            queue.append(_QueuedMessage(message, status, same.turn if same else None))
            removed = [queued for queued in removed if queued is not same]
        new = [queued for queued in queue if queued.turn is None]
        turns = await asyncio.to_thread(self._log, key, [queued.message for queued in new])
        for queued, turn in zip(new, turns, strict=True):
            queued.turn = turn
        self._queues[key] = queue
        await self._record(key, removed, DELETED)

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Remove one of the active messages from the queue."""
        active = [queued for queued in await self._queue(key) if queued.status == MessageStatus.ACTIVE]
        if not -len(active) <= idx < len(active):
            return None
        self._queues[key] = [queued for queued in self._queues[key] if queued is not active[idx]]
        await self._record(key, [active[idx]], DELETED)
        return active[idx].message

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Remove all messages of this status from the queue; without a status all messages."""
        queue = await self._queue(key)
        removed = [queued for queued in queue if status in (None, queued.status)]
        self._queues[key] = [queued for queued in queue if status not in (None, queued.status)]
        await self._record(key, removed, DELETED)

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Remove the first `n` active messages from the queue."""
        oldest = await self._oldest(key, n)
        self._queues[key] = [
            queued for queued in self._queues[key] if all(queued is not one for one in oldest)
        ]
        await self._record(key, oldest, DELETED)
        return [queued.message for queued in oldest]

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Give the first `n` active messages the status archived."""
        oldest = await self._oldest(key, n)
        for queued in oldest:
            queued.status = MessageStatus.ARCHIVED
        await self._record(key, oldest, ARCHIVED)
        return [queued.message for queued in oldest]

    async def get_keys(self) -> list[str]:
        """The sessions of the log, and those of this object."""
        logged = await asyncio.to_thread(self._memory.sessions)
        return list(dict.fromkeys([*logged, *self._queues]))

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex serialises this class."""
        return "GraphChatStore"

    async def _queue(self, key: str) -> list[_QueuedMessage]:
        if key not in self._queues:
            self._queues[key] = await asyncio.to_thread(self._restored_queue, key)
        return self._queues[key]

    async def _oldest(self, key: str, n: int) -> list[_QueuedMessage]:
        active = [queued for queued in await self._queue(key) if queued.status == MessageStatus.ACTIVE]
        return active[:n]

    def _restored_queue(self, key: str) -> list[_QueuedMessage]:
        """The last turns of a session as its queue, without deleted messages."""
        turns = self._memory.conversation(key, limit=self.limit)
        left = removed_messages(self._memory.changes(limit=UNLIMITED))
        return [
            _QueuedMessage(
                _message_of(turn),
                MessageStatus.ARCHIVED if turn.uid in left.archived else MessageStatus.ACTIVE,
                turn.uid,
            )
            for turn in turns
            if turn.uid not in left.deleted
        ]

    async def _record(self, key: str, removed: Sequence[_QueuedMessage], status: str) -> None:
        """Record which messages have left the queue. Raises StoreUnavailable when other programs write all the time."""
        turns = [queued.turn for queued in removed if queued.turn]
        memory = self._memory
        await asyncio.to_thread(record_removed_messages, memory.engine, memory.store, key, turns, status)

    def _log(self, key: str, messages: Sequence[ChatMessage]) -> list[str | None]:
        """The turn (uid) of each message, the first one of a long message; None for a message without text that is kept."""
        rows = [
            {"role": role, "content": text, "name": self.speaker if role == "user" else self.agent}
            if (role := _ROLES.get(message.role)) and (text := text_of(message))
            else None
            for message in messages
        ]
        kept = [row for row in rows if row]
        logged = iter(self._memory.add(kept, session=key).turns if kept else ())
        uids: list[str | None] = []
        for row in rows:
            parts = [next(logged).uid for _ in parts_of(row["content"])] if row else [None]
            uids.append(parts[0])
        return uids


_ROLES = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant", MessageRole.CHATBOT: "assistant"}


def text_of(message: ChatMessage) -> str:
    """The text of a message. For a ReAct trace only the answer; empty if the trace has no answer."""
    text = message.content or ""
    if message.role == MessageRole.USER or not _TRACE.search(text):
        return text.strip()
    answers = list(_ANSWER.finditer(text))
    return text[answers[-1].end() :].strip() if answers else ""


def _message_of(turn: Turn) -> ChatMessage:
    role = MessageRole.ASSISTANT if turn.role == "assistant" else MessageRole.USER
    return ChatMessage(role=role, content=turn.text)
