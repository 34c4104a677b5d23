"""Matters: what people speak of, a named entity or a word for something without a name: choir, 做陶."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.consolidate.material import Material
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.topics_of_feelings import topic_words
from memgraph_core.records.graph import Entity, Note

_NO_MATTERS = frozenset({"feelings", "plans"})  # topics whose words name no matter
_READ = 8  # sentences that show whether a word names a thing
_THINGS = 0.6  # least share of these in which it does


@dataclass(frozen=True, slots=True, order=True)
class Matter:
    """An entity, or a word."""

    key: str  # the uid of the entity, or `word` and the stem of the word
    name: str
    entity: str | None = None  # uid


@dataclass(frozen=True, slots=True, order=True)
class Spoken:
    """Who speaks of a matter, for which user."""

    subject: str  # uid of the entity that speaks
    matter: Matter
    user: str


def spoken_entities(material: Material) -> Mapping[Spoken, list[Note]]:
    """The dated notes of a speaker that are about an entity, in the order of time.

    Speakers are not matters: people address each other by name in most turns, or by the beginning of it: Mel for Melanie.
    """
    names = {material.entities[uid].name for uid in material.speakers.values()}
    speaking = {
        uid
        for uid, entity in material.entities.items()
        if any(len(entity.name) > 1 and name.startswith(entity.name) for name in names)
    }
    found: dict[Spoken, list[Note]] = defaultdict(list)
    for note, speaker, user in _dated(material):
        for uid in material.about[note.uid]:
            if uid not in speaking:
                found[Spoken(speaker, Matter(uid, material.entities[uid].name, uid), user)].append(note)
    return found


def spoken_words(material: Material, at_least: int) -> Mapping[Spoken, list[Note]]:
    """The dated notes in which a speaker uses a word that is no part of a name, in any form, in the order of time.

    Only words with so many notes, and that name a thing or an activity in most of them.
    """
    names = {
        part for each in material.entities.values() if is_named(each) for part in each.name.casefold().split()
    }
    found: dict[tuple[str, str, str], dict[str, Note]] = defaultdict(dict)
    forms: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for note, speaker, user in _dated(material):
        for word in topic_words(material.statement(note), note.keywords, note.language):
            if word not in names:
                stem = " ".join(terms_of(word)) or word
                found[speaker, stem, user][note.uid] = note
                forms[speaker, stem, user][word] += 1
    return {
        Spoken(speaker, Matter(f"word {stem}", _usual(forms[speaker, stem, user])), user): [*notes.values()]
        for (speaker, stem, user), notes in found.items()
        if len(notes) >= at_least and _name_thing(forms[speaker, stem, user], [*notes.values()], material)
    }


def _usual(forms: Counter[str]) -> str:
    """The most frequent form of a word; of equally frequent ones the shortest."""
    return min(forms, key=lambda form: (-forms[form], len(form), form))


def has_topic(matter: Matter, notes: Sequence[Note]) -> bool:
    """Whether a word is of a known topic, such as pottery. Other words are often too general: "difference", "water"."""
    return not _NO_MATTERS.issuperset(pack_of(notes[0].language).topics(matter.name))


def is_named(entity: Entity) -> bool:
    """Whether an entity has a proper name, or is a person; "band" and 游泳 are neither."""
    is_word = entity.name.islower() if entity.name.isascii() else entity.type in ("Concept", "Thing", "Work")
    return entity.type == "Person" or not is_word


def _dated(material: Material) -> list[tuple[Note, str, str]]:
    """The notes with a speaker and a time, their speaker and their user, in the order of time."""
    return [
        (note, speaker, material.users.get(note.uid, ""))
        for note in sorted(
            (each for each in material.notes.values() if each.said_at is not None),
            key=lambda each: (each.said_at, each.uid),
        )
        if (speaker := material.speakers.get(note.uid)) is not None
    ]


def _name_thing(forms: Collection[str], notes: Sequence[Note], material: Material) -> bool:
    """Whether one of these forms of a word names a thing or an activity in most of the first notes with it."""
    read = notes[:_READ]
    named = [
        any(pack_of(note.language).names_thing(material.statement(note), form) for form in forms)
        for note in read
    ]
    return sum(named) >= _THINGS * len(read)
