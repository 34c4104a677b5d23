"""Records as short text: their `repr` and the parts of their `str`, short enough to read in a terminal."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from memgraph_core.records.kinds import Grain

_MAX_TEXT = 60  # characters
_MAX_ITEMS = 3
_MAX_LINE = 100  # characters of a text on one line
_DATE_LENGTH: dict[Grain, int] = {"year": 4, "month": 7}  # of an ISO date; 10 for a finer grain
_MOMENT = timedelta(microseconds=1)  # before the end of a half-open interval
# Fields that only searches use: vectors, full-text tokens, and what reads the instances of an abstraction.
HIDDEN = frozenset({"vector", "part_vectors", "terms", "read_instances"})
_TOKENS = frozenset({"terms", "term_weights"})  # full-text tokens, which repeat the text


def short_repr(self: object) -> str:
    """The fields of a record that differ from their defaults; long values are cut and end with `…`."""
    shown = [
        f"{field.name}={_short(getattr(self, field.name))}"
        for field in fields(cast(Any, self))
        if field.repr and field.name not in _TOKENS and not _is_default(field, getattr(self, field.name))
    ]
    return f"{type(self).__name__}({', '.join(shown)})"


def shown_fields(record: object) -> dict[str, Any]:
    """The fields of a record by name, without those that only searches use."""
    return {f.name: getattr(record, f.name) for f in fields(cast(Any, record)) if f.name not in HIDDEN}


def as_date(moment: datetime, grain: Grain | None = None) -> str:
    """The date to its known precision. Hours are left out, because their time zone would be unclear."""
    return moment.date().isoformat()[: _DATE_LENGTH.get(grain or "day", 10)]


def last_date(until: datetime, grain: Grain | None = None) -> str:
    """The last day (month, year) of an interval that ends at a moment: an end at midnight is the day before."""
    return as_date(until - _MOMENT, grain)


def with_day(text: str, moment: datetime | None) -> str:
    """The text with its day as a prefix, if known."""
    return f"{as_date(moment)} {text}" if moment else text


def beginning(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _MAX_LINE else f"{line[:_MAX_LINE]} …"


def _is_default(field: Field[Any], value: object) -> bool:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    return default is not MISSING and type(default) is type(value) and default == value


def _short(value: object) -> str:
    if isinstance(value, str):
        return repr(value) if len(value) <= _MAX_TEXT else f"{value[:_MAX_TEXT]!r}…"
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, float):
        return f"{value:.4g}"
    if is_dataclass(value):
        return _short_record(value)
    if isinstance(value, Mapping):
        pairs = [
            f"{_short(key)}: {_short(each)}" for key, each in cast(Mapping[object, object], value).items()
        ]
        return f"{{{_cut(pairs)}}}"
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        items = [_short(each) for each in cast(Collection[object], value)]
        return f"({_cut(items)}{',' if len(items) == 1 else ''})"
    return repr(value)


def _short_record(record: object) -> str:
    if type(record).__str__ is not object.__str__:
        return f"<{type(record).__name__} {record}>"
    return short_repr(record) if type(record).__repr__ is short_repr else f"{type(record).__name__}(…)"


def _cut(shown: list[str]) -> str:
    rest = len(shown) - _MAX_ITEMS
    return ", ".join(shown[:_MAX_ITEMS]) + (f", … {rest} more" if rest > 0 else "")


def without_speaker(text: str, speaker: str | None) -> str:
    """The text of a note, such as `Ada: I sail.`, without the name of its speaker."""
    return text.removeprefix(f"{speaker}:").lstrip() if speaker else text
