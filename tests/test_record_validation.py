"""Validation of the fields of records."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from factories import make_turn
from memgraph_core.errors import InvalidInput
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.validation import checked_name, checked_role, utc

ROME = timezone(timedelta(hours=2))


def test_a_name_with_a_control_character_is_refused():
    for character in (*map(chr, range(32)), "\x7f"):
        with pytest.raises(InvalidInput, match="control character"):
            checked_name(f"a{character}b", "session")


@pytest.mark.parametrize("name", ["Ada", "a b", "\x80", "\xa0x", "阿达", "👩‍👧", "~"])
def test_a_name_may_have_any_other_character(name):
    assert checked_name(name, "session") == name


@pytest.mark.parametrize("name", ["", " ", "\u3000", None, 7])
def test_a_blank_name_is_refused(name):
    with pytest.raises(InvalidInput, match="session is blank"):
        checked_name(name, "session")


def test_a_name_without_valid_unicode_is_refused():
    with pytest.raises(InvalidInput, match="lone surrogate"):
        checked_name("a\ud800", "session")


@pytest.mark.parametrize("zone", [UTC, ROME])
def test_a_time_is_converted_to_utc(zone):
    moment = datetime(2026, 3, 20, 9, tzinfo=zone)
    assert utc(moment) == moment
    assert utc(moment).tzinfo is UTC


@pytest.mark.parametrize("zone", [UTC, ROME])
@pytest.mark.parametrize("naive", [datetime.min, datetime.max])
def test_a_time_out_of_range_is_refused(naive, zone):
    with pytest.raises(InvalidInput, match="said_at is out of range"):
        utc(naive.replace(tzinfo=zone), "said_at")


def test_a_time_without_a_timezone_is_refused():
    with pytest.raises(InvalidInput, match="no timezone"):
        utc(datetime(2026, 3, 20))


@pytest.mark.parametrize("role", ["User", "", None, ["user"]])
def test_an_unknown_role_is_refused_with_the_known_ones(role):
    with pytest.raises(InvalidInput, match="user, assistant, tool, system, web"):
        checked_role(role)


def test_a_turn_keeps_its_times_in_utc():
    assert make_turn(said_at=datetime(2026, 3, 20, 9, tzinfo=ROME)).said_at == datetime(
        2026, 3, 20, 7, tzinfo=UTC
    )


def test_a_value_that_is_not_a_datetime_is_refused():
    with pytest.raises(InvalidInput, match="now is str, not a datetime: 'today'"):
        utc("today", "now")  # pyright: ignore[reportArgumentType]  callers without a type checker


@pytest.mark.parametrize("position", [-1, 10**30])
def test_a_position_out_of_range_is_refused(position):
    with pytest.raises(InvalidInput, match=f"turn 't1': position is {position}; give 0 to "):
        make_turn("t1", position=position)


@pytest.mark.parametrize("days", [0.0, -1.0, float("nan"), float("inf")])
def test_an_invalid_half_life_is_refused(days):
    with pytest.raises(InvalidInput, match="half_life_days is"):
        EntityQuery(half_life_days=days)
