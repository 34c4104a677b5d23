"""Similarity edges between notes, by vectors or by terms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from factories import make_note, vector
from memgraph_core.plan.similarity import MAX_COMPARED, MAX_EDGES, overlap, similar_of
from memgraph_core.records.plan import Neighbour

TERMS = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(TERMS, TERMS)
def test_overlap_is_symmetric_and_between_0_and_1(one, other):
    assert overlap(one, other) == overlap(other, one)
    assert 0.0 <= overlap(one, other) <= 1.0


@given(TERMS.filter(bool))
def test_overlap_with_itself_is_1_and_with_nothing_0(terms):
    assert overlap(terms, reversed(terms)) == 1.0
    assert overlap(terms, []) == 0.0


def test_a_note_is_connected_to_stored_notes_above_the_threshold():
    note = make_note("n2", vector=vector(1.0))
    near = {
        "n2": (Neighbour(uid="n1", terms="", similarity=0.8), Neighbour(uid="n0", terms="", similarity=0.3))
    }
    (edge,) = similar_of([note], near)
    assert (edge.a, edge.b, edge.weight, edge.by) == ("n1", "n2", 0.8, "vector")


def test_without_vectors_notes_are_compared_by_terms():
    note = make_note("n2", "李娜 喜欢 北京")
    near = {"n2": (Neighbour(uid="n1", terms=note.terms), Neighbour(uid="n0", terms="x y z"))}
    assert [(edge.a, edge.by) for edge in similar_of([note], near)] == [("n1", "terms")]


def test_new_notes_are_connected_to_each_other_once_per_pair():
    notes = [make_note(uid, vector=vector(1.0)) for uid in ("n3", "n1", "n2")]
    assert [(edge.a, edge.b) for edge in similar_of(notes, {})] == [("n1", "n2"), ("n1", "n3"), ("n2", "n3")]


def test_a_note_with_a_vector_and_one_without_are_not_compared():
    assert similar_of([make_note("n1", vector=vector(1.0)), make_note("n2")], {}) == ()


def test_a_note_has_a_limited_number_of_edges_and_none_to_itself():
    note = make_note("n", vector=vector(1.0))
    near = {
        "n": tuple(
            Neighbour(uid=uid, terms="", similarity=1.0000001) for uid in ("n", *(f"m{i}" for i in range(20)))
        )
    }
    edges = similar_of([note], near)
    assert len(edges) == MAX_EDGES
    assert all(edge.a != edge.b and edge.weight <= 1.0 for edge in edges)


@pytest.mark.slow
def test_edges_of_two_thousand_notes_without_vectors_are_found_in_seconds():
    notes = [
        make_note(f"n{n:04}", " ".join(f"w{(n * 7 + k * k) % 97}" for k in range(60))) for n in range(2_000)
    ]
    pace.assert_under(6, lambda: similar_of(notes, {}))
    edges = similar_of(notes[:200], {})
    assert all(int(edge.b[1:]) - int(edge.a[1:]) <= MAX_COMPARED for edge in edges)
