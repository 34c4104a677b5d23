"""A hook: reads an event as JSON from standard input, and prints the JSON that Claude Code expects, or nothing.

After an error, and when the time of `SECONDS` is over, the hook ends without output and with the exit code 0. So a memory
that fails or is slow does not stop a session. `MEMGRAPH_CORE_HOOKS_DEBUG=1` prints errors on standard error.
"""

import json
import os
import sys
import threading
from http.client import HTTPException
from pathlib import Path
from typing import Any

from memgraph_core.integrations.claude_code.events import SECONDS, answer_to
from memgraph_core.integrations.claude_code.service import Service


def main(config: str) -> int:
    """Answer the event on standard input. `config` is the file that `memgraph-core hooks install` wrote."""
    try:
        event: dict[str, Any] = json.loads(sys.stdin.buffer.read())
        _end_after(SECONDS.get(event["hook_event_name"], 1.0))
        path = Path(config)
        answer = answer_to(event, Service(json.loads(path.read_text(encoding="utf-8"))), path.parent)
        if answer is not None:
            sys.stdout.write(f"{json.dumps(answer)}\n")
            sys.stdout.flush()
    except (OSError, HTTPException, ValueError, KeyError, TypeError, AttributeError) as e:
        if os.environ.get("MEMGRAPH_CORE_HOOKS_DEBUG"):
            sys.stderr.write(f"memgraph-core: {type(e).__name__}: {e}\n")
    return 0


def _end_after(seconds: float) -> None:
    """End the process without output after this time, whatever it is waiting for."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
