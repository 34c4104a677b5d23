"""How long a search takes while another process consolidates the same memory, on a file and on a Neo4j server.

    python benchmarks/search_beside_consolidation.py [--notes 10000] [--stores file neo4j] [--block 20]

Fills each store with the notes of generated lives and made-up vectors. Then blocks of searches alternate until the consolidation
has ended: at rest, beside a process that only computes, and beside the process that consolidates. Both processes are paused
(SIGSTOP) outside their blocks, so other programs on the machine disturb all three alike. The process that only computes shows
what a busy core costs without any use of the store. A Neo4j server is started as the tests do (Java 17 and Maven, or a container).

Prints the median and the 95th percentile in milliseconds, and the ratios of both to those at rest. With --trace, the searches
beside the consolidation are also printed by what the consolidation did when they began.
"""

import argparse
import subprocess
import sys
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from tempfile import TemporaryDirectory

import numpy as np
from cold_start import RandomVectors
from consolidation_speed import PERSONS, write

from memgraph_core.bench.daily_life import daily_life
from memgraph_core.bench.life_questions import questions_about
from memgraph_core.config import Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.pack import pack_of
from memgraph_core.memory import Memory
from memgraph_core.store import open_database
from memgraph_core.store.contract import EmbeddingStamp, OnStatement

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import neo4j_server

_WARMING = 100  # searches that are not counted
_SETTLING = 0.2  # seconds that a server may still need for a statement of a paused process
_REST, _COMPUTES, _CONSOLIDATES = "at rest", "beside a process that computes", "beside a consolidation"
_BURNER = "print(flush=True)\nwhile True: pass"
Search = tuple[float, float]  # when it began, seconds


def opened(url: str, on_statement: OnStatement | None = None) -> Memory:
    """The memory at the address."""
    embedder = RandomVectors()
    stamp = EmbeddingStamp(embedder.name, embedder.dimension)
    database = open_database(StoreSettings(url=url), stamp, on_statement=on_statement)
    return Memory(MemoryEngine(database, embedder=embedder, settings=Settings()), "life")


def questions() -> list[str]:
    """Questions about the generated lives, of all persons in turn."""
    of_persons = [
        [f"P{person}: {each.text}" for each in questions_about(life, "en", seed=person, least=10)]
        for person in range(PERSONS)
        for life in [daily_life("en", days=200, seed=person)]
    ]
    return [text for together in zip(*of_persons, strict=False) for text in together]


def searches(memory: Memory, texts: Iterator[str], count: int) -> list[Search]:
    """Search for the next texts."""
    done: list[Search] = []
    for text in islice(texts, count):
        began = time.perf_counter()
        memory.search(text)
        done.append((time.time(), time.perf_counter() - began))
    return done


class Beside:
    """A Python process that runs only within `running`. Without a command, nothing runs."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *(command or ("-c", ""))], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.output = self.process.stdout
        self.begun = self.output.readline()  # it has loaded what it needs
        self.process.send_signal(SIGSTOP)

    @contextmanager
    def running(self) -> Generator[None]:
        """Let it run."""
        self.process.send_signal(SIGCONT)
        yield
        self.process.send_signal(SIGSTOP)
        time.sleep(_SETTLING)

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


def measure(name: str, url: str, notes: int, block: int, *, trace: bool) -> None:
    """Fill a store, time the searches and print."""
    with opened(url) as memory:
        began = time.perf_counter()
        written = write(memory, "en", notes)
        print(f"{name}: {written:,} notes, written in {time.perf_counter() - began:.0f} s", flush=True)
        texts = cycle(questions())
        searches(memory, texts, _WARMING)
        processes = {
            _REST: Beside(),
            _COMPUTES: Beside("-c", _BURNER),
            _CONSOLIDATES: Beside(__file__, "--consolidate", url),
        }
        done = {what: list[Search]() for what in processes}
        worker = processes[_CONSOLIDATES]
        try:
            while worker.process.poll() is None:
                for what, process in processes.items():
                    with process.running():
                        done[what] += searches(memory, texts, block)
            phases = [line.split() for line in worker.output]
        finally:
            for process in processes.values():
                process.end()
    for what, found in done.items():
        report(what, found, done[_REST])
    if trace:
        for phase, found in by_phase(done[_CONSOLIDATES], phases).items():
            report(f"  while it is {phase}", found, done[_REST])


def by_phase(done: Sequence[Search], phases: Sequence[Sequence[str]]) -> dict[str, list[Search]]:
    """The searches by the phase of the consolidation in which they began."""
    begins = [float(when) for when, _ in phases]
    found: defaultdict[str, list[Search]] = defaultdict(list)
    for search in done:
        found[phases[max(0, bisect(begins, search[0]) - 1)][1]].append(search)
    return found


def report(what: str, done: Sequence[Search], usual: Sequence[Search]) -> None:
    """Print the percentiles, and their ratios to those of the usual searches."""
    p50, p95 = _percentiles(done)
    ratios = "{:.2f} {:.2f}".format(
        *(now / then for now, then in zip((p50, p95), _percentiles(usual), strict=True))
    )
    print(
        f"  {what:<32} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   ratios {ratios}   ({len(done)} searches)",
        flush=True,
    )


def _percentiles(done: Sequence[Search]) -> tuple[float, float]:
    p50, p95 = np.percentile([1000 * seconds for _, seconds in done], (50, 95))
    return float(p50), float(p95)


def consolidate(url: str) -> None:
    """Consolidate, and print when each phase began."""
    phases: list[tuple[float, str]] = []

    def observe(statement: str) -> None:
        transaction = {"BEGIN": "in a transaction", "COMMIT": "computing"}.get(statement)
        writes = any(word in statement for word in ("MERGE ", "CREATE ", "INSERT ", "UPDATE "))
        if transaction or writes:
            phases.append((time.time(), transaction or "writing"))

    with opened(url, observe) as memory:
        pack_of("en").read_ahead(["I drank coffee."])
        print("begins", flush=True)
        phases.append((time.time(), "computing"))
        memory.consolidate()
    for when, phase in phases:
        print(when, phase.replace(" ", "-"))


def main() -> None:
    """Measure each store."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--block", type=int, default=20, help="searches before the next process runs")
    parser.add_argument("--stores", nargs="+", choices=("file", "neo4j"), default=["file", "neo4j"])
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--consolidate", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.consolidate:
        consolidate(given.consolidate)
        return
    if "file" in given.stores:
        with TemporaryDirectory() as folder:
            measure("file", f"{folder}/memory.db", given.notes, given.block, trace=given.trace)
    if "neo4j" in given.stores:
        server = neo4j_server.start()
        try:
            measure("Neo4j", server.uri, given.notes, given.block, trace=given.trace)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
