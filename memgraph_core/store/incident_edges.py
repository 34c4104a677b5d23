"""The rows of either store as `IncidentEdges`. Both stores return the same rows by kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from memgraph_core.records.graph import About, Link, Mention, Name, NameSource, Similar, Support
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split
from memgraph_core.records.transfer import IncidentEdges

Rows = Mapping[str, Sequence[Sequence[Any]]]

_FLOATS = np.dtype("<f4")


def edges_from_rows(rows: Rows) -> IncidentEdges:
    """From rows by kind, each in the order of the fields that it is made of; times as datetimes, vectors as bytes."""
    states = sorted(rows.get("revision", ()), key=lambda row: (row[0], row[1]))
    return IncidentEdges(
        speakers=_sorted((turn, entity) for turn, entity in rows.get("spoken", ())),
        context_spans=_sorted((turn, first, last) for turn, first, last in rows.get("saw", ())),
        names=_sorted_by(rows, "name", Name),
        name_sources=_sorted_by(rows, "naming", NameSource),
        mentions=_sorted_by(rows, "mention", Mention),
        abouts=_sorted_by(rows, "about", About),
        similar=_sorted_by(rows, "similar", Similar),
        links=_sorted_by(rows, "link", Link),
        supports=_sorted_by(rows, "support", Support),
        invalidations=tuple(
            Invalidation(
                fact=fact,
                holds_until=holds,
                stated_until=until,
                retired_at=at,
                reason=reason or "",
                superseded_by=by,
                turn=turn,
                dated=bool(dated),
                corrects=bool(corrects),
            )
            for fact, holds, until, at, reason, by, turn, dated, corrects in sorted(
                rows.get("closing", ()), key=lambda row: (row[0], row[5] or "", row[6] or "")
            )
        ),
        conflicts=_sorted_by(rows, "conflict", _conflict),
        fact_ends=tuple(sorted((tuple(row) for row in rows.get("end", ())), key=lambda row: row[0])),
        merges=tuple(
            Merge(alias=alias, into=into, reason=reason, turn=turn, at=at)
            for alias, into, reason, turn, at in sorted(rows.get("merge", ()), key=lambda row: row[0])
        ),
        splits=tuple(
            Split(alias=a, into=b) for a, b in sorted({tuple(sorted(p)) for p in rows.get("apart", ())})
        ),
        first_states=tuple(_revised(row) for row in states if row[1] == 0),
        revisions=tuple(_revised(row) for row in states if row[1] > 0),
        novelty_state=next((row[0] for row in rows.get("novelty_state", ())), None),
    )


def _sorted(rows: Iterable[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(sorted(rows))


def _sorted_by(rows: Rows, kind: str, make: Callable[..., Any]) -> tuple[Any, ...]:
    return tuple(
        make(*row) for row in sorted(rows.get(kind, ()), key=lambda row: [str(value) for value in row])
    )


def _conflict(a: str, b: str, at: datetime, reason: str) -> Conflict:
    return Conflict(a=a, b=b, at=at, reason=reason)


def _revised(row: Sequence[Any]) -> NoteRevision:
    note, _, text, context, keywords, tags, terms, language, vector, at, turn = row
    return NoteRevision(
        note=note,
        turn=turn or "",
        at=at,
        text=text,
        context=context,
        keywords=tuple(keywords),
        tags=tuple(tags),
        terms=terms,
        language=language,
        vector=None if vector is None else np.frombuffer(vector, _FLOATS).astype(np.float32),
    )
