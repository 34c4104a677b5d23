"""Keywords (A-Mem's K) and tags (A-Mem's G) of a note.

Keywords are the names in a text, then its runs of content words, as they are written. Tags are topics from a small
closed set; word lists and relation types give them. Notes with different words can have the same tag. Chinese keywords
are the nouns, verbs and adjectives of the tagger.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from memgraph_core.language.pack import pack_of
from memgraph_core.language.word_lists import sections_of

_MAX_KEYWORDS = 6
_MAX_TAGS = 3
_MAX_LENGTH = 2_000  # characters that are read; a sentence is never longer

_TOPIC_OF_RELATION = {
    "WORKS_AT": "work", "WORKS_AS": "work", "COLLEAGUE_OF": "work", "STUDIES_AT": "study", "STUDIES": "study",
    "STUDIED_AT": "study", "MARRIED_TO": "family", "RELATIVE_OF": "family", "PARENT_OF": "family",
    "CHILD_OF": "family", "SIBLING_OF": "family", "LIVES_IN": "home", "LIVES_WITH": "home", "ALLERGIC_TO": "health",
    "HAS_CONDITION": "health", "VISITED": "travel", "TRAVELLED_TO": "travel", "FRIEND_OF": "friends",
    "DATING": "love", "HAS_PET": "pets", "PLAYS": "hobby", "READ": "reading", "WATCHED": "film",
}  # fmt: skip


def keywords_of(text: str, names: Sequence[str], language: str) -> tuple[str, ...]:
    """The keywords of a text, best first: its names, then runs of content words. At most six, none twice."""
    found = pack_of(language).keywords(text[:_MAX_LENGTH], names)
    chosen: dict[str, str] = {}
    for keyword in (*names, *found):
        key = keyword.casefold()
        if key and not any(key in other for other in chosen):
            chosen[key] = keyword
        if len(chosen) >= _MAX_KEYWORDS:
            break
    return tuple(chosen.values())


def tags_of(text: str, language: str, kinds: Iterable[str] = ()) -> tuple[str, ...]:
    """The topics of a text, at most three. Topics with more words come first, then in the order of the list.

    `kinds` are the relation types of the text; each counts as one word of its topic.
    """
    counts: dict[str, int] = {}
    for topic in (
        *pack_of(language).topics(text[:_MAX_LENGTH]),
        *(_TOPIC_OF_RELATION[kind] for kind in kinds if kind in _TOPIC_OF_RELATION),
    ):
        counts[topic] = counts.get(topic, 0) + 1
    order = {topic: index for index, topic in enumerate(topics())}
    return tuple(sorted(counts, key=lambda topic: (-counts[topic], order[topic])))[:_MAX_TAGS]


@cache
def topics() -> tuple[str, ...]:
    """All topics, in the order of the list."""
    return tuple(dict.fromkeys(topic for topic, _ in sections_of("topics_en")))


def by_word(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Word → topics, from pairs of word and topic."""
    topics_by_word: dict[str, dict[str, None]] = {}
    for word, topic in pairs:
        topics_by_word.setdefault(word, {})[topic] = None
    return {word: tuple(topics_of_word) for word, topics_of_word in topics_by_word.items()}
