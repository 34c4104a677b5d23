"""The facts of some subjects while statements are applied to them, and the ways in which a statement changes them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.plan.validity import start_of
from memgraph_core.records.graph import Fact
from memgraph_core.records.plan import Conflict, Invalidation, InvalidationWithdrawal
from memgraph_core.records.validation import EARLIEST

# Subject, relation type, object, uid of the turn that ended the fact: a person undid this end.
RejectedEnd = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A fact as one turn states it."""

    fact: Fact
    at: datetime  # when its turn was recorded
    turn: str = ""  # uid
    said_at: datetime | None = None
    ended: bool = False  # the turn says that the fact no longer holds
    denied: bool = False  # the turn says that the fact does not hold; it may never have held
    is_new: bool = False  # the subject is another thing of the same name
    corrects: bool = False  # the turn says that another object was stated by mistake
    corrects_time: bool = False  # the turn only says that the fact was at another time
    former: frozenset[str] = frozenset()  # uids of the facts whose count or value the fact replaces
    # uids of the facts that it does not replace: their objects are of another kind
    beside: frozenset[str] = frozenset()

    @property
    def dated(self) -> bool:
        """Whether the text gives a time."""
        return self.fact.grain is not None

    @property
    def inferred(self) -> bool:
        """Whether only an assistant states it."""
        return self.fact.trust == "inferred"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactUpdate:
    """The stored facts, and what the statements so far change in them."""

    facts: Mapping[str, Fact]  # uid → stored or new fact in its present state
    rejected: Collection[RejectedEnd] = ()
    # New facts, and facts with new sources, by uid.
    written: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    # Key: uid of the fact, and uid of the newer fact or of the turn that ended it.
    ends: Mapping[tuple[str, str], Invalidation] = field(default_factory=dict[tuple[str, str], Invalidation])
    conflicts: Mapping[frozenset[str], Conflict] = field(default_factory=dict[frozenset[str], Conflict])
    withdrawals: tuple[InvalidationWithdrawal, ...] = ()  # of stored ends that a fact caused that never held

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
            for end in self.ends.values()
        )
        return tuple(
            sorted(resulting, key=lambda c: (c.fact, c.retired_at, c.superseded_by or "", c.turn or ""))
        )

    @property
    def written_facts(self) -> tuple[Fact, ...]:
        """The new facts, and those with new sources, by uid."""
        return tuple(self.written[uid] for uid in sorted(self.written))

    @property
    def sorted_conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts, by the uids of their facts."""
        return tuple(sorted(self.conflicts.values(), key=lambda each: (each.a, each.b)))

    def related(self, fact: Fact) -> list[Fact]:
        """The facts of the same subject and relation, without those that never held, by start."""
        related = [f for f in self.facts.values() if (f.subject, f.type) == (fact.subject, fact.type)]
        return sorted((f for f in related if not f.never_held), key=lambda f: (start_of(f), f.uid))


def with_fact(update: FactUpdate, fact: Fact) -> FactUpdate:
    """Add a fact."""
    return replace(update, facts={**update.facts, fact.uid: fact}, written={**update.written, fact.uid: fact})


def newly_ended(before: FactUpdate, update: FactUpdate) -> list[Fact]:
    """The facts that were known before and end earlier now."""
    if update is before:
        return []
    return [
        fact
        for uid, fact in update.facts.items()
        if (known := before.facts.get(uid)) is not None
        and fact.holds_until is not None
        and (known.holds_until is None or fact.holds_until < known.holds_until)
    ]


def with_sources(update: FactUpdate, fact: Fact, notes: Collection[str]) -> FactUpdate:
    """Add notes that state a known fact."""
    written = update.written.get(fact.uid)
    sources = tuple(dict.fromkeys((*written.notes, *notes) if written else notes))
    return replace(update, written={**update.written, fact.uid: replace(written or fact, notes=sources)})


def without_end_by(update: FactUpdate, fact: Fact, newer: Fact) -> FactUpdate:
    """Withdraw the end of a fact that a newer fact caused."""
    key = (fact.uid, newer.uid)
    ends = {each: end for each, end in update.ends.items() if each != key}
    until = min((end.holds_until for each, end in ends.items() if each[0] == fact.uid), default=None)
    withdrawal = InvalidationWithdrawal(fact=fact.uid, superseded_by=newer.uid)
    return replace(
        update,
        facts={**update.facts, fact.uid: replace(fact, holds_until=until)},
        ends=ends,
        withdrawals=update.withdrawals if key in update.ends else (*update.withdrawals, withdrawal),
    )


def with_conflict(update: FactUpdate, other: Fact, statement: Statement, reason: str) -> FactUpdate:
    """Record that the stated fact and another one contradict each other."""
    a, b = sorted((other.uid, statement.fact.uid))
    conflict = Conflict(a=a, b=b, at=statement.at, reason=reason)
    return replace(update, conflicts={**update.conflicts, frozenset((a, b)): conflict})


def with_end(
    update: FactUpdate,
    fact: Fact,
    until: datetime,
    reason: str,
    *,
    at: datetime,
    turn: str,
    newer: Fact | None = None,
    dated: bool = False,
    stated_until: datetime | None = None,
    corrects: bool = False,
) -> FactUpdate:
    """End a fact at `until` because of a turn or of a newer fact, unless a person undid this end.

    `at` is when the turn was recorded. `stated_until`: the end that the turn states, if it is not `until`. With
    `corrects` the fact never held.
    """
    if (fact.subject, fact.type, fact.object, turn) in update.rejected:
        return update
    if corrects:
        until = fact.holds_from or EARLIEST
    end = Invalidation(
        fact=fact.uid,
        holds_until=until,
        retired_at=at,
        reason=reason,
        superseded_by=newer.uid if newer else None,
        turn=turn or None,
        stated_until=stated_until,
        dated=dated,
        corrects=corrects,
    )
    present = replace(update.facts.get(fact.uid, fact), holds_until=until)
    return replace(
        update,
        facts={**update.facts, fact.uid: present},
        ends={**update.ends, (fact.uid, end.superseded_by or turn): end},
    )
