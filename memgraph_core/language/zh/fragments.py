"""Fragments of Chinese clauses that state a fact only if their subject is known: a word for a job or for a group.

我老公 海员 is about the husband, 护士 来了两趟 is about somebody who is not known.
"""

import re

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.zh.clauses import Clause
from memgraph_core.language.zh.slots import sorts_of

OF_FRAGMENTS = frozenset(["FORBIDS", "MEMBER_OF", "WORKS_AS"])
_PARTICLES = re.compile("[了啦吧呀啊嘛]+$")
_IS_OVER = re.compile("退|解散|散了|不[去干参]|没了")
_INTRODUCES = re.compile(
    r"在|叫|姓|岁|[二三四五六七八九]十|[人的][，,]$|(?:入职|转正)了"
)  # before a job: 我二十九，护士


def _is_own_job(clause: Clause, *, is_role: bool) -> bool:
    """Whether a clause that is only a word for a job gives that of its subject: 我老公 海员, but not 护士 来了."""
    masked, is_one = clause.sentence.masked, len(clause.subjects) == 1
    if clause.is_inherited:
        is_introduced = is_role and _INTRODUCES.search(masked.text[: clause.start]) is not None
        return is_one and clause.is_stated and ("Person" in clause.kinds if not is_role else is_introduced)
    if not is_role:
        return is_one and "Person" in clause.kinds
    before = masked.text[clause.start : clause.begin].rstrip()
    is_other = is_one and clause.subjects[0] != clause.sentence.speaker
    return is_other and "的" in clause.subjects[0] and re.fullmatch(SIGN, before) is not None


def is_other_fragment(clause: Clause, type_: str, object_: str) -> bool:
    """Whether a clause that matches a pattern of a job or a group is only a fragment that states something else."""
    if type_ == "FORBIDS":  # 半年不许下水: it is not said who forbids it
        return clause.is_inherited or clause.subjects == (clause.sentence.speaker,)
    if type_ == "MEMBER_OF":  # 我们合唱团每周三排练, but not 球队我退了
        is_bare = clause.text.startswith((object_, f"的{object_}"))
        return is_bare and (clause.is_inherited or _IS_OVER.search(clause.text) is not None)
    shown = _PARTICLES.sub("", clause.sentence.masked.shown(clause.text, "的"))
    if shown == f"的{object_}":
        return True  # 儿子的家教 is somebody else
    is_bare = shown == f"{object_}的" or (shown == object_ and "role" in sorts_of(object_))
    return is_bare and not _is_own_job(clause, is_role=shown == object_)
