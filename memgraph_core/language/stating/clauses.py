"""Where a long sentence may be cut into clauses that stand alone.

Only before a subject of its own (I, we, my sister, a name with its verb; 我, 我妈妈, a new time word), and only
when either side says enough. A clause that begins with he, she or it leans on the name before it and stays with
it; what begins with if, when, because needs its main clause.
"""

import re
from bisect import bisect_left
from collections.abc import Callable

from memgraph_core.language.terms import stop_words
from memgraph_core.language.traditional import simplified

WORDS = 4  # content words that each clause must have
CHARACTERS = 8  # Chinese characters that each clause must have
_SEEN = 90  # characters on either side of a border that are looked at

_EN = re.compile(
    r"(?:,|\s[-–—]{1,2})\s{1,3}(?=(?:and|but|so|yet|while|whereas|plus)\s{1,3}(?:(?:then|now|also|yesterday|today"
    r"|last \w{1,12}|next \w{1,12}|after that)\s{1,3})?"
    r"(?:I|we|We)(?:['’]\w{1,3})?\s|(?:and|but|so|yet|while|whereas|plus)\s{1,3}(?:my|our|My|Our)\s(?:\w{1,20}\s){1,3}\w"
    r"|(?:and|but|so|while|whereas|plus)\s[A-Z][a-z]{1,20}\s(?:is|was|has|had|will|works|lives|went|got|said|told|came|loves?"
    r"|likes|wants|started|[a-z]{2,12}ed)\s)"
    r"|;\s{1,3}(?=\w)(?!(?:he|she|it|they|this|that|these|those|which|who|what|however|even)\b)"
)
_EN_LEANS = re.compile(
    r"(?:if|when|whenever|because|although|though|since|while|after|before|unless|until|as|once|even if)\b",
    re.IGNORECASE,
)
_EN_WORD = re.compile(r"[^\W\d_][\w'’]*")

_ZH_TIME = (
    r"(?:昨[天晚]|今[天晚早年]|明[天晚年]|后天|前天|去年|前年|上个?(?:周|月|星期|礼拜|学期)|下个?(?:周|月|星期|礼拜|学期)"
    r"|这(?:周|个月|个周末)|周[一二三四五六日]|星期[一二三四五六日天]|后来|之后|然后|现在|目前|最近|以前|小时候|前几天|过几天)"
)
_ZH_KIN = (
    r"(?:爸爸?|妈妈?|父亲|母亲|哥哥?|姐姐?|弟弟|妹妹|老公|老婆|丈夫|妻子|女儿|儿子|爷爷|奶奶|外公|外婆"
    r"|男朋友|女朋友|同事|朋友|室友|老板)"
)
_ZH_OPENS = re.compile(
    rf"(?:而且|但是?|不过|可是|所以|于是|另外|同时|还有)?(?:{_ZH_TIME}(?!的)|(?:我们?|咱们?|你们?)的?{_ZH_KIN}?(?!的))"
)
_ZH = re.compile(r"[，,]\s{0,2}|(?<=[\u4e00-\u9fff]) {1,2}(?=[\u4e00-\u9fff])")
_ZH_LEANS = re.compile(
    r"(?:如果|要是|因为|由于|虽然|尽管|即使|当|只要|只有|既然|除非|自从|为了|无论|不管|等到?|每次|每当)"
)
_ZH_HOLDS = re.compile(
    r"[了过着是在有]|喜欢|打算|准备|计划|想|要|会|去|来|做|住|叫|觉得"
)  # signs of a predicate
_ZH_TOPIC = re.compile(r"的[^的，]{0,12}$")  # "the man that I met": a topic without a predicate of its own
_HAN = re.compile(r"[\u4e00-\u9fff]")


def breaks_in(sentence: str, language: str) -> list[int]:
    """Where the clauses of a sentence begin, the first one left out; offsets into the sentence, ascending."""
    if language == "zh":
        if len(sentence) < 2 * CHARACTERS:
            return []
        return _chosen(
            simplified(sentence),
            _ZH,
            [m.start() for m in _HAN.finditer(sentence)],
            CHARACTERS,
            _stands_alone_zh,
        )
    if len(sentence) < 6 * WORDS or _EN.search(sentence) is None:
        return []
    words = [m.start() for m in _EN_WORD.finditer(sentence) if m[0].lower() not in stop_words()]
    return _chosen(sentence, _EN, words, WORDS, _stands_alone_en)


def opens_clause(text: str, language: str) -> bool:
    """Whether a text begins with a subject or time word that opens a clause of its own."""
    return language == "zh" and _ZH_OPENS.match(simplified(text)) is not None


def _chosen(
    sentence: str,
    borders: re.Pattern[str],
    units: list[int],
    least: int,
    stand_alone: Callable[[str, str, str], bool],
) -> list[int]:
    """The borders with enough units (content words, characters: where they stand) on either side."""
    chosen: list[int] = []
    start = before = 0  # before: units before the clause that begins at start
    for match in borders.finditer(sentence):
        here = bisect_left(units, match.end())
        if here - before < least or len(units) - here < least:
            continue
        opening, closing = (
            sentence[start : start + _SEEN],
            sentence[max(start, match.start() - _SEEN) : match.start()],
        )
        if stand_alone(opening, closing, sentence[match.end() : match.end() + _SEEN]):
            chosen.append(match.end())
            start, before = match.end(), here
    return chosen


def _stands_alone_en(opening: str, closing: str, after: str) -> bool:
    return not (_EN_LEANS.match(opening) and "," not in closing) and not _EN_LEANS.match(after)


def _stands_alone_zh(opening: str, closing: str, after: str) -> bool:
    if _ZH_OPENS.match(after) is None or (_ZH_LEANS.match(opening) and not re.search("[，,]", closing)):
        return False
    happened = re.search("[了过]", closing) is not None
    return happened or bool(_ZH_HOLDS.search(closing[-40:]) and not _ZH_TOPIC.search(closing[-20:]))
