"""Blocks of core memory as hits of a search."""

from collections.abc import Sequence

from memgraph_core.language.terms import terms_of
from memgraph_core.records.core import CoreState
from memgraph_core.records.search import Hit, Query, Step

_SESSION = "core memory"


def core_hits(query: Query, blocks: Sequence[CoreState], limit: int) -> tuple[Hit, ...]:
    """The blocks that share terms with the question, those with the most first; at most `limit`."""
    asked = frozenset(query.terms)
    shares = {
        block.uid: len(asked & frozenset(terms_of(f"{block.name} {block.content}"))) / len(asked)
        for block in blocks
        if asked
    }
    found = sorted((block for block in blocks if shares.get(block.uid)), key=lambda block: -shares[block.uid])
    return tuple(
        Hit(
            uid=block.uid,
            kind="core",
            text=block.content,
            score=round(shares[block.uid], 6),
            turns=block.turns,
            session=_SESSION,
            speaker=block.name,
            said_at=None,
            signals={"words": round(shares[block.uid], 4)},
            support=round(shares[block.uid], 4),
            path=(Step("Core", block.uid, block.content),),
            trust="said",
            space="",
            rank=rank,
        )
        for rank, block in enumerate(found[:limit], start=1)
    )
