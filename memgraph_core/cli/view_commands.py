"""Derived views: profile, summary, due, brief, gaps, mood, relationship, style."""

from pathlib import Path
from typing import Annotated, Literal, Protocol

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import NOT_KNOWN, Invocation, open_memory, open_memory_with_models
from memgraph_core.cli.time_commands import AsOf, KnownAt
from memgraph_core.verbs.unknown_names import hint_about, unknown_name
from memgraph_core.views.profile import Profile

ChangesSince = Annotated[str | None, o.date_option("Only what changed since this time.", "--since")]
Format = Annotated[
    Literal["text", "markdown", "html"], typer.Option("--format", help="How the profile is written.")
]
Days = Annotated[float, typer.Option("--days", min=0.01, metavar="N", help="How many days ahead.")]
BriefSince = Annotated[str, o.date_option("Since when.", "--since")]
About = Annotated[str | None, typer.Option("--about", metavar="ENTITY", help="Only notes about this entity.")]
SummaryTokens = Annotated[int, typer.Option("--tokens", min=1, metavar="N", help="Largest size.")]
Answered = Annotated[
    bool, typer.Option("--answered", help="Also list answered questions with their answers.")
]
Acknowledged = Annotated[bool, typer.Option("--acknowledged", help="Also show what was acknowledged.")]
ByTransactionTime = Annotated[
    bool,
    typer.Option(
        "--transaction-time", help="Go by when memory recorded the facts, not by when they were said."
    ),
]
Items = Annotated[
    list[str],
    typer.Argument(
        metavar="UID...", help="Uids of items. due --json, brief --json and gaps --json print them."
    ),
]
HowTo = Annotated[
    str | None, typer.Argument(metavar="QUESTION", help="What is to be done. Default: all, newest first.")
]
Conversation = Annotated[str, typer.Option("--session", metavar="NAME", help="The session.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead.")
]


class _HasText(Protocol):
    """A view that can be written as text of a limited size."""

    def text(self, tokens: int | None = None) -> str: ...


