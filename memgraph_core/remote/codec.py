"""Converts records to JSON and back, by the type annotations of their fields.

The JSON of a record is an object with its fields, and with the name of its class under `record`. A time is ISO 8601 text.
Vectors and full-text terms are left out, as in the results of all lists.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from numbers import Real
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from memgraph_core.errors import InvalidInput
from memgraph_core.records.conformance import accepted_values
from memgraph_core.records.representation import HIDDEN, shown_fields

# Called with each record after it is made; returns the record to use instead.
Completion = Callable[[Any], Any]

_RECORD = "record"


def to_json(value: object) -> object:
    """The JSON value of a record, a collection or a plain value. Raises InvalidInput for anything else."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, date):  # a datetime is a date too
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        shown = shown_fields(value).items()
        return {_RECORD: type(value).__name__, **{name: to_json(each) for name, each in shown}}
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in cast(Mapping[object, object], value).items()}
    if isinstance(value, Collection):
        items = [to_json(each) for each in cast(Collection[object], value)]
        return sorted(items, key=repr) if isinstance(value, AbstractSet) else items
    raise InvalidInput(f"{value!r:.80} cannot be sent to a server; give text, numbers, times or records.")


def from_json(hint: Any, value: object, what: str = "value", complete: Completion | None = None) -> Any:  # noqa: ANN401
    """Read a value of the type `hint` from its JSON. Unknown fields of a record are ignored.

    `what` is the name of the value in errors. `complete` is called with each record and returns the record to use instead.
    Raises InvalidInput for a value that the type does not accept, and for a record without a required field.
    """
    return _Decoder(complete or _unchanged).read(hint, value, what)


def _unchanged(record: Any) -> Any:  # noqa: ANN401
    return record


class _Decoder:
    """Reads values of any type. The types of fields are known only at run time."""

    def __init__(self, complete: Completion) -> None:
        self._complete = complete

    def read(self, hint: Any, value: object, what: str) -> Any:  # noqa: ANN401
        origin = get_origin(hint)
        if origin in (Union, UnionType):
            return self._one_of(hint, value, what)
        kind = origin or hint
        if is_dataclass(kind):
            return self._record(hint, value, what)
        if isinstance(kind, type) and issubclass(kind, Mapping):
            return self._mapping(hint, value, what)
        if isinstance(kind, type) and issubclass(kind, Collection) and kind is not str:
            return self._collection(hint, value, what)
        return _plain(hint, value, what)

    def _one_of(self, hint: Any, value: object, what: str) -> Any:  # noqa: ANN401
        for member in _candidates(get_args(hint), value):
            try:
                return self.read(member, value, what)
            except InvalidInput:
                continue
        raise _refusal(hint, value, what)

    def _record(self, hint: Any, value: object, what: str) -> Any:  # noqa: ANN401
        if not isinstance(value, Mapping):
            raise _refusal(hint, value, what)
        given = cast(Mapping[str, object], value)
        kind = get_origin(hint) or hint
        variables = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint), strict=False))
        made: dict[str, object] = {}
        for field, type_of_field in _fields_of(kind):
            if field.name in given:
                known = _substituted(type_of_field, variables)
                made[field.name] = self.read(known, given[field.name], f"{what}.{field.name}")
            elif field.default is MISSING and field.default_factory is MISSING:
                raise InvalidInput(f"{what} has no {field.name}; give it.")
        return self._complete(kind(**made))

    def _mapping(self, hint: Any, value: object, what: str) -> dict[Any, Any]:  # noqa: ANN401
        if not isinstance(value, Mapping):
            raise _refusal(hint, value, what)
        _, element = get_args(hint) or (str, object)
        given = cast(Mapping[str, object], value)
        return {key: self.read(element, each, f"{what}.{key}") for key, each in given.items()}

    def _collection(self, hint: Any, value: object, what: str) -> Any:  # noqa: ANN401
        if not isinstance(value, list):
            raise _refusal(hint, value, what)
        given: list[object] = cast(list[object], value)
        kind, parts = get_origin(hint) or hint, get_args(hint)
        if kind is tuple and parts and parts[-1] is not Ellipsis:
            if len(parts) != len(given):
                raise _refusal(hint, given, what)
            return tuple(self.read(part, each, what) for part, each in zip(parts, given, strict=True))
        items = [
            self.read(parts[0] if parts else object, each, f"{what}[{n}]") for n, each in enumerate(given)
        ]
        return frozenset(items) if issubclass(kind, AbstractSet) else tuple(items)


def _candidates(members: Sequence[Any], value: object) -> Sequence[Any]:
    """The members of a union that a JSON value may belong to, in the order in which they are tried."""
    if value is None:
        return [member for member in members if member is NoneType]
    if isinstance(value, str) and str in members:
        return [str]  # a moment may be given as text; the verb converts it
    if isinstance(value, Mapping) and (name := cast(Mapping[str, object], value).get(_RECORD)) is not None:
        return [member for member in members if getattr(get_origin(member) or member, "__name__", "") == name]
    others = [member for member in members if member is not NoneType]
    # An object without the name of a class is rather a mapping than a record.
    return sorted(others, key=lambda member: is_dataclass(get_origin(member) or member))


def _plain(hint: Any, value: object, what: str) -> Any:  # noqa: ANN401
    """A value that does not contain other values. Raises InvalidInput for one of another type."""
    if isinstance(hint, TypeVar) or hint in (Any, object) or (hint is NoneType and value is None):
        return value
    if hint in (datetime, date) and isinstance(value, str):
        try:
            return hint.fromisoformat(value)
        except ValueError as e:
            raise _refusal(hint, value, what) from e
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if _is_literal_or_instance(hint, value):
        return value
    raise _refusal(hint, value, what)


def _is_literal_or_instance(hint: Any, value: object) -> bool:  # noqa: ANN401
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return hint in (str, bool) and isinstance(value, hint)


def _substituted(hint: Any, variables: Mapping[Any, Any]) -> Any:  # noqa: ANN401
    """A type with the type variables of its class replaced: `tuple[T, ...]` of a `Page[Turn]` is `tuple[Turn, ...]`."""
    used = getattr(hint, "__parameters__", ())
    return hint[tuple(variables.get(each, object) for each in used)] if used and variables else hint


@cache
def _fields_of(kind: type) -> tuple[tuple[Field[Any], Any], ...]:
    hints = get_type_hints(kind)
    return tuple((f, hints[f.name]) for f in fields(cast(Any, kind)) if f.init and f.name not in HIDDEN)


def _refusal(hint: Any, value: object, what: str) -> InvalidInput:  # noqa: ANN401
    return InvalidInput(f"{what} is {value!r:.80}; give {accepted_values(hint)}.")
