"""Contract of opening and closing: embedding stamps, several connections, and errors that name the remedy."""

from contextlib import closing

import numpy as np
import pytest

from factories import (
    STAMP,
    all_text_of,
    make_change,
    make_note,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import InvalidInput, StoreError, StoreMismatch
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import (
    Applied,
    NeighbourLookup,
    PlanningSnapshot,
    SnapshotRequest,
    Stale,
    TurnUpdate,
)
from memgraph_core.records.search import Limits
from memgraph_core.store.contract import EmbeddingStamp
from sample_namespace import VERB_CALLS, VERBS, contents, fill

OTHER_MODEL = EmbeddingStamp("another-model", STAMP.dimension)
OTHER_SIZE = EmbeddingStamp(STAMP.model, 4)


def by_vector(store):
    return set(store.candidates(make_question(vector=vector(1)), Limits(neighbour_seeds=0)).channels)


def remember_pear(store, uid="1"):
    note = make_note(f"n{uid}", "pear", turns=(f"t{uid}",), vector=vector(1))
    remember(store, [make_turn(f"t{uid}", "pear", vector=vector(1))], notes=[note])


# The embedding stamp


def test_written_records_are_there_after_reopening(fresh_database):
    with closing(fresh_database(STAMP)) as database:
        fill(database.store("ada"), "quince")
        before = contents(database.store("ada"))
    with closing(fresh_database(STAMP)) as again:
        assert again.namespaces() == ("ada",)
        assert contents(again.store("ada")) == before
        assert by_vector(again.store("ada")) == {"n1", "n2", "t1", "t2"}


@pytest.mark.parametrize("other", [OTHER_MODEL, OTHER_SIZE])
def test_a_namespace_with_vectors_of_another_model_is_refused_with_the_remedy(fresh_database, other):
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"))
    with closing(fresh_database(other)) as database:
        store = database.store("ada")
        question = make_question("pear", vector=np.ones(other.dimension, dtype=np.float32))
        for verb in (
            lambda: store.candidates(question, Limits()),
            lambda: store.snapshot(SnapshotRequest()),
            lambda: store.apply(make_plan(PlanningSnapshot(space="ada#1", version=1, entities={}))),
        ):
            with pytest.raises(StoreMismatch) as refused:
                verb()
            for part in (
                STAMP.model,
                str(STAMP.dimension),
                other.model,
                str(other.dimension),
                "rebuild --embedder",
            ):
                assert part in str(refused.value)
    with closing(fresh_database(STAMP)) as again:  # the refusal changed nothing
        assert by_vector(again.store("ada")) == {"n1", "t1"}


def test_without_an_embedding_stamp_the_store_works_without_vectors(fresh_database):
    store = fresh_database(None).store("ada")
    remember_pear(store)
    question = make_question("pear", vector=vector(1))
    found = store.candidates(question, Limits(neighbour_seeds=0))
    assert found.channels == {"n1": {"terms"}, "t1": {"terms"}}
    assert [record.vector for record in (*found.notes, *found.turns)] == [None, None]
    near = store.snapshot(SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="pear"),))).neighbours[
        "new"
    ]
    assert [(one.uid, one.similarity) for one in near] == [("n1", None)]
    assert (store.stats().model, store.stats().dimension) == (None, None)


def test_every_verb_works_without_an_embedding_stamp(fresh_database):
    store = fresh_database(None).store("ada")
    fill(store, "quince")
    for name, verb in VERB_CALLS.items():
        assert verb.expected.format(word="quince") in all_text_of(verb.call(store)), name


def test_a_database_without_an_embedding_stamp_can_be_given_one(fresh_database):
    with closing(fresh_database(None)) as database:
        remember_pear(database.store("ada"), "1")
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"), "2")
        assert by_vector(database.store("ada")) == {"n2", "t2"}
    with closing(fresh_database(OTHER_MODEL)) as database, pytest.raises(StoreMismatch):
        database.store("ada").snapshot(SnapshotRequest())


