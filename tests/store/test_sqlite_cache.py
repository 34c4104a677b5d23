"""The cached graph and the cached vectors of the SQLite store equal what the file contains."""

from contextlib import closing

import pytest

from factories import make_question
from memgraph_core.bench.world import STAMP, World, based_on, plan_of
from memgraph_core.records.forget import Selection
from memgraph_core.records.plan import Applied, SnapshotRequest
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.store.sqlite.cache.about_index import AboutIndex
from memgraph_core.store.sqlite.read import candidates


def write(store, world, count):
    turns = world.turns(count)
    notes = [note for turn in turns for note in world.notes_of(turn)]
    store.append(turns)
    assert isinstance(
        store.apply(based_on(store.snapshot(SnapshotRequest()), plan_of(world, turns, notes))), Applied
    )


def answers(store, questions):
    return [
        (store.candidates(question, Limits()), store.expand(Seeds(entities=question.name_keys), question))
        for question in questions
    ]


def test_a_vector_search_in_the_background_finds_the_same(tmp_path, monkeypatch):
    world = World(60)
    with closing(open_sqlite(tmp_path / "memory.db", STAMP)) as database:
        store = database.store("ada")
        write(store, world, 6)
        questions = [make_question("Where?", vector=vector) for vector in world.vectors(5)]
        before = [store.candidates(question, Limits(vector=3, passages=2)) for question in questions]
        monkeypatch.setattr(candidates, "_BACKGROUND_FROM", 0)
        assert [store.candidates(question, Limits(vector=3, passages=2)) for question in questions] == before
        assert all("vector" in by for found in before for by in [frozenset().union(*found.channels.values())])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_a_cache_that_follows_the_file_answers_like_a_new_one(tmp_path, seed):
    world = World(60 + seed)  # each seed has other entities
    questions = [
        make_question(
            " ".join(words := world.words(4)),
            terms=tuple(words),
            name_keys=tuple(world.entities(2)),
            vector=world.vectors(1)[0],
            relations=frozenset({"KNOWS"}) if nth % 2 else frozenset(),
        )
        for nth in range(12)
    ]
    with closing(open_sqlite(tmp_path / "memory.db", STAMP)) as kept:
        store = kept.store("ada")
        write(store, world, 6)
        for step in range(4):
            answers(store, questions[step::4])  # the others reach entities that these have not
            write(store, world, 3)
            store.forget(Selection(turns=(f"t{2 * step}", f"t{2 * step + seed}")))
            with closing(open_sqlite(tmp_path / "memory.db", STAMP)) as opened:
                assert answers(store, questions) == answers(opened.store("ada"), questions)


def test_notes_of_one_time_are_sorted_by_uid_as_they_come_and_go():
    uids = {1: "f", 2: "b", 3: "d", 4: "a", 5: "e", 6: "c"}
    index = AboutIndex(lambda notes: {note: uids[note] for note in notes}, [(9, "1,2,3", "5,5,7")])
    assert list(index.notes(9)) == [2, 1, 3]
    for note in (4, 5, 6):
        index.change(note, (9,), 7)
    assert list(index.notes(9)) == [2, 1, 4, 6, 3, 5]
    uids[4] = "g"  # another note has the row of a deleted one
    index.change(4, (), 7)
    index.change(4, (9,), 7)
    assert list(index.notes(9)) == [2, 1, 6, 3, 5, 4]
    index.change(1, (9,), 7)
    assert list(index.notes(9)) == [2, 6, 3, 5, 1, 4]
