"""The exceptions to a habit, its variants and its end, from messages in several wordings."""

from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core import Memory

MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
RUNS = {
    "en": [
        "Went for a run at 7am.",
        "Ran 5k this morning.",
        "Just back from my run, so windy.",
        "Did a 5k run at 07:00.",
    ],
    "zh": ["今天早上七点去跑步了。", "今早跑了五公里。", "刚跑完步回来，一身汗。", "今天07:00跑了五公里。"],
}
# Day after the first Monday, hour, text; the first three are no runs.
SPECIAL = {
    "en": [
        (14, 12, "No run today, my knee hurts."),
        (28, 12, "Took the bike out instead of running today."),
        (29, 20, "My sister ran a half marathon."),
        (43, 9, "Went for a run today instead of Monday."),
        (56, 19, "Ran this afternoon at 16:00, later than usual."),
    ],
    "zh": [
        (14, 12, "今天没跑步，膝盖疼。"),
        (28, 12, "今天没跑步，改骑车了。"),
        (29, 20, "我姐跑完了半马。"),
        (43, 9, "今天去跑步了，本来该周一的。"),
        (56, 19, "今天下午四点跑了五公里，比平时晚。"),
    ],
}
OTHER = {"en": "The lift is broken again.", "zh": "电梯又坏了。"}


def messages(language):
    """Runs on Mondays and Thursdays for 16 weeks, with exceptions, then 20 weeks without any."""
    special = {day for day, _, _ in SPECIAL[language]} | {42}
    for week in range(16):
        for weekday in (0, 3):
            if (day := 7 * week + weekday) not in special:
                yield RUNS[language][(week + weekday) % 4], MONDAY + timedelta(days=day, hours=9)
    for day, hour, text in SPECIAL[language]:
        yield text, MONDAY + timedelta(days=day, hours=hour)
    yield OTHER[language], MONDAY + timedelta(days=7 * 36)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_habit_knows_its_exceptions_and_that_it_is_over(language):
    with Memory.open(":memory:", namespace="runs", embedder="none") as memory:
        memory.add(
            [
                {"role": "user", "content": text, "speaker": "Ada", "said_at": at}
                for text, at in messages(language)
            ]
        )
        memory.consolidate(now="2026-12-01")
        [habit] = [each for each in memory.abstractions() if each.kind == "habit"]
        exceptions = {note.text.partition(": ")[2] for note in memory.notes(list(habit.exceptions))}
    special = [text for _, _, text in SPECIAL[language]]
    assert exceptions == {special[0], special[1], special[3], special[4]}
    assert habit.note.recurs == "FREQ=WEEKLY;BYDAY=MO,TH"
    assert habit.count == len(list(messages(language))) - 4  # without two days, the sister and the lift
    assert ("used to go running" if language == "en" else "以前通常") in habit.note.text
    assert ("5k" if language == "en" else "五公里") in habit.note.text
