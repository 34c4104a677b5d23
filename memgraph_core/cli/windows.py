"""Commands around a language model: close the windows that wait for it, and see what it has cost."""

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import Given, here, memory_of, reading, thinking
from memgraph_core.cli.remember import told_of_waiting
from memgraph_core.records.log import CallTotals
from memgraph_core.records.search import UNLIMITED


def flush(
    ctx: typer.Context, session: o.InSession = None,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Read now what waits for its window to be closed, and what could not be read before."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    with thinking(place, makes=False) as engine:
        receipt = memory_of(engine, place.namespace).flush(session)
    told_of_waiting(place, receipt)


def ledger(
    ctx: typer.Context, limit: o.Limit = 20,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What calls of language models this namespace has cost, newest first."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        calls = memory.ledger(limit=UNLIMITED)
    spent = CallTotals().plus(calls)
    if place.as_json:
        typer.echo(printing.in_json({"calls": calls[:limit], "spent": spent}))
    elif calls:
        printing.console().print(printing.ledger(calls[:limit], spent))
    else:
        typer.echo("No language model has been called.")
