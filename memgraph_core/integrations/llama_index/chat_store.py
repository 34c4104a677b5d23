"""A chat store that keeps every turn: what people and the agent say is in the log before the call returns."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
from pydantic import PrivateAttr

from memgraph_core.errors import StoreUnavailable
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Change, Turn, uid_of
from memgraph_core.records.plan import Applied, SnapshotRequest, WritePlan
from memgraph_core.records.search import UNLIMITED

# A ReAct agent hands over its whole trace as the answer; memory's own words stand in its observations.
_TRACE = re.compile(r"^\s*(?:Thought|Action|Observation)\s*:", re.MULTILINE)
_ANSWER = re.compile(r"^\s*Answer\s*:\s*", re.MULTILINE)

_ATTEMPTS = 20  # plans made anew when another writer was faster
_LEFT = "queue"  # the kind of change that tells which messages have left a queue
_DELETED = "deleted"


@dataclass(slots=True)
class _Kept:
    """A message of a queue, and the turn that it is in the log; None for one that says nothing."""

    message: ChatMessage
    status: MessageStatus
    turn: str | None = None


class GraphChatStore(AsyncDBChatStore):
    """Messages by session. The log has what users said and what the agent answered; results of tools and calls of
    tools live as long as this object, for they may repeat what memory itself told.

    Messages that are deleted or archived here leave the queue of the conversation, and nothing else: what was said
    stays in memory until somebody forgets it. Which ones left is recorded as a decision of the user, so that they come
    back neither with the next start nor with a rebuild.
    """

    speaker: str = "user"
    agent: str = "assistant"
    limit: int = 200  # messages of a session that are taken up again after a restart
    _memory: Memory = PrivateAttr()
    _queues: dict[str, list[_Kept]] = PrivateAttr(default_factory=dict)

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
        found = [kept.message for kept in await self._queue(key) if status in (None, kept.status)]
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
        turns = await asyncio.to_thread(self._log, key, messages)
        queue += [_Kept(message, status, turn) for message, turn in zip(messages, turns, strict=True)]

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Have these in the queue, and no others; those that are new to it are logged."""
        gone, queue = list(await self._queue(key)), list[_Kept]()
        for message in messages:
            same = next((kept for kept in gone if kept.message == message), None)
            queue.append(_Kept(message, status, same.turn if same else None))
            gone = [kept for kept in gone if kept is not same]
        new = [kept for kept in queue if kept.turn is None]
        turns = await asyncio.to_thread(self._log, key, [kept.message for kept in new])
        for kept, turn in zip(new, turns, strict=True):
            kept.turn = turn
        self._queues[key] = queue
        await asyncio.to_thread(self._record, key, gone, _DELETED)

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Take one of the active messages out of the queue."""
        active = [kept for kept in await self._queue(key) if kept.status == MessageStatus.ACTIVE]
        if not -len(active) <= idx < len(active):
            return None
        self._queues[key] = [kept for kept in self._queues[key] if kept is not active[idx]]
        await asyncio.to_thread(self._record, key, [active[idx]], _DELETED)
        return active[idx].message

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Empty the queue, of those with this status if one is given."""
        queue = await self._queue(key)
        gone = [kept for kept in queue if status in (None, kept.status)]
        self._queues[key] = [kept for kept in queue if status not in (None, kept.status)]
        await asyncio.to_thread(self._record, key, gone, _DELETED)

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Take the first active messages out of the queue."""
        oldest = await self._oldest(key, n)
        self._queues[key] = [kept for kept in self._queues[key] if all(kept is not one for one in oldest)]
        await asyncio.to_thread(self._record, key, oldest, _DELETED)
        return [kept.message for kept in oldest]

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Take the first active messages out of the active queue; they are still there as archived."""
        oldest = await self._oldest(key, n)
        for kept in oldest:
            kept.status = MessageStatus.ARCHIVED
        await asyncio.to_thread(self._record, key, oldest, MessageStatus.ARCHIVED.value)
        return [kept.message for kept in oldest]

    async def get_keys(self) -> list[str]:
        """The sessions that memory knows, and those of this object."""
        logged = await asyncio.to_thread(self._memory.sessions)
        return list(dict.fromkeys([*logged, *self._queues]))

    @classmethod
    def class_name(cls) -> str:
        """As LlamaIndex names it."""
        return "GraphChatStore"

    async def _queue(self, key: str) -> list[_Kept]:
        if key not in self._queues:
            self._queues[key] = await asyncio.to_thread(self._taken_up, key)
        return self._queues[key]

    async def _oldest(self, key: str, n: int) -> list[_Kept]:
        return [kept for kept in await self._queue(key) if kept.status == MessageStatus.ACTIVE][:n]

    def _taken_up(self, key: str) -> list[_Kept]:
        """The last turns of a session as its queue: without those that were deleted, and with those archived as such."""
        turns = self._memory.conversation(key, limit=self.limit)
        left: dict[str, set[str]] = {_DELETED: set(), MessageStatus.ARCHIVED.value: set()}  # by how
        for change in self._memory.changes(limit=UNLIMITED):
            if change.kind == _LEFT:
                told = json.loads(change.after)
                left[told["as"]].update(told.get("turns", ()))
        archived = left[MessageStatus.ARCHIVED.value]
        return [
            _Kept(_message_of(turn), MessageStatus.ARCHIVED if turn.uid in archived else MessageStatus.ACTIVE, turn.uid)
            for turn in turns
            if turn.uid not in left[_DELETED]
        ]  # fmt: skip

    def _record(self, key: str, gone: Sequence[_Kept], how: str) -> None:
        """Keep which messages have left the queue. Raises StoreUnavailable when others write all the time."""
        turns = [kept.turn for kept in gone if kept.turn]
        if not turns:
            return
        store, now = self._memory.store, self._memory.engine.clock()
        change = Change(
            uid=uid_of(store.namespace, _LEFT, key, how, *turns),
            kind=_LEFT,
            by="user",
            at=now,
            reason="these messages left the queue of their conversation",
            after=json.dumps({"turns": turns, "as": how}),
        )
        for _ in range(_ATTEMPTS):
            known = store.snapshot(SnapshotRequest())
            plan = WritePlan(space=known.space, version=known.version, at=now, changes=(change,))
            if isinstance(store.apply(plan), Applied):
                return
        raise StoreUnavailable(f"others keep writing namespace {store.namespace!r}. Try again when fewer do.")

    def _log(self, key: str, messages: Sequence[ChatMessage]) -> list[str | None]:
        """The turn of each message; None for those that say nothing that is kept."""
        said = [
            {"role": role, "content": words, "name": self.speaker if role == "user" else self.agent}
            if (role := _ROLES.get(message.role)) and (words := words_of(message))
            else None
            for message in messages
        ]
        kept = [one for one in said if one]
        logged = iter(self._memory.add(kept, session=key).turns if kept else ())
        return [next(logged).uid if one else None for one in said]


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
