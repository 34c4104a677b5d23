"""The feeling that a turn expresses: valence, intensity and label, from word lists and rules, without a model.

Each word of a feeling has a strength. A word before it can strengthen, weaken or deny it; a denied feeling becomes another
one ("not worried" is relief). Titles and questions that are not about the speaker do not count. A sentence after "but"
counts more than the one before it. The lists are in affect.yaml.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

import yaml

from memgraph_core.language.detection import language_of
from memgraph_core.language.traditional import simplified
from memgraph_core.records.representation import short_repr

AffectLabel = Literal["joy", "gratitude", "relief", "sadness", "anger", "fear", "neutral"]

LABELS: tuple[AffectLabel, ...] = get_args(AffectLabel)
_POSITIVE = ("joy", "gratitude", "relief")
_STRENGTHS: Mapping[str, float] = {"weak": 0.35, "medium": 0.55, "strong": 0.8}
_DENIED: Mapping[
    str, tuple[AffectLabel, float]
] = {  # feeling → what its denial expresses, and its share of the strength
    "joy": ("sadness", -0.8),
    "gratitude": ("anger", -0.5),
    "relief": ("fear", -0.5),
    "sadness": ("joy", 0.5),
    "anger": ("joy", 0.4),
    "fear": ("relief", 0.7),
}
_STRONGER, _WEAKER, _EXCLAMATION, _OTHERS, _AFTER_CONTRAST = 1.25, 0.6, 1.1, 0.3, 1.5
_REACH = {"en": 4, "zh": 5}  # words, or Chinese characters, before a feeling that may change it
_PARTS = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]*")
_TITLES = re.compile(r"《[^》]*》|“[^”]*”|\"[^\"]*\"|「[^」]*」")
_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_PAUSE = re.compile(r"[,，、:：]")
_ENDING = "[a-z]{0,5}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Affect:
    """The feeling that a text expresses."""

    valence: float  # -1 (bad) to 1 (good); 0 if it expresses none
    intensity: float  # 0 to 1
    label: AffectLabel

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class _Feeling:
    label: AffectLabel
    value: float  # signed strength


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The word lists of one language."""

    pattern: re.Pattern[str]
    labels: Mapping[str, tuple[AffectLabel, float]]  # name of a group of the pattern → feeling
    negators: re.Pattern[str]
    intensifiers: re.Pattern[str]
    diminishers: re.Pattern[str]
    contrast: re.Pattern[str]
    first_person: re.Pattern[str]


NEUTRAL = Affect(valence=0.0, intensity=0.0, label="neutral")


def affect_of(text: str) -> Affect:
    """The feeling that an English or a Chinese text expresses. A text in another language is neutral."""
    language = language_of(text)
    if language not in _lists():
        return NEUTRAL
    lexicon = _lexicon(language)
    plain = _TITLES.sub(" ", simplified(text).replace("’", "'"))
    feelings = [feeling for part in _PARTS.findall(plain) for feeling in _feelings(part, lexicon, language)]
    if not feelings:
        return NEUTRAL
    ordered = sorted(feelings, key=lambda feeling: -abs(feeling.value))
    valence = ordered[0].value + _OTHERS * sum(feeling.value for feeling in ordered[1:])
    totals: dict[AffectLabel, float] = dict.fromkeys(LABELS, 0.0)
    for feeling in feelings:
        totals[feeling.label] += feeling.value
    label = _strongest(totals, valence) or ordered[0].label
    valence = round(max(-1.0, min(1.0, valence)), 2)
    return Affect(valence=valence, intensity=round(min(1.0, abs(ordered[0].value)), 2), label=label)


def _strongest(totals: Mapping[AffectLabel, float], valence: float) -> AffectLabel | None:
    """The strongest label with the sign of the valence; joy only without another one: thanks and relief are joy, too."""
    best: AffectLabel | None = None
    for label in LABELS:
        if totals[label] * valence > 0 and (best in (None, "joy") or abs(totals[label]) > abs(totals[best])):
            best = label
    return best


def _feelings(part: str, lexicon: _Lexicon, language: str) -> Iterator[_Feeling]:
    """The feelings of one sentence."""
    is_question = part.rstrip().endswith(("?", "？"))
    if is_question and not lexicon.first_person.search(part.lower()):
        return
    contrast = lexicon.contrast.search(part.lower())
    excited = _EXCLAMATION if part.rstrip().endswith(("!", "！")) else 1.0
    for found in lexicon.pattern.finditer(part.lower()):
        group = (found.lastgroup or "").rpartition("_")[0]
        if group not in lexicon.labels or _is_name(part, found.start()):
            continue
        label, value = lexicon.labels[group]
        before = _before(part.lower()[: found.start()], language)
        if lexicon.negators.search(lexicon.intensifiers.sub(" ", before)):  # 别 in 特别 denies nothing
            share = _DENIED[label][1]
            label, value = _DENIED[label][0], abs(value) * share
        if lexicon.diminishers.search(before):
            value *= _WEAKER
        elif lexicon.intensifiers.search(before):
            value *= _STRONGER
        if contrast is not None:
            value *= _AFTER_CONTRAST if found.start() > contrast.start() else 1 / _AFTER_CONTRAST
        yield _Feeling(label, max(-1.0, min(1.0, value * excited)))


def _before(text: str, language: str) -> str:
    """The words directly before a feeling that may change it: not those before a pause."""
    near = _PAUSE.split(text)[-1]
    if language == "zh":
        return near[-_REACH["zh"] :]
    return " ".join(near.split()[-_REACH["en"] :])


def _is_name(part: str, start: int) -> bool:
    """Whether a word is written as a part of a name or title: with a capital letter, and not at the beginning."""
    return part[start].isupper() and bool(_WORD.search(part[:start])) and not part.isupper()


@cache
def _lexicon(language: str) -> _Lexicon:
    lists: Mapping[str, Any] = _lists()[language]
    groups: dict[str, tuple[AffectLabel, float]] = {}
    words: list[tuple[str, str]] = [("neutral", word) for word in lists.get("neutral", ())]
    for label in LABELS[:-1]:
        for strength, listed in lists[label].items():
            group = f"{label}_{strength}"
            groups[group] = (label, _STRENGTHS[strength] * (1 if label in _POSITIVE else -1))
            words += [(group, word) for word in listed]
    return _Lexicon(
        pattern=_grouped(words, language),
        labels=groups,
        negators=_any_of(lists["negators"], language),
        intensifiers=_any_of(lists["intensifiers"], language),
        diminishers=_any_of(lists["diminishers"], language),
        contrast=_any_of(lists["contrast"], language),
        first_person=_any_of(lists["first_person"], language),
    )


def _grouped(words: Sequence[tuple[str, str]], language: str) -> re.Pattern[str]:
    """A pattern with one group for each feeling and strength; longer words come first."""
    ordered = sorted(words, key=lambda pair: -len(pair[1]))
    return re.compile(
        "|".join(f"(?P<{group}_{n}>{_form(word, language)})" for n, (group, word) in enumerate(ordered))
    )


def _any_of(words: Sequence[str], language: str) -> re.Pattern[str]:
    return re.compile("|".join(_form(word, language) for word in sorted(words, key=lambda word: -len(word))))


def _form(word: str, language: str) -> str:
    if language == "zh":
        return re.escape(word)
    stem = word.removesuffix("*")
    return rf"\b{re.escape(stem)}{_ENDING if stem != word else ''}\b"


@cache
def _lists() -> Mapping[str, Mapping[str, Any]]:
    text = resources.files("memgraph_core.language").joinpath("affect.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)
