"""What the words of a Chinese sentence add to its salience."""

import re

from memgraph_core.language.scripts import CHINESE_CHARACTER
from memgraph_core.language.traditional import simplified

_REACTION_ZH = re.compile(
    r"(?:哈+|嗯+|哦+|啊+|好的?|好啊|好呀|行|可以|没事|没关系|谢谢|不客气|再见|拜拜|你好|早上?好|晚安|恭喜|加油|真的吗?|是的?"
    r"|对|当然|太好了|太棒了|厉害)[!！。,，~～ ]*+$"
)

_PERSONAL_ZH = re.compile(r"[我你他她它]|们|自己|爸|妈|哥|姐|弟|妹")

_DETAIL = re.compile(r"\d|[\w.+-]{1,64}@[\w-]{1,60}\.|https?://")


def salience(sentence: str) -> float:
    """What the words add: characters, a person, a detail; a reaction subtracts."""
    sentence = simplified(sentence)
    characters = len(CHINESE_CHARACTER.findall(sentence))
    score = 0.12 * min(12, characters) - (characters < 4) + 0.5 * bool(_DETAIL.search(sentence))
    return score + bool(_PERSONAL_ZH.search(sentence)) - bool(_REACTION_ZH.match(sentence))
