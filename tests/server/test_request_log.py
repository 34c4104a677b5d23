"""The log of requests: one line each, with ids and numbers and without text of memories, questions or addresses."""

import json
import logging

import pytest

from memgraph_core.server.request_log import JsonFormatter, TextFormatter

CANARY = "canary-7f3a"
TURN = {"uid": "t1", "text": f"I live in Turin with a {CANARY}.", "speaker": "Ada", "metadata": {"a": CANARY}}


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, "memgraph_core.requests")

    def in_format(formatter):
        return [
            formatter.format(record) for record in caplog.records if record.name == "memgraph_core.requests"
        ]

    return in_format


def test_each_request_is_one_line_with_its_id_and_without_text(served, lines):
    added = served.send("POST", "/v1/turns", json={"turns": [TURN]})
    served.send("POST", "/v1/search", json={"question": CANARY})
    served.send("GET", f"/v1/records/{CANARY}")
    served.send("GET", f"/v1/{CANARY}")
    served.send("POST", "/v1/search", "ben", json={"question": CANARY, "namespace": "ada"})
    served.send("GET", f"/v1/facts?name={CANARY}", None)
    served.send("POST", "/v1/update", json={"uid": CANARY, "text": CANARY})
    shown = lines(JsonFormatter())
    assert CANARY not in "".join(shown + lines(TextFormatter()))
    found = [json.loads(line) for line in shown]
    assert [(each["route"], each["status"], each["principal"], each["verb"]) for each in found] == [
        ("/v1/turns", 200, "ada", "add"), ("/v1/search", 200, "ada", "search"), ("/v1/records/{uid}", 404, "ada", "get"),
        (None, 404, "ada", None), ("/v1/search", 403, "ben", "search"), (None, 401, None, None),
        ("/v1/update", 400, "ada", "update"),
    ]  # fmt: skip
    assert (found[0]["request"], found[0]["namespace"]) == (added.headers["X-Request-ID"], "ada")
    assert found[0]["store_calls"] > 1
    assert found[0]["ms"] >= found[0]["store_ms"] > 0


def test_a_bug_is_answered_as_a_problem_and_logged_without_the_message(served, lines, monkeypatch):
    def stats(_memory):
        raise KeyError(CANARY)

    monkeypatch.setattr("memgraph_core.memory.Memory.stats", stats)
    served.client._transport.raise_server_exceptions = False
    answer = served.send("GET", "/v1/stats")
    assert (answer.status_code, answer.json()["type"]) == (500, "InternalError")
    [line] = map(json.loads, lines(JsonFormatter()))
    assert (line["status"], line["level"], line["request"]) == (500, "error", answer.json()["request"])
    assert (line["error"], "test_request_log.py" in line["places"][-1]) == ("KeyError", True)
    assert CANARY not in str(line)
