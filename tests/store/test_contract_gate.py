"""What every store promises of the gate: it remembers what the last plan said, in each generation its own."""

from factories import make_change, make_note, make_plan, make_turn, make_turns, remember
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import Applied, SnapshotRequest, TurnUpdate
from memgraph_core.store.contract import Store
from world import fill

STATE = '{"seen": 3, "mean": null}'


def gate(store: Store):
    return store.append([], (), 0).novelty_state


def remembering(store, state, **probe):
    plan = make_plan(store.snapshot(SnapshotRequest(**probe)))
    return store.apply(type(plan)(space=plan.space, version=plan.version, at=plan.at, novelty_state=state))


def test_it_remembers_nothing_at_first(store):
    assert gate(store) is None
    assert store.append([make_turn()], (), 0).novelty_state is None


def test_what_a_plan_says_is_told_with_the_log_until_another_says_otherwise(store):
    fill(store, "quince")
    for state in (STATE, "", "卡"):
        assert isinstance(remembering(store, state), Applied)
        assert gate(store) == store.append([make_turn(f"t-{state}")], ["ada"], 2).novelty_state == state


def test_a_plan_that_says_nothing_of_it_leaves_it_as_it_is(store):
    fill(store, "quince")
    remembering(store, STATE)
    remember(store, notes=[make_note("n9")])
    assert gate(store) == STATE


def test_namespaces_are_apart(store, other_store):
    for each in (store, other_store):
        fill(each, "quince")
    remembering(store, STATE)
    assert gate(other_store) is None


def test_forgetting_drops_it_and_forgetting_nobody_does_not(store):
    fill(store, "quince")
    remembering(store, STATE)
    store.forget(Selection(turns=("unknown",)))
    assert gate(store) == STATE
    store.forget(Selection(turns=("t1",)))
    assert gate(store) is None
    remembering(store, STATE)
    store.forget(Selection(everything=True))
    store.append(make_turns("t1"), (), 0)
    assert gate(store) is None


def test_a_generation_that_is_derived_has_its_own(store):
    fill(store, "quince")
    remembering(store, STATE)
    building = store.begin_generation()
    assert building.novelty_state is None
    assert isinstance(remembering(store, "new", space=building.space), Applied)
    assert (gate(store), store.begin_generation().novelty_state) == (STATE, "new")
    page = store.log_page(0, 9, 0)
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=turn.uid, state="extracted") for turn in page.turns]
    assert isinstance(store.apply(make_plan(known, turns=updates)), Applied)
    assert isinstance(store.switch_generation(building.space, make_change("c9")), Applied)
    assert gate(store) == "new"


def test_one_that_is_given_up_is_forgotten(store):
    fill(store, "quince")
    remembering(store, STATE)
    remembering(store, "new", space=store.begin_generation().space)
    store.discard_generation()
    assert (gate(store), store.begin_generation().novelty_state) == (STATE, None)
