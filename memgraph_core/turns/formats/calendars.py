"""Calendars (iCalendar, RFC 5545) → turns: each event with its day, its place and its participants.

An event that recurs keeps its rule with two changes, because the rule of a stored note must name its days and has no end
date: the days are added, and the end date becomes the end of the note. Excluded and moved occurrences become EXDATE.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import answer_language, pack_of
from memgraph_core.language.relating.appointed import HAPPENS_ON
from memgraph_core.language.scripts import one_line
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.recurrence import BYDAY
from memgraph_core.records.validation import MAX_NAME, clock_time
from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.blocks import components_of, import_library
from memgraph_core.turns.formats.found import ReadTurns, read_records
from memgraph_core.turns.records import DeclaredFact, Period, Record

Event = Any  # icalendar.Event: a mapping of properties

_DAY_PARTS = ("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS")
_LEFT_OUT = ("UNTIL", "WKST")  # parts of a rule that are not kept: the note has the end of the series


@dataclass(frozen=True, slots=True)
class _Words:
    comma: str
    stop: str
    participants: str
    cancelled: str
    repeats: Mapping[str, str]


_ENGLISH = _Words(
    ", ", ". ", "with {}", "cancelled",
    {"DAILY": "daily", "WEEKLY": "weekly", "MONTHLY": "monthly", "YEARLY": "yearly"},
)  # fmt: skip
_CHINESE = _Words(
    "，", "。", "参加者：{}", "取消",
    {"DAILY": "每天", "WEEKLY": "每周", "MONTHLY": "每月", "YEARLY": "每年"},
)  # fmt: skip


def read_calendar(text: str, source: SourcePosition) -> ReadTurns:
    """The events of a calendar. Raises ConfigError without the library, InvalidInput if no event can be read."""
    events = list(_events(text, source))
    # Uid → days of the occurrences that have an event of their own.
    moved: dict[str, list[datetime]] = {}
    for event, _ in events:
        if not isinstance(event, str) and "RECURRENCE-ID" in event:
            moved.setdefault(_text(event, "UID"), []).append(
                _start_of_day(event, "RECURRENCE-ID", source.zone)
            )
    return read_records(events, partial(_record, zone=source.zone, moved=moved), source)


def _events(text: str, source: SourcePosition) -> Iterator[tuple[Event | str, SourcePosition]]:
    """Each event with the position of its first line; for one that cannot be parsed, the reason."""
    parse = import_library("icalendar", source).Calendar.from_ical
    zones = "".join(zone for zone, _ in components_of(text, "VTIMEZONE", source))
    for component, at in components_of(text, "VEVENT", source):
        calendar = f"BEGIN:VCALENDAR\r\n{zones}{component}END:VCALENDAR\r\n"
        try:
            event: Event = parse(calendar).walk("VEVENT")[0]
        except (IndexError, ValueError) as e:
            yield f"not a valid event: {e}", at
            continue
        problems = [f"{name or 'line'}: {why}" for name, why in event.errors]
        yield problems[0] if problems else event, at


def _record(event: Event, *, zone: tzinfo, moved: Mapping[str, Sequence[datetime]]) -> Record:
    name = one_line(_text(event, "SUMMARY")).strip()[:MAX_NAME]
    if not name_key(name):
        raise InvalidInput("the event has no SUMMARY. Give it a title.")
    if "DTSTART" not in event:
        raise InvalidInput(f"the event {name!r:.60} has no DTSTART.")
    words = pack_of(answer_language(name)).pick(_ENGLISH, _CHINESE)
    period, is_cancelled = _period(event, zone), _text(event, "STATUS").upper() == "CANCELLED"
    uid = _text(event, "UID") or name
    occurrence = (
        _local(event.decoded("RECURRENCE-ID"), zone).isoformat() if "RECURRENCE-ID" in event else None
    )
    recurs = None if is_cancelled else _rule(event, zone, moved.get(uid, ()))
    until = _series_end(event, zone) if recurs else period.end
    day = words.cancelled if is_cancelled else _iso(period)
    changed = _moment(event, "LAST-MODIFIED") or _moment(event, "CREATED")
    return Record(
        id=uid if occurrence is None else f"{uid}/{occurrence}",
        text=_sentence(event, name, period, words, is_cancelled=is_cancelled),
        facts=() if recurs else (DeclaredFact(subject=name, type=HAPPENS_ON, object=day),),
        entities=_entities(event, name),
        period=Period() if is_cancelled else Period(start=period.start, end=until, grain=period.grain),
        recurs=recurs,
        said_at=changed,
    )


def _entities(event: Event, name: str) -> dict[str, EntityType]:
    found: dict[str, EntityType] = {name: "Event"}
    place = one_line(_text(event, "LOCATION")).strip()
    if name_key(place) and "://" not in place and len(place) <= MAX_NAME:
        found.setdefault(place, "Place")
    for person in _participants(event):
        found.setdefault(person, "Person")
    return found


def _participants(event: Event) -> list[str]:
    """The names of organiser and attendees. One with only an address has no name."""
    people = [person for key in ("ORGANIZER", "ATTENDEE") for person in _values(event, key)]
    names = [one_line(str(person.params.get("CN", ""))).strip() for person in people]
    return list(dict.fromkeys(name for name in names if name_key(name) and "@" not in name))


# Text


def _sentence(event: Event, name: str, period: Period, words: _Words, *, is_cancelled: bool) -> str:
    """The event in one line, as in `Dentist, 3 March 2026 10:00, Via Roma 5, with Ben`, and its description."""
    people, rule = _participants(event), _rule_parts(event)
    parts = [
        name,
        _day(name, period),
        one_line(_text(event, "LOCATION")).strip(),
        words.participants.format(words.comma.join(people)) if people else "",
        words.repeats.get(rule.get("FREQ", ""), ""),
        words.cancelled if is_cancelled else "",
    ]
    described = _text(event, "DESCRIPTION").strip()
    return words.comma.join(filter(None, parts)) + (words.stop + described if described else "")


def _day(name: str, period: Period) -> str:
    start, end = period.start, period.end
    if start is None or end is None:
        return ""
    derived = pack_of(answer_language(name)).derived_text
    if period.grain == "minute":
        return f"{derived.day(start)} {start:%H:%M}"
    last = end - timedelta(days=1)
    return derived.day(start) if last <= start else f"{derived.day(start)} – {derived.day(last)}"


def _iso(period: Period) -> str:
    """The day as the object of HAPPENS_ON: 2026-03-03, 2026-03-03 10:00, or first and last day with a slash."""
    start, end = period.start, period.end
    if start is None or end is None:
        return ""
    if period.grain == "minute":
        return f"{start:%Y-%m-%d %H:%M}"
    last = end - timedelta(days=1)
    return f"{start:%Y-%m-%d}" if last <= start else f"{start:%Y-%m-%d}/{last:%Y-%m-%d}"


# Times: local times in the time zone of the import, written as UTC


def _period(event: Event, zone: tzinfo) -> Period:
    start = _local(event.decoded("DTSTART"), zone)
    is_day = not isinstance(event.decoded("DTSTART"), datetime)
    end = _local(event.decoded("DTEND"), zone) if "DTEND" in event else None
    if end is None and "DURATION" in event:
        end = start + cast(timedelta, event.decoded("DURATION"))
    shortest = start + (timedelta(days=1) if is_day else timedelta(minutes=1))
    return Period(start=start, end=max(end or shortest, shortest), grain="day" if is_day else "minute")


def _local(value: object, zone: tzinfo) -> datetime:
    """The local time of a date or datetime. A datetime without a zone is already local."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else clock_time(value, zone)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    raise InvalidInput(f"{value!r:.60} is not a date.")


