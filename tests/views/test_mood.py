"""Moods over days, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number in range(4):
        memory.add(
            "I was so happy at the concert with Zoe!", speaker="Ada", said_at=day(7 * number), user_id="u1"
        )
        memory.add(
            "I'm angry, Dario was rude again.", speaker="Ada", said_at=day(7 * number + 1), user_id="u1"
        )
        memory.add("The train leaves at nine.", speaker="Ada", said_at=day(7 * number + 2), user_id="u1")
        memory.add("I'm worried about Mara.", speaker="Ben", said_at=day(7 * number + 3), user_id="u2")
    memory.add(
        "I'm so sad. My password is tiger-77-Lake.", speaker="Ada", said_at=day(5), uid="secret", user_id="u1"
    )
    memory.add("How lovely!", role="assistant", said_at=day(6))
    return memory


def test_days_weekdays_and_triggers(memory):
    mood = memory.mood(since=day(0), until=day(40), speaker="Ada")
    assert [(each.label, each.valence > 0) for each in mood.days] == [("joy", True), ("anger", False)] * 4
    assert (len(mood.turns), mood.total) == (8, 12)
    assert {number for number, _, _ in mood.weekdays} == {day(0).weekday(), day(1).weekday()}
    changes = {trigger.name: trigger.change for trigger in mood.triggers}
    assert changes["Zoe"] > 0 > changes["Dario"]
    assert "secret" not in {turn.turn for turn in mood.turns}
    assert "Zoe: +" in mood.text()


def test_a_mood_is_restricted_to_a_user_and_a_period(memory):
    mood = memory.mood(since=day(0), until=day(40), user_id="u2")
    assert {turn.affect.label for turn in mood.turns} == {"fear"}
    assert "Zoe" not in mood.text()
    assert memory.mood(since=day(100), until=day(101)).text().endswith("No message expresses a feeling.")
    with pytest.raises(InvalidInput, match="since must be before until"):
        memory.mood(since=day(2), until=day(1))


def test_notes_have_a_feeling_and_episodes_that_of_their_notes(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, text in enumerate(
        (
            "I'm so happy about the Turin Marathon!",
            "Training for the Turin Marathon takes 3 hours a day.",
            "The Turin Marathon was wonderful. My train was late.",
            "I finished the Turin Marathon, I'm so proud and happy!",
        )
    ):
        memory.add(text, speaker="Ada", said_at=day(number), uid=f"t{number}", user_id="u1")
    memory.consolidate()
    period = {"since": day(-1), "until": day(40)}
    mood = memory.mood(**period)
    by_turn = {turn: each.affect.label for each in mood.notes for turn in each.turns}
    assert by_turn == {"t0": "joy", "t2": "joy", "t3": "joy"}
    (episode,) = mood.episodes
    assert (episode.name, episode.affect.label, len(episode.notes)) == ("Turin Marathon", "joy", 3)
    assert "Turin Marathon: joy +" in mood.text()

    memory.add("The Turin Marathon made me sad.", speaker="Ada", said_at=day(5), user_id="u2")
    memory.consolidate()
    assert [memory.mood(**period, user_id=user).episodes[:1] for user in ("u1", "u2")] == [(episode,), ()]
    memory.forget(turns=["t0", "t1", "t2"])
    memory.consolidate()
    mood = memory.mood(**period)
    assert (mood.episodes, {each.turns for each in mood.notes} & {("t0",), ("t2",)}) == ((), set())
