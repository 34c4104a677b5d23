"""The audit record of a server: who did what in which namespace, and when. It contains no memory text."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from memgraph_core.errors import InvalidInput

# refused: without a grant; invalid: the request cannot be carried out as it is; failed: the server, its database or a model
Outcome = Literal["done", "refused", "invalid", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRecord:
    """One request. `count` is the number of records that it returned or changed."""

    at: str  # ISO time, UTC
    principal: str
    verb: str
    namespace: str
    outcome: Outcome
    count: int = 0
    request: str = ""  # id of the request


class AuditLog:
    """A file of JSON lines to which records are only ever appended. Several processes may write to it."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).expanduser()
        self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, record: AuditRecord) -> None:
        """Append a record in one write call, so that lines of several processes do not mix."""
        os.write(self._file, f"{json.dumps(asdict(record), ensure_ascii=False)}\n".encode())

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def audit_records(
    path: str | Path, *, principal: str | None = None, namespace: str | None = None
) -> Iterator[AuditRecord]:
    """The records of a file, oldest first, optionally of one principal or one namespace.

    Raises InvalidInput for a missing file, and for a line that is not a record, with its number.
    """
    file = Path(path).expanduser()
    if not file.is_file():
        raise InvalidInput(f"{str(path)!r} is not a file. Give the file that `serve --audit` writes.")
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = AuditRecord(**json.loads(line))
            except (ValueError, TypeError) as e:
                raise InvalidInput(f"{path}, line {number} is not an audit record: {e}") from e
            if principal in (None, record.principal) and namespace in (None, record.namespace):
                yield record
