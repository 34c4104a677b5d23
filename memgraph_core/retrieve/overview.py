"""Hits for an overview: a summary, or the order of events, needs a little of every time instead of the best of one."""

from collections.abc import Sequence

from memgraph_core.records.search import Hit

OVERVIEW_HITS = 60  # of which as many as fit the budget are quoted, each in its best sentence


def spread(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The best hit of each session, then the second best of each, and so on; in each round in their former order."""
    seen: dict[str, int] = {}
    rounds: list[tuple[int, int]] = []
    for place, hit in enumerate(hits):
        seen[hit.session] = seen.get(hit.session, 0) + 1
        rounds.append((seen[hit.session], place))
    return tuple(hits[place] for _, place in sorted(rounds))
