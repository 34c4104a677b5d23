"""What every store promises of forgetting: all that is derived goes too, nothing else does, and it is counted anew."""

import json

import numpy as np
import pytest

from factories import (
    STAMP,
    day,
    make_change,
    make_closing,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_revised,
    make_turn,
    make_turns,
    mention,
    remember,
    terms_of,
    vector,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import Forgotten, RetainedRecord, Selection
from memgraph_core.records.graph import About, Name, NameSource, Similar
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    Merge,
    NeighbourLookup,
    SnapshotRequest,
    Split,
    TurnUpdate,
)
from memgraph_core.records.search import Limits
from world import MANY, answers, fill, make_world, snapshot

CANARY = "xylocanary"


def forget_turns(store, *uids):
    return store.forget(Selection(turns=uids))


def apart(*uids):
    """Turns in sessions of their own: none was read together with another."""
    return [make_turn(uid, f"This is {uid}.", session=uid) for uid in uids]


def entities(store):
    return {entity.uid: entity for entity in store.entities(EntityQuery(limit=MANY))}


def current(store, subject="ada"):
    probe = FactLookup(subject=subject, type="LIVES_IN", object="", single=True)
    return [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ]


# What is selected


@pytest.fixture
def diary(store):
    """Ada on Bea and on Cleo in s1, Bea on Ada in s2; speakers are entities."""
    people = [make_entity(uid) for uid in ("ada", "bea", "cleo")]
    turns = [
        make_turn("t1", "Bea came.", session="s1", speaker="Ada"),
        make_turn("t2", "Cleo came.", session="s1", speaker="Ada"),
        make_turn("t3", "Ada called.", session="s2", speaker="Bea"),
    ]
    whom = {"t1": "bea", "t2": "cleo", "t3": "ada"}
    remember(
        store,
        turns,
        spoken_by={"t1": "ada", "t2": "ada", "t3": "bea"},
        entities=people,
        names=make_names(*people),
        mentions=[row for turn in turns for row in make_mentions(turn, whom[turn.uid])],
    )
    return store


@pytest.mark.parametrize(
    ("selection", "gone"),
    [
        (Selection(turns=("t3", "t1", "unknown")), ("t1", "t3")),
        (Selection(session="s1"), ("t1", "t2")),
        (Selection(speaker="Bea"), ("t3",)),
        (Selection(entity="cleo"), ("t2",)),
        (Selection(entity="bea"), ("t1", "t3")),  # mentioned in one, speaking in the other
        (Selection(everything=True), ("t1", "t2", "t3")),
    ],
)
def test_the_turns_selected_are_forgotten_and_no_others(diary, selection, gone):
    assert diary.forget(selection).turns == gone
    left = [uid for uid in ("t1", "t2", "t3") if uid not in gone]
    assert [turn.uid for turn in diary.turns(["t1", "t2", "t3"])] == left
    assert diary.stats().turns == len(left)


@pytest.mark.parametrize(
    "selection",
    [
        Selection(),
        Selection(turns=("t1",), session="s1"),
        Selection(session="s1", everything=True),
        Selection(speaker="Ada", entity="ada"),
    ],
)
def test_exactly_one_thing_is_to_be_selected(diary, selection):
    before = snapshot(diary)
    with pytest.raises(InvalidInput):
        diary.forget(selection)
    assert snapshot(diary) == before


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("unknown",)),
        Selection(session="unknown"),
        Selection(speaker="unknown"),
        Selection(entity="unknown"),
    ],
)
def test_when_nothing_is_found_nothing_happens(diary, selection):
    before, version = snapshot(diary), diary.stats().version
    assert diary.forget(selection) == Forgotten()
    assert (snapshot(diary), diary.stats().version) == (before, version)


@pytest.mark.parametrize("selection", [Selection(turns=("t1",)), Selection(everything=True)])
def test_forgetting_in_an_empty_namespace_does_nothing(database, store, selection):
    assert store.forget(selection) == Forgotten()
    assert store.namespace not in database.namespaces()


def test_forgetting_moves_the_version_and_is_on_record_without_words(diary):
    version = diary.stats().version
    forget_turns(diary, "t2", "t1")
    assert diary.stats().version == version + 1
    change = diary.changes(10)[0]
    assert (change.kind, change.by) == ("forget", "user")
    assert json.loads(change.before) == {"turns": 2}  # not even the uids


