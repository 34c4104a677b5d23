"""Actions: what a sentence states as done once, by activity and kind, in both languages."""

import pytest

from memgraph_core.language.actions import actions_in

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
def test_what_is_planned_denied_imagined_or_general_is_none(language, text):
    assert actions_in(text, language) == []


def test_other_languages_have_none():
    assert actions_in("J'ai bu un café.", "fr") == []
