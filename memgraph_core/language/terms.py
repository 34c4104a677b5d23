"""Text → terms for full-text search, the same for stored texts and for questions.

English words are folded, stop words are dropped, abbreviations are replaced by their word ("db" by "database"), and the
rest is stemmed (Snowball). Chinese text becomes single characters and bigrams. This needs no dictionary, and it finds
words that a segmenter divides differently in a note and in a question.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import cache, lru_cache
from threading import Lock
from typing import Any, cast

from memgraph_core.language.pack import pack_of
from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.word_lists import lines_of, word_set

_TOKEN = re.compile(rf"([{CJK}]+)|[^\W_{CJK}]+")
_STEMMING = Lock()  # the stemmer has state, so only one thread may use it at a time
_MAX_LENGTH = 40  # characters of a term; longer ones are hashes or URLs and are cut to fit an index


def terms_of(text: str) -> list[str]:
    """The terms of a text in their order, repeated as often as they occur."""
    return list(_each_term(text))


@lru_cache(maxsize=8_000)  # each planned thing is compared with all statements that may change it
def term_set(text: str) -> frozenset[str]:
    """The terms of a text, for texts that are compared again and again."""
    return frozenset(_each_term(text))


def terms_of_words(words: Iterable[str]) -> frozenset[str]:
    """The terms of all words of a list."""
    return frozenset(term for word in words for term in _each_term(word))


def _each_term(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(folded(text)):
        token = match[0]
        if match[1]:
            yield from token
            yield from (token[i : i + 2] for i in range(len(token) - 1))
        elif token not in stop_words():
            yield _stem(_abbreviated().get(token, token)[:_MAX_LENGTH])


def agent_generated_terms(terms: Iterable[str]) -> list[str]:
    """The terms of an agent-generated text as they are stored, with a prefix.

    They are searched separately and do not change the term frequencies of what people said.
    """
    return [f"~{term}" for term in terms]


def question_terms(text: str) -> tuple[str, ...]:
    """The terms of a question, each once, without characters that only ask (什么, 吗 …)."""
    asking = asking_characters()
    return tuple(dict.fromkeys(t for t in _each_term(text) if len(t) > 1 or t not in asking))


def asks_nothing_but(terms: Collection[str], text: str) -> bool:
    """Whether a text has no other `question_terms` than these. It stops at the first other one."""
    asking = asking_characters()
    return all(t in terms or (len(t) == 1 and t in asking) for t in _each_term(text))


def date_terms(moment: datetime, language: str) -> list[str]:
    """The terms of a date: its year, month and day as people write them."""
    return terms_of(pack_of(language).date_words(moment))


@cache
def stop_words() -> frozenset[str]:
    """English words without content (own list)."""
    return word_set("stop_en")


def is_light(term: str) -> bool:
    """Whether a term carries no topic: "really", 一点, or a pair of characters of which one belongs to grammar (好吗)."""
    if term in _light_terms():
        return True
    return len(term) == 2 and not asking_characters().isdisjoint(term)


@cache
def _light_terms() -> frozenset[str]:
    """The terms of English and Chinese words without a topic (own lists)."""
    return terms_of_words(word_set("light_en")) | word_set("light_zh")


@cache
def _abbreviated() -> dict[str, str]:
    """Abbreviation → the word that it stands for (own list)."""
    return {short: word for short, word in (line.split() for line in lines_of("abbreviations_en"))}


@cache
def asking_characters() -> frozenset[str]:
    """Chinese characters of grammar and questions, without content (own list)."""
    return word_set("stop_zh")


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    with _STEMMING:
        return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:  # noqa: ANN401  the library has no types
    import snowballstemmer

    return cast(Any, snowballstemmer).stemmer("english")
