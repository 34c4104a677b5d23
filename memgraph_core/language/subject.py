"""The subject words of a question: its content words, without question words, pronouns and numerals.

In "Which book did Ada read in Turin?" these are book, read and Turin; Ada is a name. In 那个职位是厨师的人有多高 they are
职位, 厨师 and 高. The part of speech is known for Chinese words, but not for English ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import lines_of

# thing: a noun, which an answer repeats. deed: a verb or adjective, for which an answer may use another word.
# kind: the kind of answer that is wanted ("which book"), which an answer need not contain.
Sort = Literal["thing", "deed", "kind"]
_PLANNED = frozenset(["plan", "plans", "planned", "schedule", "scheduled", "安排", "计划", "日程", "行程"])
_MAX_LENGTH = 1_000  # characters of a question that are read


@dataclass(frozen=True, slots=True)
class SubjectWord:
    """A subject word, `question[start:end]`, and the terms by which it is searched."""

    text: str
    start: int
    end: int
    sort: Sort
    terms: tuple[str, ...]


def subject_words(question: str, language: str, names: Sequence[str] = ()) -> tuple[SubjectWord, ...]:
    """The subject words of a question, in order. `names` are left out."""
    question = question[:_MAX_LENGTH]
    found = pack_of(language).subject_words(question, names)
    return tuple(word for word in found if word.terms)


def names_plan(word: SubjectWord) -> bool:
    """Whether a word only says that something is planned, as in "what is planned for Friday"."""
    return simplified(word.text.lower()) in _PLANNED


def synonym_terms(word: SubjectWord) -> tuple[tuple[str, ...], ...]:
    """The terms of each synonym of a word: film for movie, 月租 for 房租."""
    groups = synonyms("same_en" if word.text.isascii() else "same_zh")
    return tuple(
        terms_of_word(other, is_guess=False) for other in groups.get(simplified(word.text.lower()), ())
    )


@cache
def synonyms(name: str) -> dict[str, tuple[str, ...]]:
    """Word → its synonyms in a list."""
    groups = [line.split() for line in lines_of(name)]
    return {word: tuple(w for w in group if w != word) for group in groups for word in group}


def terms_of_word(word: str, *, is_guess: bool) -> tuple[str, ...]:
    """The terms of a word. For Chinese: pairs of characters, and also single ones if the ends of the word are a guess."""
    terms = tuple(dict.fromkeys(terms_of(word)))
    if is_guess and len(word) > 1 and not word.isascii():
        return terms
    return tuple(term for term in terms if len(term) > 1) or terms
