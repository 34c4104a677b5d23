"""The words that fill the slots of a pattern: persons, names and things, with their texts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes, noun_phrase, verb_phrase
from memgraph_core.language.en.slot_tests import TESTS
from memgraph_core.language.en.things import ends_date, is_date, is_software
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.spans import Span
from memgraph_core.records.kinds import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_RECOGNISED: dict[str, EntityType] = {
    "PERSON": "Person", "GPE": "Place", "LOC": "Place", "FAC": "Place", "ORG": "Organization", "WORK_OF_ART": "Work",
    "EVENT": "Event",
}  # fmt: skip
_FILLERS = re.compile(
    r"(?:^|,? )(?:too|also|as well|either|again|though|lately|from time to time|such(?: as)?)$"
)
_MARKS = re.compile(r"[^\w)%+#\"'’]+$")  # punctuation and emojis at the end of a text


@dataclass(frozen=True, slots=True)
class Ends:
    """Names the tokens of a parsed part of a sentence by the spans in it."""

    spans: Sequence[Span]
    speaker: str

    def span(self, token: "Token") -> Span | None:
        """The span in which a token lies."""
        return next((s for s in self.spans if s.start <= token.idx < s.end and s.name), None)

    def text(self, doc: "Doc", first: int, last: int) -> str:
        """The text of tokens, with the names that the spans have."""
        pieces: list[str] = []
        named: Span | None = None
        for token in doc[first : last + 1]:
            span = self.span(token)
            if span is not None and span is named:
                pieces[-1] = pieces[-1].rstrip() + token.whitespace_
            elif span is not None:
                pieces.append(span.name + token.whitespace_)
            else:
                pieces.append(token.text_with_ws)
            named = span
        return _MARKS.sub("", "".join(pieces)).strip(" ,.;:!\"'()")

    def action_text(self, verb: "Token") -> str:
        """The text of an infinitive or gerund with its objects."""
        first, last = verb_phrase(verb)
        rest = self.text(verb.doc, first + 1, last) if last > first else ""
        rest = _FILLERS.sub("", rest)
        return f"{verb.text if verb.tag_ == 'VBG' else verb.lemma_} {rest}".strip()

    def type(self, token: "Token") -> EntityType | None:
        """The type of what a token names, from its span, else from the named-entity recogniser."""
        span = self.span(token)
        if span is not None:
            return span.type
        if (called := self._called(token)) is not None:
            return self.type(called)
        return _RECOGNISED.get(token.ent_type_) if token.pos_ == "PROPN" else None

    def is_name(self, token: "Token") -> bool:
        """Whether a token is a name, part of one, or is followed by one: "a startup called Fern"."""
        return (
            self.span(token) is not None
            or self._called(token) is not None
            or (token.pos_ == "PROPN" and token.ent_type_ not in ("DATE", "TIME"))
        )

    def is_person(self, token: "Token") -> bool:
        """Whether a token means a person: the speaker, a name or kin."""
        if is_speaker(token):
            return True
        span = self.span(token)
        if span is not None and span.type is not None:
            return span.type == "Person"
        if span is not None:
            is_code = token.text.isupper() and len(token.text) > 1  # "our SLA", "CI"
            return token.pos_ == "PROPN" and token.ent_type_ in ("PERSON", "") and not is_code
        if (named := self._called(token)) is not None:
            span = self.span(named)
            return is_of(token, "human") or (span is not None and span.type == "Person")
        if self._titled(token) is not None:
            return True
        return token.pos_ == "PROPN" and token.ent_type_ == "PERSON" and not is_of(token, "language")

    def is_living(self, token: "Token") -> bool:
        """Whether a token means a person or a pet: `Rex` in "our dog Rex has asthma", "he" for a pet."""
        if self.is_person(token):
            return True
        span = self.span(token)
        if span is None or span.type not in (None, "Thing"):
            return False
        is_pet = is_of(token, "pet") or any(is_of(c, "pet") for c in token.lefts)
        return is_pet or token.lower_ in ("he", "she") or is_given_name(span.name)

    def name(self, token: "Token") -> str | None:
        """The name of a person or thing, if it has one: a span, the speaker, `a woman called Ann`."""
        if is_speaker(token):
            return self.speaker
        span = self.span(token)
        if span is not None:
            return self._with_number(token, span)
        if (called := self._called(token)) is not None:
            return self.name(called) or self.text(token.doc, *noun_phrase(called))
        return self.name(titled) if (titled := self._titled(token)) is not None else None

    def _titled(self, token: "Token") -> "Token | None":
        """The name directly after a noun for a role: "our singer Ivo", "the surgeon Mr Farrell"."""
        if token.pos_ != "NOUN" or not (is_of(token, "role") or is_of(token, "occupation")):
            return None
        comma = int(
            token.doc[token.i + 1 : token.i + 2].text == ","
            and any(c.lower_ in ("a", "an") for c in token.lefts)
        )
        behind = next(
            (c for c in token.rights if c.dep_ == "appos" and c.left_edge.i == token.i + 1 + comma), None
        )
        span = self.span(behind) if behind is not None else None
        return behind if span is not None and span.type == "Person" else None

    def _called(self, token: "Token") -> "Token | None":
        """The name after a noun and "called"; the parse often attaches it to an earlier noun."""
        doc, verb = token.doc, token.i + 1
        if (
            not (token.pos_ in ("NOUN", "PRON") or token.dep_ == "pobj")
            or verb + 1 >= len(doc)
            or doc[verb].lower_ not in ("called", "named")
        ):
            return None
        name = doc[verb + 1]
        if name.lower_ == "the" and name.i + 1 < len(doc):
            name = doc[name.i + 1]
        while name.i + 1 < len(doc) and name.dep_ == "compound" and name.head.i > name.i:
            name = doc[name.i + 1]
        return name if self.span(name) is not None or name.pos_ in ("PROPN", "NOUN", "X") else None

    def without_owner(self, token: "Token", first: int) -> int:
        """The first token of a noun phrase that does not begin with a possessive pronoun: `piano` in "her piano"."""
        for owner in (c for c in token.lefts if c.dep_ == "poss" and c.i >= first):
            case = next((c for c in owner.children if c.dep_ == "case"), None)
            span = self.span(owner)
            is_verb = token.pos_ == "ADJ"  # "Ann's furious" is often parsed as a possessive
            if case is not None and (is_verb or (span is not None and case.idx < span.end)):
                return case.i + 1
        return first

    def _own_thing(self, token: "Token") -> str:
        """The noun for a thing of the speaker that has no name: `dog` in "my old dog"."""
        first, last = noun_phrase(token)
        return token.doc[first : last + 1].text

    def _with_number(self, token: "Token", span: Span) -> str:
        """The name with the number after it: `Postgres 16`. The number of an amount is left out."""
        behind = next(
            (t for t in token.doc[token.i + 1 : token.i + 2] if t.like_num and t.text[0].isdigit()), None
        )
        if (
            behind is None
            or behind.idx < span.end
            or span.type in ("Person", "Place")
            or behind.ent_type_ in ("DATE", "TIME", "QUANTITY")
        ):
            return span.name
        return f"{span.name} {behind.text}"

    def subject_text(self, token: "Token") -> str | None:
        """The name of a subject; None if it names nobody and nothing."""
        name = self.name(token)
        if name is not None:
            return name
        is_noun = token.pos_ in ("NOUN", "PROPN") or any(
            c.lower_ in ("the", "our", "my") for c in token.lefts
        )
        if is_vague(token) or not is_noun:
            return None
        if any(c.lower_ in ("favorite", "favourite") for c in token.lefts):
            return None
        return self.text(token.doc, *noun_phrase(token)) or None

    def object_text(self, token: "Token", *, with_complement: bool) -> str | None:
        """The name or the noun phrase of an object; None if it names nothing."""
        span = self.span(token)
        if span is not None and span.type == "Thing" and "'s " in span.name and is_of(token, "pet"):
            return self._own_thing(token)
        if span is not None and span.type == "Thing" and span.name.startswith(f"{self.speaker}'s "):
            return self._own_thing(token)
        if token.tag_ == "NNS" and (is_of(token, "children") or is_of(token, "siblings")):
            return self._own_thing(token)  # "two kids"
        if (
            span is not None
            and span.name.lower() == token.lower_
            and token.lower_ in noun_classes()["nowhere"]
        ):
            return None
        name = self.name(token)
        if name is not None:
            return name
        if is_date(token):
            other = next((t.i for t in token.subtree if t.i > token.i and ends_date(t)), None)
            return self.text(token.doc, token.left_edge.i, token.right_edge.i if other is None else other - 1)
        return self._noun_text(token, with_complement=with_complement)

    def _noun_text(self, token: "Token", *, with_complement: bool) -> str | None:
        if is_vague(token) or token.pos_ == "VERB" or _is_cut(token):
            return None
        first, last = noun_phrase(token, with_complement=with_complement)
        if token.lemma_ in noun_classes()["partitive"]:
            first, last = _whole_share(token)
        if first > last:
            return None
        if is_of(token, "medicine"):
            last = min(last, token.i)  # without the dose: "lisinopril 10 mg"
        return self.text(token.doc, self.without_owner(token, first), last) or None

    def fits(self, token: "Token", wanted: str) -> bool:
        """Whether a token is of a class of the pattern language: a test of `TESTS`, or a group of nouns."""
        if wanted.startswith("!"):
            is_maker = wanted == "!person" and token.dep_ == "appos" and is_of(token, "occupation")
            return not (is_maker or self.fits(token, wanted[1:]))  # "Ann, a carpenter based in Rome"
        test = TESTS.get(wanted)
        if test is not None:
            return test(self, token)
        return is_of(token, wanted) or self._called_of(token, wanted)

    def _called_of(self, token: "Token", wanted: str) -> bool:
        """Whether the last word of the name of a token is of a class: `Ada's father` is `family`."""
        span = self.span(token)
        return span is not None and "'s " in span.name and span.name.split()[-1] in noun_classes()[wanted]

    def is_place(self, token: "Token") -> bool:
        """Whether a token may name a place."""
        is_place = self.type(token) == "Place" or (self.is_name(token) and self.type(token) is None)
        return is_place and not any(map(str.isdigit, token.text)) and not is_of(token, "calendar")

    def is_product(self, token: "Token") -> bool:
        """Whether a token names software or another product."""
        named = self.is_name(token) and self.type(token) in (None, "Thing", "Organization")
        return named or (is_software(token) and not self.is_person(token))

    def is_pet(self, token: "Token") -> bool:
        """Whether a token is an animal, or the name of one."""
        return is_of(token, "pet")


def _is_cut(token: "Token") -> bool:
    """Whether words outside the noun phrase say what it means: "the food there", "no. 2"."""
    after = token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""
    before = token.nbor(-1).lower_ if token.i else ""
    is_number = token.like_num and before in ("no.", "no", "number", "#")
    return after in ("there", "here") or is_number or not token.text[0].isalnum()


def _whole_share(token: "Token") -> tuple[int, int]:
    """The phrase of a share with all that it is of: "a mix of jazz and folk"; an empty range if it does not say of what."""
    first, last = noun_phrase(token, with_complement=True)
    return (first, max([last, *(c.i for c in token.doc[last].conjuncts)])) if first < last else (0, -1)
