"""One log line for each HTTP request: ids, numbers and names, and no text of memories or questions."""

import json
import logging
import sys
import time
import traceback
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memgraph_core.server.problems import request_id

LogFormat = Literal["json", "text"]
ErrorInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]

_REQUESTS = logging.getLogger("memgraph_core.requests")
_AGAIN = "Exception in ASGI application"  # of uvicorn, about an error that the line of its request contains


@dataclass(slots=True)
class RequestNotes:
    """What is known about the current request only after it has begun."""

    verb: str | None = None
    namespace: str | None = None
    store_calls: int = 0
    store_seconds: float = 0.0


_current: ContextVar[RequestNotes | None] = ContextVar("request_notes", default=None)


def note_verb(verb: str, namespace: str) -> None:
    """Note the verb and the namespace of the current request; does nothing outside of a request."""
    if (notes := _current.get()) is not None:
        notes.verb, notes.namespace = verb, namespace


def note_store_call(seconds: float) -> None:
    """Count a call of the store by the current request; does nothing outside of a request."""
    if (notes := _current.get()) is not None:
        notes.store_calls += 1
        notes.store_seconds += seconds


class RequestLog:
    """Gives each answer its request id as the header `X-Request-ID`, and logs the request when its answer ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500  # of a request that ends with a bug before its answer begins
        notes = RequestNotes()
        token = _current.set(notes)
        started = time.perf_counter()

        async def with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=list(message["headers"]))
                headers["X-Request-ID"] = request_id(Request(scope))
                message = {**message, "headers": headers.raw}
            await send(message)

        try:
            await self._app(scope, receive, with_id)
        finally:
            _current.reset(token)
            _log(scope, status, time.perf_counter() - started, notes, sys.exc_info())


def _log(scope: Scope, status: int, seconds: float, notes: RequestNotes, error: ErrorInfo) -> None:
    principal = scope.get("principal")
    fields = {
        "request": request_id(Request(scope)),
        "method": scope["method"],
        "route": _route_of(scope),
        "status": status,
        "ms": round(1_000 * seconds, 1),
        "principal": principal.name if principal else None,
        "namespace": notes.namespace,
        "verb": notes.verb,
        "store_calls": notes.store_calls,
        "store_ms": round(1_000 * notes.store_seconds, 1),
    }
    level = logging.ERROR if status >= 500 else logging.INFO
    _REQUESTS.log(level, "request", extra={"fields": fields}, exc_info=error if error[0] else None)


def _route_of(scope: Scope) -> str | None:
    """The template of the address, such as `/v1/records/{uid}`; None for an unknown address.

    The address itself may contain a uid or other text of the caller.
    """
    if scope["path"] == "/mcp":  # is not a route of FastAPI
        return "/mcp"
    route = scope.get("route")
    return getattr(route, "path_format", None) or getattr(route, "path", None)


class JsonFormatter(logging.Formatter):
    """One JSON object a line. An exception is shown by its class and its positions in the code, without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a log record."""
        return json.dumps(_fields_of(record), ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """One line of text, with the same fields as `JsonFormatter`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a log record."""
        fields = _fields_of(record)
        begin = " ".join(str(fields.pop(name)) for name in ("time", "level", "logger", "message"))
        return " ".join([begin, *(f"{name}={value}" for name, value in fields.items() if value is not None)])


def log_to_stderr(style: LogFormat | None) -> None:
    """Write the log of this process to standard error: with a style requests, and always warnings of all packages."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    handler.addFilter(lambda record: record.getMessage().strip() != _AGAIN)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    if style:
        _REQUESTS.setLevel(logging.INFO)


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    fields: dict[str, Any] = {
        "time": moment,
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": " ".join(record.getMessage().split()),
        **getattr(record, "fields", {}),
    }
    if record.exc_info and record.exc_info[0] is not None:
        frames = traceback.extract_tb(record.exc_info[2])
        fields["error"] = record.exc_info[0].__name__
        fields["places"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return fields
