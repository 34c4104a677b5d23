"""A cache of vectors in a file, so that the second run of a benchmark does not compute them again."""

import sqlite3
import threading
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from memgraph_core.errors import ModelError
from memgraph_core.models.protocol import Embedder
from memgraph_core.records.kinds import Matrix, Vector


class CachedEmbedder:
    """An embedder that calls another embedder only for texts whose vectors are not in its file.

    The file is an SQLite database of vectors by the hash of model name and text. It contains no text and may
    be deleted at any time. Name, dimension and scripts are those of the other embedder.
    """

    def __init__(self, embedder: Embedder, path: str | Path) -> None:
        """Opens or creates the file. Raises ModelError if that fails."""
        self._embedder = embedder
        self._lock = threading.Lock()
        try:
            self._connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
            self._connection.execute("CREATE TABLE IF NOT EXISTS vectors(key BLOB PRIMARY KEY, vector BLOB)")
        except sqlite3.Error as e:
            raise ModelError(
                f"The vector cache {str(path)!r} cannot be opened: {e}. Delete it, or name another file."
            ) from e

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return self._embedder.dimension

    def reads(self, text: str) -> bool:
        """Whether the model knows the script of this text."""
        return self._embedder.reads(text)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts. Raises ModelError."""
        if not texts:
            return self._embedder.embed(texts)
        keys = [self._key(text) for text in texts]
        with self._lock:
            vectors = self._cached(keys)
            if new := {key: text for key, text in zip(keys, texts, strict=True) if key not in vectors}:
                vectors |= dict(zip(new, self._embedder.embed(list(new.values())), strict=True))
                rows = [(key, vectors[key].tobytes()) for key in new]
                with self._connection:
                    self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
        return np.stack([vectors[key] for key in keys])

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _key(self, text: str) -> bytes:
        return blake2b(f"{self.name}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def _cached(self, keys: list[bytes]) -> dict[bytes, Vector]:
        select = "SELECT vector FROM vectors WHERE key = ?"
        found = ((key, self._connection.execute(select, (key,)).fetchone()) for key in set(keys))
        return {key: np.frombuffer(row[0], np.float32) for key, row in found if row}
