"""The words of a question that tell what it is about: without what only asks, points or counts.

In 那个职位是厨师的人有多高 these are 职位, 厨师 and 高, in "Which book did Ada read in Turin?" book, read and Turin (and Ada,
who is told by name). Whether a word names a thing is known of Chinese words, by their tags, and not of English ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import lines_of

# thing: what is named, and stands in an answer as it does here; deed: what is done or how it is, for which there are many
# words; kind: what kind of answer is wanted ("which book"), which an answer need not say
Sort = Literal["thing", "deed", "kind"]
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
    found = pack_of(language).subject_words(question, names)
    return tuple(word for word in found if word.terms)


def same_words(word: SubjectWord) -> tuple[tuple[str, ...], ...]:
    """The terms of other words that are said for this one: 月租 for 房租, film for movie."""
    groups = _same("same_en" if word.text.isascii() else "same_zh")
    return tuple(
        terms_of_word(other, is_guess=False) for other in groups.get(simplified(word.text.lower()), ())
    )


@cache
def _same(name: str) -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in lines_of(name)]
    return {word: tuple(w for w in group if w != word) for group in groups for word in group}


def terms_of_word(word: str, *, is_guess: bool) -> tuple[str, ...]:
    """Pairs of characters; also single ones of a word whose ends are a guess."""
    terms = tuple(dict.fromkeys(terms_of(word)))
    if is_guess and len(word) > 1 and not word.isascii():
        return terms
    return tuple(term for term in terms if len(term) > 1) or terms
