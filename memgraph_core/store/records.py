"""Records as a store holds them, made anew."""

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

Record = TypeVar("Record")


def maker(kind: type[Record]) -> Callable[..., Record]:
    """Makes records of all their fields, in the order in which they are declared.

    They were checked before they were written, so not again here. The slots are set one by one, past what forbids it
    of a frozen record: a search makes hundreds, and by its constructor each takes two to three times as long.
    """
    slots = [getattr(kind, each.name).__set__ for each in fields(kind)]  # pyright: ignore[reportArgumentType]

    def made(*values: object) -> Record:
        record = object.__new__(kind)
        for put, value in zip(slots, values, strict=True):
            put(record, value)
        return record

    return made
