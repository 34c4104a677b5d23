"""The server process: REST under `/v1`, MCP under `/mcp`, `/health` and `/ready`, with tokens."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from math import ceil

from anyio.to_thread import current_default_thread_limiter
from fastapi import Depends, FastAPI, Request
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, MemgraphError
from memgraph_core.server import (
    event_routes,
    mem0_routes,
    operation_routes,
    problems,
    rest,
    verb_routes,
    view_routes,
)
from memgraph_core.server.access import Access
from memgraph_core.server.audit import AuditLog
from memgraph_core.server.etags import EntityTags
from memgraph_core.server.limits import RateLimit
from memgraph_core.server.mcp_server import ToolSet, mcp_server
from memgraph_core.server.metrics import CONTENT_TYPE
from memgraph_core.server.principals import RIGHTS, Grant, Principal, TokenFile
from memgraph_core.server.query import refuse_unknown_parameters
from memgraph_core.server.request_log import RequestLog
from memgraph_core.store import file_of

_log = logging.getLogger(__name__)

MAX_BODY = 4_000_000  # bytes
# No token is needed for these; they reveal nothing of memories. A browser cannot send a token with an address.
_OPEN_PATHS = frozenset(("/health", "/ready", "/docs", "/openapi.json"))
_FILE_THREADS = 8
_DATABASE_THREADS = 12
_MODEL_THREADS = 40
_LOOPBACK = frozenset(("127.0.0.1", "::1", "localhost"))


def default_threads(settings: Settings) -> int:
    """How many requests run at the same time: many only if they mostly wait for a language model.

    Over a file, threads compete for the Python interpreter, and each keeps pages of the file in memory. Over Neo4j, reads that
    run at the same time delay the statements of a write, and other writes to the namespace wait for that write.
    """
    if settings.ingest.extractor != "rules":
        return _MODEL_THREADS
    return _DATABASE_THREADS if file_of(settings.store.url) is None else _FILE_THREADS


def local_principal(namespace: str) -> Principal:
    """The principal of a server without tokens, which only this machine can reach: it may do everything."""
    return Principal("local", (Grant(namespace, RIGHTS), Grant("*", RIGHTS)))


def refuse_unprotected(host: str, tokens: TokenFile | None) -> None:
    """Raises ConfigError for a server that other machines could reach without a token."""
    if host not in _LOOPBACK and tokens is None:
        raise ConfigError(
            f"the server would listen on {host} without tokens. Give --tokens FILE, or listen on 127.0.0.1."
        )


def create_app(
    engine: MemoryEngine,
    *,
    tokens: TokenFile | None = None,
    audit: AuditLog | None = None,
    rate: float | None = None,
    host: str = "127.0.0.1",
    tools: ToolSet = "default",
    threads: int | None = None,
) -> FastAPI:
    """The application, to be bound to `host`. The caller closes the engine and the audit log.

    `rate` limits the requests per second of each principal. `tools` are those that MCP offers. At most `threads` requests run
    at the same time, by default those of `default_threads`; others wait.
    Without tokens every request has the local principal; raises ConfigError then unless `host` is loopback.
    """
    refuse_unprotected(host, tokens)
    access = Access(engine, audit)
    local = None if tokens else local_principal(engine.settings.namespace)
    key = tokens.digest() if tokens else None
    mcp = mcp_server(access, local, tools, key=key).streamable_http_app(
        streamable_http_path="/mcp", json_response=True, stateless_http=True, host=host
    )

    app = FastAPI(
        title="memgraph-core",
        version=version("memgraph-core"),
        lifespan=partial(_lifespan, mcp, access, threads or default_threads(engine.settings)),
        redoc_url=None,
    )
    app.state.access = access
    for routes in (rest, view_routes, verb_routes, operation_routes, event_routes):
        app.include_router(routes.router, dependencies=[Depends(refuse_unknown_parameters)])
    app.include_router(mem0_routes.router)  # its client may send parameters that only its own server has
    problems.add_handlers(app)
    app.add_middleware(
        _Authentication, tokens=tokens, local=local, engine=engine, limit=RateLimit(rate) if rate else None
    )
    app.add_middleware(EntityTags)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    app.add_middleware(RequestLog)  # the last one that is added is the outermost
    _add_probes(app, engine, access)
    app.router.routes.extend(mcp.routes)
    return app


@asynccontextmanager
async def _lifespan(mcp: Starlette, access: Access, threads: int, _: FastAPI) -> AsyncGenerator[None]:
    # FastAPI and MCP run verbs in the threads of this limiter.
    current_default_thread_limiter().total_tokens = threads
    async with mcp.router.lifespan_context(mcp):
        yield
    access.streams.close()
    await asyncio.to_thread(access.operations.close)


def _add_probes(app: FastAPI, engine: MemoryEngine, access: Access) -> None:
    """Add the routes for monitoring. They do not wait for the threads of verbs: a busy server still answers them."""

    @app.get("/health", include_in_schema=False)
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/ready", include_in_schema=False)
    async def ready() -> JSONResponse:
        try:
            await asyncio.to_thread(engine.database.namespaces)
        except MemgraphError:
            return JSONResponse({"status": "the database does not answer"}, 503)
        return JSONResponse({"status": "ok"})

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        return Response(await asyncio.to_thread(access.metrics.text), media_type=CONTENT_TYPE)


class _Authentication:
    """Finds the principal of each request. Rejects invalid tokens, too many and too large requests."""

    def __init__(
        self,
        app: ASGIApp,
        tokens: TokenFile | None,
        local: Principal | None,
        engine: MemoryEngine,
        limit: RateLimit | None,
    ) -> None:
        self._app = app
        self._tokens = tokens
        self._local = local
        self._engine = engine
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if self._tokens is None and request.url.hostname not in _LOOPBACK:
            refusal = _refuse_host(request)
            await refusal(scope, receive, send)
            return
        try:
            principal = await self._principal(request)
        except ConfigError as e:
            _log.error("%s", e)
            refusal = problems.problem(
                request,
                503,
                "StoreUnavailable",
                "The tokens cannot be read",
                "The log of the server has the reason.",
            )
            await refusal(scope, receive, send)
            return
        if principal is None:
            refusal = _refuse_token(request)
        elif (seconds := self._limit.wait_for(principal.name, time.monotonic()) if self._limit else 0.0) > 0:
            refusal = problems.problem(
                request, 429, "TooManyRequests", "Too many requests", f"Try again in {seconds:.1f} seconds."
            )
            refusal.headers["Retry-After"] = str(ceil(seconds))
        else:
            scope["principal"] = principal
            scope["present_principal"] = partial(self._principal, request)  # at the time of the call
            await self._app(scope, _limited(receive), send)
            return
        await refusal(scope, receive, send)

    async def _principal(self, request: Request) -> Principal | None:
        if self._tokens is None:
            return self._local
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() not in ("bearer", "token"):  # the client of Mem0 sends `Token`
            return None
        return await asyncio.to_thread(self._tokens.principal_of, token.strip(), self._engine.clock())


def _refuse_token(request: Request) -> JSONResponse:
    detail = (
        "The token is unknown, revoked or expired. `memgraph-core token create` creates a new one."
        if "authorization" in request.headers
        else "Send the header Authorization: Bearer TOKEN."
    )
    return problems.problem(request, 401, "Unauthorized", "No valid token", detail)


def _refuse_host(request: Request) -> JSONResponse:
    """The answer to a request that names another host: its sender may be a web page whose name leads to this machine."""
    return problems.problem(
        request, 421, "Forbidden", "This server is for this machine",
        "A server without tokens answers only requests to 127.0.0.1, ::1 and localhost, "
        f"not to {request.url.hostname!r:.80}. Start it with --tokens FILE.",
    )  # fmt: skip


def _limited(receive: Receive) -> Receive:
    """Receives a body of at most `MAX_BODY` bytes."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise HTTPException(413)
        return message

    return limited
