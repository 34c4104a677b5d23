"""Merge and split entities on request, and repeat such decisions in a new generation."""

from collections.abc import Sequence
from datetime import datetime

from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.unknown_names import similar_hint, similar_names
from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.plan.merging import merge_change, plan_repeat, split_change, user_merges_and_splits
from memgraph_core.plan.restating import Separated, Sources, plan_restatements
from memgraph_core.records.changes import REQUESTED, Change
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import Merge, PlanningSnapshot, SnapshotRequest, Split, WritePlan
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store


def merge(engine: MemoryEngine, store: Store, name: str, into: str, reason: str, moment: datetime) -> Entity:
    """Merge the entity called `name` into the one called `into`. Returns `into` after the merge.

    Nothing changes if both names belong to one entity. Raises InvalidInput for an unknown name, and StoreUnavailable if
    other programs write all the time.
    """
    at = utc(moment, "now")
    target = ""

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        nonlocal target
        alias, target = (_uid_of_name(store, snapshot, each) for each in (name, into))
        if alias == target:
            return None
        decision = Merge(alias=alias, into=target, reason=reason or REQUESTED)
        change = merge_change(decision, store.namespace, at=at, by="user", version=snapshot.version)
        return snapshot.plan(at, merges=(decision,), changes=(change,))

    request = SnapshotRequest(name_keys=(name_key(name), name_key(into)))
    commit(store, make_plan, request=request, attempts=engine.settings.ingest.attempts)
    return _entity(store, target)


def split(engine: MemoryEngine, store: Store, name: str, reason: str, moment: datetime) -> Entity:
    """Undo the merge of the entity that was called `name`. Returns that entity as it is after the split.

    If there are several such entities, the first by name and uid is split off. Raises InvalidInput if there is none, and
    StoreUnavailable if other programs write all the time.
    """
    at = utc(moment, "now")
    alias = ""

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan:
        nonlocal alias
        merged = _merged_entity(store, name)
        alias = merged.uid
        decision = Split(alias=alias, into=merged.canonical or alias)
        change = split_change(decision, store.namespace, at=at, reason=reason, version=snapshot.version)
        return snapshot.plan(at, splits=(decision,), changes=(change,))

    committed = commit(store, make_plan, attempts=engine.settings.ingest.attempts)
    assert committed is not None  # make_plan always returns a plan
    restate_split_facts(engine, store, committed.plan, at)
    return _entity(store, alias)


def restate_split_facts(engine: MemoryEngine, store: Store, split: WritePlan, at: datetime) -> None:
    """After splits, state the facts of turns that name only one of the two entities about that one."""

    def separated(uid: str) -> Separated:
        mentions = store.stream(StreamQuery(entity=uid, limit=UNLIMITED))
        return Separated(
            uid=uid,
            facts=store.facts(uid, UNLIMITED),
            turns=frozenset(mention.turn for mention in mentions),
        )

    def make_plan(snapshot: PlanningSnapshot, pair: Split) -> WritePlan | None:
        both = separated(pair.alias), separated(pair.into)
        facts = [fact for each in both for fact in each.facts]
        notes = store.notes([uid for fact in facts for uid in fact.notes])
        turns = store.turns([uid for note in notes for uid in note.turns])
        sources = Sources(notes={n.uid: n for n in notes}, turns={t.uid: t for t in turns})
        subjects = {fact.subject for fact in facts} | {pair.alias, pair.into}
        known = [fact for uid in sorted(subjects) for fact in store.facts(uid, UNLIMITED)]
        return plan_restatements(both, sources, known, snapshot, store.namespace, at)

    for pair in split.splits:
        commit(
            store,
            lambda snapshot, pair=pair: make_plan(snapshot, pair),
            attempts=engine.settings.ingest.attempts,
        )


def user_decisions(store: Store) -> tuple[Change, ...]:
    """The merges and splits that users decided, oldest first."""
    return user_merges_and_splits(store.changes(UNLIMITED))


def repeat_decisions(
    store: Store, decisions: Sequence[Change], at: datetime, space: str | None = None
) -> bool:
    """Repeat merges and splits in the generation `space` (None: the current one).

    Entities that do not exist there are skipped. Repeating a decision twice changes nothing. False if the generation
    does not exist any more. Raises StoreUnavailable if other programs write all the time.
    """

    def repeated(decision: Change) -> bool:
        def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
            return plan_repeat(decision, snapshot, at) if snapshot.version >= 0 else None

        return commit(store, make_plan, request=SnapshotRequest(space=space)) is not None

    return all(repeated(decision) for decision in decisions)


def _uid_of_name(store: Store, snapshot: PlanningSnapshot, name: str) -> str:
    """The uid of the entity with this name; of the most mentioned one if there are several."""
    entities = snapshot.entities.get(name_key(name), ())
    if not entities:
        known = (entity.name for entity in store.entities(EntityQuery(limit=UNLIMITED)))
        hint = similar_hint(similar_names(name, known))
        raise InvalidInput(f"no entity is called {name!r:.80}.{hint} Give a name that `entities` lists.")
    return entities[0].uid


def _merged_entity(store: Store, name: str) -> Entity:
    keys = (name_key(name),)
    if merged := store.entities(EntityQuery(name_keys=keys, merged=True)):
        return min(merged, key=lambda e: (e.name, e.uid))
    named = store.entities(EntityQuery(name_keys=keys, limit=1))
    if not named:
        raise InvalidInput(f"no entity is called {name!r:.80}. Give the name of a merged entity.")
    if name_key(named[0].name) != name_key(name):
        raise InvalidInput(
            f"{name!r:.80} is a further name of {named[0].name!r:.80} and never was an entity of its own. Correct the turn in "
            "which it means somebody else with `update`: give the whole name there."
        )
    raise InvalidInput(
        f"{name!r:.80} is not merged into another entity. Give the name of an entity that was merged into it."
    )


def _entity(store: Store, uid: str) -> Entity:
    entities = store.entities(EntityQuery(uids=(uid,), limit=1))
    if not entities:
        raise InvalidInput(f"entity {uid!r} does not exist any more: another program changed or forgot it.")
    return entities[0]
