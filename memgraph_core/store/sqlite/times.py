"""Moments as whole microseconds since 1970, UTC: exact from year 1 to 9999, and they sort."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import overload

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
DAY = 86_400_000_000  # microseconds


@overload
def micros(moment: datetime) -> int: ...
@overload
def micros(moment: datetime | None) -> int | None: ...
def micros(moment: datetime | None) -> int | None:
    """The moment as the file keeps it."""
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=16_384)  # a turn, its notes, its facts and whom they are about have one and the same
def moment(stored: int) -> datetime:
    """The moment that the file keeps."""
    return _EPOCH + timedelta(0, 0, stored)  # by position: by name takes half as long again


def moment_or_none(stored: int | None) -> datetime | None:
    """The same where there may be none."""
    return None if stored is None else moment(stored)
