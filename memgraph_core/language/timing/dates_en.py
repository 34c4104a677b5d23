"""English dates of the calendar: written dates, months and days of them."""

import re
from collections.abc import Callable
from datetime import datetime

from memgraph_core.language.timing.intervals import (
    Interval,
    date_of,
    half,
    month,
    months,
    nth_of,
    nth_weekday,
    third,
)
from memgraph_core.language.timing.numeric_dates import days_of, nearest, numeric_rules
from memgraph_core.language.timing.pieces import Reading, Rule, Scene, dated, group, rule
from memgraph_core.language.timing.words_en import (
    AMBIGUOUS_MONTHS,
    ANY_WEEKDAY,
    DAY_OF_MONTH,
    EARLY,
    MONTH,
    MONTH_NUMBERS,
    RELATIVE_YEAR,
    WEEKDAY,
    WEEKDAY_NUMBERS,
    WHICH,
    YEAR,
    day_number,
    step_of,
    third_of,
    weekday_number,
)

YEARS = rf"(?:(?:of |in )?(?P<y>{YEAR}|{RELATIVE_YEAR})(?!\w))"
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": -1,
        "final": -1}  # fmt: skip
_DIGIT = ("0",)


def year_of(words: str | None, now: datetime) -> int | None:
    """A year in digits or seen from `now`; None for none."""
    if words is None:
        return None
    return int(words) if words.isdigit() else now.year + step_of(words.removesuffix(" year"))


def _day_month(match: re.Match[str], scene: Scene) -> Reading | None:
    name = match["m"].rstrip(".")
    first = day_number(group(match, "d1") or match["d"])
    last = day_number(group(match, "d2") or match["d"])
    if name in ("may", "march", "mar") and not _is_date_like(match, scene):
        return None
    number, said = MONTH_NUMBERS[name], year_of(match["y"], scene.now)
    of_year = days_of(scene.now, number, min(first, last), max(first, last))
    if said is not None:
        return dated(of_year(said))
    if match["wd"] and (found := _on_weekday(scene.now, weekday_number(match["wd"]), of_year)):
        return dated(found)
    is_ahead = _IS.search(scene.text[max(0, match.start() - 12) : match.start()])
    return dated(nearest(scene.now, "future" if is_ahead else scene.tense(match), of_year), 0.85)


_IS = re.compile(r"(?:\b(?:is|are|due)|'s) (?:on )?$", re.ASCII)  # "the renewal is Nov 3"


def _on_weekday(now: datetime, number: int, of_year: Callable[[int], Interval]) -> Interval | None:
    """The day of last, this or next year that falls on the weekday; None if none or several do."""
    found: list[Interval] = []
    for year in (now.year - 1, now.year, now.year + 1):
        try:
            found += [one for one in [of_year(year)] if one.start.weekday() == number]
        except ValueError:  # 29 February
            continue
    return found[0] if len(found) == 1 else None


def _is_date_like(match: re.Match[str], scene: Scene) -> bool:
    """Whether "may 5" is a date, not a verb: a capital, an ordinal, a year, or a preposition before it."""
    before = scene.text[max(0, match.start() - 8) : match.start()]
    return bool(
        scene.is_capital(match.start("m"))
        or match["y"]
        or not match["d"].isdigit()
        or re.search(r"\b(?:on|by|until|since|from|before|after|of|and|to) $", before)
    )


def _month_year(match: re.Match[str], scene: Scene) -> Reading | None:
    said = year_of(match["y"], scene.now)
    assert said is not None  # the pattern asks for one
    return dated(part_of(month(scene.now, said, MONTH_NUMBERS[match["m"].rstrip(".")]), match["p"]))


def part_of(whole: Interval, words: str | None) -> Interval:
    """The early, mid or late part of an interval, or a half of it, by the words of `EARLY`; all of it without."""
    if not words:
        return whole
    name = third_of(words)
    return half(whole, int(name[-1])) if name.startswith("half") else third(whole, name)


_SHORT = 3  # letters of a short month


def _bare_month(match: re.Match[str], scene: Scene) -> Reading | None:
    name, word = match["m"].rstrip("."), group(match, "w")
    if name in AMBIGUOUS_MONTHS and not _is_month(match, scene):
        return None
    is_short = len(name) == _SHORT and name != "may" and not scene.is_capital(match.start("m"))
    if is_short and (name == "mar" or word not in ("in", "since", "until", "by")):
        return None
    number, now = MONTH_NUMBERS[name], scene.now
    if word and re.fullmatch(WHICH, word) and word != "this":
        found = _stepped(now, number, step_of(word))
    else:
        tense = (
            "past"
            if word in ("since", "back in")
            else "future"
            if word in ("by", "until")
            else scene.tense(match)
        )
        found = nearest(now, tense, lambda y: month(now, y, number))
    return dated(found and part_of(found, match["p"]), 0.8)


