"""The command that tells the version."""

from importlib.metadata import version as version_of

import typer


def version() -> None:
    """Which version this is."""
    typer.echo(f"memgraph-core {version_of('memgraph-core')}")
