"""The MCP tools: `remember`, `recall` and `context`, and optionally those for facts, views and deleting."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.kinds import MemoryKind
from memgraph_core.server import answers as a
from memgraph_core.server import view_answers as v
from memgraph_core.server.mcp_callers import By
from memgraph_core.server.speakers import only_speaker
from memgraph_core.turns.future import DATED_IN_FUTURE
from memgraph_core.verbs.first_facts import first_facts
from memgraph_core.verbs.unknown_names import similar_to, unknown_name

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
WRITES = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
DELETES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

_CANNOT_ASK = (
    "this client cannot ask its user to confirm, so nothing was deleted. Ask the user to run `memgraph-core forget --turn UID`, "
    "or use a client that supports elicitation (over HTTP: of protocol version 2026-07-28 or newer)."
)
_MAX_SHOWN = 3  # statements that a question to the user quotes
_SHOWN_CHARACTERS = 200


class Confirmation(BaseModel):
    """The answer of the user."""

    delete: bool = Field(description="Delete these statements for ever?")


Question = Annotated[
    str, Field(min_length=1, max_length=20_000, description="a question or the user's message")
]
Tokens = Annotated[int, Field(ge=50, le=8_000, description="the largest size of the text in tokens")]
Session = Annotated[
    str | None, Field(max_length=200, description="the conversation that the question continues")
]

Kinds = Annotated[
    Literal["all"] | list[MemoryKind] | dict[MemoryKind, Annotated[int, Field(ge=1, le=50)]] | None,
    Field(
        min_length=1,
        description="the kinds of memory to search one by one, or the largest number of hits of each; default: one search of "
        "all notes",
    ),
]


def remember(
    content: Annotated[
        str, Field(min_length=1, max_length=100_000, description="the statement, in the user's words")
    ],
    by: By,
    speaker: Annotated[
        str | None,
        Field(
            max_length=200,
            description="who said it; default: the only person who speaks in memory, else `user`",
        ),
    ] = None,
    said_at: Annotated[
        str | None, Field(description="when, as ISO 8601 with a time zone; default: now")
    ] = None,
    session: Annotated[str, Field(max_length=200, description="the conversation")] = "default",
) -> v.Remembered:
    """Store what a person said. Storing the same statement with the same time again changes nothing."""

    def work(memory: Memory) -> Receipt:
        by_whom = speaker or only_speaker(memory) or "user"
        return memory.add(content, speaker=by_whom, said_at=said_at, session=session)

    receipt = by.run("write", "add", work)
    turn = receipt.turns[0]
    warnings = [each for each in receipt.warnings if each.startswith(DATED_IN_FUTURE)]
    return v.Remembered(
        uid=turn.uid, state=turn.state, notes=len(turn.notes), facts=len(turn.facts), warnings=warnings
    )


def recall(
    question: Question,
    by: By,
    limit: Annotated[int, Field(ge=1, le=50, description="the largest number of statements")] = 10,
    session: Session = None,
    kinds: Kinds = None,
    explain: Annotated[bool, Field(description="also return the ranking signals of each statement")] = False,
) -> a.HitsOut:
    """Find single statements in memory, best first, each with its speaker, date and source."""
    found = by.call(Memory.search, question, limit=limit, session=session, kinds=kinds)
    return a.HitsOut.of(found if explain else [replace(hit, signals={}) for hit in found])


def context(
    question: Question,
    by: By,
    tokens: Tokens = 600,
    session: Session = None,
    kinds: Kinds = None,
) -> a.ContextOut:
    """What memory knows about a question or a message, as short text with dates and sources."""
    return a.ContextOut.of(by.call(Memory.context, question, tokens=tokens, session=session, kinds=kinds))


def profile(
    name: Annotated[str, Field(min_length=1, max_length=1_000, description="the person or thing")],
    by: By,
    tokens: Tokens = 600,
) -> v.ProfileOut:
    """What memory knows of a person or a thing, by section: current facts, plans and former facts."""

    def work(memory: Memory) -> v.ProfileOut:
        found = memory.profile(name)
        if found is None:
            return v.ProfileOut(name=name, text=unknown_name(memory, name), lines=[], topics={})
        return v.ProfileOut.of(found, tokens)

    return by.run("read", "profile", work)


def summarise(
    by: By,
    session: Session = None,
    about: Annotated[str | None, Field(max_length=1_000, description="a person or thing")] = None,
    since: Annotated[str | None, Field(description="ISO 8601 time or day")] = None,
    until: Annotated[str | None, Field(description="ISO 8601 time or day, exclusive")] = None,
    tokens: Tokens = 600,
) -> v.SummaryOut:
    """The statements that together cover most of a conversation, a period or a person, in order of time."""

    def work(memory: Memory) -> v.SummaryOut:
        found = memory.summarise(session=session, about=about, since=since, until=until, tokens=tokens)
        return v.SummaryOut.about(memory, found, about)

    return by.run("read", "summarise", work)


def due(
    by: By,
    days: Annotated[float, Field(gt=0, le=3_660, description="how many days ahead")] = 7.0,
    tokens: Tokens = 600,
) -> v.DueOut:
    """Plans, appointments, deadlines, birthdays and recurring days in the next days, in order of time."""
    return v.DueOut.of(by.call(Memory.due, days=days), tokens)


def brief(
    since: Annotated[str, Field(description="ISO 8601 time or day")],
    by: By,
    tokens: Tokens = 600,
) -> v.BriefOut:
    """What changed since a time: new and ended facts, new people, rising topics, and what is due soon."""
    return v.BriefOut.of(by.call(Memory.brief, since), tokens)


def working(
    by: By,
    session: Annotated[str, Field(max_length=200, description="the conversation")] = "default",
    tokens: Tokens = 600,
) -> v.WorkingOut:
    """The working memory of a conversation: what its last messages stated, mentioned or used, most active first."""
    return v.WorkingOut.of(by.call(Memory.working, session=session), tokens)


def procedures(
    question: Annotated[str, Field(min_length=1, max_length=20_000, description="what is to be done")],
    by: By,
    limit: Annotated[int, Field(ge=1, le=20, description="the largest number of procedures")] = 3,
) -> v.ProceduresOut:
    """How something is done: steps in their order, and how often it was reported to work or to fail."""
    return v.ProceduresOut.of(by.call(Memory.procedures, question, limit=limit))


Name = Annotated[str, Field(min_length=1, max_length=1_000, description="a person, place or thing")]
Day_ = Annotated[str | None, Field(max_length=40, description="ISO 8601 time or day")]
Turns = Annotated[
    list[str], Field(min_length=1, max_length=100, description="uids of statements, from `turns` of a result")
]


def facts(
    by: By,
    name: Annotated[
        str | None, Field(max_length=1_000, description="only about this person or thing")
    ] = None,
    as_of: Annotated[
        str | None, Field(max_length=40, description="only those that held then: ISO 8601 time or day")
    ] = None,
    limit: Annotated[int, Field(ge=1, le=100, description="the largest number of facts")] = 20,
) -> a.FactsOut:
    """Facts that memory derived from statements, newest first, each with the period in which it held."""

    def work(memory: Memory) -> a.FactsOut:
        return a.FactsOut.of(first_facts(memory, name, as_of=as_of, limit=limit))

    return by.run("read", "facts", work)


def timeline(
    by: By,
    entity: Annotated[
        str | None, Field(max_length=1_000, description="only mentions of this person or thing")
    ] = None,
    since: Day_ = None,
    until: Day_ = None,
    limit: Annotated[int, Field(ge=1, le=366, description="the largest number of days")] = 60,
) -> v.TimelineOut:
    """On which days something was mentioned, and how often, oldest first. `summarise` shows what was said."""

    def work(memory: Memory) -> v.TimelineOut:
        found = memory.timeline(since=since, until=until, entity=entity, limit=limit)
        similar = [] if found else similar_to(memory, entity)
        return v.TimelineOut(days=[v.DayOut.of(day) for day in found], similar=similar)

    return by.run("read", "timeline", work)


def explore(
    name: Name,
    by: By,
    limit: Annotated[
        int, Field(ge=1, le=50, description="the largest number of facts, neighbours and notes")
    ] = 10,
) -> v.ExploreOut:
    """An entity in the graph of memory: its facts, the entities it is mentioned with, and its newest notes."""

    def work(memory: Memory) -> v.ExploreOut:
        view = memory.show(name, limit=limit)
        return v.ExploreOut.of(view).model_copy(
            update={"similar": similar_to(memory, name) if view is None else []}
        )

    return by.run("read", "show", work)


def _ask_before_deleting(turns: Turns, by: By, context: Context[Any, Any]) -> Elicit[Confirmation]:
    by.require("forget", "forget")
    if not _can_ask(context):
        raise ToolError(_CANNOT_ASK)
    return Elicit(by.run("read", "turns", lambda memory: _question(memory, turns)), Confirmation)


def _can_ask(context: Context[Any, Any]) -> bool:
    """Whether the client can show its user a question.

    Over HTTP older clients cannot: their requests share no connection in which the server could ask.
    """
    capabilities = context.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _question(memory: Memory, uids: Sequence[str]) -> str:
    found = {turn.uid: turn.text[:_SHOWN_CHARACTERS] for turn in memory.turns(uids)}
    if unknown := [uid for uid in uids if uid not in found]:
        raise InvalidInput(
            f"memory has no statement {', '.join(unknown)!r:.200}. Give uids that other tools return in `turns`."
        )
    texts = list(found.values())
    quoted = "".join(f"\n- {' '.join(text.split())}" for text in texts[:_MAX_SHOWN])
    more = f"\n- and {len(texts) - _MAX_SHOWN} more" if len(texts) > _MAX_SHOWN else ""
    what, sources = ("1 statement", "it") if len(texts) == 1 else (f"{len(texts)} statements", "them")
    return f"Delete {what} and everything that is derived from {sources} alone? This cannot be undone.{quoted}{more}"


def forget(
    turns: Turns,
    by: By,
    answer: Annotated[Confirmation, Resolve(_ask_before_deleting)],
) -> a.ForgottenOut:
    """Delete statements for ever, with everything that is derived from them alone. The user is asked first."""
    if not answer.delete:
        raise ToolError("the user did not confirm. Nothing was deleted.")
    return a.ForgottenOut.of(by.call(Memory.forget, turns=turns))
