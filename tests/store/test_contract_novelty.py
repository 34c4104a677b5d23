"""Contract of the state of the novelty filter: each generation keeps the state that its last plan wrote."""

from factories import make_change, make_note, make_plan, make_turn, make_turns, remember
from memgraph_core.records.forget import Selection
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import Applied, SnapshotRequest, TurnUpdate
from memgraph_core.store.contract import Store
from sample_namespace import fill

STATE = '{"seen": 3, "mean": null}'


def novelty_state(store: Store):
    return store.append([]).novelty_state


def write_state(store, state, **probe):
    plan = make_plan(store.snapshot(SnapshotRequest(**probe)))
    return store.apply(type(plan)(space=plan.space, version=plan.version, at=plan.at, novelty_state=state))


def test_a_new_namespace_has_no_state(store):
    assert novelty_state(store) is None
    assert store.append([make_turn()]).novelty_state is None


def test_append_returns_the_state_of_the_last_plan(store):
    fill(store, "quince")
    for state in (STATE, "", "卡"):
        assert isinstance(write_state(store, state), Applied)
        appended = store.append([make_turn(f"t-{state}")], ExtractionNeeds(name_keys=["ada"], before=2))
        assert novelty_state(store) == appended.novelty_state == state


def test_a_plan_without_a_state_keeps_the_present_one(store):
    fill(store, "quince")
    write_state(store, STATE)
    remember(store, notes=[make_note("n9")])
    assert novelty_state(store) == STATE


def test_each_namespace_has_a_state_of_its_own(store, other_store):
    for each in (store, other_store):
        fill(each, "quince")
    write_state(store, STATE)
    assert novelty_state(other_store) is None


def test_forgetting_a_turn_removes_the_state(store):
    fill(store, "quince")
    write_state(store, STATE)
    store.forget(Selection(turns=("unknown",)))
    assert novelty_state(store) == STATE
    store.forget(Selection(turns=("t1",)))
    assert novelty_state(store) is None
    write_state(store, STATE)
    store.forget(Selection(everything=True))
    store.append(make_turns("t1"))
    assert novelty_state(store) is None


def test_the_generation_being_built_has_a_state_of_its_own(store):
    fill(store, "quince")
    write_state(store, STATE)
    building = store.begin_generation()
    assert building.novelty_state is None
    assert isinstance(write_state(store, "new", space=building.space), Applied)
    assert (novelty_state(store), store.begin_generation().novelty_state) == (STATE, "new")
    page = store.log_page(0, 9, 0)
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=turn.uid, state="extracted") for turn in page.turns]
    assert isinstance(store.apply(make_plan(known, turns=updates)), Applied)
    assert isinstance(store.switch_generation(building.space, make_change("c9")), Applied)
    assert novelty_state(store) == "new"


def test_discarding_a_generation_removes_its_state(store):
    fill(store, "quince")
    write_state(store, STATE)
    write_state(store, "new", space=store.begin_generation().space)
    store.discard_generation()
    assert (novelty_state(store), store.begin_generation().novelty_state) == (STATE, None)
