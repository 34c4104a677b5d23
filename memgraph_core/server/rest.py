"""The REST routes under `/v1`. Each calls one verb of `Memory` and needs one right."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Query, Request

from memgraph_core.memory import Memory
from memgraph_core.records.inspect import EntityOrder, NamedFact
from memgraph_core.records.kinds import EntityType
from memgraph_core.server import schemas as s
from memgraph_core.server.access import Access
from memgraph_core.server.principals import Principal, Right
from memgraph_core.server.problems import request_id

T = TypeVar("T")

Namespace = Annotated[
    str | None,
    Query(description="The namespace; not needed if your token is for one only.", max_length=1_000),
]
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": s.Problem, "content": {"application/problem+json": {}}}
    for status in (400, 401, 403, 409, 422, 503)
}

router = APIRouter(prefix="/v1", responses=_PROBLEMS)


class Caller:
    """The principal of a request and its access."""

    def __init__(self, request: Request) -> None:
        self.access: Access = request.app.state.access
        self.principal: Principal = request.scope["principal"]
        self._request = request_id(request)

    def run(self, right: Right, verb: str, namespace: str | None, work: Callable[[Memory], T]) -> T:
        """Run a verb; see `Access.run`."""
        return self.access.run(self.principal, right, verb, work, namespace=namespace, request=self._request)


By = Annotated[Caller, Depends(Caller)]


@router.post("/turns", tags=["write"], summary="Add turns")
def add(by: By, body: s.AddRequest) -> s.ReceiptOut:
    """When this answers, every turn is durable. Adding the same turn again changes nothing."""
    messages = [turn.model_dump(exclude_none=True) for turn in body.turns]
    receipt = by.run("write", "add", body.namespace, lambda memory: memory.add(messages, force=body.force))
    return s.ReceiptOut.of(receipt)


@router.post("/flush", tags=["write"], summary="Extract pending turns")
def flush(
    by: By, namespace: Namespace = None, session: Annotated[str | None, Query(max_length=1_000)] = None
) -> s.ReceiptOut:
    """Extracts all pending turns now, or those of one session."""
    return s.ReceiptOut.of(by.run("write", "flush", namespace, lambda memory: memory.flush(session)))


@router.post("/search", tags=["read"], summary="Search")
def search(by: By, body: s.SearchRequest) -> s.HitsOut:
    """The notes and turns that answer a question, best first, each with its reasons."""
    return s.HitsOut.of(
        by.run("read", "search", body.namespace, lambda memory: memory.search(**_asked(body)))
    )


@router.post("/context", tags=["read"], summary="Context for a prompt")
def context(by: By, body: s.ContextRequest) -> s.ContextOut:
    """What is known about a question or a message, as text within a budget of tokens."""
    found = by.run(
        "read", "context", body.namespace, lambda memory: memory.context(**_asked(body), budget=body.budget)
    )
    return s.ContextOut.of(found)


@router.post("/knows", tags=["read"], summary="Whether memory can answer")
def knows(by: By, body: s.SearchRequest) -> s.KnowledgeOut:
    """Whether memory can answer a question, with the reason and the best evidence."""
    asked = {name: value for name, value in _asked(body).items() if name != "limit"}
    return s.KnowledgeOut.of(by.run("read", "knows", body.namespace, lambda memory: memory.knows(**asked)))


@router.get("/facts", tags=["read"], summary="Facts")
def facts(
    by: By,
    namespace: Namespace = None,
    entity: Annotated[str | None, Query(description="The name of an entity.", max_length=1_000)] = None,
    as_of: Annotated[
        str | None, Query(description="Only facts that held then: ISO time or day.", max_length=40)
    ] = None,
    known_at: Annotated[
        str | None, Query(description="Facts as they were recorded then.", max_length=40)
    ] = None,
    limit: s.Limit = 100,
) -> s.FactsOut:
    """Facts about an entity, or all; newest first, ended ones included."""

    def work(memory: Memory) -> tuple[NamedFact, ...]:
        return memory.named(memory.facts(entity, as_of=as_of, known_at=known_at, limit=limit))

    return s.FactsOut(facts=[s.FactOut.of(fact) for fact in by.run("read", "facts", namespace, work)])


@router.get("/entities", tags=["read"], summary="Entities")
def entities(
    by: By,
    namespace: Namespace = None,
    order: EntityOrder = "count",
    type: EntityType | None = None,
    limit: s.Limit = 20,
) -> s.EntitiesOut:
    """Entities, the most mentioned, most recent or most relevant first."""
    found = by.run(
        "read", "entities", namespace, lambda memory: memory.entities(order=order, type=type, limit=limit)
    )
    return s.EntitiesOut(entities=[s.EntityOut.of(entity) for entity in found])


@router.get("/stats", tags=["read"], summary="Counts")
def stats(by: By, namespace: Namespace = None) -> s.StatsOut:
    """The number of records of each kind."""
    return s.StatsOut.of(by.run("read", "stats", namespace, lambda memory: memory.stats()))


@router.post("/forget", tags=["forget"], summary="Forget")
def forget(by: By, body: s.ForgetRequest) -> s.ForgottenOut:
    """Delete turns and everything that is derived from them alone. Give exactly one selection."""
    selection = body.model_dump(exclude={"namespace"})
    return s.ForgottenOut.of(
        by.run("forget", "forget", body.namespace, lambda memory: memory.forget(**selection))
    )


def _asked(body: s.SearchRequest) -> dict[str, Any]:
    return body.model_dump(include={"question", "session", "recent", "exclude", "limit", "graph"})
