"""A message to an agent is durable before a model is called, every failure of the model is one ModelError, and the next
message is answered."""

import asyncio
import json
import re
import time
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from endpoint_faults import (
    ANSWERED,
    GOOD,
    LOOP,
    UNANSWERED,
    UNANSWERED_BY_CALLS,
    UNANSWERED_IN_TEXT,
    calling,
    completion,
)
from factories import NOW, all_text_of
from forked import start_command
from memgraph_core.cli.app import app
from memgraph_core.config import AgentSettings, Budget, IngestSettings, ModelSettings, Prices, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import BudgetSpent, InvalidInput, ModelError, ModelRefused
from memgraph_core.integrations.react import MemoryAgent
from memgraph_core.memory import Memory
from memgraph_core.models.chat import OpenAIChat
from memgraph_core.models.protocol import ChatAnswer
from scripted_endpoint import Reply, ScriptedEndpoint, unreachable_url

pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


@pytest.fixture
def memory_in_file(tmp_path):
    """For the tables of faults: what an agent does after a fault of its model does not depend on the store."""
    with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none") as opened:
        yield opened


@pytest.fixture
def chat(endpoint: ScriptedEndpoint) -> OpenAIChat:
    return OpenAIChat(
        "small", base_url=endpoint.url, api_key="sk-secret", timeout=0.5, patience=0.1, backoff=0.01
    )


def texts(memory: Memory, session: str = "chat") -> list[str]:
    return [turn.text for turn in memory.conversation(session)]


IN_TEXT = UNANSWERED | UNANSWERED_IN_TEXT
BY_CALLS = UNANSWERED | UNANSWERED_BY_CALLS
QUESTION = "I moved to Milan. Where do I live?"


@pytest.mark.parametrize("reply", IN_TEXT.values(), ids=IN_TEXT)
def test_without_an_answer_the_message_is_kept_and_the_next_one_is_answered(
    memory_in_file, endpoint, chat, reply
):
    agent = MemoryAgent(memory_in_file, chat, max_steps=3)
    endpoint.always = reply
    with pytest.raises(ModelError) as caught:
        agent.ask("I moved to Milan. Where do I live?")
    assert str(caught.value)
    assert "sk-secret" not in str(caught.value)
    assert texts(memory_in_file) == ["I moved to Milan. Where do I live?"]
    calls = memory_in_file.ledger()
    assert {call.kind for call in calls} == {"answer"}
    assert {call.outcome for call in calls} - {"used"}
    endpoint.always = Reply(say=GOOD)
    assert agent.ask("And now?").text == "In Milan."
    assert texts(memory_in_file) == ["I moved to Milan. Where do I live?", "And now?", "In Milan."]


@pytest.mark.parametrize(("reply", "part"), ANSWERED.values(), ids=ANSWERED)
def test_odd_answers_are_stored(memory_in_file, endpoint, chat, reply, part):
    endpoint.always = reply
    assert part in MemoryAgent(memory_in_file, chat).ask("Where is the cathedral?").text
    question, *answers = texts(memory_in_file)
    assert question == "Where is the cathedral?"
    assert part in "".join(answers)


def test_a_message_is_logged_when_memory_cannot_embed(database, namespace, endpoint, chat):
    class Broken:
        name, dimension = "broken", 8

        def reads(self, text):
            return True

        def embed(self, texts):
            raise ModelError("the embedding model does not answer")

    memory = Memory(MemoryEngine(database, embedder=Broken(), clock=lambda: NOW), namespace)
    with pytest.raises(ModelError, match="embedding model"):
        MemoryAgent(memory, chat).ask("Where do I live?")
    assert texts(memory) == ["Where do I live?"]
    assert endpoint.requests == []


def test_the_present_message_is_not_its_own_evidence(memory, endpoint, chat):
    endpoint.always = Reply(say=GOOD)
    MemoryAgent(memory, chat).ask("My bicycle is red. Which colour is my bicycle?")
    prompt = endpoint.requests[0].text
    assert prompt.count("My bicycle is red.") == 1


