"""The REST routes under `/v1`. Each calls one verb of `Memory` and needs one right."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Query, Request

from memgraph_core.memory import Memory
from memgraph_core.plan.corrections import Updated
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import EntityOrder, NamedFact
from memgraph_core.records.kinds import EntityType
from memgraph_core.retrieve.context_window import ContextWindow
from memgraph_core.server import schemas as s
from memgraph_core.server.access import Access
from memgraph_core.server.principals import Principal, Right
from memgraph_core.server.problems import request_id

T = TypeVar("T")

Namespace = Annotated[
    str | None,
    Query(description="The namespace; not needed if your token is for one only.", max_length=1_000),
]
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": s.Problem, "content": {"application/problem+json": {}}}
    for status in (400, 401, 403, 409, 422, 503)
}

router = APIRouter(prefix="/v1", responses=PROBLEMS)


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


@router.post("/runs", tags=["write"], summary="Add the answer of an agent")
def remember_run(by: By, body: s.RunRequest) -> s.ReceiptOut:
    """The question and the answer. The answer is stored as agent-generated: it never becomes a fact."""

    def work(memory: Memory) -> Receipt:
        return memory.remember_run(
            body.answer, question=body.question, session=body.session, speaker=body.speaker, agent=body.agent, used=body.used
        )  # fmt: skip

    return s.ReceiptOut.of(by.run("write", "remember_run", body.namespace, work))


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


@router.post("/context-window", tags=["read"], summary="A whole context window")
def context_window(by: By, body: s.WindowRequest) -> s.WindowOut:
    """Persona, memory, entities, earlier and recent messages, as text within a budget of tokens."""

    def work(memory: Memory) -> ContextWindow:
        return memory.context_window(
            body.question, session=body.session, persona=body.persona, tokens=body.tokens, last=body.last,
            strategy=body.strategy,
        )  # fmt: skip

    return s.WindowOut.of(by.run("read", "context_window", body.namespace, work))


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


@router.get("/changes", tags=["read"], summary="Decisions")
def changes(by: By, namespace: Namespace = None, limit: s.Limit = 100) -> s.ChangesOut:
    """The decisions of people and of the engine with their reasons, newest first."""
    found = by.run("read", "changes", namespace, lambda memory: memory.changes(limit=limit))
    return s.ChangesOut(changes=[s.ChangeOut.of(change) for change in found])


@router.get("/namespaces", tags=["read"], summary="Namespaces")
def namespaces(by: By) -> s.NamespacesOut:
    """The namespaces that exist and that the token may read."""
    existing = by.access.engine.database.namespaces()
    return s.NamespacesOut(namespaces=[name for name in existing if by.principal.may("read", name)])


@router.get("/stats", tags=["read"], summary="Counts")
def stats(by: By, namespace: Namespace = None) -> s.StatsOut:
    """The number of records of each kind."""
    return s.StatsOut.of(by.run("read", "stats", namespace, lambda memory: memory.stats()))


@router.post("/update", tags=["write"], summary="Correct a note or a turn")
def update(by: By, body: s.UpdateRequest) -> s.UpdatedOut:
    """It reads as `text` from now on. The original text is kept, and the correction can be undone."""

    def work(memory: Memory) -> Updated:
        return memory.update(body.uid, body.text, reason=body.reason)

    return s.UpdatedOut.of(by.run("write", "update", body.namespace, work))


@router.post("/merge", tags=["write"], summary="Merge two names of one entity")
def merge(by: By, body: s.MergeRequest) -> s.EntityOut:
    """The merged entity. `split` and `undo` revert it."""

    def work(memory: Memory) -> Entity:
        return memory.merge(body.name, body.into, reason=body.reason)

    return s.EntityOut.of(by.run("write", "merge", body.namespace, work))


@router.post("/split", tags=["write"], summary="Split a merged entity")
def split(by: By, body: s.SplitRequest) -> s.EntityOut:
    """The entity that was merged, with its own records."""

    def work(memory: Memory) -> Entity:
        return memory.split(body.name, reason=body.reason)

    return s.EntityOut.of(by.run("write", "split", body.namespace, work))


@router.post("/undo", tags=["write"], summary="Undo a decision")
def undo(by: By, body: s.UndoRequest) -> s.ChangeOut:
    """The record of the undo, which can be undone, too."""

    def work(memory: Memory) -> Change:
        return memory.undo(body.change, reason=body.reason)

    return s.ChangeOut.of(by.run("write", "undo", body.namespace, work))


@router.post("/forget", tags=["forget"], summary="Forget")
def forget(by: By, body: s.ForgetRequest) -> s.ForgottenOut:
    """Delete turns and everything that is derived from them alone. Give exactly one selection."""
    selection = body.model_dump(exclude={"namespace"})
    return s.ForgottenOut.of(
        by.run("forget", "forget", body.namespace, lambda memory: memory.forget(**selection))
    )


def _asked(body: s.SearchRequest) -> dict[str, Any]:
    return body.model_dump(include={"question", "session", "recent", "exclude", "limit", "graph"})
