"""Files of other programs → turns: the format is recognised by file name and content, or given."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, tzinfo
from pathlib import PurePath
from typing import Literal, cast, get_args

from memgraph_core.errors import InvalidInput
from memgraph_core.records.validation import checked_choice
from memgraph_core.turns.fields import SourcePosition, decoded_text
from memgraph_core.turns.formats.calendars import read_calendar
from memgraph_core.turns.formats.contacts import read_contacts
from memgraph_core.turns.formats.found import ReadTurns
from memgraph_core.turns.formats.mapping import RowMapping, row_mapping_of
from memgraph_core.turns.formats.memories import (
    is_graphiti,
    is_mcp_memory,
    is_mem0,
    is_memary,
    read_graphiti,
    read_mcp_memory,
    read_mem0,
    refuse_memary,
)
from memgraph_core.turns.formats.slack import is_slack, read_slack
from memgraph_core.turns.formats.tables import read_json_records, read_table
from memgraph_core.turns.formats.telegram import is_telegram, read_telegram
from memgraph_core.turns.formats.whatsapp import DateOrder, is_whatsapp, read_whatsapp

Format = Literal[
    "csv",
    "json",
    "icalendar",
    "vcard",
    "whatsapp",
    "telegram",
    "slack",
    "mem0",
    "graphiti",
    "mcp-memory",
    "memary",
]
_JsonExport = Literal["telegram", "slack", "mem0", "graphiti", "memary"]

FORMATS: tuple[Format, ...] = get_args(Format)
# a later version of a record replaces the earlier one
RECORD_FORMATS: frozenset[Format] = frozenset(["csv", "json", "icalendar", "vcard", "graphiti", "mcp-memory"])
SUFFIXES: Mapping[str, Format] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".ics": "icalendar",
    ".ical": "icalendar",
    ".vcf": "vcard",
    ".vcard": "vcard",
}


def format_of(content: bytes, file: str, *, mapped: bool = False) -> Format | None:
    """The format of a file; None for conversations and documents in the formats of this package.

    With a mapping (`mapped`), a JSON file contains records.
    """
    suffix = PurePath(file).suffix.lower()
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    if suffix == ".txt":
        return "whatsapp" if is_whatsapp(content[:1_000].decode("utf-8-sig", "ignore")) else None
    if suffix in (".json", ".jsonl"):
        return "json" if mapped else "mcp-memory" if is_mcp_memory(content) else _export_format(content)
    return None


def read_turns(
    content: bytes,
    file: str,
    format: Format | None = None,
    *,
    mapping: Mapping[str, object] | RowMapping | None = None,
    zone: tzinfo = UTC,
    name: str = "",
    date_order: DateOrder | None = None,
    users: Mapping[str, str] | None = None,
) -> ReadTurns:
    """The turns of a file of another program, and the reasons for the rows that cannot be read.

    `mapping` declares what rows of tables and JSON records state; see formats/mapping.py. `zone` is the time zone of times
    without one. `name` is the session of turns that name none. By default it is the name of the file; for a chat, without the
    suffix. `date_order` is the order in the dates of a WhatsApp chat. `users` are the members of a Slack workspace: id → name.

    Raises InvalidInput with file, line, value and remedy if nothing can be read, and ConfigError if a package is missing.
    """
    declared = (
        mapping if isinstance(mapping, RowMapping) else None if mapping is None else row_mapping_of(mapping)
    )
    checked_choice(format, Format, "format")
    checked_choice(date_order, DateOrder, "date_order")
    kind = format or format_of(content, file, mapped=declared is not None)
    if kind is None:
        raise InvalidInput(f"the format of {file} is not recognised. Give one of {', '.join(FORMATS)}.")
    default = PurePath(file).name if kind in RECORD_FORMATS else ""
    source = SourcePosition(file, "line 1", zone, name or default)
    text = decoded_text(content, source)
    if kind in ("csv", "json"):
        if declared is None:
            source.at("").refuse("a table needs a mapping that declares its facts: --mapping FILE.")
        return (read_table if kind == "csv" else read_json_records)(text, source, declared)
    if kind == "whatsapp":
        return read_whatsapp(text, source, date_order)
    if kind in get_args(_JsonExport):
        return _read_export(cast(_JsonExport, kind), text, source, users)
    return _READERS[kind](text, source)


def _read_export(
    kind: _JsonExport, text: str, source: SourcePosition, users: Mapping[str, str] | None
) -> ReadTurns:
    value = _json(text)
    if not _IS_EXPORT[kind](value):
        source.at("").refuse(f"not an export of {kind.capitalize()}.")
    match kind:
        case "telegram":
            return read_telegram(value, source)
        case "slack":
            return read_slack(value, source, users)
        case "mem0":
            return read_mem0(value, source)
        case "graphiti":
            return read_graphiti(value, source)
        case "memary":
            refuse_memary(source)


def _export_format(content: bytes) -> Format | None:
    value = _json(content)
    return next((kind for kind, is_export in _IS_EXPORT.items() if is_export(value)), None)


def _json(content: bytes | str) -> object:
    """The JSON value; None for other content."""
    try:
        return cast(object, json.loads(content))
    except (ValueError, RecursionError):
        return None


_IS_EXPORT: Mapping[_JsonExport, Callable[[object], bool]] = {
    "telegram": is_telegram,
    "slack": is_slack,
    "mem0": is_mem0,
    "graphiti": is_graphiti,
    "memary": is_memary,
}
_READERS: Mapping[Format, Callable[[str, SourcePosition], ReadTurns]] = {
    "icalendar": read_calendar,
    "vcard": read_contacts,
    "mcp-memory": read_mcp_memory,
}
