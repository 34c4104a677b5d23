"""A chat store that keeps every turn: what people and the agent say is in the log before the call returns."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
import re
from collections.abc import Sequence

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
from pydantic import PrivateAttr

from memgraph_core.memory import Memory
from memgraph_core.types import Turn

# A ReAct agent hands over its whole trace as the answer; memory's own words stand in its observations.
_TRACE = re.compile(r"^\s*(?:Thought|Action|Observation)\s*:", re.MULTILINE)
_ANSWER = re.compile(r"^\s*Answer\s*:\s*", re.MULTILINE)

Kept = tuple[ChatMessage, MessageStatus]


class GraphChatStore(AsyncDBChatStore):
    """Messages by session. The log has what users said and what the agent answered; results of tools and calls of
    tools live as long as this object, for they may repeat what memory itself told.

    Messages that are deleted or archived here leave the queue of the conversation, and nothing else: what was said
    stays in memory until somebody forgets it.
    """

    speaker: str = "user"
    agent: str = "assistant"
    limit: int = 200  # messages of a session that are taken up again after a restart
    _memory: Memory = PrivateAttr()
    _queues: dict[str, list[Kept]] = PrivateAttr(default_factory=dict)

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
        found = [m for m, its in await self._queue(key) if status is None or its == status]
        start = offset or 0
        return found[start : None if limit is None else start + limit]

    async def count_messages(self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE) -> int:
        """How many there are."""
        return len(await self.get_messages(key, status))

    async def add_message(
        self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Keep one; what it says is durable when this returns."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Keep them; what they say is durable when this returns."""
        queue = await self._queue(key)
        await asyncio.to_thread(self._log, key, messages)
        queue += [(message, status) for message in messages]

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Have these in the queue; those that are new to it are logged."""
        known = [message for message, _ in await self._queue(key)]
        await asyncio.to_thread(self._log, key, [message for message in messages if message not in known])
        self._queues[key] = [(message, status) for message in messages]

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Take one of the active messages out of the queue."""
        queue = await self._queue(key)
        places = [place for place, (_, status) in enumerate(queue) if status == MessageStatus.ACTIVE]
        return queue.pop(places[idx])[0] if -len(places) <= idx < len(places) else None

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Empty the queue, of those with this status if one is given."""
        queue = await self._queue(key)
        self._queues[key] = [] if status is None else [kept for kept in queue if kept[1] != status]

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Take the first active messages out of the queue."""
        oldest = (await self.get_messages(key))[:n]
        self._queues[key] = [kept for kept in await self._queue(key) if not _among(kept[0], oldest)]
        return oldest

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Take the first active messages out of the active queue; they are still there as archived."""
        oldest = (await self.get_messages(key))[:n]
        self._queues[key] = [
            (message, MessageStatus.ARCHIVED if _among(message, oldest) else status)
            for message, status in await self._queue(key)
        ]
        return oldest

    async def get_keys(self) -> list[str]:
        """The sessions that memory knows, and those of this object."""
        logged = await asyncio.to_thread(self._memory.sessions)
        return list(dict.fromkeys([*logged, *self._queues]))

    @classmethod
    def class_name(cls) -> str:
        """As LlamaIndex names it."""
        return "GraphChatStore"

    async def _queue(self, key: str) -> list[Kept]:
        if key not in self._queues:
            turns = await asyncio.to_thread(self._memory.conversation, key, limit=self.limit)
            self._queues[key] = [(_message_of(turn), MessageStatus.ACTIVE) for turn in turns]
        return self._queues[key]

    def _log(self, key: str, messages: Sequence[ChatMessage]) -> None:
        said = [
            {"role": role, "content": words, "name": self.speaker if role == "user" else self.agent}
            for message in messages
            if (role := _ROLES.get(message.role)) and (words := words_of(message))
        ]
        if said:
            self._memory.add(said, session=key)


_ROLES = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant", MessageRole.CHATBOT: "assistant"}


def words_of(message: ChatMessage) -> str:
    """What a message says; of a ReAct agent's trace the answer alone, and nothing where it has none."""
    text = message.content or ""
    if message.role == MessageRole.USER or not _TRACE.search(text):
        return text.strip()
    answers = list(_ANSWER.finditer(text))
    return text[answers[-1].end() :].strip() if answers else ""


def _message_of(turn: Turn) -> ChatMessage:
    role = MessageRole.ASSISTANT if turn.role == "assistant" else MessageRole.USER
    return ChatMessage(role=role, content=turn.text)


def _among(message: ChatMessage, those: Sequence[ChatMessage]) -> bool:
    """By identity: the same words may be said twice."""
    return any(message is other for other in those)
