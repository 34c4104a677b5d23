"""The relations that a question asks about: "Where does Ada live?" asks for LIVES_IN.

The words come from the relation entries, which leave out ambiguous words ("do", "have", 有).
"""

import re
from functools import cache

from memgraph_core.language.entries import entries
from memgraph_core.language.pack import pack_of

_MAX_LENGTH = 400  # characters of a question that are read


def relations_asked(question: str, language: str) -> frozenset[str]:
    """The relation types that a question asks about; empty for most questions."""
    return frozenset(type_ for type_, _, _ in relation_words(question, language))


def relation_words(question: str, language: str) -> tuple[tuple[str, int, int], ...]:
    """The relation types that a question asks about, each with the start and end of its first words in the question."""
    question = pack_of(language).plain(question[:_MAX_LENGTH])
    found = ((type_, pattern.search(question)) for type_, pattern in _patterns(language))
    return tuple((type_, *match.span()) for type_, match in found if match)


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Relation type and pattern of a language. Compiled at the first question, because it takes time."""
    words = ((type_, entry.question.get(language)) for type_, entry in entries().items())
    pattern = pack_of(language).question_pattern
    return tuple((type_, pattern(alternatives)) for type_, alternatives in words if alternatives)
