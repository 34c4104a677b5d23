"""Procedures of a namespace, computed from procedural notes, their turns, and later reports. Nothing is written."""

from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.batches import turns_by_uid
from memgraph_core.engine.listing import list_notes, list_turns
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.search import Question, search
from memgraph_core.records.grouping import grouped
from memgraph_core.records.search import Filters
from memgraph_core.views.procedures import Procedure, procedure_of, with_outcomes

_MAX_TURNS = 5_000  # the newest turns that are searched for reports


def procedures(
    namespace: OpenNamespace, question: str | None, limit: int, now: datetime, filters: Filters
) -> tuple[Procedure, ...]:
    """The procedures of a namespace. See `Memory.procedures`."""
    store = namespace.store
    of_kind = replace(filters, kind="procedural")
    if question is None:
        uids = [
            uid for note in list_notes(store, of_kind, "newest", 4 * limit, None).items for uid in note.turns
        ]
    else:
        hits = search(namespace, Question(question, filters=of_kind, now=now), limit=2 * limit)
        uids = [uid for hit in hits for uid in hit.turns]
    wanted = list(dict.fromkeys(uids))[:limit]
    turns = turns_by_uid(store, wanted)
    notes = grouped((uid, note) for note in store.notes_of(wanted) for uid in note.turns)
    found = [
        procedure
        for uid in wanted
        if uid in turns and (procedure := procedure_of(turns[uid], notes.get(uid, ()))) is not None
    ]
    return with_outcomes(found, list_turns(store, filters, "newest", _MAX_TURNS, None).items) if found else ()
