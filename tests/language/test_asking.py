"""Which part of a question asks, in English and Chinese."""

import pytest

from memgraph_core.language.asking import asked_parts, follow_up_target


@pytest.mark.parametrize(
    ("question", "language", "asked"),
    [
        ("Where does Ada live?", "en", ("Where does Ada live?",)),
        ("Lovely weather. Which firm employs Ben?", "en", ("Which firm employs Ben?",)),
        ("Who paints? And who sings?", "en", ("Who paints?", "And who sings?")),
        ("How are you? What I really want to know is who paints", "en", ("who paints",)),
        ("天气真好。小陈在哪里上班？", "zh", ("小陈在哪里上班？",)),
        ("天气怎么样？我真正想问的是，小陈多大了？", "zh", ("小陈多大了？",)),
        ("天气怎么样？实际上，我真正的问题是：小陈多大了？", "zh", ("小陈多大了？",)),
        ("小陈多大了？另外，谁养了猫？", "zh", ("小陈多大了？", "另外，谁养了猫？")),
    ],
)
def test_statements_around_a_question_are_not_asked(question, language, asked):
    assert asked_parts(question, language) == asked


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("I met Ada. Where does she live?", "en"),
        ("我见了小陈。他住在哪里？", "zh"),
        ("I met Ada. She is nice.", "en"),
        ("", "en"),
    ],
)
def test_a_question_that_refers_to_another_sentence_is_not_separated(question, language):
    assert asked_parts(question, language) == (question,)


def test_a_quote_is_not_cut_by_its_full_stop():
    question = '哪个活动的内容是"读书。听课。"呢？另外，谁来？'
    assert asked_parts(question, "zh")[0] == '哪个活动的内容是"读书。听课。"呢？'


@pytest.mark.parametrize(
    ("question", "language", "wanted"),
    [
        ("And then?", "en", "next"),
        ("What did she do after that?", "en", "next"),
        ("What else?", "en", "else"),
        ("And Ben?", "en", None),
        ("Where is that?", "en", None),
        ("然后呢？", "zh", "next"),
        ("后来怎么样了？", "zh", "next"),
        ("还有呢？", "zh", "else"),
        ("那李华呢？", "zh", None),
    ],
)
def test_a_follow_up_asks_what_came_next_what_else_or_the_same_about_another_person(
    question, language, wanted
):
    assert follow_up_target(question, language) == wanted
