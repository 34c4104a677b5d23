"""Tokens of the full-text index: each term is replaced by a salted hash.

So the index contains no word that could remain after a deletion. A term matches exactly as the language package returned it.
The same term has a different token in each space, so a lookup reads only documents of one space.
"""

from functools import lru_cache
from hashlib import blake2b

_CACHED_SPACES = 8
# Terms per space. Most terms occur again, and computing a hash takes ten times as long as a lookup.
_CACHED_TERMS = 16_384


class _Tokens(dict[str, str]):
    """Cached tokens of one space, by term."""

    def __init__(self, salt: bytes, space: int) -> None:
        super().__init__()
        self._salt = salt
        self._person = space.to_bytes(16, "little")

    def __missing__(self, term: str) -> str:
        hashed = blake2b(
            term.encode("utf-8", "surrogatepass"), digest_size=8, key=self._salt, person=self._person
        ).hexdigest()
        if len(self) >= _CACHED_TERMS:
            self.clear()
        self[term] = hashed
        return hashed


_tokens_of = lru_cache(_CACHED_SPACES)(_Tokens)


def token(salt: bytes, space: int, term: str) -> str:
    """The token of a term in a space: 16 hexadecimal digits."""
    return _tokens_of(salt, space)[term]


def tokens(salt: bytes, space: int, terms: str) -> str:
    """The tokens of terms that are separated by spaces, in the same form; a function of SQL."""
    return " ".join(map(_tokens_of(salt, space).__getitem__, filter(None, terms.split(" "))))
