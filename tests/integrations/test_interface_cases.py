"""The cases that LlamaIndex's own tests have for its interfaces, with this package's classes in place of LlamaIndex's.

The cases are those of llama-index-core 0.14: of `SQLAlchemyChatStore`, `SimplePropertyGraphStore`, `Memory`, `BaseToolSpec`, and
the concurrent reads of memory blocks.
"""

import asyncio
from itertools import pairwise

import pytest

from factories import NOW

pytest.importorskip("llama_index.core", reason="needs llama-index-core, of the extra llamaindex")

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.memory import Memory as ChatMemory
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.storage.chat_store.base_db import MessageStatus
from llama_index.core.tools.types import ToolMetadata

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.integrations.llama_index import (
    GraphChatStore,
    GraphMemoryBlock,
    GraphMemoryStore,
    MemoryToolSpec,
)
from memgraph_core.memory import Memory

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def said(*texts: str) -> list[ChatMessage]:
    """Messages of a user and an assistant in turn."""
    return [ChatMessage(role=("user", "assistant")[n % 2], content=text) for n, text in enumerate(texts)]


def texts(messages: list[ChatMessage]) -> list[str | None]:
    return [message.content for message in messages]


# Chat stores


def test_messages_are_added_counted_replaced_and_listed_by_key(memory):
    async def case():
        store = GraphChatStore(memory)
        await store.add_message("one", ChatMessage(role="user", content="hello"))
        await store.add_message("one", ChatMessage(role="assistant", content="world"))
        await store.add_messages("two", said("a", "b", "c"))
        found = await store.get_messages("one")
        assert [(message.role, message.content) for message in found] == [
            ("user", "hello"),
            ("assistant", "world"),
        ]
        assert await store.get_messages("nobody") == []
        assert (await store.count_messages("two"), await store.count_messages("nobody")) == (3, 0)
        await store.set_messages("one", said("replaced 1", "replaced 2"))
        assert texts(await store.get_messages("one")) == ["replaced 1", "replaced 2"]
        assert {"one", "two"} <= set(await store.get_keys())

    asyncio.run(case())


def test_messages_are_deleted_archived_and_paged(memory):
    async def case():
        store = GraphChatStore(memory)
        await store.add_messages("chat", said("1", "2", "3", "4", "5"))
        await store.add_message("other", ChatMessage(role="user", content="stays"))
        assert texts(await store.get_messages("chat", limit=2)) == ["1", "2"]
        assert texts(await store.get_messages("chat", offset=2)) == ["3", "4", "5"]
        assert texts(await store.get_messages("chat", limit=2, offset=1)) == ["2", "3"]
        assert (await store.delete_message("chat", 1)).content == "2"
        assert texts(await store.delete_oldest_messages("chat", 1)) == ["1"]
        assert texts(await store.archive_oldest_messages("chat", 1)) == ["3"]
        assert texts(await store.get_messages("chat", status=MessageStatus.ACTIVE)) == ["4", "5"]
        assert texts(await store.get_messages("chat", status=MessageStatus.ARCHIVED)) == ["3"]
        await store.delete_messages("chat")
        assert (await store.get_messages("chat"), await store.count_messages("other")) == ([], 1)

    asyncio.run(case())


# Memory with this chat store


def buffer(memory: Memory, **options) -> ChatMemory:
    return ChatMemory.from_defaults(
        session_id="chat", chat_store=GraphChatStore(memory), tokenizer_fn=str.split, **options
    )


def test_the_buffer_is_written_read_set_and_reset(memory):
    async def case():
        chat = buffer(memory)
        await chat.aput(ChatMessage(role="user", content="First."))
        await chat.aput_messages(said("Second.", "Third."))
        assert texts(await chat.aget()) == ["First.", "Second.", "Third."]
        assert len(await chat.aget_all(status=MessageStatus.ACTIVE)) == 3
        await chat.aset(said("Only.", "These."))
        assert texts(await chat.aget()) == ["Only.", "These."]
        await chat.areset(status=MessageStatus.ACTIVE)
        assert await chat.aget() == []

    asyncio.run(case())


