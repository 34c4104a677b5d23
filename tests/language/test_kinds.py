"""What happened, what holds, how it is done, what must stay shut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.language.kinds import kind_of
from memgraph_core.language.pack import language_of

KINDS = {
    "procedural": [
        "Add the flour and stir until smooth.", "1. Preheat the oven to 180 degrees.",
        "First boil the water, then add salt.",
        "To reset the router, press the button for ten seconds.", "Always turn off the gas before you leave.",
        "Step 2: tighten the screws.", "Make sure to back up the file.", "Click the red button.",
        "The trick is to soak the beans overnight.", "Then fold in the eggs.",
        "先把水烧开，再放面条。", "首先打开设置，然后点击网络。", "做法：把土豆切成块。", "第一步打开电源。",
        "出门之前先关煤气，然后再锁门。", "把鸡蛋倒入锅里。", "吃药的时候注意饭后半小时。",
        "步骤如下：先拌匀，再煮。",
    ],
    "semantic": [
        "I love jazz.", "My birthday is in May.", "I usually run in the morning.", "Tom is my brother.",
        "She teaches at a school.",
        "I'm allergic to peanuts.", "We go hiking every weekend.", "I'm a nurse.",
        "My favorite color is green.", "He never drinks coffee.",
        "我对花生过敏。", "我每天早上跑步。", "他是我的老板。", "我妹妹喜欢画画。", "我的生日是五月三号。",
        "他住在上海。", "我们平时吃素。",
        "我叫李娜。",
    ],
    "episodic": [
        "I went to Rome yesterday.", "We met Clara at the station.", "My brother was sick last week.",
        "She got a new job in March.",
        "First we went to Rome, then we took the train to Naples.", "I loved the concert last night.", "It rained.",
        "I finished the marathon.", "The dog ran away.",
        "我昨天去了医院。", "我们上周爬了山。", "他刚才打来电话。", "先去了北京，再去了上海。", "孩子发烧了。",
        "我买了一辆车。", "去年我过敏了。",
        "我去年搬到了上海。",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), [(text, kind) for kind, texts in KINDS.items() for text in texts])
def test_the_words_determine_the_kind(text, kind):
    assert kind_of(text, language_of(text), has_fact=False) == kind


def test_a_fact_holds_and_a_plan_is_something_that_happens():
    assert kind_of("Ada, Fiat, engineer.", "en", has_fact=True) == "semantic"
    assert kind_of("I work at Fiat from May.", "en", has_fact=True, is_plan=True) == "episodic"


def test_a_secret_is_always_of_the_kind_vault():
    assert kind_of("Always enter the PIN first.", "en", has_fact=True, has_secret=True) == "vault"


@given(st.text(max_size=80), st.sampled_from(["en", "zh"]), st.booleans())
def test_every_text_has_a_kind(text, language, has_fact):
    assert kind_of(text, language, has_fact=has_fact) in ("episodic", "semantic", "procedural")
