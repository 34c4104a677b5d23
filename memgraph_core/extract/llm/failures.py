"""Failures of models and agents of other libraries as errors of this package."""

from memgraph_core.errors import MemgraphError, ModelError
from memgraph_core.language.scripts import one_line

_MAX_DETAIL = 300  # characters of a foreign message that are quoted


def model_error_of(error: Exception, name: str) -> MemgraphError:
    """The error of this package that caused `error`, if any; else a ModelError with the cause and a remedy.

    Such models and agents have no common base class for errors.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemgraphError):
            return cause
        cause = cause.__cause__
    detail = one_line(str(error))[:_MAX_DETAIL].rstrip(".")
    return ModelError(
        f"the language model {name!r} gave no answer: {type(error).__name__}: {detail}. "
        "Check its address, key and load, ask again, or use another model."
    )
