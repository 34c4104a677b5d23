"""What both stores must agree on when entities are merged and split: who is whose, afterwards.

What an entity is merged into is its parent; parents make trees, and the root of a tree bears what hangs on any of
its members. A split takes an entity out of its tree with those that were merged into it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memgraph_core.records.plan import Merge, Split, WritePlan


@dataclass(frozen=True, slots=True)
class Grouping:
    """What becomes of the trees that a plan speaks of. Everything is in uids."""

    roots: Mapping[str, str]  # who is or was not alone → the root it has now, by uid
    cut: tuple[str, ...] = ()  # whose parent is gone or another
    links: tuple[Merge, ...] = ()  # the merges that are carried out; `into` is the parent
    apart: tuple[Split, ...] = ()  # pairs to be kept apart


def regrouped(
    parents: Mapping[str, str | None], splits: Iterable[Split] = (), merges: Iterable[Merge] = ()
) -> Grouping:
    """Carry out splits, then merges, each in their order.

    `parents` holds every member of the trees of those that are named; who is not in it is not known. A merge
    that would make a circle, or give an entity a second parent, changes nothing.
    """
    now = dict(parents)
    apart = [s for s in splits if s.alias in now and s.into in now and s.alias != s.into]
    for split in apart:
        if (end := _between(now, split)) is not None:
            now[end] = None
    links: list[Merge] = []
    for merge in merges:
        known = merge.alias in now and merge.into in now
        if known and now[merge.alias] is None and _root(now, merge.into) != merge.alias:
            now[merge.alias] = merge.into
            links.append(merge)
    told_anew = {merge.alias for merge in links}
    cut = (uid for uid, parent in parents.items() if parent and (parent != now[uid] or uid in told_anew))
    return Grouping(
        roots=_roots(parents, now),
        cut=tuple(sorted(cut)),
        links=tuple(links),
        apart=tuple(apart),
    )


def torn(parents: Mapping[str, str | None], untold: Iterable[str], bare: Iterable[str]) -> Grouping:
    """The trees without the merges that nobody tells any more (of their aliases), and without those of entities
    that have nothing of their own left.
    """
    loose, empty = frozenset(untold), frozenset(bare)
    now = {
        uid: None if uid in loose | empty or parent in empty else parent for uid, parent in parents.items()
    }
    return Grouping(
        roots=_roots(parents, now),
        cut=tuple(sorted(uid for uid, parent in parents.items() if parent != now[uid])),
    )


def named_in(plan: WritePlan) -> list[str]:
    """The uids of all entities that the rows of a plan speak of, sorted."""
    uids = {e.uid for e in plan.entities} | {n.entity for n in plan.names}
    uids |= {m.entity for m in plan.mentions} | {a.entity for a in plan.abouts}
    uids |= {end for f in plan.facts for end in (f.subject, f.object)}
    uids |= {end for pair in (*plan.merges, *plan.splits) for end in (pair.alias, pair.into)}
    return sorted(uids | {t.speaker for t in plan.turns if t.speaker})


def _roots(before: Mapping[str, str | None], now: Mapping[str, str | None]) -> dict[str, str]:
    """Not of those that are and were alone: nothing is to be put right there, and they may be hubs."""
    ties = [
        (uid, parent) for parents in (before, now) for uid, parent in parents.items() if parent is not None
    ]
    return {uid: _root(now, uid) for uid in sorted({uid for tie in ties for uid in tie})}


def _root(parents: Mapping[str, str | None], uid: str) -> str:
    while (parent := parents[uid]) is not None:
        uid = parent
    return uid


def _between(parents: Mapping[str, str | None], split: Split) -> str | None:
    """Whose parent must go so that the two are in two trees; None when they are."""
    if _root(parents, split.alias) != _root(parents, split.into):
        return None
    above: list[str | None] = [split.into]
    while above[-1] is not None:
        above.append(parents[above[-1]])
    return split.into if split.alias in above[1:] else split.alias
