"""English events with their days, from the parse: "my dentist appointment is on July 9", "they pushed the launch to May".

The verb shows what happens to the event (it is on a day, it is moved, it is off), and which time of the text belongs to
it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from memgraph_core.language.en.events import (
    SPEAKER,
    gives_appointments,
    had_to,
    has_off,
    is_event,
    is_object_of_speaker,
    is_off,
    is_passive,
    is_thing,
    is_verbal,
    last_of,
    object_of,
    people_of,
)
from memgraph_core.language.en.nouns import noun_classes, noun_phrase
from memgraph_core.language.en.parser import has_parser, parsed
from memgraph_core.language.en.status import is_inverted, status_of
from memgraph_core.language.en.things import is_date
from memgraph_core.language.en.verbs import is_request, is_speaker, lemma_of
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.appointed import Appointment, first_day, is_ahead
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.word_lists import word_set
from memgraph_core.records.kinds import DAY_GRAINS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MOVE = frozenset(
    ["move", "push", "shift", "bump", "put", "bring", "reschedule", "postpone", "delay", "change", "switch", "extend",
     "rebook", "rebooke", "rearrange"]
)  # fmt: skip
_SLIP = frozenset(["slip", "move", "shift", "change", "go"])  # of the event itself
_CANCEL = frozenset(["cancel", "scrap", "call"])
_IS = frozenset(["be", "take", "happen", "start", "begin", "fall", "schedule", "plan", "set", "book", "fix"])
_HAVE = frozenset(["have", "get", "book", "schedule", "make", "arrange", "plan"])
_NOW = frozenset(["now", "instead", "actually"])
_CORRECTS = re.compile(
    r"^\W*(?:actually|sorry|correction|update|no|oh|wait|oops|scratch that)\b", re.IGNORECASE
)
_TARGET = re.compile(r"[^;!?]{2,60}")
_BEFORE_DAY = re.compile(r"(?:now|actually|going to be|on|in) ", re.IGNORECASE)
_NOW_WORD = re.compile(r"\b(?:now|instead|not|rather than)\b", re.IGNORECASE)
_AFTER = re.compile(r"[^,.;]{0,16}(?: now| instead|,? not | rather than )", re.IGNORECASE)
_QUOTES = str.maketrans("’‘", "''")
_IT = frozenset(["it", "that", "this"])
_LEADS = ("It will be on ", "It will be in ")


def appointments_in(text: str, now: datetime, before: str = "") -> Iterator[Appointment]:
    """The events whose day a statement states, each once, in the order of their verbs. None without a parser.

    `before` is what the speaker says before the statement. It shows whose "the wedding" is, and what "it" means.
    """
    plain = text.translate(_QUOTES)
    words = set(re.findall(r"[a-z-]+", plain.lower()))
    events = word_set("appointments_en") | noun_classes()["appointed_with"]
    if not has_parser() or (words.isdisjoint(events) and not re.search(r"\d", plain)):
        return
    doc = parsed(text)
    reader = _Days(doc, plain, now, before.translate(_QUOTES))
    seen = set[str]()
    for token in doc:
        if (found := reader.read(token)) is not None and found.words.lower() not in seen:
            seen.add(found.words.lower())
            yield found


class _Days:
    """Reads the events of one text; its times are read when the first event needs them."""

    def __init__(self, doc: "Doc", text: str, now: datetime, before: str = "") -> None:
        self.doc, self.text, self.now, self.before = doc, text, now, before
        self._times: list[TimeSpan] | None = None

    @property
    def times(self) -> Sequence[TimeSpan]:
        """The times of the text."""
        if self._times is None:
            self._times = times_in(self.text, self.now, "en")
        return self._times

    def read(self, token: "Token") -> Appointment | None:
        """The event that a verb puts on a day."""
        if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass") or is_request(token):
            return None
        if is_inverted(token):
            return None
        lemma = lemma_of(token)
        who = token.head if had_to(token) else token
        subject = next((c for c in who.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        subject = last_of(subject) if subject is not None else None
        object_ = next((c for c in token.rights if c.dep_ == "dobj" or is_verbal(c)), None)
        is_it = subject is not None and subject.lower_ in _IT  # "it isn't on May 9 any more, it's May 16"
        if status_of(token) not in ("asserted", "planned", *["ended"] * is_it):
            return None
        return self._by_giver(token, lemma, subject, object_) or self._changed(token, lemma, subject, object_)

    def _changed(
        self, token: "Token", lemma: str, subject: "Token | None", object_: "Token | None"
    ) -> Appointment | None:
        """The event that the subject or the object of a verb means, with what the verb says of its day."""
        passive = subject if subject is not None and subject.dep_ == "nsubjpass" else None
        event = passive or object_
        if lemma in _MOVE and (it := self._meant_by_it(event)) is not None:
            return self._moved(token, it)
        if lemma == "be" and subject is not None and subject.lower_ in _IT:
            return self._now_on(token, subject)
        if lemma in _CANCEL and event is not None and is_event(event):
            found = self._event(event) if is_off(token, lemma) else None
            return replace(found, sort="cancelled") if found is not None else None
        if lemma in _MOVE and event is not None and (is_event(event) or is_thing(event)):
            found = self._moved(token, event)
            is_known = found is not None and found.is_open and not is_event(event)
            return replace(found, is_known=is_known) if found is not None else None
        return self._stated(token, lemma, subject, object_) if subject is not None else None

    def _stated(
        self, token: "Token", lemma: str, subject: "Token", object_: "Token | None"
    ) -> Appointment | None:
        """The event that a verb puts on a day, or says to be off, by its subject or by what the speaker has."""
        if lemma == "be" and is_event(subject) and has_off(token):
            return replace(found, sort="cancelled") if (found := self._event(subject)) else None
        if lemma in _SLIP and object_ is None and is_event(subject):
            return self._moved(token, subject)
        if lemma in _IS and (subject.dep_ == "nsubjpass" or lemma not in _HAVE):
            return self._announced(token, subject)
        if lemma in _HAVE and object_ is not None and is_speaker(subject):
            return self._new(token, object_)
        return None

    def _moved(self, verb: "Token", event: "Token | Appointment") -> Appointment | None:
        """The event with the day after a preposition behind the verb: "moved my exam to Friday"."""
        found = event if isinstance(event, Appointment) else self._event(event)
        targets = [
            t
            for t in self.doc[verb.i :]
            if t.lower_ in ("to", "until", "till", "til", "for") and t.pos_ != "PART"
        ]
        for target in targets if found else ():
            when = self._day_at(target.idx + len(target.text) + 1)
            if found and when:
                return replace(found, sort="moved", when=when)
        return None

    def _day_at(self, offset: int) -> TimeSpan | None:
        """The day with which the text from an offset begins; the preposition of the day may be left out."""
        words = _TARGET.match(self.text, offset)
        found = (first_day(times_in(lead + words[0], self.now, "en"), len(lead)) for lead in _LEADS if words)
        return next(filter(None, found), None)

    def _now_on(self, verb: "Token", it: "Token") -> Appointment | None:
        """An event that "it" means on its new day: "it's the 18th now, not the 17th"."""
        start = verb.idx + len(verb.text) + 1
        while (skipped := _BEFORE_DAY.match(self.text, start)) is not None:
            start = skipped.end()
        when = self._day_at(start)
        event = self._meant_by_it(it) if when is not None else None
        if event is None:
            return None
        words = f"{self.text[verb.idx : start]}|{self.text[start:]}"
        before = self.doc[: verb.i]
        is_moved = _NOW_WORD.search(words) or any(lemma_of(t) in _MOVE or t.dep_ == "neg" for t in before)
        return replace(event, when=when, sort="moved") if is_moved else None

    def _meant_by_it(self, token: "Token | None") -> Appointment | None:
        """The last event before "it": one of the statement, or of what the speaker says before it."""
        if token is None or token.lower_ not in _IT or token.pos_ not in ("PRON", "DET"):
            return None
        for noun in reversed(self.doc[: token.i]):
            if noun.pos_ in ("NOUN", "PROPN") and is_event(noun):
                return self._event(noun)
            if gives_appointments(noun) and noun.dep_ in ("nsubj", "nsubjpass", "dobj"):
                return self._given_by(noun, None)
        earlier = self._earlier()
        found = (
            next((n for n in reversed(earlier.doc) if n.pos_ in ("NOUN", "PROPN") and is_event(n)), None)
            if earlier
            else None
        )
        if earlier is None or found is None:
            return None
        event = earlier._event(found)
        return replace(event, start=token.idx) if event is not None else None

    def _earlier(self) -> "_Days | None":
        """The reader of what the speaker says before the statement."""
        return _Days(parsed(self.before), self.before, self.now) if self.before.strip() else None

    def _by_giver(
        self, verb: "Token", lemma: str, subject: "Token | None", object_: "Token | None"
    ) -> Appointment | None:
        """An appointment that is named by who gives it: "the dentist pushed me to the 14th", "I cancelled the vet"."""
        if subject is not None and gives_appointments(subject):
            for_whom = object_ or (object_of(verb, "on") if lemma == "cancel" else None)
            event = self._given_by(subject, for_whom)
            if lemma in _MOVE and event is not None and (for_whom is not None or lemma in _SLIP):
                return self._moved(verb, event)
            if lemma == "cancel" and event is not None and object_ is None and not is_passive(verb):
                return replace(event, sort="cancelled")
            if lemma in ("come", "arrive") and event is not None and (when := self._day_of(verb)) is not None:
                return replace(event, when=when) if is_ahead(when, self.now) else None
        if object_ is not None and gives_appointments(object_) and (event := self._given_by(object_, None)):
            if lemma == "cancel":
                return replace(event, sort="cancelled")
            if lemma in ("reschedule", "rebook", "rearrange", "move", "push"):
                return self._moved(verb, event)
        return None

    def _given_by(self, giver: "Token", for_whom: "Token | None") -> Appointment | None:
        """The appointment with somebody who gives appointments, and whose it is."""
        owner: str | None = None
        if for_whom is not None and not is_speaker(for_whom):
            if for_whom.pos_ != "PROPN":
                return None
            owner = self.doc[for_whom.left_edge.i : for_whom.i + 1].text
        return Appointment(
            words=f"{giver.lower_} appointment", head="appointment", owner=owner, start=giver.idx
        )

    def _announced(self, verb: "Token", subject: "Token") -> Appointment | None:
        """An event that is put on a day: "my exam is on Friday", or on another one: "it's on Monday now"."""
        if not (is_event(subject) or (verb.lemma_ == "be" and self._is_dated_thing(verb, subject))):
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
        if not is_thing(subject):
            return False
        determined = any(c.dep_ == "poss" or c.lower_ == "the" for c in subject.lefts) or subject.i == 0
        day = self._day_of(verb)
        return determined and day is not None and day.grain in DAY_GRAINS and day.at - verb.idx < 12

    def _new(self, verb: "Token", event: "Token") -> Appointment | None:
        if not is_event(event):
            return None
        when, found = self._day_of(verb), self._event(event)
        if when is None or found is None or not is_ahead(when, self.now):
            return None
        determiner = next((c.lower_ for c in event.lefts if c.dep_ in ("det", "poss")), "a")
        return replace(found, when=when, is_new=determiner in ("a", "an", "another"))

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
            if token.pos_ in ("VERB", "AUX") and not is_verbal(token):
                break
            token = token.head
        return token.i

    def _event(self, noun: "Token") -> Appointment | None:
        """The event that a noun names, without its day; None if its owner is unknown."""
        owner = self._owner(noun)
        if owner is None:
            return None
        words = self._words(noun)
        with_ = next((c for c in noun.rights if c.dep_ == "prep" and c.lower_ == "with"), None)
        partner = next((c for c in with_.rights if c.dep_ == "pobj"), None) if with_ is not None else None
        is_named = any(word[:1].isupper() for word in words.split())
        is_open = owner == "the"
        if owner in ("I", "the"):
            mine = any(c.lower_ in ("my", "our") for c in noun.lefts)
            owner = "" if is_named and not mine else None
        if is_open and owner is None and not is_object_of_speaker(noun):
            people = self._people_before(noun)
            owner = (
                None if partner is not None and not people else people
            )  # "the audit with Fiat" is the speaker's
        return Appointment(
            words=words,
            head=noun.lower_,
            partner=self.doc[noun_phrase(partner)[0] : partner.i + 1].text if partner is not None else "",
            owner=owner,
            is_open=is_open,
            start=self.doc[noun_phrase(noun)[0]].idx,
        )

    def _people_before(self, noun: "Token") -> str | None:
        """Whose an event without a possessive is: the people whom the text before it is about. None: the speaker's; "": it is
        not clear.
        """
        for doc, end in ((self.doc, noun.i), *((e.doc, len(e.doc)) for e in [self._earlier()] if e)):
            for token in reversed(doc[:end]):
                if token.dep_ not in ("nsubj", "nsubjpass", "poss"):
                    continue
                people = SPEAKER if is_speaker(token) else people_of(token)
                if people is not None:
                    return None if people == SPEAKER else people
        return ""

    def _words(self, noun: "Token") -> str:
        first, last = noun.i, noun.i
        for child in reversed(list(noun.lefts)):
            if child.dep_ not in ("compound", "amod", "nmod", "nummod", "nsubj"):
                break
            first = child.left_edge.i
        while self.doc[first].dep_ in ("det", "poss") and first < noun.i:
            first += 1
        behind = next((c for c in noun.rights if c.dep_ == "prep" and c.i == noun.i + 1), None)
        if behind is not None and behind.lower_ in ("to", "about", "of", "for", "in", "at"):
            place = next((c for c in behind.rights if c.dep_ == "pobj" and c.pos_ == "PROPN"), None)
            last = place.i if place is not None and not is_date(place) else last
        words = self.doc[first : last + 1].text
        opens = first == 0 and words[:1].isupper()
        is_plain = words.split()[0].lower() in word_set("ordinary_en") | word_set("appointments_en")
        return words[0].lower() + words[1:] if opens and is_plain else words

    def _owner(self, noun: "Token") -> str | None:
        """The owner of the event: "I" for the speaker, `my mother` for kin, or a name; "the" for an event without one; None for
        an unresolved pronoun.
        """
        poss = next((c for c in noun.lefts if c.dep_ == "poss"), None)
        if poss is None:
            return "the"
        if poss.lower_ in ("my", "our"):
            return "I"
        if poss.pos_ == "PRON":
            return None
        kin = kin_words("en").get(poss.lower_)
        if kin is not None and not kin.is_pet:
            owners = [c.lower_ for c in poss.lefts if c.dep_ == "poss"]
            return f"my {kin.word}" if not owners or owners[0] in ("my", "our") else None
        first, last = noun_phrase(poss)
        if noun.dep_ == "conj" and noun.head.pos_ == "PROPN" and last_of(noun.head) == noun:
            first = noun_phrase(noun.head)[0]
        return self.doc[first : last + 1].text
