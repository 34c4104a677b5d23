"""Chinese statements that move, correct, end or pause something planned, as changes of a schedule."""

import re
from collections.abc import Iterator
from datetime import datetime

from memgraph_core.language.relating.date_changes import without_label
from memgraph_core.language.relating.schedules import ScheduleChange
from memgraph_core.language.timing.intervals import midnight, week
from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh.change_words import BORDER, ONCE, PLACE_LEFT, SCHOOL_LEFT, WORK_LEFT
from memgraph_core.language.zh.date_changes import (
    HEADS,
    OWN,
    Change,
    changes_in,
    content_words,
    is_content,
    is_unsure,
    period,
)
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import words_of

_MAY_LEAVE = re.compile("离|辞|裁|退休|下岗|毕业|[退休]学|搬|不[再在]|调到|跳槽")
_SPACE = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")  # in place of a comma
_TICKET = re.compile("票|改签|航班")
_TRAVEL = ("高铁", "火车", "动车", "飞机", "航班")  # for what there are tickets

_CLOCK = re.compile(r"[\d一二两三四五六七八九十]+[点时:：][\d半一二三四五刻十]*分?")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_GO = re.compile(r"再?[去飞回]")
_DEADLINE = re.compile(
    r"截止|截稿|交稿|(?<![提递])交(?![流往通房接])|提交|交付|上线|提测|发布|上架|宽限|放宽|报名|[dD][dD][lL]|(?i:deadline)"
)
_OF_DEADLINE = re.compile(
    r"的?(?:截止|截稿|交稿|上线|提测|交付|发布|上架|提交|交)?的?(?:日期|时间|期限)?$|的?(?:[dD][dD][lL]|(?i:deadline))$"
)
_MAX_PLAN = 6  # characters of a plan without its day
_MATTERS = frozenset(["event", "course", "activity", "sport", "club"])
_VERB = re.compile(
    r"不(?:再|想|能|用)?([打学练跑游跳教唱画弹骑爬补拍拔])|([打学练跑游跳教唱画弹骑爬补拍拔])到"
)
_ANY_TIME = datetime(2000, 1, 3)


def schedule_changes_in(text: str, said_at: datetime, before: str = "") -> Iterator[ScheduleChange]:
    """The changes of a schedule that a Chinese text states; what is moved or corrected first."""
    statement = _SPACE.sub("，", without_label(simplified(text)))
    yield from _left_for_good(statement, said_at)
    for change in changes_in(statement, said_at):
        words = change.words or content_words(change.thing)
        # The words of an earlier clause may be about something else, and the days off of 假也得重新请 are not a plan.
        is_named = change.is_named and words != ("假",)
        hints = _hints(statement, change) or (() if words else tuple(_words_in(simplified(before))))
        since, until = _limits(change, said_at)
        is_weekly = change.sort == "moved" and change.day is not None and until is None
        yield ScheduleChange(
            sort=change.sort,
            since=since,
            until=until,
            words=words if is_named else (),
            hints=hints if is_named else tuple(dict.fromkeys((*words, *hints))),
            refers=True,
            follows=not words,
            former=(change.former,) if change.former is not None else (),
            weekdays=frozenset() if change.weekday is None else frozenset([change.weekday]),
            day=change.day,
            clock=change.clock,
            shift=change.shift,
            left=change.left,
            deadline=_deadline(change),
            plan=_new_plan(change) if change.sort == "moved" and change.day and not is_weekly else "",
        )


def _left_for_good(text: str, said_at: datetime) -> Iterator[ScheduleChange]:
    """The job, the school, or the town or employer that the speaker leaves."""
    if not _MAY_LEAVE.search(text) or is_unsure(text):
        return
    if WORK_LEFT.search(text):
        yield ScheduleChange(sort="ended", since=said_at, scope="work")
    if SCHOOL_LEFT.search(text):
        yield ScheduleChange(sort="ended", since=said_at, scope="school")
    for match in PLACE_LEFT.finditer(text):
        place = next(name for name in match.groups() if name)
        yield ScheduleChange(sort="ended", since=said_at, hints=(place,), scope="place")


def _limits(change: Change, said_at: datetime) -> tuple[datetime, datetime | None]:
    """The days for which a change counts."""
    former, last = change.former, change.last
    if last is not None and last.end is not None:
        return last.end, None
    if change.sort == "resumed":
        return change.day.start if change.day is not None and change.day.start else said_at, None
    if change.weekday is not None or change.left is not None:
        return said_at, None
    if former is not None and former.start is not None and former.end is not None:
        return former.start, former.end
    if change.sort == "ended":
        return said_at, said_at if "取消" in change.said else None
    if change.sort == "corrected" or change.shift is not None or change.clock is not None:
        return said_at, said_at
    place = _CLOCK.sub("", change.thing + change.to)
    is_weekday = _WEEKDAY.search(change.to) is not None and not ONCE.search(place)
    if change.day is None or change.day.start is None or is_weekday:
        return said_at, None
    whole = week(change.day.start)
    return max(whole.start, midnight(said_at)), whole.end


def _deadline(change: Change) -> str:
    """What must be done by the new day: 报告 of 报告延到3月25号交了. Empty for what has no deadline."""
    thing = _OF_DEADLINE.sub("", OWN.sub("", change.thing))
    is_deadline = change.sort == "moved" and change.is_named and _DEADLINE.search(change.thing + change.said)
    return thing if is_deadline and content_words(thing) else ""


def _new_plan(change: Change) -> str:
    """The plan with its new day: 4月20号去成都 of 成都改到4月20号去了. Empty for a thing that is not done."""
    day = change.day.text if change.day else ""
    thing = OWN.sub("", change.thing.replace(change.former.text, "") if change.former else change.thing)
    first = next(iter(words_of(thing)), None)
    after = _GO.match(change.to, change.to.find(day) + len(day))
    if first is None or (after is not None and first.tag != "LOC"):
        return ""
    return (
        f"{day}{after[0]}{thing}"
        if after
        else f"{day}{thing}"
        if first.tag == "v" and len(thing) <= _MAX_PLAN
        else ""
    )


def _hints(text: str, change: Change) -> tuple[str, ...]:
    """The words near a change that may name what it changes, if no earlier statement has all words for it."""
    if _TICKET.search(change.thing):
        return _TRAVEL
    if any(
        not sorts_of(word).isdisjoint(_MATTERS) or word[-1] in HEADS for word in content_words(change.thing)
    ):
        return ()  # it names another matter
    verb = _VERB.search(change.said)
    verbs = (each for each in (verb.groups() if verb else ()) if each)
    return tuple(dict.fromkeys([*_words_in(_around(text, change.start)), *verbs]))


def _words_in(text: str) -> list[str]:
    """The words of a text that may name a thing: no words for times."""
    found = (
        word.text.removesuffix("里")
        for word in words_of(text)
        if is_content(word) and (len(word.text) > 1 or word.tag == "n")
    )
    return [word for word in found if not period(word, _ANY_TIME)]


def _around(text: str, offset: int) -> str:
    """The clause at an offset, the two before it and the one after it."""
    clauses = list(re.finditer(rf"[^{BORDER}\s]+", text))
    own = sum(each.end() <= offset for each in clauses)
    return "，".join(each[0] for each in clauses[max(own - 2, 0) : own + 2])
