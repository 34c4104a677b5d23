"""The Cypher of the package: one static statement a file, found by its path.

The folder is `cypher/` at the top of a checkout and `memgraph_core/cypher` in a wheel. Statements are never
assembled: two shapes of a query are two files.
"""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import LiteralString, cast


@cache
def cypher(name: str) -> LiteralString:
    """The statement in `cypher/<name>.cypher`, for example `"read/candidates"`, with its header."""
    text = _folder().joinpath(f"{name}.cypher").read_text(encoding="utf-8")
    # The driver asks for LiteralString so that nobody sends it text built from user input. This text
    # ships with the package, so it is as safe as a literal.
    return cast(LiteralString, text)


def names_in(room: str) -> tuple[str, ...]:
    """The statements of a room, such as `"explore/day"`, sorted."""
    files = (file.name for file in _folder().joinpath(room).iterdir())
    return tuple(
        sorted(f"{room}/{name.removesuffix('.cypher')}" for name in files if name.endswith(".cypher"))
    )


@cache
def _folder() -> Traversable:
    packaged = resources.files("memgraph_core") / "cypher"  # in a wheel
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / "cypher"  # in a checkout
