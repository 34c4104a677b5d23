"""The mood of a period, computed from the turns of people. Nothing is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from memgraph_core.engine.batches import in_batches, names_of_entities, notes_of_turns, turns_with_secrets
from memgraph_core.engine.listing import list_turns
from memgraph_core.engine.visible_abstractions import visible_abstractions
from memgraph_core.engine.visible_records import VisibleRecords
from memgraph_core.language.affect import affect_of
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.inspect import StreamQuery
from memgraph_core.records.representation import without_speaker
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.store.contract import Store
from memgraph_core.views.mood import Mood, NoteMood, TriggerKind, TurnMood, mood_of

_MAX_TURNS = 5_000  # the newest turns of the period that are considered
_STATED = ("active", "archived")  # states of notes that people stated


def mood(store: Store, since: datetime, until: datetime, zone: tzinfo, limit: int, filters: Filters) -> Mood:
    """The mood of a period. See `Memory.mood`. Turns with a secret are left out, and speakers are not triggers."""
    within = replace(
        filters,
        role=filters.role or "user",
        since=max(filter(None, (since, filters.since))),
        until=min(filter(None, (until, filters.until))),
    )
    read = _read(store, within)
    stated = read.stated_notes
    return mood_of(
        [
            TurnMood(turn=turn.uid, at=turn.at, affect=affect_of(turn.text))
            for turn in read.turns.values()
            if turn.at is not None
        ],
        _mentioned(store, read, within, filters),
        since=since,
        until=until,
        zone=zone,
        language=answer_language(" ".join(turn.text for turn in list(read.turns.values())[:50])),
        limit=limit,
        notes=[
            NoteMood(
                note=note.uid,
                turns=note.turns,
                affect=affect_of(without_speaker(note.text, read.turns[note.turns[0]].speaker)),
            )
            for note in stated
        ],
        episodes=_episodes(store, [note.uid for note in stated], filters),
    )


@dataclass(frozen=True, slots=True)
class _PeriodRecords:
    """The turns of a period and the notes that were derived from them."""

    turns: Mapping[str, Turn]  # uid → turn, without those with a secret
    notes: Sequence[Note]
    speakers: frozenset[str]  # name keys

    @property
    def stated_notes(self) -> list[Note]:
        """The notes that people stated in these turns alone."""
        return [note for note in self.notes if note.state in _STATED and self.turns.keys() >= set(note.turns)]


def _read(store: Store, within: Filters) -> _PeriodRecords:
    turns = list_turns(store, within, "newest", _MAX_TURNS, None).items
    notes = notes_of_turns(store, [turn.uid for turn in turns])
    sensitive = turns_with_secrets(notes)
    return _PeriodRecords(
        {turn.uid: turn for turn in turns if turn.uid not in sensitive},
        notes,
        frozenset(name_key(turn.speaker) for turn in turns if turn.speaker),
    )


def _mentioned(
    store: Store, read: _PeriodRecords, within: Filters, filters: Filters
) -> dict[str, set[tuple[TriggerKind, str]]]:
    """Turn (uid) → the topics and entities that it mentions, without speakers."""
    mentioned: defaultdict[str, set[tuple[TriggerKind, str]]] = defaultdict(set)
    if not read.turns:
        return mentioned  # also when the period of the filters ends before the period of the mood begins
    items = store.stream(StreamQuery(since=within.since, until=within.until, limit=UNLIMITED))
    for item in VisibleRecords(store, filters).stream(items):
        if item.turn in read.turns and name_key(item.name) not in read.speakers:
            mentioned[item.turn].add(("entity", item.name))
    for note in read.notes:
        for uid in read.turns.keys() & set(note.turns):
            mentioned[uid].update(("topic", tag) for tag in note.tags)
    return mentioned


def _episodes(store: Store, notes: Sequence[str], filters: Filters) -> list[tuple[str, str, set[str]]]:
    """The episodes in use to which the notes (uids) belong: uid, name of their matter, and uids of these notes.

    An episode is left out if one of its notes does not pass the filters. The period of the mood is not a filter.
    """
    members: defaultdict[str, set[str]] = defaultdict(set)
    for batch in map(set, in_batches(notes)):
        for edge in store.abstracts(sorted(batch)):
            if edge.instance in batch:
                members[edge.note].add(edge.instance)
    episodes = [
        note.uid
        for note in visible_abstractions(store, store.notes(sorted(members)), filters, ())
        if note.state == "abstraction" and "episode" in note.tags
    ]
    edges = store.incident_edges("note", episodes).abouts if episodes else ()
    matters = {edge.note: edge.entity for edge in edges if edge.role == "object"}
    names = names_of_entities(store, matters.values())
    return [(uid, names[matters[uid]], members[uid]) for uid in episodes if matters.get(uid) in names]
