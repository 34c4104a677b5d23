"""Runs the application in a process of its own until a signal ends it."""

import logging
import sys
import threading
from contextlib import suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import MemgraphError
from memgraph_core.memory import Memory
from memgraph_core.server.access import Access

_log = logging.getLogger(__name__)

_WARM_UP_TEXT = "Ada moved to Turin in March and works at Fiat."
_WARM_UP_CHARACTERS = 1_000
_IN_MEMORY = ":memory:"


class _Server(uvicorn.Server):
    """A server that ends the streams of events when it is stopped; otherwise it would wait until they end."""

    def __init__(self, config: uvicorn.Config, access: Access) -> None:
        super().__init__(config)
        self._access = access

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called with the first signal to stop."""
        self._access.streams.close()
        super().handle_exit(sig, frame)


def warm_up(engine: MemoryEngine) -> threading.Thread:
    """Load in the background what the first write and the first search need: the language pack and the embedder.

    Without it, the first write of a process would take seconds. A text of the memory chooses the language; a memory without
    turns is taken for English. Nothing is stored, and no language model is called.
    """
    thread = threading.Thread(target=_read_one_text, args=(engine,), name="warm-up", daemon=True)
    thread.start()
    return thread


def _read_one_text(engine: MemoryEngine) -> None:
    try:
        newest = tuple(Memory(engine, engine.settings.namespace).list_turns(limit=1, order="newest"))
        text = newest[0].text[:_WARM_UP_CHARACTERS] if newest else _WARM_UP_TEXT
        separate = MemoryEngine.open(
            _IN_MEMORY, embedder=engine.embedder or "none", extractor="rules", settings=engine.settings
        )
        with separate, Memory(separate, "warm-up") as memory:
            memory.add(text, speaker="Ada")
            memory.context(text)
    except MemgraphError as e:  # the first request reports it
        _log.warning("the server could not load its models in advance (%s)", type(e).__name__)


def run(app: FastAPI, host: str, port: int) -> None:
    """Serve until SIGINT or SIGTERM. Requests that have begun are answered."""
    config = uvicorn.Config(app, host=host, port=port, log_config=None, log_level="warning")
    server = _Server(config, app.state.access)
    with suppress(KeyboardInterrupt):  # is raised again after the shutdown
        server.run()
    if not server.started:
        sys.exit(1)  # the log says why: mostly the port is in use
