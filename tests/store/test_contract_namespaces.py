"""Contract of namespaces: no verb returns or changes anything of another namespace."""

import pytest

from factories import (
    NOW,
    all_text_of,
    day,
    make_change,
    make_entity,
    make_fact,
    make_invalidation,
    make_note,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Mention, Name, Similar
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import FactLookup, NeighbourLookup, SnapshotRequest, Stale, TurnUpdate
from memgraph_core.records.search import Limits, Seeds
from sample_namespace import VERB_CALLS, VERBS, contents, fill

MINE, THEIRS = "quince", "medlar"
WRITING = [
    *(
        "append",
        "apply",
        "correct",
        "forget",
        "lease",
        "release_lease",
        "record_calls",
        "record_uses",
        "update_jobs",
    ),
    *("write_core", "forget_core", "begin_generation", "switch_generation", "discard_generation"),
]


def fill_other(store):
    """Records with the same uids at other times, and some uids of its own."""
    fill(store, THEIRS, first_day=40)
    mention(store, "Ada", f"Only {THEIRS}", uid="only-there", said_at=day(90))
    remember(store, notes=[make_note("only-there", f"lives {THEIRS}", turns=("t1",), vector=vector(1))])
    store.append([make_turn("t4", f"lives {THEIRS}", speaker="Zoe")])


def test_every_verb_of_the_protocol_has_a_sample_call():
    assert sorted(VERB_CALLS) == VERBS


def test_the_answer_of_a_reading_verb_does_not_depend_on_another_namespace(store, other_store):
    fill(store, MINE)
    reading = [verb for verb in VERBS if verb not in WRITING]
    before = {verb: VERB_CALLS[verb].call(store) for verb in reading}
    for verb, answer in before.items():  # the call does return something
        assert VERB_CALLS[verb].expected.format(word=MINE) in all_text_of(answer), verb
    fill_other(other_store)
    for verb, answer in before.items():
        after = VERB_CALLS[verb].call(store)
        assert after == answer, verb
        assert THEIRS not in all_text_of(after), verb
    other_store.forget(Selection(everything=True))
    assert {verb: VERB_CALLS[verb].call(store) for verb in reading} == before


@pytest.mark.parametrize("verb", WRITING)
def test_the_answer_of_a_writing_verb_does_not_depend_on_another_namespace(store, other_store, verb):
    fill(store, MINE)
    call = VERB_CALLS[verb].call
    before = call(store)
    assert VERB_CALLS[verb].expected.format(word=MINE) in all_text_of(before)
    fill_other(other_store)
    after = call(store)
    if verb == "apply":  # each plan increments the version
        assert after.version == before.version + 1
    else:
        assert after == before
    assert THEIRS not in all_text_of(after)


def test_an_empty_namespace_returns_nothing_of_a_full_one(store, other_store):
    fill_other(other_store)
    for verb in VERBS:
        answer = all_text_of(VERB_CALLS[verb].call(store))
        assert THEIRS not in answer, verb
        assert other_store.namespace not in answer, verb


def test_a_uid_of_another_namespace_finds_nothing(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    assert store.turns(["only-there", "t4"]) == store.notes(["only-there"]) == ()
    assert store.facts("only medlar", 9) == ()
    assert store.stream(StreamQuery(entity="only medlar")) == ()
    assert store.entities(EntityQuery(name_keys=("only medlar",))) == ()
    assert store.expand(Seeds(entities=("only medlar",)), make_question()).entities == {}


def test_writing_the_same_uids_changes_no_other_namespace(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    before = contents(other_store)
    remember(
        store,
        [make_turn("t4", "Mine."), make_turn("only-there", "Mine too.")],
        spoken_by={"t4": "ada"},
        notes=[make_note("n1", "rewritten"), make_note("only-there", "mine", turns=("t1", "only-there"))],
        entities=[make_entity("ada", "Somebody", "Place")],
        names=[Name("milan", "Milan", "ada")],
        mentions=[Mention("t3", "ada", NOW), Mention("t1", "milan", NOW)],
        abouts=[About("n2", "turin")],
        facts=[make_fact("f2", notes=("n1",)), make_fact("f9", "ada", "LIKES", "turin")],
        invalidations=[make_invalidation("f2", "f9", until=day(3))],
        similar=[Similar("n1", "only-there", 0.5)],
        changes=[make_change("c9")],
    )
    assert contents(other_store) == before


@pytest.mark.parametrize(
    "selection",
    [
        Selection(turns=("t1", "t2", "t3", "t4", "only-there")),
        Selection(session="s1"),
        Selection(speaker="Ada"),
        Selection(entity="ada"),
        Selection(everything=True),
    ],
)
def test_forgetting_changes_no_other_namespace(store, other_store, selection):
    fill(store, MINE)
    fill_other(other_store)
    before = contents(other_store)
    assert store.forget(selection).turns
    assert contents(other_store) == before


def test_each_namespace_has_a_version_of_its_own(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    assert store.stats().version == 1
    assert other_store.stats().version > 1


def test_a_plan_for_another_namespace_is_stale(store, other_store):
    for each in (store, other_store):
        fill(each, MINE)
    before = contents(store)
    theirs = other_store.snapshot(SnapshotRequest())
    assert isinstance(store.apply(make_plan(theirs, entities=[make_entity("bea")])), Stale)
    assert contents(store) == before


def test_turns_of_another_namespace_cannot_be_updated(store, other_store):
    other_store.append([make_turn("t9")])
    fill(store, MINE)
    remember(store, entities=[make_entity("bea")])
    update = TurnUpdate(uid="t9", state="skipped", speaker="bea", vector=vector(1))
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[update]))
    assert [turn.state for turn in other_store.turns(["t9"])] == ["pending"]
    assert store.turns(["t9"]) == ()


# Names that look alike or like syntax

LOOKALIKES = (
    *(
        "",
        "a",
        "A",
        "a ",
        " a",
        "aa",
        "a#1",
        "a#1#1",
        "#1",
        "\u00e1",
        "a\u0301",
        "\u0430",
        "a b",
        "b a",
        "a-b",
        "a_b",
    ),
    *(
        "a%",
        "a*",
        '"a"',
        "'a'",
        "a' OR 1=1 --",
        "+a",
        "-a",
        "a AND b",
        "NOT a",
        "a~",
        "(a)",
        "a:b",
        "a\\",
        "a/b",
    ),
    *("`a`", "$a", "北京", "北", "🜁", "null", "n" * 150),
)


def test_namespaces_with_similar_names_are_separate(database, namespaces):
    stores = {ending: database.store(namespaces(ending)) for ending in LOOKALIKES}
    assert len({store.namespace for store in stores.values()}) == len(LOOKALIKES)
    for number, store in enumerate(stores.values()):
        turn = make_turn("t1", f"pear number{number}", vector=vector(1))
        note = make_note("n1", f"pear number{number}", vector=vector(1))
        remember(store, [turn], notes=[note])
    for number, (ending, store) in enumerate(stores.items()):
        found = store.candidates(make_question(f"pear number{number}", vector=vector(1)), Limits())
        assert [record.text for record in (*found.notes, *found.turns)] == [f"pear number{number}"] * 2, (
            ending
        )
        assert found.channels == {"n1": {"vector", "terms"}, "t1": {"vector", "terms"}}, ending
        assert (found.documents, found.frequencies) == (2, {"pear": 2, f"number{number}": 2}), ending
        near = store.snapshot(SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="pear"),))).neighbours[
            "new"
        ]
        assert [one.terms for one in near] == [f"pear number{number}"], ending


