"""An embedder for tests: its vectors can be worked out by hand, and mean nothing but shared words."""

import re
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from memgraph_core.records.kinds import Matrix

# A run of letters and digits that are no CJK characters, or one CJK character.
_WORD = re.compile(
    r"[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


class HashingEmbedder:
    """For tests only: counts words. Each lower-cased word, or CJK character, adds 1 to one number.

    Which number is told by a hash of the word, the same on every machine. So the cosine of two texts is
    the share of words they have in common (2 of 4 words each: 0.5), unless two words meet in one number.
    A text without words counts as the empty word.
    """

    def __init__(self, dimension: int = 64) -> None:
        """`dimension` is how many numbers the words are spread over."""
        self._dimension = dimension

    @property
    def name(self) -> str:
        """`hashing-64`, or whatever the dimension is."""
        return f"hashing-{self._dimension}"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._dimension

    def reads(self, text: str) -> bool:
        """True: it counts the words of any script."""
        return True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in their order."""
        counts = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in zip(counts, texts, strict=True):
            for word in _WORD.findall(text.lower()) or [""]:
                row[self.place(word)] += 1
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    def place(self, word: str) -> int:
        """Which number of a vector counts this word, from 0."""
        digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return int.from_bytes(digest) % self._dimension
