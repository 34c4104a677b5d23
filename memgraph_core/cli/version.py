"""`version`: the version of the package."""

from importlib.metadata import version as version_of

import typer


def version() -> None:
    """Print the version."""
    typer.echo(f"memgraph-core {version_of('memgraph-core')}")
