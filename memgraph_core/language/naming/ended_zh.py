"""Chinese names told by their ending: 北京天安门分局, 紫荆花园, 金融招聘会."""

import re
from collections.abc import Sequence

from memgraph_core.language.naming.lists import (
    endings_zh,
    general_zh,
    given_characters,
    listed_zh,
    no_names_zh,
)
from memgraph_core.language.naming.persons_zh import FUNCTION, is_full_name
from memgraph_core.language.naming.segment import Word, at, flag_of
from memgraph_core.records.kinds import EntityType

_IN_NAMES = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9·]+")
_PROPER = ("*", "nr", "ns", "nz", "nt", "nrt", "eng")  # flags of words that are names themselves
_BREAKS = "prcuymqdfozt"  # first letters of the flags of words that stand in no name
_BREAK_EVENTS = "prymqfoz"
_COUNTED = re.compile(r"[个所座场次条间栋种]$|^.?家$")
_LONGEST = 14  # characters before the ending
_LONGEST_FIRM = 18
_LONGEST_ENDING = 6


def ended_at(words: Sequence[Word], index: int) -> tuple[int, EntityType] | None:
    """The first word of the name that ends with a word, and its type; None where none does."""
    word = words[index]
    ending = ending_of(word.text)
    if ending is None or word.text in listed_zh() or (word.flag == "ns" and flag_of(word.text) == "ns"):
        return None
    type_ = endings_zh()[ending]
    first = _first_of(words, index, type_)
    if type_ == "Event" and _is_in_passing(words, first, index):
        return None
    name = "".join(w.text for w in words[first : index + 1])
    if not _is_long_enough(words, first, index, ending) or name in no_names_zh():
        return None
    inner = word.text[: -len(ending)]
    return None if _is_general(words, first, index, inner, type_) else (first, type_)


def ending_of(text: str) -> str | None:
    """The longest ending that a word has."""
    sizes = range(min(_LONGEST_ENDING, len(text)), 0, -1)
    return next((text[-size:] for size in sizes if text[-size:] in endings_zh()), None)


def _is_long_enough(words: Sequence[Word], first: int, index: int, ending: str) -> bool:
    """Two characters before the ending, or one that is a name; or a word that the dictionary has for one."""
    word = words[index]
    if word.end - words[first].start - len(ending) >= 2:
        return True
    if first < index:
        return words[first].flag[:2] in ("ns", "nz", "nr")
    return word.text != ending and word.flag[:2] in ("ns", "nt") and len(word.text) > 2


def _is_in_passing(words: Sequence[Word], first: int, index: int) -> bool:
    """Whether a gathering of common words is enjoyed or spoken of, not named: 感受音乐会的气氛."""
    if any(w.flag in _PROPER or flag_of(w.text) is None for w in words[first : index + 1]):
        return False
    before = at(words, first - 1)
    is_object = before is not None and before.flag[:1] in "vu" and before.text not in ("参加", "的", "了")
    return is_object or words[first].flag == "v"


def _first_of(words: Sequence[Word], index: int, type_: EntityType) -> int:
    """The first word of a name that ends at a word."""
    first = index
    while first > 0 and words[index].start - words[first - 1].start <= _LONGEST:
        if not _may_stand_in_name(words[first - 1], type_):
            break
        first -= 1
    return _place_before(words, first, index) if type_ == "Organization" else first


def _place_before(words: Sequence[Word], first: int, index: int) -> int:
    """A firm's name may be any words, if it begins with a place: 青岛译通天下翻译公司."""
    for place in range(first - 1, -1, -1):
        word = words[place]
        is_far = words[index].end - word.start > _LONGEST_FIRM
        if is_far or word.text in general_zh("stop") or word.flag[:1] in "prcuymq" or word.flag == "x":
            break
        if word.flag == "ns" or word.text in listed_zh():
            return place
    return first


def _may_stand_in_name(word: Word, type_: EntityType) -> bool:
    if word.text in general_zh("stop") or not _IN_NAMES.fullmatch(word.text):
        return False
    if word.flag in (*_PROPER, "j", "x"):
        return not (word.flag == "nr" and type_ == "Place" and is_full_name(word.text))
    if word.text in FUNCTION:
        return word.text == "之" or (type_ == "Event" and word.text == "与")
    if type_ == "Event":
        return word.flag[:1] not in _BREAK_EVENTS and word.flag not in ("d", "uj", "ul", "uz", "ug")
    return (word.flag[:1] not in _BREAKS and word.flag != "v") or word.text in given_characters()


def _is_general(words: Sequence[Word], first: int, index: int, inner: str, type_: EntityType) -> bool:
    """Whether the words before an ending only say of what sort: 一家互联网公司, 附近的公园."""
    counted = at(words, first - 1)
    if counted is not None and (
        counted.flag[:1] in "mq" or (counted.flag[:1] in "rn" and _COUNTED.search(counted.text))
    ):
        return True
    before = words[first:index]
    if any(w.flag in _PROPER or flag_of(w.text) is None for w in before):
        return False
    general = general_zh("gathering" if type_ == "Event" else "general")
    return all(w.text in general for w in before) and (not inner or inner in general)
