"""Events and their days, told and moved: which event "the meeting" is, by what was told before. Pure.

An event without a name of its own is called by whose it is, "Ada's dentist appointment": what one person says of a
meeting moves nobody else's. One that is told with more words, "a meeting with Bob", may be meant by fewer later on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.kin import kin_name
from memgraph_core.language.relating.appointed import HAPPENS_ON, Appointment, day_of
from memgraph_core.language.times import EventTime
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.records.graph import Entity

_LONG = 400  # characters; what goes on longer tells more than one event's day
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Dated:
    """An event with its day as a statement tells it, and what else the event may be called."""

    phrase: Phrase
    words: str
    also: tuple[str, ...]
    when: EventTime | None


@dataclass(frozen=True, slots=True)
class Events:
    """The events whose days were told: those that memory knows, by name key, and those of this window."""

    known: Mapping[str, Sequence[Entity]]
    told: dict[str, str] = field(default_factory=dict[str, str])  # key → what it is called, the last one told

    def dated_in(
        self, text: str, speaker: str, now: datetime, language: str, names: Sequence[str] = ()
    ) -> tuple[Dated, ...]:
        """The events of a statement with their days; "the meeting" is the last one told that may be called so.

        What the statement names (`names`) is called by its name, whoever speaks of it.
        """
        if len(text) > _LONG:
            return ()
        own = {name_key(name) for name in names}
        found = (
            replace(e, owner="") if name_key(e.words) in own else e
            for e in pack_of(language).appointments(text, now)
        )
        return tuple(self._dated(event, speaker, language) for event in found)

    def _dated(self, found: Appointment, speaker: str, language: str) -> Dated:
        owner = speaker if found.owner is None else found.owner
        if owner.startswith("my "):
            owner = kin_name(speaker, owner.removeprefix("my "), language)
        with_whom = f"{found.words} with {found.partner}" if found.partner else found.words
        full, short = (
            kin_name(owner, words, language) if owner else words for words in (with_whom, found.words)
        )
        forms = [full, short] if short == full or not found.is_new else [full]
        name = full if found.is_new else self._meant(forms) or full
        also = tuple(dict.fromkeys([short, kin_name(owner or speaker, found.head, language)]))
        for form in (name, *also):
            self.told[name_key(form)] = name
        when = found.when
        return Dated(
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
        )

    def _meant(self, forms: Sequence[str]) -> str | None:
        return next(self._names(forms), None)

    def _names(self, forms: Sequence[str]) -> Iterator[str]:
        for form in forms:
            key = name_key(form)
            if key in self.told:
                yield self.told[key]
            events = [e for e in self.known.get(key, ()) if e.type == "Event"]
            if events:
                yield max(events, key=lambda e: (e.last_at or _NEVER, e.uid)).name
