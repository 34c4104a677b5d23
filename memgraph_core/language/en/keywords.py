"""Keyword candidates and topics of an English text."""

import re
from collections.abc import Sequence
from functools import cache

from memgraph_core.language.keywords import by_word
from memgraph_core.language.terms import stop_words, terms_of
from memgraph_core.language.word_lists import sections_of, word_set

_WORD = re.compile(r"[^\W\d_][\w’'&+-]{0,40}")

_MAX_WORDS = 3  # words of a keyword

_MIN_LENGTH = 3  # letters of a keyword that is not a name

_PIECES = re.compile(r"[^\w’'&+\- ]{1,20}")

_CONTRACTED = re.compile(r"['’]\w{0,3}$")


def keywords(text: str, names: Sequence[str]) -> list[str]:
    """Runs of content words; longer runs of longer words first, so that rare words come before common ones."""
    for name in names:
        text = text.replace(name, "\n") if name else text
    runs = [run for piece in _PIECES.split(text) for run in _runs(piece)]
    return [run for _, _, run in sorted(_ranked(index, run) for index, run in enumerate(runs))]


def _runs(piece: str) -> list[str]:
    runs: list[str] = []
    current: list[str] = []
    for word in piece.split(" "):
        bare = _CONTRACTED.sub("", word)
        if _is_content(bare):
            current.append(bare)
        if current and (len(current) == _MAX_WORDS or bare != word or not _is_content(bare)):
            runs.append(" ".join(current))
            current = []
    return [*runs, " ".join(current)] if current else runs


def _is_content(word: str) -> bool:
    lower = word.lower()
    return (
        len(word) >= _MIN_LENGTH and _WORD.fullmatch(word) is not None
        and lower not in stop_words() and lower not in word_set("light_en")
    )  # fmt: skip


def _ranked(index: int, run: str) -> tuple[float, int, str]:
    words = run.split()
    capital = 1.0 if run[0].isupper() and index else 0.0
    length = sum(map(len, words)) / len(words)
    return -(length / 4 + 0.5 * (len(words) - 1) + capital), index, run


@cache
def _english_topics() -> dict[str, tuple[str, ...]]:
    """Stem → its topics."""
    return by_word((stem, topic) for topic, line in sections_of("topics_en") for stem in terms_of(line))


def topics(text: str) -> list[str]:
    """The topic of each word that has one, each word once."""
    stems = _english_topics()
    return [topic for term in dict.fromkeys(terms_of(text)) for topic in stems.get(term, ())]
