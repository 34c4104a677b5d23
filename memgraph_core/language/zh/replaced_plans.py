"""Chinese statements that replace or pause an activity: 唱歌换成小品了, 跑步改成游泳了, 半马不跑了，医生让歇一个月."""

import re
from collections.abc import Iterator

from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word, words_of

_BORDER = r",，。；;!！?？:：\n"
_REPLACED = re.compile(
    rf"(?:^|(?<=[{_BORDER}]))\s?(?P<thing>[^{_BORDER}]{{0,12}}?)(?:现在|最后|临时|已经|又|就|都|也|我|先|被)*[改换]成(?:了)?"
    rf"(?P<new>[^{_BORDER}\d]{{2,8}}?)了(?=[{_BORDER}]|$)"
)
_RESTS = re.compile(
    r"(?:让|叫|得|要|先|需要|必须|建议)[^，,。]{0,4}?(?:歇|休息|静养|停)(?:上|个|它)?(?:[一两二三四五六七八九十几半\d]+)个?(?:多|来)?(?:月|周|星期|礼拜)"
)
_GIVEN_UP = re.compile(r"不(?:能|再|去)?(?P<verb>[跑游骑爬跳])了")
_ACTIVITY_SORTS = frozenset(["activity", "sport", "event"])


def replaced_activities(text: str) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """The words for each activity that a text replaces or pauses, the offset, and the words that say so."""
    for match in _REPLACED.finditer(text):
        piece, start = match["thing"], match.start("thing")
        if piece.strip():
            named = [_signs(word) for word in words_of(piece.rpartition("的")[2]) if _is_activity(word)]
        else:
            before = re.split(f"[{_BORDER}]", text[: match.start()].rstrip("，, "))[-1]
            named = [_signs(word) for word in words_of(before) if _is_activity(word)][:1]
        if named:
            yield named[0], start, match[0]
    rests = _RESTS.search(text)
    given_up = _GIVEN_UP.search(text) if rests else None
    if rests and given_up:
        yield (given_up["verb"],), given_up.start(), rests[0]


def _is_activity(word: Word) -> bool:
    return len(word.text) > 1 and not sorts_of(word.text).isdisjoint(_ACTIVITY_SORTS)


def _signs(word: Word) -> tuple[str, ...]:
    """The verb and the object of 唱歌, which 唱首歌 has, too; other words as they are."""
    return tuple(word.text) if word.tag in ("v", "vn") and len(word.text) == 2 else (word.text,)
