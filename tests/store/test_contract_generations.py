"""Contract of generations: pages of the log, and a new generation that is built and then switched to."""

from dataclasses import replace

import pytest

from factories import (
    NOW,
    STAMP,
    all_text_of,
    day,
    make_change,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    remember,
    terms_of,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Similar
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    NeighbourLookup,
    PlanningSnapshot,
    SnapshotRequest,
    Stale,
    TurnUpdate,
)
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Limits
from sample_namespace import MANY, all_answers, contents, fill, sample_rows

REBUILT = make_change("rebuilt", kind="rebuild", by="user", reason="asked to")
NEW = "xylonew"  # a word that only the generation being built contains


def logged_uids(store, after=0, limit=MANY, before=0):
    return [turn.uid for turn in store.log_page(after, limit, before).turns]


def snapshot_of(store, building, **probe):
    return store.snapshot(SnapshotRequest(space=building.space, **probe))


def derive(store, building, *turns, state="extracted", **rows):
    """Apply a plan with these rows and these turns of the log to the generation being built."""
    updates = [TurnUpdate(uid=turn.uid, state=state, vector=turn.vector) for turn in turns]
    return store.apply(make_plan(snapshot_of(store, building), turns=updates, **rows))


def build_generation(store, word=NEW):
    """Derive the sample records with this word in the generation being built; return its progress."""
    building, rows = store.begin_generation(), sample_rows(word)
    turns, spoken_by = rows.pop("turns"), rows.pop("spoken_by")
    updates = [TurnUpdate(uid=turn.uid, state="extracted", speaker=spoken_by[turn.uid]) for turn in turns]
    updates.append(TurnUpdate(uid="t3", state="skipped"))
    assert isinstance(store.apply(make_plan(snapshot_of(store, building), turns=updates, **rows)), Applied)
    return store.begin_generation()


def found_by_terms(store, word):
    found = store.candidates(make_question(word), Limits(neighbour_seeds=0))
    return {uid for uid, channels in found.channels.items() if "terms" in channels}


# Pages of the log


def test_log_pages_follow_the_order_of_logging(store):
    store.append([make_turn("b", session="s10"), make_turn("a", session="s9")])
    store.append([make_turn("c", session="s1", position=7), make_turn("a2", session="s9")])
    store.append([make_turn("earlier", session="s1", position=3, recorded_at=day(0), said_at=day(-90))])
    assert logged_uids(store) == ["b", "a", "c", "a2", "earlier"]


def test_log_pages_contain_each_turn_once(store):
    store.append(make_turns(*(f"t{number}" for number in range(7))))
    pages, last = [], 0
    while (page := store.log_page(last, 3, 0)).turns:
        pages.append([turn.uid for turn in page.turns])
        last = page.last_position
    assert pages == [["t0", "t1", "t2"], ["t3", "t4", "t5"], ["t6"]]
    assert store.log_page(last, 3, 0) == LogPage(turns=(), last_position=last)


def test_a_turn_that_is_logged_again_keeps_its_place_in_the_log(store):
    store.append(make_turns("t1", "t2"))
    store.append(make_turns("t3", "t1"))
    assert logged_uids(store) == ["t1", "t2", "t3"]


def test_log_pages_leave_out_forgotten_turns(store):
    store.append([make_turn(uid, session=uid) for uid in ("t1", "t2", "t3")])
    store.forget(Selection(turns=("t3",)))
    store.append(make_turns("t4"))
    store.forget(Selection(turns=("t1",)))
    assert logged_uids(store) == ["t2", "t4"]


def test_log_pages_contain_turns_without_vectors(store):
    turn = make_turn("t1", caption="a boat", agent="tester", vector=vector(1))
    remember(store, [turn])
    (stored,) = store.turns(["t1"])
    assert stored.vector is not None
    assert store.log_page(0, 9, 0).turns == (replace(stored, vector=None),)
    assert store.log_page(0, 9, 0).turns[0].vector is None
    assert store.log_page(0, 9, 0).turns[0].terms == turn.terms


