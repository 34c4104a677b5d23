"""Facts that two Chinese clauses state together: 房子租好了，在滨江; 上小学了，滨北小学; 让我入职，面点主管."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import groups_of
from memgraph_core.language.zh import moods
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.following import Subject
from memgraph_core.language.zh.slots import WORDS, objects_in_slot

_CONFIDENCE = 0.65
_FLAT = r"(?:房子?|公寓|住处|出租屋|单间|开间|隔断|[主次]卧|[一两二三]居室?|[一两二三]室[一两]?厅?|宿舍)"
_VERBS = frozenset([
    "租", "合租", "找", "找到", "找着", "定", "租到", "租下", "上", "读", "念", "升",
    "拿到", "收到", "接", "签", "入职", "报到", "上岗", "让", "来", "去", "毕业",
])  # fmt: skip
_ON_THE_WAY = r"(?:已经|总算|终于|也|都)*"


@dataclass(frozen=True, slots=True)
class _Pair:
    """What a clause says, and what the next one adds. The object is `o` of either clause."""

    type: str
    first: re.Pattern[str]
    second: re.Pattern[str]
    kind: str  # of the object


@cache
def _pairs() -> tuple[_Pair, ...]:
    return (
        _Pair(
            "LIVES_IN",
            re.compile(
                rf"[^，]*?{_FLAT}{_ON_THE_WAY}(?:租|找|定)(?:好|着|到|下来|下)了?"
                rf"|(?:[^，]{{0,8}}?)(?:租|合租)(?:了|下|到|下了)(?:一?[个间套])?[^，]{{0,4}}?{_FLAT}"
            ),
            re.compile(r"(?:就|也|还)?在(?P<o>[^，在]{2,10}|.)"),
            "where",
        ),
        _Pair(
            "STUDIES_AT",
            re.compile(r"[^，]*(?:上|读|念|升)(?:小学|初中|高中|中学|幼儿园|大学)了?"),
            re.compile(r"(?:就)?(?:是|叫|在)?(?P<o>[^，在]{3,14}|.)"),
            "school",
        ),
        _Pair(
            "IN_GRADE",
            re.compile(
                rf"(?:[^，]*(?:上|读|念|在|到))?(?:[^，]{{0,8}}(?:幼儿园|小学|中学|初中|高中|大学)|{SIGN})了?"
            ),
            re.compile(
                rf"(?:还是|现在|今年|上|读|念)*(?P<o>{'|'.join(groups_of('attributes_zh')['IN_GRADE'])})(?:了)?"
            ),
            WORDS,
        ),
        _Pair(
            "WORKS_AT",
            re.compile(
                r"[^，]*(?:拿到|收到|接了|签了)了?(?P<o>[^，的]{2,14}|.)的\s?(?:offer|录用通知)了?",
                re.IGNORECASE,
            ),
            re.compile(r"[^，]{0,10}(?:报到|上班|入职|上岗)"),
            "org",
        ),
        _Pair(
            "WORKS_AS",
            re.compile(r"[^，]*(?:入职|报到|上岗)了?"),
            re.compile(r"(?:还是|岗位|职位)?(?:是|做|当|干)?(?P<o>[^，是做当干]{2,10})"),
            "role",
        ),
    )


def stated_in_two(
    sentence: Sentence, before: int, start: int, end: int, subject: Subject
) -> Iterator[Phrase]:
    """The facts that the clauses at `before` and at `start` state together. `subject` is the one after the first of them."""
    text = sentence.masked
    first_end = start
    while first_end > before and text.text[first_end - 1] in "，, 。！!；;：:":
        first_end -= 1
    is_unclear = (subject.is_assumed and not subject.person) or None in subject.kinds
    if before >= first_end or is_unclear:
        return
    words = text.text[before:first_end]
    if moods.is_denied(words) or moods.is_intended(words) or moods.is_asked(words):
        return
    person = subject.person[0] if subject.person else sentence.speaker
    times = [word for word in sentence.within(0, end) if word.tag == "TIME"]
    if not _is_about_known(sentence, before, first_end):
        return
    for pair in _pairs():
        first = pair.first.fullmatch(text.text, before, first_end)
        second = pair.second.fullmatch(text.text, start, end) if first else None
        if first is None or second is None:
            continue
        if (
            pair.type == "IN_GRADE"
            and person == sentence.speaker
            and "我" not in _written(sentence, before, start)
        ):
            continue  # a name that is not known may be before it
        match = second if "o" in pair.second.groupindex else first
        begin, stop = match.span("o")
        for one in objects_in_slot(text, sentence.within(begin, stop), begin, stop, pair.kind):
            yield Phrase(
                person,
                pair.type,
                one.text,
                object_type=one.type,
                start=text.offsets[start],
                confidence=_CONFIDENCE,
                dated=len(times) == 1,
            )


def _written(sentence: Sentence, start: int, end: int) -> str:
    """The text between two offsets of the masked text, as it was written."""
    return sentence.masked.sentence[sentence.masked.offsets[start] : sentence.masked.offsets[end]]


def _is_about_known(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a clause begins with its verb, a place, a flat or a known person, and not with somebody who is not known."""
    for word in sentence.within(start, end):
        if word.tag == "*":
            if sentence.masked.span(word.text).type == "Person":
                return True
        elif word.tag == "v":
            return word.text in _VERBS
        elif word.tag in ("n", "nz", "PER", "a") and not re.fullmatch(_FLAT, word.text):
            return False
    return True


def without_places_of_homes(phrases: Sequence[Phrase], stated: Sequence[Phrase]) -> list[Phrase]:
    """The phrases of a clause, without the place of a flat that is somebody's home."""
    homes = {phrase.object for phrase in stated if phrase.type == "LIVES_IN"}
    return [phrase for phrase in phrases if phrase.type != "LOCATED_IN" or phrase.object not in homes]
