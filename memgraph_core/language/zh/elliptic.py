"""Chinese clauses that continue the last statement and leave out its words: 养了只猫，叫咪咪; 现在戒了."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.slots import sorts_of

_STOPPED = re.compile(
    r"(?:可|但|后来|现在|已经|早就|早|最近|去年|今年|上周|上个月|前年|终于|就)*"
    r"(?:戒了|戒掉了|停了|退了|散了|黄了|没了|(?:不|没再)(?:吃|喝|用|玩|练|学|做|养|打|看|去|住|抽|跑|干|上|弹|画|写|追|听|教|租)了)"
)
_NAMED = re.compile(
    rf"[给管]?(?:它|他|她)?(?:的?(?:名字|小名|大名)|[取起]了?个?名字?)?(?:就)?叫(?:做)?\s?(?P<name>{SIGN}|[一-鿿]{{2,3}})"
)
_OF_PET = frozenset(["IS_A", "AGED", "HAS_GENDER"])  # what clauses before the name of an animal state
_KINDS = frozenset(["车", "手机", "电脑", "房", "房子", "平板", "相机", "耳机", "摩托", "摩托车"])
_IN_MODEL = frozenset(["n", "nz", "nw", "eng", "m", "*", "ORG", "LOC", "r", "q"])
_BRAND = re.compile(
    rf"(?:是)?(?P<brand>{SIGN}|华为|小米|苹果|三星|荣耀|联想|戴尔|比亚迪|大众|丰田|本田|雅迪|爱玛)的"
)  # 新手机到了，华为的
_DONE_BEFORE = re.compile(r"[了啦][，,！!\s]*$")
_THAT_ONE = re.compile("(?:那|这)[套台辆部]$")
_NO_MODEL = re.compile(r"[色款的室厅居装年月号日天平米公里万块元钱]$|^[\d.]+$|[我你他她]")
_NOUNS = ("n", "nz", "vn", "*")


def continued_phrases(
    sentence: Sentence, start: int, end: int, before: Sequence[Phrase]
) -> list[Phrase] | None:
    """All phrases up to the end of a clause that continues the statement `before`; None for another clause."""
    if not before:
        return None
    text, last = sentence.masked, before[-1]
    called = _NAMED.fullmatch(text.text, start, end)
    pet = next((p for p in reversed(before) if p.type not in _OF_PET), None)
    if called and pet is not None and _is_unnamed_animal(pet):
        name = text.shown(called["name"])
        at = before.index(pet)
        return [
            *before[:at],
            replace(pet, object=name),
            replace(pet, subject=name, type="IS_A", object_type="Concept"),
            *(replace(p, subject=name) for p in before[at + 1 :] if p.subject == pet.object),
        ]
    if (own := _more_precise(sentence, start, end, last)) is not None:
        return [*before[:-1], own]
    has_topic = any(word.tag in _NOUNS for word in sentence.within(start, end))  # 健身卡退了
    if has_topic or not _STOPPED.fullmatch(text.text, start, end):
        return None
    return [*before[:-1], last if last.denied else replace(last, ended=True, plan=False)]


def _more_precise(sentence: Sentence, start: int, end: int, last: Phrase) -> Phrase | None:
    """The statement about a possession with the model that a clause adds: 车提了，小鹏G6. None for another clause."""
    if last.type != "OWNS" or last.ended or last.denied or last.object.removeprefix("新") not in _KINDS:
        return None
    text, words = sentence.masked, sentence.within(start, end)
    is_next = _DONE_BEFORE.search(text.text, 0, start) is not None
    brand = _BRAND.fullmatch(text.text, start, end) if is_next else None
    if brand is not None and not text.is_person(brand["brand"]):
        return replace(last, object=f"{text.shown(brand['brand'])}{last.object.removeprefix('新')}")
    if not is_next or not words or any(word.tag not in _IN_MODEL for word in words):
        return None
    model = text.shown(text.text[start:end].strip(), "的")
    one = _THAT_ONE.search(model)
    model = model if one is None else f"{model}{last.object}"
    is_fit = 1 < len(model) <= 12 and _NO_MODEL.search(model) is None and not text.is_person(words[0].text)
    return replace(last, object=model) if is_fit else None


def _is_unnamed_animal(phrase: Phrase) -> bool:
    return (
        phrase.type == "HAS_PET" and not (phrase.ended or phrase.denied) and "pet" in sorts_of(phrase.object)
    )