def test_log_pages_contain_the_preceding_turns_as_of_the_logging(store):
    first = make_turns("t0", "t1", "t2", session="s1")
    other = make_turn("u0", session="s2")
    store.append([*first, other], ExtractionNeeds(before=2))
    logged = store.append(
        [make_turn("t3", session="s1"), make_turn("t4", session="s1")], ExtractionNeeds(before=2)
    )
    place = store.log_page(0, 4, 0).last_position
    store.append(
        [make_turn("late", session="s1", position=2)], ExtractionNeeds(before=2)
    )  # logged later, so it does not count
    page = store.log_page(place, 2, before=2)
    assert [turn.uid for turn in page.turns] == ["t3", "t4"]
    assert [turn.uid for turn in page.preceding] == [turn.uid for turn in logged.preceding] == ["t1", "t2"]


def test_a_missing_namespace_has_no_log_and_no_generation(store, database):
    assert store.log_page(0, 9, 9) == LogPage(turns=(), last_position=0)
    assert store.begin_generation() is None
    assert store.discard_generation() is False
    assert store.notes_of(["t1"]) == ()
    assert store.namespace not in database.namespaces()


def test_notes_of_turns_are_all_notes_with_any_of_these_sources(store):
    notes = [
        make_note("n2", turns=("t1", "t2")),
        make_note("n1", turns=("t2",)),
        make_note("n3", turns=("t3",)),
    ]
    remember(store, make_turns("t1", "t2", "t3"), notes=notes)
    assert [note.uid for note in store.notes_of(["t1", "t2", "unknown"])] == ["n1", "n2"]
    assert store.notes_of(["t2"])[1].turns == ("t1", "t2")
    assert store.notes_of([]) == ()


# Building


def test_a_new_generation_is_empty_and_is_returned_again_on_the_next_call(store):
    fill(store, "quince")
    building = store.begin_generation("rules")
    space, model = f"{store.namespace}#2", STAMP.model
    assert building == GenerationBuild(
        space=space, log_position=0, turns_done=0, turns_total=3, extractor="rules", model=model
    )
    assert store.begin_generation("llm") == building
    assert snapshot_of(store, building, name_keys=("ada",)) == PlanningSnapshot(
        space=building.space, version=0, entities={}
    )


def test_the_progress_of_a_generation_is_durable(store, backend):
    store.append(make_turns("t1", "t2", "t3"))
    building = store.begin_generation()
    page = store.log_page(building.log_position, 2, 0)
    outcome = derive(store, building, *page.turns)
    assert outcome == Applied(page.last_position)
    again = backend.open(STAMP)
    assert again.store(store.namespace).begin_generation() == replace(
        building, log_position=page.last_position, turns_done=2
    )
    assert logged_uids(store, page.last_position) == ["t3"]
    again.close()


def test_no_reading_verb_returns_records_of_the_generation_being_built(store):
    fill(store, "quince")
    before = contents(store)
    build_generation(store)
    assert contents(store) == before
    assert NEW not in all_answers(store)
    assert found_by_terms(store, NEW) == set()


def test_a_snapshot_of_the_generation_being_built_contains_its_records(store):
    fill(store, "quince")
    building = build_generation(store)
    found = snapshot_of(
        store,
        building,
        name_keys=("ada",),
        facts=(FactLookup(subject="ada", type="LIVES_IN", object="", single=True),),
        notes=(
            NeighbourLookup(uid="by-vector", terms="", vector=vector(1)),
            NeighbourLookup(uid="by-words", terms=NEW),
        ),
    )
    assert found.version == building.log_position
    assert [entity.name for entity in found.entities["ada"]] == [f"Ada {NEW}"]
    assert [fact.text for fact in found.facts if fact.holds_until is None] == [f"since {NEW}"]
    assert [near.uid for near in found.neighbours["by-vector"]] == ["n1", "n2"]
    assert {near.uid for near in found.neighbours["by-words"]} == {"n1", "n2"}
    assert all(NEW in near.terms for near in found.neighbours["by-words"])


def test_a_note_of_the_generation_being_built_is_a_neighbour_at_once(store):
    store.append(make_turns("t1", "t2"))
    building = store.begin_generation()
    for number, turn in enumerate(store.log_page(0, 9, 0).turns, start=1):
        note = make_note(f"n{number}", turns=(turn.uid,), vector=vector(1, number))
        derive(store, building, turn, notes=[note])
        near = snapshot_of(
            store, building, notes=(NeighbourLookup(uid="new", terms="", vector=vector(1)),)
        ).neighbours["new"]
        assert len(near) == number


