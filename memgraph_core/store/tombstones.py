"""What is left of a turn that was forgotten: a hash, so that the same turn is known again and nobody can read what it was.

Of uid and words together: under the same uid something else may be said. The salt is the namespace's own, made with its
first tombstone, so that two namespaces leave different hashes of the same turn; an export takes it along.
"""

from collections.abc import Iterable
from hashlib import blake2b
from secrets import token_hex

from memgraph_core.records.graph import Turn
from memgraph_core.records.log import Tombstone


def new_salt() -> str:
    """A salt that nobody has."""
    return token_hex(16)


def marks_of(salts: Iterable[str], turn: Turn) -> list[str]:
    """The hashes of a turn, of all the words that it had."""
    return [_mark(salt, turn.uid, text) for salt in salts for text in dict.fromkeys(turn.all_texts)]


def rows_of(tombstones: Iterable[Tombstone]) -> tuple[list[Tombstone], list[str]]:
    """Each mark once, sorted, and their salts."""
    each = {tombstone.digest: tombstone for tombstone in tombstones}
    return [each[mark] for mark in sorted(each)], sorted({tombstone.salt for tombstone in each.values()})


def _mark(salt: str, uid: str, text: str) -> str:
    said = f"{uid}\x1f{text}".encode("utf-8", "surrogatepass")
    return blake2b(said, key=bytes.fromhex(salt), digest_size=16).hexdigest()
