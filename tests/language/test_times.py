"""Words for time → half-open intervals, what a question asks about, and when a statement was so.

The tables of what is read are in `test_times_en` and `test_times_zh`.
"""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pace
from memgraph_core.language.times import ReadTimes, TimeSpan, event_time, range_of, times_in
from memgraph_core.language.timing.holidays import NAMES, holiday

NOW = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)  # a Wednesday

_WORDS = (
    "last next this in on May june monday weekend week year winter 3 31 2023 2023-02-30 99999 999 days ago couple of a "
    "February 29 yeſterday laſt weeK tomorrow , . was need 上 下 周 星期 三 十 十二十 二二三"
    " 天 前 后 个 月 年 号 日 去年 昨天 每"
    " 9999年 0000年 0001-01-01 9999-12-31 ２０２３年 每年 末 at 5pm 12:30 noon since until before after from to between and"
    " every other twice a week for now been 's early mid late end Christmas Easter summer 1990s Q3 few half dozen twenty-one"
    " the 5th first 到 从 以前 以后 之 半 几 好几 下午 三点 点 初 底 春节 中秋 夏天 九十 年代 了 要 没 已经 每隔 次 過 週"
)
PIECES = st.sampled_from(_WORDS.split())
MOMENTS = st.datetimes(timezones=st.just(UTC))


def days(text, language="en"):
    """Each interval as (first day, day after the last, grain)."""
    spans = [s for s in times_in(text, NOW, language) if s.kind == "date"]
    return [(str(s.start.date()), str(s.end.date()), s.grain) for s in spans]


def time_of(text, language="en", said_at=NOW):
    """When a sentence says that it was so: (first day, day after the last, grain, confidence)."""
    found = event_time(times_in(text, said_at, language), said_at, text, language)
    if found is None:
        return None
    start, end = (str(moment.date()) if moment else None for moment in (found.start, found.end))
    return start, end, found.grain, found.confidence


def asked(question, language="en"):
    """The time a question asks about, as days."""
    return tuple(str(m.date()) if m else None for m in range_of(times_in(question, NOW, language)))


@pytest.mark.parametrize(
    ("text", "start", "end", "grain"),
    [
        ("yesterday", "2024-05-14", "2024-05-15", "day"),
        ("the day before yesterday", "2024-05-13", "2024-05-14", "day"),
        ("last week", "2024-05-06", "2024-05-13", "week"),
        ("this weekend", "2024-05-18", "2024-05-20", "day"),
        ("next Friday", "2024-05-24", "2024-05-25", "day"),
        ("last Wednesday", "2024-05-08", "2024-05-09", "day"),
        ("two weeks ago", "2024-05-01", "2024-05-02", "day"),
        ("a couple of days ago", "2024-05-13", "2024-05-14", "day"),
        ("a year ago", "2023-05-01", "2023-06-01", "month"),
        ("in 2 months", "2024-07-01", "2024-08-01", "month"),
        ("on 5 May 2023", "2023-05-05", "2023-05-06", "day"),
        ("on May 5th, 2023", "2023-05-05", "2023-05-06", "day"),
        ("2023-02", "2023-02-01", "2023-03-01", "month"),
        ("in 2019", "2019-01-01", "2020-01-01", "year"),
        ("last summer", "2023-06-01", "2023-09-01", "month"),
        ("last winter", "2023-12-01", "2024-03-01", "month"),
        ("last March", "2024-03-01", "2024-04-01", "month"),
        ("last June", "2023-06-01", "2023-07-01", "month"),
        ("next March", "2025-03-01", "2025-04-01", "month"),
        ("I moved there in June", "2023-06-01", "2023-07-01", "month"),
        ("I will move in June", "2024-06-01", "2024-07-01", "month"),
        ("I need to move in June", "2024-06-01", "2024-07-01", "month"),
        ("It rained a lot. See you in June", "2024-06-01", "2024-07-01", "month"),
        ("I came on Monday", "2024-05-13", "2024-05-14", "day"),
        ("I come on Monday", "2024-05-20", "2024-05-21", "day"),
    ],
)
def test_english_words_for_time(text, start, end, grain):
    assert days(text) == [(start, end, grain)]


