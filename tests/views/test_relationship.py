"""Events between people and an assistant, and the style that people ask for, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory

TALK = [
    ("Ada", "user", "Hi, can you remind me of my dentist on Friday?"),
    ("Mia", "assistant", "Of course. I'll remind you on Friday. Dentists are great fun, haha!"),
    ("Ada", "user", "Stop joking. Thank you!"),
    (
        "Mia",
        "assistant",
        "Your dentist is on Friday at ten. Please bring your card, your pass and an umbrella.",
    ),
    ("Ada", "user", "Too long. And it's Thursday, not Friday."),
    ("Mia", "assistant", "I apologize for the mistake."),
    ("Ada", "user", "You promised to remind me but you didn't."),
    ("李雷", "user", "太长了。谢谢。"),  # not directly after an answer
    ("Mia", "assistant", "好的。"),
    ("李雷", "user", "说详细点。我的密码是tiger-77-Lake，谢谢。"),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, (speaker, role, text) in enumerate(TALK):
        memory.add(
            text, speaker=speaker, role=role, said_at=day(number), uid=f"t{number}", user_id="u1", session="s"
        )
    memory.add(
        "Thanks! That film was too long.", speaker="Ben", said_at=day(3), session="without", user_id="u2"
    )
    return memory


def test_an_empty_period_is_refused(memory):
    for until in (day(1), day(2)):
        with pytest.raises(InvalidInput, match="since must be before until"):
            memory.relationship(since=day(2), until=until)


def kinds(relationship):
    return [(event.kind, event.turn) for event in relationship.events]


def test_events_are_found_in_order_with_their_turns(memory):
    found = memory.relationship()
    assert kinds(found) == [
        ("first_talk", "t0"),
        ("promise", "t1"),
        ("thanks", "t2"),
        ("correction", "t4"),
        ("apology", "t5"),
        ("promise_broken", "t6"),
        ("first_talk", "t7"),
    ]
    assert [event.answer for event in found.events if event.kind in ("thanks", "promise_broken")] == [
        "t1",
        "t1",
    ]
    assert '- 2026-06-03 thanks, Ada: "Thank you!"' in [
        line.replace(f"{day(2):%Y-%m-%d}", "2026-06-03") for line in found.text().splitlines()
    ]
    assert estimated_tokens(found.text(tokens=60)) <= 60
    assert found.counts["first_talk"] == 2


def test_events_are_restricted_to_a_person_a_user_and_a_period(memory):
    assert ("first_talk", "t7") not in kinds(memory.relationship(speaker="Ada"))
    assert memory.relationship(user_id="u2").events == ()
    assert kinds(memory.relationship(since=day(4), until=day(6))) == [("correction", "t4"), ("apology", "t5")]


def test_the_latest_reaction_decides_about_the_style(memory):
    hints = {hint.aspect: (hint.direction, hint.turn) for hint in memory.style(speaker="Ada").hints}
    assert hints == {"detail": ("less", "t4"), "humour": ("less", "t2")}
    assert "Be brief." in memory.style(speaker="Ada").text()
    memory.add("Fine.", speaker="Mia", role="assistant", session="s", said_at=day(20), user_id="u1")
    memory.add("Please explain more.", speaker="Ada", session="s", said_at=day(21), uid="t21", user_id="u1")
    (detail, _) = memory.style(speaker="Ada").hints
    assert (detail.direction, detail.turns, detail.against) == ("more", ("t21",), ("t4",))
    assert memory.style(speaker="Ada", now=day(10)).hints[0].direction == "less"
    memory.forget(turns=["t21"])
    assert memory.style(speaker="Ada").hints[0].direction == "less"


def test_a_person_alone_in_a_session_talks_to_an_assistant(memory):
    memory.add("Keep your answers short.", speaker="Tom", session="alone", said_at=day(4), uid="t30")
    memory.add("Keep your answers short.", speaker="Zoe", session="two", said_at=day(4))
    memory.add("Says who?", speaker="Yan", session="two", said_at=day(4))
    assert [hint.turns for hint in memory.style(speaker="Tom").hints] == [("t30",)]
    assert memory.style(speaker="Zoe").hints == ()


def test_secrets_and_conversations_without_an_assistant_give_no_style(memory):
    assert memory.style(speaker="李雷").hints == ()  # one judgement without an answer, one turn with a secret
    assert memory.style(user_id="u2").hints == ()
    assert "tiger" not in memory.relationship().text() + memory.style().text()
    assert memory.style(user_id="u2").text() == ""
