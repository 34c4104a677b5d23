"""The profile of an entity: current facts, plans and former facts, by section and with sources."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Literal, get_args

from memgraph_core.language.entries import Section, entries
from memgraph_core.language.pack import answer_language
from memgraph_core.language.persons.kin import PARTNERS, is_only_owner
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.reference import relations_to
from memgraph_core.language.shown import is_small_age, states_something
from memgraph_core.language.vocabulary import claim_kind, relation_of, section_of
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.claims import Claim, Sources, claim_of
from memgraph_core.views.expiry import INTENTIONS, has_expired
from memgraph_core.views.highlights import Highlight, Spoken, highlights_of
from memgraph_core.views.later import LaterNotes, refers_to
from memgraph_core.views.sheet import Sheet, SheetLine, as_markdown, as_page, as_text
from memgraph_core.views.talking import Talking
from memgraph_core.views.words import WORDS, Words

# quoted: the profile shows only the sentence of the fact; it does not claim that the fact holds or held.
LineState = Literal["current", "planned", "quoted", "former"]

SECTIONS: tuple[Section, ...] = get_args(Section)
_STATES: tuple[LineState, ...] = get_args(LineState)
_MAX_TOPICS = 100
_TOPICS_SHOWN = 10
_MAX_OPEN = 5
_RECENT = timedelta(days=30)  # before the moment of the profile: topics of these days are open
_NEVER_FORMER = frozenset({"HAS_GENDER", "BORN_IN", "BORN_ON", "COMES_FROM", "IS_A"})
# Relations after whose end nothing else of their sentence is quoted as present.
_OUTDATING = PARTNERS | {"WORKS_AT", "WORKS_IN", "WORKS_AS", "STUDIES_AT", "LIVES_IN", "TEACHES"}
# Sections with facts that no plan brings about.
_UNDONE: frozenset[Section] = frozenset({"identity", "preferences", "plans"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileLine:
    """One fact of a profile, and what is claimed of it. With the state `quoted` relation and object are only a reading."""

    section: Section
    state: LineState
    relation: str  # relation type, as seen from the entity of the profile
    subject: (
        str  # name; another one than that of the profile if the relation has no inverse: `Ben REPORTS_TO Ada`
    )
    object: str  # name or value
    fact: Fact
    claim: Claim
    newer_notes: int = 0  # notes about the entity since this was said last: the larger, the more doubtful

    __repr__ = short_repr

    @property
    def has_conflict(self) -> bool:
        """Whether another fact contradicts it, and memory cannot decide between them."""
        return bool(self.fact.conflicts)

    @property
    def confidence(self) -> float:
        """The confidence of the fact, 0 to 1; half of it if another fact contradicts it."""
        return self.fact.confidence / 2 if self.has_conflict else self.fact.confidence

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
    topics: tuple[tuple[str, int], ...] = ()  # topic and number of notes, most frequent first, at most 100
    # keyword and number of notes, most frequent first, at most 100
    keywords: tuple[tuple[str, int], ...] = ()
    # topics of the notes of the last 30 days and their number, at most 5
    open_topics: tuple[tuple[str, int], ...] = ()
    # sentences of which the lines state nothing or little: its own, worth keeping, and of others; newest first
    highlights: tuple[Highlight, ...] = ()
    talking: Talking | None = None  # None if the entity has not sent enough messages
    notes: int = 0  # about the entity

    __repr__ = short_repr

    @property
    def name(self) -> str:
        """The name of the entity."""
        return self.entity.name

    def section(self, name: Section) -> tuple[ProfileLine, ...]:
        """The lines of one section."""
        return tuple(line for line in self.lines if line.section == name)

    def line_text(self, line: ProfileLine) -> str:
        """One line as it is written: a statement with the times that were stated, or a quotation with its day."""
        return line_text(line, self.name, WORDS[self.language])

    def text(self, tokens: int | None = None) -> str:
        """The profile as text for a prompt, of at most `tokens` estimated tokens.

        A profile without lines says so. If it does not fit, current lines are kept first, then plans, quotations and former lines.
        """
        sheet = self._sheet()
        has_lines = any(lines for _, lines in sheet.sections)
        return as_text(sheet, tokens) if has_lines else f"{sheet.title}\n{WORDS[self.language].no_profile}"

    def markdown(self) -> str:
        """The profile as Markdown, with the uids of the source notes behind each line."""
        return as_markdown(self._sheet())

    def page(self) -> str:
        """The profile as one page of HTML."""
        return as_page(self._sheet())

    def _sheet(self) -> Sheet:
        words = WORDS[self.language]
        shown = _each_quoted_once(self.lines)
        return Sheet(
            title=words.profile_title.format(name=encoded_name(self.name)),
            language=self.language,
            day=as_date(self.at),
            sections=[
                *(
                    (
                        words.sections[name],
                        [self._sheet_line(line, words) for line in shown if line.section == name],
                    )
                    for name in SECTIONS
                ),
                (words.highlights, self._highlight_lines(words)),
                (words.open_topics, self._topic_lines(words)),
                (words.talking_heading, self._talking_lines(words)),
            ],
            topics=[(words.topic(topic), count) for topic, count in self.topics[:_TOPICS_SHOWN]],
            topics_heading=words.topics,
        )

    def _highlight_lines(self, words: Words) -> list[SheetLine]:
        """The highlights. Those of the greatest worth are kept first, after the lines with the state `quoted`."""
        return [
            SheetLine(
                text=words.quoted(Claim(said=highlight.said, is_stated=False), self.name),
                rank=_STATES.index("quoted") + 1 - highlight.worth,
                sources=(highlight.turn,),
            )
            for highlight in self.highlights
        ]

    def _topic_lines(self, words: Words) -> list[SheetLine]:
        return [
            SheetLine(text=f"{words.topic(topic)} ({count})", rank=len(_STATES))
            for topic, count in self.open_topics
        ]

    def _talking_lines(self, words: Words) -> list[SheetLine]:
        if self.talking is None:
            return []
        text = words.talking.format(
            length=self.talking.length, questions=self.talking.questions, emoji=self.talking.emoji
        )
        return [SheetLine(text=text, rank=len(_STATES))]

    def _sheet_line(self, line: ProfileLine, words: Words) -> SheetLine:
        conflict = words.conflicting if line.has_conflict else ""
        return SheetLine(
            text=f"{line_text(line, self.name, words)}{conflict}",
            rank=_STATES.index(line.state),
            sources=line.fact.notes,
            style=line.state,
        )


def profile_of(
    entity: Entity,
    facts: Sequence[Fact],
    sources: Sources,
    notes: Sequence[Note],
    at: datetime,
    spoken: Spoken,
) -> Profile:
    """The profile of an entity from its facts, their sources with the names of subjects and objects, and the notes about it.

    Facts that a correction removed and facts of agent-generated turns are left out, and so are sensitive notes and facts that
    cannot be understood without their sentence (see `claim_of`). `spoken` is what the entity said.
    """
    known = [note for note in notes if note.kind != "vault" and note.state == "active"]
    times = sorted(note.said_at for note in known if note.said_at is not None)
    lines: dict[tuple[str, str, str, LineState], ProfileLine] = {}
    latest = min(at, max(times, default=at))  # a state is doubtful if nobody mentions it while there is news
    claims = list(_claims(entity, facts, sources, known, at, latest))
    for fact, claim in claims:
        said_at = [sources.notes[uid].said_at for uid in fact.notes if uid in sources.notes]
        last_said = max(filter(None, said_at), default=fact.recorded_at)
        newer = len(times) - bisect_right(times, last_said) if last_said is not None else 0
        line = _line(entity, fact, claim, sources.names, at, newer)
        lines.setdefault((*line.key, line.state), line)
    text = " ".join([*(fact.text for fact in facts), *(note.text for note in known)])
    return Profile(
        entity=entity,
        at=at,
        language=answer_language(text or entity.name),
        lines=tuple(sorted(_without_settled_plans(lines.values()), key=_order)),
        topics=_counted(tag for note in known for tag in set(note.tags)),
        open_topics=_counted(tag for note in known if _is_recent(note, at) for tag in set(note.tags))[
            :_MAX_OPEN
        ],
        highlights=highlights_of(entity, spoken, known, sources, claims, facts, at),
        keywords=_counted(keyword for note in known for keyword in set(note.keywords)),
        notes=len(known),
    )


def _claims(
    entity: Entity,
    facts: Sequence[Fact],
    sources: Sources,
    about: Sequence[Note],
    at: datetime,
    latest: datetime,
) -> Iterator[tuple[Fact, Claim]]:
    """The facts that are shown, each with what is claimed of it."""
    relations, later = relations_to(entity, facts, sources.names), LaterNotes(entity, about, sources, at)
    replaced = _sentences_of_ended(facts, sources, at)
    pets = {fact.object for fact in facts if fact.type == "HAS_PET" and fact.subject == entity.uid}
    held = [fact for fact in facts if not (fact.never_held or fact.trust in AGENT_GENERATED)]
    by_uid = {fact.uid: fact for fact in held}
    for fact in (_without_settled_conflicts(fact, by_uid, sources) for fact in held):
        if fact.type == "PARENT_OF" and fact.object in pets:  # "I adopted Ned"
            continue
        notes = [sources.notes[uid] for uid in fact.notes if uid in sources.notes]
        object_ = sources.object(fact)
        if not _is_described(entity, fact, sources) or not states_something(fact, object_):
            continue
        if has_expired(fact, object_, notes, at):
            continue
        if fact.type == "AGED" and entity.name in sources.speakers.values() and is_small_age(object_):
            continue
        claim = claim_of(fact, sources, at, latest)
        claim = claim and later.revised(fact, claim)
        if (
            claim is None
            or (claim.has_ended and fact.type in _NEVER_FORMER)
            or not (claim.is_stated or refers_to(entity, fact, claim.said, relations))
        ):
            continue
        if not claim.is_stated and is_only_owner(object_, claim.said.text):
            continue
        if not claim.is_stated and any(
            claim.said.text in text or text in claim.said.text for text in replaced
        ):
            claim = replace(claim, is_outdated=True)
        yield fact, claim


def _sentences_of_ended(facts: Sequence[Fact], sources: Sources, at: datetime) -> frozenset[str]:
    """The sentences of jobs, homes and partners that ended later. Nothing else in them is quoted as present."""
    open_ = {fact.object for fact in facts if fact.type in PARTNERS and fact.holds(at)}
    return frozenset(
        said.text
        for fact in facts
        if fact.type in _OUTDATING and fact.holds_until is not None and fact.holds_until <= at
        if not (fact.never_held or fact.is_only_past or (fact.type in PARTNERS and fact.object in open_))
        for said in sources.said(fact)
        if said.text not in {each.text for each in sources.ending(fact)}
    )


def _without_settled_conflicts(fact: Fact, others: Mapping[str, Fact], sources: Sources) -> Fact:
    """A fact with the conflicts that are shown: not with facts that a note states together with it, as a street and its town."""
    kept = tuple(
        uid for uid in fact.conflicts if uid in others and not _are_said_together(fact, others[uid], sources)
    )
    return fact if kept == fact.conflicts else replace(fact, conflicts=kept)


def _are_said_together(fact: Fact, other: Fact, sources: Sources) -> bool:
    if set(fact.notes) & set(other.notes):
        return True
    both = [sources.object(each).casefold() for each in (fact, other)]
    notes = (sources.notes.get(uid) for uid in (*fact.notes, *other.notes))
    return fact.type == "LIVES_IN" and any(
        note is not None and all(name in note.text.casefold() for name in both) for note in notes
    )


def _without_settled_plans(lines: Collection[ProfileLine]) -> Iterable[ProfileLine]:
    """The lines without plans that are done, "visit Oslo" before `VISITED Oslo`, and without plans that are there twice."""
    planned = {_without_verb(line.object) for line in lines if line.relation == "PLANS_TO"}
    for line in lines:
        if line.relation == "LOOKS_FORWARD_TO" and _without_verb(line.object) in planned:
            continue
        if line.relation not in INTENTIONS or not any(_is_done(line, other) for other in lines):
            yield line


def _is_done(plan: ProfileLine, other: ProfileLine) -> bool:
    """Whether another fact, from the day of a plan or later, is what was planned: "join the choir" and `MEMBER_OF choir`."""
    if other.section in _UNDONE or other.object not in (plan.object, _without_verb(plan.object)):
        return False
    planned, since = plan.fact.holds_from, other.fact.holds_from
    return planned is not None and since is not None and since.date() >= planned.date()


def _without_verb(plan: str) -> str:
    """What a plan is about: `Lisbon` of "visit Lisbon" and of "visiting Lisbon"."""
    return plan.partition(" ")[2] or plan


def _is_described(entity: Entity, fact: Fact, sources: Sources) -> bool:
    """Whether a fact describes the entity. A person is not described by what a common noun does: "support helps Ada"."""
    return fact.subject == entity.uid or entity.type != "Person" or not sources.subject(fact)[:1].islower()


def _is_recent(note: Note, at: datetime) -> bool:
    return note.said_at is not None and at - _RECENT <= note.said_at <= at


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts = Counter(values)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_MAX_TOPICS])


def _each_quoted_once(lines: Iterable[ProfileLine]) -> list[ProfileLine]:
    """The lines without further quotations of a sentence that is quoted for another fact."""
    quoted = set[tuple[str, datetime | None]]()
    found = list[ProfileLine]()
    for line in lines:
        said = line.claim.said
        if line.state == "quoted" and (said.text, said.at) in quoted:
            continue
        found.append(line)
        if line.state == "quoted":
            quoted.add((said.text, said.at))
    return found


def line_text(line: ProfileLine, name: str, words: Words) -> str:
    """The text of a line: a statement with the times that were stated, or a quotation."""
    if line.state == "quoted":
        return words.quoted(line.claim, name)
    state = words.states[line.state]
    statement = words.statement(line.relation, None if line.subject == name else line.subject, line.object)
    time = words.claimed_time(line.claim, is_ahead=line.state == "planned", kind=claim_kind(line.fact.type))
    return f"{state}{words.space if state else ''}{statement}{time}"


def _line(
    entity: Entity, fact: Fact, claim: Claim, names: Mapping[str, str], at: datetime, newer_notes: int
) -> ProfileLine:
    relation, subject, object_ = fact.type, fact.subject, fact.object
    if subject != entity.uid:
        known = relation_of(fact.type)
        inverse = fact.type if known.symmetric else known.inverse
        if inverse is not None:
            relation, subject, object_ = inverse, object_, subject
    is_incoming = subject != entity.uid
    return ProfileLine(
        section="people"
        if is_incoming and entity.type == "Person"
        else section_of(relation, names.get(object_, "")),
        state=_state(fact, claim, at),
        relation=relation,
        subject=names.get(subject, subject),
        object=names.get(object_, object_),
        fact=fact,
        claim=claim,
        newer_notes=newer_notes,
    )


def _state(fact: Fact, claim: Claim, at: datetime) -> LineState:
    if not claim.is_stated:
        return "quoted"
    if claim.has_ended:
        return "former"
    return "planned" if fact.holds_from is not None and fact.holds_from > at else "current"


def _order(line: ProfileLine) -> tuple[int, int, int, float, str, str]:
    start = line.fact.holds_from.timestamp() if line.fact.holds_from is not None else 0.0
    return (
        SECTIONS.index(line.section),
        _STATES.index(line.state),
        _ranks().get(line.relation, len(_ranks())),
        -start,
        line.object,
        line.fact.uid,
    )


@cache
def _ranks() -> Mapping[str, int]:
    """The place of each relation type in its section: the order of the relation entries; others come last."""
    return {known: rank for rank, known in enumerate(entries())}
