"""Actions: what a sentence states as done once, by activity and kind, in both languages."""

import pytest

from memgraph_core.language.actions import (
    actions_in,
    denies,
    is_instead,
    is_unusual,
    may_have_happened,
    without_contrast,
)

DONE = {
    "en": {
        "I had a latte at 8 this morning.": ("drink", "coffee", None),
        "Drank a cappuccino with Ben.": ("drink", "coffee", None),
        "I went for a run along the river.": ("exercise", "run", None),
        "We took the bus to the station.": ("travel", "bus", None),
        "I watered the plants.": ("water", "plant", None),
        "Ben walked the dog.": ("walk", "dog", "Ben"),
        "I talked to Mum after dinner.": ("talk", "mum", None),
    },
    "zh": {
        "今天早上八点我喝了一杯拿铁。": ("drink", "coffee", None),
        "早上来了一杯澳白。": ("drink", "coffee", None),
        "晚上去公园跑步了。": ("exercise", "run", None),
        "今天坐地铁去上班。": ("travel", "metro", None),
        "傍晚浇了花。": ("浇", "花", None),
        "七点半给妈妈打了电话。": ("打", "妈妈", None),
        "李雷昨天喝了红茶。": ("drink", "tea", "李雷"),
    },
}
NOT_DONE = {
    "en": (
        "I will have a latte tomorrow.",
        "I did not have coffee.",
        "If I had a latte, I would be awake.",
        "Did you have a latte?",
        "I usually drink coffee in the morning.",
        "I want to go swimming.",
        "She had a latte.",
        "I knew the answer.",
    ),
    "zh": (
        "我明天要喝咖啡。",
        "我没喝咖啡。",
        "如果喝了咖啡就睡不着。",
        "你喝咖啡了吗？",
        "我通常早上喝咖啡。",
        "他早上喝了咖啡。",
        "听说公司楼下卖咖啡。",
    ),
}


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in DONE.items() for text in texts]
)
def test_what_is_done_is_an_action(language, text):
    [action] = actions_in(text, language)
    assert (action.activity, action.kind, action.subject) == DONE[language][text]


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code, texts in NOT_DONE.items() for text in texts]
)
def test_plans_denials_conditions_and_general_statements_give_no_actions(language, text):
    assert actions_in(text, language) == []


def test_a_language_without_a_pack_gives_no_actions():
    assert actions_in("J'ai bu un café.", "fr") == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Tram at 9, late again."),
        ("en", "BP meds taken around 6:50 am."),
        ("en", "Lunch was tomato soup as usual."),
        ("en", "Mum and I spoke at 5 pm."),
        ("en", "Stand-up at 9:30, nothing new."),
        ("zh", "血压药7点吃了，没忘。"),
        ("zh", "快8点的时候遛狗回来。"),
    ],
)
def test_other_words_may_report_what_happened(language, text):
    assert may_have_happened(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No tram at 9."),
        ("en", "I will take the tram at 9."),
        ("en", "Ben went for a run at 6."),
        ("en", "Was the tram late at 9?"),
        ("zh", "今早没吃药。"),
        ("zh", "打算8点去遛狗。"),
        ("zh", "他早上遛狗了。"),
        ("zh", "如果8点遛狗就好了。"),
    ],
)
def test_plans_denials_questions_and_events_of_others_are_excluded(language, text):
    assert not may_have_happened(text, language)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "The tram was cancelled, so I cycled.", True),
        ("en", "I took the tram at 9.", False),
        ("zh", "下雨了，改坐公交。", True),
        ("zh", "九点坐地铁去上班。", False),
    ],
)
def test_what_is_done_in_place_of_something(language, text, expected):
    assert is_instead(text, language) is expected


@pytest.mark.parametrize(
    ("text", "language", "topic"),
    [
        ("No chess tonight, the hall is locked.", "en", "chess"),
        ("Missed the German course, my bus never came.", "en", "german"),
        ("I couldn't get to fencing today", "en", "fencing"),
        ("The lights went out, so no karate", "en", "karate"),
        ("The rehearsal was called off.", "en", "rehearsal"),
        ("left my trumpet on the tram", "en", "trumpet"),
        ("pottery studio closed for a week", "en", "pottery"),
        ("今天没去射箭，太累了", "zh", "射箭"),
        ("书法课取消了", "zh", "书法"),
        ("膝盖疼，没跑成步", "zh", "跑步"),
    ],
)
def test_a_topic_that_did_not_happen_is_denied(text, language, topic):
    assert denies(text, language, [topic])


@pytest.mark.parametrize(
    ("text", "language", "topic"),
    [
        ("Chess tonight, I couldn't believe my luck.", "en", "chess"),
        ("Fencing was great, no bruises at all.", "en", "fencing"),
        ("At karate while the heating didn't work", "en", "karate"),
        ("left karate early, great class", "en", "karate"),
        ("今天射箭课没想到这么多人", "zh", "射箭"),
        ("打扫了客厅，看着跟没打扫一样", "zh", "打扫"),
    ],
)
def test_another_denial_does_not_deny_the_topic(text, language, topic):
    assert not denies(text, language, [topic])


@pytest.mark.parametrize(
    ("text", "language", "rest"),
    [
        ("Ran on Friday instead of Thursday.", "en", "Ran on Friday."),
        ("Had a latte, not the usual mocha.", "en", "Had a latte."),
        ("Did yoga today, not on Tuesday as usual.", "en", "Did yoga today."),
        ("今天跑了步，不是星期五。", "zh", "今天跑了步。"),
        ("今天去了瑜伽，本来该周四的。", "zh", "今天去了瑜伽。"),
    ],
)
def test_what_was_not_done_is_left_out_and_unusual(text, language, rest):
    assert without_contrast(text, language) == rest
    assert is_unusual(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My sister ran a half marathon.", "en"),
        ("Half the office does yoga at lunch.", "en"),
        ("From now on I'm moving my run to the evening.", "en"),
        ("我爸开始练瑜伽了。", "zh"),
        ("以后跑步改到晚上了。", "zh"),
    ],
)
def test_events_of_others_and_changes_did_not_happen_to_the_speaker(text, language):
    assert not may_have_happened(text, language)
    assert not denies(text, language, ["run", "yoga", "瑜伽", "跑步"])


@pytest.mark.parametrize(
    ("text", "language"),
    [("刚跑完步回来。", "zh"), ("今天跑了个五公里。", "zh")],
)
def test_a_run_of_a_distance_is_a_run(text, language):
    assert [(each.activity, each.kind) for each in actions_in(text, language)] == [("exercise", "run")]
