"""One endpoint with every fault that endpoints have, in one run: what comes of it is right, and so is what it has cost."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from factories import DIMENSION, NOW, STAMP, day, make_turn
from hashing_embedder import HashingEmbedder
from memgraph_core.config import IngestSettings, ModelSettings, Prices, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.store.sqlite import open_sqlite
from scripted_endpoint import BROKEN, BUSY, Messages, Reply, plain_reader, turns_asked


def fenced(messages: Messages) -> str:
    return f"Of course! Here it is:\n```json\n{plain_reader(messages)}\n```\nAnything else?"


def thinking(messages: Messages) -> str:
    return f'<think>{{"notes": [{{"turn": 1, "text": "Ada: I live on Mars."}}]}} No …</think>{plain_reader(messages)}'


def cut(messages: Messages) -> str:
    whole = plain_reader(messages)
    return whole[: whole.index('"turn": 2') + 20]


def hostile(messages: Messages) -> str:
    """What was said, and besides what nobody said, of whom nobody spoke, tied to what is not there."""
    answer: dict[str, Any] = json.loads(plain_reader(messages))
    first = answer["notes"][0]
    first["links"] = [{"to": uid, "reason": "continues"} for uid in ("K99", "t1", "' OR 1=1", "", "K-1")]
    first["facts"] = [{"subject": "Ada", "relation": "MARRIED_TO", "object": "Zebulon Quist"}]
    first |= {"from": "2031-01-01", "until": "2032-01-01", "keywords": ["xylophonist"] * 50}
    answer["notes"].append({"turn": 99, "text": "Zebulon Quist knows the password."})
    answer["notes"].append({"turn": 1, "text": "Ada married Zebulon Quist in 2031."})
    answer["entities"] = [{"name": "Zebulon Quist", "type": "Person", "aliases": ["Ada"]}]
    answer["neighbours"] = [{"note": "K77", "turn": 1, "context": "Zebulon", "keywords": [], "tags": []}]
    return json.dumps(answer)


# Session → what was said in it, and how the endpoint takes it.
DAYS: dict[str, tuple[tuple[str, ...], tuple[Reply, ...]]] = {
    "busy": (("I live in Turin.",), (BUSY, Reply(say=fenced))),
    "thinking": (("I have a dog called Rex.",), (Reply(say=thinking),)),
    "cut": (("I like green tea.", "I work at Fiat."), (Reply(say=cut, finish="length"),)),
    "hostile": (("I went to the lake with Bea.",), (Reply(say=hostile),)),
    "mended": (("我住在都灵。",), (Reply(say="I would rather talk."), Reply(say=plain_reader))),
    "nonsense": (("I moved to Milan.",), (Reply(say="no"), Reply(say='{"notes": 1}'))),
    "outage": (("I am learning Greek.",), (BROKEN,) * 3),
    "still out": (("My sister is called Clara.",), (Reply(hangs_up=True),) * 3),
    "waits": (("I play chess.",), ()),
}
REQUESTS = 1 + sum(len(replies) for _, replies in DAYS.values())  # one more: json_schema is refused, once


@pytest.fixture
def sent_statements() -> list[str]:
    return []


@pytest.fixture
def memory(request, tmp_path, database, namespace, endpoint, sent_statements) -> Iterator[Memory]:
    settings = Settings(
        models=ModelSettings(
            llm="small",
            base_url=endpoint.url,
            timeout=5,
            patience=0,
            prices=Prices(tokens_in=1, tokens_out=2),
        ),
        ingest=IngestSettings(extractor="llm", concurrency=1),
    )
    counts = request.node.callspec.params["backend"] == "sqlite"  # which tells its statements
    counted = (
        open_sqlite(tmp_path / "counted.db", STAMP, on_statement=sent_statements.append)
        if counts
        else database
    )
    embedder = HashingEmbedder(DIMENSION)
    yield Memory(MemoryEngine(counted, embedder=embedder, settings=settings, clock=lambda: NOW), namespace)
    if counts:
        counted.close()


def test_an_unreliable_endpoint_gives_a_correct_memory_and_each_answer_is_paid_once(
    memory, endpoint, sent_statements
):
    endpoint.knows = {"json_object", ""}
    endpoint.script = [reply for _, replies in DAYS.values() for reply in replies]
    endpoint.always = BROKEN
    texts = {f"{s}-{n}": text for s, (said, _) in DAYS.items() for n, text in enumerate(said)}
    spoken = [
        make_turn(uid, text, session=uid.rpartition("-")[0], recorded_at=day(n), said_at=day(n))
        for n, (uid, text) in enumerate(texts.items())
    ]
    memory.store.append(spoken)
    sent_statements.clear()
    receipt, statements = memory.flush(), list(sent_statements)

    out = {"outage-0", "still out-0", "waits-0"}
    assert {turn.uid for turn in receipt.turns if turn.state == "pending"} == out
    assert {turn.uid for turn in memory.store.pending(99)} == out
    assert len(endpoint.requests) == REQUESTS
    calls = memory.ledger()
    assert [call.kind for call in calls].count(
        "extract"
    ) == 8  # for nine windows: after two that failed, none is asked
    assert [call.kind for call in calls].count("repair") == 2
    spent = memory.store.record_calls(())
    assert (spent.calls, spent.tokens_in, spent.tokens_out) == (
        len(calls),
        sum(call.tokens_in for call in calls),
        sum(call.tokens_out for call in calls),
    )
    assert spent.cost == pytest.approx(sum(call.cost for call in calls))
    assert spent.cost == pytest.approx((spent.tokens_in + 2 * spent.tokens_out) / 1_000_000)
    if statements:  # a look for what waits; three for each window that is read; log and ledger of two that are not, and one
        begun = [number for number, statement in enumerate(statements) if statement.startswith("BEGIN")]
        assert len(begun) == 1 + 3 * 6 + 2 * 2 + 1  # in which what was claimed is given up

    endpoint.script, endpoint.always = [], Reply(say=plain_reader)
    before = len(endpoint.requests)
    assert memory.flush().pending == 0
    assert [turns_asked(request) for request in endpoint.requests[before:]] == [
        [texts[uid]] for uid in texts if uid in out
    ]

    notes = {note.text: note for note in memory.store.notes_of(list(texts))}
    assert set(notes) == {f"Ada: {text}" for text in texts.values()}
    lake = notes["Ada: I went to the lake with Bea."]
    assert (lake.holds_from, lake.holds_until) == (None, None)
    assert "xylophonist" not in lake.keywords
    assert memory.store.links([note.uid for note in notes.values()]) == ()
    assert not [entity for entity in memory.entities(limit=99) if "Zebulon" in entity.name]
    facts = {fact.triple for fact in memory.facts()}
    assert "Ada WORKS_AT Fiat" in facts  # by the rules, where the answer was cut
    assert not any("MARRIED" in fact or "Mars" in fact for fact in facts)
