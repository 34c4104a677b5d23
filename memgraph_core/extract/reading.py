"""Read a turn by rules, step by step: statements, names, kin, pronouns, times, relations, secrets, salience.

The result keeps what each step found, because `explain` shows it. `rules.py` makes notes and facts from it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from memgraph_core.extract.agent_turns import main_statements
from memgraph_core.extract.date_corrections import Told, corrected, told_last
from memgraph_core.extract.events import Dated, Events
from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.coreference import (
    Heard,
    Reference,
    Tie,
    addressee_of,
    hear,
    references_in,
    resolved,
)
from memgraph_core.language.entities import Named, named_in, named_in_turn
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relations import Phrase, phrases_in, places_here, relation_of
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.secrets import Secret, secrets_in
from memgraph_core.language.sentences import LONG, Statement, statements_of
from memgraph_core.language.spans import Span
from memgraph_core.language.times import EventTime, TimeSpan, event_time, inheritable_time, times_in
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType

_MAX_OVERLAPPING = 4  # spans before an offset that may reach over it


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The known names, by name key: their spelling, their type, and the known events."""

    written: Mapping[str, str]
    types: Mapping[str, EntityType]
    events: Events = field(default_factory=lambda: Events({}))

    def named_in(self, text: str, language: str) -> list[Named]:
        """The names in a text. A long text is read sentence by sentence and only by rules."""
        if len(text) <= LONG:
            return named_in_turn(text, language, self.written, self.types)
        return [
            replace(name, start=name.start + start, end=name.end + start)
            for start, end in dict.fromkeys(s.sentence for s in statements_of(text, language))
            for name in named_in(text[start:end], language, self.written, self.types)
        ]


