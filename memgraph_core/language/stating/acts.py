"""Speech acts of sentences: statement, question, greeting or acknowledgement, in English and Chinese.

A question is recognised by its question mark. Without one it is recognised by its beginning ("do you know where …",
"what time is …") or its end (吗, 好不好). Offers and invitations to talk ("let me know", "tell me more") count as
questions. A sentence with a tag is a question only if it is about the addressee: "You live in Turin, right?". It is a
statement if it is about the speaker: "We met in Turin last year, right?", "I have lived here for six years, can you
believe it?".
"""

import re
from functools import cache
from typing import Literal

from memgraph_core.language.pack import pack_of
from memgraph_core.language.scripts import CHINESE_CHARACTER
from memgraph_core.language.stating.asked_rules import asked_rule
from memgraph_core.language.stating.phrases import phrases_of
from memgraph_core.language.traditional import simplified

SpeechAct = Literal["statement", "question", "greeting", "acknowledgement"]

_MAX_SMALL_TALK = 120  # characters of a greeting or an acknowledgement
_OPENING = 200  # characters at the beginning of a sentence that are searched for question words
_CLOSING = re.compile(r"[\s\"'”’)）」』*_~～\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]{1,60}+$")
_REPORTED = re.compile(
    r"\b(?:ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|said|says|wrote|shouted|told)\b|[问说喊写]", re.IGNORECASE
)

# English

