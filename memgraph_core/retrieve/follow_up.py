"""What came after what was said, or what there is beside it: "and then?", "what else?", 然后呢.

Such a question takes up the words of what was said last, and so it finds just that first; but that is known. What follows it
in its session is wanted, or anything else.
"""

import numpy as np

from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import terms_of
from memgraph_core.records.search import Query
from memgraph_core.retrieve.signals import Pool, Scores

_REPEATS = 0.75  # of the terms of what was said, with which a turn says the same
_KNOWN = 0.95  # of its score, that a turn loses which says what was said
_FOLLOWS = (0.8, 0.6, 0.4)  # of that score, that the next turns of its session gain


def onward(query: Query, pool: Pool, scores: Scores) -> Scores:
    """Shares of the scores of turns that say what was said last: lost by them, and gained by those after them where the
    question wants these. Where only a question was said last, the best turn is the answer that it was given.
    """
    moved = np.zeros(len(pool))
    if not query.preceding_texts or not len(pool):
        return moved
    places = {(turn.session, turn.position): place for place, turn in enumerate(pool.turns)}
    known = _known(query, pool) or [int(np.argmax(scores))]
    for place in known:
        turn, share = pool.turns[place], max(float(scores[place]), 0.0)
        moved[place] = -_KNOWN * share
        for steps, part in enumerate(_FOLLOWS if "next" in query.intents else (), start=1):
            after = places.get((turn.session, (turn.position or 0) + steps))
            if after is not None and after not in known:
                moved[after] = max(moved[after], part * share)
    return moved


def was_said(text: str, query: Query) -> bool:
    """Whether a text is among what was said last, with the name of who said it or without."""
    return any(said == text or said.endswith(f": {text}") for said in query.preceding_texts)


def _known(query: Query, pool: Pool) -> list[int]:
    """The turns that state what was said last, in those words or nearly."""
    said = [set(terms_of(text)) for text in query.preceding_texts if not is_question(text)]
    return [
        place
        for place, turn in enumerate(pool.turns)
        if not is_question(turn.text)
        and any(
            len(terms.intersection(turn.terms.split())) >= _REPEATS * len(terms) for terms in said if terms
        )
    ]
