"""What new statements do to facts: confirm, begin, end, supersede, correct, contradict.

A fact is superseded only by the same subject with the same single-valued relation and another object, or ended by words
that say so; never by similarity. An assistant's own words supersede nothing. All facts stay: the older with the moment
until which it held, and a Change that tells why. A statement is compared with what held at its own time, so that one that
is told late finds its place before what is known. What cannot be decided stays side by side, flagged.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.plan.resolution import Resolved
from memgraph_core.plan.validity import begins, placed_among, same_start, spans
from memgraph_core.records.extraction import ExtractedFact
from memgraph_core.records.graph import Change, Fact, Turn, uid_of
from memgraph_core.records.plan import Conflict, Invalidation
from memgraph_core.records.validation import EARLIEST

_ANOTHER = "another {} since"
_NOBODY_KNOWS = "another {} at the same time, and nothing tells which holds"
_ONLY_INFERRED = "another {}, which only an assistant says"

# Of whom, of what relation, to whom, and which turn ended it: people decided that it did not.
Upheld = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One fact as a turn tells it."""

    fact: Fact
    turn: str = ""  # uid
    said_at: datetime | None = None
    ended: bool = False  # it holds no longer
    denied: bool = False  # it does not hold, and nothing says that it ever did
    is_new: bool = False  # of another one of its name

    @property
    def dated(self) -> bool:
        """Whether the words themselves tell a time."""
        return self.fact.grain is not None


