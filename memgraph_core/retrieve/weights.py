"""The weight of each ranking signal: set by hand for statements, trained for conversations.

In a conversation between people, an answer rarely repeats the words of the question ("Yes, last week!"). There, the
passage, the meaning and the style of a turn predict the answer better than its own words. Personal notes and
documents name their topic, so words, names and facts weigh more.
"""

from dataclasses import dataclass, replace

from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weight of each signal, by its name. Most signals are 0..1; those of neighbours and `length` may be larger."""

    # Words and meaning, scaled by the best of the pool.
    words: float = 0.0
    words_note: float = 0.0
    words_passage: float = 0.0
    meaning_note: float = 0.0
    meaning_passage: float = 0.0
    # Words and meaning, not scaled: covered share of the query terms, and cosine.
    coverage: float = 0.0
    coverage_passage: float = 0.0
    cosine: float = 0.0  # of the turn or its best note
    cosine_passage: float = 0.0
    # Neighbours in the conversation.
    before: float = 0.0  # score of the previous turn
    after: float = 0.0  # score of the next turn
    answers: float = 0.0  # score of the previous turn, if it asks
    session: float = 0.0  # mean of the three best scores of the session
    follow_up: float = 1.0  # gain or loss where the question continues recent turns
    # Style of the turn.
    asks: float = 0.0  # share of its sentences that ask
    first_person: float = 0.0
    length: float = 0.0  # logarithm of its number of terms
    salience: float = 0.0  # of its best note
    dated: float = 0.0  # mentions a time, and the question asks when
    # Time, speaker and source.
    time: float = 0.0
    speaker: float = 0.0
    recency: float = 0.0
    trust: float = 1.0  # deduction for turns that no person said
    # The graph.
    fact: float = 0.0  # states a fact that the question asks about
    current_fact: float = 1.0  # lifts the current fact above those that it replaced
    near: float = 0.0  # close to the question's entities in the graph
    bridge: float = 0.0  # reached from a good turn over a shared entity


# Set by hand: the first five on conversations, those of the graph on daily messages; checked on passages.
STATEMENTS = Weights(
    words=1.0,
    words_note=0.3,
    words_passage=0.25,
    meaning_note=0.6,
    meaning_passage=0.6,
    before=0.1,
    after=0.1,
    session=0.15,
    time=0.5,
    speaker=0.15,
    recency=0.02,
    fact=0.6,
    near=0.5,
    bridge=2.0,
)
# Trained by benchmarks/ranker.py on two conversations (390 questions), where `near` and `bridge` added nothing. On three
# other conversations R@10 rose from 83.5 to 87.1, on chats of another kind from 66.5 to 70.2.
CONVERSATION = Weights(
    words_note=0.06,
    words_passage=0.38,
    coverage=0.09,
    coverage_passage=0.89,
    cosine=1.64,
    cosine_passage=0.91,
    before=-0.21,
    after=0.11,
    answers=0.21,
    session=0.17,
    asks=-0.19,
    first_person=0.12,
    length=0.05,
    salience=0.05,
    dated=0.44,
    time=0.7,
    speaker=0.3,
    fact=0.5,
)
# A question such as "What has Ada read?" has many answers that share only their speaker, so the speaker weighs more. .6
# and .9 were compared on two sets: with .9, R@10 of multi-hop questions rose by 1.4, of chats of another kind by
# 1.7 [.7, 2.7]. For other questions a higher weight lowers recall.
_BROAD_INTENTS = frozenset({"list", "count", "comparison", "inference"})
_BROAD_CONVERSATION = replace(CONVERSATION, speaker=0.9)


def weights_for(query: Query, pool: Pool) -> Weights:
    """The conversation weights if the query has a vector and the pool has several speakers; otherwise the statement
    weights.
    """
    if query.vector is None or len(pool.speakers) < 2:
        return STATEMENTS
    return _BROAD_CONVERSATION if query.intents & _BROAD_INTENTS else CONVERSATION
