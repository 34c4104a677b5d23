"""Read one statement of a turn by rules: names, relations, times, events, secrets and salience."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.extract.left_out_subject import is_of_other
from memgraph_core.extract.lexicon import KnownNames, spans_of
from memgraph_core.extract.stated_changes import changes_of_plans, with_correction
from memgraph_core.extract.statement_reading import StatementReading, TimeContext
from memgraph_core.extract.validity import planned_if_ahead
from memgraph_core.language.coreference import (
    Reference,
    RelatedKin,
    with_resolved_pronouns,
)
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.kin_phrases import kin_phrases, with_relation_to_kin
from memgraph_core.language.relating.schedules import ScheduleChange
from memgraph_core.language.relations import phrases_and_topic
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.secrets import Secret
from memgraph_core.language.sentences import Statement
from memgraph_core.language.spans import Span, items_between
from memgraph_core.language.times import (
    EventTime,
    ReadTimes,
    TimeSpan,
    event_time,
    times_in,
)
from memgraph_core.language.topic import Topic
from memgraph_core.language.vocabulary import (
    ANY_OBJECT,
    GENERAL,
    ONLY_OBJECT,
    Phrase,
    relation_of,
)
from memgraph_core.records.graph import Turn

_LEAST_OF_OCCASION = THRESHOLD - 1.0  # salience of a short statement that names an occasion and its day
_OPENING_OF_REPORT = 12  # characters before the kin who reports: "And then my husband …"
_MAX_CHANGE = 400  # characters; a longer statement is not only about a change of a date
_ASSUMED = 0.6  # confidence of a birthday whose owner a text does not name
_AROUND = 2  # statements before and after one that corroborate it
_MIN_CONFIDENCE = 0.5  # below this a time is a guess, or only the day of the turn
# Relations that keep an inherited time; see `_with_inherited_time`.
_EVENT_RELATIONS = frozenset([
    "GAVE", "WON", "SAW", "TRIED", "CREATED", "INJURED", "LOST", "RECEIVED", "EXPERIENCED", "FELT", "DISCUSSED",
    "MET",
])  # fmt: skip


def _start(item: Statement | RelatedKin) -> int:
    return item.start


@dataclass(frozen=True, slots=True)
class StatementReader:
    """Reads the statements of one turn with the shared results of the turn."""

    turn: Turn
    language: str
    lexicon: KnownNames
    statements: Sequence[Statement]
    sentence_starts: Sequence[int]  # of the statements, in order, each once
    spans: Sequence[Span]
    references: Sequence[Reference]
    secrets: Sequence[Secret]
    kin: Sequence[RelatedKin]
    asserted: frozenset[int]  # start offsets of the statements that the speaker asserts
    asserts_all: bool  # whether no part of the turn is a quotation, code, fiction or similar
    topic: Topic | None = None  # whom the turn before is about
    read_sentences: dict[tuple[int, int], tuple[list[Phrase], Topic | None]] = field(
        default_factory=dict[tuple[int, int], tuple[list[Phrase], Topic | None]]
    )

    def read(self, statement: Statement, before: TimeContext) -> StatementReading:
        """The reading of a statement. If it is a question, only names and times are read."""
        start, end = statement.start, statement.end
        spans = self._within(start, end)
        if statement.sort != "statement":
            return StatementReading(
                statement=statement, text=statement.text, spans=spans, times=self._times(statement.text)
            )
        pronouns = [
            replace(r, start=r.start - start, end=r.end - start)
            for r in items_between(self.references, start, end)
        ]
        stated = self._with_salience(
            StatementReading(
                statement=statement,
                text=with_resolved_pronouns(statement.text, pronouns, self.language, spans),
                spans=spans,
                phrases=tuple(phrase for phrase in self._phrases(statement) if self._fits(phrase, spans)),
                secrets=tuple(
                    replace(s, start=max(s.start - start, 0), end=min(s.end, end) - start)
                    for s in self.secrets
                    if s.start < end and start < s.end
                ),
            ),
            before.inherited_time,
        )
        return with_correction(stated, self.turn, self.language, before.last_relation)

    def _times(self, text: str) -> tuple[TimeSpan, ...]:
        now = self.turn.at
        return tuple(times_in(text, now, self.language)) if now else ()

    def _within(self, start: int, end: int) -> tuple[Span, ...]:
        return tuple(
            replace(s, start=s.start - start, end=s.end - start)
            for s in items_between(self.spans, start, end)
        )

    def _phrases(self, statement: Statement) -> list[Phrase]:
        """The relations of a statement. The whole sentence is read, because a clause may have no subject of its own."""
        if statement.start not in self.asserted:
            return self._reporter(statement) if self.asserts_all else []
        start, end = statement.sentence
        following = bisect_right(self.statements, statement.start, key=_start)
        until = self.statements[following].start if following < len(self.statements) else end + 1
        stated = [p for p in self._sentence_phrases(start, end) if statement.start <= start + p.start < until]
        if any(p.confidence <= GENERAL for p in stated) and not self._is_corroborated(following - 1):
            stated = [p for p in stated if p.confidence > GENERAL]
        begins = self.sentence_starts[: bisect_right(self.sentence_starts, start)]
        stated = [p for p in stated if not is_of_other(p, (start, end), begins, self)]
        stated += self._birthdays(statement, {(p.subject, p.type) for p in stated})
        related = self._kin_within(statement)
        stated = [with_relation_to_kin(phrase, related) for phrase in stated]
        known = {(p.subject, p.type, p.object) for p in stated}
        ended = {frozenset((p.subject, p.object)) for p in stated if p.ended}
        return stated + [
            phrase
            for kin in related
            if kin.is_named or frozenset((kin.owner, kin.name)) not in ended
            for phrase in kin_phrases(kin, start, statement.text)
            if (phrase.subject, phrase.type, phrase.object) not in known
        ]

    def _reporter(self, statement: Statement) -> list[Phrase]:
        """The relation to the named kin who says what is reported: "My husband Tom says that I snore"."""
        kin = next(iter(self._kin_within(statement)), None)
        if kin is None or not kin.is_named or kin.start - statement.start > _OPENING_OF_REPORT:
            return []
        return [
            phrase for phrase in kin_phrases(kin, statement.sentence[0], statement.text) if not phrase.ended
        ]

    def _birthdays(self, statement: Statement, known: Collection[tuple[str, str]]) -> list[Phrase]:
        """The birthdays of a statement that its patterns do not give, because their day depends on that of the turn."""
        now, speaker = self.turn.at, self.turn.speaker
        if now is None or not speaker:
            return []
        spans = self._within(statement.start, statement.end)
        found = list(pack_of(self.language).birthdays(statement.text, spans, speaker, now))
        if found and self._topic_before(statement.start) is not None:
            found = [p for p in found if p.subject != speaker or p.confidence > _ASSUMED]
        return [phrase for phrase in found if (phrase.subject, phrase.type) not in known]

    def _is_corroborated(self, place: int) -> bool:
        """Whether general readings of a statement are kept: a statement around it gives a fact that is read by a rule for
        its meaning, and the turn has no quotation, code or fiction.
        """
        around = self.statements[max(place - _AROUND, 0) : place + _AROUND + 1]
        return self.asserts_all and any(
            any(kin.is_named for kin in self._kin_within(one))
            or any(map(_is_specific, self._sentence_phrases(*one.sentence)))
            for one in around
            if one.start in self.asserted and one.sort == "statement"
        )

    def _kin_within(self, statement: Statement) -> Sequence[RelatedKin]:
        first, last = (bisect_left(self.kin, at, key=_start) for at in (statement.start, statement.end))
        return self.kin[first:last]

    def _sentence_phrases(self, start: int, end: int) -> list[Phrase]:
        """The relations of a sentence, which several statements may share. The sentences before it are read first."""
        if (start, end) not in self.read_sentences:
            topic = self._topic_before(start)
            self.read_sentences[start, end] = phrases_and_topic(
                self.turn.text[start:end],
                self.language,
                self._within(start, end),
                self.turn.speaker or "",
                topic,
            )
        return self.read_sentences[start, end][0]

    def _topic_before(self, offset: int) -> Topic | None:
        """Whom the last sentence that is asserted before an offset is about; without one, whom the turn before is about."""
        place = bisect_left(self.statements, offset, key=_start)
        before = (self.statements[index] for index in range(place - 1, -1, -1))
        last = next((s for s in before if s.start in self.asserted and s.sort == "statement"), None)
        if last is None or self.turn.is_document:
            return None if self.turn.is_document else self.topic
        self._sentence_phrases(*last.sentence)
        return self.read_sentences[last.sentence][1]

    @property
    def topic_after(self) -> Topic | None:
        """Whom the turn is about at its end."""
        return self._topic_before(len(self.turn.text) + 1)

    def caption(self, text: str) -> StatementReading:
        """The reading of the caption of a picture. It always becomes a note."""
        spans = tuple(spans_of(self.lexicon.named_in(text, self.language)))
        statement = Statement(text, 0, len(text))
        return StatementReading(
            statement=statement, text=text, spans=spans, salience=THRESHOLD, is_caption=True
        )

    def _with_salience(self, stated: StatementReading, before: EventTime | None = None) -> StatementReading:
        text = stated.statement.text
        times = self._times(text)
        when = _when(times, self.turn.said_at, text, self.language, None if self.turn.is_document else before)
        speaker = name_key(self.turn.speaker or "")
        salience = salience_of(
            text,
            self.language,
            has_name=any(name_key(name) != speaker for name in stated.names),
            has_time=any(span.kind in ("date", "since", "until", "recurring") for span in times)
            or (when is not None and not times and self._states_time_of_day(text)),
            sort="statement",
        )
        is_occasion = salience >= _LEAST_OF_OCCASION and self._names_occasion(text, times)
        if stated.phrases or self.turn.is_document or is_occasion:
            salience = max(salience, THRESHOLD)
        if when is not None and not times:
            stated = replace(stated, phrases=tuple(_with_inherited_time(p) for p in stated.phrases))
        return self._dated(replace(stated, times=times, when=when, salience=salience))

    def _names_occasion(self, text: str, times: Sequence[TimeSpan]) -> bool:
        """Whether a statement has a day or a recurrence, and words beside it: `Dentist tomorrow`."""
        dated = [span for span in times if span.kind in ("date", "recurring")]
        rest = text
        for span in sorted(dated, key=lambda span: -span.at):
            rest = f"{rest[: span.at]} {rest[span.at + len(span.text) :]}"
        return bool(dated) and bool(pack_of(self.language).keywords(rest, ()))

    def _states_time_of_day(self, text: str) -> bool:
        said_at = self.turn.said_at
        return said_at is not None and ReadTimes.of(text, said_at, self.language).time_of_day is not None

    def _dated(self, stated: StatementReading) -> StatementReading:
        """The statement with the events whose day it states. Taking part in a future event becomes a plan."""
        now, speaker = self.turn.said_at, self.turn.speaker
        if now is None or speaker is None or self.turn.is_document:
            return stated
        if stated.statement.start not in self.asserted:
            return stated
        start = stated.statement.start
        before = self.turn.text[self._start_before(start) : start]
        events = self.lexicon.events.dated_in(stated.text, speaker, now, self.language, stated.names, before)
        event_names = {word for event in events for word in (event.words, event.phrase.subject)}
        phrases = [
            planned_if_ahead(p, stated.when, now)
            for p in stated.phrases
            if p.type != "ATTENDED" or p.object not in event_names
        ]
        days = [event.when for event in events if event.when]
        stated_changes = self._stated_changes(stated.text, now)
        phrases += changes_of_plans(stated_changes, speaker, now, has_event=bool(events))
        phrases += [event.former for event in events if event.former is not None]
        return replace(
            stated,
            events=events,
            phrases=(*phrases, *(event.phrase for event in events)),
            when=days[0] if len(days) == 1 else stated.when,
            salience=max(stated.salience, THRESHOLD)
            if events or any(map(_changes_something, stated_changes))
            else stated.salience,
        )

    def _stated_changes(self, text: str, now: datetime) -> Sequence[ScheduleChange]:
        """The changes of plans and routines that a statement states; a longer one is not only about a change."""
        return [*pack_of(self.language).schedule_changes(text, now, "")] if len(text) <= _MAX_CHANGE else []

    def _start_before(self, start: int) -> int:
        """The start of the second statement before an offset."""
        place = bisect_left(self.statements, start, key=_start)
        return self.statements[max(place - _AROUND, 0)].start if place else start

    def _fits(self, phrase: Phrase, spans: Sequence[Span]) -> bool:
        """Whether the type of the object fits the relation: nobody works at a city or lives in a company."""
        key = name_key(phrase.object)
        stated_type = next((s.type for s in spans if name_key(s.name) == key and s.type), None)
        type_, expected_type = (
            stated_type or self.lexicon.types.get(key),
            relation_of(phrase.type).object_type,
        )
        if phrase.only_if is not None:
            return type_ == phrase.only_if
        if phrase.object_type == expected_type == "Organization" and type_ == "Place":
            return True  # the place is an employer: a library
        return not (type_ in ("Place", "Person") and expected_type is not None and type_ != expected_type)


def _changes_something(change: ScheduleChange) -> bool:
    """Whether a change names what it changes, or its day; an end may name it by any words: "no more piano for me"."""
    is_end = change.sort == "ended" and bool(change.hints or change.weekdays)
    return bool(change.words or change.former) or change.follows or is_end


def _is_specific(phrase: Phrase) -> bool:
    """Whether a phrase gives a fact and was not read by a rule for any verb."""
    return (
        phrase.confidence > GENERAL
        and phrase.object not in (ANY_OBJECT, ONLY_OBJECT)
        and not relation_of(phrase.type).only_ends
    )


def _with_inherited_time(phrase: Phrase) -> Phrase:
    """A relation with an inherited time. Only events keep the time; a state may have begun at another time."""
    happens = phrase.type in _EVENT_RELATIONS or relation_of(phrase.type).object_type in ("Event", "Work")
    return phrase if happens or phrase.type == "VISITED" else replace(phrase, dated=False)


def _when(
    times: Sequence[TimeSpan], said_at: datetime | None, text: str, language: str, before: EventTime | None
) -> EventTime | None:
    """The time of a statement, if it is not only a guess. `before` is the time that it may inherit."""
    when = event_time(times, said_at, text, language, before)
    return when if when is not None and when.confidence >= _MIN_CONFIDENCE else None
