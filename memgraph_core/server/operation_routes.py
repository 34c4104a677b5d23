"""The routes for long work: start a verb in the background, and read its state and result."""

import asyncio
import inspect
import time
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, BeforeValidator, Field, ValidationInfo

from memgraph_core.errors import InvalidInput, MemgraphError
from memgraph_core.memory import Memory
from memgraph_core.records.progress import Progress
from memgraph_core.remote.codec import to_json
from memgraph_core.remote.verbs import VERBS
from memgraph_core.server import answers as a
from memgraph_core.server.operations import Operation, State
from memgraph_core.server.problems import NotInMemory, problem_of
from memgraph_core.server.rest import PROBLEMS, By, Caller, Namespace
from memgraph_core.server.verb_routes import arguments_of_verb

router = APIRouter(prefix="/v1", responses=PROBLEMS, tags=["operations"])

_LONG = ", ".join(sorted(name for name, verb in VERBS.items() if verb.long))
_MAX_WAIT = 30.0  # seconds
_PAUSE = 0.1  # seconds between two checks of a running operation

Id = Annotated[str, Path(description="The id of the operation.", max_length=100)]
Wait = Annotated[
    float, Query(ge=0, le=_MAX_WAIT, description="Seconds to wait for the end of the operation.")
]


class OperationRequest(BaseModel):
    """A verb to run in the background."""

    verb: str = Field(description=f"One of {_LONG}.", max_length=100, examples=["consolidate"])
    arguments: dict[str, Any] = Field({}, description="As for POST /v1/verbs/{verb}.")
    id: str | None = Field(
        None,
        description="An id of your own, such as a UUID. A repeated request with it does not start a second operation.",
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
    )


def _problem(error: MemgraphError | None, info: ValidationInfo) -> a.Problem | None:
    """An error of an operation as a problem with the id of the operation."""
    return None if error is None else problem_of(error, info.data["id"])


class OperationOut(a.FromRecord):
    """The state of an operation. `result` is what the verb returned; `error` is set if it failed."""

    id: str
    verb: str
    namespace: str
    state: State
    done: int = Field(description="The number of processed records, of `total`.")
    total: int
    created_at: datetime
    result: Any = None
    error: Annotated[a.Problem | None, BeforeValidator(_problem)] = None


class OperationsOut(BaseModel):
    """Operations, newest first."""

    operations: list[OperationOut]


@router.post("/operations", status_code=202, summary="Start long work")
def start(by: By, body: OperationRequest, response: Response, namespace: Namespace = None) -> OperationOut:
    """Run a verb in the background of this server process. The header `Location` is the address of its state."""
    verb = VERBS.get(body.verb)
    if verb is None or not verb.long:
        raise InvalidInput(f"{body.verb!r:.80} is not a long verb; give one of {_LONG}.")
    given = arguments_of_verb(body.verb, body.arguments)
    name = by.check(verb.right, body.verb, namespace)

    def work(report: Progress) -> object:
        return to_json(by.run(verb.right, body.verb, name, partial(_run, body.verb, given, report)))

    operation = by.recorded(
        "start_operation",
        lambda: by.operations.start(by.principal.name, body.verb, name, work, id=body.id),
        name,
    )
    response.headers["Location"] = f"/v1/operations/{operation.id}"
    return OperationOut.of(operation)


@router.get("/operations", summary="Your operations")
def list_operations(by: By) -> OperationsOut:
    """The operations that this principal started in this server process, newest first, without their results."""
    started = by.recorded("operations", lambda: by.operations.of(by.principal.name))
    found = [OperationOut.of(each) for each in started]
    return OperationsOut(operations=[each.model_copy(update={"result": None}) for each in found])


@router.get("/operations/{id}", summary="The state of long work", responses={404: PROBLEMS[400]})
async def operation(by: By, id: Id, wait: Wait = 0.0) -> OperationOut:
    """Its state, and its result when it is finished. With `wait`, the answer comes when it ends or when this time is over."""
    found = by.recorded("operation", lambda: _known(by, id))
    end = time.monotonic() + wait
    while not found.finished.is_set() and time.monotonic() < end:
        await asyncio.sleep(_PAUSE)
    return OperationOut.of(found)


def _known(by: Caller, id: str) -> Operation:
    found = by.operations.get(by.principal.name, id)
    if found is None:
        raise NotInMemory(f"you have no operation {id!r} in this server process.")
    return found


def _run(verb: str, given: Mapping[str, Any], report: Progress, memory: Memory) -> object:
    run = getattr(memory, verb)
    progress = {"progress": report} if "progress" in inspect.signature(run).parameters else {}
    return run(**given, **progress)
