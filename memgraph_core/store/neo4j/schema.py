"""Prepares a database: constraints, indexes and the schema version."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

from neo4j.exceptions import Neo4jError

from memgraph_core.errors import StoreError, StoreMismatch
from memgraph_core.statements import cypher, names_in
from memgraph_core.store.neo4j.connection import Connection
from neo4j import ManagedTransaction

SCHEMA_VERSION = 2
_PREFIX = "memgraph_"  # of the names of all indexes
_POPULATED_WITHIN = 300  # seconds to wait for the indexes of a database with data

# Where no names are: comments, texts, and functions such as `vector.similarity.cosine(`.
_NAMELESS = re.compile(r"//[^\n]*|'[^']*'|\b\w+(?:\.\w+)+\(")
_LABEL = re.compile(r"[:|]([A-Z][a-z]\w*)")
_TYPES = re.compile(r"\[\w*:([A-Z_|]+)")
_PROPERTY = re.compile(r"(?<!\.)\.([a-z]\w*)|[{,]\s*([a-z]\w*):")  # also members and keys of maps


@dataclass(frozen=True, slots=True)
class Index:
    """The definition of an index, and the statement that creates it."""

    name: str
    statement: LiteralString
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    kind: str = "RANGE"
    unique: bool = False
    config: tuple[tuple[str, object], ...] = ()


def _key(name: str, statement: LiteralString, label: str, *properties: str) -> Index:
    return Index(f"{_PREFIX}{name}", statement, (label,), properties, unique=True)


def _range(name: str, statement: LiteralString, label: str, *properties: str) -> Index:
    return Index(f"{_PREFIX}{name}", statement, (label,), properties)


def _vectors(name: str, statement: LiteralString, label: str, property: str) -> Index:
    config = (("vector.similarity_function", "COSINE"), ("vector.quantization.enabled", False))
    return Index(f"{_PREFIX}{name}", statement, (label,), (property,), kind="VECTOR", config=config)


INDEXES = (
    _key("stamp", cypher("schema/stamp"), "Stamp", "uid"),
    _key("namespace", cypher("schema/namespace"), "Namespace", "uid"),
    _key("session", cypher("schema/session"), "Session", "namespace", "uid"),
    _key("turn", cypher("schema/turn"), "Turn", "namespace", "uid"),
    _key("change", cypher("schema/change"), "Change", "namespace", "uid"),
    _key("call", cypher("schema/call"), "Call", "namespace", "uid"),
    _key("job", cypher("schema/job"), "Job", "namespace", "uid"),
    _key("tombstone", cypher("schema/tombstone"), "Tombstone", "namespace", "mark"),
    _key("core_state", cypher("schema/core_state"), "CoreState", "namespace", "uid"),
    _key("note", cypher("schema/note"), "Note", "space", "uid"),
    _key("entity", cypher("schema/entity"), "Entity", "space", "uid"),
    _key("fact", cypher("schema/fact"), "Fact", "space", "uid"),
    _key("name", cypher("schema/name"), "Name", "space", "key"),
    _range("turn_at", cypher("schema/turn_at"), "Turn", "namespace", "at"),
    _range("turn_position", cypher("schema/turn_position"), "Turn", "namespace", "session", "position"),
    _range("turn_state", cypher("schema/turn_state"), "Turn", "namespace", "state"),
    _range("turn_log_position", cypher("schema/turn_log_position"), "Turn", "namespace", "log_position"),
    _range("note_at", cypher("schema/note_at"), "Note", "space", "at"),
    _range("note_said_at", cypher("schema/note_said_at"), "Note", "space", "said_at"),
    _range("note_state_at", cypher("schema/note_state_at"), "Note", "space", "state", "at"),
    _range("note_holds_from", cypher("schema/note_holds_from"), "Note", "space", "holds_from"),
    _range("note_holds_until", cypher("schema/note_holds_until"), "Note", "space", "holds_until"),
    _range("note_recurs", cypher("schema/note_recurs"), "Note", "space", "recurs"),
    _range("fact_type", cypher("schema/fact_type"), "Fact", "space", "type"),
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
    """Create the missing constraints and indexes, and wait until they are populated.

    It may be called again, and several processes may call it at the same time. Raises StoreMismatch for a database of
    another schema version, StoreError if an index with another definition exists.
    """
    existing = connection.read(_read_indexes)
    # The version is read only if there are indexes: a server that has just started needs most of its time to plan statements.
    version = connection.read(_read_version) if existing else None
    _refuse_other(version)
    if version is None:
        connection.write(lambda tx: tx.run(cypher("schema/names"), names()).consume())
    _create_missing(connection, existing, INDEXES)
    if version is None:
        # The constraint exists now, so two processes cannot record different versions.
        _refuse_other(connection.write(_write_version))


def names() -> dict[str, Any]:
    """The labels, types and properties in the statements of the store, as parameters of `schema/names`.

    The server does not cache the plan of a statement that contains an unknown name, so a new database would plan most
    statements again until each name was used once.
    """
    statements = (cypher(name) for folder in ("read", "write") for name in names_in(folder))
    text = "\n".join(_NAMELESS.sub("", statement) for statement in statements)
    return {
        "labels": sorted(set(_LABEL.findall(text))),
        "types": sorted({name for types in _TYPES.findall(text) for name in types.split("|")}),
        "properties": {member or key: True for member, key in _PROPERTY.findall(text)},
    }


def _read_version(tx: ManagedTransaction) -> int | None:
    record = tx.run(cypher("read/schema_version")).single()
    return record["schema"] if record else None


def _write_version(tx: ManagedTransaction) -> int:
    return tx.run(cypher("write/schema_version"), schema=SCHEMA_VERSION).single(strict=True)["schema"]


def _refuse_other(version: int | None) -> None:
    if version not in (None, SCHEMA_VERSION):
        raise StoreMismatch(
            f"the database has schema version {version}, this program uses {SCHEMA_VERSION}. Export it with the version of "
            "memgraph-core that wrote it (memgraph-core export), and import the archive into an empty database with this one "
            "(memgraph-core import)."
        )


def _create_missing(
    connection: Connection, existing: Mapping[str, dict[str, Any]], indexes: Iterable[Index]
) -> None:
    missing = [index for index in indexes if index.name not in existing]
    if missing:
        _create(connection, missing)
    if missing or any(existing[index.name]["state"] != "ONLINE" for index in indexes):
        connection.read(lambda tx: tx.run(cypher("schema/await"), seconds=_POPULATED_WITHIN).consume())
        existing = connection.read(_read_indexes)
    for index in indexes:
        _refuse_different(index, existing.get(index.name))


def _create(connection: Connection, indexes: Iterable[Index]) -> None:
    """Create the indexes in one transaction, or one by one if another process creates some of them at the same time.

    `_refuse_different` checks their definitions afterwards.
    """
    try:
        connection.write(lambda tx: _run_all(tx, indexes))
    except StoreError as e:
        _refuse_unless_concurrent(e)
        for index in indexes:
            try:
                connection.write(lambda tx: _run_all(tx, [index]))  # noqa: B023
            except StoreError as e:
                _refuse_unless_concurrent(e)


def _run_all(tx: ManagedTransaction, indexes: Iterable[Index]) -> None:
    for index in indexes:
        tx.run(index.statement).consume()


def _refuse_unless_concurrent(error: StoreError) -> None:
    """Raise the error again, unless another process that creates the same indexes caused it."""
    cause = error.__cause__
    if not isinstance(cause, Neo4jError) or not (
        cause.is_retryable() or "AlreadyExists" in (cause.code or "")
    ):
        raise error


def _read_indexes(tx: ManagedTransaction) -> dict[str, dict[str, Any]]:
    """The indexes of this package."""
    found = {record["name"]: record.data() for record in tx.run(cypher("schema/indexes"))}
    return {name: index for name, index in found.items() if name.startswith(_PREFIX)}


def _refuse_different(index: Index, existing: dict[str, Any] | None) -> None:
    """Raise StoreError if the index is missing or has another definition.

    IF NOT EXISTS reports nothing if the name, or the labels and properties, belong to an index with another definition.
    """
    remedy = "Drop the conflicting index (see SHOW INDEXES), or use another database."
    if existing is None:
        raise StoreError(
            f"the index {index.name} on {index.labels} {index.properties} could not be created. {remedy}"
        )
    for what, (actual, expected) in differences(index, existing).items():
        raise StoreError(f"the index {index.name} has {what} {actual!r} instead of {expected!r}. {remedy}")


def differences(index: Index, existing: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """The differences between an index, as `schema/indexes` returns it, and its definition: what → (actual, expected)."""
    config: dict[str, object] = existing["options"]["indexConfig"]
    if "vector.quantization.type" in config:  # Neo4j 2026
        quantized = config["vector.quantization.type"] != "NONE"
        config = config | {"vector.quantization.enabled": quantized}
    compared: dict[str, tuple[object, object]] = {
        "kind": (existing["type"], index.kind),
        "labels": (tuple(sorted(existing["labelsOrTypes"])), index.labels),
        "properties": (tuple(existing["properties"]), index.properties),
        "constraint": (existing["owningConstraint"] is not None, index.unique),
        **{option: (config.get(option), value) for option, value in index.config},
    }
    return {what: pair for what, pair in compared.items() if pair[0] != pair[1]}
