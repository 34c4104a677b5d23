"""What the full-text index holds: a salted hash of each term instead of the term.

So the index holds no word that could be left behind in it, a term is matched exactly as the engine made it,
whatever its script or case, and the lists of documents under a term are those of one space only.
"""

from hashlib import blake2b
from typing import cast


def token(salt: bytes, space: int, term: str) -> str:
    """The term as the index knows it: 16 hexadecimal digits, other ones in every space."""
    person = space.to_bytes(16, "little")
    hashed = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8, key=salt, person=person)
    return hashed.hexdigest()


def tokens(salt: object, space: object, terms: object) -> str:
    """The terms of a text as the index knows them, joined by blanks; for the triggers of the schema."""
    known = cast(bytes, salt), cast(int, space)
    return " ".join(token(*known, term) for term in cast(str, terms).split(" ") if term)
