"""What is due, and what changed, on both stores."""

import json
from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import day, make_fact, make_note, make_turn
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory
from memgraph_core.views.due import due_of

# What people plan and change in chats, and the due days.
PLANS = [
    (line, zone)
    for language, zone in (("zh", "Asia/Shanghai"), ("en", "UTC"))
    for line in (Path(__file__).parent.parent / f"data/language/{language}/due.jsonl")
    .read_text("utf-8")
    .splitlines()
]
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


@pytest.mark.parametrize(
    ("texts", "homes"),
    [
        (("I live in Turin.", "I moved to Rome.", "I play chess."), ["Turin", "Rome"]),
        (("我住在苏州。", "我搬到南京了。", "我会下棋。"), ["苏州", "南京"]),
    ],
)
def test_an_imported_year_is_news_of_the_days_on_which_it_was_said(database, namespace, texts, homes):
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    for text, month in zip(texts, ("01", "03", "05"), strict=True):
        memory.add(text, speaker="Ada", said_at=f"2026-{month}-10")

    def news(since, **given):
        brief = memory.brief(since, now="2026-06-02", **given)
        return [
            [fact.object_name for fact in part if fact.type == "LIVES_IN"]
            for part in (brief.began, brief.ended)
        ]

    assert news("2026-04-01") == [[], []]
    assert news("2026-02-01") == [homes[1:], homes[:1]]
    assert news("2026-05-31", transaction_time=True) == [homes[1:], homes[:1]]
    (moved,) = [
        fact for fact in memory.brief("2026-02-01", now="2026-06-02").began if fact.type == "LIVES_IN"
    ]
    memory.acknowledge([moved.uid])
    assert news("2026-02-01") == [[], homes[:1]]


def test_a_turn_without_a_time_is_news_of_the_day_on_which_it_was_recorded(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    memory.add([make_turn("t1", "I live in Turin.", said_at=None, recorded_at=None)])
    assert [fact.object_name for fact in memory.brief("2026-05-31", now="2026-06-02").began] == ["Turin"]
    assert memory.brief("2026-06-02", now="2026-06-03").began == ()


def plan(holds_from, now, zone=UTC, **fields):
    note = make_note(holds_from=holds_from, holds_until=None, **{"grain": "day", "said_at": day(0)} | fields)
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


# Among them zones whose clocks change at midnight, by half an hour, and one that left out a day.
ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC", "Europe/Rome", "America/Santiago", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
        "Pacific/Niue", "Asia/Shanghai", "America/Los_Angeles",
    )
]  # fmt: skip
MOMENTS = st.tuples(st.dates(date(2012, 1, 1), date(2040, 12, 31)), st.times(), st.sampled_from(ZONES)).map(
    lambda drawn: datetime.combine(*drawn[:2], drawn[2])
)


def stored(day):
    """A stated day, as notes store it: with UTC as zone."""
    return datetime.combine(day, time(), UTC)


def wall(moment):
    """What the clock shows at a moment, with UTC as zone."""
    return moment.replace(tzinfo=UTC)


def last_days(year, month, number):
    return date(year, month, min(number, monthrange(year, month)[1]))


@given(now=MOMENTS, ahead=st.integers(0, 6))
def test_a_plan_is_due_on_the_stated_day_in_every_time_zone(now, ahead):
    stated = now.date() + timedelta(days=ahead)
    assert plan(stored(stated), now, now.tzinfo, said_at=None) == [
        datetime.combine(stated, time(), now.tzinfo).isoformat()
    ]


