"""Facts that English states in a noun phrase: an illness that somebody has, a thing that is somebody's, a group.

Appositions ("Pavel, a plumber", "Nadia (my cousin)", "Pavel (78)") and prepositions after a person ("Declan from
Cork", "my aunt in Turin") are read here too.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import is_negated
from memgraph_core.language.en.nouns import is_of, noun_phrase
from memgraph_core.language.en.predicates import is_age
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.status import status_of
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONFIDENCE = 0.75


def nominal_phrases_in(doc: "Doc", ends: Ends) -> Iterator[Phrase]:
    """What the possessive phrases of a parsed part state: "Grandpa's dementia", "our band"."""
    for token in doc:
        if ends.is_name(token) or ends.is_person(token):
            yield from _titled(token, ends)
            yield from _appositions(token, ends)
            yield from _origin(token, ends)
            yield from _age(token, ends)
        yield from _owned(doc, token, ends)
        yield from _named_worker(token, ends)


def _owned(doc: "Doc", token: "Token", ends: Ends) -> Iterator[Phrase]:
    """The facts that the owner of a noun shows."""
    owner = next((c for c in token.lefts if c.dep_ == "poss"), None)
    if owner is None or is_negated(token):
        return
    is_mine = owner.lower_ in ("my", "our")
    name = ends.speaker if is_mine else ends.name(owner)
    if name is None or not (is_mine or ends.is_person(owner)):
        return
    text = _bare(doc, owner, token, ends)
    if is_mine and is_of(token, "pet") and (pet := _own_pet(token, ends)):
        yield _phrase(name, "HAS_PET", pet, token)
    if not _is_asserted(token):
        return
    if is_mine and _is_lost_by_others(token):
        yield _phrase(name, "LOST", text, token)
    if is_of(token, "illness"):
        yield _phrase(name, "HAS_CONDITION", text, token)
    elif is_mine and is_of(token, "own_group") and not any(c.lower_[:4] == "favo" for c in token.lefts):
        yield _phrase(name, "MEMBER_OF", text, token)
    elif is_of(token, "worn"):
        yield _phrase(name, "USES", text, token)


_NO_PETS = frozenset(
    ["call", "name", "make", "cook", "eat", "fry", "bake", "grill", "roast", "season", "order"]
)  # as their object
_GONE = frozenset(["lose", "bury", "die", "miss"])


def _own_pet(token: "Token", ends: Ends) -> str | None:
    """The noun of a pet of the speaker that has no name: "our old dog is afraid of fireworks"."""
    span = ends.span(token)
    is_named = span is not None and not span.name.startswith(f"{ends.speaker}'s ")
    is_other = any(c.dep_ == "appos" for c in token.rights)
    is_elsewhere = token.head.lemma_ in _NO_PETS or any(t.lemma_ in _GONE for t in token.ancestors)
    is_any = token.lemma_ == "pet"  # "the bond with our pets" does not say which
    return (
        None
        if is_named or is_other or is_elsewhere or is_any
        else ends.object_text(token, with_complement=False)
    )


def _is_lost_by_others(token: "Token") -> bool:
    """Whether somebody else lost or took something of the speaker: "the airline lost my bag"."""
    if token.dep_ != "dobj" or token.head.lemma_ not in ("lose", "misplace", "steal", "nick"):
        return False
    subjects = [c for c in token.head.lefts if c.dep_ == "nsubj"]
    is_thing = is_of(token, "belonging") or is_of(token, "possession")
    return is_thing and bool(subjects) and not any(map(is_speaker, subjects))


def _titled(token: "Token", ends: Ends) -> Iterator[Phrase]:
    """Relatives whose name contains a kinship word: "Uncle Bertie", "Grandma Rosa"."""
    span = ends.span(token)
    if span is None or span.type != "Person" or any(c.dep_ == "poss" for c in token.lefts):
        return
    first, _, rest = span.name.partition(" ")
    kin = kin_words("en").get(first.lower())
    is_relative = kin is not None and kin.relation == "RELATIVE_OF" and not kin.plural
    if is_relative and rest[:1].isupper():
        yield _phrase(ends.speaker, "RELATIVE_OF", span.name, token)


def _appositions(token: "Token", ends: Ends) -> Iterator[Phrase]:
    """The facts that an apposition after a name states: "Pavel, a plumber", "Rex, our old dog", "heron, a Django monolith"."""
    name = ends.name(token)
    if name is None or not _is_asserted(token) or (token.dep_ == "conj" and token.head.pos_ == "PROPN"):
        return
    for other in (c for c in token.rights if c.dep_ == "appos" and c.i > token.i + 1):
        if any(word.pos_ == "VERB" for word in token.doc[token.i + 1 : other.left_edge.i]):
            continue  # of another noun: "we are getting a lodger, a biologist called Tariq"
        span = ends.span(other)
        if span is not None and (relation := _kin_relation(span.name, ends.speaker)):
            if span.name != name and ends.is_person(token) and not _is_kin(name, ends.speaker):
                yield _phrase(ends.speaker, relation, name, other)
        elif _has_role(other, ends) and ends.is_person(token) and not is_speaker(token):
            yield _phrase(name, "WORKS_AS", ends.text(other.doc, *noun_phrase(other)), other)
        elif not any(c.lower_ in ("a", "an") for c in other.lefts):
            continue
        elif ends.is_person(token) and is_of(other, "occupation"):
            yield _phrase(name, "WORKS_AS", ends.text(other.doc, *noun_phrase(other)), other)


def _named_worker(noun: "Token", ends: Ends) -> Iterator[Phrase]:
    """The work that the noun before a name names: "the head gardener, Mr Prosser"."""
    if noun.tag_ != "NN" or not is_of(noun, "occupation"):
        return
    person = next((c for c in noun.rights if c.dep_ == "appos"), None)
    span = ends.span(person) if person is not None else None
    if span is not None and span.type == "Person" and span is not ends.span(noun):
        first, last = noun_phrase(noun)
        text = ends.text(noun.doc, ends.without_owner(noun, first), min(last, noun.i))
        yield _phrase(span.name, "WORKS_AS", text, noun)


def _has_role(noun: "Token", ends: Ends) -> bool:
    """Whether an apposition names the work or the role that somebody has: "Anders, the caretaker"."""
    is_named = is_of(noun, "occupation") or is_of(noun, "role")
    return is_named and ends.span(noun) is None and any(c.lower_ == "the" for c in noun.lefts)


def _kin_relation(name: str, speaker: str) -> str | None:
    """The relation of the speaker to kin without a proper name: RELATIVE_OF for `Ada's cousin`."""
    words = name.removeprefix(f"{speaker}'s ").split()
    kin = kin_words("en").get(words[-1]) if words and _is_kin(name, speaker) else None
    return kin.relation if kin is not None and not kin.plural else None


def _is_kin(name: str, speaker: str) -> bool:
    return name.startswith(f"{speaker}'s ")


_CLOSED = frozenset([",", ")", ".", "!", "and", "who", ";"])


def _age(token: "Token", ends: Ends) -> Iterator[Phrase]:
    """The age after a name, in commas or brackets: "Tjitske (78) climbs on her roof", "Joan, 79, lives alone"."""
    doc, number = token.doc, token.i + 2
    if number >= len(doc) or doc[token.i + 1].text not in (",", "(") or not is_age(doc[number].text):
        return
    following = doc[number + 1].lower_ if number + 1 < len(doc) else "."
    name = ends.name(token) if ends.is_person(token) and not is_speaker(token) else None
    if name is not None and following in _CLOSED:
        yield _phrase(name, "AGED", doc[number].text, token)


def _origin(token: "Token", ends: Ends) -> Iterator[Phrase]:
    """The place where somebody is from, lives or works, by the preposition after the name: "my cousin Declan from Cork"."""
    name = ends.name(token) if ends.is_person(token) and not is_speaker(token) else None
    if name is None or not _is_asserted(token) or any(c.lower_ in ("a", "an") for c in token.lefts):
        return  # "a Colour Technologist from Cork" has no name
    for preposition in (c for c in token.rights if c.dep_ == "prep" and c.i == token.i + 1):
        for place in (c for c in preposition.children if c.dep_ == "pobj"):
            text = ends.object_text(place, with_complement=False)
            if text is None:
                continue
            if preposition.lower_ == "from" and ends.fits(place, "Place"):
                yield _phrase(name, "COMES_FROM", text, token)
            elif preposition.lower_ == "in" and token.dep_ != "dobj" and ends.type(place) == "Place":
                yield _phrase(name, "LIVES_IN", text, token)
            elif preposition.lower_ == "from" and is_of(place, "trade"):
                yield _phrase(name, "WORKS_IN", text, token)


def _bare(doc: "Doc", owner: "Token", token: "Token", ends: Ends) -> str:
    """A noun with its modifiers, without its owner."""
    first, last = noun_phrase(token)
    behind = max((c.i for c in owner.children if c.dep_ == "case"), default=owner.i) + 1
    return ends.text(doc, max(first, behind), last)


def _is_asserted(token: "Token") -> bool:
    head = token
    while head.pos_ not in ("VERB", "AUX") and head.head.i != head.i:
        head = head.head
    return head.pos_ not in ("VERB", "AUX") or status_of(head) in ("asserted", "planned")


def _phrase(subject: str, relation: str, text: str, token: "Token") -> Phrase:
    return Phrase(subject, relation, text, start=token.idx, confidence=_CONFIDENCE, dated=False)
