"""Removes from a hit the statements about people whom the question does not ask about.

Ada says "My sister lives in Rome". The sentence is Ada's and shares the words of "Where does Ada live?", but it does
not answer the question.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.language.names import name_key
from memgraph_core.language.people import kin_in
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.grouping import grouped
from memgraph_core.records.search import Candidates, Hit, Query

_OF_BEFORE_NAME = re.compile(r"\bof\s+$", re.IGNORECASE)  # "a teacher of Ada" is not Ada
_POSSESSIVE_AFTER_NAME = re.compile(r"['’]s?\b|['’](?=\W)|的")
_BEFORE_NAME = 20  # characters before a name in which "of" is looked for
_ASKER_AS_SUBJECT = re.compile(
    r"\b(?:do|did|am|was|have|had|will|would|can|could|should) I\b|^\W*我(?![的们])(?!.*(?:的人|那[个位]|谁))",
    re.IGNORECASE,
)
# The speaker may include themselves in a statement about somebody else: "my brother and I", 我和弟弟.
_INCLUDES_SPEAKER = re.compile(
    r"\b(?:(?:and|nor) I\b(?! \w+ (?:her|him|it|them)\b)|(?:I and|we|us|both|there|too)\b)|我们|咱|我[和跟与同也]|[和跟与同]我"
)


@dataclass(frozen=True, slots=True)
class AttributedText:
    """The text of a hit and the relations that it states, without those that concern only other people."""

    text: str
    relations: frozenset[str]
    is_complete: bool = True  # nothing was removed


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRelations:
    """The relations that a question asks about, and the people it asks about; empty if that is unclear."""

    uids: frozenset[str]  # of these people
    relations: frozenset[str]
    people: frozenset[str]  # uids of all candidates that are people
    # turn uid → its notes with facts, and these facts
    notes: Mapping[str, Sequence[tuple[Note, Sequence[Fact]]]]

    def concerns_others(self, fact: Fact) -> bool:
        """Whether a fact states an asked relation of another person, such as where another person lives."""
        return (
            self._is_asked(fact)
            and fact.subject in self.people
            and self.uids.isdisjoint((fact.subject, fact.object))
        )

    def attribute(self, hit: Hit) -> AttributedText:
        """The hit without the sentences whose notes state the asked relations of other people only."""
        facts_of = {note.text: facts for note, facts in self.notes.get(hit.turns[0], ())}
        if hit.note:
            facts_of[hit.note.text] = hit.facts
        about_others = [
            set(terms_of(text)) for text, facts in facts_of.items() if self._concern_others_only(facts)
        ]
        sentences = sentences_of(hit.text) if about_others else []
        kept = [
            sentence
            for sentence in sentences
            if _INCLUDES_SPEAKER.search(sentence)
            or not _is_subset_of_any(set(terms_of(sentence)), about_others)
        ]
        if len(kept) == len(sentences):
            return AttributedText(hit.text, frozenset(fact.type for fact in hit.facts))
        relations = frozenset(fact.type for fact in hit.facts if not self.concerns_others(fact))
        return AttributedText(" ".join(kept), relations, is_complete=False)

    def _concern_others_only(self, facts: Iterable[Fact]) -> bool:
        asked = [fact for fact in facts if self._is_asked(fact)]
        return bool(asked) and all(map(self.concerns_others, asked))

    def _is_asked(self, fact: Fact) -> bool:
        return _verb(fact.type) in map(_verb, self.relations)


def asked_relations(
    query: Query, people: Sequence[str], found: Candidates, asker: str | None = None
) -> AskedRelations:
    """The relations that the question asks about, of the `people` that it names, or of the asker where it says "I".

    Empty where the question may mean somebody whom it does not name ("Ada's teacher", kin), and for several questions
    in one.
    """
    meant = [found.key_entities.get(name_key(name), ()) for name in people]
    if not people and asker and _ASKER_AS_SUBJECT.search(query.asking_text):
        meant = [[entity for entity in found.entities.values() if name_key(entity.name) == name_key(asker)]]
    is_clear = meant and all(meant) and not any(_has_possessive(query.text, name) for name in people)
    if (
        not is_clear
        or query.subquestions
        or not query.relations
        or kin_in(query.text, query.language, people)
    ):
        return AskedRelations(uids=frozenset(), relations=frozenset(), people=frozenset(), notes={})
    return AskedRelations(
        uids=frozenset(entity.uid for entities in meant for entity in entities),
        relations=query.relations,
        people=frozenset(uid for uid, entity in found.entities.items() if entity.type == "Person"),
        notes=_notes_with_facts(found),
    )


def _notes_with_facts(found: Candidates) -> dict[str, list[tuple[Note, list[Fact]]]]:
    facts = grouped((note, fact) for fact in found.facts for note in fact.notes)
    return grouped((note.turns[0], (note, facts[note.uid])) for note in found.notes if note.uid in facts)


def _is_subset_of_any(terms: set[str], others: Iterable[set[str]]) -> bool:
    return any(terms <= other for other in others)


def _verb(relation: str) -> str:
    """The verb of a relation type: LIVES of LIVES_IN."""
    return relation.partition("_")[0]


def _has_possessive(question: str, name: str) -> bool:
    """Whether the question asks about something that belongs to the named person."""
    return any(
        _OF_BEFORE_NAME.search(question[max(0, match.start() - _BEFORE_NAME) : match.start()])
        or _POSSESSIVE_AFTER_NAME.match(question, match.end())
        for match in re.finditer(re.escape(name), question)
    )
