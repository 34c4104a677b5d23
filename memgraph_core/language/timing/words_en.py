"""The English words in time expressions: as parts of patterns, and their meanings.

All patterns are for lower-case text. The lists were written for this project.
"""

import re

from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.timing.intervals import Amount

_MONTHS = list(enumerate(MONTHS, 1))
MONTH_NUMBERS = {name: n for n, name in _MONTHS} | {name[:3]: n for n, name in _MONTHS} | {"sept": 9}
MONTH = "(?:" + "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True)) + r")\b"
# Months that are also names or verbs. Without a day or year they need a preposition of time.
AMBIGUOUS_MONTHS = frozenset(["march", "mar", "april", "may", "june", "august", "jan", "dec"])

WEEKDAY_NUMBERS = {name: n for n, name in enumerate(WEEKDAYS)}
SHORT_WEEKDAYS = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
WEEKDAY = "(?:" + "|".join(WEEKDAYS) + r")\b"
ANY_WEEKDAY = "(?:" + "|".join([*WEEKDAYS, *sorted(SHORT_WEEKDAYS, key=len, reverse=True)]) + r")\b"

SMALL: list[str] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_INEXACT = {
    "a": (1, 1), "an": (1, 1), "half a": (0.5, 0.5), "half an": (0.5, 0.5), "a couple": (2, 2), "a couple of": (2, 2),
    "couple": (2, 2), "couple of": (2, 2), "a few": (2, 5), "few": (2, 5), "several": (3, 7), "a dozen": (12, 12),
}  # fmt: skip
NUMBER_WORD = (
    rf"(?:(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(SMALL[1:10])})\b)?|{'|'.join(reversed(SMALL[1:]))})"
)
NUMBER = (
    r"(?:\d{1,3}(?:\.5)?|half an?|a couple(?: of)?|couple(?: of)?|a few|few|several|a dozen"
    rf"|{NUMBER_WORD}|an|a)"
)
_ORDINALS = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
]  # fmt: skip
_ORDINAL_NUMBERS = {
    **{word: n for n, word in enumerate(_ORDINALS, 1)},
    **{f"twenty{sign}{word}": 20 + n for n, word in enumerate(_ORDINALS[:9], 1) for sign in " -"},
    "thirtieth": 30, "thirty first": 31, "thirty-first": 31,
}  # fmt: skip
ORDINAL = "(?:" + "|".join(sorted(_ORDINAL_NUMBERS, key=len, reverse=True)) + ")"
DAY_OF_MONTH = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL})"

_UNITS = {
    "minute": "minute", "min": "minute", "hour": "hour", "hr": "hour", "day": "day", "night": "day", "evening": "day",
    "week": "week", "wk": "week", "mo": "month", "fortnight": "fortnight", "weekend": "weekend", "month": "month",
    "quarter": "quarter", "year": "year", "yr": "year", "decade": "decade",
}  # fmt: skip
UNIT = "(?:" + "|".join(sorted(_UNITS, key=len, reverse=True)) + ")"
UNIT_WORDS = frozenset([*_UNITS, *(f"{unit}s" for unit in _UNITS)])
YEAR = r"(?:19|20)\d{2}"
RELATIVE_YEAR = r"(?:last|this|next|the same|the following|the previous) year"
SEASON_WORDS = ("spring", "summer", "autumn", "fall", "winter")
SEASON = rf"(?:{'|'.join(SEASON_WORDS)})\b"
PART = r"(?:morning|noon|afternoon|evening|night)"
LAST = r"(?:this past|last|past|the previous|previous)"
NEXT = r"(?:this coming|the coming|coming|upcoming|the following|following|next)"
WHICH = rf"(?:{LAST}|{NEXT}|this)"
EARLY = (
    r"(?:early|mid|late|(?:the )?(?:very )?(?:beginning|start|first (?:few )?days|middle|end"
    r"|last days|tail end|first half|second half) of)"
)

