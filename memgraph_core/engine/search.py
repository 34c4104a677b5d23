"""Search: analyse the question, embed it, read candidates, rank them, expand the graph around the best, and rank again.

A search takes two transactions, calls no model but the embedder, and writes nothing.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import zip_longest

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.listing import notes_listed
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.visible_abstractions import visible_instances, with_visible
from memgraph_core.engine.working import touched_turns
from memgraph_core.language.derived_text import asks_for_exceptions, asks_for_pattern
from memgraph_core.language.names import name_key
from memgraph_core.language.people import is_nameless
from memgraph_core.language.sentences import is_question
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.local_time import in_zone
from memgraph_core.records.representation import short_repr
from memgraph_core.records.scope import user_of
from memgraph_core.records.search import Candidates, Context, Filters, Hit, Knowledge, Query, is_between
from memgraph_core.records.validation import checked_limit
from memgraph_core.retrieve.abstractions import Separated, merge_abstractions, separated
from memgraph_core.retrieve.agent_generated import (
    limits_of,
    merge_agent_generated,
    only_agent_generated,
    rankable_turns,
)
from memgraph_core.retrieve.analyse import (
    analyse,
    asks_nothing,
    compared_people,
    text_of_vector,
    text_to_embed,
)
from memgraph_core.retrieve.assessment import assess
from memgraph_core.retrieve.context import context_of
from memgraph_core.retrieve.current_facts import CurrentFact, current_facts
from memgraph_core.retrieve.estimate import relevant_hits
from memgraph_core.retrieve.exclusion import without_turns
from memgraph_core.retrieve.expand import SearchGraph, graph_of, seeds_of
from memgraph_core.retrieve.knows import KnowledgeInput, knowledge_of, nobody_of, nothing_asked
from memgraph_core.retrieve.overview import OVERVIEW_HITS, is_of_period, spread_over_sessions
from memgraph_core.retrieve.pool import Pool, pool_of
from memgraph_core.retrieve.rank import Ranking, hits_of, rank, with_retention
from memgraph_core.retrieve.working import with_priming
from memgraph_core.store.contract import Store

Material = tuple[tuple[Hit, ...], tuple[CurrentFact, ...]]  # of one search, for a context

_ASSISTANT_NAMES = frozenset({"assistant", "Assistant", "助手"})
_RECENT_TURNS = 4  # of a session, read to understand a question that continues it
_NAMING_NOTES = 20  # newest notes about a name, of which one must be no question
_MAX_BESIDE_HABITS = 3  # other hits in a context, if the question asks what is usual and a habit answers it


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the arguments of the caller."""

    text: str
    session: str | None = None
    recent: tuple[str, ...] = ()  # the texts before it, oldest first; they take precedence over the session
    filters: Filters | None = None
    now: datetime | None = None
    exclude: frozenset[str] = frozenset()  # uids of turns to leave out of the result


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The ranked result of a search, before the hits are selected."""

    query: Query
    ranking: Ranking
    graph: SearchGraph | None
    candidates: Candidates
    found: Separated  # the candidates, and the abstractions among them

    __repr__ = short_repr

    def hits(self, limit: int, speakers: Iterable[str] = ()) -> tuple[Hit, ...]:
        """At most `limit` hits, best first, each with its rank. `speakers` are all speakers of the namespace.

        An overview begins with the best hit of each session.
        """
        if "overview" not in self.query.intents:
            return self._merged(self._without_abstractions(limit), speakers, limit)
        return self._merged(self._spread(max(limit, OVERVIEW_HITS))[:limit], speakers, limit)

    def _merged(self, stated: tuple[Hit, ...], speakers: Iterable[str], limit: int) -> tuple[Hit, ...]:
        """Hits with the abstractions among them, each with its rank."""
        hits = merge_abstractions(self.query, stated, self.found, frozenset(speakers), limit)
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))

    def _without_abstractions(self, limit: int) -> tuple[Hit, ...]:
        """At most `limit` hits, best first, without abstractions."""
        return merge_agent_generated(self.query, self._stated(limit), self.candidates, limit)

    def _spread(self, limit: int) -> tuple[Hit, ...]:
        """At most `limit` hits for an overview, without abstractions: the best of each session first.

        If it is about the agent's work, the other hits are spread before the agent-generated ones get their share.
        """
        if "work" not in self.query.intents:
            return spread_over_sessions(self._without_abstractions(limit))
        stated = spread_over_sessions(self._stated(limit))
        return merge_agent_generated(self.query, stated, self.candidates, limit)

    def _stated(self, limit: int) -> tuple[Hit, ...]:
        """At most `limit` hits of people and documents, best first."""
        return hits_of(self.query, self.ranking, self.graph, self.candidates.space, limit)

    def knowledge(self, speakers: Iterable[str]) -> Knowledge:
        """Whether the hits answer the question. `speakers` are all speakers of the namespace."""
        return knowledge_of(self.knowledge_input(speakers))

    def material(self, speakers: Iterable[str], limit: int) -> Material:
        """The hits that probably belong to the answer, at most `limit`, best first, and the current facts.

        If memory probably contains nothing on the request, only agent-generated hits and abstractions that cover it are left.
        An overview of a period has the hits of this period, whatever they are about.
        """
        known = self.knowledge_input(speakers)
        if "period" in self.query.intents:
            hits = tuple(hit for hit in self._spread(limit) if is_of_period(hit, self.query))
            return self._merged(hits, speakers, limit), known.facts
        assessed = assess(known)
        is_known = assessed.is_surfaced or known.facts or knowledge_of(known).known
        if not is_known:
            hits = only_agent_generated(self.query, self._without_abstractions(limit))
        elif "overview" in self.query.intents:
            hits = self._spread(limit)
        elif "work" in self.query.intents:
            stated = relevant_hits(self.query, self.ranking, self._stated(limit), assessed.probability)
            hits = merge_agent_generated(self.query, stated, self.candidates, limit)
        else:
            hits = self._without_abstractions(limit)
            hits = relevant_hits(self.query, self.ranking, hits, assessed.probability)
        return self._merged(hits, speakers, limit), known.facts

    def knowledge_input(self, speakers: Iterable[str]) -> KnowledgeInput:
        """The input of `knowledge_of`."""
        speaking = frozenset(speakers)
        asker = only_person(speaking)
        return KnowledgeInput(
            query=self.query,
            hits=self._stated(self.query.depth),
            candidates=self.candidates,
            ranking=self.ranking,
            about=self.candidates.about if self.graph is None else self.graph.about,
            speakers=speaking,
            asker=asker,
            facts=current_facts(self.query, self.graph, self.ranking.pool, asker),
        )


def search(
    namespace: OpenNamespace, question: Question, *, limit: int | None = None, graph: bool = True
) -> tuple[Hit, ...]:
    """The hits for a question, best first. See `Memory.search`."""
    if limit is not None:
        checked_limit(limit)
    query = analyse_question(namespace, question)
    if asks_nothing(query):
        return ()
    finding = find(namespace, query, graph=graph, exclude=question.exclude, session=question.session)
    hits = finding.hits(query.depth if limit is None else limit, namespace.speakers)
    return tuple(_with_instances(namespace.store, hit, query.filters, question.exclude) for hit in hits)


def _with_instances(store: Store, hit: Hit, filters: Filters, exclude: Collection[str]) -> Hit:
    """An abstraction with the function that reads its instances; any other hit as it is."""
    if hit.note is None or not hit.note.is_abstraction:
        return hit
    return replace(hit, read_instances=partial(visible_instances, store, hit.uid, filters, exclude))


def context(
    namespace: OpenNamespace,
    question: Question,
    *,
    tokens: int | None = None,
    limit: int | None = None,
    graph: bool = True,
) -> Context:
    """The hits for a question as text of at most `tokens`. See `Memory.context`."""
    if limit is not None:
        checked_limit(limit)
    found = material_of(namespace, question, limit, graph=graph)
    return context_of_materials(namespace, question.text, [found], tokens=tokens, limit=limit)


def material_of(namespace: OpenNamespace, question: Question, limit: int | None, *, graph: bool) -> Material:
    """The hits for a question that belong into a context, at most `limit`, and facts.

    By default the limit is the depth of the question; an overview takes more.
    """
    query = analyse_question(namespace, question)
    if asks_nothing(query):
        return (), ()
    finding = find(namespace, query, graph=graph, exclude=question.exclude, session=question.session)
    depth = OVERVIEW_HITS if "overview" in query.intents else query.depth
    hits, facts = finding.material(namespace.speakers, limit or depth)
    shown = tuple(_with_instances(namespace.store, hit, query.filters, question.exclude) for hit in hits)
    return _without_represented(shown, query), facts


def _without_represented(hits: tuple[Hit, ...], query: Query) -> tuple[Hit, ...]:
    """The hits without the instances of the habits among them, if the question asks what is usual and not for a count.

    Instances of the time that the question names stay. At most `_MAX_BESIDE_HABITS` other hits are kept, unless the question
    asks for exceptions.
    """
    if "count" in query.intents or not asks_for_pattern(query.text, query.language):
        return hits
    habits = [hit for hit in hits if hit.note is not None and "habit" in hit.note.tags]
    if not habits:
        return hits
    represented = {
        uid
        for habit in habits
        for note in habit.instances()
        if not _is_of_asked_time(note, query)
        for uid in note.turns
    }
    others = [hit for hit in hits if not (hit.is_abstraction or represented.issuperset(hit.turns))]
    if not asks_for_exceptions(query.text, query.language):
        others = others[:_MAX_BESIDE_HABITS]
    shown = {hit.uid for hit in others}
    return tuple(hit for hit in hits if hit.is_abstraction or hit.uid in shown)


def _is_of_asked_time(note: Note, query: Query) -> bool:
    """Whether the question names a time, and the note was said within it."""
    has_time = query.since is not None or query.until is not None
    return has_time and is_between(note.said_at, query.since, query.until)


def alternating(found: Sequence[tuple[Hit, ...]]) -> Iterator[Hit]:
    """The best hit of each search, then the second best of each, and so on."""
    return (hit for hits in zip_longest(*found) for hit in hits if hit is not None)


def context_of_materials(
    namespace: OpenNamespace, text: str, found: Sequence[Material], *, tokens: int | None, limit: int | None
) -> Context:
    """The hits of several searches for one text as one context: the best of each search, then the second best, and so on."""
    budget = namespace.engine.settings.context.tokens if tokens is None else tokens
    merged = tuple({hit.uid: hit for hit in alternating([hits for hits, _ in found])}.values())[:limit]
    merged = in_zone(merged, namespace.zone)
    facts = in_zone({each.fact.uid: each for _, current in found for each in current}, namespace.zone)
    topics = compared_people(text, namespace.speakers)
    return context_of(text, merged, budget, topics, tuple(facts.values()))


def knows(namespace: OpenNamespace, question: Question, *, graph: bool = True) -> Knowledge:
    """Whether memory can answer a question. See `Memory.knows`."""
    query = analyse_question(namespace, question)
    if asks_nothing(query):
        return nothing_asked(query)
    finding = find(namespace, query, graph=graph, exclude=question.exclude, session=question.session)
    known = finding.knowledge(namespace.speakers)
    if known.reason != "nothing_about" or any(_is_stated(namespace, name, question) for name in known.names):
        return known
    return nobody_of(known, query)


def _is_stated(namespace: OpenNamespace, name: str, question: Question) -> bool:
    """Whether somebody is called so or a note names it: a name that only questions contain is not known."""
    if name_key(name) in {name_key(speaker) for speaker in namespace.speakers}:
        return True
    within = replace(question.filters or Filters(), entity=name_key(name))
    found = notes_listed(namespace.store, ListQuery(of="note", filters=within, limit=_NAMING_NOTES))
    return any(not (question.exclude.issuperset(note.turns) or is_question(note.text)) for note in found)


def analyse_question(namespace: OpenNamespace, question: Question) -> Query:
    """Analyse a question. One that continues its session is analysed together with the last turns of the session."""
    engine = namespace.engine
    analyse_with = partial(
        analyse,
        question.text,
        now=question.now or engine.clock(),
        filters=question.filters,
        settings=engine.settings.retrieve,
        asker=_asker(namespace, question.filters),
        zone=engine.settings.zone,
    )
    query = analyse_with(recent=question.recent)
    if question.session is None or question.recent or "continuation" not in query.intents:
        return query
    return analyse_with(recent=_recent_texts(namespace.store, question.session, question.text))


def find(
    namespace: OpenNamespace,
    query: Query,
    *,
    graph: bool = True,
    exclude: Collection[str] = (),
    session: str | None = None,
) -> Finding:
    """Embed the query and rank the candidates, with or without the graph. Turns in `exclude` are left out.

    If the settings ask for priming, turns that the session has just touched rank higher, which costs two more reads.
    """
    engine, store = namespace.engine, namespace.store
    query = _with_vector(engine, query, namespace.speakers)
    finding = _ranked(engine, store, query, exclude, graph=graph)
    if session is None or not engine.settings.working.priming:
        return finding
    touched = touched_turns(store, session, query.now)
    primed = with_priming(finding.ranking, touched, engine.settings.working, query.now)
    return replace(finding, ranking=primed)


def _asker(namespace: OpenNamespace, filters: Filters | None) -> str | None:
    """The person who asks, if it is known: the user whose turns are searched, or the only person of the namespace."""
    user = user_of(filters)
    return only_person(namespace.speakers) if user is None else user


def only_person(speakers: Iterable[str]) -> str | None:
    """The only person among the speakers, without assistants; this person asks. None if there are several."""
    people = {speaker for speaker in speakers if speaker not in _ASSISTANT_NAMES}
    return people.pop() if len(people) == 1 else None


def _recent_texts(store: Store, session: str, question: str) -> tuple[str, ...]:
    """The last texts of a session, oldest first, without the question, which may be logged already."""
    turns = [turn for turn in store.conversation(session, _RECENT_TURNS) if turn.text != question]
    return tuple(f"{turn.speaker}: {turn.text}" if _has_name(turn.speaker) else turn.text for turn in turns)


def _has_name(speaker: str | None) -> bool:
    return speaker is not None and speaker not in _ASSISTANT_NAMES and not is_nameless(speaker)


def _with_vector(engine: MemoryEngine, query: Query, speakers: Iterable[str]) -> Query:
    """The query with its vectors, which are made without the names of speakers: they occur in too many texts."""
    named: Sequence[str] = [speaker for speaker in speakers if name_key(speaker) in query.name_keys]
    texts = [text_to_embed(text, named) for text in (text_of_vector(query), *query.parts)]
    vector, *of_parts = engine.embed(texts)
    return replace(query, vector=vector, part_vectors=tuple(v for v in of_parts if v is not None))


def _ranked(
    engine: MemoryEngine, store: Store, query: Query, exclude: Collection[str], *, graph: bool
) -> Finding:
    """Rank the candidates, with the graph around the best turns and the key entities.

    Without the graph only the candidates of terms, vector, time and session are ranked, to show what the graph adds.
    """
    settings = engine.settings.retrieve
    rank_all = partial(rank, query, recency_days=settings.recency_days, preset=settings.ranking)
    asked = query if graph else replace(query, name_keys=())
    separate = separated(store.candidates(asked, limits_of(query, settings.limits)))
    separate = with_visible(store, separate, query.filters, exclude)
    found = without_turns(separate.candidates, exclude)
    pool, search_graph = _pool(query, found, found.turns, found.notes), None
    if graph:
        first = rank_all(pool, None)
        seeds = seeds_of(query, graph_of(query, found), pool, first.scores)
        subgraph = without_turns(store.expand(seeds, query), exclude)
        pool = _pool(query, found, (*found.turns, *subgraph.turns), (*found.notes, *subgraph.notes))
        search_graph = graph_of(query, found, subgraph)
    ranking = rank_all(pool, search_graph)
    ranking = with_retention(ranking, search_graph, engine.settings.retention, query.now)
    return Finding(query=query, ranking=ranking, graph=search_graph, candidates=found, found=separate)


def _pool(query: Query, found: Candidates, turns: Iterable[Turn], notes: Sequence[Note]) -> Pool:
    return pool_of(query, rankable_turns(query, turns), notes, found.frequencies, found.documents)
