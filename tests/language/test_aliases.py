"""Which names mean the same whatever is known, and which never do."""

import pytest

from memgraph_core.language.aliases import can_be_same, can_be_stated_same, other_forms
from memgraph_core.language.names import name_key


def same(one: str, other: str) -> bool:
    """As the graph decides: one is a form of the other, or both share one, and nothing speaks against it."""
    forms = [{name_key(name), *map(name_key, other_forms(name))} for name in (one, other)]
    return bool(forms[0] & forms[1]) and can_be_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dr. Okafor", "Okafor"),
        ("Professor Lindqvist", "Prof. Lindqvist"),
        ("Northwind Inc.", "Northwind"),
        ("Northwind Corp", "Northwind Corporation"),
        ("Brenner GmbH", "Brenner"),
        ("Royal Geographical Society", "RGS"),
        ("Society for Applied Bread Studies", "SABS"),
        ("王芳女士", "王芳"),
        ("陈静老师", "陈静"),
        ("复旦大学", "复旦"),
        ("晨光集团", "晨光"),
        ("晨光有限公司", "晨光"),
        ("杭州市", "杭州"),
    ],
)
def test_titles_legal_forms_and_initials_do_not_distinguish_names(one, other):
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mr. Lee", "Mrs. Lee"),
        ("John", "Joan"),
        ("Sam", "Samantha"),
        ("Python 2", "Python 3"),
        ("North Korea", "South Korea"),
        ("Ada's mother", "Bea's mother"),
        ("Rocky II", "Rocky III"),
        ("New York", "York"),
        ("In The Open", "it"),
        ("张伟", "张玮"),
        ("王老师", "汪老师"),
        ("王老师", "王"),
        ("李雷的妈妈", "韩梅的妈妈"),
        ("北京大学", "北京师范大学"),
        ("陈先生", "陈女士"),
        ("三中", "二中"),
    ],
)
def test_similar_names_are_not_the_same(one, other):
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada's sister", "Clara"), ("李雷的妈妈", "王芳"), ("Mr. Lee", "my boss"), ("Ada's 2nd son", "Tom")],
)
def test_a_number_or_owner_of_only_one_name_does_not_contradict_a_stated_alias(one, other):
    assert can_be_stated_same(one, other)
    assert can_be_stated_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada's sister", "Bea's sister"),
        ("李雷的妈妈", "韩梅的妈妈"),
        ("Mr. Lee", "Mrs. Lee"),
        ("Room 3", "Room 4"),
    ],
)
def test_names_with_different_owners_titles_or_numbers_are_two_entities_despite_a_statement(one, other):
    assert not can_be_stated_same(one, other)


def test_a_name_has_no_other_form_that_is_no_name():
    assert other_forms("Ada") == other_forms("The Ada") == other_forms("大学") == other_forms("") == ()
