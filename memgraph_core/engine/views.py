"""Derived views of a namespace: read what they need, and compute them. Nothing is written."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from itertools import chain, islice

from memgraph_core.engine.acknowledge import due_without, is_unseen
from memgraph_core.engine.batches import turns_by_uid
from memgraph_core.engine.inspect import entity_and_name, entity_called
from memgraph_core.engine.listing import list_notes, list_turns
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.news import news_said
from memgraph_core.engine.questions import stored_questions, with_knowledge
from memgraph_core.engine.trends import trends
from memgraph_core.engine.visible_records import VisibleRecords
from memgraph_core.language.pack import answer_language
from memgraph_core.language.persons.given_names import chinese_given_name
from memgraph_core.language.persons.kin import described_kin, describes_kin, is_kin_of
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.vocabulary import VOCABULARY, relation_of
from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.local_time import in_zone
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.validation import EARLIEST, clock_time
from memgraph_core.retrieve.history import fact_difference, facts_at, named_facts
from memgraph_core.retrieve.knows import explained
from memgraph_core.store.contract import Store
from memgraph_core.views.brief import Brief, language_of_facts
from memgraph_core.views.claims import Sources
from memgraph_core.views.due import DATE_RELATIONS, Due, due_of
from memgraph_core.views.gaps import (
    AnsweredQuestion,
    Gaps,
    OpenQuestion,
    answered_question,
    open_question,
    unnamed_relatives,
)
from memgraph_core.views.highlights import Spoken
from memgraph_core.views.profile import Profile, profile_of
from memgraph_core.views.talking import talking_of

# The time in which most plans are stated. A note may state several days, and one is stored.
_PLANNED_AHEAD = timedelta(days=120)
_MAX_NOTES = 2_000  # the newest notes about an entity that count for its topics
_QUOTABLE = 50  # the newest notes about an entity that its profile may quote
_TALKED = 500  # the newest messages of a person: their style, and sentences that the profile quotes
_DUE_DAYS = 7.0  # days ahead that a brief covers
_LITERALS = tuple(type_ for type_, relation in VOCABULARY.items() if relation.literal)  # dates are no topics
_NEWEST_TURNS = 50  # whose language a view of gaps has
_RECENT = 1_000  # entities that are searched for new people and for relatives without a name


def profile(
    store: Store,
    name: str,
    moment: datetime,
    known_at: datetime | None,
    filters: Filters,
    zone: tzinfo,
    *,
    is_past: bool,
) -> Profile | None:
    """The profile of an entity; None if no turn that passes the filters mentions this name. See `Memory.profile`.

    If the moment is in the past, what was said later is left out.
    """
    named = entity_and_name(store, name)
    if named is None:
        return None
    found, name = named
    visible = VisibleRecords(store, filters)
    entity = visible.entity(found, name)
    stated = visible.facts(store.facts(entity.uid, UNLIMITED))
    if not (stated or entity.mentions or _has_open_note(store, name, filters)) and filters != Filters():
        return None
    facts = facts_at(stated, None, known_at)
    if is_past:
        facts = _said_until(store, facts, moment)
    until = min(filter(None, (filters.until, moment if is_past else None)), default=None)
    about = replace(filters, entity=name, until=until)
    notes = _notes_about(store, about, entity)
    if known_at is not None:
        notes = tuple(note for note in notes if note.recorded_at is None or note.recorded_at <= known_at)
    names = visible.names(facts) | {entity.uid: entity.name}
    sources = _sources(visible, facts, names, known_at, moment if is_past else None, notes[:_QUOTABLE])
    names_of_speaker = {each for each, of in sources.speakers.items() if of == entity.name} | {entity.name}
    speakers = {filters.speaker} if filters.speaker else names_of_speaker
    said = replace(filters, role="user", until=until)
    turns = _said_by(store, speakers, said, known_at) if entity.type == "Person" else ()
    spoken = Spoken(turns=turns, notes=store.notes_of([turn.uid for turn in turns]))
    found = profile_of(entity, facts, in_zone(sources, zone), notes, moment, in_zone(spoken, zone))
    return replace(found, talking=talking_of(turns))


def _said_by(
    store: Store, speakers: Iterable[str], said: Filters, known_at: datetime | None
) -> tuple[Turn, ...]:
    """The newest turns of somebody, who may have spoken under several names."""
    found = [
        turn
        for speaker in sorted(speakers)
        for turn in list_turns(store, replace(said, speaker=speaker), "newest", _TALKED, None).items
        if known_at is None or turn.recorded_at is None or turn.recorded_at <= known_at
    ]
    return tuple(sorted(found, key=lambda turn: turn.at or EARLIEST, reverse=True)[:_TALKED])


def _notes_about(store: Store, about: Filters, entity: Entity) -> tuple[Note, ...]:
    """The newest notes about an entity, also those that call a person by the given name: 雨航 of 沈雨航."""
    notes = list_notes(store, about, "newest", _MAX_NOTES, None).items
    given = chinese_given_name(entity.name) if entity.type == "Person" else None
    if given is None:
        return notes
    others = list_notes(store, replace(about, entity=given), "newest", _MAX_NOTES, None).items
    both = {note.uid: note for note in (*notes, *others)}.values()
    return tuple(
        sorted(both, key=lambda note: note.said_at.timestamp() if note.said_at else 0.0, reverse=True)
    )


def facts_profile(
    store: Store,
    name: str,
    moment: datetime,
    known_at: datetime | None,
    filters: Filters,
    without: Collection[str],
    zone: tzinfo,
) -> Profile | None:
    """The profile of an entity from its facts alone, without topics; None if no entity has this name.

    Facts that only the notes `without` (uids) state are left out.
    """
    named = entity_and_name(store, name)
    if named is None:
        return None
    found, name = named
    visible = VisibleRecords(store, filters)
    stated = [fact for fact in store.facts(found.uid, UNLIMITED) if not set(fact.notes) <= set(without)]
    facts = facts_at(visible.facts(stated), None, known_at)
    names = visible.names(facts) | {found.uid: name}
    sources = in_zone(_sources(visible, facts, names, known_at, None), zone)
    return in_zone(profile_of(replace(found, name=name), facts, sources, (), moment, Spoken()), zone)


def _sources(
    visible: VisibleRecords,
    facts: Sequence[Fact],
    names: Mapping[str, str],
    known_at: datetime | None,
    said_until: datetime | None,
    quotable: Sequence[Note] = (),
) -> Sources:
    """What facts rest on, as far as it was known, had been said and is visible; without sensitive notes.

    Also the turns of the notes that may be quoted.
    """

    def was_known(at: datetime | None) -> bool:
        return known_at is None or at is None or at <= known_at

    def was_said(at: datetime | None) -> bool:
        return said_until is None or at is None or at <= said_until

    store = visible.store
    ends = {
        uid: [edge for edge in edges if was_known(edge.retired_at)]
        for uid, edges in visible.ends_of(facts).items()
    }
    details = _details_of(visible, facts, known_at)
    notes = [
        note
        for note in visible.notes_stating(chain(facts, *details.values()))
        if note.kind != "vault" and was_known(note.recorded_at) and was_said(note.said_at)
    ]
    uids = {uid for note in (*notes, *quotable) for uid in note.turns}
    uids |= {edge.turn for edges in ends.values() for edge in edges if edge.turn}
    turns = {uid: turn for uid, turn in turns_by_uid(store, uids).items() if was_said(turn.said_at)}
    return Sources(
        facts={fact.uid: fact for fact in facts},
        names=names,
        notes={note.uid: note for note in notes},
        turns=turns,
        speakers=_entity_names(store, {turn.speaker for turn in turns.values() if turn.speaker}, names),
        ends=ends,
        details=details,
    )


def _details_of(
    visible: VisibleRecords, facts: Iterable[Fact], known_at: datetime | None
) -> dict[str, Sequence[Fact]]:
    """The doses of the medicines that somebody takes, by medicine (uid)."""
    medicines = {fact.object for fact in facts if fact.type == "TAKES"}
    found = {uid: visible.facts(visible.store.facts(uid, UNLIMITED)) for uid in sorted(medicines)}
    return {
        uid: [
            each
            for each in facts_at(about, None, known_at)
            if each.type == "HAS_DOSE" and each.subject == uid
        ]
        for uid, about in found.items()
    }


def _entity_names(store: Store, speakers: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Speaker of a turn → the name of the entity, for the speakers that are entities."""
    entities = {speaker: entity_called(store, speaker) for speaker in speakers}
    return {
        speaker: names.get(entity.uid, speaker) for speaker, entity in entities.items() if entity is not None
    }


