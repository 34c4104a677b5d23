"""Which names stand in a sentence, and of what type they look.

English: runs of capitalised words. A capital at the start of a sentence proves nothing, so a single word
there counts only when it is known already. Chinese: jieba's dictionary tags and book-title marks, with what
is known already added; a person is who has a surname. Times, numbers, mail and URLs are no entities.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import cast

from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.segment import is_dictionary_word, tagged
from memgraph_core.language.terms import stop_words
from memgraph_core.types import EntityType

_WORD = rf"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.|[A-Z]\.|[{CAPITAL}][\w’'\-]{{0,60}}(?:&[A-Z]\w{{0,20}})?)"
_RUN = re.compile(rf"(?<![\w’'\-&]){_WORD}(?: (?:(?:of|the|de|da|del|van|von|la|le|&) )?{_WORD}){{0,7}}")
_SUFFIX = re.compile(r"['’](?:s|re|ve|ll|d|m)?$|\.$")
_QUOTED = re.compile(r"[\"“]([A-Z0-9][^\"”\n]{2,60})[\"”]")
_TITLE_MARKS = re.compile(r"《([^》]{1,30})》")
_NO_NAME = re.compile(r"https?://\S+|(?<![\w.+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}|`[^`]*`")
_POSSESSIVE = re.compile(r"['’]s?$")
_INNER_CAPITAL = re.compile(rf".[&’'\-]?[{CAPITAL}]")
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
_ZH_NO_NAMES = frozenset(
    {"喝咖啡", "喝茶", "过敏", "安静", "明白", "高兴", "小时", "周末", "阳光", "和平", "文静", "宝贝"}
)


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
    names = [Named(title, "Work") for title in _QUOTED.findall(text) if _is_title(title)]
    text = _QUOTED.sub(lambda quoted: " " if _is_title(quoted[1]) else quoted[0], text)
    for match in () if _is_shouted(text) else _RUN.finditer(text):
        before = text[max(0, match.start() - 9) : match.start()].rstrip(" \"'“‘([*")
        starts_sentence = not before or before[-1] in ".!?:"
        for words in _parted(match[0].split(), known):
            if name := _trimmed(words, starts_sentence, known):
                names.append(Named(" ".join(name), _cued_type(name)))
            starts_sentence = False
    named = {name_key(n.text) for n in names}
    around = {f" {key} " for key in named}
    small = [k for k in _written_small(text, known) if k not in named]
    return names + [Named(known[k]) for k in small if not any(f" {k} " in other for other in around)]


def _is_shouted(text: str) -> bool:
    """Whether capitals prove nothing because there are nearly only capitals."""
    words = [w for w in text.split() if len(w) > 1 and w[0].isalpha()]
    return len(words) > 2 and all(w.isupper() for w in words)


def _parted(words: list[str], known: Mapping[str, str]) -> list[list[str]]:
    """The names of a run: `Ada's Fiat` is two, `Saint Mary's Hospital` is one by its last word."""
    if _cued_type([_SUFFIX.sub("", w) for w in words]) or name_key(" ".join(words)) in known:
        return [words]
    parts: list[list[str]] = [[]]
    for word in words:
        parts[-1].append(word)
        if _POSSESSIVE.search(word):
            parts.append([])
    return [p for p in parts if p]


def _written_small(text: str, known: Mapping[str, str]) -> list[str]:
    """Known names in small letters: those that are always written so, and in a text without capitals all
    but ordinary words.
    """
    found = [key for key in name_keys(text) if key in known]
    if _is_shouted(text) or text == text.lower():
        return [k for k in found if k not in stop_words() and k not in _starters() and k not in _calendar()]
    return [k for k in found if not known[k][:1].isupper()]


def _is_title(quoted: str) -> bool:
    words = [w for w in quoted.split() if w.lower() not in stop_words()]
    return bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words) and quoted[-1] not in ".!?,"


def _trimmed(words: list[str], starts_sentence: bool, known: Mapping[str, str]) -> list[str]:
    """The run without openers, calendar words and possessives; empty when no name is left."""
    words = [*words[:-1], _SUFFIX.sub("", words[-1])]
    if name_key(" ".join(words)) in known and words[0].lower() not in _calendar():
        return words
    while words and _is_ordinary(words[0], starts_sentence):
        words, starts_sentence = words[1:], False
    while words and (_is_ordinary(words[-1], starts_sentence) or words[-1].islower()):
        words = words[:-1]
    if not words or (len(words) == 1 and (len(words[0]) == 1 or words[0].lower() in stop_words())):
        return []
    if starts_sentence and len(words) == 1 and not _INNER_CAPITAL.search(words[0]):
        return words if name_key(words[0]) in known else []
    return words


def _is_ordinary(word: str, starts_sentence: bool) -> bool:
    """Whether a capitalised word is no part of a name: I, Monday; at a sentence's start also Good, See."""
    bare = word.lower().replace("’", "'").split("'")[0].rstrip(".")
    if not bare or bare in _calendar() or (bare in stop_words() and bare not in ("the", "a")):
        return True
    return bare in (_starters() if starts_sentence else _exclaimed())


