"""Which names stand in a sentence, and of what type they look.

English: runs of capitalised words. A capital at the start of a sentence proves nothing, so a single word
there counts only when it is known already. Chinese: jieba's dictionary tags and book-title marks, with what
is known already added. Times, numbers, mail and URLs are no entities.
"""

import logging
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.terms import stop_words
from memgraph_core.types import EntityType

_WORD = r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.|[A-Z]\.|[A-Z][\w’'\-]*(?:&[A-Z]\w*)?)"
_RUN = re.compile(rf"\b{_WORD}(?: (?:(?:of|the|de|da|del|van|von|la|le|&) )?{_WORD})*")
_SUFFIX = re.compile(r"['’](?:s|re|ve|ll|d|m)?$|\.$")
_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"”\n]{2,60})[\"”]")
_TITLE_MARKS = re.compile(r"《([^》]{1,30})》")
_NO_NAME = re.compile(r"https?://\S+|\S+@\S+\.\w+|`[^`]*`")
_CALENDAR = frozenset(
    [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "am",
        "pm",
    ]
)
_ZH_TYPES: dict[str, EntityType | None] = {
    "nr": "Person",
    "ns": "Place",
    "nt": "Organization",
    "nz": None,
}
_ZH_ORGANIZATION = re.compile(
    r"[^\W\da-zA-Z在去到从和跟与是的了家于我你他她那这进]{2,8}(?:大学|学院|公司|集团|银行|医院|中学|小学|研究所|出版社|工作室)"
)
_ZH_LEADING = re.compile(r"^(?:入职|加入|考上|就读|毕业)+")
_ZH_NO_NAMES = frozenset({"过敏", "安静", "明白", "高兴", "小时", "周末", "阳光", "和平", "文静", "宝贝"})


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it stands in a text, and its type where the text tells."""

    text: str
    type: EntityType | None = None


def named_in(sentence: str, language: str, known: Mapping[str, str] | None = None) -> list[Named]:
    """The names in a sentence, each once by key, in order of appearance.

    `known` maps the keys of names for sure (speakers, and those the graph knows) to how they are written:
    one that is written small, like "jasmine tea", is found in small letters too.
    """
    text = _NO_NAME.sub(" ", sentence)
    names = _chinese(text, known or {}) if language == "zh" else _english(text, known or {})
    unique: dict[str, Named] = {}
    for name in names:
        key = name_key(name.text)
        if key and (key not in unique or unique[key].type is None):
            unique[key] = name
    return list(unique.values())


def _english(text: str, known: Mapping[str, str]) -> list[Named]:
    names: list[Named] = [Named(title, "Work") for title in _QUOTED.findall(text) if _is_title(title)]
    for title in names:
        text = text.replace(title.text, " ")
    for match in _RUN.finditer(text):
        before = text[: match.start()].rstrip(" \"'“‘([*")
        words = _trimmed(match[0].split(), not before or before[-1] in ".!?:", known)
        if words:
            names.append(Named(" ".join(words), _cued_type(words)))
    named = {name_key(n.text) for n in names}
    small = [k for k in name_keys(text) if k in known and not known[k][0].isupper()]
    return names + [Named(known[k]) for k in small if k not in named and not _inside(k, named)]


def _inside(key: str, keys: Collection[str]) -> bool:
    return any(f" {key} " in f" {other} " for other in keys)


def _is_title(quoted: str) -> bool:
    words = [w for w in quoted.split() if w.lower() not in stop_words()]
    return bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words) and quoted[-1] not in ".!?,"


def _trimmed(words: list[str], starts_sentence: bool, known: Mapping[str, str]) -> list[str]:
    """The run without openers, calendar words and possessives; empty when no name is left."""
    words = [
        _SUFFIX.sub("", w) if i == len(words) - 1 or not w.endswith(".") else w for i, w in enumerate(words)
    ]
    if name_key(" ".join(words)) in known and words[0].lower() not in _CALENDAR:
        return words
    while words and _is_ordinary(words[0], starts_sentence):
        words, starts_sentence = words[1:], False
    while words and (_is_ordinary(words[-1], starts_sentence) or words[-1].islower()):
        words = words[:-1]
    if not words or (len(words) == 1 and (len(words[0]) == 1 or words[0].lower() in stop_words())):
        return []
    if starts_sentence and len(words) == 1 and name_key(words[0]) not in known:
        return []
    return words


def _is_ordinary(word: str, starts_sentence: bool) -> bool:
    """Whether a capitalised word is no part of a name: I, Monday; at a sentence's start also Good, See."""
    bare = word.lower().replace("’", "'").split("'")[0].rstrip(".")
    if not bare or bare in _CALENDAR or (bare in stop_words() and bare not in ("the", "a")):
        return True
    return bare in (_starters() if starts_sentence else _exclaimed())


def _cued_type(words: list[str]) -> EntityType | None:
    return _cues().get(words[-1].lower()) if len(words) > 1 else None


def _chinese(text: str, known: Mapping[str, str]) -> list[Named]:
    names: list[Named] = [Named(title, "Work") for title in _TITLE_MARKS.findall(text)]
    names += [Named(known[key]) for key in name_keys(text) if key in known]
    for match in _ZH_ORGANIZATION.finditer(text):
        if len(name := _ZH_LEADING.sub("", match[0])) > 3:
            names.append(Named(name, "Organization"))
    for word, flag in _tagged(text):
        if flag[:2] in _ZH_TYPES and len(word) > 1 and word not in _ZH_NO_NAMES:
            names.append(Named(word, _ZH_TYPES[flag[:2]]))
    return [n for n in names if not any(n.text != m.text and n.text in m.text for m in names)]


def _tagged(text: str) -> list[tuple[str, str]]:
    """Words with jieba's part-of-speech flags."""
    import jieba  # loads its dictionary with the first text: only Chinese pays for it

    cast(Any, jieba).setLogLevel(logging.WARNING)
    from jieba import posseg

    return [(pair.word, pair.flag) for pair in cast(Any, posseg).cut(text)]


@cache
def _starters() -> frozenset[str]:
    return frozenset(w for line in _lines("starters_en.txt") for w in line.split())


@cache
def _exclaimed() -> frozenset[str]:
    """The interjections among the starters, which people capitalise anywhere: the first group of the file."""
    return frozenset(" ".join(_lines("starters_en.txt")[:3]).split()) - {"dear", "same", "right", "welcome"}


@cache
def _cues() -> dict[str, EntityType]:
    lines = [line.split() for line in _lines("cues_en.txt")]
    return {word: cast(EntityType, line[0]) for line in lines for word in line[1:]}


def _lines(name: str) -> list[str]:
    text = (resources.files("memgraph_core.language") / "words" / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
