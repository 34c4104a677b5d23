"""How much a sentence tells: what makes it worth a note of its own.

A sum of simple signs: it speaks of people or acts, has content words, a name, a time; a question, a greeting or
an acknowledgement loses. Dropping what scores below one improved retrieval where it was measured, because short
reactions no longer compete with statements; the turn itself stays searchable.
"""

import re

from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import stop_words

THRESHOLD = 1.0

_REACTION = re.compile(
    r"(?:wow|thanks?|thank you|thx|yeah|yep|yes|no(?:pe)?|hey|hi|hello|bye|ok(?:ay)?|cool|awesome|great|nice|sounds"
    r"|sure|totally|absolutely|definitely|congrat\w*|good|glad|take care|talk to you|see you|no problem|agreed"
    r"|exactly|right|of course|haha+|lol|aww?|oh|same here|keep|way to go|i (?:agree|bet|hear you|feel you)"
    r"|can['’]t wait|let me know|you too|have (?:a|fun)|enjoy|check (?:it|this) out|take a look|here(?:['’]s| is))\b",
    re.IGNORECASE,
)
_REACTION_ZH = re.compile(
    r"(?:哈+|嗯+|哦+|啊+|好的?|好啊|好呀|行|可以|没事|没关系|谢谢|不客气|再见|拜拜|你好|早上?好|晚安|恭喜|加油|真的吗?|是的?"
    r"|对|当然|太好了|太棒了|厉害)[!！。,，~～ ]*$"
)
_PERSONAL = re.compile(
    r"\b(?:I|we|my|our|he|she|they|his|her|their|me|us|went|got|made|took|been|started|found|bought)\b"
)
_PERSONAL_ZH = re.compile(r"[我你他她它]|们|自己|爸|妈|哥|姐|弟|妹")
_WORD = re.compile(r"[A-Za-z][\w'’]*|\d+")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def salience_of(sentence: str, language: str, *, has_name: bool, has_time: bool) -> float:
    """The score of a sentence; `THRESHOLD` and above is worth a note. Names other than the speakers' count."""
    score = 0.8 * has_name + 1.0 * has_time - 2.0 * is_question(sentence)
    return score + (_chinese(sentence) if language == "zh" else _english(sentence))


def _english(sentence: str) -> float:
    words = _WORD.findall(sentence)
    content = sum(len(w) > 2 and w.lower() not in stop_words() for w in words)
    score = 0.35 * min(4, content) - (len(words) < 4)
    return score + bool(_PERSONAL.search(sentence)) - bool(_REACTION.match(sentence))


def _chinese(sentence: str) -> float:
    characters = len(_HAN.findall(sentence))
    score = 0.12 * min(12, characters) - (characters < 4)
    return score + bool(_PERSONAL_ZH.search(sentence)) - bool(_REACTION_ZH.match(sentence))
