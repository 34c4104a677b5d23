"""Salience: the score that decides whether a sentence becomes a note.

It is a sum of simple features. People, actions, content words, a name, a time, a number or an address increase it. A
question, a greeting, an acknowledgement or a comment on another turn decreases it. Without notes for sentences below
1.0, retrieval was measured to be better, because short reactions no longer compete with statements. The turn itself
stays searchable.

The threshold was chosen on the first halves of the development data. "Dropped" is the share of statements without a
note; "kept" is the share of evidence turns that still have a note. 1.0 is the highest of .5, .75, 1.0, 1.25, 1.5 and
2.0 at which each file keeps 98 % of its evidence turns. In per cent:

                          half 1: dropped, kept       half 2 (not used for the choice)
    LoCoMo (English)            46.5    98.7                47.4    98.3
    REALTALK (English)          28.8    99.3                30.3   100.0
    MemDaily (Chinese)           0.1   100.0                 0.1   100.0    (generated sentences, no small talk)

Most of the lost evidence turns are questions.
"""

from memgraph_core.language.pack import pack_of
from memgraph_core.language.stating.acts import SpeechAct, speech_act_of

THRESHOLD = 1.0


def salience_of(
    sentence: str, language: str, *, has_name: bool, has_time: bool, sort: SpeechAct | None = None
) -> float:
    """The salience of a sentence. From `THRESHOLD` on it becomes a note. `has_name`: a name other than the speaker's.

    `sort` is the speech act, if it is already known.
    """
    stated = (sort or speech_act_of(sentence, language)) == "statement"
    score = 0.8 * has_name + 1.0 * has_time - 2.0 * (not stated)
    return score + pack_of(language).salience(sentence)
