"""The words of a question that tell what it is about: without what only asks, points or counts.

In 那个职位是厨师的人有多高 these are 职位, 厨师 and 高, in "Which book did Ada read in Turin?" book, read and Turin (and Ada,
who is told by name). Whether a word names a thing is known of Chinese words, by their tags, and not of English ones.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memgraph_core.language.terms import asking_characters, stop_words, terms_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import lines_of, word_set
from memgraph_core.language.zh.words import words_of

# thing: what is named, and stands in an answer as it does here; deed: what is done or how it is, for which there are many
# words; kind: what kind of answer is wanted ("which book"), which an answer need not say
Sort = Literal["thing", "deed", "kind"]
_LATIN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ASKED_EN = re.compile(
    r"\b(?:what|which|how many|how much)(?: kinds? of| types? of| sorts? of)? $", re.IGNORECASE
)
_ASKED_ZH = re.compile(r"(?:哪一?[个些家位种项天年本部座条只款]?|什么|啥|几[个位家次本种只项]?|多少|何)$")
_ENDING_ZH = re.compile(r"叫$|(?<=.)[在到]$")
_ASKING_ZH = re.compile(r"[哪几啥谁]|什么|多少")
_THINGS = ("n", "nz", "nw", "vn", "an", "s", "m", "PER", "LOC", "ORG", "TIME", "eng")  # tags of words that name something
_SAY_NOTHING = ("*", "r", "d", "c", "p", "u", "xc", "w", "q", "f", "x")  # names, pronouns, adverbs, particles, measures …
_NAMES = ("PER", "LOC", "ORG", "nz", "nw")
_CONTRACTED = re.compile(r"['’]\w{0,2}$")
_SEEN = 1_000  # characters of a question that are read


@dataclass(frozen=True, slots=True)
class SubjectWord:
    """A word that tells what is asked about: `question[start:end]`, and the terms by which it is found."""

    text: str
    start: int
    end: int
    sort: Sort
    terms: tuple[str, ...]


def subject_words(question: str, language: str, names: Sequence[str] = ()) -> tuple[SubjectWord, ...]:
    """The words of a question that tell what it is about, in their order; the names are left out."""
    question = question[:_SEEN]
    found = _chinese(question, names) if language == "zh" else _english(question, names)
    return tuple(word for word in found if word.terms)


def same_words(word: SubjectWord) -> tuple[tuple[str, ...], ...]:
    """The terms of other words that are said for this one: 月租 for 房租, film for movie."""
    groups = _same("same_en" if word.text.isascii() else "same_zh")
    return tuple(_terms(other, is_guess=False) for other in groups.get(simplified(word.text.lower()), ()))


@cache
def _same(name: str) -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in lines_of(name)]
    return {word: tuple(w for w in group if w != word) for group in groups for word in group}


def _english(question: str, names: Sequence[str]) -> Iterable[SubjectWord]:
    named = {word.lower() for name in names for word in _LATIN.findall(_CONTRACTED.sub("", name))}
    for match in _LATIN.finditer(question):
        word = _CONTRACTED.sub("", match[0])
        if word.lower() in stop_words() or word.lower() in named or word.lower() in _asking("asking_en"):
            continue
        is_kind = _ASKED_EN.search(question[: match.start()]) is not None
        is_thing = word[0].isdigit() or (word[0].isupper() and match.start() > 0)
        sort: Sort = "kind" if is_kind else "thing" if is_thing else "deed"
        yield SubjectWord(word, match.start(), match.start() + len(word), sort, tuple(terms_of(word)))


def _chinese(question: str, names: Sequence[str]) -> Iterable[SubjectWord]:
    text = simplified(question)
    for word in words_of(text, _places(text, names)):
        if _says_nothing(word.text, word.tag):
            continue
        is_kind = _ASKED_ZH.search(text[: word.start]) is not None
        sort: Sort = "kind" if is_kind else "thing" if word.tag in _THINGS else "deed"
        bare = _ENDING_ZH.sub("", word.text) or word.text  # 狗叫什么: the dog is called, and does not bark
        end = word.start + len(bare)
        written = question[word.start : end]  # in its own script, as it is stored
        yield SubjectWord(written, word.start, end, sort, _terms(written, is_guess=word.tag in _NAMES))


def _says_nothing(word: str, tag: str) -> bool:
    return (
        tag in _SAY_NOTHING
        or not word[0].isalnum()
        or word in _asking("asking_zh")
        or (len(word) == 1 and word in asking_characters())
        or _ASKING_ZH.search(word) is not None
    )


def _terms(word: str, *, is_guess: bool) -> tuple[str, ...]:
    """Pairs of characters; also single ones of a word whose ends are a guess."""
    terms = tuple(dict.fromkeys(terms_of(word)))
    if is_guess and len(word) > 1 and not word.isascii():
        return terms
    return tuple(term for term in terms if len(term) > 1) or terms


def _places(text: str, names: Sequence[str]) -> list[tuple[int, int]]:
    """Where the names stand, each as often as it does, none inside another."""
    found: list[tuple[int, int]] = []
    for name in sorted(set(map(simplified, names)), key=lambda name: (-len(name), name)):
        for match in re.finditer(re.escape(name), text):
            if all(match.end() <= start or end <= match.start() for start, end in found):
                found.append(match.span())
    return found


@cache
def _asking(name: str) -> frozenset[str]:
    return word_set(name)
