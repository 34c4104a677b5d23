"""The current facts that answer a question, for the beginning of a context."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.entries import relation_label
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language
from memgraph_core.language.people import kin_in
from memgraph_core.language.persons.kin import is_kin_of
from memgraph_core.language.quoting import FACT, encoded_uid, spoken_line
from memgraph_core.language.support import agrees, support_of
from memgraph_core.language.vocabulary import claim_kind, relation_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.local_time import wall_clock
from memgraph_core.records.representation import as_date, last_date, without_speaker
from memgraph_core.records.search import Query
from memgraph_core.retrieve.expand import SearchGraph
from memgraph_core.retrieve.pool import Pool
from memgraph_core.retrieve.remarks import RemarkWords, remark_words

MAX_FACTS = 5
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|we|our)\b|[我咱]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentFact:
    """A current fact, its source turns, and the last fact that it replaced."""

    fact: NamedFact
    turns: tuple[str, ...]  # uids
    said_at: datetime | None = None  # its text
    replaced: NamedFact | None = None


def current_facts(
    query: Query, graph: SearchGraph | None, pool: Pool, asker: str | None
) -> tuple[CurrentFact, ...]:
    """The facts of the relations asked about, of the entities that the question names or of the asker; at most five.

    Single-valued ones first, then the newest. Empty without the graph, and for a question about the past or about a time, because
    a current fact does not answer it.
    """
    is_past = "past" in query.intents and "present" not in query.intents
    if graph is None or not query.relations or is_past or query.since or query.until:
        return ()
    subjects, relations = _asked(query, graph, asker)
    by_uid = {note.uid: note for notes in pool.notes for note in notes}
    turns_of = {uid: note.turns for uid, note in by_uid.items()}
    is_about_person = any(graph.is_person(uid) for uid in subjects)
    asked = [
        fact
        for fact in graph.facts.values()
        if fact.type in relations
        and (fact.subject in subjects or (fact.object in subjects and not is_about_person))
    ]
    quotable = [fact for fact in asked if _sources(fact, turns_of)]  # the others are outside the filters
    holding = [fact for fact in quotable if fact.holds(query.now) and not fact.conflicts]
    ordered = sorted((fact for fact in holding if not _repeats_name(fact, graph)), key=_order)
    return tuple(
        CurrentFact(
            fact=graph.named([fact])[0],
            turns=_sources(fact, turns_of),
            replaced=_last_replaced(fact, quotable, graph),
            said_at=_said_at(fact, by_uid),
        )
        for fact in ordered[:MAX_FACTS]
    )


def _repeats_name(fact: Fact, graph: SearchGraph) -> bool:
    """Whether a fact states only what the name of its object states: that Ada's sister is her sister."""
    named = graph.named([fact])[0]
    return is_kin_of(named.object_name, named.subject_name)


def fact_line(current: CurrentFact, question: str) -> str:
    """One fact as one line: "[sources] fact: Ada works at Kestrel, since 2026-04; before that Fiat"."""
    fact = current.fact
    words = remark_words(answer_language(question))
    relation = relation_label(fact.type, words.language)
    text = f"{fact.subject_name} {relation} {fact.object_name}"
    text += _time_of(fact, current.said_at, words)
    if current.replaced is not None:
        text += words.before_that.format(name=current.replaced.object_name)
    sources = ", ".join(map(encoded_uid, current.turns))
    return f"[{sources}] {spoken_line(None, text, otherwise=FACT)}"


def _time_of(fact: NamedFact, said_at: datetime | None, words: RemarkWords) -> str:
    """The start of a state, ` since 2026-06`, or the time of an event, ` (2026-06)` or ` (week of 2026-06-29)`.

    A time that the text does not state of this very fact is left out: the line has the day when it was said.
    """
    until = words.fact_until.format(day=last_date(fact.holds_until)) if fact.holds_until else ""
    if fact.holds_from is None:
        return until
    if not fact.has_stated_start:
        return until + words.said.format(day=as_date(fact.holds_from, fact.grain))
    statement = without_speaker(fact.text, fact.subject_name)
    support = support_of(statement, None, fact.object_name, said_at and wall_clock(said_at))
    is_event = claim_kind(fact.type) == "event"
    span = support.time if is_event else support.start
    if said_at is not None and (span is None or not agrees(span, fact.holds_from)):
        return words.said.format(day=as_date(said_at))
    day, is_week = as_date(fact.holds_from, fact.grain), fact.grain == "week"
    if is_event:
        return words.event.format(day=words.week_of.format(day=day).removeprefix("the ") if is_week else day)
    return words.fact_since.format(day=words.week_of.format(day=day) if is_week else day) + until


def _said_at(fact: Fact, notes: Mapping[str, Note]) -> datetime | None:
    """When the text of a fact was said."""
    stating = [notes[uid] for uid in fact.notes if uid in notes]
    return next((note.said_at for note in stating if note.text == fact.text), None)


def _asked(query: Query, graph: SearchGraph, asker: str | None) -> tuple[frozenset[str], frozenset[str]]:
    """The uids of the entities that the question asks about, and the relations.

    "Where does my brother live?" asks for the home of the brother. It does not ask for the home of the asker, or whose brother
    he is.
    """
    subjects = _entities_asked(query, graph, asker)
    of_others = frozenset(type_ for type_ in query.relations if relation_of(type_).object_type != "Person")
    owners = {name_key(kin.owner) for kin in kin_in(query.asking_text, query.language)}
    if not owners or not of_others:
        return subjects, query.relations
    if asker:
        owners.add(name_key(asker))
    owning = {uid for uid in subjects if name_key(graph.entities[uid].name) in owners}
    return subjects - owning, of_others


def _entities_asked(query: Query, graph: SearchGraph, asker: str | None) -> frozenset[str]:
    """The uids of the entities that the question names, and of the asker if it says "I"."""
    named = set(graph.key_entities)
    if asker and _FIRST_PERSON.search(query.asking_text):
        named |= {uid for uid, entity in graph.entities.items() if name_key(entity.name) == name_key(asker)}
    return frozenset(named)


def _order(fact: Fact) -> tuple[bool, float, str]:
    newest_first = -fact.holds_from.timestamp() if fact.holds_from else 0.0
    return not relation_of(fact.type).single, newest_first, fact.uid


def _sources(fact: Fact, turns_of: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(turn for note in fact.notes for turn in turns_of.get(note, ())))


def _last_replaced(fact: Fact, asked: Iterable[Fact], graph: SearchGraph) -> NamedFact | None:
    """The fact of a single-valued relation that ended last before this one began; None if it never held."""
    if not relation_of(fact.type).single or fact.holds_from is None:
        return None
    ended = [
        other
        for other in asked
        if (other.subject, other.type) == (fact.subject, fact.type)
        and other.holds_until is not None
        and not other.never_held
        and other.holds_until <= fact.holds_from
        and other.object != fact.object
    ]
    last = max(ended, key=lambda f: (f.holds_until or fact.holds_from, f.uid), default=None)
    return None if last is None else graph.named([last])[0]
