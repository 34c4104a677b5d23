"""English calendar dates: written dates, months, and days of a month."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from memgraph_core.language.timing.expressions import Meaning, Rule, RuleInput, date_meaning, group, rule
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
from memgraph_core.language.timing.numeric_dates import (
    DIGIT,
    days_numbered,
    days_of,
    last_or_next,
    nearest,
    numeric_rules,
)
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


def year_of(words: str | None, now: datetime) -> int | None:
    """The year for digits or for words relative to `now` ("last year"). None if `words` is None."""
    if words is None:
        return None
    return int(words) if words.isdigit() else now.year + step_of(words.removesuffix(" year"))


def _day_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name = match["m"].rstrip(".")
    first = day_number(group(match, "d1") or match["d"])
    last = day_number(group(match, "d2") or match["d"])
    if name in ("may", "march", "mar") and not _is_date_like(match, source):
        return None
    number, stated_year = MONTH_NUMBERS[name], year_of(match["y"], source.now)
    of_year = days_of(source.now, number, min(first, last), max(first, last))
    if stated_year is not None:
        return date_meaning(of_year(stated_year))
    if match["wd"] and (found := _on_weekday(source.now, weekday_number(match["wd"]), of_year)):
        return date_meaning(found)
    is_ahead = _IS.search(source.text[max(0, match.start() - 12) : match.start()])
    return date_meaning(nearest(source.now, "future" if is_ahead else source.tense(match), of_year), 0.85)


_IS = re.compile(r"(?:\b(?:is|are|due)|'s) (?:on )?$", re.ASCII)  # "the renewal is Nov 3"


def _on_weekday(now: datetime, number: int, of_year: Callable[[int], Interval]) -> Interval | None:
    """The day in last, this or next year that falls on this weekday. None unless exactly one year matches."""
    days: list[Interval] = []
    for year in (now.year - 1, now.year, now.year + 1):
        try:
            days += [interval for interval in [of_year(year)] if interval.start.weekday() == number]
        except ValueError:  # 29 February
            continue
    return days[0] if len(days) == 1 else None


def _is_date_like(match: re.Match[str], source: RuleInput) -> bool:
    """Whether "may 5" is a date and not a verb: it has a capital, an ordinal, a weekday, a year, or a preposition before it.

    A number before "march" is a day, too.
    """
    before = source.text[max(0, match.start() - 8) : match.start()]
    return bool(
        source.is_capital(match.start("m"))
        or match["y"]
        or match["wd"]
        or (match["m"] != "may" and match.start("d") < match.start("m"))
        or not match["d"].isdigit()
        or re.search(r"\b(?:on|by|until|since|from|before|after|of|and|to) $", before)
    )


def _month_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    stated_year = year_of(match["y"], source.now)
    assert stated_year is not None  # the pattern requires a year
    return date_meaning(
        part_of(month(source.now, stated_year, MONTH_NUMBERS[match["m"].rstrip(".")]), match["p"])
    )


def part_of(whole: Interval, words: str | None) -> Interval:
    """The part of an interval for words that match `EARLY`: a third or a half. The whole interval without words."""
    if not words:
        return whole
    name = third_of(words)
    return half(whole, int(name[-1])) if name.startswith("half") else third(whole, name)


_SHORT = 3  # letters in a short form of a month


def _bare_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name, word = match["m"].rstrip("."), group(match, "w")
    if name in AMBIGUOUS_MONTHS and not _is_month(match, source):
        return None
    is_short = len(name) == _SHORT and name != "may" and not source.is_capital(match.start("m"))
    if is_short and (name == "mar" or word not in ("in", "since", "until", "by")):
        return None
    number, now = MONTH_NUMBERS[name], source.now
    if word and re.fullmatch(WHICH, word) and word != "this":
        found = _last_or_next_month(now, number, step_of(word))
    else:
        tense = (
            "past"
            if word in ("since", "back in")
            else "future"
            if word in ("by", "until")
            else source.tense(match)
        )
        found = nearest(now, tense, lambda y: month(now, y, number))
    return date_meaning(found and part_of(found, match["p"]), 0.8)


def _month_of_event(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The month of a planned event: the nearest such month, or the next one for a deadline."""
    if not source.is_capital(match.start("m")):
        return None
    is_ahead = source.text[match.end() :].startswith((" at the latest", " deadline"))
    number = MONTH_NUMBERS[match["m"].rstrip(".")]
    found = nearest(source.now, "future" if is_ahead else None, lambda year: month(source.now, year, number))
    return date_meaning(found and part_of(found, match["p"]), 0.6)


# Without "for" and "from": "for April" and "from June" mean a person as often as a month.
_MONTH_PREPOSITIONS = {
    "in", "since", "during", "last", "next", "this", "past", "coming", "throughout", "until", "till", "of", "by", "before",
    "after", "through", "back in", "this past", "this coming",
}  # fmt: skip


def _is_month(match: re.Match[str], source: RuleInput) -> bool:
    """Whether a word that is a month and also a name or a verb is a month here."""
    word = group(match, "w")
    if source.is_capital(match.start("m")):
        return bool(match["p"]) or word in _MONTH_PREPOSITIONS
    return word in ("in", "since", "back in")


def _last_or_next_month(now: datetime, number: int, step: int) -> Interval:
    """The last such month that is over (negative `step`), or the next one that has not begun."""
    if step < 0:
        return month(now, now.year - (number >= now.month), number)
    return month(now, now.year + (number <= now.month), number)


