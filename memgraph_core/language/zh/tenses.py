"""Signs of tense in Chinese sentences."""

import re

from memgraph_core.language.timing.tenses import TenseRules, tenses_of
from memgraph_core.language.vocabulary import Phrase

_SIGNS_ZH = re.compile(
    r"(?P<none>为了|除了|了解|(?<!要)不[^，,。；;！？!?没]{0,5}[^没不]了(?=[，,。；;！？!?啊吧\0]|$)|不了|得了|罢了|太.{1,3}了|对了|好了|算了|为止|别忘了|不要|重要|主要|需要|要是|只要|要么|要不|社会|机会"
    r"|会议|开会|聚会|晚会|年会|音乐会|演唱会|一会儿?|学会|将军|即将|再见|通过|经过|超过|不过|过来|过去|过年|过生日|想起|想到|想念|想法)"
    r"|(?P<future>(?:报名|预约|预订|(?<!大)约好?|[预已]?订|报|(?<![决一不])定|敲定|排)(?:参加)?了(?!婚)|改签?期?[成到为]了?|(?:改[签期约]?|推迟?|延后?|挪|提前|调整?|换)(?:到|成|在|了)*$|改(?:时间|日期|日子)了|打算|准备|计划|将要|将|会|要|快|想|再|等|别忘|记得|预计|预定|安排|得去|得交|截止|即将|吧|见(?![了过到])|希望)"
    r"|(?P<habit>固定|雷打不动|通常|一般|经常|常常|总是|总会|平时|往往|习惯)"
    r"|(?P<past>了|曾|已经|已|刚|那时|当时|以来|的时候|(?<=[去来吃看见做玩住学用说听买写到有当试读打跑喝养遇开爱])过)",
)

_COMMA = re.compile(r"[,，]")

_TIME_ONLY = re.compile(r"的?时候|那[天年月]|[初末底份的里前后中上下旬左右\s]")

_SAYS = 2  # minimum number of characters beside a time for a clause of its own: 出发

_GOES = re.compile("[回到走去来飞交考还]")  # verbs that say something alone: 30号回

_BREAK_ZH = re.compile(r"[。！？；!?;\n]")


def _own_clause(before: str, after: str) -> tuple[str, str]:
    """The text between the same commas as a time, if it is a clause of its own. 票买好了，十月二号出发 states a past and a future
    event; in 七月，我搬了家 the time at the beginning belongs to the rest.
    """
    own_before, own_after = _COMMA.split(before)[-1], _COMMA.split(after, maxsplit=1)[0]
    said = _TIME_ONLY.sub("", own_before + own_after)
    is_own = len(said) >= _SAYS or _GOES.fullmatch(said.strip("\0")) is not None
    return (own_before, own_after) if is_own else (before, after)


_UNTOLD_ZH = re.compile(
    r"会(?!议|员|场)|打算|准备|计划|将|想要?|(?<![重主需])要|如果|希望|应该|可能|以前|曾经|小时候|从小|总是|经常|常常|通常|一般|平时|从来"
    r"|出生|长大|[?？吗]"
)

_NOW_ZH = re.compile(r"正在|刚刚?|终于|(?<!不)在[^，。]{1,6}[着呢]")

_GOES_ON_ZH = re.compile(
    r"\W*(?:(?:嗯|是的?|对|哈哈|谢谢|当然)[，,。！!\s]*)*(?:那天|那次|那时|当时|后来|然后|我们|大家|他们|她们)"
)


TENSES = TenseRules(_SIGNS_ZH, _BREAK_ZH, _own_clause)


_NO_LONGER = re.compile(r"(?:现在|已经|早就|早|我们?|[他她]们?)*不(?:再)?在[^，,。]{1,8}了")


def ends_now(sentence: str, phrase: Phrase) -> bool:
    """Whether the clause of a phrase says that a state is over, without a time of its own: 5月2号，在临沂办，不在成都了."""
    start = max(sentence.rfind(sign, 0, phrase.start + 1) for sign in "，,；;。") + 1
    return phrase.ended and _NO_LONGER.match(sentence, start) is not None


def happens(text: str) -> bool:
    """Whether a sentence is past or present, and not a plan, wish, habit, condition or general statement."""
    return not _UNTOLD_ZH.search(text) and bool(_NOW_ZH.search(text) or "past" in tenses_of(text, TENSES))


def happened(text: str) -> bool:
    """Whether a sentence that `happens` is in the past."""
    return "past" in tenses_of(text, TENSES)


def continues(text: str) -> bool:
    """Whether the beginning of an answer continues the speaker's turn before it: 那天我们吃了烤鸭."""
    return _GOES_ON_ZH.match(text) is not None
