"""Commands that read: search, context, knows, entities, stream, timeline, show, stats."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import RenderableType

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import Given, Here, here, memory_of, reading, thinking
from memgraph_core.config import RetrieveSettings
from memgraph_core.records.search import Filters, Query

if TYPE_CHECKING:
    from memgraph_core.engine.search import Finding

NOT_KNOWN = 4  # exit code of `knows`: neither success, nor refused, nor pending
Question = Annotated[str, typer.Argument(metavar="QUESTION", help="In plain words, English or Chinese.")]
Name = Annotated[str, typer.Argument(metavar="ENTITY", help="As people call it.")]
NoteUid = Annotated[str, typer.Argument(metavar="UID", help="Of a note, as search --json tells it.")]


def search(
    ctx: typer.Context, question: Question, limit: o.Hits = None, graph: o.Graph = True, now: o.Now = None,
    since: o.Since = None, until: o.Until = None, in_session: o.InSession = None, by: o.By = None,
    role: o.OfRole = None, kind: o.Kind = None, about: o.About = None, relation: o.Relation = None,
    agent: o.Agent = None, trust: o.TrustOf = None, verified: o.Verified = None, after: o.After = None,
    explain: o.Explained = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Find the notes and turns that answer a question, each with its reasons."""
    from memgraph_core.retrieve.context import nothing_found

    place = here(ctx, Given(store=store, namespace=namespace, embedder=embedder, as_json=as_json))
    filters = _filters(
        since=since, until=until, session=in_session, speaker=by, role=role, kind=kind, entity=about,
        relation=relation, agent=agent, trust=trust, verified=verified,
    )  # fmt: skip
    with thinking(place, makes=False) as engine:
        memory = memory_of(engine, place.namespace)
        asked = {"session": after, "filters": filters, "graph": graph, "now": now}
        found = memory.search(question, limit=limit, **cast(Any, asked))
        read = memory.find(question, **cast(Any, asked)) if explain else None
    if read is not None:
        shown = explained(read)
        if place.as_json:
            typer.echo(printing.in_json({"question": shown, "hits": found}))
            return
        printing.console().print(printing.fields(shown))
    _answer(place, found, lambda: printing.hits(found), nothing_found(question))


def context(
    ctx: typer.Context, question: Question, tokens: o.Tokens = None, limit: o.Hits = None,
    graph: o.Graph = True, now: o.Now = None,
    since: o.Since = None, until: o.Until = None, in_session: o.InSession = None, by: o.By = None,
    role: o.OfRole = None, kind: o.Kind = None, about: o.About = None, relation: o.Relation = None,
    agent: o.Agent = None, trust: o.TrustOf = None, verified: o.Verified = None, after: o.After = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What is known about a question, as text that fits a prompt."""
    place = here(ctx, Given(store=store, namespace=namespace, embedder=embedder, as_json=as_json))
    filters = _filters(
        since=since, until=until, session=in_session, speaker=by, role=role, kind=kind, entity=about,
        relation=relation, agent=agent, trust=trust, verified=verified,
    )  # fmt: skip
    with thinking(place, makes=False) as engine:
        memory = memory_of(engine, place.namespace)
        known = memory.context(
            question, budget=tokens, session=after, limit=limit, filters=filters, graph=graph, now=now
        )
    # Not through a console: what a program puts into a prompt must not be broken at the width of a terminal.
    typer.echo(printing.in_json(known) if place.as_json else printing.plain_lines(known.text))


def knows(
    ctx: typer.Context, question: Question, graph: o.Graph = True, now: o.Now = None, after: o.After = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Whether memory holds enough to answer a question, and why. Exit code 0 if so, 4 if not."""
    place = here(ctx, Given(store=store, namespace=namespace, embedder=embedder, as_json=as_json))
    with thinking(place, makes=False) as engine:
        known = memory_of(engine, place.namespace).knows(question, session=after, graph=graph, now=now)
    if place.as_json:
        typer.echo(printing.in_json(known))
    else:
        typer.echo(f"{'yes' if known else 'no'}: {known.explanation}")
        printing.console().print(printing.hits(known.evidence[:3]))
    raise typer.Exit(0 if known else NOT_KNOWN)


def explained(found: "Finding") -> dict[str, object]:
    """How a question was read and what each step brought, one thing a line."""
    from memgraph_core.retrieve.weights import STATEMENTS

    query, candidates = found.query, found.candidates
    channels = Counter(channel for of_one in candidates.channels.values() for channel in of_one)
    names = {key: [entity.name for entity in meant] for key, meant in candidates.key_entities.items()}
    return {
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
        **{f"{name} depth": _depth_told(query, name) for name in ("calibrated", "published")},
        "candidates": dict(sorted(channels.items())),
        "turns weighed": len(found.ranking.pool),
        "weights": "statements" if found.ranking.weights is STATEMENTS else "conversation",
    }


def _depth_told(query: Query, preset: str) -> str:
    """How many hits the question deserves by a preset: k = ⌊k_base · (1 + δ · C)⌋ with its numbers."""
    from memgraph_core.retrieve.analyse import analyse

    settings = RetrieveSettings.of(preset)
    read = analyse(query.text, now=query.now, settings=settings)
    return f"⌊{settings.hits} · (1 + {settings.complexity:g} · {read.complexity:.3g})⌋ = {read.depth}"


def _answer(place: Here, found: object, shown: Callable[[], RenderableType], nothing: str) -> None:
    if place.as_json:
        typer.echo(printing.in_json(found))
    elif found:
        printing.console().print(shown())
    else:
        typer.echo(nothing)


def _filters(**given: Any) -> Filters:  # noqa: ANN401  the options checked each value
    return Filters(**given)


def entities(
    ctx: typer.Context, order: o.Order = "count", type: o.EntityType = None, half_life: o.HalfLife = 30.0,
    limit: o.Limit = 20, store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Who and what memory knows: most mentioned, most recent or most relevant first."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        chosen = cast(Any, {"order": order, "type": type})
        found = memory.entities(**chosen, limit=limit, half_life_days=half_life)
    _answer(place, found, lambda: printing.entities(found), "No entities yet.")


def stream(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, entity: o.Entity = None,
    limit: o.Limit = 100, store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """The memory stream: who and what came up, newest first."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.stream(since=since, until=until, entity=entity, limit=limit)
    _answer(place, found, lambda: printing.stream(found), "Nothing came up.")


def timeline(
    ctx: typer.Context, since: o.Since = None, until: o.Until = None, entity: o.Entity = None,
    limit: o.Limit = 1000, store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """How many mentions each day had (UTC), oldest first."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        days = memory.timeline(since=since, until=until, entity=entity, limit=limit)
    _answer(place, days, lambda: printing.timeline(days), "Nothing came up.")


def show(
    ctx: typer.Context, entity: Name, limit: o.Limit = 10,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """An entity as a tree: its facts, what lies near it, its newest notes."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        view = memory.show(entity, limit=limit)
    _answer(
        place,
        view,
        lambda: printing.entity_tree(view) if view else "",
        f"Nobody and nothing is called {entity!r}.",
    )


def history(
    ctx: typer.Context, uid: NoteUid,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """A note with all its states, from how it was derived to how it stands, and what it is tied to."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.history(uid)
    _answer(place, found, lambda: printing.history(found) if found else "", f"No note has the uid {uid!r}.")


def stats(
    ctx: typer.Context, store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False
) -> None:
    """What this namespace holds."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        held = memory.stats()
    _answer(place, held, lambda: printing.stats(held, place.url), "")
