"""English time expressions that are not dates: recurrences, durations, vague expressions, and times of day."""

import re

from memgraph_core.language.timing.expressions import Clock, Meaning, Rule, RuleInput, group, rule
from memgraph_core.language.timing.intervals import GRAIN_OF_UNIT
from memgraph_core.language.timing.recurrences import (
    FREQUENCIES,
    on_workdays,
    ongoing_since,
    recurring,
    vague,
    yearly,
)
from memgraph_core.language.timing.words_en import (
    ANY_WEEKDAY,
    DAY_OF_MONTH,
    HOLIDAY,
    MONTH,
    MONTH_NUMBERS,
    NUMBER,
    PART,
    SEASON,
    SHORT_WEEKDAYS,
    SMALL,
    UNIT,
    UNIT_WORDS,
    WEEKDAY,
    WEEKDAY_NUMBERS,
    amount_of,
    day_number,
    unit_of,
    weekday_number,
)
from memgraph_core.records.kinds import Grain
from memgraph_core.records.recurrence import BYDAY

_ADVERBS = {"hourly": "hour", "daily": "day", "nightly": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
            "yearly": "year", "annually": "year", "annual": "year"}  # fmt: skip
_MULTIPLES = {"biweekly": "WEEKLY;INTERVAL=2", "fortnightly": "WEEKLY;INTERVAL=2", "bimonthly": "MONTHLY;INTERVAL=2",
         "biannually": "MONTHLY;INTERVAL=6", "twice-weekly": "WEEKLY"}  # fmt: skip
_NTH = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "-1"}
_APPROX = (
    r"(?:about|around|almost|nearly|roughly|over|more than|at least|like|well over|just over|just"
    r"|a good|the past|the last|the|another)"
)
# "She'll have the cast", "he has to rest" and "it's out of stock" are no perfect.
_NO_PERFECT = r"(?! (?:to|an?|the|my|your|his|her|its|our|their|this|that|some|no)\b)"
_PERFECT = re.compile(
    rf"(?<!will )(?<!'ll )(?<!would )(?<!'d )(?<!can )(?<!could )(?<!may )(?<!might )(?<!must )(?<!should )(?<!to )"
    rf"\b(?:have|has|haven't|hasn't)\b{_NO_PERFECT}|\bbeen\b|'ve\b{_NO_PERFECT}"
    r"|(?<=he)'s\b(?! (?:from|in|at|a|an|the|my|our|on|off|out|away|to)\b)"
    r"|(?<=it)'s\b|(?<=that)'s\b|(?<=who)'s\b|\b(?:known|going strong)\b"
)
_CLOSED = re.compile(
    r"\b(?:used to|(?<!have )(?<!has )(?<!'ve )had|hadn't|was|were|will|would|did)\b|'ll\b|'d\b"
)
_CLAUSE = re.compile(r"[.!?;\n]| but | until ")
_REACH = 100  # characters before a duration that are searched for its verb

# The interval that a vague expression usually means: from and until how many days after now (negative: before now).
_VAGUE: dict[str, tuple[int, int, Grain]] = {
    "recently": (-60, 0, "month"), "lately": (-60, 0, "month"), "these days": (-60, 1, "month"),
    "nowadays": (-365, 1, "year"), "the other day": (-14, 0, "week"), "the other night": (-14, 0, "week"),
    "the other week": (-35, -4, "month"), "a while ago": (-730, -14, "year"), "a while back": (-730, -14, "year"),
    "some time ago": (-730, -14, "year"), "not long ago": (-90, 0, "month"), "a long time ago": (-18250, -730, "year"),
    "long ago": (-18250, -730, "year"), "ages ago": (-18250, -730, "year"), "years ago": (-7300, -730, "year"),
    "months ago": (-365, -30, "month"), "weeks ago": (-90, -7, "week"), "days ago": (-14, -1, "week"),
    "soon": (0, 60, "month"), "in a while": (0, 60, "month"), "someday": (0, 7300, "year"),
    "sometime soon": (0, 60, "month"), "any day now": (0, 21, "week"), "in the near future": (0, 365, "year"),
    "in the future": (0, 7300, "year"), "one of these days": (0, 180, "month"), "in the coming weeks": (0, 42, "month"),
    "in the coming months": (0, 180, "month"), "in the coming years": (0, 1825, "year"),
}  # fmt: skip
_HOUR_WORDS = {word: n for n, word in enumerate(SMALL[:13]) if n}


