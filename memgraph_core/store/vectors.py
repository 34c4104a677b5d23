"""The stored form of a vector: the bytes of 32-bit floats, little-endian on every machine."""

import numpy as np

from memgraph_core.records.kinds import Vector

FLOATS = np.dtype("<f4")


def bytes_of(vector: Vector) -> bytes:
    """The vector as bytes."""
    return vector.astype(FLOATS).tobytes()


def vector_from(content: bytes | None) -> Vector | None:
    """The vector of bytes that `bytes_of` returned; it cannot be changed."""
    return np.frombuffer(content, FLOATS).astype(np.float32, copy=False) if content else None
