"""LlamaIndex over one memory: tools, retriever, block, chat store, property graph, models; on both stores."""

import asyncio
import math

import pytest

from factories import DIMENSION, NOW, day

pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")

from llama_index.core import PropertyGraphIndex
from llama_index.core.agent.workflow import FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, ToolCallBlock
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.indices.property_graph import LLMSynonymRetriever, VectorContextRetriever
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import Memory as Buffer
from llama_index.core.schema import MetadataMode, TextNode
from llama_index.core.storage.chat_store.base_db import MessageStatus

from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.llama_index import (
    GraphChatStore,
    GraphMemoryBlock,
    GraphMemoryRetriever,
    GraphMemoryStore,
    LlamaChat,
    LlamaEmbedder,
    MemoryEmbedding,
    MemoryToolSpec,
    run_and_remember,
)
from memgraph_core.memory import Memory
from scripted import ScriptedLLM

# What LlamaIndex uses of others, and of itself, although it is deprecated, is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SEARCHES = (
    'Thought: I look it up.\nAction: search_memories\nAction Input: {"question": "Where does Ada live?"}'
)
ANSWERS = "Thought: I can answer.\nAnswer: Ada lives in Milan."


@pytest.fixture
def engine(database) -> MemoryEngine:
    return MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace) -> Memory:
    memory = Memory(engine, namespace)
    memory.add("I live in Milan, near the Duomo.", speaker="Ada", uid="home", said_at=day(1))
    memory.add("I work at Fiat.", speaker="Ada", uid="work", said_at=day(2))
    return memory


def tools_of(memory, **options):
    return {tool.metadata.name: tool for tool in MemoryToolSpec(memory, **options).to_tool_list()}


def test_an_unknown_set_of_tools_is_refused(memory):
    with pytest.raises(InvalidInput, match="default, all"):
        MemoryToolSpec(memory, tools="everything")


# Tools


def test_the_tools_return_text_with_sources(memory):
    tools = tools_of(memory)
    assert set(tools) == {"search_memories", "add_memory", "get_entity", "recent", "facts"}
    assert "[home] Ada: I live in Milan" in tools["search_memories"](question="Where does Ada live?").content
    assert "works at" in tools["get_entity"](name="ada").content.replace("WORKS_AT", "works at").lower()
    assert "[work]" in tools["recent"](limit=2).content
    assert "Fiat" in tools["facts"](name="Ada").content
    assert tools["facts"](limit=1).content.endswith(f"({memory.count('facts') - 1} more)")
    assert tools["get_entity"](name="Zoe").content == "Nothing is known about 'Zoe'."
    assert tools["get_entity"](name="Adda").content.endswith("Similar names: Ada.")


def test_views_are_tools_on_request(memory):
    memory.add(
        "To reset the router, press the button for ten seconds and then wait.", speaker="Ada", uid="how"
    )
    memory.add("I need a gift for Zoe.", speaker="Ada", session="agent", said_at=NOW, uid="gift")
    assert "profile" not in tools_of(memory)
    tools = tools_of(memory, tools="all")
    assert tools.keys() >= {
        "search_memories",
        "profile",
        "summarise",
        "due",
        "brief",
        "procedures",
        "working",
    }
    profile = tools["profile"](name="Ada").raw_output
    assert "Milan" in profile.text
    assert "home" in profile.turns
    assert "Nothing is known" in tools["profile"](name="Nobody").raw_output.text
    assert "Milan" in tools["summarise"](about="Ada").raw_output.text
    assert "is not a date" in tools["summarise"](since="soon").raw_output.text
    assert "is not a date" in tools["brief"](since="soon").raw_output
    assert "due" in tools["due"](days=3).raw_output.lower()
    procedure = tools["procedures"](question="How do I reset the router?").raw_output
    assert procedure.turns == ("how",)
    assert tools["working"]().raw_output.turns == ("gift",)


