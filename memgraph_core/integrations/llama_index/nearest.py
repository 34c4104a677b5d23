"""Entities near a vector: the entities of the nearest notes."""

from collections.abc import Sequence

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Entity
from memgraph_core.records.search import Limits, Query
from memgraph_core.records.validation import checked_vector

_NOTES_PER_ENTITY = 4  # notes that are read per requested entity


def nearest_entities(memory: Memory, embedding: Sequence[float], count: int) -> list[tuple[Entity, float]]:
    """Each entity once with the cosine similarity of its nearest note; nearest first, then by name.

    Raises InvalidInput for a vector of another dimension, or a memory without an embedder.
    """
    embedder = memory.engine.embedder
    if embedder is None:
        raise InvalidInput("this memory has no embedding model. Open it with one.")
    if len(embedding) != embedder.dimension:
        raise InvalidInput(
            f"the vector has {len(embedding)} dimensions, but this memory uses {embedder.dimension}, from "
            f"{embedder.name!r}. Give MemoryEmbedding(memory.engine.embedder) as embed_model."
        )
    vector = checked_vector(embedding, embedder.dimension, "query_embedding")
    limits = Limits(
        vector=_NOTES_PER_ENTITY * count,
        passages=0,
        terms=0,
        anchor=0,
        time=0,
        agent_generated=0,
        agent_passages=0,
        neighbour_seeds=0,
    )
    query = Query(text="", now=memory.engine.clock(), vector=vector)
    found = memory.store.candidates(query, limits)
    best: dict[str, float] = {}
    for note in found.notes:
        if note.vector is not None:
            cosine = float(note.vector @ vector)
            for uid in found.about.get(note.uid, ()):
                best[uid] = max(cosine, best.get(uid, -1.0))
    near = [(found.entities[uid], cosine) for uid, cosine in best.items() if uid in found.entities]
    return sorted(near, key=lambda pair: (-pair[1], pair[0].name))[:count]
