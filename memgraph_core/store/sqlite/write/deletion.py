"""Deletion of records with everything that depends on them: edges, vectors, revisions, names and invalidations.

The record is deleted first, so that the trigger that logs deleted edges for caches does not log it again for each edge.
"""

from collections.abc import Collection

from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array

_IDS = "(SELECT value FROM json_each(:ids))"
_FACTS = (
    f"DELETE FROM fact WHERE id IN {_IDS}",
    f"DELETE FROM edge WHERE source IN {_IDS} AND type IN ('FACT_FROM', 'CONFLICTS')",
    f"DELETE FROM edge WHERE target IN {_IDS} AND type = 'CONFLICTS'",
    f"DELETE FROM invalidation WHERE fact IN {_IDS}",
    f"DELETE FROM invalidation WHERE by IN {_IDS}",
)
_NOTES = (
    f"DELETE FROM note WHERE id IN {_IDS}",
    f"DELETE FROM note_vector WHERE note IN {_IDS}",
    f"DELETE FROM revision WHERE note IN {_IDS}",
    f"DELETE FROM edge WHERE source IN {_IDS} AND type IN ('FROM', 'ABOUT', 'OWN_ABOUT', 'SUPPORTED_BY', 'ABSTRACTS')",
    f"DELETE FROM edge WHERE target IN {_IDS} AND type IN ('FACT_FROM', 'SUPPORTED_BY', 'ABSTRACTS')",
    f"DELETE FROM similar WHERE a IN {_IDS}",
    f"DELETE FROM note_link WHERE a IN {_IDS}",
    f"DELETE FROM note_link WHERE b IN {_IDS}",
)
# The table has no index by the older note of a pair, so the pairs of all notes of the space are read.
_SIMILAR_TO_NEWER_NOTES = f"""
DELETE FROM similar WHERE a IN (SELECT id FROM note WHERE space = :space) AND b IN {_IDS}
"""
_TURNS = (
    f"DELETE FROM turn WHERE id IN {_IDS}",
    f"DELETE FROM lease WHERE turn IN {_IDS}",
    f"DELETE FROM invalidation WHERE turn IN {_IDS} AND by IS NULL",
    f"UPDATE invalidation SET turn = NULL WHERE turn IN {_IDS}",
)
# Data derived directly from turns.
_DERIVED_FROM_TURNS = (
    f"DELETE FROM turn_vector WHERE turn IN {_IDS}",
    f"DELETE FROM context_span WHERE turn IN {_IDS}",
    f"DELETE FROM name_source WHERE turn IN {_IDS}",
    f"""
    DELETE FROM edge WHERE source IN {_IDS} AND type IN ('MENTIONS', 'SPOKEN_BY', 'OWN_MENTIONS', 'OWN_SPOKEN_BY')
    """,
    f"DELETE FROM edge WHERE target IN {_IDS} AND type = 'FROM'",
)
_ENTITIES = (
    f"DELETE FROM entity WHERE id IN {_IDS}",
    f"DELETE FROM name WHERE entity IN {_IDS}",
    f"""
    DELETE FROM edge WHERE target IN {_IDS}
    AND type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT', 'OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT', 'APART')
    """,
    f"DELETE FROM edge WHERE source IN {_IDS} AND type = 'APART'",
    f"DELETE FROM same_as WHERE alias IN {_IDS}",
)
_IN_SPACES = "space BETWEEN :first AND :last"
_WITHOUT_DEPENDENTS = tuple(
    f"DELETE FROM {table} WHERE {_IN_SPACES}"
    for table in ("name", "name_source", "context_span", "novelty_state")
)


def delete_facts(connection: Connection, facts: Collection[int]) -> None:
    """Delete facts (ids)."""
    _run_all(connection, _FACTS, facts)


def delete_notes(connection: Connection, space: int, notes: Collection[int]) -> None:
    """Delete some notes (ids) of a space."""
    connection.run(_SIMILAR_TO_NEWER_NOTES, {"space": space, "ids": json_array(notes)})
    _run_all(connection, _NOTES, notes)


def delete_turns(connection: Connection, turns: Collection[int]) -> None:
    """Delete turns (ids)."""
    _run_all(connection, _TURNS, turns)
    delete_derived_from_turns(connection, turns)


def delete_derived_from_turns(connection: Connection, turns: Collection[int]) -> None:
    """Delete data derived directly from turns (ids); the turns stay."""
    _run_all(connection, _DERIVED_FROM_TURNS, turns)


def delete_entities(connection: Connection, entities: Collection[int]) -> None:
    """Delete entities (ids)."""
    _run_all(connection, _ENTITIES, entities)


def delete_spaces(connection: Connection, first: int, last: int) -> dict[str, tuple[str, ...]]:
    """Delete all records of these spaces. Returns their uids by kind (fact, note, entity), sorted."""
    spaces = {"first": first, "last": last}
    deleted: dict[str, tuple[str, ...]] = {}
    # Facts and notes are deleted first; then each entity has only a few edges.
    for kind, statements in (("fact", _FACTS), ("note", _NOTES), ("entity", _ENTITIES)):
        rows = connection.run(f"SELECT id, uid FROM {kind} WHERE {_IN_SPACES}", spaces)
        _run_all(connection, statements, [row[0] for row in rows])
        deleted[kind] = tuple(sorted(row[1] for row in rows))
    for statement in _WITHOUT_DEPENDENTS:
        connection.run(statement, spaces)
    return deleted


def _run_all(connection: Connection, statements: tuple[str, ...], ids: Collection[int]) -> None:
    if ids:
        values = {"ids": json_array(ids)}
        for statement in statements:
            connection.run(statement, values)
