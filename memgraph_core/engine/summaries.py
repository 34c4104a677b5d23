"""Summaries of sessions, days, weeks and other selections: computed, or read if a current one is stored.

Consolidation stores the summaries of sessions, days and weeks, and replaces those whose notes have changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from memgraph_core.consolidate.material import Material
from memgraph_core.engine.batches import in_batches, turns_by_uid
from memgraph_core.engine.commit import commit
from memgraph_core.engine.listing import list_notes
from memgraph_core.records.graph import CONSOLIDATION, Abstracts, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.local_time import in_zone
from memgraph_core.records.plan import PlanningSnapshot, StateChange, WritePlan
from memgraph_core.records.scope import USER_ID
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.summaries import SUMMARY_TOKENS, Span, is_current, sources_hash, tags_of
from memgraph_core.store.contract import Store
from memgraph_core.views.summary import (
    Summary,
    day_of,
    span_of,
    summarised,
    summary_of,
    summary_of_chosen,
    summary_of_days,
)

_MAX_NOTES = 5_000  # the newest notes of a selection that a summary considers
_MIN_NOTES = 5  # a span with fewer notes gets no stored summary
_STEPS = 50  # summaries that are written in one transaction


def summarise(store: Store, filters: Filters, tokens: int, zone: tzinfo) -> Summary:
    """The summary of the notes that pass the filters. See `Memory.summarise`."""
    notes = summarised(list_notes(store, filters, "newest", _MAX_NOTES, None).items)
    span = span_of(filters, zone)
    if (
        span is not None
        and tokens == SUMMARY_TOKENS
        and (stored := _stored(store, span, filters, notes, zone))
    ):
        return stored
    return _computed(notes, _turns(store, notes), tokens, span, zone)


def refresh_summaries(
    store: Store, material: Material, active: Iterable[Note], now: datetime, attempts: int
) -> int:
    """Store the summaries of the sessions, days and weeks whose notes have changed. Returns the number of these summaries.

    `active` are the notes of the material that are active now.
    """
    spans = _spans(summarised(active), material)
    present = {note.uid: note for note in _present(store)}
    changed = [
        (span, notes, sources)
        for span, notes, sources in spans
        if (stored := present.get(span.uid(store.namespace))) is None or not is_current(stored, sources)
    ]
    wanted = {span.uid(store.namespace) for span, _, _ in spans}
    gone = tuple(StateChange(uid, "retired") for uid in sorted(present.keys() - wanted))
    for start in range(0, max(len(changed), 1 if gone else 0), _STEPS):
        rows = [_rows(store, *each, material.zone, now) for each in changed[start : start + _STEPS]]
        _write(store, rows, gone if start == 0 else (), now, attempts)
    return len(changed)


@dataclass(frozen=True, slots=True)
class _Rows:
    """A stored summary with its edges."""

    note: Note
    abstracts: tuple[Abstracts, ...]


def _stored(
    store: Store, span: Span, filters: Filters, notes: Sequence[Note], zone: tzinfo
) -> Summary | None:
    """The stored summary of a span, if it was made from these notes; None if there is none."""
    user = filters.metadata.get(USER_ID) if filters.metadata else None
    spans = [span] if user is None else [replace(span, user=str(user)), span]
    sources, known = sources_hash(notes), {note.uid: note for note in in_zone(notes, zone)}
    for stored in store.notes([each.uid(store.namespace) for each in spans]):
        if is_current(stored, sources):
            edges = store.abstracts([stored.uid])
            chosen = [known[edge.instance] for edge in edges if edge.note == stored.uid]
            turns = _turns(store, chosen)
            return summary_of_chosen(chosen, turns, total=len(notes), covered=stored.confidence)
    return None


def _computed(
    notes: Sequence[Note], turns: Mapping[str, Turn], tokens: int, span: Span | None, zone: tzinfo
) -> Summary:
    notes = in_zone(notes, zone)
    if span is not None and span.kind == "week":
        return summary_of_days(notes, turns, tokens, zone)
    return summary_of(notes, turns, tokens)


def _spans(notes: Sequence[Note], material: Material) -> list[tuple[Span, list[Note], str]]:
    """The sessions, days and weeks with enough notes, with their notes and the hash of these.

    A user gets a separate span if it contains other notes than the span of all users.
    """
    groups = grouped((span, note) for note in notes for span in _spans_of(note, material))
    hashes = {
        span: sources_hash(those) for span, those in groups.items() if _MIN_NOTES <= len(those) <= _MAX_NOTES
    }
    return [
        (span, groups[span], sources)
        for span, sources in sorted(hashes.items(), key=lambda each: str(each[0]))
        if not span.user or hashes.get(replace(span, user="")) != sources
    ]


def _spans_of(note: Note, material: Material) -> Iterator[Span]:
    keys = [Span(kind="session", key=material.sessions[note.uid])] if note.uid in material.sessions else []
    if (day := day_of(note, material.zone)) is not None:
        keys.append(Span(kind="day", key=day.isoformat()))
        keys.append(Span(kind="week", key=(day - timedelta(days=day.weekday())).isoformat()))
    user = material.users.get(note.uid, "")
    for span in keys:
        yield span
        if user and span.kind != "session":
            yield replace(span, user=user)


def _rows(
    store: Store, span: Span, notes: Sequence[Note], sources: str, zone: tzinfo, now: datetime
) -> _Rows:
    turns = _turns(store, notes)
    summary = _computed(notes, turns, SUMMARY_TOKENS, span, zone)
    uid = span.uid(store.namespace)
    times = [note.said_at for note in notes if note.said_at]
    note = Note(
        uid=uid,
        text=summary.text,
        turns=summary.notes[0].turns[:1],
        context=str(span),
        tags=tags_of(span, summary.total, sources),
        kind="semantic",
        said_at=max(times, default=None),
        recorded_at=now,
        holds_from=min(times, default=None),
        state="summary",
        confidence=summary.coverage,
        language=summary.notes[0].language,
        extractor=CONSOLIDATION,
    )
    return _Rows(note, tuple(Abstracts(uid, each.uid) for each in summary.notes))


def _write(
    store: Store, rows: Sequence[_Rows], gone: Sequence[StateChange], now: datetime, attempts: int
) -> None:
    """Write these summaries, except those whose notes were forgotten meanwhile; the next consolidation writes those."""

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        sources = {edge.instance for each in rows for edge in each.abstracts}
        known = {note.uid for note in store.notes(sorted(sources))}
        usable = [each for each in rows if all(edge.instance in known for edge in each.abstracts)]
        uids = sorted(each.note.uid for each in usable)
        wanted = {edge for each in usable for edge in each.abstracts}
        before = {edge for edge in store.abstracts(uids) if edge.note in uids}
        if not usable and not gone:
            return None
        return snapshot.plan(
            now,
            notes=tuple(sorted((each.note for each in usable), key=lambda note: note.uid)),
            abstracts=tuple(sorted(wanted - before, key=_by_uids)),
            abstracts_removed=tuple(sorted(before - wanted, key=_by_uids)),
            states=tuple(gone),
        )

    commit(store, make_plan, attempts=attempts)


def _by_uids(edge: Abstracts) -> tuple[str, str]:
    return edge.note, edge.instance


def _present(store: Store) -> Iterator[Note]:
    """The stored summaries."""
    listed = store.listed(ListQuery(of="summary", filters=Filters(), limit=UNLIMITED))
    for batch in in_batches(listed):
        yield from store.notes([each.uid for each in batch])


def _turns(store: Store, notes: Sequence[Note]) -> Mapping[str, Turn]:
    """The source turns of notes, by uid."""
    return turns_by_uid(store, (uid for note in notes for uid in note.turns))
