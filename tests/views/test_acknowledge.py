"""Acknowledged items of views are not shown again, on both stores."""

from dataclasses import asdict

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("I live in Turin. I go to yoga every Tuesday.", speaker="Ada", said_at=day(0))
    memory.add("Clara's birthday is on 3 June.", speaker="Ada", said_at=day(1))
    memory.add("Who plays the tuba?", speaker="Ada", said_at=day(2), uid="tuba")
    return memory


def test_a_day_is_not_shown_again_but_the_next_one_is(memory):
    first = memory.due(days=7, now="2026-06-01").items
    assert {item.kind for item in first} == {"birthday", "recurring"}
    change = memory.acknowledge([asdict(item)["uid"] for item in first])
    assert memory.due(days=7, now="2026-06-01").items == ()
    assert memory.due(days=7, now="2026-06-01", acknowledged=True).items == first
    assert [item.kind for item in memory.due(days=7, now="2026-06-08").items] == ["recurring"]
    assert memory.changes()[0] == change
    with pytest.raises(ChangeError, match="cannot be undone"):
        memory.undo(change.uid)


def test_facts_people_and_questions(memory):
    brief = memory.brief("2020-01-01", now="2030-01-01")
    memory.acknowledge([fact.uid for fact in brief.began] + [person.uid for person in brief.people])
    memory.acknowledge([question.turn for question in memory.gaps().questions])
    again = memory.brief("2020-01-01", now="2030-01-01")
    assert brief.began
    assert (again.began, again.people) == ((), ())
    assert memory.gaps().questions == ()
    assert [question.turn for question in memory.gaps(acknowledged=True).questions] == ["tuba"]


def test_facts_after_acknowledged_ones_are_listed(memory):
    memory.add("I like jazz. I play chess.", speaker="Ada", said_at=day(3))
    facts = memory.brief("2020-01-01", now="2030-01-01").began
    memory.acknowledge([fact.uid for fact in facts[:2]])
    assert memory.brief("2020-01-01", now="2030-01-01", limit=2).began == facts[2:4]


def test_acknowledging_no_items_is_refused(memory):
    with pytest.raises(InvalidInput, match="items"):
        memory.acknowledge([])
