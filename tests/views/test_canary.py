"""No view contains anything of a forgotten turn, or anything sensitive, on both stores. The test calls every view."""

import inspect
import json

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.remote.codec import to_json
from memgraph_core.verbs.viewing import Viewing

CANARY, SECRET = "Zorblax", "tiger-77-Lake"
TURNS = [
    "I live in Milan. I love Zorblax music.",
    "My sister Zorblax was born on June 25th, 1985.",
    "The Zorblax meeting is on June 24th. I'm flying to Zorblax on June 26th.",
    "I go to the Zorblax club every Tuesday.",
    "I'm worried about Zorblax.",
    "Zorblax makes me anxious, I couldn't sleep.",
    "I'm afraid that Zorblax will fail.",
    "Where does Zorblax keep the boat?",
    "Thank you, Zorblax! That's too long, Zorblax.",
    "To restart Zorblax, first press the button, then wait for a minute.",
    "Wait, I meant the Zorblax in Oslo.",
]
SECRETS = [
    "My password is tiger-77-Lake, thanks! Too long.",
    "I'm worried that my password tiger-77-Lake is known. The meeting about it is on June 23rd.",
]
# Each view with its arguments, and whether it shows the canary before the turns are forgotten.
VIEWS = {
    "profile": ({"name": "Ada"}, True),
    "profile_changes": ({"name": "Ada", "since": "2020-01-01"}, True),
    "summarise": ({"tokens": 2_000}, True),
    "due": ({"days": 60, "now": day(0)}, True),
    "brief": ({"since": "2020-01-01"}, True),
    "gaps": ({"answered": True}, True),
    "mood": ({"since": "2020-01-01", "until": "2030-01-01"}, True),
    "relationship": ({}, True),
    "style": ({}, True),
    "procedures": ({}, False),
    "working": ({"session": "s", "now": day(-10)}, True),
    "abstractions": ({}, True),
}
NO_VIEWS = {"acknowledge"}  # writes


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, text in enumerate([*TURNS, *SECRETS, "I live in Milan since 2019."]):
        at = day(number - 20)
        memory.add(text, speaker="Ada", said_at=at, uid=f"t{number}", session="s")
        memory.add("I see.", speaker="Mia", role="assistant", said_at=at, uid=f"a{number}", session="s")
    memory.consolidate()
    return memory


def shown(memory) -> dict[str, str]:
    """Each view with all that it returns, as JSON and as text."""
    found = {}
    for name, (arguments, _) in VIEWS.items():
        view = getattr(memory, name)(**arguments)
        texts = [json.dumps(to_json(view), ensure_ascii=False)]
        for form in ("text", "markdown", "page"):
            written = getattr(view, form, "")
            texts.append(written() if callable(written) else written)
        found[name] = "\n".join(texts)
    return found


def test_every_view_is_tested_here():
    views = {name for name, _ in inspect.getmembers(Viewing, inspect.isfunction) if name in vars(Viewing)}
    assert {name for name in views if not name.startswith("_")} - NO_VIEWS <= VIEWS.keys()


def test_no_view_contains_a_forgotten_turn_or_a_secret(memory):
    before = shown(memory)
    assert {name for name, text in before.items() if SECRET in text} == set()
    assert {name for name, (_, is_shown) in VIEWS.items() if is_shown and CANARY not in before[name]} == set()
    memory.forget(turns=[f"t{number}" for number in range(len(TURNS))])
    assert {name for name, text in shown(memory).items() if CANARY in text or SECRET in text} == set()
    memory.consolidate()
    assert {name for name, text in shown(memory).items() if CANARY in text or SECRET in text} == set()
    assert "Milan" in shown(memory)["profile"]
