"""Rebuilding a memory from its log: equal to a fresh import, invisible until it is complete, resumable."""

import signal
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from factories import DIMENSION, NOW, STAMP, day
from forked import Forked
from hashing_embedder import HashingEmbedder
from memgraph_core.config import IngestSettings, Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, ExtractionError
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.memory import Memory
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite import SqliteDatabase, open_sqlite
from sample_namespace import MANY, contents


class FirstExtractor:
    """An earlier version of the extractor: the rules without facts and without every second note."""

    name = "rules"

    def extract(self, window: ExtractionWindow) -> Extraction:
        found = RulesExtractor().extract(window)
        return replace(found, facts=(), notes=tuple(note for note in found.notes if note.ordinal % 2 == 0))


class InterruptedExtractor:
    """The rules, with a call before the nth window."""

    name = "rules"

    def __init__(self, nth: int, interrupt: Callable[[], object]) -> None:
        self.windows = 0
        self._nth = nth
        self._interrupt = interrupt

    def extract(self, window: ExtractionWindow) -> Extraction:
        self.windows += 1
        if self.windows == self._nth:
            self._interrupt()
        return RulesExtractor().extract(window)


def stop() -> None:
    raise KeyboardInterrupt


SENTENCES = (
    "I live in Turin with my sister Clara.",
    "I work at Fiat. My boss is Dora.",
    "Where is Dora?",
    "I was in Rome with Clara in March, we met Ben.",
    "I moved to Milan in June. I like the lake.",
    "Ben lives in Leeds and works at the university.",
    "Ok.",
    "I used to work at Fiat. Now I work at Olivetti.",
)


