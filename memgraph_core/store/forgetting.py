"""What both stores share of `forget`: its decision, and the tombstones of forgotten turns.

A tombstone is a salted hash of a forgotten turn, which recognises the turn and reveals nothing about it. The hash covers uid and
text, because the uid may be used again with another text. The salt belongs to the namespace and is created with its first
tombstone, so that two namespaces have different hashes of the same turn. An export contains the salt.
"""

from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from secrets import token_hex

from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import Tombstone

# Data of this many turns after a forgotten one may contain its words: a passage covers two earlier turns, and a
# note may quote the turn before.
FOLLOWING_TURNS = 2


def forget_change(namespace: str, version: int, turns: int, at: datetime) -> Change:
    """The Change for a forget: the number of turns, not their uids, because a uid may contain text."""
    return decision_of_user(namespace, "forget", [version], at=at, before=ChangeState(count=turns))


def new_salt() -> str:
    """A new random salt."""
    return token_hex(16)


def digests_of(salts: Iterable[str], turn: Turn) -> list[str]:
    """The hashes of a turn, one for each salt and each text that the turn has had."""
    return [_mark(salt, turn.uid, text) for salt in salts for text in dict.fromkeys(turn.all_texts)]


def rows_of(tombstones: Iterable[Tombstone]) -> tuple[list[Tombstone], list[str]]:
    """Each tombstone once, sorted by digest, and the salts, sorted."""
    each = {tombstone.digest: tombstone for tombstone in tombstones}
    return [each[mark] for mark in sorted(each)], sorted({tombstone.salt for tombstone in each.values()})


def _mark(salt: str, uid: str, text: str) -> str:
    content = f"{uid}\x1f{text}".encode("utf-8", "surrogatepass")
    return blake2b(content, key=bytes.fromhex(salt), digest_size=16).hexdigest()
