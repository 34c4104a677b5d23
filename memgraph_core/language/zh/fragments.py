"""Fragments of Chinese clauses that state a fact only in some contexts: a word for a job, a group, a number of children.

公交修理工 干了十二年 is about the speaker, 护士 来了两趟 is about somebody else.
"""

import re

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.zh.clauses import Clause
from memgraph_core.language.zh.slots import sorts_of

OF_FRAGMENTS = frozenset(["FORBIDS", "MEMBER_OF", "PARENT_OF", "WORKS_AS"])
_PARTICLES = re.compile("[了啦吧呀啊嘛]+$")
_SEVERAL_CHILDREN = re.compile(
    r"[\s，,：:]+(?:大的|小的|老大|老二|大宝|一男一女|一儿一女|一个[^，\s]{0,4}[岁大读上]|都|哥哥|姐姐|俩)"
)
# What follows a job that a fragment states of the speaker: 公交修理工 干了十二年.
_LIKE_A_JOB = re.compile(
    r"[\s，,]+(?:在[^，,\s]{2,12}[\s，,]*)?(?:已经|都|快|也)*(?:干|做|当|开|跑|修|教|上班|工作|打工|工龄|入行)(?:了)?[^，,\s]{0,6}?[一二两三四五六七八九十半几\d]+(?:多)?(?:年|个月)"
    r"|[\s，,]+在[^，,\s]{2,12}(?:上班|工作|打工|干活|任职)"
)


_BEGINS_JOB = re.compile(r"(?:入职|转正|上岗)了?[，,\s]*$")
_INTRODUCES = re.compile(r"在|叫|姓|岁|[二三四五六七八九]十|[人的][，,]$")  # before a job: 我二十九，护士
# What follows somebody who is named by a job, and who is not the speaker: 送快递的 又把件放门口.
_DOES_SOMETHING = re.compile(
    r"[\s，,]+(?:又|就|今天|昨天|刚|没|不|还|非|居然|竟然|说|问|讲|绕|把|给|要|催|态度|人|一路|来|走|打|敲|站|坐|看|笑|骂|收|找|来了|是|叫)"
)


def _is_of_us(clause: Clause) -> bool:
    """Whether a clause that begins with a group calls it that of the speaker and others: 我们合唱团."""
    masked = clause.sentence.masked
    before = masked.text[clause.start : clause.begin].rstrip()[-1:]
    is_ours = re.fullmatch(SIGN, before) is not None and masked.written(before) in ("我们", "咱们", "咱")
    return is_ours and re.search("退|解散|散了|不[去干参]|没了", clause.text) is None


def _is_own_job(clause: Clause, *, is_role: bool) -> bool:
    """Whether a clause that is only a word for a job gives that of its subject: 我老公 海员, but not 护士 来了."""
    masked, is_one = clause.sentence.masked, len(clause.subjects) == 1
    earlier = masked.text[: clause.start]
    if _BEGINS_JOB.search(earlier):
        return True
    if clause.is_inherited and not clause.is_stated:
        if is_role:
            return _LIKE_A_JOB.match(masked.text, clause.end) is not None
        return not earlier.strip() and _DOES_SOMETHING.match(masked.text, clause.end) is None
    if clause.is_inherited and is_role:
        return is_one and _INTRODUCES.search(earlier) is not None
    if clause.is_inherited or not is_role:
        return is_one and "Person" in clause.kinds
    before = masked.text[clause.start : clause.begin].rstrip()
    is_other = is_one and clause.subjects[0] != clause.sentence.speaker
    return is_other and "的" in clause.subjects[0] and re.fullmatch(SIGN, before) is not None


def is_other_fragment(clause: Clause, type_: str, object_: str) -> bool:
    """Whether a clause that matches a pattern of a job, a group or children is only a fragment that states something else."""
    text = clause.sentence.masked.text
    if type_ == "FORBIDS":  # 半年不许下水: it is not said who forbids it
        return clause.is_inherited or clause.subjects == (clause.sentence.speaker,)
    if type_ == "MEMBER_OF":  # 我们合唱团每周三排练, but not 球队我退了
        return clause.text.startswith((object_, f"的{object_}")) and not _is_of_us(clause)
    if type_ == "PARENT_OF":  # 两个娃 大的七岁
        return object_ == clause.text and _SEVERAL_CHILDREN.match(text, clause.end) is None
    shown = _PARTICLES.sub("", clause.sentence.masked.shown(clause.text, "的"))
    if shown == f"的{object_}" or re.search("[喝吃用看玩使穿]$", object_):
        return True  # 儿子的家教 is somebody else; 冷面汤当水喝
    is_bare = shown == f"{object_}的" or (shown == object_ and "role" in sorts_of(object_))
    return is_bare and not _is_own_job(clause, is_role=shown == object_)
