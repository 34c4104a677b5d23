"""Words for time → half-open intervals."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_core.language.times import range_of, times_in

NOW = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)  # a Wednesday

_WORDS = (
    "last next this in on May june monday weekend week year winter 3 31 2023 2023-02-30 99999 999 days ago couple of a "
    "February 29 yeſterday laſt weeK tomorrow , . was need 上 下 周 星期 三 十 十二十 二二三"
    " 天 前 后 个 月 年 号 日 去年 昨天 每"
    " 9999年 0000年 0001-01-01 9999-12-31 ２０２３年 每年 末"
)
PIECES = st.sampled_from(_WORDS.split())
MOMENTS = st.datetimes(timezones=st.just(UTC))


def days(text, language="en"):
    """Each interval as (first day, day after the last, grain)."""
    return [(str(s.start.date()), str(s.end.date()), s.grain) for s in times_in(text, NOW, language)]


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
        ("a year ago", "2023-01-01", "2024-01-01", "year"),
        ("in 2 months", "2024-07-01", "2024-08-01", "month"),
        ("on 5 May 2023", "2023-05-05", "2023-05-06", "day"),
        ("on May 5th, 2023", "2023-05-05", "2023-05-06", "day"),
        ("2023-02", "2023-02-01", "2023-03-01", "month"),
        ("since 2019", "2019-01-01", "2020-01-01", "year"),
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
def test_what_is_no_time_or_a_vague_one_gives_nothing_in_english(text):
    assert days(text) == []


@pytest.mark.parametrize(
    "text", ["过几天", "最近", "每周三", "每年三月", "每个星期六", "十二十天前", "二月三十号"]
)
def test_what_is_no_time_or_a_vague_one_gives_nothing_in_chinese(text):
    assert days(text, "zh") == []


def test_times_stand_in_the_order_of_the_text():
    assert [span.text for span in times_in("From May 2, 2023 to yesterday and 2023-01-05", NOW)] == [
        "May 2, 2023",
        "yesterday",
        "2023-01-05",
    ]


@settings(deadline=None)
@given(st.lists(PIECES, max_size=8), st.sampled_from([" ", ""]), st.sampled_from(["en", "zh"]), MOMENTS)
def test_whatever_is_said_whenever_every_interval_is_half_open_and_not_empty(pieces, blank, language, now):
    text = blank.join(pieces)
    spans = times_in(text, now, language)
    assert all(span.start < span.end for span in spans)
    assert all(span.text in text for span in spans)
    assert spans == times_in(text, now, language)


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=60), st.sampled_from(["en", "zh"]), MOMENTS)
def test_no_text_makes_it_fail(text, language, now):
    times_in(text, now, language)


@settings(deadline=None)
@given(st.dates(date(2, 1, 1), date(9998, 12, 31)))
def test_a_written_day_is_that_day(day):
    (span,) = times_in(day.isoformat().zfill(10), NOW)
    assert (span.start.date(), span.end - span.start) == (day, timedelta(days=1))


def test_a_range_goes_from_the_first_to_the_last():
    spans = times_in("from 2023-05-02 to 2023-05-04", NOW)
    assert [str(moment.date()) for moment in range_of(spans) if moment] == ["2023-05-02", "2023-05-05"]
    assert range_of([]) == (None, None)
