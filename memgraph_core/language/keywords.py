"""What a note is about, in a few words: keywords (A-Mem's K) and tags (A-Mem's G).

Keywords are the names in a text, then its runs of content words, as they are written; tags come from a small closed
set of topics, told by word lists and by the types of relations, so that notes of different words meet in them.
Chinese keywords are the nouns, verbs and adjectives that the tagger sees.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from memgraph_core.language.pack import pack_of
from memgraph_core.language.word_lists import lines_of
from memgraph_core.language.zh.words import Word

_TAGS = 3
_SEEN = 2_000  # characters that are read; a sentence is never longer

# What a relation or an entity of a type tells of the topic.
_OF_KINDS = {
    "WORKS_AT": "work", "WORKS_AS": "work", "COLLEAGUE_OF": "work", "STUDIES_AT": "study", "STUDIES": "study",
    "STUDIED_AT": "study", "MARRIED_TO": "family", "RELATIVE_OF": "family", "PARENT_OF": "family",
    "CHILD_OF": "family", "SIBLING_OF": "family", "LIVES_IN": "home", "LIVES_WITH": "home", "ALLERGIC_TO": "health",
    "HAS_CONDITION": "health", "VISITED": "travel", "TRAVELLED_TO": "travel", "FRIEND_OF": "friends",
    "DATING": "love", "HAS_PET": "pets", "PLAYS": "hobby", "READ": "reading", "WATCHED": "film",
}  # fmt: skip


def keywords_of(
    text: str,
    names: Sequence[str],
    language: str,
    limit: int = 6,
    words: Sequence[Word] | None = None,
) -> tuple[str, ...]:
    """The keywords of a text, best first: its names, then runs of content words. At most `limit`, none twice.

    `words` are the words of a Chinese text, where somebody has cut it already.
    """
    found = pack_of(language).keywords(text[:_SEEN], names, words)
    chosen: dict[str, str] = {}
    for keyword in (*names, *found):
        key = keyword.casefold()
        if key and not any(key in other for other in chosen):
            chosen[key] = keyword
        if len(chosen) >= limit:
            break
    return tuple(chosen.values())


def tags_of(text: str, language: str, kinds: Iterable[str] = ()) -> tuple[str, ...]:
    """The topics of a text, at most three: those with most words first, then in the order of the list.

    `kinds` are the types of the relations that it states; each counts as a word of its topic.
    """
    counts: dict[str, int] = {}
    for topic in (
        *pack_of(language).topics(text[:_SEEN]),
        *(_OF_KINDS[kind] for kind in kinds if kind in _OF_KINDS),
    ):
        counts[topic] = counts.get(topic, 0) + 1
    order = {topic: place for place, topic in enumerate(topics())}
    return tuple(sorted(counts, key=lambda topic: (-counts[topic], order[topic])))[:_TAGS]


@cache
def topics() -> tuple[str, ...]:
    """All topics, in their order."""
    return tuple(dict.fromkeys(topic for topic, _ in topic_lines("topics_en")))


def by_word(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The topics of each word, of pairs of word and topic."""
    found: dict[str, dict[str, None]] = {}
    for word, topic in pairs:
        found.setdefault(word, {})[topic] = None
    return {word: tuple(told) for word, told in found.items()}


def topic_lines(name: str) -> list[tuple[str, str]]:
    """The topics of a list with the words of each."""
    return [(topic, words) for topic, _, words in (line.partition(": ") for line in lines_of(name))]
