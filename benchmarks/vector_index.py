"""Compare vector indexes for the SQLite store: the store's own index, usearch (HNSW) and sqlite-vec (a full scan in SQLite).

    pip install usearch sqlite-vec psutil
    python benchmarks/vector_index.py --counts 10000 100000 --indexes own usearch usearch-i8 sqlite-vec

The vectors are random unit vectors of 384 numbers in clusters of about forty (cosine of about .5 within a cluster). Each row
is measured in a process of its own: recall at 30 against an exact comparison, the same with a filter that a tenth of the
vectors pass, build time, query time, time to add and to remove one vector, and the growth of the process's memory.
usearch has no filter in Python: the filtered query fetches ten times as many and drops what does not pass.
"""

import argparse
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

DIMENSION, NEAREST, PROBES, UPDATES = 384, 30, 100, 100
Matrix = NDArray[np.float32]


class Index(Protocol):
    """What the store needs of a vector index."""

    def add(self, first: int, vectors: Matrix) -> None:
        """Add vectors with consecutive ids; one id in ten passes the filter."""
        ...

    def remove(self, identifier: int) -> None:
        """Remove one vector."""
        ...

    def nearest(self, probe: Matrix, count: int, *, filtered: bool) -> Iterable[int]:
        """Ids of the nearest vectors."""
        ...


class Own:
    """The index of the SQLite store: codes of signs first, then an exact comparison."""

    def __init__(self, count: int) -> None:
        from memgraph_core.store.sqlite.cache import vectors

        self._vectors = vectors
        self._index = vectors.VectorIndex(DIMENSION)
        self._index.reserve(count)
        self._snapshot = self._index.snapshot()

    def add(self, first: int, vectors: Matrix) -> None:
        """See `Index.add`."""
        for start in range(0, len(vectors), 200):  # the store reads the file in batches of this size
            self._index.add(
                [
                    (first + row, f"n{first + row:08}", self._state(first + row), vectors[row].tobytes())
                    for row in range(start, min(start + 200, len(vectors)))
                ]
            )
        self._snapshot = self._index.snapshot()

    def remove(self, identifier: int) -> None:
        """See `Index.remove`."""
        self._index.remove([identifier])
        self._snapshot = self._index.snapshot()

    def nearest(self, probe: Matrix, count: int, *, filtered: bool) -> Iterable[int]:
        """See `Index.nearest`."""
        least = self._vectors.ORDINARY if filtered else self._vectors.ARCHIVED
        (found,) = self._snapshot.nearest((probe,), count, least)
        return [int(self._snapshot.ids[row]) for row, _ in found]

    def _state(self, identifier: int) -> int:
        return self._vectors.ARCHIVED if identifier % 10 else self._vectors.ORDINARY


class Usearch:
    """usearch with its default graph; `i8` stores a byte for each number."""

    def __init__(self, dtype: str) -> None:
        from usearch.index import Index as HnswIndex

        self._index: Any = HnswIndex(ndim=DIMENSION, metric="cos", dtype=dtype)

    def add(self, first: int, vectors: Matrix) -> None:
        """See `Index.add`."""
        self._index.add(np.arange(first, first + len(vectors)), vectors, threads=1)

    def remove(self, identifier: int) -> None:
        """See `Index.remove`."""
        self._index.remove(identifier)

    def nearest(self, probe: Matrix, count: int, *, filtered: bool) -> Iterable[int]:
        """See `Index.nearest`."""
        found = self._index.search(probe, count * 10 if filtered else count, threads=1).keys.tolist()
        return [each for each in found if not filtered or each % 10 == 0][:count]


class SqliteVec:
    """sqlite-vec in a database in memory."""

    def __init__(self) -> None:
        import apsw
        import sqlite_vec

        self._connection: Any = apsw.Connection(":memory:")
        self._connection.enable_load_extension(True)
        self._connection.load_extension(sqlite_vec.loadable_path())
        self._connection.execute(
            f"CREATE VIRTUAL TABLE vectors USING vec0 (id INTEGER PRIMARY KEY, passes INTEGER, "
            f"vector FLOAT[{DIMENSION}] distance_metric=cosine)"
        )

    def add(self, first: int, vectors: Matrix) -> None:
        """See `Index.add`."""
        rows = (
            (number, int(number % 10 == 0), vector.tobytes()) for number, vector in enumerate(vectors, first)
        )
        with self._connection:
            self._connection.executemany("INSERT INTO vectors (id, passes, vector) VALUES (?, ?, ?)", rows)

    def remove(self, identifier: int) -> None:
        """See `Index.remove`."""
        self._connection.execute("DELETE FROM vectors WHERE id = ?", (identifier,))

    def nearest(self, probe: Matrix, count: int, *, filtered: bool) -> Iterable[int]:
        """See `Index.nearest`."""
        condition = "AND passes = 1" if filtered else ""
        found = self._connection.execute(
            f"SELECT id FROM vectors WHERE vector MATCH ? AND k = ? {condition}",
            (struct.pack(f"{DIMENSION}f", *probe), count),
        )
        return [identifier for (identifier,) in found]


