"""The words that fill the slots of a pattern: persons, names and things, with their texts."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes, noun_phrase, verb_phrase
from memgraph_core.language.en.preparing import MEDICINE
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
_DOSE = re.compile(
    r"\d\s?(?:mg|mcg|µg|ml|iu|g)\b|\btwice a day\b|\bonce a day\b|\bdaily\b|\bdose\b", re.IGNORECASE
)
_TECHNICAL = re.compile(r"[a-z][A-Z]|[A-Za-z]\d|[._/:]\w|^[A-Z]{2,}$")
# Endings of the names of illnesses.
ILLNESS = re.compile(r"\w{3}(?:itis|osis|aemia|emia|algia|pathy|phobia|plegia|sclerosis)$")
ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)+/\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|local)$|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?$|localhost"
)
_MORE = re.compile(r"\b(?:too|also|as well|another|second|holiday|rental|rent out)\b", re.IGNORECASE)
_NUMERIC = frozenset(["DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL"])
_NUMBER = re.compile(r"[£$€¥]?\s?\d[\d,.]*\s?[kKmM%€]?")


def _ends_date(token: "Token") -> bool:
    """Whether a date ends before a token: before a phrase of another thing, or a comma that is not before a year or a
    day: "born on September 4, 3,420 grams".
    """
    if token.text not in (",", ";", "(", "-", "–", "—"):
        return _leads_to_other(token)
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    is_year = following is not None and re.fullmatch(r"(?:1[89]|20)\d\d", following.text)
    return not (
        following is not None and (is_year or is_of(following, "calendar") or following.lower_ == "the")
    )


def _leads_to_other(token: "Token") -> bool:
    """Whether a word begins what a date is contrasted with: ", not May 6", "instead of May 6"."""
    following = token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""
    return (token.text, following) == (",", "not") or (token.lower_, following) in (
        ("instead", "of"),
        ("rather", "than"),
    )


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
            return self._with_brand(token, span) or self._with_number(token, span)
        if (called := self._called(token)) is not None:
            return self.name(called) or self.text(token.doc, *noun_phrase(called))
        if (work := self._work(token)) is not None:
            return work
        return self.name(titled) if (titled := self._titled(token)) is not None else None

    def _work(self, token: "Token") -> str | None:
        """The title in quotation marks directly after a noun: `Paddington` in 'the film "Paddington"'."""
        doc, title = token.doc, token.i + 2
        if token.pos_ != "NOUN" or title >= len(doc) or doc[token.i + 1].text not in ('"', "'"):
            return None
        span = self.span(doc[title])
        return span.name if span is not None and span.type == "Work" else None

    def _with_brand(self, token: "Token", span: Span) -> str | None:
        """The name of a product with that of its maker, which is a span of its own: "Garmin Venu"."""
        brand = next((c for c in token.lefts if c.dep_ == "compound" and c.i == token.i - 1), None)
        other = self.span(brand) if brand is not None else None
        if other is None or other is span or "Person" in (span.type, other.type) or span.type == "Place":
            return None
        return f"{other.name} {span.name}" if is_of_maker(other.name) else None

    def _titled(self, token: "Token") -> "Token | None":
        """The name directly after a noun for a role: "our singer Ivo", "the surgeon Mr Farrell"."""
        if token.pos_ != "NOUN" or not (
            is_of(token, "role") or is_of(token, "occupation") or is_of(token, "musician")
        ):
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

    def _named_app(self, token: "Token") -> str | None:
        """The name directly after a word for software: "the budgeting app Pennywise"."""
        behind = next((c for c in token.rights if c.dep_ == "appos" and c.left_edge.i == token.i + 1), None)
        span = self.span(behind) if behind is not None and token.pos_ == "NOUN" else None
        return span.name if span is not None and span.type != "Person" and is_software(token) else None

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
        following = token.doc[behind.i + 1 : behind.i + 2].text.lower()
        return (
            span.name if following in ("mg", "mcg", "g", "ml", "µg", "iu") else f"{span.name} {behind.text}"
        )

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
        name = self.name(token) or self._named_app(token)
        if name is not None:
            return name
        if is_date(token):
            other = next((t.i for t in token.subtree if t.i > token.i and _ends_date(t)), None)
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
        if is_of(token, "medicine") or MEDICINE.fullmatch(token.text):
            last = min(last, token.i)  # without the dose: "lisinopril 10 mg"
        return self.text(token.doc, self.without_owner(token, first), last) or None

    def fits(self, token: "Token", wanted: str) -> bool:
        """Whether a token is of a class of the pattern language: a test of `_TESTS`, or a group of nouns."""
        if wanted.startswith("!"):
            is_maker = wanted == "!person" and token.dep_ == "appos" and is_of(token, "occupation")
            return not (is_maker or self.fits(token, wanted[1:]))  # "Ann, a carpenter based in Rome"
        test = _TESTS.get(wanted)
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
        return is_place and not is_of(token, "calendar") and not any(map(str.isdigit, token.text))

    def is_product(self, token: "Token") -> bool:
        """Whether a token names software or another product."""
        named = self.is_name(token) and self.type(token) in (None, "Thing", "Organization")
        return named or (is_software(token) and not self.is_person(token))

    def is_pet(self, token: "Token") -> bool:
        """Whether a token is an animal, or the name of one."""
        span = self.span(token)
        named = span is not None and span.type == "Thing"
        return is_of(token, "pet") or (named and any(is_of(t, "pet") for t in token.children))


def _is_reflexive(token: "Token") -> bool:
    """Whether a pronoun means the subject of its verb: "I bought myself a bike"."""
    return token.lower_.endswith(("self", "selves"))


# Adverbs and verbs after persons or animals that are only present: "we had six kids over", "two dogs staying with us".
_HERE = frozenset(["over", "round", "around", "here", "there", "outside", "inside", "stay", "come", "visit"])
_AT = frozenset(["in", "at", "on", "around", "round", "over", "outside", "inside", "for", "to"])
# Times of a life: "I had a dog in my childhood", "at school".
_LIFE = frozenset(
    ["childhood", "youth", "time", "twenty", "thirty", "forty", "school", "college", "university", "uni",
     "year", "month", "past", "life", "student"]
)  # fmt: skip


def _is_present_only(token: "Token", ends: Ends) -> bool:
    """Whether persons or animals that somebody has are only present at an occasion: "we had eleven kids in the garden"."""
    verb = token.head
    if verb.lemma_ != "have":
        return False
    after = [c for c in (*verb.rights, *token.rights) if c.i > token.i]
    if any(c.lower_ in _HERE or (c.dep_ in ("acl", "xcomp", "ccomp") and c.lemma_ in _HERE) for c in after):
        return True
    is_occasion = verb.tag_ in ("VBD", "VBG", "VBN")
    places = (
        p
        for c in after
        if c.dep_ in ("prep", "prt") and c.lower_ in _AT
        for p in c.rights
        if p.dep_ == "pobj"
    )
    return is_occasion and any(
        not (
            is_date(p)
            or p.ent_type_ in ("DATE", "TIME")
            or p.lemma_.lower() in _LIFE
            or ends.type(p) == "Place"
        )
        for p in places
    )


# In a sentence about what is being eaten or drunk: it is so for some time. "Right now" is one meal.
_HABITUAL = re.compile(
    r"\b(?:always|usually|mostly|mainly|often|regularly|only|just|lately|recently|currently|nowadays|daily|weekly|still|again"
    r"|instead|every|each|(?:these|most|some) days|a lot|lots|too (?:much|many)|more|less|fewer|enough|(?<!right )(?<!just )now"
    r"|no|not|n['’]t|since|for (?:\w+ ){1,2}(?:days|weeks|months|years)|this (?:week|month|year)|on \w+days|been)\b",
    re.IGNORECASE,
)


def _is_one_meal(token: "Token") -> bool:
    """Whether something is being eaten or drunk, and no word says that it is a habit: "we're eating pizza for tea"."""
    verb = next((word for word in token.ancestors if word.pos_ == "VERB"), token.head)
    if verb.tag_ != "VBG" or all(child.dep_ != "aux" for child in verb.lefts):
        return False
    return _HABITUAL.search(" ".join(word.text for word in verb.subtree)) is None


def _is_for_other(token: "Token", ends: Ends) -> bool:
    """Whether the object of a verb is for somebody else: "bought her a ring", "bought tea for Ann"."""
    if any(c.dep_ == "dative" and not _is_reflexive(c) for c in token.head.children):
        return True
    receivers = (
        one
        for p in (*token.head.rights, *token.rights)
        if p.dep_ in ("prep", "dative") and p.lower_ == "for"
        for one in p.children
    )
    return any(ends.is_person(one) and not is_speaker(one) for one in receivers)


def _is_kept(token: "Token") -> bool:
    """Whether what somebody buys is one thing to keep: not food, and not a habit ("I buy my bread at …")."""
    is_eaten = any(is_of(token, kind) for kind in ("foodstuff", "eggdairy", "drink"))
    return not is_eaten and token.head.tag_ not in ("VBP", "VBZ")


def _is_lodging(token: "Token", ends: Ends) -> bool:
    """Whether a noun or a name is that of a place for travellers: "Hotel Adler", "a hostel"."""
    span = ends.span(token)
    words = span.name.lower().split() if span is not None else []
    words += [c.lower_ for c in token.lefts if c.dep_ in ("compound", "nmod")]
    return is_of(token, "lodging") or any(word in noun_classes()["lodging"] for word in words)


def _is_kind(token: "Token") -> bool:
    """Whether a noun with an article says what something is, not how good it is: "a monolith", not "a fun choice"."""
    return (
        token.pos_ == "NOUN"
        and any(c.lower_ in ("a", "an") for c in token.lefts)
        and not (is_vague(token) or is_of(token, "judging"))
    )


def is_of_maker(name: str) -> bool:
    """Whether a name is that of a maker of things, or has it: "Garmin Venu"."""
    return any(word in noun_classes()["maker"] for word in name.lower().split())


def is_software(token: "Token") -> bool:
    """Whether a noun is software: a known name, a version, a file, or a word such as `library`."""
    words = noun_classes()["software"]
    if token.lower_ in words or token.lemma_.lower() in words or is_of(token, "tool"):
        return True
    if any(c.lower_ in words for c in token.children if c.dep_ in ("compound", "nmod", "amod")):
        return True
    return (
        token.pos_ in ("X", "NOUN", "PROPN")
        and not ADDRESS.match(token.text)
        and bool(_TECHNICAL.search(token.text))
        and token.ent_type_ not in _NUMERIC
    )


def is_medicine(token: "Token") -> bool:
    """Whether a noun names a medicine, or has a dose."""
    if is_of(token, "medicine") or MEDICINE.fullmatch(token.text):
        return True
    behind = token.doc[token.i + 1 : token.i + 5].text
    return token.pos_ in ("NOUN", "PROPN") and bool(
        re.match(r"[,(]?\s?\d+(?:\.\d+)?\s?(?:mg|mcg|µg|iu)\b", behind, re.IGNORECASE)
    )


def is_date(token: "Token") -> bool:
    """Whether a noun is part of a date: "May 3rd", "the 30th", "Friday"."""
    if token.ent_type_ in ("DATE", "TIME") or is_of(token, "calendar"):
        return not re.fullmatch(r"(?:years?|days?|weeks?|months?|while|\d{1,2})", token.lower_) or (
            token.ent_type_ == "DATE" and token.lower_[-2:] in ("st", "nd", "rd", "th")
        )
    return re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", token.lower_) is not None


def is_price(token: "Token") -> bool:
    """Whether a word is an amount of money: `25 dollars`, `£40`, `1,350`, `80k`."""
    if token.lemma_.lower() in noun_classes()["money"]:
        return any(c.like_num for c in token.children)
    if token.ent_type_ == "MONEY":
        return True
    return (
        bool(re.fullmatch(r"[£$€]?\d[\d,]*(?:\.\d\d)?[kKmM€]?", token.text))
        and len(re.sub(r"\D", "", token.text)) >= 2
    )


def has_currency(token: "Token") -> bool:
    """Whether a word of an amount names its currency."""
    if any(sign in token.text for sign in "£$€¥") or token.lemma_.lower() in noun_classes()["money"]:
        return True
    return token.i > 0 and token.nbor(-1).text in ("£", "$", "€", "¥")


_Test = Callable[[Ends, "Token"], bool]
_TESTS: Mapping[str, _Test] = {
    "any": lambda ends, token: True,
    "known": lambda ends, token: True,  # the graph must know the type; `Phrase.only_if` says so
    "name": Ends.is_name,
    "person": Ends.is_person,
    "living": Ends.is_living,
    "it": lambda ends, token: token.lower_ in ("it", "this", "that", "they"),
    "self": lambda ends, token: is_speaker(token),
    "we": lambda ends, token: token.lower_ == "we",
    "thing": lambda ends, token: not ends.is_person(token) and token.pos_ in ("NOUN", "PROPN", "X", "NUM"),
    "place": Ends.is_place,
    "Place": lambda ends, token: ends.type(token) == "Place",
    "Organization": lambda ends, token: ends.type(token) == "Organization",
    "Work": lambda ends, token: ends.type(token) == "Work",
    "org": lambda ends, token: (
        ends.is_name(token) and ends.type(token) not in ("Person", "Place", "Work", "Event")
    ),
    "everything": lambda ends, token: token.lower_ in ("everything", "all"),
    # Not one thing more: "we've bought a flat in Margate as well".
    "not_more": lambda ends, token: _MORE.search(token.doc.text) is None,
    "several": lambda ends, token: token.tag_ == "NNS" and any(c.dep_ == "nummod" for c in token.lefts),
    "resident": lambda ends, token: not _is_present_only(token, ends),
    # A thing with the name of its maker: "an old skoda octavia".
    "make": lambda ends, token: any(
        t.lower_ in noun_classes()["make"] for t in token.doc[noun_phrase(token)[0] : token.i + 1]
    ),
    "title": lambda ends, token: (
        ends.is_name(token) and ends.type(token) not in ("Person", "Place", "Organization")
    ),
    "software": lambda ends, token: is_software(token) and ends.type(token) not in ("Person", "Place"),
    "product": Ends.is_product,
    "pet": Ends.is_pet,
    "medicine": lambda ends, token: is_medicine(token),
    "noun": lambda ends, token: token.pos_ in ("NOUN", "PROPN"),
    "price": lambda ends, token: is_price(token),
    "address": lambda ends, token: ADDRESS.match(token.text) is not None,
    "amount": lambda ends, token: is_price(token) and has_currency(token),
    "condition": lambda ends, token: is_of(token, "condition") or ILLNESS.search(token.lower_) is not None,
    "date": lambda ends, token: is_date(token),
    "time": lambda ends, token: token.ent_type_ in ("DATE", "TIME"),
    "year": lambda ends, token: re.fullmatch(r"(?:19|20)\d\d", token.text) is not None,
    "action": lambda ends, token: token.pos_ == "VERB",
    # A noun without an article: a subject or a substance, not one thing or event.
    "bare": lambda ends, token: (
        token.pos_ in ("NOUN", "PROPN") and all(c.dep_ not in ("det", "poss") for c in token.lefts)
    ),
    "kind": lambda ends, token: _is_kind(token),
    # Tests of the verb of the token: "I'm seeing Ann", "I eat meat".
    "going_on": lambda ends, token: token.head.tag_ == "VBG",
    "one_meal": lambda ends, token: _is_one_meal(token),
    "own": lambda ends, token: not _is_for_other(token, ends),
    "kept": lambda ends, token: _is_kept(token),
    "lodging": lambda ends, token: _is_lodging(token, ends),
}


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
