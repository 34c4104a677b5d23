"""Records confirmed uses of statements, and reads their retention."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.engine.abstractions import instances_by_note
from memgraph_core.engine.batches import turns_by_uid
from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.plan.agent_generated import used_turns
from memgraph_core.records.graph import Entity, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.retention import CurveName, Retention
from memgraph_core.records.search import UNLIMITED, Filters, Hit
from memgraph_core.retrieve.retention import retention_of
from memgraph_core.store.contract import Store


def record_uses(store: Store, used: Sequence[Hit | str], at: datetime) -> tuple[str, ...]:
    """Record that an answer used these hits, notes or turns. See `Memory.used`."""
    if isinstance(used, str):
        raise InvalidInput(f"used is {used!r:.80}; give a list of hits or uids.")
    uids = used_turns(used)
    of_notes = {note.uid: note.turns for note in store.notes(uids)}
    turns = dict.fromkeys(turn for uid in uids for turn in of_notes.get(uid, (uid,)))
    return store.record_uses(tuple(turns), at) if turns else ()


def retention(
    store: Store, records: Sequence[Hit | str], curve: CurveName, now: datetime
) -> tuple[Retention, ...]:
    """The retention of hits, notes, turns and entities. See `Memory.retention`."""
    uids = tuple(dict.fromkeys(one if isinstance(one, str) else one.uid for one in records))
    sources = _source_turns(store, uids)
    turns = turns_by_uid(store, (turn for each in sources.values() for turn in each))
    found = (
        retention_of_turns(uid, [turns[turn] for turn in sources.get(uid, ()) if turn in turns], curve, now)
        for uid in uids
    )
    return tuple(each for each in found if each is not None)


def retention_of_turns(uid: str, turns: Iterable[Turn], curve: CurveName, now: datetime) -> Retention | None:
    """The retention of what these turns state. The first turn states it, and each later turn counts as a use.

    None without a turn of a known time.
    """
    sources = list(turns)
    stated_at = sorted({turn.at for turn in sources if turn.at})
    if not stated_at:
        return None
    uses = [at for turn in sources for at in turn.used_at]
    return retention_of(uid, stated_at[0], [*stated_at[1:], *uses], now, curve)


def _source_turns(store: Store, uids: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Uid → the turns (uids) that state the record.

    For a note these are its turns, for an abstraction the turns of its instances, for an entity the turns that mention it, and
    for a turn the turn itself.
    """
    found: dict[str, Sequence[str]] = {uid: (uid,) for uid in uids}
    notes = {note.uid: note for note in store.notes(uids)}
    found |= {uid: note.turns for uid, note in notes.items()}
    found |= _turns_of_instances(store, [uid for uid, note in notes.items() if note.is_abstraction])
    entities = store.entities(EntityQuery(uids=tuple(uids), limit=UNLIMITED)) if uids else ()
    return found | {entity.uid: _turns_about(store, entity) for entity in entities}


def _turns_of_instances(store: Store, abstractions: Sequence[str]) -> Mapping[str, Sequence[str]]:
    of_abstraction = instances_by_note(store, abstractions)
    notes = store.notes(sorted({uid for uids in of_abstraction.values() for uid in uids}))
    return {
        abstraction: [turn for note in notes if note.uid in uids for turn in note.turns]
        for abstraction, uids in of_abstraction.items()
    }


def _turns_about(store: Store, entity: Entity) -> Sequence[str]:
    within = Filters(entity=name_key(entity.name))
    return [each.uid for each in store.listed(ListQuery(of="turn", filters=within, limit=UNLIMITED))]
