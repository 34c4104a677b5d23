"""Whether a capital letter is evidence for a name in English: ordinary words, and texts in capitals."""

import re

from memgraph_core.language.naming.lists import ordinary
from memgraph_core.language.terms import stop_words

SUFFIX = re.compile(r"['’](?:s|S|re|ve|ll|d|m)$")
NEGATED = re.compile(r"n['’]t$", re.IGNORECASE)
_ENDINGS = (
    "ing", "ed", "ly", "ies", "es", "s", "er", "est", "ness", "y", "ful", "less", "able", "tion", "ment",
    "ier", "iest", "ied", "ism", "ist",
)  # fmt: skip


def has_meaningless_capitals(text: str) -> bool:
    """Whether capitals are no evidence because almost every word has one: text in capitals, or a headline."""
    words = [word for word in text.split() if len(word) > 1 and word[0].isalpha()]
    if len(words) > 2 and sum(word.isupper() for word in words) > 0.7 * len(words):
        return True
    return (
        len(words) > 4
        and sum(word[0].isupper() for word in words) > 0.7 * len(words)
        and any(word[0].isupper() and is_ordinary(word) for word in words[1:])
    )


def is_ordinary(word: str) -> bool:
    """Whether a word is a common English word or a form of one. Its case does not matter."""
    bare = SUFFIX.sub("", word).lower().rstrip(".")
    if bare in ordinary() or bare in stop_words() or NEGATED.search(word):
        return True
    if "-" in bare:
        return all(is_ordinary(part) for part in bare.split("-") if part)
    return any(_without(bare, ending) for ending in _ENDINGS if bare.endswith(ending))


def _without(word: str, ending: str) -> bool:
    stem = word[: -len(ending)]
    if len(stem) < 2:
        return False
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[:-1] in ordinary()
    return stem in ordinary() or f"{stem}e" in ordinary() or f"{stem}y" in ordinary() or doubled
