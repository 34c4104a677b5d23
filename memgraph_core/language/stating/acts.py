"""What a sentence does: state, ask, greet or acknowledge, in English and Chinese.

A question is told by its mark, and without one by how it begins ("do you know where …", "what time is …") or ends
(吗, 好不好). Offers and requests to talk ("let me know", "tell me more") ask as well. A tag only asks when it is
about the other: "You live in Turin, right?" does, "We met in Turin last year, right?" tells, and so does "I have
lived here for six years, can you believe it?".
"""

import re
from functools import cache
from typing import Literal

from memgraph_core.language.pack import pack_of
from memgraph_core.language.stating.phrases import phrases_of
from memgraph_core.language.traditional import simplified

Sort = Literal["statement", "question", "greeting", "acknowledgement"]

_LONGEST = 120  # characters of a greeting or an acknowledgement
_OPENING = 200  # characters in which a sentence shows that it asks
_CLOSING = re.compile(r"[\s\"'”’)）」』*_~～\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]{1,60}+$")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_REPORTED = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|said|says|wrote|shouted|told)\b|[问说喊写]", re.IGNORECASE
)

# English

_FILLER = (
    r"(?:(?:so|and|but|well|hey|hi|oh|ok|okay|btw|also|anyway|wow|yeah|yes|cool|nice|great|speaking of which"
    r"|by the way)[,!.…]{0,3}\s{1,2}){0,3}(?:(?-i:[A-Z])\w{1,15},\s)?"
)
_STATES_ALL_THE_SAME = re.compile(  # "what a day", "what I need is rest", "what's best about it is the view"
    r"(?:what|how) (?:a|an|the)\b|what (?:i|we|you|he|she|they)\b"
    r"|what(?:['’]s| is| was)\s\w.{1,90}\s(?:is|was)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",\s(?:right|correct|remember|you know|huh|eh|yeah|no|ok(?:ay)?|(?:is|are|was|were|do|does|did|has|have|ca|wo|would"
    r"|could)n['’]t (?:i|you|it|he|she|we|they|that|there)|(?:is|are|was|were|do|does|did|has|have)"
    r" (?:i|you|it|he|she|we|they)|(?:can|could|would) you believe (?:it|that|this)|(?:and|what about|how about) you"
    r"|guess (?:what|where|who|why))\?{1,3}$",
    re.IGNORECASE,
)
_OF_MINE = re.compile(r"(?:I|We|My|Our|i|we|my|our)\b")
_WITH_NAMES = (
    r"(?:[,!.\s]{1,4}(?:there|all|again|everyone|everybody|guys|folks|friends?|my|dear|buddy|mate|man|dude|girl|bro|then"
    r"|now|too|so much|a lot|very much|soon|later|tomorrow|tonight|both|you|(?-i:[A-Z][\w'’-]{1,20}))){0,5}"
)

# Chinese

_ASKING = (
    r"(?:什么|怎么|哪|谁|多少|多大|多久|多远|几点|几个|几号|几岁|为什么|为何|为啥|干嘛|干吗|如何|何时|咋)"
)
_ZH_ENDS = re.compile(
    r"(?:[吗嘛么]|(?:对|是|好|行|可以|对不|是不|没错)吧[?？]?|好不好|行不行|对不对|是不是|可不可以|要不要"
    r"|怎么样[呀啊呢]?|如何|咋样[呀啊]?"
    r"|了没有?)[。.!！~～]{0,3}$"
)
_ZH_MUST_STATE = re.compile(r"什么$|[那这多怎]么$|要么$")
_ZH_NE = re.compile(r"呢[。.!！~～]{0,3}$")
_ZH_GOING_ON = re.compile(r"[正在还可才着有是]|别提")
_ZH_CHOICE = re.compile(r"([\u4e00-\u9fff])(?:不|没)\1|有没有|是否|还是.{1,20}$")
_ZH_TOLD = re.compile(
    r"不知道|不确定|想知道|不管|无论|不清楚|不记得|都|也[不没]|没什么|知道了|告诉|问[我他她了]|决定|纠结|考虑|[：:]"
)
_ZH_YOU = re.compile(
    rf"(?:那么?|对了|所以|话说|请问|哎|诶|嘿|嗨)?[，, ]?(?:你们?|您|{_ASKING}|请问|大家|有没有人?|有谁|要不要|能不能"
    r"|可不可以|是不是)"
)
_ZH_INVITES = re.compile(
    r"(?:跟我|和我|给我|再)?(?:说说|讲讲|聊聊|说来听听|分享一下|详细说说|告诉我)(?!我|，我)|要不要|请问"
    r"|(?:有[什啥]么?事|需要).{0,8}(?:找我|告诉我|跟我说)"
)
_ZH_MINE = re.compile(r"我们?(?!可以|能)")
_ZH_MARKS = r"[，,。.!！~～…、 ]"
_ZH_CALLED = r"(?![^，,]{0,4}[我是叫在有])[\u4e00-\u9fff]"  # a name that is greeted


def sort_of(sentence: str, language: str) -> Sort:
    """What a sentence does. Greetings and acknowledgements are whole: "Hi, I moved to Turin" states."""
    bare = _CLOSING.sub("", sentence.strip())
    if len(bare) < 20 and not any(map(str.isalpha, bare)):
        return "statement"
    if not bare.endswith(("?", "？")) and len(bare) <= _LONGEST:
        pack = pack_of(language)
        greets, agrees = pack.small_talk()
        plain = pack.plain(bare)
        if greets.match(plain):
            return "greeting"
        if agrees.match(plain):
            return "acknowledgement"
    return "question" if _asks(bare, sentence) else "statement"


def asks(sentence: str) -> bool:
    """Whether a sentence is a question, an offer or a request to talk, in either language."""
    return _asks(_CLOSING.sub("", sentence.strip()), sentence)


def _asks(bare: str, sentence: str) -> bool:
    if bare.endswith(("?", "？")):
        return not (_only_tags(bare) or _reports(bare, sentence))
    if _HAN.search(bare):
        return _asks_zh(simplified(bare))
    opening = bare[:_OPENING]
    return _en_asking().match(opening) is not None and not _STATES_ALL_THE_SAME.match(opening)


def _only_tags(bare: str) -> bool:
    """Whether the speaker tells something of himself and only asks for a nod."""
    if _HAN.match(bare[:1]):
        short = re.sub(
            r"[，,]?(?:对吧|是吧|你?知道吧|对不对|是不是|你?还?记得吗|你[敢能会]?相?信吗|你们?呢)[?？]{1,3}$",
            "",
            bare,
        )
        return short != bare and _ZH_MINE.match(bare) is not None and len(short) >= 8
    tag = _TAG.search(bare[-40:])
    return tag is not None and _OF_MINE.match(bare) is not None and len(bare.split()) >= 6


def _reports(bare: str, sentence: str) -> bool:
    """Whether the question is a quoted one that somebody asked: `She asked me "why?"`."""
    if not re.search(r"[?？][\"”」』]\W{0,4}$", sentence[-8:]):
        return False
    opened = max(bare.rfind(sign) for sign in '"“「『')
    return opened > 0 and _REPORTED.search(bare[max(0, opened - 40) : opened]) is not None


def _asks_zh(bare: str) -> bool:
    if _ZH_ENDS.search(bare[-8:]) and not _ZH_MUST_STATE.search(bare.rstrip("。.!！~～")[-2:]):
        return not _only_tags(bare + "？")
    if _ZH_NE.search(bare[-4:]):
        short = len(bare) <= 8 and not _ZH_GOING_ON.search(bare)  # "and he?", not "I am eating"
        return short or re.search(_ASKING, bare[-30:]) is not None
    opening = bare[:60]
    if _ZH_INVITES.match(opening):
        return True
    if _ZH_TOLD.search(opening) or not _ZH_YOU.match(opening):
        return False
    return re.search(_ASKING, opening) is not None or _ZH_CHOICE.search(opening) is not None


@cache
def english_small_talk() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What greets and what acknowledges, alone or a few in a row, with names."""
    parts = phrases_of("acts_en")
    either = f"(?:{parts['acknowledgement']}|{parts['greeting']})"
    greets = rf"{parts['greeting']}{_WITH_NAMES}(?:[,.!\s]{{1,4}}{parts['greeting']}{_WITH_NAMES}){{0,3}}[\s.!…,]{{0,6}}$"
    agrees = rf"{either}{_WITH_NAMES}(?:[,.!;…\s–—-]{{1,4}}(?:and |but |so )?{either}{_WITH_NAMES}){{0,4}}[\s.!…,]{{0,8}}$"
    return re.compile(greets, re.IGNORECASE), re.compile(agrees, re.IGNORECASE)


@cache
def _en_asking() -> re.Pattern[str]:
    return re.compile(_FILLER + phrases_of("acts_en")["asking"], re.IGNORECASE)


@cache
def chinese_small_talk() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The same for Chinese."""
    parts = phrases_of("acts_zh")
    greeting = rf"{parts['greeting']}{_ZH_MARKS}{{0,4}}"
    either = f"(?:{parts['acknowledgement']}|{parts['greeting']})"
    named = rf"(?<=[好嗨嘿安呀，, ]){_ZH_CALLED}{{1,4}}[啊呀]?"
    greets = (
        rf"(?:{_ZH_CALLED}{{1,3}}{_ZH_MARKS}?)?{greeting}(?:(?:{greeting}|{named}){_ZH_MARKS}{{0,4}}){{0,2}}$"
    )
    agrees = rf"(?:{either}{_ZH_MARKS}{{0,4}}){{1,5}}$"
    return re.compile(greets, re.IGNORECASE), re.compile(agrees, re.IGNORECASE)
