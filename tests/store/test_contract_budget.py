"""Contract on cost: a write takes three transactions, and on Neo4j at most 16 statements in each."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from factories import (
    NOW,
    make_call,
    make_change,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revision,
    make_turn,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Link, NameSource, Similar, Support
from memgraph_core.records.log import AppendResult, ExtractionNeeds, LeaseRequest, Tombstone
from memgraph_core.records.plan import (
    Applied,
    Conflict,
    FactLookup,
    InvalidationWithdrawal,
    Merge,
    NeighbourLookup,
    PlanningSnapshot,
    SnapshotRequest,
    Split,
    TurnUpdate,
    WritePlan,
)
from memgraph_core.records.search import Limits
from memgraph_core.store.contract import Store

FORGOTTEN = make_turn("t0", "This turn was forgotten.")
PEOPLE = [make_entity(uid) for uid in ("ada", "bea", "cal", "dan", "eve", "fay")]


@pytest.fixture
def statements() -> list[str]:
    return []


@pytest.fixture
def store(backend, namespaces, statements) -> Iterator[Store]:
    """A namespace with forgotten turns, ended facts and merges, in a database whose statements are recorded."""
    with closing(backend.open_observed(statements.append)) as database:
        store = database.store(namespaces())
        store.append([FORGOTTEN])
        store.forget(Selection(turns=(FORGOTTEN.uid,)))
        remember(
            store,
            [make_turn("t1", vector=vector(1))],
            notes=[make_note("n1", vector=vector(1))],
            entities=PEOPLE,
            names=make_names(*PEOPLE),
            facts=[make_fact(f"f{home}", object=home) for home in ("bea", "cal", "dan")],
            invalidations=[make_invalidation("fbea", by="fcal")],
            merges=[Merge(alias="eve", into="fay", reason="stated")],
        )
        yield store


def test_a_database_counts_its_round_trips_and_the_use_of_its_cache(backend, namespaces, statements):
    with closing(backend.open_observed(statements.append)) as database:
        store = database.store(namespaces())
        remember(store, [make_turn("t1", vector=vector(1))], notes=[make_note("n1", vector=vector(1))])
        statements.clear()
        before = database.counts()
        store.candidates(make_question("turn", vector=vector(1)), Limits())
        store.candidates(make_question("turn", vector=vector(1)), Limits())
        after = database.counts()
        sent = [
            text for text in statements if not text.startswith("BEGIN")
        ]  # is sent with the first statement
        assert after.round_trips - before.round_trips == (len(sent) if backend.shared else 0)
        assert (after.cache_hits > before.cache_hits) is not backend.shared
        assert database.with_stamp(None).counts() == after


def all_kinds(known: PlanningSnapshot) -> WritePlan:
    """A plan with a row of every kind."""
    new, turn = make_entity("gil"), make_turn("t3")
    plan = make_plan(
        known,
        turns=[
            TurnUpdate(
                uid="t3",
                state="extracted",
                speaker="eve",
                vector=vector(1, 3),
                context_span=(0, 2),
                terms="new",
            ),
            *(TurnUpdate(uid=uid, state="skipped") for uid in ("t0", "t4")),
        ],
        notes=[
            make_note("n3", turns=("t3",), vector=vector(1, 3)),
            make_note("n4", turns=("t4",), state="agent_generated"),
        ],
        entities=[new],
        names=make_names(new),
        name_sources=[NameSource("gil", "t3")],
        mentions=make_mentions(turn, "gil", "eve"),
        abouts=[About("n3", "gil")],
        facts=[make_fact("fgil", "gil", "KNOWS", "ada", notes=("n3",))],
        invalidations=[make_invalidation("fcal", by="fgil")],
        withdrawals=[InvalidationWithdrawal(fact="fbea", superseded_by="fcal")],
        conflicts=[Conflict(a="fdan", b="fgil", at=NOW, reason="both cannot be true")],
        similar=[Similar("n3", "n1", 0.9)],
        supports=[Support("n4", "n1")],
        links=[Link("n3", "n1", "continues")],
        revisions=[make_revision("n1", "t3")],
        splits=[Split(alias="eve", into="fay")],
        merges=[Merge(alias="bea", into="gil", reason="stated", turn="t3")],
        changes=[make_change()],
        calls=[make_call()],
        tombstones=[Tombstone(digest="elsewhere", salt="00" * 16, at=NOW)],
    )
    return replace(plan, novelty_state="a state")


def write_everything(store: Store) -> None:
    """One write that uses every option: append with a lease, a snapshot with every request, and a plan of every kind."""

    def pending(appended: AppendResult) -> dict[str, float]:
        return {turn.uid: 60.0 for turn in appended.turns if turn.state == "pending"}

    lease = LeaseRequest(reader="a reader", select_turns=pending, has_ended=lambda _: False)
    turns = [FORGOTTEN, make_turn("t3"), make_turn("t4", "I found that.", role="assistant", used=("t1",))]
    needs = ExtractionNeeds(name_keys=["ada"], before=8, candidates=5)
    assert len(store.append(turns, needs, force=True, lease=lease).new) == 3
    known = store.snapshot(
        SnapshotRequest(
            name_keys=("ada", "bea"),
            facts=(FactLookup(subject="ada", type="LIVES_IN", object="bea", single=True),),
            notes=(
                NeighbourLookup(uid="n3", terms="ada", vector=vector(1)),
                NeighbourLookup(uid="n4", terms="ada"),
            ),
            candidate_terms="ada moved",
            candidate_count=3,
            revision_counts=("n1",),
            supporting_turns=("t1",),
        )
    )
    assert isinstance(store.apply(all_kinds(known)), Applied)


def test_a_write_takes_three_transactions_whatever_the_plan_contains(backend, store, statements):
    statements.clear()
    write_everything(store)
    begins = [number for number, text in enumerate(statements) if text.startswith("BEGIN")]
    assert len(begins) == 3
    if backend.shared:  # Neo4j, where each statement is a round trip
        ends = [*begins[1:], len(statements)]
        without_begin_and_commit = [end - begin - 2 for begin, end in zip(begins, ends, strict=True)]
        assert max(without_begin_and_commit) <= 16


def test_every_kind_of_row_of_one_plan_is_written(store):
    write_everything(store)
    facts = {fact.uid: fact for fact in store.facts(None, 10)}
    assert facts["fbea"].holds_until is None
    assert facts["fcal"].holds_until == NOW
    assert facts["fdan"].conflicts == ("fgil",)
    assert facts["fbea"].object == "gil"
    assert [state.context for state in store.history("n1")] == ["", "It was a farm."]
    by_key = store.snapshot(SnapshotRequest(name_keys=("eve", "fay", "bea", "gil"))).entities
    assert {key: [entity.uid for entity in entities] for key, entities in by_key.items()} == {
        "eve": ["eve"],
        "fay": ["fay"],
        "bea": ["gil"],
        "gil": ["gil"],
    }
    assert store.snapshot(SnapshotRequest(name_keys=("eve",))).entities["eve"][0].mentions == 1
    assert store.supports(["n4"]) == (Support("n4", "n1"),)
    assert store.links(["n3"]) == (Link("n3", "n1", "continues"),)
    assert store.incident_edges("turn", ["t3"]).speakers == (("t3", "eve"),)
    assert store.incident_edges("note", ["n3"]).novelty_state == "a state"
    assert {change.uid for change in store.changes(10)} >= {"c1"}
    assert store.record_calls(()).calls == 1
    assert "elsewhere" in {tombstone.digest for tombstone in store.tombstones()}
    assert store.turns(["t0", "t3"])[1].state == "extracted"
