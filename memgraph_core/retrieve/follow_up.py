"""The signal for questions that continue recent turns: "and then?", "what else?", 然后呢.

Such a question takes over the words of the recent turns, so the search finds these turns first, although the user
already knows them. The user wants the turns after them, or anything else.
"""

import numpy as np

from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import terms_of
from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool, Scores

_REPEATED_SHARE = 0.75  # a turn with this share of a recent text's terms repeats it
_REPEAT_LOSS = 0.95  # share of its score that a repeating turn loses
_NEXT_GAINS = (0.8, 0.6, 0.4)  # shares of that score that the next three turns of the session gain


def follow_up_signal(query: Query, pool: Pool, scores: Scores) -> Scores:
    """The deduction for turns that repeat the recent texts, and the gain for the turns after them, or zeros.

    Turns gain only if the question asks what came next. If the recent texts contain only questions, the best turn
    counts as the answer that the user already knows.
    """
    changes = np.zeros(len(pool))
    if not query.preceding_texts or not len(pool):
        return changes
    index_of = {(turn.session, turn.position): index for index, turn in enumerate(pool.turns)}
    repeating = _repeating_turns(query, pool) or [int(np.argmax(scores))]
    for index in repeating:
        turn, score = pool.turns[index], max(float(scores[index]), 0.0)
        changes[index] = -_REPEAT_LOSS * score
        for distance, gain in enumerate(_NEXT_GAINS if "next" in query.intents else (), start=1):
            following = index_of.get((turn.session, (turn.position or 0) + distance))
            if following is not None and following not in repeating:
                changes[following] = max(changes[following], gain * score)
    return changes


def is_recent_text(text: str, query: Query) -> bool:
    """Whether a text is one of the recent texts, with or without the speaker's name before it."""
    return any(recent == text or recent.endswith(f": {text}") for recent in query.preceding_texts)


def _repeating_turns(query: Query, pool: Pool) -> list[int]:
    """Indexes of the turns that repeat a recent statement, word for word or nearly."""
    recent = [set(terms_of(text)) for text in query.preceding_texts if not is_question(text)]
    return [
        index
        for index, turn in enumerate(pool.turns)
        if not is_question(turn.text)
        and any(
            len(terms.intersection(turn.terms.split())) >= _REPEATED_SHARE * len(terms)
            for terms in recent
            if terms
        )
    ]
