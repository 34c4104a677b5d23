"""The names that requests accept: an unknown query parameter is an error, as an unknown field of a body is."""

from collections.abc import Iterator, Sequence
from typing import get_args

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel


def refuse_unknown_parameters(request: Request) -> None:
    """Raises RequestValidationError for a query parameter that the route does not have: a mistyped filter filters nothing."""
    known = _names(request.scope["route"].dependant)
    accepted = f"give some of {', '.join(sorted(known))}" if known else "this address takes none"
    if unknown := sorted(set(request.query_params) - known):
        message = f"this is no query parameter of {request.url.path}; {accepted}"
        raise RequestValidationError(
            [{"type": "extra_forbidden", "loc": ("query", name), "msg": message} for name in unknown]
        )


def accepted_fields(request: Request, path: Sequence[str | int]) -> str:
    """The fields of the object at this path of a body, as a text; empty if they are not known."""
    body = getattr(request.scope.get("route"), "body_field", None)
    model = next(_models_in(body.field_info.annotation), None) if body else None
    for step in path:
        if model is not None and isinstance(step, str):
            field = model.model_fields.get(step)
            model = next(_models_in(field.annotation), None) if field else None
    return ", ".join(sorted(model.model_fields)) if model else ""


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from _models_in(each)


def _names(route: Dependant) -> set[str]:
    """The names of the query parameters of a route and of what it depends on."""
    found = {field.alias for field in route.query_params}
    return found.union(*map(_names, route.dependencies))
