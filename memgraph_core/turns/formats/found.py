"""What was read of a file: turns, and why some rows were left out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn
from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.records import Record, record_turn

_Row = TypeVar("_Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTurns:
    """The turns of a file in its order, and the reason for each row that cannot be read, with its line.

    `not_carried` counts what the turns do not contain, because there is no counterpart of it here.
    """

    turns: tuple[Turn, ...]
    refused: tuple[str, ...] = ()
    not_carried: Mapping[str, int] = field(default_factory=dict[str, int])


def read_records(
    rows: Iterable[tuple[_Row, SourcePosition]], read: Callable[[_Row], Record | None], source: SourcePosition
) -> ReadTurns:
    """The turn of each row. `read` returns None for a row that states nothing, and raises InvalidInput for a bad row.

    Equal records are one turn. A second record with the same id and other content is refused. Raises InvalidInput if no row
    can be read.
    """
    turns: dict[str, Turn] = {}
    lines: dict[str, str] = {}  # record id → position
    refused: list[str] = []
    for row, at in rows:
        try:
            with at.located_errors():
                record = read(row)
                if record is None:
                    continue
                turn = record_turn(record, source.name or source.session)
                if turn.uid not in turns and record.id in lines:
                    raise InvalidInput(f"the id {record.id!r:.80} is that of {lines[record.id]}, too.")
        except InvalidInput as e:
            refused.append(str(e))
            continue
        turns[turn.uid] = turn
        lines.setdefault(record.id, at.where)
    return checked_found(tuple(turns.values()), refused, source)


def checked_found(turns: tuple[Turn, ...], refused: list[str], source: SourcePosition) -> ReadTurns:
    """The result. Raises InvalidInput if it has no turn."""
    if not turns and refused:
        others = f" {len(refused) - 1:,} more rows cannot be read." if len(refused) > 1 else ""
        raise InvalidInput(refused[0] + others)
    if not turns:
        raise InvalidInput(f"{source.file} contains nothing to import.")
    return ReadTurns(turns=turns, refused=tuple(refused))