@given(now=MOMENTS, began=st.integers(-400, 6), lasts=st.integers(1, 800), weekday=st.integers(0, 6))
def test_a_recurring_day_is_the_stated_weekday_between_the_stated_ends(now, began, lasts, weekday):
    first = now.date() + timedelta(days=began)
    last = first + timedelta(days=lasts)
    note = make_note(
        recurs=f"FREQ=WEEKLY;BYDAY={['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][weekday]}",
        said_at=None, grain="day", holds_from=stored(first), holds_until=stored(last),
    )  # fmt: skip
    until = now + timedelta(days=10)
    days = (now.date() + timedelta(days=n) for n in range(11))
    wanted = [d for d in days if d.weekday() == weekday and first <= d < last and stored(d) < wall(until)][:1]
    assert [i.at.date() for i in due_of([note], [], {}, now, until, now.tzinfo).items][:1] == wanted


@given(now=MOMENTS, number=st.integers(1, 31))
def test_a_day_of_every_month_is_due_once_in_each(now, number):
    note = make_note(recurs=f"FREQ=MONTHLY;BYMONTHDAY={number}", said_at=None, holds_from=None)
    (item,) = due_of([note], [], {}, now, now + timedelta(days=40), now.tzinfo).items
    this_month = last_days(now.year, now.month, number)
    following = last_days(now.year + now.month // 12, now.month % 12 + 1, number)
    assert item.at.date() == (this_month if this_month >= now.date() else following)


@given(now=MOMENTS, born=st.dates(date(1930, 1, 1), date(2011, 12, 31)))
def test_a_birthday_is_on_its_day_of_the_year_with_the_age(now, born):
    facts = [make_fact(type="BORN_ON", object="date", holds_from=None)]
    names = {"date": f"{born:%d %B %Y}", "ada": "Ada"}
    (item, *_) = due_of([], facts, names, now, now + timedelta(days=366), now.tzinfo).items
    yearly = make_note(recurs=f"FREQ=YEARLY;BYMONTH={born.month};BYMONTHDAY={born.day}", said_at=None)
    (repeated,) = due_of([yearly], [], {}, now, now + timedelta(days=366), now.tzinfo).items
    this_year = last_days(now.year, born.month, born.day)
    day = this_year if this_year >= now.date() else last_days(now.year + 1, born.month, born.day)
    assert (item.at.date(), item.turning) == (day, day.year - born.year)
    assert repeated.at.date() == day


def test_a_call_at_an_hour_keeps_its_hour_across_a_change_of_the_clocks():
    rome = ZoneInfo("Europe/Rome")
    note = make_note(recurs="FREQ=WEEKLY;BYDAY=SU;BYHOUR=9", said_at=datetime(2026, 1, 2, 23, 30, tzinfo=UTC))
    for now, expected in (
        (datetime(2026, 3, 28, 23, tzinfo=UTC), "2026-03-29T09:00:00+02:00"),
        (datetime(2026, 10, 24, 22, tzinfo=UTC), "2026-10-25T09:00:00+01:00"),
        (datetime(2026, 10, 25, 10, tzinfo=UTC), "2026-11-01T09:00:00+01:00"),
    ):
        (item,) = due_of([note], [], {}, now, now + WEEK + timedelta(hours=1), rome).items
        assert item.at.isoformat() == expected


def test_a_recurrence_that_begins_within_the_period_is_due_on_its_days(memory):
    memory.add("Starting on June 2nd, I swim every Friday.", speaker="Ben", said_at="2026-05-30")
    memory.add("我每年6月4日去青岛。", speaker="王伟", said_at="2026-05-30")
    memory.add("I pay the rent on the 3rd of every month.", speaker="Ben", said_at="2026-05-30")
    found = {item.text: f"{item.at:%m-%d}" for item in memory.due().items if item.kind == "recurring"}
    assert {day for text, day in found.items() if "Friday" in text} == {"06-05"}
    assert {day for text, day in found.items() if "青岛" in text} == {"06-04"}
    assert {day for text, day in found.items() if "rent" in text} == {"06-03"}


def due_in_chinese(database, namespace, now, days, *turns):
    """The days and kinds that are due after turns (day, text) of one speaker."""
    memory = Memory(
        MemoryEngine(database, settings=Settings(time_zone="Asia/Shanghai"), clock=lambda: JUNE_1), namespace
    )
    for number, (said_on, text) in enumerate(turns):
        memory.add(text, speaker="林晚", said_at=f"{said_on}T10:00:00+08:00", session=f"s{number}")
    return dates(memory.due(days=days, now=now))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("审评那边发补了，要补充两项资料，12月18号前交。", "12-18"),
        ("记得提醒我12月7号之前报销。", "12-07"),
        ("下周五之前把合同寄出去。", "12-04"),
        ("月底前要交房租。", "11-30"),
        ("這週五前要繳學費。", "11-27"),
        ("12月15日以前完成体检。", "12-15"),
        ("截止到12月3号要交论文。", "12-03"),
    ],
)
def test_a_chinese_deadline_needs_no_subject(database, namespace, text, day):
    assert (day, "deadline") in due_in_chinese(database, namespace, "2026-11-25", 30, ("2026-11-24", text))


