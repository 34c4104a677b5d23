"""What calendars and contacts share: the components of a file of content lines, and the libraries that parse them."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from memgraph_core.errors import ConfigError
from memgraph_core.turns.fields import SourcePosition


def library(name: str, source: SourcePosition) -> Any:  # noqa: ANN401  a module of the extra `calendars`
    """The library with this name. Raises ConfigError if it is not installed."""
    try:
        return import_module(name)
    except ImportError as e:
        raise ConfigError(
            f"{source.file}: this format needs {name}: pip install 'memgraph-core[calendars]'."
        ) from e


def blocks_of(text: str, name: str, source: SourcePosition) -> Iterator[tuple[str, SourcePosition]]:
    """The components with a name, from BEGIN to END, in file order, each at its first line.

    A component that never ends is the rest of the text before the next BEGIN of the same name.
    """
    begin, end = f"BEGIN:{name}", f"END:{name}"
    current: list[str] = []
    at = source
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.strip().upper()
        if word == begin:
            if current:
                yield "\r\n".join(current), at
            current, at = [], source.at(f"line {number}")
        if word == begin or current:
            current.append(line)
        if word == end and current:
            yield "\r\n".join([*current, ""]), at
            current = []
    if current:
        yield "\r\n".join(current), at
