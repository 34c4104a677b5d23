"""How fast a store writes a turn and answers a question, without any model, on random data.

    python benchmarks/store_speed.py --store memory-speed.db --notes 20000
    python benchmarks/store_speed.py --store neo4j://localhost:7687 --notes 20000

Fills a namespace of its own with so many notes (two to a turn, two entities and half a fact to a note; few entities
are in very many notes), then times one-turn writes (log + known + apply) and hybrid searches (candidates + around): new
questions, whose notes are random and so mostly never seen before, and fifty asked again and again. Prints the median
and 95th percentile in milliseconds, and of this process's own time (CPU), which a busy machine disturbs less; then
forgets the namespace. Vectors have 384 random numbers. `memgraph-core bench scale` asks the same of a
database that grows.
"""

import argparse
import os
import time
from itertools import cycle, islice

from memgraph_core.bench.clock import timed
from memgraph_core.bench.world import STAMP, fill, searches, writes
from memgraph_core.config import StoreSettings
from memgraph_core.store import open_database
from memgraph_core.writes import Selection

WARMING = 50  # runs before the clock counts


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
    begun = time.perf_counter()
    world = fill(store, given.notes)
    print(f"filled with {store.stats().notes} notes in {time.perf_counter() - begun:.1f} s")
    print(f"{'write (log + known + apply)':<32} {timed(writes(store, world), given.runs, WARMING)}")
    print(f"{'search (candidates + around)':<32} {timed(searches(store, world), given.runs, WARMING)}")
    again = list(islice(searches(store, world), WARMING))
    print(f"{'search, asked again':<32} {timed(cycle(again), given.runs, WARMING)}")
    store.forget(Selection(everything=True))
    database.close()


if __name__ == "__main__":
    main()
