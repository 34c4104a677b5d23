"""What a habit is called: a verb phrase for what somebody does again and again."""

from collections import Counter
from collections.abc import Sequence

from memgraph_core.consolidate.abstractions import most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.mentions import names_in, words_of
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.routines import Routine
from memgraph_core.consolidate.topics import TOPIC
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of

_MIN_NAMED = 0.4  # share of the events that have the name of the habit as a keyword, if it has no action
_MIN_NAMING = 3  # events that name the action of a topic
_MIN_KEYWORD_SHARE = 0.75  # of the keywords with the topic, so that the most frequent one names the habit


def phrase_of(routine: Routine, material: Material) -> str | None:
    """What is done. None if there is no action, topic or usual keyword."""
    if routine.matter == TOPIC:
        return _topic_phrase(routine, routine.events, material)
    return _phrase(routine.events, material)


def _phrase(events: Sequence[Occurrence], material: Material) -> str | None:
    """What is done: the most frequent action, with a thing that many events name; without actions the usual keyword.

    None if no keyword is usual.
    """
    language = most_frequent([each.language for each in events])
    counts: Counter[str] = Counter()
    named: dict[str, int] = {}
    for each in events:
        if each.action is not None and each.language == language:
            phrase = each.action.phrase
            counts[phrase] += 1
            if phrase not in named:
                named[phrase] = sum(bool(each.things & (one.words | one.things)) for one in events)
    if counts:
        return min(counts, key=lambda phrase: (-named[phrase] * counts[phrase], phrase))
    keywords = Counter(
        keyword.lower() for each in events for keyword in set(material.notes[each.note].keywords)
    )
    keyword = min(keywords, key=lambda keyword: (-keywords[keyword], keyword), default=None)
    if keyword is None or keywords[keyword] < _MIN_NAMED * len(events):
        return None
    return pack_of(language).derived_text.having(keyword)


def _topic_phrase(routine: Routine, events: Sequence[Occurrence], material: Material) -> str:
    """What is done: the most frequent action with the topic, if there are several, or else that the topic is mentioned."""
    language = most_frequent([each.language for each in events])
    main = set(terms_of(routine.topics[0]))
    actions = [
        each.action.phrase
        for each in events
        if each.action and each.language == language and each.things & main
    ]
    if actions and Counter(actions)[phrase := most_frequent(actions)] >= _MIN_NAMING:
        return phrase
    return pack_of(language).derived_text.mentioning(written(routine.topics[0], events, material))


def written(topic: str, events: Sequence[Occurrence], material: Material) -> str:
    """A topic as most notes write it, with the words that nearly always go with it: green tea."""
    notes = [material.notes[each.note] for each in events]
    names = [name for note in notes for name in names_in(note, material) if name.lower() == topic]
    if names:
        return most_frequent(names)
    keywords = [
        keyword for note in notes for keyword in words_of(note, material) if topic in keyword.lower().split()
    ]
    if not keywords:
        return topic
    usual = most_frequent(keywords)
    if keywords.count(usual) >= _MIN_KEYWORD_SHARE * len(events):
        return usual
    return most_frequent([word for keyword in keywords for word in keyword.split() if word.lower() == topic])
