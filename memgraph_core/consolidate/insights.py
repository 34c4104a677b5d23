"""Insights: answers to the questions that important notes raise, as reflection in Generative Agents (arXiv 2304.03442).

The importance of a note is its salience, plus the intensity of the feeling that it expresses, plus a constant if it is the
first about its topic or states a change. Notes raise a question if the sum of their importance reaches a threshold. The
notes of a subject about a topic ask how the subject feels about it; only feelings that are about the topic count. The
changes of a subject, each within a month of the next, ask what has changed. The answer cites these notes. Like every
abstraction, it is a function of the notes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import TRUSTED, Material
from memgraph_core.consolidate.relations import facts_by_user
from memgraph_core.consolidate.runs import runs
from memgraph_core.language.affect import NEUTRAL, Affect, affect_about, affect_of, own_affect
from memgraph_core.language.derived_text import Changes, Feeling
from memgraph_core.language.pack import pack_of
from memgraph_core.language.relations import relation_of
from memgraph_core.language.topics_of_feelings import topic_words
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.validation import EARLIEST

THRESHOLD = 3.0  # importance of the notes that raise a question
_NOVEL, _CHANGE = 0.5, 1.0  # importance added by the first note about a topic, and by a change
_MONTH = timedelta(days=31)  # the longest time between one change of a group and the next
_MIN_FEELINGS = 3  # notes with the same sign; a single estimate is right in about two of three messages
_AGREEING = 0.75  # share of the notes with a feeling that have the same sign

# A fact that replaced another: its time, the fact, and the first note that states it.
_Replacement = tuple[datetime, Fact, Note]


def insights_in(material: Material) -> list[Draft]:
    """The insights of all subjects, in the order of subject and topic, then those about changes."""
    own = _own_notes(material)
    named = [
        replace(draft, user=user)
        for (subject, topic, user), notes in sorted(_by_topic(material).items())
        for draft in _feeling(subject, _entity_topic(topic, material), notes, own, material)
    ]
    words = [
        replace(draft, user=user)
        for (subject, word, user), notes in sorted(_by_word(material).items())
        for draft in _feeling(
            subject, _Topic(("feeling", f"word {word}"), word, is_person=False), notes, own, material
        )
    ]
    changes = (
        replace(draft, user=user)
        for (subject, user), facts in sorted(_changes_by_subject(material).items())
        for draft in _changes(subject, facts, material)
    )
    return [*named, *_without_parts(words, named), *changes]


# How the subject feels about a topic


@dataclass(frozen=True, slots=True)
class _Topic:
    """An entity, or a word for something without a name: choir, 做陶."""

    key: tuple[str, ...]
    name: str
    is_person: bool
    entity: str | None = None


def _entity_topic(uid: str, material: Material) -> _Topic:
    entity = material.entities[uid]
    return _Topic(("feeling", uid), entity.name, is_person=entity.type == "Person", entity=uid)


def _by_topic(material: Material) -> Mapping[tuple[str, str, str], list[Note]]:
    """Speaker, topic and user → the dated notes of the speaker that name the topic, in the order of time.

    Speakers are not topics: a friendly word to them states no feeling about them.
    """
    speaking = frozenset(material.speakers.values())
    found: dict[tuple[str, str, str], list[Note]] = defaultdict(list)
    for speaker, note in _spoken(material):
        text = note.text.casefold()
        for topic in material.about[note.uid]:
            entity = material.entities[topic]
            is_feeling = not _is_named(entity) and affect_of(entity.name).valence != 0
            if topic not in speaking and entity.name.casefold() in text and not is_feeling:
                found[speaker, topic, material.users.get(note.uid, "")].append(note)
    return found


def _by_word(material: Material) -> Mapping[tuple[str, str, str], list[Note]]:
    """Speaker, word and user → the dated notes of the speaker with the word, in the order of time; not words of names."""
    names = {
        part
        for each in material.entities.values()
        if _is_named(each)
        for part in each.name.casefold().split()
    }
    found: dict[tuple[str, str, str], list[Note]] = defaultdict(list)
    for speaker, note in _spoken(material):
        for word in topic_words(material.statement(note), note.keywords, note.language):
            if word not in names:
                found[speaker, word, material.users.get(note.uid, "")].append(note)
    return found


def _spoken(material: Material) -> Iterator[tuple[str, Note]]:
    """The speaker and the note of each dated note with a speaker, in the order of time."""
    for note in sorted(material.notes.values(), key=_time):
        speaker = material.speakers.get(note.uid)
        if speaker is not None and note.said_at is not None:
            yield speaker, note


def _is_named(entity: Entity) -> bool:
    """Whether an entity has a proper name, or is a person; "band" and 游泳 are neither."""
    is_word = entity.name.islower() if entity.name.isascii() else entity.type in ("Concept", "Thing", "Work")
    return entity.type == "Person" or not is_word


def _without_parts(words: Sequence[Draft], named: Sequence[Draft]) -> list[Draft]:
    """The insights about words that rest on other notes than those about a name, or about a word with more notes."""
    kept: list[Draft] = []
    for draft in sorted(words, key=lambda each: (-len(each.instances), each.key)):
        larger = [
            each for each in (*named, *kept) if (each.subject, each.user) == (draft.subject, draft.user)
        ]
        if not any(len(set(draft.instances) & set(each.instances)) > 1 for each in larger):
            kept.append(draft)
    return kept


def _felt(note: Note, topic: _Topic, own: Mapping[str, list[Note]], material: Material) -> Affect:
    """The feeling of a note about a topic, else that of the speaker in another sentence of its turn that names nobody."""
    found = affect_about(material.statement(note), topic.name, is_person=topic.is_person)
    if found.valence:
        return found
    others = (each for uid in note.turns for each in own.get(uid, ()) if each.uid != note.uid)
    affects = (own_affect(material.statement(each), is_person=topic.is_person) for each in others)
    return next((each for each in affects if each.valence), NEUTRAL)


def _own_notes(material: Material) -> Mapping[str, list[Note]]:
    """Turn (uid) → its notes that are only about its speaker, in the order of time."""
    of_turn: dict[str, list[Note]] = defaultdict(list)
    for each in sorted(material.notes.values(), key=_time):
        others = set(material.about[each.uid]) - {material.speakers.get(each.uid)}
        if not any(_is_named(material.entities[uid]) for uid in others):
            for uid in each.turns:
                of_turn[uid].append(each)
    return of_turn


def _feeling(
    subject: str, topic: _Topic, notes: Sequence[Note], own: Mapping[str, list[Note]], material: Material
) -> Iterator[Draft]:
    """The insight about the feeling of a subject about a topic, if the notes support one."""
    if len(notes) < _MIN_FEELINGS:  # most topics: saves estimating the feeling of each note
        return
    felt = {note.uid: _felt(note, topic, own, material) for note in notes}
    total = _NOVEL + sum(note.salience + felt[note.uid].intensity for note in notes)
    emotional = [note for note in notes if felt[note.uid].valence]
    sign = 1 if sum(felt[note.uid].valence for note in emotional) > 0 else -1
    agreeing = [note for note in emotional if felt[note.uid].valence * sign > 0]
    if total < THRESHOLD or len(agreeing) < max(_MIN_FEELINGS, _AGREEING * len(emotional)):
        return
    first, last = agreeing[0].said_at or EARLIEST, agreeing[-1].said_at or EARLIEST
    days = [material.day(at) for at in (first, last)]
    if days[0] == days[1]:  # one conversation shows no lasting feeling
        return
    yield Draft(
        kind="insight",
        subject=subject,
        key=topic.key,
        derived=Feeling(
            subject=material.entities[subject].name,
            topic=topic.name,
            label=most_frequent([felt[note.uid].label for note in agreeing]),
            count=len(agreeing),
            first=days[0],
            last=days[1],
        ),
        language=most_frequent([note.language for note in agreeing]),
        instances=tuple(note.uid for note in agreeing),
        about=() if topic.entity is None else (topic.entity,),
        first=first,
        last=last,
    )


# What has changed for the subject


def _changes_by_subject(material: Material) -> Mapping[tuple[str, str], list[_Replacement]]:
    """Subject and user → the facts that replaced another fact of the user, in the order of time.

    Each has its time and the first note that states it.
    """
    states: Counter[tuple[str, str, str]] = Counter()  # subject, relation and user → facts so far
    found: dict[tuple[str, str], list[_Replacement]] = defaultdict(list)
    for fact in sorted(material.facts, key=lambda fact: (fact.holds_from or EARLIEST, fact.uid)):
        if not _is_state(fact):
            continue
        known = fact.subject in material.entities and fact.object in material.entities
        for user, stated in facts_by_user(fact, material):
            states[fact.subject, fact.type, user] += 1
            if states[fact.subject, fact.type, user] > 1 and fact.holds_from and known:
                note = min((material.notes[uid] for uid in stated.notes), key=_time)
                found[fact.subject, user].append((fact.holds_from, stated, note))
    return found


def _is_state(fact: Fact) -> bool:
    """Whether a fact is a trusted one of a relation that has one changeable object at a time, as LIVES_IN has."""
    properties = relation_of(fact.type)
    is_state = properties.single and not (properties.literal or properties.fixed)
    return is_state and not fact.never_held and fact.trust in TRUSTED and not fact.conflicts


def _changes(subject: str, changes: Sequence[_Replacement], material: Material) -> Iterator[Draft]:
    """One insight for each group of changes of different relations that follow each other within a month."""
    for run in runs([at for at, _, _ in changes], _MONTH):
        group = [changes[index] for index in run]
        notes = {note.uid: note for _, _, note in group}
        total = sum(note.salience for note in notes.values()) + _CHANGE * len(group)
        relations = {fact.type for _, fact, _ in group}
        if len(relations) < 2 or len(notes) < MIN_INSTANCES["insight"] or total < THRESHOLD:
            continue
        language = most_frequent([note.language for note in notes.values()])
        words = pack_of(language).derived_text
        yield Draft(
            kind="insight",
            subject=subject,
            key=("changes", group[0][1].uid),
            derived=Changes(
                subject=material.entities[subject].name,
                steps=tuple(
                    (
                        fact.type,
                        material.entities[fact.object].name,
                        words.day(_day(at, fact, material), fact.grain),
                    )
                    for at, fact, _ in group
                ),
            ),
            language=language,
            instances=tuple(sorted(notes, key=lambda uid: _time(notes[uid]))),
            about=tuple(dict.fromkeys(fact.object for _, fact, _ in group)),
            first=min(note.said_at or at for at, _, note in group),
            last=max(note.said_at or at for at, _, note in group),
        )


def _day(at: datetime, fact: Fact, material: Material) -> date:
    return material.local(at, stated=fact.has_stated_start).date()


def _time(note: Note) -> tuple[datetime, str]:
    return note.said_at or EARLIEST, note.uid
