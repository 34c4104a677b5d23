"""What a capital proves in English: which words are ordinary, which texts have capitals throughout."""

import re

from memgraph_core.language.naming.lists import ordinary
from memgraph_core.language.terms import stop_words

SUFFIX = re.compile(r"['’](?:s|S|re|ve|ll|d|m)$")
NEGATED = re.compile(r"n['’]t$", re.IGNORECASE)
_ENDINGS = (
    "ing", "ed", "ly", "ies", "es", "s", "er", "est", "ness", "y", "ful", "less", "able", "tion", "ment",
    "ier", "iest", "ied", "ism", "ist",
)  # fmt: skip


def is_loud(text: str) -> bool:
    """Whether capitals prove nothing because nearly every word has one: shouting, or a headline."""
    words = [w for w in text.split() if len(w) > 1 and w[0].isalpha()]
    if len(words) > 2 and sum(w.isupper() for w in words) > 0.7 * len(words):
        return True
    return (
        len(words) > 4
        and sum(w[0].isupper() for w in words) > 0.7 * len(words)
        and any(w[0].isupper() and is_ordinary(w) for w in words[1:])
    )


def is_ordinary(word: str) -> bool:
    """Whether a word, whatever its capitals, is a common English word or a form of one."""
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