HOLIDAYS = {
    "christmas eve": "christmas eve", "xmas eve": "christmas eve", "christmas day": "christmas", "christmas": "christmas",
    "xmas": "christmas", "boxing day": "boxing", "new year's eve": "new year eve", "new years eve": "new year eve",
    "nye": "new year eve", "new year's day": "new year", "new years day": "new year", "new year's": "new year",
    "halloween": "halloween", "valentine's day": "valentine", "valentine's": "valentine", "valentines day": "valentine",
    "st. patrick's day": "patrick", "st patrick's day": "patrick", "april fools' day": "fools", "april fool's day": "fools",
    "easter sunday": "easter", "easter monday": "easter monday", "easter": "easter", "good friday": "good friday",
    "women's day": "women", "independence day": "independence", "the fourth of july": "independence",
    "the 4th of july": "independence", "4th of july": "independence", "juneteenth": "juneteenth",
    "thanksgiving day": "thanksgiving", "thanksgiving": "thanksgiving", "black friday": "black friday",
    "labor day": "labor", "labour day": "labour", "may day": "labour", "memorial day": "memorial",
    "veterans day": "veterans", "mlk day": "king", "martin luther king day": "king", "presidents' day": "presidents",
    "presidents day": "presidents", "mother's day": "mother", "mothers day": "mother", "father's day": "father",
    "fathers day": "father", "chinese new year": "spring festival", "lunar new year": "spring festival",
    "spring festival": "spring festival", "lantern festival": "lantern", "dragon boat festival": "dragon boat",
    "mid-autumn festival": "moon", "moon festival": "moon",
}  # fmt: skip
HOLIDAY = (
    "(?:" + "|".join(sorted((h.replace(".", r"\.") for h in HOLIDAYS), key=len, reverse=True)) + r")(?!\w)"
)
_TOO_COMMON = frozenset(["day", "the", "of", "eve", "st", "th", "s"])
HOLIDAY_WORDS = frozenset(word for name in HOLIDAYS for word in re.findall("[a-z]+", name)) - _TOO_COMMON


def amount_of(words: str, *, and_a_half: bool = False) -> Amount:
    """The amount for "three", "twenty-one", "2.5", "a few". Raises KeyError or ValueError if the words are not a number."""
    half = 0.5 if and_a_half else 0.0
    if words in _INEXACT:
        low, high = _INEXACT[words]
    elif words[0].isdigit():
        low = high = float(words)
    elif words in SMALL:
        low = high = SMALL.index(words)
    else:
        tens, _, ones = words.replace("-", " ").partition(" ")
        low = high = TENS[tens] + (SMALL.index(ones) if ones else 0)
    return Amount(low + half, high + half)


def unit_of(word: str) -> tuple[str, int]:
    """The unit in the terms of `intervals`, and how many of it one word means: a fortnight is two weeks."""
    unit = _UNITS[word]
    return ("week", 2) if unit == "fortnight" else (unit, 1)


def day_number(words: str) -> int:
    """The day of the month for "5", "5th", "fifth"."""
    return _ORDINAL_NUMBERS[words] if words in _ORDINAL_NUMBERS else int(words.rstrip("stndrh"))


def third_of(words: str) -> str:
    """For words that match `EARLY`: "early", "mid", "late"; "half 1" and "half 2" for the two halves."""
    for name, cues in (("half 1", ("first half",)), ("half 2", ("second half",)),
                        ("early", ("early", "begin", "start", "first")), ("mid", ("mid",))):  # fmt: skip
        if any(cue in words for cue in cues):
            return name
    return "late"


def weekday_number(word: str) -> int:
    """The number of a weekday, also of its short form. Monday is 0."""
    return WEEKDAY_NUMBERS[word] if word in WEEKDAY_NUMBERS else SHORT_WEEKDAYS[word]


def step_of(words: str) -> int:
    """−1 for "last", 0 for "this", 1 for "next", and for their synonyms."""
    words = words.removeprefix("the ")
    if words in ("last", "this past", "past", "previous"):
        return -1
    return 0 if words in ("this", "same", "current") else 1
