"""Read the records of a namespace in batches: all of them, or those of some turns, notes, facts or entities."""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from memgraph_core.engine.batches import in_batches, log_pages
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
    """All records of a namespace. The store must be opened with the namespace's embedding model.

    Only uids are kept in memory; the records are read batch by batch. The batches raise StoreError if the namespace was
    written to since the first batch.
    """
    stats = store.stats()
    reader = BatchReader(store)
    owners = _owners(store)
    stamp = EmbeddingStamp(stats.model, stats.dimension) if stats.model and stats.dimension else None

    def batches() -> Iterator[Batch]:
        for section, uids in owners.items():
            for page in in_batches(uids, BATCH):
                yield Batch(section, reader.read(section, page))
        now = store.stats()
        if (now.version, now.turns) != (stats.version, stats.turns):
            raise StoreError(
                f"namespace {store.namespace!r} was written to while it was read. Repeat this when no other program writes to it."
            )

    return Archive(
        namespace=store.namespace,
        stamp=stamp,
        turns=frozenset(owners["log"]),
        steps=sum(-(-len(uids) // BATCH) for uids in owners.values()),
        novelty_state=store.incident_edges("turn", ()).novelty_state,
        batches=batches,
    )


class BatchReader:
    """Reads the records of some turns, notes, facts or entities, section by section."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, section: Section, uids: Sequence[str]) -> Records:
        """The records of these uids, in the given order or sorted; unknown uids are left out."""
        return _READ[section](self, uids)

    @cached_property
    def tombstones(self) -> dict[str, Tombstone]:
        """The tombstones of forgotten turns, by digest."""
        return {tombstone.digest: tombstone for tombstone in self._store.tombstones()}

    def _log(self, uids: Sequence[str]) -> Records:
        return {"turn": [replace(turn, vector=None, state="pending") for turn in self._store.turns(uids)]}

    def _entities(self, uids: Sequence[str]) -> Records:
        entities = [
            entity
            for merged in (False, True)
            for entity in self._store.entities(EntityQuery(uids=tuple(uids), limit=UNLIMITED, merged=merged))
        ]
        # Counters are recomputed from the mentions; merges are records of their own.
        rows = [Entity(uid=e.uid, name=e.name, type=e.type) for e in sorted(entities, key=lambda e: e.uid)]
        return {"entity": rows, "name": self._store.incident_edges("entity", uids).names}

    def _notes(self, uids: Sequence[str]) -> Records:
        """Notes as they were derived; their later states are revisions."""
        first = {state.note: state for state in self._store.incident_edges("note", uids).first_states}
        return {"note": [_as_derived(note, first.get(note.uid)) for note in self._store.notes(uids)]}

    def _turn_updates(self, uids: Sequence[str]) -> Records:
        edges = self._store.incident_edges("turn", uids)
        speakers = dict(edges.speakers)
        spans = {turn: (first, last) for turn, first, last in edges.context_spans}
        updates = [
            TurnUpdate(
                uid=t.uid, state=t.state, speaker=speakers.get(t.uid), terms=t.terms, vector=t.vector,
                context_span=spans.get(t.uid),
            )
            for t in self._store.turns(uids)
        ]  # fmt: skip
        return {"turn_update": updates, "name_source": edges.name_sources, "mention": edges.mentions}

    def _links(self, uids: Sequence[str]) -> Records:
        edges = self._store.incident_edges("note", uids)
        return {
            "about": edges.abouts, "similar": edges.similar, "support": edges.supports,
            "abstracts": edges.abstracts, "link": edges.links,
            "revision": edges.revisions,
        }  # fmt: skip

    def _facts(self, uids: Sequence[str]) -> Records:
        """Facts with the subject, the object and the end that their own text states; other ends are invalidations."""
        rows: list[Fact] = []
        facts = {fact.uid: fact for fact in self._store.facts(None, len(uids), uids)}
        for uid, subject, object, until, retired in self._store.incident_edges("fact", uids).fact_ends:
            fact = facts[uid]
            alone = replace(fact, subject=subject, object=object, holds_until=until, retired_at=retired)
            rows.append(replace(alone, notes=tuple(sorted(fact.notes))))
        return {"fact": rows}

    def _invalidations(self, uids: Sequence[str]) -> Records:
        edges = self._store.incident_edges("fact", uids)
        return {"invalidation": edges.invalidations, "conflict": edges.conflicts}

    def _merges(self, uids: Sequence[str]) -> Records:
        edges = self._store.incident_edges("entity", uids)
        order = {uid: number for number, uid in enumerate(uids)}
        return {
            "split": [split for split in edges.splits if split.alias in order],
            "merge": sorted(edges.merges, key=lambda merge: order[merge.alias]),
        }

    def _changes(self, uids: Sequence[str]) -> Records:
        return {"change": _in_order(uids, self._store.changes(len(uids), uids))}

    def _calls(self, uids: Sequence[str]) -> Records:
        return {"call": _in_order(uids, self._store.ledger(len(uids), uids))}

    def _tombstones(self, uids: Sequence[str]) -> Records:
        return {"tombstone": [self.tombstones[digest] for digest in uids if digest in self.tombstones]}

    def _core(self, uids: Sequence[str]) -> Records:
        return {"core_state": _in_order(uids, self._store.core_states())}


_READ: Mapping[Section, Callable[[BatchReader, Sequence[str]], Records]] = {
    "log": BatchReader._log,
    "entities": BatchReader._entities,
    "notes": BatchReader._notes,
    "turn updates": BatchReader._turn_updates,
    "links": BatchReader._links,
    "facts": BatchReader._facts,
    "invalidations": BatchReader._invalidations,
    "merges": BatchReader._merges,
    "changes": BatchReader._changes,
    "calls": BatchReader._calls,
    "tombstones": BatchReader._tombstones,
    "core": BatchReader._core,
}


def _in_order(uids: Sequence[str], records: Sequence[Any]) -> list[Any]:
    """These records in the order of the uids."""
    by_uid = {record.uid: record for record in records}
    return [by_uid[uid] for uid in uids if uid in by_uid]


def _as_derived(note: Note, first: Any) -> Note:  # noqa: ANN401  a state, or none
    if first is None:
        return note
    return replace(
        note, text=first.text, context=first.context, keywords=first.keywords, tags=first.tags, terms=first.terms,
        language=first.language, vector=first.vector,
    )  # fmt: skip


def _owners(store: Store) -> dict[Section, Sequence[str]]:
    """The owners (uids) of the records of each section, in this order."""
    turns = [turn.uid for page in log_pages(store, BATCH) for turn in page]
    notes, entities, facts = store.uids("note"), store.uids("entity"), store.uids("fact")
    return {
        "log": turns,
        "entities": entities,
        "notes": notes,
        "turn updates": turns,
        "links": notes,
        "facts": facts,
        "invalidations": facts,
        "merges": _deepest_first(store, entities),
        "changes": store.uids("change"),
        "calls": store.uids("call"),
        "tombstones": [tombstone.digest for tombstone in store.tombstones()],
        "core": [state.uid for state in store.core_states()],
    }


def _deepest_first(store: Store, entities: Sequence[str]) -> list[str]:
    """The merged or split entities, in the order in which their merges must be repeated.

    If A is merged into B, and B into C, the merge of A comes first. After the merge of B, A would be merged into C.
    """
    parents: dict[str, str] = {}
    split_entities: list[str] = []
    for page in in_batches(entities, BATCH):
        edges = store.incident_edges("entity", page)
        parents |= {merge.alias: merge.into for merge in edges.merges}
        split_entities += [split.alias for split in edges.splits]

    def depth(uid: str) -> int:
        return 1 + depth(parents[uid]) if uid in parents else 0

    return sorted({*parents, *split_entities}, key=lambda uid: (-depth(uid), uid))