@dataclass(slots=True)
class FactLedger:
    """What is known of some subjects and relations, followed through the statements of a draft as they were said."""

    at: datetime  # when the statement that is taken in was learnt
    known: dict[str, Fact]  # uid → fact, as it stands by now
    written: dict[str, Fact] = field(default_factory=dict[str, Fact])
    closed: dict[tuple[str, str | None], Invalidation] = field(
        default_factory=dict[tuple[str, str | None], Invalidation]
    )  # by fact and what ended it
    conflicts: dict[frozenset[str], Conflict] = field(default_factory=dict[frozenset[str], Conflict])
    upheld: Collection[Upheld] = ()
    _turn: str = ""

    @property
    def current(self) -> dict[str, Fact]:
        """The facts that nothing has ended, by uid."""
        return {uid: fact for uid, fact in self.known.items() if fact.holds_until is None}

    @property
    def closings(self) -> tuple[Invalidation, ...]:
        """Why facts end, each with the end that the fact has by now; by fact, in the order in which they were learnt."""
        found = (
            replace(
                closing,
                stated_until=closing.stated_until or closing.holds_until,
                holds_until=self.known[closing.fact].holds_until or closing.holds_until,
            )
            for closing in self.closed.values()
        )
        return tuple(sorted(found, key=lambda c: (c.fact, c.retired_at, c.superseded_by or "", c.turn or "")))

    def state(self, told: Statement) -> None:
        """Take in one statement. What it denies ends if it held; that it ever did is not known from it."""
        self._turn = told.turn
        told = self._placed(told)
        if (told.ended or told.denied) and told.fact.trust == "inferred":
            return
        if told.denied:
            self._deny(told)
        elif told.ended:
            self._end(told)
        elif (same := self._same(told.fact)) is None:
            self._begin(told)
        elif same.trust == "inferred" != told.fact.trust:
            self._close(same, max(begins(same), begins(told.fact)), "a person says so since", told.fact)
            self._begin(told)
        elif told.fact.trust != "inferred" and self._moves_start(same, told):
            self._correct_start(same, told)
        else:
            self._confirm(same, told)

    def _placed(self, told: Statement) -> Statement:
        """What begins at a time that is told coarsely, after what is known to have held in that time."""
        fact, relation = told.fact, relation_of(told.fact.type)
        opens = not (told.ended or told.denied or told.is_new) and fact.holds_until is None
        if not (opens and told.dated and told.said_at and relation.single) or fact.trust == "inferred":
            return told
        return replace(told, fact=placed_among(fact, self._of(fact), told.said_at))

    def _of(self, fact: Fact) -> list[Fact]:
        """What is told of this subject and relation and may have held, in the order of its beginnings."""
        those = [f for f in self.known.values() if (f.subject, f.type) == (fact.subject, fact.type)]
        return sorted((f for f in those if not f.never_held), key=lambda f: (begins(f), f.uid))

    def _same(self, fact: Fact) -> Fact | None:
        """What says the same of the time when this one begins, people's word first; of a later time if nothing else
        came between.
        """
        start, told = begins(fact), self._of(fact)
        alike = sorted((f for f in told if f.object == fact.object), key=lambda f: f.trust == "inferred")
        for other in alike:
            if spans(other, start):
                return other
            both_open = fact.holds_until is None is other.holds_until
            if both_open and begins(other) > start and not _between(told, fact, other):
                return other
        return None

    def _confirm(self, same: Fact, told: Statement) -> None:
        fact = told.fact
        notes = (*self.written[same.uid].notes, *fact.notes) if same.uid in self.written else fact.notes
        self.written[same.uid] = replace(self.written.get(same.uid, same), notes=tuple(dict.fromkeys(notes)))
        if fact.holds_until is not None and same.holds_until is None:
            self._close(same, fact.holds_until, "ends as was said", None, dated=True)

    def _deny(self, told: Statement) -> None:
        since = told.fact.holds_from if told.dated else None
        moment = since or told.said_at or self.at
        for same in self._of(told.fact):
            if same.object == told.fact.object and spans(same, moment):
                self._close(same, moment, "denied by what was said", None, dated=told.dated)

    def _end(self, told: Statement) -> None:
        fact = told.fact
        until = fact.holds_until or told.said_at or self.at
        dated = fact.holds_until is not None
        those = [f for f in self._of(fact) if f.object == fact.object and begins(f) <= until]
        if not those:  # what holds now has begun since, if it does at all
            self._remember_past(told, until)
            return
        same, end = those[-1], until
        if same.holds_until is not None:  # told again
            self._confirm(same, replace(told, fact=replace(fact, holds_until=None)))
            end = until if dated else min(until, same.holds_until)
        self._close(same, end, "ended by what was said", None, dated=dated, stated_until=until)

    def _remember_past(self, told: Statement, until: datetime) -> None:
        """What was over when it was told; where its beginning is told too, something else may be known of that time."""
        since = told.fact.holds_from if told.dated and told.fact.holds_from != told.said_at else None
        past = replace(told.fact, holds_from=since, holds_until=until, retired_at=self.at)
        others = [f for f in self._of(past) if f.object != past.object and f.trust != "inferred"]
        self._write(past)
        if since is not None and relation_of(past.type).single:
            for other in others:
                if spans(other, since):
                    self._contradict(other, past, _NOBODY_KNOWS)

    def _begin(self, told: Statement) -> None:
        fact = told.fact
        others = [f for f in self._of(fact) if f.object != fact.object]
        self._write(fact)
        relation = relation_of(fact.type)
        if not relation.single or told.is_new:
            return
        for other in _last_told(others) if relation.shared else others:
            self._beside(other, told)
        self._before(fact, [f for f in others if f.trust != "inferred"])

    def _beside(self, other: Fact, told: Statement) -> None:
        """Settle a new fact with another that may hold when it begins."""
        fact = told.fact
        if fact.trust == "inferred" or other.trust == "inferred":
            self._beside_inferred(other, fact)
        elif relation_of(fact.type).fixed:
            self._close(other, begins(other), f"corrected: another {fact.type}", fact, corrects=True)
        elif not spans(other, begins(fact)):
            return
        elif self._undecided(other, told):
            self._contradict(other, fact, _NOBODY_KNOWS)
        elif other.holds_from is not None and other.holds_from == fact.holds_from:
            self._close(other, begins(other), f"corrected: another {fact.type}", fact, corrects=True)
        else:
            self._close(other, begins(fact), _ANOTHER.format(fact.type), fact, dated=told.dated)

    def _beside_inferred(self, other: Fact, fact: Fact) -> None:
        """People's word supersedes what an assistant said before; the other way round it is flagged."""
        if not spans(other, begins(fact)):
            return
        if fact.trust != "inferred":
            self._close(other, begins(fact), _ANOTHER.format(fact.type), fact)
        elif other.trust != "inferred":
            self._contradict(other, fact, _ONLY_INFERRED)

    def _undecided(self, other: Fact, told: Statement) -> bool:
        """Whether nothing tells which of the two came first, or whether one was only for a while."""
        fact = told.fact
        if set(fact.notes) & set(other.notes):
            return True
        if "observed" in (fact.trust, other.trust) and fact.holds_from is None is other.holds_from:
            return True
        end = fact.holds_until
        if end is None or end > (told.said_at or self.at):
            return False
        return other.holds_until is None or end < other.holds_until

    def _before(self, fact: Fact, others: Sequence[Fact]) -> None:
        """Told late: a fact ends where the next one begins that is known already."""
        if fact.trust == "inferred" or relation_of(fact.type).fixed:
            return
        later = [f for f in others if begins(f) > begins(fact) and _lasts(self.known[f.uid])]
        following = next((f for f in later if fact.holds_until is None or begins(f) < fact.holds_until), None)
        if following is not None:
            self._close(fact, begins(following), _ANOTHER.format(fact.type), following)

    def _moves_start(self, same: Fact, told: Statement) -> bool:
        """Whether the words tell another beginning than was known: another date, or that it held before already."""
        fact = told.fact
        if relation_of(fact.type).fixed or fact.holds_from is None or same.holds_from is None:
            return False
        if same.grain is None or fact.grain is None:
            return fact.holds_from < same.holds_from
        return not same_start(same, fact)

    def _correct_start(self, same: Fact, told: Statement) -> None:
        """The fact as it was told before never held; what it had ended holds until the beginning that is told now."""
        fact, start = told.fact, same.holds_from
        after = [f for f in self._of(fact) if f.object != fact.object and f.holds_until == start]
        until = same.holds_until
        self._close(same, begins(same), "corrected: another time", fact, corrects=True, dated=told.dated)
        self._begin(told)
        for other in after:
            if begins(other) < begins(fact):
                self._close(other, begins(fact), _ANOTHER.format(fact.type), fact, dated=told.dated)
        if until is not None and fact.uid in self.current and until > begins(fact):
            self._close(fact, until, "ended as was said before", None)

    def _write(self, fact: Fact) -> None:
        self.written[fact.uid] = self.known[fact.uid] = fact

    def _contradict(self, other: Fact, fact: Fact, reason: str) -> None:
        a, b = sorted((other.uid, fact.uid))
        told = reason.format(fact.type)
        self.conflicts[frozenset((a, b))] = Conflict(a=a, b=b, at=self.at, reason=told)

    def _close(
        self,
        fact: Fact,
        until: datetime,
        reason: str,
        by: Fact | None,
        *,
        dated: bool = False,
        stated_until: datetime | None = None,
        corrects: bool = False,
    ) -> None:
        if (fact.subject, fact.type, fact.object, self._turn) in self.upheld:
            return
        if corrects:
            until = fact.holds_from or EARLIEST
        newer = by.uid if by else None
        self.closed[fact.uid, newer or self._turn] = Invalidation(
            fact=fact.uid,
            holds_until=until,
            retired_at=self.at,
            reason=reason,
            superseded_by=newer,
            turn=self._turn or None,
            stated_until=stated_until,
            dated=dated,
            corrects=corrects,
        )
        self.known[fact.uid] = replace(self.known.get(fact.uid, fact), holds_until=until)


