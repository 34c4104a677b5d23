"""Load on a server: clients that read and write at the same time, for some minutes, over loopback.

    python benchmarks/load.py --clients 64 --minutes 10 --notes 100000 --reads 0.9
    python benchmarks/load.py --store neo4j://localhost:7687 …

It fills a namespace of its own with `--notes` records, starts `memgraph-core serve`, and prints one JSON object: requests per
second, latency (p50, p95, p99, in ms) of reads and writes, errors, the same for calls of the library one at a time, the
ratio of both throughputs, and the memory of the server process before and after. The clients share the machine with the
server, so both are slower than on two machines. Each client sends its next request when it has the answer to the last one.
Writes add one sentence, which is extracted. A namespace on Neo4j is kept; a file is deleted.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import socket
from statistics import mean, quantiles
from typing import Any

import httpx

from memgraph_core import Memory
from memgraph_core.records.graph import Turn
from memgraph_core.turns.records import DeclaredFact, Record, record_turn

NAMESPACE = "load"
PLACES = ("Turin", "Milan", "Genoa", "Lisbon", "Oslo", "Kyoto", "Quito", "Perth")
THINGS = ("tea", "jazz", "chess", "pottery", "sailing", "pasta", "crime novels", "gardens")
START = datetime(2025, 1, 1, tzinfo=UTC)
DIRECT_CALLS = 100  # of each kind, to compare
BATCH = 500

Sample = tuple[str, float, bool]  # read or write, seconds, whether it succeeded


def person(number: int) -> str:
    """One of a thousand names."""
    return f"Ada{number % 1_000}"


def fill(memory: Memory, notes: int) -> float:
    """Add records with declared facts, which need no extraction. Returns the seconds."""
    started = time.perf_counter()
    for first in range(0, notes, BATCH):
        memory.add([record(n) for n in range(first, min(first + BATCH, notes))])
    return time.perf_counter() - started


def record(number: int) -> Turn:
    """The turn of one record: a person, a thing and a place."""
    name, thing, place = person(number), THINGS[number % 8], PLACES[number // 8 % 8]
    fact = DeclaredFact(subject=name, type="LIKES", object=thing)
    text = f"{name} likes {thing} since the visit {number} in {place}."
    return record_turn(
        Record(id=str(number), text=text, facts=(fact,), said_at=START + timedelta(minutes=number)), "records"
    )


def question(chance: random.Random) -> str:
    """A question about one person."""
    return (
        f"What does {person(chance.randrange(1_000))} like, and since which visit in {chance.choice(PLACES)}?"
    )


def sentence(chance: random.Random) -> str:
    """A sentence with a fact and a number, so that no two are equal."""
    return f"I moved to {chance.choice(PLACES)} with {chance.randrange(10**9)} boxes."


def client(address: str, seed: int, reads: float, until: float, samples: list[Sample]) -> None:
    """Send requests, one after another, until the time is over."""
    chance = random.Random(seed)
    with httpx.Client(base_url=address, timeout=60) as http:
        while time.monotonic() < until:
            is_read = chance.random() < reads
            path, body = (
                ("/v1/context", {"question": question(chance)})
                if is_read
                else ("/v1/turns", {"turns": [{"text": sentence(chance), "speaker": person(seed)}]})
            )
            started = time.perf_counter()
            try:
                succeeded = http.post(path, json=body).is_success
            except httpx.TransportError:
                succeeded = False
            samples.append(("read" if is_read else "write", time.perf_counter() - started, succeeded))


def milliseconds(seconds: list[float]) -> dict[str, float]:
    """p50, p95 and p99."""
    if len(seconds) < 2:
        return {}
    cuts = quantiles(seconds, n=100, method="inclusive")
    return {name: round(1_000 * cuts[index], 1) for name, index in (("p50", 49), ("p95", 94), ("p99", 98))}


def direct(memory: Memory) -> dict[str, list[float]]:
    """The seconds of the same calls of the library, one at a time."""
    chance = random.Random(0)
    return {
        "read": [timed(lambda: memory.context(question(chance))) for _ in range(DIRECT_CALLS)],
        "write": [timed(lambda: memory.add(sentence(chance), speaker="Ada")) for _ in range(DIRECT_CALLS)],
    }


def timed(call: Callable[[], object]) -> float:
    """The seconds of a call."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@contextmanager
def server(store: str, embedder: str):  # noqa: ANN201  a generator of the address and the process
    """A server process over the store, which is ended with the block."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "memgraph_core.cli", "serve", "--port", str(port), "--store", store]
    process = subprocess.Popen(
        [*command, "--namespace", NAMESPACE, "--embedder", embedder], stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx.get(f"{address}/ready").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.2)
        yield address, process
    finally:
        process.terminate()
        process.wait(60)


def resident(process: subprocess.Popen[bytes]) -> float:
    """The memory of a process in MB (Linux only; else 0)."""
    status = Path(f"/proc/{process.pid}/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def load(address: str, options: argparse.Namespace, minutes: float) -> tuple[list[Sample], float]:
    """The requests of all clients, and the seconds that they took."""
    samples: list[Sample] = []
    until = time.monotonic() + 60 * minutes
    threads = [
        threading.Thread(target=client, args=(address, seed, options.reads, until, samples))
        for seed in range(options.clients)
    ]
    started = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return samples, time.perf_counter() - started


def measured(options: argparse.Namespace, store: str) -> dict[str, Any]:
    """The report."""
    with Memory.open(store, namespace=NAMESPACE, embedder=options.embedder) as memory:
        filled = fill(memory, options.notes)
        memory.context(question(random.Random(1)))  # builds the caches
        alone = direct(memory)
    with server(store, options.embedder) as (address, process):
        load(address, options, options.minutes / 10)  # warm up
        before = resident(process)
        samples, seconds = load(address, options, options.minutes)
        after = resident(process)
    answered = {
        kind: [each[1] for each in samples if each[0] == kind and each[2]] for kind in ("read", "write")
    }
    per_second = len(samples) / seconds
    seconds_alone = options.reads * mean(alone["read"]) + (1 - options.reads) * mean(alone["write"])
    return {
        "options": vars(options),
        "fill_seconds": round(filled, 1),
        "requests": len(samples),
        "errors": sum(not succeeded for _, _, succeeded in samples),
        "requests_per_second": round(per_second, 1),
        "calls_per_second_of_the_library_alone": round(1 / seconds_alone, 1),
        "throughput_ratio": round(per_second * seconds_alone, 2),
        "ms": {kind: milliseconds(each) for kind, each in answered.items()},
        "ms_of_the_library_alone": {kind: milliseconds(each) for kind, each in alone.items()},
        "server_mb": {"before": round(before), "after": round(after)},
        "processors": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Read the options, measure, and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", help="a file or a Neo4j server; default: a temporary file")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--reads", type=float, default=0.9, help="share of reads, from 0 to 1")
    parser.add_argument("--notes", type=int, default=5_000)
    parser.add_argument("--embedder", default="none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measured(options, options.store or str(Path(folder, "memory.db"))), indent=1))


if __name__ == "__main__":
    main()
