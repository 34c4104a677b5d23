"""How much a sentence tells: what makes it worth a note of its own.

A sum of simple signs: it speaks of people or acts, has content words, a name, a time, a number or an address; a
question, a greeting or an acknowledgement loses, and so does a comment on what the other said. Dropping what
scores below one improved retrieval where it was measured, because short reactions no longer compete with
statements; the turn itself stays searchable.

How the threshold was chosen, and what a comment loses: on the first halves of the development data,
`benchmarks/language/salience.py FILE…` counts the statements dropped against the evidence turns that keep a note.
1.0 is the highest of .5, .75, 1.0, 1.25, 1.5 and 2.0 at which each file keeps 98 % of its evidence turns. In per cent:

                          half 1: dropped, kept       half 2, whose errors nobody looked at
    LoCoMo (English)            46.5    98.7                47.4    98.3
    REALTALK (English)          28.8    99.3                30.3   100.0
    MemDaily (Chinese)           0.1   100.0                 0.1   100.0    (made sentences: no small talk)

What evidence is lost is mostly questions that the data's authors took for statements.
"""

import re

from memgraph_core.language.stating.acts import Sort, sort_of
from memgraph_core.language.terms import stop_words
from memgraph_core.language.traditional import simplified

THRESHOLD = 1.0

_REACTION = re.compile(
    r"(?:wow|thanks?|thank you|thx|yeah|yep|yes|no(?:pe)?|hey|hi|hello|bye|ok(?:ay)?|cool|awesome|great|nice|sounds"
    r"|sure|totally|absolutely|definitely|congrat\w{0,12}|good|glad|take care|talk to you|see you|no problem|agreed"
    r"|exactly|right|of course|haha+|lol|aww?|oh|same here|keep|way to go|i (?:agree|bet|hear you|feel you)"
    r"|can['’]t wait|let me know|you too|have (?:a|fun)|enjoy|check (?:it|this) out|take a look|here(?:['’]s| is))\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(  # on what the other said or did, or in general
    r"(?:(?:so|and|but|well|also|wow|oh|yeah|yes|haha)[,!]?\s)?(?:(?:it|that|this|these|those)(?:['’]s|['’]re|\s(?:is|are|was"
    r"|were|must|sounds?|looks?|seems?|really|can|helps?|means?|makes?|feels?))|sounds|looks|seems|you(?:['’]\w{1,3})?|your"
    r"|glad|happy|so (?:glad|happy|proud|cool|great|nice)|hop(?:e|ing)|wish(?:ing)?|lov(?:e|ing)|let['’]s"
    r"|there['’]s nothing|appreciat(?:e|ing))\b",
    re.IGNORECASE,
)
_DETAIL = re.compile(r"\d|[\w.+-]{1,64}@[\w-]{1,60}\.|https?://")
_REACTION_ZH = re.compile(
    r"(?:哈+|嗯+|哦+|啊+|好的?|好啊|好呀|行|可以|没事|没关系|谢谢|不客气|再见|拜拜|你好|早上?好|晚安|恭喜|加油|真的吗?|是的?"
    r"|对|当然|太好了|太棒了|厉害)[!！。,，~～ ]*+$"
)
_PERSONAL = re.compile(
    r"\b(?:I|we|my|our|he|she|they|his|her|their|me|us|went|got|made|took|been|started|found|bought)\b"
)
_PERSONAL_ZH = re.compile(r"[我你他她它]|们|自己|爸|妈|哥|姐|弟|妹")
_WORD = re.compile(r"[A-Za-z][\w'’]*|\d+")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def salience_of(
    sentence: str, language: str, *, has_name: bool, has_time: bool, sort: Sort | None = None
) -> float:
    """The score of a sentence; `THRESHOLD` and above is worth a note. Names other than the speakers' count.

    `sort` is what the sentence does, where that is known already.
    """
    stated = (sort or sort_of(sentence, language)) == "statement"
    score = 0.8 * has_name + 1.0 * has_time - 2.0 * (not stated)
    return score + (_chinese(simplified(sentence)) if language == "zh" else _english(sentence))


def _english(sentence: str) -> float:
    words = _WORD.findall(sentence)
    content = sum(len(w) > 2 and w.lower() not in stop_words() for w in words)
    score = 0.35 * min(4, content) - (len(words) < 4) + 0.5 * bool(_DETAIL.search(sentence))
    if _PERSONAL.search(sentence):
        score += 1.0
    elif _COMMENT.match(sentence):
        score -= 0.3
    return score - bool(_REACTION.match(sentence)) + bool(_HAN.search(sentence))


def _chinese(sentence: str) -> float:
    characters = len(_HAN.findall(sentence))
    score = 0.12 * min(12, characters) - (characters < 4) + 0.5 * bool(_DETAIL.search(sentence))
    return score + bool(_PERSONAL_ZH.search(sentence)) - bool(_REACTION_ZH.match(sentence))
