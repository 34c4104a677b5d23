"""What the words of an English sentence add to its salience."""

import re

from memgraph_core.language.scripts import CHINESE_CHARACTER
from memgraph_core.language.terms import stop_words

_REACTION = re.compile(
    r"(?:wow|thanks?|thank you|thx|yeah|yep|yes|nope|no(?= way\b|\W*$|\s*[,.!])|hey|hi|hello|bye|ok(?:ay)?|cool|awesome"
    r"|great|nice|sounds"
    r"|sure|totally|absolutely|definitely|congrat\w{0,12}|good|glad|take care|talk to you|see you|no problem|agreed"
    r"|exactly|right|of course|haha+|lol|aww?|oh|same here|keep|way to go|i (?:agree|bet|hear you|feel you)"
    r"|can['’]t wait|let me know|you too|have (?:a|fun)|enjoy|check (?:it|this) out|take a look|here(?:['’]s| is))\b",
    re.IGNORECASE,
)

_COMMENT = re.compile(  # comments on what the hearer said or did, and general ones
    r"(?:(?:so|and|but|well|also|wow|oh|yeah|yes|haha)[,!]?\s)?(?:(?:it|that|this|these|those)(?:['’]s|['’]re|\s(?:is|are|was"
    r"|were|must|sounds?|looks?|seems?|really|can|helps?|means?|makes?|feels?))|sounds|looks|seems|you(?:['’]\w{1,3})?|your"
    r"|glad|happy|so (?:glad|happy|proud|cool|great|nice)|hop(?:e|ing)|wish(?:ing)?|lov(?:e|ing)|let['’]s"
    r"|there['’]s nothing|appreciat(?:e|ing))\b",
    re.IGNORECASE,
)

_DETAIL = re.compile(r"\d|[\w.+-]{1,64}@[\w-]{1,60}\.|https?://")

_PERSONAL = re.compile(
    r"\b(?:I|we|my|our|he|she|they|his|her|their|me|us|went|got|made|took|been|started|found|bought)\b"
)

_WORD = re.compile(r"[A-Za-z][\w'’]*|\d+")


def salience(sentence: str) -> float:
    """What the words add: content words, a person, a detail; a reaction or a comment subtracts."""
    words = _WORD.findall(sentence)
    content = sum(len(w) > 2 and w.lower() not in stop_words() for w in words)
    score = 0.35 * min(4, content) - (len(words) < 4) + 0.5 * bool(_DETAIL.search(sentence))
    if _PERSONAL.search(sentence):
        score += 1.0
    elif _COMMENT.match(sentence):
        score -= 0.3
    return score - bool(_REACTION.match(sentence)) + bool(CHINESE_CHARACTER.search(sentence))
