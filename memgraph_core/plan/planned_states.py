"""States that are planned with a day: they are called off or moved with their plan, and a plan ends when what it plans begins.

"I'm moving to Bergen on 2 May" states a plan and a home from that day, both from one note. If the plan ends before its day, the
new home never held and the former one does not end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import planned_objects, relation_of
from memgraph_core.plan.ends import STATES
from memgraph_core.plan.fact_rules import with_statement
from memgraph_core.plan.fact_update import (
    FactUpdate,
    Statement,
    newly_ended,
    with_end,
    with_fact,
    without_end_by,
)
from memgraph_core.plan.validity import holds_at, latest_start, start_of
from memgraph_core.records.extraction import ExtractedNote
from memgraph_core.records.graph import Fact, Turn, uid_of
from memgraph_core.records.kinds import Grain
from memgraph_core.records.validation import EARLIEST

_CALLED_OFF = "its plan was called off"
_FULFILLED = "what was planned was done"
_MOVED = "superseded by another day"


def with_plans_followed(update: FactUpdate, before: FactUpdate, turn: Turn) -> FactUpdate:
    """The update in which states follow their plans. `before` is the update before an end or a fact of the turn was applied."""
    now = turn.said_at
    if now is None or update is before:
        return update
    for fact in newly_ended(before, update):
        if relation_of(fact.type).intention:
            for state in _planned_with(fact, update):
                if start_of(state) > now and not _begun_before(fact, state):
                    update = _without_state(update, state, now, turn)
        elif fact.never_held and start_of(fact) > now:
            for plan in _planned_with(fact, update):
                if plan.holds_until is None or plan.holds_until > now:
                    update = _end(update, plan, now, _MOVED, turn)
    return update


def with_plans_fulfilled(
    update: FactUpdate, statement: Statement, object_name: str, names: Mapping[str, str]
) -> FactUpdate:
    """The update in which the plans to do what a statement says was done end. `names` is the name of each uid.

    An occasion without a date may be an earlier one.
    """
    fact, now = statement.fact, statement.said_at
    keys = {name_key(plan) for plan in planned_objects(fact.type, object_name).values()}
    is_over = statement.ended or statement.denied or statement.inferred
    is_vague = relation_of(fact.type).repeats and fact.grain in (None, "year")
    if not keys or now is None or start_of(fact) > now or is_over or is_vague:
        return update
    done = min(latest_start(fact), now)
    for plan in update.facts.values():
        is_meant = (plan.subject, plan.type) == (fact.subject, "PLANS_TO") and name_key(
            names.get(plan.object, "")
        ) in keys
        if (
            is_meant
            and holds_at(plan, now)
            and start_of(plan) < done
            and not set(plan.notes) & set(fact.notes)
        ):
            update = with_end(update, plan, done, _FULFILLED, at=statement.at, turn=statement.turn)
    return update


def with_plans_moved(
    update: FactUpdate, plans: Iterable[Fact], turn: Turn, moved: ExtractedNote, note: str, namespace: str
) -> FactUpdate:
    """The update in which plans have the day that a note gives to them, and so do their states. `note` is the uid of the note."""
    at, day = turn.recorded_at or EARLIEST, (moved.holds_from, moved.holds_until)
    if turn.said_at is None or day[0] is None or day[0] <= turn.said_at:
        return update
    for plan in plans:
        for state in _planned_with(plan, update):
            if start_of(state) > turn.said_at:
                fact = _restated(state, turn, note, namespace, since=day[0], grain=moved.grain)
                statement = Statement(
                    fact=fact, at=at, turn=turn.uid, said_at=turn.said_at, corrects_time=True
                )
                update = with_statement(update, statement)
        later = _restated(plan, turn, note, namespace, until=day[1])
        update = _end(with_fact(update, later), plan, turn.said_at, _MOVED, turn, newer=later)
    return update


def _planned_with(fact: Fact, update: FactUpdate) -> list[Fact]:
    """The states that are planned with a plan, or the plans of a state: they are stated by the same note."""
    is_plan = relation_of(fact.type).intention
    return [
        other
        for other in update.facts.values()
        if other.subject == fact.subject
        and (other.type in STATES if is_plan else relation_of(other.type).intention)
        and set(other.notes) & set(fact.notes)
        and not other.never_held
    ]


def _begun_before(plan: Fact, state: Fact) -> bool:
    """Whether a plan ends because its state has begun."""
    return plan.holds_until is not None and plan.holds_until >= start_of(state)


def _without_state(update: FactUpdate, state: Fact, now: datetime, turn: Turn) -> FactUpdate:
    """The update without a state that does not begin. What it would have ended goes on."""
    update = _end(update, state, now, _CALLED_OFF, turn, corrects=True)
    if not update.facts[state.uid].never_held:
        return update  # a person undid this end
    ended = [
        other
        for other in update.facts.values()
        if other.holds_until == state.holds_from
        and other.uid != state.uid
        and other.subject == state.subject
        and (
            other.type == state.type
            or other.type in relation_of(state.type).ends
            or state.type in relation_of(other.type).ends_with
        )
    ]
    for other in ended:
        update = without_end_by(update, other, state)
    return update


def _restated(
    fact: Fact,
    turn: Turn,
    note: str,
    namespace: str,
    *,
    since: datetime | None = None,
    grain: Grain | None = None,
    until: datetime | None = None,
) -> Fact:
    """The fact as a note states it again."""
    return replace(
        fact,
        uid=uid_of(namespace, "fact", fact.subject, fact.type, fact.object, note),
        notes=(note,),
        holds_from=since or turn.said_at,
        holds_until=until,
        grain=grain,
        recorded_at=turn.recorded_at,
        retired_at=None,
    )


def _end(
    update: FactUpdate,
    fact: Fact,
    until: datetime,
    reason: str,
    turn: Turn,
    *,
    newer: Fact | None = None,
    corrects: bool = False,
) -> FactUpdate:
    at = turn.recorded_at or until
    return with_end(update, fact, until, reason, at=at, turn=turn.uid, newer=newer, corrects=corrects)
