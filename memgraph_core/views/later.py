"""What later notes change of a profile: facts that they say are over.

No fact was read from these notes, so a profile claims nothing of them: it marks the older sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.language.later_end import may_say_over, says_over, smokes_again, states_job
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.reference import (
    has_pronoun,
    names_other,
    relations_to,
    words_for,
)
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.views.claims import Claim, Said, Sources, quotation, spoken_parts


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The sentence of a note, with its speaker; None if it has none."""

    note: Note
    speaker: str | None
    text: str


class LaterNotes:
    """The notes about an entity, by what they say of its facts."""

    def __init__(self, entity: Entity, notes: Sequence[Note], sources: Sources, at: datetime) -> None:
        self._entity, self._sources, self._at = entity, sources, at
        self._relations = relations_to(entity, sources.facts.values(), sources.names)
        speakers = {entity.name, *sources.names.values(), *sources.speakers}
        self._ending = [
            _Spoken(note, *spoken_parts(note.text, speakers)) for note in notes if may_say_over(note.text)
        ]

    def revised(self, fact: Fact, claim: Claim) -> Claim | None:
        """A claim as far as no later note says that it is over; None if it cannot be quoted either."""
        if fact.type == "SMOKES" and (claim.has_ended or not claim.is_stated):
            again = any(smokes_again(each.text) for each in self._after(claim))
            return replace(claim, is_outdated=True, is_stated=False) if again else claim
        if claim.has_ended or claim.is_outdated or fact.holds_until is not None:
            return claim
        ending = next((each for each in self._after(claim) if self._ends(fact, claim, each)), None)
        if ending is None:
            return claim
        if fact.type == "HAS_PET":
            said = replace(claim.said, text=ending.text, speaker=ending.speaker, at=ending.note.said_at)
            return replace(claim, said=said, is_stated=True, has_ended=True)
        quoted = quotation(claim.said)
        return None if quoted is None else replace(quoted, is_outdated=True)

    def _after(self, claim: Claim) -> Iterator[_Spoken]:
        said_at = claim.said.at
        return (
            each
            for each in self._ending
            if said_at is not None and each.note.said_at is not None and each.note.said_at > said_at
        )

    def _ends(self, fact: Fact, claim: Claim, spoken: _Spoken) -> bool:
        subject = self._sources.subject(fact)
        if fact.type != "HAS_PET" and fact.subject != self._entity.uid:
            return False
        is_own = spoken.speaker == subject
        if (
            is_own
            and fact.type != "HAS_PET"
            and names_other(spoken.text, subject, self._sources.names.values())
        ):
            return False
        names = () if is_own else self._names(subject, spoken)
        if not (is_own or names or fact.type == "HAS_PET"):
            return False
        type_ = fact.type
        if (
            type_ not in ("HAS_PET", "LIVES_IN")
            and is_own
            and not claim.is_stated
            and states_job(claim.said.text)
        ):
            type_ = "WORKS_AT"
        return says_over(type_, self._sources.object(fact), spoken.text, names, spoken.note.said_at, self._at)

    def _names(self, subject: str, spoken: _Spoken) -> tuple[str, ...]:
        return tuple(words_for(subject, spoken.text, self._relations.get(spoken.speaker or "", ())))


def refers_to(entity: Entity, fact: Fact, said: Said, relations: Mapping[str, set[str]]) -> bool:
    """Whether the sentence of somebody else has a word for an entity; a pronoun, if it was resolved to the entity."""
    has_rules = pack_of(language_of(said.text)).pronouns() is not None
    if said.speaker is None or said.speaker == entity.name or not has_rules:
        return True
    if has_pronoun(said.text) and entity.name in fact.text:
        return True
    return next(words_for(entity.name, said.text, relations.get(said.speaker, ())), None) is not None
