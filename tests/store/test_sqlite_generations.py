"""Tests of generations that only SQLite can run: transactions, bytes in the file, and indexes."""

from contextlib import closing

import pytest

from factories import (
    STAMP,
    make_change,
    make_entity,
    make_mentions,
    make_note,
    make_plan,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Name
from memgraph_core.records.plan import Applied, Merge, NeighbourLookup, SnapshotRequest, TurnUpdate
from memgraph_core.store.sqlite import open_sqlite


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def build_generation(store, count, word="xyloword"):
    """Append turns and derive a note of each in the generation being built; return its progress."""
    store.append(make_turns(*(f"t{n}" for n in range(count))))
    building = store.begin_generation()
    page = store.log_page(building.log_position, count, 2)
    notes = [
        make_note(f"n{turn.uid}", f"{word} {turn.text}", turns=(turn.uid,), vector=vector(1, n))
        for n, turn in enumerate(page.turns)
    ]
    probes = tuple(NeighbourLookup(uid=note.uid, terms=note.terms, vector=note.vector) for note in notes)
    known = store.snapshot(SnapshotRequest(space=building.space, notes=probes))
    updates = [TurnUpdate(uid=turn.uid, state="extracted") for turn in page.turns]
    assert isinstance(store.apply(make_plan(known, notes=notes, turns=updates)), Applied)
    return building


def test_a_rebuild_takes_six_transactions(path):
    statements = []
    with closing(open_sqlite(path, STAMP, on_statement=statements.append)) as database:
        store = database.store("ada")
        statements.clear()
        building = build_generation(store, 3)
        store.switch_generation(building.space, make_change("rebuilt"))
    # append, begin_generation, log_page, snapshot, apply, switch_generation
    assert sum(statement.startswith("BEGIN") for statement in statements) == 6


def test_forgetting_leaves_no_byte_of_a_merged_name(path):
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        turns = [make_turn("t1", session="s1"), make_turn("t2", session="s2")]
        people = [make_entity("ada"), make_entity("xylo", "Xyloword")]
        remember(
            store,
            turns,
            entities=people,
            names=[Name("xyloword", "xyloword", "xylo")],
            mentions=[*make_mentions(turns[0], "ada"), *make_mentions(turns[1], "xylo")],
            merges=[Merge(alias="xylo", into="ada", reason="xyloword", turn="t2")],
        )
        assert b"xyloword" in bytes_of(path)
        store.forget(Selection(turns=("t2",)))
        assert b"xyloword" not in bytes_of(path)


def bytes_of(path):
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@pytest.mark.parametrize("selection", [Selection(turns=("t1", "t2", "t0")), Selection(everything=True)])
def test_forgetting_leaves_no_byte_of_the_generation_being_built(path, selection):
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        build_generation(store, 3)
        assert b"xyloword" in b"".join(file.read_bytes() for file in path.parent.iterdir())
        store.forget(selection)
        assert b"xyloword" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_indexes_and_vectors_are_removed_with_their_generation(path):
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        remember(store, make_turns("t0"), notes=[make_note("old", "lemon", turns=("t0",), vector=vector(1))])
        building = build_generation(store, 3)
        store.switch_generation(building.space, make_change("rebuilt"))
        build_generation(store, 3)
        store.discard_generation()
        with database._pool.exclusive() as connection:
            notes = connection.run("SELECT count(*) FROM note")[0][0]
            assert notes == 3
            assert connection.run("SELECT count(*) FROM note_vector")[0][0] == notes
            assert connection.run("SELECT count(*) FROM edge WHERE type = 'FROM'")[0][0] == notes
            assert connection.run("SELECT count(*) FROM built_turn_state")[0][0] == 0
            assert connection.run("SELECT doc FROM note_vocabulary ORDER BY doc DESC LIMIT 1")[0][0] == notes
            connection.run("INSERT INTO note_terms (note_terms) VALUES ('integrity-check')")
            connection.run("INSERT INTO turn_terms (turn_terms) VALUES ('integrity-check')")


def test_two_connections_can_build_one_generation_in_turn(path):
    with closing(open_sqlite(path, STAMP)) as one, closing(open_sqlite(path, STAMP)) as other:
        first, second = one.store("ada"), other.store("ada")
        first.append(make_turns("t0", "t1", "t2", "t3"))
        probe = NeighbourLookup(uid="new", terms="", vector=vector(1))
        for number, store in enumerate((first, second, first, second)):
            building = store.begin_generation()
            page = store.log_page(building.log_position, 1, 2)
            known = store.snapshot(SnapshotRequest(space=building.space, notes=(probe,)))
            assert len(known.neighbours.get("new", ())) == number
            note = make_note(f"n{number}", turns=(page.turns[0].uid,), vector=vector(1, number))
            update = TurnUpdate(uid=page.turns[0].uid, state="extracted")
            assert store.apply(make_plan(known, notes=[note], turns=[update])) == Applied(page.last_position)
        assert isinstance(first.switch_generation(building.space, make_change("rebuilt")), Applied)
        assert second.stats().notes == 4
