"""How much a sentence reports: what its speaker did, plans or has, and not thanks, praise, general remarks or feelings.

A summary of a chat prefers sentences that report. The rules use words only, because the sentences of a session are many.
"""

import re

from memgraph_core.language.detection import language_of
from memgraph_core.language.pack import pack_of
from memgraph_core.language.traditional import simplified

REPORTS, OWN, NEUTRAL, FEELS, GENERAL, REPLIES = 1.6, 1.2, 1.0, 0.5, 0.4, 0.2  # weights

_OPENING = re.compile(
    r"^(?:(?:wow|whoa|oh|ah|aw+|yay|yeah|yep|yes|yup|no|nope|hey|hi|hello|cool|nice|awesome|great|amazing|thanks|thank you|sure"
    r"|absolutely|definitely|totally|exactly|agreed|sorry|phew|woohoo|haha|ok|okay|well|so|and|but|right|true)\b[,!.…]*\s*)*"
    r"(?:(?-i:[A-Z])\w+[,!.]+\s*)?",
    re.IGNORECASE,
)
# A reply to what the other person said or showed.
_REPLY = re.compile(
    r"(?:you|your|you['’]\w+"
    r"|(?:that|this|it|these|those)"
    r"(?:['’]\w+| (?:is|are|sounds?|looks?|seems?|must|would|really|makes?|reminds?))"
    r"|sounds?|looks|must|glad|congrat\w*|good (?:luck|job|for|on)|well done|way to go|enjoy|keep|take care|bye|see you"
    r"|let me know|can['’]t wait to (?:hear|see)|(?:so |really )?proud of you|respect|bet|here['’]s to|life"
    r"|love (?:how|the|that|your|it|seeing)"
    r"|i(?:['’]m| am) (?:so |really |super |always )*"
    r"(?:proud of|glad|happy|sorry|excited|stoked|here|in awe) (?:of|for|that|to|you|about)"
    r"|i['’]ll (?:keep|let) y\w+"
    r"|i [\d%]* ?(?:\w+ )?"
    r"(?:agree|appreciate|love (?:how|that you|it)|bet|hope you|wish you|can (?:see|imagine|picture)|hear you)"
    r"|(?:really )?appreciat\w+|loving|let['’]?s|what an?|how \w+ (?:it|that|this)|no (?:problem|worries|doubt)"
    r"|same here|me too)\b",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"\b(?:i|we|my|our|me|us|mine)\b|\b(?:i|we)['’]\w+|^(?:been|got|went|just|working|thinking)\b",
    re.IGNORECASE,
)
_HEARER = re.compile(r"\b(?:you|your|yours|yourself|ya)\b|\byou['’]\w+|\by['’]all\b", re.IGNORECASE)
# or a name, or a number
_SOMEBODY = re.compile(r"\b(?:he|she|they|his|her|their)\b|\d|(?<=\w )(?-i:[A-Z])\w+", re.IGNORECASE)
_FEELING = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|thankful|grateful|lucky|blessed|means? (?:so much|a lot|the world)|appreciat\w+|inspir\w+"
    r"|remind(?:s|ed)?|happy|glad|proud|excited|amazing|awesome|incredible|wonderful|special|important|support(?:ive)?"
    r"|joy|believe|obsessed|cherish|express(?:es|ing|ion)?|peace(?:ful)?|calm(?:ing)?|identity|the best)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:going to|gonna|plan(?:s|ning)?|next (?:week|month|year|\w+day)|tomorrow|thinking (?:of|about)|want to|will|looking into"
    r"|hop(?:e|ing) to|signed up|applied|started|joined)\b|['’]ll\b",
    re.IGNORECASE,
)
_CHINESE_REPLY = re.compile(
    r"^[，。！!\s]*(?:你|您|谢谢|多谢|感谢|太(?:好|棒|厉害)|真(?:好|棒|的)|好(?:的|呀|啊|吧)|哈|嗯|哇|恭喜|加油|祝|希望你|是啊|对啊|没错|听起来|看起来)"
)
_CHINESE_SELF = re.compile(r"我|咱")
_CHINESE_FEELING = re.compile(r"感觉|觉得|开心|高兴|感动|感激|幸运|重要|喜悦|幸福")


def report_weight(sentence: str, language: str) -> float:
    """The weight of a sentence in a summary of a chat, from `REPLIES` to `REPORTS`; `NEUTRAL` in languages without rules."""
    if language == "zh":
        return _chinese_weight(simplified(sentence))
    return _english_weight(sentence) if language == "en" else NEUTRAL


def reports(sentence: str) -> bool:
    """Whether a sentence reports something of its speaker, as far as the rules of its language say."""
    return report_weight(sentence, language_of(sentence)) >= REPORTS


def _english_weight(sentence: str) -> float:
    body = _OPENING.sub("", sentence, count=1)
    is_own = _SELF.search(body) is not None
    if _REPLY.match(body):
        return REPLIES
    if _HEARER.search(body):
        return FEELS if is_own and not _FEELING.search(body) else REPLIES
    if not is_own and not _SOMEBODY.search(body):
        return GENERAL
    reports = (pack_of("en").happens(body) and pack_of("en").happened(body)) or _AHEAD.search(
        body
    ) is not None
    if _FEELING.search(body):
        return NEUTRAL if reports and is_own else FEELS
    return (REPORTS if reports else OWN) if is_own else NEUTRAL


def _chinese_weight(sentence: str) -> float:
    if _CHINESE_REPLY.match(sentence):
        return REPLIES
    is_own = _CHINESE_SELF.search(sentence) is not None
    reports = pack_of("zh").happens(sentence)
    if _CHINESE_FEELING.search(sentence):
        return NEUTRAL if reports else FEELS
    return REPORTS if reports and is_own else NEUTRAL
