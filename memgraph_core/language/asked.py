"""Which relations a question asks about: "Where does Ada live?" asks for LIVES_IN.

The words come from the relation entries. A word that may mean anything ("do", "have", 有) is in none of them.
"""

import re
from functools import cache

from memgraph_core.language.entries import entries
from memgraph_core.language.pack import pack_of

_MOST = 400  # characters of a question that are read


def relations_asked(question: str, language: str) -> frozenset[str]:
    """The relation types that a question touches; none for most questions."""
    return frozenset(type_ for type_, _, _ in relation_words(question, language))


def relation_words(question: str, language: str) -> tuple[tuple[str, int, int], ...]:
    """The relation types that a question touches, each with where the first words are that do."""
    question = pack_of(language).plain(question[:_MOST])
    found = ((type_, pattern.search(question)) for type_, pattern in _patterns(language))
    return tuple((type_, *match.span()) for type_, match in found if match)


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The patterns of a language. They are compiled at its first question, because that takes some time."""
    words = ((type_, entry.question.get(language)) for type_, entry in entries().items())
    pattern = pack_of(language).question_pattern
    return tuple((type_, pattern(alternatives)) for type_, alternatives in words if alternatives)
