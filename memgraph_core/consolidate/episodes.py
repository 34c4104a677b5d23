"""Episodes: several notes of one person about the same matter within days, shown by their most informative sentences."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from datetime import date, datetime, timedelta
from typing import Literal

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.matters import Spoken, SpokenMatters
from memgraph_core.consolidate.runs import runs
from memgraph_core.language.derived_text import Episode
from memgraph_core.language.pack import pack_of
from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Entity, Note

_PAUSE = timedelta(days=4)  # the longest time between one note of an episode and the next
_MIN_DAYS = 2  # different days: several notes of one conversation are not an episode
_MAX_DAYS = 31  # a longer run is a permanent topic
_MAX_INSTANCES = 30
_MIN_OWN = 3  # statements that do not speak to the listener, so that the others are left out
_SENTENCES = {"episode": 4, "insight": 6}
MAX_QUOTED = 200  # characters of a sentence
_MATTERS = frozenset({"Person", "Place", "Organization", "Event", "Work", "Thing"})
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def episodes_in(
    spoken_matters: SpokenMatters, material: Material, habitual: Set[str], extracts: "Extracts"
) -> list[Draft]:
    """The episodes of all people: those of one subject and user together, the largest first.

    `habitual` are the notes (uids) that habits represent. They are no part of an episode: what is usual is no event.
    """
    drafts: list[Draft] = []
    for spoken, notes in sorted(spoken_matters.entities.items(), key=lambda item: item[0]):
        if not is_matter(material.entities[spoken.matter.key]):
            continue
        rare = [note for note in notes if note.uid not in habitual]
        for run in runs([_said_at(note) for note in rare], _PAUSE):
            found = [rare[index] for index in run]
            if _is_episode(found, material):
                drafts.append(episode_of(spoken, found, "episode", extracts, material))
    return _without_contained(drafts)


def is_matter(entity: Entity) -> bool:
    """Whether an entity can be the matter of an episode: its name is a proper name, such as Turin Marathon.

    A common word, a date or a number is not a matter. In scripts without capital letters every name with a letter is one.
    """
    words = entity.name.split()
    return (
        entity.type in _MATTERS
        and any(character.isalpha() for character in entity.name)
        and not any(word[0].islower() for word in (words[0], words[-1]))
    )


def _said_at(note: Note) -> datetime:
    assert note.said_at is not None
    return note.said_at


def days_of(notes: Iterable[Note], material: Material) -> set[date]:
    """The days on which dated notes were said."""
    return {material.day(_said_at(note)) for note in notes}


def _is_episode(notes: Sequence[Note], material: Material) -> bool:
    days = days_of(notes, material)
    return (
        MIN_INSTANCES["episode"] <= len(notes) <= _MAX_INSTANCES
        and len(days) >= _MIN_DAYS
        and (max(days) - min(days)).days <= _MAX_DAYS
    )


class Extracts:
    """The most informative statements of several notes."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._facts: dict[str, list[str]] = defaultdict(list)
        for fact in material.facts:
            for uid in fact.notes:
                self._facts[uid].append(fact.uid)

    def of(self, notes: Sequence[Note], count: int) -> list[tuple[Note, str]]:
        """At most so many notes with their statements as they were said, in the order of time.

        Statements to the listener ("your painting is great") are left out if there are enough others. The first that is
        chosen is the last note, which often states the outcome. Then the note with the most new facts, numbers, entities and
        terms is chosen each time; a fact or a number counts as much as four terms, an entity as much as two.
        """
        stated = {
            note.uid: (note, text)
            for note in notes
            if len(text := self._material.statement(note)) <= MAX_QUOTED and not is_question(text)
        }
        own = {
            uid: (note, text)
            for uid, (note, text) in stated.items()
            if not pack_of(note.language).speaks_to_listener(text)
        }
        candidates = own if len(own) >= _MIN_OWN else stated
        features = {uid: self._features(*each) for uid, each in candidates.items()}
        chosen, known = list[tuple[Note, str]](), set[str]()

        def gain(uid: str) -> float:
            return sum(weight for name, weight in features[uid].items() if name not in known)

        while candidates and len(chosen) < count:
            best = max(candidates, key=lambda uid: (gain(uid), uid)) if chosen else next(reversed(candidates))
            chosen.append(candidates.pop(best))
            known |= features[best].keys()
        said = [(note, self._material.quotation(note)) for note, _ in chosen]
        return sorted(said, key=lambda item: (_said_at(item[0]), item[0].uid))

    def _features(self, note: Note, text: str) -> dict[str, float]:
        return {
            **dict.fromkeys(terms_of(text), 1.0),
            **{f"entity {uid}": 2.0 for uid in self._material.about[note.uid]},
            **{f"number {number}": 4.0 for number in NUMBER.findall(text)},
            **{f"fact {uid}": 4.0 for uid in self._facts.get(note.uid, ())},
        }


def episode_of(
    spoken: Spoken,
    notes: Sequence[Note],
    kind: Literal["episode", "insight"],
    extracts: Extracts,
    material: Material,
) -> Draft:
    """What somebody says about a matter in these notes, which are in the order of time: an episode, or an insight."""
    language = most_frequent([note.language for note in notes])
    first, last = _said_at(notes[0]), _said_at(notes[-1])
    sentences = extracts.of([note for note in notes if note.language == language], _SENTENCES[kind])
    return Draft(
        kind=kind,
        subject=spoken.subject,
        key=(spoken.matter.key, first.isoformat()) if kind == "episode" else ("theme", spoken.matter.key),
        user=spoken.user,
        derived=Episode(
            subject=material.entities[spoken.subject].name,
            matter=spoken.matter.name,
            count=len(notes),
            first=material.day(first),
            last=material.day(last),
            sentences=tuple((material.day(_said_at(note)), text) for note, text in sentences),
        ),
        language=language,
        instances=tuple(note.uid for note in notes),
        about=() if spoken.matter.entity is None else (spoken.matter.entity,),
        first=first,
        last=last,
    )


def _without_contained(drafts: Iterable[Draft]) -> list[Draft]:
    """The drafts without those whose instances are all instances of another draft of the same subject and user.

    Of drafts with equal instances, the one with the first uid is kept.
    """
    by_subject: dict[tuple[str, str], list[Draft]] = defaultdict(list)
    for draft in drafts:
        by_subject[draft.subject, draft.user].append(draft)
    kept: list[Draft] = []
    for group in by_subject.values():
        taken: list[frozenset[str]] = []
        for draft in sorted(group, key=lambda each: (-len(each.instances), each.uid)):
            instances = frozenset(draft.instances)
            if not any(instances <= other for other in taken):
                taken.append(instances)
                kept.append(draft)
    return kept