def _days(words: str) -> str:
    """The weekdays in `words`, as BYDAY of an RRULE."""
    names = (
        word.rstrip(".") for word in re.findall(r"[a-z]+", words) if word not in ("and", "or", "every", "on")
    )
    return ",".join(dict.fromkeys(BYDAY[weekday_number(name)] for name in names))


def _every_day_except(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """Every day except Monday: the other weekdays."""
    missing = _days(match["days"].replace("days", "day")).split(",")
    days = [day for day in BYDAY[: 5 if match["u"] == "weekday" else 7] if day not in missing]
    return recurring(f"WEEKLY;BYDAY={','.join(days)}", "day") if days else None


def _every(match: re.Match[str], source: RuleInput) -> Meaning | None:
    unit, interval = match["u"], _interval_of(match["n"])
    unit = unit[:-1] if unit.endswith("s") and unit[:-1] in UNIT_WORDS else unit
    if unit == "weekend":
        return recurring(f"WEEKLY{interval};BYDAY=SA,SU", "day")
    if unit in ("weekday", "workday", "weeknight"):
        return on_workdays()
    if unit in WEEKDAY_NUMBERS or unit in SHORT_WEEKDAYS:
        days = _days(" ".join([unit, match["more"] or ""]))
        return recurring(f"WEEKLY{interval};BYDAY={days}", "day")
    if unit in MONTH_NUMBERS:
        return recurring(f"YEARLY{interval};BYMONTH={MONTH_NUMBERS[unit]}", "month")
    if unit in ("morning", "noon", "afternoon", "evening", "night"):
        return recurring(f"DAILY{interval}", "day")
    if re.fullmatch(UNIT, unit):
        name, count = unit_of(unit)
        frequency, grain = FREQUENCIES.get(name, ("YEARLY;INTERVAL=10", "year"))
        return recurring(frequency + (interval or (";INTERVAL=2" if count == 2 else "")), grain)
    return recurring(f"YEARLY{interval}", "month" if re.fullmatch(SEASON, unit) else "day")


def _interval_of(words: str | None) -> str:
    """The INTERVAL of an RRULE for the words in "every other", "every second" and "every three weeks"."""
    if not words:
        return ""
    if words in ("other", "second", "alternate"):
        return ";INTERVAL=2"
    if words in ("third", "fourth"):
        return f";INTERVAL={_NTH[words]}"
    amount = amount_of(words)
    return f";INTERVAL={int(amount.high)}" if amount.high > 1 else ""


def _plural_days(match: re.Match[str], source: RuleInput) -> Meaning | None:
    if re.search(
        r"(?:two|three|four|few|several|past|last|next|those|these|\d)(?: \w+)? $",
        source.text[max(0, match.start() - 20) : match.start()],
    ):
        return None
    names = re.findall(rf"\b(?:{_NAME_OF_DAY}|{ANY_WEEKDAY})", match[0])
    found = [BYDAY[weekday_number(name)] for name in names]
    if "weekend" in match[0]:
        found = ["SA", "SU"]
    elif "weekday" in match[0] or "weeknight" in match[0]:
        found = list(BYDAY[:5])
    return recurring(f"WEEKLY;BYDAY={','.join(dict.fromkeys(found))}", "day")


def _workdays(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """Monday to Friday as a recurrence. A past or future clause means the days of one week; then None."""
    return None if source.tense(match) in ("past", "future") else on_workdays()


def _adverb(match: re.Match[str], source: RuleInput) -> Meaning | None:
    word = match[0]
    if word in _MULTIPLES:
        return recurring(_MULTIPLES[word], "week")
    return recurring(*FREQUENCIES[_ADVERBS[word]])


def _times_a(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name, count = unit_of(match["u"])
    frequency, grain = FREQUENCIES.get(name, ("YEARLY", "year"))
    return recurring(frequency + (";INTERVAL=2" if count == 2 else _interval_of(group(match, "n"))), grain)


def _nth_of_every(match: re.Match[str], source: RuleInput) -> Meaning | None:
    if match["d"] in WEEKDAY_NUMBERS:
        return recurring(f"MONTHLY;BYDAY={_NTH[match['n']]}{BYDAY[WEEKDAY_NUMBERS[match['d']]]}", "day")
    return recurring(f"MONTHLY;BYMONTHDAY={_NTH[match['n']]}", "day")


def _day_of_every_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The 15th of every month, every month on the 15th."""
    day = day_number(match["d"])
    return recurring(f"MONTHLY;BYMONTHDAY={day}", "day") if 1 <= day <= 31 else None


def _day_of_every_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """Every 15 August, every year on August 15th, on August 15th every year."""
    return yearly(MONTH_NUMBERS[match["m"]], day_number(match["d"]))


def _lasting(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """For three years: a duration, or "since" if the clause says that it still goes on."""
    unit, count = unit_of(match["u"])
    amount = amount_of(
        group(match, "n") or "one", and_a_half=bool(group(match, "half") or group(match, "half2"))
    )
    if not _goes_on(match, source):
        return Meaning("duration", GRAIN_OF_UNIT[unit], confidence=0.8)
    return ongoing_since(source, unit, count * amount.low, amount.is_exact)


def _goes_on(match: re.Match[str], source: RuleInput) -> bool:
    """Whether a state still goes on: a perfect verb before the duration, no earlier past or future verb."""
    if group(match, "now") or group(match, "been"):
        return True
    if re.search(r"\b(?:past|last)\b", match[0]) and _PERFECT.search(
        _CLAUSE.split(source.text[match.end() : match.end() + 40])[0]
    ):
        return True
    before = _CLAUSE.split(source.text[max(0, match.start() - _REACH) : match.start()])[-1]
    perfect = [cue.end() for cue in _PERFECT.finditer(before)]
    closed = [cue.end() for cue in _CLOSED.finditer(before)]
    return bool(perfect) and (not closed or closed[-1] < perfect[0])


def _if_ongoing(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """As in "haven't seen her in two years": "since" if it still goes on, otherwise no time expression."""
    return _lasting(match, source) if _goes_on(match, source) else None


def _unknown_length(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return Meaning(
        "duration", "year" if "year" in match[0] or "decade" in match[0] else "month", confidence=0.5
    )


def _vague(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return vague(source, _VAGUE[match[0]])


def _clock(match: re.Match[str], source: RuleInput) -> Meaning | None:
    hour, minute, am_or_pm = int(match["h"]), int(group(match, "min") or 0), group(match, "ap")
    if am_or_pm and hour > 12:
        return None
    hour = hour % 12 + (12 if am_or_pm == "p" else 0) if am_or_pm else hour
    is_exact = bool(am_or_pm) or hour > 12 or match["h"][0] == "0"
    return Meaning("date", "minute", clock=Clock(hour, minute, is_exact))


def _spoken_clock(match: re.Match[str], source: RuleInput) -> Meaning | None:
    word, *others = match["h"], *(group(match, "q") or "").split()
    minutes = next((_MINUTES[other] for other in others if other in _MINUTES), 0)
    hour = {"noon": 12, "midday": 12, "midnight": 24}.get(word) or _HOUR_WORDS.get(word) or int(word)
    total = (hour * 60 + (-minutes if "to" in others else minutes)) % (24 * 60)
    is_exact = word in ("noon", "midday", "midnight")
    return Meaning("date", "minute", clock=Clock(total // 60, total % 60, is_exact))


_EVERY = r"(?:every|each)(?: single)?"
_UNIT_OF_EVERY = (
    rf"(?:weekends?|weekday|workday|weeknight|{ANY_WEEKDAY}|{MONTH}|{PART}\b|{SEASON}|{HOLIDAY}|{UNIT}s?\b)"
)
_MINUTES = {
    "half": 30,
    "quarter": 15,
    "five": 5,
    "ten": 10,
    "twenty": 20,
    "twenty-five": 25,
}  # past or to an hour
_PAST_OR_TO = r"(?:a )?(?:quarter|five|ten|twenty|twenty-five) (?:past|to)"
_NAME_OF_DAY = WEEKDAY.replace(r"\b", "")
_PLURAL_PARTS = ("mornings", "lunchtimes", "afternoons", "evenings", "nights")
_PLURAL_PART = rf"(?:{'|'.join(_PLURAL_PARTS)})"
_PLURAL = (
    rf"(?:(?:{_NAME_OF_DAY}|weekend|weekday|weeknight)s(?: {_PLURAL_PART})?|{ANY_WEEKDAY} {_PLURAL_PART})"
)
_ONE_DAY = rf"(?:{_PLURAL}|{ANY_WEEKDAY})"
_VAGUE_WORDS = sorted(_VAGUE, key=len, reverse=True)
_HOUR = "|".join(_HOUR_WORDS)
_DAY = rf"(?:the )?(?P<d>{DAY_OF_MONTH})(?![\w:])"
_DAYS_OF_YEAR = (rf"(?P<m>{MONTH})\.? {_DAY}", rf"{_DAY}(?: of)? (?P<m>{MONTH})")
RECURRING_RULES: list[Rule] = [
    *(
        rule(pattern, _day_of_every_year, ("every", "each"))
        for day in _DAYS_OF_YEAR
        for pattern in (rf"\b{_EVERY} (?:year,? on )?{day}", rf"\b(?:on )?{day},? {_EVERY} year\b")
    ),
    rule(rf"\b(?:on )?{_DAY}(?: day)? of {_EVERY} month\b", _day_of_every_month, ("every", "each")),
    rule(rf"\b{_EVERY} month,? (?:on|by) {_DAY}", _day_of_every_month, ("every", "each")),
    rule(
        rf"\b(?:the )?(?P<n>first|second|third|fourth|last) (?P<d>{WEEKDAY}|day) of (?:every|each|the) month\b(?<!the month)",
        _nth_of_every,
        ("every", "each"),
    ),
    rule(
        rf"\b(?:every|each) (?P<n>first|second|third|fourth|last) (?P<d>{WEEKDAY}) of (?:the|a|each|every) month\b",
        _nth_of_every,
        ("every", "each"),
    ),
    rule(
        rf"\b{_EVERY} (?P<u>day|weekday|morning|afternoon|evening|night),? (?:except|but not|apart from|other than)"
        rf"(?: for)?(?: on)? (?P<days>{_ONE_DAY}(?:(?:,| and| or|, and) (?:on )?{_ONE_DAY}){{0,4}})",
        _every_day_except,
        ("every", "each"),
    ),
    rule(
        rf"\b{_EVERY} (?:(?P<n>other|second|third|fourth|alternate|{NUMBER}) )?(?P<u>{_UNIT_OF_EVERY})"
        rf"(?P<more>(?:(?:,| and|, and| &) (?:every )?{ANY_WEEKDAY}){{1,5}})?(?! (?:of|counts))",
        _every,
        ("every", "each"),
    ),
    rule(
        rf"\b(?:on |most )?{_PLURAL}(?:(?:,| and| or|, and) (?:on )?{_PLURAL}){{0,6}}\b"
        r"(?! (?:ago|before|later|from now|off|in a row|back)\b)",
        _plural_days,
        [*(f"{name}s" for name in WEEKDAY_NUMBERS), "weekends", "weekdays", "weeknights", *_PLURAL_PARTS],
    ),
    rule(
        rf"\b(?:once|twice|thrice|{NUMBER} (?:times|days|nights|hours|evenings|mornings))(?: or twice)? (?:a|an|per|each|every"
        rf"(?: (?P<n>other|{NUMBER}))?) (?P<u>{UNIT})s?\b",
        _times_a,
        UNIT_WORDS,
    ),
    rule(
        r"\b(?:monday|mon) ?(?:-|to|through|thru|till) ?(?:friday|fri)\b(?! (?:last|this|next) week)",
        _workdays,
        ("friday", "fri"),
    ),
    rule(rf"(?<![-\w])(?:{'|'.join([*_ADVERBS, *_MULTIPLES])})(?![-\w])", _adverb, (*_ADVERBS, *_MULTIPLES, "twice")),
]  # fmt: skip
LENGTH_RULES: list[Rule] = [
    rule(
        rf"\bfor (?:{_APPROX} ){{0,3}}(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{UNIT})s?(?P<half2> and a half)?\b(?P<now> now)?"
        r"(?! ago| old|-old|'s?\b| in a row)",
        _lasting,
        ("for",),
    ),
    rule(rf"\bfor the (?:past|last) (?P<u>{UNIT})\b", _lasting, ("for",)),
    rule(
        rf"\b(?P<been>(?:it's|it has|has it|that's"
        rf"|there's) been) (?:{_APPROX} ){{0,3}}(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{UNIT})s?"
        r"(?P<half2> and a half)?\b(?! old)",
        _lasting,
        ("been",),
    ),
    rule(
        rf"\b(?P<n>{NUMBER})(?P<half> and a half)? (?P<u>{UNIT})s?(?P<half2> and a half)?"
        r" (?P<now>now|and counting|running|already|strong)\b",
        _lasting,
        ("now", "counting", "running", "already", "strong"),
    ),
    rule(rf"\b(?P<now>going on) (?P<n>{NUMBER}) (?P<u>{UNIT})s?\b", _lasting, ("going",)),
    rule(rf"\b(?:in|over) (?:the (?:past|last) )?(?:{_APPROX} )?(?P<n>{NUMBER}) (?P<u>{UNIT})s?\b", _if_ongoing, ("haven", "hasn")),
    rule(r"\b(?:for|in) (?:many |so many )?(?:years|months|weeks|days|hours|ages|decades|a long time|so long)\b|\bfor a while\b"
         r"(?! ago| to come)", _unknown_length, ("for", "in")),
    rule(r"\bin a while\b", lambda match, source: _unknown_length(match, source) if _goes_on(match, source) else None, ("while",)),
]  # fmt: skip
_PARTS = {"lunchtime": "noon", "lunch": "noon"}  # the others are their own names


def _part(match: re.Match[str], source: RuleInput) -> Meaning | None:
    word = match["p"] or match["p2"]
    return Meaning("date", "day", part=_PARTS.get(word, word))


VAGUE_RULES: list[Rule] = [
    rule(
        rf"\b(?:{'|'.join(_VAGUE_WORDS)})\b(?! as\b)",
        _vague,
        [words.split()[-1] for words in _VAGUE_WORDS],
    ),
]
CLOCK_RULES: list[Rule] = [
    rule(
        r"(?<![\w:.$-])(?P<h>1[0-2]|0?[1-9])(?:[:.](?P<min>[0-5]\d))? ?(?P<ap>[ap])\.?m\b\.?", _clock, ("0",)
    ),
    rule(r"(?<![\w:.$/-])(?P<h>[01]?\d|2[0-3]):(?P<min>[0-5]\d)(?![\w:%]|[./-]\d)", _clock, ("0",)),
    rule(
        rf"\b(?:(?P<q>half past|{_PAST_OR_TO}) )?(?P<h>\d{{1,2}}|{_HOUR}) o'clock\b",
        _spoken_clock,
        ("clock",),
    ),
    rule(
        rf"\bat (?P<t>(?P<q>half|{_PAST_OR_TO}) (?P<h>1[0-2]|[1-9]|{_HOUR}))\b",
        _spoken_clock,
        ("at",),
    ),
    rule(
        rf"\b(?P<q>half past|quarter past|quarter to) (?P<h>1[0-2]|[1-9]|{_HOUR})\b",
        _spoken_clock,
        ("half", "quarter"),
    ),
    rule(r"\bat (?P<t>(?P<h>1[0-2]|[1-9])\.(?P<min>[0-5]\d))(?![\w%]|[./-]\d)", _clock, ("at",)),
    rule(r"\b(?P<h>noon|midday|midnight)\b", _spoken_clock, ("noon", "midday", "midnight")),
    rule(
        rf"\bat (?P<t>(?P<h>1[0-2]|[1-9]|{_HOUR}))(?= (?:tomorrow|today|tonight|on|this|next)\b|$|[,.;!?)](?!\d)| (?:and"
        rf"|in the)\b)",
        _spoken_clock,
        ("at",),
    ),
    rule(
        r"\b(?:in the (?:early |late )?(?P<p>morning|afternoon|evening)|at (?P<p2>night|lunchtime|lunch))\b",
        _part,
        ("morning", "afternoon", "evening", "night", "lunchtime", "lunch"),
    ),
]
