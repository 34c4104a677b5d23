"""The form of a value: two values of one form can be the former and the new value of the same thing (75公斤, 70公斤)."""

import re

_DIGITS = re.compile(r"[\d一二两三四五六七八九十百千万零半.]+")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_LETTERS = re.compile(r"[A-Za-z]+")
_DATE = re.compile(
    r"\d(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE
)
_NAME = re.compile(r"[\u4e00-\u9fff]{2,4}")
_ABOUT = re.compile(r"税[前后]|大概|差不多|(?<=[十百千万\d])[来多几](?=[个人万千块])")


def form_of(value: str) -> str:
    """`#月#号` of 9月3号, `#岁` of 六岁; empty for a word without a number."""
    if _WEEKDAY.search(value):
        return "weekday"
    value = _ABOUT.sub("", value)
    if not _DIGITS.search(value):
        return ""
    value = _LETTERS.sub("@", value)
    return f"#{_DIGITS.sub('#', value)}".replace("日", "号").replace(" ", "").replace("##", "#")


def is_new_value(value: str, former: str) -> bool:
    """Whether a value can take the place of another one. A count may leave out the noun: 四个 for 六个人."""
    if _NAME.fullmatch(value) and _NAME.fullmatch(former) and not (form_of(value) or form_of(former)):
        return is_misspelt(value, former)
    form, other = form_of(value), form_of(former)
    return (
        bool(form and other)
        and value != former
        and (form == other or (len(form) > 1 and other.startswith(form)))
    )


def has_same_unit(value: str, former: str) -> bool:
    """Whether two values of one form measure the same, as far as the text says: "78 kilos" and "82 kilos", but not "3 dogs"."""
    if _DATE.search(value) and _DATE.search(former):
        return True
    unit, other = (_LETTERS.findall(text.lower()) for text in (value, former))
    return not unit or not other or unit == other


def is_misspelt(name: str, former: str) -> bool:
    """Whether a Chinese name can be the right spelling of another one: 陈辰 for 陈晨."""
    same = sum(one == other for one, other in zip(name, former, strict=False))
    return len(name) == len(former) and 0 < same < len(name)
