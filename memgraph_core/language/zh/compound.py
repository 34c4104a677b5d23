"""Divides a long Chinese sentence into independent clauses."""

import re
from itertools import pairwise

from memgraph_core.language.scripts import CHINESE_CHARACTER
from memgraph_core.language.stating.clauses import chosen_borders
from memgraph_core.language.traditional import simplified

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

# Words that make a clause depend on another clause.
_ZH_LEANS = re.compile(
    r"(?:如果|要是|因为|由于|虽然|尽管|即使|当|只要|只有|既然|除非|自从|为了|无论|不管|等到?|每次|每当)"
)

_ZH_HOLDS = re.compile(
    r"[了过着是在有]|喜欢|打算|准备|计划|想|要|会|去|来|做|住|叫|觉得"
)  # signs of a predicate

_ZH_TOPIC = re.compile(r"的[^的，]{0,12}$")  # "the man that I met": a topic without a predicate of its own


CHARACTERS = 8  # Chinese characters that each clause must have


def _stands_alone_zh(opening: str, closing: str, after: str) -> bool:
    if _ZH_OPENS.match(after) is None or (_ZH_LEANS.match(opening) and not re.search("[，,]", closing)):
        return False
    happened = re.search("[了过]", closing) is not None
    return happened or bool(_ZH_HOLDS.search(closing[-40:]) and not _ZH_TOPIC.search(closing[-20:]))


def clause_starts(sentence: str) -> list[int]:
    """The offsets in the sentence at which its clauses begin, without the first one; ascending."""
    if len(sentence) < 2 * CHARACTERS:
        return []
    units = [m.start() for m in CHINESE_CHARACTER.finditer(sentence)]
    return chosen_borders(simplified(sentence), _ZH, units, CHARACTERS, _stands_alone_zh)


def opens_clause(text: str) -> bool:
    """Whether a text begins with a subject or time word that opens a clause of its own."""
    return _ZH_OPENS.match(simplified(text)) is not None


_TURNS = re.compile(r"每|对了|话说|另外|反正|算了|不过|还有")


def turns_away(text: str) -> bool:
    """Whether a text begins with a word that turns to another matter: 对了，19号要去拿护照."""
    return _TURNS.match(simplified(text)) is not None


_ASKS = re.compile(
    r"[吗么啥]|什么|怎么|哪|谁|多少|多久|几[个点号天]|为什么|为啥|咋|如何|能不能|可不可以|是不是|有没有|要不要|会不会|好不好|行不行|该不该"
    r"|请问|想问|想知道|求|推荐|建议|帮[我忙]|呢[？?]?$|对吧|是吧"
)
_MARK = re.compile(r"[?？]\W*$")
_NO_STATEMENT = re.compile(
    r"如果|要是|假如|假设|万一|若|的话|你|您|请(?!同事|朋友|客|[他她人假大了])|帮|听说|想问|请问|是否|该|应不应该"
)
_GREETING = re.compile(
    r"\W*(?:早上?好?[啊呀]?|早安|[上中下]午好|晚上好|晚安|嗨|哈[喽啰]|嘿|喂|好久不见)\w{0,5}\W*"
)
_TAG = re.compile(r"[对是好行](?:吧|吗|不[对是好行])|没错吧|知道吗")


def question_start(question: str) -> int | None:
    """The offset of a question that follows a statement of the speaker in the same sentence; None without such a statement.

    In 我对花生过敏，这个能吃吗？ it is the offset of 这.
    """
    text = simplified(question)
    commas = [match.end() for match in re.finditer("[，,]", text)]
    for start, end in pairwise([*commas, len(text)]):
        if _ASKS.search(text, start, end) is None:
            continue
        before, after = text[: start - 1], text[start:]
        states = len(CHINESE_CHARACTER.findall(before)) >= 4 and _GREETING.fullmatch(before) is None
        is_tag = _TAG.match(after) is not None or after.startswith("还是")
        asks = _ASKS.search(before) is not None or _NO_STATEMENT.search(before) is not None
        return start if states and not asks and not is_tag else None
    if len(commas) > 1 and _MARK.search(text) and not _NO_STATEMENT.search(text):
        return commas[-1]  # only the mark shows the question: 周五有课，22号演出，喊他来看看？
    return None
