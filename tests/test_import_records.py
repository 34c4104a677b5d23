"""Records of other programs in a memory: facts with sources, new versions, corrections and deletion, on both stores."""

import pytest

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.turns.formats.read import read_turns

MAPPING = {
    "id": "name",
    "text": "{name} works at {company}.",
    "facts": [{"subject": "{name}", "relation": "WORKS_AT", "object": "{company}", "since": "started"}],
}


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database), namespace)


def add(memory, *rows):
    table = "\n".join(["name,company,started", *rows])
    turns = read_turns(table.encode(), "people.csv", mapping=MAPPING).turns
    memory.forget_outdated(turns)
    return memory.add(turns)


def employers(memory, name):
    return [str(fact) for fact in memory.facts(name)]


def test_declared_facts_are_facts_with_a_source_and_follow_the_versions_of_their_record(memory):
    add(memory, "Ada,Kestrel,2019", "Ben,Heron Labs,2021")
    (fact,) = memory.facts("Ada")
    assert str(fact) == "Ada WORKS_AT Kestrel since 2019"
    (turn,) = memory.get(fact.notes[0]).turns
    assert memory.get(turn).text == "Ada works at Kestrel."
    assert memory.search("Who works at Heron Labs?")[0].text == "Ben works at Heron Labs."

    assert [receipt.new for receipt in add(memory, "Ada,Kestrel,2019", "Ben,Heron Labs,2021").turns] == [
        False
    ] * 2
    add(memory, "Ada,Osprey,2024", "Ben,Heron Labs,2021")
    assert employers(memory, "Ada") == ["Ada WORKS_AT Osprey since 2024"]
    assert employers(memory, "Ben") == ["Ben WORKS_AT Heron Labs since 2021"]

    memory.update(memory.list_turns(order="oldest").items[-1].uid, "Ada works at Merlin.")
    assert employers(memory, "Ada") == ["Ada WORKS_AT Merlin"]
    memory.forget(session="people.csv")
    assert memory.facts("Ben") == ()
