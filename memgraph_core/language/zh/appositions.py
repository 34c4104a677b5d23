"""Relations that Chinese states without a verb, by adjacent words: 班主任刘老师, 链家的小钟, 我的耳机."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.mask import SIGN, Masked
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_CONFIDENCE = 0.65
_I_AM = re.compile(
    r"(?:^|[，。！,])(?:你好|大家好|您好)?[，,]?我(?:就)?是[^，。,]{0,10}$"
)  # 我是张江店店长屠丽
_BEFORE_THING = re.compile(
    r"家里?的?|的|自己|[那这](?:一)?[台部辆件把副双块套个条架艘支]?|[台部辆件把副双块套架支]|第?一[台部辆件把副双块套架支]"
)
_LOST = re.compile(r"卖|丢|偷|送|借|捐|扔|转|退|没了")
_WORK = frozenset(["department", "role"])
_NOUNS = ("n", "nz", "vn", "nw", "ORG")


def appositions_in(sentence: Sentence) -> Iterator[Phrase]:
    """The relations between adjacent words, in order."""
    words = sentence.words
    for index, word in enumerate(words):
        before = words[index - 1] if index else None
        if before is None or not sentence.masked.is_person(word.text) or _is_pronoun(sentence.masked, word):
            continue
        if before.text == "的" and index > 1:
            yield from _of_employer(sentence, words[index - 2], word)
        elif not sentence.masked.text[before.end : word.start].strip() and _is_role(words, index - 1):
            phrase = _phrase(sentence, word, "WORKS_AS", before.text, "Concept", before.start)
            is_own = (
                _I_AM.search(sentence.masked.sentence[: sentence.masked.offsets[before.start]]) is not None
            )
            yield replace(phrase, subject=sentence.speaker) if is_own and sentence.speaker else phrase
    yield from _own_things(sentence)


def _is_role(words: Sequence[Word], index: int) -> bool:
    """Whether a word is an occupation and not a part of a longer noun or object: 前台 in 前台小周."""
    word = words[index]
    if word.tag not in _NOUNS:
        return False
    kin = kin_words("zh").get(word.text)
    if kin is not None and kin.relation != "KNOWS":
        return False  # 合伙人
    before = words[index - 1] if index else None
    is_object = (
        before is not None and before.tag in ("v", "p") and before.text not in ("是", "跟", "和", "问", "找")
    )
    return "role" in sorts_of(word.text) and len(word.text) > 1 and not is_object


def _of_employer(sentence: Sentence, owner: Word, person: Word) -> Iterator[Phrase]:
    """The employer before a person: 链家的小钟, 物业的老潘."""
    if re.fullmatch(SIGN, owner.text):
        span = sentence.masked.span(owner.text)
        if span.type == "Organization":
            yield _phrase(sentence, person, "WORKS_AT", span.name, "Organization", owner.start)
    elif (sorts_of(owner.text) & _WORK) and owner.tag in (*_NOUNS, "eng"):
        yield _phrase(sentence, person, "WORKS_IN", owner.text, "Organization", owner.start)


def _own_things(sentence: Sentence) -> Iterator[Phrase]:
    """The things of an owner directly before them: 我的耳机, 我家空调, 我妈那台缝纫机."""
    words, masked = sentence.words, sentence.masked
    for index, word in enumerate(words[:-1]):
        if not masked.is_person(word.text) or _is_other(masked, word):
            continue
        start = index + 1
        while start < len(words) and _BEFORE_THING.fullmatch(words[start].text):
            start += 1
        end = start
        while end < len(words) and end - start < 3 and words[end].tag in ("n", "nz", "a"):
            end += 1
        if start == end:
            continue
        thing = masked.text[words[start].start : words[end - 1].end]
        following = words[end].text if end < len(words) else ""
        is_lost = _LOST.search(masked.text, words[end - 1].end, words[end - 1].end + 8) is not None
        if "thing-owned" in sorts_of(thing) and following not in ("的", "店", "票") and not is_lost:
            yield _phrase(sentence, word, "OWNS", thing, "Thing", words[start].start)


def _is_other(masked: Masked, word: Word) -> bool:
    return masked.written(word.text)[:1] in "你您他她它谁"


def _phrase(
    sentence: Sentence, person: Word, type_: str, object_: str, kind: EntityType, start: int
) -> Phrase:
    masked = sentence.masked
    return Phrase(
        masked.name(person.text),
        type_,
        object_,
        object_type=kind,
        start=masked.offsets[start],
        confidence=_CONFIDENCE,
        dated=False,
    )


def _is_pronoun(masked: Masked, word: Word) -> bool:
    return re.fullmatch(r"[我你您他她它咱俺]们?", masked.written(word.text)) is not None
