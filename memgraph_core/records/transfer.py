"""What connects records, for export and import."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import About, Link, Mention, Name, NameSource, Similar, Support
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split

EdgeOwner = Literal["turn", "note", "fact", "entity"]
RecordKind = Literal["note", "entity", "fact", "change", "call"]


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentEdges:
    """What joins some records of the current space, each as its own: a merged entity has what was its own here, and the
    merge stands beside it. Sorted. With the records, all that is needed to tell a namespace again elsewhere.
    """

    # Of turns
    speakers: tuple[tuple[str, str], ...] = ()  # turn, entity
    context_spans: tuple[tuple[str, int, int], ...] = ()  # turn, first and last position
    name_sources: tuple[NameSource, ...] = ()
    mentions: tuple[Mention, ...] = ()
    # Of notes
    abouts: tuple[About, ...] = ()
    similar: tuple[Similar, ...] = ()  # from these on
    links: tuple[Link, ...] = ()
    supports: tuple[Support, ...] = ()
    first_states: tuple[
        NoteRevision, ...
    ] = ()  # those that were revised, as they were first; `turn` is empty
    revisions: tuple[NoteRevision, ...] = ()  # their later states, in their order
    # Of facts
    invalidations: tuple[Invalidation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    # Fact, subject, object, and until when it holds by its own words alone, and since when that is known.
    fact_ends: tuple[tuple[str, str, str, datetime | None, datetime | None], ...] = ()
    # Of entities
    names: tuple[Name, ...] = ()
    merges: tuple[Merge, ...] = ()  # of these into others
    splits: tuple[Split, ...] = ()
    # Of all
    novelty_state: str | None = None
