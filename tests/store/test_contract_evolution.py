"""Contract of note evolution: candidate notes for the model, links, revisions, and the ledger of model calls."""

from dataclasses import replace

import pytest

from factories import (
    NOW,
    STAMP,
    day,
    make_call,
    make_change,
    make_entity,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revision,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Link, session_key
from memgraph_core.records.log import CallTotals, ExtractionNeeds
from memgraph_core.records.plan import Applied, NeighbourLookup, SnapshotRequest, Stale, TurnUpdate
from memgraph_core.records.search import Limits, Seeds
from sample_namespace import MANY, fill

# Candidate notes of the log


def candidates(store, text, count=5, **fields):
    turn = make_turn(f"new: {text}", text, session="s9", **fields)
    return [note.uid for note in store.append([turn], ExtractionNeeds(candidates=count)).candidates]


def test_append_returns_the_notes_that_share_most_terms_with_pending_turns(store):
    notes = [
        make_note("n1", "Ada grows quinces."),
        make_note("n2", "Ada grows old quinces in a garden."),
        make_note("n3", "Bea sails."),
    ]
    remember(store, [make_turn("t1")], notes=notes)
    assert candidates(store, "Quinces of the garden!") == ["n2", "n1"]
    assert candidates(store, "Quinces of the garden!", count=1) == ["n2"]
    assert candidates(store, "Quinces of the garden!", count=0) == []
    assert candidates(store, "Nothing alike.") == []


def test_a_candidate_note_is_complete_except_for_its_vector(store):
    note = make_note("n1", "Ada grows quinces.", affect="joy", keywords=("quince",), vector=vector(1))
    remember(store, [make_turn("t1")], notes=[note])
    [found] = store.append([make_turn("t2", "Quinces!")], ExtractionNeeds(candidates=1)).candidates
    assert (found, found.terms, found.vector) == (note, note.terms, None)


def test_archived_and_sensitive_notes_are_not_candidates(store):
    notes = [
        make_note("n1", "quinces", state="archived"),
        make_note("n2", "quinces", kind="vault"),
        make_note("n3", "quinces"),
    ]
    remember(store, [make_turn("t1")], notes=notes)
    assert candidates(store, "quinces") == ["n3"]


def test_turns_that_are_not_pending_have_no_candidates(store):
    remember(store, [make_turn("t1", "quinces")], notes=[make_note("n1", "quinces")])
    assert store.append([make_turn("t1", "quinces")], ExtractionNeeds(candidates=5)).candidates == ()


def test_candidates_come_from_the_same_namespace(store, other_store):
    remember(other_store, [make_turn("t1")], notes=[make_note("n1", "quinces")])
    assert candidates(store, "quinces") == []


def test_a_rebuild_gets_candidates_of_the_generation_being_built(store):
    remember(store, [make_turn("t1", "quinces")], notes=[make_note("old", "quinces")])
    building = store.begin_generation()
    probe = SnapshotRequest(space=building.space, candidate_terms="of quinces", candidate_count=3)
    assert store.snapshot(probe).candidates == ()
    store.apply(make_plan(store.snapshot(probe), notes=[make_note("new", "quinces")]))
    assert [note.uid for note in store.snapshot(probe).candidates] == ["new"]
    assert [note.uid for note in store.snapshot(replace(probe, space=None)).candidates] == ["old"]
    assert store.snapshot(replace(probe, candidate_count=0)).candidates == ()


# Links


def three_notes(store, **rows):
    notes = [make_note(f"n{n}", turns=(f"t{n}",)) for n in (1, 2, 3)]
    turns = [make_turn(f"t{n}", session=f"s{n}", text=f"This is {n}.") for n in (1, 2, 3)]
    remember(store, turns, notes=notes, **rows)


def test_two_notes_may_have_several_links_with_one_weight_per_reason(store):
    three_notes(store, links=[Link("n2", "n1", "continues", 0.5), Link("n2", "n1", "contradicts")])
    remember(store, links=[Link("n2", "n1", "continues", 0.75), Link("n3", "n2", "answers")])
    assert store.links(["n1"]) == (Link("n2", "n1", "continues", 0.75), Link("n2", "n1", "contradicts"))
    assert [link.a for link in store.links(["n1", "n2", "n3", "unknown"])] == ["n2", "n2", "n3"]


def test_a_link_to_an_unknown_note_or_to_itself_is_ignored(store):
    three_notes(store, links=[Link("n1", "unknown", "answers"), Link("n1", "n1", "answers")])
    assert store.links(["n1"]) == ()


def test_links_are_removed_with_either_note(store):
    three_notes(store, links=[Link("n2", "n1", "continues"), Link("n3", "n2", "answers")])
    store.forget(Selection(turns=("t2",)))
    assert store.links(["n1", "n2", "n3"]) == ()


def test_expanding_returns_the_links_of_its_notes_also_to_other_notes(store):
    ada = make_entity("ada")
    three_notes(
        store,
        entities=[ada],
        names=make_names(ada),
        abouts=[About("n1", "ada"), About("n2", "ada")],
        links=[Link("n2", "n1", "continues", 0.5), Link("n3", "n1", "exception_to")],
    )
    found = store.expand(Seeds(entities=("ada",)), make_question())
    assert [note.uid for note in found.notes] == ["n1", "n2"]
    assert found.links == (Link("n2", "n1", "continues", 0.5), Link("n3", "n1", "exception_to"))


def test_of_many_links_expanding_returns_the_strongest(store):
    ada = make_entity("ada")
    notes = [make_note(f"n{n:02}") for n in range(20)]
    remember(
        store,
        [make_turn("t1")],
        notes=notes,
        entities=[ada],
        names=make_names(ada),
        abouts=[About("n00", "ada")],
        links=[Link(f"n{n:02}", "n00", "continues", n / 20) for n in range(1, 20)],
    )
    found = store.expand(Seeds(entities=("ada",)), make_question()).links
    assert [link.a for link in found] == ["n16", "n17", "n18", "n19"]


# Revisions


def store_note_and_turns(store):
    """A note of t1, and turns t2, t3 and t4 in sessions of their own that may revise it."""
    turns = [make_turn(f"t{n}", f"This is {n}.", session=f"s{n}") for n in (1, 2, 3, 4)]
    remember(store, turns, notes=[make_note("n1", vector=vector(1))])


def revisions(store, note="n1"):
    return [(one.number, one.context, one.turn) for one in store.history(note)]


def found_by(store, word):
    return "n1" in store.candidates(make_question(word), Limits()).channels


def test_revision_zero_is_the_first_derivation(store):
    store_note_and_turns(store)
    [first] = store.history("n1")
    assert (first.note, first.number, first.text, first.turn) == ("n1", 0, "Ada moved to Turin.", None)
    assert first.at == NOW
    assert store.history("unknown") == ()


def test_a_revised_note_has_the_new_values_and_keeps_its_history(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision(context="It was a farm.", vector=vector(0, 1))])
    remember(store, revisions=[make_revision(turn="t3", context="A farm with quinces.", tags=("fruit",))])
    [note] = store.notes(["n1"])
    assert (note.context, note.keywords, note.tags) == ("A farm with quinces.", ("farm",), ("fruit",))
    assert (note.text, note.turns, note.kind, note.said_at) == (
        "Ada moved to Turin.",
        ("t1",),
        "episodic",
        day(0),
    )
    assert revisions(store) == [(0, "", None), (1, "It was a farm.", "t2"), (2, "A farm with quinces.", "t3")]
    assert store.stats().notes == 1


