"""Contract of `apply`: a plan is written completely or not at all, may be repeated, and counters are recomputed."""

import numpy as np
import pytest

from factories import (
    NOW,
    day,
    make_change,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Mention, Similar
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, TurnUpdate
from memgraph_core.records.search import Filters, Limits
from sample_namespace import MANY, contents, fill, sample_rows


def entity(store, uid):
    return next(found for found in store.entities(EntityQuery(limit=MANY)) if found.uid == uid)


# The version


def test_applying_a_plan_increments_the_version(store):
    store.append([make_turn()])
    assert store.apply(make_plan(store.snapshot(SnapshotRequest()))) == Applied(1)
    assert store.apply(make_plan(store.snapshot(SnapshotRequest()))) == Applied(2)
    assert store.snapshot(SnapshotRequest()).version == store.stats().version == 2


@pytest.mark.parametrize("behind", [-1, 1, 100])
def test_a_plan_for_another_version_is_stale_and_writes_nothing(store, behind):
    fill(store, "quince")
    before = contents(store)
    known = store.snapshot(SnapshotRequest())
    elsewhere = PlanningSnapshot(space=known.space, version=known.version + behind, entities={})
    plan = make_plan(
        elsewhere,
        turns=[TurnUpdate(uid="t3", state="extracted", speaker="ada", vector=vector(1))],
        notes=[make_note("n9")],
        entities=[make_entity("bea")],
        mentions=[Mention("t3", "ada", NOW)],
        facts=[make_fact("f9", "ada", "LIKES", "turin")],
        similar=[Similar("n1", "n9", 0.5)],
        changes=[make_change("c9")],
    )
    assert store.apply(plan) == Stale(known.version)
    assert contents(store) == before
    assert store.snapshot(SnapshotRequest()).version == known.version


def test_a_plan_for_another_space_is_stale_and_writes_nothing(store):
    fill(store, "quince")
    before = contents(store)
    known = store.snapshot(SnapshotRequest())
    elsewhere = PlanningSnapshot(space=f"{store.namespace}#2", version=known.version, entities={})
    assert store.apply(make_plan(elsewhere, entities=[make_entity("bea")])) == Stale(known.version)
    assert contents(store) == before


def test_a_plan_made_before_another_was_applied_is_stale(store):
    store.append([make_turn()])
    early = make_plan(store.snapshot(SnapshotRequest()), entities=[make_entity("ada")])
    remember(store, entities=[make_entity("bea")])
    assert store.apply(early) == Stale(1)
    assert [found.uid for found in store.entities(EntityQuery())] == ["bea"]


def test_turns_appended_after_the_snapshot_do_not_make_a_plan_stale(store):
    store.append(make_turns("t1"))
    plan = make_plan(store.snapshot(SnapshotRequest()))
    store.append(make_turns("t2"))
    assert store.apply(plan) == Applied(1)


def test_applying_the_same_rows_twice_changes_nothing(store):
    fill(store, "quince")
    before = contents(store)
    rows = sample_rows("quince")
    remember(store, rows.pop("turns"), **rows)
    assert contents(store) == before


ROWS_OF_A_FORGOTTEN_TURN = {
    "a turn": {"turns": [TurnUpdate(uid="t1", state="extracted")]},
    "a note": {"notes": [make_note("n1", turns=("t1",))]},
    "one of the sources of a note": {"notes": [make_note("n1", turns=("t2", "t1"))]},
}


@pytest.mark.parametrize("rows", ROWS_OF_A_FORGOTTEN_TURN)
def test_a_plan_with_a_forgotten_turn_is_stale_and_writes_nothing(store, rows):
    store.append([make_turn("t1"), make_turn("t2", session="s2")])
    store.forget(Selection(turns=("t1",)))
    before, known = contents(store), store.snapshot(SnapshotRequest())
    plan = make_plan(
        known,
        **ROWS_OF_A_FORGOTTEN_TURN[rows]
        | {"entities": [make_entity("ada")], "mentions": [Mention("t2", "ada", NOW)]},
    )
    assert store.apply(plan) == Stale(known.version)
    assert (contents(store), store.snapshot(SnapshotRequest()).version) == (before, known.version)


def test_a_plan_for_a_forgotten_namespace_is_stale_and_does_not_recreate_it(database, store):
    store.append([make_turn("t1")])
    plan = make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t1", state="extracted")])
    store.forget(Selection(everything=True))
    assert store.apply(plan) == Stale(0)
    assert store.namespace not in database.namespaces()


# Notes


def test_a_note_is_returned_as_it_was_planned(store):
    note = make_note(
        "n1",
        "Ada wants to sail.",
        turns=("t1", "t2"),
        context="She was asked about plans.",
        keywords=("sail", "plan"),
        tags=("wish",),
        kind="semantic",
        said_at=day(3),
        holds_from=day(4),
        holds_until=day(5),
        grain="day",
        recurs="FREQ=WEEKLY;BYDAY=MO",
        trust="inferred",
        confidence=0.25,
        verified=True,
        salience=0.75,
        agent="skipper",
        language="zh",
        extractor="model",
        vector=vector(3, 4),
    )
    remember(store, make_turns("t1", "t2"), notes=[note])
    [stored] = store.notes(["n1"])
    assert stored == note
    assert stored.terms == note.terms


def test_a_note_that_is_written_again_takes_the_new_values(store):
    remember(store, make_turns("t1"), notes=[make_note("n1", "Ada likes tea.", vector=vector(1))])
    changed = make_note(
        "n1", "Ada likes green tea.", context="At breakfast.", tags=("taste",), vector=vector(0, 1)
    )
    remember(store, notes=[changed])
    assert store.notes(["n1"]) == (changed,)
    assert store.stats().notes == 1
    assert store.candidates(make_question("green"), Limits()).channels == {"n1": {"terms"}}


def test_notes_are_returned_in_the_requested_order_without_unknown_ones(store):
    remember(store, make_turns("t1"), notes=[make_note(uid) for uid in ("n1", "n2", "n3")])
    assert [note.uid for note in store.notes(["n3", "unknown", "n1"])] == ["n3", "n1"]
    assert store.notes([]) == ()


# Entities and their counters


def test_an_entity_keeps_its_first_name(store):
    remember(store, [make_turn()], entities=[make_entity("ada", "Ada")])
    remember(store, entities=[make_entity("ada", "Countess Ada")])
    assert entity(store, "ada").name == "Ada"


def test_an_entity_of_type_thing_takes_its_first_other_type_and_keeps_it(store):
    for type in ("Thing", "Person", "Place", "Thing"):
        remember(store, [make_turn()], entities=[make_entity("ada", "Ada", type)])
    assert entity(store, "ada").type == "Person"


def test_a_mention_counts_once_however_often_its_turn_is_applied(store):
    turns = make_turns("t1", "t2", said_at=day(1))
    mentions = [Mention(turn.uid, "ada", day(1)) for turn in turns]
    for _ in range(3):
        remember(store, turns, entities=[make_entity("ada")], mentions=mentions + mentions[:1])
    assert entity(store, "ada").mentions == store.stats().mentions == 2


def test_first_and_last_time_of_an_entity_are_those_of_its_mentions(store):
    for number in (5, 2, 9):
        mention(store, "Ada", uid=f"t{number}", said_at=day(number))
    ada = entity(store, "ada")
    assert (ada.mentions, ada.first_at, ada.last_at) == (3, day(2), day(9))


def test_counters_of_an_entity_in_a_plan_are_ignored(store):
    with_counters = type(make_entity())(uid="ada", name="Ada", mentions=99, first_at=day(0), last_at=day(9))
    remember(store, [make_turn()], entities=[with_counters])
    ada = entity(store, "ada")
    assert (ada.mentions, ada.first_at, ada.last_at) == (0, None, None)


def test_a_mention_of_an_existing_entity_counts(store):
    mention(store, "Ada", uid="t1", said_at=day(1))
    remember(store, make_turns("t2"), mentions=[Mention("t2", "ada", day(4))])
    ada = entity(store, "ada")
    assert (ada.name, ada.mentions, ada.last_at) == ("Ada", 2, day(4))


@pytest.mark.parametrize(
    "order", [("named", "resolved"), ("resolved", "named"), ("resolved", "named", "resolved")]
)
def test_a_named_mention_replaces_a_resolved_one_in_any_order(store, order):
    for how in order:
        remember(
            store,
            [make_turn()],
            entities=[make_entity()],
            mentions=make_mentions(make_turn(), "ada", how=how),
        )
    assert [item.how for item in store.stream(StreamQuery())] == ["named"]


def test_within_one_plan_a_named_mention_replaces_a_resolved_one(store):
    turn = make_turn()
    both = make_mentions(turn, "ada", how="resolved") + make_mentions(turn, "ada", how="named")
    for mentions in (both, both[::-1]):
        remember(store, [turn], entities=[make_entity()], mentions=mentions)
        assert [item.how for item in store.stream(StreamQuery())] == ["named"]


def test_a_note_has_one_about_edge_to_an_entity(store):
    abouts = [About("n1", "ada", "subject"), About("n1", "ada", "topic")]
    for about in abouts:
        remember(store, [make_turn()], notes=[make_note()], entities=[make_entity()], abouts=[about])
    remember(store, abouts=abouts)
    assert store.candidates(make_question("turin"), Limits()).about["n1"] == ("ada",)


def test_a_speaker_is_not_a_mention(store):
    remember(store, [make_turn()], entities=[make_entity()], spoken_by={"t1": "ada"})
    assert entity(store, "ada").mentions == 0
    assert store.stream(StreamQuery()) == ()
    found = store.candidates(make_question("turin", filters=Filters(entity="ada")), Limits())
    assert found.turns == ()  # no entity has the name "ada" yet
    remember(store, names=make_names(make_entity()))
    found = store.candidates(make_question("turin", filters=Filters(entity="ada")), Limits())
    assert [turn.uid for turn in found.turns] == ["t1"]


# Similarity edges


def test_two_notes_have_one_similarity_edge_in_any_direction(store):
    notes = [make_note("n1"), make_note("n2")]
    remember(store, [make_turn()], notes=notes, similar=[Similar("n2", "n1", 0.7), Similar("n1", "n2", 0.8)])
    remember(store, similar=[Similar("n2", "n1", 0.9, "terms")])
    assert store.stats().similar == 1


def test_a_similarity_edge_to_an_unknown_note_is_ignored(store):
    remember(store, [make_turn()], notes=[make_note("n1")], similar=[Similar("n1", "n9", 0.7)])
    assert store.stats().similar == 0


# Changes


def test_changes_at_the_same_time_are_listed_in_the_order_of_writing(store):
    for uids in (["c2", "c9"], ["c1"], ["c2", "c5"]):
        plan_changes = tuple(make_change(uid, at=NOW, kind="undo") for uid in uids)
        store.apply(make_plan(store.snapshot(SnapshotRequest()), changes=plan_changes))
    assert [change.uid for change in store.changes(MANY)] == ["c5", "c1", "c9", "c2"]
    assert [change.uid for change in store.changes(2)] == ["c5", "c1"]
    assert [change.uid for change in store.snapshot(SnapshotRequest()).user_decisions] == [
        "c2",
        "c9",
        "c1",
        "c5",
    ]


def test_changes_are_listed_once_and_newest_first(store):
    store.append([make_turn()])
    early, late = (
        make_change("c1", day(1)),
        make_change("c2", day(2), before=ChangeState(number=1), after=ChangeState(number=2)),
    )
    for _ in range(2):
        remember(store, changes=[early, late])
    assert store.changes(10) == (late, early)
    assert store.changes(1) == (late,)


# Vectors

INVALID_VECTORS = {
    "too short": np.ones(7, dtype=np.float32),
    "too long": np.ones(9, dtype=np.float32),
    "all zeros": np.zeros(8, dtype=np.float32),
    "not a number": np.full(8, np.nan, dtype=np.float32),
    "infinite": np.array([np.inf] + [0] * 7, dtype=np.float32),
    "of two dimensions": np.ones((1, 8), dtype=np.float32),
}


@pytest.mark.parametrize("name", INVALID_VECTORS)
def test_an_invalid_vector_is_refused_before_anything_is_written(store, name):
    store.append([make_turn()])
    before = contents(store)
    known = store.snapshot(SnapshotRequest())
    for rows in (
        {"notes": [make_note("n1"), make_note("n2", vector=INVALID_VECTORS[name])]},
        {
            "notes": [make_note("n1")],
            "turns": [TurnUpdate(uid="t1", state="extracted", vector=INVALID_VECTORS[name])],
        },
    ):
        with pytest.raises(InvalidInput):
            store.apply(make_plan(known, entities=[make_entity()], **rows))
        assert contents(store) == before
    assert store.snapshot(SnapshotRequest()).version == known.version


def test_vectors_are_returned_with_the_candidates_at_unit_length(store):
    turn = make_turn("t1", "pear", vector=np.array([3, 4, 0, 0, 0, 0, 0, 0], dtype=np.float32))
    remember(store, [turn], notes=[make_note("n1", "pear", vector=vector(1, 2, 3))])
    found = store.candidates(make_question("pear"), Limits())
    np.testing.assert_allclose(found.turns[0].vector, vector(3, 4), atol=1e-6)
    np.testing.assert_allclose(found.notes[0].vector, vector(1, 2, 3), atol=1e-6)
    assert found.notes[0].vector.dtype == np.float32


def test_a_plan_with_hundreds_of_rows_is_one_write(store):
    turns = [make_turn(f"t{number:03}", f"Number {number}.") for number in range(300)]
    entities = [make_entity(f"e{number:03}") for number in range(300)]
    remember(
        store,
        turns,
        notes=[make_note(f"n-{turn.uid}", turns=(turn.uid,)) for turn in turns],
        entities=entities,
        mentions=[
            mentioned
            for turn, one in zip(turns, entities, strict=True)
            for mentioned in make_mentions(turn, one.uid)
        ],
    )
    stats = store.stats()
    assert (stats.version, stats.turns, stats.notes, stats.entities, stats.mentions) == (
        1,
        300,
        300,
        300,
        300,
    )