def test_namespaces_of_one_database_may_have_vectors_of_different_models(fresh_database):
    with closing(fresh_database(STAMP)) as database:
        other = database.with_stamp(OTHER_SIZE)
        remember_pear(database.store("ada"))
        turn = make_turn("t1", "pear", vector=small(1))
        remember(other.store("bea"), [turn], notes=[make_note("n1", "pear", vector=small(1))])
        assert (database.store("ada").embedding_stamp(), other.store("bea").embedding_stamp()) == (
            STAMP,
            OTHER_SIZE,
        )
        assert by_vector(database.store("ada")) == {"n1", "t1"}
        question = make_question(vector=small(1))
        assert set(other.store("bea").candidates(question, Limits(neighbour_seeds=0)).channels) == {
            "n1",
            "t1",
        }


# Another model for an existing namespace


def small(*numbers):
    """A vector of the model of another size."""
    return np.array((*numbers, *[0.0] * (OTHER_SIZE.dimension - len(numbers))), dtype=np.float32)


def build_with_small_vectors(database, store):
    """Build a generation of the other model from all logged turns; return its store handle and its progress."""
    other = database.with_stamp(OTHER_SIZE).store(store.namespace)
    building = other.begin_generation("rules")
    plan = make_plan(
        other.snapshot(SnapshotRequest(space=building.space)),
        turns=[
            TurnUpdate(uid=turn.uid, state="extracted", vector=small(1))
            for turn in other.log_page(0, 9, 0).turns
        ],
        notes=[make_note("new", "pear", turns=("t1",), vector=small(1))],
    )
    assert isinstance(other.apply(plan), Applied)
    return other, building


def test_the_old_vectors_are_searched_before_the_switch_and_the_new_ones_after_it(database, store):
    remember_pear(store)
    other, building = build_with_small_vectors(database, store)
    assert by_vector(store) == {"n1", "t1"}
    assert (store.embedding_stamp(), building.model, building.extractor) == (STAMP, OTHER_SIZE.model, "rules")
    assert isinstance(other.switch_generation(building.space, make_change("rebuilt")), Applied)
    found = other.candidates(make_question(vector=small(1)), Limits(neighbour_seeds=0))
    assert set(found.channels) == {"new", "t1"}
    assert [record.vector.tolist() for record in (*found.notes, *found.turns)] == [small(1).tolist()] * 2
    assert (other.embedding_stamp(), other.stats().dimension) == (OTHER_SIZE, 4)
    assert other.turns(["t1"])[0].vector.tolist() == small(1).tolist()
    for verb in (lambda: by_vector(store), lambda: store.snapshot(SnapshotRequest())):
        with pytest.raises(StoreMismatch):
            verb()


def test_a_namespace_can_be_rebuilt_with_another_model_repeatedly(database, store):
    remember_pear(store)
    for _ in range(2):
        other, building = build_with_small_vectors(database, store)
        other.switch_generation(building.space, make_change(f"to-{building.space}"))
        back = store.begin_generation("rules")
        note = make_note("n1", "pear", turns=("t1",), vector=vector(1))
        update = TurnUpdate(uid="t1", state="extracted", vector=vector(1))
        store.apply(
            make_plan(store.snapshot(SnapshotRequest(space=back.space)), turns=[update], notes=[note])
        )
        store.switch_generation(back.space, make_change(f"back-{building.space}"))
        assert by_vector(store) == {"n1", "t1"}


def test_a_generation_of_another_model_can_be_discarded(database, store):
    remember_pear(store)
    other, _ = build_with_small_vectors(database, store)
    assert other.discard_generation()
    assert (by_vector(store), store.embedding_stamp()) == ({"n1", "t1"}, STAMP)
    other, building = build_with_small_vectors(database, store)
    store.forget(Selection(turns=("t1",)))  # this discards the generation too
    assert isinstance(other.switch_generation(building.space, make_change("late")), Stale)


