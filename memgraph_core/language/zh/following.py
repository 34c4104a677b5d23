"""The subject of the next clause of a Chinese sentence, if that clause has no subject of its own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.mask import SIGN, Masked
from memgraph_core.language.vocabulary import ANY_OBJECT, ONLY_OBJECT, Phrase, relation_of
from memgraph_core.language.zh import moods, status
from memgraph_core.language.zh.clauses import Clause, Sentence
from memgraph_core.records.kinds import EntityType

Kinds = frozenset[EntityType | None]
_NAMED = re.compile(
    rf"(?:[^，]{{2,10}}?|[它他她]?)(?:的?名字|[取起]名)?(?:就)?(?:叫做?|名叫)\s?(?P<s>{SIGN})"
)  # 项目叫北斗
_KEEPS = re.compile(
    rf"(?:{SIGN}|家里?)*(?:还|也|又|刚|最近)*(?:领养|收养|收留|养|捡|接)(?:了|着|回)*(?P<who>{SIGN})"
)  # 我养了只布偶
_INTRODUCED = re.compile(
    rf"(?P<owner>{SIGN})?(?:还|也|只|就)?有(?:一|两)?[个位名][^，]{{0,10}}?(?P<who>{SIGN}|[^，的]{{0,4}}(?:哥|姐|弟|妹|儿子|女儿|闺女|孩子|娃|同学|同事|朋友|邻居|亲戚|老师|师傅|徒弟|学生|客户))(?:[在是][^，]*)?"
)  # 有个大我六岁的姐姐
_HAS = re.compile(
    rf"(?:{SIGN}(?:俩|家里?)?|家里)?(?:还|也|只|就|总共|一共)*有(?P<who>{SIGN})(?:[在是][^，]*)?"
)  # 我有个同事在腾讯, 有个儿子
_SOMEBODY_CALLED = re.compile(
    r"(?P<who>[^，的]{1,6})(?:姓[\u4e00-\u9fff]{1,2}|叫(?:做)?\s?[A-Za-z\u4e00-\u9fff]{2,12})$"
)
_IS = re.compile(rf"[^，]*?(?<!我)(?<!不)是(?P<s>{SIGN})")  # 我说的小妹是表妹林珊，在上海工作
_NAMES_LAST = re.compile(rf"(?:叫做?|名叫|是)\s?(?P<s>{SIGN})$")
_REFERRED = re.compile(rf"(?:找|联系|问|打给|问问)\s?(?P<s>{SIGN})$")
ANIMAL: Kinds = frozenset(["Person", "Thing"])
_MADE_BY = re.compile(rf"(?:是)?(?P<s>{SIGN})的")  # 买了台打印机，惠普的，899元
_TIME = re.compile("[天周月年日]|接下来")


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject that a clause inherits if it has none. `is_stated` is False for a speaker who is only assumed."""

    names: tuple[str, ...]
    kinds: Kinds
    is_stated: bool = True
    person: tuple[str, ...] = ()  # the last persons, also after clauses whose subject cannot be one
    is_ahead: bool = False  # the last clause with a time is about the future
    is_assumed: bool = False  # another person or animal is the topic; without a `person` it is not clear who
    is_household: bool = False  # that topic is the speaker's partner, child or pet

    def with_context(self, before: "Subject", words: str) -> "Subject":
        """The subject with the last person, and with whether the clause before, which has these words, is about the future."""
        ahead = moods.lies_ahead(words) if _TIME.search(words) else before.is_ahead
        person: tuple[str, ...] = ()
        if "Person" in self.kinds:
            person = self.names
        elif status.is_nobody(self.names):
            person = before.person
        is_new = "Person" in self.kinds and self.names != before.names
        is_assumed = self.is_assumed or (before.is_assumed and not is_new)
        is_household = self.is_household or (before.is_household and not is_new)
        return replace(self, person=person, is_ahead=ahead, is_assumed=is_assumed, is_household=is_household)


UNCLEAR = Subject((), frozenset(), is_assumed=True)  # somebody else than the speaker


def _described(masked: Masked, who: str, owner: str) -> str:
    """The name of a person whom a clause introduces: that of a span, or a description of a relative of the owner."""
    shown = masked.shown(who)
    return f"{owner}的{shown}" if shown in kin_words("zh") and not re.fullmatch(SIGN, who) else shown


