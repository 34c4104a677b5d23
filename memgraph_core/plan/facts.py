"""How new statements change facts: they confirm, begin, end, supersede, correct or contradict them.

Only a fact with the same subject, the same single-valued relation and another object supersedes a fact. Only a text that
says so ends a fact; similarity never does. Statements of an assistant supersede nothing. All facts are kept: an invalidated
fact gets an end of validity, and a Change gives the reason. A statement is compared with the facts that held at its own
time, so a statement that is logged late is inserted before newer facts. If a contradiction cannot be decided, both facts
are kept and flagged.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.plan.ends import facts_ended_by
from memgraph_core.plan.resolution import Resolved
from memgraph_core.plan.validity import holds_at, refine_start, same_start, start_of
from memgraph_core.records.extraction import ExtractedEnd, ExtractedFact
from memgraph_core.records.graph import Change, Fact, Turn, uid_of
from memgraph_core.records.plan import Conflict, Invalidation
from memgraph_core.records.validation import EARLIEST

_SUPERSEDED = "superseded by a newer {}"
_UNDECIDED = "another {} at the same time; it is unknown which one holds"
_ONLY_INFERRED = "another {} that only an assistant stated"

# Subject, relation type, object, uid of the turn that ended the fact: a person undid this end.
RejectedEnd = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A fact as one turn states it."""

    fact: Fact
    turn: str = ""  # uid
    said_at: datetime | None = None
    ended: bool = False  # the turn says that the fact no longer holds
    denied: bool = False  # the turn says that the fact does not hold; it may never have held
    is_new: bool = False  # the subject is another thing of the same name

    @property
    def dated(self) -> bool:
        """Whether the text gives a time."""
        return self.fact.grain is not None


