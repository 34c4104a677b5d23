"""The kinds of record that an archive holds, batches of them, and the sum by which two archives are compared."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

from memgraph_core.records.graph import (
    About,
    Call,
    Change,
    Entity,
    Fact,
    Link,
    Mention,
    Name,
    NameSource,
    Note,
    Similar,
    Support,
    Turn,
)  # fmt: skip
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split, TurnUpdate
from memgraph_core.store.contract import EmbeddingStamp

BATCH = 500  # turns, notes, facts or entities whose records make one batch

# In the order in which they are told: what others refer to comes first.
Section = Literal[
    "log",
    "entities",
    "notes",
    "readings",
    "ties",
    "facts",
    "ends",
    "groups",
    "changes",
    "calls",
    "tombstones",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a line is called: its record, when it is told, in which rows of a plan, and by which field it is found."""

    record: type[Any]
    section: Section
    rows: str  # of `WritePlan`; of `Store.log` for the log
    owner: str  # whose uid this field has the record is read with


KINDS: Mapping[str, Kind] = {
    "turn": Kind(Turn, "log", "", "uid"),
    "entity": Kind(Entity, "entities", "entities", "uid"),
    "name": Kind(Name, "entities", "names", "entity"),
    "note": Kind(Note, "notes", "notes", "uid"),
    "reading": Kind(TurnUpdate, "readings", "turns", "uid"),
    "naming": Kind(NameSource, "readings", "name_sources", "turn"),
    "mention": Kind(Mention, "readings", "mentions", "turn"),
    "about": Kind(About, "ties", "abouts", "note"),
    "similar": Kind(Similar, "ties", "similar", "a"),
    "support": Kind(Support, "ties", "supports", "note"),
    "link": Kind(Link, "ties", "links", "a"),
    "revised": Kind(NoteRevision, "ties", "revisions", "note"),
    "fact": Kind(Fact, "facts", "facts", "uid"),
    "closing": Kind(Invalidation, "ends", "invalidations", "fact"),
    "conflict": Kind(Conflict, "ends", "conflicts", "a"),
    "split": Kind(Split, "groups", "splits", "alias"),
    "merge": Kind(Merge, "groups", "merges", "alias"),
    "change": Kind(Change, "changes", "changes", "uid"),
    "call": Kind(Call, "calls", "calls", "uid"),
    "tombstone": Kind(Tombstone, "tombstones", "tombstones", "digest"),
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Records of one section, by kind."""

    section: Section
    records: Mapping[str, Sequence[Any]]

    @property
    def owners(self) -> list[str]:
        """The uids by which a store is asked for these records, each once."""
        found = (getattr(row, KINDS[kind].owner) for kind, rows in self.records.items() for row in rows)
        return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All that a namespace holds, told in batches as often as it is asked for, and what made its vectors."""

    namespace: str
    stamp: EmbeddingStamp | None
    turns: frozenset[str]  # uids
    steps: int  # how many batches there are
    gate: str | None = None
    batches: Callable[[], Iterator[Batch]]


@dataclass(slots=True)
class Sum:
    """How many records of each kind there are, and a sum that does not depend on their order.

    The same for two namespaces, in whatever stores, that hold the same records with the same vectors.
    """

    gate: str | None = None
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    _totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def add(self, kind: str, line: str) -> None:
        """Count a record, as the line that it is written as."""
        self.counts[kind] += 1
        digest = blake2b(line.encode(), digest_size=16).digest()
        self._totals[kind] = (self._totals[kind] + int.from_bytes(digest)) % (1 << 128)

    @property
    def checksum(self) -> str:
        """Of all that was counted."""
        told = [f"{kind} {self.counts[kind]} {self._totals[kind]:032x}" for kind in KINDS]
        return blake2b("\n".join([*told, self.gate or ""]).encode(), digest_size=16).hexdigest()
