"""CSV tables and JSON records → turns, by a mapping."""

import csv
import json
from collections.abc import Iterator
from functools import partial
from io import StringIO

from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.found import ReadTurns, read_records
from memgraph_core.turns.formats.json_rows import JsonRow, objects_of_lines, objects_of_list
from memgraph_core.turns.formats.mapping import Row, RowMapping, check_columns

_DELIMITERS = ",;\t|"
_RowAt = tuple[Row | str, SourcePosition]  # a text: why the row cannot be read


def read_table(text: str, source: SourcePosition, mapping: RowMapping) -> ReadTurns:
    """The rows of a CSV table whose first line names the columns. Raises InvalidInput if no row can be read.

    The delimiter is the comma, semicolon, tab or vertical bar that is most frequent in the first line.
    """
    return _read(list(_table_rows(text, source)), source, mapping)


def read_json_records(text: str, source: SourcePosition, mapping: RowMapping) -> ReadTurns:
    """The objects of a JSON list, or one JSON object a line. Raises InvalidInput if none can be read."""
    rows = _listed_rows(text, source) if text.lstrip().startswith("[") else objects_of_lines(text, source)
    return _read(list(rows), source, mapping)


def _read(rows: list[_RowAt], source: SourcePosition, mapping: RowMapping) -> ReadTurns:
    check_columns(mapping, [row for row, _ in rows if not isinstance(row, str)], source)
    return read_records(rows, partial(mapping.record, zone=source.zone), source)


def _table_rows(text: str, source: SourcePosition) -> Iterator[_RowAt]:
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        at = source.at(f"line {reader.line_num + 1}")
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as e:
            yield f"not valid CSV: {e}.", at
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = _header(cells, at)
        elif len(cells) != len(header):
            yield (
                f"the row has {len(cells)} of {len(header)} cells. Quote cells that contain {delimiter!r}.",
                at,
            )
        else:
            yield dict(zip(header, cells, strict=True)), at


def _header(cells: list[str], at: SourcePosition) -> list[str]:
    names = [cell.strip() for cell in cells]
    if len(set(names)) < len(names) or not all(names):
        at.refuse(f"the columns are {names!r:.200}. Give each column a name of its own in the first line.")
    return names


def _listed_rows(text: str, source: SourcePosition) -> Iterator[JsonRow]:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as e:
        source.at("").refuse(f"not valid JSON: {e}.", e)
    return objects_of_list(items, "item", source)
