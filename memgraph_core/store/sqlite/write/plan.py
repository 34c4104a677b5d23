"""Write plans: the check whether a plan is stale, and the order in which its records are written."""

from memgraph_core.records.plan import Applied, Stale, WritePlan
from memgraph_core.records.rebuild import space_name
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.plan_references import source_turns_of_plan
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write import (
    cache_log,
    changes,
    entities,
    facts,
    invalidations,
    jobs,
    ledger,
    merges,
    notes,
    revisions,
    tombstones,
    turns,
)
from memgraph_core.store.sqlite.write.batch import Batch

_MISSING_TURNS = """
SELECT count(*) FROM json_each(:turns) row
WHERE NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = :namespace AND turn.uid = row.value)
"""
_NOVELTY_STATE = """
INSERT INTO novelty_state (space, state) VALUES (:space, :state) ON CONFLICT DO UPDATE SET state = excluded.state
"""


def apply(
    connection: Connection, namespace: str, plan: WritePlan, stamp: EmbeddingStamp | None
) -> Applied | Stale:
    """See `Store.apply`, for a plan of the current space."""
    current = namespace_state.find(connection, namespace)
    stale = Stale(current.version if current else 0)
    if misses_turns(connection, current, plan):
        return stale
    if current is None:
        if plan.version != 0 or plan.space != space_name(namespace, 1):
            return stale
        current = namespace_state.find_or_create(connection, namespace)
    if plan.space != space_name(namespace, current.generation):
        return stale
    state = namespace_state.advance(connection, namespace, plan.version, current.generation, stamp)
    if state is None:
        return stale
    check_stamp(namespace, state.stamp, stamp)
    write(connection, state, plan, stamp)
    return Applied(state.version)


def misses_turns(connection: Connection, state: NamespaceState | None, plan: WritePlan) -> bool:
    """Whether a turn that the plan was made from is no longer in the log."""
    sources = source_turns_of_plan(plan)
    if state is None or not sources:
        return bool(sources)
    values = {"namespace": state.namespace, "turns": json_array(sources)}
    return bool(connection.run(_MISSING_TURNS, values)[0][0])


def write(
    connection: Connection,
    state: NamespaceState,
    plan: WritePlan,
    stamp: EmbeddingStamp | None,
    *,
    visible: bool = True,
    new_model: bool = False,
) -> None:
    """Write all records of the plan.

    For a generation that is being derived (`visible=False`) turns keep their states, and decisions are recorded under the negated
    space. With a `new_model` turns keep their vectors too.
    """
    # Results that depend on the state before the plan are computed first.
    grouping = merges.grouping_of(connection, state.space, plan)
    ends = None
    if plan.withdrawals or plan.invalidations:
        ends = invalidations.outcome_of(connection, state, plan.withdrawals, plan.invalidations)

    batch = Batch(connection=connection, namespace=state.namespace, space=state.space, stamp=stamp)
    turns.update(batch, plan.turns, states_visible=visible, new_model=new_model)
    notes.write(batch, plan.notes)
    entities.write(batch, plan.entities, plan.names, plan.name_sources)
    entities.write_speakers(batch, plan.turns)
    entities.write_mentions(batch, plan.mentions)
    entities.write_abouts(batch, plan.abouts)
    entities.recount_uids(batch, [mention.entity for mention in plan.mentions])
    notes.write_similar(batch, plan.similar)
    notes.write_supports(batch, plan.supports)
    notes.write_abstracts(batch, plan.abstracts, plan.abstracts_removed)
    notes.write_links(batch, plan.links, plan.links_removed)
    notes.write_states(batch, plan.states)
    revisions.write(batch, plan.revisions)
    facts.write(batch, plan.facts)
    if ends:
        invalidations.write(batch, ends)
    facts.write_conflicts(batch, plan.conflicts)
    if grouping:
        merges.write(batch, grouping, plan)
    if plan.novelty_state is not None:
        connection.run(_NOVELTY_STATE, {"space": state.space, "state": plan.novelty_state})
    ledger.write(connection, state.namespace, plan.calls)
    tombstones.write(connection, state, plan.tombstones)
    if visible:
        jobs.request(connection, state.namespace, plan.jobs)
    changes.write(connection, state.namespace if visible else -state.space, plan.changes)
    cache_log.write(batch, plan)
