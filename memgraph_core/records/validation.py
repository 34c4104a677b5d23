"""Validation of record fields. Each check raises InvalidInput with the value and the accepted values."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, tzinfo
from typing import cast, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from memgraph_core.errors import InvalidInput
from memgraph_core.records.kinds import Role, Vector

MAX_TEXT = 100_000  # characters of one turn
MAX_MESSAGE = 1_000_000  # characters of one message, which is split into turns if necessary
MAX_METADATA = 10_000  # characters of the metadata of a turn, as JSON
MAX_POSITION = 1_000_000_000  # of a turn in its session
MAX_NAME = 200  # characters of a namespace, session, speaker or uid

# Relationship types of the graph's own structure. They are not allowed as relation types of facts.
STRUCTURAL_TYPES = frozenset(
    {"HAS", "MENTIONS", "SPOKEN_BY", "FROM", "ABOUT", "NAMES", "SUBJECT", "OBJECT", "SUPERSEDES"}
    | {"CONFLICTS", "SIMILAR", "LINKED", "ABSTRACTS", "SUPPORTED_BY", "SAME_AS", "APART", "OWN"}
    | {"NAMED_IN", "REVISION"}
)
_ROLES = get_args(Role)
_UNIT_TOLERANCE = 1e-6  # a length counts as 1 within this distance (float32)
_RELATION = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
# 2026年6月1日 09:00
_CHINESE_DATE = re.compile(r"(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})[日号](\s?\d\d:\d\d(?::\d\d)?)?)?)?")
_PLAIN_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
EARLIEST = datetime(1, 1, 3, tzinfo=UTC)  # the earliest time that is accepted
_LATEST = datetime(9999, 12, 29, tzinfo=UTC)


def utc(moment: datetime, what: str = "time") -> datetime:
    """The moment in UTC. Raises InvalidInput for one without a timezone or outside years 1 to 9999."""
    if type(moment) is datetime and moment.tzinfo is UTC and EARLIEST <= moment <= _LATEST:
        return moment  # a fast path: true of nearly all moments
    if not isinstance(moment, datetime):  # pyright: ignore[reportUnnecessaryIsInstance]  callers without a type checker
        raise InvalidInput(f"{what} is {type(moment).__name__}, not a datetime: {moment!r:.80}")
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidInput(
            f"{what} has no timezone: {moment.isoformat()}. Give one, for example "
            f"datetime(..., tzinfo=UTC) or {moment.isoformat()}+00:00."
        )
    naive = moment.replace(tzinfo=UTC)
    if not EARLIEST <= naive <= _LATEST:
        raise InvalidInput(
            f"{what} is out of range: {moment.isoformat()}. Give a time from {EARLIEST.date()} to {_LATEST.date()}."
        )
    return moment.astimezone(UTC)


def clock_time(moment: datetime, zone: tzinfo) -> datetime:
    """What the clocks of a zone show at a moment, with UTC as its zone: the form of stated days and times."""
    return moment.astimezone(zone).replace(tzinfo=UTC)


def moment_of(given: object, what: str = "time", zone: tzinfo = UTC) -> datetime:
    """The moment of an argument in UTC. The argument is an aware datetime, a date, or ISO text.

    A day, a month or a year (`2026-06-01`, `2026-06`, `2026`, 2026年6月1日) means its beginning. Dates, and text without a
    zone, are in `zone`. Raises InvalidInput.
    """
    local = local_moment(given, what)
    return utc(local if local.tzinfo else local.replace(tzinfo=zone), what)


def local_moment(given: object, what: str = "time") -> datetime:
    """Like `moment_of`, but a value without a zone gives a datetime without a zone."""
    if isinstance(given, datetime):
        return utc(given, what)
    if isinstance(given, date):
        return datetime(given.year, given.month, given.day)
    text = given.strip() if isinstance(given, str) else ""
    if written := _CHINESE_DATE.fullmatch(text):
        text = "-".join(part.zfill(2) for part in written.groups()[:3] if part) + (written[4] or "")
    try:
        if match := _PLAIN_DATE.fullmatch(text):
            year, month, day = (int(part) if part else 1 for part in match.groups())
            return datetime(year, month, day)
        moment = datetime.fromisoformat(text)
    except ValueError as e:
        raise InvalidInput(
            f"{what} is not a date: {given!r:.60}. Give an aware datetime, ISO text such as 2026-03-20T09:00+01:00, or "
            "a day such as 2026-03-20."
        ) from e
    return utc(moment, what) if moment.tzinfo else moment


def zone_of(name: str) -> tzinfo:
    """The time zone for an IANA name or an offset such as +02:00. Raises InvalidInput for an unknown name."""
    try:
        if name.startswith(("+", "-")):
            return datetime.fromisoformat(f"2000-01-01T00:00{name}").tzinfo or UTC
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as e:
        raise InvalidInput(f"unknown timezone {name!r}. Write Europe/Rome, UTC or +02:00.") from e


def checked_choice(value: str | None, choices: object, what: str) -> None:
    """Accept None and the values of the Literal type `choices`. Raises InvalidInput that lists them."""
    if value is not None and value not in get_args(choices):
        raise InvalidInput(f"{what} is {value!r}; give one of {', '.join(get_args(choices))}.")


def checked_limit(limit: int, what: str = "limit") -> int:
    """The limit. Raises InvalidInput if it is below 1."""
    if limit < 1:
        raise InvalidInput(f"{what} is {limit}; give 1 or more.")
    return limit


def checked_period(since: datetime | None, until: datetime | None) -> None:
    """Raises InvalidInput if the period is empty. Times with and without a time zone are not compared."""
    if since is None or until is None or (since.tzinfo is None) is not (until.tzinfo is None):
        return
    if since >= until:
        raise InvalidInput(
            f"since is {since.isoformat()} and until {until.isoformat()}; since must be before until."
        )


def checked_text(text: str, what: str, too_long: str = "Split it into several turns of one session.") -> str:
    """The text, unchanged. Raises InvalidInput if it is blank, too long or not valid Unicode."""
    return _checked_text(text, what, MAX_TEXT, too_long)


def checked_message(text: str, what: str) -> str:
    """The text of a message, unchanged. Raises InvalidInput as `checked_text` does, with a higher limit."""
    return _checked_text(text, what, MAX_MESSAGE, "Add it as a document, or in several messages.")


def _checked_text(text: str, what: str, limit: int, too_long: str) -> str:
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]  callers without a type checker
        raise InvalidInput(f"{what} is {type(text).__name__}, not text: {text!r:.80}")
    if not text.strip():
        raise InvalidInput(f"{what} is blank: {text!r:.40}. Give some text.")
    if len(text) > limit:
        raise InvalidInput(f"{what} has {len(text):,} characters; the limit is {limit:,}. {too_long}")
    checked_unicode(text, what)
    return text


def without_surrogates(text: str) -> str:
    """The text with `?` for each lone surrogate, which tokenizers, endpoints and stores refuse."""
    return text.encode("utf-8", "replace").decode("utf-8")


def checked_name(name: str, what: str) -> str:
    """A uid, session, speaker or namespace. Raises InvalidInput if it is blank, too long or has control characters."""
    if not isinstance(name, str) or not name.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(f"{what} is blank: {name!r:.40}. Give some letters.")
    if len(name) > MAX_NAME:
        raise InvalidInput(f"{what} has {len(name)} characters; the limit is {MAX_NAME}: {name[:40]!r}…")
    if _CONTROL.search(name):
        raise InvalidInput(f"{what} has a control character: {name!r:.80}. Use printable characters.")
    checked_unicode(name, what)
    return name


def checked_unicode(text: str, what: str) -> None:
    """Raises InvalidInput for a text with a lone surrogate, which no store keeps."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as e:
        raise InvalidInput(
            f"{what} is not valid Unicode: a lone surrogate {text[e.start]!r} at character {e.start}. "
            "Decode the source as UTF-8 with errors='replace'."
        ) from e


