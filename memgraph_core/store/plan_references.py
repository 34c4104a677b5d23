"""The records of the graph to which the rows of a plan refer, for both stores."""

from memgraph_core.records.plan import WritePlan


def entities_of_plan(plan: WritePlan) -> list[str]:
    """The uids of all entities in the rows of a plan, sorted."""
    uids = {e.uid for e in plan.entities} | {n.entity for n in plan.names}
    uids |= {m.entity for m in plan.mentions} | {a.entity for a in plan.abouts}
    uids |= {end for f in plan.facts for end in (f.subject, f.object)}
    uids |= {end for pair in (*plan.merges, *plan.splits) for end in (pair.alias, pair.into)}
    return sorted(uids | {t.speaker for t in plan.turns if t.speaker})


def source_turns_of_plan(plan: WritePlan) -> list[str]:
    """The uids of the turns that a plan was made from, sorted. If one of them was forgotten, the plan is stale."""
    uids = {update.uid for update in plan.turns} | {revision.turn for revision in plan.revisions}
    return sorted(uids.union(*(note.turns for note in plan.notes)))