def test_a_plan_made_before_something_was_forgotten_is_stale(diary):
    known = diary.snapshot(SnapshotRequest())
    forget_turns(diary, "t1")
    assert diary.snapshot(SnapshotRequest()).version == known.version + 1


def test_a_pending_turn_can_be_forgotten(store):
    store.append(make_turns("t1", "t2"), (), 0)
    assert forget_turns(store, "t1").turns == ("t1",)
    assert [turn.uid for turn in store.pending(9)] == ["t2"]


# What goes with a turn


def test_all_that_a_turn_alone_supports_goes_with_it(store):
    fill(store, "quince")
    gone = forget_turns(store, "t2")
    assert (gone.turns, gone.notes, gone.facts, gone.entities) == (("t2",), ("n2",), ("f2",), ("milan",))
    assert (gone.kept_notes, gone.kept_facts, gone.restored_facts) == ((), (), ("f1",))
    told = store.stats()
    assert (told.turns, told.notes, told.facts, told.entities, told.mentions) == (2, 1, 1, 2, 2)
    assert (told.similar, told.sessions) == (0, 2)
    assert store.notes(["n2"]) == ()
    assert not store.snapshot(SnapshotRequest(name_keys=("milan",))).entities


def test_a_session_without_turns_is_gone(diary):
    forget_turns(diary, "t3")
    assert diary.stats().sessions == 1


def test_a_note_with_another_source_is_kept_and_loses_this_one(store):
    remember(store, apart("t1", "t2"), notes=[make_note("n1", turns=("t1", "t2"))])
    gone = forget_turns(store, "t1")
    assert (gone.notes, gone.kept_notes) == ((), (RetainedRecord(uid="n1", turns=("t2",)),))
    assert store.notes(["n1"])[0].turns == ("t2",)
    assert forget_turns(store, "t2").notes == ("n1",)
    assert store.stats().notes == 0


def test_a_fact_with_another_source_is_kept_and_loses_this_one(store):
    remember(
        store,
        apart("t1", "t2"),
        notes=[make_note("n1", turns=("t1",)), make_note("n2", turns=("t2",))],
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", notes=("n1", "n2"))],
    )
    gone = forget_turns(store, "t1")
    assert (gone.notes, gone.facts, gone.kept_facts) == (
        ("n1",),
        (),
        (RetainedRecord(uid="f1", turns=("t2",)),),
    )
    assert store.facts(None, 9)[0].notes == ("n2",)
    gone = forget_turns(store, "t2")
    assert (gone.facts, gone.entities) == (("f1",), ("ada", "turin"))
    assert store.facts(None, 9) == ()


def test_counters_are_right_after_forgetting(store):
    for number in (1, 4, 8):
        mention(store, "Ada", "Bea", uid=f"t{number}", session=f"s{number}", said_at=day(number))
    mention(store, "Ada", uid="t9", session="s9", said_at=day(9))
    forget_turns(store, "t1", "t9")
    ada = entities(store)["ada"]
    assert (ada.mentions, ada.first_at, ada.last_at) == (2, day(4), day(8))
    assert store.stats().mentions == 4


def test_an_entity_stays_for_whatever_still_speaks_of_it(store):
    people = [make_entity(uid) for uid in ("mentioned", "noted", "subject", "object", "speaker", "loose")]
    gone, stays = apart("t1", "t2")
    remember(
        store,
        [gone, stays],
        spoken_by={"t2": "speaker"},
        notes=[make_note("n2", turns=("t2",))],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(gone, *(person.uid for person in people)) + make_mentions(stays, "mentioned"),
        abouts=[About("n2", "noted")],
        facts=[make_fact("f1", "subject", "KNOWS", "object", notes=("n2",))],
    )
    assert forget_turns(store, "t1").entities == ("loose",)
    left = entities(store)
    assert set(left) == {"mentioned", "noted", "subject", "object", "speaker"}
    assert (left["noted"].mentions, left["noted"].first_at, left["noted"].last_at) == (0, None, None)
    assert set(store.snapshot(SnapshotRequest(name_keys=("loose", "noted", "speaker"))).entities) == {
        "noted",
        "speaker",
    }


