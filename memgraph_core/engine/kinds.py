"""Searches that give each kind of notes its own share of the hits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.search import Question, analyse_question, context_of_questions, search
from memgraph_core.errors import InvalidInput
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.search import Context, Filters, Hit
from memgraph_core.records.validation import checked_choice, checked_limit

Kinds = Sequence[NoteKind] | Mapping[NoteKind, int]  # a mapping has the maximum number of hits of each kind


def search_kinds(
    namespace: OpenNamespace, question: Question, kinds: Kinds, *, limit: int | None, graph: bool
) -> tuple[Hit, ...]:
    """The hits of each kind in turn: the best of each kind, then the second best, and so on.

    At most `limit`, by default as many as the question needs, or the sum of the numbers in a mapping. One search is made for
    each kind, because the scores of different searches cannot be compared.
    """
    total = None if limit is None else checked_limit(limit)
    asked = list(_questions(question, kinds))
    of_kinds = [search(namespace, each, limit=quota or total, graph=graph) for each, quota in asked]
    hits = {hit.uid: hit for hit in chain.from_iterable(zip_longest(*of_kinds)) if hit is not None}
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
    """The relevant hits of each kind as one text of at most `tokens`. See `search_kinds`."""
    asked = list(_questions(question, kinds))
    return context_of_questions(namespace, question.text, asked, tokens=tokens, limit=limit, graph=graph)


def _questions(question: Question, kinds: Kinds) -> Iterator[tuple[Question, int | None]]:
    """The question for each kind, with the maximum number of its hits. Raises InvalidInput."""
    within = question.filters or Filters()
    if not kinds or isinstance(kinds, str) or within.kind is not None:
        raise InvalidInput(f"kinds is {kinds!r:.80}. Give a list of kinds of notes, and no filter `kind`.")
    quotas = kinds if isinstance(kinds, Mapping) else dict.fromkeys(kinds)
    for kind, quota in quotas.items():
        checked_choice(kind, NoteKind, "kinds")
        size = None if quota is None else checked_limit(quota, f"the number of hits of kind {kind}")
        yield replace(question, filters=replace(within, kind=kind)), size
