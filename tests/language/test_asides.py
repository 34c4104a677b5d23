"""Words of a chat that state nothing do not change what a sentence states."""

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.zh.asides import without_asides
from stated_facts import facts_of

needs_parser = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")


@needs_parser
@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to shellfish lol",
        "I'm allergic to shellfish haha",
        "I'm allergic to shellfish 😅",
        "I'm allergic to shellfish, if that helps.",
        "I'm allergic to shellfish, if you're wondering tbh",
        "I should mention that I'm allergic to shellfish.",
        "Please remember that I'm allergic to shellfish.",
        "Turns out I'm allergic to shellfish",
        "I'm allergic to shellfish, so can you suggest a starter?",
        "I'm allergic to shellfish, what should I order?",
        "Since I'm allergic to shellfish, what would you order?",
    ],
)
def test_an_aside_or_a_following_question_does_not_hide_a_fact(text: str):
    assert facts_of([text]) == ["speaker ALLERGIC_TO shellfish"]


@pytest.mark.parametrize(
    "text",
    [
        "我对芒果过敏哈哈",
        "我对芒果过敏😂",
        "我对芒果过敏呢",
        "记得我对芒果过敏。",
        "我对芒果过敏，这个蛋糕能吃吗？",
        "我对芒果过敏，所以想问问有什么推荐？",
    ],
)
def test_a_chinese_aside_or_a_following_question_does_not_hide_a_fact(text: str):
    assert facts_of([text]) == ["speaker ALLERGIC_TO 芒果"]


@needs_parser
@pytest.mark.parametrize(
    "text",
    [
        "If I move to Oslo, what should I pack?",
        "Imagine I live in Oslo, what would I eat?",
        "You live in Oslo, so what do you eat?",
        "Do you think I'm allergic to shellfish, and what should I do?",
        "I would tell you if I lived in Oslo.",
        "如果我搬去大连，要带什么？",
        "你觉得我对芒果过敏，还是对桃子过敏？",
    ],
)
def test_a_question_about_what_is_imagined_or_asked_states_nothing(text: str):
    assert facts_of([text]) == []


def test_a_sentence_that_states_and_then_asks_is_divided():
    found = statements_of("I'm vegan, so what can I cook tonight?", "en")
    assert [(one.text, one.sort) for one in found] == [
        ("I'm vegan,", "statement"),
        ("so what can I cook tonight?", "question"),
    ]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Sailing to Malmö on 3 May: is it windy then?", "Sailing to Malmö on 3 May:"),
        ("My niece starts school in Bergen, which bag should I buy?", "My niece starts school in Bergen,"),
        ("We finished the second season, who plays the vicar?", "We finished the second season,"),
    ],
)
def test_a_question_about_a_statement_of_the_same_sentence_is_divided_from_it(text, statement):
    assert next(one.text for one in statements_of(text, "en")) == statement


def test_a_greeting_before_a_question_is_no_statement():
    assert [one.sort for one in statements_of("早啊李蔓，苏州还在下雨吗？", "zh")] == ["question"]


def test_asides_are_replaced_by_as_many_characters():
    text = "记得我喜欢喝茶哈哈😂"
    assert without_asides(text) == "，，我喜欢喝茶，，，"
    assert without_asides("我搬到大连啦") == "我搬到大连了"


@needs_parser
@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I don't eat any dairy.", ["speaker EATS dairy [denied]"]),
        ("I'm the one who can't sing.", []),
        ("Please put Rita on the list.", []),
        ("Teachers, I salute you.", []),
        ("我请了个保姆，印尼来的。", ["speaker EMPLOYS 保姆"]),
        ("我再想想吧。", []),
    ],
)
def test_sentences_that_only_resemble_facts(text: str, facts: list[str]):
    assert facts_of([text]) == facts
