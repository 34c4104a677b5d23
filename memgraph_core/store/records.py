"""A fast constructor for records that are read from a store."""

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

Record = TypeVar("Record")


def maker(kind: type[Record]) -> Callable[..., Record]:
    """A constructor for records with values for all their fields, in the order of declaration.

    The values were validated before they were written and are not validated again. The slots are set directly, which
    avoids the checks of a frozen dataclass: a search creates hundreds of records, and the ordinary constructor takes two to
    three times as long.
    """
    setters = [getattr(kind, each.name).__set__ for each in fields(kind)]  # pyright: ignore[reportArgumentType]

    def make(*values: object) -> Record:
        record = object.__new__(kind)
        for set_field, value in zip(setters, values, strict=True):
            set_field(record, value)
        return record

    return make
