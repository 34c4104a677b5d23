"""Commands that read: search, context, knows, entities, stream, timeline, show, history, stats."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    NOT_KNOWN,
    open_memory,
    open_memory_with_models,
    print_note,
)
from memgraph_core.config import RetrieveSettings, masked_url
from memgraph_core.records.inspect import EntityOrder
from memgraph_core.records.search import Query
from memgraph_core.verbs.unknown_names import hint_about, unknown_name

if TYPE_CHECKING:
    from memgraph_core.engine.search import Finding

Question = Annotated[str, typer.Argument(metavar="QUESTION", help="A question in English or Chinese.")]
After = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="NAME",
        help="The conversation that a follow-up question such as 'and then?' continues.",
    ),
]
Explained = Annotated[
    bool,
    typer.Option("--explain", help="Also show the analysis of the question and the result of each step."),
]
Order = Annotated[str, o.choice_option(get_args(EntityOrder))]
HalfLife = Annotated[
    float,
    typer.Option(min=0.01, metavar="DAYS", help="Days after which a mention counts half in the relevance."),
]
NoteUid = Annotated[str, typer.Argument(metavar="UID", help="Uid of a note; `search --json` shows it.")]


def search(
    question: Question, limit: o.Hits = None, graph: o.Graph = True, now: o.Now = None, *,
    filters: o.SearchFilters, scope: o.ScopeOptions, after: After = None, kinds: o.OfKinds = None,
    explain: Explained = False, invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Find the notes and turns that answer a question, with their scores."""
    from memgraph_core.retrieve.context import nothing_found

    with open_memory_with_models(invocation) as memory:
        asked = {"session": after, "filters": filters, "graph": graph, "now": now, **scope}
        found = memory.search(question, limit=limit, kinds=kinds, **cast(Any, asked))
        read = memory.explain_search(question, **cast(Any, asked)) if explain else None
    if read is not None:
        shown = explained(read)
        if invocation.as_json:
            typer.echo(printing.in_json({"question": shown, "hits": found}))
            return
        printing.console().print(printing.fields(shown))
    printing.answer(invocation, found, lambda: printing.hits(found), nothing_found(question))


