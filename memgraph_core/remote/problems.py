"""The errors of this package that a server reports as problems."""

from collections.abc import Mapping
from typing import Any

from memgraph_core import errors
from memgraph_core.errors import Forbidden, InvalidInput, MemgraphError, StoreError, StoreUnavailable

_STATUS_ERRORS: Mapping[int, type[MemgraphError]] = {
    403: Forbidden, 404: StoreError, 413: InvalidInput, 422: InvalidInput, 429: StoreUnavailable,
}  # fmt: skip


def error_of(problem: Mapping[str, Any]) -> MemgraphError:
    """The error of the class that a problem names; for an unknown class, the error of its status.

    Raises KeyError for an object that is not a problem.
    """
    kind, detail = getattr(errors, str(problem["type"]), None), str(problem["detail"])
    if isinstance(kind, type) and issubclass(kind, MemgraphError):
        return kind(detail)
    return error_of_status(int(problem["status"]), detail)


def error_of_status(status: int, detail: str) -> MemgraphError:
    """The error of an answer that is not a problem."""
    return _STATUS_ERRORS.get(status, StoreError)(detail)
