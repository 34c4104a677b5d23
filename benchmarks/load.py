"""Load on a server: clients that read and write at the same time over loopback, compared with calls of the library.

    python benchmarks/load.py --clients 64 --seconds 600 --notes 100000 --store load.db
    python benchmarks/load.py --clients 64 --seconds 600 --notes 100000 --neo4j

It fills the namespace `load` of the store until it has `--notes` notes, which takes some minutes for 100,000. A store that
is given with `--store` is kept, so the next run does not fill it again. `--neo4j` starts a server as the tests do and ends
it. Then it times calls of the library one at a time, starts `memgraph-core serve`, and sends requests: each client sends its
next request when it has the answer to the last one. `--reads` is the share of reads; a write adds one sentence, which is
extracted.

It prints one JSON object: requests per second and errors by their status, the latency of each verb (p50, p95, p99 and
longest, in ms), the same for the library, the ratio of both throughputs, the processor time of the server for a request and
of the library for a call, and the memory of the server process in MB, ten times from the first request to the last one. The
clients share the machine with the server, so both are slower than on two machines.
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
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import socket
from statistics import mean, quantiles
from typing import Any

import httpx
import numpy as np

from memgraph_core import Memory
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import About, Entity, Fact, Mention, Name, Note, Turn
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.plan import SnapshotRequest, TurnUpdate, WritePlan

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import neo4j_server

NAMESPACE = "load"
PLACES = ("Turin", "Milan", "Genoa", "Lisbon", "Oslo", "Kyoto", "Quito", "Perth")
THINGS = ("tea", "jazz", "chess", "pottery", "sailing", "pasta", "crime novels", "gardens")
START = datetime(2025, 1, 1, tzinfo=UTC)
BATCH = 500  # turns of one write
PER_SESSION = 20
PEOPLE = 1_000
MEMORY_SAMPLES = 10

Body = dict[str, Any]


@dataclass(frozen=True)
class Verb:
    """A verb under load: its share of the reads or writes, its request, and the same call of the library."""

    share: float
    request: Callable[[random.Random], tuple[str, str, Body]]  # method, path, and body or parameters
    call: Callable[[Memory, random.Random], object]


@dataclass(frozen=True)
class Sample:
    """One request. `status` is 0 if there was no answer."""

    verb: str
    seconds: float
    status: int


def person(number: int) -> str:
    """One of a thousand names."""
    return f"Ada{number % PEOPLE}"


def fill(memory: Memory, notes: int) -> float:
    """Write turns, each with a note and a fact, until the memory has `notes` turns. Returns the seconds.

    Nothing is extracted, and the vectors are random: a search costs the same, but finds only by words and names.
    """
    started = time.perf_counter()
    chance = np.random.default_rng(memory.stats().turns)
    for first in range(memory.stats().turns, notes, BATCH):
        numbers = range(first, min(first + BATCH, notes))
        dimension = memory.engine.embedder.dimension if memory.engine.embedder else 0
        _write(memory, numbers, chance.standard_normal((len(numbers), dimension), dtype=np.float32))
    return time.perf_counter() - started


def _write(memory: Memory, numbers: range, vectors: np.ndarray) -> None:
    """The turns with these numbers: person `n % 1000` likes one of eight things since a visit to one of eight places."""
    store = memory.store
    texts = {
        n: f"{person(n)} likes {THINGS[n % 8]} since the visit {n} in {PLACES[n // 8 % 8]}." for n in numbers
    }
    at = {n: START + timedelta(minutes=n) for n in numbers}
    about = {n: (person(n), THINGS[n % 8], PLACES[n // 8 % 8]) for n in numbers}
    terms = {n: " ".join(terms_of(text)) for n, text in texts.items()}
    vector_of = {n: v / np.linalg.norm(v) if v.size else None for n, v in zip(numbers, vectors, strict=True)}
    turns = [
        Turn(uid=f"t{n}", session=f"s{n // PER_SESSION}", text=texts[n], speaker=person(n), said_at=at[n],
             recorded_at=at[n], terms=terms[n])
        for n in numbers
    ]  # fmt: skip
    store.append(turns)
    snapshot = store.snapshot(SnapshotRequest())
    names = sorted({name for each in about.values() for name in each})
    plan = WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=at[numbers[-1]],
        turns=tuple(TurnUpdate(uid=f"t{n}", state="extracted", vector=vector_of[n]) for n in numbers),
        entities=tuple(Entity(uid=f"e-{name}", name=name, type=_type_of(name)) for name in names),
        names=tuple(Name(name_key(name), name, f"e-{name}") for name in names),
        notes=tuple(
            Note(uid=f"n{n}", text=texts[n], turns=(f"t{n}",), said_at=at[n], recorded_at=at[n], terms=terms[n],
                 vector=vector_of[n])
            for n in numbers
        ),
        abouts=tuple(About(f"n{n}", f"e-{name}") for n in numbers for name in about[n]),
        mentions=tuple(Mention(f"t{n}", f"e-{name}", at[n]) for n in numbers for name in about[n]),
        facts=tuple(
            Fact(uid=f"f-{person(n)}-{THINGS[n % 8]}", subject=f"e-{person(n)}", type="LIKES",
                 object=f"e-{THINGS[n % 8]}", text=texts[n], notes=(f"n{n}",), recorded_at=at[n])
            for n in numbers
        ),
    )  # fmt: skip
    store.apply(plan)


def _type_of(name: str) -> EntityType:
    return "Concept" if name in THINGS else "Place" if name in PLACES else "Person"


def question(chance: random.Random) -> str:
    """A question about one person."""
    return f"What does {person(chance.randrange(PEOPLE))} like, and since which visit in {chance.choice(PLACES)}?"


def sentence(chance: random.Random) -> str:
    """A sentence with a fact and a number, so that no two are equal."""
    return f"I moved to {chance.choice(PLACES)} with {chance.randrange(10**9)} boxes."


def _turn(chance: random.Random) -> Body:
    return {"text": sentence(chance), "speaker": person(chance.randrange(PEOPLE))}


READS = {
    "context": Verb(
        0.5,
        lambda c: ("POST", "/v1/context", {"question": question(c)}),
        lambda m, c: m.context(question(c)),
    ),
    "search": Verb(
        0.3,
        lambda c: ("POST", "/v1/search", {"question": question(c)}),
        lambda m, c: m.search(question(c)),
    ),
    "facts": Verb(
        0.1,
        lambda c: ("GET", "/v1/facts", {"entity": person(c.randrange(PEOPLE))}),
        lambda m, c: m.facts(person(c.randrange(PEOPLE)), limit=100),
    ),
    "list_notes": Verb(
        0.1,
        lambda c: ("POST", "/v1/list-notes", {"order": "newest", "limit": 20}),
        lambda m, _: m.list_notes(order="newest", limit=20),
    ),
}
WRITES = {
    "add": Verb(
        1.0,
        lambda c: ("POST", "/v1/turns", {"turns": [_turn(c)]}),
        lambda m, c: m.add(sentence(c), speaker=person(c.randrange(PEOPLE))),
    )
}
VERBS = READS | WRITES


def shares(reads: float) -> dict[str, float]:
    """The share of each verb among all requests."""
    return {name: verb.share * reads for name, verb in READS.items()} | {
        name: verb.share * (1 - reads) for name, verb in WRITES.items()
    }


def client(address: str, seed: int, reads: float, until: float, samples: list[Sample]) -> None:
    """Send requests, one after another, until the time is over."""
    chance = random.Random(f"{seed} {until}")  # other sentences in each run
    names, weights = zip(*shares(reads).items(), strict=True)
    with httpx.Client(base_url=address, timeout=60) as http:
        while time.monotonic() < until:
            (name,) = chance.choices(names, weights)
            method, path, given = VERBS[name].request(chance)
            started = time.perf_counter()
            try:
                body = {"params": given} if method == "GET" else {"json": given}
                status = http.request(method, path, **body).status_code
            except httpx.TransportError:
                status = 0
            samples.append(Sample(name, time.perf_counter() - started, status))


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """The number of durations, p50, p95, p99 and the longest."""
    if len(seconds) < 2:
        return {"count": len(seconds)}
    cuts = quantiles(seconds, n=100, method="inclusive")
    shown = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "longest": max(seconds)}
    return {"count": len(seconds)} | {name: round(1_000 * each, 1) for name, each in shown.items()}


def alone(memory: Memory, reads: float, calls: int) -> tuple[dict[str, list[float]], float]:
    """The seconds of the same calls of the library, one at a time, by verb; and the processor seconds of a request."""
    chance = random.Random(time.time_ns())
    for verb in VERBS.values():  # builds the caches
        verb.call(memory, chance)
    wanted = {name: max(10, round(calls * share)) for name, share in shares(reads).items()}
    seconds: dict[str, list[float]] = {}
    used: dict[str, float] = {}
    for name, count in wanted.items():
        began = time.process_time()
        seconds[name] = [_timed(lambda n=name: VERBS[n].call(memory, chance)) for _ in range(count)]
        used[name] = (time.process_time() - began) / count
    return seconds, sum(share * used[name] for name, share in shares(reads).items())


def _timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@dataclass(frozen=True)
class Process:
    """What Linux reports of a process; zeros elsewhere."""

    pid: int

    def resident(self) -> int:
        """Its memory in MB."""
        status = Path(f"/proc/{self.pid}/status")
        lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
        return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)

    def seconds(self) -> float:
        """Its processor time."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(store: str, embedder: str, threads: int | None) -> Generator[tuple[str, Process]]:
    """A server process over the store, which is ended with the block: its address and the process."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "memgraph_core.cli", "serve", "--port", str(port), "--store", store]
    command += ["--namespace", NAMESPACE, "--embedder", embedder]
    process = subprocess.Popen([*command, *(["--threads", str(threads)] if threads else [])])
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                httpx.get(f"{address}/ready").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.2)
        yield address, Process(process.pid)
    finally:
        process.terminate()
        process.wait(60)


def warm_up(address: str) -> None:
    """Send one request of each verb, because the first write of a process loads the language packages."""
    chance = random.Random(time.time_ns())
    with httpx.Client(base_url=address, timeout=120) as http:
        for verb in VERBS.values():
            method, path, given = verb.request(chance)
            body = {"params": given} if method == "GET" else {"json": given}
            http.request(method, path, **body).raise_for_status()


def load(address: str, options: argparse.Namespace, seconds: float) -> tuple[list[Sample], float]:
    """The requests of all clients, and the seconds that they took."""
    samples: list[Sample] = []
    until = time.monotonic() + seconds
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


def watch(process: Process, seconds: float, sizes: list[int]) -> threading.Thread:
    """Record the memory of a process at equal intervals, in the background."""

    def run() -> None:
        for _ in range(MEMORY_SAMPLES):
            sizes.append(process.resident())
            time.sleep(seconds / (MEMORY_SAMPLES - 1))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def measured(options: argparse.Namespace, store: str) -> dict[str, Any]:
    """The report."""
    with Memory.open(store, namespace=NAMESPACE, embedder=options.embedder) as memory:
        filled = fill(memory, options.notes)
        stored = memory.stats()
        of_library, processor = alone(memory, options.reads, options.calls)
    sizes: list[int] = []
    with server(store, options.embedder, options.threads) as (address, process):
        warm_up(address)
        load(address, options, options.seconds / 20)
        used = process.seconds()
        watching = watch(process, options.seconds, sizes)
        samples, seconds = load(address, options, options.seconds)
        watching.join()
        used = process.seconds() - used
    per_second = len(samples) / seconds
    seconds_alone = sum(share * mean(of_library[name]) for name, share in shares(options.reads).items())
    failed = Counter(each.status for each in samples if not 200 <= each.status < 300)
    return {
        "options": {**vars(options), "store": store},
        "stored": {"turns": stored.turns, "notes": stored.notes, "facts": stored.facts},
        "fill_seconds": round(filled, 1),
        "requests": len(samples),
        "errors": {str(status): number for status, number in failed.items()},
        "requests_per_second": round(per_second, 1),
        "calls_per_second_of_the_library": round(1 / seconds_alone, 1),
        "throughput_ratio": round(per_second * seconds_alone, 2),
        "processor_ms_of_a_request": round(1_000 * used / len(samples), 1),
        "processor_ms_of_a_call_of_the_library": round(1_000 * processor, 1),
        "ms": {name: milliseconds([each.seconds for each in samples if each.verb == name]) for name in VERBS},
        "ms_of_the_library": {name: milliseconds(each) for name, each in of_library.items()},
        "server_mb": sizes,
        "processors": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Read the options, measure, and print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--store", help="a file or the address of Neo4j; default: a temporary file")
    where.add_argument("--neo4j", action="store_true", help="start a Neo4j server for the measurement")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--reads", type=float, default=0.9, help="share of reads, from 0 to 1")
    parser.add_argument("--notes", type=int, default=5_000)
    parser.add_argument("--calls", type=int, default=200, help="calls of the library to compare with")
    parser.add_argument("--threads", type=int, help="threads of the server; default: those of `serve`")
    parser.add_argument("--embedder", default="none", help="a model, or none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        neo4j = neo4j_server.start() if options.neo4j else None
        store = neo4j.uri if neo4j else options.store or str(Path(folder, "memory.db"))
        try:
            print(json.dumps(measured(options, store), indent=1))
        finally:
            if neo4j:
                neo4j.stop()


if __name__ == "__main__":
    main()
