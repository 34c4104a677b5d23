"""The commands window, themes and trends."""

from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import open_memory, open_memory_with_models
from memgraph_core.language.scripts import one_line
from memgraph_core.retrieve.topics import Theme, Themes, Trend

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="The present question.")]
InConversation = Annotated[
    str, typer.Option("--session", metavar="NAME", help="The session whose last messages are included.")
]
Last = Annotated[
    int, typer.Option("--last", min=0, metavar="N", help="Number of messages that are quoted in full.")
]
How = Annotated[
    str,
    typer.Option("--strategy", metavar="trim|summarise|importance", help="How older messages are shortened."),
]


def window(
    question: Question, session: InConversation = "default", tokens: o.Tokens = None, last: Last = 6,
    strategy: How = "summarise", persona: o.PersonaFile = None, now: o.Now = None, kinds: o.OfKinds = None, *,
    invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Print what an agent should see before it answers: persona, conversation, and notes from memory."""
    with open_memory_with_models(invocation) as memory:
        found = memory.context_window(
            question,
            session=session,
            tokens=tokens,
            last=last,
            strategy=strategy,  # pyright: ignore[reportArgumentType]  checked by the engine
            persona=persona.read_text(encoding="utf-8") if persona else "",
            kinds=kinds,
            now=now,
        )
    printing.answer(invocation, found, lambda: printing.plain_lines(found.text))


def themes(
    since: o.Since = None, until: o.Until = None, limit: o.Limit = 10, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List the topics and entities of a period, and its days with unusually many mentions."""
    with open_memory(invocation) as memory:
        found = memory.themes(since=since, until=until, limit=limit)
    printing.answer(invocation, found, lambda: "\n".join(_lines(found)) or "No mentions.")


def trends(
    since: o.Since = None, until: o.Until = None, limit: o.Limit = 10, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List topics that are mentioned more or less often than before; by default in the last thirty days."""
    with open_memory(invocation) as memory:
        found = memory.trends(since=since, until=until, limit=limit)
    printing.answer(invocation, found, lambda: "\n".join(map(_line_of, found)), "No trend.")


def _lines(found: Themes) -> list[str]:
    topics = ", ".join(_share(theme) for theme in found.topics)
    lines = [f"topics: {topics}"] if topics else []
    for theme in found.entities:
        kinds = ", ".join(found.categories.get(theme.name, ()))
        lines.append(f"{theme.rank}. {one_line(_share(theme))}{f': {kinds}' if kinds else ''}")
    return [*lines, *(f"peak {day.isoformat()}: {count} mentions" for day, count in found.peaks)]


def _share(theme: Theme) -> str:
    return f"{theme.name} {theme.count} ({theme.share:.0%})"


def _line_of(trend: Trend) -> str:
    ranks = f"{trend.rank_before or '-'} → {trend.rank_after or '-'}"
    return f"{trend.change:+.0%} {trend.kind} {one_line(trend.name)} (rank {ranks})"
