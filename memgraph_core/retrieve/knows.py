"""Whether the hits of a search answer the request, with a calibrated probability, and if not, why.

The probability comes from a trained model (`estimate`). Its features say how much of the request the evidence contains,
by words, facts and meaning: every one of several questions in one, and every one of several people. Evidence for a
question about a person is what this person said or what is about them. Another person's statement about themselves may
contain every other word of the question and still does not answer it, so the difference of the two is a feature.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import exp

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.search import Candidates, Hit, Knowledge, KnowledgeReason, Query
from memgraph_core.retrieve.analyse import asks_nothing
from memgraph_core.retrieve.attribution import asked_relations
from memgraph_core.retrieve.coverage import (
    Evidence,
    QuestionPart,
    coverage,
    covered_share,
    evidence_of,
    lacks_exact_word,
    question_parts,
    unknown_share,
)
from memgraph_core.retrieve.estimate import LEADS, Features, model, ranking_features
from memgraph_core.retrieve.rank import Ranking
from memgraph_core.retrieve.signals import above_chance

# Minimum probability of a claim to know, of the context of a question, and of a context that nobody asked for, because the
# request is a message or a task.
MIN_KNOWN = 0.5
MIN_SURFACED = 0.2
MIN_SURFACED_UNASKED = 0.4
_COVERED = 0.38  # share of a question that its evidence usually contains if it answers the question
_STEEPNESS = 10.0
_MIN_EVIDENCE_SHARE = 0.3  # share of a question that a hit contains to be listed as evidence
_EXPLANATIONS: dict[KnowledgeReason, tuple[str, str]] = {  # English, Chinese
    "known": ("Memory speaks of this.", "记忆里有相关内容。"),
    "nothing_asked": ("Nothing is asked.", "这不是一个问题。"),
    "nobody": ("Memory knows nobody called {names}.", "记忆里没有{names}这个人。"),
    "nothing_about": (
        "Memory knows {names}, but nothing about this.",
        "记忆里有{names}，但没有这方面的内容。",
    ),
    "nothing": ("Nothing in memory speaks of this.", "记忆里没有相关内容。"),
    "only_before": (
        "Memory speaks of this only until {last}, not of the time asked about.",
        "记忆里的相关内容只到{last}，没有所问的时间。",
    ),
}


def known_names(found: Candidates, speakers: Iterable[str]) -> dict[str, Entity]:
    """Name key → entity, of the speakers and of the names in the question that memory knows; the most mentioned one."""
    speaking = {name_key(name): Entity(uid="", name=name, type="Person") for name in speakers}
    return speaking | {key: meant[0] for key, meant in found.key_entities.items() if meant}


def people_named(query: Query, known: Mapping[str, Entity]) -> tuple[str, ...]:
    """The people whom a question names, each once and as it writes them. Known names are recognised reliably."""
    names = {key: entity.name for key, entity in known.items() if entity.type == "Person"}
    found = named_in(query.text, query.language, names, dict.fromkeys(names, "Person"))
    return tuple(dict.fromkeys(n.text for n in found if n.type == "Person"))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeInput:
    """What `knowledge_of` needs to know."""

    query: Query
    hits: tuple[Hit, ...]  # best first
    candidates: Candidates
    ranking: Ranking
    about: Mapping[str, Sequence[str]]  # uid of a turn or note → uids of the entities that it is about
    speakers: frozenset[str]
    asker: str | None = None  # the person who asks, if known


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """The evidence for a request, and the features of the probability that it answers the request."""

    people: tuple[str, ...]  # named in the request
    strangers: tuple[str, ...]  # those whom memory does not know
    parts: tuple[QuestionPart, ...]
    evidence: tuple[Evidence, ...]
    features: Features
    is_question: bool
    is_excluded: (
        bool  # there is no evidence, or none for one of several questions or for a code that must occur
    )

    @property
    def is_surfaced(self) -> bool:
        """Whether a context may quote memory."""
        return self.probability >= (MIN_SURFACED if self.is_question else MIN_SURFACED_UNASKED)

    @property
    def probability(self) -> float:
        """The probability that memory answers the request."""
        return 0.0 if self.is_excluded else model("known").probability(self.features)


def assess(found: KnowledgeInput) -> Assessment:
    """The evidence among the hits, and its features."""
    query, known = found.query, known_names(found.candidates, found.speakers)
    people = people_named(query, known)
    strangers = tuple(name for name in people if name_key(name) not in known)
    # What an agent generated is no evidence.
    hits = [hit for hit in found.hits if hit.trust not in AGENT_GENERATED]
    asked = asked_relations(query, people, found.candidates, found.asker)
    parts = question_parts(query, people, found.candidates)
    evidence = tuple(
        one for one in evidence_of(query, hits, found.about, asked) if _mentions_named_person(one, parts)
    )
    covered = min(coverage(part, evidence, with_time=False) for part in parts)
    in_time = min(coverage(part, evidence) for part in parts)
    meaning = _meaning(found, evidence, people)
    content = min(max(covered, meaning), max(in_time, meaning))
    shares = sorted((max(covered_share(part, one) for part in parts) for one in evidence), reverse=True)
    states_fact = _states_fact(found, hits, people)
    features = {
        **ranking_features(query, found.ranking, found.hits, people),
        "covered": covered,
        "covered_in_time": in_time,
        "meaning": meaning,
        "content": content,
        "is_covered": 1 / (1 + exp(-_STEEPNESS * (content - _COVERED))),
        "shares": sum(shares[:3]) / 3,
        "evidence": len(evidence) / max(len(hits), 1),
        "unknown_words": unknown_share(parts),
        "people": float(bool(people)),
        "strangers": len(strangers) / len(people) if people else 0.0,
        "states_fact": float(states_fact),
    }
    if states_fact:  # it answers the question, whatever others say about themselves
        features |= {name: max(features[name], 0.0) for name in LEADS if name in features}
    lacks_code = any(lacks_exact_word(part, evidence) for part in parts)
    lacks_part = len(parts) > 1 and not covered
    return Assessment(
        people=people,
        strangers=strangers,
        parts=parts,
        evidence=evidence,
        features=features,
        is_question=query.kind == "question",
        is_excluded=not evidence or lacks_code or lacks_part,
    )


def nothing_asked(query: Query) -> Knowledge:
    """The result for a greeting or an acknowledgement."""
    return _knowledge(query, "nothing_asked", (), 0.0)


def knowledge_of(found: KnowledgeInput) -> Knowledge:
    """Whether memory answers the request, with the reason and the evidence."""
    query, assessed = found.query, assess(found)
    people, strangers, evidence = assessed.people, assessed.strangers, assessed.evidence
    if asks_nothing(query):
        return nothing_asked(query)
    if people and len(strangers) == len(people):
        return _knowledge(query, "nobody", found.hits, 0.0, strangers)
    probability = assessed.probability
    relevant = [
        one
        for one in evidence
        if max(covered_share(part, one) for part in assessed.parts) >= _MIN_EVIDENCE_SHARE
    ] or evidence
    answers = [one.hit for one in relevant]
    if probability < MIN_KNOWN:
        hits = [hit for hit in found.hits if hit.trust not in AGENT_GENERATED]
        return _knowledge(query, "nothing_about" if people else "nothing", hits, probability, people)
    last = None if any(one.matches_time(assessed.parts) for one in relevant) else _last(answers)
    if query.since and last and last < query.since:
        return _knowledge(query, "only_before", answers, probability, people, last)
    return _knowledge(query, "known", answers, probability, people)


def _mentions_named_person(one: Evidence, parts: Iterable[QuestionPart]) -> bool:
    """Whether it mentions a person named in one of the parts, or one of the parts names nobody."""
    return any(not part.people or any(one.mentions(who) for who in part.people) for part in parts)


def _meaning(found: KnowledgeInput, evidence: Iterable[Evidence], people: Sequence[str]) -> float:
    """The best meaning of the evidence, 0..1; 0 if the question names a person who is not a speaker.

    The query vector is made without the names of speakers. It contains other names, and would be close to any turn that
    mentions them.
    """
    speaking = {name_key(name) for name in found.speakers}
    if any(name_key(name) not in speaking for name in people):
        return 0.0
    pool = found.ranking.pool
    meaning = dict(zip((turn.uid for turn in pool.turns), above_chance(pool).tolist(), strict=True))
    complete = (one for one in evidence if one.is_complete)
    return max((meaning.get(one.hit.turns[0], 0.0) for one in complete), default=0.0)


def _states_fact(found: KnowledgeInput, hits: Iterable[Hit], people: Iterable[str]) -> bool:
    """Whether a hit states a fact of an asked single-valued relation about one of the people, current or ended.

    Such a fact answers the question, whatever other speakers say about themselves.
    """
    keys = [name_key(name) for name in people]
    uids = {entity.uid for key in keys for entity in found.candidates.key_entities.get(key, ())}
    return any(
        fact.subject in uids and fact.type in found.query.relations and relation_of(fact.type).single
        for hit in hits
        for fact in hit.facts
    )


def _last(hits: Sequence[Hit]) -> datetime | None:
    """The last time that any of the hits mentions; None if one of them has no time."""
    times: list[datetime] = []
    for hit in hits:
        if hit.said_at is None:
            return None
        until = [hit.note.holds_until] if hit.note and hit.note.holds_until else []
        times += [hit.said_at, *until]
    return max(times, default=None)


def _knowledge(
    query: Query,
    reason: KnowledgeReason,
    evidence: Sequence[Hit],
    confidence: float,
    names: Sequence[str] = (),
    last: datetime | None = None,
) -> Knowledge:
    pick = pack_of(query.language).pick
    explanation = pick(*_EXPLANATIONS[reason]).format(
        names=pick(", ", "、").join(names), last=last.date().isoformat() if last else ""
    )
    return Knowledge(
        question=query.text,
        known=reason == "known",
        reason=reason,
        explanation=explanation,
        confidence=round(confidence, 4),
        evidence=tuple(evidence),
        names=tuple(names),
        last=last,
    )
