"""Records the calls of any LlamaIndex model in the ledger of a memory, while an agent runs."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import llama_index.core.instrumentation as instrumentation
from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.instrumentation.events.llm import LLMChatEndEvent

from memgraph_core.engine.metered_chat import CallMeter
from memgraph_core.integrations.llama_index.models import answer_of


@dataclass(slots=True)
class _Recording:
    """Where the calls of a run are recorded."""

    meter: CallMeter
    model: str
    last: Any = None  # the last response; a method that calls another one reports the same response twice


_recording: ContextVar[_Recording | None] = ContextVar("recording", default=None)


class _Recorder(BaseEventHandler):
    """Records each answered chat call in the ledger of the current context variable."""

    @classmethod
    def class_name(cls) -> str:
        """The name of the class for LlamaIndex."""
        return "MemgraphCallRecorder"

    def handle(self, event: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Record the call of an event."""
        current = _recording.get()
        if current is None or not isinstance(event, LLMChatEndEvent) or event.response is None:
            return
        if event.response is current.last:
            return
        current.last = event.response
        given = [message.content or "" for message in event.messages]
        current.meter.record(current.model, "used", answer_of(event.response, given))


@contextmanager
def recording(meter: CallMeter, model: str) -> Generator[None]:
    """Record the calls that are made in the block, and in the tasks that it starts, under this name of the model."""
    dispatcher = instrumentation.get_dispatcher()  # pyright: ignore[reportPrivateImportUsage]
    if not any(isinstance(handler, _Recorder) for handler in dispatcher.event_handlers):
        dispatcher.add_event_handler(_Recorder())
    token = _recording.set(_Recording(meter, model))
    try:
        yield
    finally:
        _recording.reset(token)
