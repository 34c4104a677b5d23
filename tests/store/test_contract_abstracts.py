"""Contract on abstractions: their instances, archived notes, and what forgetting an instance removes."""

import pytest

from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import CONSOLIDATION, About, Abstracts, Link
from memgraph_core.records.plan import StateChange
from memgraph_core.records.search import Filters, Limits, Seeds
from tests.factories import (
    day,
    make_entity,
    make_names,
    make_note,
    make_question,
    make_turn,
    remember,
    vector,
)

QUINCE = Abstracts("abstraction", "n1"), Abstracts("abstraction", "n2"), Abstracts("abstraction", "n3")
ARCHIVED = Filters(archived=True)


@pytest.fixture
def orchard(store):
    """Three notes of turns in sessions of their own, of which n1 and n2 are archived, and an abstraction of all three."""
    ada = make_entity("ada")
    turns = [make_turn(f"t{n}", f"quince {n}", session=f"s{n}", said_at=day(n)) for n in (1, 2, 3)]
    notes = [
        make_note(f"n{n}", f"quince {n}", turns=(f"t{n}",), said_at=day(n), vector=vector(1, n))
        for n in (1, 2, 3)
    ]
    abstraction = make_note(
        "abstraction",
        "usually quinces medlar",
        turns=("t1",),
        state="abstraction",
        extractor=CONSOLIDATION,
        vector=vector(1, 2),
        said_at=day(3),
    )
    remember(
        store,
        turns,
        notes=[*notes, abstraction],
        entities=[ada],
        names=make_names(ada),
        abouts=[About(note.uid, "ada") for note in (*notes, abstraction)],
        abstracts=QUINCE,
        links=[Link("n3", "abstraction", "exception_to")],
        states=[StateChange("n1", "archived"), StateChange("n2", "archived")],
    )
    return store


def found(store, text, **fields):
    return store.candidates(make_question(text, **fields), Limits())


def states(store):
    return {note.uid: note.state for note in store.notes(["n1", "n2", "n3", "abstraction"])}


def test_the_instances_of_an_abstraction_are_read_from_both_ends(orchard):
    assert orchard.abstracts(["abstraction"]) == QUINCE
    assert orchard.abstracts(["n2"]) == (QUINCE[1],)
    assert orchard.abstracts(["unknown"]) == ()


def test_instances_are_added_and_removed(orchard):
    remember(
        orchard, abstracts_removed=[QUINCE[0]], links_removed=[Link("n3", "abstraction", "exception_to")]
    )
    assert orchard.abstracts(["abstraction"]) == QUINCE[1:]
    assert orchard.links(["abstraction"]) == ()


def test_a_restored_note_is_a_candidate_again(orchard):
    assert "n1" not in {note.uid for note in found(orchard, "quince", vector=vector(1, 1)).notes}
    remember(orchard, states=[StateChange("n1", "active")])
    assert "n1" in {note.uid for note in found(orchard, "quince", vector=vector(1, 1)).notes}
    assert states(orchard) == {"n1": "active", "n2": "archived", "n3": "active", "abstraction": "abstraction"}


def test_an_abstraction_has_a_channel_of_its_own(orchard):
    by_term = found(orchard, "medlar", vector=vector(1, 2), since=day(0), until=day(9))
    assert by_term.channels["abstraction"] == frozenset(["abstraction"])
    by_name = found(orchard, "unknownword", name_keys=("ada",))
    assert by_name.channels["abstraction"] == frozenset(["abstraction"])
    assert "abstraction" not in found(orchard, "unknownword", vector=vector(1, 2)).channels


def test_an_abstraction_is_neither_listed_nor_reached_over_the_graph(orchard):
    question = make_question("quince")
    assert [note.uid for note in orchard.expand(Seeds(entities=("ada",)), question).notes] == ["n3"]


@pytest.mark.parametrize(
    "query", [{"vector": vector(1, 2)}, {"name_keys": ("ada",)}, {"since": day(0), "until": day(9)}]
)
def test_archived_notes_are_found_only_if_the_filter_asks_for_them(orchard, query):
    archived = found(orchard, "quince", filters=ARCHIVED, **query)
    assert [note.uid for note in archived.notes] == ["n1", "n2"]
    assert "t3" not in archived.channels
    assert {note.uid for note in found(orchard, "quince", **query).notes} <= {"n3", "abstraction"}


def test_turns_of_archived_notes_are_still_found(orchard):
    assert {"t1", "t2", "t3"} <= set(found(orchard, "quince").channels)


def test_forgetting_an_instance_removes_the_abstraction_and_restores_the_others(orchard):
    forgotten = orchard.forget(Selection(turns=("t2",)))
    assert forgotten.notes == ("abstraction", "n2")
    assert states(orchard) == {"n1": "active", "n3": "active"}
    assert orchard.abstracts(["n1", "n3"]) == ()
    assert found(orchard, "medlar", name_keys=("ada",)).notes[-1].uid != "abstraction"


def test_forgetting_an_exception_removes_the_abstraction(orchard):
    remember(orchard, abstracts_removed=[QUINCE[2]])
    assert orchard.forget(Selection(turns=("t3",))).notes == ("abstraction", "n3")
    assert states(orchard) == {"n1": "active", "n2": "active"}


def test_an_abstraction_does_not_count_as_a_document(orchard):
    assert found(orchard, "quince").documents == 6


def test_abstractions_are_exported(orchard):
    assert orchard.incident_edges("note", ["abstraction"]).abstracts == QUINCE
