"""Contract of `forget`: revisions and names that came from forgotten turns are removed."""

import numpy as np
import pytest
from forgetting import CANARY, entities, forget_turns, in_separate_sessions, store_windows

from factories import (
    make_entity,
    make_mentions,
    make_note,
    make_question,
    make_revision,
    make_turn,
    mention,
    remember,
    terms_of,
    vector,
)
from memgraph_core.records.graph import Name, NameSource
from memgraph_core.records.plan import (
    Merge,
    NeighbourLookup,
    SnapshotRequest,
    Split,
)
from memgraph_core.records.search import Limits
from sample_namespace import all_answers

# Revisions caused by a forgotten turn


def store_revisions(store, *causes):
    """A note of t0, revised by these turns one after the other. Each turn is in a session of its own."""
    uids = sorted({"t0", *causes})
    remember(
        store,
        in_separate_sessions(*uids),
        notes=[make_note("n0", "Ada moved.", turns=("t0",), vector=vector(1))],
    )
    for number, cause in enumerate(causes, start=1):
        revision = make_revision(
            "n0", cause, f"context{number} by {cause}", text="Ada moved.", vector=vector(1, number)
        )
        remember(store, revisions=[revision])


def contexts(store):
    return [state.context for state in store.history("n0")]


@pytest.mark.parametrize(
    ("forgotten", "expected"),
    [
        ("t3", ["", "context1 by t1", "context2 by t2"]),
        ("t2", ["", "context1 by t1"]),  # the third revision may contain text of the second turn
        ("t1", [""]),
    ],
)
def test_a_note_returns_to_the_revision_before_the_forgotten_turn(store, forgotten, expected):
    store_revisions(store, "t1", "t2", "t3")
    assert forget_turns(store, forgotten).notes == ()
    assert contexts(store) == expected
    [note] = store.notes(["n0"])
    assert note.context == expected[-1]
    assert note.terms == terms_of(f"Ada moved. {expected[-1]}")
    assert np.allclose(note.vector, vector(1, len(expected) - 1))


def test_a_note_that_returned_to_a_revision_is_found_by_the_terms_and_vector_of_it(store):
    store_revisions(store, "t1")
    forget_turns(store, "t1")
    assert "n0" not in store.candidates(make_question("context1"), Limits()).channels
    assert "n0" in store.candidates(make_question("moved"), Limits()).channels
    near = store.snapshot(
        SnapshotRequest(notes=(NeighbourLookup(uid="new", terms="", vector=vector(1)),))
    ).neighbours["new"]
    assert near[0].similarity == pytest.approx(1.0)


def test_a_revision_is_removed_when_its_turn_is_pending_again(store):
    turns = [make_turn("t1", "One."), make_turn("t2", "Two."), make_turn("t0", "Zero.", session="s0")]
    remember(store, turns, notes=[make_note("n0", turns=("t0",))])
    remember(store, revisions=[make_revision("n0", "t2", "after one")])
    forget_turns(store, "t1")
    assert contexts(store) == [""]


def test_a_revision_is_removed_with_any_turn_of_the_window_that_caused_it(store):
    store_windows(store, (0, 9))
    remember(store, [make_turn("x", session="sx")], notes=[make_note("n0x", turns=("x",))])
    remember(store, revisions=[make_revision("n0x", "t9", f"{CANARY} of t2")])
    forget_turns(store, "t2")
    assert [state.context for state in store.history("n0x")] == [""]
    assert CANARY not in all_answers(store)


def test_a_note_that_returned_to_a_revision_can_be_revised_again(store):
    store_revisions(store, "t1", "t2")
    forget_turns(store, "t2")
    remember(store, in_separate_sessions("t5"), revisions=[make_revision("n0", "t5", "anew")])
    assert contexts(store) == ["", "context1 by t1", "anew"]
    assert [state.number for state in store.history("n0")] == [0, 1, 2]


def test_all_revisions_are_removed_with_their_note(store):
    store_revisions(store, "t1", "t2")
    forget_turns(store, "t0")
    assert store.history("n0") == ()
    assert forget_turns(store, "t1").turns == ("t1",)


# Names


def store_names(store, *turns):
    """Store turns, given as (uid, entity, name …): each turn is the source of these names of the entity."""
    for uid, entity, *given in turns:
        [turn] = in_separate_sessions(uid)
        existing = entities(store)
        remember(
            store,
            [turn],
            entities=[] if entity in existing else [make_entity(entity, given[0])],
            names=[Name(name.lower(), name, entity) for name in given],
            name_sources=[NameSource(name.lower(), uid) for name in given],
            mentions=make_mentions(turn, entity),
        )


def entities_by_name(store, *names):
    found = store.snapshot(SnapshotRequest(name_keys=tuple(names))).entities
    return {key: [entity.uid for entity in of] for key, of in found.items()}


def test_a_name_is_removed_with_its_last_source(store):
    store_names(store, ("t1", "ada", "Ada"), ("t2", "ada", "Ada", CANARY), ("t3", "ada", CANARY))
    forget_turns(store, "t2")
    assert entities_by_name(store, "ada", CANARY) == {"ada": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert entities_by_name(store, "ada", CANARY) == {"ada": ["ada"]}
    assert CANARY not in all_answers(store)


def test_an_entity_is_shown_by_its_longest_remaining_name(store):
    store_names(store, ("t1", "ada", CANARY), ("t2", "ada", "Ada", "Ada Byron"))
    assert entities(store)["ada"].name == CANARY
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "Ada Byron"


def test_an_entity_without_a_name_is_shown_by_its_uid(store):
    store_names(store, ("t1", "ada", CANARY))
    [turn] = in_separate_sessions("t2")
    remember(store, [turn], mentions=make_mentions(turn, "ada", how="resolved"))
    forget_turns(store, "t1")
    assert entities(store)["ada"].name == "ada"
    assert entities_by_name(store, CANARY) == {}


def test_a_name_without_sources_stays_with_its_entity(store):
    mention(store, "Ada", uid="t1", session="s1")
    mention(store, "Ada", uid="t2", session="s2")
    forget_turns(store, "t1")
    assert entities_by_name(store, "ada") == {"ada": ["ada"]}


def test_a_name_is_removed_when_its_source_is_pending_again(store):
    store_names(store, ("t9", "ada", "Ada"))
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    remember(store, turns, names=[Name(CANARY, CANARY, "ada")], name_sources=[NameSource(CANARY, "t2")])
    forget_turns(store, "t1")
    assert entities_by_name(store, CANARY) == {}


def test_a_name_of_a_merged_entity_is_removed_from_both(store):
    store_names(store, ("t1", "ada", "Ada"), ("t2", "bea", "Bea"), ("t3", "bea", CANARY))
    remember(store, merges=[Merge(alias="bea", into="ada", reason="stated")])
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["ada"], CANARY: ["ada"]}
    forget_turns(store, "t3")
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["ada"]}
    remember(store, splits=[Split(alias="bea", into="ada")])
    assert entities_by_name(store, "bea", CANARY) == {"bea": ["bea"]}
