"""Vectors of two models are never compared: a handle with another model is refused."""

from memgraph_core.errors import StoreMismatch
from memgraph_core.store.contract import EmbeddingStamp


def refuse_other(namespace: str, held: EmbeddingStamp | None, given: EmbeddingStamp | None) -> None:
    """Raise StoreMismatch, with the remedy, when vectors were made by another model than the given one."""
    if held is None or given is None or held == given:
        return
    raise StoreMismatch(
        f"the vectors of namespace {namespace!r} were made by {held.model!r} ({held.dimension} numbers each), not by "
        f"{given.model!r} ({given.dimension}). Open it with {held.model!r}, or with no model (none), or have all "
        "vectors made anew: memgraph-core rebuild --embedder NAME, in Python memory.rebuild(embedder=…)."
    )


def stamp_from(model: str | None, dimension: int | None) -> EmbeddingStamp | None:
    """The embedding stamp of a stored model name and dimension."""
    return EmbeddingStamp(model, dimension) if model is not None and dimension is not None else None