def _months(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """From March to May; a stated year is the year of the last month."""
    now, first, last = source.now, MONTH_NUMBERS[match["m"]], MONTH_NUMBERS[match["m2"]]
    count = (last - first) % 12 + 1
    if (stated_year := year_of(group(match, "y"), now)) is not None:
        return date_meaning(months(now, stated_year - (first > last), first, count))
    return date_meaning(nearest(now, source.tense(match), lambda y: months(now, y, first, count)), 0.8)


def _nth_in_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    now, name, stated_year = source.now, match["m"], year_of(match["y"], source.now)
    nth, unit = _NTH[match["n"]], match["u"]
    if name is None:
        step = 0 if match["q"] in ("the", "this") else step_of(match["q"])
        return date_meaning(_nth(now, unit, nth, month(now, now.year, now.month + step)), 0.8)
    number = MONTH_NUMBERS[name.rstrip(".")]
    if stated_year is not None:
        return date_meaning(_nth(now, unit, nth, month(now, stated_year, number)))
    found = nearest(now, source.tense(match), lambda y: _nth(now, unit, nth, month(now, y, number)))
    return date_meaning(found, 0.8)


def _nth(now: datetime, unit: str, nth: int, whole: Interval) -> Interval:
    if unit in WEEKDAY_NUMBERS:
        return nth_weekday(now, whole.start.year, whole.start.month, WEEKDAY_NUMBERS[unit], nth)
    if unit == "half":
        return half(whole, 1 if nth == 1 else 2)
    if unit in ("day", "days", "few days"):
        return third(whole, "early" if nth > 0 else "late")
    return nth_of(whole, unit, nth)


def _day_of_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    number, now, tense = int(match["d"]), source.now, source.tense(match)
    if words := match["q"]:
        whole = month(now, now.year, now.month + step_of(words))
        return date_meaning(date_of(now, whole.start.year, whole.start.month, number))
    return date_meaning(last_or_next(days_numbered(number, now, (-1, 0, 1)), now, tense), 0.6)


def _days_of_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The 23rd to the 27th: the next one, or the one in which the feast of the text lies: "for Christmas, the 23rd to the 27th"."""
    first, last, now, tense = int(match["d"]), int(match["d2"]), source.now, source.tense(match)
    if first >= last:
        return None
    feast = _FEAST_IN_MONTH.search(source.text)
    found: list[Interval] = []
    for step in range(-1, 12):
        whole = month(now, now.year, now.month + step)
        if last <= (whole.end - whole.start).days and not (feast and whole.start.month != 12):
            begin = date_of(now, whole.start.year, whole.start.month, first)
            found.append(replace(begin, end=date_of(now, whole.start.year, whole.start.month, last).end))
    return date_meaning(last_or_next(found, now, tense), _RANGE)


_FEAST_IN_MONTH = re.compile(r"\b(?:christmas|xmas)\b")
_RANGE = 0.75  # more than the confidence of a feast


def _weekday_and_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """Tuesday the 17th: the nearest 17th that is a Tuesday."""
    number, now = weekday_number(match["wd"]), source.now
    days = days_numbered(int(match["d"]), now, range(-2, 4))
    same = [interval for interval in days if interval.start.weekday() == number]
    return date_meaning(min(same, key=lambda interval: abs(interval.start - now), default=None), 0.85)


def _slashed_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(month(source.now, int(match["y"]), int(match["m"])))


def _slashed_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    number, last = int(match["m"]), int(match["d"])
    if number > 12 or (last <= 4 and number < last):  # 1/2, 2/3 and 3/4 are fractions
        return None
    return date_meaning(
        nearest(source.now, source.tense(match), days_of(source.now, number, last, last)), 0.5
    )


_MONTH_WORDS = frozenset(MONTH_NUMBERS)
# What follows a month's name when it is the name of a person or a verb.
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
        DIGIT,
    ),
    rule(r"(?<![\d/.])(?P<m>0?[1-9]|1[0-2])/(?P<y>20\d\d)(?![\d/])", _slashed_month, DIGIT),
    rule(
        r"(?<![\w.])(?P<t>(?:the )?(?P<d>[12]?\d|3[01])(?:st|nd|rd|th)(?: ?- ?| to | till | until | through )(?:the )?"
        r"(?P<d2>[12]?\d|3[01])(?:st|nd|rd|th))(?! (?:of|place|grade|century|floor|street)\b)(?![\w-])",
        _days_of_month,
        DIGIT,
    ),
    rule(
        r"(?:\b(?:on|by|until|till|since|before|after|it's|is|still|now|for|to|from|and|or|make it|make that)|'s) "
        r"(?P<t>the (?P<d>[12]?\d|3[01])(?:st|nd|rd|th)"
        r"(?: of (?P<q>this|next|last) month)?)(?=$|[^\w '-]| \(| (?:of the month|at|and|or|same|we|i|he|she|they|it|you|for|with"
        r"|so|but|because|in the|to|after|before|when|as|since|by"
        r"|while|then|is|was|that|this|my|our|if|around|night|morning|now|instead|rather|any ?more|if possible)\b)",
        _day_of_month,
        DIGIT,
    ),
    rule(
        r"\b(?:on|by|until|before|after|since|from|due) (?P<t>(?P<m>\d{1,2})/(?P<d>\d{1,2}))(?![\w/%-]|\.\d| (?:of|inch"
        r"|cup|full|done))",
        _slashed_day,
        DIGIT,
    ),
]  # fmt: skip
