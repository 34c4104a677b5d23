"""The record of a decision, and its two states: before the decision and after it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal, Self, cast

from memgraph_core.records.graph import uid_of
from memgraph_core.records.representation import short_repr

REQUESTED = "requested"  # the reason of a person's decision, if no other is given


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeState:
    """The affected record and its values before or after a decision. Each kind uses some of the fields.

    It holds uids, numbers and times, and no memory text. `text` is set only when corrections are listed, never stored.
    """

    change: str | None = None  # the decision that this one undoes
    again: bool = False  # this decision undoes an undo
    was: str | None = None  # kind of the decision that is undone
    fact: str | None = None
    facts: tuple[str, ...] = ()  # the facts that contradict each other
    subject: str | None = None  # of the fact
    type: str | None = None  # of the fact
    object: str | None = None  # of the fact
    by: str | None = None  # the fact that superseded it
    turn: str | None = None  # the turn that caused it, or the corrected turn
    holds_until: datetime | None = None
    entity: str | None = None  # the entity that was merged or split
    into: str | None = None  # the entity that it is merged into
    note: str | None = None
    number: int | None = None  # of the state of the note, or of the correction of the turn
    turns: tuple[str, ...] = ()  # the turns whose messages left a queue
    status: str | None = None  # of those messages
    items: tuple[str, ...] = ()  # uids of the items of views that were acknowledged
    count: int | None = None  # of forgotten turns, or of the instances of an abstraction
    preset: str | None = None  # of the consolidation
    space: str | None = None
    text: str | None = None

    __repr__ = short_repr

    @property
    def values(self) -> dict[str, Any]:
        """The fields that are set, as JSON values by name."""
        named = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {
            name: _plain(value) for name, value in named if value not in (None, ()) and value is not False
        }

    @property
    def json(self) -> str:
        """The fields that are set, as a JSON object."""
        return json.dumps(self.values, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `json` wrote. Other fields are ignored. Raises ValueError for text that is no JSON object."""
        values = json.loads(text)
        if not isinstance(values, dict):
            raise ValueError(f"{text!r:.80} is not a JSON object")
        return cls.from_values(cast(dict[str, Any], values))

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """The state with these JSON values. Other fields are ignored."""
        if isinstance(count := values.get("turns"), int):  # earlier versions used other names
            values = values | {"turns": (), "count": count}
        known = {name: values[name] for name in _NAMES if name in values}
        known["status"] = known.get("status", values.get("as"))
        for name in ("facts", "turns", "items"):
            known[name] = tuple(known.get(name, ()))
        if (until := known.get("holds_until")) is not None:
            known["holds_until"] = datetime.fromisoformat(until)
        return cls(**known)


_NAMES = tuple(field.name for field in fields(ChangeState))
_EMPTY = ChangeState()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The record of one decision. It holds uids and times, never memory text, so that forgetting is complete."""

    uid: str
    kind: (
        str  # supersede, end, correct, conflict, evolve, update, merge, split, consolidate, archive,
        # restore, undo, forget, rebuild, queue or acknowledge
    )
    by: Literal["user", "engine"]
    at: datetime
    reason: str
    before: ChangeState = _EMPTY
    after: ChangeState = _EMPTY

    __repr__ = short_repr

    @property
    def about(self) -> ChangeState:
        """Both states merged: a field of `after` if it is set, else of `before`."""
        return ChangeState.from_values(self.before.values | self.after.values)


def decision_of_user(
    namespace: str,
    kind: str,
    key: Sequence[object],
    *,
    at: datetime,
    reason: str = "",
    before: ChangeState = _EMPTY,
    after: ChangeState = _EMPTY,
) -> Change:
    """The record of a person's decision. The namespace, the kind and the parts of the key determine its uid."""
    uid = uid_of(namespace, kind, *key)
    return Change(
        uid=uid, kind=kind, by="user", at=at, reason=reason or REQUESTED, before=before, after=after
    )


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
