"""What each signal may add: hand-set for statements, trained for conversations.

In a conversation between people an answer rarely repeats what was asked ("Yes, last week!"): there the passage, the
meaning and the manner of a turn tell more than its own words. Notes to oneself and documents name what they are
about, and are read by words, names and facts.
"""

from dataclasses import dataclass, replace

from memgraph_core.records.search import Query
from memgraph_core.retrieve.signals import Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each signal may add at most: a signal goes from 0 to 1, but for those of neighbours and `length`."""

    # The words and the meaning of the question, scaled by the best of the pool.
    words: float = 0.0
    words_note: float = 0.0
    words_passage: float = 0.0
    meaning_note: float = 0.0
    meaning_passage: float = 0.0
    # The same as they are, whatever else was found: share of the question's words, and cosine.
    cover: float = 0.0
    cover_passage: float = 0.0
    likeness: float = 0.0  # of the turn or its best note
    likeness_passage: float = 0.0
    # Its place in the conversation: shares of the scores of the turns beside it.
    before: float = 0.0
    after: float = 0.0
    answers: float = 0.0  # of the turn before, if that asks
    session: float = 0.0
    onward: float = (
        1.0  # shares of the score of what was said last, where the question wants what came after it
    )
    # How it speaks.
    asks: float = 0.0  # share of its sentences that ask
    first_person: float = 0.0
    length: float = 0.0  # logarithm of its terms
    salience: float = 0.0  # of its best note
    dated: float = 0.0  # tells when something was, and the question asks when
    # When and by whom it was said.
    time: float = 0.0
    speaker: float = 0.0
    recency: float = 0.0
    # The graph.
    fact: float = 0.0
    holds: float = (
        1.0  # what a turn lacks that states what holds, to come before those of what it took the place of
    )
    near: float = 0.0
    bridge: float = 0.0


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
# Trained by benchmarks/ranker.py on two conversations (390 questions), in which the graph's nearness and bridges added
# nothing. On three others R@10 rose from 83.5 to 87.1, on chats of another kind from 66.5 to 70.2.
CONVERSATION = Weights(
    words_note=0.06,
    words_passage=0.38,
    cover=0.09,
    cover_passage=0.89,
    likeness=1.64,
    likeness_passage=0.91,
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


# "What has Ada read?" is answered in many places, which have nothing in common but who speaks there. Chosen of .6 and .9
# with two sets in sight: R@10 of multi-hop questions rose by 1.4, of chats of another kind by 1.7 [.7, 2.7]. Given to
# every question, it would cost those about others.
_WIDE = frozenset({"list", "count", "comparison", "inference"})
_WIDELY_ASKED = replace(CONVERSATION, speaker=0.9)


def weights_for(query: Query, pool: Pool) -> Weights:
    """Those of conversations where people talk to each other and the meaning of the question is known; where it asks for
    many things, who speaks counts more.
    """
    if query.vector is None or len(pool.speakers) < 2:
        return STATEMENTS
    return _WIDELY_ASKED if query.intents & _WIDE else CONVERSATION
