"""Values that change in Chinese: 房租从3900涨到4300, 套餐一块九变两块六, 现在16，以前12."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.vocabulary import Phrase, open_relation, relation_of
from memgraph_core.language.zh import moods
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.following import Subject

_CONFIDENCE = 0.65
_NUMBER = r"[¥$]?[\d一二两三四五六七八九十百千万半零][\d一二两三四五六七八九十百千万半零.,]*"
_VALUE = (
    rf"{_NUMBER}\s?(?:[kKwW万千百](?![A-Za-z]))?"
    r"(?:[A-Za-z%]{1,4}|块钱?|元|个?小时|分钟?|天|平米?|岁|斤|公斤|公里|毫克|个|人|号|片|次)?"
    r"[\d一二三四五六七八九十]{0,3}分?"
)
_MOVES = (
    r"(?:[涨升降跌加减增扩缩调改变提掉延拉压砍推挪换缩]|提前|提高|减少|增加|缩短|延长|上调|下调|增大|变更)"
)
_CHANGE = re.compile(
    rf"(?P<topic>[^，。]{{0,14}}?)\s?(?:(?:从|由)\s?(?P<old>{_VALUE})\s?(?:直接|一路|又|都|也|给|被)?{_MOVES}(?:到|成|为|至)?"
    rf"|(?P<old2>{_VALUE})\s?{_MOVES}(?:到|成|为|至))了?\s?(?P<new>{_VALUE})"
    r"(?:一[个节次晚月年天斤]|每[月年次节天])?(?:了|啦|吧|后|以后|之后)*"
)
_NO_TOPIC = frozenset(["TIME", "d", "ad", "c", "f", "r", "xc", "p"])
_TOPIC = frozenset(["n", "nz", "nw", "vn", "eng", "*", "s", "ORG", "LOC", "u", "x", "a", "an", "m"])
_PRICED = re.compile(r"(?:费|价|价格|房租|租金|租|票|餐|会员|一节课|工钱|单价)$")
_DAY = re.compile(r"[号日]$")

_FORMER = re.compile(
    rf"(?:之前|以前|原来|原先|上个?月|去年|前年|上周|上次|当时|本来|从前)(?:才|是|还是|只要|只|就|要|还|都)*\s?(?P<old>{_VALUE})(?:呢|来着|啊|的)*"
)


def changed_values(sentence: Sentence, start: int, end: int, before: Subject) -> Iterator[Phrase]:
    """The new value and the former one, which has ended, of a clause that states a change. `before` is its subject."""
    text = sentence.masked
    match = _CHANGE.match(text.text, start, end)
    if match is None or moods.is_denied(match[0]) or moods.is_intended(match[0]) or moods.is_due(match[0]):
        return
    subject, type_ = _subject_and_type(sentence, *match.span("topic"), before)
    old, new = match["old"] or match["old2"], match["new"]
    if not subject or _DAY.search(new) is not None:
        return
    fact = Phrase(subject, type_, new.strip(), start=text.offsets[start], confidence=_CONFIDENCE, dated=False)
    yield replace(fact, is_change=True)
    yield replace(fact, object=old.strip(), ended=True)


def with_former_value(
    sentence: Sentence, start: int, end: int, found: Sequence[Phrase]
) -> list[Phrase] | None:
    """All phrases up to the end of a clause that states only the former value: 以前12. None for another clause."""
    match = _FORMER.fullmatch(sentence.masked.text, start, end)
    last = found[-1] if found else None
    if match is None or last is None or last.denied or not relation_of(last.type).literal:
        return None
    offset = sentence.masked.offsets[start]
    return [
        *found,
        replace(last, object=match["old"], ended=True, start=offset, dated=False, is_change=False),
    ]


def _subject_and_type(sentence: Sentence, start: int, end: int, before: Subject) -> tuple[str, str]:
    """The subject and the relation of a value: the owner and the attribute, a thing with a price, or any other topic.

    Empty strings for a topic with a verb, or without a noun.
    """
    text = sentence.masked
    words = [word for word in sentence.within(start, end) if word.tag not in _NO_TOPIC]
    if not words or any(word.tag not in _TOPIC for word in words):
        return "", ""
    owner = ""
    if text.is_person(words[0].text):
        owner, words = text.name(words[0].text), [word for word in words[1:] if word.text != "的"]
    topic = text.shown("".join(word.text for word in words), "的")
    if (type_ := open_relation(topic)) is not None and relation_of(type_).literal:
        return owner or (before.person[0] if before.person else sentence.speaker), type_
    if owner or not words:
        return "", ""
    name = text.shown(text.text[words[0].start : words[-1].end], "的").strip()
    if _PRICED.search(name):
        return name, "COSTS"
    is_exact = len(words) > 1 and words[0].tag in ("*", "eng")  # kafka 分区, and not 空腹
    return (name, "HAS_VALUE") if is_exact else ("", "")
