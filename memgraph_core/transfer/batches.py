"""The kinds of record in an archive, batches of them, and a checksum to compare two archives."""

# The functions below handle records of any kind; the type checker's strict mode cannot check that.
# pyright: basic

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

from memgraph_core.records.changes import Change
from memgraph_core.records.core import CoreState
from memgraph_core.records.graph import (
    About,
    Abstracts,
    Call,
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
)
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split, TurnUpdate
from memgraph_core.store.contract import EmbeddingStamp

BATCH = 500  # turns, notes, facts or entities whose records make one batch

# The order of writing: a record comes after the records that it refers to.
Section = Literal[
    "log",
    "entities",
    "notes",
    "turn updates",
    "links",
    "facts",
    "invalidations",
    "merges",
    "changes",
    "calls",
    "tombstones",
    "core",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record: its type, its section, its field in `WritePlan`, and the field with its owner's uid."""

    record: type[Any]
    section: Section
    rows: str  # field of `WritePlan`; empty for turns and core memory, which other verbs write
    owner: str  # field with the uid under which a store returns the record


KINDS: Mapping[str, Kind] = {
    "turn": Kind(Turn, "log", "", "uid"),
    "entity": Kind(Entity, "entities", "entities", "uid"),
    "name": Kind(Name, "entities", "names", "entity"),
    "note": Kind(Note, "notes", "notes", "uid"),
    "turn_update": Kind(TurnUpdate, "turn updates", "turns", "uid"),
    "name_source": Kind(NameSource, "turn updates", "name_sources", "turn"),
    "mention": Kind(Mention, "turn updates", "mentions", "turn"),
    "about": Kind(About, "links", "abouts", "note"),
    "similar": Kind(Similar, "links", "similar", "a"),
    "support": Kind(Support, "links", "supports", "note"),
    "abstracts": Kind(Abstracts, "links", "abstracts", "note"),
    "link": Kind(Link, "links", "links", "a"),
    "revision": Kind(NoteRevision, "links", "revisions", "note"),
    "fact": Kind(Fact, "facts", "facts", "uid"),
    "invalidation": Kind(Invalidation, "invalidations", "invalidations", "fact"),
    "conflict": Kind(Conflict, "invalidations", "conflicts", "a"),
    "split": Kind(Split, "merges", "splits", "alias"),
    "merge": Kind(Merge, "merges", "merges", "alias"),
    "change": Kind(Change, "changes", "changes", "uid"),
    "call": Kind(Call, "calls", "calls", "uid"),
    "tombstone": Kind(Tombstone, "tombstones", "tombstones", "digest"),
    "core_state": Kind(CoreState, "core", "", "uid"),
}

_LATER_KINDS = frozenset({"abstracts", "core_state"})


@dataclass(frozen=True, slots=True)
class Batch:
    """Records of one section, by kind."""

    section: Section
    records: Mapping[str, Sequence[Any]]

    @property
    def owners(self) -> list[str]:
        """The uids under which a store returns these records, each once."""
        uids = (getattr(row, KINDS[kind].owner) for kind, rows in self.records.items() for row in rows)
        return list(dict.fromkeys(uids))


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All records of a namespace, in batches that can be read more than once, and the model of its vectors."""

    namespace: str
    stamp: EmbeddingStamp | None
    turns: frozenset[str]  # uids
    steps: int  # number of batches
    novelty_state: str | None = None  # of the novelty filter
    batches: Callable[[], Iterator[Batch]]


@dataclass(slots=True)
class Summary:
    """The number of records of each kind, and a checksum that does not depend on their order.

    It is equal for two namespaces that contain the same records with the same vectors, also in different stores.
    """

    novelty_state: str | None = None
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    _totals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def add(self, kind: str, line: str) -> None:
        """Count a record by its line."""
        self.counts[kind] += 1
        digest = blake2b(line.encode(), digest_size=16).digest()
        self._totals[kind] = (self._totals[kind] + int.from_bytes(digest)) % (1 << 128)

    @property
    def listed(self) -> dict[str, int]:
        """The number of records of each kind, without those of the kinds that earlier releases did not have."""
        return {kind: count for kind, count in self.counts.items() if count or kind not in _LATER_KINDS}

    def checksum(self) -> str:
        """The checksum of all records that were counted."""
        rows = [f"{kind} {self.counts[kind]} {self._totals[kind]:032x}" for kind in self.listed]
        return blake2b("\n".join([*rows, self.novelty_state or ""]).encode(), digest_size=16).hexdigest()
