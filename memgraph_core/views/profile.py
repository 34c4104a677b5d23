"""The profile of an entity: what holds now, what is planned, and what held before, by section and with sources."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal, get_args

from memgraph_core.language.entries import Section, entries
from memgraph_core.language.pack import answer_language
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.vocabulary import relation_of, section_of
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.sheet import Sheet, SheetLine, as_markdown, as_page, as_text
from memgraph_core.views.words import WORDS, Words

LineState = Literal["current", "planned", "former"]

SECTIONS: tuple[Section, ...] = get_args(Section)
_STATES: tuple[LineState, ...] = get_args(LineState)
_MAX_TOPICS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileLine:
    """One fact of a profile."""

    section: Section
    state: LineState
    relation: str  # relation type, as seen from the entity of the profile
    subject: (
        str  # name; another one than that of the profile if the relation has no inverse: `Ben REPORTS_TO Ada`
    )
    object: str  # name or value
    fact: Fact
    newer_notes: int = 0  # notes about the entity since this was said last: the larger, the more doubtful

    __repr__ = short_repr

    @property
    def has_conflict(self) -> bool:
        """Whether another fact contradicts it, and memory cannot decide between them."""
        return bool(self.fact.conflicts)

    @property
    def key(self) -> tuple[str, str, str]:
        """Subject, relation and object: the same in the profiles of two days."""
        return self.subject, self.relation, self.object


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What memory knows of an entity at a moment."""

    entity: Entity
    at: datetime
    language: str  # of most of its facts and notes: `en` or `zh`
    lines: tuple[ProfileLine, ...]  # by section, state, relation; newest first
    topics: tuple[tuple[str, int], ...] = ()  # topic and number of notes, most frequent first
    notes: int = 0  # about the entity

    __repr__ = short_repr

    @property
    def name(self) -> str:
        """The name of the entity."""
        return self.entity.name

    def section(self, name: Section) -> tuple[ProfileLine, ...]:
        """The lines of one section."""
        return tuple(line for line in self.lines if line.section == name)

    def text(self, tokens: int | None = None) -> str:
        """The profile as text for a prompt, of at most `tokens` estimated tokens.

        If it does not fit, lines that hold now are kept before plans, and plans before former lines.
        """
        return as_text(self._sheet(), tokens)

    def markdown(self) -> str:
        """The profile as Markdown, with the uids of the source notes behind each line."""
        return as_markdown(self._sheet())

    def page(self) -> str:
        """The profile as one page of HTML."""
        return as_page(self._sheet())

    def _sheet(self) -> Sheet:
        words = WORDS[self.language]
        return Sheet(
            title=words.profile_title.format(name=encoded_name(self.name)),
            language=self.language,
            day=as_date(self.at),
            sections=[
                (words.sections[name], [self._sheet_line(line, words) for line in self.section(name)])
                for name in SECTIONS
            ],
            topics=self.topics,
            topics_heading=words.topics,
        )

    def _sheet_line(self, line: ProfileLine, words: Words) -> SheetLine:
        state = words.states[line.state]
        text = f"{state}{words.space if state else ''}{_statement(line, self.name, words)}"
        conflict = words.conflicting if line.has_conflict else ""
        return SheetLine(
            text=f"{text}{words.period(line.fact)}{conflict}",
            rank=_STATES.index(line.state),
            sources=line.fact.notes,
            style=line.state,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChanges:
    """What changed in a profile from one moment to another. Lines are in the order of the profile."""

    name: str
    language: str
    since: datetime
    until: datetime
    began: tuple[ProfileLine, ...]  # hold or are planned now, and were not known before
    ended: tuple[ProfileLine, ...]  # held before, and hold no longer

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """What began and what ended, as text for a prompt, of at most `tokens` estimated tokens.

        If it does not fit, what began is kept before what ended.
        """
        return as_text(self._sheet(), tokens)

    def markdown(self) -> str:
        """The changes as Markdown, with the uids of the source notes behind each line."""
        return as_markdown(self._sheet())

    def page(self) -> str:
        """The changes as one page of HTML."""
        return as_page(self._sheet())

    def _sheet(self) -> Sheet:
        words = WORDS[self.language]
        since = words.brief_title.format(since=as_date(self.since))
        return Sheet(
            title=f"{encoded_name(self.name)}{words.colon}{since}",
            language=self.language,
            day=as_date(self.until),
            sections=[
                (words.began, [self._sheet_line(line, 0, words) for line in self.began]),
                (words.ended, [self._sheet_line(line, 1, words) for line in self.ended]),
            ],
        )

    def _sheet_line(self, line: ProfileLine, rank: int, words: Words) -> SheetLine:
        statement = _statement(line, self.name, words)
        return SheetLine(
            text=f"{words.sections[line.section]}{words.colon}{statement}{words.period(line.fact)}",
            rank=rank,
            sources=line.fact.notes,
            style="former" if rank else line.state,
        )


def profile_of(
    entity: Entity, facts: Sequence[Fact], names: Mapping[str, str], notes: Sequence[Note], at: datetime
) -> Profile:
    """The profile of an entity from its facts, the names of their subjects and objects, and the notes about it.

    Facts that a correction removed and facts of agent-generated turns are left out, and so are sensitive notes.
    """
    known = [note for note in notes if note.kind != "vault" and note.state == "active"]
    times = sorted(note.said_at for note in known if note.said_at is not None)
    said_at = {note.uid: note.said_at for note in known if note.said_at is not None}
    lines: dict[tuple[str, str, str, LineState], ProfileLine] = {}
    for fact in facts:
        if fact.never_held or fact.trust in AGENT_GENERATED:
            continue
        last_said = max((said_at[uid] for uid in fact.notes if uid in said_at), default=fact.recorded_at)
        newer = len(times) - bisect_right(times, last_said) if last_said is not None else 0
        line = _line(entity, fact, names, at, newer)
        lines.setdefault((*line.key, line.state), line)
    text = " ".join([*(fact.text for fact in facts), *(note.text for note in known)])
    return Profile(
        entity=entity,
        at=at,
        language=answer_language(text or entity.name),
        lines=tuple(sorted(lines.values(), key=_order)),
        topics=tuple(Counter(tag for note in known for tag in note.tags).most_common(_MAX_TOPICS)),
        notes=len(known),
    )


def changes_between(earlier: Profile, later: Profile) -> ProfileChanges:
    """What began and what ended between two profiles of one entity."""
    before = {line.key for line in earlier.lines if line.state != "former"}
    after = {line.key for line in later.lines if line.state != "former"}
    return ProfileChanges(
        name=later.name,
        language=later.language,
        since=earlier.at,
        until=later.at,
        began=tuple(line for line in later.lines if line.key in after - before and line.state != "former"),
        ended=tuple(line for line in earlier.lines if line.key in before - after and line.state == "current"),
    )


def _statement(line: ProfileLine, name: str, words: Words) -> str:
    return words.statement(line.relation, None if line.subject == name else line.subject, line.object)


def _line(
    entity: Entity, fact: Fact, names: Mapping[str, str], at: datetime, newer_notes: int
) -> ProfileLine:
    relation, subject, object_ = fact.type, fact.subject, fact.object
    if subject != entity.uid:
        known = relation_of(fact.type)
        inverse = fact.type if known.symmetric else known.inverse
        if inverse is not None:
            relation, subject, object_ = inverse, object_, subject
    is_incoming = subject != entity.uid
    return ProfileLine(
        section="people" if is_incoming and entity.type == "Person" else section_of(relation),
        state=_state(fact, at),
        relation=relation,
        subject=names.get(subject, subject),
        object=names.get(object_, object_),
        fact=fact,
        newer_notes=newer_notes,
    )


def _state(fact: Fact, at: datetime) -> LineState:
    if fact.holds_until is not None and fact.holds_until <= at:
        return "former"
    return "current" if fact.holds(at) else "planned"


def _order(line: ProfileLine) -> tuple[int, int, int, float, str, str]:
    start = line.fact.holds_from.timestamp() if line.fact.holds_from is not None else 0.0
    return (
        SECTIONS.index(line.section),
        _STATES.index(line.state),
        _rank_of(line.relation),
        -start,
        line.object,
        line.fact.uid,
    )


def _rank_of(type_: str) -> int:
    """The place of a relation type in its section: the order of the relation entries, others last."""
    return _ranks().get(type_, len(_ranks()))


@cache
def _ranks() -> Mapping[str, int]:
    return {known: rank for rank, known in enumerate(entries())}
