"""The agent: it stores a message, answers it from memory, uses external tools for the rest, and stores the answer."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.react.persona import Persona
from memgraph_core.language.pack import answer_language
from memgraph_core.language.quoting import encoded_name, spoken_line
from memgraph_core.language.request import asks_to_forget, is_only_about_period
from memgraph_core.language.sentences import is_question
from memgraph_core.memory import Memory
from memgraph_core.records.kinds import Kinds
from memgraph_core.records.log import CallTotals
from memgraph_core.records.search import Hit, Knowledge
from memgraph_core.records.validation import checked_message
from memgraph_core.retrieve.context_window import core_lines

Tool = Callable[..., object]

_MAX_QUOTED = 3  # notes that an answer without a model quotes
_END_LENGTH = 2_000  # characters at each end of a long message with which memory is searched
_QUOTING = {
    "en": "(No language model: this is a quotation from memory.)",
    "zh": "（没有语言模型：以下是记忆原文。）",
}
_NOTED = {"en": "Noted.", "zh": "记下了。"}
_CANNOT_FORGET = {
    "en": "Nothing was forgotten: without a language model this agent cannot decide which statements you mean. Delete them "
    "with `memory.forget` or `memgraph-core forget`, by turn, speaker, session or entity; `memgraph-core search` shows the uids of "
    "turns. This request was not stored.",
    "zh": "没有删除任何内容：没有语言模型时，无法确定你指的是哪些记忆。请用 `memory.forget` 或 `memgraph-core forget` "
    "按消息、说话人、会话或实体删除；`memgraph-core search` 会显示消息的 uid。这条请求没有保存。",
}
_REPLACED = {"en": " (changed since then: {object})", "zh": "（后来变为：{object}）"}
_ENDED = {"en": " (no longer so)", "zh": "（现已改变）"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer of the agent with its sources."""

    text: str
    turns: tuple[str, ...] = ()  # uids of the source turns
    knowledge: Knowledge | None = None  # None if the message was not a question
    tools: tuple[str, ...] = ()  # the tools that were used, also those of memory
    by_model: bool = False
    spent: CallTotals = field(default_factory=CallTotals)  # calls, tokens and cost of the model

    def __str__(self) -> str:
        """The text."""
        return self.text


