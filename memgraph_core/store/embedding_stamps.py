"""The check of embedding stamps: a handle with another model is refused, because vectors of two models are not comparable."""

from memgraph_core.errors import StoreMismatch
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
