"""The day of an event that is moved, if the statement leaves out the month or the time."""

import pytest

from memgraph_core import Memory

_DINNER = "2026-02-10", "谢师宴定在3月20号晚上七点"


def _days(*said: tuple[str, str]) -> set[str]:
    with Memory.open(":memory:", "moved", embedder="none") as memory:
        for day, text in said:
            memory.add(text, speaker="Ada", session=day, said_at=f"{day}T10:00:00+00:00")
        facts = [fact for fact in memory.facts(limit=100) if fact.type == "HAPPENS_ON"]
        return {fact.object_name for fact in facts if fact.holds_until is None and not fact.never_held}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("谢师宴改到二十三号了", "2026-03-23"),
        ("谢师宴挪到23号了，还是七点", "2026-03-23 19:00"),
        ("谢师宴推到二号了", "2026-04-02"),
        ("谢师宴改到二十三号了，时间不变", "2026-03-23 19:00"),
        ("谢师宴改到4月1号了，时间不变", "2026-04-01 19:00"),
        ("谢师宴改到二十三号下午三点了", "2026-03-23 15:00"),
        ("谢师宴我记错了，是3月22号", "2026-03-22"),
        ("谢师宴提前到二月二十七号了", "2026-02-27"),  # the month is given
        ("谢师宴改到4月23号了", "2026-04-23"),
    ],
)
def test_a_moved_event_takes_what_the_statement_leaves_out_from_its_former_day(text, day):
    assert _days(_DINNER, ("2026-02-20", text)) == {day}


@pytest.mark.parametrize(
    "text",
    [
        "陈露的预产期我之前记错了，是七月中不是六月",
        "表妹的生日我说错了，应该是7月3号",
        "头发剪短了，时间不变",
        "要是谢师宴改到二十三号就好了",
    ],
)
def test_a_statement_about_something_else_moves_no_event(text):
    assert _days(_DINNER, ("2026-02-10", text)) == {"2026-03-20 19:00"}


def test_an_event_without_a_former_day_takes_the_month_of_the_statement():
    assert _days(("2026-02-20", "谢师宴改到二十三号了")) == {"2026-02-23"}


def test_the_time_stays_that_of_an_appointment_at_a_place():
    said = (
        ("2026-02-10", "约了三月五号下午两点去中心医院再做一次彩超"),
        ("2026-02-12", "彩超改到十二号了，时间不变"),
    )
    assert _days(*said) == {"2026-03-12 14:00"}
    assert _days(("2026-02-10", "约了三月五号下午两点去中心医院看我爸做手术")) == set()


def test_an_event_that_is_over_does_not_give_its_month():
    assert _days(("2026-01-10", "谢师宴定在1月20号"), ("2026-02-20", "谢师宴改到二十三号了")) == {
        "2026-02-23"
    }


def test_an_english_event_stays_near_its_former_day():
    said = (
        ("2026-02-10", "My interview is on March 20th."),
        ("2026-02-20", "My interview was moved to the 23rd."),
    )
    assert _days(*said) == {"2026-03-23"}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("半马不跑了，脚踝扭了，医生让歇一个月", set[str]()),
        ("跑步改成游泳了", {"半马"}),
        ("今天不跑了", {"半马", "跑步"}),
    ],
)
def test_what_is_given_up_or_replaced_is_not_due(text, left):
    with Memory.open(":memory:", "moved", embedder="none") as memory:
        said = (
            ("2026-02-10", "每周二晚上七点跑步"),
            ("2026-02-12", "报了3月15号的青岛半马"),
            ("2026-03-01", text),
        )
        for day, each in said:
            memory.add(each, speaker="Ada", session=day, said_at=f"{day}T10:00:00+00:00")
        due = " ".join(item.text for item in memory.due(now="2026-03-14T08:00:00+00:00", days=7).items)
    assert {word for word in ("半马", "跑步") if word in due} == left
