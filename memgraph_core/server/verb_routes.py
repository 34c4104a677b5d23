"""The routes for programs that use the verbs of `Memory` with all their arguments and whole records.

`memgraph_core.remote` is the client. Arguments and results are JSON as `memgraph_core.remote.codec` describes it.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from fastapi import APIRouter, Body, Path

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.conformance import accepted_values
from memgraph_core.records.graph import Turn
from memgraph_core.remote.codec import from_json, to_json
from memgraph_core.remote.verbs import LONGEST_LIST, VERBS
from memgraph_core.server import answers as a
from memgraph_core.server.requests import MAX_LIMIT
from memgraph_core.server.rest import PROBLEMS, By, Namespace

router = APIRouter(prefix="/v1", responses=PROBLEMS, tags=["verbs"])

# Verb → the arguments that a server accepts. A client applies the other arguments of `Memory.add` to the turns itself, and
# another embedder would concern all namespaces.
_ACCEPTED = {"add": {"content", "force", "now"}, "rebuild": {"dry_run", "diff", "questions"}}

# Argument → the largest number, or for `questions` the largest number of elements, that one request may give.
_LARGEST: Mapping[str, float] = {
    "limit": MAX_LIMIT, "questions": 100, "tokens": 1_000_000, "last": 1_000, "days": 3_660, "seconds": 60,
}  # fmt: skip
# Their `limit` may be `LONGEST_LIST`: they have no cursor, so a client cannot read the rest with another request.
_WITHOUT_CURSOR = frozenset({"changes", "conversation", "entities", "facts", "ledger", "stream", "timeline"})


@router.get("/verbs", summary="The verbs of Memory")
def verbs(by: By, namespace: Namespace = None) -> a.VerbsOut:
    """The verbs that `POST /v1/verbs/{verb}` runs, in alphabetical order. Any right on the namespace is enough."""
    name, zone = by.run(by.a_right(namespace), "verbs", namespace, _described)
    return a.VerbsOut(namespace=name, time_zone=zone, verbs=[_verb_out(verb) for verb in sorted(VERBS)])


@router.post("/verbs/{verb}", summary="Run a verb of Memory")
def run_verb(
    by: By,
    verb: Annotated[
        str,
        Path(description="Its name, as GET /v1/verbs lists it.", json_schema_extra={"enum": sorted(VERBS)}),
    ],
    arguments: Annotated[dict[str, Any], Body(examples=[{"question": "Where does Ada live?", "limit": 3}])],
    namespace: Namespace = None,
) -> a.ResultOut:
    """The result of a verb with the arguments of Python, as whole records."""
    if verb not in VERBS:
        raise InvalidInput(f"{verb!r} is not a verb; GET /v1/verbs lists them.")
    given = arguments_of_verb(verb, arguments)
    return a.ResultOut(result=to_json(by.call(getattr(Memory, verb), namespace, **given)))


def _described(memory: Memory) -> tuple[str, str]:
    return memory.namespace, memory.engine.settings.time_zone


def _verb_out(name: str) -> a.VerbOut:
    parameters = _parameters(name)
    return a.VerbOut(
        name=name,
        right=VERBS[name].right,
        repeatable=VERBS[name].repeatable,
        description=inspect.getdoc(getattr(Memory, name)) or "",
        arguments={key: accepted_values(hint) for key, (hint, _) in parameters.items()},
        required=[key for key, (_, is_required) in parameters.items() if is_required],
    )


def arguments_of_verb(name: str, given: Mapping[str, object]) -> dict[str, Any]:
    """The arguments of a verb from JSON. Raises InvalidInput for an unknown, a missing, a wrong or a too large argument."""
    parameters = _parameters(name)
    if unknown := sorted(given.keys() - parameters):
        raise InvalidInput(
            f"{name} has no argument {unknown[0]!r:.80}; give some of {', '.join(parameters)}."
        )
    if missing := [key for key, (_, required) in parameters.items() if required and key not in given]:
        raise InvalidInput(f"{name} needs {missing[0]}.")
    found = {key: from_json(parameters[key][0], value, key) for key, value in given.items()}
    for key, value in found.items():
        if key in _LARGEST:
            is_list = key == "limit" and name in _WITHOUT_CURSOR
            _check_size(key, value, LONGEST_LIST if is_list else _LARGEST[key])
    if name == "add":
        found["content"] = [_as_new(turn) for turn in found["content"]]
    return found


def _check_size(name: str, value: float | Sequence[object] | None, largest: float) -> None:
    """Raise InvalidInput for an argument above its largest number."""
    size = len(value) if isinstance(value, Sequence) else value
    if size is not None and size > largest:
        raise InvalidInput(f"{name} is {size}; a request to a server may give at most {largest:,}.")


def _as_new(turn: Turn) -> Turn:
    """A turn without the fields that only a memory may set: the time of recording, the corrections and the state."""
    return replace(turn, recorded_at=None, corrections=(), state="pending")


@cache
def _parameters(name: str) -> Mapping[str, tuple[Any, bool]]:
    """The arguments of a verb: name → type, and whether it is required. Callbacks are left out."""
    verb: Callable[..., Any] = getattr(Memory, name)
    hints = get_type_hints(verb)
    found: dict[str, tuple[Any, bool]] = {}
    for parameter in list(inspect.signature(verb).parameters.values())[1:]:
        hint = hints[parameter.name]
        if parameter.kind is parameter.VAR_KEYWORD:
            found |= {key: (kind, False) for key, kind in get_type_hints(get_args(hint)[0]).items()}
        elif not _is_callback(hint):
            found[parameter.name] = (hint, parameter.default is parameter.empty)
    if name in _ACCEPTED:
        found = {key: value for key, value in found.items() if key in _ACCEPTED[name]}
    if name == "add":
        found["content"] = (Sequence[Turn], True)
    return found


def _is_callback(hint: Any) -> bool:  # noqa: ANN401  a type
    return any(getattr(kind, "__origin__", None) is Callable for kind in (hint, *get_args(hint)))
