"""Which relations a question asks about."""

import pytest

from memgraph_core.language.asked import relations_asked


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Where does Ada live?", {"LIVES_IN"}),
        ("When did Ada move to Rome?", {"LIVES_IN"}),
        ("Who does Tom live with?", {"LIVES_WITH"}),
        ("Where is Ada from?", {"COMES_FROM"}),
        ("When is Ada's birthday?", {"BORN_ON"}),
        ("How old is Milo?", {"AGED"}),
        ("What is Milo allergic to?", {"ALLERGIC_TO"}),
        ("Which company does Tom work for?", {"WORKS_AT"}),
        ("What is Ada's profession?", {"WORKS_AS"}),
        ("Is Ada married?", {"MARRIED_TO"}),
        ("What is the name of Ada's dog?", {"HAS_PET", "NAMED"}),
        ("Who is Ada's sister?", {"SIBLING_OF"}),
        ("How many children does Tom have?", {"PARENT_OF"}),
        ("What does Ada's mother teach?", {"CHILD_OF", "TEACHES"}),
        ("Which languages does Eve speak?", {"SPEAKS"}),
        ("Where does Ada volunteer?", {"VOLUNTEERS_AT"}),
        ("What is Tom afraid of?", {"AFRAID_OF"}),
        ("What is Ada's favourite drink?", {"LIKES", "DRINKS"}),
        ("What does Ada hate?", {"DISLIKES"}),
        ("Which instrument does Ada play?", {"PLAYS"}),
        ("Where is the headquarters of Fiat?", {"LOCATED_IN"}),
        ("What does Eve plan for the summer?", {"PLANS_TO"}),
        ("Did Ada graduate?", {"GRADUATED_FROM"}),
        ("Who founded the bakery?", {"FOUNDED"}),
    ],
)
def test_an_english_question(question, types):
    assert relations_asked(question, "en") == types


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("李娜住在哪里？", {"LIVES_IN"}),
        ("李娜的生日是哪天？", {"BORN_ON"}),
        ("豆豆几岁了？", {"AGED"}),
        ("豆豆对什么过敏？", {"ALLERGIC_TO"}),
        ("李娜在哪家公司上班？", {"WORKS_AT"}),
        ("我表姐的职业是什么？", {"WORKS_AS", "RELATIVE_OF"}),
        ("李娜的老家在哪里？", {"COMES_FROM"}),
        ("李娜的学历是什么？", {"EDUCATED_TO"}),
        ("小王养了什么宠物？", {"HAS_PET", "OWNS"}),
        ("李娜喜欢什么？", {"LIKES"}),
        ("李娜不喜欢什么？", {"DISLIKES"}),
        ("谁是李娜的上司？", {"COLLEAGUE_OF", "REPORTS_TO"}),
        ("李娜结婚了吗？", {"MARRIED_TO"}),
        ("我去过哪些城市？", {"VISITED"}),
        ("竹溪书店在哪里？", {"LOCATED_IN"}),
        ("李娜在哪里工作？", {"WORKS_AT", "WORKS_IN"}),
        ("李娜打算做什么？", {"PLANS_TO"}),
        ("我妹妹叫什么？", {"SIBLING_OF", "NAMED"}),
    ],
)
def test_a_chinese_question(question, types):
    assert relations_asked(question, "zh") == types


@pytest.mark.parametrize(
    "question", ["What happened on Monday?", "Why was Ada sad?", "Tell me more.", "后来呢？", "为什么？"]
)
def test_most_questions_ask_for_none(question):
    assert relations_asked(question, "zh" if question[0] > "z" else "en") == set()


@pytest.mark.parametrize(
    "question",
    ["What is Ada's work?", "What kind of job does Tom have?", "Where does she work?", "李娜做什么工作？"],
)
def test_a_question_about_work_asks_for_few(question):
    assert len(relations_asked(question, "zh" if "李" in question else "en")) <= 3


def test_only_the_beginning_of_a_huge_question_is_read():
    assert relations_asked("x " * 500_000 + "live", "en") == frozenset()
