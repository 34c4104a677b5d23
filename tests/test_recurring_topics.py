"""Habits that messages name in any words are found, with the days on which they did not happen."""

from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core import Memory

MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
FENCING = {
    "en": [
        "Off to fencing with a cold, wish me luck",
        "My glove ripped at fencing, typical",
        "Fencing was packed, I got two touches in",
        "Home from fencing, everything aches",
    ],
    "zh": ["去击剑了，有点感冒", "击剑的时候手套破了", "今天击剑人好多，得了两分", "击剑回来，浑身疼"],
}
DENIED = {"en": "No fencing tonight, the hall is flooded", "zh": "今天没去击剑，场馆漏水"}
OTHER = {
    "en": [
        "The lift is broken again",
        "My cousin got engaged to a baker",
        "Lost my umbrella on a bench",
        "The printer ate a contract",
        "A heron stood on the roof",
    ],
    "zh": [
        "电梯又坏了",
        "表哥和一个面包师订婚了",
        "雨伞落在长椅上了",
        "打印机卡住了合同",
        "屋顶上站着一只苍鹭",
    ],
}


def turns(language):
    """Fencing on Wednesdays at 20:00, denied once, and other messages on other days at other hours."""
    for week in range(16):
        evening = MONDAY + timedelta(days=7 * week + 2, hours=20, minutes=week)
        yield DENIED[language] if week == 9 else FENCING[language][week % 4], evening
        for number in range(3):
            day = timedelta(days=7 * week + (week + 2 * number) % 7, hours=8 + (5 * week + 3 * number) % 14)
            yield OTHER[language][(week + number) % 5], MONDAY + day


@pytest.mark.parametrize(
    ("language", "states", "exception"),
    [
        ("en", "usually mentions fencing on Wednesdays in the evening", "except no fencing on 11 March 2026"),
        ("zh", "通常每周三晚上提到击剑", "例外：2026年3月11日没有击剑"),
    ],
)
def test_a_topic_of_one_weekday_is_a_habit_with_its_exception(language, states, exception):
    with Memory.open(":memory:", namespace="topics", embedder="none") as memory:
        memory.add(
            [
                {"role": "user", "content": text, "speaker": "Ada", "said_at": said_at}
                for text, said_at in turns(language)
            ]
        )
        memory.consolidate(now="2026-06-01")
        [habit] = [each for each in memory.abstractions() if each.kind == "habit"]
        assert states in habit.note.text.replace("Fencing", "fencing")
        assert exception in habit.note.text.replace("Fencing", "fencing")
        assert habit.count >= 11
        assert len(habit.exceptions) == 1
        memory.consolidate(now="2026-06-01")
        assert [each.note.text for each in memory.abstractions() if each.kind == "habit"] == [habit.note.text]