def test_a_revised_note_is_found_by_its_present_text_and_vector(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision(context="Among quinces.", vector=vector(0, 1))])
    assert found_by(store, "quinces")
    [near] = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="", vector=vector(0, 1)),))
    ).neighbours["new"]
    assert (near.uid, round(near.similarity, 3)) == ("n1", 1.0)
    remember(store, revisions=[make_revision(turn="t3", context="Among pears.", vector=vector(1, 1))])
    assert found_by(store, "pears")
    assert not found_by(store, "quinces")


def test_a_revision_without_a_vector_removes_the_vector(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision()])
    assert store.notes(["n1"])[0].vector is None


def test_revising_without_an_embedder_keeps_the_vector(fresh_database):
    with_model = fresh_database(STAMP).store("ada")
    store_note_and_turns(with_model)
    remember(fresh_database(None).store("ada"), revisions=[make_revision()])
    assert with_model.notes(["n1"])[0].vector is not None
    assert with_model.notes(["n1"])[0].context == "It was a farm."


def test_deriving_a_note_again_removes_its_history(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision()])
    remember(store, notes=[make_note("n1", "Ada left.")])
    assert [(one.number, one.text) for one in store.history("n1")] == [(0, "Ada left.")]


def test_revising_an_unknown_note_does_nothing(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision("unknown")])
    assert store.history("unknown") == ()