def _said_until(store: Store, facts: Sequence[Fact], moment: datetime) -> tuple[Fact, ...]:
    """The facts that somebody had stated at a moment."""
    uids = sorted({uid for fact in facts for uid in fact.notes})
    said_at = {note.uid: note.said_at for note in store.notes(uids)}
    return tuple(
        fact
        for fact in facts
        if any((said := said_at.get(uid)) is None or said <= moment for uid in fact.notes)
    )


def due(store: Store, since: datetime, until: datetime, zone: tzinfo, filters: Filters) -> Due:
    """What is due in a period. See `Memory.due`. A note is not due if all facts that it states have ended, unless it goes on."""
    visible = VisibleRecords(store, filters)
    today = midnight(clock_time(since, zone))
    # A note that says "by Friday" ends a day later.
    notes = store.notes(store.scheduled(today, clock_time(until, zone) + timedelta(days=1)))
    stated = visible.facts(store.facts(None, UNLIMITED))
    over = _stated_only_as_ended(stated, since)
    scheduled = visible.notes(notes)
    facts = [fact for fact in stated if fact.type in DATE_RELATIONS]
    language = _language_of_newest(store, filters)
    stating = visible.notes_stating(facts)
    later = visible.notes(_said_after(store, (*scheduled, *stating), since - _PLANNED_AHEAD, filters))
    planning = {note.uid: note for note in (*scheduled, *later)}
    return due_of(
        planning.values(), facts, visible.names(facts), since, until, zone, stating, later, language, over
    )


