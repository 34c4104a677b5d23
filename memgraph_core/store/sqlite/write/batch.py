"""Rows of a plan, bound to a statement as one JSON array of objects."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any, cast

from memgraph_core.records.changes import ChangeState
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.times import micros

Rows = Sequence[Mapping[str, object]]

# With ensure_ascii a lone surrogate would be escaped, and SQLite would not refuse it. One encoder is shared, because creating
# an encoder takes longer than encoding a short list.
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def json_rows(rows: Rows) -> str:
    """Rows as one value to bind. A statement reads them with json_each and `value ->> '$.name'`."""
    return _JSON.encode(rows)


def values_of(record: object, *without: str) -> dict[str, object]:
    """The fields of a record as values to bind: times as integers, tuples as JSON arrays. Vectors are left out."""
    return {name: _stored(getattr(record, name)) for name in names_of(type(record)) if name not in without}


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The fields of a record that `values_of` returns."""
    return tuple(field.name for field in fields(cast(Any, kind)) if field.name != "vector")


def _stored(value: object) -> object:
    if isinstance(value, datetime):
        return micros(value)
    if isinstance(value, ChangeState):
        return value.json
    return json.dumps(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Writes rows to one namespace and one of its spaces.

    The INSERT statements of a plan use OR ROLLBACK. With any other conflict clause SQLite copies each page before it changes it,
    because the transaction could continue after a failed statement. Here a failed statement always ends the transaction.
    """

    connection: Connection
    namespace: int
    space: int
    stamp: EmbeddingStamp | None = None

    def write(self, statement: str, rows: Rows) -> list[Row]:
        """Run the statement with :rows, :namespace and :space; do nothing without any rows."""
        if not rows:
            return []
        return self.connection.run(statement, self._scope() | {"rows": json_rows(rows)})

    def write_each(self, statement: str, rows: Rows) -> list[Row]:
        """Run the statement for each row. It is for rows with vectors, which JSON cannot contain."""
        scope = self._scope()
        return self.connection.run_many(statement, [{**scope, **row} for row in rows])

    def _scope(self) -> dict[str, object]:
        return {"namespace": self.namespace, "space": self.space}
