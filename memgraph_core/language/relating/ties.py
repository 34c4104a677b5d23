"""Who is whose sister, friend or boss, where a name tells who that is: "my sister Clara", 李明辉是我的同事.

The relation goes from the owner of the word: of "my son Milo" I am the parent. A word for a person without a
name makes no relation here; who "my sister" is, is another room's knowledge.
"""

import re
from collections.abc import Sequence
from functools import cache

from memgraph_core.language.relating.mask import SIGN, SOMEBODY, Masked, masked
from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import lines_of

_PRONOUNS = frozenset(
    [
        "he",
        "him",
        "she",
        "her",
        "they",
        "them",
        "you",
        "we",
        "us",
        "i",
        "me",
        "我",
        "我们",
        "他",
        "她",
        "它",
        "他们",
        "她们",
        "你",
        "您",
        "你们",
    ]
)
_HAN = "\u4e00-\u9fff"


def ties_in(sentence: str, language: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    """The ties that a statement names, and the names that it gives to spans such as "my sister"."""
    word = _word(language)
    if not word.search(sentence):
        return []
    names = [s for s in spans if not word.search(sentence[s.start : s.end])]
    text = masked(sentence, language, names, speaker)
    found: list[Phrase] = []
    for pattern in _patterns(language):
        for match in pattern.finditer(text.text):
            found += _tie(text, match, spans)
    return found


def tie_of(word: str) -> str | None:
    """The relation of a word for a person, from its owner to that person: `SIBLING_OF` for "sister"."""
    return _ties().get(word.lower()) or _ties().get(word.lower().removesuffix("s"))


def _tie(text: Masked, match: re.Match[str], spans: Sequence[Span]) -> list[Phrase]:
    type_, other = tie_of(match["tie"]), text.shown(match["o"])
    if type_ is None or _is_other(text, match["o"]) or text.name(match["s"]) == other:
        return []
    start = text.offsets[match.start()]
    confidence = 0.8
    found = [
        Phrase(
            text.name(match["s"]),
            type_,
            other,
            object_type="Person",
            start=start,
            confidence=confidence,
            dated=False,
        )
    ]
    place = text.offsets[match.start("tie")]
    for span in spans:
        if span.start <= place < span.end and span.name != other:
            found.append(
                Phrase(span.name, "NAMED", other, object_type="Person", start=start, confidence=confidence)
            )
    return found


def _is_other(text: Masked, words: str) -> bool:
    """Whether it is no name: a pronoun, or what is known to be something else than a person."""
    signs = re.findall(SIGN, words)
    if any(text.written(sign).lower() in _PRONOUNS for sign in signs):
        return True
    return any(text.span(sign).type not in (None, "Person", "Thing") for sign in signs)


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    ties = "|".join(
        sorted((w for w in _ties() if w.isascii() == (language == "en") or "é" in w), key=len, reverse=True)
    )
    return _chinese(ties)


def _chinese(ties: str) -> tuple[re.Pattern[str], ...]:
    owner = r"(?P<s>" + SIGN + r")的?(?:(?:一个|一位|那个|这个|最好的|好|亲|老|新|大|小|前)(?!的)){0,2}"
    tie = rf"(?P<tie>{ties})"
    called = r"(?:的?名字)?(?:就)?(?:叫做?|名叫|是叫)"
    return (
        re.compile(rf"{owner}{tie}(?P<o>[{SOMEBODY}])"),
        re.compile(
            rf"{owner}{tie}(?:{called}|的?名字是)(?P<o>[{SOMEBODY}](?![{_HAN}]{{0,3}}[的])|[{_HAN}]{{2,4}}(?=[，。,.！!；;]|$))"
        ),
        re.compile(rf"(?P<o>[{SOMEBODY}])(?:就)?是{owner}{tie}(?=[，。,.！!；;呢啊哦]|$)"),
    )


@cache
def _word(language: str) -> re.Pattern[str]:
    """Any word for a person; in English whole words only."""
    words = sorted(_ties(), key=len, reverse=True)
    if language == "zh":
        return re.compile("|".join(w for w in words if not w.isascii() and "é" not in w))
    return re.compile(r"\b(?:" + "|".join(w for w in words if w.isascii() or "é" in w) + r")s?\b")


@cache
def _ties() -> dict[str, str]:
    lines = [line.split() for line in lines_of("ties")]
    return {word: line[0] for line in lines for word in line[1:]}
