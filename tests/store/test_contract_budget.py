"""What a write may cost: three transactions, and on a server sixteen statements, whatever the plan contains."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from factories import (
    NOW,
    make_call,
    make_change,
    make_closing,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_revised,
    make_turn,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Link, NameSource, Similar, Support
from memgraph_core.records.log import AppendResult, LeaseRequest, Tombstone
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
from memgraph_core.store.contract import Store

FORGOTTEN = make_turn("t0", "That was said and forgotten.")
PEOPLE = [make_entity(uid) for uid in ("ada", "bea", "cal", "dan", "eve", "fay")]


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def store(place, namespaces, told) -> Iterator[Store]:
    """A namespace in which something was forgotten, ended and merged, of a database that tells its statements."""
    with closing(place.tell(told.append)) as database:
        store = database.store(namespaces())
        store.append([FORGOTTEN], (), 0)
        store.forget(Selection(turns=(FORGOTTEN.uid,)))
        remember(
            store,
            [make_turn("t1", vector=vector(1))],
            notes=[make_note("n1", vector=vector(1))],
            entities=PEOPLE,
            names=make_names(*PEOPLE),
            facts=[make_fact(f"f{home}", object=home) for home in ("bea", "cal", "dan")],
            invalidations=[make_closing("fbea", by="fcal")],
            merges=[Merge(alias="eve", into="fay", reason="told so")],
        )
        yield store


def all_kinds(known: PlanningSnapshot) -> WritePlan:
    """A plan that says something of every kind there is."""
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
        invalidations=[make_closing("fcal", by="fgil")],
        withdrawals=[InvalidationWithdrawal(fact="fbea", superseded_by="fcal")],
        conflicts=[Conflict(a="fdan", b="fgil", at=NOW, reason="both cannot be")],
        similar=[Similar("n3", "n1", 0.9)],
        supports=[Support("n4", "n1")],
        links=[Link("n3", "n1", "continues")],
        revisions=[make_revised("n1", "t3")],
        splits=[Split(alias="eve", into="fay")],
        merges=[Merge(alias="bea", into="gil", reason="told so", turn="t3")],
        changes=[make_change()],
        calls=[make_call()],
        tombstones=[Tombstone(digest="elsewhere", salt="00" * 16, at=NOW)],
    )
    return replace(plan, novelty_state="what it remembers")


def everything_at_once(store: Store) -> None:
    """Log what was forgotten and what is new, and lease it; ask for all that can be asked; write all that can be written."""

    def pending(there: AppendResult) -> dict[str, float]:
        return {turn.uid: 60.0 for turn in there.turns if turn.state == "pending"}

    lease = LeaseRequest(reader="a reader", select_turns=pending, has_ended=lambda _: False)
    turns = [FORGOTTEN, make_turn("t3"), make_turn("t4", "I found that.", role="assistant", used=("t1",))]
    assert len(store.append(turns, ("ada",), 8, 5, force=True, lease=lease).new) == 3
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


def test_a_write_takes_three_transactions_whatever_the_plan_contains(place, store, told):
    told.clear()
    everything_at_once(store)
    begun = [number for number, statement in enumerate(told) if statement.startswith("BEGIN")]
    assert len(begun) == 3
    if (
        place.shared
    ):  # a server, where each statement is a round trip; each transaction also has a BEGIN and a COMMIT
        statements = [end - begin - 2 for begin, end in zip(begun, [*begun[1:], len(told)], strict=True)]
        assert max(statements) <= 16


def test_all_that_a_plan_can_say_is_written_at_once(store):
    everything_at_once(store)
    facts = {fact.uid: fact for fact in store.facts(None, 10)}
    assert facts["fbea"].holds_until is None
    assert facts["fcal"].holds_until == NOW
    assert facts["fdan"].conflicts == ("fgil",)
    assert facts["fbea"].object == "gil"
    assert [state.context for state in store.history("n1")] == ["", "It was a farm."]
    named = store.snapshot(SnapshotRequest(name_keys=("eve", "fay", "bea", "gil"))).entities
    assert {key: [one.uid for one in those] for key, those in named.items()} == {
        "eve": ["eve"],
        "fay": ["fay"],
        "bea": ["gil"],
        "gil": ["gil"],
    }
    assert store.snapshot(SnapshotRequest(name_keys=("eve",))).entities["eve"][0].mentions == 1
    assert store.supports(["n4"]) == (Support("n4", "n1"),)
    assert store.links(["n3"]) == (Link("n3", "n1", "continues"),)
    assert store.incident_edges("turn", ["t3"]).speakers == (("t3", "eve"),)
    assert store.incident_edges("note", ["n3"]).novelty_state == "what it remembers"
    assert {change.uid for change in store.changes(10)} >= {"c1"}
    assert store.record_calls(()).calls == 1
    assert "elsewhere" in {tombstone.digest for tombstone in store.tombstones()}
    assert store.turns(["t0", "t3"])[1].state == "extracted"
