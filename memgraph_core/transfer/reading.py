"""A store → batches: all that a namespace holds, or what it holds of some turns, notes, facts or entities."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from memgraph_core.errors import StoreError
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import TurnUpdate
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store.contract import EmbeddingStamp, Store
from memgraph_core.transfer.batches import BATCH, Archive, Batch, Section

Records = Mapping[str, Sequence[Any]]


def archive_of(store: Store) -> Archive:
    """All that a namespace holds. The store must have been opened with its own stamp, for its vectors.

    All is read batch by batch, and no more than uids are held of it. Its batches raise StoreError when the namespace was
    written while they were told.
    """
    stats = store.stats()
    held = Held(store)
    owners = _owners(store)
    stamp = EmbeddingStamp(stats.model, stats.dimension) if stats.model and stats.dimension else None

    def batches() -> Iterator[Batch]:
        for section, uids in owners.items():
            for page in _pages(uids):
                yield Batch(section, held.read(section, page))
        now = store.stats()
        if (now.version, now.turns) != (stats.version, stats.turns):
            raise StoreError(
                f"namespace {store.namespace!r} was written while it was read. Do it again when nobody writes there."
            )

    return Archive(
        namespace=store.namespace,
        stamp=stamp,
        turns=frozenset(owners["log"]),
        steps=sum(-(-len(uids) // BATCH) for uids in owners.values()),
        gate=store.incident_edges("turn", ()).novelty_state,
        batches=batches,
    )


class Held:
    """What a store holds of some turns, notes, facts or entities, section by section."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, section: Section, uids: Sequence[str]) -> Records:
        """The records of these, in the order asked or sorted; of unknown uids none."""
        return _READ[section](self, uids)

    @cached_property
    def tombstones(self) -> dict[str, Tombstone]:
        """What is left of forgotten turns, by mark."""
        return {left.digest: left for left in self._store.tombstones()}

    def _log(self, uids: Sequence[str]) -> Records:
        return {"turn": [replace(turn, vector=None, state="pending") for turn in self._store.turns(uids)]}

    def _entities(self, uids: Sequence[str]) -> Records:
        found = [
            entity
            for merged in (False, True)
            for entity in self._store.entities(EntityQuery(uids=tuple(uids), limit=UNLIMITED, merged=merged))
        ]
        # Counters are recomputed from the mentions, and what is merged stands in the merges.
        plain = [Entity(uid=e.uid, name=e.name, type=e.type) for e in sorted(found, key=lambda e: e.uid)]
        return {"entity": plain, "name": self._store.incident_edges("entity", uids).names}

    def _notes(self, uids: Sequence[str]) -> Records:
        """As they were derived: what they became stands in the revisions."""
        first = {state.note: state for state in self._store.incident_edges("note", uids).first_states}
        return {"note": [_as_derived(note, first.get(note.uid)) for note in self._store.notes(uids)]}

    def _readings(self, uids: Sequence[str]) -> Records:
        joints = self._store.incident_edges("turn", uids)
        spoken, saw = (
            dict(joints.speakers),
            {turn: (first, last) for turn, first, last in joints.context_spans},
        )
        readings = [
            TurnUpdate(
                uid=t.uid,
                state=t.state,
                speaker=spoken.get(t.uid),
                terms=t.terms,
                vector=t.vector,
                context_span=saw.get(t.uid),
            )
            for t in self._store.turns(uids)
        ]
        return {"reading": readings, "naming": joints.name_sources, "mention": joints.mentions}

    def _ties(self, uids: Sequence[str]) -> Records:
        joints = self._store.incident_edges("note", uids)
        return {
            "about": joints.abouts, "similar": joints.similar, "support": joints.supports, "link": joints.links,
            "revised": joints.revisions,
        }  # fmt: skip

    def _facts(self, uids: Sequence[str]) -> Records:
        """By their own words alone, of those they were told of: what else ended them stands in the closings."""
        told: list[Fact] = []
        facts = {fact.uid: fact for fact in self._store.facts(None, len(uids), uids)}
        for uid, subject, object, until, retired in self._store.incident_edges("fact", uids).fact_ends:
            fact = facts[uid]
            alone = replace(fact, subject=subject, object=object, holds_until=until, retired_at=retired)
            told.append(replace(alone, notes=tuple(sorted(fact.notes))))
        return {"fact": told}

    def _ends(self, uids: Sequence[str]) -> Records:
        joints = self._store.incident_edges("fact", uids)
        return {"closing": joints.invalidations, "conflict": joints.conflicts}

    def _groups(self, uids: Sequence[str]) -> Records:
        joints = self._store.incident_edges("entity", uids)
        place = {uid: number for number, uid in enumerate(uids)}
        return {
            "split": [split for split in joints.splits if split.alias in place],
            "merge": sorted(joints.merges, key=lambda merge: place[merge.alias]),
        }

    def _changes(self, uids: Sequence[str]) -> Records:
        return {"change": _in_order(uids, self._store.changes(len(uids), uids))}

    def _calls(self, uids: Sequence[str]) -> Records:
        return {"call": _in_order(uids, self._store.ledger(len(uids), uids))}

    def _tombstones(self, uids: Sequence[str]) -> Records:
        return {"tombstone": [self.tombstones[mark] for mark in uids if mark in self.tombstones]}


