"""Corrections of the spelling of a name: "It's Mai, not Mei, I've been spelling her name wrong", 名字写错了，是美美，不是梅梅."""

import re
from difflib import SequenceMatcher

_SPELLING = re.compile(
    r"\b(?:spell(?:ed|ing)?|spelt|misspell\w*|misspelt|typo|mistyped|misheard|autocorrect\w*|names?"
    r"|with(?:out)? (?:an? |the |two )?(?-i:[A-Z])s?)\b|[写打拼叫听]错|错别字",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")
_MIN_SIMILARITY = 0.5
_MIN_SIMILARITY_ALONE = 0.75  # of names in a text without a word for spelling: `Ann` and `Anne`


def is_misspelling(text: str, wrong: str, right: str, *, is_new: bool) -> bool:
    """Whether a text that replaces a wrong name corrects its spelling. Both names then mean one person or thing.

    In Latin script the names must look alike: "It's Anna, not Bea. I always mix up the names" is about two people. `is_new`:
    the right name is not known yet. Only then no word for spelling is needed if the names are almost the same.
    """
    is_stated = _SPELLING.search(text) is not None
    if not (is_stated or is_new):
        return False
    if is_stated and _HAN.fullmatch(wrong) and _HAN.fullmatch(right):
        return len(wrong) == len(right)
    least = _MIN_SIMILARITY if is_stated else _MIN_SIMILARITY_ALONE
    is_alike = SequenceMatcher(None, wrong.lower(), right.lower()).ratio() >= least
    are_names = bool(_LATIN.fullmatch(wrong) and _LATIN.fullmatch(right))
    return are_names and is_alike and wrong.count(" ") == right.count(" ")
