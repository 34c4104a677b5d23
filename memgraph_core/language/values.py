"""The form of a value: two values of one form can be the former and the new value of the same thing (75公斤, 70公斤)."""

import re

_DIGITS = re.compile(r"[\d一二两三四五六七八九十百千万零半.]+")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")


def form_of(value: str) -> str:
    """`#月#号` of 9月3号, `#岁` of 六岁; empty for a word without a number."""
    if _WEEKDAY.search(value):
        return "weekday"
    if not _DIGITS.search(value):
        return ""
    return f"#{_DIGITS.sub('#', value)}".replace("日", "号").replace(" ", "").replace("##", "#")


def is_new_value(value: str, former: str) -> bool:
    """Whether a value can take the place of another one. A count may leave out the noun: 四个 for 六个人."""
    form, other = form_of(value), form_of(former)
    return (
        bool(form and other)
        and value != former
        and (form == other or (len(form) > 1 and other.startswith(form)))
    )
