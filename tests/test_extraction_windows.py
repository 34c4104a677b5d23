"""Extraction by a language model: when windows close, what they cost, failures of the model, and concurrent readers."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from factories import DIMENSION, NOW, STAMP, day, make_turn
from hashing_embedder import HashingEmbedder
from memgraph_core.config import Budget, IngestSettings, ModelSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.leases import LEASED_ELSEWHERE
from memgraph_core.errors import ConfigError
from memgraph_core.memory import Memory
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Selection
from memgraph_core.records.log import LeaseRequest
from memgraph_core.store.contract import Database
from memgraph_core.store.sqlite import open_sqlite
from scripted_endpoint import (
    BROKEN,
    BUSY,
    Reply,
    ScriptedEndpoint,
    plain_reader,
    turns_asked,
    unreachable_url,
)

LONG = " and then I went on and on about the garden and the weather" * 10  # more than half a small window

Open = Callable[..., Memory]
_NUMBERS: dict[str, Iterator[int]] = {}  # namespace → the numbers of its next turns


@pytest.fixture
def opened(database: Database, namespace: str, endpoint: ScriptedEndpoint) -> Open:
    """Opens a memory with the scripted model and windows of 64 tokens."""
    endpoint.always = Reply(say=plain_reader)

    def open_it(
        database: Database = database, url: str = endpoint.url, timeout: float = 2, **ingest: Any
    ) -> Memory:
        settings = Settings(
            models=ModelSettings(llm="small", base_url=url, timeout=timeout, patience=0),
            ingest=IngestSettings(**{"window": 64, "extractor": "llm"} | ingest),
        )
        engine = MemoryEngine(
            database, embedder=HashingEmbedder(DIMENSION), settings=settings, clock=lambda: NOW
        )
        return Memory(engine, namespace)

    return open_it


@pytest.fixture
def memory(opened: Open) -> Memory:
    return opened()


def add_turns(memory: Memory, *texts: str, session: str = "s1", **fields: Any) -> Receipt:
    """Add turns by Ada."""
    numbers = _NUMBERS.setdefault(memory.namespace, count())
    return memory.add(
        [
            {"content": text, "speaker": "Ada", "uid": f"t{next(numbers)}", "session": session}
            for text in texts
        ],
        **{"said_at": day(0)} | fields,
    )


def texts_of(memory: Memory) -> set[str]:
    uids = [turn.uid for turn in memory.turns([f"t{n}" for n in range(100)])]
    return {note.text for note in memory.notes([n.uid for n in memory.store.notes_of(uids)])}


def texts_sent(endpoint: ScriptedEndpoint) -> list[list[str]]:
    return [turns_asked(request) for request in endpoint.requests]


# When a window closes


def test_turns_are_pending_until_their_window_is_full_and_found_meanwhile(memory, endpoint):
    receipt = add_turns(memory, "I live in Turin.", "我喜欢喝茶。")
    assert [(t.state, t.new) for t in receipt.turns] == [("pending", True), ("pending", True)]
    assert "flush" in receipt.turns[0].reason
    assert endpoint.requests == []
    assert memory.search("Turin")[0].uid == "t0"
    assert memory.search("喝茶")[0].uid == "t1"


def test_a_full_window_is_extracted_with_one_call(memory, endpoint):
    add_turns(memory, "I live in Turin.")
    receipt = add_turns(memory, f"I like tea{LONG}.")
    assert [len(texts) for texts in texts_sent(endpoint)] == [1, 1]
    assert (receipt.pending, receipt.notes, receipt.turns[0].new) == (0, 2, True)
    assert [(t.uid, t.state, t.new) for t in receipt.earlier] == [("t0", "extracted", False)]
    assert memory.stats().pending == 0


def test_many_turns_at_once_are_divided_into_windows_with_each_turn_once(memory, endpoint):
    texts = [f"I have seen {n} birds in the garden of my aunt." for n in range(20)]
    add_turns(memory, *texts)
    memory.flush()
    sent = texts_sent(endpoint)
    assert sorted(text for window in sent for text in window) == sorted(texts)
    assert 3 <= len(sent) <= 10
    assert texts_of(memory) == {f"Ada: {text}" for text in texts}
    assert memory.stats().pending == 0


def test_preceding_turns_are_context_of_the_next_window(memory, endpoint):
    add_turns(memory, "I live in Turin.")
    memory.flush()
    add_turns(memory, "It is hot here.")
    memory.flush()
    assert turns_asked(endpoint.requests[1]) == ["It is hot here."]
    assert "I live in Turin." in endpoint.requests[1].text.partition("turns:")[0]


def test_a_turn_of_another_session_closes_the_windows_before(memory, endpoint):
    add_turns(memory, "I live in Turin.")
    receipt = add_turns(memory, "I like tea.", session="s2")
    assert texts_sent(endpoint) == [["I live in Turin."]]
    assert [t.uid for t in receipt.earlier] == ["t0"]
    assert [t.uid for t in memory.store.pending(9)] == ["t1"]


def test_flush_can_close_the_window_of_one_session(memory, endpoint):
    add_turns(memory, "I live in Turin.")
    add_turns(memory, "I like tea.", session="s2")
    add_turns(memory, "I like milk, too.")
    receipt = memory.flush("s2")
    assert [t.uid for t in receipt.turns] == ["t1"]
    assert [t.uid for t in memory.store.pending(9)] == ["t2"]


def test_a_window_without_a_turn_for_30_minutes_closes_with_the_next_turn(memory, endpoint):
    add_turns(memory, "I live in Turin.")
    later = NOW + timedelta(minutes=31)
    receipt = add_turns(memory, "I like tea.", now=later)
    assert texts_sent(endpoint) == [["I live in Turin."]]
    assert ([t.uid for t in receipt.earlier], receipt.pending) == (["t0"], 1)


def test_an_old_window_of_another_session_closes_too(opened, endpoint):
    memory = opened()
    for session in ("s1", "s2"):
        add_turns(memory, "I live in Turin.", session=session)
    add_turns(memory, "I like milk.", session="s2")
    assert len(endpoint.requests) == 1
    add_turns(opened(), "I like tea.", session="s1", now=NOW + timedelta(minutes=31))
    assert sorted(texts_sent(endpoint)) == [["I live in Turin."], ["I live in Turin.", "I like milk."]]
    assert memory.stats().pending == 1


def test_closing_the_memory_extracts_its_pending_turns(backend, opened, endpoint):
    database = backend.open(STAMP)
    with opened(database) as memory:
        add_turns(memory, "I live in Turin.")
    assert texts_sent(endpoint) == [["I live in Turin."]]


def test_leaving_the_context_by_an_exception_extracts_nothing(backend, opened, endpoint):
    with suppress(KeyError), opened(backend.open(STAMP)) as memory:
        add_turns(memory, "I live in Turin.")
        raise KeyError
    assert endpoint.requests == []


def test_with_rules_turns_are_extracted_at_once(opened):
    memory = opened(extractor="rules")
    assert add_turns(memory, "I live in Turin.").pending == 0
    assert memory.flush().turns == ()


# Cost


def test_the_ledger_contains_every_call(memory):
    add_turns(memory, "I live in Turin.")
    memory.flush()
    (call,) = memory.ledger()
    assert (call.model, call.kind, call.outcome, call.turns) == ("small", "extract", "used", 1)
    assert call.tokens_in > 0 < call.tokens_out


def test_an_exhausted_budget_leaves_turns_pending_with_the_reason(opened, endpoint):
    memory = opened(budget=Budget(calls=2))
    for n in range(3):
        add_turns(memory, f"I live in house {n}.", session=f"s{n}")
    receipt = memory.flush()
    assert len(endpoint.requests) == 2
    assert receipt.pending == 1
    assert "calls 2 of 2" in receipt.turns[-1].reason
    assert any("calls 2 of 2" in warning for warning in receipt.warnings)
    assert opened(extractor="rules").flush().pending == 0


def test_concurrent_windows_stay_within_the_budget(opened, endpoint):
    memory = opened(budget=Budget(calls=3), concurrency=8)
    add_turns(memory, *(f"I have seen {n} birds{LONG}." for n in range(6)))
    assert len(endpoint.requests) == 3
    assert memory.stats().pending == 3


def test_windows_are_extracted_concurrently_up_to_a_limit(opened, endpoint):
    endpoint.always = Reply(say=plain_reader, wait=0.5)
    memory = opened(concurrency=3)
    add_turns(memory, *(f"I live in house {n}{LONG}." for n in range(6)))
    assert endpoint.max_concurrent == 3
    assert memory.stats().pending == 0


@pytest.fixture
def statements() -> list[str]:
    return []


@pytest.mark.parametrize("names", [3, 60])
def test_a_window_costs_one_call_and_three_transactions(tmp_path, opened, endpoint, statements, names):
    people = ", ".join(f"Bea{n:02}" for n in range(names))
    with closing(open_sqlite(tmp_path / "counted.db", STAMP, on_statement=statements.append)) as database:
        memory = opened(database)
        add_turns(memory, "I live in Turin, near the river.")  # the first call looks for pending turns
        memory.flush()
        endpoint.requests.clear()
        statements.clear()
        add_turns(memory, f"I met {people} in Turin{LONG}.")
        transactions = sum(statement.startswith("BEGIN") for statement in statements)
        assert (transactions, len(endpoint.requests)) == (3, 1)


def test_flushing_takes_three_transactions_for_each_window_and_one_to_find_pending_turns(
    tmp_path, opened, endpoint, statements
):
    with closing(open_sqlite(tmp_path / "counted.db", STAMP, on_statement=statements.append)) as database:
        memory = opened(database, window=10_000)
        add_turns(memory, *(f"I have seen {n} birds." for n in range(20)))
        endpoint.requests.clear()
        statements.clear()
        memory.flush()
        assert len(endpoint.requests) == 1
        assert sum(statement.startswith("BEGIN") for statement in statements) == 1 + 3


# Failing models


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (BUSY, "answered 429"),
        (Reply(status=429, headers={"Retry-After": "60"}), "a pause of 60 seconds"),
        (BROKEN, "answered 500"),
        (Reply(wait=60), "took longer than 2 seconds"),
        (Reply(status=401), "answered 401"),
    ],
)
def test_a_model_that_fails_leaves_turns_pending_with_the_reason(opened, endpoint, reply, reason):
    memory = opened()
    endpoint.always = reply
    add_turns(memory, "I live in Turin.")
    receipt = memory.flush()
    assert (receipt.pending, memory.stats().pending) == (1, 1)
    assert reason in receipt.turns[0].reason
    assert [call.outcome in ("refused", "unreachable") for call in memory.ledger()] == [True]
    assert [hit.uid for hit in memory.search("Turin")] == ["t0"]
    endpoint.always = Reply(say=plain_reader)
    again = opened()  # a new client, without the waiting time of the first
    assert (again.flush().pending, texts_of(again)) == (0, {"Ada: I live in Turin."})


def test_a_failing_model_is_not_called_for_every_window(opened, endpoint):
    memory = opened(concurrency=2)
    endpoint.always = Reply(status=500)
    receipt = add_turns(memory, *(f"I live in house {n}{LONG}." for n in range(9)))
    assert receipt.pending == 9
    assert len(endpoint.requests) <= 2 * 3
    endpoint.always = Reply(say=plain_reader)
    assert memory.flush().pending == 0
    assert memory.stats().notes == 9


def test_windows_of_a_session_are_extracted_in_order(opened, endpoint):
    memory = opened(concurrency=1)
    endpoint.script = [BROKEN] * 3
    receipt = add_turns(memory, f"I live in Turin{LONG}.", f"I live in Milan{LONG}.")
    assert [t.state for t in receipt.turns] == ["pending", "pending"]
    other = add_turns(memory, f"I live in Rome{LONG}.", session="s2")
    assert (other.pending, len(other.earlier)) == (0, 2)


def test_an_unreachable_model_leaves_turns_pending(opened):
    memory = opened(url=unreachable_url())
    add_turns(memory, "I live in Turin.")
    assert "did not answer" in memory.flush().turns[0].reason
    assert memory.stats().pending == 1


@pytest.mark.parametrize("answer", ["I would rather not.", '{"notes": 1}', ""])
def test_an_invalid_answer_is_replaced_by_the_rules_with_a_warning(memory, endpoint, answer):
    endpoint.always = answer
    add_turns(memory, "I live in Turin.")
    receipt = memory.flush()
    assert receipt.pending == 0
    assert any("extracted by rules" in warning for warning in receipt.warnings)
    assert len(endpoint.requests) == 2
    assert [call.kind for call in memory.ledger()] in (["extract", "repair"], ["repair", "extract"])
    assert [fact.type for fact in memory.facts("Ada")] == ["LIVES_IN"]


def test_without_a_model_name_nothing_is_logged_and_the_error_names_the_remedy(database, namespace):
    settings = Settings(ingest=IngestSettings(extractor="llm"))
    memory = Memory(MemoryEngine(database, settings=settings, clock=lambda: NOW), namespace)
    with pytest.raises(ConfigError, match="MEMGRAPH_CORE_LLM"):
        memory.add("I live in Turin.")
    assert memory.stats().turns == 0


def test_an_unknown_extractor_is_refused():
    with pytest.raises(ConfigError, match="'gpt'; rules or llm"):
        MemoryEngine.open(":memory:", extractor="gpt", embedder="none")


# Concurrent readers


def end_all_leases(memory: Memory) -> None:
    """End the leases of all readers, as if they had expired."""
    pending = memory.store.pending(99)
    lease = LeaseRequest(
        reader="us",
        select_turns=lambda appended: {turn.uid: 60 for turn in pending},
        has_ended=lambda reader: True,
    )
    memory.store.append(pending, lease=lease)
    memory.store.release_lease("us")


def flush_concurrently(one: Memory, other: Memory) -> list[Receipt]:
    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(lambda memory: memory.flush(), (one, other)))


def test_two_concurrent_flushes_make_one_call_and_both_report_the_result(opened, endpoint):
    endpoint.always = Reply(say=plain_reader, wait=0.1)
    one, other = opened(timeout=20), opened(timeout=20)
    add_turns(one, "I live in Turin.", "I like tea.")
    receipts = flush_concurrently(one, other)
    assert len(endpoint.requests) == 1
    assert [receipt.pending for receipt in receipts] == [0, 0]
    assert sorted(receipt.notes for receipt in receipts) == [0, 2]
    assert {turn.state for receipt in receipts for turn in receipt.turns} == {"extracted"}


def test_two_concurrent_flushes_of_many_sessions_extract_each_window_once(opened, endpoint):
    one, other = opened(concurrency=1), opened(concurrency=1)
    for n in range(4):
        add_turns(one, f"I have seen bird {n}{LONG[:60]}.", f"I have seen cat {n}.", session="s1", now=NOW)
    one.store.append([make_turn(f"x{n}", "I like tea.", session=f"x{n}") for n in range(4)])
    endpoint.always = Reply(say=plain_reader, wait=0.02)
    already = len(endpoint.requests)
    flush_concurrently(one, other)
    sent = [text for request in endpoint.requests[already:] for text in turns_asked(request)]
    assert one.stats().pending == 0
    assert len(sent) == len(set(sent)) + 3  # "I like tea." in four sessions


def test_adding_does_not_wait_for_a_window_that_is_leased_elsewhere(opened, endpoint):
    one, other = opened(timeout=20), opened(timeout=20)
    add_turns(one, "I live in Turin.")
    added: list[Receipt] = []

    def add_meanwhile(messages: Sequence[Any]) -> str:
        if not added:
            added.append(Receipt())
            added[0] = add_turns(other, f"I like tea{LONG}.")
        return plain_reader(messages)

    endpoint.always = Reply(say=add_meanwhile)
    one.flush()
    assert (added[0].pending, added[0].turns[0].reason) == (1, LEASED_ELSEWHERE)
    assert texts_sent(endpoint) == [["I live in Turin."]]
    assert (other.flush().pending, one.stats().pending, len(endpoint.requests)) == (0, 0, 2)


def test_a_turn_corrected_during_its_extraction_is_extracted_again(opened, endpoint):
    memory = opened(timeout=20)
    add_turns(memory, "I live in Turin.", "I like tea.")

    def correct_then_answer(messages: Sequence[Any]) -> str:
        if len(endpoint.requests) == 1:
            opened().update("t0", "I live in Milan.")
        return plain_reader(messages)

    endpoint.always = Reply(say=correct_then_answer)
    assert memory.flush().pending == 0
    assert texts_of(memory) == {"Ada: I live in Milan.", "Ada: I like tea."}


def test_a_preceding_turn_forgotten_during_the_extraction_is_in_no_note(opened, endpoint):
    memory = opened(timeout=20)
    add_turns(memory, "My sister is called Clara.")
    memory.flush()
    add_turns(memory, "She likes tea.")

    def forget(messages: Sequence[Any]) -> str:
        before = messages[1]["content"].partition("turns:")[0]
        if len(endpoint.requests) == 2:
            memory.store.forget(Selection(turns=("t0",)))
        name = "Clara" if "Clara" in before else "She"
        return json.dumps({"notes": [{"turn": 1, "text": f"{name} likes tea."}]})

    endpoint.always = Reply(say=forget)
    assert memory.flush().pending == 0
    assert not any("Clara" in text for text in texts_of(memory))


def test_two_readers_of_the_same_turns_write_them_once(opened, endpoint):
    one, other = opened(timeout=20), opened(timeout=20)
    add_turns(one, "I live in Turin.", "I like tea.")
    raced: list[Receipt] = []

    def flush_in_the_other(messages: Sequence[Any]) -> str:
        if not raced:
            raced.append(Receipt())
            end_all_leases(other)
            raced[0] = other.flush()
        return plain_reader(messages)

    endpoint.always = Reply(say=flush_in_the_other)
    receipt = one.flush()
    assert [t.reason for t in receipt.turns] == ["extracted by another writer"] * 2
    assert raced[0].notes == 2
    assert one.stats().notes == 2
    assert len(one.ledger()) == 2  # both were paid for


def test_a_turn_forgotten_during_its_extraction_stays_forgotten(opened, endpoint):
    memory = opened()
    add_turns(memory, "I live in Turin.", "I like tea.")

    def forget(messages: Sequence[Any]) -> str:
        if len(endpoint.requests) == 1:
            memory.store.forget(Selection(turns=("t0",)))
        return plain_reader(messages)

    endpoint.always = Reply(say=forget)
    memory.flush()
    memory.flush()
    assert texts_of(memory) == {"Ada: I like tea."}
    assert "Turin" not in memory.context("Turin").text


# Results


def test_facts_of_a_model_supersede_like_those_of_the_rules(memory, endpoint):
    def answer_with_place(place: str) -> str:
        fact = {"subject": "Ada", "relation": "LIVES_IN", "object": place}
        note = {"turn": 1, "text": f"Ada lives in {place}.", "facts": [fact]}
        return json.dumps({"notes": [note], "entities": [{"name": place, "type": "Place"}]})

    endpoint.script = [answer_with_place("Turin"), answer_with_place("Milan")]
    add_turns(memory, "I live in Turin.")
    memory.flush()
    add_turns(memory, "I live in Milan now.", said_at=day(100))
    memory.flush()
    names = {entity.uid: entity.name for entity in memory.entities(limit=99)}
    assert {names[f.object]: f.holds_until is None for f in memory.facts("Ada")} == {
        "Turin": False,
        "Milan": True,
    }


def test_older_notes_are_sent_as_candidates_for_links(memory, endpoint):
    add_turns(memory, "I live in Turin with my dog.")
    memory.flush()
    note = {"turn": 1, "text": "Ada: My dog is ill.", "links": [{"to": "K1", "reason": "continues"}]}
    improvement = {
        "note": "K1",
        "turn": 1,
        "context": "the dog is ill",
        "keywords": ["dog", "Turin"],
        "tags": ["pets"],
    }
    endpoint.script = [json.dumps({"notes": [note], "neighbours": [improvement]})]
    add_turns(memory, "My dog is ill.")
    memory.flush()
    assert '"K1"' in endpoint.requests[1].text
