"""English time expressions for years, decades, and the yearly ones: seasons, quarters, holidays."""

import re
from datetime import datetime

from memgraph_core.language.timing.dates_en import YEARS, part_of, year_of
from memgraph_core.language.timing.expressions import Meaning, Rule, RuleInput, date_meaning, group, rule
from memgraph_core.language.timing.holidays import holiday
from memgraph_core.language.timing.intervals import Interval, quarter, season, year
from memgraph_core.language.timing.numeric_dates import DIGIT, nearest
from memgraph_core.language.timing.tenses import Tense
from memgraph_core.language.timing.words_en import (
    EARLY,
    HOLIDAY,
    HOLIDAY_WORDS,
    HOLIDAYS,
    RELATIVE_YEAR,
    SEASON,
    SEASON_WORDS,
    WHICH,
    YEAR,
    step_of,
    third_of,
)

_DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
            "nineties": 90}  # fmt: skip
# Words after the name of a holiday that mean its customs and objects, not the day.
_OF_HOLIDAYS = (
    r"(?:trees?|lights?|decorations?|movies?|films?|songs?|carols?|cards?|sweaters?|cookies?|gifts?|presents?|costumes?|spirit"
    r"|traditions?|markets?|resolutions?|eggs?|bunny|island|music|ornaments?|miracle|itself|is|are|means|things?|incident|sales?|deals?|fiasco|disaster|mess|chaos|outage)"
)
# What follows four digits when they count something or are a part of a longer number.
_NO_YEAR = (
    r"[\w%$€]|[.,:/-]\d| (?:people|dollars|euros|miles|km|words|steps|calories|books|times|users|items|pages|points|square|feet"
    r"|meters|metres|kilometers|years|days|hours|followers|copies|others|more|percent|grams|pounds|rpm|mg|ml|kg|lines|songs"
    r"|photos|pieces|employees|students|members)\b"
)


def _plain_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(part_of(year(source.now, int(match["t"][-4:])), match["p"]))


def _years(match: re.Match[str], source: RuleInput) -> Meaning | None:
    first, last = int(match["y"]), int(match["y2"])
    return date_meaning(year(source.now, first, last - first + 1)) if last > first else None


