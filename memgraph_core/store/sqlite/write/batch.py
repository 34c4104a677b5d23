"""Rows of a plan, bound to a statement as one JSON array of objects."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite.connection import Connection, Row

Rows = Sequence[Mapping[str, object]]

# With ensure_ascii a lone surrogate would be escaped, and SQLite would not refuse it. One encoder is shared, because creating
# an encoder takes longer than encoding a short list.
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def json_rows(rows: Rows) -> str:
    """Rows as one value to bind. A statement reads them with json_each and `value ->> '$.name'`."""
    return _JSON.encode(rows)


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
