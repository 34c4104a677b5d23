"""Facts over time: those that held at a time, those known at a time, and the difference between two times."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Fact
from memgraph_core.records.inspect import GraphDiff, NamedFact

AnyFact = TypeVar("AnyFact", bound=Fact)


def facts_at(
    facts: Iterable[AnyFact], as_of: datetime | None, known_at: datetime | None = None
) -> tuple[AnyFact, ...]:
    """The facts that held at `as_of`, as memory knew them at `known_at`, in the given order.

    `as_of` None: facts of all times. `known_at` None: as known now; otherwise facts recorded later are left out, and
    ends recorded later are removed.
    """
    versions = (_as_known(fact, known_at) for fact in facts)
    known = (fact for fact in versions if fact is not None)
    return tuple(fact for fact in known if as_of is None or (fact.holds(as_of) and not fact.never_held))


def fact_difference(
    facts: Sequence[NamedFact],
    changes: Iterable[Change],
    since: datetime,
    until: datetime,
    *,
    by_transaction_time: bool,
) -> GraphDiff:
    """The facts that began and ended in a half-open interval, and the engine's decisions in it, oldest first.

    With `by_transaction_time`, the times count at which memory recorded the facts and their ends, instead of the
    times at which their validity began and ended.
    """
    decided = [change for change in changes if since <= change.at < until]
    valid = [fact for fact in facts if not fact.never_held]
    began = [(fact.recorded_at if by_transaction_time else fact.holds_from, fact) for fact in valid]
    ended = [(_end_recorded_at(fact) if by_transaction_time else fact.holds_until, fact) for fact in valid]
    corrected = [(fact.retired_at, fact) for fact in facts if fact.never_held]
    return GraphDiff(
        since=since,
        until=until,
        began=_within(began, since, until),
        ended=_within(ended, since, until),
        corrected=_within(corrected, since, until),
        conflicts=tuple(change for change in decided if change.kind == "conflict"),
        merged=tuple(change for change in decided if change.kind in ("merge", "split")),
        revised=tuple(change for change in decided if change.kind in ("evolve", "update")),
        undone=tuple(change for change in decided if change.kind == "undo"),
        forgotten=tuple(change for change in decided if change.kind == "forget"),
    )


def named_facts(facts: Iterable[Fact], names: Mapping[str, str]) -> tuple[NamedFact, ...]:
    """The facts with the names of their subjects and objects; the uid where `names` has none."""
    return tuple(NamedFact.of(fact, names) for fact in facts)


def replacement_of(fact: Fact, facts: Iterable[Fact], now: datetime) -> Fact | None:
    """The current fact that replaced an ended one: same subject, same single-valued relation.

    None where `facts` contains no such fact, or several.
    """
    if fact.holds_until is None or fact.holds(now) or not relation_of(fact.type).single:
        return None
    ended = fact.holds_until
    later = [
        other
        for other in facts
        if (other.subject, other.type) == (fact.subject, fact.type)
        and other.uid != fact.uid
        and other.holds(now)
        and (fact.never_held or other.holds_from is None or other.holds_from >= ended)
    ]
    return later[0] if len(later) == 1 and not later[0].conflicts else None


def entity_uids(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The uids of all subjects and objects, sorted."""
    return tuple(sorted({uid for fact in facts for uid in (fact.subject, fact.object)}))


def _as_known(fact: AnyFact, known_at: datetime | None) -> AnyFact | None:
    """The fact as it was known then; None if it was recorded later."""
    if known_at is None:
        return fact
    if fact.recorded_at is not None and fact.recorded_at > known_at:
        return None
    if fact.retired_at is not None and fact.retired_at > known_at:
        return replace(fact, holds_until=None, retired_at=None)
    return fact


def _end_recorded_at(fact: Fact) -> datetime | None:
    """When the end of a fact was recorded; an end that was stated with the fact was recorded with it."""
    if fact.holds_until is None:
        return None
    return fact.retired_at or fact.recorded_at


def _within(
    dated: Iterable[tuple[datetime | None, AnyFact]], since: datetime, until: datetime
) -> tuple[AnyFact, ...]:
    """The facts whose time is in the half-open interval, oldest first, equal times by uid."""
    found = [(at, fact) for at, fact in dated if at is not None and since <= at < until]
    return tuple(fact for _, fact in sorted(found, key=lambda pair: (pair[0], pair[1].uid)))
