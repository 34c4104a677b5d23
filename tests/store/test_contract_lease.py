"""Contract of leases: logged turns are read with their context and reserved for one reader for a time."""

from dataclasses import replace

import pytest

from factories import (
    make_correction,
    make_note,
    make_plan,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.log import ExtractionNeeds, LeaseRequest
from memgraph_core.records.plan import Applied, SnapshotRequest, TurnUpdate
from sample_namespace import contents


def request(reader, *, seconds=60, ended=()):
    """A request for all pending turns that no other reader leases."""

    def pending(found):
        return {t.uid: seconds for t in found.turns if t.state == "pending" and t.uid not in found.leased}

    return LeaseRequest(reader=reader, select_turns=pending, has_ended=lambda other: other in ended)


def lease(store, reader, *uids, before=0, **options):
    return store.lease(uids, ExtractionNeeds(before=before), request=request(reader, **options))


def test_lease_returns_the_same_as_append_for_logged_turns(store):
    mention(store, "Ada", uid="t0")
    remember(store, notes=[make_note("n1", turns=("t0",), text="Ada grows pears.", terms="pear")])
    store.apply(replace(make_plan(store.snapshot(SnapshotRequest())), novelty_state="state"))
    turns = make_turns("t1", "t2", terms="pear")
    store.append(turns)
    needs = ExtractionNeeds(name_keys=["ada"], before=5, candidates=3)
    appended = store.append(turns, needs)
    leased = store.lease(("t1", "t2"), needs, request=request("ada"))
    assert leased == appended
    assert [note.uid for note in leased.candidates] == ["n1"]
    assert [turn.uid for turn in leased.preceding] == ["t0"]
    assert (leased.new, leased.forgotten, leased.novelty_state) == (frozenset(), {}, "state")


def test_turns_are_returned_once_in_the_requested_order_without_unknown_ones(store):
    store.append(make_turns("t1", "t2", "t3"))
    found = lease(store, "ada", "t3", "unknown", "t1", "t3")
    assert [turn.uid for turn in found.turns] == ["t3", "t1"]


def test_lease_logs_nothing_and_does_not_restore_forgotten_turns(store):
    store.append(make_turns("t1", "t2"))
    store.forget(Selection(turns=("t1",)))
    before = contents(store)
    assert [turn.uid for turn in lease(store, "ada", "t1", "t2").turns] == ["t2"]
    assert contents(store) == before


def test_lease_does_not_create_a_namespace(database, store):
    assert lease(store, "ada", "t1").turns == ()
    assert store.namespace not in database.namespaces()


def test_a_leased_turn_is_reported_to_other_readers_and_not_to_its_own(store):
    store.append(make_turns("t1", "t2"))
    assert lease(store, "ada", "t1").leased == {}
    assert lease(store, "ben", "t1", "t2").leased == {"t1": "ada"}
    assert lease(store, "ada", "t1", "t2").leased == {"t2": "ben"}
    assert lease(store, "cleo", "t2", before=5).leased == {"t1": "ada", "t2": "ben"}


def test_without_a_request_nothing_is_leased_or_reported(store):
    store.append(make_turns("t1"))
    lease(store, "ada", "t1")
    assert store.lease(("t1",)).leased == {}
    store.release_lease("ada")
    store.lease(("t1",))
    assert lease(store, "ben", "t1").leased == {}


def test_append_and_lease_respect_each_others_leases(store):
    turns = make_turns("t1", "t2")
    store.append(turns[:1], lease=request("ada"))
    assert lease(store, "ben", "t1").leased == {"t1": "ada"}
    store.append(turns, lease=request("ben"))
    assert lease(store, "ada", "t1", "t2").leased == {"t2": "ben"}


def test_a_lease_ends_when_it_is_released_or_expires_or_its_reader_has_ended(store):
    store.append(make_turns("t1", "t2"))
    lease(store, "ada", "t1")
    lease(store, "ben", "t2", seconds=-1)
    assert lease(store, "cleo", "t2").leased == {}
    store.release_lease("ada")
    assert lease(store, "dora", "t1").leased == {}
    assert lease(store, "emil", "t2", ended={"cleo"}).leased == {}


@pytest.mark.parametrize("state", ["extracted", "skipped"])
def test_a_turn_that_is_not_pending_cannot_be_leased(store, state):
    store.append(make_turns("t1"))
    plan = make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t1", state=state)])
    store.apply(plan)
    everything = LeaseRequest(reader="ada", select_turns=lambda found: {"t1": 60}, has_ended=lambda _: False)
    store.lease(("t1",), request=everything)
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t1", state="pending")]))
    assert lease(store, "ben", "t1").leased == {}


def test_a_corrected_turn_is_read_as_corrected_and_its_lease_has_ended(store):
    store.append([make_turn("t1", "I live in Rome.")])
    lease(store, "ada", "t1")
    store.correct(make_correction("t1", "I live in Turin.", before="I live in Rome."))
    found = lease(store, "ben", "t1")
    assert [turn.text for turn in found.turns] == ["I live in Turin."]
    assert found.leased == {}


def test_a_lease_does_not_change_the_version(store):
    remember(store, make_turns("t1", vector=vector(1)))
    store.append(make_turns("t2"))
    version = store.stats().version
    assert lease(store, "ada", "t2").version == version == store.stats().version


# Leases that append takes


def append_and_lease(store, reader, *turns):
    """Append these turns and lease those that no other reader leases."""

    def free(appended):
        return {turn.uid: 60 for turn in turns if turn.uid not in appended.leased}

    request = LeaseRequest(reader=reader, select_turns=free, has_ended=lambda _: False)
    return store.append(turns, ExtractionNeeds(before=9), lease=request)


def set_state(store, uid, state):
    plan = make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid=uid, state=state)])
    assert isinstance(store.apply(plan), Applied)


def test_a_lease_ends_when_its_turn_is_extracted_corrected_or_forgotten(store):
    turns = [make_turn(f"t{n}", session=f"s{n}") for n in range(4)]
    append_and_lease(store, "ada", *turns)
    set_state(store, "t0", "extracted")
    set_state(store, "t0", "pending")
    store.correct(make_correction("t1", before=turns[1].text))
    store.forget(Selection(turns=("t2",)))
    assert append_and_lease(store, "ben", turns[0], turns[2], turns[3]).leased == {"t3": "ada"}
    assert append_and_lease(store, "ben", store.turns(["t1"])[0]).leased == {}


def test_a_lease_of_a_preceding_turn_is_reported(store):
    one, two = make_turns("first", "second")
    append_and_lease(store, "ada", one)
    assert append_and_lease(store, "ben", two).leased == {one.uid: "ada"}


def test_each_namespace_has_leases_of_its_own(store, other_store):
    append_and_lease(store, "ada", make_turn("t1"))
    assert append_and_lease(other_store, "ben", make_turn("t1")).leased == {}
    other_store.release_lease("ada")
    assert append_and_lease(store, "ben", make_turn("t1")).leased == {"t1": "ada"}
