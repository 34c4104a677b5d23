"""Events and their days. Resolves "the meeting" to an event of an earlier statement. Pure.

An event without a proper name is named by its owner: "Ada's dentist appointment". Therefore a statement of one person
never moves the event of another person. An event with a longer name ("a meeting with Bob") may later be mentioned with
a shorter one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.kin import kin_name
from memgraph_core.language.relating.appointed import HAPPENS_ON, Appointment, day_of, mention_of_event
from memgraph_core.language.times import EventTime
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.records.graph import Entity
from memgraph_core.records.kinds import DAY_GRAINS

_MAX_LENGTH = 400  # characters; a longer statement is not only about the day of an event
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event with its day, as stated, and the other names of the event."""

    phrase: Phrase
    words: str
    also: tuple[str, ...]
    when: EventTime | None
    former: Phrase | None = None  # the day that it had, if the statement that moves it says so


class _Entities(Protocol):
    """A mapping of name keys to entities, or `KnownEntities`."""

    def get(self, key: str, otherwise: Sequence[Entity], /) -> Sequence[Entity]: ...


@dataclass(frozen=True, slots=True)
class Events:
    """The known events: those of the graph and of earlier turns by name key, and those of this turn."""

    known: _Entities
    stated: dict[str, str] = field(default_factory=dict[str, str])  # key → name of the last stated event

    def dated_in(
        self,
        text: str,
        speaker: str,
        now: datetime,
        language: str,
        names: Sequence[str],
        before: str,
    ) -> tuple[DatedEvent, ...]:
        """The events of a statement with their days. "The meeting" is the last stated event of this name.

        `names` are the names in the statement. An event that has one of these names has no owner. `before` is what the turn
        says before the statement: "the deadline" after "I'm applying for a grant" is not that of the thesis.
        """
        if len(text) > _MAX_LENGTH:
            return ()
        proper_names = {name_key(name) for name in names}
        appointments = (
            replace(appointment, owner="")
            if name_key(appointment.words) in proper_names - {name_key(appointment.head)}
            and not appointment.owner
            else appointment
            for appointment in pack_of(language).appointments(text, now, before)
        )
        of_topics = (self._of_topic(event, speaker, language, before) for event in appointments)
        found = (self._dated(event, speaker, language) for event in of_topics if event is not None)
        return tuple(event for event in found if event is not None)

    def _of_topic(self, found: Appointment, speaker: str, language: str, before: str) -> Appointment | None:
        """The event; None if it is not clear what it belongs to.

        It is clear if the event has a name of its own, or if the known event of this name has the topic of the text before it.
        """
        words = set(re.findall(r"\w+", before.lower()))
        has_name = found.words.lower() != found.head or found.partner or found.owner is not None
        if not words or has_name or found.is_new or found.head in words:
            return found
        earlier = self._earlier_name([kin_name(speaker, found.words, language)])
        if earlier is not None and not words.isdisjoint(
            earlier.lower().removeprefix(speaker.lower()).split()
        ):
            return found
        return found if earlier is None or found.sort != "stated" else None

    def _dated(self, found: Appointment, speaker: str, language: str) -> DatedEvent | None:
        owner = speaker if found.owner is None else found.owner
        if owner.startswith("my "):
            owner = kin_name(speaker, owner.removeprefix("my "), language)
        with_partner = f"{found.words} with {found.partner}" if found.partner else found.words
        full, short = (
            kin_name(owner, words, language) if owner else words for words in (with_partner, found.words)
        )
        forms = [full, short] if short == full or not found.is_new else [full]
        known = None if found.is_new else self._known_name(found, forms, speaker, language)
        if found.is_known and known is None:
            return None
        name = known or full
        also = tuple(dict.fromkeys([short, *self._short_names(found, owner, speaker, language)]))
        for form in (name, *also):
            self.stated[name_key(form)] = name
        when = found.when
        return DatedEvent(
            phrase=Phrase(
                name,
                HAPPENS_ON,
                day_of(when) if when else pack_of(language).pick("cancelled", "取消"),
                start=found.start,
                dated=False,
                is_new=found.is_new,
            ),
            words=found.words,
            also=tuple(form for form in also if name_key(form) != name_key(name)),
            when=EventTime(when.start, when.end, when.grain, when.confidence) if when else None,
            former=_former(name, found),
        )

    def _known_name(
        self, found: Appointment, forms: Sequence[str], speaker: str, language: str
    ) -> str | None:
        """The name of the known event that is meant. "The concert" can be that of anybody, "my concert" only the speaker's."""
        if found.is_open and not found.owner:
            own = kin_name(speaker, found.words, language)
            forms = [*forms, own, mention_of_event(speaker, found.head), found.words]
        return self._earlier_name(forms)

    def _short_names(self, found: Appointment, owner: str, speaker: str, language: str) -> Iterator[str]:
        """The names by which the speaker may mention the event later: "the concert" of Theo's school concert."""
        yield kin_name(owner or speaker, found.head, language)
        if owner and owner != speaker:
            yield mention_of_event(speaker, found.head)

    def _earlier_name(self, forms: Sequence[str]) -> str | None:
        """The name of the known event that has one of these forms of a name, the first ones preferred."""
        for key in map(name_key, forms):
            if key in self.stated:
                return self.stated[key]
            if events := [e for e in self.known.get(key, ()) if e.type == "Event"]:
                return max(events, key=lambda e: (e.last_at or _NEVER, e.uid)).name
        return None


def _former(name: str, found: Appointment) -> Phrase | None:
    """The day that an event had and no longer has: 9月3号 of 原来定的9月3号搬家，推到9月8号了."""
    if found.former is None or found.former.grain not in DAY_GRAINS or found.when is None:
        return None
    day = day_of(found.former)
    return (
        Phrase(name, HAPPENS_ON, day, ended=True, start=found.start, dated=False)
        if day != day_of(found.when)
        else None
    )