def test_a_plan_for_the_generation_being_built_may_be_stale(store):
    store.append(make_turns("t1", "t2"))
    building = store.begin_generation()
    first, second = store.log_page(0, 9, 0).turns
    version = store.stats().version
    plan = make_plan(snapshot_of(store, building), turns=[TurnUpdate(uid=first.uid, state="extracted")])
    assert isinstance(store.apply(plan), Applied)
    assert store.apply(replace(plan, turns=(TurnUpdate(uid=second.uid, state="extracted"),))) == Stale(
        version
    )
    assert store.begin_generation().turns_done == 1


def test_plans_for_the_current_generation_are_applied_during_a_rebuild(store):
    fill(store, "quince")
    build_generation(store)
    remember(store, make_turns("t9"), notes=[make_note("n9", "lemon", turns=("t9",))])
    assert found_by_terms(store, "lemon") == {"n9"}


def test_a_space_that_is_not_being_built_has_an_empty_snapshot_and_refuses_plans(store):
    fill(store, "quince")
    before = contents(store)
    for space in (f"{store.namespace}#2", f"{store.namespace}#1", "somebody#2"):
        nothing = store.snapshot(SnapshotRequest(space=space, name_keys=("ada",)))
        assert nothing == PlanningSnapshot(space=space, version=-1, entities={})
        assert isinstance(store.apply(make_plan(nothing, notes=[make_note("n9")])), Stale)
        assert isinstance(store.switch_generation(space, REBUILT), Stale)
    assert contents(store) == before


def test_plans_of_a_rebuild_update_terms_and_vectors_of_turns_but_not_their_states(store):
    store.append(make_turns("t1"))
    building = store.begin_generation()
    update = TurnUpdate(uid="t1", state="extracted", terms="lemon tree", vector=vector(0, 1))
    store.apply(make_plan(snapshot_of(store, building), turns=[update]))
    (turn,) = store.turns(["t1"])
    assert (turn.terms, turn.state) == ("lemon tree", "pending")
    assert turn.vector is not None
    assert turn.vector.tolist() == vector(0, 1).tolist()
    assert found_by_terms(store, "lemon") == {"t1"}
    assert found_by_terms(store, "this") == set()  # the terms that were logged
    assert [turn.uid for turn in store.pending(9)] == ["t1"]


def test_a_plan_may_change_the_terms_of_a_turn(store):
    remember(store, make_turns("t1"))
    update = TurnUpdate(uid="t1", state="skipped", terms="lemon")
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[update]))
    assert found_by_terms(store, "lemon") == {"t1"}
    assert store.turns(["t1"])[0].terms == "lemon"


# Switching


