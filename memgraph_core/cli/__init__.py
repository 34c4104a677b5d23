"""The command line: the verbs of `Memory`, for people and scripts. Nothing is imported before it is needed."""


def main() -> None:
    """Run `memgraph-core`. Ends the process with 0, 1 (refused), 2 (usage), 3 (turns pending) or 130 (Ctrl-C)."""
    from memgraph_core.cli.app import run

    run()