def test_a_homonym_that_is_left_keeps_the_name(store):
    for uid, turn in zip(("sam1", "sam2"), apart("t1", "t2"), strict=True):
        sam = make_entity(uid, "Sam")
        remember(
            store, [turn], entities=[sam], names=[Name("sam", "Sam", uid)], mentions=make_mentions(turn, uid)
        )
    forget_turns(store, "t1")
    assert [sam.uid for sam in store.snapshot(SnapshotRequest(name_keys=("sam",))).entities["sam"]] == [
        "sam2"
    ]


# Facts that hold again


def remember_closings(store, *closings):
    """Four facts of Ada, each from its own turn, closed (fact, by) as given: the first on day 1, the next on day 2."""
    cities = ("f1", "f2", "f3", "f4")
    people = [make_entity(uid) for uid in ("ada", *cities)]
    remember(
        store,
        apart("t1", "t2", "t3", "t4"),
        notes=[make_note(f"n{uid[1]}", turns=(f"t{uid[1]}",)) for uid in cities],
        entities=people,
        names=make_names(*people),
        facts=[make_fact(uid, object=uid, notes=(f"n{uid[1]}",)) for uid in cities],
    )
    for number, (fact, by) in enumerate(closings, start=1):
        remember(store, invalidations=[make_closing(fact, by, until=day(number))])


def end_of(store, uid):
    [fact] = [fact for fact in store.facts(None, 9) if fact.uid == uid]
    return fact.holds_until


def test_what_was_superseded_by_what_is_forgotten_holds_again(store):
    remember_closings(store, ("f1", "f2"))
    assert current(store) == ["f2", "f3", "f4"]
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert current(store) == ["f1", "f3", "f4"]
    [restored] = [fact for fact in store.facts(None, 9) if fact.uid == "f1"]
    assert (restored.holds_until, restored.retired_at) == (None, None)


def test_what_another_fact_supersedes_as_well_stays_ended(store):
    remember_closings(store, ("f1", "f2"), ("f1", "f3"))
    assert len(forget_turns(store, "t2").restored_facts) == 0
    assert current(store) == ["f3", "f4"]
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert current(store) == ["f1", "f4"]


def test_of_a_chain_only_the_last_link_comes_loose(store):
    remember_closings(store, ("f1", "f2"), ("f2", "f3"))
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert current(store) == ["f2", "f4"]


@pytest.mark.parametrize(
    ("closings", "forgotten", "holding", "until"),
    [
        ([("f1", "f2"), ("f2", "f3")], ("t2",), ["f3", "f4"], day(2)),
        ([("f1", "f2"), ("f2", "f3"), ("f3", "f4")], ("t2", "t3"), ["f4"], day(3)),
        ([("f1", "f3"), ("f1", "f2"), ("f2", "f4"), ("f3", "f4")], ("t2", "t3"), ["f4"], day(3)),
    ],
)
def test_what_was_superseded_by_a_link_that_is_forgotten_ends_when_that_did(
    store, closings, forgotten, holding, until
):
    remember_closings(store, *closings)
    assert len(forget_turns(store, *forgotten).restored_facts) == 0
    assert (current(store), end_of(store, "f1")) == (holding, until)


def test_it_makes_no_difference_whether_links_are_forgotten_at_once_or_one_by_one(store, other_store):
    for each, steps in ((store, [("t2", "t3")]), (other_store, [("t2",), ("t3",)])):
        remember_closings(each, ("f1", "f2"), ("f2", "f3"), ("f3", "f4"))
        for step in steps:
            forget_turns(each, *step)
    assert store.facts(None, 9) == other_store.facts(None, 9)


def test_what_inherited_an_end_holds_again_when_the_last_link_is_forgotten(store):
    remember_closings(store, ("f1", "f2"), ("f2", "f3"))
    forget_turns(store, "t2")
    assert len(forget_turns(store, "t3").restored_facts) == 1
    assert (current(store), end_of(store, "f1")) == (["f1", "f4"], None)


def test_what_inherited_two_ends_holds_again_only_when_both_are_forgotten(store):
    remember_closings(store, ("f1", "f2"), ("f2", "f3"), ("f2", "f4"))
    assert [forget_turns(store, uid).restored_facts for uid in ("t2", "t3", "t4")] == [(), (), ("f1",)]
    assert current(store) == ["f1"]