@pytest.mark.parametrize(
    "text",
    [
        "12月18号之前我都在北京。",
        "12月18号之前已经交了。",
        "我12月18号之前没空。",
        "两周前去了北京。",
        "吃饭前洗手。",
    ],
)
def test_a_time_that_ends_is_no_deadline(database, namespace, text):
    assert due_in_chinese(database, namespace, "2026-11-25", 30, ("2026-11-24", text)) == []


def test_each_weekday_of_a_recurrence_is_due(database, namespace):
    found = due_in_chinese(
        database, namespace, "2026-11-26", 14, ("2026-11-20", "我每周二和周四晚上去游泳。")
    )
    assert found == [("11-26", "recurring"), ("12-01", "recurring")]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("豆豆开始学钢琴了，每周日下午四点。", "豆豆的钢琴课改到周六下午两点了。", {"11-28"}),
        ("我每周三晚上去上普拉提课。", "普拉提改成每周六上午十点了。", {"11-28"}),
        ("我每周三晚上去上普拉提课。", "普拉提在苏州换了家工作室，改成每周六上午十点。", {"11-28"}),
        ("灯塔的deadline先定在11月28号提交注册资料。", "灯塔的注册资料提交推迟到12月3号。", {"12-03"}),
        ("我每周三晚上去上普拉提课。", "这周的普拉提课改到周五晚上。", {"12-02", "11-27"}),
        ("豆豆每周日下午学画画。", "豆豆的钢琴课改到周六下午两点了。", {"11-29", "11-28"}),
        ("青鸟项目11月28号必须上线。", "青鸟的上线时间推迟到12月3号了。", {"12-03"}),
        ("我女儿豆豆的生日是11月29号。", "记错了，豆豆的生日是11月30号，不是11月29号。", {"11-30"}),
        ("我打算11月28号开业。", "开业推到12月2号了。", {"12-02"}),
        (
            "工厂让我11月28号过去试工，我请了两天假，27号到28号。",
            "试工改到12月3号了，假也得重新请。",
            {"12-03"},
        ),
        ("原来定的11月27号搬家，搬家公司排不开，推到11月30号了。", "今天在收拾箱子。", {"11-30"}),
        ("11月28号晚上同学们给我办升学宴。", "升学宴取消了，饭店着火了。", set()),
        ("婚礼定在11月28号。", "婚礼延期了，日子还没定。", set()),
        ("11月28号交论文初稿。", "导师说论文初稿可以宽限到12月2号。", {"12-02"}),
        ("我女儿豆豆的生日是11月29号。", "豆豆的生日不是11月29号，是11月30号。", {"11-30"}),
    ],
)
def test_a_moved_or_corrected_date_is_not_due_on_the_former_day(database, namespace, before, after, expected):
    turns = (("2026-11-20", before), ("2026-11-24", after))
    assert {day for day, _ in due_in_chinese(database, namespace, "2026-11-26", 8, *turns)} == expected


