"""What a statement sets against another one: an exception from it, that it is not so, or that it is another of its kind.

Precise rather than complete: an exception must be said where the statement begins, and what denies another must say
the same but for the denial. What only resembles it is neither.
"""

import re
from functools import lru_cache

from memgraph_core.language.terms import terms_of

_EXCEPTION = re.compile(
    r"(?:but |and )?(?:except|excepting|apart from|aside from|other than|but not|just not|only not|"
    r"with the exception of)\b",
    re.IGNORECASE,
)
_EXCEPTION_ZH = re.compile(
    r"(?:但是?|不过|只是)?(?:除了|除[^，。]{1,12}(?:以|之)?外|唯独|就是不|但不包括)|[^，。]{1,20}(?:除外|例外)"
)
_BESIDE = re.compile(r"\b(?:also|too|as well)\b|[还也]", re.IGNORECASE)  # besides that, and not: but for that
_NOT = re.compile(r"\b(?:not|never|no longer|cannot|(?<=\w)n['’]t)\b|\w+n['’]t\b", re.IGNORECASE)
# A Chinese sign of denial that is part of another word denies nothing: 不错, 不过, 没事.
_NOT_ZH = re.compile(
    r"不再|从来不|从不|并不|不是|没有|不(?![错过仅但同断久少如管论禁只光然知])|没(?!事|关系)|从未|未曾"
)
_BY_THE_WAY = re.compile(
    r"\b(?:any ?more|any longer|now|still|really|actually|at all|do|does|did|am|is|are|was|were)\b|[了呢啊吧的是]|现在|其实|已经",
    re.IGNORECASE,
)
# What comes again every year is another one each time.
_YEARLY = re.compile(
    r"\b(?:new years?|christmas|easter|thanksgiving|halloween|hanukkah|ramadan|diwali|pride|birthdays?|anniversar(?:y|ies)|"
    r"holidays?|years?|months?|weeks?|weekends?|days?|season)\b|"
    r"新年|元旦|春节|除夕|元宵|清明|端午|中秋|重阳|国庆|圣诞|感恩节|万圣节|复活节|情人节|劳动节|儿童节|[父母]亲节|生日",
    re.IGNORECASE,
)
_OF_A_KIND = re.compile(
    r"\b(?:another|every|each|always|usually|often|any|(?:likes?|loves?|enjoys?) (?:\w+ing|to))\b|"
    r"又一|另一|每[年月周次]|总是|经常|喜欢[看去参]",
    re.IGNORECASE,
)
_POINTED_AT = r"\b(?:that|this|the|your|his|her|their)\s+(?:[\w'’-]+\s+){0,2}"
_ALIKE = 0.8  # share of common terms from which two statements say the same but for a denial
_LEAST = 2  # terms that they must share: "I do" and "I do not" may speak of anything


def excepts(statement: str) -> bool:
    """Whether a statement tells what the one before it does not hold for: "except on Sundays", 除了周日."""
    if match := _EXCEPTION.match(statement) or _EXCEPTION_ZH.match(statement):
        return not _BESIDE.search(statement, match.end())
    return False


def means_one(statement: str, name: str) -> bool:
    """Whether a statement speaks of the one happening of this name that is spoken of, and not of one of its kind.

    A name of its own means one (Riverside Marathon), and so does every Chinese one; a common one ("charity race") where it is
    pointed at: "that charity race", "your solo trip". What comes again every year means none.
    """
    if _YEARLY.search(name) or of_a_kind(statement):
        return False
    found = phrase_of(name).search(statement)
    if not name.isascii() or found is None:
        return True
    if all(word[0].isupper() or word[0].isdigit() for word in found.group().split()):
        return True
    return bool(re.search(_POINTED_AT + phrase_of(name).pattern, statement, re.IGNORECASE))


def of_a_kind(statement: str) -> bool:
    """Whether it speaks of one more, or of what happens again and again."""
    return bool(_OF_A_KIND.search(statement))


@lru_cache(maxsize=1000)
def phrase_of(name: str) -> re.Pattern[str]:
    """The words of a name, one behind the other."""
    words = r"[\s'’\-]+".join(re.escape(word) for word in name.split())
    return re.compile(rf"\b{words}" if name.isascii() else words, re.IGNORECASE)


def denies(one: str, other: str) -> bool:
    """Whether just one of two statements is denied, and they say the same otherwise."""
    if is_denied(one) == is_denied(other):
        return False
    mine, theirs = _bare(one), _bare(other)
    common = len(mine & theirs)
    return common >= _LEAST and common >= _ALIKE * len(mine | theirs)


def is_denied(statement: str) -> bool:
    """Whether a statement says that something is not so."""
    return bool(_NOT.search(statement) or _NOT_ZH.search(statement))


def _bare(statement: str) -> frozenset[str]:
    plain = _NOT_ZH.sub("", _NOT.sub(" ", statement))
    return frozenset(terms_of(_BY_THE_WAY.sub(" ", plain)))