def test_a_link_that_ended_by_its_own_words_passes_no_end_on(store):
    remember_closings(store, ("f1", "f2"))
    remember(store, invalidations=[make_closing("f2", until=day(5), reason="no longer")])
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert end_of(store, "f1") is None


def test_facts_that_superseded_each_other_come_loose(store):
    remember_closings(store, ("f1", "f2"), ("f2", "f1"))
    assert len(forget_turns(store, "t2").restored_facts) == 1
    assert current(store) == ["f1", "f3", "f4"]


def test_what_ended_by_its_own_words_does_not_hold_again(store):
    remember_closings(store)
    remember(store, invalidations=[make_closing("f1", until=day(5), reason="no longer")])
    assert len(forget_turns(store, "t2").restored_facts) == 0
    assert current(store) == ["f3", "f4"]


# What saw a forgotten turn


def remember_row(store, *, state="extracted", session="s1", start=0):
    """Six turns in a row; from each a note, a mention of its own person, who also speaks it, and a fact."""
    numbers = range(start, start + 6)
    people = [make_entity("ada"), *(make_entity(f"p{n}") for n in numbers)]
    turns = [make_turn(f"t{n}", "pear", session=session, vector=vector(1)) for n in numbers]
    remember(
        store,
        turns,
        state=state,
        spoken_by={turn.uid: f"p{turn.uid[1:]}" for turn in turns},
        notes=[
            make_note(f"n{n}", "pear", turns=(f"t{n}",), context=f"after t{n - 1}", vector=vector(1))
            for n in numbers
        ],
        entities=people,
        names=make_names(*people),
        mentions=[row for turn in turns for row in make_mentions(turn, f"p{turn.uid[1:]}")],
        abouts=[About(f"n{n}", f"p{n}") for n in numbers],
        facts=[make_fact(f"f{n}", "ada", "KNOWS", f"p{n}", notes=(f"n{n}",)) for n in numbers],
    )


def test_what_saw_a_forgotten_turn_stays_and_waits_as_if_it_had_only_been_logged(store):
    remember_row(store)
    gone = forget_turns(store, "t1")
    assert gone == Forgotten(
        turns=("t1",),
        notes=("n1", "n2", "n3"),
        facts=("f1", "f2", "f3"),
        entities=("p1", "p2", "p3"),
        pending=("t2", "t3"),
    )
    assert [turn.uid for turn in store.pending(9)] == ["t2", "t3"]
    left = ("0", "4", "5")
    assert {turn.uid for turn in store.turns([f"t{n}" for n in range(6)])} == {"t0", "t2", "t3", "t4", "t5"}
    assert [note.uid for note in store.notes([f"n{n}" for n in range(6)])] == [f"n{n}" for n in left]
    assert {fact.uid for fact in store.facts(None, 9)} == {f"f{n}" for n in left}
    assert set(entities(store)) == {"ada", *(f"p{n}" for n in left)}
    told = store.stats()
    assert (told.turns, told.notes, told.facts, told.mentions, told.pending) == (5, 3, 3, 3, 2)


def test_what_saw_a_forgotten_turn_is_found_by_its_own_words_and_by_no_vector(store):
    remember_row(store)
    forget_turns(store, "t1")
    by_vector = store.candidates(make_question(vector=vector(1)), Limits(neighbour_seeds=0))
    assert set(by_vector.channels) == {"t0", "t4", "t5", "n0", "n4", "n5"}
    by_word = store.candidates(make_question("pear"), Limits())
    assert {turn.uid for turn in by_word.turns if turn.vector is None} == {"t2", "t3"}
    assert {"t2", "t3"} <= set(by_word.channels)


def test_what_quotes_a_forgotten_turn_goes_with_it(store):
    turns = [make_turn("t1", f"Where, {CANARY}?"), make_turn("t2", "In Turin.", speaker="Bea")]
    remember(store, turns, notes=[make_note("n2", "In Turin.", turns=("t2",), context=turns[0].text)])
    forget_turns(store, "t1")
    assert CANARY not in answers(store)
    assert store.turns(["t2"])[0].text == "In Turin."