@pytest.mark.parametrize(
    ("text", "start", "end", "grain"),
    [
        ("我昨天去了", "2024-05-14", "2024-05-15", "day"),
        ("大后天", "2024-05-18", "2024-05-19", "day"),
        ("上周三", "2024-05-08", "2024-05-09", "day"),
        ("下周末", "2024-05-25", "2024-05-27", "day"),
        ("上上周", "2024-04-29", "2024-05-06", "week"),
        ("上个月", "2024-04-01", "2024-05-01", "month"),
        ("三个月前", "2024-02-01", "2024-03-01", "month"),
        ("十年前", "2014-01-01", "2015-01-01", "year"),
        ("十二天后", "2024-05-27", "2024-05-28", "day"),
        ("去年三月", "2023-03-01", "2023-04-01", "month"),
        ("5月6号", "2024-05-06", "2024-05-07", "day"),
        ("二〇二三年五月", "2023-05-01", "2023-06-01", "month"),
        ("２０２３年5月6日", "2023-05-06", "2023-05-07", "day"),
    ],
)
def test_chinese_words_for_time(text, start, end, grain):
    assert days(text, "zh") == [(start, end, grain)]


@pytest.mark.parametrize(
    "text", ["I may go", "we can march on", "soon", "every Monday", "31 February", "at 12:30"]
)
def test_words_that_are_not_times_and_vague_times_give_no_date_in_english(text):
    assert days(text) == []


@pytest.mark.parametrize(
    "text", ["过几天", "最近", "每周三", "每年三月", "每个星期六", "十二十天前", "二月三十号"]
)
def test_words_that_are_not_times_and_vague_times_give_no_date_in_chinese(text):
    assert days(text, "zh") == []


def test_times_are_in_the_order_of_the_text():
    assert [span.text for span in times_in("May 2, 2023; yesterday and 2023-01-05", NOW)] == [
        "May 2, 2023",
        "yesterday",
        "2023-01-05",
    ]


@settings(deadline=None, max_examples=200)
@given(st.lists(PIECES, max_size=10), st.sampled_from([" ", ""]), st.sampled_from(["en", "zh"]), MOMENTS)
def test_every_interval_is_half_open_and_not_empty(pieces, blank, language, now):
    text = blank.join(pieces)
    spans = times_in(text, now, language)
    assert all(span.start < span.end for span in spans if span.start and span.end)
    assert spans == times_in(text, now, language)


@settings(deadline=None, max_examples=200)
@given(st.lists(PIECES, max_size=10), st.sampled_from([" ", ""]), st.sampled_from(["en", "zh"]))
def test_every_span_has_correct_offsets_and_none_overlap(pieces, blank, language):
    text = blank.join(pieces)
    spans = times_in(text, NOW, language)
    assert all(text[span.at : span.at + len(span.text)] == span.text for span in spans)
    assert all(one.at + len(one.text) <= two.at for one, two in pairwise(spans))


@settings(deadline=None, max_examples=200)
@given(st.lists(PIECES, max_size=10), st.sampled_from(["en", "zh"]), MOMENTS)
def test_the_kind_of_a_span_says_which_sides_are_open(pieces, language, now):
    sides = {
        "date": (True, True), "vague": (True, True), "since": (True, False), "until": (False, True),
        "duration": (False, False), "recurring": (False, False),
    }  # fmt: skip
    for span in times_in(" ".join(pieces), now, language):
        assert (span.start is not None, span.end is not None) == sides[span.kind]
        assert (span.rule is not None) == (span.kind == "recurring")
        assert 0 < span.confidence <= 1


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.sampled_from(["en", "zh"]), MOMENTS)
def test_any_text_is_accepted(text, language, now):
    spans = times_in(text, now, language)
    range_of(spans)
    event_time(spans, now, text, language)


@given(st.dates(date(2, 1, 1), date(9998, 12, 31)))
def test_an_iso_date_means_that_day(day):
    (span,) = times_in(day.isoformat().zfill(10), NOW)
    assert (span.start.date(), span.end - span.start) == (day, timedelta(days=1))