def _month_of_event(match: re.Match[str], scene: Scene) -> Reading | None:
    """The month of something that is planned: the nearest, or the next one for a deadline."""
    if not scene.is_capital(match.start("m")):
        return None
    is_ahead = scene.text[match.end() :].startswith((" at the latest", " deadline"))
    number = MONTH_NUMBERS[match["m"].rstrip(".")]
    found = nearest(scene.now, "future" if is_ahead else None, lambda year: month(scene.now, year, number))
    return dated(found and part_of(found, match["p"]), 0.6)


# "for April" and "from June" speak of a person as often as of a month.
_MONTH_PREPOSITIONS = {
    "in", "since", "during", "last", "next", "this", "past", "coming", "throughout", "until", "till", "of", "by", "before",
    "after", "through", "back in", "this past", "this coming",
}  # fmt: skip


def _is_month(match: re.Match[str], scene: Scene) -> bool:
    """Whether a month that is also a name or a verb is meant as one."""
    word = group(match, "w")
    if scene.is_capital(match.start("m")):
        return bool(match["p"]) or word in _MONTH_PREPOSITIONS
    return word in ("in", "since", "back in")


def _stepped(now: datetime, number: int, step: int) -> Interval:
    """Last March: the nearest that is over. Next March: the nearest that has not begun."""
    if step < 0:
        return month(now, now.year - (number >= now.month), number)
    return month(now, now.year + (number <= now.month), number)


def _months(match: re.Match[str], scene: Scene) -> Reading | None:
    """From March to May, of a year that is said last or not at all."""
    now, first, last = scene.now, MONTH_NUMBERS[match["m"]], MONTH_NUMBERS[match["m2"]]
    count = (last - first) % 12 + 1
    if (said := year_of(group(match, "y"), now)) is not None:
        return dated(months(now, said - (first > last), first, count))
    return dated(nearest(now, scene.tense(match), lambda y: months(now, y, first, count)), 0.8)


def _nth_in_month(match: re.Match[str], scene: Scene) -> Reading | None:
    now, name, said = scene.now, match["m"], year_of(match["y"], scene.now)
    nth, unit = _NTH[match["n"]], match["u"]
    if name is None:
        step = 0 if match["q"] in ("the", "this") else step_of(match["q"])
        return dated(_nth(now, unit, nth, month(now, now.year, now.month + step)), 0.8)
    number = MONTH_NUMBERS[name.rstrip(".")]
    if said is not None:
        return dated(_nth(now, unit, nth, month(now, said, number)))
    found = nearest(now, scene.tense(match), lambda y: _nth(now, unit, nth, month(now, y, number)))
    return dated(found, 0.8)


def _nth(now: datetime, unit: str, nth: int, whole: Interval) -> Interval:
    if unit in WEEKDAY_NUMBERS:
        return nth_weekday(now, whole.start.year, whole.start.month, WEEKDAY_NUMBERS[unit], nth)
    if unit == "half":
        return half(whole, 1 if nth == 1 else 2)
    if unit in ("day", "days", "few days"):
        return third(whole, "early" if nth > 0 else "late")
    return nth_of(whole, unit, nth)


def _day_of_month(match: re.Match[str], scene: Scene) -> Reading | None:
    number, now, tense = int(match["d"]), scene.now, scene.tense(match)
    if words := match["q"]:
        whole = month(now, now.year, now.month + step_of(words))
        return dated(date_of(now, whole.start.year, whole.start.month, number))
    found: list[Interval] = []
    for step in (-1, 0, 1):
        whole = month(now, now.year, now.month + step)
        if number <= (whole.end - whole.start).days:
            found.append(date_of(now, whole.start.year, whole.start.month, number))
    if tense == "past":
        return dated(next((one for one in reversed(found) if one.start <= now), None), 0.6)
    return dated(next((one for one in found if one.end > now), None), 0.6)


def _weekday_and_day(match: re.Match[str], scene: Scene) -> Reading | None:
    """Tuesday the 17th: the nearest day of that number on that weekday."""
    number, now, found = weekday_number(match["wd"]), scene.now, list[Interval]()
    for step in range(-2, 4):
        whole = month(now, now.year, now.month + step)
        if int(match["d"]) <= (whole.end - whole.start).days:
            found.append(date_of(now, whole.start.year, whole.start.month, int(match["d"])))
    same = [one for one in found if one.start.weekday() == number]
    return dated(min(same, key=lambda one: abs(one.start - now), default=None), 0.85)


def _slashed_month(match: re.Match[str], scene: Scene) -> Reading | None:
    return dated(month(scene.now, int(match["y"]), int(match["m"])))


def _slashed_day(match: re.Match[str], scene: Scene) -> Reading | None:
    number, last = int(match["m"]), int(match["d"])
    if number > 12 or (last <= 4 and number < last):  # 1/2, 2/3 and 3/4 are shares
        return None
    return dated(nearest(scene.now, scene.tense(match), days_of(scene.now, number, last, last)), 0.5)


