"""Compares the writes and searches of a space in a file of its own with those in a file of many spaces.

    python benchmarks/many_spaces.py FILE [--spaces 100] [--notes 10000]

Fills FILE with random notes (a million notes take half an hour and 4 GB; existing notes count), then times one of its
spaces and the only space of a second file alternately. Prints milliseconds, without embedding.
"""

import argparse
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from memgraph_core.bench.measuring import timed
from memgraph_core.bench.world import STAMP, World, fill, searches, writes
from memgraph_core.store.contract import Store
from memgraph_core.store.sqlite import open_sqlite

_WARMING, _RUNS, _ROUNDS = 20, 100, 3


def main() -> None:
    """Fill, then time."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--spaces", type=int, default=100)
    parser.add_argument("--notes", type=int, default=10_000)
    given = parser.parse_args()
    with TemporaryDirectory() as folder, closing(open_sqlite(given.file, STAMP)) as many:
        for number in range(given.spaces):
            fill(many.store(f"space-{number:04}"), given.notes)
        with closing(open_sqlite(Path(folder) / "alone.db", STAMP)) as one:
            fill(one.store("space-0000"), given.notes)
            shared, alone = many.store(f"space-{given.spaces // 2:04}"), one.store("space-0000")
            for _ in range(_ROUNDS):
                _print_timings("alone", alone, given.notes)
                _print_timings(f"with {given.spaces - 1} others", shared, given.notes)


def _print_timings(label: str, store: Store, notes: int) -> None:
    for name, make in (("search", searches), ("write", writes)):
        calls = make(store, World(notes, first_turn=store.stats().turns, prefix=store.namespace))
        print(f"{label:<20} {name:<8} {timed(calls, _RUNS, _WARMING)}", flush=True)


if __name__ == "__main__":
    main()
