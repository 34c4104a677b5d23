"""Long work over REST: the answer comes at once, the result later, and only to the principal that started it."""

import threading
import time

import pytest
from remote_access import open_remote

from factories import NOW
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, Forbidden, InvalidInput, StoreUnavailable
from memgraph_core.memory import Memory
from memgraph_core.server.audit import audit_records
from memgraph_core.server.operations import _MAX_UNFINISHED, Operations, TooManyOperations
from memgraph_core.server.principals import Grant

TURN = {"uid": "t1", "text": "I live in Turin.", "speaker": "Ada", "said_at": "2026-03-20T09:00:00Z"}


def finished(served, started, token="ada"):
    return served.send("GET", f"{started.headers['Location']}?wait=30", token).json()


def test_long_work_is_accepted_at_once_and_its_result_is_read_later(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    started = served.send("POST", "/v1/operations", json={"verb": "consolidate"})
    assert (started.status_code, started.json()["state"] in ("queued", "running", "done")) == (202, True)
    found = finished(served, started)
    assert (found["state"], found["error"], found["result"]["record"]) == ("done", None, "Consolidated")
    [listed] = served.send("GET", "/v1/operations").json()["operations"]
    assert (listed["id"], listed["result"]) == (found["id"], None)
    recorded = [(r.verb, r.namespace) for r in audit_records(served.audit)]
    assert sorted(recorded) == [
        ("add", "ada"), ("consolidate", "ada"), ("operation", ""), ("operations", ""), ("start_operation", "ada"),
    ]  # fmt: skip


def test_a_repeated_request_with_an_id_starts_one_operation(served):
    body = {
        "verb": "add",
        "id": "an-id-of-ada",
        "arguments": {"content": [{"record": "Turn", "session": "s", **TURN}]},
    }
    first, again = (served.send("POST", "/v1/operations", json=body) for _ in range(2))
    assert first.json()["id"] == again.json()["id"] == "an-id-of-ada"
    assert finished(served, first)["result"]["turns"][0]["new"] is True
    other = served.send("POST", "/v1/operations", json=body | {"verb": "flush", "arguments": {}})
    assert (other.status_code, "another id" in other.json()["detail"]) == (400, True)


def test_an_operation_belongs_to_its_principal(served):
    started = served.send("POST", "/v1/operations", json={"verb": "consolidate", "id": "12345678"})
    assert served.send("GET", "/v1/operations", "reader").json() == {"operations": []}
    of_another = served.send("GET", started.headers["Location"], "reader")
    unknown = served.send("GET", "/v1/operations/87654321", "reader")
    assert of_another.status_code == unknown.status_code == 404
    assert "you have no operation '87654321'" in unknown.json()["detail"]
    assert of_another.json()["detail"].replace("12345678", "") == unknown.json()["detail"].replace(
        "87654321", ""
    )


@pytest.mark.parametrize(
    ("token", "body", "status"),
    [
        ("reader", {"verb": "consolidate"}, 403),
        ("ada", {"verb": "rebuild"}, 403),  # needs the right manage
        ("ada", {"verb": "consolidate", "arguments": {"preset": "other"}}, 400),
        ("ada", {"verb": "rebuild", "arguments": {"embedder": "none"}}, 400),
        ("ada", {"verb": "search", "arguments": {"question": "x"}}, 400),
        ("ada", {"verb": "consolidate", "id": "a b"}, 422),
        ("two", {"verb": "consolidate"}, 400),
    ],
)
def test_a_wrong_operation_is_refused_before_it_begins(served, token, body, status):
    answer = served.send("POST", "/v1/operations", token, json=body)
    assert answer.status_code == status, answer.text
    assert served.send("GET", "/v1/operations", token).json() == {"operations": []}


def test_a_remote_memory_rebuilds_and_reports_progress_and_errors(served):
    served.tokens["boss"] = served.file.create("boss", [Grant.parse("ada:read,write,manage")], now=NOW)
    memory = open_remote(served, "boss")
    memory.add("I live in Turin.", speaker="Ada", said_at=NOW)
    rebuilt = memory.rebuild(questions=["Where does Ada live?"])
    assert (rebuilt.turns, rebuilt.after.facts, len(rebuilt.answers)) == (1, 1, 1)
    with pytest.raises((InvalidInput, ConfigError), match="embedder"):
        memory.rebuild(embedder="none")
    with pytest.raises(Forbidden, match="manage"):
        open_remote(served).rebuild()


def test_a_principal_has_a_limited_number_of_unfinished_operations_and_a_stop_ends_them():
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        operations = Operations(engine.clock)
        go_on = threading.Event()

        def work(report):
            report(1, 2)
            go_on.wait(10)

        def fail(_report):
            raise KeyError("a bug")

        started = [operations.start("ada", "flush", "ada", work) for _ in range(_MAX_UNFINISHED)]
        with pytest.raises(TooManyOperations):
            operations.start("ada", "flush", "ada", work)
        failing = operations.start("ben", "flush", "ben", fail)
        while not any(each.done for each in started):
            time.sleep(0.01)
        threading.Timer(0.1, go_on.set).start()
        operations.close()
        assert all(each.finished.is_set() for each in (*started, failing))
        assert {each.state for each in started} == {"done", "failed"}
        assert "stopped" in str(started[-1].error)
        with pytest.raises(StoreUnavailable, match="is being stopped"):
            operations.start("ben", "flush", "ben", work, id="after-the-end")
        assert operations.get("ben", "after-the-end") is None


def test_a_server_loads_its_models_in_advance_and_stores_nothing_of_it():
    from memgraph_core.language.en import parser
    from memgraph_core.server.process import warm_up

    with MemoryEngine.open(":memory:", embedder="none") as engine:
        memory = Memory(engine, engine.settings.namespace)
        memory.add("I live in Turin.", speaker="Ada", said_at=NOW)
        before = memory.stats()
        parser._parses.clear()
        parser._pipeline.cache_clear()
        warm_up(engine).join(120)
        assert parser._pipeline.cache_info().currsize == 1
        assert memory.stats() == before


def test_a_bug_in_an_operation_is_logged_with_its_place(caplog):
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        operations = Operations(engine.clock)

        def fail(_report):
            raise KeyError("a bug")

        failing = operations.start("ada", "flush", "ada", fail)
        operations.close()
        assert (failing.state, "KeyError" in str(failing.error)) == ("failed", True)
        [record] = caplog.records
        assert "in fail" in (record.exc_text or "")
