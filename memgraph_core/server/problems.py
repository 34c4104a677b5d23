"""Errors as answers: each error of the package has one status, and its message is the detail."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from memgraph_core.errors import (
    BudgetSpent,
    ChangeError,
    ConfigError,
    Forbidden,
    InvalidInput,
    MemgraphError,
    ModelError,
    NeedsNeo4j,
    StoreError,
    StoreUnavailable,
    TurnConflict,
)
from memgraph_core.server.answers import Problem
from memgraph_core.server.event_streams import TooManyStreams
from memgraph_core.server.operations import TooManyOperations
from memgraph_core.server.query import accepted_fields

# The first matching class is used.
_STATUSES: tuple[tuple[type[MemgraphError], int, str], ...] = (
    (InvalidInput, 400, "A value is not accepted"),
    (NeedsNeo4j, 400, "The memory is not on Neo4j"),
    (Forbidden, 403, "Not granted"),
    (TurnConflict, 409, "A turn with this uid has another text"),
    (ChangeError, 409, "The decision cannot be undone"),
    (BudgetSpent, 429, "A budget is spent"),
    (TooManyOperations, 429, "Too many operations"),
    (TooManyStreams, 429, "Too many streams"),
    (StoreUnavailable, 503, "The database does not answer"),
    (ModelError, 502, "A model does not answer"),
    (StoreError, 500, "The database reported an error"),
    (ConfigError, 500, "The server is not configured for this"),
    (MemgraphError, 500, "The request failed"),
)
_TITLES = {
    400: "The body cannot be read",
    401: "No valid token",
    404: "No such address",
    405: "Method not allowed",
    413: "The body is too large",
}


_WITHOUT_VALUE = ("missing", "extra_forbidden")  # errors of a name, not of a value
_REMEDIES = {
    400: "Send JSON in UTF-8 that is not compressed and not deeply nested.",
    413: "A request may have 4 MB: send fewer turns at once.",
}


class NotInMemory(HTTPException):
    """A request for something that memory does not have."""

    def __init__(self, detail: str) -> None:
        super().__init__(404, detail)


def request_id(request: Request) -> str:
    """The id of a request, the same for its answer and its audit record."""
    if "request_id" not in request.scope:
        request.scope["request_id"] = uuid4().hex[:16]
    return request.scope["request_id"]


def problem(request: Request, status: int, kind: str, title: str, detail: str) -> JSONResponse:
    """The answer for an error."""
    return _answer(Problem(type=kind, title=title, status=status, detail=detail, request=request_id(request)))


def _answer(body: Problem) -> JSONResponse:
    headers = {"WWW-Authenticate": "Bearer"} if body.status == 401 else None
    return JSONResponse(body.model_dump(), body.status, headers, media_type="application/problem+json")


def is_of_caller(error: MemgraphError | HTTPException) -> bool:
    """Whether another request would succeed: the error is in this one, not in the server."""
    return (error.status_code if isinstance(error, HTTPException) else _status_of(error)[0]) < 500


def _status_of(error: MemgraphError) -> tuple[int, str]:
    """The status and the title of an error of the package."""
    return next((status, title) for kind, status, title in _STATUSES if isinstance(error, kind))


def problem_of(error: MemgraphError, request: str) -> Problem:
    """An error of the package as a problem of the request with this id."""
    status, title = _status_of(error)
    return Problem(type=type(error).__name__, title=title, status=status, detail=str(error), request=request)


def _place(error: Mapping[str, Any]) -> str:
    """The name of the wrong value, such as `turns.0.text`."""
    return ("" if error["type"] == "json_invalid" else ".".join(map(str, error["loc"][1:]))) or "body"


def _complaint(request: Request, error: Mapping[str, Any]) -> str:
    """What is wrong with a value; of an unknown field of a body, which fields are known."""
    if error["type"] == "extra_forbidden" and error["loc"][0] == "body":
        accepted = accepted_fields(request, error["loc"][1:-1])
        return f"there is no such field; give some of {accepted}" if accepted else error["msg"]
    if error["type"] == "json_invalid":
        return f"is not JSON ({error['ctx']['error']}, character {error['loc'][-1]})"
    if error["type"] == "model_attributes_type" and error["loc"] == ("body",):
        return "is not an object of JSON. Send one, with Content-Type: application/json"
    given = error.get("input")
    shown = error["type"] not in _WITHOUT_VALUE and isinstance(given, (str, int, float))
    return f"{error['msg']}, not {given!r:.80}" if shown else error["msg"]


def _methods_of(app: FastAPI, request: Request) -> list[str]:
    """The methods that the address accepts on any of its routes. Starlette lists only those of the first route."""
    return [
        method
        for method in ("DELETE", "GET", "PATCH", "POST", "PUT")
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in app.routes)
    ]


def add_handlers(app: FastAPI) -> None:
    """Answer every error as a problem."""

    async def of_package(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, MemgraphError)  # the class that it is registered for
        return _answer(problem_of(error, request_id(request)))

    async def of_validation(request: Request, error: Exception) -> JSONResponse:
        errors = error.errors() if isinstance(error, RequestValidationError) else ()
        detail = "; ".join(f"{_place(e)}: {_complaint(request, e)}" for e in errors)
        return problem(request, 422, "InvalidInput", "The request does not match its schema", detail)

    async def of_http(request: Request, error: Exception) -> JSONResponse:
        if isinstance(error, NotInMemory):
            return problem(request, 404, "NotInMemory", "Memory does not have this", error.detail)
        status = error.status_code if isinstance(error, HTTPException) else 500
        title = _TITLES.get(status, "The request failed")
        answer = problem(
            request,
            status,
            "HTTPError",
            title,
            f"{request.method} {request.url.path}: {title}. {_REMEDIES.get(status, '')}".strip(),
        )
        if status == 405:
            answer.headers["Allow"] = ", ".join(_methods_of(app, request))
        return answer

    async def of_bug(request: Request, _error: Exception) -> JSONResponse:
        detail = "This is a bug of the server. Its log shows where, with the id of this request."
        return problem(request, 500, "InternalError", "The request failed", detail)

    app.add_exception_handler(Exception, of_bug)
    app.add_exception_handler(MemgraphError, of_package)
    app.add_exception_handler(RequestValidationError, of_validation)
    app.add_exception_handler(HTTPException, of_http)
