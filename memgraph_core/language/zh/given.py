"""Things that change hands in Chinese: 旧手机给我妹用了, 把厂子盘给了徒弟, 耳机借给楚楚了."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.zh import moods, status
from memgraph_core.language.zh.clauses import Sentence
from memgraph_core.language.zh.following import Subject

_CONFIDENCE = 0.6
_ACTS = {"借": "LENT", "租": "LENT", "卖": "SOLD", "转卖": "SOLD", "盘": "SOLD", "寄": "SENT"}
_GIVEN = re.compile(
    rf"(?P<giver>{SIGN})?(?:昨天|今天|前天|刚|已经|也|都|就|又|后来)*(?P<by>把|将)?(?P<thing>[^，把将给]{{1,14}}?)"
    r"(?:昨天|今天|前天|早就?|已经|也|都|就|直接|免费|先|全)*(?P<verb>借|租|送|转送|转卖|卖|盘|转|让|留|捐|寄|传)?给了?"
    rf"\s?(?P<to>{SIGN}|[^，了]{{1,6}}?)(?P<end>了|用着?了?|用了[^，]{{0,4}}|[穿戴开骑养玩]着?了?)?"
)
_NO_THING = frozenset(["v", "p", "d", "c", "TIME", "w", "f"])
_POINTED = re.compile(
    r"^(?:旧的|新的|原来的?|之前的?|以前的?|自己的?|那|这|一|[台部个辆条把只件支双套])+(?=..)"
)


def given_things(sentence: Sentence, start: int, end: int, before: Subject) -> Iterator[Phrase]:
    """The giving, and the new owner, of a thing that a clause says was given. `before` is the subject of the clause."""
    text = sentence.masked
    match = _GIVEN.fullmatch(text.text, start, end)
    words = match[0] if match else ""
    if match is None or not (match["end"] or match["by"]) or moods.is_denied(words) or moods.is_due(words):
        return
    if moods.is_intended(words) or moods.lies_ahead(words):
        return
    thing, receiver = _thing(sentence, *match.span("thing")), _receiver(sentence, match["to"])
    if not thing or not receiver:
        return
    giver = text.name(match["giver"]) if match["giver"] else ""
    giver = giver or (before.person[0] if before.person else sentence.speaker)
    if giver == receiver:
        return
    type_ = _ACTS.get(match["verb"] or "", "GAVE")
    act = Phrase(giver, type_, thing, start=text.offsets[start], confidence=_CONFIDENCE)
    yield act
    if type_ == "LENT":
        yield replace(act, subject=receiver, type="BORROWED")
    elif type_ != "SENT":
        yield replace(act, subject=receiver, type="OWNS")


def _thing(sentence: Sentence, start: int, end: int) -> str:
    """The noun phrase for a thing, without its owner and words that point to it; empty for other words."""
    text, words = sentence.masked, sentence.within(start, end)
    if not words or words[0].start != start or words[-1].end != end:
        return ""
    if any(word.tag in _NO_THING for word in words) or words[-1].text == "的":
        return ""
    if any(word.tag == "*" and text.span(word.text).type == "Person" for word in words[1:]):
        return ""
    shown = (
        re.sub(rf"^{SIGN}的?", "", text.text[start:end])
        if text.is_person(words[0].text)
        else text.text[start:end]
    )
    name = _POINTED.sub("", text.shown(shown, "的").strip())
    return "" if status.is_somebody(name) or name.isdigit() or not name else name


def _receiver(sentence: Sentence, words: str) -> str:
    """Who gets it: a person, or a common noun for somebody; empty for anything else."""
    if sentence.masked.is_person(words):
        return sentence.masked.name(words)
    shown = sentence.masked.shown(words, "的")
    return (
        shown if status.is_somebody(shown) and shown not in ("他", "她", "它", "他们", "人家", "别人") else ""
    )