def _said_after(store: Store, notes: Iterable[Note], recent: datetime, filters: Filters) -> tuple[Note, ...]:
    """The newest notes that were said after the first of these notes or recently. They may plan days, or change a date."""
    first = min([recent, *(note.said_at for note in notes if note.said_at is not None)])
    return tuple(list_notes(store, replace(filters, since=first), "newest", _MAX_NOTES, None))


def _stated_only_as_ended(facts: Iterable[Fact], at: datetime) -> set[str]:
    """The uids of notes all of whose facts have ended at a moment. A plan that ends with its own day leaves the other days."""
    open_, ended = set[str](), set[str]()
    for fact in facts:
        has_ended = fact.holds_until is not None and fact.holds_until <= at
        is_known_before = fact.retired_at is None and fact.holds_from is not None and not fact.never_held
        (ended if has_ended and not is_known_before else open_).update(fact.notes)
    return ended - open_


def _language_of_newest(store: Store, filters: Filters, count: int = 1) -> str:
    """The language of most of the newest turns of people; of the newest one if there are as many in another language."""
    turns = list_turns(store, replace(filters, role="user"), "newest", count, None).items
    counted = Counter(answer_language(turn.text) for turn in turns)
    return counted.most_common(1)[0][0] if counted else answer_language("")


def brief(
    store: Store,
    since: datetime,
    now: datetime,
    limit: int,
    zone: tzinfo,
    filters: Filters,
    seen: Mapping[str, datetime],
    *,
    transaction_time: bool = False,
) -> Brief:
    """What changed since a moment, and what is due in the next seven days, without the items in `seen`. See `Memory.brief`."""
    visible = VisibleRecords(store, filters)
    visible_facts = visible.facts(store.facts(None, UNLIMITED))
    facts = named_facts(visible_facts, visible.names(visible_facts))
    if transaction_time:
        news = fact_difference(facts, (), since, now, by_transaction_time=True)
    else:
        news = news_said(visible, facts, since, now)
    began = [
        fact
        for fact in news.began
        if fact.holds(now)
        and is_unseen(fact, fact.recorded_at, seen)
        and not is_kin_of(fact.object_name, fact.subject_name)  # the person is listed as new
    ]
    ended = [f for f in news.ended if is_unseen(f, f.retired_at, seen)]
    began, ended = tuple(began[::-1][:limit]), tuple(ended[::-1][:limit])
    people = (person for person in _new_people(visible, since, now) if person.uid not in seen)
    shown = (person for person in islice(people, 2 * limit) if _has_open_note(store, person.name, filters))
    literals = {fact.object_name for fact in facts if fact.type in _LITERALS}
    rising = (trend for trend in trends(store, since, now, limit, visible.stream)[2] if trend.change > 0)
    soon = due_without(due(store, now, now + timedelta(days=_DUE_DAYS), zone, filters), seen)
    return Brief(
        since=since,
        until=now,
        language=language_of_facts((*began, *ended), soon),
        began=began,
        ended=ended,
        people=tuple(islice(shown, limit)),
        rising=tuple(trend for trend in rising if trend.name not in literals),
        due=soon,
    )