_READ: Mapping[Section, Callable[[Held, Sequence[str]], Records]] = {
    "log": Held._log,
    "entities": Held._entities,
    "notes": Held._notes,
    "readings": Held._readings,
    "ties": Held._ties,
    "facts": Held._facts,
    "ends": Held._ends,
    "groups": Held._groups,
    "changes": Held._changes,
    "calls": Held._calls,
    "tombstones": Held._tombstones,
}


def _in_order(uids: Sequence[str], records: Sequence[Any]) -> list[Any]:
    """These records in the order of the uids."""
    found = {record.uid: record for record in records}
    return [found[uid] for uid in uids if uid in found]


def _as_derived(note: Note, first: Any) -> Note:  # noqa: ANN401  a state, or none
    if first is None:
        return note
    return replace(
        note, text=first.text, context=first.context, keywords=first.keywords, tags=first.tags, terms=first.terms,
        language=first.language, vector=first.vector,
    )  # fmt: skip


def _owners(store: Store) -> dict[Section, Sequence[str]]:
    """By section, whose records are to be told, in this order."""
    turns = list(_turns(store))
    notes, entities, facts = store.uids("note"), store.uids("entity"), store.uids("fact")
    return {
        "log": turns,
        "entities": entities,
        "notes": notes,
        "readings": turns,
        "ties": notes,
        "facts": facts,
        "ends": facts,
        "groups": _deepest_first(store, entities),
        "changes": store.uids("change"),
        "calls": store.uids("call"),
        "tombstones": [left.digest for left in store.tombstones()],
    }


def _turns(store: Store) -> Iterator[str]:
    """In the order of the log."""
    after = 0
    while (page := store.log_page(after, BATCH, 0)).turns:
        yield from (turn.uid for turn in page.turns)
        after = page.last_position


def _deepest_first(store: Store, entities: Sequence[str]) -> list[str]:
    """Who is merged or kept apart; those into one that is itself merged first: so each finds the parent that it had."""
    parents: dict[str, str] = {}
    apart: list[str] = []
    for page in _pages(entities):
        joints = store.incident_edges("entity", page)
        parents |= {merge.alias: merge.into for merge in joints.merges}
        apart += [split.alias for split in joints.splits]

    def depth(uid: str) -> int:
        return 1 + depth(parents[uid]) if uid in parents else 0

    return sorted({*parents, *apart}, key=lambda uid: (-depth(uid), uid))


def _pages(uids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (uids[start : start + BATCH] for start in range(0, len(uids), BATCH))
