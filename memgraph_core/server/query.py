"""Query parameters of requests: an unknown one is an error, as an unknown field of a body is."""

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError


def refuse_unknown_parameters(request: Request) -> None:
    """Raises RequestValidationError for a query parameter that the route does not have: a mistyped filter filters nothing."""
    known = _names(request.scope["route"].dependant)
    accepted = f"give some of {', '.join(sorted(known))}" if known else "this address takes none"
    if unknown := sorted(set(request.query_params) - known):
        message = f"this is no query parameter of {request.url.path}; {accepted}"
        raise RequestValidationError(
            [{"type": "extra_forbidden", "loc": ("query", name), "msg": message} for name in unknown]
        )


def _names(route: Dependant) -> set[str]:
    """The names of the query parameters of a route and of what it depends on."""
    found = {field.alias for field in route.query_params}
    return found.union(*map(_names, route.dependencies))
