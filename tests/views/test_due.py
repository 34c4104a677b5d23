"""What is due, and what changed, on both stores."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from factories import day, make_fact, make_note
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory
from memgraph_core.views.due import due_of

JUNE_1 = datetime(2026, 6, 1, tzinfo=UTC)
WEEK = timedelta(days=7)
TURNS = [
    "My sister Clara was born on June 5th, 1985.",
    "The team meeting is on June 3rd.",
    "I'm flying to Lisbon on June 6th.",
    "I go to yoga every Tuesday. I run twice a week.",
    "The deadline for the grant is June 4th.",
    "The team meeting is moved to June 5th.",
    "The party is on June 2nd.",
    "The party is cancelled.",
    "I visited Rome on May 3rd.",
    "我6月7日要去看牙医。",
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    for number, text in enumerate(TURNS):
        memory.add(
            text, speaker="Ada", said_at=datetime(2026, 5, 11 + number, 9, tzinfo=UTC), uid=f"t{number}"
        )
    return memory


def dates(due) -> list[tuple[str, str]]:
    return [(f"{item.at:%m-%d}", item.kind) for item in due.items]


def test_days_to_come_are_due_in_order_of_time(memory):
    assert dates(memory.due()) == [
        ("06-02", "recurring"),
        ("06-04", "deadline"),
        ("06-05", "appointment"),
        ("06-05", "birthday"),
        ("06-06", "plan"),
        ("06-07", "plan"),
    ]


def test_a_shorter_period_has_fewer_items(memory):
    assert dates(memory.due(days=3)) == [("06-02", "recurring")]


def test_a_birthday_has_the_age_if_the_year_is_known(memory):
    (birthday,) = (item for item in memory.due().items if item.kind == "birthday")
    assert (birthday.text, birthday.turning) == ("Clara", 41)
    assert "- 2026-06-05 birthday: Clara (turns 41)" in memory.due().text().splitlines()


def test_what_is_forgotten_or_secret_is_not_due(memory):
    memory.forget(turns=["t2"])
    memory.add("My PIN 4711 expires on June 3rd.", speaker="Ada", said_at=day(140))
    text = memory.due().text()
    assert "Lisbon" not in text
    assert "4711" not in text


def test_text_fits_the_budget_and_keeps_the_nearest_days(memory):
    text = memory.due().text(tokens=60)
    assert estimated_tokens(text) <= 60
    assert "yoga" in text


def birthday(text, today):
    due = due_of(
        [], [make_fact(type="BORN_ON", object="date", holds_from=None)], {"date": text, "ada": "Ada"}, today, today + WEEK, UTC
    )  # fmt: skip
    return [(item.at.date().isoformat(), item.turning) for item in due.items]


@pytest.mark.parametrize(
    ("text", "today", "expected"),
    [
        ("29 February 2004", datetime(2026, 2, 25, tzinfo=UTC), [("2026-02-28", 22)]),
        ("29 February 2004", datetime(2028, 2, 25, tzinfo=UTC), [("2028-02-29", 24)]),
        ("3 January 1990", datetime(2026, 12, 30, tzinfo=UTC), [("2027-01-03", 37)]),
        ("March 8", datetime(2026, 3, 8, 18, tzinfo=UTC), [("2026-03-08", None)]),
        ("1990年3月8日", datetime(2026, 3, 7, tzinfo=UTC), [("2026-03-08", 36)]),
        ("1990", datetime(2026, 3, 7, tzinfo=UTC), []),
    ],
)
def test_birthdays_in_leap_years_and_over_new_year(text, today, expected):
    assert birthday(text, today) == expected


def test_days_are_days_of_the_time_zone():
    zone = timezone(timedelta(hours=10))
    note = make_note(recurs="FREQ=WEEKLY;BYDAY=TU", said_at=day(0))
    evening = datetime(2026, 6, 1, 20, tzinfo=UTC)  # Tuesday in this zone
    (item,) = due_of([note], [], {}, evening, evening + timedelta(hours=12), zone).items
    assert item.at.isoformat() == "2026-06-02T00:00:00+10:00"


def test_a_recurrence_that_has_ended_is_not_due():
    note = make_note(recurs="FREQ=WEEKLY;BYDAY=TU", said_at=day(0), holds_until=day(30))
    assert due_of([note], [], {}, JUNE_1, JUNE_1 + WEEK, UTC).items == ()


def test_a_brief_has_what_changed_and_what_is_due(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    memory.add("I live in Turin.", speaker="Ada", said_at="2026-05-01", now="2026-05-01")
    memory.add(
        "I moved to Rome. My neighbour Dario plays the cello.",
        speaker="Ada",
        said_at="2026-05-31",
        now="2026-05-31",
    )
    brief = memory.brief("2026-05-15", now="2026-06-02")
    assert [fact.object_name for fact in brief.began if fact.type == "LIVES_IN"] == ["Rome"]
    assert [fact.object_name for fact in brief.ended] == ["Turin"]
    assert [person.name for person in brief.people] == ["Dario"]
    assert "No longer true:" in brief.text().splitlines()
    assert memory.brief("2026-06-02", now="2026-06-03").text().endswith("Nothing changed.")


def plan(holds_from, now, zone=UTC, **fields):
    note = make_note(holds_from=holds_from, holds_until=None, said_at=day(0), **{"grain": "day"} | fields)
    return [item.at.isoformat() for item in due_of([note], [], {}, now, now + WEEK, zone).items]


def test_a_plan_of_today_is_due_until_the_day_ends():
    today = datetime(2026, 6, 6, tzinfo=UTC)
    assert plan(today, today + timedelta(hours=15)) == ["2026-06-06T00:00:00+00:00"]
    assert plan(today, today + timedelta(hours=25)) == []
    ten = today + timedelta(hours=10)
    assert plan(ten, today + timedelta(hours=9), grain="hour") == ["2026-06-06T10:00:00+00:00"]
    assert plan(ten, today + timedelta(hours=11), grain="hour") == []


def test_a_stated_day_is_that_day_in_every_time_zone():
    june_6 = datetime(2026, 6, 6, tzinfo=UTC)  # as stored: the stated day, written as UTC
    for hours in (-5, 10):
        zone = timezone(timedelta(hours=hours))
        noon = datetime(2026, 6, 6, 12, tzinfo=zone)
        assert plan(june_6, noon, zone) == [datetime(2026, 6, 6, tzinfo=zone).isoformat()]


def test_the_leap_day_without_a_year_is_due_every_year():
    assert birthday("29 February", datetime(2026, 2, 25, tzinfo=UTC)) == [("2026-02-28", None)]
    assert birthday("29 February", datetime(2028, 2, 25, tzinfo=UTC)) == [("2028-02-29", None)]


def test_a_month_alone_is_no_day_of_a_recurrence():
    note = make_note(recurs="FREQ=YEARLY;BYMONTH=6", said_at=day(0))
    assert due_of([note], [], {}, JUNE_1, JUNE_1 + WEEK, UTC).items == ()


def test_a_brief_has_no_names_from_secrets(memory):
    memory.add("Zelda's safe code is 4711-22.", speaker="Ada", said_at=datetime(2026, 5, 30, tzinfo=UTC))
    text = memory.brief("2026-05-01").text()
    assert "Zelda" not in text
    assert "4711" not in text


def test_a_birthday_without_a_year_has_no_age():
    names = {"ada": "Ada", "day": "26 November"}
    due = due_of([], [make_fact(type="BORN_ON", object="day")], names, JUNE_1, JUNE_1 + 30 * WEEK, UTC)
    assert [(item.at.month, item.at.day, item.turning) for item in due.items] == [(11, 26, None)]
