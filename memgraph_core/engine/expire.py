"""Archives or forgets the notes that are older than the time-to-live of their kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.engine.archive import set_archived
from memgraph_core.engine.batches import turns_by_uid
from memgraph_core.engine.forget import forget
from memgraph_core.engine.listing import notes_listed
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.retention import retention_of_turns
from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Note
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.retention import CurveName, Expired, ExpiredNote, ExpiryAction
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.store.contract import Store

_REASON = "expired"
_MAX_DAYS = 100_000


def expire(
    namespace: OpenNamespace,
    policy: Mapping[NoteKind, float],
    action: ExpiryAction,
    filters: Filters,
    now: datetime,
    *,
    limit: int | None = None,
    dry_run: bool = True,
) -> Expired:
    """List the expired notes, and archive or forget them unless it is a dry run. See `Memory.expire`."""
    store, settings = namespace.store, namespace.engine.settings.retention
    _check_policy(policy, settings.never_fade if action == "archive" else ())
    notes = _without_current_facts(store, list(_expired(store, policy, action, filters, now)), now)
    if action == "forget":
        notes = _without_shared_turns(store, notes)
    expired = _in_order(store, notes, settings.curve, now)[:limit]
    result = Expired(action=action, dry_run=dry_run, notes=tuple(expired))
    uids = [each.uid for each in expired]
    if dry_run or not uids:
        return result
    if action == "forget":
        return replace(result, forgotten=forget(namespace, notes=uids))
    changes = set_archived(namespace.engine, store, uids, _REASON, now, archived=True)
    return replace(result, changes=tuple(change.uid for change in changes))


def _check_policy(policy: Mapping[NoteKind, float], never: Sequence[NoteKind]) -> None:
    for kind, days in policy.items():
        if isinstance(days, bool) or not 0 < days <= _MAX_DAYS:
            raise InvalidInput(
                f"the time-to-live of {kind!r} is {days!r:.40}; give more than 0 and at most {_MAX_DAYS:,} days."
            )
        if kind in never:
            raise InvalidInput(f"notes of the kind {kind!r} never fade by the settings. Leave the kind out.")


def _expired(
    store: Store, policy: Mapping[NoteKind, float], action: ExpiryAction, filters: Filters, now: datetime
) -> Iterable[Note]:
    """The notes that are older than the time-to-live of their kind: with the action `forget`, archived ones too."""
    for kind, days in policy.items():
        until = min(filter(None, (now - timedelta(days=days), filters.until)))
        for archived in (None, True) if action == "forget" else (None,):
            within = replace(filters, kind=kind, until=until, archived=archived)
            yield from notes_listed(store, ListQuery(of="note", filters=within, limit=UNLIMITED))


def _without_current_facts(store: Store, notes: Sequence[Note], now: datetime) -> list[Note]:
    """The notes without those that state a current fact."""
    facts = store.facts(None, UNLIMITED) if notes else ()
    stating = {uid for fact in facts if fact.holds(now) for uid in fact.notes}
    return [note for note in notes if note.uid not in stating]


def _without_shared_turns(store: Store, notes: Sequence[Note]) -> list[Note]:
    """The notes without those that share a turn with a note that has not expired.

    Forgetting a note forgets its turns, with all notes of these turns.
    """
    turns = sorted({turn for note in notes for turn in note.turns})
    expired = {note.uid for note in notes}
    shared = {turn for note in store.notes_of(turns) if note.uid not in expired for turn in note.turns}
    return [note for note in notes if shared.isdisjoint(note.turns)]


def _in_order(store: Store, notes: Sequence[Note], curve: CurveName, now: datetime) -> list[ExpiredNote]:
    """The notes with their retention, the lowest first, then the oldest."""
    turns = turns_by_uid(store, (turn for note in notes for turn in note.turns))
    found: list[ExpiredNote] = []
    for note in notes:
        sources = [turns[uid] for uid in note.turns if uid in turns]
        if retention := retention_of_turns(note.uid, sources, curve, now):
            found.append(
                ExpiredNote(
                    uid=note.uid,
                    kind=note.kind,
                    said_at=retention.first_at,
                    retention=retention.retention,
                )
            )
    return sorted(found, key=lambda each: (each.retention, each.said_at, each.uid))
