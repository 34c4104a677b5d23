"""Corrections of the spelling of a name: "It's Mai, not Mei, I've been spelling her name wrong", 名字写错了，是美美，不是梅梅."""

import re
from difflib import SequenceMatcher

_SPELLING = re.compile(
    r"\b(?:spell(?:ed|ing)?|spelt|misspell\w*|misspelt|typo|mistyped|misheard|autocorrect\w*|names?)\b|[写打拼叫听]错|错别字",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")
_MIN_SIMILARITY = 0.5


def is_misspelling(text: str, wrong: str, right: str) -> bool:
    """Whether a text that replaces a wrong name says that it was misspelled. Both names then mean one person or thing.

    In Latin script the names must look alike: "It's Anna, not Bea. I always mix up the names" is about two people.
    """
    if _SPELLING.search(text) is None:
        return False
    if _HAN.fullmatch(wrong) and _HAN.fullmatch(right):
        return len(wrong) == len(right)
    is_alike = SequenceMatcher(None, wrong.lower(), right.lower()).ratio() >= _MIN_SIMILARITY
    are_names = bool(_LATIN.fullmatch(wrong) and _LATIN.fullmatch(right))
    return are_names and is_alike and wrong.count(" ") == right.count(" ")
