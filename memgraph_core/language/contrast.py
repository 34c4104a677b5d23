"""What a statement sets against another one: an exception from it, or that it is not so.

Precise rather than complete: an exception must be said where the statement begins, and what denies another must say
the same but for the denial. What only resembles it is neither.
"""

import re

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
_ALIKE = 0.8  # share of common terms from which two statements say the same but for a denial
_LEAST = 2  # terms that they must share: "I do" and "I do not" may speak of anything


def excepts(statement: str) -> bool:
    """Whether a statement tells what the one before it does not hold for: "except on Sundays", 除了周日."""
    if match := _EXCEPTION.match(statement) or _EXCEPTION_ZH.match(statement):
        return not _BESIDE.search(statement, match.end())
    return False


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
