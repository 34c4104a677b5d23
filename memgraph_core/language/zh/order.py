"""Chinese clauses in canonical order: subject, adverbs, verb, object.

Spoken Chinese often has the object first. Patterns describe the canonical order only, so these forms are rearranged:
- a topic shows the kind of the object: 湘菜最爱剁椒鱼头
- the object is the topic: 咖啡我戒了, 我驾照考过了, 头孢已经停了
- 把 and its object: 我把车卖了; with a result (把我调到苏州, 把手机换成华为) only 把 is left out
- who did it, or when, is stressed or appointed: 蛋糕是我妈做的, 车是去年买的, 前端归阿灿管, 这块由老魏负责
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.relating.mask import SIGN, Masked
from memgraph_core.language.spans import Span
from memgraph_core.language.zh.clauses import OPENING, Sentence
from memgraph_core.language.zh.words import Word

_NOUNS = frozenset(["n", "nz", "nw", "vn", "an", "eng", "ORG", "LOC", "s", "x", "*"])
_BEFORE_NOUN = frozenset(["a", "m", "q", "r"])
_ADVERBS = frozenset(["d", "ad", "vd", "TIME", "f", "c", "t"])
_MODAL = re.compile(r"(?:想|要|会|能|可以|打算|准备|计划|得|在|不想|不能|没有|没|不)$")
_ASPECT = re.compile(r"(?:[了过着掉完好]|给|出去|出去了|掉了|完了|好了|过了|走了?|起来|不了)+$")
_HAS_RESULT = re.compile(r"[到成为给在进回去来入]了?$")
_TELLS = ("让", "叫", "建议", "要求", "劝", "要")
_TAKES_OBJECT = ("把", "将")
_APPOINTS = re.compile(r"(?:归|由)$")
_INTRANSITIVE = (
    "是",
    "走",
    "死",
    "没",
    "来",
    "病",
    "跑",
    "去世",
    "毕业",
    "倒闭",
    "到期",
    "决定",
    "打算",
    "准备",
    "计划",
    "预计",
)  # 大黄走了
_COMPLEMENT = re.compile(r"[来去到回给完好]|[过回出]来")
_PREFERS = re.compile(r"最?(?:爱|喜欢|讨厌)|偏爱|首选|只?[吃喝看听选穿用]$")
_DOCTOR = re.compile(
    r"(?:医生|大夫|医师|护士|药师|营养师)$"
)  # their patient is the subject: 医生把药加到两片
_IS = re.compile(r"(?:就|都|也|一直)?是$")


def in_canonical_order(sentence: Sentence, start: int, end: int) -> Iterator[Sentence]:
    """The clause as sentences of their own in canonical order; none if it has that order."""
    words = [word for word in sentence.within(start, end) if word.end <= end]
    while len(words) > 1 and OPENING.match(words[0].text):
        words = words[1:]
    masked = sentence.masked
    ways = (_moved_object, _by_somebody, _topic_last, _without_topic)
    for order in (way(masked, words) for way in ways):
        if order is not None:
            yield replace(_sentence(masked, order), speaker=sentence.speaker)
            return


def _moved_object(masked: Masked, words: Sequence[Word]) -> list[Word] | None:
    """The words with the object of 把 behind its verb: 我把车卖了 → 我卖了车. None without 把."""
    index = next((i for i, word in enumerate(words) if word.text in _TAKES_OBJECT and word.tag == "p"), None)
    if index is None:
        return None
    verb = next(
        (i for i in range(index + 2, len(words)) if words[i].tag == "v" and words[i].text != "给"), None
    )
    if verb is None or words[verb].text.startswith("当"):  # 把口红当画笔
        return None
    ordering_verb = next(
        (i for i in range(index - 1, -1, -1) if words[i].text in _TELLS), -1
    )  # 医生让把药停了
    before = [
        word for word in words[ordering_verb + 1 : index] if word.tag != "v" and not _DOCTOR.search(word.text)
    ]
    object_ = [word for word in words[index + 1 : verb] if word.text != "给"]
    following = words[verb + 1] if verb + 1 < len(words) else None
    if words[verb].text.endswith("给") and words[-1].text == "了":  # 我把沙发送给邻居了
        return [*before, words[verb], words[-1], *object_]
    if _HAS_RESULT.search(words[verb].text) or (
        following is not None and _HAS_RESULT.fullmatch(following.text)
    ):
        is_person = len(object_) == 1 and masked.is_person(object_[0].text)
        if is_person and any(_MODAL.match(word.text) for word in words[max(ordering_verb, 0) : index]):
            return None  # 公司要把他调到杭州去
        return [*([] if is_person else before), *object_, *words[verb:]]
    last = _behind_aspect(words, verb)
    return [*before, *words[verb:last], *object_, *words[last:]]


def _by_somebody(masked: Masked, words: Sequence[Word]) -> list[Word] | None:
    """The words with a stressed subject before its verb: 蛋糕是我妈做的 → 我妈做蛋糕; 前端归阿灿管 → 阿灿管前端."""
    topic = _topic_end(masked, words, 0)
    index = topic
    while index < len(words) and words[index].tag in _ADVERBS:
        index += 1
    if not 0 < topic <= index < len(words) - 2:
        return None
    is_stressed = _IS.fullmatch(words[index].text) is not None
    if not is_stressed and not _APPOINTS.fullmatch(words[index].text):
        return None
    doer = index + 1
    while doer < len(words) and (words[doer].tag in _NOUNS or words[doer].tag in _BEFORE_NOUN):
        doer += 1
    verb = doer
    while verb < len(words) and (
        words[verb].tag in _ADVERBS or words[verb].tag == "p" or words[verb - 1].tag == "p"
    ):
        verb += 1
    if verb >= len(words) or words[verb].tag not in ("v", "vn") or (doer == index + 1 and not is_stressed):
        return None
    while verb + 1 < len(words) and _COMPLEMENT.fullmatch(words[verb + 1].text):
        verb += 1
    rest = [word for word in words[verb + 1 :] if word.text not in ("的", "了")]
    is_past = is_stressed and words[-1].text == "的"
    if rest or (doer == index + 1 and not is_past):
        return None
    behind = [replace(words[-1], text="了")] if is_past else []
    return [*words[index + 1 : verb + 1], *behind, *_bare(words[:topic])]


def _topic_last(masked: Masked, words: Sequence[Word]) -> list[Word] | None:
    """The words with the topic as object: 咖啡我戒了 → 我戒了咖啡; 我驾照考过了 → 我考过了驾照."""
    subject = 1 if words and masked.is_person(words[0].text) else 0
    topic = _topic_end(masked, words, subject)
    if topic == subject:
        return None
    index = topic
    if not subject and index < len(words) and masked.is_person(words[index].text):
        index += 1
    while index < len(words) and (
        words[index].tag in _ADVERBS or _MODAL.fullmatch(words[index].text) or words[index].tag in ("m", "q")
    ):
        index += 1
    if index >= len(words) or words[index].tag != "v" or words[index].text in _INTRANSITIVE:
        return None
    is_denied = any("不" in word.text for word in words[topic : index + 1])
    last = index + 1 if is_denied else _behind_aspect(words, index)  # 新加坡不去了 → 不去新加坡了
    if any(word.tag not in ("m", "q", "u", "xc", "TIME") for word in words[last:]):
        return None
    return [*words[:subject], *words[topic:last], *_bare(words[subject:topic]), *words[last:]]


def _without_topic(masked: Masked, words: Sequence[Word]) -> list[Word] | None:
    """The words without a topic: 湘菜最爱剁椒鱼头 → 最爱剁椒鱼头. The topic shows the kind of the object."""
    topic = _topic_end(masked, words, 0)
    index = topic
    while index < len(words) and words[index].tag in _ADVERBS:
        index += 1
    is_liking = index < len(words) - 1 and _PREFERS.match(words[index].text) is not None
    return list(words[topic:]) if topic and is_liking else None


def _bare(topic: Sequence[Word]) -> Sequence[Word]:
    """A topic without 这个 and 那个."""
    return topic[1:] if len(topic) > 1 and topic[0].tag == "r" else topic


def _topic_end(masked: Masked, words: Sequence[Word], index: int) -> int:
    """The index after the noun phrase at a word, if it is not a person; the same index without one."""
    end = index
    while end < len(words) and end - index < 6:
        word = words[end]
        is_noun = word.tag in _NOUNS and not masked.is_person(word.text)
        if not (is_noun or word.text == "的" or (word.tag in _BEFORE_NOUN and end == index)):
            break
        end += 1
    while end > index and words[end - 1].tag in _BEFORE_NOUN:
        end -= 1
    return end


def _behind_aspect(words: Sequence[Word], verb: int) -> int:
    """The index after a verb with its aspect particles and complements."""
    last = verb + 1
    while last < len(words) and _ASPECT.fullmatch(words[last].text):
        last += 1
    return last


def _sentence(masked: Masked, order: Sequence[Word]) -> Sentence:
    """The words in a new order, as a sentence with its own text and offsets."""
    written, text = "", ""
    offsets: list[int] = []
    words: list[Word] = []
    spans = list(masked.spans)
    for before, word in zip((None, *order), order, strict=False):
        if before is not None and before.end < word.start and masked.text[before.end : word.start].isspace():
            written, text = written + " ", text + " "
            offsets.append(len(written) - 1)
        piece = masked.sentence[masked.offsets[word.start] : masked.offsets[word.end - 1] + 1]
        if word.tag == "*" and re.fullmatch(SIGN, word.text):
            piece = masked.written(word.text)
            spans[_number(masked, word)] = replace(
                masked.span(word.text), start=len(written), end=len(written) + len(piece)
            )
            offsets.append(len(written))
        else:
            offsets += range(len(written), len(written) + len(word.text))
        words.append(Word(word.text, word.tag, len(text)))
        text += word.text
        written += piece
    return Sentence(Masked(written, text, tuple(spans), (*offsets, len(written))), tuple(words))


def _number(masked: Masked, word: Word) -> int:
    span: Span = masked.span(word.text)
    return masked.spans.index(span)
