"""Which questions of a text are stored, and which replies answer them."""

import pytest

from memgraph_core.language.open_questions import questions_in, states_answer

STORED = [
    ("When is Zoe's birthday?", "time", ("BORN_ON",)),
    ("I had lunch. What's the wifi password?", "any", ()),
    ("Do you know where Ada lives?", "name", ("LIVES_IN",)),
    ("Who plays the cello?", "name", ("PLAYS",)),
    ("How many cats does Ben have?", "number", ()),
    ("佐伊的生日是什么时候？", "time", ("BORN_ON",)),
    ("你知道小雨住在哪里吗？", "name", ("LIVES_IN",)),
]


@pytest.mark.parametrize(("text", "kind", "relations"), STORED)
def test_a_question_that_a_later_statement_could_answer_is_stored(text, kind, relations):
    [question] = questions_in(text)
    assert question.kind == kind
    assert set(relations) <= set(question.relations)


@pytest.mark.parametrize(
    "text",
    [
        "How are you?", "What's up?", "Anything new?", "Can you help me with my code?", "What should I cook?",
        "How was it?", "Where is she?", "It's great, right?", "What pet do you have?", "I moved to Turin.",
        "```\nwhere is the file?\n```", "你好吗？", "我该怎么办？", "可能是因为位置好吧。", "¿Dónde vive Ada?",
    ],
)  # fmt: skip
def test_questions_to_the_reader_and_questions_that_need_their_context_are_not_stored(text):
    assert questions_in(text) == ()


@pytest.mark.parametrize(
    ("question", "reply", "has_time", "answers"),
    [
        ("When is the regatta?", "It is on 3 May.", True, True),
        ("When is the regatta?", "I love sailing.", False, False),
        ("Who is the captain?", "That is Clara.", False, True),
        ("Who is the captain?", "Somebody tall.", False, False),
        ("How many boats does the club have?", "It has twelve.", False, True),
        ("Is the boat new?", "I don't know.", False, False),
        ("船长是谁？", "不知道。", False, False),
    ],
)
def test_a_reply_answers_if_it_contains_what_is_asked_for(question, reply, has_time, answers):
    [asked] = questions_in(question)
    assert states_answer(reply, asked, has_time=has_time) is answers
