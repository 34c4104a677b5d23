"""The ends of facts when some of the reasons for their ends are removed, for both stores.

A fact may have several reasons to end: turns that stated its end, and facts that superseded it. All reasons are stored, so
that each of them can be removed by forgetting its turn or by an undo.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from memgraph_core.records.grouping import grouped
from memgraph_core.records.plan import Invalidation, InvalidationWithdrawal


class ReasonKey(NamedTuple):
    """What identifies a reason: the fact that ended, and the fact that superseded it, or else the turn that stated the end."""

    fact: str
    by: str | None
    turn: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndReason:
    """One reason why a fact ended, as stored. Facts and turns are uids."""

    fact: str
    by: str | None  # the fact that superseded it; None: a turn stated the end
    turn: str | None  # the turn that stated it; always set when `by` is None
    until: datetime  # the end that this reason states
    at: datetime  # when it was recorded
    dated: bool = False  # the text states the time
    corrects: bool = False  # the fact never held: the superseding fact is its correction
    reason: str = ""

    @property
    def key(self) -> ReasonKey:
        """What identifies it."""
        return ReasonKey(self.fact, self.by, None if self.by else self.turn)


@dataclass(frozen=True, slots=True)
class FactEnd:
    """The end of a fact from now on, and when it was recorded. Without `until`, the end that its own text states counts."""

    fact: str
    until: datetime | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultingEnds:
    """The ends of facts after some reasons were removed."""

    ends: Mapping[str, EndReason | None]  # fact → the reason that ends it now; None: only its own text counts
    inherited: tuple[EndReason, ...]  # reasons that replace removed ones, by fact and superseding fact

    @property
    def fact_ends(self) -> list[FactEnd]:
        """The end of each fact."""
        return [FactEnd(fact, end.until, end.at) if end else FactEnd(fact) for fact, end in self.ends.items()]

    @property
    def restored(self) -> list[str]:
        """The facts that have no end any more, sorted."""
        return sorted(fact for fact, end in self.ends.items() if end is None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a plan or a deletion changes: the reasons that it withdraws and adds, and the ends of facts."""

    withdrawn: Sequence[ReasonKey]
    added: Sequence[EndReason]
    ends: Sequence[FactEnd]


def outcome_of(
    stored: Sequence[EndReason],
    withdrawals: Sequence[InvalidationWithdrawal],
    invalidations: Sequence[Invalidation],
) -> Outcome:
    """The outcome of the withdrawals of a plan, then of its invalidations.

    The facts of the withdrawals end by their other reasons, or hold again. `stored` are the reasons of these facts and of
    facts connected with them.
    """
    withdrawn = [
        ReasonKey(each.fact, each.superseded_by, None if each.superseded_by else each.turn)
        for each in withdrawals
    ]
    result = resulting_ends(stored, undone=withdrawn)
    ended = [FactEnd(each.fact, each.holds_until, each.retired_at) for each in invalidations]
    ends = {end.fact: end for end in (*result.fact_ends, *ended)}
    return Outcome(withdrawn, [*result.inherited, *map(reason_of, invalidations)], list(ends.values()))


def reason_of(invalidation: Invalidation) -> EndReason:
    """The reason that an invalidation states."""
    return EndReason(
        fact=invalidation.fact,
        by=invalidation.superseded_by,
        turn=invalidation.turn,
        until=invalidation.stated_until or invalidation.holds_until,
        at=invalidation.retired_at,
        dated=invalidation.dated,
        corrects=invalidation.corrects,
        reason=invalidation.reason,
    )


def end_of(reasons: Iterable[EndReason], never_held: Collection[str] = ()) -> EndReason | None:
    """The reason that determines the end of a fact; None without reasons.

    If a fact was corrected, the latest correction counts. Otherwise the earliest end counts. It is chosen among the facts
    that superseded it and did hold themselves, and one turn that stated an end: the latest turn with a date, or else the
    turn with the earliest end.
    """
    ordered = sorted(reasons, key=lambda r: (r.until, r.at, r.by or "", r.turn or ""))
    if corrections := [r for r in ordered if r.corrects]:
        return max(corrections, key=lambda r: (r.at, r.until))
    ends = [r for r in ordered if r.by is not None and r.by not in never_held]
    stated = [r for r in ordered if r.by is None]
    if dated := [r for r in stated if r.dated]:
        stated = [max(dated, key=lambda r: (r.at, r.until))]
    return min((*ends, *stated[:1]), key=lambda r: r.until, default=None)


def resulting_ends(
    reasons: Sequence[EndReason],
    *,
    facts: Collection[str] = (),
    turns: Collection[str] = (),
    undone: Collection[ReasonKey] = (),
) -> ResultingEnds:
    """The ends of facts after `facts` and `turns` are removed and the reasons `undone` are withdrawn.

    `reasons` must contain all reasons of the removed facts, of the facts that they ended, and of the facts that ended them.
    If only removed facts superseded a fact, the next remaining fact in the chain supersedes it. A fact never supersedes
    itself, also if facts supersede each other in a circle.
    """
    removed_facts, removed_turns, removed_reasons = frozenset(facts), frozenset(turns), frozenset(undone)
    remaining_reasons = [
        r
        for r in reasons
        if r.fact not in removed_facts
        and r.by not in removed_facts
        and not (r.by is None and r.turn in removed_turns)
        and r.key not in removed_reasons
    ]
    superseded = {r.fact for r in remaining_reasons if r.by is not None}
    inherited = [
        heir
        for fact in sorted({r.fact for r in reasons} - removed_facts - superseded)
        for heir in _inherited_reasons(fact, reasons, removed_facts)
    ]
    remaining = _by_fact([*remaining_reasons, *inherited])
    never_held = {fact for fact, ends in remaining.items() if any(r.corrects for r in ends)}
    touched = {r.fact for r in reasons} - removed_facts
    return ResultingEnds(
        ends={fact: end_of(remaining.get(fact, ()), never_held) for fact in sorted(touched)},
        inherited=tuple(inherited),
    )


def _inherited_reasons(
    fact: str, reasons: Sequence[EndReason], removed_facts: Collection[str]
) -> list[EndReason]:
    """The reasons that a fact inherits from the removed facts that superseded it, by superseding fact.

    If several chains lead to one superseding fact, the shortest chain counts.
    """
    newer = _by_fact([r for r in reasons if r.by is not None])
    heirs: dict[str, EndReason] = {}
    superseding = [r.by for r in newer.get(fact, ()) if r.by in removed_facts]
    for via in superseding:  # grows during the loop
        for reason in newer.get(via or "", ()):
            if reason.by in removed_facts:
                superseding += [reason.by] if reason.by not in superseding else []
            elif reason.by is not None and reason.by != fact:
                heirs.setdefault(reason.by, replace(reason, fact=fact))
    return [heirs[by] for by in sorted(heirs)]


def _by_fact(reasons: Iterable[EndReason]) -> dict[str, list[EndReason]]:
    return grouped((reason.fact, reason) for reason in reasons)
