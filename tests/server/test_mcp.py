"""The MCP tools, through the SDK's own client: in the same process, over HTTP and over stdio."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import httpx
import pytest

pytest.importorskip("mcp", reason="needs the extra server")
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, ElicitResult

from factories import NOW
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import StoreUnavailable
from memgraph_core.memory import Memory
from memgraph_core.server.access import Access
from memgraph_core.server.mcp_server import INSTRUCTIONS, REFERENCE_INSTRUCTIONS, mcp_server
from memgraph_core.server.principals import Grant, Principal

STATEMENT = {"content": "I live in Turin.", "speaker": "Ada", "said_at": "2026-03-20T09:00:00+01:00"}


def call(client_of, *calls):
    """The results of tool calls, in order."""

    async def run():
        async with client_of() as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(run())


@pytest.fixture
def engine():
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        yield engine


@pytest.fixture
def server(engine):
    return mcp_server(Access(engine), Principal("ada", (Grant("ada", ("read", "write")),)))


def test_a_remembered_statement_is_recalled(server):
    stored, found, context = call(
        lambda: Client(server), ("remember", STATEMENT), ("recall", {"question": "Where does Ada live?"}),
        ("context", {"question": "Where does Ada live?", "tokens": 100}),
    )  # fmt: skip
    assert stored.structured_content["state"] == "extracted"
    [hit] = found.structured_content["hits"]
    assert (hit["text"], hit["speaker"]) == ("I live in Turin.", "Ada")
    assert "I live in Turin." in context.structured_content["text"]


def test_kinds_of_memory_are_recalled_one_by_one(engine):
    server = mcp_server(Access(engine), Principal("ada", (Grant("ada", ("read", "write")),)), "all")
    recipe = STATEMENT | {"content": "To bake bread, mix the flour with water and then let the dough rest."}
    _, _, found, context, refused, steps = call(
        lambda: Client(server), ("remember", recipe), ("remember", STATEMENT | {"content": "I like bread with olives."}),
        ("recall", {"question": "bread", "kinds": {"procedural": 2}}), ("context", {"question": "bread", "kinds": ["semantic"]}),
        ("recall", {"question": "bread", "kinds": ["dream"]}), ("procedures", {"question": "How do I bake bread?"}),
    )  # fmt: skip
    assert steps.structured_content["procedures"][0]["goal"] == "bake bread"
    assert [hit["text"] for hit in found.structured_content["hits"]] == [recipe["content"]]
    assert "olives" in context.structured_content["text"]
    assert "flour" not in context.structured_content["text"]
    assert refused.is_error
    assert "procedural" in refused.content[0].text


def test_a_statement_without_a_speaker_is_that_of_the_only_person(engine, server):
    memory = Memory(engine, "ada")
    call(lambda: Client(server), ("remember", {"content": "I like jazz."}))
    assert [turn.speaker for turn in memory.list_turns()] == ["user"]
    memory.forget(everything=True)
    memory.add("I live in Turin.", speaker="Ada")
    memory.add("You live in Turin.", speaker="Mia", role="assistant")
    call(lambda: Client(server), ("remember", {"content": "I am allergic to latex."}))
    assert "Ada ALLERGIC_TO latex" in [fact.triple for fact in memory.facts()]
    memory.add("I live in Rome.", speaker="Ben")
    call(lambda: Client(server), ("remember", {"content": "I play chess."}))
    assert memory.list_turns(limit=1).items[0].speaker == "user"


def test_facts_say_how_many_more_there_are(engine):
    Memory(engine, "ada").add("I live in Turin. I like jazz.", speaker="Ada")
    server = mcp_server(Access(engine), Principal("ada", (Grant("ada", ("read",)),)), "all")
    first, every = call(lambda: Client(server), ("facts", {"limit": 1}), ("facts", {}))
    assert (len(first.structured_content["facts"]), first.structured_content["more"]) == (1, 1)
    assert every.structured_content["more"] == 0


def test_no_tool_takes_a_namespace_or_a_principal(server):
    async def tools():
        async with Client(server) as client:
            return (await client.list_tools()).tools

    found = asyncio.run(tools())
    assert [tool.name for tool in found] == ["remember", "recall", "context"]
    for tool in found:
        assert not {"namespace", "by", "principal"} & set(tool.input_schema["properties"])
        assert tool.output_schema is not None
        assert tool.annotations.open_world_hint is False
    assert [tool.annotations.read_only_hint for tool in found] == [False, True, True]


ALL_TOOLS = (
    *(
        "remember",
        "recall",
        "context",
        "facts",
        "profile",
        "summarise",
        "timeline",
        "due",
        "brief",
        "working",
        "procedures",
        "explore",
        "forget",
    ),
)
REFERENCE_TOOLS = (
    *("create_entities", "create_relations", "add_observations", "delete_entities", "delete_observations"),
    *("delete_relations", "read_graph", "search_nodes", "open_nodes"),
)


def of_ada(engine, tools="default", rights=("read", "write", "forget")):
    return mcp_server(Access(engine), Principal("ada", (Grant("ada", rights),)), tools)


@pytest.mark.parametrize(("tools", "names"), [("all", ALL_TOOLS), ("reference", REFERENCE_TOOLS)])
def test_the_tools_of_each_set_are_described_in_the_same_order_for_every_client(engine, tools, names):
    async def listed():
        async with Client(of_ada(engine, tools)) as client:
            return await client.list_tools()

    first, again = asyncio.run(listed()), asyncio.run(listed())
    assert tuple(tool.name for tool in first.tools) == names
    assert [tool.model_dump() for tool in first.tools] == [tool.model_dump() for tool in again.tools]
    assert (first.ttl_ms, first.cache_scope) == (3_600_000, "public")
    for tool in first.tools:
        assert not {"namespace", "by", "principal", "answer"} & set(tool.input_schema["properties"]), (
            tool.name
        )
        assert tool.output_schema is not None
        assert tool.description
        hints = tool.annotations
        assert None not in (
            hints.read_only_hint,
            hints.destructive_hint,
            hints.idempotent_hint,
            hints.open_world_hint,
        )
        deletes = tool.name == "forget" or tool.name.startswith("delete_")
        assert (hints.destructive_hint, hints.read_only_hint and deletes) == (deletes, False), tool.name


def test_all_tools_add_those_for_facts_and_views(engine):
    now = STATEMENT | {"said_at": engine.clock().isoformat(), "session": "chat"}
    calls = (
        ("remember", STATEMENT), ("profile", {"name": "Ada"}), ("summarise", {"about": "Turin"}), ("due", {"days": 30}),
        ("brief", {"since": "2026-01-01"}), ("facts", {"name": "Ada"}), ("timeline", {"entity": "Turin"}),
        ("explore", {"name": "Ada"}), ("explore", {"name": "Nobody"}), ("remember", now), ("working", {"session": "chat"}),
    )  # fmt: skip
    results = call(lambda: Client(of_ada(engine, "all")), *calls)
    profile, summary, due, brief, facts, timeline, ada, nobody, _, working = [
        r.structured_content for r in results[1:]
    ]
    assert "I live in Turin." in working["text"]
    assert profile["lines"][0]["object"] == "Turin"
    assert "I live in Turin." in summary["text"]
    assert due["items"] == []
    assert "Turin" in brief["text"]
    assert [(f["type"], f["object"]) for f in facts["facts"]] == [("LIVES_IN", "Turin")]
    assert timeline["days"] == [{"day": "2026-03-20", "mentions": 1}]
    assert ("Turin", 1) in [(near["name"], near["notes"]) for near in ada["neighbours"]]
    assert (ada["found"], nobody["found"]) == (True, False)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(("answer", "left"), [("delete", 0), ("keep", 1), ("decline", 1)])
def test_the_user_is_asked_before_statements_are_forgotten(engine, answer, left, mode):
    questions = []

    async def asked(_context, params):
        questions.append(params.message)
        if answer == "decline":
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content={"delete": answer == "delete"})

    server = of_ada(engine, "all")
    [stored] = call(lambda: Client(server), ("remember", STATEMENT))
    uid = stored.structured_content["uid"]
    [result] = call(
        lambda: Client(server, mode=mode, elicitation_callback=asked), ("forget", {"turns": [uid]})
    )
    assert result.is_error is (left == 1)
    assert len(questions) == 1
    assert "I live in Turin." in questions[0]
    assert Memory(engine, "ada").stats().turns == left


def test_the_user_is_not_asked_about_unknown_statements(engine):
    async def asked(_context, _params):
        raise AssertionError

    [refused] = call(
        lambda: Client(of_ada(engine, "all"), elicitation_callback=asked), ("forget", {"turns": ["nope"]})
    )
    assert "memory has no statement 'nope'" in refused.content[0].text


def test_a_client_that_cannot_ask_its_user_gets_the_remedy_and_nothing_is_deleted(engine):
    server = of_ada(engine, "all")
    [stored] = call(lambda: Client(server), ("remember", STATEMENT))
    [refused] = call(lambda: Client(server), ("forget", {"turns": [stored.structured_content["uid"]]}))
    assert "memgraph-core forget --turn" in refused.content[0].text
    assert Memory(engine, "ada").stats().turns == 1


def test_a_principal_that_may_not_forget_is_refused_before_the_user_is_asked(engine):
    server = of_ada(engine, "all", ("read", "write"))
    [stored] = call(lambda: Client(server), ("remember", STATEMENT))
    [refused] = call(lambda: Client(server), ("forget", {"turns": [stored.structured_content["uid"]]}))
    assert "'ada' may not forget the namespace 'ada'." in refused.content[0].text


def test_the_tools_of_the_reference_server_write_read_and_delete_a_graph(engine):
    ada = {"name": "Ada", "entityType": "person", "observations": ["Speaks Italian", "Ada plays chess"]}
    kestrel = {"name": "Kestrel", "entityType": "organization", "observations": []}
    works = {"from": "Ada", "to": "Kestrel", "relationType": "works at"}
    created, again, related, added, unknown, opened, found = call(
        lambda: Client(of_ada(engine, "reference")),
        ("create_entities", {"entities": [ada, kestrel]}),
        ("create_entities", {"entities": [ada]}),
        ("create_relations", {"relations": [works]}),
        (
            "add_observations",
            {"observations": [{"entityName": "Ada", "contents": ["Speaks Italian", "Likes tea"]}]},
        ),
        ("add_observations", {"observations": [{"entityName": "Nobody", "contents": ["x"]}]}),
        ("open_nodes", {"names": ["Ada", "Kestrel", "Nobody"]}),
        ("search_nodes", {"query": "Who speaks Italian?"}),
    )
    assert [each["name"] for each in created.structured_content["entities"]] == ["Ada", "Kestrel"]
    assert again.structured_content["entities"] == []
    assert related.structured_content["relations"] == [works]
    assert added.structured_content["results"] == [{"entityName": "Ada", "addedObservations": ["Likes tea"]}]
    assert "there is no entity 'Nobody'" in unknown.content[0].text
    graph = opened.structured_content
    assert [(e["name"], e["entityType"], sorted(e["observations"])) for e in graph["entities"]] == [
        ("Ada", "Person", ["Ada plays chess", "Likes tea", "Speaks Italian"]), ("Kestrel", "Organization", []),
    ]  # fmt: skip
    assert graph["relations"] == [works | {"relationType": "WORKS_AT"}]
    assert "Ada" in [each["name"] for each in found.structured_content["entities"]]

    pages, cursor = [], None
    while True:
        [page] = call(
            lambda c=cursor: Client(of_ada(engine, "reference")),
            ("read_graph", {"limit": 1, "cursor": cursor}),
        )
        pages += [each["name"] for each in page.structured_content["entities"]]
        if (cursor := page.structured_content["cursor"]) is None:
            break
    assert sorted(pages) == ["Ada", "Kestrel"]

    call(
        lambda: Client(of_ada(engine, "reference")),
        ("delete_observations", {"deletions": [{"entityName": "Ada", "observations": ["Likes tea"]}]}),
        ("delete_relations", {"relations": [works]}),
        ("delete_entities", {"entityNames": ["Kestrel"]}),
    )
    [left] = call(lambda: Client(of_ada(engine, "reference")), ("read_graph", {}))
    assert [(e["name"], sorted(e["observations"])) for e in left.structured_content["entities"]] == [
        ("Ada", ["Ada plays chess", "Speaks Italian"])
    ]
    assert left.structured_content["relations"] == []


def test_the_tools_of_the_reference_server_keep_statements_of_people(engine):
    memory = Memory(engine, "ada")
    memory.add("I live in Turin.", speaker="Ada", said_at=NOW)
    [deleted] = call(
        lambda: Client(of_ada(engine, "reference")), ("delete_entities", {"entityNames": ["Ada"]})
    )
    assert deleted.structured_content["success"] is False
    assert memory.stats().turns == 1


def test_resources_and_prompts_show_the_memory_of_the_principal(engine):
    Memory(engine, "ada").add("I live in Turin.", speaker="Ada", said_at=engine.clock())
    Memory(engine, "ben").add("I live in Oslo.", speaker="Ben", said_at=engine.clock())

    async def run():
        async with Client(of_ada(engine)) as client:
            listed = await client.list_resources()
            contents = [(await client.read_resource(each.uri)).contents[0].text for each in listed.resources]
            prompts = await client.list_prompts()
            texts = [
                (await client.get_prompt(each.name, {})).messages[0].content.text for each in prompts.prompts
            ]
            about = await client.get_prompt("continue", {"topic": "Where does Ada live?"})
            return listed, contents, prompts, [*texts, about.messages[0].content.text]

    listed, contents, prompts, texts = asyncio.run(run())
    assert [str(each.uri) for each in listed.resources] == ["memory://profile", "memory://recent"]
    assert [each.name for each in prompts.prompts] == ["continue", "what_changed"]
    assert all("Turin" in text and "Oslo" not in text for text in (*contents, *texts))
    assert all("is data from memory" in text for text in texts)


def test_a_resource_is_refused_without_the_right_to_read(engine):
    async def read():
        async with Client(of_ada(engine, rights=("write",))) as client:
            with pytest.raises(MCPError, match="'ada' may not read the namespace 'ada'"):
                await client.read_resource("memory://profile")
            with pytest.raises(MCPError, match="'ada' may not read the namespace 'ada'"):
                await client.get_prompt("continue", {})

    asyncio.run(read())


def test_a_failure_of_the_server_is_no_error_of_the_parameters(server, monkeypatch):
    def fail(*_arguments, **_options):
        raise StoreUnavailable("the database is gone")

    monkeypatch.setattr("memgraph_core.memory.Memory.summarise", fail)

    async def read():
        async with Client(server) as client:
            with pytest.raises(MCPError, match="the database is gone") as failed:
                await client.read_resource("memory://recent")
            assert failed.value.code == INTERNAL_ERROR

    asyncio.run(read())


def test_a_wrong_value_of_a_prompt_is_named(server):
    async def ask():
        async with Client(server) as client:
            with pytest.raises(MCPError, match="is not a date: 'someday'") as refused:
                await client.get_prompt("what_changed", {"since": "someday"})
            assert refused.value.code == INVALID_PARAMS

    asyncio.run(ask())


def test_a_token_for_several_namespaces_gets_the_remedy(engine):
    several = mcp_server(Access(engine), Principal("two", (Grant("ada", ("read",)), Grant("ben", ("read",)))))
    [refused] = call(lambda: Client(several), ("recall", {"question": "Where?"}))
    assert "Connect with a token whose grants name exactly one namespace" in refused.content[0].text


def test_the_instructions_fit_what_clients_read():
    assert len(INSTRUCTIONS) <= 2_048
    assert len(REFERENCE_INSTRUCTIONS) <= 2_048


def test_a_refused_value_is_an_error_of_the_tool(server):
    [bad_date, bad_limit] = call(
        lambda: Client(server),
        ("remember", STATEMENT | {"said_at": "yesterday"}),
        ("recall", {"question": "x", "limit": 99}),
    )
    assert bad_date.is_error
    assert "said_at" in bad_date.content[0].text
    assert bad_limit.is_error


def test_a_principal_without_the_right_is_refused():
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        reader = mcp_server(Access(engine), Principal("reader", (Grant("ada", ("read",)),)))
        [stored] = call(lambda: Client(reader), ("remember", STATEMENT))
    assert stored.is_error
    assert "'reader' may not write the namespace 'ada'." in stored.content[0].text


def test_a_program_that_is_started_by_its_client_serves_one_namespace(tmp_path):
    parameters = StdioServerParameters(
        command=sys.executable,
        args=[
            "-m",
            "memgraph_core.cli",
            "mcp",
            "--store",
            str(tmp_path / "m.db"),
            "-n",
            "ada",
            "--embedder",
            "none",
        ],
        env=dict(os.environ),
    )
    _, found = call(
        lambda: Client(stdio_client(parameters)),
        ("remember", STATEMENT),
        ("recall", {"question": "Where does Ada live?"}),
    )
    assert found.structured_content["hits"][0]["text"] == "I live in Turin."


def test_the_token_of_a_connection_decides_about_its_namespace(tmp_path):
    port, tokens = free_port(), tmp_path / "tokens.json"
    secrets = {
        name: command("token", "create", name, "--grant", name, "--tokens", str(tokens))
        for name in ("ada", "ben")
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "memgraph_core.cli", "serve", "--port", str(port), "--tokens", str(tokens),
         "--store", str(tmp_path / "m.db"), "--embedder", "none"],
    )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        [stored, found] = over_http(
            port, secrets["ada"], ("remember", STATEMENT), ("recall", {"question": "Where does Ada live?"})
        )
        assert not stored.is_error
        assert len(found.structured_content["hits"]) == 1
        [other] = over_http(port, secrets["ben"], ("recall", {"question": "Where does Ada live?"}))
        assert other.structured_content["hits"] == []
        assert httpx.post(f"http://127.0.0.1:{port}/mcp", json={}).status_code == 401
    finally:
        server.terminate()
        assert server.wait(20) == 0


def over_http(port, token, *calls):
    @asynccontextmanager
    async def client_of():
        async with (
            create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)) as client,
        ):
            yield client

    return call(client_of, *calls)


def command(*given):
    ran = subprocess.run(
        [sys.executable, "-m", "memgraph_core.cli", *given], capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(url):
    for _ in range(300):
        try:
            httpx.get(url)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"{url} does not answer")


def test_wrong_arguments_are_named_without_a_link_to_the_validator(server):
    missing, long, unknown_kind = call(
        lambda: Client(server), ("recall", {}), ("context", {"question": "Where?", "tokens": 9_000}),
        ("recall", {"question": "bread", "kinds": ["dream"]}),
    )  # fmt: skip
    assert missing.content[0].text == "recall was not run: question: Field required."
    assert "tokens: Input should be less than or equal to 8000" in long.content[0].text
    for refused in (missing, long, unknown_kind):
        assert refused.is_error
        assert "pydantic" not in refused.content[0].text
        assert "\n" not in refused.content[0].text


def test_an_unknown_argument_is_refused_with_its_name_and_the_accepted_ones(engine):
    every = of_ada(engine, "all")
    limit, both, none = call(
        lambda: Client(every), ("recall", {"question": "Where?", "limt": 3}),
        ("remember", {"content": "I live in Turin.", "speeker": "Ada", "when": "2026"}), ("due", {"day": 3}),
    )  # fmt: skip
    assert [each.is_error for each in (limit, both, none)] == [True] * 3
    assert limit.content[0].text.endswith(
        "recall was not run: limt: it has no such argument (did you mean limit?). "
        "It accepts question, limit, session, kinds, explain."
    )
    assert "speeker: it has no such argument (did you mean speaker?); when: it has" in both.content[0].text
    assert "days" in none.content[0].text
    assert Memory(engine, "ada").count() == 0


@pytest.mark.parametrize("tools", ["all", "reference"])
def test_schemas_of_tools_accept_no_other_arguments(engine, tools):
    async def schemas():
        async with Client(of_ada(engine, tools)) as client:
            return [tool.input_schema for tool in (await client.list_tools()).tools]

    for schema in asyncio.run(schemas()):
        parts = [schema, *schema.get("$defs", {}).values()]
        assert all(part["additionalProperties"] is False for part in parts if "properties" in part)


def test_an_unknown_name_gets_similar_names(engine):
    Memory(engine, "ada").add("I live in Turin with Clara.", speaker="Ada")
    profile, explored, facts, days, summary = call(
        lambda: Client(of_ada(engine, "all")), ("profile", {"name": "Klara"}), ("explore", {"name": "Klara"}),
        ("facts", {"name": "Klara"}), ("timeline", {"entity": "Turino"}), ("summarise", {"about": "Klara"}),
    )  # fmt: skip
    assert profile.structured_content["text"] == "Nothing is known about 'Klara'. Similar names: Clara."
    similar = [each.structured_content["similar"] for each in (explored, facts, days, summary)]
    assert similar == [["Clara"], ["Clara"], ["Turin"], ["Clara"]]


def test_a_time_far_in_the_future_is_reported(server):
    [stored] = call(lambda: Client(server), ("remember", STATEMENT | {"said_at": "2099-01-01"}))
    assert "dated more than a day in the future" in stored.structured_content["warnings"][0]


def test_ranking_signals_are_recalled_only_if_they_are_asked_for(server):
    query = {"question": "Where does Ada live?"}
    _, plain, explained = call(
        lambda: Client(server), ("remember", STATEMENT), ("recall", query), ("recall", query | {"explain": True}),
    )  # fmt: skip
    [hit], [signals] = plain.structured_content["hits"], explained.structured_content["hits"]
    assert hit["signals"] == {}
    assert signals["signals"]
    assert hit | {"signals": signals["signals"]} == signals