@dataclass(slots=True)
class FactUpdate:
    """The facts of some subjects and relations, updated by statements in the order in which they were said."""

    at: datetime  # when the present statement was recorded
    facts: dict[str, Fact]  # uid → stored or new fact in its present state
    written: dict[str, Fact] = field(default_factory=dict[str, Fact])  # new facts, and facts with new sources
    # Key: uid of the fact, and uid of the newer fact or the turn that ended it.
    _ends: dict[tuple[str, str | None], Invalidation] = field(
        default_factory=dict[tuple[str, str | None], Invalidation]
    )
    conflicts: dict[frozenset[str], Conflict] = field(default_factory=dict[frozenset[str], Conflict])
    rejected: Collection[RejectedEnd] = ()
    _turn: str = ""

    @property
    def current(self) -> dict[str, Fact]:
        """The facts without an end of validity, by uid."""
        return {uid: fact for uid, fact in self.facts.items() if fact.holds_until is None}

    @property
    def invalidations(self) -> tuple[Invalidation, ...]:
        """The invalidations, each with the resulting end of its fact; by fact, then in the order of recording."""
        resulting = (
            replace(
                end,
                stated_until=end.stated_until or end.holds_until,
                holds_until=self.facts[end.fact].holds_until or end.holds_until,
            )
            for end in self._ends.values()
        )
        return tuple(
            sorted(resulting, key=lambda c: (c.fact, c.retired_at, c.superseded_by or "", c.turn or ""))
        )

    def apply(self, statement: Statement) -> None:
        """Apply one statement. A denial ends a fact that holds; it does not imply that the fact held before."""
        self._turn = statement.turn
        statement = self._with_refined_start(statement)
        if (statement.ended or statement.denied) and statement.fact.trust == "inferred":
            return
        if statement.denied:
            self._deny(statement)
        elif statement.ended:
            self._end(statement)
        elif (same := self._same(statement.fact)) is None:
            self._begin(statement)
            if statement.fact.trust != "inferred" and statement.fact.holds_until is None:
                self._end_others(statement)
        elif same.trust == "inferred" != statement.fact.trust:
            moment = max(start_of(same), start_of(statement.fact))
            self._invalidate(same, moment, "a person stated it later", statement.fact)
            self._begin(statement)
        elif statement.fact.trust != "inferred" and self._moves_start(same, statement):
            self._correct_start(same, statement)
        else:
            self._confirm(same, statement)

    def end_all(self, subject: str, type_: str, until: datetime, turn: str, *, dated: bool) -> None:
        """End all facts of a subject and a relation that hold at a time, because a turn says so."""
        self._turn = turn
        for fact in [*self.facts.values()]:
            if (
                (fact.subject, fact.type) == (subject, type_)
                and holds_at(fact, until)
                and not fact.never_held
            ):
                self._invalidate(fact, until, "ended by what was said", None, dated=dated)

    def _end_others(self, statement: Statement) -> None:
        """End the facts of other relations that the entry of the relation names."""
        fact = statement.fact
        for other in [*facts_ended_by(fact, self.facts.values())]:
            moment = start_of(fact)
            if other.grain is None and start_of(other) >= moment and statement.said_at is not None:
                moment = statement.said_at  # the other fact held when it was said; its own start is not known
            if other.trust != "inferred" and start_of(other) < moment and holds_at(other, moment):
                self._invalidate(other, moment, f"ended by {fact.type}", fact, dated=statement.dated)

    def _with_refined_start(self, statement: Statement) -> Statement:
        """If the text gives only a coarse start, move it after the facts that are known to have held in that time."""
        fact, relation = statement.fact, relation_of(statement.fact.type)
        begins = not (statement.ended or statement.denied or statement.is_new) and fact.holds_until is None
        if (
            not (begins and statement.dated and statement.said_at and relation.single)
            or fact.trust == "inferred"
        ):
            return statement
        return replace(statement, fact=refine_start(fact, self._related(fact), statement.said_at))

    def _related(self, fact: Fact) -> list[Fact]:
        """The facts of the same subject and relation, without those that never held, by start."""
        related = [f for f in self.facts.values() if (f.subject, f.type) == (fact.subject, fact.type)]
        return sorted((f for f in related if not f.never_held), key=lambda f: (start_of(f), f.uid))

    def _same(self, fact: Fact) -> Fact | None:
        """The stored fact that this one repeats; None if there is none.

        It has the same object, and it holds when this one starts, or it starts later and no other fact lies between them.
        Facts that a person stated take precedence.
        """
        start, related = start_of(fact), self._related(fact)
        equal = sorted((f for f in related if f.object == fact.object), key=lambda f: f.trust == "inferred")
        for other in equal:
            if holds_at(other, start):
                return other
            both_open = fact.holds_until is None is other.holds_until
            if both_open and start_of(other) > start and not _other_between(related, fact, other):
                return other
        return None

    def _confirm(self, same: Fact, statement: Statement) -> None:
        fact = statement.fact
        notes = (*self.written[same.uid].notes, *fact.notes) if same.uid in self.written else fact.notes
        self.written[same.uid] = replace(self.written.get(same.uid, same), notes=tuple(dict.fromkeys(notes)))
        if fact.holds_until is not None and same.holds_until is None:
            self._invalidate(same, fact.holds_until, "a later statement gave its end", None, dated=True)

    def _deny(self, statement: Statement) -> None:
        since = statement.fact.holds_from if statement.dated else None
        moment = since or statement.said_at or self.at
        for same in self._related(statement.fact):
            if same.object == statement.fact.object and holds_at(same, moment):
                self._invalidate(same, moment, "a statement denied it", None, dated=statement.dated)

    def _end(self, statement: Statement) -> None:
        fact = statement.fact
        until = fact.holds_until or statement.said_at or self.at
        dated = fact.holds_until is not None
        same = [f for f in self._related(fact) if f.object == fact.object and start_of(f) <= until]
        if not same:  # a fact that starts after `until` is another one
            self._add_past(statement, until)
            return
        last, end = same[-1], until
        if last.holds_until is not None:  # the end was stated before
            self._confirm(last, replace(statement, fact=replace(fact, holds_until=None)))
            end = until if dated else min(until, last.holds_until)
        self._invalidate(last, end, "a statement ended it", None, dated=dated, stated_until=until)

    def _add_past(self, statement: Statement, until: datetime) -> None:
        """Add a fact that had ended before it was stated. If its start is stated too, it may contradict other facts."""
        own_start = statement.dated and statement.fact.holds_from != statement.said_at
        since = statement.fact.holds_from if own_start else None
        past = replace(statement.fact, holds_from=since, holds_until=until, retired_at=self.at)
        others = [f for f in self._related(past) if f.object != past.object and f.trust != "inferred"]
        self._write(past)
        if since is not None and relation_of(past.type).single:
            for other in others:
                if holds_at(other, since):
                    self._contradict(other, past, _UNDECIDED)

    def _begin(self, statement: Statement) -> None:
        fact = statement.fact
        others = [f for f in self._related(fact) if f.object != fact.object]
        self._write(fact)
        relation = relation_of(fact.type)
        if not relation.single or statement.is_new:
            return
        for other in _last_current(others) if relation.shared else others:
            self._settle(other, statement)
        self._end_at_following(fact, [f for f in others if f.trust != "inferred"])

    def _settle(self, other: Fact, statement: Statement) -> None:
        """Decide between a new fact and another one that may hold when it starts."""
        fact = statement.fact
        if fact.trust == "inferred" or other.trust == "inferred":
            self._settle_inferred(other, fact)
        elif relation_of(fact.type).fixed:
            self._invalidate(other, start_of(other), f"corrected: another {fact.type}", fact, corrects=True)
        elif not holds_at(other, start_of(fact)):
            return
        elif self._is_undecided(other, statement):
            self._contradict(other, fact, _UNDECIDED)
        elif other.holds_from is not None and other.holds_from == fact.holds_from:
            self._invalidate(other, start_of(other), f"corrected: another {fact.type}", fact, corrects=True)
        else:
            reason = _SUPERSEDED.format(fact.type)
            self._invalidate(other, start_of(fact), reason, fact, dated=statement.dated)

    def _settle_inferred(self, other: Fact, fact: Fact) -> None:
        """A person's statement supersedes an assistant's; an assistant's statement only conflicts with a person's."""
        if not holds_at(other, start_of(fact)):
            return
        if fact.trust != "inferred":
            self._invalidate(other, start_of(fact), _SUPERSEDED.format(fact.type), fact)
        elif other.trust != "inferred":
            self._contradict(other, fact, _ONLY_INFERRED)

    def _is_undecided(self, other: Fact, statement: Statement) -> bool:
        """Whether the order of the two facts is unknown, or the new fact ended before the other one."""
        fact = statement.fact
        if set(fact.notes) & set(other.notes):
            return True
        if "observed" in (fact.trust, other.trust) and fact.holds_from is None is other.holds_from:
            return True
        end = fact.holds_until
        if end is None or end > (statement.said_at or self.at):
            return False
        return other.holds_until is None or end < other.holds_until

    def _end_at_following(self, fact: Fact, others: Sequence[Fact]) -> None:
        """End a fact that was logged late at the start of the next stored fact."""
        if fact.trust == "inferred" or relation_of(fact.type).fixed:
            return
        later = [f for f in others if start_of(f) > start_of(fact) and _has_duration(self.facts[f.uid])]
        following = next(
            (f for f in later if fact.holds_until is None or start_of(f) < fact.holds_until), None
        )
        if following is not None:
            self._invalidate(fact, start_of(following), _SUPERSEDED.format(fact.type), following)

    def _moves_start(self, same: Fact, statement: Statement) -> bool:
        """Whether the statement gives another start: another date, or an earlier time if neither text gave a date."""
        fact = statement.fact
        if relation_of(fact.type).fixed or fact.holds_from is None or same.holds_from is None:
            return False
        if same.grain is None or fact.grain is None:
            return fact.holds_from < same.holds_from
        return not same_start(same, fact)

    def _correct_start(self, same: Fact, statement: Statement) -> None:
        """Replace the fact by one with another start. Facts that it had ended now end at the new start."""
        fact, start = statement.fact, same.holds_from
        ended = [f for f in self._related(fact) if f.object != fact.object and f.holds_until == start]
        until = same.holds_until
        corrected = "corrected: another time"
        self._invalidate(same, start_of(same), corrected, fact, corrects=True, dated=statement.dated)
        self._begin(statement)
        for other in ended:
            if start_of(other) < start_of(fact):
                reason = _SUPERSEDED.format(fact.type)
                self._invalidate(other, start_of(fact), reason, fact, dated=statement.dated)
        if until is not None and fact.uid in self.current and until > start_of(fact):
            self._invalidate(fact, until, "an earlier statement gave its end", None)

    def _write(self, fact: Fact) -> None:
        self.written[fact.uid] = self.facts[fact.uid] = fact

    def _contradict(self, other: Fact, fact: Fact, reason: str) -> None:
        a, b = sorted((other.uid, fact.uid))
        conflict = Conflict(a=a, b=b, at=self.at, reason=reason.format(fact.type))
        self.conflicts[frozenset((a, b))] = conflict

    def _invalidate(
        self,
        fact: Fact,
        until: datetime,
        reason: str,
        newer: Fact | None,
        *,
        dated: bool = False,
        stated_until: datetime | None = None,
        corrects: bool = False,
    ) -> None:
        if (fact.subject, fact.type, fact.object, self._turn) in self.rejected:
            return
        if corrects:
            until = fact.holds_from or EARLIEST
        superseded_by = newer.uid if newer else None
        self._ends[fact.uid, superseded_by or self._turn] = Invalidation(
            fact=fact.uid,
            holds_until=until,
            retired_at=self.at,
            reason=reason,
            superseded_by=superseded_by,
            turn=self._turn or None,
            stated_until=stated_until,
            dated=dated,
            corrects=corrects,
        )
        self.facts[fact.uid] = replace(self.facts.get(fact.uid, fact), holds_until=until)


