"""Where a text contains a name: as the name, or only as a part of a longer word or as an ordinary word.

`forget` needs this for the turns in which extraction did not recognise the name.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memgraph_core.language.names import IS_CJK, words_of_name
from memgraph_core.language.naming.lists import calendar, ordinary
from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.terms import stop_words
from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh.words import words_of
from memgraph_core.records.forget import LeftReason

_SEPARATORS = r"[\s'’\-·・•‧_.]*"
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？\n:：\"“])[\s\"'“‘(]*$")
_POSSESSIVE = re.compile(r"['’]s\b")
_CLAUSE_ENDS = "。！？，；,!?;\n"
_SURE = 3  # characters of a Chinese name that other words hardly contain by chance
_NAME_TAGS = frozenset(("PER", "LOC", "ORG", "nz", "nw", "nr", "ns", "nt", "*"))


def occurrence(text: str, name: str, *, is_word: bool = False) -> LeftReason | bool:
    """Whether a text contains a name; a reason if it only contains the same characters.

    `is_word` is true for a name that is no known entity: then the same word in the same case counts.
    """
    plain, wanted = simplified(text), simplified(name)
    pattern = _pattern(wanted)
    left: LeftReason | bool = False
    for start, end in _spans(plain, pattern):
        found = _of_span(plain, wanted, start, end, is_word=is_word)
        if found is True:
            return True
        left = found or left
    return left


def _spans(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where the pattern matches the text, without accents and case."""
    return (match.span() for match in pattern.finditer(_folded_in_place(text)))


def _folded_in_place(text: str) -> str:
    """The folded text, with each character in its place: a character whose folded form is longer keeps its first one."""
    return text.lower() if text.isascii() else "".join((folded(c) or c)[0] for c in text)


@lru_cache(maxsize=100)
def _pattern(name: str) -> re.Pattern[str]:
    """The words of a name in their order, with any punctuation between them."""
    pieces = words_of_name(_folded_in_place(name)) or [folded(name).strip()]
    before = rf"(?<![^\W_{CJK}])" if _is_latin(pieces[0][:1]) else ""
    after = rf"(?![^\W_{CJK}])" if _is_latin(pieces[-1][-1:]) else ""
    return re.compile(before + _SEPARATORS.join(map(re.escape, pieces)) + after)


def _is_latin(character: str) -> bool:
    return character.isalnum() and not IS_CJK.match(character)


def _of_span(text: str, name: str, start: int, end: int, *, is_word: bool) -> LeftReason | bool:
    """Whether the words at `start` to `end` are the name."""
    if IS_CJK.search(name):
        return _of_chinese(text, start, end)
    word = text[start:end]
    if " " in name or not _is_ordinary(word):
        return True
    if word.lower() in stop_words() and word.islower():
        return False  # "I will"
    if word != name or (word.lower() in calendar() and not is_word):
        return "ordinary word"
    is_first = _SENTENCE_START.search(text[:start]) is not None and not _POSSESSIVE.match(text, end)
    return True if is_word or (word[:1].isupper() and not is_first) else "ordinary word"


def _is_ordinary(word: str) -> bool:
    plain = word.lower()
    return plain in ordinary() or plain in calendar() or plain in stop_words()


def _of_chinese(text: str, start: int, end: int) -> LeftReason | bool:
    """A short name within a longer word is not the name: 糯米 in 糯米饭. A longer name may begin with it: 灯塔组."""
    if end - start >= _SURE:
        return True
    clause_start, clause = _clause(text, start, end)
    first, last = start - clause_start, end - clause_start
    for word in words_of(clause):
        if word.start <= first < word.end and (word.start, word.end) != (first, last):
            begins_name = word.start == first and word.tag in _NAME_TAGS and last <= word.end
            splits_name = word.start == first and word.end < last and _ends_word(clause, last)
            if not (begins_name or splits_name):
                return "longer word"
    return True


def _ends_word(clause: str, end: int) -> bool:
    return any(word.end == end for word in words_of(clause))


def _clause(text: str, start: int, end: int) -> tuple[int, str]:
    """The clause with the words at `start` to `end`, and where it begins."""
    begin = max(text.rfind(mark, 0, start) for mark in _CLAUSE_ENDS) + 1
    stops = [found for mark in _CLAUSE_ENDS if (found := text.find(mark, end)) >= 0]
    return begin, text[begin : min(stops, default=len(text))]
