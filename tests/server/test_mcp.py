"""The MCP tools, through the SDK's own client: in the same process, over HTTP and over stdio."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import httpx
import pytest

pytest.importorskip("mcp", reason="needs the extra server")
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.server.access import Access
from memgraph_core.server.mcp_server import INSTRUCTIONS, mcp_server
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


def test_what_is_remembered_is_recalled(server):
    stored, found, context = call(
        lambda: Client(server), ("remember", STATEMENT), ("recall", {"query": "Where does Ada live?"}),
        ("context", {"query": "Where does Ada live?", "max_tokens": 100}),
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
        ("recall", {"query": "bread", "kinds": {"procedural": 2}}), ("context", {"query": "bread", "kinds": ["semantic"]}),
        ("recall", {"query": "bread", "kinds": ["dream"]}), ("procedures", {"question": "How do I bake bread?"}),
    )  # fmt: skip
    assert steps.structured_content["procedures"][0]["goal"] == "bake bread"
    assert [hit["text"] for hit in found.structured_content["hits"]] == [recipe["content"]]
    assert "olives" in context.structured_content["text"]
    assert "flour" not in context.structured_content["text"]
    assert refused.is_error
    assert "procedural" in refused.content[0].text


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


def test_all_tools_add_those_for_views():
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        server = mcp_server(Access(engine), Principal("ada", (Grant("ada", ("read", "write")),)), "all")
        now = STATEMENT | {"said_at": datetime.now(UTC).isoformat(), "session": "chat"}
        _, profile, summary, due, brief, _, working = call(
            lambda: Client(server), ("remember", STATEMENT), ("profile", {"name": "Ada"}), ("summarise", {"about": "Turin"}),
            ("due", {"days": 30}), ("brief", {"since": "2026-01-01"}), ("remember", now), ("working", {"session": "chat"}),
        )  # fmt: skip
    assert "I live in Turin." in working.structured_content["text"]
    assert profile.structured_content["lines"][0]["object"] == "Turin"
    assert "I live in Turin." in summary.structured_content["text"]
    assert due.structured_content["items"] == []
    assert "Turin" in brief.structured_content["text"]


def test_the_instructions_fit_what_clients_read():
    assert len(INSTRUCTIONS) <= 2_048


def test_a_refused_value_is_an_error_of_the_tool(server):
    [bad_date, bad_limit] = call(
        lambda: Client(server),
        ("remember", STATEMENT | {"said_at": "yesterday"}),
        ("recall", {"query": "x", "limit": 99}),
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
        ("recall", {"query": "Where does Ada live?"}),
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
            port, secrets["ada"], ("remember", STATEMENT), ("recall", {"query": "Where does Ada live?"})
        )
        assert not stored.is_error
        assert len(found.structured_content["hits"]) == 1
        [other] = over_http(port, secrets["ben"], ("recall", {"query": "Where does Ada live?"}))
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
