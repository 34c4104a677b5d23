"""Documents that are read again: what a new version says no longer goes, and nothing else does."""

from collections.abc import Sequence
from itertools import groupby

from memgraph_core.memory import Memory
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import UNLIMITED
from memgraph_core.turns.documents import outdated


def forget_outdated(memory: Memory, turns: Sequence[Turn]) -> Forgotten:
    """Before these chunks of documents are added: forget what is known of the same documents and stands there no more.

    A document is known by its name, the session of its chunks. Unchanged, nothing is forgotten. Raises InvalidInput,
    and forgets nothing, where what is known under a name looks like another document.
    """
    versions = groupby(sorted(turns, key=lambda turn: turn.session), key=lambda turn: turn.session)
    gone = [
        uid
        for name, chunks in versions
        for uid in outdated(memory.conversation(name, limit=UNLIMITED), tuple(chunks))
    ]
    return memory.forget(turns=gone, lasting=False) if gone else Forgotten()
