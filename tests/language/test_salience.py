"""What is worth a note."""

import pytest

from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.scripts import language_of


def worth(text, **signs):
    return salience_of(text, language_of(text), **{"has_name": False, "has_time": False} | signs) >= THRESHOLD


@pytest.mark.parametrize(
    "text",
    [
        "I moved to a small flat near the river.",
        "My sister started painting.",
        "我上周开始学游泳了。",
        "我妈妈对花生过敏。",
    ],
)
def test_a_statement_about_people_is_worth_a_note(text):
    assert worth(text)


@pytest.mark.parametrize(
    "text", ["Wow, that's great!", "Thanks!", "OK.", "See you soon.", "哈哈哈！", "好的。", "谢谢"]
)
def test_a_reaction_is_not(text):
    assert not worth(text)


@pytest.mark.parametrize("text", ["Where do you live now?", "Do we need milk?", "你住在哪里？"])
def test_a_question_is_not(text):
    assert not worth(text)


def test_a_name_and_a_time_each_add_to_it():
    bare = salience_of("It rained.", "en", has_name=False, has_time=False)
    named = salience_of("It rained.", "en", has_name=True, has_time=False)
    dated = salience_of("It rained.", "en", has_name=True, has_time=True)
    assert bare < named < dated