def profile(
    name: o.EntityName, as_of: AsOf = None, known_at: KnownAt = None, since: ChangesSince = None,
    tokens: o.Tokens = None, format: Format = "text", output: Output = None, *, scope: o.ScopeOptions,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print what memory knows of an entity, by section. With --since, what began and ended since then.

    Exit code 4 if memory does not know the entity.
    """
    with open_memory(invocation) as memory:
        if since is not None:
            found = memory.profile_changes(name, since, as_of, **scope)
        else:
            found = memory.profile(name, as_of=as_of, known_at=known_at, **scope)
        unknown = unknown_name(memory, name) if found is None else ""
    if found is None:
        typer.echo("null" if invocation.as_json else unknown)
        raise typer.Exit(NOT_KNOWN)
    if invocation.as_json:
        text = printing.in_json(found)
    elif isinstance(found, Profile) or found.began or found.ended:
        text = {"text": lambda: found.text(tokens), "markdown": found.markdown, "html": found.page}[format]()
    else:
        text = "Nothing began or ended in that time."
    if output is None:
        typer.echo(printing.plain_lines(text))
    else:
        output.write_text(text, encoding="utf-8")


def summary(
    session: o.InSession = None, since: o.Since = None, until: o.Until = None, about: About = None,
    tokens: SummaryTokens = 200, *, scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Quote the notes of a session, a period or an entity that cover most of its content."""
    with open_memory(invocation) as memory:
        found = memory.summarise(
            session=session, since=since, until=until, about=about, tokens=tokens, **scope
        )
        nothing = "" if found.lines else f"No notes.{hint_about(memory, about)}"
    printing.answer(invocation, found, lambda: nothing or printing.plain_lines(found.text))


def due(
    days: Days = 7.0, now: o.Now = None, acknowledged: Acknowledged = False, tokens: o.Tokens = None, *,
    scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List plans, appointments, deadlines, birthdays and recurring days in the next days."""
    with open_memory(invocation) as memory:
        found = memory.due(days=days, now=now, acknowledged=acknowledged, **scope)
    _print(invocation, found, tokens)


def brief(
    since: BriefSince, limit: o.Limit = 10, now: o.Now = None, acknowledged: Acknowledged = False,
    transaction_time: ByTransactionTime = False, tokens: o.Tokens = None, *, scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print what changed since a time: new and ended facts, new people and rising topics; and what is due soon."""
    with open_memory(invocation) as memory:
        found = memory.brief(
            since, limit=limit, now=now, acknowledged=acknowledged, transaction_time=transaction_time, **scope
        )
    _print(invocation, found, tokens)


def gaps(
    limit: o.Limit = 10, answered: Answered = False, now: o.Now = None, acknowledged: Acknowledged = False,
    tokens: o.Tokens = None, *, scope: o.ScopeOptions, invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """List stored questions that memory cannot answer, and relatives whose name it does not know."""
    with open_memory_with_models(invocation) as memory:
        found = memory.gaps(limit=limit, answered=answered, now=now, acknowledged=acknowledged, **scope)
    _print(invocation, found, tokens)


def mood(
    since: o.Since = None, until: o.Until = None, speaker: o.OfSpeaker = None, limit: o.Limit = 10,
    tokens: o.Tokens = None, *, scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print the feelings that people expressed in a period (default: 30 days), by day, and what occurs together with them."""
    with open_memory(invocation) as memory:
        found = memory.mood(since=since, until=until, speaker=speaker, limit=limit, **scope)
    _print(invocation, found, tokens)


def relationship(
    since: o.Since = None, until: o.Until = None, speaker: o.OfSpeaker = None, tokens: o.Tokens = None, *,
    scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print what happened between people and assistants: first talk, thanks, praise, complaints, corrections, promises."""
    with open_memory(invocation) as memory:
        found = memory.relationship(since=since, until=until, speaker=speaker, **scope)
    _print(invocation, found, tokens)


def style(
    speaker: o.OfSpeaker = None, now: o.Now = None, tokens: o.Tokens = None, *, scope: o.ScopeOptions,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print how people want the answers of an assistant, from their reactions to answers."""
    with open_memory(invocation) as memory:
        found = memory.style(speaker=speaker, now=now, **scope)
    _print(invocation, found, tokens, empty="Nobody has asked for a style of answers.")


def working(
    session: Conversation = "default", now: o.Now = None, tokens: o.Tokens = None, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Print the working memory of a session: what its last turns stated, mentioned or used, most active first."""
    with open_memory(invocation) as memory:
        found = memory.working(session=session, now=now)
    _print(invocation, found, tokens, empty="The session holds nothing in mind.")


def procedures(
    question: HowTo = None, limit: o.Limit = 10, *, scope: o.ScopeOptions, invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Print how something is done: steps, preconditions, and how often it was reported to work or to fail."""
    with open_memory_with_models(invocation) as memory:
        found = memory.procedures(question, limit=limit, **scope)
    text = "\n\n".join(procedure.text() for procedure in found)
    printing.answer(invocation, found, lambda: printing.plain_lines(text), "No procedures.")


def acknowledge(items: Items, *, invocation: o.OnMemory) -> None:
    """Do not show these items of due, brief and gaps again."""
    with open_memory(invocation) as memory:
        change = memory.acknowledge(items)
    items_seen = printing.counted(len(change.after.items), "item")
    printing.answer(invocation, change, lambda: f"{items_seen} acknowledged.")


def _print(invocation: Invocation, view: _HasText, tokens: int | None, *, empty: str = "") -> None:
    """Print a view as JSON, or as text of at most `tokens` tokens; `empty` if it has no text."""
    printing.answer(invocation, view, lambda: printing.plain_lines(view.text(tokens)) or empty)
