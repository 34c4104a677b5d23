"""Selects the hits for an overview: a summary, or the order of events, needs hits from every time."""

from collections.abc import Sequence

from memgraph_core.records.search import Hit, Query, is_between

OVERVIEW_HITS = 60  # hits that are offered to the text, which quotes the best sentence of as many as fit


def spread_over_sessions(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The best hit of each session, then the second best of each, and so on; in each round in their former order."""
    seen: dict[str, int] = {}
    rounds: list[tuple[int, int]] = []
    for place, hit in enumerate(hits):
        seen[hit.session] = seen.get(hit.session, 0) + 1
        rounds.append((seen[hit.session], place))
    return tuple(hits[place] for _, place in sorted(rounds))


def is_of_period(hit: Hit, query: Query) -> bool:
    """Whether a hit was said in the period of the query."""
    return hit.said_at is not None and is_between(hit.said_at, query.since, query.until)
