"""A memory whose vectors are made anew by another model: searched by the old ones until the switch, and never by both."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from factories import DIMENSION, NOW, make_question
from memgraph_core.engine.engine import MemoryEngine, stamp_of
from memgraph_core.errors import ConfigError, StoreMismatch
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
from memgraph_core.records.search import Limits
from memgraph_core.store.sqlite import open_sqlite
from test_rebuild import SAID, InterruptedExtractor, held, imported, stop, story

TESTS = Path(__file__).parent
FORMER, LATER = HashingEmbedder(DIMENSION), HashingEmbedder(12)
QUESTION = "Where does Ada live?"


def by_meaning(memory):
    """What is found by vectors."""
    model = memory.engine.embedder
    vector = model.embed([QUESTION])[0] if model else None
    found = memory.store.candidates(make_question(vector=vector), Limits(neighbour_seeds=0))
    return {uid for uid, channels in found.channels.items() if "vector" in channels}


def models_of(memory):
    """Of how many numbers the vectors of turns and notes are."""
    turns = [f"t{n}" for n in range(len(SAID))]
    notes = [note.uid for note in memory.store.notes_of(turns)]
    records = (*memory.store.turns(turns), *memory.store.notes(notes))
    return {record.vector.shape[0] for record in records if record.vector is not None}


@pytest.fixture
def engine(database):
    return MemoryEngine(database.with_stamp(stamp_of(FORMER)), embedder=FORMER, clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace):
    memory = Memory(engine, namespace)
    imported(memory, story(40))
    return memory


def test_a_rebuild_with_another_model_makes_all_vectors_anew(memory, engine):
    assert models_of(memory) == {DIMENSION}
    rebuilt = memory.rebuild(embedder=LATER, diff=True)
    assert (rebuilt.difference.notes.gained, rebuilt.difference.notes.lost) == (0, 0)
    assert models_of(memory) == {12}
    assert by_meaning(memory)
    assert (memory.stats().model, memory.stats().dimension) == (LATER.name, 12)
    memory.add("Ada lives in Bath now.", speaker="Ada", uid="more")
    assert memory.turns(["more"])[0].vector.shape == (12,)


def test_who_has_it_open_with_the_former_model_is_told_what_to_do(memory, engine, namespace):
    other = Memory(engine, namespace)
    memory.rebuild(embedder=LATER)
    for use in (
        lambda: other.search(QUESTION),
        lambda: other.add("Hello Rome.", uid="late"),
        lambda: Memory(engine, namespace),
    ):
        with pytest.raises(StoreMismatch, match=rf"{LATER.name}.*{FORMER.name}.*rebuild --embedder"):
            use()
    assert [turn.state for turn in memory.turns(["late"])] == ["pending"]  # said is said
    assert memory.retry().turns[0].state != "pending"


def test_other_namespaces_keep_their_model(memory, engine, namespace):
    other = Memory(engine, f"{namespace}-other")
    imported(other, story(8))
    memory.rebuild(embedder=LATER)
    assert (by_meaning(other), models_of(other)) == (by_meaning(other), {DIMENSION})
    assert by_meaning(other)


def test_what_is_searched_while_it_is_made_is_the_old(memory, engine, namespace):
    watching, seen = Memory(engine, namespace), []

    def look():
        seen.append((models_of(watching), bool(by_meaning(watching)), watching.stats().model))

    rebuilding = Memory(interrupted(engine, 2, look), namespace)
    rebuilding.rebuild(embedder=LATER)
    assert seen == [({DIMENSION}, True, FORMER.name)]


def interrupted(engine, nth, what):
    settings = replace(engine.settings, ingest=replace(engine.settings.ingest, batch=8))
    return MemoryEngine(
        engine.database,
        embedder=engine.embedder,
        extractor=InterruptedExtractor(nth, what),
        settings=settings,
        clock=engine.clock,
    )


def test_an_interrupted_one_goes_on_with_its_model_and_with_no_other(memory, engine, namespace):
    with pytest.raises(KeyboardInterrupt):
        Memory(interrupted(engine, 3, stop), namespace).rebuild(embedder=LATER)
    assert models_of(memory) == {DIMENSION}
    with pytest.raises(
        ConfigError, match=rf"begun with the embedder '{LATER.name}'.*'{FORMER.name}'.*--discard"
    ):
        memory.rebuild()
    told = []
    memory.rebuild(embedder=LATER, progress=lambda done, turns: told.append(done))
    assert told[0] > 0
    assert models_of(memory) == {12}


def test_after_it_was_given_up_all_is_as_before(memory, engine, namespace):
    before = held(memory)
    with pytest.raises(KeyboardInterrupt):
        Memory(interrupted(engine, 3, stop), namespace).rebuild(embedder=LATER)
    assert memory.discard_rebuild()
    assert held(memory) == before
    memory.rebuild(embedder=HashingEmbedder(16))
    assert models_of(memory) == {16}


def test_one_begun_with_another_extractor_names_both_and_the_remedy(memory, engine, namespace):
    with pytest.raises(KeyboardInterrupt):
        Memory(interrupted(engine, 2, stop), namespace).rebuild()
    other = interrupted(engine, 0, stop)
    other.extractor.name = "other"
    with pytest.raises(ConfigError, match=r"the extractor 'rules'.*'other'.*--discard.*discard_rebuild"):
        Memory(other, namespace).rebuild()
    assert memory.discard_rebuild()


def test_vectors_can_be_left_out_and_made_again(memory):
    memory.rebuild(embedder="none")
    assert (memory.stats().model, models_of(memory), by_meaning(memory)) == (None, set(), set())
    assert memory.search("Where is Dora?")
    memory.rebuild(embedder=LATER)
    assert (memory.stats().model, models_of(memory)) == (LATER.name, {12})


def test_a_dry_run_tells_which_answers_would_rest_on_other_turns_and_changes_nothing(memory):
    before = held(memory)
    rehearsed = memory.rebuild(embedder=LATER, dry_run=True, questions=[QUESTION])
    assert rehearsed.answers[0].kept
    assert held(memory) == before
    assert memory.rebuild(embedder=LATER, questions=[QUESTION]).answers == rehearsed.answers


REBUILD = """
import sys
from memgraph_core.engine.engine import MemoryEngine, stamp_of
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
from memgraph_core.store.sqlite import open_sqlite
embedder = HashingEmbedder(8)
with MemoryEngine(open_sqlite(sys.argv[1], stamp_of(embedder)), embedder=embedder) as engine:
    memory = Memory(engine, "ada")
    memory.rebuild(embedder=HashingEmbedder(12), progress=lambda done, turns: print(done, flush=True))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_one_that_is_killed_leaves_the_old_and_goes_on(tmp_path):
    path = tmp_path / "memory.db"
    with closing(
        MemoryEngine(open_sqlite(path, stamp_of(FORMER)), embedder=FORMER, clock=lambda: NOW)
    ) as engine:
        imported(Memory(engine, "ada"), story(320))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    process = subprocess.Popen(
        [sys.executable, "-c", REBUILD, str(path)], env=environment, text=True, stdout=subprocess.PIPE
    )
    assert process.stdout
    reached = [int(process.stdout.readline()) for _ in range(2)]
    process.kill()
    process.communicate(timeout=60)
    with closing(MemoryEngine(open_sqlite(path), clock=lambda: NOW)) as engine:
        memory = Memory(engine, "ada")
        if memory.stats().model == FORMER.name:  # it was not faster than the kill
            told = []
            memory.rebuild(embedder=LATER, progress=lambda done, turns: told.append(done))
            assert told[0] >= reached[-1]
        assert memory.stats().model == LATER.name
