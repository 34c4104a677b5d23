"""Runs: a long gap divides the events, and the preset sets its length."""

from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core.consolidate.runs import PRESETS, runs

START = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("balanced", [range(3), range(3, 5)]),
        ("topic", [range(5)]),
        ("log", [range(2), range(2, 3), range(3, 5)]),
    ],
)
def test_a_gap_divides_a_run(preset, expected):
    moments = [START + timedelta(days=day) for day in (0, 1, 9, 80, 81)]
    assert runs(moments, PRESETS[preset]) == expected


def test_without_events_there_is_no_run():
    assert runs([], PRESETS["balanced"]) == []
