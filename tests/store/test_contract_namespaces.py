"""What every store promises tenants: no verb tells anything of another namespace, none touches it."""

import pytest

from factories import (
    NOW,
    day,
    make_change,
    make_closing,
    make_entity,
    make_fact,
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
from world import QUESTIONS, VERBS, fill, snapshot

MINE, THEIRS = "quince", "medlar"


def fill_other(store):
    """More of the same under the same uids, earlier and later, and some that only they have."""
    fill(store, THEIRS, first_day=40)
    mention(store, "Ada", f"Only {THEIRS}", uid="only-there", said_at=day(90))
    remember(store, notes=[make_note("only-there", f"lives {THEIRS}", turns=("t1",), vector=vector(1))])
    store.append([make_turn("t4", f"lives {THEIRS}", speaker="Zoe")], (), 0)


def test_every_verb_of_the_protocol_is_asked_here():
    assert sorted(QUESTIONS) == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_what_a_verb_answers_does_not_depend_on_another_namespace(store, other_store, verb):
    fill(store, MINE)
    ask = QUESTIONS[verb].verb
    before = ask(store)
    assert QUESTIONS[verb].sign.format(word=MINE) in repr(before)  # the question does bring something
    if verb == "apply":  # it moves the version each time
        fill_other(other_store)
        assert ask(store).version == before.version + 1
        return
    fill_other(other_store)
    after = ask(store)
    assert after == before
    assert THEIRS not in repr(after)
    other_store.forget(Selection(everything=True))
    assert ask(store) == before


@pytest.mark.parametrize("verb", VERBS)
def test_an_empty_namespace_beside_a_full_one_answers_nothing_of_it(store, other_store, verb):
    fill_other(other_store)
    answer = repr(QUESTIONS[verb].verb(store))
    assert THEIRS not in answer
    assert other_store.namespace not in answer


def test_what_only_another_namespace_has_is_not_found_by_its_uid(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    assert store.turns(["only-there", "t4"]) == store.notes(["only-there"]) == ()
    assert store.facts("only medlar", 9) == ()
    assert store.stream(StreamQuery(entity="only medlar")) == ()
    assert store.entities(EntityQuery(name_keys=("only medlar",))) == ()
    assert store.expand(Seeds(entities=("only medlar",)), make_question()).entities == {}


def test_writing_under_the_same_uids_touches_nothing_of_another_namespace(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    before = snapshot(other_store)
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
        invalidations=[make_closing("f2", "f9", until=day(3))],
        similar=[Similar("n1", "only-there", 0.5)],
        changes=[make_change("c9")],
    )
    assert snapshot(other_store) == before


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
def test_forgetting_touches_nothing_of_another_namespace(store, other_store, selection):
    fill(store, MINE)
    fill_other(other_store)
    before = snapshot(other_store)
    assert store.forget(selection).turns
    assert snapshot(other_store) == before


def test_versions_of_namespaces_move_apart(store, other_store):
    fill(store, MINE)
    fill_other(other_store)
    assert store.stats().version == 1
    assert other_store.stats().version > 1


def test_a_plan_for_another_namespace_is_stale_here(store, other_store):
    for each in (store, other_store):
        fill(each, MINE)
    before = snapshot(store)
    theirs = other_store.snapshot(SnapshotRequest())
    assert isinstance(store.apply(make_plan(theirs, entities=[make_entity("bea")])), Stale)
    assert snapshot(store) == before


def test_turns_of_another_namespace_cannot_be_updated(store, other_store):
    other_store.append([make_turn("t9")], (), 0)
    fill(store, MINE)
    remember(store, entities=[make_entity("bea")])
    update = TurnUpdate(uid="t9", state="skipped", speaker="bea", vector=vector(1))
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[update]))
    assert [turn.state for turn in other_store.turns(["t9"])] == ["pending"]
    assert store.turns(["t9"]) == ()


# Names that look alike, or like something else

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


def test_namespaces_that_look_alike_are_apart(database, namespaces):
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


def test_a_small_namespace_loses_nothing_beside_a_large_one(store, other_store):
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
        NeighbourLookup(uid="worded", terms="pear"),
    )
    near = store.snapshot(SnapshotRequest(notes=probes, neighbour_count=5)).neighbours
    assert [one.uid for one in near["new"]] == [note.uid for note in few]
    assert {one.uid for one in near["worded"]} == {note.uid for note in few}


def test_facts_are_asked_of_ones_own_namespace(store, other_store):
    for each, city in ((store, "turin"), (other_store, "milan")):
        people = [make_entity(uid) for uid in ("ada", city)]
        names = [Name(one.uid, one.name, one.uid) for one in people]
        fact = make_fact(f"f-{city}", object=city)
        remember(each, [make_turn()], notes=[make_note()], entities=people, names=names, facts=[fact])
    probe = FactLookup(subject="ada", type="LIVES_IN", object="", single=True)
    assert [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ] == ["f-turin"]
