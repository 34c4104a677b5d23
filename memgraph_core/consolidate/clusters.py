"""Clusters of notes: which of them are about one matter at about the same time.

Two notes have the affinity ω = γ·s + (1−γ)·e^(−Δt/τ), where s is their similarity and Δt the time between them
(SimpleMem, arXiv:2601.02553). The pairs are given, a constant number for each note, so that the time is linear in the
notes. Clusters of a higher threshold lie inside those of a lower one: they form a tree.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from types import MappingProxyType
from typing import Literal

PresetName = Literal["balanced", "topic", "log"]
THRESHOLDS = (0.7, 0.5, 0.3)


@dataclass(frozen=True, slots=True)
class Preset:
    """The weight of similarity γ (0 to 1), and the time τ in days in which the weight of time falls to 1/e."""

    similarity: float
    days: float

    def affinity(self, similarity: float, days: float) -> float:
        """ω of two notes with this similarity (0 to 1) and this distance in time (0 or more)."""
        return self.similarity * similarity + (1 - self.similarity) * exp(-days / self.days)


# balanced: for conversations. topic: one matter over a long time. log: frequent records, where a gap means a new matter.
PRESETS: Mapping[PresetName, Preset] = MappingProxyType(
    {"balanced": Preset(0.5, 30.0), "topic": Preset(0.8, 90.0), "log": Preset(0.2, 14.0)}
)


@dataclass(frozen=True, slots=True)
class Member:
    """A note to be clustered. Members with different subjects never share a cluster."""

    uid: str
    subject: str  # entity uid
    day: float  # days since any fixed moment


@dataclass(frozen=True, slots=True)
class Pair:
    """Two members that may share a cluster, and their similarity from 0 to 1."""

    a: str
    b: str
    similarity: float


def clusters(
    members: Iterable[Member],
    pairs: Iterable[Pair],
    preset: Preset,
    *,
    thresholds: Sequence[float] = THRESHOLDS,
    maximum: int = 1_000,
) -> dict[float, tuple[tuple[str, ...], ...]]:
    """Threshold → the clusters at it, which together have all members.

    The members of a cluster are in the order of time, then by uid, and so are the clusters. A cluster of more than
    `maximum` members is divided in the order of time. The result does not depend on the order of the arguments.
    """
    by_uid = {member.uid: member for member in members}
    joined = [
        (preset.affinity(pair.similarity, abs(by_uid[pair.a].day - by_uid[pair.b].day)), pair.a, pair.b)
        for pair in pairs
        if pair.a in by_uid and pair.b in by_uid and by_uid[pair.a].subject == by_uid[pair.b].subject
    ]
    return {
        threshold: _components(
            by_uid, [(a, b) for affinity, a, b in joined if affinity >= threshold], maximum
        )
        for threshold in thresholds
    }


def neighbours_in_time(members: Iterable[Member], similarity: float = 1.0, count: int = 1) -> list[Pair]:
    """Pairs of each member with the `count` next ones in time."""
    ordered = sorted(members, key=lambda member: (member.day, member.uid))
    return [
        Pair(member.uid, other.uid, similarity)
        for index, member in enumerate(ordered)
        for other in ordered[index + 1 : index + 1 + count]
    ]


def _components(
    members: Mapping[str, Member], edges: Iterable[tuple[str, str]], maximum: int
) -> tuple[tuple[str, ...], ...]:
    parent = {uid: uid for uid in members}

    def root(uid: str) -> str:
        while parent[uid] != uid:
            parent[uid] = parent[parent[uid]]
            uid = parent[uid]
        return uid

    for a, b in edges:
        first, second = sorted((root(a), root(b)))
        parent[second] = first
    found: dict[str, list[str]] = {}
    for uid in sorted(members, key=lambda uid: (members[uid].day, uid)):
        found.setdefault(root(uid), []).append(uid)
    return tuple(
        tuple(cluster[start : start + maximum])
        for cluster in found.values()
        for start in range(0, len(cluster), maximum)
    )
