"""A namespace on a server. A memory uses it instead of an `OpenNamespace`, which is in a database of this process."""

import inspect
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import cache, partial
from typing import TYPE_CHECKING, Any, get_type_hints
from uuid import uuid4

from memgraph_core.errors import ConfigError, StoreError
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.search import Filters, Hit
from memgraph_core.records.validation import utc, zone_of
from memgraph_core.remote.codec import from_json, to_json
from memgraph_core.remote.problems import error_of
from memgraph_core.remote.verbs import LOCAL_VERBS, OPERATIONS, VERBS

if TYPE_CHECKING:
    from memgraph_core.remote.connection import Connection

_MAX_TURNS = 200  # of one request
_WAIT = "2"  # seconds that the server waits for the end of an operation before it answers
_MAX_CHARACTERS = 500_000  # of the texts and metadata of one request; a server accepts 4 MB


def is_server_address(url: object) -> bool:
    """Whether a URL names a server of this package: `http://…` or `https://…`."""
    return isinstance(url, str) and url.lower().startswith(("http://", "https://"))


class RemoteNamespace:
    """A namespace on a server, which runs the verbs. Threads may share it."""

    def __init__(self, connection: "Connection", namespace: str | None = None) -> None:
        """Ask the server for its verbs. `namespace` may be None if the token is for one namespace only.

        Raises StoreUnavailable if the server does not answer, Forbidden without a valid token or a grant, and StoreError if
        it is not a server of this package.
        """
        self._connection = connection
        # Sessions with pending turns that were added here, which `close` flushes.
        self._open_sessions: set[str] = set()
        self._lock = threading.Lock()
        parameters = {"namespace": namespace} if namespace is not None else {}
        described = connection.get("/v1/verbs", parameters)
        try:
            self.name = str(described["namespace"])
            self.zone: tzinfo = zone_of(described["time_zone"])
        except (KeyError, ValueError) as e:
            raise StoreError(f"{connection.address} is not a server of memgraph-core.") from e

    @classmethod
    def open(cls, address: str, namespace: str | None, token: str | None) -> "RemoteNamespace":
        """Connect to `http://host:port`. Raises InvalidInput for a wrong address or token, and the errors of the class."""
        # Imports httpx, which a local memory does not need.
        from memgraph_core.remote.connection import Connection

        connection = Connection.open(address, token)
        try:
            return cls(connection, namespace)
        except BaseException:
            connection.close()
            raise

    def clock(self) -> datetime:
        """The current time of this machine."""
        return datetime.now(UTC)

    def run(self, verb: Callable[..., Any], arguments: Mapping[str, object]) -> Any:  # noqa: ANN401  as the verb
        """Run a verb of `Memory` on the server, with `arguments` by name. The result and the errors are those of the verb.

        `progress` is called only for verbs that run as operations, other callbacks never. Raises ConfigError for a verb of
        `LOCAL_VERBS`, which needs the database itself.
        """
        name = verb.__name__
        if name in LOCAL_VERBS:
            raise ConfigError(
                f"{name} runs where the database is, and this memory is on {self._connection.address}."
            )
        given = {key: self._absolute(value, key) for key, value in arguments.items() if not callable(value)}
        progress = arguments.get("progress")
        result = self._operate(name, given, progress) if name in OPERATIONS else self._post(name, given)
        if name == "flush":
            self._note_flushed(given.get("session"))
        return from_json(_result_type(verb), result, f"the result of {name}", self._with_instances)

    def add(self, turns: Sequence[Turn], moment: datetime, *, force: bool = False) -> Receipt:
        """Add turns, with several requests if there are many. The turns of each request that succeeded are durable."""
        receipts: list[Receipt] = []
        for batch in _batches(turns):
            answer = self._post("add", {"content": batch, "now": moment, "force": force})
            receipt: Receipt = from_json(Receipt, answer, "the receipt")
            receipts.append(receipt)
            self._note_pending(batch, receipt)
        return Receipt(
            turns=tuple(turn for receipt in receipts for turn in receipt.turns),
            warnings=tuple(dict.fromkeys(warning for receipt in receipts for warning in receipt.warnings)),
            earlier=tuple(turn for receipt in receipts for turn in receipt.earlier),
        )

    def close(self, *, flush_open: bool = True) -> None:
        """Close the connection. With `flush_open`, first extract the pending turns that were added by this object."""
        try:
            for session in sorted(self._open_sessions) if flush_open else ():
                self._post("flush", {"session": session})
        finally:
            self._connection.close()

    def _note_pending(self, turns: Sequence[Turn], receipt: Receipt) -> None:
        pending = {turn.uid for turn in receipt.turns if turn.state == "pending"}
        with self._lock:
            self._open_sessions |= {turn.session for turn in turns if turn.uid in pending}

    def _note_flushed(self, session: object) -> None:
        """Forget a session that was flushed, or all of them for None."""
        with self._lock:
            self._open_sessions = self._open_sessions - {session} if session is not None else set()

    def _post(self, name: str, arguments: Mapping[str, object]) -> object:
        body = {key: to_json(value) for key, value in arguments.items() if value is not None}
        verb = VERBS[name]
        answer = self._connection.post(
            f"/v1/verbs/{name}", {"namespace": self.name}, body, repeatable=verb.repeatable, long=verb.long
        )
        return answer.get("result")

    def _operate(self, name: str, arguments: Mapping[str, object], progress: object) -> object:
        """Run a verb as an operation, and return the JSON of its result. Raises the error of the verb."""
        body = {
            "verb": name,
            "arguments": {key: to_json(value) for key, value in arguments.items() if value is not None},
            "id": uuid4().hex,  # so that a request that is sent again does not start a second operation
        }
        scope = {"namespace": self.name}
        state = self._connection.post("/v1/operations", scope, body, repeatable=True, long=False)
        while state["state"] not in ("done", "failed"):
            if callable(progress) and state["total"]:
                progress(state["done"], state["total"])
            state = self._connection.get(f"/v1/operations/{state['id']}", {"wait": _WAIT})
        if state["error"]:
            raise error_of(state["error"])
        return state["result"]

    def _absolute(self, value: object, name: str) -> object:
        """The value; if it is a datetime or filters, with times in UTC. Raises InvalidInput for a datetime without a zone."""
        if isinstance(value, Filters):
            return value.in_zone(self.zone)
        return utc(value, name) if isinstance(value, datetime) else value

    def _with_instances(self, record: Any) -> Any:  # noqa: ANN401  any record
        """A hit that reads the instances of an abstraction from the server; any other record as it is."""
        if isinstance(record, Hit) and record.is_abstraction:
            return replace(record, read_instances=partial(self._instances, record.uid))
        return record

    def _instances(self, uid: str) -> tuple[Note, ...]:
        return from_json(tuple[Note, ...], self._post("instances", {"uid": uid}), "the instances")


def arguments_of(
    verb: Callable[..., Any], args: Sequence[object], kwargs: Mapping[str, object]
) -> dict[str, object]:
    """The given arguments of a verb by name, without the memory itself."""
    signature = _signature_of(verb)
    given = dict(signature.bind(*args, **kwargs).arguments)
    given.pop("self")
    keywords = next((p.name for p in signature.parameters.values() if p.kind is p.VAR_KEYWORD), "")
    scope: Mapping[str, object] = given.pop(keywords, {}) if keywords else {}
    return {**given, **scope}


_signature_of = cache(inspect.signature)


@cache
def _result_type(verb: Callable[..., Any]) -> Any:  # noqa: ANN401  a type
    return get_type_hints(verb)["return"]


def _batches(turns: Sequence[Turn]) -> Iterator[list[Turn]]:
    """The turns in lists that fit into one request each. Without turns, one empty list."""
    batch: list[Turn] = []
    size = 0
    for turn in turns:
        characters = len(turn.text) + len(turn.caption or "") + len(str(turn.metadata))
        if batch and (len(batch) == _MAX_TURNS or size + characters > _MAX_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(turn)
        size += characters
    yield batch
