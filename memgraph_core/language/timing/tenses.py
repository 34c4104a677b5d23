"""Past, present, to come, or a habit: which verb forms stand near words for time, in English and Chinese.

No parser: the nearest sign of a tense in the same clause decides. Good enough to tell last Saturday from the
next one; where no sign stands, there is no tense.
"""

import re
from typing import Literal

Tense = Literal["past", "present", "future", "habit"]

_REACH = 160  # characters on either side that may hold the verb
_SIGNS_EN = re.compile(
    r"(?P<future>\b(?:will|'ll|won't|shall|gonna|wanna"
    r"|going to(?! (?:the|an?|my|our|his|her|their)\b)|plan(?:s|ning)?(?: to| on| for)|upcoming"
    r"|scheduled (?:for|to)|let's|see you"
    r"|can't wait|looking forward|hop(?:e|ing) to|about to|wants? to|needs? to|ha(?:ve|s) to|'ve got to|gotta|must"
    r"|should|due|starts"
    r"|begins|would|could|might|tomorrow|thinking (?:of|about)|aim(?:ing)? to|deadline"
    r"|sign(?:ed|ing) up for|booked|registered for"
    r"|(?:i|we|they|he|she|it) (?:leaves?|departs?|arrives?|flies|fly|returns?)(?= (?:on|in|for|at|from|back)\b))\b|'ll\b"
    # "They moved the meeting to" Friday: the moving is past, the meeting is not.
    r"|\b(?:moved|rescheduled|postponed|shifted|changed|pushed|switched|delayed|brought|put)(?: [\w']+){0,6}"
    r" (?:to|until|till|for) ?$)"
    # A name, and no calling: "a charity called Lantern House".
    r"|(?P<none>(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?<!\byou )\b(?:called|named|titled|entitled)\b)"
    r"|(?P<habit>\b(?:usually|always|often|normally|typically|generally|sometimes|tends? to|traditionally)\b)"
    # An adjective that looks like a past verb: "we're so excited for Friday"
    r"|(?P<present>(?:\b(?:am|is|are|be|being|feel|get|getting|stay|keep|seems?|looks?|sounds?|so|very|really)|'m|'re|\bit's)"
    r"(?: (?:not|so|very|really|super|all|just|pretty|quite|more|too|both|totally|well)){0,2} \w{2,14}ed\b"
    r"|\b(?:am|is|are|isn't|aren't)\b|'m\b|'re\b|\b(?:it|that|there|here|what)'s\b|\b(?:do|does|don't|doesn't)\b)"
    r"|(?P<past>\b(?:was|were|wasn't|weren't|had|hadn't|did|didn't|went"
    r"|(?<!'ve )(?<!have )(?<!has )got|made|took|came|saw|met|ran|gave|found|left"
    r"|began|bought"
    r"|told|said|felt|been|won|lost|wrote|spent|taught|thought|held|kept|became|drove|flew|ate|drank|fell|broke|built"
    r"|brought|caught|chose|heard|led|paid|sent|sold|slept|spoke|stood|swam|threw|woke|wore|grew|knew|hit|quit|sang|shot"
    r"|rode|understood|stole|forgot|dug|hung|lent|hid|hurt|fought|sought|bit|blew|drew|froze|slid|clung|swung|shrank"
    r"|beat|dove|snuck|strove|wept|crept|dealt|leapt|dreamt|lit|fed|bred|laid|rang|rose|shook|sank|stuck|swore|tore"
    r"|(?:just|finally|already|i've|we've) (?:put|cut|let|read|set|run|come|become|done|gone|seen|hit|shut)"
    r"|(?!need|feed|speed|seed|weed|bleed|breed|indeed|hundred|sacred|wicked|naked|exceed|proceed|succeed)[a-z]{2,14}ed)\b)",
    re.ASCII,
)
_SIGNS_ZH = re.compile(
    r"(?P<none>为了|除了|了解|不了|得了|罢了|太.{1,3}了|对了|好了|算了|为止|别忘了|不要|重要|主要|需要|要是|只要|要么|要不|社会|机会"
    r"|会议|开会|聚会|晚会|年会|音乐会|演唱会|一会儿?|学会|将军|即将|再见|通过|经过|超过|不过|过来|过去|过年|过生日|想起|想到|想念|想法)"
    r"|(?P<future>(?:报名|预约|预订|(?<!大)约好?|[预已]?订|报)(?:参加)?了(?!婚)|(?:改|推迟|延后|延|挪|提前|调整?)到了?$|打算|准备|计划|将要|将|会|要|快|想|再|等|别忘|记得|预计|预定|安排|得去|得交|截止|即将|吧|见(?![了过到])|希望)"
    r"|(?P<habit>通常|一般|经常|常常|总是|总会|平时|往往|习惯)"
    r"|(?P<past>了|曾|已经|已|刚|那时|当时|以来|的时候|(?<=[去来吃看见做玩住学用说听买写到有当试读打跑喝养遇开爱])过)",
)
_BREAK_EN = re.compile(r"[.!?;\n]+(?!\d)| - | but | however ", re.ASCII)
_COMMA = re.compile(r"[,，]")
_TIME_ONLY = re.compile(r"的?时候|那[天年月]|[初末底份的里前后中上下旬左右\s]")
_SAYS = 2  # characters beside a time from which a Chinese clause says something: 出发
_BREAK_ZH = re.compile(r"[。！？；!?;\n]")


def tenses_of(text: str, language: str) -> frozenset[str]:
    """All tenses of which a sign stands in a text in small letters."""
    signs = (_SIGNS_ZH if language == "zh" else _SIGNS_EN).finditer(text)
    return frozenset(name for sign in signs if (name := sign.lastgroup))


def tense_near(text: str, start: int, end: int, language: str) -> Tense | None:
    """The tense of the clause around `text[start:end]`, a folded text in small letters; None where nothing tells."""
    signs, stops = (_SIGNS_ZH, _BREAK_ZH) if language == "zh" else (_SIGNS_EN, _BREAK_EN)
    before = stops.split(text[max(0, start - _REACH) : start])[-1]
    after = stops.split(text[end : end + _REACH], maxsplit=1)[0]
    if language == "zh":
        before, after = _own_clause(before, after)
    # A verb before the time is nearer to it than one as far behind: "we met on Sunday when it rained".
    found = [(len(before) - sign.end(), sign.lastgroup) for sign in signs.finditer(before)]
    found += [(2 * sign.start(), sign.lastgroup) for sign in signs.finditer(after)]
    told = [(far, name) for far, name in found if name != "none"]
    return _tense(min(told)[1]) if told else None


def _own_clause(before: str, after: str) -> tuple[str, str]:
    """What stands between the same commas as a time, where that says something of its own.

    票买好了，十月二号出发 tells of a past and of what is to come; 七月，我搬了家 opens with the time of all that follows.
    """
    own_before, own_after = _COMMA.split(before)[-1], _COMMA.split(after, maxsplit=1)[0]
    said = _TIME_ONLY.sub("", own_before + own_after)
    return (own_before, own_after) if len(said) >= _SAYS else (before, after)


def _tense(name: str | None) -> Tense | None:
    return name if name in ("past", "present", "future", "habit") else None
