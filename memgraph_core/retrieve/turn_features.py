"""Signals from the style of a turn: whether it asks, is in the first person, is long, is salient, mentions a time."""

import re
from datetime import timedelta
from functools import lru_cache

import numpy as np

from memgraph_core.language.asking import has_question_mark, question_share
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.people import is_first_person
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.stating.acts import speech_act_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Note
from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool, Scores

# A question with more characters or distinct terms describes something. Chinese terms are characters and pairs of them.
_MAX_QUESTION, _MAX_QUESTION_TERMS = 150, (8, 32)
_LAST_CLAUSE = re.compile(r"[,，][^,，]*$")
_ANOTHER_DAY = timedelta(hours=36)


def turn_features(query: Query, pool: Pool) -> dict[str, Scores]:
    """Turns that only ask rarely answer a question; long turns in the first person do so more often.

    `asks` and `salience` are 0..1, `first_person` and `dated` 0 or 1, `length` is ln(1 + number of terms).
    """
    texts = [t.text for t in pool.turns]
    dated = [any(_has_own_time(note) for note in notes) for notes in pool.notes]
    return {
        "asks": np.array([question_share(text) if has_question_mark(text) else 0.0 for text in texts]),
        "first_person": np.array([float(is_first_person(text)) for text in texts]),
        "length": np.log1p(np.array([t.terms.count(" ") + 1.0 for t in pool.turns])),
        "salience": np.array([max((n.salience for n in notes), default=0.0) for notes in pool.notes]),
        "dated": np.array(dated, dtype=np.float64) * float("temporal" in query.intents),
    }


@lru_cache(maxsize=10_000)
def states_something(text: str) -> bool:
    """Whether a text contains a statement, or is itself longer than a plain question.

    A question, greeting or acknowledgement is no hit. "I like tea, and you?" states something before it asks, and a longer
    request states what its author works on.
    """
    language = language_of(text)
    if len(text) > _MAX_QUESTION or len(set(terms_of(text))) > pack_of(language).pick(*_MAX_QUESTION_TERMS):
        return True
    return any(
        speech_act_of(sentence, language) == "statement" or _states_before_asking(sentence, language)
        for sentence in sentences_of(text)
    )


def _states_before_asking(sentence: str, language: str) -> bool:
    before = _LAST_CLAUSE.sub("", sentence)
    return before != sentence and is_first_person(before) and speech_act_of(before, language) == "statement"


def _has_own_time(note: Note) -> bool:
    """Whether the note mentions a time other than the day on which it was said."""
    if note.holds_from is None:
        return False
    return note.grain != "day" or (
        note.said_at is not None and abs(note.holds_from - note.said_at) > _ANOTHER_DAY
    )
