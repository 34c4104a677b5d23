"""Records as users see them: instants are shown with the clock of the time zone of the settings.

Stores keep instants in UTC. A time that a text states is kept as the local clock shows it, with UTC as its zone, and is the
same day in every zone. A class whose times are all stated has `has_stated_times = True`.
"""

import inspect
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, time, tzinfo
from functools import cache, wraps
from typing import Any, TypeVar, cast

from memgraph_core.records.graph import Fact, Note

_Value = TypeVar("_Value")
_Class = TypeVar("_Class", bound=type)


def local_times(cls: _Class) -> _Class:
    """A class decorator: the records that each public method returns have local times. `_zone` of the object is the zone."""
    for name, verb in list(vars(cls).items()):
        if inspect.isfunction(verb) and not name.startswith("_"):
            setattr(cls, name, _with_local_times(verb))
    return cls


def wall_clock(moment: datetime) -> datetime:
    """What the clock of a local moment shows, with UTC as its zone: the form of stated times."""
    return moment.replace(tzinfo=UTC)


def in_zone(value: _Value, zone: tzinfo) -> _Value:
    """A record, or a collection of records, with its instants in a time zone. The moments stay the same."""
    return value if zone is UTC else cast(_Value, _converted(value, zone))


def _with_local_times(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    def call(self: Any, *args: object, **kwargs: object) -> Any:  # noqa: ANN401  as the verb
        return in_zone(verb(self, *args, **kwargs), self._zone)

    return call


def _converted(value: object, zone: tzinfo) -> object:
    if isinstance(value, datetime):
        return value.astimezone(zone)
    if isinstance(value, tuple | list):
        items = cast(tuple[object, ...] | list[object], value)
        found = [_converted(item, zone) for item in items]
        if all(new is old for new, old in zip(found, items, strict=True)):
            return items
        return found if isinstance(items, list) else _tuple_like(items, found)
    if isinstance(value, Mapping):
        pairs = cast(Mapping[object, object], value)
        new_pairs = {key: _converted(item, zone) for key, item in pairs.items()}
        return new_pairs if any(new_pairs[key] is not item for key, item in pairs.items()) else pairs
    if is_dataclass(value) and not isinstance(value, type) and not getattr(value, "has_stated_times", False):
        return _converted_record(value, zone)
    return value


def _tuple_like(items: tuple[object, ...], found: list[object]) -> tuple[object, ...]:
    make = getattr(type(items), "_make", tuple)  # a named tuple keeps its type
    return cast(tuple[object, ...], make(found))


def _converted_record(record: Any, zone: tzinfo) -> object:  # noqa: ANN401  any dataclass
    stated = _stated_times(record)
    changed = dict[str, object]()
    for name in _fields_of(record.__class__):
        old = getattr(record, name)
        new = old if name in stated else _converted(old, zone)
        if new is not old:
            changed[name] = new
    if not changed:
        return record
    local = copy(record)  # `replace` would check the fields again, which converts the times of a turn to UTC
    for name, value in changed.items():
        object.__setattr__(local, name, value)
    return local


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cast(Any, kind)) if field.init)


def _stated_times(record: object) -> tuple[str, ...]:
    """The fields whose times a text states. The end of a fact is stated if it is the beginning of a day in UTC.

    Otherwise it is the moment at which another fact was stated.
    """
    if isinstance(record, Note):
        return ("holds_from", "holds_until") if record.grain is not None else ()
    if not isinstance(record, Fact):
        return ()
    start = ("holds_from",) if record.has_stated_start else ()
    return (*start, "holds_until") if _is_midnight(record.holds_until) else start


def _is_midnight(moment: datetime | None) -> bool:
    return moment is not None and not moment.utcoffset() and moment.time() == time()