@pytest.mark.parametrize(
    ("selection", "pending"),
    [
        (Selection(turns=("t0", "t1")), ["t2", "t3"]),
        (Selection(turns=("t0", "t3")), ["t1", "t2", "t4", "t5"]),
        (Selection(turns=("t1", "t2", "t3")), ["t4", "t5"]),
        (Selection(turns=("t4",)), ["t5"]),
        (Selection(turns=("t5",)), []),
        (Selection(entity="p2"), ["t3", "t4"]),
        (Selection(session="s1"), []),
        (Selection(everything=True), []),
    ],
)
def test_those_wait_that_stand_at_most_two_positions_after_what_is_forgotten(store, selection, pending):
    remember_row(store)
    forgotten = store.forget(selection)
    assert [turn.uid for turn in store.pending(9)] == pending
    assert forgotten.pending == tuple(pending)


def test_positions_decide_who_saw_a_turn_and_not_how_many_are_left_between(store):
    places = {"t1": 0, "t2": 3, "t3": 2, "t4": 0}
    turns = [make_turn(uid, position=position) for uid, position in places.items()]
    remember(store, turns)
    assert len(forget_turns(store, "t1").pending) == 2
    assert [turn.uid for turn in store.pending(9)] == ["t4", "t3"]


def test_what_stands_in_another_session_or_namespace_saw_nothing(store, other_store):
    remember_row(store)
    remember_row(store, session="s2", start=6)
    remember_row(other_store)
    before = snapshot(other_store)
    forget_turns(store, "t5")
    assert store.pending(9) == ()
    assert len(store.notes([f"n{n}" for n in range(6, 12)])) == 6
    forget_turns(store, "t0")
    assert snapshot(other_store) == before


def test_what_saw_a_forgotten_turn_takes_with_it_only_what_rests_on_it_alone(store):
    remember(
        store,
        [*make_turns("t1", "t2"), *apart("t9")],
        notes=[
            make_note("n2", turns=("t2",)),
            make_note("n9", turns=("t9",)),
            make_note("both", turns=("t2", "t9")),
            make_note("seen", turns=("t1", "t2")),
        ],
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", notes=("n2", "n9"))],
    )
    gone = forget_turns(store, "t1")
    assert (gone.notes, gone.kept_notes, gone.facts, gone.kept_facts) == (
        ("n2", "seen"),
        (RetainedRecord(uid="both", turns=("t9",)),),
        (),
        (RetainedRecord(uid="f1", turns=("t9",)),),
    )
    assert [(note.uid, note.turns) for note in store.notes(["both", "n9"])] == [
        ("both", ("t9",)),
        ("n9", ("t9",)),
    ]
    assert store.facts(None, 9)[0].notes == ("n9",)


def test_what_waits_can_be_derived_again_as_it_was(store):
    remember_row(store)
    before = snapshot(store)
    for uid in ("t5", "t0"):
        store.forget(Selection(turns=(uid,)), lasting=False)
    remember_row(store)
    assert store.pending(9) == ()
    after = snapshot(store)
    assert [note.uid for note in after["notes"]] == [note.uid for note in before["notes"]]
    assert after["entities"] == before["entities"]
    assert after["facts"] == before["facts"]


def test_a_kept_fact_says_what_a_note_that_is_left_says(store):
    notes = [
        make_note("n1", f"Ada lives there, {CANARY}.", turns=("t1",), said_at=day(0)),
        make_note("n2", "No time.", turns=("t2",), said_at=None),
        make_note("n3", "Late.", turns=("t3",), said_at=day(4)),
        make_note("n5", "Early, by uid second.", turns=("t4",), said_at=day(2)),
        make_note("n4", "Early.", turns=("t4",), said_at=day(2)),
    ]
    remember(
        store,
        apart("t1", "t2", "t3", "t4"),
        notes=notes,
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", text=notes[0].text, notes=tuple(note.uid for note in notes))],
    )
    texts = []
    for uid in ("t1", "t4", "t3"):
        assert len(forget_turns(store, uid).kept_facts) == 1
        texts += [fact.text for fact in store.facts(None, 9)]
    assert texts == ["Early.", "Late.", "No time."]
    assert CANARY not in answers(store)