@dataclass(frozen=True, slots=True)
class Before:
    """The times in the statements of a speaker so far. The next statement may correct or inherit them."""

    told: Told | None = None  # the last relation with a time
    when: EventTime | None = None  # the time that the next statement inherits

    def opening(self, text: str, language: str) -> "Before":
        """The context for a turn that begins with this text. Not every turn inherits the time of the one before it."""
        return self if self.when is None or pack_of(language).continues(text) else replace(self, when=None)

    def without(self, earlier: "Before | None") -> "Before":
        """The part of the context that comes from the turn itself, so that it does not depend on earlier turns."""
        if earlier is None:
            return self
        told = None if self.told is earlier.told else self.told
        return Before(told, None if self.when is earlier.when else self.when)

    def after(self, stated: "Stated", said_at: datetime | None) -> "Before":
        """The context after a statement. Questions do not change the inherited time."""
        told = told_last(stated.phrases, stated.when) or self.told
        if stated.statement.sort != "statement":
            return Before(told, self.when)
        return Before(told, inheritable_time(stated.times, stated.when, self.when, said_at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
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
    events: tuple[Dated, ...] = ()  # the events whose day it states
    corrects: bool = False  # it is only a correction of the time of an earlier statement

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the mentioned entities, each once, in order."""
        return tuple(dict.fromkeys(span.name for span in self.spans if span.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A turn and what the rules found in it."""

    turn: Turn
    language: str
    addressee: str | None
    named: tuple[Named, ...]
    heard: Heard
    references: tuple[Reference, ...]
    stated: tuple[Stated, ...]
    after: "Before"
    asserts_all: bool = (
        True  # no part of the turn is quoted, reported, code or anything else that is not asserted
    )
    is_summary: bool = False  # only the main statements of a long agent-generated turn were read

    @property
    def alone(self) -> Heard:
        """The mentions of the turn, read without earlier turns: the form that later turns need."""
        if self.is_summary:
            return self.heard
        return hear(self.turn.speaker, self.turn.text, self.language, _spans(self.named))


def read_ahead(turns: Iterable[Turn]) -> None:
    """Prepare the reading of turns, together for each language."""
    texts: dict[str, list[str]] = {}
    for turn in turns:
        if not turn.is_agent_generated:
            texts.setdefault(language_of(turn.text), []).append(turn.text)
    for language, those in texts.items():
        pack_of(language).read_ahead(those)


def heard(turn: Turn, lexicon: Lexicon) -> Heard:
    """The mentions of a turn, read without earlier turns: the form that later turns need."""
    language = language_of(turn.text)
    if (main := main_statements(turn, language)) is not None:
        return _main_reading(turn, language, main, lexicon).heard
    return hear(
        turn.speaker,
        turn.text,
        language,
        _spans(lexicon.named_in(turn.text, language)),
    )


def read_turn(
    turn: Turn, before: Sequence[Heard], lexicon: Lexicon, earlier: Before | None = None
) -> Reading:
    """Read one turn.

    `before` are the turns before it in its session, oldest first. `earlier` are the times of its speaker in them.
    """
    language = language_of(turn.text)
    if (main := main_statements(turn, language)) is not None:
        return _main_reading(turn, language, main, lexicon)
    unasserted = UnassertedParts.of(turn.text)
    names = lexicon.named_in(turn.text, language)
    in_code = unasserted.machine_text().overlap([(name.start, name.end) for name in names])
    named = tuple(name for name, is_code in zip(names, in_code, strict=True) if not is_code)
    addressee = addressee_of(turn.speaker, [turn_.speaker for turn_ in before])
    mentions = hear(turn.speaker, turn.text, language, _spans(named), before, addressee)
    references = tuple(references_in(mentions, before, addressee)) if turn.speaker else ()
    secrets = tuple(secrets_in(turn.text))
    statements = tuple(statements_of(turn.text, language))
    overlaps = unasserted.overlap([(statement.start, statement.end) for statement in statements])
    reader = _StatementReader(
        turn,
        language,
        lexicon,
        statements,
        _without_secrets(_with_places_here(turn.text, language, _mentions(mentions, references)), secrets),
        references,
        secrets,
        mentions.ties,
        frozenset(s.start for s, overlap in zip(statements, overlaps, strict=True) if not overlap),
    )
    stated: list[Stated] = []
    context = (earlier or Before()).opening(turn.text, language)
    for statement in reader.statements:
        stated.append(reader.state(statement, context))
        context = context.after(stated[-1], turn.said_at)
    if turn.caption:
        stated.append(reader.caption(turn.caption))
    return Reading(
        turn=turn,
        language=language,
        addressee=addressee,
        named=named,
        heard=mentions,
        references=references,
        stated=tuple(stated),
        after=context.without(earlier),
        asserts_all=not unasserted.parts,
    )


def _main_reading(turn: Turn, language: str, statements: Sequence[Statement], lexicon: Lexicon) -> Reading:
    """The reading of a long agent-generated turn: only its main statements and the names in them."""
    named = tuple(
        replace(name, start=name.start + statement.start, end=name.end + statement.start)
        for statement in statements
        for name in lexicon.named_in(statement.text, language)
    )
    spans = _spans(named)
    return Reading(
        turn=turn,
        language=language,
        addressee=None,
        named=named,
        heard=Heard(turn.speaker, turn.text, language, tuple(spans)),
        references=(),
        stated=tuple(
            Stated(
                statement=statement,
                text=statement.text,
                spans=tuple(
                    replace(span, start=span.start - statement.start, end=span.end - statement.start)
                    for span in spans
                    if statement.start <= span.start and span.end <= statement.end
                ),
                salience=THRESHOLD,
            )
            for statement in statements
        ),
        after=Before(),
        is_summary=True,
    )


def _spans(names: Iterable[Named]) -> list[Span]:
    return [Span(n.start, n.end, n.text, n.type, n.gender) for n in names]


def _mentions(mentions: Heard, references: Sequence[Reference]) -> list[Span]:
    """All mentions of entities in a turn: names, kin and resolved pronouns, except those of the speaker."""
    types: dict[str, EntityType | None] = {s.name: s.type for s in mentions.spans}
    pronouns = [
        Span(r.start, r.end, r.name, types.get(r.name) or "Person", plural=r.plural)
        for r in references
        if r.name and not r.plural and r.name != mentions.speaker
    ]
    spans = [s for s in mentions.spans if s.name]
    resolved_pronouns = [p for p in pronouns if not _overlaps(p, spans)]
    return sorted([*spans, *resolved_pronouns], key=lambda s: (s.start, s.end))


def _overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span overlaps one of the others. They are sorted by start and rarely overlap each other."""
    until = bisect_left(others, span.end, key=_start)
    return any(span.start < other.end for other in others[max(0, until - _MAX_OVERLAPPING) : until])


def _with_places_here(text: str, language: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, with a span for each "here" that means a place."""
    return sorted([*spans, *places_here(text, language, spans)], key=lambda s: (s.start, s.end))


def _without_secrets(spans: Sequence[Span], secrets: Sequence[Secret]) -> list[Span]:
    """The spans that are not in a secret, because a password is not a name."""
    return [s for s in spans if all(s.end <= secret.start or secret.end <= s.start for secret in secrets)]


def _start(item: Span | Reference | Statement | Tie) -> int:
    return item.start


_Placed = TypeVar("_Placed", Span, Reference)


def _between(items: Sequence[_Placed], start: int, end: int) -> Iterator[_Placed]:
    """The spans or references that are completely between two offsets. They must be sorted by start."""
    first, last = bisect_left(items, start, key=_start), bisect_left(items, end, key=_start)
    return (item for item in items[first:last] if item.end <= end)


@dataclass(frozen=True, slots=True)
class _StatementReader:
    """Reads the statements of one turn with the shared results of the turn."""

    turn: Turn
    language: str
    lexicon: Lexicon
    statements: Sequence[Statement]
    spans: Sequence[Span]
    references: Sequence[Reference]
    secrets: Sequence[Secret]
    ties: Sequence[Tie]
    asserted: frozenset[int]  # where the statements begin that the speaker asserts
    phrases_by_sentence: dict[tuple[int, int], list[Phrase]] = field(
        default_factory=dict[tuple[int, int], list[Phrase]]
    )

    def state(self, statement: Statement, before: Before) -> Stated:
        """The reading of a statement of the turn. Of a question, only names and times are read."""
        start, end = statement.start, statement.end
        spans = self._within(start, end)
        if statement.sort != "statement":
            return Stated(
                statement=statement, text=statement.text, spans=spans, times=self._times(statement.text)
            )
        pronouns = [
            replace(r, start=r.start - start, end=r.end - start)
            for r in _between(self.references, start, end)
        ]
        stated = self._weighed(
            Stated(
                statement=statement,
                text=resolved(statement.text, pronouns, self.language),
                spans=spans,
                phrases=tuple(phrase for phrase in self._phrases(statement) if self._fits(phrase, spans)),
                secrets=tuple(
                    replace(s, start=max(s.start - start, 0), end=min(s.end, end) - start)
                    for s in self.secrets
                    if s.start < end and start < s.end
                ),
            ),
            before.when,
        )
        return self._corrected(stated, before.told)

    def _times(self, text: str) -> tuple[TimeSpan, ...]:
        now = self.turn.at
        return tuple(times_in(text, now, self.language)) if now else ()

    def _within(self, start: int, end: int) -> tuple[Span, ...]:
        return tuple(
            replace(s, start=s.start - start, end=s.end - start) for s in _between(self.spans, start, end)
        )

    def _phrases(self, statement: Statement) -> list[Phrase]:
        """The relations of a statement. The whole sentence is read, because a clause may have no subject of its own."""
        if statement.start not in self.asserted:
            return []
        start, end = statement.sentence
        following = bisect_right(self.statements, statement.start, key=_start)
        until = self.statements[following].start if following < len(self.statements) else end + 1
        told = [p for p in self._sentence_phrases(start, end) if statement.start <= start + p.start < until]
        known = {(p.subject, p.type, p.object) for p in told}
        return told + [
            _tied(tie, start, statement.text)
            for tie in self.ties[
                bisect_left(self.ties, statement.start, key=_start) : bisect_left(
                    self.ties, statement.end, key=_start
                )
            ]
            if (tie.owner, tie.relation, tie.name) not in known
        ]

    def _sentence_phrases(self, start: int, end: int) -> list[Phrase]:
        """The relations of a sentence, which several statements may share."""
        if (start, end) not in self.phrases_by_sentence:
            self.phrases_by_sentence[start, end] = phrases_in(
                self.turn.text[start:end], self.language, self._within(start, end), self.turn.speaker or ""
            )
        return self.phrases_by_sentence[start, end]

    def caption(self, text: str) -> Stated:
        """The reading of the caption of a picture. It always becomes a note."""
        spans = tuple(_spans(self.lexicon.named_in(text, self.language)))
        statement = Statement(text, 0, len(text))
        return Stated(statement=statement, text=text, spans=spans, salience=THRESHOLD, is_caption=True)

    def _weighed(self, stated: Stated, before: EventTime | None = None) -> Stated:
        text = stated.statement.text
        times = self._times(text)
        speaker = name_key(self.turn.speaker or "")
        salience = salience_of(
            text,
            self.language,
            has_name=any(name_key(name) != speaker for name in stated.names),
            has_time=any(span.kind in ("date", "since", "until", "recurring") for span in times),
            sort="statement",
        )
        if stated.phrases or self.turn.is_document:
            salience = max(salience, THRESHOLD)
        when = _when(times, self.turn.said_at, text, self.language, None if self.turn.is_document else before)
        if when is not None and not times:
            stated = replace(stated, phrases=tuple(_with_inherited_time(p) for p in stated.phrases))
        return self._dated(replace(stated, times=times, when=when, salience=salience))

    def _corrected(self, stated: Stated, last: Told | None) -> Stated:
        """The statement with the corrected relation, if it is only a correction of a time."""
        if stated.phrases or self.turn.said_at is None:
            return stated
        correction = corrected(stated.statement.text, self.language, self.turn.said_at, last)
        if correction is None:
            return stated
        return replace(
            stated,
            phrases=(correction.phrase,),
            when=correction.when,
            salience=max(stated.salience, THRESHOLD),
            corrects=True,
        )

    def _dated(self, stated: Stated) -> Stated:
        """The statement with the events whose day it states. Taking part in a future event becomes a plan."""
        now, speaker = self.turn.said_at, self.turn.speaker
        if now is None or speaker is None or self.turn.is_document:
            return stated
        if stated.statement.start not in self.asserted:
            return stated
        events = self.lexicon.events.dated_in(stated.text, speaker, now, self.language, stated.names)
        event_names = {word for event in events for word in (event.words, event.phrase.subject)}
        phrases = [
            _as_plan(p, stated.when, now)
            for p in stated.phrases
            if p.type != "ATTENDED" or p.object not in event_names
        ]
        days = [event.when for event in events if event.when]
        return replace(
            stated,
            events=events,
            phrases=(*phrases, *(event.phrase for event in events)),
            when=days[0] if len(days) == 1 else stated.when,
            salience=max(stated.salience, THRESHOLD) if events else stated.salience,
        )

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
        return not (type_ in ("Place", "Person") and expected_type is not None and type_ != expected_type)


_DIED = re.compile(
    r"\b(?:died|passed away|is dead|had to (?:say goodbye|put \w+ (?:down|to sleep))|put to sleep|ran away)\b|去世|死了|没了|走丢"
)


def _tied(tie: Tie, start: int, text: str) -> Phrase:
    """The relation of an owner to named kin. It is ended for a pet that has died."""
    phrase = Phrase(tie.owner, tie.relation, tie.name, start=tie.start - start, confidence=0.8, dated=False)
    is_over = tie.relation == "HAS_PET" and _DIED.search(text) is not None
    return replace(phrase, ended=True, dated=True) if is_over else phrase


_EVENT_RELATIONS = frozenset(
    [
        "GAVE",
        "WON",
        "SAW",
        "TRIED",
        "CREATED",
        "INJURED",
        "LOST",
        "RECEIVED",
        "EXPERIENCED",
        "FELT",
        "DISCUSSED",
        "MET",
    ]
)


def _with_inherited_time(phrase: Phrase) -> Phrase:
    """A relation with an inherited time. Only events keep the time; a state may have begun at another time."""
    happens = phrase.type in _EVENT_RELATIONS or relation_of(phrase.type).object_type in ("Event", "Work")
    return phrase if happens or phrase.type == "VISITED" else replace(phrase, dated=False)


_TAKING_PART = frozenset(["ATTENDED", "MET", "VISITED"])


def _as_plan(phrase: Phrase, when: EventTime | None, now: datetime) -> Phrase:
    """A relation of taking part on a future day, as a plan."""
    is_ahead = when is not None and when.start is not None and when.start > now
    if is_ahead and phrase.dated and phrase.type in _TAKING_PART and not (phrase.ended or phrase.denied):
        return replace(phrase, plan=True)
    return phrase


_MIN_CONFIDENCE = 0.5  # below this a time is a guess, or only the day of the turn


def _when(
    times: Sequence[TimeSpan], said_at: datetime | None, text: str, language: str, before: EventTime | None
) -> EventTime | None:
    """The time of a statement, if it is not only a guess. `before` is the time that it may inherit."""
    when = event_time(times, said_at, text, language, before)
    return when if when is not None and when.confidence >= _MIN_CONFIDENCE else None
