"""Read a turn by rules, step by step: statements, names, kin, pronouns, times, relations, secrets, salience.

The result keeps what each step found, because `explain` shows it. `rules.py` makes notes and facts from it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from memgraph_core.extract.agent_turns import main_statements
from memgraph_core.extract.lexicon import KnownNames, spans_of
from memgraph_core.extract.statement_reading import StatementReading, TimeContext
from memgraph_core.extract.statements import StatementReader
from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.coreference import (
    Reference,
    TurnMentions,
    addressee_of,
    mentions_of,
    references_in,
)
from memgraph_core.language.entities import Named
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relating.here import places_here
from memgraph_core.language.salience import THRESHOLD
from memgraph_core.language.secrets import Secret, secrets_in
from memgraph_core.language.sentences import Statement, statements_of
from memgraph_core.language.spans import Span
from memgraph_core.language.topic import Topic
from memgraph_core.records.graph import Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import EntityType

_MAX_OVERLAPPING = 4  # preceding spans that are checked for an overlap


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReading:
    """A turn and what the rules found in it."""

    turn: Turn
    language: str
    addressee: str | None
    named: tuple[Named, ...]
    mentions: TurnMentions
    references: tuple[Reference, ...]
    statements: tuple[StatementReading, ...]
    after: "TimeContext"
    topic: Topic | None = None  # whom it is about at its end
    # No part of the turn is quoted, reported, code or anything else that is not asserted.
    asserts_all: bool = True


def prepare_turns(turns: Iterable[Turn]) -> None:
    """Run the parsers on these turns in one batch per language."""
    texts = grouped((language_of(turn.text), turn.text) for turn in turns if not turn.is_agent_generated)
    for language, those in texts.items():
        pack_of(language).read_ahead(those)


def turn_mentions(turn: Turn, lexicon: KnownNames) -> TurnMentions:
    """The mentions of a turn, read without earlier turns: the form that later turns need."""
    language = language_of(turn.text)
    if (main := main_statements(turn, language)) is not None:
        return _main_reading(turn, language, main, lexicon).mentions
    return mentions_of(turn.speaker, turn.text, language, spans_of(lexicon.named_in(turn.text, language)))


def read_turn(
    turn: Turn,
    before: Sequence[TurnMentions],
    lexicon: KnownNames,
    earlier: TimeContext | None = None,
    topic: Topic | None = None,
) -> TurnReading:
    """Read one turn.

    `before` are the turns before it in its session, oldest first. `earlier` are the times of its speaker in them, and
    `topic` is whom the last one is about.
    """
    language = language_of(turn.text)
    if (main := main_statements(turn, language)) is not None:
        return _main_reading(turn, language, main, lexicon)
    unasserted = UnassertedParts.of(turn.text)
    named = _names_outside_code(turn.text, language, lexicon, unasserted)
    addressee = addressee_of(turn.speaker, [turn_.speaker for turn_ in before])
    mentions = mentions_of(
        turn.speaker,
        turn.text,
        language,
        spans_of(named),
        before,
        addressee,
        is_about_other=topic is not None and not topic.is_household,
    )
    references = tuple(references_in(mentions, before, addressee)) if turn.speaker else ()
    reader = _reader_of(turn, mentions, references, lexicon, unasserted, topic)
    stated, context = _statements_read(reader, (earlier or TimeContext()).opening(turn.text, language))
    return TurnReading(
        turn=turn,
        language=language,
        addressee=addressee,
        named=named,
        mentions=mentions,
        references=references,
        statements=stated,
        after=context.without(earlier),
        topic=_clear(reader.topic_after, mentions),
        asserts_all=not unasserted.parts,
    )


def _reader_of(
    turn: Turn,
    mentions: TurnMentions,
    references: Sequence[Reference],
    lexicon: KnownNames,
    unasserted: UnassertedParts,
    topic: Topic | None,
) -> StatementReader:
    """The reader of the statements of a turn."""
    language, secrets = mentions.language, tuple(secrets_in(turn.text))
    spans = _with_places_here(turn.text, language, _mentions(mentions, references))
    statements = tuple(statements_of(turn.text, language))
    overlaps = unasserted.overlap([(statement.start, statement.end) for statement in statements])
    return StatementReader(
        turn=turn,
        language=language,
        lexicon=lexicon,
        statements=statements,
        sentence_starts=sorted({statement.sentence[0] for statement in statements}),
        spans=_without_secrets(spans, secrets),
        references=references,
        secrets=secrets,
        kin=mentions.kin,
        asserted=frozenset(s.start for s, overlap in zip(statements, overlaps, strict=True) if not overlap),
        asserts_all=all(part.kind == "reported" for part in unasserted.parts),
        topic=topic,
    )


def _clear(topic: Topic | None, mentions: TurnMentions) -> Topic | None:
    """The topic for the next turn; that of somebody who is not identified, if the turn is about several people."""
    people = {s.name for s in mentions.spans if s.type == "Person"} - {mentions.speaker}
    is_clear = topic is None or topic.is_animal or len(people) < 2
    return topic if is_clear else Topic()


def _names_outside_code(
    text: str, language: str, lexicon: KnownNames, unasserted: UnassertedParts
) -> tuple[Named, ...]:
    """The names in a text, without those in code, logs and tables."""
    names = lexicon.named_in(text, language)
    in_code = unasserted.machine_text().overlap([(name.start, name.end) for name in names])
    return tuple(name for name, is_code in zip(names, in_code, strict=True) if not is_code)


def _statements_read(
    reader: StatementReader, context: TimeContext
) -> tuple[tuple[StatementReading, ...], TimeContext]:
    """The readings of all statements and of the caption, and the times after the last statement."""
    stated: list[StatementReading] = []
    for statement in reader.statements:
        stated.append(reader.read(statement, context))
        context = context.after(stated[-1], reader.turn.said_at)
    if reader.turn.caption:
        stated.append(reader.caption(reader.turn.caption))
    return tuple(stated), context


def _main_reading(
    turn: Turn, language: str, statements: Sequence[Statement], lexicon: KnownNames
) -> TurnReading:
    """The reading of a long agent-generated turn: only its main statements and the names in them."""
    named = tuple(
        replace(name, start=name.start + statement.start, end=name.end + statement.start)
        for statement in statements
        for name in lexicon.named_in(statement.text, language)
    )
    spans = spans_of(named)
    return TurnReading(
        turn=turn,
        language=language,
        addressee=None,
        named=named,
        mentions=TurnMentions(turn.speaker, turn.text, language, tuple(spans)),
        references=(),
        statements=tuple(
            StatementReading(
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
        after=TimeContext(),
    )


def _mentions(mentions: TurnMentions, references: Sequence[Reference]) -> list[Span]:
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
    until = bisect_left(others, span.end, key=attrgetter("start"))
    return any(span.start < other.end for other in others[max(0, until - _MAX_OVERLAPPING) : until])


def _with_places_here(text: str, language: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, with a span for each "here" that means a place."""
    return sorted([*spans, *places_here(text, language, spans)], key=lambda s: (s.start, s.end))


def _without_secrets(spans: Sequence[Span], secrets: Sequence[Secret]) -> list[Span]:
    """The spans that are not in a secret, because a password is not a name."""
    return [s for s in spans if all(s.end <= secret.start or secret.end <= s.start for secret in secrets)]
