"""Themes of a period, and trends between two periods."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number in range(4):
        memory.add(f"Meeting number {number}: I was at work at Fiat.", speaker="Ada", said_at=day(number))
    for number in range(6):
        memory.add(f"I went to concert {number}, music in Verona.", speaker="Ada", said_at=day(40, number))
    memory.add("I flew to Lisbon.", speaker="Ada", said_at=day(45))
    return memory


def test_themes_contain_topics_entities_categories_and_peaks(memory):
    found = memory.themes()
    assert [(theme.name, theme.count, theme.rank) for theme in found.entities[:2]] == [
        ("Verona", 6, 1),
        ("Fiat", 4, 2),
    ]
    assert {"work", "music"} <= {theme.name for theme in found.topics}
    assert found.categories["Fiat"][0] == "work"
    assert found.categories["Verona"][0] == "music"
    assert found.peaks == ((day(40).date(), 6),)
    assert sum(theme.share for theme in found.entities) == pytest.approx(1.0)


def test_themes_of_a_period_contain_only_that_period(memory):
    found = memory.themes(since=day(0), until="2026-01-31T00:00:00+00:00")
    assert [theme.name for theme in found.entities] == ["Fiat"]
    assert "music" not in {theme.name for theme in found.topics}


def test_trends_contain_rises_and_falls(memory):
    trends = {(trend.kind, trend.name): trend for trend in memory.trends()}
    fall, rise = trends["entity", "Fiat"], trends["entity", "Verona"]
    assert (fall.rank_before, fall.rank_after, fall.change) == (1, None, -1.0)
    assert (rise.rank_before, rise.rank_after) == (None, 1)
    assert trends["topic", "music"].change > 0 > trends["topic", "work"].change


def test_agent_generated_turns_are_not_counted(memory):
    before = memory.themes()
    for number in range(9):
        memory.add(f"Fiat is a fine employer, number {number}.", role="assistant", said_at=day(44))
    assert memory.themes() == before


def test_an_empty_memory_has_no_themes(database, namespaces):
    empty = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-empty"))
    assert (empty.themes().entities, empty.trends()) == ((), ())


def test_a_period_that_ends_before_it_starts_is_refused(memory):
    with pytest.raises(InvalidInput, match="since must be before until"):
        memory.trends(since=day(9), until=day(3))