def test_times_keep_the_timezone_of_the_moment():
    now = datetime(2024, 5, 15, 14, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    (span,) = times_in("昨天", now, "zh")
    assert span.start == datetime(2024, 5, 14, tzinfo=ZoneInfo("Asia/Shanghai"))
    (span,) = times_in("at 2024-02-03T04:05:06Z", now)
    assert span.start.isoformat() == "2024-02-03T12:05:00+08:00"


def test_offsets_are_those_of_the_text_as_written():
    text = "Ａ２０２３年5月6日，我們上週去了"
    assert [(s.at, s.text) for s in times_in(text, NOW, "zh")] == [(1, "２０２３年5月6日"), (13, "上週")]


def test_typographic_signs_are_read_like_those_of_a_keyboard():
    (span,) = times_in("I’ve been here for 3 years", NOW)
    assert (span.kind, str(span.start.date())) == ("since", "2021-01-01")


def test_a_range_goes_from_the_first_to_the_last():
    spans = times_in("from 2023-05-02 to 2023-05-04", NOW)
    assert [str(moment.date()) for moment in range_of(spans) if moment] == ["2023-05-02", "2023-05-05"]
    assert range_of([]) == (None, None)


@pytest.mark.parametrize(
    ("question", "language", "since", "until"),
    [
        ("What did Ada paint last May?", "en", "2023-05-01", "2023-06-01"),
        ("What has Ada painted since March?", "en", "2024-03-01", None),
        ("Where has Bob worked since he left in 2019?", "en", "2019-01-01", None),
        ("What did Ada paint after June 2023?", "en", "2023-07-01", None),
        ("Where did Bob live before 2024?", "en", None, "2024-01-01"),
        ("Where did Bob live until 2022?", "en", None, "2023-01-01"),
        ("Who visited between May 3 and May 9, 2023?", "en", "2023-05-03", "2023-05-10"),
        ("What happened from March to May?", "en", "2024-03-01", "2024-06-01"),
        ("What did Ada do after March and before May?", "en", "2024-04-01", "2024-05-01"),
        ("What has Ada done lately?", "en", "2024-03-16", "2024-05-15"),
        ("How often does Ada swim every week?", "en", None, None),
        ("3月到5月小美在做什么？", "zh", "2024-03-01", "2024-06-01"),
        ("今年6月以后他去了哪里？", "zh", "2024-07-01", None),
        ("去年之前他住在哪里？", "zh", None, "2023-01-01"),
        ("从去年开始她做什么工作？", "zh", "2023-01-01", None),
        ("上周三小美见了谁？", "zh", "2024-05-08", "2024-05-09"),
    ],
)
def test_the_time_a_question_asks_about(question, language, since, until):
    assert asked(question, language) == (since, until)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I met Tom last Friday, after years.", "en", ("2024-05-10", "2024-05-11", "day", 0.9)),
        ("In 2019, on May 3rd, 2019, we married.", "en", ("2019-05-03", "2019-05-04", "day", 0.9)),
        ("I have lived here since 2019.", "en", ("2019-01-01", None, "year", 0.9)),
        ("I've been a nurse for three years now.", "en", ("2021-01-01", None, "year", 0.8)),
        ("I worked there until last March.", "en", (None, "2024-04-01", "month", 0.7)),
        ("我从2019年住在这里。", "zh", ("2019-01-01", None, "year", 0.9)),
        ("上周五我见了小美。", "zh", ("2024-05-10", "2024-05-11", "day", 0.9)),
    ],
)
def test_a_statement_has_the_most_precise_of_its_times(text, language, expected):
    assert time_of(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I just got the job!", "en"),
        ("We adopted a kitten.", "en"),
        ("I'm learning to sail.", "en"),
        ("She recently broke her arm.", "en"),
        ("我拿到了工作！", "zh"),
        ("我正在学游泳。", "zh"),
        ("我最近换了工作。", "zh"),
    ],
)
def test_a_statement_without_a_date_has_the_day_of_its_turn_with_low_confidence(text, language):
    assert time_of(text, language) == ("2024-05-15", "2024-05-16", "day", 0.3)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm going to adopt a kitten.", "en"),
        ("I want to learn to sail.", "en"),
        ("I swim every Monday.", "en"),
        ("Cats like fish.", "en"),
        ("I used to live in Turin.", "en"),
        ("When I was a child we had a boat.", "en"),
        ("A while ago he stopped writing.", "en"),
        ("Did you adopt a kitten?", "en"),
        ("我打算领养一只猫。", "zh"),
        ("我每周一游泳。", "zh"),
        ("猫喜欢吃鱼。", "zh"),
        ("我小时候住在农村。", "zh"),
        ("你领养了猫吗？", "zh"),
    ],
)
def test_plans_habits_general_statements_and_questions_have_no_day(text, language):
    assert time_of(text, language) is None


def test_without_a_moment_nothing_is_guessed():
    assert event_time([], None, "I got the job.", "en") is None


def test_a_span_is_made_of_an_interval_a_grain_and_words():
    span = TimeSpan(NOW, NOW + timedelta(days=1), "day", "today")
    assert (span.kind, span.rule, span.at) == ("date", None, 0)


