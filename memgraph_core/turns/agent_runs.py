"""The run of an agent → turns: the question, results of tools with their sources, and the answer.

The trace is not used: its observations repeat text that memory supplied, which would be stored again.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.quoting import decoded_uid, sources_in
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sentences import is_question
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.turns.documents import chunks_of
from memgraph_core.turns.parts import part_uid, parts_of

# The memory tools of the integrations. Their results are in memory already.
MEMORY_TOOLS = frozenset({"search_memories", "add_memory", "get_entity", "recent", "facts", "explore"})
_SURROGATES = re.compile("[\ud800-\udfff]")  # no store keeps them
_BRACKETS = re.compile(r"\[([^\[\]\n]{1,2000})\]")
_ADDRESS = re.compile(r"https?://[^\s<>\"'）)\]]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """One tool call of a run, with its result."""

    tool: str
    output: object
    arguments: Mapping[str, Any]
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The answer of an agent and the results of its tools."""

    answer: str
    results: tuple[ToolResult, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the answer has no text."""
        return not _SURROGATES.sub("", self.answer).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunContext:
    """Session, time, question and participants of a run."""

    session: str
    at: datetime
    question: str | None = None
    speaker: str = "user"
    agent: str = "assistant"
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])  # of each turn


def run_of(run: object) -> Run:
    """A `Run` from a `Run`, a text, or an object with `response` and `tool_calls` as in LlamaIndex.

    Raises InvalidInput for any other value.
    """
    if isinstance(run, Run):
        return run
    if isinstance(run, str):
        return Run(answer=run)
    response = getattr(run, "response", None)
    if response is None:
        raise InvalidInput(
            f"a run is {type(run).__name__}; give a Run, the text of an answer, or an agent's output "
            "with `response` and `tool_calls`."
        )
    answer = getattr(response, "content", response)
    calls = cast(Sequence[object], getattr(run, "tool_calls", None) or ())
    return Run(answer=str(answer or ""), results=tuple(_result(call) for call in calls))


def turns_of_run(
    run: Run, context: RunContext, used: Sequence[str], kept: Collection[str] | None
) -> tuple[Turn, ...]:
    """The turns of a run: the question, external results of tools, and the answer.

    `used` are the uids of turns that memory supplied. `kept` names the tools whose results are kept; None means all except
    the memory tools.
    """
    turns = list(question_turns(context)) if context.question else []
    for result in run.results:
        if not result.failed and _is_kept(result.tool, kept):
            turns += [replace(page, metadata=context.metadata) for page in _pages(result)]
    if not run.is_empty:
        turns += _answer(run.answer, context, used)
    return tuple({turn.uid: turn for turn in turns}.values())


def supplied_by_memory(results: Iterable[ToolResult]) -> tuple[str, ...]:
    """Possible uids of turns that memory supplied, from the `turns` of its results or the sources in their text."""
    found: list[str] = []
    for result in results:
        turns = getattr(result.output, "turns", None)
        if turns is not None:
            found += [uid for uid in cast(Iterable[object], turns) if isinstance(uid, str)]
        elif result.tool in MEMORY_TOOLS:
            found += sources_in(str(result.output))
    return tuple(dict.fromkeys(found))


def cited_in(answer: str, supplied: Collection[str]) -> tuple[str, ...]:
    """The supplied turns (uids) that an answer cites in square brackets, as a context names its sources, in their order."""
    bracketed = (field for part in _BRACKETS.findall(answer) for field in part.partition(";")[0].split(","))
    cited = {decoded_uid(uid.strip()) for uid in bracketed}
    return tuple(uid for uid in supplied if uid in cited)


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


def question_turns(context: RunContext) -> tuple[Turn, ...]:
    """The turn of the question, or several for a long one.

    A question that is repeated in a session is the same turn; a repeated statement is a new turn.
    """
    text = context.question or ""
    when = () if is_question(text) else (context.at,)
    uid = uid_of("asked", context.session, context.speaker, text, *when)
    return tuple(
        Turn(
            uid=part_uid(uid, number),
            session=context.session,
            speaker=context.speaker,
            text=part,
            said_at=context.at,
            metadata=context.metadata,
        )
        for number, part in enumerate(parts_of(text))
    )


def _answer(answer: str, context: RunContext, used: Sequence[str]) -> list[Turn]:
    answer = _SURROGATES.sub("\ufffd", answer)
    uid = uid_of("answered", context.session, context.agent, context.at, answer)
    return [
        Turn(
            uid=part_uid(uid, number),
            session=context.session,
            speaker=context.agent,
            role="assistant",
            text=part,
            said_at=context.at,
            agent=context.agent,
            used=tuple(used),
            metadata=context.metadata,
        )
        for number, part in enumerate(parts_of(answer))
    ]


def _pages(result: ToolResult) -> list[Turn]:
    """The texts of a tool's result in chunks, with their sources as sessions. Texts without letters are left out."""
    if isinstance(result.output, list | tuple):
        items = cast(Sequence[object], result.output)
        return [turn for item in items for turn in _pages(replace(result, output=item))]
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
    """The source: a field of the result or of the arguments, else an address in the text, else the name of the tool."""
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
