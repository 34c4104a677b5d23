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
_NEARLY = 0.6  # of the events with the most frequent name
_MIN_NAMING = 3  # events that name the action of a topic
_MIN_KEYWORD_SHARE = 0.75  # of the keywords with the topic, so that the most frequent one names the habit


def phrase_of(routine: Routine, material: Material) -> str | None:
    """What is done: the most frequent action with what the habit is about, or else that this is mentioned.

    Without both it is the usual keyword; None if no keyword is usual.
    """
    events = routine.events
    language = most_frequent([each.language for each in events])
    actions = [each for each in events if each.action is not None and each.language == language]
    counts = routine.names
    names = [name for name in counts if counts[name] >= _NEARLY * max(counts.values())]
    if names:
        terms = {term for name in names for term in terms_of(name)}
        actions = [each for each in actions if not each.things.isdisjoint(terms)]
    least = _MIN_NAMING if routine.matter == TOPIC else 1
    if len(actions) >= least:
        return _usual_phrase(actions, names)
    words = pack_of(language).derived_text
    return words.mentioning(written(names[0], events, material)) if names else _having(events, material)


def _usual_phrase(events: Sequence[Occurrence], names: Sequence[str]) -> str:
    """The phrase of actions that is frequent and has these names; not one with a verb in the past, which the parser did
    not know, if there are others.
    """
    happened = pack_of(events[0].language).happened
    phrases = Counter(each.action.phrase for each in events if each.action is not None)
    # 给妈妈打电话 is also what 打电话 means.
    counts = {phrase: sum(phrases[part] for part in phrases if part in phrase) for phrase in phrases}
    about = {
        each.action.phrase: 1 + sum(not each.things.isdisjoint(terms_of(name)) for name in names)
        for each in events
        if each.action is not None
    }
    return min(
        counts,
        key=lambda phrase: (happened(phrase.partition(" ")[0]), -counts[phrase] * about[phrase] ** 2, phrase),
    )


def _having(events: Sequence[Occurrence], material: Material) -> str | None:
    keywords = Counter(
        keyword.lower() for each in events for keyword in set(material.notes[each.note].keywords)
    )
    keyword = min(keywords, key=lambda keyword: (-keywords[keyword], keyword), default=None)
    if keyword is None or keywords[keyword] < _MIN_NAMED * len(events):
        return None
    language = most_frequent([each.language for each in events])
    return pack_of(language).derived_text.having(keyword)


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
