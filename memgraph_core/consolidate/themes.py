"""Themes: what a person keeps coming back to over weeks, as a short history in the person's own sentences.

A theme is an insight: the notes about one matter raise the question what the person says about it, and the answer quotes
the first and the last of them, and those that add most, each with its day.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import timedelta

from memgraph_core.consolidate.abstractions import Draft
from memgraph_core.consolidate.episodes import Extracts, days_of, episode_of, is_matter
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.matters import Spoken, SpokenMatters, has_topic
from memgraph_core.language.pack import pack_of
from memgraph_core.records.graph import Note

_MIN_NOTES = 5
_MIN_DAYS = 3  # different days with notes
_MIN_SPAN = timedelta(days=14)  # from the first to the last of them
_OTHER = 0.5  # largest share of the notes that a larger theme of the person may have


def themes_in(
    spoken_matters: SpokenMatters,
    material: Material,
    habitual: Set[str],
    extracts: Extracts,
    episodes: Iterable[Draft],
) -> list[Draft]:
    """The themes of all people, in the order of person and user, the largest first; none that repeats an episode.

    `habitual` are the notes (uids) that habits represent: they are no part of a theme.
    """
    drafts = [
        episode_of(spoken, notes, "insight", extracts, material)
        for spoken, notes in _candidates(spoken_matters, material, habitual)
        if _is_theme(notes, material)
    ]
    return list(_without_repeated(drafts, episodes))


def _candidates(
    spoken_matters: SpokenMatters, material: Material, habitual: Set[str]
) -> Iterator[tuple[Spoken, list[Note]]]:
    """Proper names, and words of a known topic such as pottery, in what people say of themselves.

    Other words are often too general: "difference", "water".
    """
    names = {
        spoken: notes
        for spoken, notes in spoken_matters.entities.items()
        if is_matter(material.entities[spoken.matter.key])
    }
    words = {
        spoken: [note for note in notes if _is_own(note, material)]
        for spoken, notes in spoken_matters.words.items()
        if len(notes) >= _MIN_NOTES and has_topic(spoken.matter, notes)
    }
    for found in (names, words):
        for spoken, notes in found.items():
            yield spoken, [note for note in notes if note.uid not in habitual]


def _is_own(note: Note, material: Material) -> bool:
    """Whether a note speaks of its speaker, or of something that happened; not "Your recipe sounds delicious!"."""
    pack, text = pack_of(note.language), material.statement(note)
    return not pack.leaves_out_speaker(text) or pack.happened(text)


def _is_theme(notes: Sequence[Note], material: Material) -> bool:
    days = days_of(notes, material)
    return len(notes) >= _MIN_NOTES and len(days) >= _MIN_DAYS and max(days) - min(days) >= _MIN_SPAN


def _without_repeated(drafts: Iterable[Draft], episodes: Iterable[Draft]) -> Iterator[Draft]:
    """The drafts that share at most half of their notes with an episode, or a larger draft, of the same person."""
    taken: defaultdict[tuple[str, str], list[frozenset[str]]] = defaultdict(list)
    for episode in episodes:
        taken[episode.subject, episode.user].append(frozenset(episode.instances))
    for draft in sorted(drafts, key=lambda each: (each.subject, each.user, -len(each.instances), each.key)):
        others, instances = taken[draft.subject, draft.user], frozenset(draft.instances)
        if not any(len(instances & other) > _OTHER * len(instances) for other in others):
            others.append(instances)
            yield draft
