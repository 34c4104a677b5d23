"""Facts that end with another fact, as their relation entries declare: a place of work with the job."""

from collections.abc import Collection, Mapping

from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.fact_update import FactUpdate, newly_ended, with_end
from memgraph_core.plan.validity import holds_at, start_of
from memgraph_core.records.graph import Fact, Turn

StatedFact = tuple[str, str, str]  # subject (uid), type and object (uid)


def with_dependents_ended(
    update: FactUpdate,
    before: FactUpdate,
    turn: Turn,
    names: Mapping[str, str],
    stated: Collection[StatedFact],
) -> FactUpdate:
    """The update in which facts end with those that ended since `before`.

    `names` is the name of each uid; `stated` are the facts that the turn itself states: "we moved, but I still work in Leeds".
    """
    for ended in newly_ended(before, update):
        until = ended.holds_until
        if until is None or ended.never_held:
            continue
        newer = next((by for fact, by in update.ends if fact == ended.uid and by in update.facts), None)
        for fact in update.facts.values():
            if (fact.subject, fact.type, fact.object) in stated or not _depends(fact, ended, names):
                continue
            if start_of(fact) < until and holds_at(fact, until):
                update = with_end(
                    update,
                    fact,
                    until,
                    f"ended with {ended.type}",
                    at=turn.recorded_at or until,
                    turn=turn.uid,
                    newer=update.facts[newer] if newer else None,
                )
    return update


def _depends(fact: Fact, ended: Fact, names: Mapping[str, str]) -> bool:
    """Whether a fact ends with another one. A trade has no capital: "I work in finance" goes on in another job."""
    scope = relation_of(fact.type).ends_with.get(ended.type)
    if scope is None or fact.subject != ended.subject:
        return False
    return fact.object == ended.object or (scope == "any" and not names.get(fact.object, "").islower())
