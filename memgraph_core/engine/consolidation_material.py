"""Reads the input of consolidation: notes with their turns, entities and facts, and the stored abstractions."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.consolidate.material import TRUSTED, Material
from memgraph_core.consolidate.plan import Stored
from memgraph_core.engine.batches import in_batches, turns_by_uid
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.names import name_key
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import as_said, statements_of
from memgraph_core.records.consolidation import CITED, EXCEPTION
from memgraph_core.records.graph import About, Entity, Note, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.kinds import NoteState
from memgraph_core.records.representation import without_speaker
from memgraph_core.records.scope import USER_ID
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.transfer import IncidentEdges
from memgraph_core.store.contract import Store

_LIKE = 0.4  # least share of words that a note has in common with the statement from which it was made


def read_material(engine: MemoryEngine, store: Store) -> tuple[Material, Stored]:
    """The notes, entities and facts of the current generation, and the stored abstractions.

    Each 500 notes take three reads. The texts of all notes are held in memory.
    """
    merged = store.entities(EntityQuery(merged=True, limit=UNLIMITED))
    present = store.entities(EntityQuery(limit=UNLIMITED))
    gathered = _Gathered(
        store=store,
        roots={entity.uid: entity.canonical or entity.uid for entity in merged},
        entities={entity.uid: entity for entity in present},
    )
    for notes, edges in _notes_with_edges(store):
        gathered.add(notes, edges)
    return gathered.material(engine), gathered.stored()


def _notes_with_edges(store: Store) -> Iterator[tuple[list[Note], IncidentEdges]]:
    uids = store.uids("note")
    for batch in in_batches(uids):
        yield (
            [replace(note, vector=None, terms="") for note in store.notes(batch)],
            store.incident_edges("note", batch),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    """What was read of the notes so far. The keys of all mappings are uids of notes, unless stated otherwise."""

    store: Store
    roots: dict[str, str]  # merged entity → the entity that it is merged into
    entities: dict[str, Entity]  # all others, by uid
    notes: dict[str, Note] = field(default_factory=dict[str, Note])
    about: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    speakers: dict[str, str] = field(default_factory=dict[str, str])
    speaker_names: dict[str, str | None] = field(default_factory=dict[str, str | None])
    users: dict[str, str] = field(default_factory=dict[str, str])
    sessions: dict[str, str] = field(default_factory=dict[str, str])
    spoken: dict[str, str] = field(default_factory=dict[str, str])
    used_at: dict[str, tuple[datetime, ...]] = field(default_factory=dict[str, tuple[datetime, ...]])
    states: dict[str, NoteState] = field(default_factory=dict[str, NoteState])
    abstractions: dict[str, Note] = field(default_factory=dict[str, Note])
    instances: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))
    exceptions: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))
    cites: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict[str, set[str]](set))

    def add(self, notes: Sequence[Note], edges: IncidentEdges) -> None:
        """Add a batch of notes with their edges."""
        stated = [note for note in notes if _is_stated(note)]
        self.states.update((note.uid, note.state) for note in notes)
        self.abstractions.update((note.uid, note) for note in notes if note.is_abstraction)
        self.notes.update((note.uid, note) for note in stated)
        self._add_entities(stated, edges.abouts)
        self._add_turns(stated)
        for edge in edges.abstracts:
            self.instances[edge.note].add(edge.instance)
        for link in edges.links:
            if link.reason == EXCEPTION:
                self.exceptions[link.b].add(link.a)
            elif link.reason == CITED:
                self.cites[link.b].add(link.a)

    def _add_entities(self, notes: Sequence[Note], edges: Sequence[About]) -> None:
        """Add the entities that the notes are about, and the speakers. A merged entity is replaced by its root."""
        ends: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for edge in edges:
            entity = self.roots.get(edge.entity, edge.entity)
            if entity in self.entities:
                ends[edge.note].append((entity, edge.role))
        for note in notes:
            self.about[note.uid] = tuple(dict.fromkeys(entity for entity, _ in ends[note.uid]))
            if (speaker := self._speaker(note, ends[note.uid])) is not None:
                self.speakers[note.uid] = speaker

    def _speaker(self, note: Note, ends: Sequence[tuple[str, str]]) -> str | None:
        """The speaker of a note: the entity whose name is before the first colon of the text, or that has this role."""
        named = name_key(note.text.partition(": ")[0])
        by_name = (uid for uid, _ in ends if name_key(self.entities[uid].name) == named)
        return next(by_name, next((uid for uid, role in ends if role == "speaker"), None))

    def _add_turns(self, notes: Sequence[Note]) -> None:
        """Add the speaker, words, session, uses and `user_id` of the turns of each note.

        Several users are joined to one text.
        """
        turns = turns_by_uid(self.store, (uid for note in notes for uid in note.turns))
        for note in notes:
            sources = [turns[uid] for uid in note.turns if uid in turns]
            users = sorted({str(turn.metadata[USER_ID]) for turn in sources if USER_ID in turn.metadata})
            if sources:
                self.sessions[note.uid] = sources[0].session
                self.speaker_names[note.uid] = sources[0].speaker
                if (said := _spoken(note, sources[0])) is not None:
                    self.spoken[note.uid] = said
            if users:
                self.users[note.uid] = "\n".join(users)
            if used_at := sorted({at for turn in sources for at in turn.used_at}):
                self.used_at[note.uid] = tuple(used_at)

    def material(self, engine: MemoryEngine) -> Material:
        """The notes that people or documents stated, with the facts of the namespace."""
        return Material(
            notes=self.notes,
            about=self.about,
            speakers=self.speakers,
            speaker_names=self.speaker_names,
            users=self.users,
            sessions=self.sessions,
            spoken=self.spoken,
            used_at=self.used_at,
            entities=self.entities,
            facts=self.store.facts(None, UNLIMITED),
            zone=engine.settings.zone,
        )

    def stored(self) -> Stored:
        """The stored abstractions, and the states of all notes."""
        excepted = {uid: notes for uid, notes in self.exceptions.items() if uid in self.abstractions}
        return Stored(
            abstractions=self.abstractions,
            instances={uid: frozenset(notes) for uid, notes in self.instances.items()},
            exceptions={uid: frozenset(notes) for uid, notes in excepted.items()},
            cites={uid: frozenset(notes) for uid, notes in self.cites.items()},
            states=self.states,
        )


def _spoken(note: Note, turn: Turn) -> str | None:
    """The statement of a note in the words of its turn; None if the note has these words, or if no statement is like it."""
    text = without_speaker(note.text, turn.speaker)
    if text in turn.text:
        return None
    statements = (statement.text for statement in statements_of(turn.text, note.language))
    return as_said(text, (redacted(each) for each in statements), least=_LIKE)


def _is_stated(note: Note) -> bool:
    """Whether consolidation considers a note: a person or a document stated it, and it is not sensitive."""
    return not note.is_derived and (
        note.trust in TRUSTED and note.state != "agent_generated" and note.kind != "vault"
    )
