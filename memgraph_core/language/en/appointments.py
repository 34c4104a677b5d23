"""English events with their days, from the parse: "my dentist appointment is on July 9", "they pushed the launch to May".

The verb shows what happens to the event (it is on a day, it is moved, it is off), and which time of the text belongs to
it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_phrase
from memgraph_core.language.en.parser import has_parser, parsed
from memgraph_core.language.en.slots import is_date
from memgraph_core.language.en.status import is_inverted, status_of
from memgraph_core.language.en.verbs import is_request, is_speaker, lemma_of
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.appointed import Appointment, first_day, is_ahead
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MOVE = frozenset(
    [
        "move",
        "push",
        "shift",
        "bump",
        "put",
        "bring",
        "reschedule",
        "postpone",
        "delay",
        "change",
        "switch",
        "extend",
    ]
)
_SLIP = frozenset(["slip", "move", "shift", "change", "go"])  # of the event itself
_CANCEL = frozenset(["cancel", "scrap", "call"])
_IS = frozenset(["be", "take", "happen", "start", "begin", "fall", "schedule", "plan", "set", "book", "fix"])
_HAVE = frozenset(["have", "get", "book", "schedule", "make", "arrange", "plan"])
_NOW = frozenset(["now", "instead", "actually"])
_CORRECTS = re.compile(
    r"^\W*(?:actually|sorry|correction|update|no|oh|wait|oops|scratch that)\b", re.IGNORECASE
)
_TARGET = re.compile(r"[^;!?]{2,60}")
_AFTER = re.compile(r"[^,.;]{0,16}(?: now| instead|,? not | rather than )", re.IGNORECASE)
_QUOTES = str.maketrans("’‘", "''")


def appointments_in(text: str, now: datetime) -> Iterator[Appointment]:
    """The events whose day a statement states, each once, in the order of their verbs. None without a parser."""
    plain = text.translate(_QUOTES)
    words = set(re.findall(r"[a-z-]+", plain.lower()))
    if not has_parser() or (words.isdisjoint(word_set("appointments_en")) and not re.search(r"\d", plain)):
        return
    doc = parsed(text)
    reader = _Days(doc, plain, now)
    seen = set[str]()
    for token in doc:
        if (found := reader.read(token)) is not None and found.words.lower() not in seen:
            seen.add(found.words.lower())
            yield found


class _Days:
    """Reads the events of one text; its times are read when the first event needs them."""

    def __init__(self, doc: "Doc", text: str, now: datetime) -> None:
        self.doc, self.text, self.now = doc, text, now
        self._times: list[TimeSpan] | None = None

    @property
    def times(self) -> Sequence[TimeSpan]:
        """The times of the text."""
        if self._times is None:
            self._times = times_in(self.text, self.now, "en")
        return self._times

    def read(self, token: "Token") -> Appointment | None:
        """The event that a verb, or a noun without a verb, puts on a day."""
        if token.dep_ == "ROOT" and token.pos_ in ("NOUN", "PROPN"):
            return self._noted(token)
        if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass") or is_request(token):
            return None
        if is_inverted(token) or status_of(token) not in ("asserted", "planned"):
            return None
        lemma = lemma_of(token)
        subject = next((c for c in token.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        object_ = next((c for c in token.rights if c.dep_ == "dobj" or _is_verbal(c)), None)
        passive = subject if subject is not None and subject.dep_ == "nsubjpass" else None
        if lemma in _CANCEL and (event := passive or object_) is not None and _is_event(event):
            return (
                replace(found, sort="cancelled")
                if _is_off(token, lemma) and (found := self._event(event))
                else None
            )
        if lemma == "be" and subject is not None and _is_event(subject) and _has_off(token):
            return replace(found, sort="cancelled") if (found := self._event(subject)) else None
        if lemma in _MOVE and (event := passive or object_) is not None and _is_event(event):
            return self._moved(token, event)
        if lemma in _SLIP and object_ is None and subject is not None and _is_event(subject):
            return self._moved(token, subject)
        if lemma in _IS and subject is not None and (passive is not None or lemma not in _HAVE):
            return self._announced(token, subject)
        if lemma in _HAVE and object_ is not None and subject is not None and is_speaker(subject):
            return self._new(token, object_)
        return None

    def _moved(self, verb: "Token", event: "Token") -> Appointment | None:
        found = self._event(event)
        targets = [
            t
            for t in self.doc[event.i :]
            if t.lower_ in ("to", "until", "till", "til", "for") and t.pos_ != "PART"
        ]
        for target in targets if found else ():
            words = _TARGET.match(self.text, target.idx + len(target.text) + 1)
            for lead in ("It will be on ", "It will be in ") if words else ():
                when = first_day(times_in(lead + (words[0] if words else ""), self.now, "en"), len(lead))
                if found and when and target.i > verb.i:
                    return replace(found, sort="moved", when=when)
        return None

    def _announced(self, verb: "Token", subject: "Token") -> Appointment | None:
        if not (_is_event(subject) or (verb.lemma_ == "be" and self._is_dated_thing(verb, subject))):
            return None
        if subject.lemma_ == "deadline" and any(
            c.dep_ == "prep" and c.lower_ in ("for", "of") for c in subject.rights
        ):
            return None  # the deadline of something is a relation of its own
        when, found = self._day_of(verb), self._event(subject)
        if when is None or found is None:
            return None
        rest = self.text[when.at + len(when.text) :]
        is_moved = (
            any(t.lower_ in _NOW and verb.i < t.i and t.idx < when.at for t in self.doc)
            or _AFTER.match(rest)
            or _CORRECTS.match(self.text)
        )
        return replace(found, when=when, sort="moved" if is_moved else "stated")

    def _is_dated_thing(self, verb: "Token", subject: "Token") -> bool:
        """Whether a definite thing is put on a day directly after the verb: "the hand-in is 31 January"."""
        if subject.pos_ != "NOUN" or is_vague(subject) or is_date(subject) or subject.ent_type_:
            return False
        if any(is_of(subject, group) for group in ("human", "family", "role", "occupation")):
            return False  # "the plumber was here on Tuesday"
        if subject.lemma_ in ("birthday", "deadline", "anniversary", "cutoff"):
            return False  # these have relations of their own
        determined = any(c.dep_ == "poss" or c.lower_ == "the" for c in subject.lefts) or subject.i == 0
        day = self._day_of(verb)
        return (
            determined
            and day is not None
            and day.grain in ("day", "hour", "minute")
            and day.at - verb.idx < 12
        )

    def _new(self, verb: "Token", event: "Token") -> Appointment | None:
        if not _is_event(event):
            return None
        when, found = self._day_of(verb), self._event(event)
        if when is None or found is None or not is_ahead(when, self.now):
            return None
        determiner = next((c.lower_ for c in event.lefts if c.dep_ in ("det", "poss")), "a")
        return replace(found, when=when, is_new=determiner in ("a", "an", "another"))

    def _noted(self, noun: "Token") -> Appointment | None:
        """An event that a note puts on a day without a verb: "dentist appointment Tuesday at 3"."""
        if not _is_event(noun) or any(t.pos_ in ("VERB", "AUX") for t in self.doc) or noun.left_edge.i > 0:
            return None
        when, found = self._day_of(noun), self._event(noun)
        return replace(found, when=when) if found and when and is_ahead(when, self.now) else None

    def _day_of(self, head: "Token") -> TimeSpan | None:
        """The first day after a word that depends on the word and on no other verb."""
        for span in self.times:
            if (
                span.kind not in ("date", "until")
                or span.start is None
                or span.end is None
                or span.at < head.idx
            ):
                continue
            token = next((t for t in self.doc if t.idx + len(t.text) > span.at), None)
            if token is not None and self._governor(token, head) == head.i:
                return span
        return None

    def _governor(self, token: "Token", head: "Token") -> int:
        """The index of the nearest verb above a word in the parse, or of `head` itself."""
        while token.i != head.i and token.head.i != token.i:
            if token.pos_ in ("VERB", "AUX") and not _is_verbal(token):
                break
            token = token.head
        return token.i

    def _event(self, noun: "Token") -> Appointment | None:
        """The event that a noun names, without its day; None if its owner is unknown."""
        if noun.pos_ not in ("NOUN", "PROPN") and not _is_verbal(noun):
            return None
        owner = self._owner(noun)
        if owner is None:
            return None
        words = self._words(noun)
        with_ = next((c for c in noun.rights if c.dep_ == "prep" and c.lower_ == "with"), None)
        partner = next((c for c in with_.rights if c.dep_ == "pobj"), None) if with_ is not None else None
        is_named = any(word[:1].isupper() for word in words.split())
        if owner == "I":
            mine = any(c.lower_ in ("my", "our") for c in noun.lefts)
            owner = "" if is_named and not mine else None
        return Appointment(
            words=words,
            head=noun.lower_,
            partner=self.doc[noun_phrase(partner)[0] : partner.i + 1].text if partner is not None else "",
            owner=owner,
            start=self.doc[noun_phrase(noun)[0]].idx,
        )

    def _words(self, noun: "Token") -> str:
        first, last = noun.i, noun.i
        for child in reversed(list(noun.lefts)):
            if child.dep_ not in ("compound", "amod", "nmod", "nummod", "nsubj") or child.lower_ in (
                "next",
                "last",
                "upcoming",
            ):
                break
            first = child.left_edge.i
        while self.doc[first].dep_ in ("det", "poss") and first < noun.i:
            first += 1
        behind = next((c for c in noun.rights if c.dep_ == "prep" and c.i == noun.i + 1), None)
        if behind is not None and behind.lower_ in ("to", "about", "of", "for", "in", "at"):
            place = next((c for c in behind.rights if c.dep_ == "pobj" and c.pos_ == "PROPN"), None)
            last = place.i if place is not None and not is_date(place) else last
        words = self.doc[first : last + 1].text
        opens = first == 0 and words[:1].isupper() and not words[:2].isupper()
        is_plain = words.split()[0].lower() in word_set("ordinary_en") | word_set("appointments_en")
        return words[0].lower() + words[1:] if opens and is_plain else words

    def _owner(self, noun: "Token") -> str | None:
        """The owner of the event: "I" for the speaker, `my mother` for kin, or a name; None for an unresolved pronoun."""
        poss = next((c for c in noun.lefts if c.dep_ == "poss"), None)
        if poss is None or poss.lower_ in ("my", "our"):
            return "I"
        if poss.pos_ == "PRON":
            return None
        kin = kin_words("en").get(poss.lower_)
        if kin is not None and not kin.is_pet:
            owners = [c.lower_ for c in poss.lefts if c.dep_ == "poss"]
            return f"my {kin.word}" if not owners or owners[0] in ("my", "our") else None
        first, last = noun_phrase(poss)
        return self.doc[first : last + 1].text


def _is_verbal(token: "Token") -> bool:
    """Whether an event is parsed as a verb: "we have a team meeting"."""
    return token.pos_ == "VERB" and token.tag_ == "VBG" and token.dep_ == "ccomp" and _is_event(token)


def _is_off(verb: "Token", lemma: str) -> bool:
    return lemma != "call" or any(c.lower_ == "off" for c in verb.children)


def _has_off(verb: "Token") -> bool:
    """Whether `off` is the predicate of a clause of `be`: "the game is off", but not "8 am drop-off" or "Jo is off sick"."""
    has_state = any(c.dep_ == "acomp" and c.lower_ != "off" for c in verb.rights)
    return not has_state and any(c.lower_ == "off" and c.nbor(-1).text != "-" for c in verb.rights)


def _is_event(token: "Token") -> bool:
    """Whether a noun is an event. The deadline of something is a value of it, a fact of another type."""
    if token.lemma_ == "deadline" and any(
        c.dep_ == "prep" and c.lower_ in ("for", "of") for c in token.rights
    ):
        return False
    words = word_set("appointments_en")
    return token.lower_ in words or token.lemma_.lower() in words
