"""Keyword candidates and topics of a Chinese text."""

from collections.abc import Sequence
from functools import cache

from memgraph_core.language.keywords import by_word
from memgraph_core.language.terms import stop_words
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import sections_of, word_set
from memgraph_core.language.zh.words import words_of

# Tags of words with a meaning, and the order in which they become keywords: nouns, then verbs, then adjectives.
_ORDER = {
    **dict.fromkeys(("n", "nz", "nw", "vn", "an", "s", "PER", "LOC", "ORG", "eng"), 0),
    "v": 1, "vd": 1, "a": 2, "ad": 2,
}  # fmt: skip
_MIN_LENGTH = 3  # letters of a keyword in Latin letters that is not a name
_TOPIC_LENGTH = 4  # characters of the longest Chinese topic word


def keywords(text: str, names: Sequence[str]) -> list[str]:
    """Words with a meaning: nouns and Latin words first, then verbs, in the order of the text."""
    found: list[tuple[int, int, str]] = []
    for word in words_of(simplified(text), _ranges_of(text, names)):
        latin = word.text.isascii()
        if len(word.text) < (_MIN_LENGTH if latin else 2) or word.tag not in _ORDER:
            continue
        common = word.text.lower() in stop_words() if latin else word.text in word_set("light_zh")
        is_degree = _ORDER[word.tag] > 0 and word.text[0] in "很真太好更最"  # 很开心
        if word.text[0].isalnum() and not common and not is_degree:
            found.append((_ORDER[word.tag], word.start, text[word.start : word.end]))
    return [word for _, _, word in sorted(found)]


def _ranges_of(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """The ranges of the names, each once and none inside another: a segmenter must not divide them."""
    ranges: list[tuple[int, int]] = []
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        start = text.find(name) if name else -1
        end = start + len(name)
        if start >= 0 and all(end <= first or last <= start for first, last in ranges):
            ranges.append((start, end))
    return ranges


@cache
def _chinese_topics() -> dict[str, tuple[str, ...]]:
    """Word → its topics."""
    return by_word((word, topic) for topic, line in sections_of("topics_zh") for word in line.split())


def topics(text: str) -> list[str]:
    """The topic of each word that has one, each word once."""
    words, text = _chinese_topics(), simplified(text)
    found: dict[str, None] = {}
    for start in range(len(text)):
        for end in range(start + 1, start + 1 + _TOPIC_LENGTH):
            if text[start:end] in words:
                found[text[start:end]] = None
    return [topic for word in found for topic in words[word]]
