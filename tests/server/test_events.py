"""The stream of changes: what it sends, where it resumes, who may read it, and when it ends."""

import json

import pytest

from factories import NOW
from live_server import live_server
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.server.audit import audit_records
from memgraph_core.server.event_streams import _MAX_OPEN
from memgraph_core.server.principals import Grant

TURN = {"uid": "t1", "text": "I live in Turin.", "speaker": "Ada", "said_at": "2026-03-20T09:00:00Z"}


@pytest.fixture
def memory(served):
    memory = Memory(served.app.state.access.engine, "ada")
    memory.add("I live in Turin.", speaker="Ada", said_at=NOW, uid="t1")
    return memory


def correct(memory, text):
    return memory.update("t1", text, reason="a secret reason").change


def events_of(text):
    """The fields of each event, without comments."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith((":", "retry"))]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def read(served, after=None, token="ada", **parameters):
    headers = {"Authorization": f"Bearer {served.tokens[token]}"} | (
        {"Last-Event-ID": after} if after else {}
    )
    return served.client.get("/v1/events", headers=headers, params={"seconds": 0} | parameters)


def test_a_stream_resumes_after_the_last_event_and_without_it_begins_now(served, memory):
    first, second, third = (correct(memory, f"I live in {town}.") for town in ("Rome", "Oslo", "Quito"))
    assert events_of(read(served).text) == []
    answer = read(served, first)
    assert (answer.headers["content-type"], "etag" in answer.headers) == (
        "text/event-stream; charset=utf-8",
        False,
    )
    found = events_of(answer.text)
    assert [(event["id"], event["event"]) for event in found] == [(second, "update"), (third, "update")]
    data = json.loads(found[0]["data"])
    assert (data["uid"], data["verb"], data["by"]) == (second, "update", "user")
    assert data["counts"]["turns"] == 1
    assert not any(word in answer.text for word in ("Oslo", "Turin", "secret"))
    assert [event["event"] for event in events_of(read(served, "unknown").text)] == ["missed"]


def test_changes_that_are_made_while_the_stream_is_open_are_sent(served, memory):
    from memgraph_core.server.event_streams import ChangeFeed

    feed = ChangeFeed(memory)
    made = [correct(memory, f"I live at number {number}.") for number in range(120)]  # more than one page
    assert [change.uid for change in feed.new()] == made
    assert feed.new() == ()


def test_a_client_that_does_not_ask_for_a_stream_is_not_kept_waiting(served, memory, monkeypatch):
    monkeypatch.setattr("memgraph_core.server.event_routes._MAX_SECONDS_UNASKED", 0.05)
    assert read(served, seconds=3_600).status_code == 200


def test_a_stream_counts_as_a_read_and_a_principal_has_a_limited_number(served, memory):
    streams = served.app.state.access.streams
    assert read(served, token="ben", namespace="ada").status_code == 403
    for _ in range(_MAX_OPEN):
        streams.begin("ada")
    assert read(served).json()["type"] == "TooManyStreams"
    assert read(served, token="reader").status_code == 200
    streams.end("ada")
    assert read(served).status_code == 200
    assert streams.count() == _MAX_OPEN - 1
    outcomes = [(r.principal, r.verb, r.namespace, r.outcome) for r in audit_records(served.audit)]
    assert outcomes == [
        ("ben", "events", "ada", "refused"), ("ada", "events", "ada", "invalid"), ("reader", "events", "ada", "done"),
        ("ada", "events", "ada", "done"),
    ]  # fmt: skip


@pytest.mark.parametrize("reason", ["revoked", "stopped"])
def test_a_stream_ends_with_its_token_and_with_the_server(served, memory, monkeypatch, reason):
    monkeypatch.setattr("memgraph_core.server.event_routes._BETWEEN_POLLS", 0.01)
    served.tokens["other"] = served.file.create("other", [Grant.parse("ada:read")], now=NOW)
    polls = 0

    def stop_after_the_third(feed):
        nonlocal polls
        polls += 1
        if polls == 3 and reason == "revoked":
            served.file.revoke(served.tokens["other"].split("_")[1])
        elif polls == 3:
            served.app.state.access.streams.close()
        return ()

    monkeypatch.setattr("memgraph_core.server.event_streams.ChangeFeed.new", stop_after_the_third)
    headers = {"Authorization": f"Bearer {served.tokens['other']}", "Accept": "text/event-stream"}
    assert served.client.get("/v1/events", headers=headers).status_code == 200
    assert polls == 3
    assert served.app.state.access.streams.count() == 0


@pytest.mark.neo4j
def test_a_stream_over_neo4j_has_the_changes_of_another_process(neo4j_server):
    """The two engines share nothing but the database, as two processes do."""
    import httpx

    with (
        MemoryEngine.open(neo4j_server.uri, embedder="none") as serving,
        MemoryEngine.open(neo4j_server.uri, embedder="none") as writing,
        live_server(serving) as address,
    ):
        memory = Memory(writing, "events-of-another-process")
        memory.add("Ада живёт в Турине.", speaker="Ada", said_at=NOW, uid="t1")
        try:
            asked = {"params": {"namespace": memory.namespace}, "headers": {"Accept": "text/event-stream"}}
            with httpx.stream("GET", f"{address}/v1/events", timeout=60, **asked) as stream:
                lines = stream.iter_lines()
                assert next(lines) == "retry: 3000"
                uid = correct(memory, "Ада живёт в Риме.")
                assert next(line for line in lines if line.startswith("id: ")) == f"id: {uid}"
                assert next(lines) == "event: update"
        finally:
            memory.forget(everything=True)
