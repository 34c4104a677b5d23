"""JSON objects in the files of other programs, each with its position."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from memgraph_core.turns.fields import Json, SourcePosition

JsonRow = tuple[Json | str, SourcePosition]  # a text: why the row cannot be read


def objects_of_list(value: object, what: str, source: SourcePosition) -> Iterator[JsonRow]:
    """The objects of a JSON list in order; nothing for another value. The positions are `what` with a number from 1."""
    items = cast(list[object], value) if isinstance(value, list) else []
    for number, item in enumerate(items, start=1):
        yield _object(item), source.at(f"{what} {number}")


def objects_of_lines(text: str, source: SourcePosition) -> Iterator[JsonRow]:
    """The objects of a text with one JSON object per line. Blank lines are left out."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        at = source.at(f"line {number}")
        try:
            yield _object(json.loads(line)), at
        except (ValueError, RecursionError) as e:
            yield f"not valid JSON: {e}. Write one object a line, or a list of objects.", at


def objects_in(value: object) -> list[Json]:
    """The objects of a JSON list, without its other items; empty for another value."""
    items = cast(list[object], value) if isinstance(value, list) else []
    return [cast(Json, item) for item in items if isinstance(item, Mapping)]


def first_object(value: object) -> Json:
    """The first item of a JSON list; an empty object if there is none, or if it is not an object."""
    items = cast(list[object], value) if isinstance(value, list) else []
    return object_or_empty(items[0]) if items else {}


def object_or_empty(value: object) -> Json:
    """The value if it is a JSON object, else an empty object."""
    return cast(Json, value) if isinstance(value, Mapping) else dict[str, Any]()


def _object(value: object) -> Json | str:
    return cast(Json, value) if isinstance(value, Mapping) else f"{value!r:.60} is not an object."
