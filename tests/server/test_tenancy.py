"""No route and no tool reaches a memory without the right: every one of the application is in one of these tables."""

import asyncio
import re

import pytest
from test_rest import ROUTES, TURN, request

from memgraph_core.memory import Memory
from memgraph_core.server.access import Access
from memgraph_core.server.principals import RIGHTS, Grant, Principal

pytest.importorskip("mcp", reason="needs the extra server")
from mcp import Client

from memgraph_core.server.mcp_server import mcp_server

# Of the server: they concern no namespace.
# No token is needed.
OPEN = {("GET", "/health"), ("GET", "/ready"), ("GET", "/docs"), ("GET", "/openapi.json")}
WITH_TOKEN = {("GET", "/metrics"), ("GET", "/docs/oauth2-redirect")}
MCP = {("*", "/mcp")}
# Tested in test_operations.py and test_remote.py, or restricted to what the token may read.
OWN = {
    ("POST", "/v1/operations"), ("GET", "/v1/operations"), ("GET", "/v1/operations/{id}"),
    ("GET", "/v1/namespaces"), ("GET", "/v1/verbs"), ("POST", "/v1/verbs/{verb}"),
}  # fmt: skip
MEM0 = {
    ("GET", "/v1/ping/"): (None, None),
    ("POST", "/v3/memories/add/"): ("write", {"messages": [{"role": "user", "content": "I live in Oslo."}]}),
    ("POST", "/v3/memories/search/"): ("read", {"query": "Where does Ada live?"}),
    ("POST", "/v3/memories/"): ("read", {}),
    ("GET", "/v1/memories/{uid}/"): ("read", None),
    ("GET", "/v1/memories/{uid}/history/"): ("read", None),
    ("PUT", "/v1/memories/{uid}/"): ("write", {"text": "x"}),
    ("DELETE", "/v1/memories/{uid}/"): ("forget", None),
    ("DELETE", "/v1/memories/"): ("forget", None),
    ("GET", "/v1/entities/"): ("read", None),
    ("DELETE", "/v2/entities/{kind}/{name}/"): ("forget", None),
}
# Tool → right, and arguments that are valid.
TOOLS = {
    "remember": ("write", {"content": "I live in Turin."}),
    "recall": ("read", {"question": "Where does Ada live?"}),
    "context": ("read", {"question": "Where does Ada live?"}),
    "facts": ("read", {}),
    "profile": ("read", {"name": "Ada"}),
    "summarise": ("read", {}),
    "timeline": ("read", {}),
    "due": ("read", {}),
    "brief": ("read", {"since": "2026-01-01"}),
    "working": ("read", {}),
    "procedures": ("read", {"question": "How do I reset the router?"}),
    "explore": ("read", {"name": "Ada"}),
    "forget": ("forget", {"turns": ["t1"]}),
    "create_entities": ("write", {"entities": [{"name": "Ada", "entityType": "person", "observations": []}]}),
    "create_relations": ("write", {"relations": [{"from": "Ada", "to": "Ben", "relationType": "knows"}]}),
    "add_observations": ("write", {"observations": [{"entityName": "Ada", "contents": ["x"]}]}),
    "delete_entities": ("forget", {"entityNames": ["Ada"]}),
    "delete_observations": ("forget", {"deletions": [{"entityName": "Ada", "observations": ["x"]}]}),
    "delete_relations": ("forget", {"relations": [{"from": "Ada", "to": "Ben", "relationType": "knows"}]}),
    "read_graph": ("read", {}),
    "search_nodes": ("read", {"query": "Ada"}),
    "open_nodes": ("read", {"names": ["Ada"]}),
}


def routes_of(app):
    """Every method and path of the application, also those that its description leaves out."""
    for route in app.routes:
        if (router := getattr(route, "original_router", None)) is not None:
            yield from routes_of(router)
        else:
            for method in (getattr(route, "methods", None) or {"*"}) - {"HEAD"}:
                yield method, route.path.replace(":path", "")


def test_every_route_is_in_one_table(served):
    found = list(routes_of(served.app))
    tables = [OPEN, WITH_TOKEN, MCP, OWN, set(MEM0), set(ROUTES)]
    assert set(found) == set().union(*tables)
    assert sum(map(len, tables)) == len(found) == len(set(found))


def store_calls(served):
    text = served.send("GET", "/metrics", "boss").text
    counts = re.findall(r'store_seconds_count{verb="(\w+)"} (\S+)', text)
    return sum(float(count) for verb, count in counts if verb != "jobs")  # which the metrics count themselves


def test_a_refused_request_reads_nothing_so_its_time_does_not_show_what_exists(served):
    everywhere = [Grant("ada", RIGHTS)]
    served.tokens["boss"] = served.file.create("boss", everywhere, now=served.app.state.access.engine.clock())
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    before = store_calls(served)
    for (method, path), (right, body) in ROUTES.items():
        for namespace in ("ada", "unknown"):
            answer = served.send(method, path, "ben", **request(method, body, namespace))
            assert (answer.status_code, f"may not {right}" in answer.json()["detail"]) == (403, True), path
    assert store_calls(served) == before
    assert "Turin" not in served.audit.read_text()


@pytest.mark.parametrize("right", RIGHTS)
def test_routes_of_the_client_of_mem0_need_their_right_and_know_only_the_namespace_of_the_token(
    served, right
):
    grants = [Grant("ada", tuple(each for each in RIGHTS if each != right))]
    served.tokens["some"] = served.file.create("some", grants, now=served.app.state.access.engine.clock())
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    for (method, path), (needed, body) in MEM0.items():
        if needed != right:
            continue
        address = path.format(uid="t1", kind="user", name="Ada") + (
            "?user_id=Ada" if path == "/v1/memories/" else ""
        )
        for token in ("some", None):
            answer = served.send(method, address, token, **({} if body is None else {"json": body}))
            assert answer.status_code == (403 if token else 401), (path, answer.text)
        other = served.send(method, address, "ben", **({} if body is None else {"json": body}))
        assert "Turin" not in other.text, path
    assert Memory(served.app.state.access.engine, "ada").stats().turns == 1


@pytest.mark.parametrize("tools", ["all", "reference"])
def test_every_tool_needs_its_right(served, tools):
    access = Access(served.app.state.access.engine)
    calls = 0

    def called(_call):
        nonlocal calls
        calls += 1

    async def refusals(right):
        principal = Principal("some", (Grant("ada", tuple(each for each in RIGHTS if each != right)),))
        async with Client(mcp_server(access, principal, tools)) as client:
            for tool in (await client.list_tools()).tools:
                needed, arguments = TOOLS[tool.name]  # a new tool needs an entry
                if needed == right:
                    yield tool.name, await client.call_tool(tool.name, arguments)

    async def run():
        return [(right, *each) for right in RIGHTS async for each in refusals(right)]

    access.engine.observe(called)
    refused = asyncio.run(run())
    assert {name for _, name, _ in refused} <= set(TOOLS)
    assert len(refused) == (13 if tools == "all" else 9)
    for right, name, result in refused:
        assert result.is_error, name
        assert f"'some' may not {right} the namespace 'ada'." in result.content[0].text, name
    assert calls == 0