def _other_between(facts: Iterable[Fact], first: Fact, last: Fact) -> bool:
    """Whether a fact with another object starts after the start of `first` and not after that of `last`."""
    others = [f for f in facts if f.object != first.object and f.trust != "inferred" and _has_duration(f)]
    return any(start_of(first) < start_of(f) <= start_of(last) for f in others)


def _has_duration(fact: Fact) -> bool:
    """Whether it held for a known time. If a text only says that a fact is over, its start is unknown."""
    return not fact.never_held and (fact.holds_until is None or fact.holds_until > start_of(fact))


def _last_current(facts: Iterable[Fact]) -> list[Fact]:
    """The fact without an end that started last, as a list; empty if all have ended."""
    return sorted((f for f in facts if f.holds_until is None), key=lambda f: (start_of(f), f.uid))[-1:]


def plan_facts(
    draft: Draft, resolved: Resolved, stored: Sequence[Fact], rejected: Collection[RejectedEnd] = ()
) -> FactUpdate:
    """Apply the draft's statements to the stored facts. `rejected` are ends that people undid."""
    turns = {t.uid: t for t in draft.window.turns}
    update = FactUpdate(at=draft.at, facts={f.uid: f for f in stored}, rejected=rejected)
    for item in _in_order(draft, turns):
        turn = turns[item.turn]
        update.at = turn.recorded_at or draft.at
        if isinstance(item, ExtractedEnd):
            until = item.holds_until or turn.said_at or update.at
            dated = item.holds_until is not None
            update.end_all(resolved.uid(item.subject), item.type, until, turn.uid, dated=dated)
            continue
        keys = (name_key(item.subject), name_key(item.object))
        if all(keys) and len({resolved.by_key[key] for key in keys}) == 2:  # two different entities
            update.apply(
                Statement(
                    fact=_fact(item, turn, draft, resolved),
                    turn=turn.uid,
                    said_at=turn.said_at,
                    ended=item.ended,
                    denied=item.denied,
                    is_new=item.is_new,
                )
            )
    return update


