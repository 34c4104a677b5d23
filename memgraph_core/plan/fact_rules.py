"""How one statement changes facts: it confirms, begins, ends, supersedes, corrects or contradicts them.

Only a fact with the same subject, the same single-valued relation and another object supersedes a fact. Only a text
can end a fact; similarity never does. Statements of an assistant supersede nothing. All facts are kept: an invalidated
fact gets an end of validity. A statement is compared with the facts that held at its own time, so a statement that is
logged late is inserted before newer facts. If a contradiction cannot be decided, both facts are kept and flagged.

Each function returns the update with the changes that the statement makes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.language.lasting import is_one_occasion
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.ends import facts_ended_by
from memgraph_core.plan.fact_update import (
    FactUpdate,
    Statement,
    with_conflict,
    with_end,
    with_fact,
    with_sources,
)
from memgraph_core.plan.validity import holds_at, refine_start, same_start, start_of
from memgraph_core.records.graph import Fact

_UNDECIDED = "another {} at the same time; it is unknown which one holds"
_CORRECTED = "corrected by what was said"
_ONLY_INFERRED = "another {} that only an assistant stated"


def with_statement(update: FactUpdate, statement: Statement) -> FactUpdate:
    """Apply one statement. A denial ends a current fact; it does not imply that the fact was ever valid."""
    statement = _with_refined_start(update, statement)
    if statement.denied or statement.ended:
        if statement.inferred:
            return update
        return _deny(update, statement) if statement.denied else _end(update, statement)
    same = _same(update, statement)
    if same is None:
        update = _begin(update, statement)
        if statement.inferred or statement.fact.holds_until is not None:
            return update
        return _end_other_relations(update, statement)
    if same.trust == "inferred" and not statement.inferred:
        moment = max(start_of(same), start_of(statement.fact))
        return _begin(_supersede(update, same, moment, statement, "a person stated it later"), statement)
    if not statement.inferred and _moves_start(same, statement.fact):
        return _correct_start(update, same, statement)
    return _confirm(update, same, statement)


def with_all_ended(
    update: FactUpdate,
    facts: Iterable[Fact],
    until: datetime,
    *,
    at: datetime,
    turn: str,
    dated: bool,
    said_at: datetime | None = None,
    corrects: bool = False,
) -> FactUpdate:
    """End the facts that hold at a time, because a turn says so. `at`: when it was recorded.

    A fact without a stated start may have begun after `until` only because it was stated later. It ends at `said_at`.
    With `corrects` the facts never held, nor did those that would begin after an end without a date.
    """
    for fact in facts:
        is_ahead = not dated and said_at is not None and start_of(fact) > said_at and fact.grain is not None
        if corrects or is_ahead:
            update = with_end(update, fact, until, _CORRECTED, at=at, turn=turn, corrects=True)
            continue
        moment = _end_within(fact, until, said_at)
        if holds_at(fact, moment):
            update = with_end(
                update,
                fact,
                moment,
                "ended by what was said",
                at=at,
                turn=turn,
                dated=dated and moment == until,
            )
    return update


def _end_within(fact: Fact, until: datetime, said_at: datetime | None) -> datetime:
    """The stated end of a fact; if the fact was only stated after it, the time at which the end was said."""
    is_late = said_at is not None and fact.grain is None and until < start_of(fact) < said_at
    return said_at if is_late and said_at is not None else until


def _supersede(
    update: FactUpdate,
    fact: Fact,
    until: datetime,
    statement: Statement,
    reason: str = "",
    *,
    dated: bool = False,
    corrects: bool = False,
) -> FactUpdate:
    """End a fact because the stated fact supersedes it."""
    return with_end(
        update,
        fact,
        until,
        reason or _superseded_by(fact),
        at=statement.at,
        turn=statement.turn,
        newer=statement.fact,
        dated=dated,
        corrects=corrects,
    )


def _superseded_by(fact: Fact) -> str:
    return f"superseded by a newer {fact.type}"


def _end_stated(
    update: FactUpdate,
    fact: Fact,
    until: datetime,
    statement: Statement,
    reason: str,
    *,
    dated: bool = False,
    stated_until: datetime | None = None,
) -> FactUpdate:
    """End a fact because the statement says that it ended."""
    return with_end(
        update,
        fact,
        until,
        reason,
        at=statement.at,
        turn=statement.turn,
        dated=dated,
        stated_until=stated_until,
    )


def _with_refined_start(update: FactUpdate, statement: Statement) -> Statement:
    """Move a start that the text gives only roughly to a time after the facts known for that period."""
    fact = statement.fact
    begins = not (statement.ended or statement.denied or statement.is_new) and fact.holds_until is None
    if not (begins and statement.dated and statement.said_at and relation_of(fact.type).single):
        return statement
    if statement.inferred:
        return statement
    return replace(statement, fact=refine_start(fact, update.related(fact), statement.said_at))


def _same(update: FactUpdate, statement: Statement) -> Fact | None:
    """The stored fact that the statement repeats; None if there is none.

    It has the same object, and it holds when this one starts, or it starts later and no other fact lies between them.
    Facts that a person stated take precedence.
    """
    fact = statement.fact
    start, related = start_of(fact), update.related(fact)
    equal = sorted((f for f in related if f.object == fact.object), key=lambda f: f.trust == "inferred")
    if relation_of(fact.type).repeats:
        return _same_occasion(equal, statement)
    for other in equal:
        if relation_of(fact.type).intention and _has_another_end(fact, other):
            continue
        if holds_at(other, start):
            return other
        both_open = fact.holds_until is None is other.holds_until
        if both_open and start_of(other) > start and not _other_between(related, fact, other):
            return other
    return None


def _has_another_end(fact: Fact, other: Fact) -> bool:
    """Whether two plans have different days."""
    return fact.holds_until is not None and other.holds_until not in (None, fact.holds_until)


def _same_occasion(known: Sequence[Fact], statement: Statement) -> Fact | None:
    """The last of the facts, which differ only in their time, that means the occasion of the statement.

    A correction and a statement without a date mean the last occasion; a date means the occasion that may have been then.
    """
    fact = statement.fact
    for other in reversed(known):
        is_vague = other.grain is None and start_of(fact) <= start_of(other)
        if statement.corrects_time or fact.grain is None or is_vague or same_start(other, fact):
            return other
    return None


def _confirm(update: FactUpdate, same: Fact, statement: Statement) -> FactUpdate:
    update = with_sources(update, same, statement.fact.notes)
    until = statement.fact.holds_until
    if until is None or same.holds_until is not None:
        return update
    return _end_stated(update, same, until, statement, "a later statement gave its end", dated=True)


def _deny(update: FactUpdate, statement: Statement) -> FactUpdate:
    since = statement.fact.holds_from if statement.dated else None
    moment = since or statement.said_at or statement.at
    for same in update.related(statement.fact):
        if same.object == statement.fact.object and holds_at(same, moment):
            update = _end_stated(
                update, same, moment, statement, "a statement denied it", dated=statement.dated
            )
    return update


def _end(update: FactUpdate, statement: Statement) -> FactUpdate:
    """End the fact that the statement says is over. If it is not known, add it as a fact of the past."""
    fact = statement.fact
    until = fact.holds_until or statement.said_at or statement.at
    dated = fact.holds_until is not None
    related = [f for f in update.related(fact) if f.object == fact.object]
    same = [f for f in related if start_of(f) <= _end_within(f, until, statement.said_at)]
    if not same:  # a fact that starts after `until` is another one
        return _add_past(update, statement, until)
    last = same[-1]
    if last.holds_until is None and not dated and is_one_occasion(fact.type, fact.text):
        return with_sources(update, last, fact.notes)
    end = until = _end_within(last, until, statement.said_at)
    if last.holds_until is not None:  # the end was stated before
        update = with_sources(update, last, fact.notes)
        end = until if dated else min(until, last.holds_until)
    return _end_stated(update, last, end, statement, "a statement ended it", dated=dated, stated_until=until)


def _add_past(update: FactUpdate, statement: Statement, until: datetime) -> FactUpdate:
    """Add a fact that had ended before it was stated. If its start is stated too, it may contradict other facts."""
    own_start = statement.dated and statement.fact.holds_from != statement.said_at
    since = statement.fact.holds_from if own_start else None
    past = replace(statement.fact, holds_from=since, holds_until=until, retired_at=statement.at)
    others = [f for f in update.related(past) if f.object != past.object and f.trust != "inferred"]
    update = with_fact(update, past)
    if since is not None and relation_of(past.type).single:
        for other in others:
            if holds_at(other, since):
                update = with_conflict(update, other, statement, _UNDECIDED.format(past.type))
    return update


def _begin(update: FactUpdate, statement: Statement) -> FactUpdate:
    """Add the stated fact, and decide about the other facts of a single-valued relation."""
    fact, relation = statement.fact, relation_of(statement.fact.type)
    others = [f for f in update.related(fact) if f.object != fact.object and f.uid not in statement.beside]
    update = with_fact(update, fact)
    if relation.sole and not (statement.inferred or statement.is_new):
        for other in _of_other_subjects(update, fact):
            update = _decide_between(update, other, statement)
    for other in (f for f in others if f.uid in statement.former):
        update = _decide_between(update, other, statement)
    if statement.corrects and not relation.single:
        for other in _last_current(f for f in others if not set(f.notes) & set(fact.notes)):
            update = _supersede(update, other, start_of(other), statement, _CORRECTED, corrects=True)
    if not relation.single or statement.is_new:
        return update
    for other in _last_current(others) if relation.shared else others:
        update = _decide_between(update, other, statement)
    if statement.inferred or relation.fixed:
        return update
    return _end_at_following(update, statement, [f for f in others if f.trust != "inferred"])


def _of_other_subjects(update: FactUpdate, fact: Fact) -> list[Fact]:
    """The facts with the same object and another subject that no common note states: "Ann and Tom lead the team"."""
    return [
        other
        for other in update.facts.values()
        if (other.type, other.object) == (fact.type, fact.object)
        and other.subject != fact.subject
        and not (other.never_held or set(other.notes) & set(fact.notes))
    ]


def _decide_between(update: FactUpdate, other: Fact, statement: Statement) -> FactUpdate:
    """Decide between a new fact and another one that may hold when it starts."""
    fact = statement.fact
    if statement.inferred or other.trust == "inferred":
        return _settle_inferred(update, other, statement)
    fixed, held = relation_of(fact.type).fixed, holds_at(other, start_of(fact))
    if not fixed and not held:
        return update
    if not fixed and _is_undecided(other, statement):
        return with_conflict(update, other, statement, _UNDECIDED.format(fact.type))
    is_equal_start = other.holds_from is not None and other.holds_from == fact.holds_from
    if fixed or statement.corrects or is_equal_start:
        reason = f"corrected: another {fact.type}"
        return _supersede(update, other, start_of(other), statement, reason, corrects=True)
    return _supersede(update, other, start_of(fact), statement, dated=statement.dated)


def _settle_inferred(update: FactUpdate, other: Fact, statement: Statement) -> FactUpdate:
    """A person's statement supersedes an assistant's; an assistant's statement only conflicts with a person's."""
    if not holds_at(other, start_of(statement.fact)):
        return update
    if not statement.inferred:
        return _supersede(update, other, start_of(statement.fact), statement)
    if other.trust == "inferred":
        return update
    return with_conflict(update, other, statement, _ONLY_INFERRED.format(other.type))


def _is_undecided(other: Fact, statement: Statement) -> bool:
    """Whether the order of the two facts is unknown, or the new fact ended before the other one."""
    fact = statement.fact
    if set(fact.notes) & set(other.notes):
        return True
    if "observed" in (fact.trust, other.trust) and fact.holds_from is None is other.holds_from:
        return True
    end = fact.holds_until
    if end is None or end > (statement.said_at or statement.at):
        return False
    return other.holds_until is None or end < other.holds_until


def _end_at_following(update: FactUpdate, statement: Statement, others: Sequence[Fact]) -> FactUpdate:
    """End a fact that was logged late at the start of the next stored fact. `others` are sorted by start."""
    fact = statement.fact
    for other in others:
        starts_later = start_of(other) > start_of(fact) and _has_duration(update.facts[other.uid])
        if starts_later and (fact.holds_until is None or start_of(other) < fact.holds_until):
            until, reason = start_of(other), _superseded_by(fact)
            return with_end(update, fact, until, reason, at=statement.at, turn=statement.turn, newer=other)
    return update


def _end_other_relations(update: FactUpdate, statement: Statement) -> FactUpdate:
    """End the facts of other relations that the entry of the relation names."""
    fact = statement.fact
    for other in [*facts_ended_by(fact, update.facts.values())]:
        moment = start_of(fact)
        if other.grain is None and start_of(other) >= moment and statement.said_at is not None:
            moment = statement.said_at  # the other fact held when it was said; its own start is not known
        if other.trust != "inferred" and start_of(other) < moment and holds_at(other, moment):
            reason = f"ended by {fact.type}"
            update = _supersede(update, other, moment, statement, reason, dated=statement.dated)
    return update


def _moves_start(same: Fact, fact: Fact) -> bool:
    """Whether the stated fact gives another start: another date, or an earlier time if neither text gave a date."""
    if (
        same.uid == fact.uid
        or relation_of(fact.type).fixed
        or fact.holds_from is None
        or same.holds_from is None
    ):
        return False
    if same.grain is None or fact.grain is None:
        return fact.holds_from < same.holds_from
    return not same_start(same, fact)


def _correct_start(update: FactUpdate, same: Fact, statement: Statement) -> FactUpdate:
    """Replace the fact by one with another start. Facts that it had ended now end at the new start."""
    fact, dated = statement.fact, statement.dated
    related = update.related(fact)
    ended = [f for f in related if f.object != fact.object and f.holds_until == same.holds_from]
    reason = "corrected: another time"
    update = _supersede(update, same, start_of(same), statement, reason, dated=dated, corrects=True)
    update = _begin(update, statement)
    for other in ended:
        if start_of(other) < start_of(fact):
            update = _supersede(update, other, start_of(fact), statement, dated=dated)
    until = same.holds_until
    if until is not None and fact.uid in update.current and until > start_of(fact):
        update = _end_stated(update, fact, until, statement, "an earlier statement gave its end")
    return update


def _other_between(facts: Iterable[Fact], first: Fact, last: Fact) -> bool:
    """Whether a fact with another object starts after the start of `first` and not after that of `last`."""
    others = [f for f in facts if f.object != first.object and f.trust != "inferred" and _has_duration(f)]
    return any(start_of(first) < start_of(f) <= start_of(last) for f in others)


def _has_duration(fact: Fact) -> bool:
    """Whether it held for a known time. If a text only says that a fact is over, its start is unknown."""
    return not fact.never_held and (fact.holds_until is None or fact.holds_until > start_of(fact))


def _last_current(facts: Iterable[Fact]) -> list[Fact]:
    """The fact without an end that started last, as a list; empty if all have ended."""
    return sorted((f for f in facts if f.holds_until is None), key=lambda f: (start_of(f), f.uid))[-1:]
