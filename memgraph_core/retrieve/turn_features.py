"""How a turn speaks: whether it asks, tells of oneself, is long, salient, or tells when something was."""

import re
from datetime import timedelta

import numpy as np

from memgraph_core.language.asking import asks, share_that_asks
from memgraph_core.records.graph import Note
from memgraph_core.records.search import Query
from memgraph_core.retrieve.signals import Pool, Scores

_OF_ONESELF = re.compile(r"\b(?:I|my|we|our)\b|[我咱]")
_ANOTHER_DAY = timedelta(hours=36)


def manner(query: Query, pool: Pool) -> dict[str, Scores]:
    """A turn that only asks answers little; one that tells of the speaker, at length, answers more often."""
    texts = [t.text for t in pool.turns]
    dated = [any(_tells_when(note) for note in notes) for notes in pool.notes]
    return {
        "asks": np.array([share_that_asks(text) if asks(text) else 0.0 for text in texts]),
        "first_person": np.array([float(tells_of_oneself(text)) for text in texts]),
        "length": np.log1p(np.array([t.terms.count(" ") + 1.0 for t in pool.turns])),
        "salience": np.array([max((n.salience for n in notes), default=0.0) for notes in pool.notes]),
        "dated": np.array(dated, dtype=np.float64) * float("temporal" in query.intents),
    }


def tells_of_oneself(text: str) -> bool:
    """Whether a turn speaks of who says it: "I", "my", 我."""
    return bool(_OF_ONESELF.search(text))


def _tells_when(note: Note) -> bool:
    """Whether it speaks of a time of its own, and not just of the day on which it was said."""
    if note.holds_from is None:
        return False
    return note.grain != "day" or (
        note.said_at is not None and abs(note.holds_from - note.said_at) > _ANOTHER_DAY
    )
