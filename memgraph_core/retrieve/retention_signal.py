"""The effect of retention on ranking: old statements that were never used lose a small share of their score."""

from datetime import datetime

import numpy as np

from memgraph_core.config import RetentionSettings
from memgraph_core.retrieve.expand import SearchGraph
from memgraph_core.retrieve.rank import Ranking
from memgraph_core.retrieve.retention import retention_of


def with_retention(
    ranking: Ranking, graph: SearchGraph | None, settings: RetentionSettings, now: datetime
) -> Ranking:
    """The ranking with the signal `retention`: at most the share `settings.ranking` of each score, added or subtracted.

    A turn with a note that never fades, or that states a current fact, counts as remembered.
    """
    if not settings.ranking:
        return ranking
    facts = graph.facts.values() if graph is not None else ()
    lasting = {uid for fact in facts if fact.holds(now) for uid in fact.notes}
    remembered = [
        1.0
        if turn.at is None or any(n.uid in lasting or n.kind in settings.never_fade for n in notes)
        else retention_of(turn.uid, turn.at, turn.used_at, now, settings.curve).retention
        for turn, notes in zip(ranking.pool.turns, ranking.pool.notes, strict=True)
    ]
    return ranking.adjusted("retention", settings.ranking * (2 * np.array(remembered) - 1))
