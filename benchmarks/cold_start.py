"""How long a Neo4j server that has just started needs to open an empty database, to remember and to search.

    python benchmarks/cold_start.py [--runs 3] [--top 12] [--against FOLDER]

Each run starts a fresh server, as the tests do (Java 17 and Maven, or a container), opens it, writes three turns and asks
three questions with made-up vectors. The models are loaded before, and the time of the client, in which turns are extracted, is
the row "(client)". It prints the medians of the runs: for each step seconds by the clock and the processor time of the server,
which a busy machine disturbs less, and then the statements of the counted steps, the slowest first. On a fresh server nearly
all of their time is planning.

With --against, the runs alternate with runs of another checkout, and both are printed side by side.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
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
_SHAPES = ((), (FRAGMENT,), (FRAGMENT, "fragments/time_range"), ("fragments/counted_in_all",))
NAMES = {cypher(name, *shape): name for folder in _FOLDERS for name in names_in(folder) for shape in _SHAPES}
# The steps that the project limits: opening, first write and first search take less than 6 s together.
COUNTED = ("open", "first write", "first search")
DIMENSION = 384

Run = dict[str, dict[str, tuple[float, ...]]]  # step → statement → seconds, processor seconds, executions


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
    """Seconds, processor seconds of the server, and the number of executions, by step and statement."""

    pid: int | None
    steps: Run = field(default_factory=dict)
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
        seconds, used, times = self.steps[self._step].get(self._statement, (0.0, 0.0, 0))
        passed = (seconds + now[0] - self._now[0], used + now[1] - self._now[1], times + 1)
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
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--top", type=int, default=12, help="statements to print")
    parser.add_argument("--against", type=Path, help="another checkout, to compare with")
    parser.add_argument("--json", action="store_true", help="print one run as JSON, and nothing else")
    given = parser.parse_args()
    if given.json:
        print(json.dumps(run()))
        return
    here = Path(__file__).parents[1]
    checkouts = [here] + ([given.against.resolve()] if given.against else [])
    runs: dict[Path, list[Run]] = {checkout: [] for checkout in checkouts}
    for _ in range(given.runs):
        for checkout in checkouts:
            runs[checkout].append(run_of(checkout))
    report([medians(runs[checkout]) for checkout in reversed(checkouts)], given.top)


def run() -> Run:
    """Start a server and measure the steps."""
    with TemporaryDirectory() as folder:  # so that Python's imports, rules and models are loaded
        steps(f"{folder}/memory.db", Clock(None))
    server = neo4j_server.start()
    clock = Clock(server.pid)
    try:
        steps(server.uri, clock)
    finally:
        server.stop()
    return clock.steps


def run_of(checkout: Path) -> Run:
    """A run with the code of a checkout, in a process of its own."""
    command = [sys.executable, __file__, "--json"]
    output = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(checkout)}, capture_output=True, text=True, check=True
    )
    return json.loads(output.stdout)


def medians(runs: list[Run]) -> Run:
    """The medians of runs. The sum of a step is the row "all"."""
    for each in runs:
        for statements in each.values():
            statements["all"] = tuple(map(sum, zip(*statements.values(), strict=True)))
    names = {(step, name): None for each in runs for step in each for name in each[step]}
    result: Run = {step: {} for step in runs[0]}
    for step, name in names:
        values = [each[step].get(name, (0.0, 0.0, 0)) for each in runs]
        result[step][name] = tuple(map(median, zip(*values, strict=True)))
    return result


def report(columns: list[Run], top: int) -> None:
    """Print the steps and the slowest statements; with two columns, the other checkout is the first."""
    heading = "".join(f"{'seconds':>10}{'server':>8}{'runs':>6}" for _ in columns)
    print(f"{'':<44}{heading}")
    for step in columns[-1]:
        _print(step, [column[step]["all"][:2] for column in columns])
    _print("counted: " + ", ".join(COUNTED), [_sum(column) for column in columns])
    print()
    rows = [(step, name) for step in COUNTED for name in columns[-1][step] if name != "all"]
    rows.sort(key=lambda row: -columns[-1][row[0]][row[1]][0])
    for step, name in rows[:top]:
        _print(f"{step}: {name}", [column[step].get(name, (0.0, 0.0, 0)) for column in columns])


def _sum(column: Run) -> tuple[float, float]:
    counted = [column[step]["all"] for step in COUNTED]
    return sum(each[0] for each in counted), sum(each[1] for each in counted)


def _print(name: str, values: list[tuple[float, ...]]) -> None:
    cells = [
        f"{value[0]:>10.2f}{value[1]:>8.2f}{f'{value[2]:.0f}' if len(value) > 2 else '':>6}"
        for value in values
    ]
    print(f"{name:<44}{''.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