# Any LlamaIndex agent


class Failing:
    """An agent whose run fails, as stock LLMs of LlamaIndex make it fail."""

    name = "assistant"
    llm = None

    def __init__(self, error: Exception | None, content: str | None = None) -> None:
        self.error, self.content = error, content

    async def run(self, **_: object) -> object:
        if self.error:
            raise self.error

        class Output:
            response = type("Message", (), {"content": self.content})()
            tool_calls = ()

        return Output()


class InternalServerError(Exception):
    pass


def function_agent(memory: Memory, endpoint: ScriptedEndpoint) -> Any:
    from llama_index.core.agent.workflow import FunctionAgent

    from endpoint_llm import EndpointLLM
    from memgraph_core.integrations.llama_index import MemoryToolSpec

    tools = MemoryToolSpec(memory).to_tool_list()
    return FunctionAgent(llm=EndpointLLM(url=endpoint.url), tools=tools, streaming=False)


def run(agent: Any, memory: Memory, message: str) -> str:
    from memgraph_core.integrations.llama_index import run_and_remember

    output = asyncio.run(run_and_remember(agent, memory, user_msg=message, session="chat", max_iterations=3))
    return output.response.content


class OwnModel:
    """A model of a program: always the same answer."""

    name = "own"

    def __init__(self, text: str) -> None:
        self.text = text

    def answer(self, messages: Any, schema: Any = None) -> ChatAnswer:
        return ChatAnswer(text=self.text)


def test_half_an_emoji_in_an_answer_can_be_printed(memory):
    reply = MemoryAgent(memory, OwnModel("Thought: I can answer.\nAnswer: Fine \ud83d")).ask("How are you?")
    assert str(reply).encode("utf-8")


@pytest.mark.parametrize("llm", ["gpt-4", object()])
def test_an_agent_refuses_what_is_no_model(memory, llm):
    with pytest.raises(InvalidInput, match="ChatModel"):
        MemoryAgent(memory, llm)


@pytest.mark.parametrize("message", [None, 5, " "])
def test_an_agent_refuses_what_is_no_message(memory, message):
    with pytest.raises(InvalidInput, match="message"):
        MemoryAgent(memory).ask(message)


def test_a_run_without_an_answer_in_all_its_steps_names_the_steps(memory):
    with pytest.raises(ModelError, match=r"no answer in 2 steps.*max_steps"):
        MemoryAgent(memory, OwnModel(LOOP), max_steps=2).ask(QUESTION)


@pytest.mark.parametrize("reply", BY_CALLS.values(), ids=BY_CALLS)
def test_a_function_agent_without_an_answer_keeps_the_message_and_answers_the_next_one(
    memory_in_file, endpoint, reply
):
    agent = function_agent(memory_in_file, endpoint)
    endpoint.always = reply
    with pytest.raises(ModelError) as caught:
        run(agent, memory_in_file, QUESTION)
    assert len(str(caught.value).splitlines()) == 1
    assert re.search("Check its address|Ask again|another model|steps", str(caught.value))
    assert texts(memory_in_file) == [QUESTION]
    assert "unfinished" in {call.outcome for call in memory_in_file.ledger()}
    endpoint.script, endpoint.always = (
        [calling("search_memories", '{"question": "home"}')],
        completion(content="In Milan."),
    )
    assert run(agent, memory_in_file, "And now?") == "In Milan."
    assert texts(memory_in_file) == [QUESTION, "And now?", "In Milan."]


@pytest.mark.parametrize(
    "agent",
    [
        Failing(InternalServerError("Error code: 500 - {'error': 'x'}")),
        Failing(TimeoutError()),
        Failing(ValueError("Could not parse output")),
        Failing(None, ""),
        Failing(None, None),
    ],
)
def test_run_and_remember_keeps_the_question_and_raises_a_model_error(memory, agent):
    from memgraph_core.integrations.llama_index import run_and_remember

    with pytest.raises(ModelError, match=r"no answer|an empty answer"):
        asyncio.run(run_and_remember(agent, memory, user_msg="Where do I live?", session="chat"))
    assert texts(memory) == ["Where do I live?"]
    assert memory.ledger()[0].outcome == "unfinished"


