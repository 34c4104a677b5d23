"""The edges of records, for export and import."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import About, Abstracts, Link, Mention, Name, NameSource, Similar, Support
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split

EdgeOwner = Literal["turn", "note", "fact", "entity"]
RecordKind = Literal["note", "entity", "fact", "change", "call"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentEdges:
    """The edges of some records in the current space, sorted. Records and edges are sufficient to copy a namespace.

    Edges of a merged entity belong to that entity; the merge itself is in `merges`.
    """

    # Of turns
    speakers: tuple[tuple[str, str], ...] = ()  # turn, entity
    context_spans: tuple[tuple[str, int, int], ...] = ()  # turn, first and last position
    name_sources: tuple[NameSource, ...] = ()
    mentions: tuple[Mention, ...] = ()
    # Of notes
    abouts: tuple[About, ...] = ()
    similar: tuple[Similar, ...] = ()  # outgoing
    links: tuple[Link, ...] = ()
    supports: tuple[Support, ...] = ()
    abstracts: tuple[Abstracts, ...] = ()  # outgoing
    first_states: tuple[NoteRevision, ...] = ()  # original states of revised notes; `turn` is empty
    revisions: tuple[NoteRevision, ...] = ()  # their later states, oldest first
    # Of facts
    invalidations: tuple[Invalidation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    # Fact, subject, object, the end of validity that its own text states, and when that was recorded.
    fact_ends: tuple[tuple[str, str, str, datetime | None, datetime | None], ...] = ()
    # Of entities
    names: tuple[Name, ...] = ()
    merges: tuple[Merge, ...] = ()  # of these entities into others
    splits: tuple[Split, ...] = ()
    # Of the space
    novelty_state: str | None = None
