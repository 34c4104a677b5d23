"""Which facts hold again when a reason for their end is removed, for both stores.

A fact may have ended for several reasons: turns that said so, and facts that superseded it. All reasons are kept, so that
each can be removed, by forgetting its turn or by a user's undo.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """One reason why a fact ended, as stored. Facts and turns are uids."""

    fact: str
    by: str | None  # the fact that superseded it; None: a turn stated the end
    turn: str | None  # the turn that stated it; always set when `by` is None
    until: datetime  # the end that this reason states
    at: datetime  # when it was recorded
    dated: bool = False  # the text states the time
    corrects: bool = False  # the fact never held: the superseding fact is its correction
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The ends of facts after some reasons were removed."""

    ends: Mapping[str, Closed | None]  # fact → the reason that ends it now; None: only its own text counts
    inherited: tuple[Closed, ...]  # reasons that replace removed ones, by fact and superseding fact

    @property
    def restored(self) -> list[str]:
        """The facts that have no end any more, sorted."""
        return sorted(fact for fact, end in self.ends.items() if end is None)


def end_of(closings: Iterable[Closed], never_held: Collection[str] = ()) -> Closed | None:
    """The reason that determines the end of a fact; None without reasons.

    The latest correction counts first. Otherwise the earliest end counts, of two kinds: facts that superseded it, except
    those that never held themselves; and turns, of which the latest one with a date outranks those without.
    """
    ordered = sorted(closings, key=lambda c: (c.until, c.at, c.by or "", c.turn or ""))
    if corrections := [c for c in ordered if c.corrects]:
        return max(corrections, key=lambda c: (c.at, c.until))
    ends = [c for c in ordered if c.by is not None and c.by not in never_held]
    stated = [c for c in ordered if c.by is None]
    if dated := [c for c in stated if c.dated]:
        stated = [max(dated, key=lambda c: (c.at, c.until))]
    return min((*ends, *stated[:1]), key=lambda c: c.until, default=None)


def settled(
    closings: Sequence[Closed],
    *,
    facts: Collection[str] = (),
    turns: Collection[str] = (),
    undone: Collection[tuple[str, str | None, str | None]] = (),
) -> Settled:
    """The ends of facts without these facts, without the ends that these turns stated, and without the undone reasons.

    An undone reason is (fact, by, turn); either `by` or `turn` identifies it. `closings` contains all reasons of the facts
    that these ended, of the facts that ended these, and of these themselves. A fact that only removed facts superseded is
    superseded by the next remaining fact, over any number of removed ones in a chain. No fact inherits from itself, also
    when facts supersede each other in a circle.
    """
    gone, removed, unsaid = frozenset(facts), frozenset(undone), frozenset(turns)
    stay = [
        c
        for c in closings
        if c.fact not in gone
        and c.by not in gone
        and not (c.by is None and c.turn in unsaid)
        and (c.fact, c.by, None if c.by else c.turn) not in removed
    ]
    superseded = {c.fact for c in stay if c.by is not None}
    inherited = [
        heir
        for fact in sorted({c.fact for c in closings} - gone - superseded)
        for heir in _heirs(fact, closings, gone)
    ]
    remaining = _by_fact([*stay, *inherited])
    never_held = {fact for fact, those in remaining.items() if any(c.corrects for c in those)}
    touched = {c.fact for c in closings} - gone
    return Settled(
        ends={fact: end_of(remaining.get(fact, ()), never_held) for fact in sorted(touched)},
        inherited=tuple(inherited),
    )


def _heirs(fact: str, closings: Sequence[Closed], gone: Collection[str]) -> list[Closed]:
    """The ends that a fact inherits when the removed facts that superseded it are gone, by superseding fact. The nearest counts."""
    newer = _by_fact([c for c in closings if c.by is not None])
    found: dict[str, Closed] = {}
    row = [c.by for c in newer.get(fact, ()) if c.by in gone]
    for via in row:  # grows during the loop
        for closing in newer.get(via or "", ()):
            if closing.by in gone:
                row += [closing.by] if closing.by not in row else []
            elif closing.by is not None and closing.by != fact:
                found.setdefault(closing.by, replace(closing, fact=fact))
    return [found[by] for by in sorted(found)]


def _by_fact(closings: Iterable[Closed]) -> dict[str, list[Closed]]:
    grouped: dict[str, list[Closed]] = {}
    for closing in closings:
        grouped.setdefault(closing.fact, []).append(closing)
    return grouped
