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
    has_topic = any(word.tag in _NOUNS for word in sentence.within(start, end))  # 健身卡退了
    if has_topic or not _STOPPED.fullmatch(text.text, start, end):
        return None
    return [*before[:-1], last if last.denied else replace(last, ended=True, plan=False)]


def _is_unnamed_animal(phrase: Phrase) -> bool:
    return (
        phrase.type == "HAS_PET" and not (phrase.ended or phrase.denied) and "pet" in sorts_of(phrase.object)
    )
