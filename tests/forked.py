"""Other processes that start in milliseconds, so that tests can kill many of them.

A new Python process needs several seconds of CPU time before it has read its first English sentence: imports and the language
pipeline. Here one process of each test worker does that once, and every process of a test is a fork of it. It is a process
like any other: it can be killed with any signal, has connections of its own, and shares nothing with the others but the disk.
"""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

_TESTS = Path(__file__).parent
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["forked_preload"])


class Forked:
    """A running process, and a channel to it."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        """Call `function(channel, *arguments)` in another process, with this process's environment and folder.

        The function is one of a module. It sends values to the test with `channel.send` and waits for one with `channel.recv`.
        """
        self._channel, theirs = _CONTEXT.Pipe()
        call = (dict(os.environ), function, theirs, arguments)
        self._process = _CONTEXT.Process(target=_call, args=call, daemon=True)
        with _search_path():
            self._process.start()
        theirs.close()

    def send(self, value: object) -> None:
        self._channel.send(value)

    def receive(self) -> Any:
        """The next value that the process has sent. EOFError when it has ended without one."""
        return self._channel.recv()

    def rest(self) -> list[Any]:
        """Everything that the process sends until it ends."""
        received = []
        try:
            while True:
                received.append(self.receive())
        except (EOFError, OSError):  # it was killed, perhaps while it was sending
            return received

    def is_running(self) -> bool:
        return self._process.is_alive()

    def signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self._process.is_alive():
            assert self._process.pid
            os.kill(self._process.pid, number)

    def kill(self) -> None:
        """Kill it with SIGKILL and wait until it has ended."""
        self._process.kill()
        self.ended()

    def ended(self) -> int:
        """Wait until it has ended. The exit code; -9 if it was killed."""
        self._process.join(120)
        assert self._process.exitcode is not None, "the process did not end"
        return self._process.exitcode


def start_command(*arguments: str, output: Path) -> Forked:
    """The command line with these arguments, in the present folder. What it prints goes to the file `output`."""
    return Forked(run_command, arguments, output)


def _call(
    environment: dict[str, str], function: Callable[..., object], channel: Connection, arguments: Any
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    function(channel, *arguments)


def run_command(_: Connection, arguments: Sequence[str], output: Path | str) -> None:
    """Run the command line in this process, with its output in a file, and end the process."""
    from memgraph_core.cli import main

    printed = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor in (1, 2):
        os.dup2(printed, descriptor)
    sys.argv = ["memgraph-core", *arguments]
    main()


@contextmanager
def _search_path() -> Iterator[None]:
    """The server of the forks, which the first fork starts, finds the modules of the tests."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(_TESTS), str(_TESTS.parent), *filter(None, [before])])
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
