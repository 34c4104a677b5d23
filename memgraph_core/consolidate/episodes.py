"""Episodes: several notes of one person about the same matter within days, shown by their most informative sentences."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from datetime import datetime, timedelta

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.runs import runs
from memgraph_core.language.derived_text import Episode
from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Entity, Note

_PAUSE = timedelta(days=4)  # the longest time between one note of an episode and the next
_MIN_DAYS = 2  # different days: several notes of one conversation are not an episode
_MAX_DAYS = 31  # a longer run is a permanent topic
_MAX_INSTANCES = 30
_SENTENCES = 4
_MAX_LENGTH = 200  # characters of a sentence
_MATTERS = frozenset({"Person", "Place", "Organization", "Event", "Work", "Thing"})
NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def episodes_in(material: Material, habitual: Set[str]) -> list[Draft]:
    """The episodes of all people: those of one subject and user together, the largest first.

    `habitual` are the notes (uids) that habits represent. They are no part of an episode: what is usual is no event.
    """
    drafts: list[Draft] = []
    for (subject, matter, user), notes in sorted(_by_matter(material, habitual).items()):
        moments = [_said_at(note) for note in notes]
        for run in runs(moments, _PAUSE):
            found = [notes[index] for index in run]
            if _is_episode(found, material):
                drafts.append(_draft(subject, matter, user, found, material))
    return _without_contained(drafts)


def _by_matter(material: Material, habitual: Set[str]) -> dict[tuple[str, str, str], list[Note]]:
    """Speaker, entity that the notes are about, and user → their notes without the habitual ones, in the order of time.

    Speakers are not matters: people address each other by name in most turns.
    """
    speakers = set(material.speakers.values())
    found: dict[tuple[str, str, str], list[Note]] = defaultdict(list)
    for note in material.notes.values():
        speaker = material.speakers.get(note.uid)
        if speaker is None or note.said_at is None or note.uid in habitual:
            continue
        for entity in material.about[note.uid]:
            if entity not in speakers and _is_matter(material.entities[entity]):
                found[speaker, entity, material.users.get(note.uid, "")].append(note)
    return {key: sorted(notes, key=lambda note: (_said_at(note), note.uid)) for key, notes in found.items()}


def _is_matter(entity: Entity) -> bool:
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


def _is_episode(notes: Sequence[Note], material: Material) -> bool:
    days = {material.day(_said_at(note)) for note in notes}
    return (
        MIN_INSTANCES["episode"] <= len(notes) <= _MAX_INSTANCES
        and len(days) >= _MIN_DAYS
        and (max(days) - min(days)).days <= _MAX_DAYS
    )


def _draft(subject: str, matter: str, user: str, notes: Sequence[Note], material: Material) -> Draft:
    language = most_frequent([note.language for note in notes])
    first, last = _said_at(notes[0]), _said_at(notes[-1])
    sentences = _most_informative([note for note in notes if note.language == language], material)
    return Draft(
        kind="episode",
        subject=subject,
        key=(matter, first.isoformat()),
        user=user,
        derived=Episode(
            subject=material.entities[subject].name,
            matter=material.entities[matter].name,
            count=len(notes),
            first=material.day(first),
            last=material.day(last),
            sentences=tuple((material.day(_said_at(note)), text) for note, text in sentences),
        ),
        language=language,
        instances=tuple(note.uid for note in notes),
        about=(matter,),
        first=first,
        last=last,
    )


def _most_informative(notes: Sequence[Note], material: Material) -> list[tuple[Note, str]]:
    """At most four notes with their statements, in the order of time.

    The first that is chosen is the last note, which often states the outcome. Then the note with the most new numbers, entities
    and terms is chosen each time; a number counts as much as four terms, an entity as much as two.
    """
    candidates = [
        (note, text)
        for note in notes
        if len(text := material.statement(note)) <= _MAX_LENGTH and not is_question(text)
    ]
    chosen, known = list[tuple[Note, str]](), set[str]()

    def features(note: Note, text: str) -> dict[str, float]:
        return {
            **dict.fromkeys(terms_of(text), 1.0),
            **{f"entity {uid}": 2.0 for uid in material.about[note.uid]},
            **{f"number {number}": 4.0 for number in NUMBER.findall(text)},
        }

    def gain(item: tuple[Note, str]) -> float:
        return sum(weight for name, weight in features(*item).items() if name not in known)

    while candidates and len(chosen) < _SENTENCES:
        best = max(candidates, key=lambda item: (gain(item), item[0].uid)) if chosen else candidates[-1]
        candidates.remove(best)
        chosen.append(best)
        known |= features(*best).keys()
    return sorted(chosen, key=lambda item: (_said_at(item[0]), item[0].uid))


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
