"""Authorization: principals with grants on namespaces, and the file with their tokens.

A token is shown once, when it is created. The file contains only its SHA-256 hash: a token has 256 random bits, so a slow
hash would add nothing.
"""

import json
import os
import secrets
import threading
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, cast, get_args

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.validation import checked_name, utc
from memgraph_core.remote.verbs import Right

RIGHTS: tuple[Right, ...] = get_args(Right)

_PREFIX = "mgc"


@dataclass(frozen=True, slots=True)
class Grant:
    """Rights on one namespace, or on all namespaces that begin with a prefix: `ada`, `team-*`, `*`."""

    namespace: str
    rights: tuple[Right, ...]

    @classmethod
    def parse(cls, text: str) -> "Grant":
        """From `NAMESPACE:right,right`; without rights, read and write. Raises InvalidInput."""
        namespace, separator, names = text.rpartition(":")
        if not separator:
            namespace, names = names, "read,write"
        rights: tuple[Right, ...] = tuple(right for right in RIGHTS if right in names.split(","))
        if not namespace or len(rights) != len(set(names.split(","))):
            raise InvalidInput(
                f"{text!r} is not a grant. Give NAMESPACE:RIGHTS with the rights {', '.join(RIGHTS)}, for example ada:read,write."
            )
        checked_name(namespace, "namespace of a grant")
        return cls(namespace, rights)

    @property
    def is_exact(self) -> bool:
        """Whether it names one namespace."""
        return not self.namespace.endswith("*")

    def covers(self, namespace: str) -> bool:
        """Whether the grant applies to this namespace."""
        return namespace == self.namespace if self.is_exact else namespace.startswith(self.namespace[:-1])

    def __str__(self) -> str:
        """The grant in the format of `parse`."""
        return f"{self.namespace}:{','.join(self.rights)}"


@dataclass(frozen=True, slots=True)
class Principal:
    """Somebody who may use the server: a person, an agent or a program."""

    name: str
    grants: tuple[Grant, ...]

    def may(self, right: Right, namespace: str) -> bool:
        """Whether this right on this namespace is granted."""
        return any(right in grant.rights and grant.covers(namespace) for grant in self.grants)

    @property
    def default_namespace(self) -> str | None:
        """The namespace of a request that names none: the only one that is granted by its name; else None."""
        names = {grant.namespace for grant in self.grants if grant.is_exact}
        return names.pop() if len(names) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRecord:
    """A token as the file keeps it. `key` identifies it and is not secret."""

    key: str
    principal: str
    digest: str
    grants: tuple[str, ...]
    created_at: str
    expires_at: str | None = None

    def principal_at(self, moment: datetime) -> Principal | None:
        """The principal with the grants of this token; None after it has expired."""
        if self.expires_at is not None and datetime.fromisoformat(self.expires_at) <= moment:
            return None
        return Principal(self.principal, tuple(Grant.parse(grant) for grant in self.grants))


class TokenFile:
    """The tokens of a server in one JSON file, which only its owner may read. Changes apply to running servers at once."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).expanduser()
        self._lock = threading.Lock()
        self._read_at: tuple[int, int] | None = None
        self._records: Mapping[str, TokenRecord] = {}

    def create(
        self, principal: str, grants: Iterable[Grant], *, now: datetime, expires_at: datetime | None = None
    ) -> str:
        """Create a token and return it. It cannot be shown again. Raises InvalidInput without grants or in the past."""
        granted = tuple(str(grant) for grant in grants)
        if not granted:
            raise InvalidInput(
                "a token without grants allows nothing. Give at least one, for example ada:read,write."
            )
        if expires_at is not None and utc(expires_at, "expires_at") <= now:
            raise InvalidInput(f"expires_at is {expires_at.isoformat()}, which is past. Give a later time.")
        key, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
        record = TokenRecord(
            key=key,
            principal=checked_name(principal, "principal"),
            digest=_digest(secret),
            grants=granted,
            created_at=now.astimezone(UTC).isoformat(),
            expires_at=expires_at.astimezone(UTC).isoformat() if expires_at else None,
        )
        with self._lock:
            self._write({**self._present(), key: record})
        return f"{_PREFIX}_{key}_{secret}"

    def revoke(self, key: str) -> TokenRecord:
        """Remove a token by its key. Raises InvalidInput for an unknown one."""
        with self._lock:
            records = dict(self._present())
            record = records.pop(key, None)
            if record is None:
                raise InvalidInput(f"there is no token {key!r}; there are {', '.join(records) or 'none'}.")
            self._write(records)
        return record

    def list(self) -> tuple[TokenRecord, ...]:
        """All tokens, oldest first."""
        with self._lock:
            return tuple(sorted(self._present().values(), key=lambda record: (record.created_at, record.key)))

    def digest(self) -> bytes:
        """A secret of 32 bytes that all processes with this file share; other tokens give another one."""
        with self._lock:
            return sha256("".join(sorted(r.digest for r in self._present().values())).encode()).digest()

    def principal_of(self, token: str, now: datetime) -> Principal | None:
        """The principal of this token; None for an unknown, revoked or expired token."""
        prefix, _, rest = token.partition("_")
        key, _, secret = rest.partition("_")
        with self._lock:
            record = self._present().get(key)
        # An unknown key costs the same comparison, so that the time does not show which keys exist.
        is_right = secrets.compare_digest(record.digest if record else _digest(""), _digest(secret))
        if prefix != _PREFIX or record is None or not is_right:
            return None
        return record.principal_at(now)

    def _present(self) -> Mapping[str, TokenRecord]:
        """The records; the file is read again when it has changed. Raises ConfigError for a damaged file."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            self._read_at, self._records = None, {}
            return self._records
        if self._read_at != (found.st_mtime_ns, found.st_size):
            self._records = _parsed(self._path)
            self._read_at = found.st_mtime_ns, found.st_size
        return self._records

    def _write(self, records: Mapping[str, TokenRecord]) -> None:
        """Replace the file at once, so that no reader sees half of it."""
        text = json.dumps({"tokens": [asdict(record) for record in records.values()]}, indent=1)
        new = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{text}\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        self._read_at = None


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _parsed(path: Path) -> Mapping[str, TokenRecord]:
    try:
        rows = cast(list[dict[str, Any]], json.loads(path.read_text(encoding="utf-8"))["tokens"])
        records = [replace(TokenRecord(**row), grants=tuple(row["grants"])) for row in rows]
    except (ValueError, KeyError, TypeError) as e:
        raise ConfigError(
            f"{path} is not a file of tokens: {e}. Restore it, or delete it and create new tokens."
        ) from e
    return {record.key: record for record in records}
