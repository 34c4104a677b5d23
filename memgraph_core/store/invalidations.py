"""What both stores must agree on when what ended facts is taken back: which hold again, and until when the others held.

A fact may have been ended several times: by turns that said so, and by facts that took its place. All of it is kept, so
that any of it can be taken back, by forgetting the turn that told it or by people who undo it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """One reason why a fact ended, as a store keeps it. Facts and turns are uids."""

    fact: str
    by: str | None  # the fact that took its place; None: a turn said that it ended
    turn: str | None  # that told it; known of every one where `by` is None, but for data of before
    until: datetime  # as this one tells it
    at: datetime  # when it was learnt
    dated: bool = False  # the text told the time
    corrects: bool = False  # the fact never held: what took its place tells it right
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What becomes of facts when reasons why they ended are gone."""

    ends: Mapping[str, Closed | None]  # fact → what ends it now; None: it is as its own words tell
    inherited: tuple[Closed, ...]  # what ends them in place of what is gone, by fact and newer fact

    @property
    def restored(self) -> list[str]:
        """The facts that nothing ends any more, sorted."""
        return sorted(fact for fact, end in self.ends.items() if end is None)


def end_of(closings: Iterable[Closed], never_held: Collection[str] = ()) -> Closed | None:
    """Which of the reasons why one fact ended counts; None where there is none.

    A correction before all, the last that was told. Else the earliest: of what facts took its place, without those that
    never held themselves; and of what turns say, where the last that told a time counts more than those that did not.
    """
    told = sorted(closings, key=lambda c: (c.until, c.at, c.by or "", c.turn or ""))
    if corrections := [c for c in told if c.corrects]:
        return max(corrections, key=lambda c: (c.at, c.until))
    ends = [c for c in told if c.by is not None and c.by not in never_held]
    said = [c for c in told if c.by is None]
    if dated := [c for c in said if c.dated]:
        said = [max(dated, key=lambda c: (c.at, c.until))]
    return min((*ends, *said[:1]), key=lambda c: c.until, default=None)


def settled(
    closings: Sequence[Closed],
    *,
    facts: Collection[str] = (),
    turns: Collection[str] = (),
    undone: Collection[tuple[str, str | None, str | None]] = (),
) -> Settled:
    """What becomes of facts without these facts, without what these turns said of ends, and without what people undid
    (fact, by, turn: either of the last two is what ended it).

    `closings` are all those of the facts that are ended by one of these, of those that these are ended by, and of these.
    A fact that was superseded by gone ones alone is superseded by what had superseded them, over any number of gone ones
    in a row; no fact inherits from itself, however facts supersede each other in a circle.
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
    """What ends the fact when the gone ones that took its place are gone, by the fact that does. The nearest counts."""
    newer = _by_fact([c for c in closings if c.by is not None])
    found: dict[str, Closed] = {}
    row = [c.by for c in newer.get(fact, ()) if c.by in gone]
    for via in row:  # it grows as the search goes on
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
