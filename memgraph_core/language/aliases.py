"""Other ways to write the same name: without its title or legal form, as initials, without 大学 or 公司.

Two names mean the same when one is an other form of the other, or both share one, and nothing speaks against
it: other numbers, another title, another owner. What merely resembles (a nickname, one letter off) is never the same here:
no measure of likeness tells `John` and `Joan` from `Jon` and `John`. A first name is the person of the full name only where
both occur together.
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
_MOST_WORDS = 3  # of the name of a person
_LITTLE = {"and", "of", "the", "for", "in", "de", "la"}


def other_forms(name: str) -> tuple[str, ...]:
    """What else a name may be written as, each once: `MIT` for the Massachusetts Institute of Technology."""
    if _OWNER.match(name):
        return ()
    bare = _LEGAL.sub("", _TITLE.sub("", name))
    forms = [bare, _ZH_TITLE.sub("", name), _ZH_KIND.sub("", name), _initials(bare)]
    forms = [form for form in forms if len(form) > 1 and form.lower() not in stop_words()]
    return tuple(form for form in dict.fromkeys(forms) if name_key(form) != name_key(name))


def first_name(name: str) -> str | None:
    """The first word of a name of two or three capitalised words: `Sanna` of Sanna Lindqvist. None for other names."""
    words = name.split(" ")
    is_full = 2 <= len(words) <= _MOST_WORDS and all(word.isalpha() and word[0].isupper() for word in words)
    return words[0] if is_full and not _TITLE.match(name) and not _OWNER.match(name) else None


def can_be_same(one: str, other: str) -> bool:
    """Whether nothing in two names that share a form says that they are of two: Mr and Mrs Smith, 3 and 4."""
    titles = {_title_of(one), _title_of(other)}
    return (
        _NUMBER.findall(one) == _NUMBER.findall(other)
        and _owner_of(one) == _owner_of(other)
        and not (titles & _FEMALE and titles & _MALE)
    )


def can_be_stated_same(one: str, other: str) -> bool:
    """Whether two names can be of one when somebody says so: `Ada's sister` is `Clara`, but not `Bob's sister`.

    What only one of them has, a number or an owner, says nothing against it.
    """
    titles = {_title_of(one), _title_of(other)}
    numbers = [found for name in (one, other) if (found := _NUMBER.findall(name))]
    owners = {_owner_of(one), _owner_of(other)} - {""}
    return (
        len(owners) < 2
        and all(found == numbers[0] for found in numbers)
        and not (titles & _FEMALE and titles & _MALE)
    )


def _initials(name: str) -> str:
    """The acronym of a name of three to six words that count; shorter ones are too many things."""
    words = [w for w in re.split(r"[\s\-]+", name) if w.lower() not in _LITTLE]
    if not 3 <= len(words) <= 6 or not all(
        w[:1].isascii() and w[:1].isupper() and w[1:].islower() for w in words
    ):
        return ""
    return "".join(w[0] for w in words)


def _title_of(name: str) -> str:
    found = _TITLE.match(name) or _ZH_TITLE.search(name)
    return found["title"].lower() if found else ""


def _owner_of(name: str) -> str:
    found = _OWNER.match(name)
    return name_key(found["owner"]) if found else ""
