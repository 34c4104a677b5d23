"""How a statement contrasts with another one: it is an exception, its denial, or about a different event.

The rules prefer precision to completeness. An exception must be stated at the beginning. A denial must have almost
the same terms as the statement that it denies.
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
# With these words, "apart from" and 除了 mean "in addition to".
_IN_ADDITION = re.compile(r"\b(?:also|too|as well)\b|[还也]", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no longer|cannot|(?<=\w)n['’]t)\b|\b\w+n['’]t\b", re.IGNORECASE)
# 不 and 没 are not denials in words such as 不错, 不过, 没事.
_NOT_ZH = re.compile(
    r"不再|从来不|从不|并不|不是|没有|不(?![错过仅但同断久少如管论禁只光然知])|没(?!事|关系)|从未|未曾"
)
_WITHOUT_CONTENT = re.compile(
    r"\b(?:any ?more|any longer|now|still|really|actually|at all|do|does|did|am|is|are|was|were)\b|[了呢啊吧的是]|现在|其实|已经",
    re.IGNORECASE,
)
# A yearly event is a different one each time.
_YEARLY = re.compile(
    r"\b(?:new years?|christmas|easter|thanksgiving|halloween|hanukkah|ramadan|diwali|pride|birthdays?|anniversar(?:y|ies)|"
    r"holidays?|years?|months?|weeks?|weekends?|days?|season)\b|"
    r"新年|元旦|春节|除夕|元宵|清明|端午|中秋|重阳|国庆|圣诞|感恩节|万圣节|复活节|情人节|劳动节|儿童节|[父母]亲节|生日",
    re.IGNORECASE,
)
_REPEATED = re.compile(
    r"\b(?:another|every|each|always|usually|often|any|(?:likes?|loves?|enjoys?) (?:\w+ing|to))\b|"
    r"又一|另一|每[年月周次]|总是|经常|喜欢[看去参]",
    re.IGNORECASE,
)
_DETERMINER = r"\b(?:that|this|the|your|his|her|their)\s+(?:[\w'’-]+\s+){0,2}"
_MIN_COMMON_SHARE = 0.8  # of the terms of two statements, so that one is the denial of the other
_MIN_COMMON_TERMS = 2  # "I do" and "I do not" have no common content


def is_exception(statement: str) -> bool:
    """Whether a statement is an exception to the one before it: "except on Sundays", 除了周日."""
    if match := _EXCEPTION.match(statement) or _EXCEPTION_ZH.match(statement):
        return not _IN_ADDITION.search(statement, match.end())
    return False


def refers_to_one_event(statement: str, name: str) -> bool:
    """Whether the name in a statement means one particular event, and not any event of its kind.

    This is true for a proper name (Riverside Marathon), for every Chinese name, and for a common noun after a
    demonstrative or possessive ("that charity race", "your solo trip"). It is false for a yearly event.
    """
    if _YEARLY.search(name) or is_about_repeated_events(statement):
        return False
    match = pattern_of_name(name).search(statement)
    if not name.isascii() or match is None:
        return True
    if all(word[0].isupper() or word[0].isdigit() for word in match.group().split()):
        return True
    return bool(re.search(_DETERMINER + pattern_of_name(name).pattern, statement, re.IGNORECASE))


def is_about_repeated_events(statement: str) -> bool:
    """Whether a statement is about another event of a kind, or about repeated events."""
    return bool(_REPEATED.search(statement))


@lru_cache(maxsize=1000)
def pattern_of_name(name: str) -> re.Pattern[str]:
    """A pattern for the words of a name in their order."""
    words = r"[\s'’\-]+".join(re.escape(word) for word in name.split())
    return re.compile(rf"\b{words}" if name.isascii() else words, re.IGNORECASE)


def is_denial_of(statement: str, earlier: str) -> bool:
    """Whether exactly one of two statements contains a denial, and their other terms are nearly equal."""
    if contains_denial(statement) == contains_denial(earlier):
        return False
    terms, earlier_terms = _terms_without_denial(statement), _terms_without_denial(earlier)
    common = len(terms & earlier_terms)
    return common >= _MIN_COMMON_TERMS and common >= _MIN_COMMON_SHARE * len(terms | earlier_terms)


def contains_denial(statement: str) -> bool:
    """Whether a statement contains a denial."""
    return bool(_NOT.search(statement) or _NOT_ZH.search(statement))


def _terms_without_denial(statement: str) -> frozenset[str]:
    plain = _NOT_ZH.sub("", _NOT.sub(" ", statement))
    return frozenset(terms_of(_WITHOUT_CONTENT.sub(" ", plain)))