def test_calls_of_llama_index_models_are_in_the_ledger(memory):
    from llama_index.core.agent.workflow import ReActAgent

    from memgraph_core.integrations.llama_index import run_and_remember
    from scripted import ScriptedLLM

    agent = ReActAgent(
        llm=ScriptedLLM(script=[LOOP.replace("search_memories", "none"), GOOD]), tools=[], streaming=False
    )
    asyncio.run(run_and_remember(agent, memory, user_msg="Where do I live?"))
    assert [(call.model, call.kind, call.outcome) for call in memory.ledger()] == [
        ("scripted", "answer", "used")
    ] * 2
    assert all(call.tokens_in and call.tokens_out for call in memory.ledger())


def test_the_chat_store_has_the_message_before_the_model_is_called(memory, endpoint, chat):
    from llama_index.core.agent.workflow import ReActAgent
    from llama_index.core.llms import CustomLLM, LLMMetadata
    from llama_index.core.memory import Memory as ChatMemory

    from memgraph_core.integrations.llama_index import GraphChatStore

    class Down(CustomLLM):
        @property
        def metadata(self):
            return LLMMetadata(model_name="down")

        def complete(self, prompt, formatted=False, **kwargs):
            raise InternalServerError("down")

        stream_complete = complete

    history = ChatMemory.from_defaults(session_id="chat", chat_store=GraphChatStore(memory, speaker="Ada"))

    async def run():
        await ReActAgent(llm=Down(), tools=[], streaming=False).run(
            user_msg="I live in Milan.", memory=history
        )

    with pytest.raises(Exception, match="down"):
        asyncio.run(run())
    assert texts(memory) == ["I live in Milan."]


# Budgets and the ledger


def budgeted(database, namespace, clock=lambda: NOW, **settings):
    return Memory(MemoryEngine(database, settings=Settings(**settings), clock=clock), namespace)


def test_a_reply_and_the_ledger_have_the_cost_of_its_calls(database, namespace, endpoint, chat):
    models = ModelSettings(prices=Prices(tokens_in=1_000_000, tokens_out=2_000_000))
    memory = budgeted(database, namespace, models=models)
    endpoint.script = [completion(content=LOOP), completion(content=GOOD)]
    spent = MemoryAgent(memory, chat).ask("Where do I live?").spent
    assert (spent.calls, spent.tokens_in, spent.tokens_out, spent.cost) == (2, 18, 6, 30)
    assert spent == memory.store.record_calls(())
    assert [(call.kind, call.outcome, call.model) for call in memory.ledger()] == [
        ("answer", "used", "small")
    ] * 2


@pytest.mark.parametrize(
    ("settings", "variable"),
    [
        ({"ingest": IngestSettings(budget=Budget(calls=1))}, "MEMGRAPH_CORE_BUDGET_CALLS"),
        ({"agent": AgentSettings(turn=Budget(tokens=5))}, "MEMGRAPH_CORE_TURN_BUDGET_TOKENS"),
        ({"agent": AgentSettings(session=Budget(calls=1))}, "MEMGRAPH_CORE_SESSION_BUDGET_CALLS"),
        ({"agent": AgentSettings(day=Budget(calls=1))}, "MEMGRAPH_CORE_DAY_BUDGET_CALLS"),
    ],
)
def test_no_call_is_made_beyond_a_budget(database, namespace, endpoint, chat, settings, variable):
    memory = budgeted(database, namespace, **settings)
    endpoint.always = completion(content=LOOP)
    with pytest.raises(BudgetSpent, match=f"1 of 1.*{variable}|12 of 5.*{variable}"):
        MemoryAgent(memory, chat).ask("Where do I live?")
    assert len(endpoint.requests) == len([call for call in memory.ledger() if call.outcome == "used"]) == 1
    assert texts(memory) == ["Where do I live?"]


