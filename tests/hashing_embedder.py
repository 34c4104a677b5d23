"""An embedder for tests. Its vectors only count words and can be computed by hand."""

import re
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from memgraph_core.records.kinds import Matrix

# A run of letters and digits that are not CJK characters, or one CJK character.
_WORD = re.compile(
    r"[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


class HashingEmbedder:
    """For tests only: each lower-cased word, or CJK character, adds 1 to one number of the vector.

    A hash of the word, equal on every machine, determines which number. So the cosine of two texts is the share
    of words that they have in common (2 of 4 words each: 0.5), unless two words have the same hash. A text
    without words counts as one empty word.
    """

    def __init__(self, dimension: int = 64) -> None:
        """`dimension` is the length of a vector."""
        self._dimension = dimension

    @property
    def name(self) -> str:
        """`hashing-` and the dimension: `hashing-64`."""
        return f"hashing-{self._dimension}"

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return self._dimension

    def reads(self, text: str) -> bool:
        """True: it counts the words of any script."""
        return True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts."""
        counts = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for row, text in zip(counts, texts, strict=True):
            for word in _WORD.findall(text.lower()) or [""]:
                row[self.place(word)] += 1
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    def place(self, word: str) -> int:
        """The index of the number that counts this word."""
        digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return int.from_bytes(digest) % self._dimension
