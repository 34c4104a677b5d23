"""Chinese corrections of something said before: 不是花生，是腰果; 是六岁，不是五岁; 手滑，9月13号; 说错了，应该是周五."""

import re
from collections.abc import Sequence

from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import MISTAKEN, ONLY_OBJECT, Phrase
from memgraph_core.language.zh import moods
from memgraph_core.language.zh.words import Word, words_of

_CONFIDENCE = 0.7
_PART = r"[^，,。！!？?；;、：:\s是不]"
_MAX_LENGTH = 14  # characters of a wrong or a right word
_BEFORE = r"(?:在|叫|去|吃|喝|用|住在?|读|学|养|姓|属|做|打|练|对|每天|每周)?"
_NOT_BUT = re.compile(
    rf"(?:并|根本|压根|其实)?不(?:是|叫|姓){_BEFORE}(?P<wrong>{_PART}{{1,{_MAX_LENGTH}}}?)[，,]?\s?"
    rf"(?:而|应该|其实|应当|准确说|准确来说|明明|就)?(?:是|叫|姓)(?:在|叫|去)?(?P<right>{_PART}{{1,{_MAX_LENGTH}}})"
)
_BUT_NOT = re.compile(
    rf"(?:是|叫|姓|(?<![现正])在)(?:在|叫|去)?(?P<right>{_PART}{{1,{_MAX_LENGTH}}}?)[，,]?\s?(?:而|才|并|可|根本|压根)?不(?:是|叫|姓|在){_BEFORE}"
    rf"(?P<wrong>{_PART}{{1,{_MAX_LENGTH}}})"
)
_NO_LONGER = re.compile(r"^在[^不]*不在[^了]*了$")  # 在烟台办，不在青岛了 is a change, not a mistake
_CUE = re.compile(
    r"(?:说|讲|记|打|搞|弄|看|认|写|听|输|按|填|报|数|算|发)(?:错|岔|混|反|串|漏)|手滑|口误|笔误|手误|嘴瓢|更正|纠正|订正|[啊哦噢诶呃]不对?[，,]|^不对|搞混"
)
# The wrong words before the mistake: 上次说虾过敏是我打错了，是螃蟹.
_SAID_WRONG = re.compile(
    rf"(?:说|讲|写|提|讲)(?:过|的|了)*(?:我)?(?:对|叫|姓|在|是)?(?P<wrong>{_PART}{{1,{_MAX_LENGTH}}}?)(?:过敏)?(?:这事|那个)?(?:都)?是?(?:我|他|她)?"
    rf"(?:打|说|记|写|搞|弄|讲)(?:错|混|反|岔)了?[，,。！!]\s?(?:其实|应该|准确说)*是(?P<right>{_PART}{{1,{_MAX_LENGTH}}})"
)
# The side of a body that was confused: 摔的是左手，其实是右手; 左眼，上回我讲反了.
_SIDE = r"[左右](?:边|侧)?[手脚腿眼耳肩膝臂胳腕踝][腕臂膊睛朵膀盖踝]?"
_WRONG_SIDE = re.compile(
    rf"(?P<wrong>{_SIDE})[，,。\s]+(?:其实|实际上?|应该|不对|错了|不是|更正)[，,\s]*(?:应该)?(?:是)?(?P<right>{_SIDE})"
)
_RIGHT_SIDE = re.compile(
    rf"(?P<right>{_SIDE})[^，,。左右]{{0,2}}[，,。\s]+(?:上[回次]|之前|前面|那天|昨天|前天|我|是|把|左右)*(?:说|讲|记|写|搞|弄)(?:的)?(?:反|错|混)了?"
)
_OTHER_SIDE = str.maketrans("左右", "右左")
_VALUE = re.compile(
    r"(?:^|[，,。！!]\s?)(?:那?应该|其实|实际上?|正确的?|准确的?|准确说|真正的?|改成|就)*(?:是|为|改成)?\s?(?P<right>[^，,。！!？?；;\s是]{2,14}?)"
    r"(?:才对|才是|的)?(?=[，,。！!；;]|$)"
)
_HAS_NUMBER = re.compile(r"[\d一二两三四五六七八九十百千万半]")
_TAIL = re.compile(r"(?:了|啦|的|哈|啊|哦|才对|吧|呢|呀|来着)+$")
_SPELT = re.compile(r"[打写叫听拼]错|错别字|错字|名字")
_NAME = re.compile(r"[\u4e00-\u9fff]{2,4}")
_NO_VALUE = re.compile(r"错|岔|混|忘|回事|这样|那样|什么|谁|哪|我|你|他|她")