_MONTH_WORDS = frozenset(MONTH_NUMBERS)
# What shows that a month's name is a person's or a verb.
_NO_MONTH = r"\w|'s\b|\.? ?\d| (?:be|have|not|and i|or may|said|who|is|was|has|loves?|likes?)\b"
_TO_DAY = r"(?: ?- ?| to | through | until | and )"
DATE_RULES: list[Rule] = [
    *numeric_rules(),
    rule(  # (Monday, the) 5(-7)(th) (of) May (2023)
        rf"(?:\b(?P<wd>{ANY_WEEKDAY})\.?,? )?\b(?:the )?"
        rf"(?:(?P<d1>\d{{1,2}}(?:st|nd|rd|th)?){_TO_DAY}(?:the )?)?(?P<d>{DAY_OF_MONTH})"
        rf" (?:of )?(?P<m>{MONTH}\.?)(?:,? {YEARS})?(?!\w)",
        _day_month,
        _MONTH_WORDS,
    ),
    rule(  # (Monday,) May (the) 5(th)(-7) (, 2023)
        rf"(?:\b(?P<wd>{ANY_WEEKDAY})\.?,? )?\b(?P<m>{MONTH}\.?) (?:the )?(?P<d>{DAY_OF_MONTH})(?!\w|[:%/]\d|\.\d| ?[ap]\.?m\b)"
        rf"(?:{_TO_DAY}(?:the )?(?P<d2>\d{{1,2}}(?:st|nd|rd|th)?)(?!\w|[:%/-]\d|\.\d| ?[ap]\.?m\b))?(?:,? {YEARS})?(?!\w)",
        _day_month,
        _MONTH_WORDS,
    ),
    rule(
        rf"\b(?:from|between|in) (?P<t>(?P<m>{MONTH}) ?(?:-|to|through|until"
        rf"|and) ?(?P<m2>{MONTH})(?! ?\d{{1,2}}\b)(?:,? {YEARS})?)",
        _months,
        _MONTH_WORDS,
    ),
    rule(
        rf"\b(?:the )?(?P<n>{'|'.join(_NTH)}) (?P<u>weekend|week|half|few days|days?|{WEEKDAY}) (?:of|in) "
        rf"(?:(?P<m>{MONTH}\.?)(?:,? {YEARS})?|(?P<q>last|next|this|the) month)(?!\w)",
        _nth_in_month,
        _NTH,
    ),
    rule(rf"\b(?:(?P<p>{EARLY})[ -])?(?P<m>{MONTH}\.?),? {YEARS}", _month_year, _MONTH_WORDS),
    rule(
        rf"\b(?P<y>{RELATIVE_YEAR}),? (?:back )?in (?:(?P<p>{EARLY})[ -])?(?P<m>{MONTH})", _month_year, _MONTH_WORDS
    ),
    rule(rf"\b(?:(?P<p>{EARLY})[ -])?(?P<w>{WHICH}) (?P<m>{MONTH})(?!{_NO_MONTH})", _bare_month, _MONTH_WORDS),
    rule(
        r"\b(?P<w>in|since|until|till|by|during|of|throughout|through|back in|around|before|after|from|for) "
        rf"(?P<t>(?:(?P<p>{EARLY})[ -])?(?P<m>{MONTH}))(?!{_NO_MONTH})",
        _bare_month,
        _MONTH_WORDS,
    ),
    rule(
        rf"\b(?P<t>(?P<p>{EARLY})[ -](?P<m>{MONTH}))(?!{_NO_MONTH})",
        _bare_month,
        _MONTH_WORDS,
    ),
    rule(  # a September launch, July at the latest
        rf"\b(?P<t>(?:(?P<p>{EARLY})[ -])?(?P<m>{MONTH}))"
        r"(?= (?:launch|release|deadline|wedding|trip|rollout|milestone|at the (?:latest|earliest))\b)",
        _month_of_event,
        _MONTH_WORDS,
    ),
    rule(
        rf"\b(?P<wd>{ANY_WEEKDAY})\.?,? (?:the )?(?P<d>[12]?\d|3[01])(?:st|nd|rd|th)(?! of)\b",
        _weekday_and_day,
        _DIGIT,
    ),
    rule(r"(?<![\d/.])(?P<m>0?[1-9]|1[0-2])/(?P<y>20\d\d)(?![\d/])", _slashed_month, _DIGIT),
    rule(
        r"(?:\b(?:on|by|until|till|since|before|after|it's|is|still|now|for|to|from|and)|'s) "
        r"(?P<t>the (?P<d>[12]?\d|3[01])(?:st|nd|rd|th)"
        r"(?: of (?P<q>this|next|last) month)?)(?=$|[^\w '-]| (?:of the month|at|and|we|i|he|she|they|it|you|for|with"
        r"|so|but|because|in the|to|after|before|when|as|since|by"
        r"|while|then|is|was|that|this|my|our|if|around|night|morning)\b)",
        _day_of_month,
        _DIGIT,
    ),
    rule(
        r"\b(?:on|by|until|before|after|since|from|due) (?P<t>(?P<m>\d{1,2})/(?P<d>\d{1,2}))(?![\w/%-]|\.\d| (?:of|inch"
        r"|cup|full|done))",
        _slashed_day,
        _DIGIT,
    ),
]  # fmt: skip
