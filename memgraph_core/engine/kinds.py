"""Searches that give each kind of memory its own share of the hits."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal, get_args

from memgraph_core.engine.core import core
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.search import (
    Material,
    Question,
    alternating,
    analyse_question,
    context_of_materials,
    material_of,
    search,
)
from memgraph_core.engine.working import working, working_hits
from memgraph_core.errors import InvalidInput
from memgraph_core.records.kinds import Kinds, MemoryKind, NoteKind
from memgraph_core.records.scope import user_of
from memgraph_core.records.search import Context, Filters, Hit
from memgraph_core.records.validation import checked_limit
from memgraph_core.retrieve.analyse import asks_nothing
from memgraph_core.retrieve.core_hits import core_hits

ALL_KINDS: tuple[MemoryKind, ...] = tuple(kind for kind in get_args(MemoryKind) if kind != "vault")

_EXTRA_HITS = 2  # hits of each kind that a context of all kinds adds to those of one search


def search_kinds(
    namespace: OpenNamespace, question: Question, kinds: Kinds, *, limit: int | None, graph: bool
) -> tuple[Hit, ...]:
    """The hits of each kind in turn: the best of each kind, then the second best, and so on.

    At most `limit`, by default as many as the question needs, or the sum of the numbers in a mapping. One search is made for
    each kind, because the scores of different searches cannot be compared.
    """
    total = None if limit is None else checked_limit(limit)
    of_kinds: list[tuple[Hit, ...]] = []
    for kind, quota in _quotas(question, kinds).items():
        if kind in ("core", "working"):
            of_kinds.append(_core_or_working_hits(namespace, question, kind, quota or total))
        else:
            of_kinds.append(search(namespace, _of_kind(question, kind), limit=quota or total, graph=graph))
    hits = {hit.uid: hit for hit in alternating(of_kinds)}
    if total is None and not isinstance(kinds, Mapping):
        total = analyse_question(namespace, question).depth
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(list(hits.values())[:total], start=1))


def context_of_kinds(
    namespace: OpenNamespace,
    question: Question,
    kinds: Kinds,
    *,
    tokens: int | None,
    limit: int | None,
    graph: bool,
) -> Context:
    """The relevant hits of each kind as one text of at most `tokens`. See `search_kinds`.

    For all kinds, the hits of one search of all notes come first, and then the best of each kind, as far as the tokens allow:
    separate searches alone find less of the evidence.
    """
    if kinds != "all":
        found = list(_materials(namespace, question, kinds, limit, graph=graph))
        return context_of_materials(namespace, question.text, found, tokens=tokens, limit=limit)
    hits, facts = material_of(namespace, question, limit, graph=graph)
    others = [
        of_kind[:_EXTRA_HITS] for of_kind, _ in _materials(namespace, question, kinds, limit, graph=graph)
    ]
    found = [((*hits, *alternating(others)), facts)]
    return context_of_materials(namespace, question.text, found, tokens=tokens, limit=limit)


def _materials(
    namespace: OpenNamespace, question: Question, kinds: Kinds, limit: int | None, *, graph: bool
) -> Iterator[Material]:
    for kind, quota in _quotas(question, kinds).items():
        most = quota or (None if limit is None else checked_limit(limit))
        if kind in ("core", "working"):
            yield _core_or_working_hits(namespace, question, kind, most), ()
        else:
            yield material_of(namespace, _of_kind(question, kind), most, graph=graph)


def _core_or_working_hits(
    namespace: OpenNamespace, question: Question, kind: Literal["core", "working"], limit: int | None
) -> tuple[Hit, ...]:
    """The blocks that share words with the question (`core`), or the working memory of the session (`working`).

    Of the filters only the user counts for blocks. Working memory is not filtered, so with filters it is empty.
    """
    query = analyse_question(namespace, question)
    if asks_nothing(query):
        return ()
    store, settings = namespace.store, namespace.engine.settings.working
    if kind == "core":
        blocks = [
            block for block in core(store, user_of(question.filters)) if block.uid not in question.exclude
        ]
        hits = core_hits(query, blocks, limit or query.depth)
    elif question.session is None or question.filters not in (None, Filters()):
        hits = ()
    else:
        hits = working_hits(store, working(store, question.session, query.now, settings), question.exclude)
    space = store.stats().space if hits else ""
    return tuple(replace(hit, space=space) for hit in hits[:limit])


def _of_kind(question: Question, kind: NoteKind) -> Question:
    within = question.filters or Filters()
    return replace(question, filters=replace(within, kind=kind))


def _quotas(question: Question, kinds: Kinds) -> Mapping[MemoryKind, int | None]:
    """The maximum number of hits of each kind. Raises InvalidInput."""
    within = question.filters or Filters()
    if not kinds or within.kind is not None:
        raise InvalidInput(
            f"kinds is {kinds!r:.80}. Give 'all' or a list of {', '.join(get_args(MemoryKind))}, and no filter `kind`."
        )
    if question.session is None and kinds != "all" and "working" in kinds:
        raise InvalidInput("kinds contains 'working', which belongs to a session. Give the session too.")
    if isinstance(kinds, Mapping):
        return {
            kind: checked_limit(quota, f"the number of hits of kind {kind}") for kind, quota in kinds.items()
        }
    return dict.fromkeys(ALL_KINDS if kinds == "all" else kinds)
