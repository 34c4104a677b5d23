"""The context window: what memory holds, read for one question in one session, and composed."""

from collections.abc import Sequence

from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.search import Context, Query
from memgraph_core.retrieve.context_window import (
    ContextWindow,
    Strategy,
    WindowMaterial,
    build_context_window,
)
from memgraph_core.store.contract import Store

_TURNS = 200  # of the session that are looked at
_NAMED = 3  # entities of the question that are told with their facts
_FACTS = 5
_LOOKED_AT = 100  # facts of each, of which these are chosen
_SHOWN = 5  # of the most frequent, and of the most recent ones


def context_window(
    store: Store,
    query: Query,
    context: Context,
    *,
    session: str,
    persona: str,
    tokens: int,
    last: int,
    strategy: Strategy,
) -> ContextWindow:
    """The window for a question whose context is told already."""
    turns = store.conversation(session, _TURNS)
    answer = next((turn for turn in reversed(turns) if turn.role == "assistant"), None)
    material = WindowMaterial(
        question=query.text,
        persona=persona,
        memory=context.text if context.hits else "",
        turns=turns,
        notes=store.notes_of([turn.uid for turn in turns[: max(len(turns) - last, 0)]]),
        sources=store.turns(answer.used) if answer else (),
        named=_named(store, query),
        frequent=store.entities(EntityQuery(limit=_SHOWN)),
        recent=store.entities(EntityQuery(limit=_SHOWN, order="recent")),
    )
    return build_context_window(material, tokens=tokens, last=last, strategy=strategy)


def _named(store: Store, query: Query) -> list[tuple[Entity, tuple[Fact, ...]]]:
    if not query.name_keys:
        return []
    found = store.entities(EntityQuery(name_keys=query.name_keys, limit=_NAMED))
    return [(entity, _telling(store.facts(entity.uid, _LOOKED_AT), query)) for entity in found]


def _telling(facts: Sequence[Fact], query: Query) -> tuple[Fact, ...]:
    """The few that matter: what is asked about first, what holds before what ended, then the newest."""

    def place(fact: Fact) -> tuple[bool, bool, float]:
        since = fact.holds_from or fact.recorded_at
        return (
            fact.type not in query.relations,
            fact.holds_until is not None,
            -since.timestamp() if since else 0.0,
        )

    told: dict[str, Fact] = {}  # of several that one sentence says, one
    for fact in sorted(facts, key=place):
        told.setdefault(fact.text, fact)
    return tuple(told.values())[:_FACTS]