def _start_of_day(event: Event, key: str, zone: tzinfo) -> datetime:
    return midnight(_local(event.decoded(key), zone))


def _moment(event: Event, key: str) -> datetime | None:
    value = event.decoded(key) if key in event else None
    return value if isinstance(value, datetime) and value.tzinfo else None


# Recurrence


def _rule_parts(event: Event) -> dict[str, str]:
    """The parts of the first rule of an event."""
    rules = _values(event, "RRULE")
    text = cast(str, rules[0].to_ical().decode()) if rules else ""
    return dict(cast(tuple[str, str], part.split("=", 1)) for part in text.upper().split(";") if "=" in part)


def _rule(event: Event, zone: tzinfo, moved: Sequence[datetime]) -> str | None:
    """The rule with the days that its start implies, and the days without an occurrence; None for a single event."""
    parts = _rule_parts(event)
    if not parts:
        return None
    start = _start_of_day(event, "DTSTART", zone)
    if not any(part in parts for part in _DAY_PARTS):
        parts |= _implied_days(parts.get("FREQ", ""), parts, start)
    rule = ";".join(f"{key}={value}" for key, value in parts.items() if key not in _LEFT_OUT)
    excluded = sorted({*_excluded(event, zone), *moved})
    days = ",".join(f"{day:%Y%m%dT000000}" for day in excluded)
    return f"RRULE:{rule} EXDATE:{days}" if days else rule


def _implied_days(frequency: str, parts: Mapping[str, str], start: datetime) -> dict[str, str]:
    if frequency == "WEEKLY":
        return {"BYDAY": BYDAY[start.weekday()]}
    if frequency == "MONTHLY":
        return {"BYMONTHDAY": str(start.day)}
    if frequency == "YEARLY":
        return {"BYMONTH": parts.get("BYMONTH", str(start.month)), "BYMONTHDAY": str(start.day)}
    return {}


def _excluded(event: Event, zone: tzinfo) -> Iterator[datetime]:
    for listed in _values(event, "EXDATE"):
        for each in listed.dts:
            yield midnight(_local(each.dt, zone))


def _series_end(event: Event, zone: tzinfo) -> datetime | None:
    """The end of the last day on which the series may occur; None if the rule has no UNTIL."""
    rules = _values(event, "RRULE")
    until = rules[0].get("UNTIL") if rules else None
    if not until:
        return None
    return midnight(_local(until[0], zone)) + timedelta(days=1)


# Properties


def _text(event: Event, key: str) -> str:
    """The first value of a property, or an empty text. A property may occur once for each language."""
    return str(next(iter(_values(event, key)), ""))


def _values(event: Event, key: str) -> list[Any]:
    """The values of a property that may occur several times."""
    found = event.get(key)
    if found is None:
        return []
    return cast(list[Any], found) if isinstance(found, list) else [found]
