"""The caches of the SQLite store follow the writes and deletions of other connections."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from factories import (
    STAMP,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About
from memgraph_core.records.plan import Merge, Split
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.store.sqlite import SqliteDatabase, open_sqlite
from memgraph_core.store.sqlite.cache import record_cache
from memgraph_core.store.sqlite.cache.record_cache import Wanted


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def statements() -> list[str]:
    """The statements that `database` has executed."""
    return []


@pytest.fixture
def database(path, statements) -> Iterator[SqliteDatabase]:
    with closing(open_sqlite(path, STAMP, on_statement=statements.append)) as database:
        yield database


# Cached vectors


def by_vector(store, query=None) -> set[str]:
    found = store.candidates(
        make_question(vector=vector(1) if query is None else query), Limits(neighbour_seeds=0)
    )
    return {uid for uid, channels in found.channels.items() if "vector" in channels}


def remember_vectors(store, *numbers: int) -> None:
    turns = [make_turn(f"t{number}", session=f"s{number}") for number in numbers]
    notes = [make_note(f"n{number}", turns=(f"t{number}",), vector=vector(1, number)) for number in numbers]
    remember(store, turns, notes=notes)


def test_cached_vectors_follow_the_changes_of_another_connection(database, path):
    store = database.store("ada")
    remember_vectors(store, 1, 2)
    assert by_vector(store) == {"n1", "n2"}
    with closing(open_sqlite(path, STAMP)) as second:
        other = second.store("ada")
        remember_vectors(other, 3)
        remember(other, notes=[make_note("n1", state="archived", vector=vector(1, 1))])
        other.forget(Selection(turns=("t2",)))
    assert by_vector(store) == {"n3"}


def test_a_cache_that_is_older_than_the_log_is_loaded_again(database, path):
    store = database.store("ada")
    remember_vectors(store, 1, 2)
    assert by_vector(store) == {"n1", "n2"}
    with closing(open_sqlite(path, STAMP)) as second:
        other = second.store("ada")
        other.forget(Selection(turns=("t1",)))
        remember_vectors(other, 3)
        remember_vectors(other, 4)
    with database._pool.writing() as connection:
        connection.run("DELETE FROM cache_log WHERE sequence < (SELECT max(sequence) FROM cache_log)")
    assert by_vector(store) == {"n2", "n3", "n4"}


@pytest.mark.slow
def test_the_log_of_cache_changes_is_limited(database):
    store = database.store("ada")
    remember(store, make_turns("t1"))
    for batch in range(8):
        notes = [
            make_note(f"n{number}", vector=vector(1, number))
            for number in range(3000 * batch, 3000 * (batch + 1))
        ]
        remember(store, notes=notes)
    with database._pool.reading() as connection:
        ((count,),) = connection.run("SELECT count(*) FROM cache_log")
    assert 20_000 <= count < 21_000
    assert len(by_vector(store)) == Limits().vector


def test_the_notes_of_a_plan_are_one_segment_of_the_full_text_index(database):
    notes = [make_note(f"n{number}", vector=vector(1, number)) for number in range(30)]
    remember(database.store("ada"), make_turns("t1"), notes=notes)
    with database._pool.reading() as connection:
        assert connection.run("SELECT count(DISTINCT segid) FROM note_terms_idx") == [(1,)]


def test_a_namespace_that_was_forgotten_and_filled_again_returns_nothing_old(database):
    store = database.store("ada")
    remember_vectors(store, 1, 2)
    assert by_vector(store) == {"n1", "n2"}
    store.forget(Selection(everything=True))
    assert by_vector(store) == set()
    remember_vectors(store, 3)
    assert by_vector(store) == {"n3"}


# Cached records


def remember_a_move(store, **fact) -> None:
    """Ada and Turin, a note about both, and a fact from it."""
    people = [make_entity("ada", "Ada"), make_entity("turin", "Turin", "Place")]
    turn = make_turn("t1", "I moved to Turin.", speaker="Ada")
    remember(
        store,
        [turn],
        notes=[make_note("n1", "Ada moved to Turin.", turns=("t1",))],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(turn, "ada", "turin"),
        abouts=[About("n1", "ada"), About("n1", "turin")],
        facts=[make_fact("f1", "ada", "LIVES_IN", "turin", notes=("n1",), **fact)],
    )


def records_of(store) -> list[object]:
    """All records that a search for Ada and an expansion from her return."""
    question = make_question("turin", name_keys=("ada",))
    found = store.candidates(question, Limits())
    expanded = store.expand(Seeds(entities=("ada",)), question)
    entities = [tuple(answer.entities.values()) for answer in (found, expanded)]
    return [
        found.notes,
        found.turns,
        found.facts,
        found.key_entities,
        expanded.facts,
        expanded.notes,
        *entities,
    ]


def test_cached_records_follow_the_writes_of_another_connection(database, path):
    store = database.store("ada")
    remember_a_move(store)
    before = records_of(store)
    with closing(open_sqlite(path, STAMP)) as second:
        other = second.store("ada")
        later = make_turn("t2", "Turin, again.")
        remember(
            other,
            [later],
            notes=[
                make_note("n1", "Ada has moved to Turin.", turns=("t1", "t2")),
                make_note("n2", turns=("t2",)),
            ],
            mentions=make_mentions(later, "ada"),
            facts=[make_fact("f1", "ada", "LIVES_IN", "turin", notes=("n2",))],
            invalidations=[make_invalidation("f1")],
        )
        fresh = records_of(other)
    after = records_of(store)
    assert after == fresh
    assert all(one != other for one, other in zip(before, after, strict=True))


def edges_of(store) -> list[object]:
    """The edges of the records that a search for Ada and an expansion from her return."""
    question = make_question("turin", name_keys=("ada",))
    found = store.candidates(question, Limits())
    expanded = store.expand(Seeds(entities=("ada",)), question)
    return [
        dict(found.about),
        found.facts,
        tuple(found.entities),
        dict(expanded.about),
        expanded.hops,
        expanded.notes,
        tuple(expanded.entities),
    ]


def test_cached_edges_follow_the_writes_merges_and_deletions_of_another_connection(database, path):
    store = database.store("ada")
    remember_a_move(store)
    milan = make_entity("milan", "Milan", "Place")
    later = make_turn("t2", "Turin, again.")
    with closing(open_sqlite(path, STAMP)) as second:
        other = second.store("ada")
        for change in (
            lambda: remember(other, entities=[milan], abouts=[About("n1", "milan")]),
            lambda: remember(other, mentions=make_mentions(make_turn("t1"), "milan")),
            lambda: remember(other, facts=[make_fact("f2", "ada", "KNOWS", "milan", notes=("n1",))]),
            lambda: remember(other, merges=[Merge(alias="milan", into="turin", reason="stated")]),
            lambda: remember(other, splits=[Split(alias="milan", into="turin")]),
            lambda: remember(other, [later], mentions=make_mentions(later, "turin", "milan")),
            lambda: other.forget(Selection(turns=("t2",))),
        ):
            before = edges_of(store)
            change()
            after = edges_of(store)
            with closing(open_sqlite(path, STAMP)) as third:
                assert after == edges_of(other) == edges_of(third.store("ada"))
            assert after != before


def test_cached_records_follow_the_deletions_of_another_connection(database, path):
    store = database.store("ada")
    remember_a_move(store)
    assert any(records_of(store))
    with closing(open_sqlite(path, STAMP)) as second:
        second.store("ada").forget(Selection(turns=("t1",)))
    assert not any(records_of(store))


def test_a_reader_of_an_older_state_neither_uses_newer_cached_records_nor_caches_older_ones(database):
    store, cache = database.store("ada"), database.store("ada")._cache
    remember_a_move(store)
    with database._pool.reading() as connection:
        older = cache.synchronize(connection)
        ((node,),) = connection.run("SELECT id FROM note")
        remember(store, notes=[make_note("n1", "Ada has moved to Turin.", turns=("t1",))])
        assert records_of(store)[0][0].text == "Ada has moved to Turin."
        assert older.gather(Wanted(notes=[node])).notes[node].record.text == "Ada moved to Turin."
    assert records_of(store)[0][0].text == "Ada has moved to Turin."


def test_the_number_of_cached_records_is_limited(database, monkeypatch):
    monkeypatch.setattr("memgraph_core.store.sqlite.cache.record_cache._CACHED_RECORDS", 4)
    store = database.store("ada")
    turns = make_turns(*(f"t{number}" for number in range(20)))
    remember(store, turns, notes=[make_note(f"n{turn.uid}", turn.text, turns=(turn.uid,)) for turn in turns])
    for turn in turns:
        assert len(store.candidates(make_question(turn.text), Limits(terms=2, neighbour_seeds=0)).notes) == 2
        assert all(store._cache.cached(kind) <= 4 for kind in ("note", "turn"))


def test_a_repeated_search_reads_no_record_from_the_file(database, statements):
    store = database.store("ada")
    remember_a_move(store)
    first = records_of(store)
    reads = {
        record_cache.READ_NOTES,
        record_cache.READ_TURNS,
        record_cache.READ_FACTS,
        record_cache.READ_ENTITIES,
    }
    assert reads & set(statements)
    statements.clear()
    assert records_of(store) == first
    assert not reads & set(statements)