def context(
    question: Question, tokens: o.Tokens = None, limit: o.Hits = None, graph: o.Graph = True, now: o.Now = None,
    *, filters: o.SearchFilters, scope: o.ScopeOptions, after: After = None, kinds: o.OfKinds = None,
    invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Print what is known about a question as text for a prompt."""
    with open_memory_with_models(invocation) as memory:
        known = memory.context(
            question,
            tokens=tokens,
            session=after,
            limit=limit,
            kinds=kinds,
            filters=filters,
            graph=graph,
            now=now,
            **scope,
        )
    # Not through a console, which would wrap the text of a prompt at the width of the terminal.
    printing.answer(invocation, known, lambda: printing.plain_lines(known.text))


def knows(
    question: Question, graph: o.Graph = True, now: o.Now = None, *, scope: o.ScopeOptions,
    after: After = None, invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Show whether memory can answer a question, and why. Exit code 0 if it can, 4 if not."""
    with open_memory_with_models(invocation) as memory:
        known = memory.knows(question, session=after, graph=graph, now=now, **scope)
    if invocation.as_json:
        typer.echo(printing.in_json(known))
    else:
        typer.echo(f"{'yes' if known else 'no'}: {known.explanation}")
        printing.console().print(printing.hits(known.evidence[:3]))
    raise typer.Exit(0 if known else NOT_KNOWN)


def explained(found: "Finding") -> dict[str, object]:
    """The analysis of a question and the result of each step, one value per line."""
    from memgraph_core.retrieve.weights import circumstances

    query, candidates = found.query, found.candidates
    channels = Counter(channel for of_one in candidates.channels.values() for channel in of_one)
    names = {key: [entity.name for entity in meant] for key, meant in candidates.key_entities.items()}
    return {
        "kind": query.kind,
        "asked": query.asking_text,
        "language": query.language,
        "intents": sorted(query.intents),
        "relations": sorted(query.relations),
        "since": query.since,
        "until": query.until,
        "names known": names,
        "terms": list(query.terms),
        "complexity": round(query.complexity, 4),
        "hits deserved": query.depth,
        **{f"{name} depth": _depth_line(query, name) for name in ("calibrated", "published")},
        "candidates": dict(sorted(channels.items())),
        "turns weighed": len(found.ranking.pool),
        "circumstances": {
            name: round(value, 2) for name, value in circumstances(query, found.ranking.pool).items() if value
        },
    }


def _depth_line(query: Query, preset: str) -> str:
    """The number of hits of a preset, k = ⌊k_base · (1 + δ · C)⌋, with its values."""
    from memgraph_core.retrieve.analyse import analyse

    settings = RetrieveSettings.of(preset)
    read = analyse(query.text, now=query.now, settings=settings)
    return f"⌊{settings.hits} · (1 + {settings.complexity:g} · {read.complexity:.3g})⌋ = {read.depth}"


def entities(
    order: Order = "count", type: o.EntityType = None, half_life_days: HalfLife = 30.0, limit: o.Limit = 20, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List entities: most mentioned, most recent or most relevant first."""
    with open_memory(invocation) as memory:
        chosen = cast(Any, {"order": order, "type": type})
        wanted = min(limit + 1, invocation.longest_list)
        found = memory.entities(**chosen, limit=wanted, half_life_days=half_life_days)
    shown = found[:limit]
    printing.answer(invocation, shown, lambda: printing.entities(shown), "No entities yet.")
    if len(found) > limit:
        print_note(invocation, "There are more; use --limit")


def stream(
    since: o.Since = None, until: o.Until = None, entity: o.Entity = None, limit: o.Limit = 100, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List mentions of entities, newest first."""
    with open_memory(invocation) as memory:
        found = memory.stream(since=since, until=until, entity=entity, limit=limit)
        nothing = "" if found else f"No mentions.{hint_about(memory, entity)}"
    printing.answer(invocation, found, lambda: printing.stream(found), nothing)


def timeline(
    since: o.Since = None, until: o.Until = None, entity: o.Entity = None, limit: o.Limit = 1000, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Count the mentions of each day (UTC), oldest first."""
    with open_memory(invocation) as memory:
        days = memory.timeline(since=since, until=until, entity=entity, limit=limit)
        nothing = "" if days else f"No mentions.{hint_about(memory, entity)}"
    printing.answer(invocation, days, lambda: printing.timeline(days), nothing)


def show(name: o.EntityName, limit: o.Limit = 10, *, invocation: o.OnMemory) -> None:
    """Show an entity as a tree: its facts, neighbours and newest notes. Exit code 4 if memory does not know it."""
    with open_memory(invocation) as memory:
        view = memory.show(name, limit=limit)
        unknown = unknown_name(memory, name) if view is None else ""
    printing.answer(invocation, view, lambda: printing.entity_tree(view) if view else "", unknown)
    if view is None:
        raise typer.Exit(NOT_KNOWN)


def history(uid: NoteUid, *, invocation: o.OnMemory) -> None:
    """Show a note with all its states, oldest first, and its links. Exit code 4 if there is no such note."""
    with open_memory(invocation) as memory:
        found = memory.history(uid)
    printing.answer(
        invocation, found, lambda: printing.history(found) if found else "", f"No note has the uid {uid!r}."
    )
    if found is None:
        raise typer.Exit(NOT_KNOWN)


def stats(*, invocation: o.OnMemory) -> None:
    """Show the number of records of each kind in this namespace."""
    with open_memory(invocation) as memory:
        counts = memory.stats()
    printing.answer(invocation, counts, lambda: printing.stats(counts, masked_url(invocation.url)), "")
