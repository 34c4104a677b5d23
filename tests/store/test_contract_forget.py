"""Contract of `forget`: everything derived from forgotten turns is removed, and nothing else."""

import pytest
from forgetting import CANARY, entities, forget_turns, in_separate_sessions

from factories import (
    STAMP,
    day,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.forget import Forgotten, RetainedRecord, Selection
from memgraph_core.records.graph import About, Name, Similar
from memgraph_core.records.plan import (
    SnapshotRequest,
)
from memgraph_core.records.search import Limits
from sample_namespace import all_answers, contents, fill, sample_rows

# What is selected


@pytest.fixture
def diary(store):
    """Two turns by Ada in s1 that mention Bea and Cleo, one by Bea in s2 that mentions Ada. Speakers are entities."""
    people = [make_entity(uid) for uid in ("ada", "bea", "cleo")]
    turns = [
        make_turn("t1", "Bea came.", session="s1", speaker="Ada"),
        make_turn("t2", "Cleo came.", session="s1", speaker="Ada"),
        make_turn("t3", "Ada called.", session="s2", speaker="Bea"),
    ]
    mentioned = {"t1": "bea", "t2": "cleo", "t3": "ada"}
    remember(
        store,
        turns,
        spoken_by={"t1": "ada", "t2": "ada", "t3": "bea"},
        entities=people,
        names=make_names(*people),
        mentions=[row for turn in turns for row in make_mentions(turn, mentioned[turn.uid])],
    )
    return store


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (Selection(turns=("t3", "t1", "unknown")), ("t1", "t3")),
        (Selection(session="s1"), ("t1", "t2")),
        (Selection(speaker="Bea"), ("t3",)),
        (Selection(entity="cleo"), ("t2",)),
        (Selection(entity="bea"), ("t1", "t3")),  # mentioned in one, speaking in the other
        (Selection(entity="cleo", turns=("t1",)), ("t1", "t2")),
        (Selection(everything=True), ("t1", "t2", "t3")),
    ],
)
def test_selected_turns_are_forgotten_and_no_others(diary, selection, expected):
    assert diary.forget(selection).turns == expected
    left = [uid for uid in ("t1", "t2", "t3") if uid not in expected]
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
def test_a_selection_must_have_exactly_one_criterion(diary, selection):
    before = contents(diary)
    with pytest.raises(InvalidInput):
        diary.forget(selection)
    assert contents(diary) == before


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("unknown",)),
        Selection(session="unknown"),
        Selection(speaker="unknown"),
        Selection(entity="unknown"),
    ],
)
def test_a_selection_without_turns_changes_nothing(diary, selection):
    before, version = contents(diary), diary.stats().version
    assert diary.forget(selection) == Forgotten()
    assert (contents(diary), diary.stats().version) == (before, version)


@pytest.mark.parametrize("selection", [Selection(turns=("t1",)), Selection(everything=True)])
def test_forgetting_in_an_empty_namespace_does_nothing_and_does_not_create_it(database, store, selection):
    assert store.forget(selection) == Forgotten()
    assert store.namespace not in database.namespaces()


def test_forgetting_increments_the_version_and_is_recorded_without_text_or_uids(diary):
    version = diary.stats().version
    forget_turns(diary, "t2", "t1")
    assert diary.stats().version == version + 1
    change = diary.changes(10)[0]
    assert (change.kind, change.by) == ("forget", "user")
    assert change.before == ChangeState(count=2)  # not even the uids


def test_forgetting_reports_whether_the_deleted_bytes_are_overwritten(diary):
    erases = ".sqlite." in type(diary).__module__
    some = diary.forget(Selection(turns=("t1",)))
    everything = diary.forget(Selection(everything=True))
    assert (some.turns, some.erased, everything.erased) == (("t1",), erases, erases)


def test_forgetting_makes_older_plans_stale(diary):
    known = diary.snapshot(SnapshotRequest())
    forget_turns(diary, "t1")
    assert diary.snapshot(SnapshotRequest()).version == known.version + 1


def test_a_pending_turn_can_be_forgotten(store):
    store.append(make_turns("t1", "t2"))
    assert forget_turns(store, "t1").turns == ("t1",)
    assert [turn.uid for turn in store.pending(9)] == ["t2"]


# Records that are removed with a turn


def test_records_that_only_the_turn_supports_are_removed(store):
    fill(store, "quince")
    forgotten = forget_turns(store, "t2")
    assert (forgotten.turns, forgotten.notes, forgotten.facts, forgotten.entities) == (
        ("t2",),
        ("n2",),
        ("f2",),
        ("milan",),
    )
    assert (forgotten.kept_notes, forgotten.kept_facts, forgotten.restored_facts) == ((), (), ("f1",))
    stats = store.stats()
    assert (stats.turns, stats.notes, stats.facts, stats.entities, stats.mentions) == (2, 1, 1, 2, 2)
    assert (stats.similar, stats.sessions) == (0, 2)
    assert store.notes(["n2"]) == ()
    assert not store.snapshot(SnapshotRequest(name_keys=("milan",))).entities


def test_a_session_without_turns_is_removed(diary):
    forget_turns(diary, "t3")
    assert diary.stats().sessions == 1


