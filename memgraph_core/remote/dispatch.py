"""Runs verbs where the memory is: in this program, or on a server."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from memgraph_core.remote.namespace import RemoteNamespace, arguments_of
from memgraph_core.remote.verbs import CLIENT_VERBS

_Class = TypeVar("_Class", bound=type)


def remote_verbs(cls: _Class) -> _Class:
    """A class decorator: each public method runs on the server if `_handle` of the object is a namespace on one.

    The methods of `CLIENT_VERBS` always run in this program. Write this decorator below `check_verbs`, so that arguments are
    checked before a request is sent.
    """
    for name, verb in list(vars(cls).items()):
        if inspect.isfunction(verb) and not name.startswith("_") and name not in CLIENT_VERBS:
            setattr(cls, name, _dispatched(verb))
    return cls


def _dispatched(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    def run(self: Any, *args: object, **kwargs: object) -> Any:  # noqa: ANN401  as the verb
        if isinstance(self._handle, RemoteNamespace):
            return self._handle.run(verb, arguments_of(verb, (self, *args), kwargs))
        return verb(self, *args, **kwargs)

    return run
