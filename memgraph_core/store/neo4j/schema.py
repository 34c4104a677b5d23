"""What must be in a database before it is used: constraints, indexes and the stamp."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, LiteralString

from neo4j.exceptions import Neo4jError

from memgraph_core.errors import StoreError, StoreMismatch
from memgraph_core.statements import cypher
from memgraph_core.store.contract import SCHEMA_VERSION
from memgraph_core.store.neo4j.connection import Connection
from neo4j import ManagedTransaction

# When a database had one model these were of its dimension; they are made anew.
_OF_ONE_DIMENSION = ("memgraph_note_vector", "memgraph_turn_vector")
_BY_NAME = "memgraph_namespace"  # when namespaces had a name it was of that
_BY_END = "memgraph_about_at"  # of relationships that tell whom they lead to; once they did not
_TOLD_AT_ONCE = 20_000
_POPULATED_WITHIN = 300  # seconds; an index on a database that holds data already takes a while


@dataclass(frozen=True, slots=True)
class Index:
    """An index as it must be, and the statement that makes it."""

    name: str
    statement: LiteralString
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    kind: str = "RANGE"
    unique: bool = False
    config: tuple[tuple[str, object], ...] = ()


def _key(name: str, statement: LiteralString, label: str, *properties: str) -> Index:
    return Index(f"memgraph_{name}", statement, (label,), properties, unique=True)


def _range(name: str, statement: LiteralString, label: str, *properties: str) -> Index:
    return Index(f"memgraph_{name}", statement, (label,), properties)


def _vectors(name: str, statement: LiteralString, label: str, of: str) -> Index:
    config = (("vector.similarity_function", "COSINE"), ("vector.quantization.enabled", False))
    return Index(f"memgraph_{name}", statement, (label,), (of,), kind="VECTOR", config=config)


INDEXES = (
    _key("stamp", cypher("schema/stamp"), "Stamp", "uid"),
    _key("namespace", cypher("schema/namespace"), "Namespace", "uid"),
    _key("session", cypher("schema/session"), "Session", "namespace", "uid"),
    _key("turn", cypher("schema/turn"), "Turn", "namespace", "uid"),
    _key("change", cypher("schema/change"), "Change", "namespace", "uid"),
    _key("call", cypher("schema/call"), "Call", "namespace", "uid"),
    _key("tombstone", cypher("schema/tombstone"), "Tombstone", "namespace", "mark"),
    _key("note", cypher("schema/note"), "Note", "space", "uid"),
    _key("entity", cypher("schema/entity"), "Entity", "space", "uid"),
    _key("fact", cypher("schema/fact"), "Fact", "space", "uid"),
    _key("name", cypher("schema/name"), "Name", "space", "key"),
    _range("turn_at", cypher("schema/turn_at"), "Turn", "namespace", "at"),
    _range("turn_position", cypher("schema/turn_position"), "Turn", "namespace", "session", "position"),
    _range("turn_state", cypher("schema/turn_state"), "Turn", "namespace", "state"),
    _range("turn_logged", cypher("schema/turn_logged"), "Turn", "namespace", "logged"),
    _range("note_at", cypher("schema/note_at"), "Note", "space", "at"),
    _range("note_said_at", cypher("schema/note_said_at"), "Note", "space", "said_at"),
    _range("note_holds_from", cypher("schema/note_holds_from"), "Note", "space", "holds_from"),
    _range("note_holds_until", cypher("schema/note_holds_until"), "Note", "space", "holds_until"),
    _range("mention_at", cypher("schema/mention_at"), "MENTIONS", "space", "at"),
    _range("mention_of", cypher("schema/mention_of"), "MENTIONS", "entity", "at"),
    _range("about_at", cypher("schema/about_at"), "ABOUT", "entity", "at"),
    _range("revision_turn", cypher("schema/revision_turn"), "Revision", "space", "turn"),
    _range("change_kind", cypher("schema/change_kind"), "Change", "namespace", "kind"),
    _range("same_as_turn", cypher("schema/same_as_turn"), "SAME_AS", "space", "turn"),
    Index(
        name="memgraph_terms",
        statement=cypher("schema/terms"),
        labels=("Note", "Turn"),
        properties=("terms",),
        kind="FULLTEXT",
        config=(("fulltext.analyzer", "whitespace"), ("fulltext.eventually_consistent", False)),
    ),
    _vectors("note_vector", cypher("schema/note_vector"), "Note", "embedding"),
    _vectors("turn_vector", cypher("schema/turn_vector"), "Turn", "embedding"),
    _vectors("turn_other_vector", cypher("schema/turn_other_vector"), "Turn", "other_embedding"),
)


def prepare(connection: Connection) -> None:
    """Make the database ready: stamped, every index there and populated. Harmless when repeated, and when
    two processes do it at once.

    Raises StoreMismatch for a database of another schema version, StoreError when an index of another definition is in
    the way.
    """
    held = connection.read(_read_stamp)
    _refuse_other(held)
    _make(connection, INDEXES)
    if held is None or held["legacy"]:
        # Only after the constraint is there can no two processes stamp a database differently.
        _refuse_other(connection.write(_write_stamp))


def _read_stamp(tx: ManagedTransaction) -> dict[str, Any] | None:
    record = tx.run(cypher("read/stamp")).single()
    return record.data() if record else None


def _write_stamp(tx: ManagedTransaction) -> dict[str, Any]:
    return tx.run(cypher("write/stamp"), schema=SCHEMA_VERSION).single(strict=True).data()


def _refuse_other(held: dict[str, Any] | None) -> None:
    if held is not None and held["schema"] != SCHEMA_VERSION:
        raise StoreMismatch(
            f"the database has schema version {held['schema']}, this program reads {SCHEMA_VERSION}. "
            "Use the version of memgraph-core that wrote it, or another database."
        )


def _make(connection: Connection, wanted: Iterable[Index]) -> None:
    there = connection.read(_read_indexes)
    _remove_outdated(connection, there)
    missing = [index for index in wanted if index.name not in there]
    if any(index.name == _BY_END for index in missing):
        while connection.write(_tell_ends):
            pass  # a part at a time
    for index in missing:
        _create(connection, index)
    if missing or any(there[index.name]["state"] != "ONLINE" for index in wanted):
        connection.read(lambda tx: tx.run(cypher("schema/await"), seconds=_POPULATED_WITHIN).consume())
        there = connection.read(_read_indexes)
    for index in wanted:
        _refuse_different(index, there.get(index.name))


def _remove_outdated(connection: Connection, there: dict[str, dict[str, Any]]) -> None:
    """What an earlier version made otherwise goes, to be made anew."""
    if there.get(_BY_NAME, {}).get("properties") == ["name"]:
        connection.write(lambda tx: tx.run(cypher("schema/unname")).consume())
        connection.write(lambda tx: tx.run(cypher("schema/drop_key"), name=_BY_NAME).consume())
        del there[_BY_NAME]
    for name in _OF_ONE_DIMENSION:
        if name in there and _dimension(there[name]) is not None:
            connection.write(lambda tx: tx.run(cypher("schema/drop"), name=name).consume())  # noqa: B023
            del there[name]


def _tell_ends(tx: ManagedTransaction) -> int:
    return tx.run(cypher("schema/tell_ends"), most=_TOLD_AT_ONCE).single(strict=True)["told"]


def _dimension(held: dict[str, Any]) -> int | None:
    return held["options"]["indexConfig"].get("vector.dimensions")


def _create(connection: Connection, index: Index) -> None:
    try:
        connection.write(lambda tx: tx.run(index.statement).consume())
    except StoreError as e:
        # Another process was making it at the same moment; whether it is the same is seen afterwards.
        if not isinstance(e.__cause__, Neo4jError) or "AlreadyExists" not in (e.__cause__.code or ""):
            raise


def _read_indexes(tx: ManagedTransaction) -> dict[str, dict[str, Any]]:
    return {record["name"]: record.data() for record in tx.run(cypher("schema/indexes"))}


def _refuse_different(index: Index, held: dict[str, Any] | None) -> None:
    """IF NOT EXISTS is silent when an index of another name, or this name otherwise defined, is in the way."""
    remedy = "Drop the index that is in its place (SHOW INDEXES), or use another database."
    if held is None:
        raise StoreError(
            f"the index {index.name} on {index.labels} {index.properties} could not be made. {remedy}"
        )
    for what, (has, needs) in differences(index, held).items():
        raise StoreError(f"the index {index.name} has {what} {has!r} instead of {needs!r}. {remedy}")


def differences(index: Index, held: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """In what an index, as `schema/indexes` tells of it, is otherwise than wanted: what → (is, should be)."""
    config: dict[str, object] = held["options"]["indexConfig"]
    if "vector.quantization.type" in config:  # as 2026.x says it
        quantized = config["vector.quantization.type"] != "NONE"
        config = config | {"vector.quantization.enabled": quantized}
    compared: dict[str, tuple[object, object]] = {
        "kind": (held["kind"], index.kind),
        "labels": (tuple(sorted(held["labels"])), index.labels),
        "properties": (tuple(held["properties"]), index.properties),
        "constraint": (held["constraint"] is not None, index.unique),
        **{option: (config.get(option), value) for option, value in index.config},
    }
    return {what: (has, needs) for what, (has, needs) in compared.items() if has != needs}
