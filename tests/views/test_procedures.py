"""Procedures: steps in their order, preconditions, and counted outcomes."""

from datetime import timedelta

import pytest

from factories import NOW
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.pack import language_of
from memgraph_core.language.procedures import outcome_of
from memgraph_core.memory import Memory

OUTCOMES = {
    "worked": ["That worked!", "Thanks, that fixed it.", "Worked like a charm.", "成功了！", "这个办法管用", "搞定了，谢谢"],
    "failed": ["It didn't work.", "No luck so far.", "still not working", "没用", "还是不行", "试了，没成功"],
    None: ["I worked late.", "Did it work?", "I hope it works.", "If that worked, I'd be happy.", "我没有用过。", "成功了吗？"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "outcome"), [(text, outcome) for outcome, texts in OUTCOMES.items() for text in texts]
)
def test_short_reports_have_an_outcome(text, outcome):
    assert outcome_of(text, language_of(text)) == outcome


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def say(memory, uid, text, minutes, session="chat", **given):
    memory.add(
        text, uid=uid, session=session, said_at=NOW + timedelta(minutes=minutes), **{"speaker": "Ada"} | given
    )


def test_a_procedure_has_steps_and_preconditions_in_their_order(memory):
    router = "To reset the router, press the button for ten seconds and then wait. Make sure that the cable is plugged in."
    say(memory, "router", router, 0)
    say(memory, "bread", "To bake bread, mix the flour with water and then let the dough rest.", 1)
    say(memory, "zh", "红烧肉的做法：先把肉切块，然后煮两小时，最后放盐。", 2)
    say(memory, "other", "I like bread with olives.", 3)
    (router,) = memory.procedures("How do I reset the router?", limit=1)
    assert (router.goal, router.turn) == ("reset the router", "router")
    assert router.steps == ("press the button for ten seconds", "wait.")
    assert router.preconditions == ("Make sure that the cable is plugged in.",)
    (pork,) = memory.procedures("红烧肉怎么做？", limit=1)
    assert (pork.goal, pork.steps) == ("红烧肉", ("把肉切块", "煮两小时", "放盐。"))
    assert [procedure.turn for procedure in memory.procedures()] == ["zh", "bread", "router"]


def test_reported_outcomes_are_counted_for_the_procedure_that_was_stated_or_used(memory):
    say(memory, "router", "To reset the router, press the button for ten seconds and then wait.", 0)
    say(memory, "r1", "That worked!", 1)
    say(memory, "q", "How do I reset the router?", 60, session="later")
    say(
        memory, "a", "Press the button.", 61, session="later", role="assistant", speaker=None, used=["router"]
    )
    say(memory, "r2", "It didn't work.", 62, session="later")
    say(memory, "r3", "没用", 63, session="later")
    say(memory, "r4", "That worked!", 64, session="unrelated")
    say(memory, "a2", "That worked!", 65, session="later", role="assistant", speaker=None)
    (found,) = memory.procedures()
    assert (found.worked, found.failed) == (("r1",), ("r2", "r3"))
    assert found.text() == (
        "reset the router (worked: 1, failed: 2)\n1. press the button for ten seconds\n2. wait."
    )
    memory.forget(turns=["r2"])
    assert memory.procedures()[0].failed == ("r3",)
    memory.forget(turns=["router"])
    assert memory.procedures() == ()
