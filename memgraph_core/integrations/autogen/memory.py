"""The memory interface of AutoGen over a memory. Written for version 0.7.5 of autogen-core."""

# pyright: basic, reportMissingImports=false
# AutoGen need not be installed where types are checked.

import asyncio
import json
from typing import Any

from autogen_core import CancellationToken
from autogen_core.memory import Memory as AutoGenMemory
from autogen_core.memory import MemoryContent, MemoryMimeType, MemoryQueryResult, UpdateContextResult
from autogen_core.model_context import ChatCompletionContext
from autogen_core.models import SystemMessage, UserMessage

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.search import Hit


class GraphMemory(AutoGenMemory):
    """A memory for an agent of AutoGen, given as `memory=[…]` of the agent.

    Before each answer, it adds what memory knows about the last message of the user to the context of the model, in at most
    `tokens` tokens. If memory knows nothing, it adds nothing. AutoGen does not store messages by itself: call `add`.
    `speaker` is the speaker of added texts, and `limit` the largest number of results of a query.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        speaker: str = "user",
        tokens: int = 800,
        limit: int = 10,
        session: str | None = None,
    ) -> None:
        self._memory = memory
        self._speaker = speaker
        self._tokens = tokens
        self._limit = limit
        self._session = session

    async def add(self, content: MemoryContent, cancellation_token: CancellationToken | None = None) -> None:
        """Add a text or a JSON object; it is durable when this returns. Raises InvalidInput for an image or bytes."""
        await asyncio.to_thread(
            self._memory.add,
            _text_of(content),
            speaker=self._speaker,
            session=self._session,
            metadata=content.metadata or {},
        )

    async def query(
        self,
        query: str | MemoryContent,
        cancellation_token: CancellationToken | None = None,
        **kwargs: Any,  # noqa: ANN401  as the interface
    ) -> MemoryQueryResult:
        """The notes and turns that answer a question, best first. `kwargs` are arguments of `Memory.search`."""
        text = query if isinstance(query, str) else _text_of(query)
        hits = await asyncio.to_thread(self._memory.search, text, **{"limit": self._limit, **kwargs})
        return MemoryQueryResult(results=[_content_of(hit) for hit in hits])

    async def update_context(self, model_context: ChatCompletionContext) -> UpdateContextResult:
        """Add what memory knows about the last message of the user to the context, as a system message."""
        messages = await model_context.get_messages()
        asked = next((m.content for m in reversed(messages) if isinstance(m, UserMessage)), "")
        if not isinstance(asked, str) or not asked.strip():
            return UpdateContextResult(memories=MemoryQueryResult(results=[]))
        known = await asyncio.to_thread(self._memory.context, asked, tokens=self._tokens)
        if known.hits:
            await model_context.add_message(SystemMessage(content=known.text))
        return UpdateContextResult(
            memories=MemoryQueryResult(results=[_content_of(hit) for hit in known.hits])
        )

    async def clear(self) -> None:
        """Forget everything: all turns of the namespace and what was derived from them. This cannot be undone."""
        await asyncio.to_thread(self._memory.forget, everything=True)

    async def close(self) -> None:
        """Do nothing: the program that opened the memory closes it."""


def _text_of(content: MemoryContent) -> str:
    if isinstance(content.content, str):
        return content.content
    if isinstance(content.content, dict):
        return json.dumps(content.content, ensure_ascii=False)
    raise InvalidInput(f"the content is {type(content.content).__name__}; give text or a JSON object.")


def _content_of(hit: Hit) -> MemoryContent:
    said_at = hit.said_at.isoformat() if hit.said_at else None
    metadata = {"uid": hit.uid, "score": hit.score, "speaker": hit.speaker, "said_at": said_at}
    return MemoryContent(content=hit.text, mime_type=MemoryMimeType.TEXT, metadata=metadata)
