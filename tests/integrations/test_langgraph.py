"""LangGraph and LangChain over a memory: the cases of their own interface tests, and an agent that remembers."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import pytest

pytest.importorskip("langgraph.prebuilt", reason="needs the extra langgraph")

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import InjectedStore, create_react_agent
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from pydantic import Field

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.langgraph import GraphChatHistory, GraphItemStore, GraphMemoryRetriever
from memgraph_core.memory import Memory

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # inside LangGraph


@pytest.fixture
def memory():
    with Memory.open(":memory:", "ada", embedder="none") as opened:
        yield opened


@pytest.fixture
def store(memory):
    return GraphItemStore(memory)


@pytest.fixture
def clock(monkeypatch):
    """Sets the time of the store."""

    class Clock(datetime):
        moment = datetime(2026, 6, 1, tzinfo=UTC)

        @classmethod
        def now(cls, tz=None):
            return cls.moment

    monkeypatch.setattr("memgraph_core.integrations.langgraph.store.datetime", Clock)
    return Clock


# The store


def test_an_item_is_put_got_replaced_and_deleted(store, clock):
    namespace, value = (
        ("users", "ada"),
        {"likes": "jasmine tea", "count": 3, "nested": {"a": [1, None, True]}},
    )
    assert store.get(namespace, "tea") is None
    store.put(namespace, "tea", value)
    item = store.get(namespace, "tea")
    assert (item.namespace, item.key, item.value) == (namespace, "tea", value)
    assert item.created_at == item.updated_at == clock.moment
    clock.moment += timedelta(hours=1)
    store.put(namespace, "tea", {"likes": "green tea"})
    again = store.get(namespace, "tea")
    assert again.value == {"likes": "green tea"}
    assert (again.created_at, again.updated_at) == (item.created_at, clock.moment)
    assert store.get(("users",), "tea") is None
    store.delete(namespace, "tea")
    assert store.get(namespace, "tea") is None
    store.delete(namespace, "tea")
    store.put(namespace, "tea", value)  # what was deleted can be put again
    assert store.get(namespace, "tea").value == value


def test_one_state_of_an_item_is_left_in_the_memory(store, memory):
    for likes in ("tea", "coffee", "water"):
        store.put(("users",), "likes", {"text": f"Ada likes {likes}."})
    assert [turn.text for turn in memory.list_turns()] == ["Ada likes water."]
    assert [item.value["text"] for item in store.search(("users",), query="coffee")] == ["Ada likes water."]


def test_an_interrupted_put_leaves_the_newer_state(store, memory, clock, monkeypatch):
    store.put(("users",), "k", {"n": 1})
    clock.moment += timedelta(seconds=1)
    with monkeypatch.context() as patched:
        patched.setattr(Memory, "forget", lambda self, **given: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.put(("users",), "k", {"n": 2})
    assert memory.count() == 2
    assert store.get(("users",), "k").value == {"n": 2}
    assert [item.value for item in store.search(())] == [{"n": 2}]
    store.put(("users",), "k", {"n": 3})
    assert memory.count() == 1


def test_a_query_never_returns_a_replaced_state(store, memory, clock, monkeypatch):
    store.put(("users",), "drink", {"text": "Ada likes jasmine tea."})
    clock.moment += timedelta(seconds=1)
    with monkeypatch.context() as patched:
        patched.setattr(Memory, "forget", lambda self, **given: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.put(("users",), "drink", {"text": "Ada likes coffee."})
    for query in ("jasmine tea", "coffee"):
        found = store.search(("users",), query=query)
        assert [item.value["text"] for item in found] == ["Ada likes coffee."], query


def test_a_batch_reads_the_state_before_it_and_the_last_put_counts(store):
    store.put(("a",), "k", {"n": 1})
    results = store.batch([
        PutOp(("a",), "k", {"n": 2}),
        GetOp(("a",), "k"),
        SearchOp(("a",)),
        PutOp(("a",), "k", {"n": 3}),
        PutOp(("a", "b"), "new", {"n": 4}),
        ListNamespacesOp(),
        GetOp(("a",), "missing"),
    ])  # fmt: skip
    assert [results[0], results[3], results[4], results[6]] == [None] * 4
    assert (results[1].value, [item.value for item in results[2]], results[5]) == (
        {"n": 1},
        [{"n": 1}],
        [("a",)],
    )
    assert sorted(item.value["n"] for item in store.search(())) == [3, 4]


def test_a_search_is_below_a_prefix_filtered_and_in_pages(store, clock):
    for n in range(6):
        clock.moment += timedelta(seconds=1)
        value = {"n": n, "even": n % 2 == 0, "meta": {"colour": "red" if n < 3 else "blue"}}
        store.put(("docs", "a" if n < 4 else "b"), f"k{n}", value)
    store.put(("docsother",), "x", {"n": 99})

    def found(prefix, **given):
        return [item.value["n"] for item in store.search(prefix, **given)]

    assert found(("docs",)) == [5, 4, 3, 2, 1, 0]
    assert found(("docs", "b")) == [5, 4]
    assert (found(("docs",), limit=2), found(("docs",), limit=2, offset=4)) == ([5, 4], [1, 0])
    assert found(("docs",), filter={"even": True}) == [4, 2, 0]
    assert found(("docs",), filter={"even": True}, limit=1, offset=1) == [2]
    assert found(("docs",), filter={"n": {"$gt": 1, "$lte": 4}}) == [4, 3, 2]
    assert found(("docs",), filter={"n": {"$ne": 5}, "meta": {"colour": "blue"}}) == [4, 3]
    assert found(("docs",), filter={"missing": {"$gt": 1}}) == []
    assert found(("nothing",)) == []
    with pytest.raises(InvalidInput, match="not a comparison"):
        found(("docs",), filter={"n": {"$like": 1}})


def test_a_query_ranks_items_by_their_content(store):
    for key, text in (
        ("tea", "Ada drinks jasmine tea in the morning."), ("car", "Ada drives an old Fiat."),
        ("dog", "Ada's dog is called Rex."), ("zh", "小明在北京大学学习物理。"),
    ):  # fmt: skip
        store.put(("users", "ada"), key, {"text": text, "type": key})
    store.put(("users", "ben"), "tea", {"text": "Ben drinks jasmine tea."})
    results = store.search(("users", "ada"), query="What is the name of the dog?")
    assert (results[0].key, results[0].score > 0, len(results)) == ("dog", True, 4)
    assert results[-1].score is None
    assert store.search(("users", "ada"), query="jasmine tea", limit=1)[0].namespace == ("users", "ada")
    assert store.search(("users",), query="小明在哪里学习？", limit=1)[0].key == "zh"
    filtered = store.search(("users",), query="jasmine tea", filter={"type": {"$ne": "tea"}})
    assert "tea" not in [item.key for item in filtered if item.namespace == ("users", "ada")]


def test_the_fields_of_an_item_decide_how_it_is_found(memory):
    store = GraphItemStore(memory, fields=["text", "parts[*].name"])
    value = {"text": "A red apple.", "note": "A green pear.", "parts": [{"name": "stalk"}]}
    store.put(("fruit",), "default", value)
    store.put(("fruit",), "note", value, index=["note"])
    store.put(("fruit",), "hidden", value, index=False)

    def scored(query):
        return {item.key for item in store.search(("fruit",), query=query) if item.score is not None}

    assert (scored("red apple"), scored("green pear"), scored("stalk")) == (
        {"default"},
        {"note"},
        {"default"},
    )
    assert store.get(("fruit",), "hidden").value == value


def test_namespaces_are_listed_by_their_ends_and_cut(store):
    for path in (
        ("a", "b", "c"),
        ("a", "b", "d", "e"),
        ("a", "b", "d", "i"),
        ("a", "b", "f"),
        ("a", "c", "f"),
        ("b", "a", "f"),
    ):
        store.put(path, "id", {"data": "x"})
    listed = store.list_namespaces
    assert listed(prefix=("a", "b")) == [
        ("a", "b", "c"),
        ("a", "b", "d", "e"),
        ("a", "b", "d", "i"),
        ("a", "b", "f"),
    ]
    assert listed(suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f"), ("b", "a", "f")]
    assert listed(prefix=("a",), suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f")]
    assert listed(prefix=("a", "*", "f")) == [("a", "b", "f"), ("a", "c", "f")]
    assert listed(suffix=("*", "f"), max_depth=2) == [("a", "b"), ("a", "c"), ("b", "a")]
    assert listed(max_depth=3, limit=2, offset=1) == [("a", "b", "d"), ("a", "b", "f")]
    assert listed(prefix=("nothing",)) == []
    conditions = (MatchCondition("prefix", ("a", "b", "c", "d")),)
    assert store.batch([ListNamespacesOp(match_conditions=conditions)]) == [[]]


def test_wrong_namespaces_and_values_are_refused(store):
    for namespace in ((), ("the", "thing.about"), ("some", ""), ("langgraph", "x")):
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {})
    store.put(("a/b",), "c", {"n": 1})  # no two paths share a session
    store.put(("a",), "b/c", {"n": 2})
    assert (store.get(("a/b",), "c").value, store.get(("a",), "b/c").value) == ({"n": 1}, {"n": 2})
    with pytest.raises(InvalidInput, match="characters of JSON"):
        store.put(("a",), "k", {"text": "x" * 20_000})
    with pytest.raises(InvalidInput, match="not JSON"):
        store.put(("a",), "k", {"when": datetime(2026, 1, 1, tzinfo=UTC)})
    store.put(("a",), "empty", {})
    assert store.get(("a",), "empty").value == {}


def test_items_expire_unless_they_are_read(memory, clock):
    store = GraphItemStore(memory, ttl={"default_ttl": 10, "refresh_on_read": True})
    store.put(("a",), "default", {"text": "expires"})
    store.put(("a",), "short", {"text": "expires soon"}, ttl=2)
    store.put(("a",), "stays", {"text": "stays"}, ttl=None)
    clock.moment += timedelta(minutes=1.5)
    assert store.get(("a",), "short") is not None  # begins again
    assert store.search(("a",), refresh_ttl=False)[0].updated_at < clock.moment
    clock.moment += timedelta(minutes=1.5)
    assert store.get(("a",), "short", refresh_ttl=False) is not None
    clock.moment += timedelta(minutes=1.5)
    assert store.get(("a",), "short") is None
    assert {item.key for item in store.search(("a",), refresh_ttl=False)} == {"default", "stays"}
    clock.moment += timedelta(minutes=20)
    assert [item.key for item in store.search(("a",), query="expires")] == ["stays"]
    assert store.list_namespaces() == [("a",)]
    assert (store.sweep_ttl(), store.sweep_ttl(), memory.count()) == (2, 0, 1)


def test_the_asynchronous_verbs_do_the_same(store):
    async def run():
        await store.aput(("a", "b"), "k", {"text": "Ada lives in Turin."})
        await asyncio.gather(*(store.aput(("a", "c"), f"k{n}", {"n": n}) for n in range(5)))
        item, results = await store.aget(("a", "b"), "k"), await store.asearch(("a",), query="Turin")
        namespaces = await store.alist_namespaces(prefix=("a",))
        await store.adelete(("a", "b"), "k")
        return item, results, namespaces, await store.aget(("a", "b"), "k")

    item, results, namespaces, deleted = asyncio.run(run())
    assert item.value == {"text": "Ada lives in Turin."}
    assert (results[0].key, len(results), namespaces, deleted) == ("k", 6, [("a", "b"), ("a", "c")], None)


# An agent


class ScriptedModel(BaseChatModel):
    """Gives these messages in their order, and keeps what it was asked."""

    script: list[AIMessage]
    asked: list[Any] = Field(default_factory=list)

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **_):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **_):
        self.asked.append(list(messages))
        return ChatResult(generations=[ChatGeneration(message=self.script.pop(0))])


def call(name, **arguments):
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"call_{name}"}])


@tool
def remember(text: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Store what the user said."""
    store.put(("users", "ada"), text, {"text": text})
    return "Stored."


