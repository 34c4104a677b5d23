"""OpenTelemetry spans for programs that have configured OpenTelemetry. In other programs they do nothing.

Only its API is used, and only if the program has imported it and set a provider of tracers. No span contains memory text or
the name of a namespace or a principal.
"""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

# Adds attributes to a span.
Annotate = Callable[[dict[str, str | int | float]], None]

_API = "opentelemetry.trace"
_NAME = "memgraph_core"


def is_traced() -> bool:
    """Whether the program has configured OpenTelemetry."""
    trace: Any = sys.modules.get(_API)
    return trace is not None and not isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)


@contextmanager
def span(name: str, attributes: dict[str, str | int | float] | None = None) -> Generator[Annotate]:
    """A span around the block. Yields a function that adds attributes.

    An error of the block is recorded by its class. Its message is not recorded, because it may quote a text.
    """
    if not is_traced():
        yield _ignore
        return
    trace: Any = sys.modules[_API]
    tracer = trace.get_tracer(_NAME)
    with tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current.set_attributes
        except BaseException as e:
            current.set_attribute("error.type", type(e).__name__)
            current.set_status(trace.StatusCode.ERROR)
            raise


def _ignore(_: dict[str, str | int | float]) -> None:
    pass
