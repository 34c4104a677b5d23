"""Relation types and what is known of them."""

import pytest

from memgraph_core.language.vocabulary import VOCABULARY, fact_type, favourite, relation_of
from memgraph_core.records.validation import STRUCTURAL_TYPES, checked_relation


def test_there_are_more_than_forty_types_and_all_are_relationship_types():
    assert len(VOCABULARY) > 40
    assert [checked_relation(type_) for type_ in VOCABULARY] == list(VOCABULARY)


@pytest.mark.parametrize("relation", VOCABULARY.values(), ids=VOCABULARY)
def test_an_inverse_is_in_the_vocabulary_and_answers(relation):
    if relation.inverse is not None:
        assert VOCABULARY[relation.inverse].inverse == relation.type
        assert not relation.symmetric


@pytest.mark.parametrize("relation", [r for r in VOCABULARY.values() if r.symmetric], ids=lambda r: r.type)
def test_a_symmetric_relation_has_the_same_type_at_both_ends(relation):
    assert relation.subject_type == relation.object_type


@pytest.mark.parametrize("type_", ["LIVES_IN", "WORKS_AT", "MARRIED_TO", "BORN_ON", "AGED", "WORKS_AS"])
def test_these_relations_are_single_valued(type_):
    assert relation_of(type_).single


@pytest.mark.parametrize("type_", ["LIKES", "OWNS", "SIBLING_OF", "FRIEND_OF", "VISITED", "HAS_PET"])
def test_these_relations_have_several_values(type_):
    assert not relation_of(type_).single


def test_a_type_outside_the_vocabulary_is_known_by_its_name_alone():
    relation = relation_of("BAPTISED_BY")
    assert (relation.type, relation.single, relation.object_type, relation.subject_type) == (
        "BAPTISED_BY",
        False,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("kind", "type_"), [("colour", "FAVORITE_COLOR"), ("颜色", "FAVORITE_COLOR"), ("thing", None)]
)
def test_a_favourite_of_a_kind_is_single_valued(kind, type_):
    assert favourite(kind) == type_
    assert type_ is None or relation_of(type_).single


@pytest.mark.parametrize(
    "type_", ["HAS", "MENTIONS", "NAMES", "NAMED_IN", "CONFLICTS", "LINKED", "SUPPORTED_BY"]
)
def test_a_verb_that_the_graph_itself_uses_has_another_type_in_facts(type_):
    assert type_ in STRUCTURAL_TYPES
    assert checked_relation(fact_type(type_)) != type_
