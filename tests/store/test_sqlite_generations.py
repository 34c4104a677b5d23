"""What only SQLite can show of generations: files from before there were any, bytes, and how many statements it takes."""

import sqlite3
from contextlib import closing

import pytest

from factories import (
    DROP_VIEWS,
    STAMP,
    make_change,
    make_entity,
    make_mentions,
    make_note,
    make_plan,
    make_revised,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Link, Name, NameSource
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import Applied, Merge, NeighbourLookup, SnapshotRequest, Split, TurnUpdate
from memgraph_core.store.sqlite import open_sqlite
from world import fill


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def begin_to_derive(store, count, word="xyloword"):
    """Log turns and derive a note of each aside; where that stands."""
    store.append(make_turns(*(f"t{n}" for n in range(count))), (), 0)
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


def test_a_rebuild_takes_as_many_statements_for_3_turns_as_for_300(path):
    told, counts = [], []
    with closing(open_sqlite(path, STAMP, on_statement=told.append)) as database:
        for count in (3, 300):
            store = database.store(f"of {count}")
            told.clear()
            building = begin_to_derive(store, count)
            store.switch_generation(building.space, make_change("rebuilt"))
            begun = sum(statement.startswith("BEGIN") for statement in told)
            counts.append((begun, len(told)))
    assert counts[0] == counts[1]
    assert counts[0][0] == 6  # log, begin, replay, known, apply, switch


def test_a_file_from_before_there_were_merges_can_merge(path):
    with closing(open_sqlite(path, STAMP)) as database:
        fill(database.store("ada"), "quince")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            f"{DROP_VIEWS}"
            "DROP TABLE same_as; DROP TRIGGER turn_gone_own; DROP TRIGGER note_gone_own; DROP TRIGGER entity_gone_own;"
            "ALTER TABLE edge DROP COLUMN via; ALTER TABLE name DROP COLUMN via;"
            "ALTER TABLE fact DROP COLUMN subject_via; ALTER TABLE fact DROP COLUMN object_via;"
        )
    for uid in ("turin", "milan"):
        with closing(open_sqlite(path, STAMP)) as database:
            remember(database.store("ada"), merges=[Merge(alias=uid, into="ada", reason="told so")])
            assert uid not in {entity.uid for entity in database.store("ada").entities(EntityQuery())}


def test_a_file_from_before_notes_could_be_revised_keeps_names_and_takes_on_the_rest(path):
    with closing(open_sqlite(path, STAMP)) as database:
        fill(database.store("ada"), "quince")
        names = database.store("ada").snapshot(SnapshotRequest(name_keys=("ada", "turin", "milan"))).entities
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            f"{DROP_VIEWS}"
            "DROP TABLE linked; DROP TABLE revision; DROP TABLE saw; DROP TABLE said; DROP TABLE call; DROP TABLE spent;"
            "DROP TRIGGER note_gone_evolved; DROP TRIGGER note_derived_anew; DROP TRIGGER turn_gone_seeing;"
            "ALTER TABLE note DROP COLUMN affect;"
        )
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        assert store.snapshot(SnapshotRequest(name_keys=("ada", "turin", "milan"))).entities == names
        remember(store, [make_turn("t9", "Nine.", session="s9")], name_sources=[NameSource("ada", "t9")])
        remember(
            store, revisions=[make_revised("n1", "t9", "Better.")], links=[Link("n2", "n1", "continues")]
        )
        assert [state.context for state in store.history("n1")] == ["", "Better."]
        store.forget(Selection(turns=("t9",)))
        assert [state.context for state in store.history("n1")] == [""]
        assert set(store.snapshot(SnapshotRequest(name_keys=("ada",))).entities) == {"ada"}, (
            "older turns may have said it"
        )
        assert len(store.links(["n1"])) == 1


def test_a_merge_takes_as_many_statements_for_3_entities_as_for_300(path):
    told, counts = [], []
    with closing(open_sqlite(path, STAMP, on_statement=told.append)) as database:
        for count in (3, 300):
            store = database.store(f"of {count}")
            turn = make_turns("t1")[0]
            people = [make_entity(f"e{n}") for n in range(count)]
            remember(store, [turn], entities=people, mentions=make_mentions(turn, *(p.uid for p in people)))
            told.clear()
            remember(
                store, merges=[Merge(alias=f"e{n}", into="e0", reason="told so") for n in range(1, count)]
            )
            remember(store, splits=[Split(alias=f"e{n}", into="e0") for n in range(1, count)])
            counts.append(len(told))
    assert counts[0] == counts[1]


def test_forgetting_leaves_no_byte_of_a_name_that_was_merged(path):
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


def test_a_file_from_before_there_were_generations_can_be_rebuilt(path):
    with closing(open_sqlite(path, STAMP)) as database:
        fill(database.store("ada"), "quince")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            f"{DROP_VIEWS}"
            "DROP TABLE building; DROP TABLE rebuilt; DROP TABLE gate; DROP INDEX turn_logged; DROP TRIGGER turn_reworded;"
            "DROP TABLE rebuilt_vector; CREATE TABLE stamp AS SELECT model, dimension FROM namespace;"
            "ALTER TABLE namespace DROP COLUMN model; ALTER TABLE namespace DROP COLUMN dimension;"
        )
    for _ in range(2):
        with closing(open_sqlite(path, STAMP)) as database:
            store = database.store("ada")
            building = store.begin_generation()
            assert (building.space, building.turns_total, store.embedding_stamp()) == ("ada#2", 3, STAMP)
            assert [turn.uid for turn in store.log_page(0, 9, 0).turns] == ["t1", "t2", "t3"]


@pytest.mark.parametrize("selection", [Selection(turns=("t1", "t2", "t0")), Selection(everything=True)])
def test_no_byte_of_what_was_derived_aside_is_left_when_its_turns_are_forgotten(path, selection):
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        begin_to_derive(store, 3)
        assert b"xyloword" in b"".join(file.read_bytes() for file in path.parent.iterdir())
        store.forget(selection)
        assert b"xyloword" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_full_text_and_vectors_of_a_generation_go_with_it(path):
    with closing(open_sqlite(path, STAMP)) as database:
        store = database.store("ada")
        remember(store, make_turns("t0"), notes=[make_note("old", "lemon", turns=("t0",), vector=vector(1))])
        building = begin_to_derive(store, 3)
        store.switch_generation(building.space, make_change("rebuilt"))
        begin_to_derive(store, 3)
        store.discard_generation()
        with database._connections.alone() as link:
            notes = link.run("SELECT count(*) FROM note")[0][0]
            assert notes == 3
            assert link.run("SELECT count(*) FROM note_vector")[0][0] == notes
            assert link.run("SELECT count(*) FROM edge WHERE type = 'FROM'")[0][0] == notes
            assert link.run("SELECT count(*) FROM rebuilt")[0][0] == 0
            assert link.run("SELECT doc FROM note_vocabulary ORDER BY doc DESC LIMIT 1")[0][0] == notes
            link.run("INSERT INTO note_terms (note_terms) VALUES ('integrity-check')")
            link.run("INSERT INTO turn_terms (turn_terms) VALUES ('integrity-check')")


def test_two_connections_derive_one_generation_in_turn(path):
    with closing(open_sqlite(path, STAMP)) as one, closing(open_sqlite(path, STAMP)) as other:
        first, second = one.store("ada"), other.store("ada")
        first.append(make_turns("t0", "t1", "t2", "t3"), (), 0)
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
