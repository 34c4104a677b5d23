"""The result of reading a file: turns, and why some rows were left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn
from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.records import Record, record_turn

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTurns:
    """The turns of a file in its order, and the reason for each row that cannot be read, with its position.

    `not_carried` counts what the turns do not contain because memory has nothing that corresponds to it.
    """

    turns: tuple[Turn, ...]
    refused: tuple[str, ...] = ()
    not_carried: Mapping[str, int] = field(default_factory=dict[str, int])


def read_records(
    rows: Iterable[tuple[_Row | str, SourcePosition]],
    read: Callable[[_Row], Record | None],
    source: SourcePosition,
) -> ReadTurns:
    """The result of `collect_records`. Raises InvalidInput if no row can be read."""
    return with_turns(collect_records(rows, read, source), source)


def collect_records(
    rows: Iterable[tuple[_Row | str, SourcePosition]],
    read: Callable[[_Row], Record | None],
    source: SourcePosition,
) -> ReadTurns:
    """The turn of each row. A row that is a text cannot be read, and the text is the reason.

    `read` returns None for a row that states nothing, and raises InvalidInput for a bad row. Equal records are one turn. A
    second record with the same id and other content is refused.
    """
    turns: dict[str, Turn] = {}
    positions: dict[str, str] = {}  # record id → position
    refused: list[str] = []
    for row, at in rows:
        try:
            with at.located_errors():
                if isinstance(row, str):
                    raise InvalidInput(row)
                record = read(row)
                if record is None:
                    continue
                turn = record_turn(record, source.name or source.session)
                if turn.uid not in turns and record.id in positions:
                    raise InvalidInput(
                        f"the id {record.id!r:.80} is also the id of {positions[record.id]}, with other content."
                    )
        except InvalidInput as e:
            refused.append(str(e))
            continue
        turns[turn.uid] = turn
        positions.setdefault(record.id, at.where)
    return ReadTurns(turns=tuple(turns.values()), refused=tuple(refused))


def with_turns(read: ReadTurns, source: SourcePosition) -> ReadTurns:
    """The result, unchanged. Raises InvalidInput with the first reason if it has no turn."""
    if not read.turns and read.refused:
        raise none_readable(read.refused)
    if not read.turns:
        raise InvalidInput(f"{source.file} contains nothing to import.")
    return read


def none_readable(refused: Sequence[str]) -> InvalidInput:
    """The error of a file without a row that can be read: the first reason, and the number of the others."""
    count = len(refused) - 1
    others = f" {count:,} more rows cannot be read." if count else ""
    return InvalidInput(refused[0] + others)
