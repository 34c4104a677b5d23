"""Whether a capital letter is evidence for a name in English: ordinary words, and texts in capitals."""

import re
from collections.abc import Collection, Mapping

from memgraph_core.language.naming.lists import ordinary, spellings
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.terms import stop_words

SUFFIX = re.compile(r"['’](?:s|S|re|ve|ll|d|m)$")
NEGATED = re.compile(r"n['’]t$", re.IGNORECASE)
_ENDINGS = (
    "ing", "ed", "ly", "ies", "es", "s", "er", "est", "ness", "y", "ful", "less", "able", "tion", "ment",
    "ier", "iest", "ied", "ism", "ist",
)  # fmt: skip
# At least three words in capitals.
_IN_CAPITALS = re.compile(r"(?<![\w'’])(?:[A-Z][A-Z'’]*,? ){2,}[A-Z][A-Z'’]*(?![\w'’])")
_WORD = re.compile(r"[A-Z][A-Z'’]*")
_PAIR = re.compile(r"(?<!\w)(?=(?P<words>[A-Za-z]+ [A-Za-z]+))")
_LONGEST_ABBREVIATION = 3  # letters of a word that is neither ordinary nor a name: `AWS`


def in_small_letters(text: str, names: Collection[str] = ()) -> str:
    """The text with the clauses in capitals in small letters: "TOM GOT THE JOB!" becomes "Tom got the job!".

    Given names, listed names and `names` keep a capital. The length of the text stays the same.
    """
    if _IN_CAPITALS.search(text) is None:
        return text
    written = {word.upper(): word for name in names for word in name.split()}

    def small(match: re.Match[str]) -> str:
        word = SUFFIX.sub("", match[0])
        ending = match[0][len(word) :].lower()
        if word == "I":
            return f"I{ending}"
        if is_ordinary(word):
            return word.lower() + ending
        name = written.get(word) or spellings().get(word.lower())
        if name is None and is_given_name(word.capitalize()):
            name = word.capitalize()
        if name is None or len(name) != len(word):
            name = word if len(word) <= _LONGEST_ABBREVIATION else word.lower()
        return name + ending

    def clause(match: re.Match[str]) -> str:
        words = _WORD.findall(match[0])
        is_clause = sum(map(is_ordinary, words)) > len(words) / 2
        if not is_clause:
            return match[0]
        found = _with_pairs(_WORD.sub(small, match[0]), {name.lower(): name for name in names})
        opens = text[: match.start()].rstrip()[-1:] in ("", ".", "!", "?")
        return found[0].upper() + found[1:] if opens else found

    return _IN_CAPITALS.sub(clause, text)


def _with_pairs(text: str, names: Mapping[str, str]) -> str:
    """The text with the names of two words as they are written: `New York`. `names` is the spelling by lower case."""
    for match in _PAIR.finditer(text):
        pair = match["words"].lower()
        name = names.get(pair) or spellings().get(pair)
        if name is not None and len(name) == len(pair):
            text = f"{text[: match.start()]}{name}{text[match.end('words') :]}"
    return text


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


def is_listed_as_ordinary(word: str) -> bool:
    """Whether a word is itself in the list of common English words. Its case does not matter."""
    bare = SUFFIX.sub("", word).lower().rstrip(".")
    return bare in ordinary() or bare in stop_words()


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