# Nothing is left


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("t1", "t2")),
        Selection(session="s1"),
        Selection(speaker="Ada"),
        Selection(entity="ada"),
        Selection(everything=True),
    ],
)
def test_no_answer_holds_a_word_of_what_was_forgotten(store, selection):
    rows = make_world(CANARY) | {"changes": []}
    remember(store, rows.pop("turns"), **rows)
    assert CANARY in answers(store)
    store.forget(selection)
    assert CANARY not in answers(store)


def test_what_is_forgotten_is_found_by_no_channel(store):
    ada = make_entity("ada")
    turns = [make_turn(uid, "pear", session=uid, vector=vector(1)) for uid in ("t1", "t2")]
    remember(
        store,
        turns,
        notes=[make_note(f"n{turn.uid}", "pear", turns=(turn.uid,), vector=vector(1)) for turn in turns],
        entities=[ada],
        names=make_names(ada),
        mentions=[row for turn in turns for row in make_mentions(turn, "ada")],
        abouts=[About(f"n{turn.uid}", "ada") for turn in turns],
    )
    question = make_question("pear", name_keys=("ada",), vector=vector(1), since=day(0), until=day(1))
    assert set(store.candidates(question, Limits()).channels) == {"t1", "t2", "nt1", "nt2"}
    forget_turns(store, "t1")
    found = store.candidates(question, Limits())
    assert set(found.channels) == {"t2", "nt2"}
    assert (found.frequencies["pear"], found.documents) == (2, 2)


def test_similar_links_go_with_either_note(store):
    notes = [make_note(f"n{number}", turns=(f"t{number}",)) for number in (1, 2, 3)]
    links = [Similar("n1", "n2", 0.9), Similar("n2", "n3", 0.9), Similar("n1", "n3", 0.9)]
    remember(store, apart("t1", "t2", "t3"), notes=notes, similar=links)
    forget_turns(store, "t2")
    assert store.stats().similar == 1


def test_a_forgotten_turn_may_be_told_again_in_other_words(store):
    remember(store, make_turns("t0"), notes=[make_note("n0", turns=("t0",))])
    remember(store, [make_turn("t1", "A pear.")], notes=[make_note("n1", "A pear.")])
    forget_turns(store, "t1")
    logged = store.append([make_turn("t1", "A plum.")], (), 0)
    assert (logged.new, logged.turns[0].state) == ({"t1"}, "pending")
    assert set(store.candidates(make_question("plum pear"), Limits(neighbour_seeds=0)).channels) == {"t1"}


def test_forgetting_everything_leaves_nothing_not_even_the_namespace(database, store):
    fill(store, "quince")
    forgotten = store.forget(Selection(everything=True))
    assert (forgotten.turns, forgotten.notes, forgotten.facts, forgotten.entities) == (
        ("t1", "t2", "t3"),
        ("n1", "n2"),
        ("f1", "f2"),
        ("ada", "milan", "turin"),
    )
    assert store.namespace not in database.namespaces()
    assert (store.changes(9), store.stats().version, store.stats().sessions) == ((), 0, 0)
    assert store.forget(Selection(everything=True)) == Forgotten()


def test_a_namespace_can_begin_anew(store):
    fill(store, "quince")
    before = snapshot(store)
    store.forget(Selection(everything=True))
    fill(store, "quince")
    assert snapshot(store) == before


def test_what_is_forgotten_stays_forgotten_when_the_database_is_opened_again(fresh_database):
    store = fresh_database(STAMP).store("ada")
    fill(store, CANARY)
    store.forget(Selection(turns=("t1", "t2", "t3")))
    again = fresh_database(STAMP).store("ada")
    assert (again.stats().turns, again.stats().notes, again.stats().entities) == (0, 0, 0)
    assert again.candidates(make_question(CANARY), Limits()).channels == {}


# What a model read together


def remember_read_together(store, *windows, texts=()):
    """Turns t0, t1 … of one session, read in windows of positions: from each turn a note, a mention and a name."""
    numbers = sorted(number for window in windows for number in range(window[0], window[1] + 1))
    told = dict(enumerate(texts))
    turns = {n: make_turn(f"t{n}", told.get(n, f"This is {n}."), position=n) for n in set(numbers)}
    store.append(list(turns.values()), (), 0)
    read: set[int] = set()
    for first, last in windows:
        fresh = [n for n in range(first, last + 1) if n not in read]
        read |= set(fresh)
        people = [make_entity(f"p{n}") for n in fresh]
        remember(
            store,
            turns=[],
            notes=[make_note(f"n{n}", "pear", turns=(f"t{n}",)) for n in fresh],
            entities=people,
            names=make_names(*people),
            mentions=[row for n in fresh for row in make_mentions(turns[n], f"p{n}")],
        )
        updates = [TurnUpdate(uid=f"t{n}", state="extracted", context_span=(first, last)) for n in fresh]
        assert isinstance(store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates)), Applied)