def due_in_english(now, days, *turns):
    """The days and kinds that are due after turns (day, text) of one speaker."""
    with Memory.open(":memory:", namespace="due", embedder="none") as memory:
        for number, (said_on, text) in enumerate(turns):
            memory.add(text, speaker="Ella", said_at=f"{said_on}T10:00:00", session=f"s{number}")
        return dates(memory.due(days=days, now=now))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("We're off to Ghent from 20 to 23 May.", "Ghent got pushed back to 27 to 29 May.", {"05-27"}),
        ("I've got the hygienist on 20 May at 10.", "The hygienist has rescheduled me for 26 May.", {"05-26"}),
        ("We booked a bowling night on 20 May.", "Nina's ill, so bowling on the 20th is postponed to 27 May.", {"05-27"}),
        ("The plumber is coming on 17 May.", "The plumber can't make it, he's coming on 21 May instead.", {"05-21"}),
        ("We're going to Tallinn from 20 to 24 May.", "Tallinn fell through, Rosa broke her leg.", set()),
        ("We're going to Porto from 20 to 24 May.", "Porto's off, moved to 27 to 29 May.", {"05-27"}),
        ("We're going camping on 20 May.", "The camping trip isn't happening, too much rain.", set()),
        ("I do karate on Thursdays.", "I don't do karate any more.", set()),
        ("I go jogging on Mondays and Fridays.", "I've stopped jogging, my ankle hurts.", set()),
        ("I walk to work on Fridays.", "I've given up coffee.", {"05-15"}),
        ("Swimming lessons are on Wednesdays at 5pm.", "Swimming lesson this week is moved to Friday.", {"05-15", "05-20"}),
        ("I have a team dinner on 20 May.", "The team meeting on the 21st is cancelled.", {"05-20"}),
    ],
)  # fmt: skip
def test_a_moved_or_cancelled_english_date_is_not_due_on_the_former_day(before, after, expected):
    turns = (("2026-05-01", before), ("2026-05-12", after))
    assert {day for day, _ in due_in_english("2026-05-13", 18, *turns)} == expected


EVENING_CLASS = "Signed up for Portuguese, Mondays at 7, first one on 4 May."


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # Routines that begin, end, pause and go on.
        ([EVENING_CLASS], {"05-18"}),
        ([EVENING_CLASS, "The last Portuguese is on 11 May."], set()),
        ([EVENING_CLASS, "Packed in the Portuguese, too much homework."], set()),
        ([EVENING_CLASS, "Portuguese has come to an end, the school closed down."], set()),
        ([EVENING_CLASS, "No Portuguese on the 18th, Rui is away."], set()),
        ([EVENING_CLASS, "No Portuguese on the 11th, Rui is away."], {"05-18"}),
        ([EVENING_CLASS, "No Portuguese till 18 May, Rui is away."], {"05-18"}),
        ([EVENING_CLASS, "I don't do Portuguese on Mondays any more, now it's Wednesdays."], {"05-20"}),
        ([EVENING_CLASS, "Portuguese is on Tuesdays from 12 May."], {"05-19"}),
        ([EVENING_CLASS, "Portuguese has moved to Thursday."], {"05-21"}),
        (["Booked a two-week pottery course on Mondays from 4 May."], set()),
        (["Fencing is every other Friday, the next one is on 8 May."], {"05-22"}),
        (["Baby group is the third Wednesday of the month."], {"05-20"}),
        (
            ["I do the Tuesday shift at the bakery every week.", "My last shift at the bakery is on 9 May."],
            set(),
        ),
        (["Judo on Tuesdays and drama on Fridays.", "Stopped judo, my back hurts."], {"05-22"}),
        # Several days in one sentence, and the days that are moved or called off.
        (
            ["The vet is on 18 May, the optician on the 20th and tea with Vi on Friday 22nd."],
            {"05-18", "05-20", "05-22"},
        ),
        (["Optician on 20 May at 3.", "Optician can't do the 20th, it's the 21st now."], {"05-21"}),
        (["Roofer coming on Tuesday 19 May.", "The roofer slipped a week, so Tuesday 26 May."], set()),
        (["The removal van comes on 19 May.", "They come on 21 May now, not on the 19th."], {"05-21"}),
        (["The move is on 19 May.", "The move's slipped a week."], set()),
        (["Physio is on 19 May.", "Physio moved from the 19th to the 22nd."], {"05-22"}),
        # What is no plan.
        (["We let the old car go on Friday."], set()),
        (["I can't come to the quiz on 20 May."], set()),
        (["If it's dry we might hike on 20 May."], set()),
        (["I hate Mondays."], set()),
    ],
)
def test_what_english_statements_plan_and_take_back(texts, expected):
    turns = [(f"2026-05-{number:02}", text) for number, text in enumerate(texts, 2)]
    assert {day for day, _ in due_in_english("2026-05-17", 7, *turns)} == expected


