"""A day in place of another one that the English text names: "June 7 instead of May 16", "can't do the 2nd, it's the 9th"."""

import re
from collections.abc import Sequence
from datetime import datetime

from memgraph_core.language.times import TimeSpan, day_span, times_in
from memgraph_core.language.timing.intervals import next_numbered
from memgraph_core.records.kinds import DAY_GRAINS

# Words directly before the former day.
_FORMER = re.compile(
    r"(?:\b(?:instead of|rather than|as opposed to|no longer|not)"
    r"|\b(?:can['’]?t|cannot|couldn['’]?t|won['’]?t) (?:do|make|manage|offer)) (?:on )?(?:the )?$",
    re.IGNORECASE,
)
# A thing of which the sentence says the day: "the dentist is on". Its own earlier day is known by its name.
_NAMED = re.compile(
    r"(?:\b(?i:the|my|our|his|her|their|your|this)\s+(?!day|date|time|new)[a-z][\w' -]*?|[A-Z]\w+['’]s \w[\w -]*?)"
    r"(?:['’]s|\b(?:is|was|are|will be|has|have))\b(?! (?:asked|told|said)\b)"
)
_MAY_REPLACE = re.compile(
    r"\b(?:instead|rather|opposed|longer|not|can['’]?t|cannot|couldn['’]?t|won['’]?t)\b", re.IGNORECASE
)
_UNSURE = re.compile(r"\?|\b(?:if|maybe|perhaps|might|could we|can we|would)\b", re.IGNORECASE)
_NTH = re.compile(
    r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|time|birthday|anniversary)\b)", re.IGNORECASE
)


def may_replace(text: str) -> bool:
    """Whether a text has a word that may name a former day; saves time."""
    return _MAY_REPLACE.search(text) is not None and any(map(str.isdigit, text))


def replaced_day(text: str, said_at: datetime) -> tuple[TimeSpan, TimeSpan] | None:
    """The former and the new day of an event that a text moves; None if it does not name exactly these two."""
    if not may_replace(text) or _UNSURE.search(text):
        return None
    days = _days_in(text, said_at)
    if days and _NAMED.search(text[: days[0].at]):
        return None
    former = [day for day in days if _FORMER.search(text[: day.at])]
    others = [day for day in days if day not in former]
    if len(former) != 1 or len(others) != 1:
        return None
    old, new = former[0].start, others[0].start
    is_another = old is not None and new is not None and old.date() != new.date()
    return (former[0], others[0]) if is_another else None


def _days_in(text: str, said_at: datetime) -> Sequence[TimeSpan]:
    """The days that a text names; "the 2nd" is in the month of the other day, or else the next day with this number."""
    spans = [
        span for span in times_in(text, said_at, "en") if span.kind == "date" and span.grain in DAY_GRAINS
    ]
    taken = [(span.at, span.at + len(span.text)) for span in spans]
    for match in _NTH.finditer(text):
        if all(match.end() <= start or end <= match.start() for start, end in taken):
            start = next_numbered(int(match["day"]), _first_of_month(spans, said_at))
            if start is not None:
                spans.append(day_span(start, match[0], match.start()))
    return sorted(spans, key=lambda span: span.at)


def _first_of_month(spans: Sequence[TimeSpan], said_at: datetime) -> datetime:
    stated = next((span.start for span in spans if span.start is not None), None)
    return said_at if stated is None else stated.replace(day=1)
