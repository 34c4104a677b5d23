"""Counts of things of one kind: `three hens`, 三只鸡."""

import re
from dataclasses import dataclass

from memgraph_core.language.timing.words_en import SMALL, TENS

_NUMBERS = (*SMALL[1:], *TENS)
_NUMBER = rf"(?P<number>\d{{1,4}}|{'|'.join(_NUMBERS)})"
_COUNTED = re.compile(rf"{_NUMBER} (?P<kind>[^\d\W][\w' -]*)", re.IGNORECASE)
_SAME_KINDS = {
    "娃": "孩子",
    "小孩": "孩子",
    "宝宝": "孩子",
    "员工": "人",
    "成员": "人",
    "狗狗": "狗",
    "猫咪": "猫",
}
_GROUP = re.compile(rf"(?:\w+ )?(?:team|group|staff|crew|class) of {_NUMBER}", re.IGNORECASE)
_COUNTED_ZH = re.compile(
    r"(?P<number>[\d一二两三四五六七八九十百]{1,5})[只条个头匹箱位名辆台间套棵株盆](?P<kind>[\u4e00-\u9fff]{1,8})"
)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things of one kind."""

    number: str
    kind: str  # in the form in which counts are compared: `hen`, 鸡
    written: str  # the kind as it is written: `hens`


def count_of(name: str) -> Count | None:
    """The count that a name expresses; None if it expresses none."""
    if group := _GROUP.fullmatch(name):
        return Count(group["number"].lower(), "people", "people")
    match = _COUNTED.fullmatch(name) or _COUNTED_ZH.fullmatch(name)
    if match is None:
        return None
    written = match["kind"]
    return Count(match["number"].lower(), _SAME_KINDS.get(written) or singular(written.lower()), written)


def is_number(value: str) -> bool:
    """Whether a value is only a number: `four`, `12`."""
    return value.isdecimal() or value.lower() in _NUMBERS


def is_other_count(name: str, other: str) -> bool:
    """Whether two names count things of the same kind, with different numbers."""
    one, two = count_of(name), count_of(other)
    return one is not None and two is not None and one.kind == two.kind and one.number != two.number


def singular(kind: str) -> str:
    """A word in the form in which counts and names are compared: `hen` for `hens`."""
    for ending, single in (("ies", "y"), ("ss", "ss"), ("s", "")):
        if kind.endswith(ending):
            return kind.removesuffix(ending) + single
    return kind