def _season(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name, now = match["s"].replace("fall", "autumn"), source.now
    stated_year, word = year_of(group(match, "y"), now), group(match, "w")
    if stated_year is not None:
        return date_meaning(part_of(season(now, stated_year, name), match["p"]), 0.85)
    tense = source.tense(match)
    if word and word != "this" and re.fullmatch(WHICH, word):
        tense = "past" if step_of(word) < 0 else "future"
    if word == "this":
        found = nearest(now, None, lambda y: season(now, y, name))
    else:
        found = _season_of(now, name, tense, is_over=bool(word))
    return date_meaning(found and part_of(found, match["p"]), 0.8 if word else 0.6)


def _season_of(now: datetime, name: str, tense: Tense | None, *, is_over: bool) -> Interval | None:
    """Past: the last season that is over, or that has begun if not `is_over`. Future: the next one. Else None."""
    found = [season(now, now.year + years, name) for years in (-2, -1, 0, 1)]
    if tense == "past":
        return next(
            interval for interval in reversed(found) if (interval.end if is_over else interval.start) <= now
        )
    if tense == "future":
        return next(interval for interval in found if interval.start > now)
    return None


def _quarter(match: re.Match[str], source: RuleInput) -> Meaning | None:
    stated_year = year_of(group(match, "y"), source.now)
    if stated_year is None and not source.is_capital(match.start("t")):
        return None
    return date_meaning(quarter(source.now, stated_year or source.now.year, int(match["q"])))


def _decade(match: re.Match[str], source: RuleInput) -> Meaning | None:
    word = match["y"]
    number = _DECADES.get(word) or int(word.strip("'"))
    full = number if number >= 100 else 1900 + number if number >= 30 else 2000 + number
    whole = year(source.now, full, 10)
    return date_meaning(
        whole if not match["p"] else _third_of_years(source.now, full, third_of(match["p"])), 0.8
    )


def _third_of_years(now: datetime, first: int, name: str) -> Interval:
    start, count = {"early": (0, 4), "mid": (4, 3)}.get(name, (6, 4))
    return year(now, first + start, count)


def _short_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """In '99: a year of this century if it is at most ten years after now, otherwise of the last century."""
    number = int(match["y"])
    ahead = (source.now.year + 10) % 100
    return date_meaning(year(source.now, (2000 if number <= ahead else 1900) + number), 0.8)


def _holiday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name, now, word = HOLIDAYS[match["h"]], source.now, match["w"]
    if (stated_year := year_of(group(match, "y"), now)) is not None:
        return date_meaning(holiday(now, name, stated_year))
    tense = source.tense(match)
    if word in ("last", "this past"):
        tense = "past"
    elif word in ("next", "this coming", "coming", "upcoming"):
        tense = "future"
    elif tense == "habit" or (
        tense in (None, "present") and word in (None, "for", "at", "over", "during", "around")
    ):
        return None
    found = nearest(now, tense if tense != "present" else "future", lambda y: holiday(now, name, y))
    if word == "last" and found and found.end > now:
        found = holiday(now, name, now.year - 1)
    return date_meaning(found, 0.7)


YEAR_RULES: list[Rule] = [
    rule(r"\b(?:in|since|until|from|of|back in|summer|winter) (?P<t>'(?P<y>\d\d))(?!\w)", _short_year, DIGIT),
    rule(rf"\b(?:(?P<p>{EARLY})[ -](?:the )?)?(?P<s>{SEASON}),? {YEARS}", _season, SEASON_WORDS),
    rule(
        rf"\b(?:(?P<p>{EARLY})[ -])?(?P<w>{WHICH}) (?P<s>{SEASON})(?! (?:apart|from|into|down|off|in love|roll))",
        _season,
        SEASON_WORDS,
    ),
    rule(
        rf"\b(?:in|during|over|since|by|throughout) (?:the )?(?P<t>(?:(?P<p>{EARLY})[ -](?:the )?)?(?P<s>{SEASON}))"
        r"(?! (?:of|break|term|semester|line|clothes|olympics|action|love|squash|rolls?|camp|school|'s))",
        _season,
        SEASON_WORDS,
    ),
    rule(rf"\b(?P<t>q(?P<q>[1-4]) (?:of )?(?P<y>{YEAR}|{RELATIVE_YEAR}))(?!\w)", _quarter, ("q",)),
    rule(r"\b(?:in|during|by|for|since|until|end of|this|last) (?P<t>q(?P<q>[1-4]))(?!\w)", _quarter, ("q",)),
    rule(r"\b(?:the )?(?:(?P<p>early|mid|late)[ -])?(?P<y>(?:1[5-9]|20)\d0)'?s\b", _decade, DIGIT),
    rule(
        r"\b(?:in|of|from|during|since|back in|until) the (?P<t>(?:(?P<p>early|mid|late)[ -])?"
        rf"(?P<y>'?[2-9]0(?='?s\b)|{'|'.join(_DECADES)}))",
        _decade,
        ("0", *_DECADES),
    ),
    rule(rf"\b(?P<w>{WHICH}) (?P<h>{HOLIDAY})", _holiday, HOLIDAY_WORDS),
    rule(
        r"\b(?:(?P<w>on|for|at|before|after|over|since|until|till|by|during|around|spent|celebrated?) (?:the )?)?"
        rf"(?P<t>(?P<h>{HOLIDAY})(?:,? {YEARS})?)(?! {_OF_HOLIDAYS}\b|'s)",
        _holiday,
        HOLIDAY_WORDS,
    ),
    rule(rf"(?<![\w.,$/-])(?P<y>{YEAR}) ?(?:-|to|and|until|till|through) ?(?P<y2>{YEAR})(?!{_NO_YEAR})", _years, DIGIT),
    rule(
        rf"\b(?:in|since|until|till|by|during|year|before|after|around|circa|from|back in|class of|as of|through|for) "
        rf"(?:the )?(?:year )?(?P<t>(?:(?P<p>{EARLY})[ -])?{YEAR})(?!{_NO_YEAR})",
        _plain_year,
        DIGIT,
    ),
    rule(rf"\b(?P<t>(?P<p>{EARLY})[ -](?:the )?(?:year )?{YEAR})(?!{_NO_YEAR})", _plain_year, DIGIT),
]  # fmt: skip
