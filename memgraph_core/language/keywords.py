"""What a note is about, in a few words: keywords (A-Mem's K) and tags (A-Mem's G).

Keywords are the names in a text, then its runs of content words, as they are written; tags come from a small closed
set of topics, told by word lists and by the types of relations, so that notes of different words meet in them.
Chinese keywords are the nouns, verbs and adjectives that the tagger sees.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from memgraph_core.language.terms import stop_words, terms_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import lines_of, word_set
from memgraph_core.language.zh.words import Word, words_of

_WORD = re.compile(r"[^\W\d_][\w’'&+-]{0,40}")
_RUN = 3  # words of a keyword
_SHORTEST = 3  # letters of a keyword that is no name
_TOPIC_LENGTH = 4  # characters of the longest Chinese topic word
_TAGS = 3
_SEEN = 2_000  # characters that are read; a sentence is never longer
_PIECES = re.compile(r"[^\w’'&+\- ]{1,20}")
_CONTRACTED = re.compile(r"['’]\w{0,3}$")
# Tags of words with a meaning, and the order in which they become keywords: nouns, then verbs, then adjectives.
_ZH_ORDER = {
    **dict.fromkeys(("n", "nz", "nw", "vn", "an", "s", "PER", "LOC", "ORG", "eng"), 0),
    "v": 1, "vd": 1, "a": 2, "ad": 2,
}  # fmt: skip

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
    found = _chinese(text[:_SEEN], names, words) if language == "zh" else _english(text[:_SEEN], names)
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
    for topic in (*_told(text[:_SEEN], language), *(_OF_KINDS[kind] for kind in kinds if kind in _OF_KINDS)):
        counts[topic] = counts.get(topic, 0) + 1
    order = {topic: place for place, topic in enumerate(topics())}
    return tuple(sorted(counts, key=lambda topic: (-counts[topic], order[topic])))[:_TAGS]


@cache
def topics() -> tuple[str, ...]:
    """All topics, in their order."""
    return tuple(dict.fromkeys(topic for topic, _ in _topic_lines("topics_en")))


def _english(text: str, names: Sequence[str]) -> list[str]:
    """Runs of content words; longer runs of longer words first, so that rare words come before common ones."""
    for name in names:
        text = text.replace(name, "\n") if name else text
    runs = [run for piece in _PIECES.split(text) for run in _runs(piece)]
    return [run for _, _, run in sorted(_ranked(place, run) for place, run in enumerate(runs))]


def _runs(piece: str) -> list[str]:
    runs: list[str] = []
    current: list[str] = []
    for word in piece.split(" "):
        bare = _CONTRACTED.sub("", word)
        if _is_content(bare):
            current.append(bare)
        if current and (len(current) == _RUN or bare != word or not _is_content(bare)):
            runs.append(" ".join(current))
            current = []
    return [*runs, " ".join(current)] if current else runs


def _is_content(word: str) -> bool:
    lower = word.lower()
    return (
        len(word) >= _SHORTEST and _WORD.fullmatch(word) is not None
        and lower not in stop_words() and lower not in _light("light_en")
    )  # fmt: skip


def _ranked(place: int, run: str) -> tuple[float, int, str]:
    words = run.split()
    capital = 1.0 if run[0].isupper() and place else 0.0
    length = sum(map(len, words)) / len(words)
    return -(length / 4 + 0.5 * (len(words) - 1) + capital), place, run


def _chinese(text: str, names: Sequence[str], words: Sequence[Word] | None) -> list[str]:
    """Words with a meaning: nouns and Latin words first, then verbs, in the order of the text."""
    found: list[tuple[int, int, str]] = []
    for word in words_of(simplified(text), _places(text, names)) if words is None else words:
        latin = word.text.isascii()
        if len(word.text) < (_SHORTEST if latin else 2) or word.tag not in _ZH_ORDER:
            continue
        common = word.text.lower() in stop_words() if latin else word.text in _light("light_zh")
        if word.text[0].isalnum() and not common:
            found.append((_ZH_ORDER[word.tag], word.start, text[word.start : word.end]))
    return [word for _, _, word in sorted(found)]


def _places(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Where the names stand, each once and none inside another: a segmenter must not cut them."""
    places: list[tuple[int, int]] = []
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        start = text.find(name) if name else -1
        end = start + len(name)
        if start >= 0 and all(end <= first or last <= start for first, last in places):
            places.append((start, end))
    return places


def _told(text: str, language: str) -> list[str]:
    """The topic of each word that tells one, each word once."""
    if language != "zh":
        stems = _english_topics()
        return [topic for term in dict.fromkeys(terms_of(text)) for topic in stems.get(term, ())]
    words, text = _chinese_topics(), simplified(text)
    told: dict[str, None] = {}
    for start in range(len(text)):
        for end in range(start + 1, start + 1 + _TOPIC_LENGTH):
            if text[start:end] in words:
                told[text[start:end]] = None
    return [topic for word in told for topic in words[word]]


@cache
def _english_topics() -> dict[str, tuple[str, ...]]:
    """Stem → its topics."""
    return _by_word((stem, topic) for topic, line in _topic_lines("topics_en") for stem in terms_of(line))


@cache
def _chinese_topics() -> dict[str, tuple[str, ...]]:
    """Word → its topics."""
    return _by_word((word, topic) for topic, line in _topic_lines("topics_zh") for word in line.split())


def _by_word(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for word, topic in pairs:
        found.setdefault(word, {})[topic] = None
    return {word: tuple(told) for word, told in found.items()}


@cache
def _light(name: str) -> frozenset[str]:
    return word_set(name)


def _topic_lines(name: str) -> list[tuple[str, str]]:
    return [(topic, words) for topic, _, words in (line.partition(": ") for line in lines_of(name))]
