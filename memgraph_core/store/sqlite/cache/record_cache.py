"""Cached records with the ids of connected records, so that connected records are found without SQL."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic

from memgraph_core.records.graph import Entity, Fact, Link, Note, Turn
from memgraph_core.records.search import LINKS_PER_NOTE
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.rows import ENTITY, FACT, NOTE, TURN, Kind, Record, json_array

# The number of cached records of each kind. A note with its vector takes about 3 KB. With 100,000 notes in the file, a search of
# a long-running program takes a quarter less time with 50,000 cached notes than with 20,000, and about 200 MB more memory.
_CACHED_RECORDS = 50_000

READ_NOTES = f"SELECT {NOTE} FROM json_each(:ids) row CROSS JOIN note n ON n.id = row.value"
READ_TURNS = f"SELECT {TURN} FROM json_each(:ids) row CROSS JOIN turn t ON t.id = row.value"
READ_FACTS = (
    f"SELECT {FACT}, f.subject, f.object FROM json_each(:ids) row CROSS JOIN fact f ON f.id = row.value"
)
READ_ENTITIES = f"""
SELECT {ENTITY} FROM json_each(:ids) row CROSS JOIN entity e ON e.id = row.value AND e.space = :space
"""
_NOTE_EDGES = """
SELECT source, edge.type, target FROM json_each(:ids) row CROSS JOIN edge
ON source = row.value AND edge.type IN ('ABOUT', 'FROM')
UNION ALL
SELECT target, edge.type, source FROM json_each(:ids) row CROSS JOIN edge ON target = row.value AND edge.type = 'FACT_FROM'
"""
_TURN_EDGES = """
SELECT source, edge.type, target FROM json_each(:ids) row CROSS JOIN edge ON source = row.value AND edge.type = 'MENTIONS'
"""
# The strongest links from each note, and to it.
_LINKS = f"""
SELECT a.uid, b.uid, l.reason, l.weight FROM json_each(:ids) row CROSS JOIN note_link l ON l.id IN (
  SELECT * FROM (SELECT id FROM note_link WHERE a = row.value ORDER BY weight DESC, reason, id LIMIT {LINKS_PER_NOTE})
  UNION ALL
  SELECT * FROM (SELECT id FROM note_link WHERE b = row.value ORDER BY weight DESC, reason, id LIMIT {LINKS_PER_NOTE}))
CROSS JOIN note a ON a.id = l.a CROSS JOIN note b ON b.id = l.b
"""

EdgeEnds = dict[str, dict[int, list[int]]]  # edge type → id → ids at the other end


@dataclass(slots=True)
class Connected(Generic[Record]):
    """A record with the ids of connected records. The entities of a fact are its subject and its object."""

    record: Record
    entities: tuple[int, ...]
    turns: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    about: tuple[str, ...] | None = None  # the uids of the entities, sorted; computed once


@dataclass(slots=True)
class Gathered:
    """Records by id."""

    notes: dict[int, Connected[Note]] = field(default_factory=dict[int, Connected[Note]])
    turns: dict[int, Connected[Turn]] = field(default_factory=dict[int, Connected[Turn]])
    facts: dict[int, Connected[Fact]] = field(default_factory=dict[int, Connected[Fact]])
    entities: dict[int, Entity] = field(default_factory=dict[int, Entity])
    links: tuple[Link, ...] = ()

    def about(self, connected: Connected[Note] | Connected[Turn]) -> tuple[str, ...]:
        """The uids of the record's entities in this space, sorted."""
        if connected.about is None:
            entities = self.entities
            uids = [entities[node].uid for node in connected.entities if node in entities]
            connected.about = tuple(sorted(uids))
        return connected.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Ids of the records to gather. Notes bring their turns and entities, facts their entities."""

    notes: Collection[int]
    turns: Collection[int] = ()
    facts: Collection[int] = ()
    entities: Collection[int] = ()
    with_facts_and_mentions: bool = False  # also the facts of all notes, and the entities of all turns
    linked: Collection[int] = ()  # notes whose strongest links are gathered


class RecordCache:
    """Records of each kind by id. When a kind is full, the half that was cached first is dropped."""

    def __init__(self) -> None:
        self._records: dict[Kind, dict[int, Any]] = {"note": {}, "turn": {}, "fact": {}, "entity": {}}

    def find(self, kind: Kind, ids: Iterable[int]) -> dict[int, Any]:
        """The cached ones of these records."""
        cached = self._records[kind]
        return {node: cached[node] for node in ids if node in cached}

    def add(self, kind: Kind, records: dict[int, Any]) -> None:
        """Cache these records."""
        cached = self._records[kind]
        cached.update(records)
        if len(cached) > _CACHED_RECORDS:
            for node in list(islice(cached, len(cached) - _CACHED_RECORDS // 2)):
                del cached[node]

    def drop(self, kind: Kind, ids: Iterable[int]) -> None:
        """Remove records that have changed."""
        cached = self._records[kind]
        for node in ids:
            cached.pop(node, None)

    def size(self, kind: Kind) -> int:
        """The number of cached records of this kind."""
        return len(self._records[kind])


def read_note_edges(connection: Connection, notes: Collection[int]) -> EdgeEnds:
    """The edges of notes to turns (FROM), entities (ABOUT) and facts (FACT_FROM)."""
    return _edge_ends(connection.run(_NOTE_EDGES, {"ids": json_array(notes)}))


def read_turn_edges(connection: Connection, turns: Collection[int]) -> EdgeEnds:
    """The edges of turns to entities (MENTIONS)."""
    return _edge_ends(connection.run(_TURN_EDGES, {"ids": json_array(turns)}))


def read_links(connection: Connection, notes: Collection[int]) -> tuple[Link, ...]:
    """The strongest links of these notes, each once; by a, b and reason."""
    if not notes:
        return ()
    rows = connection.run(_LINKS, {"ids": json_array(notes)})
    links = {(link.a, link.b, link.reason): link for link in (Link(*row) for row in rows)}
    return tuple(links[key] for key in sorted(links))


def _edge_ends(rows: list[Row]) -> EdgeEnds:
    ends: EdgeEnds = defaultdict(lambda: defaultdict(list))
    for node, edge_type, other in rows:
        ends[edge_type][node].append(other)
    return ends
