"""Functions that build records for tests. Every field has a default; keyword arguments set fields.

Times are days of 2026. Vectors are given by their first components. Terms are the lower-case words of the text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from memgraph_core.records.changes import Change
from memgraph_core.records.forget import TurnCorrection
from memgraph_core.records.graph import Call, Correction, Entity, Fact, Mention, Name, Note, Turn
from memgraph_core.records.kinds import EntityType, MentionKind, TurnState, Vector
from memgraph_core.records.log import AppendResult
from memgraph_core.records.plan import (
    Applied,
    Invalidation,
    NoteRevision,
    PlanningSnapshot,
    SnapshotRequest,
    TurnUpdate,
    WritePlan,
)
from memgraph_core.records.search import Query
from memgraph_core.store.contract import EmbeddingStamp, Store

DIMENSION = 8
STAMP = EmbeddingStamp("eight-numbers", DIMENSION)
NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)

_ATTEMPTS = 100  # plans of one writer that may be stale in a row; with a fair store far fewer are


def day(number: int, hour: int = 9) -> datetime:
    """This number of days after 1 January 2026."""
    return datetime(2026, 1, 1, hour, tzinfo=UTC) + timedelta(days=number)


def vector(*floats: float) -> Vector:
    """The vector with these first components and zeros after them, at unit length."""
    filled = np.zeros(DIMENSION, dtype=np.float32)
    filled[: len(floats)] = floats
    return filled / np.linalg.norm(filled)


def terms_of(text: str) -> str:
    """The lower-case words of a text, joined by spaces; every Chinese character is a word."""
    return " ".join(re.findall(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+", text.lower()))


def make_turn(uid: str = "t1", text: str = "I moved to Turin.", **fields: Any) -> Turn:
    default: dict[str, Any] = {
        "session": "s1",
        "speaker": "Ada",
        "said_at": day(0),
        "recorded_at": NOW,
        "terms": terms_of(text),
    }
    return Turn(uid=uid, text=text, **default | fields)


def make_turns(*uids: str, **fields: Any) -> tuple[Turn, ...]:
    """One turn for each uid, with different texts and the same other fields."""
    return tuple(make_turn(uid, f"This is {uid}.", **fields) for uid in uids)


def make_correction(
    turn: str = "t1",
    text: str = "I moved to Milan.",
    before: str = "I moved to Turin.",
    uid: str = "c-update",
    **fields: Any,
) -> TurnCorrection:
    correction = Correction(change=uid, at=NOW, before=before, **fields)
    change = make_change(uid, kind="update", by="user")
    return TurnCorrection(turn=turn, text=text, terms=terms_of(text), correction=correction, change=change)


def make_note(uid: str = "n1", text: str = "Ada moved to Turin.", **fields: Any) -> Note:
    default: dict[str, Any] = {
        "turns": ("t1",),
        "said_at": day(0),
        "recorded_at": NOW,
        "terms": terms_of(text),
    }
    return Note(uid=uid, text=text, **default | fields)


def make_entity(uid: str = "ada", name: str | None = None, type: EntityType = "Person") -> Entity:
    return Entity(uid=uid, name=name or uid.title(), type=type)


def make_fact(
    uid: str = "f1", subject: str = "ada", type: str = "LIVES_IN", object: str = "turin", **fields: Any
) -> Fact:
    default: dict[str, Any] = {"text": f"{subject} {type} {object}", "notes": ("n1",), "recorded_at": NOW}
    return Fact(uid=uid, subject=subject, type=type, object=object, **default | fields)


def make_names(*entities: Entity) -> tuple[Name, ...]:
    """One name for each entity: its own, with the lower-case form as the key."""
    return tuple(Name(entity.name.lower(), entity.name, entity.uid) for entity in entities)


def make_mentions(turn: Turn, *entities: str, how: MentionKind = "named") -> tuple[Mention, ...]:
    """Mentions of these entities in a turn, at the time of the turn."""
    return tuple(Mention(turn.uid, uid, turn.at or NOW, how) for uid in entities)


def make_change(uid: str = "c1", at: datetime = NOW, **fields: Any) -> Change:
    default: dict[str, Any] = {"kind": "supersede", "by": "engine", "reason": "a newer fact says otherwise"}
    return Change(uid=uid, at=at, **default | fields)


def make_call(uid: str = "call1", at: datetime = NOW, **fields: Any) -> Call:
    default: dict[str, Any] = {"model": "a-model", "kind": "extract", "outcome": "used", "turns": 2}
    return Call(uid=uid, at=at, **default | {"tokens_in": 70, "tokens_out": 30, "cost": 0.25} | fields)


def make_revision(
    note: str = "n1", turn: str = "t2", context: str = "It was a farm.", **fields: Any
) -> NoteRevision:
    """A revision of a note: another context, and the text of `make_note`."""
    text = fields.get("text", "Ada moved to Turin.")
    default: dict[str, Any] = {
        "at": NOW,
        "text": text,
        "keywords": ("farm",),
        "tags": ("home",),
        "terms": terms_of(f"{text} {context}"),
        "language": "en",
    }
    return NoteRevision(note=note, turn=turn, context=context, **default | fields)


def make_invalidation(
    fact: str, by: str | None = None, until: datetime = NOW, reason: str = "moved"
) -> Invalidation:
    """The end of a fact, superseded by the fact `by`, or by none."""
    return Invalidation(fact=fact, holds_until=until, retired_at=NOW, reason=reason, superseded_by=by)


def make_question(text: str = "", **fields: Any) -> Query:
    """A query whose terms are the words of the text."""
    default: dict[str, Any] = {"now": NOW, "terms": tuple(dict.fromkeys(terms_of(text).split()))}
    return Query(text=text, **default | fields)


def make_plan(base: PlanningSnapshot | AppendResult, **rows: Any) -> WritePlan:
    """A plan based on a snapshot, with its rows in the order that the contract requires."""
    ordered = {kind: tuple(sorted(items, key=_sort_key)) for kind, items in rows.items()}
    return WritePlan(space=base.space, version=base.version, at=NOW, **ordered)


def _sort_key(row: Any) -> tuple[str, ...]:
    fields = ("uid", "fact", "key", "turn", "note", "entity", "a", "b")
    return tuple(str(getattr(row, field)) for field in fields if hasattr(row, field))


def remember(
    store: Store,
    turns: Sequence[Turn] = (),
    *,
    state: TurnState = "extracted",
    spoken_by: Mapping[str, str] | None = None,
    **rows: Any,
) -> Applied:
    """Log the turns and apply a plan with these rows. A stale plan is made again.

    The plan sets the state and the vector of each turn, as the engine does. `spoken_by` maps turns to entities.
    """
    store.append(turns)
    updates = [
        TurnUpdate(uid=turn.uid, state=state, speaker=(spoken_by or {}).get(turn.uid), vector=turn.vector)
        for turn in turns
    ]
    for _ in range(_ATTEMPTS):
        outcome = store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates, **rows))
        if isinstance(outcome, Applied):
            return outcome
    raise AssertionError(f"the plan was stale {_ATTEMPTS} times in a row")


def mention(store: Store, *names: str, uid: str, **fields: Any) -> Turn:
    """Store one turn that mentions these persons. The uid and the name key of each are its lower-case name."""
    turn = make_turn(uid, f"Of {' and '.join(names)}.", **fields)
    persons = [make_entity(name.lower(), name) for name in names]
    remember(
        store,
        [turn],
        entities=persons,
        names=make_names(*persons),
        mentions=make_mentions(turn, *(person.uid for person in persons)),
    )
    return turn


def all_text_of(value: object) -> str:
    """The `repr` of a value, with all fields of records in full: the `repr` of a record is cut."""
    if is_dataclass(value) and not isinstance(value, type):
        shown = [f"{f.name}={all_text_of(getattr(value, f.name))}" for f in fields(value) if f.repr]
        return f"{type(value).__name__}({', '.join(shown)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {all_text_of(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        items = ", ".join(map(all_text_of, value))
        return f"[{items}]" if isinstance(value, list) else f"({items}{',' if len(value) == 1 else ''})"
    return repr(value)
