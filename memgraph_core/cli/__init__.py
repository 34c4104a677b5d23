"""The command line: the verbs of `Memory`, for people and scripts. Each module is imported on use."""

import gc


def main() -> None:
    """Run `memgraph-core`. Exit codes: 0, 1 (error), 2 (usage), 3 (turns pending), 4 (not known) or 130 (Ctrl-C)."""
    # Imports create many objects. With Python's default threshold of 700, garbage collection takes a quarter of the
    # start.
    gc.set_threshold(50_000)
    from memgraph_core.cli.app import run

    run()
