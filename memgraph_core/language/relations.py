"""Relation phrases: a dozen kinds of statement that name two ends.

Each pattern is anchored on a trigger and yields (subject, type, object). `I` stands for the speaker and is
resolved by the extractor. Questions, plans, wishes and denials ("would love to", "if I", "I'm not") give
nothing: better no fact than a wrong one. The vocabulary says which relations hold one object at a time.
"""

from memgraph_core.language import relations_en, relations_zh
from memgraph_core.language.sentences import is_question
from memgraph_core.language.vocabulary import VOCABULARY, Phrase, Relation, relation_of

__all__ = ["VOCABULARY", "Phrase", "Relation", "phrases_in", "relation_of"]


def phrases_in(sentence: str, language: str) -> list[Phrase]:
    """The relations that a statement words, in the order of its language's table, each once."""
    if is_question(sentence):
        return []
    found = relations_zh.phrases_in(sentence) if language == "zh" else relations_en.phrases_in(sentence)
    return list(dict.fromkeys(found))
