"""What an agent did to answer → turns: the question, what came from outside with its source, and the answer.

Only the answer itself is read, never the trace of thoughts and observations: what memory supplied stands there word
for word, and would come back as new.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sentences import is_question
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.turns.documents import chunks_of

# The tools of memory, as integrations name them: what they return is what memory holds already.
MEMORY_TOOLS = frozenset({"search_memories", "add_memory", "get_entity", "recent", "facts", "explore"})
_QUOTED = re.compile(r"\[([^\[\]\s;,]{1,200})[\];,]")  # a source, as a context quotes it before each line
_ADDRESS = re.compile(r"https?://[^\s<>\"'）)\]]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """One call of a tool in a run, and what came back."""

    tool: str
    output: object
    arguments: Mapping[str, Any]
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run of an agent: what it answered, and what its tools returned."""

    answer: str
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunContext:
    """Who asked whom, where and when."""

    session: str
    at: datetime
    question: str | None = None
    speaker: str = "user"
    agent: str = "assistant"


def run_of(run: object) -> Run:
    """A run as agents give it: a `Run`, a text, or whatever has `response` and `tool_calls` (as LlamaIndex has them).

    Raises InvalidInput for anything else.
    """
    if isinstance(run, Run):
        return run
    if isinstance(run, str):
        return Run(answer=run)
    response = getattr(run, "response", None)
    if response is None:
        raise InvalidInput(
            f"a run is {type(run).__name__}; accepted are a Run, the text of an answer, or an agent's output "
            "with `response` and `tool_calls`."
        )
    answer = getattr(response, "content", response)
    calls = cast(Sequence[object], getattr(run, "tool_calls", None) or ())
    return Run(answer=str(answer or ""), results=tuple(_result(call) for call in calls))


def turns_of_run(
    run: Run, told: RunContext, used: Sequence[str], kept: Collection[str] | None
) -> tuple[Turn, ...]:
    """The turns: what was asked, what tools brought from outside, what was answered.

    `used` are the turns that memory supplied. `kept` names the tools whose results are kept; None: all but memory's.
    """
    turns = [_question(told)] if told.question else []
    for result in run.results:
        if not result.failed and _is_kept(result.tool, kept):
            turns += _pages(result)
    if run.answer.strip():
        turns.append(_answer(run.answer, told, used))
    return tuple({turn.uid: turn for turn in turns}.values())


def told_by_memory(results: Iterable[ToolResult]) -> tuple[str, ...]:
    """What could be uids of turns that memory supplied: told by its own answers, or quoted in their text."""
    found: list[str] = []
    for result in results:
        turns = getattr(result.output, "turns", None)
        if turns is not None:
            found += [uid for uid in cast(Iterable[object], turns) if isinstance(uid, str)]
        elif result.tool in MEMORY_TOOLS:
            found += _QUOTED.findall(str(result.output))
    return tuple(dict.fromkeys(found))


def _result(call: object) -> ToolResult:
    output = getattr(call, "tool_output", None)
    raw = getattr(output, "raw_output", None)
    return ToolResult(
        tool=str(getattr(call, "tool_name", "")),
        output=raw if raw is not None else getattr(output, "content", output),
        arguments=dict(getattr(call, "tool_kwargs", None) or {}),
        failed=bool(getattr(output, "is_error", False)),
    )


def _is_kept(tool: str, kept: Collection[str] | None) -> bool:
    return tool not in MEMORY_TOOLS if kept is None else tool in kept


def _question(told: RunContext) -> Turn:
    """Asked again with the same words in the same session, it is the same turn: asking tells nothing new."""
    text = told.question or ""
    when = () if is_question(text) else (told.at,)
    return Turn(
        uid=uid_of("asked", told.session, told.speaker, text, *when),
        session=told.session,
        speaker=told.speaker,
        text=text,
        said_at=told.at,
    )


def _answer(answer: str, told: RunContext, used: Sequence[str]) -> Turn:
    return Turn(
        uid=uid_of("answered", told.session, told.agent, told.at, answer),
        session=told.session,
        speaker=told.agent,
        role="assistant",
        text=answer,
        said_at=told.at,
        agent=told.agent,
        used=tuple(used),
    )


def _pages(result: ToolResult) -> list[Turn]:
    """What came from outside, in chunks; its source is its session. A mere number is no page."""
    text = _text_of(result.output)
    if not any(character.isalpha() for character in text):
        return []
    source = one_line(_source_of(result, text))[:MAX_NAME].strip() or result.tool
    return [
        Turn(uid=uid_of("page", source, chunk), session=source, role="web", text=chunk)
        for chunk in chunks_of(text)
    ]


def _text_of(output: object) -> str:
    if isinstance(output, Mapping):
        fields = cast(Mapping[str, object], output)
        return str(fields.get("text") or fields.get("content") or dict(fields))
    return str(getattr(output, "text", output))


def _source_of(result: ToolResult, text: str) -> str:
    """Where it comes from: told by the result, or by what was asked of the tool; else the tool itself."""
    for name in ("source", "url", "link", "path", "file"):
        for holder in (result.output, result.arguments):
            found = _field(holder, name)
            if isinstance(found, str) and found.strip():
                return found
    address = _ADDRESS.search(text)
    return address[0].rstrip(".,:;") if address else result.tool


def _field(holder: object, name: str) -> object:
    if isinstance(holder, Mapping):
        return cast(Mapping[str, object], holder).get(name)
    return getattr(holder, name, None)
