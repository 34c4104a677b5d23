"""Chinese clauses that continue the last statement and leave out its words: 我妹妹也是, 葱可以, 现在戒了."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh import status
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.slots import objects_in_slot, sorts_of

_SAME = re.compile(rf"(?:而且|还有)?(?P<s>{SIGN})也(?:是|一样|如此)(?:的|了|哦|呢|啊)?")
_STOPPED = re.compile(
    r"(?:可|但|后来|现在|已经|早就|早|最近|去年|今年|上周|上个月|前年|终于|就)*"
    r"(?:戒了|戒掉了|停了|退了|散了|黄了|没了|(?:不|没再)(?:吃|喝|用|玩|练|学|做|养|打|看|去|住|抽|跑|干|上|弹|画|写|追|听|教|租)了)"
)
_ALSO = re.compile(
    r"(?P<o>[^，不也都]{1,8}?)(?:也|都|倒)?"
    r"(?:(?:可以|行|没事|没问题|能吃|还行)|(?P<no>不行|不可以|不能|不能吃|吃不了|不吃|不要))"
)
_NAMED = re.compile(
    rf"(?:[给管]?(?:它|他|她)|姑娘|女孩儿?|女生|女方|男孩儿?|男生|男方|小伙子?|对方)?(?:的?(?:名字|小名|大名)|[取起]了?个?名字?)?(?:就)?叫(?:做)?\s?(?P<name>{SIGN}|[一-鿿]{{2,3}})"
)
_PARTNER = re.compile(
    r"(?:(?:有|交|找|谈|处)(?:到|了|着)?(?:一?个)?|[带领]着?(?:了|过)?)新?(?:女朋友|男朋友|女友|男友|对象)"
    r"(?:了|回[来家去]|来|见[^，,]{1,4}|吃饭|过年|一起|一块儿?)*[，,]$"
)
_ANOTHER = re.compile(
    r"(?:领养|收养|捡|养|买|添|抱|接|来)(?:了|回)?(?:来|回)?了?[一二两]?[只条](?:小的?)?[，,]$"
)  # 又领养了一只，叫汤圆
_EMPLOYER = re.compile(
    r"(?:去|进|入职|加入|跳槽?[去到]|换[到去])(?P<done>了)?[^，,]{0,8}?一?家[^，,]{0,10}(?:公司|单位|厂|医院|学校|机构|工作室|律所|银行|企|事务所|研究[所院]|设计院)"
    r"(?:上班|工作|任职)?(?P<now>了)?[，,]$"
)  # 3号去一家机器人公司，叫云图
_BORN = re.compile(
    rf"(?P<parent>{SIGN})[^，,]{{0,6}}(?:生(?:了|下了?)(?:一?个(?:大?胖)?(?:儿子|女儿|闺女|男孩|女孩|小子|丫头|千金|宝宝))?)"
    rf"(?:[，,！!]\s?(?:是|一)*个?(?:儿子|女儿|闺女|男孩儿?|女孩儿?|小子|丫头|千金|男宝|女宝|{SIGN}))?[，,]$"
)  # 我姐生了个儿子，叫许南
_WIFE = re.compile(r"(?:我|咱)(?:的)?(?:老婆|媳妇|妻子|太太|爱人)")
_NOUNS = ("n", "nz", "vn", "*")
_OF_FOOD = {"EATS": "EATS", "DRINKS": "DRINKS", "FOLLOWS_DIET": "EATS"}


def continued_phrases(
    sentence: Sentence, start: int, end: int, before: Sequence[Phrase], about: str
) -> list[Phrase] | None:
    """All phrases up to the end of a clause that continues the statement `before`; None for another clause.

    `about` is the subject of the clause before.
    """
    text = sentence.masked
    if same := _SAME.fullmatch(text.text, start, end):
        return [*before, *_of_one_more(sentence, text.name(same["s"]), start, before)]
    called = _NAMED.fullmatch(text.text, start, end)
    if (
        called
        and (named := _of_called(sentence, text.shown(called["name"]), start, before, about)) is not None
    ):
        return named
    if not before:
        return None
    if called and _is_unnamed_animal(before[-1]):
        return [*before[:-1], *_with_name(before[-1], text.shown(called["name"]))]
    if called and _is_unnamed_child(before[-1]):
        name = text.shown(called["name"])
        return [*before, replace(before[-1], object=name, object_type="Person", is_total=False)]
    if (match := _ALSO.fullmatch(text.text, start, end)) and (also := _also(sentence, match, before[-1])):
        return [*before, also]
    has_topic = any(word.tag in _NOUNS for word in sentence.within(start, end))  # 健身卡退了
    if has_topic or not _STOPPED.fullmatch(text.text, start, end):
        return None
    last = before[-1]
    return [*before[:-1], last if last.denied else replace(last, ended=True, plan=False)]


def _of_called(
    sentence: Sentence, name: str, start: int, before: Sequence[Phrase], about: str
) -> list[Phrase] | None:
    """All phrases up to a clause that gives a name to an animal, employer, child or partner; None for another name."""
    text = sentence.masked
    if _ANOTHER.search(text.text, 0, start):
        return [
            *before,
            Phrase(sentence.speaker, "HAS_PET", name, start=text.offsets[start]),
        ]
    if employer := _EMPLOYER.search(text.sentence, 0, text.offsets[start]):
        is_done = employer["done"] or employer["now"]
        begin = max(text.sentence.rfind(sign, 0, employer.end() - 1) for sign in "，,") + 1
        others = [p for p in before if p.type != "PLANS_TO" or p.start < begin]  # 去一家公司
        return [
            *others,
            Phrase(
                about or sentence.speaker,
                "WORKS_AT",
                name,
                object_type="Organization",
                start=text.offsets[start],
                plan=not is_done,
            ),
        ]
    if _PARTNER.search(text.sentence, 0, text.offsets[start]):
        return [
            *before,
            Phrase(
                about or sentence.speaker, "DATING", name, object_type="Person", start=text.offsets[start]
            ),
        ]
    if born := _BORN.search(text.text, 0, start):
        return [*before, *_born(sentence, born["parent"], name, start)]
    return None


def _born(sentence: Sentence, parent: str, name: str, start: int) -> list[Phrase]:
    """Whose child has been born: the mother's, and the speaker's if she is the speaker's wife."""
    text = sentence.masked
    is_wife = _WIFE.match(text.written(parent)) is not None
    parents = [text.name(parent), *([sentence.speaker] if is_wife else [])]
    return [
        Phrase(one, "PARENT_OF", name, object_type="Person", start=text.offsets[start]) for one in parents
    ]