def without_openers(words: list[str]) -> list[str]:
    """A run of capitalised words without what only stands first: `Yesterday Ada`, `However Ada`, `When I`."""
    while words and _is_ordinary(words[0].strip("’'"), True):
        words = words[1:]
    return words


def is_calendar_word(word: str) -> bool:
    """Whether a capitalised word names a day or a month."""
    return word.lower() in _calendar()


def _cued_type(words: list[str]) -> EntityType | None:
    return _cues().get(words[-1].lower()) if len(words) > 1 else None


def _chinese(text: str, known: Mapping[str, str]) -> list[Named]:
    names: list[Named] = [Named(title, "Work") for title in _TITLE_MARKS.findall(text)]
    names += [Named(known[key]) for key in name_keys(text) if key in known]
    for match in _ZH_ORGANIZATION.finditer(text):
        if len(name := _ZH_LEADING.sub("", match[0])) > 3:
            names.append(Named(name, "Organization"))
    names += [name for word, flag in tagged(text) if (name := _by_flag(word, flag[:2])) is not None]
    longest_first = sorted({n.text for n in names}, key=lambda text: (-len(text), text))
    whole: list[str] = []
    for name in longest_first:
        if not any(name in longer for longer in whole):
            whole.append(name)
    return [n for n in names if n.text in set(whole)]


def _by_flag(word: str, flag: str) -> Named | None:
    """A word that the dictionary tags as a name. A person has a surname, or is in the dictionary."""
    if flag not in _ZH_TYPES or len(word) < 2 or word in _ZH_NO_NAMES:
        return None
    if flag == "nr" and not _has_surname(word):
        return Named(word) if is_dictionary_word(word) else None
    return Named(word, _ZH_TYPES[flag])


def _has_surname(word: str) -> bool:
    return word[0] in "小老阿" or word[0] in _surnames() or word[:2] in _surnames()


@cache
def _surnames() -> frozenset[str]:
    return frozenset(w for line in _lines("surnames_zh.txt") for w in line.split())


@cache
def _calendar() -> frozenset[str]:
    return frozenset(w for line in _lines("calendar_en.txt") for w in line.split())


@cache
def _starters() -> frozenset[str]:
    return frozenset(w for line in _lines("starters_en.txt") for w in line.split())


@cache
def _exclaimed() -> frozenset[str]:
    """The interjections among the starters, which people capitalise anywhere: the first group of the file."""
    return frozenset(" ".join(_lines("starters_en.txt")[:4]).split()) - {"dear", "same", "right", "welcome"}


@cache
def _cues() -> dict[str, EntityType]:
    lines = [line.split() for line in _lines("cues_en.txt")]
    return {word: cast(EntityType, line[0]) for line in lines for word in line[1:]}


def _lines(name: str) -> list[str]:
    text = (resources.files("memgraph_core.language") / "words" / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