def test_after_the_switch_only_records_of_the_new_generation_are_returned(store, other_store):
    fill(store, "quince")
    version, space = store.stats().version, build_generation(store).space
    assert store.switch_generation(space, REBUILT) == Applied(version + 1)
    fill(other_store, NEW)
    other_store.apply(
        make_plan(other_store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t3", state="skipped")])
    )
    mine, fresh = contents(store), contents(other_store)
    assert (mine.pop("stats").space, fresh.pop("stats").space) == (space, f"{other_store.namespace}#1")
    assert {change.uid for change in mine.pop("changes")} == {"rebuilt", "c1"}
    fresh.pop("changes")
    mine["turns"] = [turn.uid for turn in mine["turns"]]
    fresh["turns"] = [turn.uid for turn in fresh["turns"]]  # the texts of the log differ
    assert mine == fresh


def test_counts_are_right_after_the_switch(store):
    fill(store, "quince")
    before = store.stats()
    store.switch_generation(build_generation(store).space, REBUILT)
    after = store.stats()
    assert replace(after, space=before.space, version=before.version, pending=1, skipped=0) == before
    assert (after.pending, after.skipped) == (0, 1)
    assert store.candidates(make_question(), Limits()).documents == 5
    store.forget(Selection(turns=("t2",)))
    assert store.candidates(make_question(), Limits()).documents == 3


def test_no_record_of_the_old_generation_is_found_after_the_switch(store):
    remember(store, [make_turn("t1", vector=vector(1))], notes=[make_note("old", "lemon", vector=vector(1))])
    building = store.begin_generation()
    store.candidates(
        make_question(vector=vector(1)), Limits()
    )  # fills the cache of this process, which must be updated too
    (turn,) = store.log_page(0, 9, 0).turns
    derive(store, building, turn, notes=[make_note("new", "orange", vector=vector(0, 1))])
    store.switch_generation(building.space, REBUILT)
    found = store.candidates(make_question("lemon orange", vector=vector(1)), Limits())
    assert [note.uid for note in found.notes] == ["new"]
    assert [note.vector.tolist() for note in found.notes] == [vector(0, 1).tolist()]


def test_other_connections_see_the_switch(store, backend):
    fill(store, "quince")
    other = backend.open(STAMP)
    other_handle = other.store(store.namespace)
    question = make_question(f"lives {NEW} quince", name_keys=("ada",), vector=vector(1))
    assert "quince" in all_text_of(other_handle.candidates(question, Limits()).notes)
    store.switch_generation(build_generation(store).space, REBUILT)
    found = other_handle.candidates(question, Limits())
    assert [NEW in note.text for note in found.notes] == [True, True]
    assert {entity.name for entity in found.entities.values()} == {
        f"{n} {NEW}" for n in ("Ada", "Turin", "Milan")
    }
    assert "quince" not in all_text_of(other_handle.snapshot(SnapshotRequest(name_keys=("ada",))))
    other.close()


def test_the_switch_is_refused_until_new_turns_are_derived(store):
    fill(store, "quince")
    building = build_generation(store)
    store.append(make_turns("t9"))
    assert store.switch_generation(building.space, REBUILT) == Stale(store.stats().version)
    assert store.stats().space == f"{store.namespace}#1"
    page = store.log_page(building.log_position, 9, 0)
    assert [turn.uid for turn in page.turns] == ["t9"]
    derive(store, building, *page.turns)
    assert isinstance(store.switch_generation(building.space, REBUILT), Applied)
    assert store.pending(9) == ()


def test_a_plan_for_the_old_generation_is_stale_after_the_switch(store):
    fill(store, "quince")
    plan = make_plan(store.snapshot(SnapshotRequest()), notes=[make_note("n9")])
    store.switch_generation(build_generation(store).space, REBUILT)
    assert isinstance(store.apply(plan), Stale)
    assert store.notes(["n9"]) == ()


def test_user_decisions_outlive_the_switch_and_engine_decisions_do_not(store):
    remember(store, [make_turn("t0", session="s0"), *make_turns("t1")], changes=[make_change("old")])
    store.forget(Selection(turns=("t0",)))
    (forgotten,) = [change for change in store.changes(9) if change.by == "user"]
    building = store.begin_generation()
    derive(store, building, *store.log_page(0, 9, 0).turns, changes=[make_change("new")])
    assert {change.uid for change in store.changes(9)} == {"old", forgotten.uid}
    store.switch_generation(building.space, REBUILT)
    assert {change.uid for change in store.changes(9)} == {"new", forgotten.uid, "rebuilt"}


def test_a_namespace_can_be_rebuilt_repeatedly(store):
    fill(store, "quince")
    for number in (2, 3, 4):
        space = build_generation(store, f"word{number}").space
        assert space == f"{store.namespace}#{number}"
        assert isinstance(store.switch_generation(space, replace(REBUILT, uid=space)), Applied)
        assert [note.uid for note in store.notes_of(["t1", "t2"])] == ["n1", "n2"]
    assert "word3" not in all_answers(store)
    assert "word4" in all_answers(store)


# Discarding


def test_a_discarded_generation_is_removed_and_its_number_is_not_used_again(store):
    fill(store, "quince")
    before = contents(store)
    building = build_generation(store)
    assert store.discard_generation() is True
    assert store.discard_generation() is False
    assert contents(store) == before
    assert snapshot_of(store, building, name_keys=("ada",)).version == -1
    assert isinstance(store.switch_generation(building.space, REBUILT), Stale)
    again = store.begin_generation()
    assert (again.space, again.log_position, again.turns_done) == (f"{store.namespace}#3", 0, 0)
    found = snapshot_of(
        store, again, name_keys=("ada",), notes=(NeighbourLookup(uid="new", terms="", vector=vector(1)),)
    )
    assert (found.entities, dict(found.neighbours)) == ({}, {})


@pytest.mark.parametrize(
    "selection", [Selection(turns=("t1",)), Selection(entity="turin"), Selection(speaker="Ada")]
)
def test_forgetting_discards_the_generation_being_built(store, selection):
    fill(store, "quince")
    building = build_generation(store)
    assert store.forget(selection).turns
    assert snapshot_of(store, building, name_keys=("ada", "turin", "milan")).version == -1
    again = store.begin_generation()
    assert (again.space, again.turns_done) == (f"{store.namespace}#3", 0)
    assert "t1" not in logged_uids(store)


def test_forgetting_nothing_keeps_the_generation_being_built(store):
    fill(store, "quince")
    building = build_generation(store)
    assert store.forget(Selection(turns=("unknown",))).turns == ()
    assert store.begin_generation() == building


def test_forgetting_everything_removes_all_generations(store, database):
    fill(store, "quince")
    store.switch_generation(build_generation(store).space, REBUILT)
    build_generation(store, "again")
    assert store.forget(Selection(everything=True)).notes == ("n1", "n2")
    assert store.namespace not in database.namespaces()
    assert store.begin_generation() is None
    fill(store, "quince")
    assert store.begin_generation().space == f"{store.namespace}#2"
    assert store.changes(9)[0].uid == "c1"


# Separation


def test_a_rebuild_changes_no_other_namespace(store, other_store):
    fill(store, "quince")
    fill(other_store, "medlar")
    before = contents(other_store)
    building = build_generation(store)
    assert other_store.discard_generation() is False
    assert snapshot_of(other_store, building, name_keys=("ada",)).version == -1
    assert isinstance(other_store.switch_generation(building.space, REBUILT), Stale)
    theirs = build_generation(other_store, "elsewhere")
    store.switch_generation(building.space, REBUILT)
    assert contents(other_store) == before
    assert other_store.begin_generation() == theirs
    other_store.discard_generation()
    assert "elsewhere" not in all_answers(store)
    assert contents(other_store) == before


def test_edges_belong_to_one_generation(store):
    """Both generations have nodes with the same uids and different edges."""
    turns = make_turns("t1", "t2")
    people = [make_entity("ada"), make_entity("bea")]
    notes = [make_note("n1"), make_note("n2", turns=("t2",))]
    remember(
        store,
        turns,
        entities=people,
        names=make_names(*people),
        notes=notes,
        mentions=make_mentions(turns[0], "ada"),
        abouts=[About("n1", "ada")],
        similar=[Similar("n1", "n2", 0.9)],
        facts=[make_fact("f1", "ada", "KNOWS", "bea")],
        invalidations=[make_invalidation("f1")],
    )
    building = store.begin_generation()
    derive(
        store,
        building,
        *store.log_page(0, 9, 0).turns,
        entities=people,
        names=make_names(*people),
        notes=notes,
        mentions=make_mentions(turns[1], "ada", "bea"),
        facts=[make_fact("f1", "bea", "KNOWS", "ada", notes=("n2",))],
    )
    assert [item.turn for item in store.stream(StreamQuery())] == ["t1"]
    assert [(e.uid, e.mentions) for e in store.entities(EntityQuery(limit=9))] == [("ada", 1), ("bea", 0)]
    store.switch_generation(building.space, REBUILT)
    assert [(item.turn, item.entity) for item in store.stream(StreamQuery())] == [
        ("t2", "ada"),
        ("t2", "bea"),
    ]
    assert [(e.uid, e.mentions) for e in store.entities(EntityQuery(limit=9))] == [("ada", 1), ("bea", 1)]
    (fact,) = store.facts(None, 9)
    assert (fact.subject, fact.object, fact.notes, fact.holds_until) == ("bea", "ada", ("n2",), None)
    assert store.stats().similar == 0
    found = store.candidates(make_question("turin"), Limits())
    assert (found.about["n1"], found.about["t1"]) == ((), ())


def test_a_turn_keeps_its_terms_when_a_plan_gives_none(store):

    remember(store, make_turns("t1"))
    building = store.begin_generation()
    derive(store, building, *store.log_page(0, 9, 0).turns)
    store.switch_generation(building.space, REBUILT)
    assert store.turns(["t1"])[0].terms == terms_of("This is t1.")
    assert REBUILT.at == NOW
