"""An agent's process that is killed at any statement loses no message for which a model was called, and repeats nothing."""

import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from endpoint_faults import GOOD, LOOP, calling, completion
from forked import Forked
from memgraph_core.integrations.react import MemoryAgent
from memgraph_core.memory import Memory
from memgraph_core.models.chat import OpenAIChat
from scripted_endpoint import Reply, ScriptedEndpoint

pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")
pytestmark = [pytest.mark.heavy, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

STEPS = 3  # kills of each agent, at equal distances over its statements
QUESTION = "I moved to Milan. Where do I live?"
SCRIPTS = {
    "react": [Reply(say=LOOP), Reply(say=GOOD)],
    "function": [calling("search_memories", '{"question": "home"}'), completion(content="In Milan.")],
    "chat_store": [calling("search_memories", '{"question": "home"}'), completion(content="In Milan.")],
}

Run = Callable[[Path, str, int], int]


@pytest.fixture(scope="module")
def agents() -> Iterator[Forked]:
    """A process that has imported LlamaIndex and forks itself for each run."""
    from killed_run import run_agents

    process = Forked(run_agents)
    yield process
    process.kill()


@pytest.fixture
def run(endpoint: ScriptedEndpoint, agents: Forked) -> Run:
    """Runs an agent in a process of its own. The number of its statements, or the exit code if it was killed."""

    def run(path: Path, agent: str, statement: int) -> int:
        endpoint.script = list(SCRIPTS[agent])
        endpoint.requests.clear()
        agents.send((path, endpoint.url, agent, statement))
        found = agents.receive()
        assert found < 0 or agents.receive() == 0
        return found

    return run


@pytest.mark.parametrize("agent", SCRIPTS)
def test_a_kill_at_any_statement_keeps_the_message_and_the_next_one_is_answered(
    run, endpoint, tmp_path, agent
):
    statements = run(tmp_path / "whole.db", agent, 0)
    assert statements > STEPS
    for number in range(1, statements + 1, max(1, statements // STEPS)):
        path = tmp_path / f"{number}.db"
        assert run(path, agent, number) == -signal.SIGKILL
        asked = bool(endpoint.requests)
        endpoint.script, endpoint.always = [], Reply(say=GOOD)
        with Memory.open(path, namespace="x", embedder="none") as memory:
            texts = [turn.text for turn in memory.conversation("chat")]
            assert texts in ([], [QUESTION], [QUESTION, "In Milan."]), number
            assert texts or not asked, f"the message is lost at statement {number}"
            chat = OpenAIChat("small", base_url=endpoint.url)
            assert MemoryAgent(memory, chat).ask("And now?").text == "In Milan."
            assert [turn.text for turn in memory.conversation("chat")] == [*texts, "And now?", "In Milan."]
            memory.retry(
                now=datetime.now(UTC) + timedelta(hours=1)
            )  # when the lease of the killed process is over
            assert memory.stats().pending == 0