def test_a_turn_logged_during_the_build_is_searched_with_the_old_model_and_blocks_the_switch(database, store):
    remember_pear(store)
    other, building = build_with_small_vectors(database, store)
    remember_pear(store, "2")
    assert by_vector(store) == {"n1", "n2", "t1", "t2"}
    assert isinstance(other.switch_generation(building.space, make_change("rebuilt")), Stale)


def test_vectors_can_be_removed_by_a_rebuild(database, store):
    remember_pear(store)
    without = database.with_stamp(None).store(store.namespace)
    building = without.begin_generation("rules")
    update = TurnUpdate(uid="t1", state="extracted")
    note = make_note("n1", "pear", turns=("t1",))
    without.apply(
        make_plan(without.snapshot(SnapshotRequest(space=building.space)), turns=[update], notes=[note])
    )
    assert by_vector(store) == {"n1", "t1"}
    without.switch_generation(building.space, make_change("rebuilt"))
    assert without.embedding_stamp() is None
    remember_pear(store, "2")  # then vectors are stored again
    assert by_vector(store) == {"n2", "t2"}


def test_a_generation_is_continued_with_its_own_model_only(database, store):
    remember_pear(store)
    _, building = build_with_small_vectors(database, store)
    again = store.begin_generation("llm")
    assert (again.space, again.model, again.extractor) == (building.space, OTHER_SIZE.model, "rules")
    with pytest.raises(StoreMismatch):
        store.snapshot(SnapshotRequest(space=building.space))


def test_vectors_are_kept_while_the_database_is_open_without_a_stamp(fresh_database):
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"), "1")
    with closing(fresh_database(None)) as database:
        remember_pear(database.store("ada"), "2")
        assert by_vector(database.store("ada")) == set()
    with closing(fresh_database(STAMP)) as database:
        assert by_vector(database.store("ada")) == {"n1", "t1"}


@pytest.mark.parametrize("length", [4, 9])
def test_a_query_vector_of_another_size_is_refused(store, length):
    remember_pear(store)
    wrong = np.ones(length, dtype=np.float32)
    with pytest.raises(InvalidInput):
        store.candidates(make_question(vector=wrong), Limits())
    with pytest.raises(InvalidInput):
        store.snapshot(SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="", vector=wrong),)))


# Two connections


def test_two_connections_see_each_others_writes_at_once(backend, database, store):
    with closing(backend.open(STAMP)) as second:
        other = second.store(store.namespace)
        assert by_vector(other) == set()
        remember_pear(store, "1")
        assert by_vector(other) == {"n1", "t1"}
        remember_pear(other, "2")
        assert by_vector(store) == {"n1", "t1", "n2", "t2"}
        assert store.snapshot(SnapshotRequest()).version == other.snapshot(SnapshotRequest()).version == 2


def test_a_plan_of_one_connection_makes_that_of_another_stale(backend, store):
    with closing(backend.open(STAMP)) as second:
        other = second.store(store.namespace)
        store.append(make_turns("t1"))
        version = other.snapshot(SnapshotRequest()).version
        remember(store)
        assert other.snapshot(SnapshotRequest()).version == version + 1


# Closing


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_after_closing_raises_a_store_error(backend, namespace, verb):
    database = backend.open(STAMP)
    store = database.store(namespace)
    database.close()
    with pytest.raises(StoreError, match="closed"):
        VERB_CALLS[verb].call(store)


def test_listing_namespaces_after_closing_raises_a_store_error(backend):
    database = backend.open(STAMP)
    database.close()
    with pytest.raises(StoreError, match="closed"):
        database.namespaces()


def test_closing_twice_is_allowed(backend):
    database = backend.open(STAMP)
    database.close()
    database.close()


def test_closing_one_connection_leaves_another_open(backend, store):
    backend.open(STAMP).close()
    remember_pear(store)
    assert store.stats().turns == 1
