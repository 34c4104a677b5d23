"""Derived views: profile, summary, due, brief, gaps, mood, relationship, style."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    GlobalOptions,
    Invocation,
    invocation_of,
    open_memory,
    open_memory_with_models,
)
from memgraph_core.cli.time_commands import AsOf, KnownAt
from memgraph_core.views.profile import Profile

if TYPE_CHECKING:
    from memgraph_core.memory import Memory

Name = Annotated[str, typer.Argument(metavar="ENTITY", help="Name of the entity.")]
ChangesSince = Annotated[
    str | None,
    typer.Option("--since", parser=o.moment, metavar="DATE", help="Only what changed since this time."),
]
Format = Annotated[
    Literal["text", "markdown", "html"], typer.Option("--format", help="How the profile is written.")
]
Days = Annotated[float, typer.Option("--days", min=0.01, metavar="N", help="How many days ahead.")]
BriefSince = Annotated[str, typer.Option("--since", parser=o.moment, metavar="DATE", help="Since when.")]
About = Annotated[str | None, typer.Option("--about", metavar="ENTITY", help="Only notes about this entity.")]
SummaryTokens = Annotated[int, typer.Option("--tokens", min=1, metavar="N", help="Largest size.")]
Answered = Annotated[
    bool, typer.Option("--answered", help="Also list answered questions with their answers.")
]
Acknowledged = Annotated[bool, typer.Option("--acknowledged", help="Also show what was acknowledged.")]
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
    ctx: typer.Context, entity: Name, as_of: AsOf = None, known_at: KnownAt = None, since: ChangesSince = None,
    tokens: o.Tokens = None, format: Format = "text", output: Output = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print what memory knows of an entity, by section. With --since, what began and ended since then."""
    invocation = invocation_of(ctx, GlobalOptions(store=store, namespace=namespace, as_json=as_json))
    scope = o.scope(user_id, agent_id, run_id)
    with open_memory(invocation) as memory:
        if since is not None:
            found = memory.profile_changes(entity, since, as_of, **scope)
        else:
            found = memory.profile(entity, as_of=as_of, known_at=known_at, **scope)
    if found is None:
        typer.echo("null" if invocation.as_json else f"Nothing is known about {entity!r}.")
        return
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
    ctx: typer.Context, session: o.InSession = None, since: o.Since = None, until: o.Until = None, about: About = None,
    tokens: SummaryTokens = 200,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Quote the notes of a session, a period or an entity that cover most of its content."""
    invocation = invocation_of(ctx, GlobalOptions(store=store, namespace=namespace, as_json=as_json))
    scope = o.scope(user_id, agent_id, run_id)
    with open_memory(invocation) as memory:
        found = memory.summarise(
            session=session, since=since, until=until, about=about, tokens=tokens, **scope
        )
    if invocation.as_json:
        typer.echo(printing.in_json(found))
    else:
        typer.echo(printing.plain_lines(found.text) if found.lines else "No notes.")


def due(
    ctx: typer.Context, days: Days = 7.0, now: o.Now = None, acknowledged: Acknowledged = False,
    tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """List plans, appointments, deadlines, birthdays and recurring days in the next days."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.due(days=days, now=now, acknowledged=acknowledged, **scope),
        tokens,
    )


def brief(
    ctx: typer.Context, since: BriefSince, limit: o.Limit = 10, now: o.Now = None, acknowledged: Acknowledged = False,
    tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print what changed since a time: new and ended facts, new people and rising topics; and what is due soon."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.brief(since, limit=limit, now=now, acknowledged=acknowledged, **scope),
        tokens,
    )


def gaps(
    ctx: typer.Context, limit: o.Limit = 10, answered: Answered = False, now: o.Now = None,
    acknowledged: Acknowledged = False,
    tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """List stored questions that memory cannot answer, and relatives whose name it does not know."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, embedder=embedder, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.gaps(
            limit=limit, answered=answered, now=now, acknowledged=acknowledged, **scope
        ),
        tokens,
        partial(open_memory_with_models, create=False),
    )


def mood(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, speaker: o.By = None, limit: o.Limit = 10,
    tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print the feelings that people expressed in a period (default: 30 days), by day, and what occurs together with them."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.mood(since=since, until=until, speaker=speaker, limit=limit, **scope),
        tokens,
    )


def relationship(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, speaker: o.By = None, tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print what happened between people and assistants: first talk, thanks, praise, complaints, corrections, promises."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.relationship(since=since, until=until, speaker=speaker, **scope),
        tokens,
    )


def style(
    ctx: typer.Context, speaker: o.By = None, now: o.Now = None, tokens: o.Tokens = None,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print how people want the answers of an assistant, from their reactions to answers."""
    scope = o.scope(user_id, agent_id, run_id)
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.style(speaker=speaker, now=now, **scope),
        tokens,
        empty="Nobody has asked for a style of answers.",
    )


def working(
    ctx: typer.Context, session: Conversation = "default", now: o.Now = None, tokens: o.Tokens = None,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print the working memory of a session: what its last turns stated, mentioned or used, most active first."""
    options = GlobalOptions(store=store, namespace=namespace, as_json=as_json)
    _print_view(
        ctx,
        options,
        lambda memory: memory.working(session=session, now=now),
        tokens,
        empty="The session holds nothing in mind.",
    )


def procedures(
    ctx: typer.Context, question: HowTo = None, limit: o.Limit = 10,
    user_id: o.UserId = None, agent_id: o.AgentId = None, run_id: o.RunId = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Print how something is done: steps, preconditions, and how often it was reported to work or to fail."""
    scope = o.scope(user_id, agent_id, run_id)
    invocation = invocation_of(
        ctx, GlobalOptions(store=store, namespace=namespace, embedder=embedder, as_json=as_json)
    )
    with open_memory_with_models(invocation, create=False) as memory:
        found = memory.procedures(question, limit=limit, **scope)
    text = "\n\n".join(procedure.text() for procedure in found) or "No procedures."
    typer.echo(printing.in_json(found) if invocation.as_json else printing.plain_lines(text))


def acknowledge(
    ctx: typer.Context, items: Items,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Do not show these items of due, brief and gaps again."""
    invocation = invocation_of(ctx, GlobalOptions(store=store, namespace=namespace, as_json=as_json))
    with open_memory(invocation) as memory:
        change = memory.acknowledge(items)
    items_seen = printing.counted(len(change.after.items), "item")
    typer.echo(printing.in_json(change) if invocation.as_json else f"{items_seen} acknowledged.")


def _print_view(
    ctx: typer.Context,
    options: GlobalOptions,
    view: Callable[["Memory"], _HasText],
    tokens: int | None,
    opened: Callable[[Invocation], AbstractContextManager["Memory"]] = open_memory,
    *,
    empty: str = "",
) -> None:
    """Print a view of the memory that the options name: as JSON, or as text of at most `tokens` tokens.

    `opened` opens the memory; a view that searches needs one with models. `empty` is printed if the view has no text.
    """
    invocation = invocation_of(ctx, options)
    with opened(invocation) as memory:
        shown = view(memory)
    if invocation.as_json:
        typer.echo(printing.in_json(shown))
    else:
        typer.echo(printing.plain_lines(shown.text(tokens)) or empty)
