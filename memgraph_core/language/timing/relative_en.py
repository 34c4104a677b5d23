"""English time expressions relative to now: named days, weekdays, weeks, months, and amounts of units ago or ahead."""

import re
from datetime import datetime, timedelta

from memgraph_core.language.timing.calendar import WEEKDAYS
from memgraph_core.language.timing.dates_en import part_of
from memgraph_core.language.timing.expressions import Meaning, Rule, RuleInput, date_meaning, group, rule
from memgraph_core.language.timing.intervals import (
    GRAIN_OF_UNIT,
    Amount,
    Interval,
    day,
    month,
    part,
    quarter,
    rolling_interval,
    season,
    shifted,
    upcoming_weekday,
    week,
    weekday,
    weekend,
    year,
)
from memgraph_core.language.timing.words_en import (
    ANY_WEEKDAY,
    EARLY,
    LAST,
    NEXT,
    NUMBER,
    PART,
    SEASON,
    SEASON_WORDS,
    SHORT_WEEKDAYS,
    UNIT,
    UNIT_WORDS,
    WEEKDAY,
    WEEKDAY_NUMBERS,
    WHICH,
    amount_of,
    step_of,
    unit_of,
    weekday_number,
)

_DAYS = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1,
         "the day before yesterday": -2, "day before yesterday": -2,
         "the day after tomorrow": 2, "day after tomorrow": 2}  # fmt: skip
_APPROX = (
    r"(?:about|around|almost|nearly|roughly|over|more than|less than|just over|just under|at least|like"
    r"|exactly|maybe|some|only|just)"
)
# Words after a weekday when it is a part of a name or no date.
_OF_WEEKDAYS = (
    r"(?:blues|traditions?|routines?|rituals?|addams|school|roast|best|vibes|mood|motivation"
    r"|night live|night lights|times|newspaper|the 13th|roasts|is my favorite)\b"
)


def _named_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    moment, name = source.now + timedelta(days=_DAYS[match["d"]]), group(match, "p")
    if match["d"] == "tonight":
        return date_meaning(part(moment, "evening"))
    return date_meaning(part(moment, name) if name else day(moment))


