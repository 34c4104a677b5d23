"""Whether what was found answers the question, and if not, why: pure judgement over what a search found.

A question is answered where evidence holds most of what it is about, by words, by facts or by meaning: each of several
questions in one, and each of several people. A question about somebody is answered by what is theirs: said by them,
or about them. What another person said of themselves may hold every other word of the question and still answers
nothing, so it is measured apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
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
    question_parts,
)
from memgraph_core.retrieve.turn_features import is_first_person

_MARGIN = 0.2  # of the score, by which what another says of themselves must exceed what is theirs
# Share of what a question is about that evidence must hold, or how far above chance its meaning must be. Chosen on
# two sets and on conversations written for it; between .34 and .55 little changes.
MIN_COVERAGE = 0.38
_OF_USE = 0.3  # share of a question that a single hit holds which is told as evidence
_SAID: dict[KnowledgeReason, tuple[str, str]] = {
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
    """Whom the names in a question mean, as far as memory knows: the most mentioned of each, and all who speak."""
    speaking = {name_key(name): Entity(uid="", name=name, type="Person") for name in speakers}
    return speaking | {key: meant[0] for key, meant in found.key_entities.items() if meant}


def people_named(query: Query, known: Mapping[str, Entity]) -> tuple[str, ...]:
    """The people whom a question names, each once, as it writes them; names that memory has are known for sure."""
    names = {key: entity.name for key, entity in known.items() if entity.type == "Person"}
    found = named_in(query.text, query.language, names, dict.fromkeys(names, "Person"))
    return tuple(dict.fromkeys(n.text for n in found if n.type == "Person"))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeInput:
    """What a judgement rests on."""

    query: Query
    hits: tuple[Hit, ...]  # best first
    candidates: Candidates
    about: Mapping[str, Sequence[str]]  # uid of a turn or note → the entities that it is about
    meaning: Mapping[str, float]  # uid of a turn → how far it is nearer to the question than by chance, 0..1
    speakers: frozenset[str]
    asker: str | None = None  # who asks, where that is known


def nothing_asked(query: Query) -> Knowledge:
    """The judgement of a greeting or an "okay"."""
    return _told(query, "nothing_asked", (), 0.0)


def knowledge_of(found: KnowledgeInput) -> Knowledge:
    """The judgement, with its reason and the evidence."""
    query, known = found.query, known_names(found.candidates, found.speakers)
    people = people_named(query, known)
    strangers = [name for name in people if name_key(name) not in known]
    if asks_nothing(query):
        return nothing_asked(query)
    if people and len(strangers) == len(people):
        return _told(query, "nobody", found.hits, 0.0, strangers)
    # What a program says is no evidence of itself.
    said = [hit for hit in found.hits if hit.trust not in AGENT_GENERATED]
    asked = asked_relations(query, people, found.candidates, found.asker)
    evidence = evidence_of(query, said, found.about, asked)
    parts = question_parts(query, people, found.candidates)
    theirs = [one for one in evidence if _is_theirs(one, parts)]
    meant = _meant(found, theirs, people)
    covered = max(min(coverage(part, evidence, timed=False) for part in parts), meant)
    in_time = min(covered, max(min(coverage(part, evidence) for part in parts), meant))
    of_use = [one for one in theirs if max(covered_share(part, one) for part in parts) >= _OF_USE] or theirs
    answers, nothing = [one.hit for one in of_use], "nothing_about" if people else "nothing"
    if (
        not theirs
        or covered < MIN_COVERAGE
        or (not _states(found, said, people) and _is_of_another(said, people))
    ):
        return _told(query, nothing, said, in_time, people)
    last = None if any(one.matches_time(parts) for one in of_use) else _last(answers)
    if query.since and last and last < query.since:
        return _told(query, "only_before", answers, in_time, people, last)
    return _told(query, nothing if in_time < MIN_COVERAGE else "known", answers, in_time, people)


def _is_theirs(one: Evidence, parts: Iterable[QuestionPart]) -> bool:
    """Whether it is about somebody whom one of the questions names; any will do for a question that names nobody."""
    return any(not part.people or any(one.mentions(who) for who in part.people) for part in parts)


def _meant(found: KnowledgeInput, theirs: Iterable[Evidence], people: Sequence[str]) -> float:
    """How near what is theirs comes to the question by its meaning, which is made without the names of speakers. The name of
    anybody else is in it, and would bring near whatever speaks of them.
    """
    speaking = {name_key(name) for name in found.speakers}
    if any(name_key(name) not in speaking for name in people):
        return 0.0
    return max((found.meaning.get(one.hit.turns[0], 0.0) for one in theirs if one.is_complete), default=0.0)


def _states(found: KnowledgeInput, hits: Iterable[Hit], people: Iterable[str]) -> bool:
    """Whether a fact says what is asked of one of these people: the one object of a relation, as it is at the moment of
    asking or was before. What another says of themselves is nothing against it.
    """
    keys = [name_key(name) for name in people]
    uids = {entity.uid for key in keys for entity in found.candidates.key_entities.get(key, ())}
    return any(
        fact.subject in uids and fact.type in found.query.relations and relation_of(fact.type).single
        for hit in hits
        for fact in hit.facts
    )


def _is_of_another(hits: Sequence[Hit], people: Sequence[str]) -> bool:
    """Whether somebody else says of themselves what is asked about one who speaks here too.

    Told by the score without what the name of the speaker added: theirs must come up to the best of the others. Of two
    conversations it leaves 33 of 100 questions that name the wrong person (43 by support), and with
    all other reasons 85 of 100 that name the right one (86).
    """
    keys = {name_key(name) for name in people}
    spoken = [hit for hit in hits if hit.speaker and name_key(hit.speaker) in keys]
    if not spoken:
        return False
    others = [hit for hit in hits if hit not in spoken and hit.speaker and is_first_person(hit.text)]
    best = max(_as_anybodys(hit) for hit in spoken)
    return max(map(_as_anybodys, others), default=0.0) > best + _MARGIN


def _as_anybodys(hit: Hit) -> float:
    return hit.score - hit.signals.get("speaker", 0.0)


def _last(hits: Sequence[Hit]) -> datetime | None:
    """The last moment that any of them speaks of; None when one has no time, or one that is still open."""
    moments: list[datetime] = []
    for hit in hits:
        until = [hit.note.holds_until] if hit.note and hit.note.holds_until else []
        if hit.said_at is None:
            return None
        moments += [hit.said_at, *until]
    return max(moments, default=None)


def _told(
    query: Query,
    reason: KnowledgeReason,
    evidence: Sequence[Hit],
    certain: float,
    names: Sequence[str] = (),
    last: datetime | None = None,
) -> Knowledge:
    chinese = query.language == "zh"
    words = _SAID[reason][chinese].format(
        names=("、" if chinese else ", ").join(names), last=last.date().isoformat() if last else ""
    )
    return Knowledge(
        question=query.text,
        known=reason == "known",
        reason=reason,
        explanation=words,
        confidence=round(certain, 4),
        evidence=tuple(evidence),
        names=tuple(names),
        last=last,
    )
