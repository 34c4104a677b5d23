"""Compares two checkouts, which write and search alternately, so that other load on the machine affects both alike.

    python benchmarks/taking_turns.py --before ../other-checkout --after . --notes 20000

Each checkout fills a file of its own with the same random notes (see `store_speed.py`), or copies the file given with
`--filled` (before, after). Then they search and write in turns of ten. Prints milliseconds of CPU time, and the time after
in percent of the time before.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np

BATCH = 10
WARMING = 50


def main() -> None:
    """Fill or copy, take turns, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", required=True, help="a folder that contains memgraph_core")
    parser.add_argument("--after", required=True, help="another such folder")
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument(
        "--filled", nargs=2, help="files that already contain so many notes", default=("", "")
    )
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder, name)) for name in ("before.db", "after.db")]
        for filled, file in zip(given.filled, files, strict=True):
            if filled:
                shutil.copy(filled, file)
        numbers = (str(given.notes), str(given.runs + WARMING))
        workers = [
            _start(code, file, numbers) for code, file in zip((given.before, given.after), files, strict=True)
        ]
        for kind in ("search", "write"):
            print(f"{kind:<8}{_compared(workers, kind, given.runs + WARMING)}")
        for worker in workers:
            worker.communicate()


def _start(code: str, file: str, numbers: tuple[str, str]) -> "subprocess.Popen[str]":
    environment = os.environ | {"PYTHONPATH": str(Path(code).resolve())}
    command = [sys.executable, __file__, "work", file, *numbers]
    return subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def _compared(workers: "list[subprocess.Popen[str]]", kind: str, runs: int) -> str:
    measured: list[list[float]] = [[] for _ in workers]
    for _ in range(0, runs, BATCH):
        for worker, times in zip(workers, measured, strict=True):
            assert worker.stdin
            assert worker.stdout
            print(kind, file=worker.stdin, flush=True)
            times += map(float, worker.stdout.readline().split())
    percentiles = [np.percentile(times[WARMING:], (50, 95)) for times in measured]
    parts = [
        f"{name}: p50 {p50:6.2f} ms  p95 {p95:6.2f} ms"
        for name, (p50, p95) in zip(("before", "after"), percentiles, strict=True)
    ]
    return "   ".join([*parts, f"{100 * percentiles[1][0] / percentiles[0][0]:.0f} %"])


def work(file: str, notes: int, runs: int) -> None:
    """For each input line, which names a kind of call, make ten calls and print their milliseconds."""
    from memgraph_core.bench.world import STAMP, World, fill, searches, writes
    from memgraph_core.config import StoreSettings
    from memgraph_core.store import open_database

    database = open_database(StoreSettings(url=file), STAMP)
    store = database.store("turns")
    fill(store, notes)
    world = World(notes, store.stats().turns, store.namespace)
    calls = {
        "search": islice(searches(store, world), runs),
        "write": islice(writes(store, world), runs),
    }
    for line in sys.stdin:
        milliseconds: list[float] = []
        for run in list(islice(calls[line.strip()], BATCH)):
            started = time.process_time()
            run()
            milliseconds.append(1000 * (time.process_time() - started))
        print(*milliseconds, flush=True)
    database.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        main()
