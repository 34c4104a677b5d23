"""What held at a moment, what was known then, and what came and went between two moments. Pure: facts in, facts out."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from re import compile as pattern
from typing import cast

from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Change, Fact
from memgraph_core.records.inspect import GraphDiff, NamedFact
from memgraph_core.records.validation import moment_of

_DAY = pattern(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


def moment_asked(given: datetime | str, what: str) -> datetime:
    """A moment, also as text: ISO with a zone, or a day, month or year, which begins in UTC. Raises InvalidInput."""
    if isinstance(given, str) and (match := _DAY.fullmatch(given.strip())):
        year, month, day = (int(part) if part else 1 for part in match.groups())
        try:
            return moment_of(datetime(year, month, day, tzinfo=UTC), what)
        except ValueError:
            pass  # the thirteenth month: refused as any other text
    return moment_of(given, what)


def held_at(
    facts: Iterable[Fact], as_of: datetime | None, known_at: datetime | None = None
) -> tuple[Fact, ...]:
    """The facts that held at a moment, as far as was known at another; None: at any moment, as known now. In their order.

    What the engine had not learnt by `known_at` is left out, and an end that it had not is not there.
    """
    known = (_as_known(fact, known_at) for fact in facts)
    told = (fact for fact in known if fact is not None)
    return tuple(fact for fact in told if as_of is None or (fact.holds(as_of) and not fact.never_held))


def difference(
    facts: Sequence[Fact], changes: Iterable[Change], since: datetime, until: datetime, *, learnt: bool
) -> GraphDiff:
    """What began and ended in a span of time (half-open), in its order; and what was decided in it.

    `learnt` asks when the engine came to know it, instead of when it was so.
    """
    decided = [change for change in changes if since <= change.at < until]
    held = [fact for fact in facts if not fact.never_held]
    began = [(fact.recorded_at if learnt else fact.holds_from, fact) for fact in held]
    ended = [(_learnt_end(fact) if learnt else fact.holds_until, fact) for fact in held]
    corrected = [(fact.retired_at, fact) for fact in facts if fact.never_held]
    return GraphDiff(
        since=since,
        until=until,
        began=_within(began, since, until),
        ended=_within(ended, since, until),
        corrected=_within(corrected, since, until),
        conflicts=tuple(change for change in decided if change.kind == "conflict"),
        merged=tuple(change for change in decided if change.kind in ("merge", "split")),
        revised=tuple(change for change in decided if change.kind in ("evolve", "update", "retype")),
        undone=tuple(change for change in decided if change.kind == "undo"),
        forgotten=tuple(change for change in decided if change.kind == "forget"),
    )


def named_facts(facts: Iterable[Fact], names: Mapping[str, str]) -> tuple[NamedFact, ...]:
    """The facts with what their ends are called."""
    return tuple(
        NamedFact(
            fact=fact,
            subject_name=names.get(fact.subject, fact.subject),
            object_name=names.get(fact.object, fact.object),
        )
        for fact in facts
    )


def in_its_place(fact: Fact, facts: Iterable[Fact], now: datetime) -> Fact | None:
    """What holds now where a fact holds no longer: of the same subject, of a relation that has one object at a time. None
    where there is no such fact among these, or nothing tells which.
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


def ends_of(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The uids of all subjects and objects, sorted."""
    return tuple(sorted({uid for fact in facts for uid in (fact.subject, fact.object)}))


def told_in(side: str) -> dict[str, object]:
    """What the `before` or `after` of a change tells."""
    return cast(dict[str, object], json.loads(side))


def _as_known(fact: Fact, known_at: datetime | None) -> Fact | None:
    if known_at is None:
        return fact
    if fact.recorded_at is not None and fact.recorded_at > known_at:
        return None
    if fact.retired_at is not None and fact.retired_at > known_at:
        return replace(fact, holds_until=None, retired_at=None)
    return fact


def _learnt_end(fact: Fact) -> datetime | None:
    """When its end was learnt; of one that was told with its end, when it was told."""
    if fact.holds_until is None:
        return None
    return fact.retired_at or fact.recorded_at


def _within(
    dated: Iterable[tuple[datetime | None, Fact]], since: datetime, until: datetime
) -> tuple[Fact, ...]:
    found = [(at, fact) for at, fact in dated if at is not None and since <= at < until]
    return tuple(fact for _, fact in sorted(found, key=lambda pair: (pair[0], pair[1].uid)))
