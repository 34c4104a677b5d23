"""Signs before a Chinese predicate that it is denied, over, planned, doubtful or only imagined."""

import re

_IMAGINED = re.compile(
    r"如果|但愿|[真多好]希望|要是|要不是|若不是|假如|假设|万一|差一?点|险些|的话|巴不得|恨不得|难道|是不是|会不会|要不要|有没有|不知道|早知道|除非|要不然|否则|好像|似乎|说不定|怀疑|倘若|倘使|假若|但凡|哪怕|就算|即使|换作|换做|搁我|下辈子|年轻[一二三四五六七八九十几\d]+岁"
    r"|中了?(?:[一二三五几\d]+个?(?:百万|千万|亿)|彩票|大奖|头奖|乐透)"
)
_ATTRIBUTED = re.compile(
    r"例句|示例|造句|听[^，]{1,4}(?:讲|说)|歌词|台词|广告语|别人写的|范文|作文|文案|演讲稿|写[个篇一]{1,2}(?:短篇|故事|小说)|^段子$|[这那](?:段话|句话|首诗)|改得[^，]{0,4}点|听说|据说|传言|都说|说是|号称|以为|声称|网上说|新闻说|[他她][们]?(?:跟我)?说|梦到|梦见|假装|骗|忽悠"
)
_UNSURE = re.compile(r"可能|也许|大概|或许|估计|八成|应该是")
_ASKED = re.compile(
    r"吗$|呢$|什么|谁|哪[里儿个家些年]?|怎么|多少|(?<!十)几[点个岁号月楼块]|是否|能不能|可不可以|要不|行不行|对不对|来着$|[^一]没[？?]$|(\w)[不没]\1"
)
_ORDERED = re.compile(
    r"^(?:所以|那|但是?|而且|也|就|然后)*(?:千万|一定|可|请|帮|麻烦|别|不要|不许|务必|记得|让|把|给我|你)"
)
_FORMERLY = re.compile(
    r"以前|曾|生前|之前|过去|原先|从前|原来|本来|当年|早年|退休前|小时候|上学时|大学时|当时|(?:去年|前年|前几年|上个?月|上周|昨天)还|\d{4}年?[到至-]\d{4}年?"
)
_NO_LONGER = re.compile(r"不再|再也?不|(?:已经|早就|早)不|没再|已经没|如今不|现在不")
_DENIED = re.compile(
    r"没|未|不(?!仅|但|光|久|小心|得不|错|过|同|少|断|知不觉|停|止)|(?<!特)(?<!个)别(?!的|人)|甭|无需|尚未"
)
_NEVER = re.compile(r"没|未")
_INTENDED = re.compile(r"打算|准备|计划|决定|想|希望|考虑|预计|约好|说好|约定")
_AHEAD = re.compile(
    r"将|即将|马上|就要|快要|要(?!求|是|么)|会(?![议员计])|待会|等下|回头|改天|过几天|过阵子|到时候?"
)
_NO_MORE = re.compile(r"^了|了[吧啊呢呀啦哦]*$")  # with 不 before: 不住了, 不在那儿工作了
_NEAR = re.compile(r"(?<![很尽飞赶])快(?![速乐])|差不多")
_SOON = re.compile(
    r"(?<![很尽飞赶])快(?![速乐要]|[一两二三四五六七八九十半百]+(?:年|个?月|天|周|星期|个礼拜))"
)
_DUE = re.compile(r"(?<![觉获取值懂记显])得(?!到)|应该|应当|必须|需要|(?<![应活])该")
_TO_COME = re.compile(
    r"明[天早晚年儿]|后[天年]|大后天|下下?个?(?:周|星期|礼拜|月|学期|季度|年)|(?<![一二三四五六七八九十\d])(?<!上个)(?<!上)月底|(?<!去)(?<!前)(?<!去年)年底|这周[五六日末]|接下来|回头|过阵子|将来|以后再"
)


_PAST = re.compile(
    r"昨|前[天晚年几]|上上?个?(?:周|月|次|星期|礼拜|学期|半年)|去年|刚|曾|已经|以前|之前|当时|那[天年次时]|后来|小时候|年前|月前|天前|周前|最后|终于"
)


def has_time_ahead(adverbs: str) -> bool:
    """Whether a future time is given: 明天, 下个月."""
    return _TO_COME.search(adverbs) is not None


def may_be_past(adverbs: str) -> bool:
    """Whether the only sign of the future is a time that may also be past: 年底, 月底."""
    without = re.sub(r"[年月]底", "", adverbs)
    return without != adverbs and not (lies_ahead(without) or is_intended(without))


def is_past(adverbs: str) -> bool:
    """Whether adverbs or times say that something is past: 昨天, 去年, 刚."""
    return _PAST.search(adverbs) is not None


def is_near(adverbs: str) -> bool:
    """Whether a change is close, but has not happened: 快毕业了."""
    return _NEAR.search(adverbs) is not None


def is_soon(adverbs: str) -> bool:
    """Whether something has almost happened: 快毕业了, 快疯了."""
    return _SOON.search(adverbs) is not None


def is_due(adverbs: str) -> bool:
    """Whether somebody ought to do it: 得戒烟了."""
    return _DUE.search(adverbs) is not None


def is_possible(adverbs: str) -> bool:
    """Whether somebody can or may do it."""
    return re.search("能|可以|敢", adverbs) is not None


def is_imagined(text: str) -> bool:
    """Whether a clause and those that depend on it are only imagined."""
    return _IMAGINED.search(text) is not None


def is_attributed(text: str) -> bool:
    """Whether somebody else says what follows."""
    return _ATTRIBUTED.search(text) is not None


def is_asked(text: str) -> bool:
    """Whether a clause asks."""
    return _ASKED.search(text) is not None


def is_ordered(text: str) -> bool:
    """Whether a clause is an order to somebody."""
    return _ORDERED.match(text) is not None


def is_unsure(adverbs: str) -> bool:
    """Whether the speaker is not sure."""
    return _UNSURE.search(adverbs) is not None


def is_denied(adverbs: str) -> bool:
    """Whether the predicate is negated."""
    return _DENIED.search(adverbs) is not None


def never_was(adverbs: str) -> bool:
    """Whether the predicate is negated for the past."""
    return _NEVER.search(adverbs) is not None


def is_over(adverbs: str, tail: str) -> bool:
    """Whether the predicate held and no longer holds: 以前住, 不再住, 不住了."""
    stopped = _NO_LONGER.search(adverbs) or (
        re.search(r"不(?!太|怎么|想|愿|打算|准备)", adverbs) and _NO_MORE.search(tail)
    )
    return bool(_FORMERLY.search(adverbs) or stopped)


def is_intended(adverbs: str) -> bool:
    """Whether somebody intends it."""
    return _INTENDED.search(adverbs) is not None


def lies_ahead(adverbs: str) -> bool:
    """Whether the predicate is in the future."""
    return bool(_AHEAD.search(adverbs) or _TO_COME.search(adverbs))