def waiting(store):
    return [turn.uid for turn in store.pending(MANY)]


def test_all_that_was_read_together_with_a_forgotten_turn_is_derived_again(store):
    remember_read_together(store, (0, 9), (8, 14))  # 8 and 9 are read again as context
    gone = forget_turns(store, "t7")
    assert waiting(store) == ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t8", "t9"]
    assert (len(gone.notes), len(gone.pending), len(gone.entities)) == (10, 9, 10)
    assert {note.uid for note in store.notes([f"n{n}" for n in range(15)])} == {
        f"n{n}" for n in range(10, 15)
    }


def test_a_turn_that_was_only_read_as_context_counts_too(store):
    remember_read_together(store, (0, 9), (8, 14))
    forget_turns(store, "t8")
    assert len(waiting(store)) == 14


def test_what_was_read_apart_stays(store):
    remember_read_together(store, (0, 4), (5, 9), (10, 14))
    forget_turns(store, "t5")
    assert waiting(store) == ["t6", "t7", "t8", "t9"]


def test_a_turn_that_waits_has_seen_nothing_any_more(store):
    remember_read_together(store, (0, 9))
    forget_turns(store, "t0")
    updates = [TurnUpdate(uid=f"t{n}", state="extracted") for n in range(1, 10)]
    assert isinstance(store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates)), Applied)
    forget_turns(store, "t9")
    assert waiting(store) == []


def test_what_turns_saw_in_a_rebuild_counts_from_the_switch_on(store):
    remember_read_together(store, (0, 9))
    building = store.begin_generation()
    known = store.snapshot(SnapshotRequest(space=building.space))
    updates = [TurnUpdate(uid=f"t{n}", state="extracted", context_span=(n, n + 1)) for n in range(10)]
    assert isinstance(store.apply(make_plan(known, turns=updates)), Applied)
    assert isinstance(store.switch_generation(building.space, make_change("rebuilt")), Applied)
    forget_turns(store, "t5")
    assert waiting(store) == ["t4", "t6", "t7"]  # it saw the forgotten one; two stand shortly after it


# States that a forgotten turn led to


def remember_states(store, *causes):
    """A note of t0, revised by these turns in a row; each turn is in a session of its own."""
    uids = sorted({"t0", *causes})
    remember(store, apart(*uids), notes=[make_note("n0", "Ada moved.", turns=("t0",), vector=vector(1))])
    for number, cause in enumerate(causes, start=1):
        better = make_revised(
            "n0", cause, f"said{number} by {cause}", text="Ada moved.", vector=vector(1, number)
        )
        remember(store, revisions=[better])


def states(store):
    return [state.context for state in store.history("n0")]


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ("t3", ["", "said1 by t1", "said2 by t2"]),
        ("t2", ["", "said1 by t1"]),  # the third may carry its words
        ("t1", [""]),
    ],
)
def test_a_note_goes_back_to_before_a_forgotten_turn_led_to_another_state(store, gone, left):
    remember_states(store, "t1", "t2", "t3")
    assert forget_turns(store, gone).notes == ()
    assert states(store) == left
    [note] = store.notes(["n0"])
    assert note.context == left[-1]
    assert note.terms == terms_of(f"Ada moved. {left[-1]}")
    assert np.allclose(note.vector, vector(1, len(left) - 1))


def test_a_note_that_went_back_is_found_by_its_words_and_meaning_of_then(store):
    remember_states(store, "t1")
    forget_turns(store, "t1")
    assert "n0" not in store.candidates(make_question("said1"), Limits()).channels
    assert "n0" in store.candidates(make_question("moved"), Limits()).channels
    near = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="", vector=vector(1)),))
    ).neighbours["new"]
    assert near[0].similarity == pytest.approx(1.0)


