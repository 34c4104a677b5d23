"""Chinese birthdays whose day is given relative to the text: 昨天过生日，31了; 周五6号高磊生日; 我爸10月12号60大寿.

A clause states a birthday if it has only a day, a person and the word for the birthday. Without a person it is the speaker's.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from memgraph_core.language.relating.mask import SIGN, Masked, masked
from memgraph_core.language.spans import Span
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh import moods
from memgraph_core.records.kinds import DAY_GRAINS

_STATED, ASSUMED = 0.7, 0.6  # confidence with a person, and if the speaker is only assumed
_NUMBER = r"(?:[1-9]\d{0,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])"
_BIRTHDAY = re.compile(
    rf"(?P<clause>[^，,。！!？?；;：:\s]{{0,24}}?)(?:(?P<age>{_NUMBER})(?:周?岁)?)?的?(?P<word>过?生日|生辰|寿辰|大寿)"
    r"(?:了|啦|快乐吧)?(?=[，,。！!；;、～~\s（(]|$)"
)
_WORDS_OF_BIRTHDAY = re.compile(r"生日|生辰|寿辰|大寿")
# What a clause may have besides its day and its person.
_FILLER = re.compile(
    r"(?:是|就是|正好|刚好|也|又|就|都|要|该|的|过|满|\d{1,2}[号日]|还有|对了|那天|因为|阳历|公历|\s|[点半上下午早晚中夜凌晨])*"
)
_BIRTH_DATE = re.compile(r"(?:\d{4}|[〇零一二三四五六七八九]{4})年")  # 1990年5月6日 has a pattern of its own
_LUNAR = re.compile(r"农历|阴历|旧历|正月|腊月|冬月|初[一二三四五六七八九十]")
_NOW_AGED = re.compile(
    rf"[，,\s]\s?(?:他|她|我)?(?:今年|刚好?|都|正好|满|就|也)*(?P<age>{_NUMBER})(?:周?岁)?(?:了|啦|喽)(?=[，,。！!；;\s]|唉|$)"
)
_DAY_OF_MONTH = re.compile(r"(?<!\d)(\d{1,2})[号日]")


def birthdays_in(text: str, spans: Sequence[Span], speaker: str, now: datetime) -> Iterator[Phrase]:
    """The birthdays that a statement gives, and the age if the day has come."""
    plain = simplified(text)
    if not speaker or not _WORDS_OF_BIRTHDAY.search(plain):
        return
    days = [span for span in times_in(plain, now, "zh") if _is_day(span)]
    shown = masked(plain, "zh", spans, speaker)
    for match in _BIRTHDAY.finditer(shown.text):
        start, end = match.span("clause")
        own = [one for one in days if shown.offsets[start] <= one.at < shown.offsets[end]]
        person = _person(shown, match, own, speaker)
        begin = own[-1].start if own else None  # the second one of 周五20号
        if (
            begin is None
            or person is None
            or not _agrees(match["clause"], begin)
            or _LUNAR.search(match[0])
            or moods.is_imagined(match[0])
        ):
            continue
        when, confidence = shown.offsets[start], ASSUMED if _is_assumed(match["clause"]) else _STATED
        day = f"{begin.month}月{begin.day}日"
        yield Phrase(
            person,
            "BORN_ON",
            day,
            object_type="Concept",
            start=when,
            confidence=confidence,
            dated=False,
        )
        later = _NOW_AGED.match(shown.text, match.end())
        age = match["age"] or (later["age"] if later else None)
        if age and match["word"] != "大寿" and begin <= now:
            yield Phrase(person, "AGED", f"{age}岁", object_type="Concept", start=when, confidence=confidence)


def _is_assumed(clause: str) -> bool:
    """Whether a clause names nobody, so that the birthday is only assumed to be the speaker's."""
    return re.search(SIGN, clause) is None


def _agrees(clause: str, day: datetime) -> bool:
    """Whether a day of the month in a clause is that of its day: 周五20号."""
    return all(int(number) == day.day for number in _DAY_OF_MONTH.findall(clause))


def _is_day(span: TimeSpan) -> bool:
    is_one = span.start is not None and span.kind == "date" and span.grain in DAY_GRAINS
    return is_one and _BIRTH_DATE.search(span.text) is None


def _person(shown: Masked, match: re.Match[str], days: Sequence[TimeSpan], speaker: str) -> str | None:
    """Whose birthday a clause states; None if it states none, or does not say whose."""
    start, end = match.span("clause")
    people = [sign for sign in re.findall(SIGN, match["clause"]) if shown.is_person(sign)]
    rest = "".join(
        shown.text[at]
        for at in range(start, end)
        if not any(day.at <= shown.offsets[at] < day.at + len(day.text) for day in days)
        and shown.text[at] not in people
    )
    if len(people) > 1 or not _FILLER.fullmatch(rest):
        return None
    if people:
        return shown.name(people[0])
    is_of_other = any(
        span.type in ("Person", "Thing") and span.name != speaker and span.start < shown.offsets[start]
        for span in shown.spans
    )
    return speaker if match["word"] == "过生日" and not is_of_other else None
