"""Compares eight concurrent searches in threads with the same statements through Neo4j's asynchronous driver.

    python benchmarks/async_driver.py [--notes 2000] [--searches 50]

Starts a Neo4j server as the tests do. First the searches of a memory run one after the other and in eight threads, as
`AsyncMemory` runs them. Then the statement with the largest share of a search is sent by eight threads over the driver,
and by eight tasks over the asynchronous driver: what a native asynchronous store could gain. Prints queries per second,
three rounds of each.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from memgraph_core.bench.world import STAMP, World, fill, searches
from memgraph_core.config import StoreSettings
from memgraph_core.statements import cypher
from memgraph_core.store import open_database
from neo4j import AsyncGraphDatabase, GraphDatabase

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import neo4j_server

_CONCURRENT = 8
_ROUNDS = 3
_STATEMENT = "read/notes_of"


def main() -> None:
    """Fill, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--notes", type=int, default=2_000)
    parser.add_argument("--searches", type=int, default=50)
    given = parser.parse_args()
    server = neo4j_server.start()
    database = open_database(StoreSettings(url=server.uri), STAMP)
    try:
        store = database.store("ada")
        fill(store, given.notes)
        calls = searches(store, World(given.notes, first_turn=store.stats().turns, prefix="ada"))
        work = [next(calls) for _ in range(given.searches * (2 * _ROUNDS + 1))]
        for call in work[: given.searches]:
            call()
        for start in range(1, 2 * _ROUNDS + 1, 2):
            one, other = (work[k * given.searches : (k + 1) * given.searches] for k in (start, start + 1))
            report(
                "searches, one after the other", given.searches, lambda calls=one: [call() for call in calls]
            )
            report("searches, 8 threads", given.searches, partial(in_threads, other))
        uids = [note.turns[0] for note in store.notes(store.uids("note")[:50])]
        asyncio.run(compare_drivers(server.uri, uids, given.searches * 5))
    finally:
        database.close()
        server.stop()


def in_threads(calls: list[Callable[[], object]]) -> None:
    """Run the calls in eight threads."""
    with ThreadPoolExecutor(_CONCURRENT) as threads:
        list(threads.map(lambda call: call(), calls))


async def compare_drivers(uri: str, turns: list[str], count: int) -> None:
    """Send one statement by threads and by tasks."""
    text, values = cypher(_STATEMENT), {"namespace": "ada", "ask": {"turns": turns}}
    with GraphDatabase.driver(uri) as driver:
        async with AsyncGraphDatabase.driver(uri) as asynchronous:

            def send() -> None:
                driver.execute_query(text, values)

            async def send_all() -> None:
                slots = asyncio.Semaphore(_CONCURRENT)

                async def one() -> None:
                    async with slots:
                        await asynchronous.execute_query(text, values)

                await asyncio.gather(*(one() for _ in range(count)))

            for _ in range(_ROUNDS):
                report("one statement, 8 threads", count, partial(in_threads, [send] * count))
                await report_async("one statement, 8 tasks of the asynchronous driver", count, send_all)


def report(label: str, count: int, work: Callable[[], object]) -> None:
    """Print queries per second."""
    start = time.perf_counter()
    work()
    print(f"{label:<52} {count / (time.perf_counter() - start):7.0f} a second", flush=True)


async def report_async(label: str, count: int, work: Callable[[], Awaitable[object]]) -> None:
    """Print queries per second."""
    start = time.perf_counter()
    await work()
    print(f"{label:<52} {count / (time.perf_counter() - start):7.0f} a second", flush=True)


if __name__ == "__main__":
    main()
