"""The weight of each ranking signal for a search: a base weight, changed by what kind of request and memory it is.

In a conversation, an answer rarely repeats the words of the question ("Yes, last week!"), so its passage and its
neighbours predict the answer better than its own words. Documents and diaries name their subject. No switch selects
between such cases: each weight is a linear function of some features of the query and its pool, the *circumstances*.
`weights.toml` holds the numbers, trained by benchmarks/ranker.py on questions of several kinds.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np

from memgraph_core.language.pack import pack_of
from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool

Weights = Mapping[str, float]  # name of the signal → weight

# Not trained. Follow-ups, current facts, compared sides and places for a day are gains computed from scores; trust is a
# deduction. Questions of benchmarks are asked long after the conversation and do not show how much recency is worth, so
# it only breaks ties, except where a question asks for the latest state.
FIXED: Weights = {
    "follow_up": 1.0,
    "current_fact": 1.0,
    "side": 1.0,
    "trust": 1.0,
    "recency": 0.02,
    "newest": 0.8,
    "standing": 0.5,
    "day": 0.3,
    "day_place": 1.0,
}
# Intents whose answers need several hits.
BROAD_INTENTS = frozenset({"list", "count", "comparison", "inference"})
_LONG_TURN = 200.0  # terms of a turn that counts fully as long


def circumstances(query: Query, pool: Pool) -> dict[str, float]:
    """Features of a query and its pool, each 0..1."""
    size = max(len(pool), 1)
    documents = [turn for turn in pool.turns if turn.is_document]
    answers = float((pool.preceding[0] < len(pool)).sum()) / size
    terms = float(np.mean(pool.term_counts.lengths)) if len(pool) else 0.0
    present = (
        pool.term_counts.present @ pool.idf / max(float(pool.idf.sum()), 1e-9) if len(pool) else np.zeros(1)
    )
    return {
        "message": float(query.kind != "question"),
        "broad": float(bool(query.intents & BROAD_INTENTS)),
        "chinese": pack_of(query.language).pick(0.0, 1.0),
        "no_vector": float(query.vector is None),
        "dialogue": answers,
        "documents": len(documents) / size,
        "titles": len({turn.session for turn in documents}) / size,
        "long_turns": min(1.0, float(np.log1p(terms) / np.log1p(_LONG_TURN))),
        "covered": float(present.max(initial=0.0)),
    }


def weights_for(query: Query, pool: Pool) -> Weights:
    """The weight of each signal for this query and pool."""
    found = {"base": 1.0, **circumstances(query, pool)}
    trained = {
        signal: sum(value * found[name] for name, value in row.items())
        for signal, row in weight_table().items()
    }
    return {**FIXED, **trained}


@cache
def weight_table() -> Mapping[str, Weights]:
    """Signal → its base weight, and what each circumstance adds to it."""
    file = resources.files("memgraph_core.retrieve") / "weights.toml"
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["weights"]
    return {signal: {name: float(value) for name, value in row.items()} for signal, row in rows.items()}
