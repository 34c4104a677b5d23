"""Checks that both stores make: of embedding stamps, and of the arguments of `append` and `forget`."""

from collections.abc import Iterable
from dataclasses import fields

from memgraph_core.errors import InvalidInput, StoreMismatch, TurnConflict
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Turn
from memgraph_core.store.contract import EmbeddingStamp


def check_stamp(namespace: str, stored: EmbeddingStamp | None, given: EmbeddingStamp | None) -> None:
    """Raise StoreMismatch, with the remedy, if another model than the given one computed the stored vectors."""
    if stored is None or given is None or stored == given:
        return
    raise StoreMismatch(
        f"the vectors of namespace {namespace!r} were made by {stored.model!r} ({stored.dimension} numbers each), not by "
        f"{given.model!r} ({given.dimension}). Open it with {stored.model!r}, or with no model (none), or compute all "
        "vectors again: memgraph-core rebuild --embedder NAME, in Python memory.rebuild(embedder=…)."
    )


def stamp_from(model: str | None, dimension: int | None) -> EmbeddingStamp | None:
    """The embedding stamp of a stored model name and dimension."""
    return EmbeddingStamp(model, dimension) if model is not None and dimension is not None else None


def distinct_turns(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns in their order, each uid once; the first of several with the same uid is kept.

    Raises InvalidInput for a turn without recorded_at, TurnConflict for a uid with two texts.
    """
    kept: dict[str, Turn] = {}
    for turn in turns:
        if turn.recorded_at is None:
            raise InvalidInput(f"turn {turn.uid!r}: recorded_at is None. Give the time of logging.")
        refuse_conflict(turn, kept.setdefault(turn.uid, turn))
    return tuple(kept.values())


def refuse_conflict(turn: Turn, logged: Turn) -> None:
    """Raise TurnConflict unless the text of the turn is the current or a former text of the logged turn."""
    if turn.text not in logged.all_texts:
        raise TurnConflict.of(turn.uid)


def checked_selection(selection: Selection) -> Selection:
    """The selection. Raises InvalidInput unless exactly one of its fields is given, or an entity and turns."""
    names = [field.name for field in fields(selection)]
    given = [name for name in names if getattr(selection, name)]
    if len(given) != 1 and given != ["turns", "entity"]:
        raise InvalidInput(
            f"forget was given {' and '.join(given) or 'nothing'}; give exactly one of {', '.join(names)}."
        )
    return selection
