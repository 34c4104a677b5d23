"""Relations that are stated with a word for a person and a name: 我妹妹小兰, 李明辉是我的同事.

The relation goes from the owner of the word to the person: 我儿子小宝 makes the speaker PARENT_OF 小宝. A word for a
person without a name (我妹妹) gives no relation here.
"""

import re
from collections.abc import Sequence
from functools import cache

from memgraph_core.language.relating.mask import SIGN, Masked, masked
from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import lines_of
from memgraph_core.language.zh.persons import FUNCTION

_PRONOUNS = frozenset(["我", "我们", "他", "她", "它", "他们", "她们", "你", "您", "你们"])
_HAN = "\u4e00-\u9fff"
_CONFIDENCE = 0.8


def person_phrases_in(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    """The relations of a sentence between an owner and a named person, and the names of spans such as 我妹妹."""
    if not _any_word().search(sentence):
        return []
    names = [s for s in spans if not _any_word().search(sentence[s.start : s.end])]
    text = masked(sentence, "zh", names, speaker)
    return [
        phrase
        for pattern in _patterns()
        for match in pattern.finditer(text.text)
        for phrase in _phrases(text, match, spans)
    ]


def _phrases(text: Masked, match: re.Match[str], spans: Sequence[Span]) -> list[Phrase]:
    relation, owner, name = _relations()[match["word"]], text.name(match["owner"]), text.shown(match["name"])
    if _is_no_person(text, match["name"]) or owner == name:
        return []
    start, word_start = text.offsets[match.start()], text.offsets[match.start("word")]
    found = [
        Phrase(owner, relation, name, object_type="Person", start=start, confidence=_CONFIDENCE, dated=False)
    ]
    found += [
        Phrase(span.name, "NAMED", name, object_type="Person", start=start, confidence=_CONFIDENCE)
        for span in spans
        if span.start <= word_start < span.end and span.name != name
    ]
    return found


def _is_no_person(text: Masked, words: str) -> bool:
    """Whether the words are a pronoun or the name of something that is known not to be a person."""
    signs = re.findall(SIGN, words)
    if not signs and set(words) & FUNCTION:
        return True  # 我妈叫车走了
    if any(text.written(sign) in _PRONOUNS for sign in signs):
        return True
    return any(text.span(sign).type not in (None, "Person", "Thing") for sign in signs)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    owner = rf"(?P<owner>{SIGN})的?(?:(?:一个|一位|那个|这个|最好的|好|亲|老|新|大|小|前)(?!的)){{0,2}}"
    word = rf"(?P<word>{_any_word().pattern})"
    called = r"(?:的?名字)?(?:就)?(?:叫做?|名叫|是叫)"
    return (
        re.compile(rf"{owner}{word}(?P<name>{SIGN})"),
        re.compile(
            rf"{owner}{word}(?:{called}|的?名字是)(?P<name>{SIGN}(?![{_HAN}]{{0,3}}[的])|[{_HAN}]{{2,4}}(?=[，。,.！!；;]|$))"
        ),
        re.compile(rf"(?P<name>{SIGN})(?:就)?是{owner}{word}(?=[，。,.！!；;呢啊哦]|$)"),
    )


@cache
def _any_word() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_relations(), key=len, reverse=True)))


@cache
def _relations() -> dict[str, str]:
    """Word for a person → relation from its owner to the person."""
    lines = [line.split() for line in lines_of("person_words_zh")]
    return {word: line[0] for line in lines for word in line[1:]}
