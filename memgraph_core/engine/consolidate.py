"""Consolidation: read the notes and facts of a namespace, derive abstractions, and write what has changed.

The abstractions are a function of the notes, the facts and the decisions of people. So a second consolidation changes
nothing, an interrupted one is continued by the next, and a rebuild derives the same abstractions again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from memgraph_core.consolidate.decisions import CONSOLIDATE, Decisions, decisions_of
from memgraph_core.consolidate.insights_about import MAX_DEPTH
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import Occurrence, occurrences_in
from memgraph_core.consolidate.plan import Rows, Stored, differences, plan_of, proposals
from memgraph_core.consolidate.runs import PRESETS, PresetName
from memgraph_core.engine.archive import repeat_archiving
from memgraph_core.engine.batches import in_batches
from memgraph_core.engine.commit import commit
from memgraph_core.engine.consolidation_material import read_material
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.questions import record_answers
from memgraph_core.engine.summaries import refresh_summaries
from memgraph_core.engine.wording import Wording, wording_model
from memgraph_core.language.pack import pack_of
from memgraph_core.plan.jobs import finish
from memgraph_core.records.consolidation import Consolidated
from memgraph_core.records.graph import Note
from memgraph_core.records.jobs import Job
from memgraph_core.records.kinds import NoteState
from memgraph_core.records.plan import PlanningSnapshot, WritePlan
from memgraph_core.records.progress import Progress
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store

_STEPS = 50  # abstractions that are written in one transaction


def consolidate(
    engine: MemoryEngine,
    store: Store,
    progress: Progress,
    *,
    preset: PresetName | None = None,
    dry_run: bool = False,
    moment: datetime,
) -> Consolidated:
    """Derive the abstractions of a namespace, and write those that have changed. See `Memory.consolidate`."""
    now = utc(moment, "now")
    chat = wording_model(engine)
    preset = preset or default_preset(engine, store)
    queued = list[Job]()
    if not dry_run:
        repeat_archiving(engine, store)
        queued += (job for job in store.jobs() if job.kind == "consolidate" and job.reader is None)
    basis = _read(engine, store, progress)
    retired = basis.decisions.retired
    proposed, rejected = proposals(
        basis.material, basis.occurrences, preset, engine.settings.retention, now, retired
    )
    rows = differences(
        proposed,
        basis.stored,
        basis.decisions,
        basis.material,
        preset=preset,
        namespace=store.namespace,
        version=basis.version,
        now=now,
        asks_model=chat is not None,
    )
    used = sum(proposal.uid not in retired for proposal in proposed)
    if dry_run:
        return _result(rows, basis, used, rejected)
    wording = Wording(engine, store, chat, basis.material) if chat else None
    written = list(_Writer(engine, store, basis, now, wording, basis.version).write(rows))
    if wording:
        rejected += wording.kept
    result = _with_views_refreshed(
        engine, store, basis, written, _result(written, basis, used, rejected), now
    )
    for job in queued:  # what they would do is done
        store.update_jobs(partial(finish, job=job, now=now))
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class _Basis:
    """The input of a consolidation: the material, and the decisions of people when it was read."""

    material: Material
    stored: Stored
    occurrences: Sequence[Occurrence]
    version: int  # of the namespace before the changes were read
    changes: frozenset[str]  # uids of all changes
    decisions: Decisions  # of people, from these changes


def _read(engine: MemoryEngine, store: Store, progress: Progress) -> _Basis:
    material, stored = read_material(engine, store)
    occurrences = occurrences_in(material, _read_ahead, progress)
    version = store.stats().version  # before the decisions, so that later ones are noticed
    changes = store.changes(UNLIMITED)
    return _Basis(
        material=material,
        stored=stored,
        occurrences=occurrences,
        version=version,
        changes=frozenset(change.uid for change in changes),
        decisions=decisions_of(changes),
    )


def _result(
    written: Sequence[Rows], basis: _Basis, abstractions: int, rejected: Mapping[str, int]
) -> Consolidated:
    """The result after these steps. `abstractions` is the number of those in use."""
    states = _states_after(written, basis)
    return Consolidated(
        notes=len(basis.material.notes),
        abstractions=abstractions,
        steps=tuple(sorted((each.step for each in written), key=lambda step: step.abstraction)),
        rejected=dict(sorted(rejected.items())),
        active=sum(state == "active" for state in states.values()),
        archived=sum(state == "archived" for state in states.values()),
    )


def _states_after(written: Sequence[Rows], basis: _Basis) -> dict[str, NoteState]:
    """The state of each note of the material after these steps."""
    states = dict(basis.stored.states)
    states.update((row.note, row.state) for each in written for row in each.states)
    return {uid: state for uid, state in states.items() if uid in basis.material.notes}


def _with_views_refreshed(
    engine: MemoryEngine,
    store: Store,
    basis: _Basis,
    written: Sequence[Rows],
    result: Consolidated,
    now: datetime,
) -> Consolidated:
    """Record which notes answer questions, and refresh the summaries. The result contains the numbers of both."""
    states = _states_after(written, basis)
    active = [note for uid, note in basis.material.notes.items() if states.get(uid) == "active"]
    return replace(
        result,
        answered=record_answers(OpenNamespace(engine, store.namespace), now),
        summaries=refresh_summaries(store, basis.material, active, now, engine.settings.ingest.attempts),
    )


def default_preset(engine: MemoryEngine, store: Store) -> PresetName:
    """The scenario of the settings, or else the preset of the last consolidation, or else `balanced`."""
    return engine.settings.scenario or last_preset(store) or "balanced"


def last_preset(store: Store) -> PresetName | None:
    """The preset of the last consolidation that changed an abstraction; None if none did."""
    changes = [change for change in store.changes(UNLIMITED) if change.kind == CONSOLIDATE]
    if not changes:
        return None
    for preset in PRESETS:
        if preset == changes[0].about.preset:
            return preset
    return "balanced"


def _read_ahead(texts: Sequence[str], language: str) -> None:
    pack_of(language).read_ahead(texts)


@dataclass(slots=True)
class _Writer:
    """Writes the steps of a consolidation, several in each transaction.

    A step is left out if a person has decided about one of its notes since the changes of the basis were read.
    """

    engine: MemoryEngine
    store: Store
    basis: _Basis
    now: datetime
    wording: Wording | None  # None: abstractions keep the sentences of the templates
    version: int  # of the namespace: that of the basis, then that after the last step
    decided: frozenset[str] = frozenset()  # notes that people have decided about since then

    def write(self, rows: Sequence[Rows]) -> Iterator[Rows]:
        """Write the steps, and yield those that were written."""
        for depth in range(1, MAX_DEPTH + 1):  # an insight is written after those that it cites
            of_depth = [each for each in rows if _depth(each) == depth]
            for together in in_batches(of_depth, _STEPS):
                yield from self._write_together(self.wording.apply(together) if self.wording else together)

    def _write_together(self, rows: Sequence[Rows]) -> Sequence[Rows]:
        needed = sorted({uid for each in rows for uid in each.depends_on})
        usable: tuple[Rows, ...] = ()

        def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
            nonlocal usable
            if snapshot.version != self.version:
                self.decided |= self._decided_since()
            current = {note.uid: note for note in self.store.notes(needed)}
            plan, usable = plan_of(
                rows, current, self.basis.material, lambda notes: _embedded(self.engine, notes), decided=self.decided,
                space=snapshot.space, version=snapshot.version, at=self.now,
            )  # fmt: skip
            return plan if usable else None

        committed = commit(self.store, make_plan, attempts=self.engine.settings.ingest.attempts)
        if committed:
            self.version = committed.version
        return usable

    def _decided_since(self) -> frozenset[str]:
        """The notes that people have archived, restored or undone a decision about since the changes were read."""
        return frozenset(
            change.about.note
            for change in self.store.changes(UNLIMITED)
            if change.by == "user" and change.uid not in self.basis.changes and change.about.note
        )


def _depth(rows: Rows) -> int:
    return rows.proposal.draft.depth if rows.proposal else 1


def _embedded(engine: MemoryEngine, notes: Sequence[Note]) -> list[Note]:
    vectors = engine.embed([note.text for note in notes])
    return [replace(note, vector=vector) for note, vector in zip(notes, vectors, strict=True)]