def _in_order(draft: Draft, turns: Mapping[str, Turn]) -> list[ExtractedEnd | ExtractedFact]:
    """The ends and the facts of a draft by the time of their turns; in a turn the ends come first."""
    items: list[ExtractedEnd | ExtractedFact] = [*draft.extraction.ends, *draft.extraction.facts]
    return sorted(items, key=lambda item: turns[item.turn].at or EARLIEST)


def changes_of(update: FactUpdate, namespace: str) -> tuple[Change, ...]:
    """One Change per invalidation and per conflict, with uids and times but no memory text."""
    ends = (invalidation_change(end, update.facts[end.fact], namespace) for end in update.invalidations)
    return (*ends, *_conflict_changes(update.conflicts.values(), namespace))


def invalidation_change(invalidation: Invalidation, fact: Fact, namespace: str) -> Change:
    """The Change for an invalidation.

    It contains subject, type and object, so that it can be undone even after a rebuild with another extractor.
    """
    ends = {"subject": fact.subject, "type": fact.type, "object": fact.object}
    newer, until = invalidation.superseded_by, invalidation.holds_until.isoformat()
    return Change(
        uid=uid_of(namespace, "close", invalidation.fact, newer, invalidation.turn, until),
        kind="correct" if invalidation.corrects else "supersede" if newer else "end",
        by="engine",
        at=invalidation.retired_at,
        reason=invalidation.reason,
        before=json.dumps({"fact": invalidation.fact, **ends, "holds_until": None}),
        after=json.dumps(
            {"fact": invalidation.fact, "holds_until": until, "by": newer, "turn": invalidation.turn}
        ),
    )


def _conflict_changes(conflicts: Iterable[Conflict], namespace: str) -> tuple[Change, ...]:
    return tuple(
        Change(
            uid=uid_of(namespace, "conflict", c.a, c.b),
            kind="conflict",
            by="engine",
            at=c.at,
            reason=c.reason,
            after=json.dumps({"facts": [c.a, c.b]}),
        )
        for c in sorted(conflicts, key=lambda c: (c.a, c.b))
    )


def _fact(extracted: ExtractedFact, turn: Turn, draft: Draft, resolved: Resolved) -> Fact:
    """The record of an extracted fact. If the text gives no time, the fact holds from the time when it was said.

    A fact of a fixed relation, such as a birthday, has no start. A date that is the object of a fact is not its start.
    """
    subject, object_ = resolved.uid(extracted.subject), resolved.uid(extracted.object)
    note = note_uid(draft.namespace, extracted.turn, draft.extraction.extractor, extracted.ordinal)
    relation = relation_of(extracted.type)
    timed = not (relation.fixed or relation.literal)
    since = (extracted.holds_from if timed else None) or turn.said_at
    return Fact(
        uid=uid_of(draft.namespace, "fact", subject, extracted.type, object_, note),
        subject=subject,
        type=extracted.type,
        object=object_,
        text=extracted.text,
        notes=(note,),
        holds_from=None if relation.fixed else since,
        holds_until=extracted.holds_until if timed else None,
        grain=extracted.grain if timed else None,
        recorded_at=turn.recorded_at or draft.at,
        trust=turn.trust,
        confidence=extracted.confidence,
    )
