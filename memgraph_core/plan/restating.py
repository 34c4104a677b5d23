"""The facts of two entities after a split: a turn that names only one of them states its facts about that one.

While the two are merged, "my husband Tom" confirms the marriage to "my husband". After a split it states the marriage to Tom.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.plan.fact_rules import with_statement
from memgraph_core.plan.fact_update import FactUpdate, Statement
from memgraph_core.plan.facts import changes_of
from memgraph_core.plan.undo import kept_facts
from memgraph_core.records.graph import Fact, Note, Turn, uid_of
from memgraph_core.records.plan import PlanningSnapshot, WritePlan
from memgraph_core.records.validation import EARLIEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Separated:
    """One of two entities that were split, and what is stored about it."""

    uid: str
    facts: tuple[Fact, ...]
    turns: frozenset[str]  # uids of the turns that mention it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The notes and turns from which facts come, by uid."""

    notes: Mapping[str, Note]
    turns: Mapping[str, Turn]


def plan_restatements(
    pair: tuple[Separated, Separated],
    sources: Sources,
    known: Iterable[Fact],
    snapshot: PlanningSnapshot,
    namespace: str,
    at: datetime,
) -> WritePlan | None:
    """The plan that states the facts of each entity that were confirmations of facts of the other; None without any.

    `known` are the facts with the same subjects.
    """
    one, other = pair
    found = [
        *_statements(one, other, sources, namespace, at),
        *_statements(other, one, sources, namespace, at),
    ]
    moved = {(fact.uid, note) for fact, statement in found for note in statement.fact.notes}
    facts = {
        fact.uid: replace(fact, notes=tuple(note for note in fact.notes if (fact.uid, note) not in moved))
        for fact in known
    }
    update = FactUpdate(facts=facts, rejected=kept_facts(snapshot.user_decisions))
    statements = [statement for _, statement in found]
    for statement in sorted(statements, key=lambda each: (each.said_at or EARLIEST, each.fact.uid)):
        if statement.fact.uid not in update.facts:
            update = with_statement(update, statement)
    if not update.written:
        return None
    return snapshot.plan(
        at,
        facts=update.written_facts,
        invalidations=update.invalidations,
        conflicts=update.sorted_conflicts,
        changes=changes_of(update, namespace),
    )


def _statements(
    one: Separated, other: Separated, sources: Sources, namespace: str, at: datetime
) -> Iterator[tuple[Fact, Statement]]:
    """Each fact of `one` that a turn confirmed which mentions only the `other` entity, and what the turn states of that one."""
    for fact in (each for each in one.facts if not each.never_held):
        for uid in fact.notes:
            note = sources.notes.get(uid)
            turn = sources.turns.get(note.turns[0]) if note and note.turns else None
            if note is None or turn is None or turn.uid in one.turns or turn.uid not in other.turns:
                continue
            subject, object_ = (other.uid if end == one.uid else end for end in (fact.subject, fact.object))
            if subject == object_ or fact.uid == _uid(namespace, fact, fact.subject, fact.object, uid):
                continue
            stated = replace(
                fact,
                uid=_uid(namespace, fact, subject, object_, uid),
                subject=subject,
                object=object_,
                text=note.text,
                notes=(uid,),
                holds_from=turn.said_at if fact.holds_from else None,
                grain=None,
                recorded_at=turn.recorded_at or at,
                retired_at=None,
                conflicts=(),
                trust=turn.trust,
            )
            if not stated.never_held:
                yield (
                    fact,
                    Statement(fact=stated, at=stated.recorded_at or at, turn=turn.uid, said_at=turn.said_at),
                )


def _uid(namespace: str, fact: Fact, subject: str, object_: str, note: str) -> str:
    """The uid of the fact if this note states it about these entities."""
    return uid_of(namespace, "fact", subject, fact.type, object_, note)
