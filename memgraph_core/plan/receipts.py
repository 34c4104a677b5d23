"""Receipts: the result for each turn that was added or extracted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import TurnState
from memgraph_core.records.plan import WritePlan
from memgraph_core.records.representation import short_repr

IN_OPEN_WINDOW = "its extraction window is not complete: flush extracts it now"
BY_ANOTHER_WRITER = "extracted by another writer"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReceipt:
    """The result for one turn. `new` is False for a turn that was logged before."""

    uid: str
    state: TurnState | Literal["forgotten"]
    new: bool = True
    notes: tuple[str, ...] = ()  # uids
    facts: tuple[str, ...] = ()  # uids of facts that it states or confirms
    entities: tuple[str, ...] = ()  # uids of entities that it mentions
    reason: str = ""  # why it was skipped or is pending

    __repr__ = short_repr

    @property
    def is_in_open_window(self) -> bool:
        """Whether it is pending only because its extraction window is not complete."""
        return self.state == "pending" and self.reason == IN_OPEN_WINDOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The result of `add`, `flush` or `retry`: one entry per turn in the given order, and warnings: of
    degraded operation, and of turns that are dated in the future.
    """

    turns: tuple[TurnReceipt, ...] = ()
    warnings: tuple[str, ...] = ()
    earlier: tuple[TurnReceipt, ...] = ()  # earlier turns that were extracted now, with their window

    __repr__ = short_repr

    def __str__(self) -> str:
        """The numbers of turns, notes and facts, and of turns that are still pending."""
        facts = sum(len(turn.facts) for turn in (*self.turns, *self.earlier))
        pending = f", {self.pending} pending" if self.pending else ""
        return f"turns: {len(self.turns)}, notes: {self.notes}, facts: {facts}{pending}"

    @property
    def notes(self) -> int:
        """The number of notes that were written."""
        return sum(len(t.notes) for t in (*self.turns, *self.earlier))

    @property
    def forgotten(self) -> int:
        """The number of these turns that were forgotten before and were not logged again."""
        return sum(t.state == "forgotten" for t in self.turns)

    @property
    def pending(self) -> int:
        """The number of these turns that are not extracted yet."""
        return sum(t.state == "pending" for t in self.turns)


def receipts_of_plan(plan: WritePlan, skipped: Mapping[str, str]) -> dict[str, TurnReceipt]:
    """Turn uid → what the plan wrote for it. `skipped` maps turns without notes to the reason."""
    stated = [note for note in plan.notes if not note.is_derived]
    turn_of = {note.uid: note.turns[0] for note in stated}
    notes = grouped((note.turns[0], note.uid) for note in stated)
    facts = grouped(
        (uid, fact.uid) for fact in plan.facts for uid in {turn_of[n] for n in fact.notes if n in turn_of}
    )
    entities = grouped((mention.turn, mention.entity) for mention in plan.mentions)
    return {
        update.uid: TurnReceipt(
            uid=update.uid,
            state=update.state,
            new=False,
            notes=tuple(notes.get(update.uid, ())),
            facts=tuple(facts.get(update.uid, ())),
            entities=tuple(entities.get(update.uid, ())),
            reason=skipped.get(update.uid, ""),
        )
        for update in plan.turns
    }


def logged_receipt(turn: Turn, reason: str) -> TurnReceipt:
    """The receipt of a logged turn for which nothing was written now."""
    return TurnReceipt(uid=turn.uid, state=turn.state, new=False, reason=reason)


def forgotten_receipt(uid: str, at: datetime) -> TurnReceipt:
    """The receipt of a turn that was forgotten before: it is not logged."""
    reason = f"forgotten on {at.date().isoformat()}: add it with force (--force) to remember it again"
    return TurnReceipt(uid=uid, state="forgotten", new=False, reason=reason)
