"""Objects of Chinese facts that mean something only beside other sentences: 打算再去看看, 想买那个."""

import re

from memgraph_core.language.traditional import simplified

_REFERS = re.compile(
    r"(?<![吉其排利])他(?![汀定命])|[她它您]|(?<!迷)你(?!们?好)|[这那](?:个|些|种|样|么|里|儿|边|次|回|件|条|款|位|事)|[这那](?:家|台|间|套|本|辆|部)$|上面|下面(?!条)|刚才|前者|后者|同上|什么|怎么|别的|其他的?$|东西$|一样的?$|^(?:嘴上|心里|口头|面上)"
)
_CUT = re.compile(r"^(?:[的了吗呢吧]|费[一二三四五六七八九\d])|[的了吗呢吧]$")
# Actions without what they are done to.
_ACTION = re.compile(
    r"(?:当面|再|先|就|回头|好好|赶紧|去|来|自己|一起|早点|多|慢慢)*"
    r"(?:聊聊?|看看?|试试?|问问?|说说?|想想?|谈谈?|等等?|走走?|逛逛?|转转?|歇歇?|睡觉?|休息|回家|吃饭?|上班|下班|出门|起床|洗澡|讲|买|去|来|改|换|做|弄|用|学|写|发|拿|给|干|躺|哭|笑|静静)"
    r"(?:一?下|一趟|一会儿?|吧|啊)?"
)
_INTENTIONS = frozenset(["PLANS_TO", "WANTS", "HOPES_TO", "LIKES", "PREFERS"])


def is_context_bound(type_: str, object_: str) -> bool:
    """Whether an object points to something outside its sentence, is cut, or is an action that lacks its own object."""
    plain = simplified(object_)
    if _REFERS.search(plain) or _CUT.search(plain):
        return True
    return type_ in _INTENTIONS and _ACTION.fullmatch(plain) is not None