def test_a_small_namespace_finds_all_its_records_beside_a_large_one(store, other_store):
    crowd = [make_note(f"n{number:04}", "pear", vector=vector(1)) for number in range(1500)]
    remember(other_store, make_turns("t1"), notes=crowd)
    few = [make_note(f"n{number}", "pear and plum", vector=vector(1, number + 1)) for number in range(5)]
    remember(store, make_turns("t1"), notes=few)
    found = store.candidates(
        make_question("pear", vector=vector(1)), Limits(vector=5, passages=5, terms=5, neighbour_seeds=0)
    )
    assert found.channels == {note.uid: {"vector", "terms"} for note in few}
    assert found.frequencies == {"pear": 5}
    probes = (
        NeighbourLookup(uid="new", terms="", vector=vector(1)),
        NeighbourLookup(uid="by-terms", terms="pear"),
    )
    near = store.snapshot(SnapshotRequest(notes=probes, neighbour_count=5)).neighbours
    assert [one.uid for one in near["new"]] == [note.uid for note in few]
    assert {one.uid for one in near["by-terms"]} == {note.uid for note in few}


def test_facts_are_looked_up_in_the_same_namespace(store, other_store):
    for each, city in ((store, "turin"), (other_store, "milan")):
        people = [make_entity(uid) for uid in ("ada", city)]
        names = [Name(one.uid, one.name, one.uid) for one in people]
        fact = make_fact(f"f-{city}", object=city)
        remember(each, [make_turn()], notes=[make_note()], entities=people, names=names, facts=[fact])
    probe = FactLookup(subject="ada", type="LIVES_IN", object="", single=True)
    assert [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ] == ["f-turin"]


def test_forgetting_everything_changes_no_namespace_with_a_similar_name(database, namespaces):
    stores = [database.store(namespaces(ending)) for ending in ("", "1", "#1", "-", " ")]
    for store in stores:
        fill(store, "quince")
    before = [contents(store) for store in stores[1:]]
    stores[0].forget(Selection(everything=True))
    assert stores[0].namespace not in database.namespaces()
    assert [contents(store) for store in stores[1:]] == before