def _new_people(visible: VisibleRecords, since: datetime, until: datetime) -> list[Entity]:
    """The people who were first mentioned in a period, the most mentioned first."""
    people = visible.entities_of("Person", _RECENT)
    new = (person for person in people if person.first_at is not None and since <= person.first_at < until)
    return sorted(new, key=lambda person: (-person.mentions, person.name))


def _has_open_note(store: Store, name: str, filters: Filters) -> bool:
    """Whether a note about an entity is not sensitive: a name from secrets alone is not shown."""
    return bool(list_notes(store, replace(filters, entity=name), "newest", 1, None).items)


def gaps(
    namespace: OpenNamespace,
    now: datetime,
    limit: int,
    filters: Filters,
    seen: Collection[str],
    *,
    answered: bool,
) -> Gaps:
    """Questions without an answer, and relatives without a name. See `Memory.gaps`."""
    until = now if filters.until is None else min(now, filters.until)
    visible = VisibleRecords(namespace.store, filters)
    language = _language_of_newest(namespace.store, filters, _NEWEST_TURNS)
    asked = [
        question
        for question in stored_questions(visible, replace(filters, until=until))
        if question.turn.uid not in seen and (answered or question.answer is None)
    ]
    of_questions = _entities_of(visible, [question.note for question in asked])
    open_questions, closed = list[OpenQuestion](), list[AnsweredQuestion]()
    for question, known in with_knowledge(namespace, asked, filters, now):
        about = of_questions.get(question.note.uid, ())
        if known is not None and not known:
            explanation = explained(known, language)
            open_questions.append(open_question(question.note, question.turn, about, explanation))
        elif question.answer is not None:
            closed.append(answered_question(question.note, question.turn, about, question.answer))
        if len(open_questions) == limit and (not answered or len(closed) >= limit):
            break
    relatives = [person for person in visible.entities_of("Person", _RECENT) if describes_kin(person.name)]
    unnamed = unnamed_relatives(relatives, _facts_between_people(visible, relatives))[:limit]
    open_questions, closed = open_questions[:limit], closed[:limit] if answered else []
    return Gaps(
        at=now,
        language=language,
        questions=tuple(open_questions),
        answered=tuple(closed),
        unnamed=unnamed,
    )


def _facts_between_people(visible: VisibleRecords, described: Sequence[Entity]) -> tuple[NamedFact, ...]:
    """The visible facts of the relations by which these people are described, and of their inverse relations."""
    kin = [found for person in described if (found := described_kin(person.name)) is not None]
    types = {
        type_ for _, word in kin for type_ in (word.relation, relation_of(word.relation).inverse) if type_
    }
    facts = visible.facts(visible.store.facts(None, UNLIMITED, types=sorted(types))) if types else ()
    return named_facts(facts, visible.names(facts))


def _entities_of(visible: VisibleRecords, questions: Sequence[Note]) -> dict[str, tuple[str, ...]]:
    """Question (uid) → the names of the entities that it is about, sorted."""
    uids = [question.uid for question in questions]
    edges = visible.store.incident_edges("note", uids).abouts if uids else ()
    names = visible.names_of(sorted({edge.entity for edge in edges}), uids)
    found = grouped((edge.note, names[edge.entity]) for edge in edges if edge.entity in names)
    return {uid: tuple(sorted(each)) for uid, each in found.items()}
