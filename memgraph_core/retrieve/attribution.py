"""What a hit tells of those whom a question asks about, where it tells the same of somebody else.

"My sister lives in Rome" is said by Ada, about her, and in the words of "Where does Ada live?", and does not answer it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.language.names import name_key
from memgraph_core.language.people import kin_in
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.search import Candidates, Hit, Query

_BEFORE = re.compile(r"\bof\s+$", re.IGNORECASE)  # what is of somebody is another: a teacher of Ada
_ASKER = re.compile(
    r"\b(?:do|did|am|was|have|had|will|would|can|could|should) I\b|^\W*我(?![的们])(?!.*(?:的人|那[个位]|谁))",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"^['’]s?\b|^['’](?=\W)|^的")
# Who tells of somebody else may tell of themselves with them: "my brother and I", 我和弟弟.
_BOTH = re.compile(
    r"\b(?:(?:and|nor) I\b(?! \w+ (?:her|him|it|them)\b)|(?:I and|we|us|both|there|too)\b)|我们|咱|我[和跟与同也]|[和跟与同]我"
)


@dataclass(frozen=True, slots=True)
class Told:
    """The words of a hit and the relations that it states, without those that are of somebody else."""

    text: str
    relations: frozenset[str]
    whole: bool = True  # nothing is left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Of whom a question asks which relations: of these people and nobody else."""

    uids: frozenset[str]
    relations: frozenset[str]
    people: frozenset[str]  # all who are known to be people
    stated: Mapping[
        str, Sequence[tuple[Note, Sequence[Fact]]]
    ]  # uid of a turn → its notes that state something

    def is_of_another(self, fact: Fact) -> bool:
        """Whether a fact says what is asked of another person: where they live, or with whom."""
        return (
            _verb(fact.type) in map(_verb, self.relations)
            and fact.subject in self.people
            and self.uids.isdisjoint((fact.subject, fact.object))
        )

    def told_in(self, hit: Hit) -> Told:
        """What a hit tells, without the sentences of notes that say what is asked of another alone."""
        stated = {note.text: facts for note, facts in self.stated.get(hit.turns[0], ())}
        if hit.note:
            stated[hit.note.text] = hit.facts
        apart = [set(terms_of(text)) for text, facts in stated.items() if self._is_apart(facts)]
        sentences = sentences_of(hit.text) if apart else []
        rest = [s for s in sentences if _BOTH.search(s) or not _is_one_of(set(terms_of(s)), apart)]
        if len(rest) == len(sentences):
            return Told(hit.text, frozenset(fact.type for fact in hit.facts))
        theirs = frozenset(fact.type for fact in hit.facts if not self.is_of_another(fact))
        return Told(" ".join(rest), theirs, whole=False)

    def _is_apart(self, facts: Iterable[Fact]) -> bool:
        asked = [fact for fact in facts if _verb(fact.type) in map(_verb, self.relations)]
        return bool(asked) and all(map(self.is_of_another, asked))


def asked_about(query: Query, people: Sequence[str], found: Candidates, asker: str | None = None) -> Asked:
    """Whom a question asks about, who asks where it says "I". Nobody, where it may mean another than those whom it names:
    "Ada's teacher", kin, and one of several questions.
    """
    meant = [found.key_entities.get(name_key(name), ()) for name in people]
    if not people and asker and _ASKER.search(query.asking_text):
        meant = [[entity for entity in found.entities.values() if name_key(entity.name) == name_key(asker)]]
    alone = meant and all(meant) and not any(_owns(query.text, name) for name in people)
    if not alone or query.subquestions or not query.relations or kin_in(query.text, query.language, people):
        return Asked(uids=frozenset(), relations=frozenset(), people=frozenset(), stated={})
    return Asked(
        uids=frozenset(entity.uid for entities in meant for entity in entities),
        relations=query.relations,
        people=frozenset(uid for uid, entity in found.entities.items() if entity.type == "Person"),
        stated=_stated(found),
    )


def _stated(found: Candidates) -> dict[str, list[tuple[Note, list[Fact]]]]:
    facts: dict[str, list[Fact]] = defaultdict(list)
    for fact in found.facts:
        for note in fact.notes:
            facts[note].append(fact)
    stated: dict[str, list[tuple[Note, list[Fact]]]] = defaultdict(list)
    for note in found.notes:
        if note.uid in facts:
            stated[note.turns[0]].append((note, facts[note.uid]))
    return stated


def _is_one_of(sentence: set[str], noted: Iterable[set[str]]) -> bool:
    return any(sentence <= note for note in noted)


def _verb(relation: str) -> str:
    return relation.partition("_")[0]


def _owns(question: str, name: str) -> bool:
    """Whether something of theirs is asked about."""
    return any(
        _BEFORE.search(question[: match.start()]) or _BEHIND.search(question[match.end() :])
        for match in re.finditer(re.escape(name), question)
    )