def test_budgets_of_a_session_and_of_a_day_begin_again(database, namespace, endpoint, chat):
    now = [NOW]
    limits = AgentSettings(session=Budget(calls=1), day=Budget(calls=2))
    memory = budgeted(database, namespace, clock=lambda: now[0], agent=limits)
    endpoint.always = Reply(say=GOOD)
    agents = [MemoryAgent(memory, chat, session=name) for name in ("one", "two", "three")]
    agents[0].ask("Where do I live?")
    with pytest.raises(BudgetSpent, match="session is spent"):
        agents[0].ask("Where does Ada live?")
    agents[1].ask("Where do I live?")
    with pytest.raises(BudgetSpent, match="day is spent"):
        agents[2].ask("Where do I live?")
    now[0] = NOW.replace(day=NOW.day + 1)
    assert agents[2].ask("Where do I live?").text == "In Milan."


def test_the_ledger_has_no_name_of_a_session(memory, endpoint, chat):
    endpoint.always = Reply(say=GOOD)
    MemoryAgent(memory, chat, session="divorce").ask("Where do I live?")
    assert "divorce" not in all_text_of(memory.ledger())


# The command line, and a killed process


@pytest.fixture
def command(tmp_path, endpoint, monkeypatch):
    for name in ("MEMGRAPH_CORE_STORE", "MEMGRAPH_CORE_NAMESPACE", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("MEMGRAPH_CORE_LLM_TIMEOUT", "0.5")
    return ["--store", str(tmp_path / "m.db"), "--embedder", "none", "--model", "small", "--as", "Ada"]


@pytest.mark.slow
@pytest.mark.parametrize("reply", IN_TEXT.values(), ids=IN_TEXT)
def test_the_chat_command_continues_after_a_failure(command, endpoint, reply):
    endpoint.always = reply
    output = CliRunner().invoke(app, ["chat", *command], input="Where do I live?\n\n")
    assert output.exit_code == 0, output.output
    assert "Your message is stored." in output.stderr
    assert not re.search("bug|fault of|Traceback", output.stderr)
    endpoint.always = Reply(say=GOOD)
    assert "In Milan." in CliRunner().invoke(app, ["chat", *command, "And now?"]).stdout
    listed = CliRunner().invoke(app, ["ledger", *command[:2], "-n", "Ada", "--json"])
    assert len(json.loads(listed.stdout)["calls"]) >= 2


def test_one_failed_message_is_an_error_of_one_line(command, endpoint):
    endpoint.always = UNANSWERED["refusal"]
    output = CliRunner().invoke(app, ["chat", *command, "Where do I live?"])
    assert output.exit_code == 1
    assert "refused this request" in output.stderr
    assert len(output.stderr.splitlines()) == 1


def test_a_killed_process_has_stored_the_message(command, endpoint, tmp_path, monkeypatch):
    endpoint.always = Reply(wait=60)
    monkeypatch.setenv("MEMGRAPH_CORE_LLM_TIMEOUT", "60")
    process = start_command("chat", *command, "I moved to Milan.", output=tmp_path / "printed.txt")
    end = time.monotonic() + 60
    while not endpoint.requests and time.monotonic() < end:
        time.sleep(0.05)
    process.kill()
    assert endpoint.requests
    with Memory.open(tmp_path / "m.db", namespace="Ada", embedder="none") as memory:
        assert texts(memory) == ["I moved to Milan."]
        assert memory.turns([memory.conversation("chat")[0].uid])[0].speaker == "Ada"


def test_an_unreachable_endpoint_is_reported(memory):
    chat = OpenAIChat("small", base_url=unreachable_url(), backoff=0.01)
    with pytest.raises(ModelError, match="did not answer"):
        MemoryAgent(memory, chat).ask("Where do I live?")


def test_a_filtered_answer_raises_model_refused(endpoint, chat):
    endpoint.always = replace(UNANSWERED["filtered"])
    with pytest.raises(ModelRefused) as caught:
        chat.answer([{"role": "user", "content": "Hello"}])
    assert caught.value.of_message