def test_a_statement_without_its_thing_is_listed_with_the_one_before():
    with Memory.open(":memory:", namespace="due", embedder="none") as memory:
        memory.add(
            "I've joined a brass band. Thursdays at 8 in the chapel.", speaker="Ella", said_at="2026-05-02"
        )
        (item,) = memory.due(days=7, now="2026-05-17").items
    assert "brass band" in item.text


def test_a_cancelled_occasion_leaves_the_other_occasions(database, namespace):
    turns = (("2026-05-01", "我每周四上瑜伽课。"), ("2026-05-12", "这周的瑜伽课取消了。"))
    assert due_in_chinese(database, namespace, "2026-05-13", 9, *turns) == [("05-21", "recurring")]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Remind me to renew my passport before 30 May.", "05-30"),
        ("Don't let me forget to pay the nursery before the 20th.", "05-20"),
        ("Renew the parking permit by 29 May.", "05-29"),
    ],
)
def test_an_english_reminder_has_a_deadline(text, day):
    assert (day, "deadline") in due_in_english("2026-05-13", 30, ("2026-05-12", text))


@pytest.mark.parametrize("text", ["I'm in Cork until 20 May.", "I sent the forms before 20 May."])
def test_an_english_time_that_ends_is_no_deadline(text):
    assert due_in_english("2026-05-13", 30, ("2026-05-12", text)) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("My Spanish class is on Wednesday evenings.", "05-13"),
        ("The cleaner comes on Thursday mornings.", "05-14"),
    ],
)
def test_a_part_of_each_weekday_recurs(text, day):
    assert due_in_english("2026-05-13", 8, ("2026-05-01", text))[:1] == [(day, "recurring")]


def test_an_empty_view_is_in_the_language_of_the_memory(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    memory.add("我喜欢喝茶。", speaker="林晚", said_at="2026-05-20")
    assert "没有日程" in memory.due().text()
    assert "没有空白" in memory.gaps().text()


def test_topics_of_a_chinese_view_are_chinese(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: JUNE_1), namespace)
    memory.add("老板今天让我加班开会。", speaker="林晚", said_at="2026-05-30")
    text = memory.profile("林晚").text()
    assert "工作 (1)" in text
    assert "work" not in text


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("The camp is July 6 to 10.", "Ada"),
        ("The camp is from July 6 to July 10.", "Ada"),
        ("夏令营是7月6日到10日。", "王伟"),
    ],
)
def test_an_event_of_several_days_is_due_on_each_of_its_days(text, speaker):
    with Memory.open(":memory:", namespace="camp", embedder="none") as memory:
        memory.add(text, speaker=speaker, said_at="2026-05-05")
        for now, expected in (
            ("2026-05-25", []),
            ("2026-07-01", [("07-06", "appointment")]),
            ("2026-07-06", [("07-06", "appointment")]),
            ("2026-07-08T15:00", [("07-08", "appointment")]),
            ("2026-07-10", [("07-10", "appointment")]),
            ("2026-07-11", []),
        ):
            assert dates(memory.due(days=10, now=now)) == expected