def _is_unnamed_child(phrase: Phrase) -> bool:
    return phrase.type == "PARENT_OF" and phrase.object.startswith("一个")


def _is_unnamed_animal(phrase: Phrase) -> bool:
    return (
        phrase.type == "HAS_PET" and not (phrase.ended or phrase.denied) and "pet" in sorts_of(phrase.object)
    )


def _with_name(pet: Phrase, name: str) -> list[Phrase]:
    """`我养了只边牧，叫闪电`: the name and the species of an animal."""
    return [replace(pet, object=name), replace(pet, subject=name, type="IS_A", object_type="Concept")]


def _of_one_more(sentence: Sentence, name: str, start: int, before: Sequence[Phrase]) -> list[Phrase]:
    """`我对花生过敏，我妹妹也是`: the last statement also holds for another subject."""
    last = before[-1] if before else None
    if last is None or name == last.object:
        return []
    same = [p for p in before if (p.type, p.start) == (last.type, last.start) and p.subject != name]
    offset = sentence.masked.offsets[start]
    return [replace(p, subject=name, start=offset, confidence=status.ASSUMED) for p in same]


def _also(sentence: Sentence, match: re.Match[str], last: Phrase) -> Phrase | None:
    """`我不吃香菜，葱可以`: the last statement about eating or drinking also holds for another thing."""
    type_ = _OF_FOOD.get(last.type)
    begin, end = match.span("o")
    objects = (
        objects_in_slot(sentence.masked, sentence.within(begin, end), begin, end, "food") if type_ else []
    )
    if type_ is None or len(objects) != 1:
        return None
    return replace(
        last,
        type=type_,
        object=objects[0].text,
        object_type=objects[0].type,
        start=sentence.masked.offsets[match.start()],
        ended=False,
        plan=False,
        denied=match["no"] is not None,
    )
