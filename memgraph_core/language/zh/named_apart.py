"""People and animals that a Chinese sentence counts and then names one by one: 有两个闺女，大的叫彤彤，小的叫妞妞."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.persons.kin import chinese_kin_word
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh import moods
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.following import Subject

_CONFIDENCE = 0.7
_NAME = rf"(?:{SIGN}|[\u4e00-\u9fff]{{2,3}})"
_ONE = r"(?:另外?)?(?:一[个只条位名]|大的|小的|老[大二三]|[大小]的?那?[个只条]|哥哥|弟弟|姐姐|妹妹)(?:的?(?:小名|名字))?叫(?:做)?"
_APART = re.compile(
    rf"(?:^|[，。！；])(?P<owner>{SIGN}(?![的]))?(?P<head>[^，。]{{0,12}}?(?:两|俩|三|四|[234])[个只条位名]?(?:双胞胎)?(?P<who>[^，。的]{{1,5}}?)"
    rf"(?P<does>合租|一起住|住)?(?:了|呢)?)[，：]\s?(?P<names>{_ONE}{_NAME}(?:[，、]?(?:还有)?{_ONE}{_NAME}){{1,3}})(?=[，。！；]|$)"
)
_EACH = re.compile(rf"{_ONE}(?P<name>{_NAME})")
_LIVES = re.compile(r"合租|一起住|同住|住(?:一起|一块)|室友|舍友")


def named_apart(sentence: Sentence, opening: Subject) -> Iterator[Phrase]:
    """The relation of the owner to each of several people or animals. `opening` is the subject of a sentence without one."""
    text = sentence.masked
    match = _APART.search(text.text)
    if match is None or moods.is_denied(match["head"]) or moods.is_imagined(match["head"]):
        return
    word = chinese_kin_word(text.shown(match["who"]))
    owner = _owner(sentence, match, opening)
    if word is None or not owner:
        return
    type_ = "LIVES_WITH" if _LIVES.search(match["head"]) else word.relation
    for each in _EACH.finditer(match["names"]):
        yield Phrase(
            owner,
            type_,
            text.shown(each["name"]),
            object_type=word.type,
            start=text.offsets[match.start("names")],
            confidence=_CONFIDENCE,
        )


def _owner(sentence: Sentence, match: re.Match[str], opening: Subject) -> str:
    """Whose they are; empty if it is not clear."""
    if match["owner"]:
        span = sentence.masked.span(match["owner"])
        return span.name if span.type == "Person" else ""
    return sentence.speaker if not opening.is_assumed or opening.is_household else ""


def with_named_apart(found: Sequence[Phrase], apart: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, with those of animals that are named in place of one that only counts them."""
    owners = {(p.subject, p.type) for p in apart if p.type == "HAS_PET"}
    return [p for p in found if (p.subject, p.type) not in owners] + list(apart)
