"""Commands with a language model: what waits, flush, the ledger, and a model that is not there."""

import pytest

from scripted_endpoint import Reply, ScriptedEndpoint, plain_reader, unreachable_url
from test_cli import answer, elsewhere, ok, run

__all__ = ["elsewhere"]  # the fixture of all tests of commands


@pytest.fixture(autouse=True)
def model(endpoint: ScriptedEndpoint, elsewhere, monkeypatch) -> ScriptedEndpoint:
    endpoint.always = Reply(say=plain_reader)
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("MEMGRAPH_CORE_LLM", "small")
    monkeypatch.setenv("MEMGRAPH_CORE_EXTRACTOR", "llm")
    monkeypatch.setenv("MEMGRAPH_CORE_PRICE_IN", "1000")
    return endpoint


def test_added_turns_are_pending_and_flush_extracts_them(model):
    added = ok("add", "I live in Turin.", "--speaker", "Ada")
    assert "1 pending" in added.stdout
    assert "memgraph-core flush" in added.stderr
    assert "1 note" in ok("flush").stdout
    assert "Nothing is pending." in ok("flush").stdout
    assert len(model.requests) == 1


def test_the_ledger_shows_every_call_and_the_totals(model):
    assert "No calls of a language model." in ok("ledger").stdout
    ok("add", "I live in Turin.", "--speaker", "Ada")
    ok("flush")
    shown = ok("ledger").stdout
    assert "small" in shown
    assert "in all" in shown
    output = answer("ledger")
    (call,) = output["calls"]
    assert (call["kind"], call["outcome"], call["turns"]) == ("extract", "used", 1)
    assert output["spent"]["calls"] == 1
    assert output["spent"]["cost"] == pytest.approx(call["tokens_in"] / 1000)


def test_an_option_selects_the_rules(model):
    assert "1 note" in ok("add", "I live in Turin.", "--speaker", "Ada", "--extractor", "rules").stdout
    ok("--extractor", "rules", "add", "I like tea.", "--speaker", "Ada")
    assert model.requests == []
    assert run("add", "I live in Turin.", "--extractor", "gpt").exit_code == 2


def test_an_import_extracts_the_whole_file(tmp_path, model):
    path = tmp_path / "chat.txt"
    path.write_text("".join(f"Ada: I have seen {n} birds in the garden.\n" for n in range(40)))
    assert "40 new turns; 40 notes" in ok("import", str(path)).stdout
    assert 2 <= len(model.requests) <= 8
    assert answer("stats")["pending"] == 0


def test_a_missing_model_is_reported_with_the_reason_and_a_remedy(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", unreachable_url())
    ok("add", "I live in Turin.", "--speaker", "Ada")
    result = run("flush")
    assert result.exit_code == 3
    assert "did not answer" in result.stderr
    assert "memgraph-core retry" in result.stderr
    assert "1 note" in ok("retry", "--extractor", "rules").stdout


def test_a_used_up_budget_is_reported_with_a_remedy(monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_BUDGET_CALLS", "0")
    ok("add", "I live in Turin.", "--speaker", "Ada")
    result = run("flush")
    assert result.exit_code == 3
    assert "MEMGRAPH_CORE_BUDGET_CALLS" in result.stderr


def test_a_budget_must_be_a_number(monkeypatch):
    monkeypatch.setenv("MEMGRAPH_CORE_BUDGET_COST", "much")
    result = run("flush")
    assert result.exit_code == 1
    assert "MEMGRAPH_CORE_BUDGET_COST is 'much'" in result.stderr


def test_a_language_model_needs_a_name(monkeypatch):
    monkeypatch.delenv("MEMGRAPH_CORE_LLM")
    result = run("add", "I live in Turin.")
    assert result.exit_code == 1
    assert "MEMGRAPH_CORE_LLM" in result.stderr
