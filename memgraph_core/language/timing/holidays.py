"""The dates of holidays: fixed dates, n-th weekdays of a month, Easter, and lunar holidays.

The dates of lunar holidays are in a table for the years 2015 to 2030. In other years a lunar holiday has no date.
"""

from datetime import datetime, timedelta

from memgraph_core.language.timing.intervals import Interval, date_of, day, nth_weekday

_FIXED = {
    "new year": (1, 1), "valentine": (2, 14), "women": (3, 8), "patrick": (3, 17), "fools": (4, 1),
    "labour": (5, 1), "children": (6, 1), "juneteenth": (6, 19), "independence": (7, 4),
    "teachers": (9, 10), "national": (10, 1), "halloween": (10, 31), "veterans": (11, 11), "singles": (11, 11),
    "christmas eve": (12, 24), "christmas": (12, 25), "boxing": (12, 26), "new year eve": (12, 31),
}  # fmt: skip
_WEEKDAYS = {  # month, weekday (Monday is 0), n-th (−1: last), days after it
    "king": (1, 0, 3, 0), "presidents": (2, 0, 3, 0), "mother": (5, 6, 2, 0), "memorial": (5, 0, -1, 0),
    "father": (6, 6, 3, 0), "labor": (9, 0, 1, 0), "thanksgiving": (11, 3, 4, 0), "black friday": (11, 3, 4, 1),
}  # fmt: skip
_EASTER = {"good friday": -2, "easter": 0, "easter monday": 1}
# Month and day, one entry per year from 2015. Lunar dates (month/day) in the order of the tables: 1/1, 5/5, 7/7,
# 8/15, 9/9. Written by hand for this project.
_FIRST_LUNAR_YEAR = 2015
_SPRING = "0219 0208 0128 0216 0205 0125 0212 0201 0122 0210 0129 0217 0206 0126 0213 0203"
_DRAGON = "0620 0609 0530 0618 0607 0625 0614 0603 0622 0610 0531 0619 0609 0528 0616 0605"
_SEVENS = "0820 0809 0828 0817 0807 0825 0814 0804 0822 0810 0829 0819 0808 0826 0816 0805"
_MOON = "0927 0915 1004 0924 0913 1001 0921 0910 0929 0917 1006 0925 0915 1003 0922 0912"
_NINES = "1021 1009 1028 1017 1007 1025 1014 1004 1023 1011 1029 1018 1008 1026 1016 1005"
_LUNAR = {  # table, days after the date in it
    "spring festival": (_SPRING, 0), "spring eve": (_SPRING, -1), "lantern": (_SPRING, 14),
    "dragon boat": (_DRAGON, 0), "moon": (_MOON, 0), "sevens": (_SEVENS, 0), "nines": (_NINES, 0),
}  # fmt: skip
_QINGMING = "qingming"
NAMES = frozenset([_QINGMING, *_FIXED, *_WEEKDAYS, *_EASTER, *_LUNAR])


def holiday(now: datetime, name: str, year: int) -> Interval | None:
    """The day of a holiday in a year. None if it is not known. Raises ValueError outside the years 1 to 9999."""
    if name == _QINGMING:
        return date_of(now, year, 4, _qingming(year))
    if name in _FIXED:
        return date_of(now, year, *_FIXED[name])
    if name in _WEEKDAYS:
        month, number, nth, after = _WEEKDAYS[name]
        return day(nth_weekday(now, year, month, number, nth).start, after)
    if name in _EASTER:
        return day(_easter(now, year), _EASTER[name])
    table, after = _LUNAR[name]
    return _lunar(now, table.split(), year, after)


def _lunar(now: datetime, table: list[str], year: int, after: int) -> Interval | None:
    index = year - _FIRST_LUNAR_YEAR
    if not 0 <= index < len(table):
        return None
    return day(date_of(now, year, int(table[index][:2]), int(table[index][2:])).start + timedelta(days=after))


def _qingming(year: int) -> int:
    """The day of Qingming in April, by the usual formula for solar terms in the 21st century."""
    return int(year % 100 * 0.2422 + 4.81) - year % 100 // 4


def _easter(now: datetime, year: int) -> datetime:
    """Easter Sunday of the Gregorian calendar, by the algorithm in Meeus, Astronomical Algorithms."""
    century, golden = year // 100, year % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    to_sunday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - epact - year % 4) % 7
    days = epact + to_sunday - 7 * ((golden + 11 * epact + 22 * to_sunday) // 451) + 21
    return date_of(now, year, 3, 1).start + timedelta(days=days)
