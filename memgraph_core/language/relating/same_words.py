"""Whether a text names the same thing as some words."""

from collections.abc import Sequence

from memgraph_core.language.subject import synonyms
from memgraph_core.language.terms import term_set
from memgraph_core.language.traditional import simplified

_MIN_STEM = 4  # characters of a shortened word that show which one it is: "derm" for "dermatologist"


def has_words(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all these words, or synonyms of them. False without words."""
    return bool(words) and all(has_word(text, word) for word in words)


def has_word(text: str, word: str) -> bool:
    """Whether a text has a word or a synonym of it."""
    found = term_set(simplified(text))
    same = (word, *synonyms("same_zh").get(word, ()))
    return any(each in found or found.issuperset(term_set(each)) for each in same)


def shares_word(text: str, word: str) -> bool:
    """Whether a text has a word, a synonym, or the word in a shorter or longer form."""
    if has_word(text, word):
        return True
    return word.isascii() and any(_is_short_for(word, other) for other in term_set(text))


def _is_short_for(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return len(short) >= _MIN_STEM and long.startswith(short)
