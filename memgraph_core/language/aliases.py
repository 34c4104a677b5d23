"""Other forms of the same name: without its title or legal form, as initials, without 大学 or 公司.

Two names mean the same entity if one is a form of the other or both share a form, and if nothing contradicts it: a
different number, title or owner. Similar names (a nickname, one different letter) are not the same here, because no
similarity measure separates the pair `John`, `Joan` from the pair `Jon`, `John`. A first name means the person with
the full name only if the first turn that uses it contains both.
"""

import re

from memgraph_core.language.names import name_key
from memgraph_core.language.scripts import CJK
from memgraph_core.language.terms import stop_words

_TITLE = re.compile(
    r"^(?P<title>mr|mrs|ms|miss|dr|doctor|prof|professor|sir|uncle|aunt|coach|captain)\.? (?=\S)",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r",? (?:inc|incorporated|corp|corporation|ltd|limited|llc|plc|gmbh|ag|co|company)\.?$", re.IGNORECASE
)
_ZH_TITLE = re.compile(rf"(?<=[{CJK}]{{2}})(?P<title>先生|女士|小姐|老师|医生|教授|经理|同学)$")
_ZH_KIND = re.compile(rf"(?<=[{CJK}]{{2}})(?:股份有限公司|有限责任公司|有限公司|公司|集团|大学|市|省)$")
_NUMBER = re.compile(r"\d+|[IVX]+\b|[零〇一二三四五六七八九十百]+(?=[号期中小届版])")
_OWNER = re.compile(rf"^(?P<owner>.{{1,80}}?)(?:['’]s? (?=\S)|(?<=[{CJK}])的(?=[{CJK}]))")
_FEMALE, _MALE = {"mrs", "ms", "miss", "aunt", "女士", "小姐"}, {"mr", "sir", "uncle", "先生"}
_MAX_NAME_WORDS = 3  # words in a person's name
_NOT_IN_INITIALS = {"and", "of", "the", "for", "in", "de", "la"}


def other_forms(name: str) -> tuple[str, ...]:
    """The other forms of a name, each once: `MIT` for the Massachusetts Institute of Technology."""
    if _OWNER.match(name):
        return ()
    bare = _LEGAL.sub("", _TITLE.sub("", name))
    forms = [bare, _ZH_TITLE.sub("", name), _ZH_KIND.sub("", name), _initials(bare)]
    forms = [form for form in forms if len(form) > 1 and form.lower() not in stop_words()]
    return tuple(form for form in dict.fromkeys(forms) if name_key(form) != name_key(name))


def first_name(name: str) -> str | None:
    """The first word of a name of two or three capitalised words: `Sanna` of Sanna Lindqvist. None for other names."""
    words = name.split(" ")
    is_full = 2 <= len(words) <= _MAX_NAME_WORDS and all(
        word.isalpha() and word[0].isupper() for word in words
    )
    return words[0] if is_full and not _TITLE.match(name) and not _OWNER.match(name) else None


def can_be_same(first: str, second: str) -> bool:
    """Whether two names that share a form can mean one entity. Not `Mr Smith` and `Mrs Smith`, or different numbers."""
    titles = {_title_of(first), _title_of(second)}
    return (
        _NUMBER.findall(first) == _NUMBER.findall(second)
        and _owner_of(first) == _owner_of(second)
        and not (titles & _FEMALE and titles & _MALE)
    )


def can_be_stated_same(first: str, second: str) -> bool:
    """Whether a statement that two names mean one entity is possible: `Ada's sister` is `Clara`, not `Bob's sister`.

    If only one of the names has a number or an owner, this is not a contradiction.
    """
    titles = {_title_of(first), _title_of(second)}
    numbers = [found for name in (first, second) if (found := _NUMBER.findall(name))]
    owners = {_owner_of(first), _owner_of(second)} - {""}
    return (
        len(owners) < 2
        and all(found == numbers[0] for found in numbers)
        and not (titles & _FEMALE and titles & _MALE)
    )


def _initials(name: str) -> str:
    """The acronym of a name of three to six words, without `of`, `the` and the like. Shorter acronyms are ambiguous."""
    words = [word for word in re.split(r"[\s\-]+", name) if word.lower() not in _NOT_IN_INITIALS]
    if not 3 <= len(words) <= 6 or not all(
        word[:1].isascii() and word[:1].isupper() and word[1:].islower() for word in words
    ):
        return ""
    return "".join(word[0] for word in words)


def _title_of(name: str) -> str:
    found = _TITLE.match(name) or _ZH_TITLE.search(name)
    return found["title"].lower() if found else ""


def _owner_of(name: str) -> str:
    found = _OWNER.match(name)
    return name_key(found["owner"]) if found else ""
