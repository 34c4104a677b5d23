"""Commands that show an agent what it needs, and people what is going on: window, themes, shifts."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import Given, here, memory_of, reading, thinking
from memgraph_core.language.scripts import one_line
from memgraph_core.retrieve.topics import Theme, Themes, Trend

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="What is asked now.")]
InConversation = Annotated[
    str, typer.Option("--session", metavar="NAME", help="Whose last messages stand in it.")
]
Last = Annotated[int, typer.Option("--last", min=0, metavar="N", help="Messages that stay word for word.")]
How = Annotated[
    str, typer.Option("--strategy", metavar="trim|summarise|importance", help="What becomes of older ones.")
]
PersonaFile = Annotated[
    Path | None, typer.Option("--persona", metavar="FILE", help="A text that says who the agent is.")
]


def window(
    ctx: typer.Context, question: Question, session: InConversation = "default", tokens: o.Tokens = None,
    last: Last = 6, strategy: How = "summarise", persona: PersonaFile = None, now: o.Now = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """All that an agent should see before it answers: persona, conversation, and what memory holds."""
    place = here(ctx, Given(store=store, namespace=namespace, embedder=embedder, as_json=as_json))
    with thinking(place, makes=False) as engine:
        found = memory_of(engine, place.namespace).context_window(
            question,
            session=session,
            tokens=tokens,
            last=last,
            strategy=strategy,  # pyright: ignore[reportArgumentType]  checked there
            persona=persona.read_text(encoding="utf-8") if persona else "",
            now=now,
        )
    typer.echo(printing.in_json(found) if place.as_json else printing.plain_lines(found.text))


def themes(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, limit: o.Limit = 10,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What a stretch of time was about: topics, who and what came up, and the days that stand out."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.themes(since=since, until=until, limit=limit)
    typer.echo(printing.in_json(found) if place.as_json else "\n".join(_lines(found)) or "Nothing came up.")


def shifts(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, limit: o.Limit = 10,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What is talked about more or less than before; without bounds in the last thirty days."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.shifts(since=since, until=until, limit=limit)
    told = "\n".join(_shift(shift) for shift in found) or "Nothing shifted."
    typer.echo(printing.in_json(found) if place.as_json else told)


def _lines(found: Themes) -> list[str]:
    topics = ", ".join(_share(theme) for theme in found.topics)
    lines = [f"topics: {topics}"] if topics else []
    for theme in found.entities:
        kinds = ", ".join(found.categories.get(theme.name, ()))
        lines.append(f"{theme.rank}. {one_line(_share(theme))}{f': {kinds}' if kinds else ''}")
    return [*lines, *(f"peak {day.isoformat()}: {count} mentions" for day, count in found.peaks)]


def _share(theme: Theme) -> str:
    return f"{theme.name} {theme.count} ({theme.share:.0%})"


def _shift(shift: Trend) -> str:
    ranks = f"{shift.rank_before or '-'} → {shift.rank_after or '-'}"
    return f"{shift.change:+.0%} {shift.kind} {one_line(shift.name)} (rank {ranks})"
