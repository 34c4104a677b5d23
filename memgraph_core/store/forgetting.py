"""What both stores must agree on when turns are forgotten: whom it reaches, and which fact closes what is left."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

# How many positions further a turn's words can have gone: a passage covers the two turns before, and a note
# may quote the one before.
REACH = 2


@dataclass(frozen=True, slots=True)
class Heir:
    """A fact that stays ended, though what superseded it is gone: what superseded `via` supersedes it now."""

    fact: str  # uid, as the others
    via: str  # the gone fact that stood between
    by: str  # the remaining fact that superseded `via`


def left_by(gone: Collection[str], pairs: Iterable[tuple[str, str]]) -> tuple[list[str], list[Heir]]:
    """The facts that hold again without those that are gone, and those that stay ended by what remains.

    `pairs` are (newer, older) uids: all that supersedes a gone fact, or a fact that a gone one supersedes.
    Of several gone facts in a row the first that remains behind them counts. A fact has as many heirs as
    remaining facts are found so, the nearest first. What a remaining fact supersedes already is in neither
    answer.
    """
    newer: dict[str, list[str]] = {}
    for by, fact in sorted(pairs):
        newer.setdefault(fact, []).append(by)
    removed, restored, heirs = frozenset(gone), list[str](), list[Heir]()
    for fact in sorted(newer.keys() - removed):
        if removed.issuperset(newer[fact]):
            found = _heirs(fact, newer, removed)
            heirs += found
            restored += [] if found else [fact]
    return restored, heirs


def ends_of(heirs: Iterable[Heir]) -> dict[str, str]:
    """For each fact the gone one whose end (holds_until, retired_at) it takes: that of its first heir."""
    ends: dict[str, str] = {}
    for heir in heirs:
        ends.setdefault(heir.fact, heir.via)
    return ends


def _heirs(fact: str, newer: Mapping[str, list[str]], removed: frozenset[str]) -> list[Heir]:
    """Nearest first. No fact inherits from itself, however facts supersede each other in a circle."""
    found: dict[str, Heir] = {}
    row = list(newer[fact])
    for via in row:  # it grows as the search goes on
        for by in newer.get(via, ()):
            if by not in removed and by != fact:
                found.setdefault(by, Heir(fact, via, by))
            elif by in removed and by not in row:
                row.append(by)
    return list(found.values())