_NUMBER = r"[\d一二两三四五六七八九十百千万零半][\d一二两三四五六七八九十百千万零半.]*"
_CHANGED = re.compile(
    rf"(?:^|[，,。！!；;\s])[^，,。！!；;\d]{{0,5}}?(?:现在|目前|如今|一共|总共|剩下?|涨到|降到|减到|瘦到|胖到|升到|掉到|提到|加到|减成|扩到|缩到|变成|改成|改到)"
    r"(?:我们|咱们|组里|家里|就|都|只|还|又|是|有|剩下?|了|已经|变成|成|到|一共|总共|税前|税后|大概|差不多|每个?月|一个月)*"
    rf"(?P<right>{_NUMBER}(?!月\d|[年天月点号日次周]|分钟|小时|星期|[个]月)[^，,。！!；;？?\s了\d是的吧]{{0,5}})(?:了|啦|吧|的)*(?=[，,。！!；;～~\s]|$)"
)


def new_values_in(sentence: str, speaker: str, found: Sequence[Phrase]) -> list[Phrase]:
    """The first value that a sentence states as new without saying what has this value: 现在六个人了, 减到70公斤了."""
    changed = list(_CHANGED.finditer(sentence))
    if not changed or _is_unsure(sentence) or moods.is_asked(sentence):
        return []
    read = "|".join(f"{phrase.object}|{phrase.replacement}" for phrase in found)
    return [
        Phrase(
            speaker,
            "CHANGED_TO",
            ONLY_OBJECT,
            replacement=match["right"],
            start=match.start("right"),
            dated=False,
        )
        for match in changed
        if match["right"] not in read
    ][:1]


def _is_unsure(sentence: str) -> bool:
    return moods.is_imagined(sentence) or moods.is_attributed(sentence)


def states_mistake(text: str) -> bool:
    """Whether a text says that something said before was wrong."""
    return _CUE.search(text) is not None


def mistakes_in(sentence: str, spans: Sequence[Span], speaker: str, *, is_read: bool) -> list[Phrase]:
    """The wrong words of a sentence in simplified characters and the right ones in their place.

    Without the wrong words (手滑，9月13号) a value is the right one in place of the last value of its kind. With `is_read` the
    relations of the sentence are known, and such a value is already part of one of them.
    """
    if "不" not in sentence and not states_mistake(sentence) and not _WRONG_SIDE.search(sentence):
        return []
    if _is_unsure(sentence) or sentence.rstrip().endswith(("？", "?")):
        return []
    pairs = [
        (_bare(match["wrong"]), _bare(match["right"]), match.start())
        for pattern in (_NOT_BUT, _BUT_NOT, _SAID_WRONG)
        for match in pattern.finditer(sentence)
        if not _NO_LONGER.search(match[0])
    ]
    pairs = _sides(sentence) or pairs
    found = [pair for pair in pairs[:1] if pair[0] and pair[1] and pair[0] != pair[1]]
    if not found and not is_read and states_mistake(sentence):
        values = (_bare(match["right"]) for match in _VALUE.finditer(sentence))
        found = [
            (ONLY_OBJECT, value, 0)
            for value in values
            if (_HAS_NUMBER.search(value) or (_SPELT.search(sentence) and _NAME.fullmatch(value)))
            and not _NO_VALUE.search(value)
        ][:1]
    subject = _subject(sentence, spans, speaker)
    return [
        Phrase(subject, MISTAKEN, wrong, replacement=right, start=start, confidence=_CONFIDENCE, dated=False)
        for wrong, right, start in found
    ]


def _sides(sentence: str) -> list[tuple[str, str, int]]:
    """The wrong and the right side of a body in a sentence that corrects it, and its offset."""
    if (both := _WRONG_SIDE.search(sentence)) and both["wrong"].translate(_OTHER_SIDE) == both["right"]:
        return [(both["wrong"], both["right"], both.start())]
    one = _RIGHT_SIDE.search(sentence)
    return [(one["right"].translate(_OTHER_SIDE), one["right"], one.start())] if one else []


def _bare(text: str) -> str:
    text = _TAIL.sub("", text.strip())
    words: list[Word] = words_of(text)
    while len(words) > 1 and words[-1].tag in ("xc", "u", "r", "d"):
        words.pop()
    text = text[: words[-1].end] if words else ""
    return "" if _NO_VALUE.search(text) else text


def _subject(sentence: str, spans: Sequence[Span], speaker: str) -> str:
    """The first person of the sentence; the speaker if it has none."""
    people = sorted((span for span in spans if span.type == "Person"), key=lambda span: span.start)
    return next((span.name for span in people if span.name), speaker)
