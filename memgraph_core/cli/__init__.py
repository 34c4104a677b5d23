"""The command line: the verbs of `Memory`, for people and scripts. Each module is imported on use."""


def main() -> None:
    """Run `memgraph-core`. Exit codes: 0, 1 (error), 2 (usage), 3 (turns pending), 4 (not known) or 130 (Ctrl-C)."""
    from memgraph_core.cli.app import run

    run()
