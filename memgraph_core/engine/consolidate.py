"""Consolidation: read the notes and facts of a namespace, derive abstractions, and write what has changed.

The abstractions are a function of the notes, the facts and the decisions of people. So a second consolidation changes
nothing, an interrupted one is continued by the next, and a rebuild derives the same abstractions again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from memgraph_core.consolidate.decisions import ARCHIVE, CONSOLIDATE, RESTORE, decisions_of
from memgraph_core.consolidate.material import TRUSTED, Material
from memgraph_core.consolidate.occurrences import occurrences_in
from memgraph_core.consolidate.plan import EXCEPTION, Rows, Stored, differences, plan_of, proposals
from memgraph_core.consolidate.runs import PRESETS, PresetName
from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.consolidation import Abstraction, AbstractionKind, Consolidated
from memgraph_core.records.graph import Entity, Note, uid_of
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.kinds import NoteState
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.plan import PlanningSnapshot, StateChange, WritePlan
from memgraph_core.records.scope import USER_ID
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.transfer import IncidentEdges
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store

Progress = Callable[[int, int], None]  # called with the number of notes read, and of all notes

_BATCH = 500  # notes that are read together
_STEPS = 50  # abstractions that are written in one transaction
_REASON = "requested"


def consolidate(
    engine: MemoryEngine,
    store: Store,
    progress: Progress,
    *,
    preset: PresetName = "balanced",
    dry_run: bool = False,
    moment: datetime,
) -> Consolidated:
    """Derive the abstractions of a namespace, and write those that have changed. See `Memory.consolidate`."""
    now = utc(moment, "now")
    if not dry_run:
        repeat_archiving(engine, store)
    material, stored = read_material(engine, store)
    occurrences = occurrences_in(material, _read_ahead, progress)
    proposed, rejected = proposals(material, occurrences, preset, now)
    version = store.stats().version  # before the decisions, so that later ones are noticed
    changes = store.changes(UNLIMITED)
    decisions = decisions_of(changes)
    rows = differences(
        proposed,
        stored,
        decisions,
        material,
        preset=preset,
        namespace=store.namespace,
        version=version,
        now=now,
    )
    writer = _Writer(engine, store, material, now, version, frozenset(change.uid for change in changes))
    written = rows if dry_run else list(writer.write(rows))
    states = {uid: state for uid, state in stored.states.items() if uid in material.notes}
    states |= {row.note: row.state for each in written for row in each.states if row.note in material.notes}
    return Consolidated(
        notes=len(material.notes),
        abstractions=sum(proposal.uid not in decisions.retired for proposal in proposed),
        steps=tuple(each.step for each in written),
        rejected=dict(sorted(rejected.items())),
        active=sum(state == "active" for state in states.values()),
        archived=sum(state == "archived" for state in states.values()),
    )


def last_preset(store: Store) -> PresetName | None:
    """The preset of the last consolidation that changed an abstraction; None if none did."""
    changes = [change for change in store.changes(UNLIMITED) if change.kind == CONSOLIDATE]
    if not changes:
        return None
    for preset in PRESETS:
        if preset == changes[0].about.preset:
            return preset
    return "balanced"


def repeat_archiving(engine: MemoryEngine, store: Store) -> None:
    """Archive again the notes that people archived. A rebuild derives them as active."""
    uids = sorted(decisions_of(store.changes(UNLIMITED)).archived)
    if not uids:
        return

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        active = [note.uid for note in store.notes(uids) if note.state == "active"]
        states = tuple(StateChange(uid, "archived") for uid in active)
        if not states:
            return None
        return WritePlan(space=snapshot.space, version=snapshot.version, at=engine.clock(), states=states)

    commit(store, make_plan, attempts=engine.settings.ingest.attempts)


def abstractions(store: Store, entity: str | None, limit: int) -> tuple[Abstraction, ...]:
    """The abstractions in use, the one with the latest instance first. See `Memory.abstractions`."""
    notes = store.notes(_abstraction_uids(store, entity))
    newest = sorted(notes, key=lambda note: (note.said_at or note.recorded_at, note.uid), reverse=True)[
        :limit
    ]
    uids = [note.uid for note in newest]
    edges, links = store.abstracts(uids), store.links(uids)
    subjects = {
        about.note: about.entity
        for about in store.incident_edges("note", uids).abouts
        if about.role == "subject"
    }
    entities = store.entities(EntityQuery(uids=tuple(sorted(set(subjects.values()))), limit=UNLIMITED))
    names = {each.uid: each.name for each in entities}
    about = _notes_about(store, subjects.values(), names)
    instances_of: dict[str, set[str]] = {uid: set() for uid in uids}
    exceptions_of: dict[str, set[str]] = {uid: set() for uid in uids}
    for edge in edges:
        if edge.note in instances_of:
            instances_of[edge.note].add(edge.instance)
    for link in links:
        if link.b in exceptions_of and link.reason == EXCEPTION:
            exceptions_of[link.b].add(link.a)
    return tuple(
        Abstraction(
            note=note,
            kind=kind_of(note),
            instances=tuple(sorted(instances_of[note.uid])),
            exceptions=tuple(sorted(exceptions_of[note.uid])),
            first=note.holds_from,
            last=note.said_at,
            newer=sum(
                at > (note.said_at or at) and uid not in instances_of[note.uid] | exceptions_of[note.uid]
                for at, uid in about.get(subjects.get(note.uid, ""), ())
            ),
        )
        for note in newest
    )


def instances(store: Store, uid: str) -> tuple[Note, ...]:
    """The notes that an abstraction represents, oldest first. See `Memory.instances`."""
    uids = [edge.instance for edge in store.abstracts([uid]) if edge.note == uid]
    return tuple(sorted(store.notes(uids), key=lambda note: (note.said_at or note.recorded_at, note.uid)))


def kind_of(note: Note) -> AbstractionKind:
    """The kind of an abstraction, which is its tag; habit for an imported one without a tag."""
    kinds: tuple[AbstractionKind, ...] = get_args(AbstractionKind)
    for kind in kinds:
        if kind in note.tags:
            return kind
    return "habit"


def set_archived(
    engine: MemoryEngine, store: Store, uids: Sequence[str], reason: str, moment: datetime, *, archived: bool
) -> tuple[Change, ...]:
    """Archive or restore notes on request; the decisions, without those for notes that have the state already.

    Raises InvalidInput for an unknown note, an abstraction, or an agent-generated note.
    """
    at = utc(moment, "now")
    kind, state = (ARCHIVE, "archived") if archived else (RESTORE, "active")

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        notes = {note.uid: note for note in store.notes(uids)}
        _refuse_others(uids, notes)
        changes = tuple(
            Change(
                uid=uid_of(store.namespace, kind, uid, snapshot.version),
                kind=kind,
                by="user",
                at=at,
                reason=reason or _REASON,
                after=ChangeState(note=uid),
            )
            for uid in dict.fromkeys(uids)
            if notes[uid].state != state
        )
        if not changes:
            return None
        states = tuple(StateChange(change.after.note or "", _state(archived)) for change in changes)
        return WritePlan(
            space=snapshot.space, version=snapshot.version, at=at, states=states, changes=changes
        )

    committed = commit(store, make_plan, attempts=engine.settings.ingest.attempts)
    return committed.plan.changes if committed else ()


def plan_undo_of_states(
    store: Store, change: Change, snapshot: PlanningSnapshot, at: datetime, reason: str
) -> WritePlan:
    """The plan that undoes a consolidation, an archiving or a restoring, or the undo of one.

    An undone consolidation retires its abstraction and restores the instances. If the abstraction does not exist, as
    after a rebuild, only the decision is recorded, and the next consolidation follows it. Raises ChangeError if another
    note does not exist any more, and for the retirement of an abstraction.
    """
    uid, was = change.about.note or "", change.about.was or change.kind
    notes = store.notes([uid])
    if was == CONSOLIDATE and change.about.count == 0:
        raise ChangeError(
            f"change {change.uid} ({change.kind}) cannot be undone: no notes support the abstraction any more. Add turns "
            "that do and consolidate."
        )
    if not notes and was != CONSOLIDATE:
        raise ChangeError(
            f"change {change.uid} ({change.kind}) cannot be undone: its note does not exist any more."
        )
    redoes = change.kind == "undo" and not change.before.again
    states = _states_after_undo(store, notes[0], was, redoes=redoes) if notes else ()
    state = ChangeState(note=uid, was=was, count=change.about.count)
    record = Change(
        uid=uid_of(store.namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=replace(state, change=change.uid, again=redoes),
        after=state,
    )
    return WritePlan(space=snapshot.space, version=snapshot.version, at=at, states=states, changes=(record,))


def _states_after_undo(store: Store, note: Note, was: str, *, redoes: bool) -> tuple[StateChange, ...]:
    """The states of the notes that a decision was about, after it is undone, or made again.

    What consolidation archives is left to the next consolidation when its decision is made again.
    """
    if was == CONSOLIDATE and redoes:
        return (StateChange(note.uid, "abstraction"),)
    if not note.is_abstraction:
        return (StateChange(note.uid, _state(archived=(was == ARCHIVE) == redoes)),)
    if redoes:
        return ()
    by_people = decisions_of(store.changes(UNLIMITED)).archived
    restored = (
        each.uid
        for each in instances(store, note.uid)
        if each.state == "archived" and each.uid not in by_people
    )
    retired = (StateChange(note.uid, "retired"),) if was == CONSOLIDATE else ()
    return (*retired, *(StateChange(uid, "active") for uid in restored))


def _state(archived: bool) -> NoteState:
    return "archived" if archived else "active"


def _refuse_others(uids: Sequence[str], notes: dict[str, Note]) -> None:
    for uid in uids:
        if uid not in notes:
            raise InvalidInput(f"no note has the uid {uid!r:.80}. Give the uid of a note.")
        if notes[uid].is_abstraction or notes[uid].state == "agent_generated":
            raise InvalidInput(
                f"note {uid!r:.80} is derived. Give the uid of a note that a person or a document stated; to remove an "
                "abstraction, undo the change that created it."
            )


def read_material(engine: MemoryEngine, store: Store) -> tuple[Material, Stored]:
    """The notes, entities and facts of the current generation, and the stored abstractions.

    It takes three reads for 500 notes, and memory for the texts of all notes.
    """
    roots, entities = _entities(store)
    notes: dict[str, Note] = {}
    about: dict[str, tuple[str, ...]] = {}
    speakers: dict[str, str] = {}
    users: dict[str, str] = {}
    abstractions: dict[str, Note] = {}
    represented: dict[str, set[str]] = {}
    excepted: dict[str, set[str]] = {}
    states: dict[str, NoteState] = {}
    for batch, edges in _batches(store):
        by_note: dict[str, list[tuple[str, str]]] = {}
        for row in edges.abouts:
            by_note.setdefault(row.note, []).append((roots.get(row.entity, row.entity), row.role))
        for note in batch:
            states[note.uid] = note.state
            if note.is_abstraction:
                abstractions[note.uid] = note
            elif note.trust in TRUSTED and note.state != "agent_generated" and note.kind != "vault":
                notes[note.uid] = note
                ends = [end for end in by_note.get(note.uid, ()) if end[0] in entities]
                about[note.uid] = tuple(dict.fromkeys(uid for uid, _ in ends))
                if (speaker := _speaker(note, ends, entities)) is not None:
                    speakers[note.uid] = speaker
        users |= _users(store, [note for note in batch if note.uid in notes])
        for edge in edges.abstracts:
            represented.setdefault(edge.note, set()).add(edge.instance)
        for link in edges.links:
            if link.reason == EXCEPTION:
                excepted.setdefault(link.b, set()).add(link.a)
    material = Material(
        notes=notes,
        about=about,
        speakers=speakers,
        entities=entities,
        facts=store.facts(None, UNLIMITED),
        users=users,
        zone=engine.settings.zone,
    )
    stored = Stored(
        abstractions=abstractions,
        instances={uid: frozenset(found) for uid, found in represented.items()},
        exceptions={uid: frozenset(found) for uid, found in excepted.items() if uid in abstractions},
        states=states,
    )
    return material, stored


def _entities(store: Store) -> tuple[dict[str, str], dict[str, Entity]]:
    """Merged entity → the entity that it is merged into, and all others by uid."""
    merged = store.entities(EntityQuery(merged=True, limit=UNLIMITED))
    present = store.entities(EntityQuery(limit=UNLIMITED))
    return {e.uid: e.canonical or e.uid for e in merged}, {e.uid: e for e in present}


def _batches(store: Store) -> Iterator[tuple[list[Note], IncidentEdges]]:
    uids = store.uids("note")
    for start in range(0, len(uids), _BATCH):
        batch = uids[start : start + _BATCH]
        yield (
            [replace(note, vector=None, terms="") for note in store.notes(batch)],
            store.incident_edges("note", batch),
        )


def _users(store: Store, notes: Sequence[Note]) -> dict[str, str]:
    """Note → the users whom its turns belong to, as one text; without the notes that belong to none."""
    turns = store.turns(sorted({uid for note in notes for uid in note.turns}))
    user = {turn.uid: str(turn.metadata[USER_ID]) for turn in turns if USER_ID in turn.metadata}
    of_notes = {note.uid: sorted({user[uid] for uid in note.turns if uid in user}) for note in notes}
    return {uid: "\n".join(users) for uid, users in of_notes.items() if users}


def _speaker(note: Note, ends: Sequence[tuple[str, str]], entities: dict[str, Entity]) -> str | None:
    """The entity that said a note: the one whose name its text begins with, or that has the role of the speaker."""
    named = name_key(note.text.partition(": ")[0])
    by_name = (uid for uid, _ in ends if name_key(entities[uid].name) == named)
    return next(by_name, next((uid for uid, role in ends if role == "speaker"), None))


def _read_ahead(texts: Sequence[str], language: str) -> None:
    pack_of(language).read_ahead(texts)


@dataclass(slots=True)
class _Writer:
    """Writes the steps of a consolidation, several in each transaction.

    A step is left out if a person has decided about one of its notes since the changes were read.
    """

    engine: MemoryEngine
    store: Store
    material: Material
    now: datetime
    version: int  # of the namespace before the decisions were read, then after our last write
    known: frozenset[str]  # uids of the changes that were read before the first step
    decided: frozenset[str] = frozenset()  # notes that people have decided about since then

    def write(self, rows: Sequence[Rows]) -> Iterator[Rows]:
        """Write the steps, and yield those that were written."""
        for start in range(0, len(rows), _STEPS):
            yield from self._write_together(rows[start : start + _STEPS])

    def _write_together(self, rows: Sequence[Rows]) -> Sequence[Rows]:
        needed = sorted({uid for each in rows for uid in each.depends_on})
        usable: tuple[Rows, ...] = ()

        def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
            nonlocal usable
            if snapshot.version != self.version:
                self.decided |= self._decided_since()
            current = {note.uid: note for note in self.store.notes(needed)}
            plan, usable = plan_of(
                rows, current, self.material, lambda notes: _embedded(self.engine, notes), decided=self.decided,
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
            if change.by == "user" and change.uid not in self.known and change.about.note
        )


def _embedded(engine: MemoryEngine, notes: Sequence[Note]) -> list[Note]:
    vectors = engine.embed([note.text for note in notes])
    return [replace(note, vector=vector) for note, vector in zip(notes, vectors, strict=True)]


def _abstraction_uids(store: Store, entity: str | None) -> list[str]:
    within = Filters(entity=None if entity is None else name_key(entity))
    query = ListQuery(of="abstraction", filters=within, limit=UNLIMITED)
    return [each.uid for each in store.listed(query)]


def _notes_about(
    store: Store, subjects: Iterable[str], names: Mapping[str, str]
) -> dict[str, list[tuple[datetime, str]]]:
    """The notes about each of these entities, with their time."""
    found: dict[str, list[tuple[datetime, str]]] = {}
    for subject in sorted(set(subjects) & set(names)):
        within = Filters(entity=name_key(names[subject]))
        listed = store.listed(ListQuery(of="note", filters=within, limit=UNLIMITED))
        found[subject] = [(each.at, each.uid) for each in listed]
    return found
