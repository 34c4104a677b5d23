"""Runs the application in a process of its own until a signal ends it."""

import sys
from contextlib import suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG

from memgraph_core.server.access import Access


class _Server(uvicorn.Server):
    """A server that ends the streams of events when it is stopped; otherwise it would wait until they end."""

    def __init__(self, config: uvicorn.Config, access: Access) -> None:
        super().__init__(config)
        self._access = access

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called with the first signal to stop."""
        self._access.streams.close()
        super().handle_exit(sig, frame)


def run(app: FastAPI, host: str, port: int, *, own_log: bool) -> None:
    """Serve until SIGINT or SIGTERM. Requests that have begun are answered.

    With `own_log`, warnings have the format of uvicorn; otherwise that of the log of this process.
    """
    config = uvicorn.Config(
        app, host=host, port=port, log_config=LOGGING_CONFIG if own_log else None, log_level="warning"
    )
    server = _Server(config, app.state.access)
    with suppress(KeyboardInterrupt):  # is raised again after the shutdown
        server.run()
    if not server.started:
        sys.exit(1)  # the log says why: mostly the port is in use