_FILLER = (
    r"(?:(?:so|and|but|well|hey|hi|oh|ok|okay|btw|also|anyway|wow|yeah|yes|cool|nice|great|speaking of which"
    r"|by the way)[,!.…]{0,3}\s{1,2}){0,3}(?:(?-i:[A-Z])\w{1,15},\s)?"
)
_NO_QUESTION = re.compile(  # "what a day", "what I need is rest", "what's best about it is the view"
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
_ABOUT_SPEAKER = re.compile(r"(?:I|We|My|Our|i|we|my|our)\b")
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
_ZH_STATEMENT_END = re.compile(r"什么$|[那这多怎]么$|要么$")
_ZH_NE = re.compile(r"呢[。.!！~～]{0,3}$")
_ZH_PROGRESSIVE = re.compile(r"[正在还可才着有是]|别提")
_ZH_CHOICE = re.compile(
    r"([\u4e00-\u9fff])(?:[\u4e00-\u9fff]?还是)?(?:不|没)\1|有没有|是否|还是(?!不|没|老样|很|挺|有点|那么|这么|觉得|一样|原来).{1,20}$"
)
_ZH_INDIRECT = re.compile(
    r"不知道|不确定|想知道|不管|无论|不清楚|不记得|都|也[不没]|没什么|知道了|告诉|问[我他她了]|决定|纠结|考虑|[：:]"
)
_ZH_QUESTION_START = re.compile(
    rf"(?:那么?|对了|所以|话说|请问|哎|诶|嘿|嗨)?[，, ]?(?:你们?|您|{_ASKING}|请问|大家|有没有人?|有谁|要不要|能不能"
    r"|可不可以|是不是)"
)
_ZH_INVITES = re.compile(
    r"(?:跟我|和我|给我|再)?(?:说说|讲讲|聊聊|说来听听|分享一下|详细说说|告诉我)(?!我|，我)|要不要|请问"
    r"|(?:有[什啥]么?事|需要).{0,8}(?:找我|告诉我|跟我说)"
)
_ZH_ABOUT_SPEAKER = re.compile(r"我们?(?!可以|能)")
_ZH_MARKS = r"[，,。.!！~～…、 ]"
_ZH_GREETED = r"(?![^，,]{0,4}[我是叫在有])[\u4e00-\u9fff]"  # a character of the name of the greeted person


def speech_act_of(sentence: str, language: str) -> SpeechAct:
    """The speech act of a sentence. "Hi, I moved to Turin" is a statement: a greeting has no other content. A rule that is asked
    for ("can you always use miles?") is a statement too.
    """
    bare = _CLOSING.sub("", sentence.strip())
    if len(bare) < 20 and not any(map(str.isalpha, bare)):
        return "statement"
    if not bare.endswith(("?", "？")) and len(bare) <= _MAX_SMALL_TALK:
        pack = pack_of(language)
        greeting, acknowledgement = pack.small_talk()
        plain = pack.plain(bare)
        if greeting.match(plain):
            return "greeting"
        if acknowledgement.match(plain):
            return "acknowledgement"
    return "question" if _is_question(bare, sentence) else "statement"


def is_question(sentence: str) -> bool:
    """Whether a sentence is a question, an offer or an invitation to talk, in either language."""
    return _is_question(_CLOSING.sub("", sentence.strip()), sentence)


def _is_question(bare: str, sentence: str) -> bool:
    if asked_rule(bare) is not None:
        return False
    if bare.endswith(("?", "？")):
        return not (_is_statement_with_tag(bare) or _ends_in_quoted_question(bare, sentence))
    if CHINESE_CHARACTER.search(bare):
        return _is_question_zh(simplified(bare))
    opening = bare[:_OPENING]
    return _en_asking().match(opening) is not None and not _NO_QUESTION.match(opening)


def _is_statement_with_tag(bare: str) -> bool:
    """Whether the sentence is a statement about the speaker with a tag: "We met in Turin, right?"."""
    if CHINESE_CHARACTER.match(bare[:1]):
        without_tag = re.sub(
            r"[，,]?(?:对吧|是吧|你?知道吧|对不对|是不是|你?还?记得吗|你[敢能会]?相?信吗|你们?呢)[?？]{1,3}$",
            "",
            bare,
        )
        return without_tag != bare and _ZH_ABOUT_SPEAKER.match(bare) is not None and len(without_tag) >= 8
    tag = _TAG.search(bare[-40:])
    return tag is not None and _ABOUT_SPEAKER.match(bare) is not None and len(bare.split()) >= 6


def _ends_in_quoted_question(bare: str, sentence: str) -> bool:
    """Whether the sentence ends in a quoted question: `She asked me "why?"`."""
    if not re.search(r"[?？][\"”」』]\W{0,4}$", sentence[-8:]):
        return False
    quote_start = max(bare.rfind(mark) for mark in '"“「『')
    return quote_start > 0 and _REPORTED.search(bare[max(0, quote_start - 40) : quote_start]) is not None


def _is_question_zh(bare: str) -> bool:
    if _ZH_ENDS.search(bare[-8:]) and not _ZH_STATEMENT_END.search(bare.rstrip("。.!！~～")[-2:]):
        return not _is_statement_with_tag(bare + "？")
    if _ZH_NE.search(bare[-4:]):
        is_short = len(bare) <= 6 and not _ZH_PROGRESSIVE.search(bare)  # "and he?", not "I am eating"
        return is_short or re.search(_ASKING, bare[-30:]) is not None
    opening = bare[:60]
    if _ZH_INVITES.match(opening):
        return True
    if _ZH_INDIRECT.search(opening) or not _ZH_QUESTION_START.match(opening):
        return False
    return re.search(_ASKING, opening) is not None or _ZH_CHOICE.search(opening) is not None


@cache
def english_small_talk() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of greetings and of acknowledgements: one or a few, with names."""
    parts = phrases_of("acts_en")
    either = f"(?:{parts['acknowledgement']}|{parts['greeting']})"
    greeting = rf"{parts['greeting']}{_WITH_NAMES}(?:[,.!\s]{{1,4}}{parts['greeting']}{_WITH_NAMES}){{0,3}}[\s.!…,]{{0,6}}$"
    acknowledgement = rf"{either}{_WITH_NAMES}(?:[,.!;…\s–—-]{{1,4}}(?:and |but |so )?{either}{_WITH_NAMES}){{0,4}}[\s.!…,]{{0,8}}$"
    return re.compile(greeting, re.IGNORECASE), re.compile(acknowledgement, re.IGNORECASE)


@cache
def _en_asking() -> re.Pattern[str]:
    return re.compile(_FILLER + phrases_of("acts_en")["asking"], re.IGNORECASE)


@cache
def chinese_small_talk() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of greetings and of acknowledgements in Chinese."""
    parts = phrases_of("acts_zh")
    one_greeting = rf"{parts['greeting']}{_ZH_MARKS}{{0,4}}"
    either = f"(?:{parts['acknowledgement']}|{parts['greeting']})"
    greeted = rf"(?<=[好嗨嘿喽啰安呀，, ]){_ZH_GREETED}{{1,4}}[啊呀]?"
    greeting = rf"(?:{_ZH_GREETED}{{1,3}}{_ZH_MARKS}?)?{one_greeting}(?:(?:{one_greeting}|{greeted}){_ZH_MARKS}{{0,4}}){{0,2}}$"
    acknowledgement = rf"(?:{either}{_ZH_MARKS}{{0,4}}){{1,5}}$"
    return re.compile(greeting, re.IGNORECASE), re.compile(acknowledgement, re.IGNORECASE)
