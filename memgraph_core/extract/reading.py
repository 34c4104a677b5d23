"""What rules see in a turn, step by step: statements, names, kin, pronouns, times, relations, secrets, salience.

The steps stay visible in the record, for `explain` shows them; `rules.py` makes notes and facts of it.
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
from memgraph_core.language.sentences import Statement, statements_of
from memgraph_core.language.spans import Span
from memgraph_core.language.times import EventTime, TimeSpan, event_time, inheritable_time, times_in
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import EntityType

_LONG = 5_000  # characters
_NEIGHBOURS = 4  # spans that may begin before a place and reach over it


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names that are known: how each is written and what it is, by name key."""

    written: Mapping[str, str]
    types: Mapping[str, EntityType]
    events: Events = field(default_factory=lambda: Events({}))

    def named_in(self, text: str, language: str) -> list[Named]:
        """The names in a text of any length. A long one is read sentence by sentence, and by rules alone."""
        if len(text) <= _LONG:
            return named_in_turn(text, language, self.written, self.types)
        return [
            replace(name, start=name.start + start, end=name.end + start)
            for start, end in dict.fromkeys(s.sentence for s in statements_of(text, language))
            for name in named_in(text[start:end], language, self.written, self.types)
        ]


@dataclass(frozen=True, slots=True)
class Before:
    """What a speaker has told of times, up to a place: what the next statement puts right or goes on in."""

    told: Told | None = None  # what was said last with a time
    when: EventTime | None = None  # the time that a tale has come to

    def opening(self, text: str, language: str) -> "Before":
        """The same for a turn that opens with these words: not every answer goes on with the tale."""
        return self if self.when is None or pack_of(language).continues(text) else replace(self, when=None)

    def without(self, earlier: "Before | None") -> "Before":
        """What a turn told itself, without what it went on with: the same whatever was read before it."""
        if earlier is None:
            return self
        told = None if self.told is earlier.told else self.told
        return Before(told, None if self.when is earlier.when else self.when)

    def after(self, stated: "Stated", said_at: datetime | None) -> "Before":
        """The same after a statement. What is asked in between ends no tale."""
        told = told_last(stated.phrases, stated.when) or self.told
        if stated.statement.sort != "statement":
            return Before(told, self.when)
        return Before(told, inheritable_time(stated.times, stated.when, self.when, said_at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A statement with what rules see in it. Offsets are those of the statement, not of the turn."""

    statement: Statement
    text: str  # with he, she and they as the names that they mean
    spans: tuple[Span, ...] = ()  # everybody and everything it speaks of
    phrases: tuple[Phrase, ...] = ()
    times: tuple[TimeSpan, ...] = ()
    when: EventTime | None = None
    secrets: tuple[Secret, ...] = ()
    salience: float = 0.0
    is_caption: bool = False
    events: tuple[Dated, ...] = ()  # whose day it tells
    corrects: bool = False  # it only puts right the time of what was said last

    @property
    def names(self) -> tuple[str, ...]:
        """What it names or refers to, each once, in order of appearance."""
        return tuple(dict.fromkeys(span.name for span in self.spans if span.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A turn with what rules see in it."""

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
        """The turn by itself, as those after it remember it."""
        if self.is_summary:
            return self.heard
        return hear(self.turn.speaker, self.turn.text, self.language, _spans(self.named))


def read_ahead(turns: Iterable[Turn]) -> None:
    """Prepare the reading of turns, together for each language."""
    texts: dict[str, list[str]] = {}
    for turn in turns:
        if len(turn.text) <= _LONG and not turn.is_agent_generated:
            texts.setdefault(language_of(turn.text), []).append(turn.text)
    for language, those in texts.items():
        pack_of(language).read_ahead(those)


def heard(turn: Turn, lexicon: Lexicon) -> Heard:
    """A turn by itself, as those after it remember it."""
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
    """Read one turn; `before` are those before it in its session, oldest first, and `earlier` what its speaker told of
    times in them.
    """
    language = language_of(turn.text)
    if (main := main_statements(turn, language)) is not None:
        return _main_reading(turn, language, main, lexicon)
    unasserted = UnassertedParts.of(turn.text)
    names = lexicon.named_in(turn.text, language)
    in_code = unasserted.machine_text().overlap([(name.start, name.end) for name in names])
    named = tuple(name for name, code in zip(names, in_code, strict=True) if not code)
    addressee = addressee_of(turn.speaker, [h.speaker for h in before])
    told = hear(turn.speaker, turn.text, language, _spans(named), before, addressee)
    references = tuple(references_in(told, before, addressee)) if turn.speaker else ()
    secrets = tuple(secrets_in(turn.text))
    statements = tuple(statements_of(turn.text, language))
    overlaps = unasserted.overlap([(statement.start, statement.end) for statement in statements])
    reader = _Reader(
        turn,
        language,
        lexicon,
        statements,
        _open(_with_here(turn.text, language, _meant(told, references)), secrets),
        references,
        secrets,
        told.ties,
        frozenset(s.start for s, overlap in zip(statements, overlaps, strict=True) if not overlap),
    )
    stated: list[Stated] = []
    gone = (earlier or Before()).opening(turn.text, language)
    for statement in reader.statements:
        stated.append(reader.state(statement, gone))
        gone = gone.after(stated[-1], turn.said_at)
    if turn.caption:
        stated.append(reader.caption(turn.caption))
    return Reading(
        turn=turn,
        language=language,
        addressee=addressee,
        named=named,
        heard=told,
        references=references,
        stated=tuple(stated),
        after=gone.without(earlier),
        asserts_all=not unasserted.parts,
    )


def _main_reading(turn: Turn, language: str, statements: Sequence[Statement], lexicon: Lexicon) -> Reading:
    """A long agent-generated turn: its main statements with the names in them, and nothing else."""
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


def _meant(told: Heard, references: Sequence[Reference]) -> list[Span]:
    """Names, kin and the pronouns that are not the speaker's own: everybody and everything a turn speaks of."""
    types: dict[str, EntityType | None] = {s.name: s.type for s in told.spans}
    pronouns = [
        Span(r.start, r.end, r.name, types.get(r.name) or "Person", plural=r.plural)
        for r in references
        if r.name and not r.plural and r.name != told.speaker
    ]
    spans = [s for s in told.spans if s.name]
    free = [p for p in pronouns if not _meets(p, spans)]
    return sorted([*spans, *free], key=lambda s: (s.start, s.end))


def _meets(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span overlaps one of the others, which are in order of their starts and rarely overlap themselves."""
    until = bisect_left(others, span.end, key=_start)
    return any(span.start < other.end for other in others[max(0, until - _NEIGHBOURS) : until])


def _with_here(text: str, language: str, spans: Sequence[Span]) -> list[Span]:
    """With the places that "here" means."""
    return sorted([*spans, *places_here(text, language, spans)], key=lambda s: (s.start, s.end))


def _open(spans: Sequence[Span], secrets: Sequence[Secret]) -> list[Span]:
    """The spans that lie in no secret: a password is nobody's name."""
    return [s for s in spans if all(s.end <= secret.start or secret.end <= s.start for secret in secrets)]


def _start(piece: Span | Reference | Statement | Tie) -> int:
    return piece.start


_Placed = TypeVar("_Placed", Span, Reference)


def _inside(pieces: Sequence[_Placed], start: int, end: int) -> Iterator[_Placed]:
    """The pieces that lie between two places; the pieces are in order of their starts."""
    first, last = bisect_left(pieces, start, key=_start), bisect_left(pieces, end, key=_start)
    return (piece for piece in pieces[first:last] if piece.end <= end)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the statements of one turn."""

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
        """What a statement of the turn says, after what was told of times. Of a question only names and times count."""
        start, end = statement.start, statement.end
        spans = self._within(start, end)
        if statement.sort != "statement":
            return Stated(
                statement=statement, text=statement.text, spans=spans, times=self._times(statement.text)
            )
        pronouns = [
            replace(r, start=r.start - start, end=r.end - start) for r in _inside(self.references, start, end)
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
            replace(s, start=s.start - start, end=s.end - start) for s in _inside(self.spans, start, end)
        )

    def _phrases(self, statement: Statement) -> list[Phrase]:
        """The relations of a statement. Its whole sentence is read: a clause may leave its subject out."""
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
        """What a picture shows: somebody has found it worth a description."""
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
            stated = replace(stated, phrases=tuple(_gone_on(p) for p in stated.phrases))
        return self._dated(replace(stated, times=times, when=when, salience=salience))

    def _corrected(self, stated: Stated, last: Told | None) -> Stated:
        """With what was said last, if it does nothing but put its time right."""
        if stated.phrases or self.turn.said_at is None:
            return stated
        told = corrected(stated.statement.text, self.language, self.turn.said_at, last)
        if told is None:
            return stated
        return replace(
            stated,
            phrases=(told.phrase,),
            when=told.when,
            salience=max(stated.salience, THRESHOLD),
            corrects=True,
        )

    def _dated(self, stated: Stated) -> Stated:
        """With the events whose day it tells. What somebody takes part in and what lies ahead is planned."""
        now, speaker = self.turn.said_at, self.turn.speaker
        if now is None or speaker is None or self.turn.is_document:
            return stated
        if stated.statement.start not in self.asserted:
            return stated
        events = self.lexicon.events.dated_in(stated.text, speaker, now, self.language, stated.names)
        told = {word for event in events for word in (event.words, event.phrase.subject)}
        phrases = [
            _ahead(p, stated.when, now)
            for p in stated.phrases
            if p.type != "ATTENDED" or p.object not in told
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
        """Whether the object can be what the relation asks for: nobody works at a city or lives in a firm."""
        key = name_key(phrase.object)
        seen = next((s.type for s in spans if name_key(s.name) == key and s.type), None)
        type_, wanted = seen or self.lexicon.types.get(key), relation_of(phrase.type).object_type
        if phrase.only_if is not None:
            return type_ == phrase.only_if
        return not (type_ in ("Place", "Person") and wanted is not None and type_ != wanted)


_DIED = re.compile(
    r"\b(?:died|passed away|is dead|had to (?:say goodbye|put \w+ (?:down|to sleep))|put to sleep|ran away)\b|去世|死了|没了|走丢"
)


def _tied(tie: Tie, start: int, text: str) -> Phrase:
    """What a tie tells; a pet that has died is had no more."""
    phrase = Phrase(tie.owner, tie.relation, tie.name, start=tie.start - start, confidence=0.8, dated=False)
    is_over = tie.relation == "HAS_PET" and _DIED.search(text) is not None
    return replace(phrase, ended=True, dated=True) if is_over else phrase


_PASSING = frozenset(
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


def _gone_on(phrase: Phrase) -> Phrase:
    """In a tale only what happens has the time of the tale: what lasts may have begun at any other."""
    happens = phrase.type in _PASSING or relation_of(phrase.type).object_type in ("Event", "Work")
    return phrase if happens or phrase.type == "VISITED" else replace(phrase, dated=False)


_TAKING_PART = frozenset(["ATTENDED", "MET", "VISITED"])


def _ahead(phrase: Phrase, when: EventTime | None, now: datetime) -> Phrase:
    """What is told with a day to come has not been yet."""
    is_ahead = when is not None and when.start is not None and when.start > now
    if is_ahead and phrase.dated and phrase.type in _TAKING_PART and not (phrase.ended or phrase.denied):
        return replace(phrase, plan=True)
    return phrase


_SURE = 0.5  # below this a time is a guess, or the day on which it was said


def _when(
    times: Sequence[TimeSpan], said_at: datetime | None, text: str, language: str, before: EventTime | None
) -> EventTime | None:
    """The time a statement speaks of, where it is not merely guessed; `before` is that of the tale it is part of."""
    when = event_time(times, said_at, text, language, before)
    return when if when is not None and when.confidence >= _SURE else None
