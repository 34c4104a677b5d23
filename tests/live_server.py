"""A server of this package that listens on a free port of this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.server.principals import TokenFile


@contextmanager
def live_server(engine: MemoryEngine, tokens: TokenFile | None = None) -> Iterator[str]:
    """Its address, such as `http://127.0.0.1:54321`. Without `tokens` it accepts every request."""
    import uvicorn

    from memgraph_core.server.app import create_app

    server = uvicorn.Server(uvicorn.Config(create_app(engine, tokens=tokens), port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            thread.join(0.02)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
