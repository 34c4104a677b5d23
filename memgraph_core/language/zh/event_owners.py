"""Whose a Chinese event is, by the words before it: 我妈的复查, 小雨三个月的疫苗, 刘总的航班."""

import re
from collections.abc import Sequence

from memgraph_core.language.persons.kin import KinWord, kin_words
from memgraph_core.language.zh.words import Word, words_of

_BORDER = re.compile(r"[，,。！!？?；;：:\s“”]")
_NO_OWNER = frozenset(["TIME", "m", "q", "u", "xc", "d", "c", "w", "f"])  # tags of words beside an owner
_OWN = re.compile(r"(?:我|咱|俺)们?")
_POINTING = re.compile(r"[那这](?:个|次|场)?|原定|本来|原来|下次|上次|家")
_NAMES = ("PER", "nz", "nw")


def owner_before(text: str, start: int) -> str | None:
    """The owner of the event at an offset: a name, or `my` with a word for kin. None if the words before it have no owner, or
    something else besides.
    """
    begin = max((match.end() for match in _BORDER.finditer(text, 0, start)), default=0)
    words = [
        word
        for word in words_of(text)
        if begin <= word.start < start and word.tag not in _NO_OWNER and not _POINTING.fullmatch(word.text)
    ]
    if not words or words[-1].end > start:
        return None
    if len(words) > 1 and _OWN.fullmatch(words[0].text):
        words = words[1:]
    if len(words) > 1 and words[-1].tag in _NAMES and all(_kin(word.text) for word in words[:-1]):
        words = words[-1:]  # 我女儿乐乐
    return _owner(words)


def _owner(words: Sequence[Word]) -> str | None:
    if len(words) != 1:
        return None
    word = words[0]
    kin = _kin(word.text)
    if kin is not None:
        return f"my {kin.word}"
    own = _OWN.match(word.text)  # the tagger does not always cut 我妈
    kin = _kin(word.text[own.end() :]) if own else None
    return f"my {kin.word}" if kin else word.text if word.tag == "PER" else None


def kin_at_start(words: str, before: str) -> str:
    """The word for kin with which the words for an event begin, after 我 or at the beginning of a clause: 妈 of 妈复查."""
    is_own = before.endswith(("我", "咱", "俺", "我家"))
    starts = not before or _BORDER.fullmatch(before[-1]) is not None
    found = (words[:length] for length in (3, 2, 1) if words[:length] in kin_words("zh"))
    return next(
        (word for word in found if len(words) > len(word) and (is_own or (starts and len(word) > 1))), ""
    )


def _kin(word: str) -> KinWord | None:
    return kin_words("zh").get(word)
