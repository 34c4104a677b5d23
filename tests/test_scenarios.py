"""Scenarios: what each changes, as the habits that it finds and the time after which it archives their instances."""

from datetime import timedelta

import pytest

from factories import day
from memgraph_core.config import Settings
from memgraph_core.errors import ConfigError
from memgraph_core.memory import Memory
from memgraph_core.plan.novelty import PRESETS as NOVELTY_PRESETS
from memgraph_core.scenarios import SCENARIOS


def events(scenario: str, pause: int) -> tuple[Memory, int]:
    """A memory with six events, and the number of days until the last one."""
    memory = Memory.open(
        ":memory:", namespace="ada", embedder="none", settings=Settings().with_scenario(scenario)
    )
    for number in range(6):
        memory.add(
            "I had a latte at 8 this morning.",
            speaker="Ada",
            said_at=day(pause * number, 8),
            session=f"day {number}",
        )
    return memory, pause * 5


# The longest pause in days in which a habit is found, a longer one in which none is, and the days before archiving.
@pytest.mark.parametrize(
    ("scenario", "pause", "too_long", "archived_after"),
    [
        ("medical", 200, None, 365),
        ("education", 83, 84, 120),
        ("companion", 54, 56, 90),
        ("support", 6, 7, 14),
        ("office", 41, 42, 60),
        ("coding", 12, 13, 14),
    ],
)
def test_a_scenario_sets_the_pause_of_habits_and_the_time_of_archiving(
    scenario, pause, too_long, archived_after
):
    memory, last = events(scenario, pause)
    end = day(last, 8) + timedelta(days=archived_after)
    assert memory.consolidate(now=end - timedelta(hours=1)).abstractions == 1
    assert memory.list_notes(limit=1).items[0].state == "active"
    assert memory.consolidate(now=end).archived == 6
    if too_long:
        rare, last = events(scenario, too_long)
        assert rare.consolidate(now=day(last + 400)).abstractions == 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_environment_names_a_scenario_and_single_settings_take_precedence(name):
    scenario = SCENARIOS[name]
    settings = Settings.from_env({"MEMGRAPH_CORE_SCENARIO": name})
    assert settings == Settings().with_scenario(name)
    assert settings.retention.never_fade == scenario.never_fade
    assert settings.ingest.novelty_filter == scenario.novelty_filter in NOVELTY_PRESETS
    other = Settings.from_env({"MEMGRAPH_CORE_SCENARIO": name, "MEMGRAPH_CORE_NOVELTY_FILTER": "published"})
    assert other.ingest.novelty_filter == "published"


def test_kinds_that_never_fade_are_not_archived_by_expire():
    memory, _ = events("medical", 9)
    with pytest.raises(ValueError, match="never fade"):
        memory.expire({"procedural": 30})
    assert len(memory.expire({"episodic": 30}, now=day(400))) == 6


def test_an_unknown_scenario_is_refused():
    with pytest.raises(ConfigError, match="medical"):
        Settings().with_scenario("space")
    with pytest.raises(ConfigError, match="medical"):
        Settings.from_env({"MEMGRAPH_CORE_SCENARIO": "space"})
