"""Matters: what people speak of, a named entity or a word for something without a name: choir, 做陶."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.consolidate.material import Material
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.topics_of_feelings import topic_words
from memgraph_core.records.graph import Entity, Note

MIN_NOTES = 3  # of the smallest insight about a word
_NO_MATTERS = frozenset({"feelings", "plans"})  # topics whose words name no matter
_READ = 8  # sentences that show whether a word names a thing
_THINGS = 0.6  # least share of these in which it does

_Dated = tuple[Note, str, str]  # a note, its speaker (uid) and its user


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


@dataclass(frozen=True, slots=True)
class SpokenMatters:
    """What people speak of: who speaks of which matter → the dated notes, in the order of time."""

    entities: Mapping[Spoken, list[Note]]
    words: Mapping[Spoken, list[Note]]  # that are no part of a name

    @classmethod
    def of(cls, material: Material) -> "SpokenMatters":
        """The entities and words of which the speakers of the notes speak."""
        dated = _dated(material)
        return cls(_spoken_entities(dated, material), _spoken_words(dated, material))


def _spoken_entities(dated: Sequence[_Dated], material: Material) -> Mapping[Spoken, list[Note]]:
    """The notes of a speaker that are about an entity.

    Speakers are not matters: people address each other by name in most turns, or by the beginning of it: Mel for Melanie.
    """
    names = {material.entities[uid].name for uid in material.speakers.values()}
    addresses = {name[:length] for name in names for length in range(2, len(name) + 1)} | names
    found: dict[Spoken, list[Note]] = defaultdict(list)
    for note, speaker, user in dated:
        for uid in material.about[note.uid]:
            name = material.entities[uid].name
            if name not in addresses:
                found[Spoken(speaker, Matter(uid, name, uid), user)].append(note)
    return found


def _spoken_words(dated: Sequence[_Dated], material: Material) -> Mapping[Spoken, list[Note]]:
    """The notes in which a speaker uses a word that is no part of a name, in any form.

    Only words with enough notes for an insight, and that name a thing or an activity in most of them.
    """
    names = {
        part for each in material.entities.values() if is_named(each) for part in each.name.casefold().split()
    }
    found: dict[tuple[str, str, str], dict[str, Note]] = defaultdict(dict)
    forms: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for note, speaker, user in dated:
        for word in topic_words(material.statement(note), note.keywords, note.language):
            if word not in names:
                stem = " ".join(terms_of(word)) or word
                found[speaker, stem, user][note.uid] = note
                forms[speaker, stem, user][word] += 1
    return {
        Spoken(speaker, Matter(f"word {stem}", _usual(forms[speaker, stem, user])), user): [*notes.values()]
        for (speaker, stem, user), notes in found.items()
        if len(notes) >= MIN_NOTES and _name_thing(forms[speaker, stem, user], [*notes.values()], material)
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


def _dated(material: Material) -> list[_Dated]:
    """The notes with a speaker and a time, in the order of time."""
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
