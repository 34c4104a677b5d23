"""What every store promises of opening and closing: one model's vectors, errors that say what to do."""

from contextlib import closing

import numpy as np
import pytest

from factories import (
    STAMP,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.errors import InvalidInput, StoreError, StoreMismatch
from memgraph_core.reads import Limits
from memgraph_core.store.protocol import Stamp
from memgraph_core.writes import NoteProbe, Probe
from world import QUESTIONS, VERBS, fill, snapshot

OTHER_MODEL = Stamp("another-model", STAMP.dimension)
OTHER_SIZE = Stamp(STAMP.model, 4)


def by_vector(store):
    return set(store.candidates(make_question(vector=vector(1)), Limits(neighbours_of=0)).channels)


def remember_pear(store, uid="1"):
    note = make_note(f"n{uid}", "pear", turns=(f"t{uid}",), vector=vector(1))
    remember(store, [make_turn(f"t{uid}", "pear", vector=vector(1))], notes=[note])


# The stamp


def test_what_was_written_is_there_when_the_database_is_opened_again(fresh_database):
    with closing(fresh_database(STAMP)) as database:
        fill(database.store("ada"), "quince")
        before = snapshot(database.store("ada"))
    with closing(fresh_database(STAMP)) as again:
        assert again.namespaces() == ("ada",)
        assert snapshot(again.store("ada")) == before
        assert by_vector(again.store("ada")) == {"n1", "n2", "t1", "t2"}


@pytest.mark.parametrize("other", [OTHER_MODEL, OTHER_SIZE])
def test_a_database_of_another_model_is_refused_naming_both(fresh_database, other):
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"))
    with pytest.raises(StoreMismatch) as refused:
        fresh_database(other)
    for told in (STAMP.model, str(STAMP.dimension), other.model, str(other.dimension)):
        assert told in str(refused.value)
    with closing(fresh_database(STAMP)) as again:  # and nothing has happened to it
        assert by_vector(again.store("ada")) == {"n1", "t1"}


def test_without_a_stamp_the_store_works_and_has_no_vectors(fresh_database):
    store = fresh_database(None).store("ada")
    remember_pear(store)
    question = make_question("pear", vector=vector(1))
    found = store.candidates(question, Limits(neighbours_of=0))
    assert found.channels == {"n1": {"terms"}, "t1": {"terms"}}
    assert [record.vector for record in (*found.notes, *found.turns)] == [None, None]
    near = store.known(Probe(notes=(NoteProbe(uid="new", terms="pear"),))).near["new"]
    assert [(one.uid, one.similarity) for one in near] == [("n1", None)]
    assert (store.stats().model, store.stats().dimension) == (None, None)


def test_every_verb_works_without_a_stamp(fresh_database):
    store = fresh_database(None).store("ada")
    fill(store, "quince")
    for verb, asked in QUESTIONS.items():
        assert asked.sign.format(word="quince") in repr(asked.verb(store)), verb


def test_a_database_without_a_stamp_can_be_given_one(fresh_database):
    with closing(fresh_database(None)) as database:
        remember_pear(database.store("ada"), "1")
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"), "2")
        assert by_vector(database.store("ada")) == {"n2", "t2"}
    with pytest.raises(StoreMismatch):
        fresh_database(OTHER_MODEL)


def test_vectors_outlast_a_time_without_a_stamp(fresh_database):
    with closing(fresh_database(STAMP)) as database:
        remember_pear(database.store("ada"), "1")
    with closing(fresh_database(None)) as database:
        remember_pear(database.store("ada"), "2")
        assert by_vector(database.store("ada")) == set()
    with closing(fresh_database(STAMP)) as database:
        assert by_vector(database.store("ada")) == {"n1", "t1"}


@pytest.mark.parametrize("length", [4, 9])
def test_a_question_by_a_vector_of_another_size_is_refused(store, length):
    remember_pear(store)
    wrong = np.ones(length, dtype=np.float32)
    with pytest.raises(InvalidInput):
        store.candidates(make_question(vector=wrong), Limits())
    with pytest.raises(InvalidInput):
        store.known(Probe(notes=(NoteProbe(uid="new", terms="", vector=wrong),)))


# Two connections


def test_two_connections_see_each_others_writes_at_once(place, database, store):
    with closing(place.open(STAMP)) as second:
        other = second.store(store.namespace)
        assert by_vector(other) == set()
        remember_pear(store, "1")
        assert by_vector(other) == {"n1", "t1"}
        remember_pear(other, "2")
        assert by_vector(store) == {"n1", "t1", "n2", "t2"}
        assert store.known(Probe()).version == other.known(Probe()).version == 2


def test_a_plan_of_one_connection_makes_that_of_another_stale(place, store):
    with closing(place.open(STAMP)) as second:
        other = second.store(store.namespace)
        store.log(make_turns("t1"), (), 0)
        version = other.known(Probe()).version
        remember(store)
        assert other.known(Probe()).version == version + 1


# Closing


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_after_closing_is_a_store_error_that_says_so(place, namespace, verb):
    database = place.open(STAMP)
    store = database.store(namespace)
    database.close()
    with pytest.raises(StoreError, match="closed"):
        QUESTIONS[verb].verb(store)


def test_listing_namespaces_after_closing_is_a_store_error(place):
    database = place.open(STAMP)
    database.close()
    with pytest.raises(StoreError, match="closed"):
        database.namespaces()


def test_closing_twice_is_closing(place):
    database = place.open(STAMP)
    database.close()
    database.close()


def test_closing_one_connection_leaves_another_open(place, store):
    place.open(STAMP).close()
    remember_pear(store)
    assert store.stats().turns == 1
