"""What a profile claims of a fact: a statement as far as its sentences support it, else only the sentence itself.

A statement of the profile is short, so each part of it must have been said: the relation and its object, the beginning, the end. A
fact that lacks this, or that may have changed since it was said, is shown as a quotation with its day, which claims nothing more.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memgraph_core.language.detection import language_of
from memgraph_core.language.entries import entries
from memgraph_core.language.persons.kin import states_kin
from memgraph_core.language.reporting import reports
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import as_said, sentences_of
from memgraph_core.language.shown import is_understood_alone, refers_elsewhere, tells_more
from memgraph_core.language.support import Support, agrees, is_clear, names_speaker, support_of
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.vocabulary import claim_kind, has_word_of, relation_of, section_of, within
from memgraph_core.records.graph import Fact, Note, Turn
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.local_time import wall_clock
from memgraph_core.records.plan import Invalidation
from memgraph_core.records.representation import as_date, without_speaker
from memgraph_core.records.validation import EARLIEST

_SURE = 0.65  # the confidence of a fact whose sentence names its subject and has a pattern of its relation
_CHANGES_AFTER = timedelta(days=180)  # a state or wish that nobody has mentioned for longer may be over
MAX_QUOTED = 240  # characters
_LEAST_SHARED = 0.5  # words that a sentence and the note made from it have in common, as a share of all
_DAILY = frozenset({"PLAYS", "PRACTICES", "EATS", "DRINKS", "LISTENS_TO"})
_QUOTED = frozenset(type_ for type_, entry in entries().items() if entry.quoted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence as it was said, without secrets. `speaker` is None for a document."""

    text: str
    speaker: str | None
    at: datetime | None
    turn: str = field(default="", repr=False, compare=False)  # the whole text of its turn, while it is needed

    @property
    def clock(self) -> datetime | None:
        """The local time at which it was said, in the form of stated times. `at` must be local."""
        return None if self.at is None else wall_clock(self.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is claimed of a fact. A time is None if it was not stated."""

    said: Said  # the sentence that supports it
    is_stated: bool = True  # False: only the sentence is quoted
    has_ended: bool = False
    is_outdated: bool = False  # of a quotation: a later statement ended or replaced what it states
    since: TimeSpan | None = None
    until: TimeSpan | None = None
    on: TimeSpan | None = None  # the time of an event or a plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the facts of an entity rest on, by uid. Only what may be shown."""

    facts: Mapping[str, Fact]
    names: Mapping[str, str]  # of their subjects and objects
    notes: Mapping[str, Note] = field(default_factory=dict[str, Note])
    turns: Mapping[str, Turn] = field(default_factory=dict[str, Turn])
    # speaker of a turn → name of the entity
    speakers: Mapping[str, str] = field(default_factory=dict[str, str])
    # of facts
    ends: Mapping[str, Sequence[Invalidation]] = field(default_factory=dict[str, Sequence[Invalidation]])
    # of objects (uids), such as the dose of a medicine: a sentence of the fact may state them too
    details: Mapping[str, Sequence[Fact]] = field(default_factory=dict[str, Sequence[Fact]])

    def subject(self, fact: Fact) -> str:
        """The name of the subject of a fact."""
        return self.names.get(fact.subject, "")

    def object(self, fact: Fact) -> str:
        """The name of the object of a fact."""
        return self.names.get(fact.object, "")

    def support(self, fact: Fact, said: Said) -> Support:
        """What a sentence supports of a fact."""
        subject, object_ = self.subject(fact), self.object(fact)
        is_own = said.speaker == subject
        found = support_of(said.text, None if is_own else subject, object_, said.clock)
        if is_own and not names_speaker(said.text) and not said.turn.startswith(said.text):
            found = replace(found, is_explicit=False)  # perhaps about whom the sentence before is about
        if not found.is_explicit and is_own and states_kin(fact.type, object_, said.text):
            return replace(found, is_explicit=True)
        return found

    def changes(self, fact: Fact, at: datetime) -> list[datetime]:
        """When a state ended to which a fact belongs: the job of a colleague."""
        state = within(fact.type)
        ends = [
            other.holds_until
            for other in self.facts.values()
            if (other.subject, other.type) == (fact.subject, state)
        ]
        return [end for end in ends if end is not None and end <= at]

    def ending(self, fact: Fact) -> Iterator[Said]:
        """The sentences of the turns that ended a fact; the last turn first."""
        found = (self.turns.get(end.turn or "") for end in self.ends.get(fact.uid, ()))
        turns = [turn for turn in found if turn is not None]
        for turn in sorted(turns, key=lambda turn: turn.at or EARLIEST, reverse=True):
            for text in sentences_of(turn.text):
                yield self._spoken(text, turn)

    def said(self, fact: Fact) -> list[Said]:
        """The sentences that state a fact, oldest first; those with the name of its object if there are any."""
        notes = [self.notes[uid] for uid in fact.notes if uid in self.notes]
        found = [self._said(note) for note in sorted(notes, key=_time)] or [self._text_of(fact)]
        object_ = self.object(fact).casefold()
        return [said for said in found if object_ in said.text.casefold()] or found

    def first(self, fact: Fact, at: datetime) -> Said:
        """The sentence from which a fact was read; if a detail in it has been replaced, that of the newer detail."""
        notes = [
            self.notes[uid] for uid in fact.notes if uid in self.notes and self.notes[uid].text == fact.text
        ]
        if not notes:
            return self._text_of(fact)
        current = [each for each in self.details.get(fact.object, ()) if each.holds(at)]
        newer = [self.notes[uid] for each in current for uid in each.notes if uid in self.notes]
        is_outdated = self._has_former_detail(fact, notes[0], at)
        return self._said(max(newer, key=_time) if newer and is_outdated else notes[0])

    def _has_former_detail(self, fact: Fact, note: Note, at: datetime) -> bool:
        """Whether a note states a detail of the object that is over at a moment, such as the dose before the present one."""
        details = self.details.get(fact.object, ())
        return any(note.uid in each.notes and each.holds_until and each.holds_until <= at for each in details)

    def quoted(self, note: Note) -> Said | None:
        """The sentence of a note as it was said; None if its turn is not known or has no sentence with these words."""
        turn = next((self.turns[uid] for uid in note.turns if uid in self.turns), None)
        if turn is None:
            return None
        text = without_speaker(note.text, turn.speaker)
        said = text if text in turn.text else as_said(text, sentences_of(turn.text), _LEAST_SHARED)
        return self._spoken(said, turn) if said else None

    def _said(self, note: Note) -> Said:
        turn = next((self.turns[uid] for uid in note.turns if uid in self.turns), None)
        if turn is None:
            return Said(text=note.text, speaker=None, at=note.said_at, turn=note.text)
        text = without_speaker(note.text, turn.speaker)
        return self._spoken(_verbatim(text, turn.text), turn)

    def _spoken(self, text: str, turn: Turn) -> Said:
        """A sentence of a turn, without secrets."""
        speaker = self.speakers.get(turn.speaker, turn.speaker) if turn.speaker is not None else None
        return Said(text=redacted(text), speaker=speaker, at=turn.at, turn=redacted(turn.text))

    def _text_of(self, fact: Fact) -> Said:
        """The sentence of a fact whose notes are not known."""
        speaker, text = spoken_parts(fact.text, self.names.values())
        at = None if fact.has_stated_start else fact.holds_from
        return Said(text=text, speaker=speaker, at=at or fact.recorded_at, turn=text)


def spoken_parts(text: str, speakers: Collection[str]) -> tuple[str | None, str]:
    """The speaker before the text of a note or a fact, and the rest; None and the text if nobody known is before it."""
    speaker, colon, rest = text.partition(": ")
    return (speaker, rest) if colon and speaker in speakers else (None, text)


def claim_of(fact: Fact, sources: Sources, at: datetime, latest: datetime) -> Claim | None:
    """The claim of a fact at a moment; None if not even its sentence can be understood.

    `latest` is when the entity was last talked about: a state that is not mentioned while there is news may be over.
    """
    claim = _claim(fact, sources, at, latest)
    if claim is None:
        return None
    is_outdated = not claim.is_stated and _is_outdated(fact, claim.said, sources, at)
    return replace(claim, said=replace(claim.said, turn=""), is_outdated=is_outdated)


def _claim(fact: Fact, sources: Sources, at: datetime, latest: datetime) -> Claim | None:
    said = sources.said(fact)
    if claim_kind(fact.type) == "wish" and _is_old(said[-1], latest):
        return None
    supports = [sources.support(fact, each) for each in said]
    last, support = _last_explicit(said, supports)
    if not is_understood_alone(fact, sources.object(fact)):
        first = sources.first(fact, at)
        is_report = (
            claim_kind(fact.type) in ("event", "wish")
            and reports(first.text)
            and tells_more(sources.object(fact), first.text)
        )
        is_known = claim_kind(fact.type) == "event" or not refers_elsewhere(sources.object(fact))
        return quotation(first) if is_report and is_known else None
    if _is_one_day(fact, last, supports):
        return None
    claim = None
    if support is not None and _is_sure(fact, last, sources):
        if fact.holds_until is not None and fact.holds_until <= at and claim_kind(fact.type) != "event":
            claim = _former(fact, said, supports, sources)
        elif not _may_have_changed(fact, said[-1], sources, at, latest):
            claim = _present(fact, said, supports, last, support, at)
    if claim is None:
        quoted = quotation(sources.first(fact, at))
        is_report = quoted is not None and (
            claim_kind(fact.type) != "event" or tells_more(sources.object(fact), quoted.said.text)
        )
        return quoted if is_report else None
    may_hold_again = claim.has_ended and not relation_of(fact.type).single
    if may_hold_again and _may_have_changed(fact, claim.said, sources, at, latest):
        return quotation(claim.said)
    return claim


def _is_one_day(fact: Fact, said: Said, supports: Sequence[Support]) -> bool:
    """Whether the sentence of an activity is about a day: "the concert is on 3 May, she plays the harp" states no habit."""
    if fact.type not in _DAILY or said.clock is None or any(each.begins or each.ends for each in supports):
        return False
    times = times_in(said.text, said.clock, language_of(said.text))
    return any(span.kind == "date" and span.grain in DAY_GRAINS for span in times)


def _is_outdated(fact: Fact, said: Said, sources: Sources, at: datetime) -> bool:
    """Whether another turn than that of a quotation ended its fact, or replaced it by a fact such as another number."""
    if fact.holds_until is None or fact.holds_until > at or claim_kind(fact.type) in ("event", "wish"):
        return False
    ends = [turn for end in sources.ends.get(fact.uid, ()) if (turn := sources.turns.get(end.turn or ""))]
    return any(turn.at != said.at or said.text not in turn.text for turn in ends)


def has_begun(fact: Fact, sources: Sources) -> bool:
    """Whether a sentence surely states that a fact began."""
    supports = (sources.support(fact, said) for said in sources.said(fact))
    return fact.confidence >= _SURE and any(each.begins and each.is_explicit for each in supports)


def _present(
    fact: Fact,
    said: Sequence[Said],
    supports: Sequence[Support],
    last: Said,
    support: Support,
    at: datetime,
) -> Claim | None:
    """The claim of a fact that has not ended; None if a time to begin or to end was only announced, and is over.

    A habit must be stated as one: 我喝的苏打水 is about one occasion. What somebody is must be stated without a time.
    """
    kind = claim_kind(fact.type)
    if kind in ("event", "wish"):
        time = _event_time(fact, last, support) if kind == "event" else _planned_time(last, support)
        return Claim(said=last, on=time)
    section = section_of(fact.type)
    if section == "habits" and not any(each.is_habit for each in supports):
        return None
    if section == "identity" and support.time is not None and not relation_of(fact.type).literal:
        return None  # "Ines is coming from Oslo this weekend" does not say who she is
    until = next((each.end for each in supports if each.end is not None and each.end.kind == "until"), None)
    if until is not None and until.end is not None and until.end <= at:
        return None
    if fact.holds_from is None or not fact.has_stated_start:
        return Claim(said=last, until=until)
    starts = (
        each.start for each in supports if each.start is not None and agrees(each.start, fact.holds_from)
    )
    since = next(starts, None)
    newest = said[-1].at
    if newest is not None and fact.holds_from > newest and (since is None or fact.holds_from <= at):
        return None
    return Claim(said=last, since=since, until=until)


def _former(fact: Fact, said: Sequence[Said], supports: Sequence[Support], sources: Sources) -> Claim | None:
    """The claim of a fact that has ended: that it is over only if a sentence says so, or if another one replaced it; else None."""
    of_turns = [(each, sources.support(fact, each)) for each in sources.ending(fact)]
    is_only_one, object_ = relation_of(fact.type).single, sources.object(fact).casefold()
    for each, support in [*of_turns, *zip(reversed(said), reversed(supports), strict=True)]:
        if support.ends and (is_only_one or object_ in each.text.casefold()):
            until = support.end if support.end is not None and agrees(support.end, fact.holds_until) else None
            return Claim(said=each, has_ended=True, until=until)
    newer = (sources.facts.get(end.superseded_by or "") for end in sources.ends.get(fact.uid, ()))
    is_replaced = any(other is not None and has_begun(other, sources) for other in newer)
    return Claim(said=said[-1], has_ended=True) if is_replaced else None


def _last_explicit(said: Sequence[Said], supports: Sequence[Support]) -> tuple[Said, Support | None]:
    for each, support in zip(reversed(said), reversed(supports), strict=True):
        if support.is_explicit:
            return each, support
    return said[-1], None


def _is_sure(fact: Fact, said: Said, sources: Sources) -> bool:
    """Whether the fact can be stated without its sentence."""
    if fact.confidence < _SURE or relation_of(fact.type).open or fact.type in _QUOTED:
        return False
    object_, subject = sources.object(fact), sources.subject(fact)
    if not is_clear(object_) or (subject and subject in object_ and fact.type != "NAMED"):
        return False
    if claim_kind(fact.type) != "event":
        return True
    is_bare = object_.islower() and " " not in object_  # "won a medal"
    return not is_bare and has_word_of(fact.type, said.text)


def _may_have_changed(fact: Fact, last: Said, sources: Sources, at: datetime, latest: datetime) -> bool:
    """Whether a state may be over although nobody said so."""
    if last.at is None or claim_kind(fact.type) != "changing":
        return False
    said_at = last.at
    return _is_old(last, latest) or any(end > said_at for end in sources.changes(fact, at))


def _is_old(said: Said, latest: datetime) -> bool:
    return said.at is not None and latest - said.at > _CHANGES_AFTER


def _event_time(fact: Fact, said: Said, support: Support) -> TimeSpan | None:
    time = support.time
    is_over = (
        time is not None and time.start is not None and said.clock is not None and time.start <= said.clock
    )
    if not is_over or time is None or time.kind != "date" or not agrees(time, fact.holds_from):
        return None
    return None if _is_doubtful(time, said) else time


def _is_doubtful(time: TimeSpan, said: Said) -> bool:
    """Whether a day without a year would be long before it was said: "she has been offered a post from July 6" in June."""
    has_day = time.grain in DAY_GRAINS and not re.search(r"\d{4}|last|ago|[去前上]|以前", time.text)
    return (
        has_day
        and time.start is not None
        and said.clock is not None
        and said.clock - time.start > _CHANGES_AFTER
    )


def _planned_time(said: Said, support: Support) -> TimeSpan | None:
    time = support.time
    is_ahead = time is not None and time.end is not None and said.clock is not None and time.end > said.clock
    return time if is_ahead and time is not None and time.kind == "date" else None


def quotation(said: Said) -> Claim | None:
    """The sentence; with those around it if it does not say who it is about. None if it is very long."""
    is_clear = said.speaker is None or names_speaker(said.text)
    text = said.text if is_clear else _with_context(said.text, said.turn)
    return None if len(text) > MAX_QUOTED else Claim(said=replace(said, text=text), is_stated=False)


def _with_context(sentence: str, turn: str) -> str:
    """A sentence of a turn with as many of those before it, then after it, as a quotation may have."""
    sentences = sentences_of(turn)
    if sentence not in sentences:
        return sentence
    start = end = sentences.index(sentence)

    def text(first: int, last: int) -> str:
        begin = turn.find(sentences[first])
        return turn[begin : turn.find(sentences[last], begin) + len(sentences[last])]

    while start > 0 and len(text(start - 1, end)) <= MAX_QUOTED:
        start -= 1
    while end + 1 < len(sentences) and len(text(start, end + 1)) <= MAX_QUOTED:
        end += 1
    return text(start, end)


def _verbatim(text: str, turn: str) -> str:
    """The sentence of a turn from which the text of a note was made, without the names that replace its pronouns."""
    return text if text in turn else as_said(text, sentences_of(turn)) or turn


def days_of(span: TimeSpan) -> tuple[str, str]:
    """The first and the last unit of a time, to its precision; of a time that is open on one side, the other one twice."""
    end = span.end - timedelta(microseconds=1) if span.end is not None else span.start
    start = span.start or end
    if start is None or end is None:
        return "", ""
    return as_date(start, span.grain), as_date(max(start, end), span.grain)


def _time(note: Note) -> datetime:
    return note.at or EARLIEST
