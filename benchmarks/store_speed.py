"""Measures how fast a store writes a turn and searches, on random data and without a model.

    python benchmarks/store_speed.py --store memory-speed.db --notes 20000
    python benchmarks/store_speed.py --store neo4j://localhost:7687 --notes 20000

Fills a namespace of its own with notes (two per turn; two entities and half a fact per note; few entities are in very
many notes). Then it times one-turn writes (append + snapshot + apply) and hybrid searches (candidates + expand): new
questions, which mostly find records that are in no cache; fifty questions repeatedly; and new questions after a thousand
others, as in a process that has run for long. Prints the median and the 95th percentile in milliseconds, and the CPU time
of this process, which other load affects less. Finally it forgets the namespace. Vectors have 384 random numbers.
`memgraph-core bench scale` measures the same for a growing database.
"""

import argparse
import os
import time
from itertools import cycle, islice

import numpy as np

from memgraph_core.bench.measuring import timed
from memgraph_core.bench.world import STAMP, World, fill, searches, writes
from memgraph_core.config import StoreSettings
from memgraph_core.engine.observed import observed
from memgraph_core.records.forget import Selection
from memgraph_core.store import open_database
from memgraph_core.store.contract import Store

WARMING = 50  # runs that are not counted
LONG = 1_000  # the same for a process that has run for long


def verbs_of(store: Store, world: World, runs: int) -> dict[str, list[float]]:
    """The seconds of each write by store verb, and of the verbs that make it durable together."""
    seconds: dict[str, list[float]] = {}
    timed_store = observed(store, lambda call: seconds.setdefault(call.method, []).append(call.seconds))
    for write in islice(writes(timed_store, world), runs):
        write()
    durable = [append + apply for append, apply in zip(seconds["append"], seconds["apply"], strict=True)]
    return {
        "append": seconds["append"],
        "snapshot (reads only)": seconds["snapshot"],
        "apply": seconds["apply"],
        "append + apply (durable)": durable,
    }


def main() -> None:
    """Fill, time, print, forget."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--store", required=True, help="a file, or neo4j://host:7687 with NEO4J_USERNAME, NEO4J_PASSWORD"
    )
    parser.add_argument("--notes", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=200)
    given = parser.parse_args()
    settings = StoreSettings(
        url=given.store, username=os.environ.get("NEO4J_USERNAME"), password=os.environ.get("NEO4J_PASSWORD")
    )
    database = open_database(settings, STAMP)
    store = database.store(f"speed-{os.getpid()}")
    started = time.perf_counter()
    world = fill(store, given.notes)
    print(f"filled with {store.stats().notes} notes in {time.perf_counter() - started:.1f} s")
    print(f"{'write (append + snapshot + apply)':<34} {timed(writes(store, world), given.runs, WARMING)}")
    for verb, seconds in verbs_of(store, world, given.runs).items():
        p50, p95 = np.percentile(seconds, (50, 95)) * 1000
        print(f"{'  ' + verb:<34} p50 {p50:7.2f} ms   p95 {p95:7.2f} ms")
    print(f"{'search (candidates + expand)':<34} {timed(searches(store, world), given.runs, WARMING)}")
    again = list(islice(searches(store, world), WARMING))
    print(f"{'search, repeated':<34} {timed(cycle(again), given.runs, WARMING)}")
    print(f"{'search, after a thousand others':<34} {timed(searches(store, world), given.runs, LONG)}")
    store.forget(Selection(everything=True))
    database.close()


if __name__ == "__main__":
    main()