def _between(told: Iterable[Fact], first: Fact, last: Fact) -> bool:
    """Whether something else was said to hold since a moment between the beginnings of two."""
    others = [f for f in told if f.object != first.object and f.trust != "inferred" and _lasts(f)]
    return any(begins(first) < begins(f) <= begins(last) for f in others)


def _lasts(fact: Fact) -> bool:
    """Whether it held for a time that is known; what was only told to be over began nobody knows when."""
    return not fact.never_held and (fact.holds_until is None or fact.holds_until > begins(fact))


def _last_told(facts: Iterable[Fact]) -> list[Fact]:
    """Of several that hold the one that was told last."""
    return sorted((f for f in facts if f.holds_until is None), key=lambda f: (begins(f), f.uid))[-1:]


def plan_facts(
    draft: Draft, resolved: Resolved, known: Sequence[Fact], upheld: Collection[Upheld] = ()
) -> FactLedger:
    """What the draft's statements do to the facts that are known; `upheld`: ends that people took back."""
    turns = {t.uid: t for t in draft.window.turns}
    ledger = FactLedger(at=draft.at, known={f.uid: f for f in known}, upheld=upheld)
    for stated in sorted(draft.extraction.facts, key=lambda f: turns[f.turn].at or EARLIEST):
        turn, ends = turns[stated.turn], (name_key(stated.subject), name_key(stated.object))
        if all(ends) and len({resolved.by_key[key] for key in ends}) == 2:  # two ends, and not the same
            ledger.at = turn.recorded_at or draft.at
            ledger.state(
                Statement(
                    fact=_fact(stated, turn, draft, resolved),
                    turn=turn.uid,
                    said_at=turn.said_at,
                    ended=stated.ended,
                    denied=stated.denied,
                    is_new=stated.is_new,
                )
            )
    return ledger


