"""Chinese names whose ending shows their type: 紫荆花园, 金融招聘会, 蓝鲸科技."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.naming.lists import endings_zh, general_zh, no_names_zh
from memgraph_core.language.zh.words import Word, word_at
from memgraph_core.records.kinds import EntityType

_PROPER = ("*", "PER", "LOC", "ORG", "nz", "nw", "eng")
_INNER = (*_PROPER, "n", "vn", "an", "s", "a", "m")  # tags of words that the name of an event may contain
_MAX_LENGTH = 14  # characters of a name before its last word
_LONGEST_ENDING = 6
_COUNTED = re.compile(r"[个所座场次条间栋种家]$")


def names_with_ending(words: Sequence[Word]) -> Iterator[tuple[int, int, EntityType]]:
    """The names with a known ending, as start, end and type. They may overlap."""
    for index, word in enumerate(words):
        ending = (
            ending_of(word.text)
            if word.tag in ("n", "nz", "ORG", "LOC", "s", "PER", "v", "vn", "x")
            else None
        )
        if ending is None:
            continue
        type_ = endings_zh()[ending]
        first = _first_of(words, index, type_)
        start = words[first].start
        inner = word.end - start - len(ending)
        if inner < 2 and not (inner and words[first].tag in _PROPER):
            continue
        is_place = (
            word.tag == "LOC" and type_ == "Place"
        )  # the tagger found the beginning of the name: 山东 青岛
        if not is_place and not _is_general(words, first, index, type_):
            yield start, word.end, type_


def ending_of(text: str) -> str | None:
    """The longest ending that a word has."""
    sizes = range(min(_LONGEST_ENDING, len(text)), 0, -1)
    return next((text[-size:] for size in sizes if text[-size:] in endings_zh()), None)


def _first_of(words: Sequence[Word], index: int, type_: EntityType) -> int:
    """The first word of a name that ends at a word: names before it, and other nouns in the name of an event."""
    first, has_dot = index, False
    while first > 0 and words[index].start - words[first - 1].start <= _MAX_LENGTH:
        before = words[first - 1]
        is_dot = before.text == "·" and type_ == "Event"  # 警企共融·和谐青岛高峰会
        is_part = (
            is_dot
            or before.tag in (_INNER if type_ == "Event" else _PROPER)
            or (has_dot and before.tag == "v")
        )
        if not is_part or before.end != words[first].start or before.text in general_zh("stop"):
            break
        has_dot = has_dot or is_dot
        first -= 1
    while first < index and (words[first].tag == "m" or words[first].text == "·"):
        first += 1
    return first


def _is_general(words: Sequence[Word], first: int, index: int, type_: EntityType) -> bool:
    """Whether the words only describe something and are not a name: 一家互联网公司, 附近的公园."""
    name = "".join(word.text for word in words[first : index + 1])
    if name in no_names_zh():
        return True
    counted = word_at(words, first - 1)
    if counted is not None and (counted.tag in ("m", "q", "r") or _COUNTED.search(counted.text)):
        return True
    if any(word.tag in _PROPER for word in words[first : index + 1]):
        return False
    ending = ending_of(words[index].text) or ""
    inner = words[index].text.removesuffix(ending)
    general = general_zh("gathering" if type_ == "Event" else "general")
    if type_ != "Event":
        return True  # the tagger recognises places and firms whose name is one word
    return all(word.text in general for word in words[first:index]) and (not inner or inner in general)
