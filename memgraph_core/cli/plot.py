"""Commands `plot …`: pictures of a memory as PNG or SVG files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    Invocation,
    open_memory,
    open_memory_with_models,
)
from memgraph_core.cli.retention_commands import Records
from memgraph_core.cli.time_commands import AsOf
from memgraph_core.errors import ConfigError
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted

if TYPE_CHECKING:
    from memgraph_core.memory import Memory
    from memgraph_core.plot.pictures import Picture

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="In plain words, English or Chinese.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of a person or thing.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="File to write, .png or .svg. Default: the command's name with .png"
    ),
]
Font = Annotated[
    str | None, typer.Option(metavar="FILE", help="Font file for characters that the other fonts lack.")
]
DaysAfter = Annotated[int, typer.Option(min=1, max=36_500, metavar="N", help="Days after the last use.")]


def timeline(
    since: o.Since = None, until: o.Until = None, entity: o.Entity = None, out: Out = None, font: Font = None,
    *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw mentions over time, and the days of each of the most mentioned entities."""
    _needs_matplotlib()
    from memgraph_core.plot import stream

    with open_memory(invocation) as memory:
        items = memory.stream(since=since, until=until, entity=entity, limit=invocation.longest_list)
    _save(invocation, stream.timeline(items, invocation.namespace), out or Path("timeline.png"), font)


def entities(
    type: o.EntityType = None, limit: o.Limit = 20, out: Out = None, font: Font = None, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw the most mentioned entities."""
    _needs_matplotlib()
    from memgraph_core.plot import stream

    with open_memory(invocation) as memory:
        found = memory.entities(type=type, limit=limit)  # pyright: ignore[reportArgumentType]  the option checked it
    _save(invocation, stream.entities(found, invocation.namespace), out or Path("entities.png"), font)


def subgraph(
    question: Question, limit: o.Hits = None, now: o.Now = None, out: Out = None, font: Font = None, *,
    invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Draw the hits of a question with their entities and facts."""
    _needs_matplotlib()
    with open_memory_with_models(invocation) as memory:
        picture = _subgraph_of(memory, question, limit or 8, now, entities_limit=invocation.longest_list)
    _save(invocation, picture, out or Path("subgraph.png"), font)


def trends(
    since: o.Since = None, until: o.Until = None, limit: o.Limit = 12, out: Out = None, font: Font = None, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw the topics and entities that are mentioned more or less often than before; by default in the last 30 days."""
    _needs_matplotlib()
    from memgraph_core.plot import stream

    with open_memory(invocation) as memory:
        found = memory.trends(since=since, until=until, limit=limit)
    _save(invocation, stream.trends(found, invocation.namespace), out or Path("trends.png"), font)


def retention(
    uids: Records, days: DaysAfter = 365, out: Out = None, font: Font = None, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw how well notes, turns or entities would be remembered, until some days after the last use."""
    _needs_matplotlib()
    from memgraph_core.plot.retention import retention as picture_of

    with open_memory(invocation) as memory:
        found = memory.retention(uids)
        texts = {turn.uid: turn.text for turn in memory.turns(uids)}
        texts |= {note.uid: note.text for note in memory.notes(uids)}
        texts |= {entity.uid: entity.name for entity in memory.entities(limit=invocation.longest_list)}
    named = {one_line(redacted(texts.get(each.uid, each.uid))): each for each in found}
    _save(invocation, picture_of(named, invocation.namespace, days), out or Path("retention.png"), font)


def mood(
    since: o.Since = None, until: o.Until = None, speaker: o.OfSpeaker = None, out: Out = None, font: Font = None, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw the mood of each day, and what occurs together with a better or worse mood; by default of the last 30 days."""
    _needs_matplotlib()
    from memgraph_core.plot import views

    with open_memory(invocation) as memory:
        found = memory.mood(since=since, until=until, speaker=speaker)
    _save(invocation, views.mood(found), out or Path("mood.png"), font)


def profile(
    name: Name, as_of: AsOf = None, out: Out = None, font: Font = None, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Draw what memory knows of a person or thing over time."""
    _needs_matplotlib()
    from memgraph_core.plot import views
    from memgraph_core.plot.pictures import empty

    with open_memory(invocation) as memory:
        found = memory.profile(name, as_of=as_of)
    picture = empty(name) if found is None else views.profile(found)
    _save(invocation, picture, out or Path("profile.png"), font)


def _subgraph_of(
    memory: "Memory", question: str, limit: int, now: str | None, *, entities_limit: int
) -> "Picture":
    from memgraph_core.plot.graph import subgraph

    hits = memory.search(question, limit=limit, now=now)
    known = {entity.uid: entity for entity in memory.entities(limit=entities_limit)}
    return subgraph(question, hits, known)


def _needs_matplotlib() -> None:
    from importlib.util import find_spec

    if not (find_spec("matplotlib") and find_spec("networkx")):
        raise ConfigError("pictures need matplotlib and networkx: pip install 'memgraph-core[plot]'.")


def _save(invocation: Invocation, picture: "Picture", out: Path, font: str | None) -> None:
    from memgraph_core.plot.pictures import save

    path = save(picture, out, font=font)
    printing.answer(invocation, {"written": str(path)}, lambda: f"Wrote {path}")