def checked_metadata(given: object, what: str = "metadata") -> dict[str, object]:
    """A copy of a JSON object with text as keys. Raises InvalidInput for another value, and for one that is too large."""
    if not isinstance(given, Mapping) or not all(
        isinstance(key, str) for key in cast(Mapping[object, object], given)
    ):
        raise InvalidInput(f"{what} is {given!r:.80}; give a JSON object.")
    try:
        text = json.dumps(given, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as e:
        raise InvalidInput(
            f"{what} is not JSON: {e}. Give an object of texts, numbers, lists and objects."
        ) from e
    checked_unicode(text, what)
    if len(text) > MAX_METADATA:
        raise InvalidInput(f"{what} has {len(text):,} characters as JSON; the limit is {MAX_METADATA:,}.")
    return json.loads(text)


def checked_role(role: str) -> Role:
    """The role. Raises InvalidInput if it is unknown."""
    if role not in _ROLES:
        raise InvalidInput(f"role is {role!r}; give one of {', '.join(_ROLES)}.")
    return cast(Role, role)


def checked_relation(name: str) -> str:
    """A relation type. Raises InvalidInput unless it is UPPER_SNAKE_CASE and not a structural type of the graph."""
    if not _RELATION.fullmatch(name) or name in STRUCTURAL_TYPES:
        raise InvalidInput(
            f"relation type is {name!r}; give a name in UPPER_SNAKE_CASE, except {sorted(STRUCTURAL_TYPES)}."
        )
    return name


def checked_vector(values: Iterable[float] | Vector, dimension: int, what: str) -> Vector:
    """The vector at unit length. Raises InvalidInput for another dimension, NaN, infinity or all zeros."""
    vector = np.asarray(values, dtype=np.float32)
    if vector.shape != (dimension,):
        raise InvalidInput(f"{what} has shape {vector.shape}; give shape ({dimension},).")
    length = math.sqrt(vector.dot(vector))  # same as numpy.linalg.norm, in a third of the time
    if not math.isfinite(length) or length == 0.0:
        raise InvalidInput(
            f"{what} is not usable: its length is {length}. Give finite numbers, not all zero."
        )
    # A vector of unit length is not changed, so that copies in other stores are equal bit by bit.
    return vector if abs(length - 1.0) < _UNIT_TOLERANCE else vector / np.float32(length)
