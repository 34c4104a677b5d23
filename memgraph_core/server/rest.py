"""The REST routes under `/v1`. Each calls one verb of `Memory` and needs one right."""

from collections.abc import Callable
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request

from memgraph_core.memory import Memory
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.graph import Entity, Note, Turn
from memgraph_core.records.inspect import EntityOrder, NamedFact
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.remote.verbs import LONGEST_LIST, VERBS, Right
from memgraph_core.server import answers as a
from memgraph_core.server import requests as r
from memgraph_core.server.access import Access, namespace_for
from memgraph_core.server.operations import Operations
from memgraph_core.server.principals import RIGHTS, Principal
from memgraph_core.server.problems import NotInMemory, request_id
from memgraph_core.server.speakers import only_speaker
from memgraph_core.verbs.first_facts import first_facts

P = ParamSpec("P")
T = TypeVar("T")

Namespace = Annotated[
    str | None,
    Query(
        description="The namespace; not needed if your token is for one only.",
        min_length=1,
        max_length=MAX_NAME,
    ),
]
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {
        "model": a.Problem,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status in (400, 401, 403, 409, 413, 421, 422, 429, 500, 502, 503)
}
MAY_BE_UNKNOWN: dict[int | str, dict[str, Any]] = {404: PROBLEMS[400]}

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

    def call(
        self,
        verb: Callable[Concatenate[Memory, P], T],
        namespace: str | None,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Call a verb of `Memory` with its arguments. `VERBS` has the right that it needs."""
        name = verb.__name__
        return self.run(VERBS[name].right, name, namespace, lambda memory: verb(memory, *args, **kwargs))

    def recorded(self, verb: str, work: Callable[[], T], namespace: str = "") -> T:
        """Run work that needs no grant on a namespace; see `Access.recorded`."""
        return self.access.recorded(self.principal, verb, work, namespace=namespace, request=self._request)

    def a_right(self, namespace: str | None) -> Right:
        """A right that the principal has on the namespace; `read` if it has none. Raises as `namespace_for`."""
        name = namespace_for(self.principal, namespace)
        granted: list[Right] = [right for right in RIGHTS if self.principal.may(right, name)]
        return granted[0] if granted else "read"

    def check(self, right: Right, verb: str, namespace: str | None) -> str:
        """The namespace of the request; see `Access.check`."""
        return self.access.check(self.principal, right, verb, namespace, self._request)

    @property
    def operations(self) -> Operations:
        """The operations of this server process."""
        return self.access.operations


By = Annotated[Caller, Depends(Caller)]


@router.post("/turns", tags=["write"], summary="Add turns")
def add(by: By, body: r.AddRequest) -> a.ReceiptOut:
    """When the response arrives, every turn is durable. Adding the same turn again changes nothing."""
    messages = [turn.model_dump(exclude_none=True) for turn in body.turns]
    unnamed = [message for message in messages if message["role"] == "user" and "speaker" not in message]

    def work(memory: Memory) -> Receipt:
        named = [turn.speaker for turn in body.turns if turn.role == "user" and turn.speaker is not None]
        if unnamed and body.user_id is None and (speaker := only_speaker(memory, named)):
            for message in unnamed:
                message["speaker"] = speaker
        return memory.add(messages, force=body.force, **body.scope())

    return a.ReceiptOut.of(by.run("write", "add", body.namespace, work))


@router.post("/questions", tags=["write"], summary="Add a message before an agent answers it")
def remember_question(by: By, body: r.QuestionRequest) -> a.ReceiptOut:
    """A question that is repeated in one session is the same turn. `POST /v1/runs` without `question` adds the answer."""

    def work(memory: Memory) -> Receipt:
        speaker = body.speaker or (None if body.user_id else only_speaker(memory))
        return memory.remember_question(body.text, session=body.session, speaker=speaker, **body.scope())

    return a.ReceiptOut.of(by.run("write", "remember_question", body.namespace, work))


@router.post("/runs", tags=["write"], summary="Add the answer of an agent")
def remember_run(by: By, body: r.RunRequest) -> a.ReceiptOut:
    """The question and the answer. The answer is stored as agent-generated: it never becomes a fact."""

    def work(memory: Memory) -> Receipt:
        speaker = body.speaker or (None if body.user_id else only_speaker(memory))
        return memory.remember_run(
            body.answer, question=body.question, session=body.session, speaker=speaker, agent=body.agent,
            used=body.used, **body.scope(),
        )  # fmt: skip

    return a.ReceiptOut.of(by.run("write", "remember_run", body.namespace, work))


@router.post("/flush", tags=["write"], summary="Extract pending turns")
def flush(
    by: By, namespace: Namespace = None, session: Annotated[str | None, Query(max_length=1_000)] = None
) -> a.ReceiptOut:
    """Extract all pending turns now, or those of one session."""
    return a.ReceiptOut.of(by.call(Memory.flush, namespace, session))


@router.post("/search", tags=["read"], summary="Search")
def search(by: By, body: r.SearchRequest) -> a.HitsOut:
    """The notes and turns that answer a question, best first, each with its reasons."""
    return a.HitsOut.of(by.call(Memory.search, body.namespace, **body.arguments()))


@router.post("/search-many", tags=["read"], summary="Search for several questions")
def search_many(by: By, body: r.ManyRequest) -> a.ManyHitsOut:
    """The hits of each question, in the order of the questions."""
    found = by.call(Memory.search_many, body.namespace, **body.arguments())
    return a.ManyHitsOut(results=[a.HitsOut.of(hits) for hits in found])


@router.post("/context", tags=["read"], summary="Context for a prompt")
def context(by: By, body: r.ContextRequest) -> a.ContextOut:
    """What is known about a question or a message, as text within a budget of tokens."""
    return a.ContextOut.of(by.call(Memory.context, body.namespace, **body.arguments()))


@router.post("/knows", tags=["read"], summary="Whether memory can answer")
def knows(by: By, body: r.KnowsRequest) -> a.KnowledgeOut:
    """Whether memory can answer a question, with the reason and the best evidence."""
    return a.KnowledgeOut.of(by.call(Memory.knows, body.namespace, **body.arguments()))


@router.post("/context-window", tags=["read"], summary="A whole context window")
def context_window(by: By, body: r.WindowRequest) -> a.WindowOut:
    """Persona, memory, entities, earlier and recent messages, as text within a budget of tokens."""
    return a.WindowOut.of(by.call(Memory.context_window, body.namespace, **body.arguments()))


@router.get("/facts", tags=["read"], summary="Facts")
def facts(
    by: By,
    namespace: Namespace = None,
    name: Annotated[str | None, Query(description="The name of an entity.", max_length=1_000)] = None,
    as_of: Annotated[
        str | None, Query(description="Only facts that held then: ISO time or day.", max_length=40)
    ] = None,
    known_at: Annotated[
        str | None, Query(description="Facts as they were recorded then.", max_length=40)
    ] = None,
    limit: Annotated[int, Query(ge=1, le=LONGEST_LIST)] = 100,
) -> a.FactsOut:
    """Facts about an entity, or all; newest first, ended ones included. `more` is the number of those beyond the limit."""

    def work(memory: Memory) -> a.FactsOut:
        return a.FactsOut.of(first_facts(memory, name, as_of=as_of, known_at=known_at, limit=limit))

    return by.run("read", "facts", namespace, work)


@router.get("/entities", tags=["read"], summary="Entities")
def entities(
    by: By,
    namespace: Namespace = None,
    order: EntityOrder = "count",
    type: EntityType | None = None,
    limit: r.Limit = 20,
) -> a.EntitiesOut:
    """Entities, the most mentioned, most recent or most relevant first."""
    found = by.call(Memory.entities, namespace, order=order, type=type, limit=limit)
    return a.EntitiesOut(entities=[a.EntityOut.of(entity) for entity in found])


@router.post("/list-turns", tags=["read"], summary="List turns")
def list_turns(by: By, body: r.ListRequest) -> a.TurnPageOut:
    """A page of the turns that pass the filters, in order of time."""
    return a.TurnPageOut.of(by.call(Memory.list_turns, body.namespace, **body.arguments()))


@router.post("/list-notes", tags=["read"], summary="List notes")
def list_notes(by: By, body: r.ListRequest) -> a.NotePageOut:
    """A page of the active notes that pass the filters, in order of time; sensitive ones only if asked for."""
    return a.NotePageOut.of(by.call(Memory.list_notes, body.namespace, **body.arguments()))


@router.post("/list-entities", tags=["read"], summary="List entities")
def list_entities(by: By, body: r.EntitiesRequest) -> a.EntityPageOut:
    """A page of entities."""
    return a.EntityPageOut.of(by.call(Memory.list_entities, body.namespace, **body.arguments()))


@router.post("/count", tags=["read"], summary="Count records")
def count(by: By, body: r.CountRequest) -> a.CountOut:
    """The number of turns, notes, entities or facts; with filters, of turns or notes."""
    return a.CountOut(count=by.call(Memory.count, body.namespace, **body.arguments()))


@router.get("/records/{uid:path}", tags=["read"], summary="One record", responses=MAY_BE_UNKNOWN)
def get(by: By, uid: Annotated[str, Path(max_length=1_000)], namespace: Namespace = None) -> a.RecordOut:
    """The turn, note, entity or fact with this uid; status 404 for an unknown uid."""

    def work(memory: Memory) -> Turn | Note | Entity | NamedFact:
        found = memory.get(uid)
        if found is None:
            raise NotInMemory(f"there is no turn, note, entity or fact with the uid {uid!r:.80}.")
        return found

    match by.run("read", "get", namespace, work):
        case Turn() as turn:
            return a.RecordOut(turn=a.TurnOut.of(turn))
        case Note() as note:
            return a.RecordOut(note=a.NoteOut.of(note))
        case Entity() as entity:
            return a.RecordOut(entity=a.EntityOut.of(entity))
        case NamedFact() as fact:
            return a.RecordOut(fact=a.FactOut.of(fact))


@router.get("/changes", tags=["read"], summary="Decisions")
def changes(by: By, namespace: Namespace = None, limit: r.Limit = 100) -> a.ChangesOut:
    """The decisions of people and of the engine with their reasons, newest first."""
    found = by.call(Memory.changes, namespace, limit=limit)
    return a.ChangesOut(changes=[a.ChangeOut.of(change) for change in found])


@router.get("/namespaces", tags=["read"], summary="Namespaces")
def namespaces(by: By) -> a.NamespacesOut:
    """The namespaces that exist and that the token may read."""

    def work() -> list[str]:
        return [name for name in by.access.engine.database.namespaces() if by.principal.may("read", name)]

    return a.NamespacesOut(namespaces=by.recorded("namespaces", work))


@router.get("/stats", tags=["read"], summary="Counts")
def stats(by: By, namespace: Namespace = None) -> a.StatsOut:
    """The number of records of each kind."""
    return a.StatsOut.of(by.call(Memory.stats, namespace))


@router.post("/update", tags=["write"], summary="Correct a note or a turn")
def update(by: By, body: r.UpdateRequest) -> a.UpdatedOut:
    """Replace the text by `text`. The original text is kept, and the correction can be undone."""
    return a.UpdatedOut.of(by.call(Memory.update, body.namespace, **body.arguments()))


@router.post("/merge", tags=["write"], summary="Merge two names of one entity")
def merge(by: By, body: r.MergeRequest) -> a.EntityOut:
    """The merged entity. `split` and `undo` revert it."""
    return a.EntityOut.of(by.call(Memory.merge, body.namespace, **body.arguments()))


@router.post("/split", tags=["write"], summary="Split a merged entity")
def split(by: By, body: r.SplitRequest) -> a.EntityOut:
    """The entity that was merged, with its own records."""
    return a.EntityOut.of(by.call(Memory.split, body.namespace, **body.arguments()))


@router.post("/undo", tags=["write"], summary="Undo a decision")
def undo(by: By, body: r.UndoRequest) -> a.ChangeOut:
    """The record of the undo, which can be undone, too."""
    return a.ChangeOut.of(by.call(Memory.undo, body.namespace, **body.arguments()))


@router.post("/forget", tags=["forget"], summary="Forget")
def forget(by: By, body: r.ForgetRequest) -> a.ForgottenOut:
    """Delete turns and everything that is derived from them alone. Give exactly one selection."""
    return a.ForgottenOut.of(by.call(Memory.forget, body.namespace, **body.arguments()))