def test_a_note_with_another_source_is_kept_without_this_one(store):
    remember(store, in_separate_sessions("t1", "t2"), notes=[make_note("n1", turns=("t1", "t2"))])
    forgotten = forget_turns(store, "t1")
    assert (forgotten.notes, forgotten.kept_notes) == ((), (RetainedRecord(uid="n1", turns=("t2",)),))
    assert store.notes(["n1"])[0].turns == ("t2",)
    assert forget_turns(store, "t2").notes == ("n1",)
    assert store.stats().notes == 0


def test_a_fact_with_another_source_is_kept_without_this_one(store):
    remember(
        store,
        in_separate_sessions("t1", "t2"),
        notes=[make_note("n1", turns=("t1",)), make_note("n2", turns=("t2",))],
        entities=[make_entity("ada"), make_entity("turin")],
        facts=[make_fact("f1", notes=("n1", "n2"))],
    )
    forgotten = forget_turns(store, "t1")
    assert (forgotten.notes, forgotten.facts, forgotten.kept_facts) == (
        ("n1",),
        (),
        (RetainedRecord(uid="f1", turns=("t2",)),),
    )
    assert store.facts(None, 9)[0].notes == ("n2",)
    forgotten = forget_turns(store, "t2")
    assert (forgotten.facts, forgotten.entities) == (("f1",), ("ada", "turin"))
    assert store.facts(None, 9) == ()


def test_counters_are_right_after_forgetting(store):
    for number in (1, 4, 8):
        mention(store, "Ada", "Bea", uid=f"t{number}", session=f"s{number}", said_at=day(number))
    mention(store, "Ada", uid="t9", session="s9", said_at=day(9))
    forget_turns(store, "t1", "t9")
    ada = entities(store)["ada"]
    assert (ada.mentions, ada.first_at, ada.last_at) == (2, day(4), day(8))
    assert store.stats().mentions == 4


def test_an_entity_stays_while_any_record_refers_to_it(store):
    people = [make_entity(uid) for uid in ("mentioned", "noted", "subject", "object", "speaker", "loose")]
    forgotten, kept = in_separate_sessions("t1", "t2")
    remember(
        store,
        [forgotten, kept],
        spoken_by={"t2": "speaker"},
        notes=[make_note("n2", turns=("t2",))],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(forgotten, *(person.uid for person in people))
        + make_mentions(kept, "mentioned"),
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


def test_a_name_stays_for_the_other_entity_with_that_name(store):
    for uid, turn in zip(("sam1", "sam2"), in_separate_sessions("t1", "t2"), strict=True):
        sam = make_entity(uid, "Sam")
        remember(
            store, [turn], entities=[sam], names=[Name("sam", "Sam", uid)], mentions=make_mentions(turn, uid)
        )
    forget_turns(store, "t1")
    assert [sam.uid for sam in store.snapshot(SnapshotRequest(name_keys=("sam",))).entities["sam"]] == [
        "sam2"
    ]


# No trace remains


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
def test_no_answer_contains_a_word_of_a_forgotten_turn(store, selection):
    rows = sample_rows(CANARY) | {"changes": []}
    remember(store, rows.pop("turns"), **rows)
    assert CANARY in all_answers(store)
    store.forget(selection)
    assert CANARY not in all_answers(store)


def test_forgotten_records_are_found_by_no_channel(store):
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


def test_similarity_edges_are_removed_with_either_note(store):
    notes = [make_note(f"n{number}", turns=(f"t{number}",)) for number in (1, 2, 3)]
    links = [Similar("n1", "n2", 0.9), Similar("n2", "n3", 0.9), Similar("n1", "n3", 0.9)]
    remember(store, in_separate_sessions("t1", "t2", "t3"), notes=notes, similar=links)
    forget_turns(store, "t2")
    assert store.stats().similar == 1


def test_the_uid_of_a_forgotten_turn_may_be_used_with_another_text(store):
    remember(store, make_turns("t0"), notes=[make_note("n0", turns=("t0",))])
    remember(store, [make_turn("t1", "A pear.")], notes=[make_note("n1", "A pear.")])
    forget_turns(store, "t1")
    appended = store.append([make_turn("t1", "A plum.")])
    assert (appended.new, appended.turns[0].state) == ({"t1"}, "pending")
    assert set(store.candidates(make_question("plum pear"), Limits(neighbour_seeds=0)).channels) == {"t1"}


def test_forgetting_everything_removes_the_namespace(database, store):
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


def test_a_forgotten_namespace_can_be_filled_again(store):
    fill(store, "quince")
    before = contents(store)
    store.forget(Selection(everything=True))
    fill(store, "quince")
    assert contents(store) == before


def test_forgetting_is_durable(fresh_database):
    store = fresh_database(STAMP).store("ada")
    fill(store, CANARY)
    store.forget(Selection(turns=("t1", "t2", "t3")))
    again = fresh_database(STAMP).store("ada")
    assert (again.stats().turns, again.stats().notes, again.stats().entities) == (0, 0, 0)
    assert again.candidates(make_question(CANARY), Limits()).channels == {}