@tool
def recall(query: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Find what the user said before."""
    return json.dumps([item.value["text"] for item in store.search(("users", "ada"), query=query, limit=1)])


def test_an_agent_remembers_across_threads(store):
    model = ScriptedModel(
        script=[
            call("remember", text="Ada is allergic to peanuts."),
            AIMessage("I will remember it."),
            call("remember", text="Ada's train leaves at nine."),
            AIMessage("Noted."),
            call("recall", query="Which allergy does Ada have?"),
            AIMessage("Peanuts."),
        ]
    )
    agent = create_react_agent(model, [remember, recall], store=store, checkpointer=InMemorySaver())
    for thread, text in (
        ("1", "I am allergic to peanuts."),
        ("1", "My train leaves at nine."),
        ("2", "What must I not eat?"),
    ):
        given = {"messages": [HumanMessage(text)]}
        answer = agent.invoke(given, {"configurable": {"thread_id": thread}})
    assert answer["messages"][-1].content == "Peanuts."
    assert [message.content for message in model.asked[-1] if isinstance(message, ToolMessage)] == [
        '["Ada is allergic to peanuts."]'
    ]
    assert len(answer["messages"]) == 4  # of the second thread alone


# The chat history and the retriever


def test_a_history_keeps_messages(memory):
    history = GraphChatHistory(memory, "s1", speaker="Ada")
    said = [
        SystemMessage("You are Mia."), HumanMessage("I live in Turin."), AIMessage("", tool_calls=[]), AIMessage("Good to know."),
        ToolMessage("42", tool_call_id="c"), HumanMessage("And I like tea.", id="m1"),
    ]  # fmt: skip
    history.add_messages(said)
    history.add_messages([said[-1]])  # with an id: the same message
    history.add_user_message("Bye.")
    assert [(type(message), message.content) for message in history.messages] == [
        (HumanMessage, "I live in Turin."),
        (AIMessage, "Good to know."),
        (HumanMessage, "And I like tea."),
        (HumanMessage, "Bye."),
    ]
    assert [message.content for message in GraphChatHistory(memory, "s1", limit=1).messages] == ["Bye."]
    assert memory.facts("Ada")[0].type
    assert GraphChatHistory(memory, "s2").messages == []
    history.clear()
    assert (history.messages, memory.count()) == ([], 0)
    history.add_user_message("I live in Turin.")
    assert len(history.messages) == 1


def test_a_history_does_not_store_its_own_messages_again(memory):
    history = GraphChatHistory(memory, "s1", speaker="Ada")
    history.add_messages([HumanMessage("I live in Turin."), AIMessage("Good to know.", id="m1")])
    memory.add("I like tea.", speaker="Ada", session="s1", uid="t1")
    returned = history.messages
    history.add_messages([*returned, HumanMessage("Bye.", id="m2")])
    history.add_messages(history.messages)
    assert [message.content for message in history.messages] == [
        "I live in Turin.", "Good to know.", "I like tea.", "Bye.",
    ]  # fmt: skip
    GraphChatHistory(memory, "s2").add_messages(returned)  # another conversation
    assert len(GraphChatHistory(memory, "s2").messages) == 3


def test_a_chain_with_a_history_logs_both_sides(memory):
    model = ScriptedModel(script=[AIMessage("Hello Ada."), AIMessage("In Turin.")])
    chain = RunnableWithMessageHistory(model, lambda session_id: GraphChatHistory(memory, session_id))
    for text in ("I am Ada. I live in Turin.", "Where do I live?"):
        chain.invoke([HumanMessage(text)], {"configurable": {"session_id": "s1"}})
    assert [turn.text for turn in memory.conversation("s1")] == [
        "I am Ada. I live in Turin.", "Hello Ada.", "Where do I live?", "In Turin.",
    ]  # fmt: skip
    assert [message.content for message in model.asked[-1]][:2] == [
        "I am Ada. I live in Turin.",
        "Hello Ada.",
    ]


def test_a_retriever_returns_hits_as_documents(memory):
    for text in ("I live in Turin.", "I like tea.", "My dog is called Rex."):
        memory.add(text, speaker="Ada", said_at="2026-03-20T09:00:00Z")
    retriever = GraphMemoryRetriever(memory=memory, k=2)
    [document, *others] = retriever.invoke("Where does Ada live?")
    assert (document.page_content, document.metadata["speaker"]) == ("I live in Turin.", "Ada")
    assert len(others) <= 1
    assert len(retriever.invoke("What about Ada?", k=1)) <= 1
    assert asyncio.run(retriever.ainvoke("Where does Ada live?"))[0] == document
    assert (
        GraphMemoryRetriever(memory=memory, filters={"speaker": "Ben"}).invoke("Where does Ada live?") == []
    )