def subject_after_none(sentence: Sentence, readings: Sequence[Clause], before: Subject) -> Subject:
    """The subject after a clause without phrases: the person or thing that it names, refers to or is about."""
    masked, first = sentence.masked, readings[0]
    if (other := _of_other_clause(sentence, first, before)) is not None:
        return other
    if named := _NAMED.fullmatch(masked.text, first.start, first.end):
        span = masked.span(named["s"])
        return Subject((span.name,), ANIMAL if span.type == "Thing" else frozenset([span.type]))
    if (kept := _KEEPS.fullmatch(masked.text, first.start, first.end)) and (
        masked.span(kept["who"]).type == "Thing"
    ):
        return Subject((masked.name(kept["who"]),), ANIMAL)
    if introduced := _INTRODUCED.fullmatch(masked.text, first.start, first.end):
        if introduced["owner"]:
            owner = masked.name(introduced["owner"])
        elif before.is_assumed and not before.person:
            return UNCLEAR
        else:
            owner = before.person[0] if before.person else sentence.speaker
        return Subject((_described(masked, introduced["who"], owner),), frozenset(["Person"]))
    if (had := _HAS.fullmatch(masked.text, first.start, first.end)) and (
        masked.span(had["who"]).type == "Person"
    ):
        return Subject((masked.name(had["who"]),), frozenset(["Person"]))
    if (identified := _IS.fullmatch(masked.text, first.start, first.end)) and (
        masked.span(identified["s"]).type == "Person" and "的" not in masked.name(identified["s"])
    ):
        return Subject((masked.name(identified["s"]),), frozenset(["Person"]))
    referred = _REFERRED.search(masked.text, first.start, first.end)
    if referred and masked.name(referred["s"]) != sentence.speaker:  # not 来找我
        return Subject((masked.name(referred["s"]),), frozenset(["Person"]))
    stated = [one for one in readings if one.kinds != before.kinds or one.subjects != before.names]
    is_span = re.match(SIGN, masked.text[max(first.begin - 1, 0) : first.end]) is not None
    last = first if is_span else (stated or readings)[0]
    return Subject(last.subjects, last.kinds, last.is_stated or before.is_stated)


def _of_other_clause(sentence: Sentence, clause: Clause, before: Subject) -> Subject | None:
    """The subject after a clause about somebody who is not identified, or after a fragment; None after another clause."""
    if _introduces_unnamed(sentence, clause):
        return UNCLEAR
    return before if _is_fragment(sentence, clause) else None


def _is_fragment(sentence: Sentence, clause: Clause) -> bool:
    """Whether a clause is only a quantity or a phrase that begins with one (两张桌子, 六楼, 一千三), or names a maker (惠普的)."""
    made_by = _MADE_BY.fullmatch(sentence.masked.text, clause.start, clause.end)
    if made_by and sentence.masked.span(made_by["s"]).type != "Person":
        return True
    words = sentence.within(clause.start, clause.end)
    return (
        bool(words) and words[0].tag == "m" and all(word.tag in ("m", "q", "n", "s", "f") for word in words)
    )


def _introduces_unnamed(sentence: Sentence, clause: Clause) -> bool:
    """Whether a clause gives the family name, or a name that is not known to be one, of somebody: 找的保姆姓柴."""
    found = _SOMEBODY_CALLED.search(sentence.masked.text, clause.start, clause.end)
    if found is None or not found.start() or re.search(SIGN, found["who"]):
        return False
    return status.is_somebody(found["who"])


def subject_after(reading: Clause, phrases: Sequence[Phrase]) -> Subject:
    """The subject after a clause with phrases: the pet that it introduces, the owner of what it ends, or its subject."""
    if phrases[-1].type == "GONE" and phrases[-1].object not in (ANY_OBJECT, ONLY_OBJECT):
        is_named = any(span.name == phrases[-1].object for span in reading.sentence.masked.spans)
        return Subject((phrases[-1].object,), ANIMAL) if is_named else UNCLEAR  # 豆花走了，肾衰
    if all(relation_of(p.type).only_ends for p in phrases) and phrases[-1].subject not in reading.subjects:
        return Subject((phrases[-1].subject,), frozenset(["Person"]), reading.is_stated)
    if (named := _named_last(reading, phrases)) is not None:
        return named
    pet = next((p for p in phrases if p.type == "HAS_PET" and not (p.denied or p.plan or p.ended)), None)
    if pet is not None:
        return Subject((pet.object,), ANIMAL)
    return Subject(reading.subjects, reading.kinds, reading.is_stated)


def _named_last(clause: Clause, found: Sequence[Phrase]) -> Subject | None:
    """The person whom a clause names at its end as somebody of its subject: 教练叫大熊."""
    masked = clause.sentence.masked
    match = _NAMES_LAST.search(masked.text, clause.start, clause.end)
    if match is None or masked.span(match["s"]).type != "Person":
        return None
    name = masked.name(match["s"])
    is_related = any(
        name in (p.object, p.subject)
        and (p.type.startswith("HAS_") or "Person" in (relation_of(p.type).object_type, p.object_type))
        for p in found
        if not p.type.startswith("FAVORITE")
    )
    return Subject((name,), frozenset(["Person"])) if is_related and name != clause.sentence.speaker else None


def subject_after_continued(found: Sequence[Phrase], before: Subject) -> Subject:
    """The subject after a clause that names an animal: 养了只边牧，叫闪电."""
    if found and found[-1].type == "IS_A":
        return replace(before, names=(found[-1].subject,), person=(found[-1].subject,))
    return before


def subject_after_own(clause: Clause, found: Sequence[Phrase], before: Subject) -> Subject:
    """The subject after a clause whose patterns contain their subject: the person whom it names at its end (教练叫大熊), else
    that subject if it is a person, else `before`.
    """
    if (named := _named_last(clause, found)) is not None:
        return named
    last = found[-1]
    if relation_of(last.type).subject_type == "Person":
        return Subject((last.subject,), frozenset(["Person"]))
    return before
