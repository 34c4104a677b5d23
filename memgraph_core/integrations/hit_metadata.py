"""The metadata of a hit for retrievers of other libraries."""

from memgraph_core.records.search import Hit
from memgraph_core.retrieve.context import path_summary


def metadata_of(hit: Hit) -> dict[str, object]:
    """Speaker, time, session, source turns, trust and path of a hit, as JSON values."""
    return {
        "speaker": hit.speaker,
        "said_at": hit.said_at.isoformat() if hit.said_at else None,
        "session": hit.session,
        "turns": list(hit.turns),
        "trust": hit.trust,
        "via": path_summary(hit.path),
    }
