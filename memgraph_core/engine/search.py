"""Search: question → analyse → embed → candidates → rank → around → rank → hits.

Two transactions, no model but the embedder, and nothing is written.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.names import name_key
from memgraph_core.language.people import is_nameless
from memgraph_core.records.search import Candidates, Filters, Hit, Knowledge, Query
from memgraph_core.retrieve.agent_generated import merge_agent_generated, rankable_turns
from memgraph_core.retrieve.analyse import analyse, text_to_embed
from memgraph_core.retrieve.expand import SearchGraph, graph_of, seeds_of
from memgraph_core.retrieve.knows import KnowledgeInput, knowledge_of
from memgraph_core.retrieve.pool import pool_of
from memgraph_core.retrieve.rank import Ranking, hits_of, rank
from memgraph_core.retrieve.signals import above_chance
from memgraph_core.store.contract import Store

_PROGRAMS = frozenset({"assistant", "Assistant", "助手"})
_LAST = 4  # turns of a session that are looked at for one that goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """All that a search found, ranked: what hits are told from, and what a question is judged by."""

    query: Query
    ranking: Ranking
    graph: SearchGraph | None
    candidates: Candidates

    def hits(self, limit: int) -> tuple[Hit, ...]:
        """The best of it, each with its rank."""
        hits = hits_of(self.query, self.ranking, self.graph, self.candidates.space, limit)
        hits = merge_agent_generated(self.query, hits, self.candidates, limit)
        return tuple(replace(hit, rank=place) for place, hit in enumerate(hits, start=1))

    def knowledge(self, speakers: Iterable[str]) -> Knowledge:
        """Whether it answers the question; `speakers` are all who ever spoke."""
        near, speaking = above_chance(self.ranking.pool).tolist(), frozenset(speakers)
        return knowledge_of(
            KnowledgeInput(
                query=self.query,
                hits=self.hits(self.query.depth),
                candidates=self.candidates,
                about=self.candidates.about if self.graph is None else self.graph.about,
                meaning={turn.uid: value for turn, value in zip(self.ranking.pool.turns, near, strict=True)},
                speakers=speaking,
                asker=asker_of(speaking),
            )
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put, with what was said before it."""

    question: str
    session: str | None = None
    recent: tuple[str, ...] = ()  # oldest first; wins over the session
    filters: Filters | None = None
    now: datetime | None = None
    asker: str | None = None  # who asks, where only one person ever speaks here


def query_of(engine: MemoryEngine, store: Store, asked: Asked) -> Query:
    """The question understood; one that goes on from what was said in its session, with that."""
    now, settings = asked.now or engine.clock(), engine.settings.retrieve
    read = partial(
        analyse, asked.question, now=now, filters=asked.filters, settings=settings, asker=asked.asker
    )
    query = read(recent=asked.recent)
    if asked.session is None or asked.recent or "continuation" not in query.intents:
        return query
    return read(recent=last_said(store, asked.session, asked.question))


def asker_of(speakers: Iterable[str]) -> str | None:
    """Who asks of what was said: the one person who ever spoke, programs left out; None where several did."""
    people = {speaker for speaker in speakers if speaker not in _PROGRAMS}
    return people.pop() if len(people) == 1 else None


def last_said(store: Store, session: str, question: str) -> tuple[str, ...]:
    """What was said last in a session, oldest first, without the question itself, which may be remembered already."""
    said = [turn for turn in store.conversation(session, _LAST) if turn.text != question]
    return tuple(f"{turn.speaker}: {turn.text}" if _has_name(turn.speaker) else turn.text for turn in said)


def _has_name(speaker: str | None) -> bool:
    return speaker is not None and speaker not in _PROGRAMS and not is_nameless(speaker)


def with_vector(engine: MemoryEngine, query: Query, speakers: Iterable[str]) -> Query:
    """The query with its vector, made from the question without the names of those who speak."""
    named = [speaker for speaker in speakers if name_key(speaker) in query.name_keys]
    return replace(query, vector=engine.embed([text_to_embed(query.asking_text or query.text, named)])[0])


def find_plainly(engine: MemoryEngine, store: Store, query: Query) -> Finding:
    """What words, meaning, time and place in the session find, without the graph: to show what it adds."""
    settings = engine.settings.retrieve
    found = store.candidates(replace(query, name_keys=()), settings.limits)
    pool = pool_of(query, rankable_turns(query, found.turns), found.notes, found.frequencies, found.documents)
    ranking = rank(query, pool, None, recency_days=settings.recency_days)
    return Finding(query=query, ranking=ranking, graph=None, candidates=found)


def find(engine: MemoryEngine, store: Store, query: Query) -> Finding:
    """What all signals find: the candidates' best turns and the key entities are where the walk begins."""
    settings = engine.settings.retrieve
    found = store.candidates(query, settings.limits)
    pool = pool_of(query, rankable_turns(query, found.turns), found.notes, found.frequencies, found.documents)
    first = rank(query, pool, None, recency_days=settings.recency_days)
    around = store.expand(seeds_of(query, graph_of(query, found), pool, first.scores), query)
    turns, notes = rankable_turns(query, (*found.turns, *around.turns)), (*found.notes, *around.notes)
    pool = pool_of(query, turns, notes, found.frequencies, found.documents)
    graph = graph_of(query, found, around)
    ranking = rank(query, pool, graph, recency_days=settings.recency_days)
    return Finding(query=query, ranking=ranking, graph=graph, candidates=found)
