"""Chinese clauses: whom a predicate may be said of, and the adverbs before it.

A clause without a subject goes on with that of the clause before; 其 is the subject of the clause before.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memgraph_core.language.relating.mask import SIGN, SOMEBODY, Masked
from memgraph_core.records.kinds import EntityType

_TIME = (
    r"(?:(?:自从|自|从)?(?:[去今前明]年)?(?:\d{1,4}年底?|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月份?"
    r"(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[号日]|[初底末]|[上中下]旬)?)"
    r"(?:起|开始|以来|之后|以后)?|(?:自从|自|从)(?=[去今前昨上本这])|(?<=[年月周天号日])(?:起|开始|以来)|\d{1,2}[号日]|[上下这本]+个?(?:周|星期|礼拜|月"
    r"|季度)[一二三四五六日天末]?|[昨今明前后]天|[去今明前]年|每个?[周天月年][一二三四五六日天末]?"
    r"|(?:周|星期|礼拜)[一二三四五六日天末]|早上|上午|中午|下午|晚上|傍晚|周末|夏天|冬天|春天|秋天"
    r"|最近|目前|现在|如今|前几天|前阵子|前段时间|过阵子|小时候|大学时|当时"
    r"|这几天|这两年|这几年|年初|年底|月初|月底|国庆|春节|元旦|五一|中秋|端午|清明|圣诞节?|过完?年|年前|年后|暑假|寒假|刚刚|刚才|后来|然后|之后"
    r"|[一二两三四五六七八九十]{1,2}点|从小|平时|平常"
    r"|(?:大?前天|[昨今明]早|[昨今明]晚|大后天)|(?:[一二两三四五六七八九十几半\d]{1,3}|好几)个?多?(?:年|月|周|星期|礼拜|天|小时)(?:以|之)?前)"
)
_LINK = (
    r"(?:所以|因为|其实|但是|但|不过|而且|另外|对了|哦对了|终于|原来|说起来|听说|据说|可能|也许|大概"
    r"|好像|嗯|哦|哈哈|是的|对|就是|而|并且|同时|还有|反正|结果|告诉你)"
)
_OPENING = re.compile(rf"(?:{_TIME}|{_LINK})*+的?时?候?")
_MODAL = (
    r"(?:没有|从来没有?|从没|从未|未曾|没|不再|再也不|再不|不|以前|曾经|之前|过去|原来|原先|从前|曾"
    r"|将要|即将|马上要|马上|就要|快要|将|要|会|可能|也许|大概|或许|好像|应该|听说|据说)"
)
_ADVERB = (
    r"(?:已经|刚刚|刚|才|也|都|一直|还是|还在|还|仍然|仍旧|仍|依然|依旧|终于|就在|就|又|再|其实|特别|非常|很|最|真的|真"
    r"|超级|超|挺|蛮|更|比较|有点|十分|相当|经常|常常|常|总是|总|老是|天天|每天|一般|通常"
    r"|主要|只|正在|正|早就|本来|偶尔|自己|这个人|从此|慢慢|渐渐|好不容易|顺路|一个人|今年|果然|居然|竟然|成功|顺利|重新|开始)"
)
_THERE = r"(?:在(?:家|公司|单位|学校|外面|国外|老家)里?(?=[说讲吃喝看听玩弹练学做养种写画教]))"
_WHEN = rf"(?:[^\s{SOMEBODY}]{{1,7}}?(?:的时候|之后|以后))"
_PREFIX = re.compile(
    rf"(?:{_TIME}|{_WHEN}|{_THERE}|{_MODAL}(?!在了|好意思|仅|但|光)|{_ADVERB}|呢|啊|嘛|呀)*+"
)
_BEFORE_PREFIX = re.compile(r"[给帮替为跟和对把被让请叫陪带在从到去送见找问像比用是与]$")
_UNSURE = re.compile(r"可能|也许|大概|或许|好像|应该|听说|据说|觉得|以为")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is said of somebody: adverbs and predicate."""

    masked: Masked
    subjects: tuple[str, ...]
    kinds: frozenset[EntityType | None]  # of the subjects
    adverbs: str
    predicate: str
    start: int  # in the masked text
    confidence: float
    is_told: bool  # whom it is about stands in the sentence


def opening_of(clause: str) -> int:
    """Where a clause goes on behind the words for time and the conjunctions that open it."""
    opening = _OPENING.match(clause)
    return opening.end() if opening else 0


def candidates_in(
    masked: Masked, clause: str, begin: int, start: int, before: tuple[str, ...]
) -> Iterator[Clause]:
    """Who the clause may be about, likeliest first: who opens it, those of the clause before, others named."""
    unsure = 0.5 if _UNSURE.search(clause) else 0.7
    if clause.startswith("其", begin) and before:
        yield _clause(masked, before, (None,), clause, begin + 1, start, unsure)
        return
    signs = list(re.finditer(rf"{SIGN}(?:[和跟与、]{SIGN})*", clause))[:4]
    if before and (not signs or signs[0].start() > begin):
        assumed = _clause(masked, before, (None,), clause, begin, start, min(unsure, 0.6))
        yield replace(assumed, is_told=False)
    for match in signs:
        if match.start() > begin and _BEFORE_PREFIX.search(clause, 0, match.start()):
            continue
        each = re.findall(SIGN, match[0])
        for those in (each[:1], each) if len(each) > 1 else (each,):
            names = tuple(dict.fromkeys(masked.name(sign) for sign in those))
            types: tuple[EntityType | None, ...] = tuple(masked.span(sign).type for sign in those)
            end = match.start() + (1 if len(those) == 1 else len(match[0]))
            end += clause.startswith(("他", "她", "它"), end)  # taken up again: 我同事他…
            yield _clause(masked, names, types, clause, end, start, unsure)


def _clause(
    masked: Masked, subjects: tuple[str, ...], types: tuple[EntityType | None, ...],
    clause: str, begin: int, start: int, confidence: float,
) -> Clause:  # fmt: skip
    prefix = _PREFIX.match(clause, begin)
    end = prefix.end() if prefix else begin
    return Clause(
        masked=masked,
        subjects=subjects,
        kinds=frozenset(types),
        adverbs=clause[begin:end],
        predicate=clause[end:],
        start=start + begin,
        confidence=confidence,
        is_told=True,
    )
