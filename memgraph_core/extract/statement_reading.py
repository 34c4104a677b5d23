"""What the rules find in one statement, and the times that the next statement of the speaker may inherit."""

from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.extract.date_corrections import DatedRelation, last_dated_relation
from memgraph_core.extract.events import DatedEvent
from memgraph_core.language.pack import pack_of
from memgraph_core.language.secrets import Secret
from memgraph_core.language.sentences import Statement
from memgraph_core.language.spans import Span
from memgraph_core.language.times import (
    EventTime,
    TimeSpan,
    inheritable_time,
)
from memgraph_core.language.vocabulary import Phrase


@dataclass(frozen=True, slots=True)
class TimeContext:
    """The times in the statements of a speaker so far. The next statement may correct or inherit them."""

    last_relation: DatedRelation | None = None  # the last relation with a time
    inherited_time: EventTime | None = None  # the time that the next statement inherits

    def opening(self, text: str, language: str) -> "TimeContext":
        """The context for a turn that begins with this text. Not every turn inherits the time of the one before it."""
        if self.inherited_time is None or pack_of(language).continues(text):
            return self
        return replace(self, inherited_time=None)

    def without(self, earlier: "TimeContext | None") -> "TimeContext":
        """The part of the context that comes from the turn itself, so that it does not depend on earlier turns."""
        if earlier is None:
            return self
        return TimeContext(
            None if self.last_relation is earlier.last_relation else self.last_relation,
            None if self.inherited_time is earlier.inherited_time else self.inherited_time,
        )

    def after(self, reading: "StatementReading", said_at: datetime | None) -> "TimeContext":
        """The context after a statement. Questions do not change the inherited time."""
        relation = last_dated_relation(reading.phrases, reading.when) or self.last_relation
        if reading.statement.sort != "statement":
            return TimeContext(relation, self.inherited_time)
        inherited = inheritable_time(reading.times, reading.when, self.inherited_time, said_at)
        return TimeContext(relation, inherited)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementReading:
    """A statement and what the rules found in it. Offsets are relative to the statement, not to the turn."""

    statement: Statement
    text: str  # with third-person pronouns replaced by names
    spans: tuple[Span, ...] = ()  # all mentions of entities
    phrases: tuple[Phrase, ...] = ()
    times: tuple[TimeSpan, ...] = ()
    when: EventTime | None = None
    secrets: tuple[Secret, ...] = ()
    salience: float = 0.0
    is_caption: bool = False
    events: tuple[DatedEvent, ...] = ()  # the events whose day it states
    corrects: bool = False  # it is only a correction of the time of an earlier statement

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the mentioned entities, each once, in order."""
        return tuple(dict.fromkeys(span.name for span in self.spans if span.name))
