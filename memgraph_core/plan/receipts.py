"""What became of each turn, told to whoever added it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import TurnState
from memgraph_core.records.plan import WritePlan

WAITS = "waits until its window is closed: flush reads it now"
ELSEWHERE = "extracted by another writer"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReceipt:
    """What one turn gave. `new` is False for a turn that was logged before."""

    uid: str
    state: TurnState | Literal["forgotten"]
    new: bool = True
    notes: tuple[str, ...] = ()  # uids
    facts: tuple[str, ...] = ()  # uids of facts it states or confirms
    entities: tuple[str, ...] = ()  # uids it mentions
    reason: str = ""  # why it was skipped or is pending

    @property
    def waits(self) -> bool:
        """Whether it is pending only because its window is not closed yet."""
        return self.state == "pending" and self.reason == WAITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an `add` or `retry` did, turn by turn in the order given; warnings tell what is degraded."""

    turns: tuple[TurnReceipt, ...] = ()
    warnings: tuple[str, ...] = ()
    closed: tuple[
        TurnReceipt, ...
    ] = ()  # turns that had waited, and were read now with those of their window

    @property
    def notes(self) -> int:
        """How many notes were written."""
        return sum(len(t.notes) for t in (*self.turns, *self.closed))

    @property
    def forgotten(self) -> int:
        """How many of these turns were forgotten once, and are not remembered again."""
        return sum(t.state == "forgotten" for t in self.turns)

    @property
    def pending(self) -> int:
        """How many of these turns wait, for their window to be closed or for `retry`."""
        return sum(t.state == "pending" for t in self.turns)


def receipts(plan: WritePlan, skipped: Mapping[str, str], new: frozenset[str]) -> dict[str, TurnReceipt]:
    """Turn uid → what the plan wrote for it."""
    notes: dict[str, list[str]] = {}
    turn_of = {note.uid: note.turns[0] for note in plan.notes}
    for note in plan.notes:
        notes.setdefault(note.turns[0], []).append(note.uid)
    facts: dict[str, list[str]] = {}
    for fact in plan.facts:
        for uid in {turn_of[n] for n in fact.notes if n in turn_of}:
            facts.setdefault(uid, []).append(fact.uid)
    entities: dict[str, list[str]] = {}
    for mention in plan.mentions:
        entities.setdefault(mention.turn, []).append(mention.entity)
    return {
        update.uid: TurnReceipt(
            uid=update.uid,
            state=update.state,
            new=update.uid in new,
            notes=tuple(notes.get(update.uid, ())),
            facts=tuple(facts.get(update.uid, ())),
            entities=tuple(entities.get(update.uid, ())),
            reason=skipped.get(update.uid, ""),
        )
        for update in plan.turns
    }


def forgotten(uid: str, at: datetime) -> TurnReceipt:
    """The receipt of a turn that people had forgotten: it is not logged."""
    reason = f"forgotten on {at.date().isoformat()}: say it with again (--again) to remember it all the same"
    return TurnReceipt(uid=uid, state="forgotten", new=False, reason=reason)


def waiting(turn: Turn, new: frozenset[str], reason: str) -> TurnReceipt:
    """The receipt of a turn that is logged and no more."""
    return TurnReceipt(uid=turn.uid, state=turn.state, new=turn.uid in new, reason=reason)
