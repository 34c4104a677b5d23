"""A memory derived anew by a language model: page by page, in windows, resumable, and paid for once."""

import pytest

from factories import DIMENSION, NOW, day
from memgraph_core.config import Budget, IngestSettings, ModelSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, ExtractionError
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
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
    """What the rules made of two sessions."""
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


def test_a_model_reads_every_turn_of_the_log_once_in_windows(memory, opened, endpoint):
    before = texts(memory)
    assert {extractor for _, extractor in before} == {"rules"}
    rebuilt = opened("llm").rebuild(diff=True)
    assert {extractor for _, extractor in texts(memory)} == {"llm"}
    asked = [text for request in endpoint.requests for text in turns_asked(request)]
    assert len(asked) == 20
    assert len(endpoint.requests) < 12
    assert len(memory.ledger()) == len(endpoint.requests)
    assert (rebuilt.turns, rebuilt.after.notes, memory.stats().pending) == (20, 20, 0)


def test_a_rebuild_that_a_model_interrupts_goes_on_where_it_was(memory, opened, endpoint):
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


def test_a_budget_stops_a_rebuild_with_what_to_do(memory, opened):
    with pytest.raises(ExtractionError, match="MEMGRAPH_CORE_BUDGET_CALLS"):
        opened("llm", budget=Budget(calls=2)).rebuild()
    assert len(memory.ledger()) <= 4
    assert opened("llm").rebuild().after.notes == 20


def test_a_dry_run_changes_nothing_but_the_ledger(memory, opened):
    before = texts(memory)
    rehearsed = opened("llm").rebuild(dry_run=True)
    assert rehearsed.after.notes == 20
    assert texts(memory) == before
    assert len(memory.ledger()) > 0


def test_a_rebuild_that_another_language_model_began_is_not_gone_on_with(memory, opened, endpoint):
    endpoint.script = [Reply(say=plain_reader)] * 2 + [BROKEN] * 3
    with pytest.raises(ExtractionError):
        opened("llm", concurrency=1).rebuild()
    with pytest.raises(ConfigError, match=r"'llm:small'.*'llm:large'.*MEMGRAPH_CORE_LLM=small"):
        opened("llm", "large").rebuild()
    with pytest.raises(ConfigError, match=r"'llm:small'.*'rules'"):
        opened("rules").rebuild()
    assert opened("llm").rebuild().after.notes == 20


def test_a_model_reads_what_people_put_right_when_a_memory_is_rebuilt(memory, opened, endpoint):
    memory.update("s1-3", "I have seen an owl in the attic.")
    opened("llm").rebuild()
    asked = "\n".join(request.text for request in endpoint.requests)
    assert "I have seen an owl in the attic." in asked
    told = {text for text, _ in texts(memory)}
    assert "Ada: I have seen an owl in the attic." in told
    assert len(told) == 11
    (change,) = [change for change in memory.changes() if change.kind == "update"]
    opened("llm").undo(change.uid)
    assert len({text for text, _ in texts(memory)}) == 10


def test_what_is_put_right_while_a_model_rebuilds_is_in_what_comes_of_it(memory, opened, endpoint):
    def put_right(messages):
        if len(endpoint.requests) == 4:
            memory.update("s1-0", "I have seen an owl in the attic.")
        return plain_reader(messages)

    endpoint.always = Reply(say=put_right)
    opened("llm", concurrency=1).rebuild()
    told = texts(memory)
    assert ("Ada: I have seen an owl in the attic.", "llm") in told
    assert len(memory.store.notes_of(["s1-0"])) == 1
    assert memory.stats().pending == 0
