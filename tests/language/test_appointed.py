"""What is put on a day and moved to another, as English and Chinese say it. Seen from Monday, 2026-07-06."""

from datetime import UTC, datetime

import pytest

from memgraph_core.language.en.appointments import appointments_in as english
from memgraph_core.language.relating.appointed import day_of
from memgraph_core.language.zh.appointments import appointments_in as chinese

NOW = datetime(2026, 7, 6, 9, tzinfo=UTC)


def appointments(text: str) -> list[tuple[str, str, str]]:
    """The appointments of a text: how each is stated, its event and its day."""
    read = english if text.isascii() else chinese
    return [(a.sort, a.words, day_of(a.when) if a.when else "") for a in read(text, NOW)]


@pytest.mark.parametrize(
    ("text", "event", "day"),
    [
        ("My dentist appointment is on July 9.", "dentist appointment", "2026-07-09"),
        ("we have a team meeting on wednesday", "team meeting", "2026-07-08"),
        ("I booked a haircut for Friday.", "haircut", "2026-07-10"),
        ("Clara's recital is on Saturday.", "recital", "2026-07-11"),
        ("My flight to Rome is on 12 August.", "flight to Rome", "2026-08-12"),
        ("周三有产品会议。", "产品会议", "2026-07-08"),
        ("婚礼定在8月8日。", "婚礼", "2026-08-08"),
        ("我下周二有个面试。", "面试", "2026-07-14"),
        ("博士答辩8月22号下午。", "博士答辩", "2026-08-22"),
        ("我跟牙医约了8月5号洗牙。", "洗牙", "2026-08-05"),
        ("婚礼选在8月8号。", "婚礼", "2026-08-08"),
        ("今天来电话，让我8月11号入职。", "入职", "2026-08-11"),
        ("大夫说下次产检8月4号。", "产检", "2026-08-04"),
        ("下个月2号公司团建去黄山。", "公司团建", "2026-08-02"),
    ],
)
def test_an_event_has_its_day(text, event, day):
    assert appointments(text) == [("stated", event, day)]


@pytest.mark.parametrize(
    ("text", "event", "day"),
    [
        ("The meeting I mentioned is on Friday now.", "meeting", "2026-07-10"),
        ("the standup got pushed back to thursday", "standup", "2026-07-09"),
        ("The launch is postponed until next week.", "launch", "2026-07-13/2026-07-19"),
        ("They moved the Orion launch from July 9 to July 16.", "Orion launch", "2026-07-16"),
        ("My exam was pushed to September.", "exam", "2026-09"),
        ("Actually, the team meeting is on Thursday.", "team meeting", "2026-07-09"),
        ("产品会议改到周五了。", "产品会议", "2026-07-10"),
        ("我提到的那个会议改到周五了。", "会议", "2026-07-10"),
        ("会议从周三改到周五下午三点了。", "会议", "2026-07-10 15:00"),
        ("婚礼挪到国庆，10月4号下午三点。", "婚礼", "2026-10-04 15:00"),
        ("面试改到周五，8月1号出结果。", "面试", "2026-07-10"),
        ("婚礼推迟到下个月。", "婚礼", "2026-08"),
        ("把面试改到明天了。", "面试", "2026-07-07"),
        ("原来定的8月3号搬家，搬家公司排不开，推到8月6号了。", "搬家", "2026-08-06"),
        ("供应商大会往后顺延一周，改到7月23号。", "供应商大会", "2026-07-23"),
    ],
)
def test_an_event_is_moved_to_another_day(text, event, day):
    assert appointments(text) == [("moved", event, day)]


@pytest.mark.parametrize("text", ["The party on Saturday has been cancelled.", "公司年会取消了。"])
def test_a_cancelled_event_has_no_day(text):
    assert [(sort, day) for sort, _, day in appointments(text)] == [("cancelled", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Let's move the meeting to Friday.",
        "If the meeting is on Friday I can't come.",
        "I love the meeting room.",
        "能不能把会议改到周五？",
        "如果会议改到周五，我就去。",
        "我姐要去新公司了，8月1号去报到。",
    ],
)
def test_wishes_conditions_and_questions_move_no_event(text):
    assert appointments(text) == []


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("北斗的上线时间推迟到8月3号了。", "北斗"),
        ("米粒的家长会改到周五了。", "米粒"),
        ("李娜婚礼改到8月8号了。", "李娜"),
        ("王师傅寿宴定在8月8号。", "王师傅"),
        ("公司的年会改到周五了。", None),
        ("我女儿的家长会改到周五了。", None),
        ("下周的面试改到周五了。", None),
    ],
)
def test_a_chinese_event_belongs_to_the_noun_before_it(text, owner):
    assert [a.owner for a in chinese(text, NOW)] == [owner]
