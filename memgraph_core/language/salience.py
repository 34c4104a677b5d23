"""How much a sentence tells: what makes it worth a note of its own.

A sum of simple signs: it speaks of people or acts, has content words, a name, a time, a number or an address; a
question, a greeting or an acknowledgement loses, and so does a comment on what the other said. Dropping what
scores below one improved retrieval where it was measured, because short reactions no longer compete with
statements; the turn itself stays searchable.

How the threshold was chosen, and what a comment loses: the statements dropped were counted against the evidence turns
that keep a note, on the first halves of the development data.
1.0 is the highest of .5, .75, 1.0, 1.25, 1.5 and 2.0 at which each file keeps 98 % of its evidence turns. In per cent:

                          half 1: dropped, kept       half 2, whose errors nobody looked at
    LoCoMo (English)            46.5    98.7                47.4    98.3
    REALTALK (English)          28.8    99.3                30.3   100.0
    MemDaily (Chinese)           0.1   100.0                 0.1   100.0    (made sentences: no small talk)

What evidence is lost is mostly questions that the data's authors took for statements.
"""

from memgraph_core.language.pack import pack_of
from memgraph_core.language.stating.acts import Sort, speech_act_of

THRESHOLD = 1.0


def salience_of(
    sentence: str, language: str, *, has_name: bool, has_time: bool, sort: Sort | None = None
) -> float:
    """The score of a sentence; `THRESHOLD` and above is worth a note. Names other than the speakers' count.

    `sort` is what the sentence does, where that is known already.
    """
    stated = (sort or speech_act_of(sentence, language)) == "statement"
    score = 0.8 * has_name + 1.0 * has_time - 2.0 * (not stated)
    return score + pack_of(language).salience(sentence)
