"""Components of calendars and contacts, from BEGIN to END, and the libraries that parse them."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from memgraph_core.errors import ConfigError
from memgraph_core.turns.fields import SourcePosition

_LINE_END = re.compile(r"\r\n|\r|\n")  # other separators, such as U+2028, may occur inside a value


def import_library(name: str, source: SourcePosition) -> Any:  # noqa: ANN401  a module of the extra `calendars`
    """The library with this name. Raises ConfigError if it is not installed."""
    try:
        return import_module(name)
    except ImportError as e:
        raise ConfigError(
            f"{source.file}: this format needs {name}: pip install 'memgraph-core[calendars]'."
        ) from e


def components_of(text: str, name: str, source: SourcePosition) -> Iterator[tuple[str, SourcePosition]]:
    """The components with a name in file order, each with the position of its first line.

    A component without an END contains the text before the next BEGIN of the same name, or the rest of the file.
    """
    begin, end = f"BEGIN:{name}", f"END:{name}"
    lines: list[str] = []  # of the current component
    at = source
    for number, line in enumerate(_LINE_END.split(text), start=1):
        word = line.strip().upper()
        if word == begin:
            if lines:
                yield _component(lines), at
            lines, at = [line], source.at(f"line {number}")
        elif lines:
            lines.append(line)
            if word == end:
                yield _component(lines), at
                lines = []
    if lines:
        yield _component(lines), at


def _component(lines: list[str]) -> str:
    return "\r\n".join([*lines, ""])
