"""A clause together with a pattern that fits its form, and the ends of the facts that it yields."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause
from memgraph_core.language.en.patterns import Pattern, Slot
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.vocabulary import relation_of

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass(frozen=True, slots=True)
class End:
    """One end of a fact: its text and the token that it was read from.

    The token is None for a speaker that the clause does not name, and for an object that is given by the pattern.
    """

    text: str
    token: "Token | None"


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A clause and a pattern that fits its form. `anchor` is the word that the pattern names, if it names one."""

    clause: Clause
    ends: Ends
    pattern: Pattern
    anchor: "Token | None"

    def fits(self, token: "Token", slot: Slot) -> bool:
        """Whether a token may fill a slot, by the classes of the slot or by the types of the relation."""
        if slot.classes:
            return all(self.ends.fits(token, wanted) for wanted in slot.classes)
        relation = relation_of(self.pattern.relation)
        if slot.role == "SUBJ":
            return (
                relation.only_ends
                or self._fits_subject(token, relation.subject_type)
                or (relation.pets and self.ends.is_living(token))
            )
        wanted, type_ = relation.object_type, self.ends.type(token)
        if wanted == "Person":
            return self.ends.is_person(token)
        if token.ent_type_ in ("DATE", "TIME", "ORDINAL", "CARDINAL") and not relation.literal:
            return False
        return type_ is None or wanted is None or type_ == wanted or (type_ not in ("Place", "Person"))

    def _fits_subject(self, token: "Token", wanted: str | None) -> bool:
        if wanted == "Person":
            return self.ends.is_person(token)
        return not is_speaker(token) and not self.ends.is_person(token)
