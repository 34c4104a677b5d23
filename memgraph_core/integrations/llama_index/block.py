"""A block of LlamaIndex's `Memory` that puts the context of the last question into the prompt."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio
from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import BaseMemoryBlock
from pydantic import PrivateAttr

from memgraph_core.memory import Memory


class GraphMemoryBlock(BaseMemoryBlock[str]):
    """The context of the last user message. Reads only; a chat store or `run_and_remember` writes.

    Use `Memory.from_defaults(..., insert_method="user")`, or an agent with a `system_prompt`: a ReAct agent without
    either ignores blocks. Agents read the block at every step, so the result of the last question is cached.
    """

    name: str = "long_term_memory"
    priority: int = 1
    tokens: int | None = None
    kinds: Any = None  # as in `Memory.context`; "all" asks each kind of memory
    _memory: Memory = PrivateAttr()
    _last: tuple[str, str, str] = PrivateAttr(default=("", "", ""))  # session, question, context

    def __init__(self, memory: Memory, **fields: Any) -> None:  # noqa: ANN401  as pydantic has them
        super().__init__(**fields)
        self._memory = memory

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: Any) -> str:  # noqa: ANN401
        asked = next((m.content for m in reversed(messages or ()) if m.role == "user" and m.content), "")
        if not asked.strip():
            return ""
        session, version = (
            block_kwargs.get("session_id", ""),
            (await asyncio.to_thread(self._memory.stats)).version,
        )
        if self._last[:2] != (f"{session}#{version}", asked):
            context = await asyncio.to_thread(
                self._memory.context, asked, tokens=self.tokens, session=session or None, kinds=self.kinds
            )
            self._last = (f"{session}#{version}", asked, context.text if context.hits else "")
        return self._last[2]

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Does nothing. LlamaIndex calls it when the short-term queue overflows, which may be late or never."""

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Drop the whole block, because a context that is cut in the middle can be wrong."""
        return None