def test_notes_of_an_agent_are_agent_generated_unless_a_speaker_is_given(memory):
    tools_of(memory)["add_memory"](text="Ada plays the cello.")
    assert [hit.trust for hit in memory.search("cello") if "cello" in hit.text] == ["inferred"]
    tools_of(memory, speaker="Ada")["add_memory"](text="I play the violin.")
    assert memory.search("violin")[0].trust == "said"


@pytest.mark.parametrize("text", ["", "  "])
def test_blank_input_of_a_model_gets_an_answer(memory, text):
    tools = tools_of(memory)
    for name, field in (("search_memories", "question"), ("add_memory", "text"), ("get_entity", "name")):
        assert not tools[name](**{field: text}).is_error


# Agents, and write-back


def react(memory, *script):
    llm = ScriptedLLM(script=list(script))
    return ReActAgent(tools=MemoryToolSpec(memory).to_tool_list(), llm=llm, system_prompt="Use the tools.")


def test_a_react_agent_answers_from_memory_with_sources(memory):
    before = memory.entities(), memory.facts()
    agent = react(memory, SEARCHES, ANSWERS)
    output = asyncio.run(
        run_and_remember(agent, memory, user_msg="And where is home?", session="chat", speaker="Ada")
    )
    assert output.response.content == "Ada lives in Milan."
    asked, answered = memory.conversation("chat")
    assert (asked.text, asked.role, answered.text, answered.role) == (
        "And where is home?",
        "user",
        "Ada lives in Milan.",
        "assistant",
    )
    assert "home" in answered.used
    assert (memory.entities(), memory.facts()) == before
    assert "Observation" not in "".join(turn.text for turn in memory.conversation("chat"))


def test_a_function_agent_is_remembered_the_same_way(memory):
    def answer(messages, **_):
        if messages[-1].role == "tool":
            return ChatMessage(role="assistant", content="Milan.")
        call = ToolCallBlock(
            tool_call_id="1", tool_name="search_memories", tool_kwargs={"question": "Where does Ada live?"}
        )
        return ChatMessage(role="assistant", blocks=[call])

    agent = FunctionAgent(
        tools=MemoryToolSpec(memory).to_tool_list(), llm=MockFunctionCallingLLM(response_generator=answer)
    )
    asyncio.run(run_and_remember(agent, memory, user_msg="Where does Ada live?", session="chat"))
    answered = memory.conversation("chat")[-1]
    assert (answered.text, "home" in answered.used) == ("Milan.", True)


def test_a_chat_store_keeps_every_turn_once_and_the_answer_without_the_trace(memory):
    async def converse():
        buffer = Buffer.from_defaults(session_id="chat", chat_store=GraphChatStore(memory, speaker="Ada"))
        agent = react(memory, SEARCHES, ANSWERS)
        await agent.run(user_msg="Where do I live?", memory=buffer)
        return await buffer.aget_all()

    messages = asyncio.run(converse())
    assert messages[0].content == "Where do I live?"
    said = [(turn.speaker, turn.text) for turn in memory.conversation("chat")]
    assert said == [("Ada", "Where do I live?"), ("assistant", "Ada lives in Milan.")]


def test_a_chat_store_restores_a_conversation(memory):
    async def talk():
        store = GraphChatStore(memory)
        await store.add_messages("chat", [ChatMessage(role="user", content=f"Day {n}.") for n in range(5)])
        archived = await store.archive_oldest_messages("chat", 3)
        assert [m.content for m in archived] == ["Day 0.", "Day 1.", "Day 2."]
        assert await store.count_messages("chat") == 2
        assert await store.count_messages("chat", None) == 5
        await store.delete_message("chat", -1)
        assert await store.count_messages("chat") == 1
        again = GraphChatStore(memory)
        return await again.get_messages("chat"), await again.get_messages("chat", None, limit=2, offset=1)

    active, some = asyncio.run(talk())
    assert [m.content for m in active] == ["Day 3."]  # what was archived stays so, and what was deleted
    assert [m.content for m in some] == ["Day 1.", "Day 2."]
    assert set(asyncio.run(GraphChatStore(memory).get_keys())) == {"chat", "default"}