@pytest.mark.parametrize(
    ("texts", "now"),
    [
        (["I no longer go to yoga on Mondays."], "2026-02-01"),
        (["I go to yoga every Monday.", "I stopped going to yoga."], "2026-03-01"),
        (
            ["I signed up for an Italian course, Mondays at 18:30.", "The Italian course is over."],
            "2026-03-01",
        ),
        (["我们5月3日飞罗马。", "罗马不去了。"], "2026-05-01"),
    ],
)
def test_routines_and_plans_whose_facts_have_ended_are_not_due(texts, now):
    with Memory.open(":memory:", namespace="over", embedder="none") as memory:
        for month, text in enumerate(texts, start=1):
            memory.add(text, speaker="Nora", said_at=f"2026-{month:02}-05", session=str(month))
        assert memory.due(days=7, now=now).items == ()


@pytest.mark.parametrize(("line", "zone"), PLANS)
def test_chats_about_changing_plans_give_the_days_that_are_still_planned(line, zone):
    case = json.loads(line)
    settings = Settings(time_zone=zone)
    with Memory.open(":memory:", namespace="due", embedder="none", settings=settings) as memory:
        for number, (said_on, text) in enumerate(case["turns"]):
            memory.add(text, speaker="林晚", said_at=f"{said_on}T10:00:00", session=f"s{number}")
        assert sorted({day for day, _ in dates(memory.due(days=7, now=case["ask"]))}) == case["due"]


def test_a_plan_of_several_days_that_has_begun_is_due_today():
    turns = (("2026-05-12", "We're in Wales from the 16th to the 19th of May."),)
    assert due_in_english("2026-05-18", 7, *turns) == [("05-18", "plan")]
    assert due_in_english("2026-05-20", 7, *turns) == []


def test_a_change_that_is_said_later_is_not_yet_known():
    with Memory.open(":memory:", namespace="due", embedder="none") as memory:
        memory.add("I do karate on Thursdays.", speaker="Ella", said_at="2026-05-01")
        memory.add("I've stopped karate.", speaker="Ella", said_at="2026-05-20")
        assert dates(memory.due(days=7, now="2026-05-13")) == [("05-14", "recurring")]
        assert dates(memory.due(days=7, now="2026-05-21")) == []


def test_a_change_that_only_refers_to_a_plan_is_shown_after_its_words():
    with Memory.open(":memory:", namespace="due", embedder="none") as memory:
        memory.add("27号上午去练车，教练让的", speaker="林晚", said_at="2026-05-20T10:00:00+00:00")
        memory.add("打错了，是28号", speaker="林晚", said_at="2026-05-20T10:05:00+00:00")
        (item,) = memory.due(days=7, now="2026-05-25").items
    assert (f"{item.at:%m-%d}", "练车" in item.text) == ("05-28", True)


def test_a_new_time_of_day_leaves_the_days():
    with Memory.open(":memory:", namespace="due", embedder="none") as memory:
        memory.add("Reading group is every Tuesday at 2", speaker="Ann", said_at="2026-05-20T10:00:00+00:00")
        memory.add("reading group's moved to 3:30 now", speaker="Ann", said_at="2026-05-21T10:00:00+00:00")
        (item,) = memory.due(days=7, now="2026-05-25").items
    assert (f"{item.at:%m-%d %H:%M}", item.text) == (
        "05-26 15:30",
        "Ann: Reading group is every Tuesday at 2 → reading group's moved to 3:30 now",
    )


def test_an_appointment_is_shown_in_the_words_that_state_it(memory):
    (meeting,) = (item for item in memory.due().items if item.kind == "appointment")
    assert meeting.text == "Ada: The team meeting is moved to June 5th."
