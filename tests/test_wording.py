"""Abstractions in the words of a language model: what is accepted, what it costs, and what happens when the model fails."""

import json

import pytest

from memgraph_core.config import Budget, IngestSettings, ModelSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.wording import UNAVAILABLE, UNFAITHFUL
from memgraph_core.memory import Memory
from scripted_endpoint import BROKEN, Reply

MARATHON = [
    "I signed up for the Turin Marathon today, it costs 45 euros.",
    "I ran 12 km for the Turin Marathon.",
    "I bought new shoes for the Turin Marathon.",
    "I finished the Turin Marathon in 4 hours.",
]
GOOD = (
    "Between 2 March 2026 and 8 March 2026 Ada signed up for the Turin Marathon for 45 euros, ran 12 km, bought new shoes "
    "and finished it in 4 hours."
)
TEMPLATE = "Ada about Turin Marathon, 4 notes"


def settings_for(endpoint, **ingest) -> Settings:
    models = ModelSettings(llm="small", base_url=endpoint.url, timeout=5, patience=0, embedder="none")
    return Settings(models=models, ingest=IngestSettings(**ingest), wording="llm")


@pytest.fixture
def opened(database, namespace, endpoint):
    def open_it(**ingest) -> Memory:
        memory = Memory(MemoryEngine(database, settings=settings_for(endpoint, **ingest)), namespace)
        for number, text in enumerate(MARATHON):
            memory.add(text, speaker="Ada", said_at=f"2026-03-{2 + 2 * number:02}", uid=f"t{number}")
        return memory

    return open_it


def answer(text):
    return Reply(say=json.dumps({"text": text}))


def consolidated(memory):
    return memory.consolidate(now="2026-06-01")


def text_of(memory):
    [episode] = [each for each in memory.abstractions("Ada") if each.kind == "episode"]
    return episode.note.text


def test_a_faithful_wording_replaces_the_sentence_of_the_template_with_one_call(opened, endpoint):
    endpoint.always = answer(GOOD)
    memory = opened()
    result = consolidated(memory)
    assert text_of(memory) == GOOD
    assert GOOD in {step.after for step in result.steps}
    assert not {UNFAITHFUL, UNAVAILABLE} & result.rejected.keys()
    assert [(call.kind, call.outcome) for call in memory.ledger()] == [("consolidate", "used")]
    assert [h.text for h in memory.search("Turin Marathon shoes euros km") if h.is_abstraction] == [GOOD]

    assert consolidated(memory).steps == (), "a second consolidation changes nothing and asks nothing"
    assert len(memory.ledger()) == 1

    memory.add("I framed my Turin Marathon medal.", speaker="Ada", said_at="2026-03-09")
    endpoint.always = answer(longer := GOOD.replace("8 March", "9 March") + " She framed the medal.")
    consolidated(memory)
    assert text_of(memory) == longer
    assert "I framed my" in endpoint.requests[-1].text
    assert GOOD not in endpoint.requests[-1].text, "a model never reads an earlier wording"


UNFAITHFUL_WORDINGS = {
    "number": GOOD.replace("45 euros", "60 euros"),
    "name": GOOD.replace("shoes", "shoes with Eva"),
    "date": GOOD.replace("8 March", "9 April"),
    "person": GOOD.replace("Ada", "She"),
    "denial": GOOD.replace("finished it", "did not finish it"),
    "coverage": "Ada ran the Turin Marathon.",
    "language": "小红参加了 Turin Marathon，45 euros，12 km，4 hours。",
    "empty": "",
}


def test_an_unfaithful_wording_is_counted_and_the_template_stays(opened, endpoint):
    memory = opened()
    for number, (problem, text) in enumerate(UNFAITHFUL_WORDINGS.items(), start=1):
        endpoint.always = answer(text)
        memory.add(f"I dreamt of the Turin Marathon, dream {problem}.", speaker="Ada", said_at="2026-03-09")
        assert consolidated(memory).rejected.get(UNFAITHFUL) == 1, problem
        assert text_of(memory).startswith("Ada about Turin Marathon")
        assert len(memory.ledger()) == number
    assert consolidated(memory).steps == (), "the model is not asked again about the same notes"


def test_without_an_answer_the_template_stays_and_the_next_consolidation_asks_again(opened, endpoint):
    endpoint.always = BROKEN
    memory = opened()
    assert consolidated(memory).rejected[UNAVAILABLE] == 1
    assert text_of(memory).startswith(TEMPLATE)
    endpoint.always = answer(GOOD)
    consolidated(memory)
    assert text_of(memory) == GOOD
    assert [call.outcome for call in memory.ledger()] == ["used", "unreachable"]


def test_a_spent_budget_makes_no_call(opened, endpoint):
    endpoint.always = answer(GOOD)
    memory = opened(budget=Budget(calls=0))
    assert consolidated(memory).rejected[UNAVAILABLE] == 1
    assert text_of(memory).startswith(TEMPLATE)
    assert memory.ledger() == ()


def test_a_dry_run_makes_no_call(opened, endpoint):
    memory = opened()
    assert memory.consolidate(now="2026-06-01", dry_run=True).steps
    assert endpoint.requests == []


def test_forgetting_a_note_deletes_the_wording(opened, endpoint):
    endpoint.always = answer(GOOD)
    memory = opened()
    consolidated(memory)
    memory.forget(turns=["t0"])
    assert not any("45" in each.note.text for each in memory.abstractions(limit=50))


def test_chinese_habits_keep_their_instances_archived(database, namespace, endpoint):
    memory = Memory(MemoryEngine(database, settings=settings_for(endpoint)), namespace)
    for day in range(1, 11):
        memory.add("我早上八点喝了拿铁。", speaker="王伟", said_at=f"2026-03-{day:02}")
    endpoint.always = answer("王伟有喝咖啡的习惯。")
    result = consolidated(memory)
    assert result.rejected[UNFAITHFUL] == 1, (
        "it lacks the numbers and the coffee that the archived notes state"
    )
    assert result.archived > 0
