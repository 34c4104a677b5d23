"""A session for the OpenAI Agents SDK and a memory for AutoGen, each with an agent whose model is scripted."""

import asyncio

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

SAID = {"role": "user", "content": "I live in Turin."}
CALL = {"type": "function_call", "call_id": "c1", "name": "search", "arguments": "{}"}
ANSWER = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Noted."}]}


@pytest.fixture(scope="module")
def engine_memory():
    with Memory.open(":memory:", embedder="none") as memory:
        yield memory


@pytest.fixture
def memory(engine_memory):
    yield engine_memory
    engine_memory.forget(everything=True, lasting=False)


def test_a_session_returns_its_items_and_stores_its_messages(memory):
    pytest.importorskip("agents.memory", reason="needs the extra openai-agents")
    from memgraph_core.integrations.openai_agents import GraphSession

    async def use() -> None:
        session = GraphSession(memory, "s1", speaker="Ada", agent="Mia")
        await session.add_items([SAID, CALL, ANSWER])
        assert await session.get_items() == [SAID, CALL, ANSWER]
        assert await session.get_items(2) == [CALL, ANSWER]
        assert await session.get_items(0) == []
        again = GraphSession(memory, "s1")
        assert await again.get_items() == [SAID, {"role": "assistant", "content": "Noted."}]
        assert [fact.triple for fact in memory.facts("Ada")] == ["Ada LIVES_IN Turin"]
        assert await session.pop_item() == ANSWER
        assert [turn.text for turn in memory.conversation("s1")] == ["I live in Turin."]
        await session.clear_session()
        assert (await session.get_items(), await session.pop_item(), memory.sessions()) == ([], None, ())

    asyncio.run(use())


def test_an_agent_of_openai_remembers_the_conversation(memory):
    pytest.importorskip("agents.memory", reason="needs the extra openai-agents")
    from agents.items import ModelResponse
    from agents.usage import Usage
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    import agents
    from memgraph_core.integrations.openai_agents import GraphSession

    class Scripted(agents.Model):
        """Answers with the number of items that it was given."""

        async def get_response(self, system_instructions, input, *_args, **_kwargs):
            text = ResponseOutputText(text=f"I see {len(input)} items.", type="output_text", annotations=[])
            message = ResponseOutputMessage(
                id="m", role="assistant", type="message", status="completed", content=[text]
            )
            return ModelResponse(output=[message], usage=Usage(), response_id=None)

        def stream_response(self, *_args, **_kwargs):
            raise NotImplementedError

    agents.set_tracing_disabled(True)
    agent = agents.Agent(name="Mia", model=Scripted())
    for text, answer in (("I live in Turin.", "I see 1 items."), ("And I like tea.", "I see 3 items.")):
        session = GraphSession(memory, "s1", speaker="Ada")  # a new process each time
        assert asyncio.run(agents.Runner.run(agent, text, session=session)).final_output == answer
    assert [turn.role for turn in memory.conversation("s1")] == ["user", "assistant"] * 2


def test_an_agent_of_autogen_gets_what_memory_knows_about_the_message(memory):
    pytest.importorskip("autogen_core", reason="needs the extra autogen")
    from autogen_core.memory import MemoryContent, MemoryMimeType
    from autogen_core.model_context import BufferedChatCompletionContext
    from autogen_core.models import UserMessage

    from memgraph_core.integrations.autogen import GraphMemory

    async def use() -> None:
        known = GraphMemory(memory, speaker="Ada")
        await known.add(
            MemoryContent(
                content="I live in Turin.", mime_type=MemoryMimeType.TEXT, metadata={"source": "mail"}
            )
        )
        with pytest.raises(InvalidInput, match="bytes"):
            await known.add(MemoryContent(content=b"x", mime_type=MemoryMimeType.BINARY))
        [found] = (await known.query("Where does Ada live?")).results
        assert (found.content, found.metadata["speaker"]) == ("I live in Turin.", "Ada")
        context = BufferedChatCompletionContext(buffer_size=10)
        await context.add_message(UserMessage(content="Where does Ada live?", source="user"))
        updated = await known.update_context(context)
        assert [each.content for each in updated.memories.results] == ["I live in Turin."]
        assert "Ada lives in Turin" in (await context.get_messages())[-1].content
        await context.clear()
        assert (await known.update_context(context)).memories.results == []
        await known.clear()
        assert (await known.query("Where does Ada live?")).results == []
        await known.close()

    asyncio.run(use())
