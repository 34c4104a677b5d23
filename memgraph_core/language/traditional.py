"""Convert traditional to simplified Chinese characters, so that rules and lists need only one form.

Stored text keeps the form of the writer. Each character becomes one character, so that offsets stay valid. Characters
that also exist in simplified writing are not changed, except 著 in a text with other traditional characters: 住著.
"""

import re
from functools import cache, lru_cache

from memgraph_core.language.word_lists import word_set

_BLANK = re.compile(r"(?<=[\u4e00-\u9fff])[ \u3000](?=[\u4e00-\u9fff])")
# Another blank of a writer who has blanks in place of commas: 吃缬沙坦80 早上一粒.
_BLANK_BEHIND_NUMBER = re.compile(r"(?<=[0-9%])[ \u3000](?=[\u4e00-\u9fff])")
_HAS_COMMA = re.compile("[，,]")
# A blank between a place and what somebody does there: 在车场 干了十二年.
_IN_PLACE = re.compile(
    r"(?:(?<=^)|(?<=[ \u3000，,。！!；;]))((?:我|他|她|老[婆公]|我[爸妈哥姐弟妹])?在[\u4e00-\u9fff]{2,10})[ \u3000]"
    r"(?=(?:[干做当教修卖跑开读住租](?!会)|上班|打工|工作|养老|念书|上学))"
)
_SENTENCE = 1_000  # characters; longer texts are not converted repeatedly


def simplified(text: str) -> str:
    """The text in simplified characters, with a comma for a blank between two characters: 下班了 去接人.

    Its length does not change.
    """
    if text.isascii():
        return text
    return _cached(text) if len(text) <= _SENTENCE else _cached_long(text)


def as_written(part: str, text: str) -> str:
    """A part of `simplified(text)` in the characters of `text`. Other strings are returned unchanged."""
    plain = simplified(text)
    start = plain.find(part) if plain != text else -1
    return text[start : start + len(part)] if start >= 0 else part


@lru_cache(maxsize=256)  # many rules convert the same few sentences
def _cached(text: str) -> str:
    return _translated(text)


@lru_cache(maxsize=8)  # `as_written` is called for each kin of a long turn
def _cached_long(text: str) -> str:
    return _translated(text)


def _translated(text: str) -> str:
    plain = _IN_PLACE.sub("\\1\xa0", text.translate(_table()))
    is_clipped = _HAS_COMMA.search(plain) is None and _BLANK.search(plain) is not None
    plain = _BLANK.sub("，", plain)
    if is_clipped:
        plain = _BLANK_BEHIND_NUMBER.sub("，", plain)
    plain = plain.replace("\xa0", " ")
    return plain if plain == text else plain.replace("著", "着")


@cache
def _table() -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in word_set("traditional_zh")}
