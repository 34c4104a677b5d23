"""What the full-text index holds: a salted hash of each term instead of the term.

So the index holds no word that could be left behind in it, a term is matched exactly as the engine made it,
whatever its script or case, and the lists of documents under a term are those of one space only.
"""

from functools import lru_cache
from hashlib import blake2b

_SPACES = 8
_REMEMBERED = (
    16_384  # terms of a space: most come again, and to hash one takes ten times as long as to look it up
)


class _Tokens(dict[str, str]):
    """Of one space those that were asked for lately, by term."""

    def __init__(self, salt: bytes, space: int) -> None:
        super().__init__()
        self._salt = salt
        self._person = space.to_bytes(16, "little")

    def __missing__(self, term: str) -> str:
        hashed = blake2b(
            term.encode("utf-8", "surrogatepass"), digest_size=8, key=self._salt, person=self._person
        ).hexdigest()
        if len(self) >= _REMEMBERED:
            self.clear()
        self[term] = hashed
        return hashed


_tokens_of = lru_cache(_SPACES)(_Tokens)


def token(salt: bytes, space: int, term: str) -> str:
    """The term as the index knows it: 16 hexadecimal digits, other ones in every space."""
    return _tokens_of(salt, space)[term]


def tokens(salt: bytes, space: int, terms: str) -> str:
    """The terms of a text as the index knows them, joined by blanks; for the triggers of the schema."""
    return " ".join(map(_tokens_of(salt, space).__getitem__, filter(None, terms.split(" "))))
