"""What operators see: metrics, the dashboard that shows them, and spans. None of them contains memory text."""

import json
import re
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from factories import NOW, make_plan
from memgraph_core.config import ModelSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.observed import ObservedCall
from memgraph_core.errors import InvalidInput, StoreUnavailable
from memgraph_core.memory import Memory
from memgraph_core.records.counts import StoreCounts
from memgraph_core.records.graph import Call
from memgraph_core.records.jobs import Job
from memgraph_core.records.log import CallTotals
from memgraph_core.records.plan import Applied, SnapshotRequest, Stale
from memgraph_core.server.metrics import Metrics
from memgraph_core.tracing import span
from scripted_endpoint import Reply, plain_reader

DASHBOARD = Path(__file__).parents[2] / "docs" / "how-to" / "grafana-dashboard.json"
TURN = {"uid": "t1", "text": "I live in Turin.", "speaker": "Ada", "said_at": "2026-03-20T09:00:00Z"}


def metrics_of(served) -> str:
    return served.send("GET", "/metrics").text


def test_every_metric_of_the_dashboard_exists():
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    used = {name for each in expressions for name in re.findall(r"memgraph_core_\w+", each)}
    metrics = Metrics()
    metrics.show_jobs(lambda: ())
    metrics.show_state(StoreCounts, lambda: 0, lambda: 0)
    metrics.observe("search", "done", 0.1)
    metrics.store_called(ObservedCall("record_calls", 0.1, ((call(),),), CallTotals()))
    shown = set(re.findall(r"^(memgraph_core_\w+)", metrics.text().decode(), re.MULTILINE))
    shown |= {"memgraph_core_jobs"}  # has a value only when there is a job
    assert used - shown == set()
    families = {re.sub(r"_(total|bucket|count|sum|created)$", "", name) for name in shown}
    assert families - {re.sub(r"_(total|bucket|count)$", "", name) for name in used} == set()


def call() -> Call:
    return Call(
        uid="c1", at=NOW, model="m", kind="answer", outcome="used", turns=1, tokens_in=100, tokens_out=20, seconds=0.5,
        cost=0.25,
    )  # fmt: skip


def test_calls_of_stores_and_models_and_pending_turns_are_counted(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    engine = served.app.state.access.engine
    engine.database.store("ada").record_calls([call()])
    text = metrics_of(served)
    assert 'memgraph_core_store_seconds_count{verb="apply"} 1.0' in text
    assert 'memgraph_core_model_calls_total{kind="answer",outcome="used"} 1.0' in text
    assert 'memgraph_core_model_tokens_total{direction="in"} 100.0' in text
    assert "memgraph_core_model_cost_total 0.25" in text
    assert "memgraph_core_pending_turns 0.0" in text
    assert 'memgraph_core_jobs{kind="consolidate",state="queued"} 1.0' in text
    assert "memgraph_core_requests_in_progress 0.0" in text
    assert "memgraph_core_operations 0.0" in text
    assert "memgraph_core_event_streams 0.0" in text
    assert "Turin" not in text
    assert '"ada"' not in text


def counted_calls(metrics: Metrics) -> float:
    text = metrics.text().decode()
    return sum(map(float, re.findall(r"memgraph_core_model_calls_total\{.*\} (\S+)", text)))


def test_model_calls_of_a_plan_are_counted_when_it_is_written():
    metrics = Metrics()
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        engine.observe(metrics.store_called)
        store = engine.store("ada")
        plan = make_plan(store.snapshot(SnapshotRequest()), calls=(call(),))
        assert isinstance(store.apply(replace(plan, version=plan.version + 1)), Stale)
        assert counted_calls(metrics) == 0
        assert isinstance(store.apply(plan), Applied)
        assert counted_calls(metrics) == len(store.ledger(10)) == 1


def test_model_calls_of_extractions_and_dry_runs_are_each_counted_once(endpoint):
    endpoint.always = Reply(say=plain_reader)
    settings = Settings(models=ModelSettings(llm="small", base_url=endpoint.url))
    metrics = Metrics()
    with MemoryEngine.open(":memory:", embedder="none", extractor="llm", settings=settings) as engine:
        engine.observe(metrics.store_called)
        memory = Memory(engine, "ada")
        memory.add("I live in Turin.", speaker="Ada", said_at=NOW)
        memory.flush()
        assert counted_calls(metrics) == len(memory.ledger()) == 1
        memory.rebuild(dry_run=True)
        assert counted_calls(metrics) == len(memory.ledger()) == 2


def test_lookups_in_the_cache_are_counted(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    for _ in range(2):
        served.send("POST", "/v1/search", json={"question": "Where does Ada live?"})
    numbers = dict(re.findall(r'cache_lookups_total\{result="(\w+)"\} (\S+)', metrics_of(served)))
    assert float(numbers["miss"]) > 0
    assert float(numbers["hit"]) > 0


def test_metrics_are_shown_with_the_last_known_jobs_while_the_database_does_not_answer(monkeypatch):
    monkeypatch.setattr("memgraph_core.server.metrics._JOBS_FOR", 0.0)
    monkeypatch.setattr("memgraph_core.server.metrics._MAX_WAIT", 0.1)
    go_on, calls = threading.Event(), []

    def jobs():
        calls.append(1)
        if len(calls) == 2:
            raise StoreUnavailable("the database does not answer")
        if len(calls) == 3:
            go_on.wait(30)
        return [Job(uid="j1", kind="derive", count=7, requested_at=NOW)]

    metrics = Metrics()
    metrics.show_jobs(jobs)
    for _ in range(4):  # answered, refused, without an answer, and still without it
        assert b"memgraph_core_pending_turns 7.0" in metrics.text()
    assert len(calls) == 3
    go_on.set()


@pytest.fixture
def spans(monkeypatch):
    """The finished spans of a program that uses OpenTelemetry."""
    pytest.importorskip("opentelemetry.sdk.trace", reason="needs the SDK of OpenTelemetry")
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    # Not set_tracer_provider, which cannot be undone.
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    return exporter


def fail_in_a_span() -> None:
    with span("other", {"a": 1}) as annotate:
        annotate({"b": 2})
        raise InvalidInput("a secret text")


def test_a_write_and_a_search_have_spans_for_stores_and_models(spans):
    with MemoryEngine.open(":memory:", embedder="none") as engine:
        memory = Memory(engine, "ada")
        memory.add("I live in Turin.", speaker="Ada", said_at=NOW)
        memory.search("Where does Ada live?")
    with pytest.raises(InvalidInput):
        fail_in_a_span()
    found = {each.name: each for each in spans.get_finished_spans()}
    assert {
        "memgraph_core.store.append",
        "memgraph_core.store.apply",
        "memgraph_core.store.candidates",
    } <= set(found)
    assert dict(found["other"].attributes) == {"a": 1, "b": 2, "error.type": "InvalidInput"}
    shown = "".join(each.to_json() for each in found.values())
    assert "secret" not in shown
    assert "Turin" not in shown


def test_without_opentelemetry_a_span_does_nothing(monkeypatch):
    monkeypatch.delitem(sys.modules, "opentelemetry.trace", raising=False)
    with span("name") as annotate:
        annotate({"a": 1})
