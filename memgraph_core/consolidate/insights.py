"""Insights: answers to the questions that important notes raise, as reflection in Generative Agents (arXiv 2304.03442).

The importance of a note is its salience, plus the intensity of the feeling that it expresses, plus a constant if it is the
first about its topic or states a change. Notes raise a question if the sum of their importance reaches a threshold. The
notes of a subject about a topic ask how the subject feels about it; only feelings that are about the topic count. The
changes of a subject, each within a month of the next, ask what has changed. The answer cites these notes. Like every
abstraction, it is a function of the notes.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.episodes import MAX_QUOTED
from memgraph_core.consolidate.material import TRUSTED, Material
from memgraph_core.consolidate.matters import (
    MIN_NOTES,
    Matter,
    Spoken,
    SpokenMatters,
    has_topic,
    is_named,
)
from memgraph_core.consolidate.recurrence import binomial_tail
from memgraph_core.consolidate.relations import facts_by_user
from memgraph_core.consolidate.runs import runs
from memgraph_core.language.affect import NEUTRAL, Affect, affect_about, affect_of, own_affect
from memgraph_core.language.derived_text import Changes, Feeling
from memgraph_core.language.pack import pack_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.validation import EARLIEST

THRESHOLD = 3.0  # importance of the notes that raise a question
_NOVEL, _CHANGE = 0.5, 1.0  # importance added by the first note about a topic, and by a change
_MONTH = timedelta(days=31)  # the longest time between one change of a group and the next
_MIN_FEELINGS = (
    MIN_NOTES  # notes with the same sign; a single estimate is right in about two of three messages
)
_AGREEING = 0.75  # share of the notes with a feeling that have the same sign
# Probability that the notes about any matter of a speaker agree so much if the speaker felt about all matters alike.
_LEVEL = 0.05
_OTHERS = 20  # notes of other people that each speaker is taken to have, because few notes show no usual mood
_SHARE = {1: 0.15, -1: 0.1}  # their share with a good, and with a bad feeling

# A fact that replaced another: its time, the fact, and the first note that states it.
_Replacement = tuple[datetime, Fact, Note]


def insights_in(spoken_matters: SpokenMatters, material: Material) -> list[Draft]:
    """The insights of all subjects, in the order of subject and topic, then those about changes."""
    own, moods = _own_notes(material), _Moods(material)
    # Few notes support no insight: most matters are left out before the feelings about them are estimated.
    names, words = (
        {spoken: notes for spoken, notes in sorted(found) if len(notes) >= _MIN_FEELINGS}
        for found in (_naming(spoken_matters, material), spoken_matters.words.items())
    )
    tests = Counter((spoken.subject, spoken.user) for spoken in (*names, *words))
    named, worded = (
        [
            draft
            for spoken, notes in found.items()
            for draft in _feeling(
                spoken, notes, own, moods, _LEVEL / tests[spoken.subject, spoken.user], material
            )
        ]
        for found in (names, words)
    )
    changes = (
        replace(draft, user=user)
        for (subject, user), facts in sorted(_changes_by_subject(material).items())
        for draft in _changes(subject, facts, material)
    )
    return [*named, *_without_parts(worded, named), *changes]


# How the subject feels about a matter


def _naming(spoken_matters: SpokenMatters, material: Material) -> Iterator[tuple[Spoken, list[Note]]]:
    """The notes about an entity that contain its name. An entity that is only a word for a feeling is left out."""
    for spoken, notes in spoken_matters.entities.items():
        if is_named(material.entities[spoken.matter.key]) or not affect_of(spoken.matter.name).valence:
            name = spoken.matter.name.casefold()
            yield spoken, [note for note in notes if name in note.text.casefold()]


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


def _felt(note: Note, matter: Matter, own: Mapping[str, list[Note]], material: Material) -> Affect:
    """The feeling of a note about a matter, else that of the speaker in another sentence of its turn that names nobody."""
    is_person = matter.entity is not None and material.entities[matter.entity].type == "Person"
    found = affect_about(material.statement(note), matter.name, is_person=is_person)
    if found.valence:
        return found
    others = (each for uid in note.turns for each in own.get(uid, ()) if each.uid != note.uid)
    affects = (own_affect(material.statement(each), is_person=is_person) for each in others)
    return next((each for each in affects if each.valence), NEUTRAL)


def _own_notes(material: Material) -> Mapping[str, list[Note]]:
    """Turn (uid) → its notes that are only about its speaker, in the order of time."""
    of_turn: dict[str, list[Note]] = defaultdict(list)
    for each in sorted(material.notes.values(), key=_time):
        others = set(material.about[each.uid]) - {material.speakers.get(each.uid)}
        if not any(is_named(material.entities[uid]) for uid in others):
            for uid in each.turns:
                of_turn[uid].append(each)
    return of_turn


def _feeling(
    spoken: Spoken,
    notes: Sequence[Note],
    own: Mapping[str, list[Note]],
    moods: "_Moods",
    level: float,
    material: Material,
) -> Iterator[Draft]:
    """The insight about the feeling of a subject about a matter, if the notes support one."""
    felt = {note.uid: _felt(note, spoken.matter, own, material) for note in notes}
    total = _NOVEL + sum(note.salience + felt[note.uid].intensity for note in notes)
    emotional = [note for note in notes if felt[note.uid].valence]
    sign = 1 if sum(felt[note.uid].valence for note in emotional) > 0 else -1
    agreeing = [note for note in emotional if felt[note.uid].valence * sign > 0]
    if total < THRESHOLD or len(agreeing) < max(_MIN_FEELINGS, _AGREEING * len(emotional)):
        return
    if sign > 0 and spoken.matter.entity is None and not has_topic(spoken.matter, notes):
        return  # people are glad of a chance or a view; what makes them unhappy is worth knowing
    usual = moods.share(spoken.subject, spoken.user, sign, without=felt)
    if binomial_tail(len(notes), len(agreeing), usual) > level:  # the speaker feels so about everything
        return
    first, last = agreeing[0].said_at or EARLIEST, agreeing[-1].said_at or EARLIEST
    days = [material.day(at) for at in (first, last)]
    if days[0] == days[1]:  # one conversation shows no lasting feeling
        return
    yield Draft(
        kind="insight",
        subject=spoken.subject,
        key=("feeling", spoken.matter.key),
        user=spoken.user,
        derived=Feeling(
            subject=material.entities[spoken.subject].name,
            topic=spoken.matter.name,
            label=most_frequent([felt[note.uid].label for note in agreeing]),
            count=len(agreeing),
            first=days[0],
            last=days[1],
            quoted=_clearest(agreeing, felt, material),
        ),
        language=most_frequent([note.language for note in agreeing]),
        instances=tuple(note.uid for note in agreeing),
        about=() if spoken.matter.entity is None else (spoken.matter.entity,),
        first=first,
        last=last,
    )


def _clearest(
    notes: Sequence[Note], felt: Mapping[str, Affect], material: Material
) -> tuple[date, str] | None:
    """The statement with the strongest feeling, and its day; None if all are long.

    One that does not speak to the listener if there is one; of equally strong ones the last.
    """

    def order(note: Note) -> tuple[bool, float, tuple[datetime, str]]:
        is_own = not pack_of(note.language).speaks_to_listener(material.statement(note))
        return is_own, felt[note.uid].intensity, _time(note)

    short = [note for note in notes if len(material.quotation(note)) <= MAX_QUOTED]
    best = max(short, key=order, default=None)
    if best is None or best.said_at is None:
        return None
    return material.day(best.said_at), material.quotation(best)


class _Moods:
    """How often the notes of each speaker express a good or a bad feeling, whatever they are about."""

    def __init__(self, material: Material) -> None:
        self._signs: dict[str, int] = {}  # note (uid) → the sign of its feeling
        self._numbers: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        for note in material.notes.values():
            if (speaker := material.speakers.get(note.uid)) is not None:
                valence = own_affect(material.statement(note), is_person=False).valence
                sign = self._signs[note.uid] = (valence > 0) - (valence < 0)
                self._numbers[speaker, material.users.get(note.uid, "")][sign] += 1

    def share(self, speaker: str, user: str, sign: int, without: Collection[str]) -> float:
        """The share of the other notes with this sign: that of few notes is near to that of other people.

        `without` are notes (uids) of the speaker and user.
        """
        numbers = self._numbers[speaker, user]
        with_sign = numbers[sign] - sum(self._signs[uid] == sign for uid in without)
        others = numbers.total() - len(without)
        return (with_sign + _OTHERS * _SHARE[sign]) / (others + _OTHERS)


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
