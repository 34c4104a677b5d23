"""Merges and splits of entities, for both stores: the trees of merged entities, and how a plan changes them.

The entity into which another one is merged is its parent. Parents form trees; the root of a tree has the edges of all its
members. A split removes an entity, with those merged into it, from its tree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memgraph_core.records.plan import Merge, Split


@dataclass(frozen=True, slots=True)
class Grouping:
    """The trees after a plan, in uids."""

    roots: Mapping[str, str]  # entity that is or was merged → its present root
    cut: tuple[str, ...] = ()  # entities whose parent was removed or replaced
    links: tuple[Merge, ...] = ()  # the applied merges; `into` is the parent
    apart: tuple[Split, ...] = ()  # pairs that must not be merged again by the engine


def regrouped(
    parents: Mapping[str, str | None], splits: Iterable[Split] = (), merges: Iterable[Merge] = ()
) -> Grouping:
    """Apply splits, then merges, each in the given order.

    `parents` contains every member of the trees of these entities; other entities are unknown. A merge that would create a
    circle, or give an entity a second parent, changes nothing.
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
    merged_again = {merge.alias for merge in links}
    cut = (uid for uid, parent in parents.items() if parent and (parent != now[uid] or uid in merged_again))
    return Grouping(
        roots=_roots(parents, now),
        cut=tuple(sorted(cut)),
        links=tuple(links),
        apart=tuple(apart),
    )


def without_merges(
    parents: Mapping[str, str | None], unstated: Iterable[str], bare: Iterable[str]
) -> Grouping:
    """The trees after turns were forgotten.

    They lose the merges that only forgotten turns stated (`unstated`, by alias), and the entities without data of their own
    (`bare`).
    """
    separated, removed = frozenset(unstated), frozenset(bare)
    now = {
        uid: None if uid in separated | removed or parent in removed else parent
        for uid, parent in parents.items()
    }
    return Grouping(
        roots=_roots(parents, now),
        cut=tuple(sorted(uid for uid, parent in parents.items() if parent != now[uid])),
    )


def _roots(before: Mapping[str, str | None], now: Mapping[str, str | None]) -> dict[str, str]:
    """The roots of entities that are or were merged. Others are left out, because they may have very many edges."""
    edges = [
        (uid, parent) for parents in (before, now) for uid, parent in parents.items() if parent is not None
    ]
    return {uid: _root(now, uid) for uid in sorted({uid for edge in edges for uid in edge})}


def _root(parents: Mapping[str, str | None], uid: str) -> str:
    while (parent := parents[uid]) is not None:
        uid = parent
    return uid


def _between(parents: Mapping[str, str | None], split: Split) -> str | None:
    """The entity that must lose its parent so that the two are in different trees; None if they are already."""
    if _root(parents, split.alias) != _root(parents, split.into):
        return None
    ancestors: list[str | None] = [split.into]
    while ancestors[-1] is not None:
        ancestors.append(parents[ancestors[-1]])
    return split.into if split.alias in ancestors[1:] else split.alias