def test_every_holiday_has_a_day_in_every_year_that_people_speak_of():
    for name in NAMES:
        for year in range(2015, 2031):
            found = holiday(NOW, name, year)
            assert found is not None
            assert found.start.year == year


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("easter", 2024, "2024-03-31"),
        ("easter", 2025, "2025-04-20"),
        ("thanksgiving", 2023, "2023-11-23"),
        ("memorial", 2024, "2024-05-27"),
        ("spring festival", 2024, "2024-02-10"),
        ("spring eve", 2024, "2024-02-09"),
        ("moon", 2025, "2025-10-06"),
    ],
)
def test_the_day_of_a_movable_holiday(name, year, expected):
    assert str(holiday(NOW, name, year).start.date()) == expected


def test_outside_the_table_a_lunar_holiday_has_no_day():
    assert holiday(NOW, "moon", 1950) is None


# One text of each kind that could make a rule look far, or read much.
BUSY = [
    "today ", "on Monday ", "in May ", "May 5 ", "5/", "a ", "the ", "last ", "for 3 years ", "two days after Christmas ",
    "5pm ", "12:30 ", "early ", "twenty ", "from Monday to Friday ", "was ", "- ", "1", " ", "年", "一", "1月", "3月5日", "周一",
    "三年", "每", "春节", "半", "前", "今天下午三点", "了", "第", "\n", "，",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Tram at 7:30", "en", (19, 30)),  # the last one that has passed
        ("Tram just after 7:30 pm, late again", "en", (19, 30)),
        ("Tea at 9", "en", (9, 0)),
        ("Tram at 11:30 pm", "en", None),  # has not passed
        ("Tram yesterday at 7:30", "en", None),  # another day
        ("Tram at 7:30 and at 9", "en", None),
        ("Tram again", "en", None),
        ("早上快7点20的时候吃了药", "zh", (7, 20)),
        ("晚上差不多7点40遛狗", "zh", (19, 40)),
        ("Was at the service just after 9:54 am, nice sermon today", "en", (9, 54)),
        ("Daily stand-up at 9:30 am", "en", (9, 30)),
        ("Tram every day at 7:30", "en", None),  # a habit
        ("Tea at 8 in the morning", "en", (8, 0)),
        ("今天的单词晚上快7点40的时候背完了", "zh", (19, 40)),
    ],
)
def test_the_last_time_that_a_clock_showed_a_time_of_day(text, language, expected):
    said_at = datetime(2026, 3, 10, 20, 15, tzinfo=UTC)
    found = ReadTimes.of(text, said_at, language).time_of_day
    assert (found and found.start) == (expected and said_at.replace(hour=expected[0], minute=expected[1]))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("晚上跟爸妈视频了。", "zh", (18, 24)),
        ("早上把降压药吃了。", "zh", (6, 12)),
        ("I went swimming in the morning.", "en", (6, 12)),
        ("我早上一般喝咖啡。", "zh", None),  # a habit
        ("昨天晚上看了电影。", "zh", (-6, 0)),
        ("早上好！", "zh", None),
        ("晚上我们打算看电影。", "zh", None),
    ],
)
def test_a_part_of_the_day_without_a_day_is_that_of_the_day_when_something_was_said(text, language, expected):
    said_at = datetime(2026, 3, 10, 20, 15, tzinfo=UTC)
    found = event_time(times_in(text, said_at, language), said_at, text, language)
    midnight = said_at.replace(hour=0, minute=0)
    hours = found and tuple((each - midnight) / timedelta(hours=1) for each in (found.start, found.end))
    assert hours == expected


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_text_of_many_characters_is_read_in_a_moment(language):
    times_in("warm up 热身", NOW, language)
    for piece in BUSY:
        text = (piece * 200_000)[:200_000]
        pace.assert_under(1, partial(times_in, text, NOW, language), piece)


@pytest.mark.parametrize(
    ("stated", "following", "language"),
    [
        ("Last week we went to Rome.", "We saw the Forum and it was great.", "en"),
        ("上周我去了北京。", "后来我们参观了故宫。", "zh"),
    ],
)
def test_the_next_sentence_of_a_story_inherits_its_time(stated, following, language):
    when = event_time(times_in(stated, NOW, language), NOW, stated, language)
    on = event_time([], NOW, following, language, when)
    assert when is not None
    assert on is not None
    assert (on.start, on.end, on.confidence) == (when.start, when.end, 0.5)


@pytest.mark.parametrize("text", ["I love pizza.", "We will see the Forum.", "I used to live in Rome."])
def test_sentences_outside_the_story_do_not_inherit_its_time(text):
    stated = "Last week we went to Rome."
    when = event_time(times_in(stated, NOW), NOW, stated)
    found = event_time([], NOW, text, "en", when)
    assert found is None or when is None or found.start != when.start
