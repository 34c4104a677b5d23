"""What the full-text index holds: a salted hash of each term instead of the term.

So the index holds no word that could be left behind in it, a term is matched exactly as the engine made it,
whatever its script or case, and the lists of documents under a term are those of one space only.
"""

from functools import lru_cache
from hashlib import blake2b

_REMEMBERED = (
    16_384  # terms: some come again and again, and hashing takes a dozen times as long as remembering
)


@lru_cache(_REMEMBERED)
def token(salt: bytes, space: int, term: str) -> str:
    """The term as the index knows it: 16 hexadecimal digits, other ones in every space."""
    person = space.to_bytes(16, "little")
    hashed = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8, key=salt, person=person)
    return hashed.hexdigest()


def tokens(salt: bytes, space: int, terms: str) -> str:
    """The terms of a text as the index knows them, joined by blanks; for the triggers of the schema."""
    return " ".join([token(salt, space, term) for term in terms.split(" ") if term])
