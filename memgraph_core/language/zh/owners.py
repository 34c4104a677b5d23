"""Whose the animals of a Chinese clause are, if it does not say so: 家里有条金毛，还有只鹦鹉."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.following import Subject

_AT_HOME = re.compile(r"(?:我|咱|俺)?们?家里?")


def with_owners(
    phrases: Iterable[Phrase], sentence: Sentence, subject: Subject, before: Sequence[Phrase]
) -> Iterator[Phrase]:
    """The phrases of a clause, without those about animals whose owner is not clear.

    A second animal belongs to the owner of the first one. After a text about the speaker's partner, child or pet an animal is
    the speaker's. `subject` is the one that the clause inherits, and `before` are the phrases of the clauses before it.
    """
    for phrase in phrases:
        is_inherited = phrase.type == "HAS_PET" and phrase.subject in subject.names
        if not is_inherited or ("Thing" not in subject.kinds and not subject.is_assumed):
            yield phrase
            continue
        owner = _owner(phrase, sentence, subject, before)
        if owner:
            yield replace(phrase, subject=owner)


def _owner(phrase: Phrase, sentence: Sentence, subject: Subject, before: Sequence[Phrase]) -> str:
    """The owner of an animal; empty if it is not clear."""
    first = next((p.subject for p in before if p.type == "HAS_PET" and p.object == phrase.subject), "")
    if first:
        return first
    is_at_home = _AT_HOME.match(sentence.masked.sentence) is not None
    if subject.is_household or (is_at_home and not subject.is_assumed):
        return sentence.speaker
    is_of_person = subject.is_assumed and "Thing" not in subject.kinds
    return phrase.subject if is_of_person and not is_at_home else ""
