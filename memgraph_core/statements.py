"""The Cypher statements of the package, one per file, named by their path.

The folder is `cypher/` at the top of a checkout and `memgraph_core/cypher` in a wheel. Text that several statements share is
a file in `cypher/fragments/`; a line `// include fragments/NAME` is replaced by it. A statement is composed when it is first
used, so there are no composed copies that could become outdated.
"""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from textwrap import indent
from typing import LiteralString, cast

_INCLUDE = re.compile(r"^( *)// include (\S+)$", re.MULTILINE)
_HEADER = re.compile(r"\A(?://[^\n]*\n)+")


@cache
def cypher(name: str, *without: str) -> LiteralString:
    """The statement in `cypher/<name>.cypher`, for example `"read/candidates"`, with its header and fragments.

    The fragments named in `without`, such as `"fragments/filters"`, are left out. A search without filters uses the
    shorter statement, because a server that has just started spends most of its time on planning statements.
    """

    def fragment(include: re.Match[str]) -> str:
        text = "" if include[2] in without else _HEADER.sub("", source(include[2])).rstrip("\n")
        return indent(text, include[1])

    # The driver requires LiteralString, which excludes text built from user input. This text is a file of the package, so it is
    # as safe as a literal.
    return cast(LiteralString, _INCLUDE.sub(fragment, source(name)))


def source(name: str) -> str:
    """The text of `cypher/<name>.cypher` before its fragments are included."""
    return _folder().joinpath(f"{name}.cypher").read_text(encoding="utf-8")


def fragments_in(name: str) -> tuple[str, ...]:
    """The fragments that a statement includes, such as `"fragments/filters"`, each once, sorted."""
    return tuple(sorted({include[2] for include in _INCLUDE.finditer(source(name))}))


def names_in(folder: str) -> tuple[str, ...]:
    """The statements of a folder, such as `"explore/day"`, sorted."""
    files = (file.name for file in _folder().joinpath(folder).iterdir())
    return tuple(
        sorted(f"{folder}/{name.removesuffix('.cypher')}" for name in files if name.endswith(".cypher"))
    )


@cache
def _folder() -> Traversable:
    packaged = resources.files("memgraph_core") / "cypher"  # in a wheel
    return packaged if packaged.is_dir() else Path(__file__).parents[1] / "cypher"  # in a checkout