def test_a_reset_chat_is_empty_after_a_restart_and_memory_is_not(memory):
    async def talk():
        store = GraphChatStore(memory)
        await store.add_messages("chat", [ChatMessage(role="user", content=f"Day {n}.") for n in range(3)])
        assert len(await store.delete_oldest_messages("chat", 1)) == 1
        again = GraphChatStore(memory)
        assert [m.content for m in await again.get_messages("chat")] == ["Day 1.", "Day 2."]
        await again.delete_messages("chat")
        return await GraphChatStore(memory).get_messages("chat", None)

    assert asyncio.run(talk()) == []
    assert len(memory.conversation("chat")) == 3


def test_deleted_messages_do_not_return_after_a_restart_or_rebuild(memory):
    def heard(status=None):
        return [m.content for m in asyncio.run(GraphChatStore(memory).get_messages("chat", status))]

    async def talk():
        store = GraphChatStore(memory)
        await store.add_messages("chat", [ChatMessage(role="user", content=f"Day {n}.") for n in range(6)])
        await store.delete_message("chat", 2)
        kept = await store.get_messages("chat", None)
        await store.set_messages("chat", [*kept[:-2], ChatMessage(role="user", content="Day 6."), kept[-1]])
        await store.archive_oldest_messages("chat", 1)

    asyncio.run(talk())
    expected = ["Day 0.", "Day 1.", "Day 3.", "Day 5.", "Day 6."]  # in the order in which they were said
    assert heard() == expected
    memory.rebuild()
    assert heard() == expected
    assert heard(MessageStatus.ARCHIVED) == ["Day 0."]
    assert len(memory.conversation("chat")) == 7


def test_a_block_returns_the_context_of_the_last_question_and_searches_once(memory):
    block = GraphMemoryBlock(memory)
    asked = [
        ChatMessage(role="user", content="Where does Ada live?"),
        ChatMessage(role="assistant", content="…"),
    ]
    first = asyncio.run(block.aget(asked, session_id="s"))
    assert "[home]" in first
    assert asyncio.run(block.aget(asked, session_id="s")) is first
    assert asyncio.run(block.aget([])) == ""


def test_a_block_of_an_empty_memory_is_empty(database, namespace):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("I live in Milan.", speaker="Ada")
    asked = [ChatMessage(role="user", content="What is my shoe size?")]
    assert asyncio.run(GraphMemoryBlock(memory).aget(asked)) == ""


# Retrieval


def test_a_retriever_returns_nodes_with_speaker_and_date(memory):
    (first, *_) = GraphMemoryRetriever(memory, limit=3).retrieve("Where does Ada live?")
    assert first.text.startswith("I live in Milan")
    assert (first.node.metadata["speaker"], first.node.metadata["turns"]) == ("Ada", ["home"])
    assert "trust: said" in first.node.get_content(MetadataMode.LLM)
    assert asyncio.run(GraphMemoryRetriever(memory, limit=3).aretrieve("Where does Ada live?"))[0] == first


# The property graph


def test_entities_facts_and_turns_are_a_property_graph(memory):
    store = GraphMemoryStore(memory)
    (ada, chunk) = store.get(ids=["ADA", "home"])
    assert (ada.name, ada.label, chunk.text) == ("Ada", "Person", "I live in Milan, near the Duomo.")
    triplets = {(s.name, r.label, o.name) for s, r, o in store.get_rel_map([ada], depth=1)}
    assert triplets == {("Ada", "LIVES_IN", "Milan"), ("Ada", "WORKS_AT", "Fiat")}
    assert {r.label for _, r, _ in store.get_triplets(relation_names=["works at"])} == {"WORKS_AT"}
    assert store.get_triplets(entity_names=["nobody"]) == []
    assert "WORKS_AT" in store.get_schema_str(refresh=True)
    assert [node.text for node in store.get_llama_nodes(["work", "gone"])] == ["I work at Fiat."]


