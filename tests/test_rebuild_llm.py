"""Rebuilding with a language model: in extraction windows, resumable, and each call paid once."""

import pytest

from factories import DIMENSION, NOW, day
from hashing_embedder import HashingEmbedder
from memgraph_core.config import Budget, IngestSettings, ModelSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, ExtractionError
from memgraph_core.memory import Memory
from scripted_endpoint import BROKEN, Reply, plain_reader, turns_asked


@pytest.fixture
def opened(database, namespace, endpoint):
    endpoint.always = Reply(say=plain_reader)

    def open_it(extractor, llm="small", **ingest):
        settings = Settings(
            models=ModelSettings(llm=llm, base_url=endpoint.url, timeout=5, patience=0),
            ingest=IngestSettings(**{"window": 64, "batch": 8} | ingest),
        )
        engine = MemoryEngine(
            database,
            embedder=HashingEmbedder(DIMENSION),
            extractor=extractor,
            settings=settings,
            clock=lambda: NOW,
        )
        return Memory(engine, namespace)

    return open_it


@pytest.fixture
def memory(opened) -> Memory:
    """A memory of two sessions, extracted by rules."""
    memory = opened("rules")
    for session in ("s1", "s2"):
        memory.add(
            [
                {
                    "content": f"I have seen {n} birds in the garden.",
                    "speaker": "Ada",
                    "uid": f"{session}-{n}",
                }
                for n in range(10)
            ],
            session=session,
            said_at=day(0),
        )
    return memory


def texts(memory):
    uids = [f"{session}-{n}" for session in ("s1", "s2") for n in range(10)]
    return {(note.text, note.extractor) for note in memory.store.notes_of(uids)}


def test_a_model_gets_every_turn_of_the_log_once(memory, opened, endpoint):
    before = texts(memory)
    assert {extractor for _, extractor in before} == {"rules"}
    rebuilt = opened("llm").rebuild(diff=True)
    assert {extractor for _, extractor in texts(memory)} == {"llm"}
    asked = [text for request in endpoint.requests for text in turns_asked(request)]
    assert len(asked) == 20
    assert len(endpoint.requests) < 12
    assert len(memory.ledger()) == len(endpoint.requests)
    assert (rebuilt.turns, rebuilt.after.notes, memory.stats().pending) == (20, 20, 0)


def test_a_rebuild_stopped_by_a_failing_model_continues(memory, opened, endpoint):
    again = opened("llm", concurrency=1)
    endpoint.script = [Reply(say=plain_reader)] * 4 + [BROKEN] * 3
    with pytest.raises(ExtractionError, match="answered 500"):
        again.rebuild()
    assert {extractor for _, extractor in texts(memory)} == {"rules"}
    assert [call.outcome for call in memory.ledger()].count("unreachable") == 1
    first = len(memory.ledger())
    assert again.rebuild().after.notes == 20
    assert {extractor for _, extractor in texts(memory)} == {"llm"}
    assert first < len(memory.ledger()) < 16


def test_an_exhausted_budget_stops_a_rebuild_with_the_remedy(memory, opened):
    with pytest.raises(ExtractionError, match="MEMGRAPH_CORE_BUDGET_CALLS"):
        opened("llm", budget=Budget(calls=2)).rebuild()
    assert len(memory.ledger()) <= 4
    assert opened("llm").rebuild().after.notes == 20


def test_a_dry_run_changes_only_the_ledger(memory, opened):
    before = texts(memory)
    dry = opened("llm").rebuild(dry_run=True)
    assert dry.after.notes == 20
    assert texts(memory) == before
    assert len(memory.ledger()) > 0


def test_a_rebuild_is_continued_only_by_the_same_model(memory, opened, endpoint):
    endpoint.script = [Reply(say=plain_reader)] * 2 + [BROKEN] * 3
    with pytest.raises(ExtractionError):
        opened("llm", concurrency=1).rebuild()
    with pytest.raises(ConfigError, match=r"'llm:small'.*'llm:large'.*MEMGRAPH_CORE_LLM=small"):
        opened("llm", "large").rebuild()
    with pytest.raises(ConfigError, match=r"'llm:small'.*'rules'"):
        opened("rules").rebuild()
    assert opened("llm").rebuild().after.notes == 20


def test_a_rebuild_gives_the_model_the_corrected_text(memory, opened, endpoint):
    memory.update("s1-3", "I have seen an owl in the attic.")
    opened("llm").rebuild()
    asked = "\n".join(request.text for request in endpoint.requests)
    assert "I have seen an owl in the attic." in asked
    stored = {text for text, _ in texts(memory)}
    assert "Ada: I have seen an owl in the attic." in stored
    assert len(stored) == 11
    (change,) = [change for change in memory.changes() if change.kind == "update"]
    opened("llm").undo(change.uid)
    assert len({text for text, _ in texts(memory)}) == 10


def test_a_correction_during_a_rebuild_is_in_its_result(memory, opened, endpoint):
    def correct_then_answer(messages):
        if len(endpoint.requests) == 4:
            memory.update("s1-0", "I have seen an owl in the attic.")
        return plain_reader(messages)

    endpoint.always = Reply(say=correct_then_answer)
    opened("llm", concurrency=1).rebuild()
    stored = texts(memory)
    assert ("Ada: I have seen an owl in the attic.", "llm") in stored
    assert len(memory.store.notes_of(["s1-0"])) == 1
    assert memory.stats().pending == 0