@pytest.mark.parametrize(
    ("lengths", "roles"),
    [
        ((50, 50, 50, 50), "uaua"),
        ((100, 1), "ua"),
        ((40, 20, 20, 20), "uata"),
        ((50, 1, 1), "uat"),
    ],
)
def test_a_full_buffer_keeps_a_whole_turn_and_begins_with_the_user(memory, lengths, roles):
    names = {"u": "user", "a": "assistant", "t": "tool"}

    async def case():
        chat = buffer(memory, token_limit=150, token_flush_size=80, chat_history_token_ratio=0.5)
        messages = [
            ChatMessage(role=names[role], content=f"{role} " * length)
            for role, length in zip(roles, lengths, strict=True)
        ]
        await chat.aput_messages(messages)
        kept = await chat.aget()
        assert kept
        assert kept[0].role == "user"
        for before, message in pairwise(kept):
            assert message.role != "tool" or before.role in ("assistant", "tool")

    asyncio.run(case())


def test_blocks_are_read_at_the_same_time(memory):
    memory.add("I live in Milan.", speaker="Ada", said_at=NOW)

    async def case():
        blocks = [GraphMemoryBlock(memory, name=f"block{number}") for number in range(4)]
        asked = [ChatMessage(role="user", content="Where does Ada live?")]
        return await asyncio.gather(*(block.aget(asked) for block in (*blocks, *blocks)))

    assert ["I live in Milan." in str(text) for text in asyncio.run(case())] == [True] * 8


# Property graph stores


def test_triplets_are_written_found_and_deleted(memory):
    store = GraphMemoryStore(memory)
    one, two = EntityNode(name="Ada Byron"), EntityNode(name="Fiat Works", properties={"key": "value"})
    relation = Relation(label="ADVISES", source_id=one.id, target_id=two.id)
    store.upsert_nodes([one, two])
    store.upsert_relations([relation])

    def found(**selection):
        return [(a.name, relation.label, b.name) for a, relation, b in store.get_triplets(**selection)]

    expected = [("Ada Byron", "ADVISES", "Fiat Works")]
    assert found() == expected
    assert found(entity_names=["Ada Byron"]) == found(entity_names=["Fiat Works"]) == expected
    assert found(relation_names=["ADVISES"]) == expected
    assert found(properties={"key": "value"}) == expected
    assert found(properties={"key": "other"}) == []
    store.delete(ids=[one.id])
    assert found() == []


def test_nodes_are_written_read_and_deleted_by_id_and_by_document(memory):
    store = GraphMemoryStore(memory)
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="document")}
    nodes = [
        TextNode(id_="n1", text="Ada lives in Milan.", relationships=source),
        TextNode(id_="n2", text="Ben lives in Rome."),
        TextNode(id_="n3", text="Eve lives in Oslo."),
    ]
    store.upsert_llama_nodes(nodes)
    assert [(node.node_id, node.text) for node in store.get_llama_nodes(["n1", "n2"])] == [
        ("n1", "Ada lives in Milan."),
        ("n2", "Ben lives in Rome."),
    ]
    store.delete_llama_nodes(node_ids=["n2"])
    assert [node.node_id for node in store.get_llama_nodes(["n1", "n2", "n3"])] == ["n1", "n3"]
    store.delete_llama_nodes(ref_doc_ids=["document"])
    assert [node.node_id for node in store.get_llama_nodes(["n1", "n2", "n3"])] == ["n3"]
    store.delete_llama_nodes(ref_doc_ids=["unknown"])
    assert [node.node_id for node in store.get_llama_nodes(["n3"])] == ["n3"]


# Tool specs


def test_tools_have_names_schemas_and_a_description_and_can_be_chosen_and_renamed(memory):
    spec = MemoryToolSpec(memory)
    tools = spec.to_tool_list()
    for tool in tools:
        schema = tool.metadata.fn_schema.model_json_schema()
        assert schema["properties"] or not schema.get("required")
        assert tool.metadata.description
        assert not tool.requires_context
    [chosen] = spec.to_tool_list(spec_functions=["facts"])
    assert chosen.metadata.name == "facts"
    renamed = ToolMetadata("What is known.", name="look_up", fn_schema=tools[0].metadata.fn_schema)
    mapped = spec.to_tool_list(func_to_metadata_mapping={"search_memories": renamed})
    first = mapped[[tool.metadata.name for tool in tools].index("search_memories")]
    assert (first.metadata.name, first.metadata.description) == ("look_up", "What is known.")


def test_tools_are_called_with_and_without_an_event_loop(memory):
    memory.add("I live in Milan.", speaker="Ada", said_at=NOW)
    [tool] = MemoryToolSpec(memory).to_tool_list(spec_functions=["search_memories"])
    text = str(tool(question="Where does Ada live?"))
    assert "I live in Milan." in text
    assert str(asyncio.run(tool.acall(question="Where does Ada live?"))) == text