class MemoryAgent:
    """An agent for one user, with the memory of the user's namespace.

    Tools are added and removed by name. An external tool is offered to the model only if memory does not know the
    answer (`Memory.knows`); a local tool is always offered. Without a model the agent quotes from memory, and says so.

    The prompt of a model contains the persona, the blocks of core memory for all users, and what memory contains about the topics
    of the message; the last messages of the session follow.
    """

    def __init__(
        self,
        memory: Memory,
        llm: Any = None,  # noqa: ANN401  a `ChatModel`, or an LLM of LlamaIndex, which need not be installed
        *,
        persona: Persona | None = None,
        session: str = "chat",
        speaker: str = "user",
        max_steps: int = 8,
        kinds: Kinds | None = None,
    ) -> None:
        """`kinds` are the kinds of memory that are asked before each answer, as in `Memory.context`.

        Raises InvalidInput for an `llm` that is no model, such as the name of one.
        """
        if llm is not None and not (hasattr(llm, "answer") or hasattr(llm, "chat")):
            raise InvalidInput(f"llm is {llm!r:.80}; give a ChatModel, a model of LlamaIndex, or None.")
        self.memory = memory
        self.llm = llm
        self.persona = persona or Persona()
        self.session = session
        self.speaker = speaker
        self.max_steps = max_steps
        self.kinds: Kinds | None = kinds
        self._tools: dict[str, tuple[Tool, bool]] = {}

    def add_tool(self, name: str, tool: Tool, *, external: bool = True) -> None:
        """Add a function as a tool; its docstring describes it to the model. See the class for `external`.

        Raises InvalidInput for a name that is in use or not an identifier.
        """
        if not name.isidentifier() or name in self._tools:
            raise InvalidInput(f"a tool cannot be called {name!r}: give a new name of letters, digits and _.")
        self._tools[name] = (tool, external)

    def remove_tool(self, name: str) -> None:
        """Remove a tool. Raises InvalidInput for an unknown name."""
        if name not in self._tools:
            raise InvalidInput(f"there is no tool {name!r}; there are {', '.join(self.tools) or 'none'}.")
        del self._tools[name]

    @property
    def tools(self) -> tuple[str, ...]:
        """The names of the tools, in the order in which they were added."""
        return tuple(self._tools)

    def ask(self, message: str) -> Reply:
        """`aask` for programs without an event loop."""
        return asyncio.run(self.aask(message))

    async def aask(self, message: str) -> Reply:
        """Store a message, answer it, and store the answer.

        The message is durable before a model is called. Without a model, a request to forget something is not stored, and the
        answer says how to delete it. Raises InvalidInput for a blank message, ModelError if the model
        gives no answer, BudgetSpent if a budget does not allow the call. The next message may be answered all the same.
        """
        checked_message(message, "the message")
        if self.llm is None and asks_to_forget(message):
            return Reply(text=_CANNOT_FORGET[answer_language(message)])
        receipt = await asyncio.to_thread(
            self.memory.remember_question, message, session=self.session, speaker=self.speaker
        )
        logged = tuple(turn.uid for turn in receipt.turns)
        answer = self._quote if self.llm is None else self._by_model
        return await answer(message, logged)

    def offered(self, knowledge: Knowledge) -> Mapping[str, Tool]:
        """The tools for a question: without external ones if memory knows the answer."""
        return {
            name: tool for name, (tool, external) in self._tools.items() if not (external and knowledge.known)
        }

    async def _by_model(self, message: str, logged: tuple[str, ...]) -> Reply:
        from memgraph_core.integrations.react.loop import run

        knowledge = await self._knowledge(message, logged)
        core = await asyncio.to_thread(self.memory.core)
        context = await asyncio.to_thread(
            self.memory.context,
            _searched(message),
            session=self.session,
            exclude=[*logged, *(block.uid for block in core)],
            kinds=self.kinds,
        )
        output, spent = await run(
            self.llm,
            self.memory,
            message,
            logged=logged,
            persona=self.persona,
            session=self.session,
            core="\n".join(core_lines(core)),
            context=context.text,
            tools=self.offered(knowledge),
            max_steps=self.max_steps,
        )
        kept = [name for name, (_, external) in self._tools.items() if external]
        await asyncio.to_thread(
            self.memory.remember_run,
            output,
            session=self.session,
            speaker=self.speaker,
            agent=self.persona.name,
            used=context.hits,
            kept=kept,
        )
        return Reply(
            text=output.response.content,
            turns=context.turns,
            knowledge=knowledge,
            tools=tuple(call.tool_name for call in output.tool_calls),
            by_model=True,
            spent=spent,
        )

    async def _knowledge(self, message: str, logged: tuple[str, ...]) -> Knowledge:
        return await asyncio.to_thread(
            self.memory.knows, _searched(message), session=self.session, exclude=logged
        )

    async def _quote(self, message: str, logged: tuple[str, ...]) -> Reply:
        """Answer with quotations from memory. They are not stored, because memory has them already, but count as used."""
        language = answer_language(message)
        if not (is_question(message) or is_only_about_period(message, language)):
            return Reply(text=_NOTED[language])
        knowledge = await self._knowledge(message, logged)
        evidence = sorted(knowledge.evidence, key=_has_changed) if knowledge.known else []
        quoted = evidence[:_MAX_QUOTED]
        lines = [
            f"- {hit.said_at.date().isoformat() + ' ' if hit.said_at else ''}{spoken_line(hit.speaker, hit.text)}"
            f"{_change(hit, language)}"
            for hit in quoted
        ]
        if quoted:
            await asyncio.to_thread(self.memory.used, quoted)
        return Reply(
            text="\n".join([_QUOTING[language], *lines]) if lines else knowledge.explanation,
            turns=tuple(dict.fromkeys(turn for hit in quoted for turn in hit.turns)),
            knowledge=knowledge,
        )


def _has_changed(hit: Hit) -> bool:
    """Whether all facts that a hit states have ended, such as a number that another one replaced."""
    return bool(hit.facts) and all(fact.holds_until is not None for fact in hit.facts)


def _change(hit: Hit, language: str) -> str:
    """The remark on a hit whose facts have ended, with what replaced them."""
    if not _has_changed(hit):
        return ""
    newer = [hit.replaced_by[fact.uid].object_name for fact in hit.facts if fact.uid in hit.replaced_by]
    if not newer:
        return _ENDED[language]
    return _REPLACED[language].format(object=encoded_name("; ".join(dict.fromkeys(newer))))


def _searched(message: str) -> str:
    """The part of a message with which memory is searched: the two ends of a very long one, such as a pasted document."""
    return (
        message if len(message) <= 2 * _END_LENGTH else f"{message[:_END_LENGTH]}\n{message[-_END_LENGTH:]}"
    )
