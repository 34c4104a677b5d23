"""What is worth a note."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from memgraph_core.language.pack import language_of
from memgraph_core.language.salience import THRESHOLD, salience_of


def worth(text, **signs):
    return salience_of(text, language_of(text), **{"has_name": False, "has_time": False} | signs) >= THRESHOLD


@pytest.mark.parametrize(
    "text",
    [
        "I moved to a small flat near the river.",
        "My sister started painting.",
        "We lost the match against the older kids.",
        "He bought an old sailing boat.",
        "The garden behind our house has cherry trees.",
        "Adopted a puppy from the shelter!",
        "我上周开始学游泳了。",
        "我妈妈对花生过敏。",
        "他在医院当护士，经常上夜班。",
        "我们家养了两只猫和一只狗。",
    ],
)
def test_a_statement_about_people_is_worth_a_note(text):
    assert worth(text)


@pytest.mark.parametrize(
    "text",
    ["Wow, that's great!", "Thanks!", "OK.", "See you soon.", "Good morning, Tom!", "That sounds lovely.", "Same here!",
     "Your dog is cute.", "Hope you enjoy it!", "It's so nice.", "哈哈哈！", "好的。", "谢谢", "太棒了！", "早上好！", "真不错"],
)  # fmt: skip
def test_a_reaction_is_not(text):
    assert not worth(text)


@pytest.mark.parametrize(
    "text",
    ["Where do you live now?", "Do we need milk?", "do you know where my sister keeps the garden keys", "Let me know how it goes.",
     "你住在哪里？", "你妈妈喜欢吃什么", "要不要一起去爬山"],
)  # fmt: skip
def test_a_question_is_not(text):
    assert not worth(text)


@pytest.mark.parametrize(
    "text", ["我妈妈的邮箱是abc123@example.com", "Her number ends with 4711, mine with 4712."]
)
def test_an_exact_detail_is_worth_a_note_in_any_wording(text):
    assert worth(text)


def test_a_name_and_a_time_each_add_to_it():
    bare = salience_of("It rained.", "en", has_name=False, has_time=False)
    named = salience_of("It rained.", "en", has_name=True, has_time=False)
    dated = salience_of("It rained.", "en", has_name=False, has_time=True)
    assert bare < named < dated


def test_a_given_speech_act_is_used_instead_of_the_detected_one():
    given = salience_of("We met in Turin", "en", has_name=True, has_time=False, sort="question")
    detected = salience_of("We met in Turin", "en", has_name=True, has_time=False)
    assert detected - given == pytest.approx(2.0)


@given(st.text(max_size=80), st.booleans(), st.booleans())
def test_every_text_has_a_score(text, has_name, has_time):
    for language in ("en", "zh"):
        assert -6.0 < salience_of(text, language, has_name=has_name, has_time=has_time) < 8.0


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "it is " * 50_000, "好" * 300_000, "wow " * 75_000, "@" * 300_000]
)
def test_a_hostile_megabyte_takes_less_than_a_second(text):
    pace.assert_under(1, lambda: worth(text))