INDEXES: dict[str, Callable[[int], Index]] = {
    "own": Own,
    "usearch": lambda _: Usearch("f32"),
    "usearch-i8": lambda _: Usearch("i8"),
    "sqlite-vec": lambda _: SqliteVec(),
}


def clustered(count: int, random: np.random.Generator, centres: Matrix) -> Matrix:
    """Unit vectors near the centres, made in parts so that no more than two copies are in memory."""
    matrix = np.empty((count, DIMENSION), np.float32)
    for start in range(0, count, 50_000):
        part = matrix[start : start + 50_000]
        random.standard_normal(out=part, dtype=np.float32)
        part += centres[random.integers(0, len(centres), len(part))]
        part /= np.linalg.norm(part, axis=1, keepdims=True)
    return matrix


def exact(matrix: Matrix, probe: Matrix, *, filtered: bool) -> set[int]:
    """Ids of the nearest vectors by comparing all."""
    ids = np.arange(0, len(matrix), 10 if filtered else 1)
    cosines = np.vecdot(matrix[::10] if filtered else matrix, probe)
    return set(ids[np.argpartition(-cosines, NEAREST)[:NEAREST]].tolist())


def milliseconds(calls: Iterable[Callable[[], object]]) -> tuple[float, float]:
    """The median of the calls by the clock, and of the processor time of this process."""
    taken: list[tuple[float, float]] = []
    for call in calls:
        begun, used = time.perf_counter(), time.process_time()
        call()
        taken.append((time.perf_counter() - begun, time.process_time() - used))
    clock, processor = np.median(taken, axis=0) * 1000
    return float(clock), float(processor)


def measure(name: str, count: int) -> str:
    """One row of the table."""
    import psutil

    random = np.random.default_rng(7)
    centres = random.standard_normal((max(1, count // 40), DIMENSION), dtype=np.float32)
    matrix = clustered(count, random, centres)
    probes, more = clustered(PROBES, random, centres), clustered(UPDATES, random, centres)
    memory = psutil.Process().memory_info().rss
    begun, used = time.perf_counter(), time.process_time()
    index = INDEXES[name](count)
    index.add(0, matrix)
    built, built_cpu = time.perf_counter() - begun, time.process_time() - used
    grown = (psutil.Process().memory_info().rss - memory) / 2**20
    recalls = [
        np.mean(
            [
                len(
                    exact(matrix, probe, filtered=filtered)
                    & set(index.nearest(probe, NEAREST, filtered=filtered))
                )
                / NEAREST
                for probe in probes
            ]
        )
        for filtered in (False, True)
    ]
    query = milliseconds(lambda probe=p: index.nearest(probe, NEAREST, filtered=False) for p in probes)
    narrow = milliseconds(lambda probe=p: index.nearest(probe, NEAREST, filtered=True) for p in probes)
    add = milliseconds(lambda n=n: index.add(count + n, more[n : n + 1]) for n in range(UPDATES))
    remove = milliseconds(lambda n=n: index.remove(count + n) for n in range(UPDATES))
    timings = "".join(f"{clock:9.2f} {cpu:8.2f}" for clock, cpu in (query, narrow, add, remove))
    return f"{name:<11}{count:>9}{recalls[0]:8.4f}{recalls[1]:9.4f}{built:9.1f}{built_cpu:8.1f}{timings}{grown:8.0f}"


def main() -> None:
    """Measure every index with every number of vectors, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--counts", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--indexes", nargs="+", choices=INDEXES, default=list(INDEXES))
    parser.add_argument("--one", action="store_true", help="measure in this process")
    given = parser.parse_args()
    if given.one:
        print(measure(given.indexes[0], given.counts[0]), flush=True)
        return
    print(
        "                       recall  recall   build s    cpu   query ms    cpu  filtered    cpu"
        "       add      cpu   remove      cpu      MB",
        flush=True,
    )
    for count in given.counts:
        for name in given.indexes:
            command = [sys.executable, __file__, "--one", "--counts", str(count), "--indexes", name]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