def test_a_state_goes_when_its_turn_waits_again(store):
    turns = [make_turn("t1", "One."), make_turn("t2", "Two."), make_turn("t0", "Zero.", session="s0")]
    remember(store, turns, notes=[make_note("n0", turns=("t0",))])
    remember(store, revisions=[make_revised("n0", "t2", "after one")])
    forget_turns(store, "t1")
    assert states(store) == [""]


def test_the_words_of_a_revision_can_come_from_all_that_its_turn_saw(store):
    remember_read_together(store, (0, 9))
    remember(store, [make_turn("x", session="sx")], notes=[make_note("n0x", turns=("x",))])
    remember(store, revisions=[make_revised("n0x", "t9", f"{CANARY} of t2")])
    forget_turns(store, "t2")
    assert [state.context for state in store.history("n0x")] == [""]
    assert CANARY not in answers(store)


def test_a_note_is_revised_anew_after_it_went_back(store):
    remember_states(store, "t1", "t2")
    forget_turns(store, "t2")
    remember(store, apart("t5"), revisions=[make_revised("n0", "t5", "anew")])
    assert states(store) == ["", "said1 by t1", "anew"]
    assert [state.number for state in store.history("n0")] == [0, 1, 2]


def test_all_states_go_with_their_note(store):
    remember_states(store, "t1", "t2")
    forget_turns(store, "t0")
    assert store.history("n0") == ()
    assert forget_turns(store, "t1").turns == ("t1",)


# Names


def named(store, *turns):
    """Each turn (uid, entity, name …) says these names of the entity."""
    for uid, entity, *said in turns:
        [turn] = apart(uid)
        there = entities(store)
        remember(
            store,
            [turn],
            entities=[] if entity in there else [make_entity(entity, said[0])],
            names=[Name(name.lower(), name, entity) for name in said],
            name_sources=[NameSource(name.lower(), uid) for name in said],
            mentions=make_mentions(turn, entity),
        )


def known_by(store, *names):
    found = store.snapshot(SnapshotRequest(name_keys=tuple(names))).entities
    return {key: [entity.uid for entity in of] for key, of in found.items()}


def test_a_name_goes_with_the_last_turn_that_says_it(store):
    named(store, ("t1", "ada", "Ada"), ("t2", "ada", "Ada", CANARY), ("t3", "ada", CANARY))
    forget_turns(store, "t2")
    assert known_by(store, "ada", CANARY) == {"ada": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert known_by(store, "ada", CANARY) == {"ada": ["ada"]}
    assert CANARY not in answers(store)


def test_who_was_shown_by_a_name_that_goes_is_shown_by_the_longest_that_is_left(store):
    named(store, ("t1", "ada", CANARY), ("t2", "ada", "Ada", "Ada Byron"))
    assert entities(store)["ada"].name == CANARY
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "Ada Byron"


def test_who_has_no_name_left_is_shown_by_the_uid(store):
    named(store, ("t1", "ada", CANARY))
    [turn] = apart("t2")
    remember(store, [turn], mentions=make_mentions(turn, "ada", how="resolved"))
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "ada"
    assert known_by(store, CANARY) == {}


def test_a_name_that_turns_are_not_told_to_say_stays_with_whom_it_means(store):
    mention(store, "Ada", uid="t1", session="s1")
    mention(store, "Ada", uid="t2", session="s2")
    forget_turns(store, "t1")
    assert known_by(store, "ada") == {"ada": ["ada"]}


def test_a_name_that_waits_to_be_read_again_goes_too(store):
    named(store, ("t9", "ada", "Ada"))
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    remember(store, turns, names=[Name(CANARY, CANARY, "ada")], name_sources=[NameSource(CANARY, "t2")])
    forget_turns(store, "t1")
    assert known_by(store, CANARY) == {}


def test_a_name_of_a_merged_entity_goes_from_both(store):
    named(store, ("t1", "ada", "Ada"), ("t2", "bea", "Bea"), ("t3", "bea", CANARY))
    remember(store, merges=[Merge(alias="bea", into="ada", reason="told so")])
    assert known_by(store, "bea", CANARY) == {"bea": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert known_by(store, "bea", CANARY) == {"bea": ["ada"]}
    remember(store, splits=[Split(alias="bea", into="ada")])
    assert known_by(store, "bea", CANARY) == {"bea": ["bea"]}