def _last_night(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name = "evening" if match["p"] == "evening" else "night"
    return date_meaning(part(source.now - timedelta(days=1), name))


def _this_part(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(part(source.now, match["p"]))


def _before_last(match: re.Match[str], source: RuleInput) -> Meaning | None:
    unit, now = match["u"], source.now
    step = 2 if match["w"] == "after next" else -2
    if unit in WEEKDAY_NUMBERS:
        return date_meaning(weekday(now, WEEKDAY_NUMBERS[unit], step))
    if unit == "night":
        return date_meaning(part(now + timedelta(days=step), "night"))
    if unit in SEASON_WORDS:
        return date_meaning(_season_away(now, unit.replace("fall", "autumn"), step))
    return date_meaning(unit_at_offset(now, unit, step))


def _season_away(now: datetime, name: str, step: int) -> Interval:
    """The n-th such season before now that is over (negative `step`), or after now that has not begun."""
    if step < 0:
        last = now.year if season(now, now.year, name).end <= now else now.year - 1
        return season(now, last + step + 1, name)
    first = now.year if season(now, now.year, name).start > now else now.year + 1
    return season(now, first + step - 1, name)


def unit_at_offset(now: datetime, unit: str, step: int) -> Interval:
    """The week, weekend, month, quarter, year or decade that is `step` units away from the current one."""
    if unit == "week":
        return week(now, step)
    if unit == "weekend":
        return weekend(now, step)
    if unit == "month":
        return month(now, now.year, now.month + step)
    if unit == "quarter":
        return quarter(now, now.year, (now.month + 2) // 3 + step)
    if unit == "decade":
        return year(now, now.year // 10 * 10 + 10 * step, 10)
    return year(now, now.year + step)


def _unit(match: re.Match[str], source: RuleInput) -> Meaning | None:
    unit, now, step = match["u"].replace("wk", "week"), source.now, step_of(match["w"])
    if unit == "weekend":
        return _which_weekend(match, source, step)
    whole = unit_at_offset(now, unit, step)
    if (words := group(match, "p")) is None:
        return date_meaning(whole)
    if words in ("earlier", "later", "sometime"):
        return date_meaning(_earlier_or_later(now, whole, words))
    return date_meaning(part_of(whole, words), 0.8)


def _which_weekend(match: re.Match[str], source: RuleInput, step: int) -> Meaning | None:
    """The weekend of this, last or next week. From Monday to Thursday, "this weekend" in a past clause is the last one."""
    now = source.now
    if match["w"] in ("this", "the") and source.tense(match) == "past" and now.weekday() < 4:
        step = -1
    if match["w"] in ("this coming", "the coming", "coming", "upcoming", "the"):
        step = min(step, 0)
    return date_meaning(weekend(now, step), 0.7 if match["w"] in ("next", "the") else 0.9)


def _earlier_or_later(now: datetime, whole: Interval, words: str) -> Interval:
    """Earlier this month: its part up to today. Later this month: its part from today. Sometime: all of it."""
    if words == "sometime":
        return whole
    today = day(now)
    if words == "earlier":
        return Interval(whole.start, max(today.start, day(whole.start).end), whole.grain)
    return Interval(min(today.end, whole.end - timedelta(days=1)), whole.end, whole.grain)


def _edge_of_unit(match: re.Match[str], source: RuleInput) -> Meaning | None:
    step = 0 if match["q"] == "the" else step_of(match["q"])
    return date_meaning(part_of(unit_at_offset(source.now, match["u"], step), match["p"]), 0.7)


def _this_time(match: re.Match[str], source: RuleInput) -> Meaning | None:
    step, now = step_of(match["q"]), source.now
    if match["u"] == "year":
        return date_meaning(month(now, now.year + step, now.month), 0.8)
    return date_meaning(shifted(now, match["u"], Amount(step, step)), 0.8)


def _weekday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """Last, this or next Friday. "Next Friday" on a Wednesday means, for most speakers, the Friday of the next week."""
    name, word, now = match["d"], match["w"].removeprefix("the "), source.now
    if name in _SHORT_WORDS and not source.is_capital(match.start("d")):
        return None
    number, step = weekday_number(name), step_of(match["w"])
    if word in ("coming", "this coming", "upcoming"):
        found = upcoming_weekday(now, number)
    elif word == "this" and source.tense(match) == "past" and weekday(now, number, 0).start > now:
        found = weekday(now, number, -1)
    elif word == "this" and source.tense(match) != "past":
        found = upcoming_weekday(now, number)
    else:
        found = weekday(now, number, step)
    return _day_or_part(match, found, 0.7 if word == "next" else 0.9)


def _day_or_part(match: re.Match[str], found: Interval, confidence: float) -> Meaning | None:
    name = group(match, "p")
    return date_meaning(part(found.start, name) if name else found, confidence)


def _weekday_of_week(match: re.Match[str], source: RuleInput) -> Meaning | None:
    monday = week(source.now, step_of(match["w"])).start
    return _day_or_part(match, day(monday, WEEKDAY_NUMBERS[match["d"]]), 0.9)


def _bare_weekday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The last such weekday in a past clause, otherwise the next one. None without a preposition and a verb."""
    name, now, tense = match["d"], source.now, source.tense(match)
    number, preposition = weekday_number(name), group(match, "w")
    if name in _SHORT_WORDS and not source.is_capital(match.start("d")):
        return None
    is_dated = tense is not None or _is_a_date(match, source)
    if tense == "habit" or (preposition is None and (not is_dated or _is_name(match, source))):
        return None
    past = tense == "past" or preposition == "since"
    found = weekday(now, number, -1) if past else upcoming_weekday(now, number)
    return _day_or_part(match, found, 0.75 if tense else 0.5)


def _noted_weekday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """A short name with a time of day in a note without a verb: "dentist Wed 2pm"."""
    if match["d"] in _SHORT_WORDS and not source.is_capital(match.start("d")):
        return None
    number, now = weekday_number(match["d"]), source.now
    found = weekday(now, number, -1) if source.tense(match) == "past" else upcoming_weekday(now, number)
    return _day_or_part(match, found, 0.5)


_BEFORE_DAY = re.compile(
    r"(?:\b(?:start(?:s|ing)?|begin(?:s|ning)?|see you|free|around)|\d ?[ap]\.?m) $", re.ASCII
)
_CLOCK_AFTER = re.compile(r" (?:at |@ ?)?\d{1,2}(?::\d\d| ?[ap]\.?m\b|\b(?! ?[a-z]))", re.ASCII)


def _is_a_date(match: re.Match[str], source: RuleInput) -> bool:
    """Whether a weekday in a clause without a verb is a date: a part of the day or a time of day is next to it."""
    before, after = (
        source.text[max(0, match.start() - 12) : match.start()],
        source.text[match.end() : match.end() + 12],
    )
    return bool(group(match, "p") or _BEFORE_DAY.search(before) or _CLOCK_AFTER.match(after))


def _is_name(match: re.Match[str], source: RuleInput) -> bool:
    """Whether a weekday is part of a name (Ruby Tuesday, Wednesday Addams) or of a greeting ("happy Friday")."""
    after = source.original[match.end() : match.end() + 2]
    before = source.original[max(0, match.start() - 16) : match.start()].split()
    named = bool(before) and before[-1][:1].isupper() and len(before) > 1 and before[-1].isalpha()
    return (
        after[1:].isupper()
        or named
        or (bool(before) and before[-1].lower() in ("happy", "favorite", "named", "called"))
    )


def _ago(match: re.Match[str], source: RuleInput) -> Meaning | None:
    now, unit = source.now, match["u"]
    amount = amount_of(match["n"], and_a_half=bool(match["half"] or match["half2"]))
    if unit in WEEKDAY_NUMBERS:
        return date_meaning(weekday(now, WEEKDAY_NUMBERS[unit], -int(amount.high)), 0.8)
    if unit in SEASON_WORDS:
        return date_meaning(_season_away(now, unit.replace("fall", "autumn"), -int(amount.high)), 0.7)
    unit, count = unit_of(unit)
    amount = Amount(-count * amount.low, -count * amount.high)
    if match["today"]:
        return date_meaning(day(shifted_day(now, unit, amount.low)))
    return date_meaning(shifted(now, unit, amount), 0.85 if amount.is_exact else 0.5)


def shifted_day(now: datetime, unit: str, count: float) -> datetime:
    """The same day `count` units away, as in "two years ago today" or "a month from Friday"."""
    if unit in ("minute", "hour", "day", "week", "weekend"):
        return shifted(now, unit.replace("weekend", "week"), Amount(count, count)).start
    months = count * {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit]
    target_month = month(now, now.year, now.month + int(months))
    days = (target_month.end - target_month.start).days
    return target_month.start.replace(day=min(now.day, days), hour=now.hour, minute=now.minute)


def _ahead(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """In two weeks. In a past clause this is a duration: "finished in two weeks"."""
    unit, count = unit_of(match["u"])
    amount = amount_of(match["n"], and_a_half=bool(group(match, "half")))
    if source.tense(match) == "past" and not group(match, "from"):
        return Meaning("duration", GRAIN_OF_UNIT[unit], confidence=0.8)
    amount = Amount(count * amount.low, count * amount.high)
    return date_meaning(shifted(source.now, unit, amount), 0.8 if amount.is_exact else 0.5)


def _stretch(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The last three weeks: up to today. The next three weeks: from today."""
    unit, count = unit_of(match["u"])
    amount = amount_of(match["n"] or ("a few" if match[0].endswith("s") else "one"))
    sign = 1 if match["q"] in ("next", "coming", "following") else -1
    return date_meaning(rolling_interval(source.now, unit, sign * count * amount.high), 0.6)


_SHORT_WORDS = frozenset(("mon", "sat", "sun", "wed"))  # short forms of weekdays that are also other words
_LAST_NEXT = ("last", "past", "previous", "next", "coming", "upcoming", "following", "this")
_RELATIVE_UNIT = r"(?:week|wk|month|year|quarter|decade)\b"
RELATIVE_RULES: list[Rule] = [
    rule(
        r"\b(?P<d>(?:the )?day before yesterday|(?:the )?day after tomorrow)", _named_day, ("yesterday", "tomorrow")
    ),
    rule(
        rf"(?<!like )(?<!like just )(?<!like it was )(?<!like it was just )\b(?P<d>yesterday|today|tomorrow"
        rf"|tonight|tmrw|tmr)\b(?! generation)(?!'s (?:world|society|age|technology|youth|kids))"
        rf"(?:(?:'s)? (?P<p>{PART})\b)?",
        _named_day,
        ("yesterday", "today", "tomorrow", "tonight", "tmrw", "tmr"),
    ),
    rule(r"\blast (?P<p>night|evening)\b", _last_night, ("last",)),
    rule(r"\b(?:earlier |later )?this (?P<p>morning|afternoon|evening)\b", _this_part, ("this",)),
    rule(
        rf"\bthe (?P<u>{WEEKDAY}|week|weekend|month|year|night|{SEASON}) (?P<w>before last|after next)\b",
        _before_last,
        ("last", "next"),
    ),
    rule(
        rf"\b(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{'|'.join(WEEKDAYS)}|{UNIT}|spring|summer|autumn|fall"
        rf"|winter)s?(?P<half2> and a half)?(?: or (?:so|two|more))? "
        r"(?:ago|back(?! (?:home|to|then|from|in|and forth)\b))\b(?P<today> today)?",
        _ago,
        ("ago", "back"),
    ),
    rule(
        rf"\b(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{UNIT})s?(?P<from> from (?:now|today))\b", _ahead, ("from",)
    ),
    rule(
        rf"\b(?:in|within) (?:{_APPROX} )?(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{UNIT})s?'?(?: time)?\b"
        r"(?! (?:of|old|a week|a day|a year|now|since|or))(?!-)",
        _ahead,
        UNIT_WORDS,
    ),
    rule(
        rf"\b(?:the|these|those) (?P<q>past|last|next|coming|following)(?: (?P<n>{NUMBER}))? (?P<u>{UNIT})(?:s\b"
        rf"|(?<=year)\b|(?<=month)\b"
        r"|(?<=week)\b)(?! of| day)",
        _stretch,
        UNIT_WORDS,
    ),
    rule(
        rf"\b(?:in |over |during )?(?P<q>past|last|next|coming) (?P<n>{NUMBER}) (?P<u>{UNIT})s?\b", _stretch, UNIT_WORDS
    ),
    rule(
        rf"\b(?P<d>{WEEKDAY})(?: (?P<p>{PART}))? (?P<w>last|this|next) week\b",
        _weekday_of_week,
        WEEKDAY_NUMBERS,
    ),
    rule(
        rf"\b(?P<w>{WHICH}) (?:week )?(?P<d>{ANY_WEEKDAY})(?:'s)?(?: (?P<p>{PART})\b)?(?! {_OF_WEEKDAYS})",
        _weekday,
        _LAST_NEXT,
    ),
    rule(rf"\b(?P<w>{WHICH}|the) (?P<u>weekend)\b(?! of)", _unit, ("weekend",)),
    rule(
        r"\b(?P<p>earlier|later) in the (?P<u>week|month|year)\b",
        lambda match, source: date_meaning(_earlier_or_later(source.now, unit_at_offset(source.now, match["u"], 0), match["p"])),
        ("earlier", "later"),
    ),
    rule(r"\bthis time (?P<q>last|next) (?P<u>week|month|year)\b", _this_time, ("time",)),
    rule(
        rf"\b(?P<p>{EARLY})[ -](?P<q>last|this|next|the) (?P<u>week|month|year|quarter|decade)\b", _edge_of_unit, UNIT_WORDS
    ),
    rule(
        rf"\b(?:(?P<p>earlier|later|sometime) )?(?P<w>{LAST}|{NEXT}|this) (?P<u>{_RELATIVE_UNIT})(?! of| to come| ahead"
        rf"|-end| in a row)",
        _unit,
        _LAST_NEXT,
    ),
    rule(
        rf"\b(?P<w>on|by|until|till|since|before|after|from|this|come|to|for) (?:the |a |eod |cob |end of day )?"
        rf"(?P<t>(?P<d>{ANY_WEEKDAY})(?:'s)?(?: (?P<p>{PART})\b)?)(?!s\b|\w| {_OF_WEEKDAYS})",
        _bare_weekday,
        (*WEEKDAY_NUMBERS, *SHORT_WEEKDAYS),
    ),
    rule(
        rf"(?<!every )(?<!each )(?<!black )(?<!good )(?<!ash )(?<!cyber )(?<!sunny )\b(?P<d>{WEEKDAY})(?: (?P<p>{PART})\b)?"
        rf"(?!s\b|\w| {_OF_WEEKDAYS})",
        _bare_weekday,
        WEEKDAY_NUMBERS,
    ),
    rule(
        rf"(?<!every )(?<!each )\b(?P<d>{'|'.join(sorted(SHORT_WEEKDAYS, key=len, reverse=True))})\b"
        rf"(?: (?P<p>{PART})\b|(?=,? (?:at |@ ?)?\d{{1,2}}(?:[:.][0-5]\d\b|(?: ?[ap]\.?m)\b)))",
        _noted_weekday,
        SHORT_WEEKDAYS,
    ),
]  # fmt: skip
