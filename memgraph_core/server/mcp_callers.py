"""Who calls over MCP: the principal of a connection, for tools, resources and prompts.

No tool takes a namespace or a principal: both come from the connection, so that a model cannot choose them.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Resolve
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS

from memgraph_core.errors import InvalidInput, MemgraphError
from memgraph_core.memory import Memory
from memgraph_core.remote.verbs import VERBS, Right
from memgraph_core.server.access import Access
from memgraph_core.server.principals import Principal
from memgraph_core.server.problems import is_of_caller

P = ParamSpec("P")
T = TypeVar("T")

_current: ContextVar["Caller | None"] = ContextVar("mcp_caller", default=None)


@dataclass(frozen=True, slots=True)
class Caller:
    """Runs verbs for the principal of a connection."""

    access: Access
    principal: Principal

    @property
    def namespace(self) -> str:
        """The namespace of the connection. Raises InvalidInput if the principal has several."""
        name = self.principal.default_namespace
        if name is None:
            raise InvalidInput(
                f"the token of {self.principal.name!r} is for several namespaces, and MCP has no argument for one. "
                "Connect with a token whose grants name exactly one namespace without `*`."
            )
        return name

    def run(self, right: Right, verb: str, work: Callable[[Memory], T]) -> T:
        """Run a verb on the principal's namespace. An error of the package becomes one of the tool, with its message."""
        try:
            return self.access.run(self.principal, right, verb, work, namespace=self.namespace)
        except MemgraphError as e:
            raise ToolError(str(e)) from e

    def call(self, verb: Callable[Concatenate[Memory, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a verb of `Memory` with its arguments, as `run` does. `VERBS` has the right that it needs."""
        name = verb.__name__
        return self.run(VERBS[name].right, name, lambda memory: verb(memory, *args, **kwargs))

    def require(self, right: Right, verb: str) -> None:
        """Raise and record a refusal if the principal does not have this right on its namespace."""
        try:
            self.access.check(self.principal, right, verb, self.namespace)
        except MemgraphError as e:
            raise ToolError(str(e)) from e

    def read(self, verb: str, work: Callable[[Memory], T]) -> T:
        """As `run` with the right `read`, for resources and prompts. Of their errors the client sees only an MCPError."""
        try:
            return self.access.run(self.principal, "read", verb, work, namespace=self.namespace)
        except MemgraphError as e:
            raise MCPError(INVALID_PARAMS if is_of_caller(e) else INTERNAL_ERROR, str(e)) from e


@dataclass(frozen=True, slots=True)
class Connections:
    """The state shared by all connections. `local`: the principal of a connection without HTTP requests."""

    access: Access
    local: Principal | None


async def remember_caller(ctx: ServerRequestContext[Connections, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: note the caller, because the functions of resources receive no context."""
    token = _current.set(_caller_of(ctx))
    try:
        return await call_next(ctx)
    finally:
        _current.reset(token)


def current_caller() -> Caller:
    """The caller of the resource that is being read. Raises MCPError for a connection without a principal."""
    caller = _current.get()
    if caller is None:
        raise MCPError(INVALID_PARAMS, _NO_PRINCIPAL)
    return caller


def principal_name(context: ServerRequestContext[Any, Any]) -> str | None:
    """The name of the principal, to which a question to the user is bound."""
    caller = _caller_of(context)
    return caller.principal.name if caller else None


_NO_PRINCIPAL = "this connection has no principal. Connect over HTTP with a token."


def _caller_of(context: ServerRequestContext[Connections, Any]) -> Caller | None:
    shared, request = context.lifespan_context, context.request
    principal = shared.local if request is None else request.scope["principal"]
    return None if principal is None else Caller(shared.access, principal)


def _caller(context: Context[Connections, Any]) -> Caller:
    caller = _caller_of(context.request_context)
    if caller is None:
        raise ToolError(_NO_PRINCIPAL)
    return caller


By = Annotated[Caller, Resolve(_caller)]
