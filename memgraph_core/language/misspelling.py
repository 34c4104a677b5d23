"""Corrections of the spelling of a name: "It's Mai, not Mei, I've been spelling her name wrong", 名字写错了，是美美，不是梅梅."""

import re
from difflib import SequenceMatcher

_SPELLING = re.compile(
    r"\b(?:spell(?:ed|ing)?|spelt|misspell\w*|misspelt|typo|mistyped|misheard|autocorrect\w*|(?<!wrong )names?)\b"
    r"|[写打拼叫听]错|错别字"
    r"|\bwith(?:out)? (?:an?|the|one|two|no|double) [a-z](?:['’]?s)?\b",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")
_MIN_SIMILARITY = 0.5


# Spellings of one sound: Stefan and Stephan, Jon and John, Catherine and Katherine.
_SAME_SOUND = (
    (re.compile(r"ph|v"), "f"), (re.compile(r"ck|ch|c|q"), "k"), (re.compile(r"e[uw]"), "u"), (re.compile(r"ie|ey|y"), "i"),
    (re.compile(r"z"), "s"), (re.compile(r"(?<=\w)[he]\b|(?<=\w)h"), ""), (re.compile(r"(\w)\1"), r"\1"),
)  # fmt: skip


def is_misspelling(text: str, wrong: str, right: str) -> bool:
    """Whether a text that replaces a wrong name corrects its spelling. Both names then mean one person or thing.

    In Latin script the names must sound alike, or the text says that one was misspelled and they look alike: "It's Anna,
    not Bea. I always mix up the names" is about two people.
    """
    if _LATIN.fullmatch(wrong) and _LATIN.fullmatch(right) and _sound(wrong) == _sound(right):
        return True
    if _SPELLING.search(text) is None:
        return False
    if _HAN.fullmatch(wrong) and _HAN.fullmatch(right):
        return len(wrong) == len(right)
    is_alike = SequenceMatcher(None, wrong.lower(), right.lower()).ratio() >= _MIN_SIMILARITY
    are_names = bool(_LATIN.fullmatch(wrong) and _LATIN.fullmatch(right))
    return are_names and is_alike and wrong.count(" ") == right.count(" ")


def _sound(name: str) -> str:
    """A Latin name in a spelling that names of the same sound share."""
    sound = name.lower()
    for spelling, letter in _SAME_SOUND:
        sound = spelling.sub(letter, sound)
    return sound
