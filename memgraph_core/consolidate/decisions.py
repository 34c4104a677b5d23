"""What people decided about abstractions and archived notes, which consolidation must respect."""

from collections.abc import Iterable
from dataclasses import dataclass

from memgraph_core.plan.undo import last_decision
from memgraph_core.records.changes import Change

CONSOLIDATE, ARCHIVE, RESTORE = "consolidate", "archive", "restore"
KINDS = (CONSOLIDATE, ARCHIVE, RESTORE)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Uids of notes that people decided about."""

    retired: frozenset[str] = frozenset()  # abstractions whose consolidation was undone
    kept_active: frozenset[str] = frozenset()  # abstractions whose instances are not archived
    archived: frozenset[str] = frozenset()  # notes that a person archived
    restored: frozenset[str] = frozenset()  # notes that a person restored, or whose archiving was undone


def decisions_of(changes: Iterable[Change]) -> Decisions:
    """The decisions that are in effect. `changes` are all changes, newest first."""
    all_changes = tuple(changes)
    undos = [change for change in all_changes if change.kind == "undo" and not change.before.again]
    in_effect = [undo for undo in undos if last_decision(undo, all_changes)[1] and undo.about.note]
    retired = {undo.about.note or "" for undo in in_effect if undo.about.was == CONSOLIDATE}
    undone = {undo.before.change for undo in in_effect}
    kept = {undo.about.note or "" for undo in in_effect if undo.about.was == ARCHIVE}
    last: dict[str, str] = {}
    for change in all_changes:
        if change.by != "user" or change.kind not in (ARCHIVE, RESTORE):
            continue
        if change.uid not in undone:
            last.setdefault(change.about.note or "", change.kind)
        elif change.kind == ARCHIVE:
            last.setdefault(change.about.note or "", RESTORE)
    return Decisions(
        retired=frozenset(retired),
        kept_active=frozenset(kept),
        archived=frozenset(uid for uid, kind in last.items() if kind == ARCHIVE),
        restored=frozenset(uid for uid, kind in last.items() if kind == RESTORE),
    )
