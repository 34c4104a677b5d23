"""A name stays as long as a turn contains it: tests through the whole engine, on both stores."""

import pytest

from factories import NOW
from memgraph_core import Memory
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from sample_namespace import all_answers


@pytest.fixture
def memory(database, namespace):
    return Memory(MemoryEngine(database, settings=Settings(), clock=lambda: NOW), namespace)


def add_turns(memory, *lines):
    """Add each line (speaker, text) as a turn in a session of its own."""
    for number, (speaker, text) in enumerate(lines):
        memory.add(text, speaker=speaker, session=f"s{number}", uid=f"t{number}")


@pytest.mark.parametrize(
    ("before", "naming", "after", "canary"),
    [
        ("My sister lives in Turin.", "My sister Xylomena sails.", "My sister likes pears.", "xylomena"),
        ("我妹妹住在北京。", "我妹妹叫王鑫淼。", "我妹妹喜欢游泳。", "鑫淼"),
    ],
    ids=["English", "Chinese"],
)
def test_an_alias_is_removed_with_the_turn_that_states_it(memory, database, before, naming, after, canary):
    add_turns(memory, ("Ada", before), ("Ada", naming), ("Ada", after))
    store = database.store(memory.namespace)
    assert canary in all_answers(store).lower()
    memory.forget(turns=["t1"])
    assert canary not in all_answers(store).lower()
    assert {turn.uid for turn in memory.turns(["t0", "t1", "t2"])} == {"t0", "t2"}


@pytest.mark.parametrize(
    ("naming", "after", "canary"),
    [
        ("The Xylomena meeting is on June 24th.", "The meeting is on June 23rd.", "xylomena"),
        ("鑫淼会议在6月24日。", "会议在6月23日。", "鑫淼"),
    ],
    ids=["English", "Chinese"],
)
def test_a_later_reference_without_the_name_does_not_keep_it(memory, database, naming, after, canary):
    add_turns(memory, ("Ada", naming), ("Ada", after))
    store = database.store(memory.namespace)
    assert canary in all_answers(store).lower()
    memory.forget(turns=["t0"])
    assert canary not in all_answers(store).lower()


def test_a_name_that_another_turn_contains_stays(memory):
    add_turns(memory, ("Ada", "Xylomena moved to Turin."), ("Bea", "Xylomena likes pears."))
    memory.forget(turns=["t0"])
    found = memory.entity("Xylomena")
    assert found is not None
    assert (found.name, found.mentions) == ("Xylomena", 1)


def test_an_entity_is_shown_by_the_longest_remaining_name(memory, database):
    add_turns(memory, ("Ada", "I met Dr. Xylomena Smith."), ("Bea", "Xylomena Smith likes pears."))
    memory.forget(turns=["t0"])
    names = {entity.name for entity in memory.entities(limit=99)}
    assert "Xylomena Smith" in names
    assert "Dr. Xylomena Smith" not in names
