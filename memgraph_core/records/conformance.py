"""Checks at run time that values have the types of their annotations: arguments of public verbs, and imported records.

A bool does not count as a number, and a text does not count as a list of texts. A number must be finite. An object conforms to
a protocol if it has all members of the protocol. Types that cannot be checked, such as callables, accept every value.
"""

import inspect
import math
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import fields
from functools import cache, wraps
from inspect import getattr_static
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, Unpack, cast, get_args, get_origin, get_type_hints

from memgraph_core.errors import InvalidInput

Check = Callable[[object], bool]
_P = ParamSpec("_P")
_R = TypeVar("_R")
_Class = TypeVar("_Class", bound=type)

_CHECKED_ELSEWHERE = frozenset({"content"})  # arguments that later code checks with a clearer error
_AT_LEAST: Mapping[str, float] = {"last": 0}  # the least value of a number; 1 for all other arguments
_AT_MOST: Mapping[str, int] = {"days": 100_000}  # the largest value; for all others:
_MAX_INTEGER = 1_000_000_000
_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "True or False", NoneType: "None"}


def check_verbs(cls: _Class) -> _Class:
    """A class decorator: each public method checks its arguments, and raises InvalidInput for a value of a wrong type."""
    for name, verb in list(vars(cls).items()):
        if inspect.isfunction(verb) and not name.startswith("_"):
            setattr(cls, name, _checked(verb))
    return cls


def check_record(record: object) -> None:
    """Raises InvalidInput, with the name and the value of the first field whose value does not have its type."""
    for name, hint in _hints_of(type(record)).items():
        value = getattr(record, name)
        if not _check_of(hint)(value):
            raise InvalidInput(f"{name} is {value!r:.80}; give {accepted_values(hint)}.")


def accepted_values(hint: object) -> str:
    """A description of the values that a type accepts."""
    if isinstance(hint, type) and hint in _NAMES:
        return _NAMES[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(accepted_values(part) for part in parts if part is not NoneType))
    if origin is Literal:
        return f"one of {', '.join(map(str, parts))}"
    if origin is not None and issubclass(origin, Mapping):
        return "a mapping"
    if origin is not None and issubclass(origin, Sequence | Set):
        return f"a list of {accepted_values(parts[0])}" if parts else "a list"
    return f"a {getattr(origin or hint, '__name__', hint)}"


def _checked(verb: Callable[_P, _R]) -> Callable[_P, _R]:
    signature = inspect.signature(verb)
    keyword_parameter, others = _keywords_of(signature)
    checks = {
        name: (_check_of(parameter.annotation), parameter.annotation)
        for name, parameter in signature.parameters.items()
        if name not in _CHECKED_ELSEWHERE
        and not isinstance(parameter.annotation, str)  # skip annotations that are still strings
        and parameter.annotation is not inspect.Parameter.empty
        and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }
    checks |= {name: (_check_of(hint), hint) for name, hint in others.items()}

    @wraps(verb)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            arguments = signature.bind(*args, **kwargs).arguments
        except TypeError as e:
            raise TypeError(f"{verb.__name__}(): {e}; it takes {_accepted(signature)}") from None
        keywords = arguments.pop(keyword_parameter, {})
        for name, value in (*arguments.items(), *keywords.items()):
            if name in keywords and name not in others:
                raise TypeError(f"{verb.__name__}() got an unexpected keyword argument {name!r}")
            if name in checks:
                _check_argument(name, value, *checks[name])
        return verb(*args, **kwargs)

    return call


def _accepted(signature: inspect.Signature) -> str:
    """The arguments of a verb without `self` and their types: `(name, *, reason, now)`."""
    parameters = list(signature.parameters.values())[1:]
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in parameters]
    return str(inspect.Signature(bare))


def _keywords_of(signature: inspect.Signature) -> tuple[str, Mapping[str, object]]:
    """The name of the parameter that takes further keyword arguments, and their types; empty if there is none."""
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD and get_origin(parameter.annotation) is Unpack:
            return parameter.name, get_type_hints(get_args(parameter.annotation)[0])
    return "", {}


def _check_argument(name: str, value: object, check: Check, hint: object) -> None:
    if not check(value):
        raise InvalidInput(f"{name} is {value!r:.80}; give {accepted_values(hint)}.")
    if not isinstance(value, int | float) or isinstance(value, bool):
        return
    least, most = _AT_LEAST.get(name, 1), _AT_MOST.get(name, _MAX_INTEGER)
    if isinstance(value, int) and value < least:
        # A longer number may have too many digits for a text.
        shown = value if value > -most else f"below -{most:,}"
        raise InvalidInput(f"{name} is {shown}; give {least:g} or more.")
    if value > most:
        raise InvalidInput(f"{name} is {value!r:.80}; give {most:,} or less.")


@cache
def _hints_of(kind: type) -> Mapping[str, object]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(cast(Any, kind))}


@cache
def _check_of(hint: object) -> Check:
    """The check for a type annotation."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        checks = [_check_of(part) for part in parts]
        return lambda value: any(check(value) for check in checks)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in parts
    if origin is Callable:
        return callable
    if isinstance(origin, type):
        return _check_of_collection(origin, parts)
    if hint is float:
        return _is_number
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and getattr(hint, "_is_protocol", False):
        members = [name for name in vars(hint) if not name.startswith("_")]
        return lambda value: all(getattr_static(value, name, None) is not None for name in members)
    if isinstance(hint, type):
        return lambda value: isinstance(value, hint)
    return lambda value: True


def _check_of_collection(origin: type, parts: Sequence[object]) -> Check:
    """The check for a list, tuple, set or mapping, including its elements."""
    if not issubclass(origin, Collection):
        return lambda value: True  # such as Iterable
    if not issubclass(origin, Mapping | Sequence | Set):
        return lambda value: isinstance(value, origin)  # such as an array
    if issubclass(origin, Mapping):
        return lambda value: isinstance(value, Mapping)
    if origin is tuple and parts and parts[-1] is not Ellipsis:
        checks = [_check_of(part) for part in parts]
        return lambda value: (
            isinstance(value, tuple)
            and len(cast(tuple[object, ...], value)) == len(checks)
            and all(check(part) for check, part in zip(checks, cast(tuple[object, ...], value), strict=True))
        )
    element = _check_of(parts[0] if parts else object)
    kinds = (tuple,) if origin is tuple else (frozenset,) if origin is frozenset else (Sequence, Set)
    return lambda value: (
        isinstance(value, kinds)
        and not isinstance(value, str | bytes)
        and all(element(part) for part in cast(Collection[object], value))
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)


def _is_finite(value: float) -> bool:
    return isinstance(value, int) or math.isfinite(value)
