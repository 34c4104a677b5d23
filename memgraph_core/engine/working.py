"""Working memory of a session, computed from its last turns and their recorded uses. Nothing is written."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memgraph_core.config import WorkingSettings
from memgraph_core.engine.batches import turns_by_uid, turns_with_secrets
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.inspect import StreamQuery
from memgraph_core.records.representation import without_speaker
from memgraph_core.records.search import Hit, Step
from memgraph_core.retrieve.working import Chunk, Touch, WorkingMemory, chunks_of, touches_of_turns
from memgraph_core.store.contract import Store

_TURNS = 50  # the last turns of the session that are read
_MENTIONS = 2_000  # the newest mentions since the first of these turns
_STATES = ("active", "archived")


@dataclass(frozen=True, slots=True)
class _Session:
    """What a session touched."""

    turns: Sequence[Turn]  # the last ones, oldest first
    known: Mapping[str, Turn]  # these, and the turns that they used
    touched: Mapping[str, tuple[datetime, ...]]  # uid of a turn → when


def working(store: Store, session: str, now: datetime, settings: WorkingSettings) -> WorkingMemory:
    """The working memory of a session. See `Memory.working`."""
    read = _session(store, session, now)
    touches = (*_statements(store, read), *_entities(store, read, now)) if read.touched else ()
    chunks = chunks_of(touches, now, settings)
    spoken = " ".join(turn.text for turn in read.turns[-5:])
    return WorkingMemory(session=session, at=now, language=answer_language(spoken), chunks=chunks)


def touched_turns(store: Store, session: str, now: datetime) -> Mapping[str, tuple[datetime, ...]]:
    """Uid → when a session touched the turn, for the last turns of the session and the turns that they used."""
    return _session(store, session, now).touched


def working_hits(store: Store, found: WorkingMemory, exclude: frozenset[str]) -> tuple[Hit, ...]:
    """The statements of a working memory as hits, most active first, without those whose turns are all in `exclude`."""
    chunks = [chunk for chunk in found.chunks if chunk.kind == "note" and not exclude.issuperset(chunk.turns)]
    notes = {note.uid: note for note in store.notes([chunk.uid for chunk in chunks])}
    turns = turns_by_uid(store, (uid for note in notes.values() for uid in note.turns))
    return tuple(
        _hit(chunk, notes[chunk.uid], turns[notes[chunk.uid].turns[0]], rank)
        for rank, chunk in enumerate(chunks, start=1)
        if chunk.uid in notes and notes[chunk.uid].turns[0] in turns
    )


def _session(store: Store, session: str, now: datetime) -> _Session:
    turns = [turn for turn in store.conversation(session, _TURNS) if turn.at is not None and turn.at <= now]
    own = {turn.uid: turn for turn in turns}
    used = turns_by_uid(store, (uid for turn in turns for uid in turn.used if uid not in own))
    return _Session(turns, {**own, **used}, touches_of_turns(turns, tuple(used.values())))


def _statements(store: Store, read: _Session) -> Iterator[Touch]:
    """The touches of notes that people stated. Equal texts of one speaker are one chunk."""
    for note in store.notes_of(sorted(read.touched)):
        if note.kind == "vault" or note.state not in _STATES:
            continue
        for uid in note.turns:
            turn = read.known.get(uid)
            if turn is None:
                continue
            text = _words(note, turn)
            for at in read.touched.get(uid, ()):
                yield Touch(
                    kind="note",
                    key=f"note {turn.speaker} {text.casefold()}",
                    uid=note.uid,
                    text=text,
                    speaker=turn.speaker,
                    turn=uid,
                    at=at,
                )


def _entities(store: Store, read: _Session, now: datetime) -> Iterator[Touch]:
    """The touches of entities that the turns of the session mention, without speakers and without turns with a secret.

    An entity of one turn alone is a part of the statement of that turn, unless the turn states nothing, as a question.
    """
    speakers = {name_key(turn.speaker) for turn in read.turns if turn.speaker}
    stated = store.notes_of([turn.uid for turn in read.turns])
    secret = turns_with_secrets(stated)
    stating = {uid for note in stated for uid in note.turns}
    since = min((turn.at for turn in read.turns if turn.at), default=now)
    query = StreamQuery(since=since, until=now + timedelta(microseconds=1), limit=_MENTIONS)
    items = [
        item
        for item in store.stream(query)
        if item.turn in read.touched and item.turn not in secret and name_key(item.name) not in speakers
    ]
    turns: defaultdict[str, set[str]] = defaultdict(set)
    for item in items:
        turns[item.entity].add(item.turn)
    for item in items:
        if len(turns[item.entity]) == 1 and item.turn in stating:
            continue
        for at in read.touched[item.turn]:
            yield Touch(
                kind="entity",
                key=f"entity {item.entity}",
                uid=item.entity,
                text=redacted(item.name),
                speaker=None,
                turn=item.turn,
                at=at,
            )


def _words(note: Note, turn: Turn) -> str:
    """The text of a note without the name of its speaker, in one line and without secrets."""
    return one_line(without_speaker(redacted(note.text), turn.speaker))


def _hit(chunk: Chunk, note: Note, turn: Turn, rank: int) -> Hit:
    return Hit(
        uid=note.uid,
        kind="note",
        text=chunk.text,
        score=chunk.activation,
        turns=note.turns,
        session=turn.session,
        speaker=turn.speaker,
        said_at=note.said_at,
        signals={"activation": chunk.activation},
        support=0.0,
        path=(Step("Note", note.uid, chunk.text),),
        trust=note.trust,
        space="",
        note=note,
        rank=rank,
    )
