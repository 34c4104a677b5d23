"""Which sentences of a chat report something, and which only reply or remark."""

import pytest

import pace
from memgraph_core.language.detection import language_of
from memgraph_core.language.reporting import FEELS, GENERAL, NEUTRAL, REPLIES, REPORTS, report_weight


def weight(text: str) -> float:
    return report_weight(text, language_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "I repaired the garden gate on Sunday.",
        "Last week we went to the lake with the dogs.",
        "By the way, Tom and I signed up for a first-aid course.",
        "We're planning to repaint the kitchen.",
        "Yeah, my sister moved to our street in May.",
        "我上周去了动物园。",
        "我昨天买了一辆自行车。",
    ],
)
def test_a_report_counts_most(text):
    assert weight(text) == REPORTS


@pytest.mark.parametrize(
    "text",
    [
        "Your garden looks lovely.",
        "You've worked so hard for it.",
        "Thanks, Tom, I really appreciate it.",
        "Wow, Tom, that sounds wonderful!",
        "I totally agree.",
        "I'll keep you posted.",
        "I'm so proud of you.",
        "Good luck with the exam!",
        "谢谢你！",
        "你真厉害。",
    ],
)
def test_a_reply_counts_least(text):
    assert weight(text) == REPLIES


@pytest.mark.parametrize("text", ["Patience is the key.", "Gardens are a source of rest."])
def test_a_general_remark_counts_little(text):
    assert weight(text) == GENERAL


@pytest.mark.parametrize(
    "text", ["I feel grateful for my neighbours.", "My family is so important to me.", "我觉得很幸福。"]
)
def test_a_feeling_counts_half(text):
    assert weight(text) == FEELS


def test_what_happens_to_others_is_neutral():
    assert weight("Clara's wedding is on 12 September in Verona.") == NEUTRAL


@pytest.mark.parametrize("text", ["wow, " * 50_000, "A" * 300_000, "Tom, " * 50_000, "我" * 200_000])
def test_a_hostile_text_takes_less_than_a_second(text):
    pace.assert_under(1, lambda: report_weight(text, "zh" if text[0] == "我" else "en"))
