"""How long a Neo4j server that has just started needs to open an empty database, to remember and to search.

    python benchmarks/cold_start.py [--runs 3] [--top 8]

Each run starts a fresh server, as the tests do (Java 17 and Maven, or a container), opens it, writes three turns and asks
three questions with made-up vectors. For each step it prints seconds by the clock, the processor time of the server, which
a busy machine disturbs less, and the slowest statements: on a fresh server nearly all of their time is planning.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from memgraph_core.config import Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.statements import cypher, names_in
from memgraph_core.store import open_database
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.filters import FRAGMENT

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import neo4j_server

_FOLDERS = ("read", "write", "schema")
_SHAPES = ((), (FRAGMENT,), (FRAGMENT, "fragments/time_range"))
NAMES = {cypher(name, *shape): name for folder in _FOLDERS for name in names_in(folder) for shape in _SHAPES}
# The steps that the project limits: opening, first write and first search take less than 6 s together.
COUNTED = ("open", "first write", "first search")
DIMENSION = 384


class RandomVectors:
    """An embedder without a model: the vector of a text depends on the text alone."""

    name = "random"
    dimension = DIMENSION

    def reads(self, _text: str) -> bool:
        """Whether it can embed the text."""
        return True

    def embed(self, texts: list[str]) -> np.ndarray:
        """One unit vector per text; shape (texts, dimension)."""
        rows = [np.random.default_rng(list(text.encode())).standard_normal(DIMENSION) for text in texts]
        vectors = np.array(rows, dtype=np.float32).reshape(-1, DIMENSION)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@dataclass
class Clock:
    """Seconds, and processor seconds of the server, by step and statement."""

    pid: int | None
    steps: dict[str, dict[str, tuple[float, float]]] = field(default_factory=dict)
    _now: tuple[float, float] = (0.0, 0.0)
    _statement: str = ""
    _step: str = ""

    def step(self, name: str, work: Callable[[], object]) -> None:
        """Run the work as a step."""
        self._step, self._statement, self._now = name, "(client)", self._read()
        self.steps[name] = {}
        work()
        self.statement("")

    def statement(self, text: str) -> None:
        """The next statement begins: what has passed belongs to the one before."""
        now = self._read()
        seconds, used = self.steps[self._step].get(self._statement, (0.0, 0.0))
        passed = (seconds + now[0] - self._now[0], used + now[1] - self._now[1])
        self.steps[self._step][self._statement] = passed
        self._statement, self._now = NAMES.get(text, text[:30]), now

    def _read(self) -> tuple[float, float]:
        used = 0.0
        if self.pid is not None:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return time.perf_counter(), used


def steps(url: str, clock: Clock) -> None:
    """Open, write and search."""
    embedder = RandomVectors()
    stamp = EmbeddingStamp(embedder.name, embedder.dimension)
    memories: list[Memory] = []

    def opened() -> None:
        database = open_database(StoreSettings(url=url), stamp, on_statement=clock.statement)
        memories.append(Memory(MemoryEngine(database, embedder=embedder, settings=Settings()), "ada"))

    clock.step("open", opened)
    [memory] = memories

    def add(text: str, day: str) -> None:
        memory.add(text, speaker="Ada", said_at=f"{day}T09:00:00+01:00")

    clock.step(
        "first write", lambda: add("I moved to Turin in March. My sister Bea lives in Milan.", "2026-03-20")
    )
    clock.step("first search", lambda: memory.context("Where does Ada live?"))
    clock.step("second write", lambda: add("I moved to Rome with Bea. My dog is called Rex.", "2026-05-20"))
    clock.step("second search", lambda: memory.context("Who is Bea, and what did Ada do in May 2026?"))
    clock.step("third write", lambda: add("I work at Fiat now.", "2026-06-20"))
    clock.step("third search", lambda: memory.context("Where does Ada work?"))
    memory.engine.close()


def main() -> None:
    """Start servers and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--top", type=int, default=8, help="statements to print of each step")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:  # so that Python's imports and rules are loaded
        steps(f"{folder}/memory.db", Clock(None))
    for _ in range(given.runs):
        server = neo4j_server.start()
        clock = Clock(server.pid)
        try:
            steps(server.uri, clock)
        finally:
            server.stop()
        report(clock, given.top)


def report(clock: Clock, top: int) -> None:
    """Print the steps and their slowest statements."""
    for name, statements in clock.steps.items():
        seconds, used = (sum(each) for each in zip(*statements.values(), strict=True))
        print(f"{name:<14} {seconds:6.2f} s   server {used:6.2f} s")
        for statement, (s, u) in sorted(statements.items(), key=lambda item: -item[1][0])[:top]:
            print(f"    {statement:<32} {s:6.2f} s   server {u:6.2f} s")
    counted = [clock.steps[name].values() for name in COUNTED]
    seconds, used = (sum(each[i] for step in counted for each in step) for i in (0, 1))
    print(f"{', '.join(COUNTED)}: {seconds:.2f} s, server {used:.2f} s", flush=True)


if __name__ == "__main__":
    main()
