"""Rows → `IncidentEdges`. Both stores return rows of the same kinds with the same named values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from memgraph_core.records.graph import About, Abstracts, Link, Mention, Name, NameSource, Similar, Support
from memgraph_core.records.plan import Conflict, Invalidation, Merge, NoteRevision, Split
from memgraph_core.records.transfer import IncidentEdges
from memgraph_core.store.values import vector_from

EdgeRow = Mapping[str, Any]
EdgeRows = Mapping[str, Sequence[EdgeRow]]  # by kind


def edges_from_rows(rows: EdgeRows) -> IncidentEdges:
    """The edges, sorted. Times in the rows are datetimes and vectors are bytes."""
    states = sorted(rows.get("revision", ()), key=_by("note", "number"))
    return IncidentEdges(
        speakers=tuple(sorted((row["turn"], row["entity"]) for row in rows.get("speaker", ()))),
        context_spans=tuple(
            sorted((row["turn"], row["first"], row["last"]) for row in rows.get("context_span", ()))
        ),
        names=_records(rows, "name", Name),
        name_sources=_records(rows, "name_source", NameSource),
        mentions=_records(rows, "mention", Mention),
        abouts=_records(rows, "about", About),
        similar=_records(rows, "similar", Similar),
        links=_records(rows, "link", Link),
        supports=_records(rows, "support", Support),
        abstracts=_records(rows, "abstracts", Abstracts),
        invalidations=tuple(
            _invalidation(row)
            for row in sorted(rows.get("invalidation", ()), key=_by("fact", "superseded_by", "turn"))
        ),
        conflicts=_records(rows, "conflict", Conflict),
        fact_ends=tuple(
            (row["fact"], row["subject"], row["object"], row["stated_until"], row["retired_at"])
            for row in sorted(rows.get("fact_end", ()), key=_by("fact"))
        ),
        merges=tuple(Merge(**row) for row in sorted(rows.get("merge", ()), key=_by("alias"))),
        splits=_splits(rows.get("split", ())),
        first_states=tuple(_revision(row) for row in states if row["number"] == 0),
        revisions=tuple(_revision(row) for row in states if row["number"] > 0),
        novelty_state=next((row["state"] for row in rows.get("novelty_state", ())), None),
    )


def _by(*names: str) -> Callable[[EdgeRow], tuple[Any, ...]]:
    """A sort key: the values of these names; None counts as ""."""
    return lambda row: tuple("" if row[name] is None else row[name] for name in names)


def _records(rows: EdgeRows, kind: str, record: Callable[..., Any]) -> tuple[Any, ...]:
    """The rows of a kind as records, sorted by their values in the order of the record's fields."""
    records = [record(**row) for row in rows.get(kind, ())]
    return tuple(sorted(records, key=lambda each: [str(getattr(each, name)) for name in each.__match_args__]))


def _invalidation(row: EdgeRow) -> Invalidation:
    values = {**row}
    values["reason"] = values["reason"] or ""
    return Invalidation(**values)


def _splits(rows: Iterable[EdgeRow]) -> tuple[Split, ...]:
    """The splits, each once. A split occurs twice in the rows if both of its entities were requested."""
    pairs = {tuple(sorted((row["alias"], row["into"]))) for row in rows}
    return tuple(Split(alias=alias, into=into) for alias, into in sorted(pairs))


def _revision(row: EdgeRow) -> NoteRevision:
    values: dict[str, Any] = {
        **row,
        "turn": row["turn"] or "",
        "keywords": tuple(row["keywords"]),
        "tags": tuple(row["tags"]),
        "vector": vector_from(row["vector"]),
    }
    values.pop("number")
    return NoteRevision(**values)
