"""Whether the hits of a search answer the question, and if not, why.

A question is answered if the evidence contains most of what it is about, by words, facts or meaning: every one of several
questions in one, and every one of several people. Evidence for a question about a person is a statement by or about this person.
Another person's statement about themselves may contain every other word of the question and still not answer it, so it is
measured separately.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import is_first_person
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import as_date
from memgraph_core.records.search import Candidates, Hit, Knowledge, KnowledgeReason, Query
from memgraph_core.records.validation import clock_time
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
)
from memgraph_core.retrieve.current_facts import CurrentFact
from memgraph_core.retrieve.overview import is_of_period
from memgraph_core.retrieve.rank import Ranking
from memgraph_core.retrieve.signals import above_chance

# Share of the score, by which another speaker's statement must exceed the named person's.
_OTHER_SPEAKER_MARGIN = 0.2
# Minimum coverage of a question by its evidence, or of its meaning above chance. Chosen on two sets and on conversations
# written for it; values between .34 and .55 change little.
MIN_COVERAGE = 0.38
_INSTANT = timedelta(microseconds=1)  # a period ends before `holds_until`
_MIN_EVIDENCE_SHARE = 0.3  # share of a question that a hit contains to be listed as evidence
_EXPLANATIONS: dict[KnowledgeReason, tuple[str, str]] = {  # English, Chinese
    "known": ("Memory contains information about this.", "记忆里有相关内容。"),
    "nothing_asked": ("Nothing is asked.", "这不是一个问题。"),
    "nobody": ("Memory knows nobody called {names}.", "记忆里没有{names}这个人。"),
    "nothing_about": (
        "Memory knows {names}, but nothing about this.",
        "记忆里有{names}，但没有这方面的内容。",
    ),
    "nothing": ("Memory contains nothing about this.", "记忆里没有相关内容。"),
    "only_before": (
        "Memory contains this only until {last}, not for the time asked about.",
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
    """The input of `knowledge_of`."""

    query: Query
    hits: tuple[Hit, ...]  # best first
    candidates: Candidates
    ranking: Ranking
    about: Mapping[str, Sequence[str]]  # uid of a turn or note → uids of the entities that it is about
    speakers: frozenset[str]
    asker: str | None = None  # the person who asks, if known
    facts: tuple[CurrentFact, ...] = ()  # current facts that answer the question


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """How much of the request the hits of a search contain."""

    people: tuple[str, ...]  # named in the request
    strangers: tuple[str, ...]  # those whom memory does not know
    hits: tuple[Hit, ...]  # without those that an agent generated, which are no evidence
    parts: tuple[QuestionPart, ...]
    evidence: tuple[Evidence, ...]
    covered: float  # share of the request that the evidence contains by words or facts, whenever it was said
    covered_in_time: float  # the same, of evidence from the time asked about
    meaning: float  # of the evidence, above chance, 0..1
    states_fact: bool  # a hit states a fact of an asked single-valued relation about one of the people
    is_of_another: bool  # another speaker's statement about themselves contains clearly more of the request

    @property
    def relevant(self) -> tuple[Evidence, ...]:
        """The evidence that contains a part of the request; all evidence if none does."""
        found = (
            one
            for one in self.evidence
            if max(covered_share(part, one) for part in self.parts) >= _MIN_EVIDENCE_SHARE
        )
        return tuple(found) or self.evidence


def findings_of(found: KnowledgeInput) -> Findings:
    """The evidence among the hits, and how much of the request it contains."""
    query, known = found.query, known_names(found.candidates, found.speakers)
    people = people_named(query, known)
    hits = tuple(hit for hit in found.hits if hit.trust not in AGENT_GENERATED)
    asked = asked_relations(query, people, found.candidates, found.asker)
    parts = question_parts(query, people, found.candidates)
    evidence = tuple(
        one for one in evidence_of(query, hits, found.about, asked) if _mentions_named_person(one, parts)
    )
    states_fact = _states_fact(found, hits, people)
    # a person is known by two names
    known_keys = {*known, *(name_key(entity.name) for entity in known.values())}
    return Findings(
        people=people,
        strangers=tuple(name for name in people if name_key(name) not in known_keys),
        hits=hits,
        parts=parts,
        evidence=evidence,
        covered=min(coverage(part, evidence, with_time=False) for part in parts),
        covered_in_time=min(coverage(part, evidence) for part in parts),
        meaning=_meaning(found, evidence, people),
        states_fact=states_fact,
        is_of_another=not (states_fact or _is_stated_of(found, evidence, parts, people))
        and _is_of_another_speaker(hits, people),
    )


def nothing_asked(query: Query) -> Knowledge:
    """The result for a greeting or an acknowledgement."""
    return _knowledge(query, "nothing_asked", (), 0.0)


def unanswered(known: Knowledge, language: str) -> Knowledge:
    """The result for a question whose evidence is about its topic, but lacks what it asks for."""
    missing = replace(known, known=False, reason="nothing")
    return replace(missing, explanation=explained(missing, language))


def explained(known: Knowledge, language: str) -> str:
    """The explanation in the language of a view, which may differ from that of the question."""
    pick = pack_of(language).pick
    last = as_date(known.last) if known.last else ""
    return pick(*_EXPLANATIONS[known.reason]).format(names=pick(", ", "、").join(known.names), last=last)


def nobody_of(known: Knowledge, query: Query) -> Knowledge:
    """The result for a question about people whom only questions name."""
    return _knowledge(query, "nobody", known.evidence, 0.0, known.names)


def knowledge_of(found: KnowledgeInput) -> Knowledge:
    """Whether memory answers the question, with the reason and the evidence."""
    query = found.query
    if asks_nothing(query):
        return nothing_asked(query)
    if "period" in query.intents:
        of_period = [hit for hit in found.hits if is_of_period(hit, query)]
        return _knowledge(query, "known" if of_period else "nothing", of_period, float(bool(of_period)))
    seen = findings_of(found)
    people, evidence = seen.people, seen.relevant
    if people and len(seen.strangers) == len(people):
        return _knowledge(query, "nobody", found.hits, 0.0, seen.strangers)
    if not query.subquestions and _has_single_value(found.facts):
        return _knowledge(query, "known", _stating(seen.hits, found.facts), 1.0, people)
    covered = max(seen.covered, seen.meaning)
    in_time = min(covered, max(seen.covered_in_time, seen.meaning))
    answers = [one.hit for one in evidence]
    unknown: KnowledgeReason = "nothing_about" if people else "nothing"
    lacks_code = any(lacks_exact_word(part, seen.evidence) for part in seen.parts)
    if not evidence or covered < MIN_COVERAGE or seen.is_of_another or lacks_code:
        return _knowledge(query, unknown, seen.hits, in_time, people)
    last = None if any(one.matches_time(seen.parts) for one in evidence) else _last(answers, query.zone)
    if query.since and last and last < query.since:
        return _knowledge(query, "only_before", answers, in_time, people, last)
    return _knowledge(query, unknown if in_time < MIN_COVERAGE else "known", answers, in_time, people)


def _has_single_value(facts: Iterable[CurrentFact]) -> bool:
    """Whether one of the facts is the only possible answer, because its relation has a single value, such as a home.

    Of a relation with several values, memory may not know the one that is asked about.
    """
    return any(relation_of(current.fact.type).single for current in facts)


def _stating(hits: Sequence[Hit], facts: Iterable[CurrentFact]) -> Sequence[Hit]:
    """The hits that state one of the facts; all hits if none does."""
    turns = {turn for current in facts for turn in current.turns}
    return [hit for hit in hits if turns & set(hit.turns)] or hits


def _mentions_named_person(one: Evidence, parts: Iterable[QuestionPart]) -> bool:
    """Whether the hit mentions a person named in one of the parts, or a part names nobody."""
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
    uids = _entities_called(found, people)
    return any(
        fact.type in found.query.relations and relation_of(fact.type).single and _is_about(fact, uids)
        for hit in hits
        for fact in hit.facts
    )


def _is_stated_of(
    found: KnowledgeInput,
    evidence: Iterable[Evidence],
    parts: Iterable[QuestionPart],
    people: Sequence[str],
) -> bool:
    """Whether evidence that states a current fact of an asked relation about one of the people contains the whole question.

    The relation may have several values: "What is Mila allergic to?". What the question asks beyond the relation ("which
    instrument in the orchestra") must be in the same evidence.
    """
    uids = _entities_called(found, people)
    turns = {turn for current in found.facts if _is_about(current.fact, uids) for turn in current.turns}
    stating = [one for one in evidence if not turns.isdisjoint(one.hit.turns)]
    return all(any(covered_share(part, one) >= 1.0 for one in stating) for part in parts)


def _entities_called(found: KnowledgeInput, people: Iterable[str]) -> frozenset[str]:
    """The uids of the entities that have the name of one of the people."""
    keys = [name_key(name) for name in people]
    return frozenset(entity.uid for key in keys for entity in found.candidates.key_entities.get(key, ()))


def _is_about(fact: Fact, uids: Collection[str]) -> bool:
    """Whether a fact is about one of these entities; a symmetric one, such as a marriage, is about both."""
    return fact.subject in uids or (relation_of(fact.type).symmetric and fact.object in uids)


def _is_of_another_speaker(hits: Sequence[Hit], people: Iterable[str]) -> bool:
    """Whether a first-person hit of another speaker scores clearly above all hits of the named people.

    Scores without the speaker signal are compared, and not support. Measured in two conversations: of 100 questions that
    name the wrong person, 33 are accepted (with support 43); of 100 that name the right one, 85 pass all checks (with
    support 86).
    """
    keys = {name_key(name) for name in people}
    own = [hit for hit in hits if hit.speaker and name_key(hit.speaker) in keys]
    if not own:
        return False
    others = [hit for hit in hits if hit not in own and hit.speaker and is_first_person(hit.text)]
    best = max(_score_without_speaker(hit) for hit in own)
    return max(map(_score_without_speaker, others), default=0.0) > best + _OTHER_SPEAKER_MARGIN


def _score_without_speaker(hit: Hit) -> float:
    return hit.score - hit.signals.get("speaker", 0.0)


def _last(hits: Sequence[Hit], zone: tzinfo) -> datetime | None:
    """The last time that any of the hits mentions, as the clocks of the zone show it; None if one of them has no time."""
    times: list[datetime] = []
    for hit in hits:
        if hit.said_at is None:
            return None
        until = [hit.note.holds_until - _INSTANT] if hit.note and hit.note.holds_until else []
        times += [clock_time(hit.said_at, zone), *until]
    return max(times, default=None)


def _knowledge(
    query: Query,
    reason: KnowledgeReason,
    evidence: Sequence[Hit],
    confidence: float,
    names: Sequence[str] = (),
    last: datetime | None = None,
) -> Knowledge:
    known = Knowledge(
        question=query.text,
        known=reason == "known",
        reason=reason,
        explanation="",
        confidence=round(confidence, 4),
        evidence=tuple(evidence),
        names=tuple(names),
        last=last and last.replace(tzinfo=query.zone),
    )
    return replace(known, explanation=explained(known, query.language))
