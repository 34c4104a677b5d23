"""Days and times are those of the clock of the speakers, which the time zone of the settings describes."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memgraph_core import Memory
from memgraph_core.config import Settings
from memgraph_core.extract.local_time import in_local_time
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn


def memory_in(zone):
    return Memory.open(":memory:", namespace="zone", embedder="none", settings=Settings(time_zone=zone))


@pytest.mark.parametrize(
    ("zone", "said_at", "text", "day"),
    [
        (
            "America/New_York",
            "2026-03-20T20:00:00-04:00",
            "I have a dentist appointment tomorrow.",
            "2026-03-21",
        ),
        ("America/New_York", "2026-03-20T20:00:00-04:00", "I sold the car yesterday.", "2026-03-19"),
        ("Asia/Shanghai", "2026-03-20T00:30:00+08:00", "我昨天去了苏州。", "2026-03-19"),
        ("Asia/Shanghai", "2026-03-20T00:30:00+08:00", "我明天要去看牙医。", "2026-03-21"),
        ("UTC", "2026-03-20T20:00:00-04:00", "I have a dentist appointment tomorrow.", "2026-03-22"),
    ],
)
def test_a_stated_day_is_that_of_the_clock_of_the_speaker(zone, said_at, text, day):
    with memory_in(zone) as memory:
        memory.add(text, speaker="Ada", said_at=said_at)
        [note] = memory.list_notes()
    assert note.holds_from.date().isoformat() == day


def test_contexts_and_due_days_agree_with_the_clock():
    with memory_in("America/New_York") as memory:
        memory.add(
            "I have a dentist appointment tomorrow at 9.", speaker="Ada", said_at="2026-03-20T20:00:00-04:00"
        )
        text = memory.context("When is the dentist appointment?", now="2026-03-20T21:00:00-04:00").text
        due = memory.due(now="2026-03-20T21:00:00-04:00").text()
    assert text.startswith("2026-03-20")
    assert "when: 2026-03-21" in text
    assert "2026-03-21 09:00 appointment" in due


def test_what_began_today_or_ended_yesterday_has_done_so_where_the_day_begins_earlier_than_in_utc():
    zone = ZoneInfo("Asia/Shanghai")
    morning = datetime(2026, 3, 20, 7, tzinfo=zone)
    with memory_in("Asia/Shanghai") as memory:
        memory.add("I started at Fiat today.", speaker="Ada", said_at=morning)
        [fact] = memory.facts("Ada", as_of=morning + timedelta(minutes=1))
        assert (fact.type, fact.object_name) == ("WORKS_AT", "Fiat")
        memory.add("I quit Fiat yesterday.", speaker="Ada", said_at=morning + timedelta(hours=24))
        assert memory.facts("Ada", as_of=morning + timedelta(hours=24, minutes=1)) == ()


def test_in_utc_a_window_stays_as_it_is():
    turn = Turn(uid="a", session="s", position=0, text="Hello.", said_at=datetime(2026, 3, 20, tzinfo=UTC))
    window = ExtractionWindow(turns=(turn,))
    assert in_local_time(window, UTC) is window
    assert in_local_time(window, ZoneInfo("Asia/Tokyo")).turns[0].said_at.hour == 9


@pytest.mark.parametrize("zone", ["America/New_York", "UTC"])
def test_tomorrow_in_a_question_is_that_of_the_clock_of_the_asker(zone):
    with memory_in(zone) as memory:
        for day in ("March 21", "March 22"):
            memory.add(f"I have an appointment on {day}.", speaker="Ada", said_at="2026-03-10T12:00:00-04:00")
        found = memory.search("Which appointment do I have tomorrow?", now="2026-03-20T21:00:00-04:00")
    tomorrow = "March 21" if zone == "America/New_York" else "March 22"
    assert tomorrow in found[0].text


@pytest.mark.parametrize(
    ("zone", "first", "second"),
    [
        ("Europe/Stockholm", "2026-03-20", "2026-06-14T00:30+02:00"),
        ("Europe/Stockholm", "2026-03-20T00:30+01:00", "2026-06-14T09:00+02:00"),
        ("Asia/Shanghai", "2026-03-20T07:00+08:00", "2026-06-14T07:00+08:00"),
        ("America/New_York", "2026-03-20T22:00-04:00", "2026-06-14T22:00-04:00"),
    ],
)
@pytest.mark.parametrize(
    ("texts", "question"),
    [
        (("I live in Turin.", "I moved to Milan."), "Where does Ada live?"),
        (("我住在苏州。", "我搬到南京了。"), "Ada住在哪里？"),
    ],
)
def test_every_day_that_is_shown_is_a_local_day(zone, first, second, texts, question):
    with memory_in(zone) as memory:
        memory.add(texts[0], speaker="Ada", said_at=first)
        assert "2026-03-20" in str(memory.facts()[0])
        assert "2026-03-19" not in memory.context(question).text
        memory.add(texts[1], speaker="Ada", said_at=second)
        views = (
            memory.context(question),
            memory.context_window(question),
            memory.summarise(),
            memory.profile("Ada"),
            memory.due(days=7, now="2026-06-14"),
            memory.brief(since="2026-03-20", now="2026-06-15"),
        )
        texts = (view.text() if callable(view.text) else view.text for view in views)
        shown = "\n".join([*map(str, memory.facts()), *texts])
    days = set(re.findall(r"\d{4}-\d\d-\d\d", shown))
    assert days.isdisjoint({"2026-03-19", "2026-03-21", "2026-06-13"})
    assert "until 2026-06-14" in shown


def test_a_stated_end_is_the_last_day_in_every_zone():
    for zone in ("Europe/Stockholm", "America/New_York", "UTC"):
        with memory_in(zone) as memory:
            memory.add("I work at Fiat.", speaker="Ada", said_at="2026-01-20")
            memory.add("I quit my job at Fiat on March 20.", speaker="Ada", said_at="2026-04-02")
            [fact] = memory.facts()
            assert str(fact) == "Ada WORKS_AT Fiat until 2026-03-20 (said 2026-01-20)"
            assert fact.holds_until == datetime(2026, 3, 21, tzinfo=UTC)
