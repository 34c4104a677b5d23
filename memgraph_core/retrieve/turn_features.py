"""Signals from the style of a turn: whether it asks, is in the first person, is long, is salient, mentions a time."""

import re
from datetime import timedelta

import numpy as np

from memgraph_core.language.asking import asks, share_that_asks
from memgraph_core.records.graph import Note
from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool, Scores

_FIRST_PERSON = re.compile(r"\b(?:I|my|we|our)\b|[我咱]")
_ANOTHER_DAY = timedelta(hours=36)


def turn_features(query: Query, pool: Pool) -> dict[str, Scores]:
    """Turns that only ask rarely answer a question; long turns in the first person do so more often.

    `asks` and `salience` are 0..1, `first_person` and `dated` 0 or 1, `length` is ln(1 + number of terms).
    """
    texts = [t.text for t in pool.turns]
    dated = [any(_has_own_time(note) for note in notes) for notes in pool.notes]
    return {
        "asks": np.array([share_that_asks(text) if asks(text) else 0.0 for text in texts]),
        "first_person": np.array([float(is_first_person(text)) for text in texts]),
        "length": np.log1p(np.array([t.terms.count(" ") + 1.0 for t in pool.turns])),
        "salience": np.array([max((n.salience for n in notes), default=0.0) for notes in pool.notes]),
        "dated": np.array(dated, dtype=np.float64) * float("temporal" in query.intents),
    }


def is_first_person(text: str) -> bool:
    """Whether the speaker talks about themselves: "I", "my", 我."""
    return bool(_FIRST_PERSON.search(text))


def _has_own_time(note: Note) -> bool:
    """Whether the note mentions a time other than the day on which it was said."""
    if note.holds_from is None:
        return False
    return note.grain != "day" or (
        note.said_at is not None and abs(note.holds_from - note.said_at) > _ANOTHER_DAY
    )
