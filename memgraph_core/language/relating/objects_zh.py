"""Chinese objects: what of the words of a predicate names the other end of a relation.

A name is what a span stands for; anything else is a short noun phrase without measure words and particles. How it ends
tells what sort of thing it is.
"""

import re
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.relating.mask import SIGN, Masked
from memgraph_core.language.word_lists import groups_by_word
from memgraph_core.records.kinds import EntityType

_JOINED = re.compile(r"和|跟|与|、|以及|还有")
PARTICLES = re.compile(
    r"(?:已经[^\s]{1,8}|有?[一二两三四五六七八九十几\d]{1,3}个?[年月周天]|[了呢啊吧呀啦嘛哦哈的过着]|之后|以后|来着|一下|这边|那边|那里|这里|什么的|来的|上班|左右)+$"
)
_LEADING = re.compile(
    r"^(?:了|一些|自己的|新的|各种|各类|很多|好多|许多|一点|点儿?|所谓的?|这种|那种|这款|这个|那个"
    r"|那家|这家|到处|去|来|[一二两三四五六几]{1,2}(?:个|只|条|辆|套|台|本|部|把|件|家|所|名|位|场"
    r"|种|次))+"
)
_NO_OBJECT = re.compile(
    r"[得过着你我您他她它这那哪某的了不]|一家$|一个$|一起|什么|谁|怎么|多少|大家|自己|别人|人家|家$|人$|时候|东西|事|事情|感觉"
)
ASKED = re.compile(r"什么|谁|哪|怎么|多少|几岁|吗|得很|不得了|的时候|为了|因为|所以|但")
_PRONOUN = re.compile(r"[我你您他她它咱俺]们?")


@dataclass(frozen=True, slots=True)
class Object:
    """One end of a relation: how it is called and what it is."""

    text: str
    type: EntityType | None
    sorts: frozenset[str]
    is_name: bool


def objects_in(masked: Masked, words: str) -> list[Object]:
    """What the words name, joined by 和 or not; what is no clear object is left out."""
    return [o for piece in _JOINED.split(words) if (o := _object(masked, piece)) is not None]


def _object(masked: Masked, piece: str) -> Object | None:
    bare = piece if piece in _heads() else PARTICLES.sub("", piece).strip("《》")  # 难过
    last = re.fullmatch(rf"(?:{SIGN}|[^\s]{{0,6}}的)?(?P<n>{SIGN})", bare)
    if last and not _PRONOUN.fullmatch(masked.written(last["n"])):
        joined = re.fullmatch(rf"{SIGN}{SIGN}", bare)
        text = masked.shown(bare if joined else last["n"])
        return Object(text, masked.span(last["n"]).type, _sorts(text), is_name=True)
    bare = bare if bare in _heads() else PARTICLES.sub("", _LEADING.sub("", piece)).strip("《》")
    if not bare or any(_PRONOUN.fullmatch(masked.written(sign)) for sign in re.findall(SIGN, bare)[:1]):
        return None
    text = masked.shown(bare, "的")
    if re.search(r"(?:叫做?|名叫)(?=[^\s])", bare):  # a clause of its own: 一只猫叫豆豆
        return None
    if _NO_OBJECT.match(text) or ASKED.search(text) or len(text) > 16 or text.isdigit():
        return None
    return Object(text, None, _sorts(text), is_name=False)


def _sorts(text: str) -> frozenset[str]:
    """What sorts of thing a phrase can be, by its longest known ending."""
    ends = _heads()
    for length in range(min(6, len(text)), 0, -1):
        if sorts := ends.get(text[-length:]):
            return sorts
    return frozenset()


@cache
def _heads() -> dict[str, frozenset[str]]:
    return groups_by_word("heads_zh")
