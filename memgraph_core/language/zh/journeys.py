"""Chinese phrases about a home that are only about the lodgings of a journey: 在大理待三天，住洱海旁边."""

import re
from collections.abc import Sequence

from memgraph_core.language.relating.mask import Masked
from memgraph_core.language.vocabulary import Phrase

_TRAVEL = re.compile(
    r"[去来飞到]了?一?趟|旅游|旅行|出差|度假|自由行|机票|签证|酒店|民宿|宾馆|飞(?=[^，]{0,2}[-])|[天夜]游|待(?:个|上)?[一两二三四五六七几半\d]+[天晚]"
    r"|[去到在来][^，。去到在]{1,8}[一两二三四五六七几\d]+[天晚](?=[，。]|$)"
    r"|[去到在来][^，。去到在]{1,10}(?:玩(?![具偶笑])|看海|爬山|滑雪|泡温泉|避暑|过冬|露营|开会|培训|看病|比赛|演出)"
)
NOW = re.compile(r"现在|目前|如今|平时|一直|长期")  # a clause about the present
_HOME = re.compile(r"搬|定居|家|租|买了?房")


def without_lodgings(found: Sequence[Phrase], text: Masked) -> list[Phrase]:
    """The phrases without the places in which somebody stays during a journey."""
    if not _TRAVEL.search(text.text) or _HOME.search(text.text):
        return list(found)
    return [
        phrase
        for phrase in found
        if phrase.type != "LIVES_IN" or phrase.plan or phrase.ended or _is_of_now(text.sentence, phrase.start)
    ]


def _is_of_now(sentence: str, offset: int) -> bool:
    """Whether a clause is about the present, and not about the journey that another clause mentions."""
    start = max(sentence.rfind(sign, 0, offset) for sign in "，,；;") + 1
    clause = re.split("[，,；;。]", sentence[start:], maxsplit=1)[0]
    return NOW.search(clause) is not None and _TRAVEL.search(clause) is None