def story(count: int = 40) -> list[Turn]:
    """Turns of three sessions in alternation, so that a window contains turns of several sessions."""
    return [
        Turn(
            uid=f"t{n}",
            session=f"s{n % 3}",
            text=f"{SENTENCES[n % len(SENTENCES)]} That was number {n}.",
            speaker="Ada" if n % 2 else "Ben",
            said_at=day(n // 4, n % 24),
            recorded_at=NOW + timedelta(minutes=n // 5),
        )
        for n in range(count)
    ]


def import_turns(memory: Memory, turns: Sequence[Turn], batch: int | None = None) -> None:
    """Add turns in batches, as an import does."""
    batch = batch or memory.engine.settings.ingest.batch
    for start in range(0, len(turns), batch):
        assert memory.add(list(turns[start : start + batch])).pending == 0


def contents_of(memory: Memory) -> dict[str, object]:
    """Everything that a memory returns, with uids, except the changes of users and the version."""
    found = contents(memory.engine.database.store(memory.namespace))
    found["stats"] = replace(found["stats"], space="", namespace="")
    found["changes"] = [change for change in found["changes"] if change.by == "engine"]
    found["links"] = links(memory)
    return found


def links(memory: Memory) -> list[tuple[str, str, float, str]]:
    """Pairs of similar notes; no verb returns them."""
    database, space = memory.engine.database, memory.stats().space
    if isinstance(database, SqliteDatabase):
        with database._pool.reading() as connection:
            rows = connection.run(
                "SELECT min(a.uid, b.uid), max(a.uid, b.uid), s.weight, s.by FROM similar s JOIN note a ON a.id = s.a "
                "JOIN note b ON b.id = s.b JOIN namespace n ON a.space = n.space AND b.space = n.space WHERE n.name = :name",
                {"name": memory.namespace},
            )
        return sorted(rows)
    query = "MATCH (a:Note {space: $space})-[s:SIMILAR]->(b:Note) WHERE a.uid IS NOT NULL RETURN a.uid, b.uid, s.weight, s.by"
    return sorted(
        tuple(row) for row in database._connection.read(lambda tx: list(tx.run(query, space=space)))
    )


SETTINGS = Settings(ingest=IngestSettings(batch=16))  # the story fills two windows and half of a third one


@pytest.fixture
def engine(database) -> MemoryEngine:
    embedder = HashingEmbedder(DIMENSION)
    return MemoryEngine(database, embedder=embedder, settings=SETTINGS, clock=lambda: NOW)


def with_extractor(engine: MemoryEngine, extractor) -> MemoryEngine:
    return MemoryEngine(
        engine.database,
        embedder=engine.embedder,
        extractor=extractor,
        settings=engine.settings,
        clock=engine.clock,
    )


@pytest.fixture
def memory(engine, namespace) -> Memory:
    return Memory(engine, namespace)


@pytest.fixture
def old(engine, namespace) -> Memory:
    """A memory of the story, imported in small batches with an earlier extractor."""
    memory = Memory(with_extractor(engine, FirstExtractor()), namespace)
    import_turns(memory, story(), batch=10)
    return memory


def import_afresh(memory: Memory, *late: Turn) -> dict[str, object]:
    """Forget everything, import the story, add these later turns, and return the contents."""
    memory.forget(everything=True)
    import_turns(memory, story())
    if late:
        memory.add(late)
    return contents_of(memory)


# Equal to a fresh import


def test_a_rebuild_equals_a_fresh_import(engine, namespace, old):
    before, memory = contents_of(old), Memory(engine, namespace)
    rebuilt, found = memory.rebuild(), contents_of(memory)
    assert (rebuilt.turns, rebuilt.space) == (40, f"{namespace}#2")
    assert rebuilt.before.facts == 0 < rebuilt.after.facts == memory.stats().facts
    assert rebuilt.before.notes < rebuilt.after.notes == memory.stats().notes
    assert before != found == import_afresh(memory)


def test_a_rebuild_with_the_same_extractor_changes_nothing(memory):
    import_turns(memory, story())
    before = contents_of(memory)
    rebuilt = memory.rebuild(diff=True)
    assert contents_of(memory) == before
    assert rebuilt.difference is not None
    for part in (rebuilt.difference.notes, rebuilt.difference.facts, rebuilt.difference.entities):
        assert (part.gained, part.lost, part.kept > 0) == (0, 0, True)


def test_a_rebuild_keeps_recording_and_retirement_times(memory):
    """The recording time of a fact is that of its turn, not of the rebuild or of the extraction window."""
    turns = story()
    import_turns(memory, turns, batch=5)
    memory.rebuild()
    recorded = {turn.uid: turn.recorded_at for turn in turns}
    notes = {
        note.uid: note
        for turn in turns
        for note in memory.engine.database.store(memory.namespace).notes_of([turn.uid])
    }
    assert {note.recorded_at == recorded[note.turns[0]] for note in notes.values()} == {True}
    facts = memory.facts(limit=MANY)
    assert {min(notes[uid].recorded_at for uid in fact.notes) for fact in facts} == {
        f.recorded_at for f in facts
    }
    ended = [fact.retired_at for fact in facts if fact.retired_at]
    assert ended
    assert set(ended) <= set(recorded.values())


def test_a_rebuild_extracts_pending_turns(engine, namespace, memory):
    def fail() -> None:
        raise ExtractionError("the extractor failed")

    failing = Memory(with_extractor(engine, InterruptedExtractor(1, fail)), namespace)
    assert failing.add("I live in Turin.", speaker="Ada", said_at=day(0), uid="t0").pending == 1
    memory.rebuild()
    assert memory.stats().pending == 0
    assert [fact.text for fact in memory.facts("Turin")]


def test_a_rebuild_of_an_empty_memory_does_nothing(memory):
    rebuilt = memory.rebuild(diff=True)
    assert (rebuilt.turns, rebuilt.after.notes) == (0, 0)
    assert memory.stats().space == f"{memory.namespace}#1"


def test_a_rebuild_is_recorded_as_a_change(memory):
    memory.add("I live in Turin.", speaker="Ada")
    memory.rebuild()
    (change,) = [change for change in memory.changes() if change.kind == "rebuild"]
    assert (change.by, change.at) == ("user", NOW)
    assert change.before.space == f"{memory.namespace}#1"
    assert change.after.space == f"{memory.namespace}#2"


def test_a_rebuild_reports_its_progress(memory):
    import_turns(memory, story())
    reported: list[tuple[int, int]] = []
    memory.rebuild(progress=lambda done, turns: reported.append((done, turns)))
    assert reported == [(0, 40), (16, 40), (32, 40), (40, 40)]


def test_a_rebuild_requires_the_embedder_of_the_vectors(engine, namespace, memory):
    memory.add("I live in Turin.", speaker="Ada")
    with pytest.raises(ConfigError, match=STAMP.model):
        Memory(MemoryEngine(engine.database), namespace).rebuild()
    assert memory.stats().space == f"{namespace}#1"


# Interruptions and concurrent writers


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_an_interrupted_rebuild_continues_where_it_stopped(engine, namespace, old, nth):
    before = contents_of(old)
    interrupted = InterruptedExtractor(nth, stop)
    with pytest.raises(KeyboardInterrupt):
        Memory(with_extractor(engine, interrupted), namespace).rebuild()
    assert contents_of(old) == before
    rest = InterruptedExtractor(0, stop)
    reported: list[int] = []
    Memory(with_extractor(engine, rest), namespace).rebuild(
        progress=lambda done, turns: reported.append(done)
    )
    assert reported[0] == 16 * (nth - 1)
    assert interrupted.windows - 1 + rest.windows == 3
    memory = Memory(engine, namespace)
    assert contents_of(memory) == import_afresh(memory)


def test_a_failing_extractor_stops_the_rebuild_without_loss(engine, namespace, old):
    def fail() -> None:
        raise ExtractionError("the extractor failed")

    before = contents_of(old)
    with pytest.raises(ExtractionError, match="extractor failed"):
        Memory(with_extractor(engine, InterruptedExtractor(2, fail)), namespace).rebuild()
    assert contents_of(old) == before
    Memory(engine, namespace).rebuild()
    memory = Memory(engine, namespace)
    assert contents_of(memory) == import_afresh(memory)


def test_a_rebuild_can_be_discarded(engine, namespace, old):
    before = contents_of(old)
    with pytest.raises(KeyboardInterrupt):
        Memory(with_extractor(engine, InterruptedExtractor(2, stop)), namespace).rebuild()
    assert old.discard_rebuild() is True
    assert old.discard_rebuild() is False
    assert contents_of(old) == before


@pytest.mark.parametrize("nth", [1, 3])
def test_turns_added_during_a_rebuild_are_found_before_and_after_the_switch(engine, namespace, old, nth):
    late = Turn(uid="late", session="s1", text="I sold the violin to Nadia.", speaker="Ada", said_at=day(99))

    def add() -> None:
        old.add(late)
        assert "late" in {turn for hit in old.search("violin") for turn in hit.turns}

    Memory(with_extractor(engine, InterruptedExtractor(nth, add)), namespace).rebuild()
    rebuilt = Memory(engine, namespace)
    assert "late" in {turn for hit in rebuilt.search("Who has the violin?") for turn in hit.turns}
    if nth == 3:  # the last window is not full, so a later turn gets a window of its own
        assert contents_of(rebuilt) == import_afresh(rebuilt, late)


def test_turns_forgotten_during_a_rebuild_are_in_no_generation(engine, namespace, old):
    forgotten = [turn.uid for turn in story() if turn.session == "s1"]

    def forget() -> None:
        assert len(old.forget(session="s1").turns) == len(forgotten)

    Memory(with_extractor(engine, InterruptedExtractor(3, forget)), namespace).rebuild()
    memory = Memory(engine, namespace)
    assert memory.turns(forgotten) == ()
    assert memory.engine.database.store(namespace).notes_of(forgotten) == ()
    assert {item.session for item in memory.stream(limit=MANY)} == {"s0", "s2"}
    once = contents_of(memory)
    memory.rebuild()
    assert contents_of(memory) == once


def test_two_concurrent_rebuilds_have_one_result(engine, namespace, old):
    def other() -> None:
        Memory(engine, namespace).rebuild()

    rebuilt = Memory(with_extractor(engine, InterruptedExtractor(2, other)), namespace).rebuild()
    assert rebuilt.space == f"{namespace}#2"
    memory = Memory(engine, namespace)
    assert contents_of(memory) == import_afresh(memory)


# A dry run


def test_a_dry_run_reports_the_result_of_a_rebuild_and_changes_nothing(engine, namespace, old):
    before, memory = contents_of(old), Memory(engine, namespace)
    reported: list[tuple[int, int]] = []
    dry = memory.rebuild(dry_run=True, progress=lambda done, turns: reported.append((done, turns)))
    assert contents_of(old) == before
    assert reported[-1] == (40, 40)
    assert old.discard_rebuild() is False
    real = memory.rebuild(diff=True)
    assert (dry.before, dry.after, dry.difference) == (real.before, real.after, real.difference)
    assert dry.difference is not None
    assert dry.difference.facts.gained == real.after.facts
    assert dry.difference.notes.gained > 0 == dry.difference.notes.lost
    assert len(dry.difference.notes.examples_gained) == dry.difference.notes.gained


def test_a_dry_run_needs_no_embedder(engine, namespace, memory):
    import_turns(memory, story())
    plain = Memory(MemoryEngine(engine.database), namespace)
    found = plain.rebuild(dry_run=True).difference
    assert found is not None
    assert (found.notes.gained, found.notes.lost) == (0, 0)


# Killed processes


def stamped_engine(path: Path) -> MemoryEngine:
    embedder = HashingEmbedder(DIMENSION)
    stamp = EmbeddingStamp(embedder.name, embedder.dimension)
    settings = Settings(ingest=IngestSettings(batch=8))
    return MemoryEngine(open_sqlite(path, stamp), embedder=embedder, settings=settings, clock=lambda: NOW)


def rebuild(channel: Connection, path: Path) -> None:
    """Rebuild; after each window the number of turns is sent."""
    with closing(stamped_engine(path)) as engine:
        Memory(engine, "ada").rebuild(progress=lambda done, turns: channel.send(done))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("after", [1, 2])
def test_a_killed_rebuild_continues_with_the_result_of_an_uninterrupted_one(tmp_path, after):
    path = tmp_path / "memory.db"
    with closing(stamped_engine(path)) as engine:
        first = Memory(with_extractor(engine, FirstExtractor()), "ada")
        import_turns(first, story(56))
        before = contents_of(first)
    process = Forked(rebuild, path)
    reached = [process.receive() for _ in range(after + 1)]
    process.kill()
    with closing(stamped_engine(path)) as engine:
        memory = Memory(engine, "ada")
        if memory.stats().space == "ada#1":  # the process was killed before the switch
            assert contents_of(memory) == before
            reported: list[int] = []
            memory.rebuild(progress=lambda done, turns: reported.append(done))
            assert reported[0] >= reached[-1]
        with closing(stamped_engine(tmp_path / "clean.db")) as other:
            clean = Memory(other, "ada")
            import_turns(clean, story(56))
            assert contents_of(memory) == contents_of(clean)
