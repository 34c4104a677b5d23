"""The ranking of Generative Agents (Park et al., arXiv 2304.03442): recency, importance and relevance, equally weighted.

A preset for comparisons: it ignores the graph, names and times. Recency follows the forgetting curve of the settings.
Importance is the highest salience of the notes. Relevance is the cosine, or the match of words if the query has no vector.
Each signal is scaled to 0..1 over the pool (the match of words to a maximum of 1), and the three are added.
"""

from typing import Literal

import numpy as np

from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool, Scores
from memgraph_core.retrieve.signals import meaning_signals, recency, word_signals
from memgraph_core.retrieve.weights import Weights

RankingPreset = Literal["trained", "generative_agents"]

WEIGHTS: Weights = {"recency": 1.0, "importance": 1.0, "relevance": 1.0}


def generative_signals(query: Query, pool: Pool, recency_days: float) -> dict[str, Scores]:
    """The three signals of each turn, 0..1."""
    meaning = meaning_signals(query, pool)
    relevance = (
        np.fmax(meaning["meaning_note"], meaning["meaning_passage"])
        if meaning
        else word_signals(query, pool)["words"]
    )
    saliences = [max((note.salience for note in notes), default=0.0) for notes in pool.notes]
    return {
        "recency": _scaled(recency(query, pool, recency_days)),
        "importance": _scaled(np.array(saliences, dtype=np.float64)),
        "relevance": relevance,
    }


def _scaled(values: Scores) -> Scores:
    """The values from the minimum of the pool (0) to its maximum (1); 0 if all are equal."""
    low, high = values.min(initial=np.inf), values.max(initial=-np.inf)
    return (values - low) / (high - low) if high > low else np.zeros(len(values))