def index_over(memory, llm):
    return PropertyGraphIndex.from_existing(
        property_graph_store=GraphMemoryStore(memory),
        llm=llm,
        embed_model=MemoryEmbedding(memory.engine.embedder),
        use_async=False,
    )


def test_an_index_over_memory_retrieves_with_its_own_retrievers(memory):
    llm = ScriptedLLM(script=["ada^milan"])
    index = index_over(memory, llm)
    store = index.property_graph_store
    by_words = LLMSynonymRetriever(store, llm=llm, include_text=False).retrieve("Where is Ada?")
    assert "Ada -> LIVES_IN -> Milan" in {node.text for node in by_words}
    by_meaning = VectorContextRetriever(
        store, embed_model=MemoryEmbedding(memory.engine.embedder), include_text=True
    )
    assert any("I live in Milan" in node.text for node in by_meaning.retrieve("I live in Milan"))
    assert index.as_retriever(include_text=True, use_async=False).retrieve("Where does Ada live?")


def test_inserts_of_an_index_are_logged_and_kept_by_a_rebuild(memory):
    store = GraphMemoryStore(memory, session="company graph")
    store.upsert_llama_nodes(
        [TextNode(id_="c1", text="Grugliasco lies west of Turin.", metadata={"title": "Guide"})]
    )
    bea, turin = EntityNode(name="Bea", label="PERSON"), EntityNode(name="Grugliasco", label="city")
    store.upsert_nodes([bea, turin, ChunkNode(text="Bea is kind.", id_="c2")])
    store.upsert_relations([Relation(label="lives in", source_id=bea.id, target_id=turin.id)])
    store.upsert_relations([Relation(label="lives in", source_id=bea.id, target_id=turin.id)])  # again
    memory.rebuild()
    assert [(f.type, f.trust) for f in memory.facts("Bea")] == [("LIVES_IN", "observed")]
    assert (memory.entity("bea").type, memory.entity("grugliasco").type) == ("Person", "Place")
    assert [node.text for node in store.get_llama_nodes(["c1"])] == ["Grugliasco lies west of Turin."]
    assert memory.turns(["c1"])[0].session == "Guide"


def test_unsupported_operations_are_refused_with_the_remedy(memory):
    store = GraphMemoryStore(memory)
    with pytest.raises(InvalidInput, match=r"memory\.forget"):
        store.delete(entity_names=["Ada"])
    with pytest.raises(InvalidInput, match="free queries are not supported"):
        store.structured_query("MATCH (n) DETACH DELETE n")
    with pytest.raises(InvalidInput, match="MemoryEmbedding"):
        store.vector_query(VectorQuery([0.1] * 3))
    assert memory.entity("Ada") is not None


def VectorQuery(vector):
    from llama_index.core.vector_stores.types import VectorStoreQuery

    return VectorStoreQuery(query_embedding=vector, similarity_top_k=2)


# Models


def test_an_embedding_of_llama_index_makes_the_vectors_of_a_memory():
    embedder = LlamaEmbedder(MemoryEmbedding(HashingEmbedder(16)))
    (row,) = embedder.embed(["green tea"])
    assert (embedder.dimension, row.shape, math.isclose(float((row**2).sum()), 1.0, abs_tol=1e-5)) == (
        16,
        (16,),
        True,
    )
    with Memory.open(":memory:", embedder=embedder) as memory:
        memory.add("I like green tea.", speaker="Ada")
        assert memory.search("green tea")[0].signals.keys() >= {"words"}
        assert memory.stats().dimension == 16


def test_an_llm_of_llama_index_answers_as_our_chat_model():
    llm = ScriptedLLM(script=['{"notes": []}'])
    answer = LlamaChat(llm).answer([{"role": "user", "content": "Read this."}], {"type": "object"})
    assert answer.text == '{"notes": []}'
    assert '{"type": "object"}' in llm.asked[0]


def test_descriptions_of_tools_show_no_internal_types(memory):
    for tool in tools_of(memory).values():
        assert "Args:" in tool.metadata.description
        assert not any(word in tool.metadata.description for word in ("->", "MemoryOutput", "self", "None"))