def test_a_revision_caused_by_a_forgotten_turn_is_not_written(store):
    store_note_and_turns(store)
    plan = make_plan(store.snapshot(SnapshotRequest()), revisions=[make_revision()])
    store.forget(Selection(turns=("t2",)))
    assert isinstance(store.apply(replace(plan, version=store.stats().version)), Stale)
    assert revisions(store) == [(0, "", None)]


def test_revisions_belong_to_their_generation(store):
    store_note_and_turns(store)
    remember(store, revisions=[make_revision(context="old")])
    building = store.begin_generation()
    turns = store.log_page(0, MANY, 0).turns
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=turn.uid, state="extracted") for turn in turns[:3]]
    store.apply(make_plan(known, turns=updates, notes=[make_note("n1", "new", vector=vector(1))]))
    probe = SnapshotRequest(
        space=building.space, notes=(NeighbourLookup(uid="x", terms="", vector=vector(0, 1)),)
    )
    assert store.snapshot(probe).neighbours["x"][0].similarity < 0.1
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=turns[3].uid, state="extracted")]
    better = [make_revision(context="better", vector=vector(0, 1))]
    assert isinstance(store.apply(make_plan(known, turns=updates, revisions=better)), Applied)
    assert store.snapshot(probe).neighbours["x"][0].similarity > 0.9
    assert len(store.snapshot(probe).neighbours["x"]) == 1
    assert revisions(store) == [(0, "", None), (1, "old", "t2")]
    assert isinstance(store.switch_generation(building.space, make_change("rebuilt")), Applied)
    assert revisions(store) == [(0, "", None), (1, "better", "t2")]
    remember(store, revisions=[make_revision(turn="t3", context="best")])
    assert [context for _, context, _ in revisions(store)] == ["", "better", "best"]


# Ledger of model calls


def test_the_ledger_keeps_each_call_once_and_sums_them(store, other_store):
    assert store.record_calls(()) == CallTotals()
    calls = [make_call("c1", at=day(1)), make_call("c2", at=day(2), kind="repair", outcome="unreadable")]
    assert store.record_calls(calls[:1]) == CallTotals(calls=1, tokens_in=70, tokens_out=30, cost=0.25)
    assert store.record_calls(calls) == CallTotals(calls=2, tokens_in=140, tokens_out=60, cost=0.5)
    assert store.ledger(9) == (calls[1], calls[0])
    assert store.ledger(1) == (calls[1],)
    assert (other_store.ledger(9), other_store.record_calls(())) == ((), CallTotals())


def test_the_ledger_can_be_filtered_by_time_and_session(store):
    one, other = session_key("one"), session_key("other")
    calls = [
        make_call("c1", at=day(1), session=one),
        make_call("c2", at=day(2), session=other),
        make_call("c3", at=day(3)),
    ]
    store.record_calls(calls)
    assert [call.uid for call in store.ledger(9, since=day(2))] == ["c3", "c2"]
    assert store.ledger(9, session=one) == (calls[0],)
    assert store.ledger(9, since=day(2), session=one) == ()


def test_calls_of_a_plan_are_in_the_ledger_and_append_returns_the_totals(store):
    remember(store, make_turns("t1"), calls=[make_call("c1")])
    remember(store, calls=[make_call("c1"), make_call("c2")])
    assert (
        store.append(make_turns("t2")).call_totals == store.append(()).call_totals == store.record_calls(())
    )
    assert store.record_calls(()).calls == 2


def test_calls_of_a_discarded_rebuild_stay_in_the_ledger(store):
    store.append(make_turns("t1"))
    known = store.snapshot(SnapshotRequest(space=store.begin_generation().space))
    store.apply(make_plan(known, calls=[make_call("c1")]))
    store.discard_generation()
    assert [call.uid for call in store.ledger(9)] == ["c1"]


@pytest.mark.parametrize("selection", [Selection(turns=("t1", "t2", "t3")), Selection(everything=True)])
def test_the_ledger_outlives_forgotten_turns_but_not_its_namespace(store, selection):
    fill(store, "quince")
    store.forget(selection)
    assert len(store.ledger(9)) == (0 if selection.everything else 1)


def test_the_snapshot_returns_the_number_of_the_present_revision(store):
    store_note_and_turns(store)
    probe = SnapshotRequest(revision_counts=("n1", "unknown"))
    assert store.snapshot(probe).revision_counts == {"n1": 0}
    remember(store, revisions=[make_revision()])
    assert store.snapshot(probe).revision_counts == {"n1": 1}
    assert store.snapshot(replace(probe, space=store.begin_generation().space)).revision_counts == {}