def changes_of(ledger: FactLedger, namespace: str) -> tuple[Change, ...]:
    """One record per fact that stopped holding or is contradicted, undoable: uids and times, no words."""
    closed = (closing_change(closing, ledger.known[closing.fact], namespace) for closing in ledger.closings)
    return (*closed, *_conflicts_told(ledger.conflicts.values(), namespace))


def closing_change(closing: Invalidation, fact: Fact, namespace: str) -> Change:
    """The record that a fact ends: why, and all that takes it back again, also after a rebuild by another extractor."""
    ends = {"subject": fact.subject, "type": fact.type, "object": fact.object}
    kind = "correct" if closing.corrects else "supersede" if closing.superseded_by else "end"
    return Change(
        uid=uid_of(
            namespace,
            "close",
            closing.fact,
            closing.superseded_by,
            closing.turn,
            closing.holds_until.isoformat(),
        ),
        kind=kind,
        by="engine",
        at=closing.retired_at,
        reason=closing.reason,
        before=json.dumps({"fact": closing.fact, **ends, "holds_until": None}),
        after=json.dumps(
            {
                "fact": closing.fact,
                "holds_until": closing.holds_until.isoformat(),
                "by": closing.superseded_by,
                "turn": closing.turn,
            }
        ),
    )


def _conflicts_told(conflicts: Iterable[Conflict], namespace: str) -> tuple[Change, ...]:
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


def _fact(stated: ExtractedFact, turn: Turn, draft: Draft, resolved: Resolved) -> Fact:
    """The fact of a statement; without a time of its own it holds at the latest since it was said.

    What cannot change, such as a birthday, holds at any time; and a date that is itself what is told is no beginning.
    """
    subject, object_ = resolved.uid(stated.subject), resolved.uid(stated.object)
    note = note_uid(draft.namespace, stated.turn, draft.extraction.extractor, stated.ordinal)
    relation = relation_of(stated.type)
    timed = not (relation.fixed or relation.literal)
    since = (stated.holds_from if timed else None) or turn.said_at
    return Fact(
        uid=uid_of(draft.namespace, "fact", subject, stated.type, object_, note),
        subject=subject,
        type=stated.type,
        object=object_,
        text=stated.text,
        notes=(note,),
        holds_from=None if relation.fixed else since,
        holds_until=stated.holds_until if timed else None,
        grain=stated.grain if timed else None,
        recorded_at=turn.recorded_at or draft.at,
        trust=turn.trust,
        confidence=stated.confidence,
    )
