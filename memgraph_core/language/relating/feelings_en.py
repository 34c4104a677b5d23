"""How somebody feels, in English: "I felt relieved after the exam", "she's worried about her mom".

A feeling is of its time: it is told with the time of the sentence and never ends another. What is said to please
whom one talks to ("I'm so proud of you", "glad to hear it") tells nothing.
"""

import re
from functools import cache

from memgraph_core.language.relating.clauses_en import Predicate
from memgraph_core.language.relating.mask import OWNER, SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import groups_of

FEELING = frozenset(["feel", "feels", "felt", "feeling"])
_MORE = (
    r"(?: (?:so|really|very|super|quite|a bit|a little|pretty|truly|totally|more|kinda|kind of|such|rather|too|completely|deeply"
    r"|extremely|incredibly|still|both|a lot|much|also|absolutely|emotionally|mentally|physically|particularly|especially|all))*"
)
_ABOUT = re.compile(
    rf" (?:about|of|by|with|for|after|at|before|during|when) (?P<what>(?:(?:the|my|an?|this|all|being|going|[{OWNER}]) )?"
    rf"(?:[{SOMEBODY}]|[a-z'’-]{{2,15}})(?: [a-z'’-]{{2,15}}){{0,4}})(?=[,.;!)]|$| (?:and|but|because|so|since)\b"
    rf"| [-–—] | [{SOMEBODY}])"
)
_SENSE = re.compile(
    r" (?:an? )?(?:(?:huge|real|deep|great|strong|growing|constant|such a|true|new) )?(?P<f>(?:sense|surge|rush|wave|mix) of"
    r" [a-z]{3,15}(?: and [a-z]{4,15})?)"
)
_WHENEVER = re.compile(r"\b(?:when|whenever|if|once) $", re.IGNORECASE)
_SURE = 0.6  # of what is reported, or told to whom it is about, one is less sure
_MADE = re.compile(rf"\b(?:made|makes|left|leaves) (?P<s>[{SOMEBODY}])(?: feel(?:ing)?)?(?= [a-z])")
_ENDS = re.compile(r"[.!,;…]|$| and\b| but\b| because\b| since\b")
_PLEASING = re.compile(r"\b(?:you|your|it|this|that|them|these|those|him|her|what|how)\b", re.IGNORECASE)


def feelings(predicate: Predicate) -> list[Phrase]:
    """What somebody feels or felt; nothing where it is denied or merely imagined."""
    mood, feels = predicate.mood, predicate.verb in FEELING
    text = predicate.masked.text
    if mood.denied or mood.imagined or mood.ahead or predicate.is_of_nobody:
        return []
    if _WHENEVER.search(text, max(0, predicate.start - 10), predicate.start):
        return []
    start = predicate.end if feels else predicate.end - len(predicate.verb) - 1
    if feels and (sense := _SENSE.match(text, start)):
        return predicate.phrase("FELT", Object(sense["f"], sense.start("f"), "Concept"))
    if not (feels or mood.is_being):
        return []
    match = _plain().match(text, start)
    if match is None:
        return []
    what = _what(predicate.masked, text, match.end())
    if not feels and predicate.confidence < _SURE:  # "you're so brave"
        return []
    is_alone = _is_stirred(match["f"]) and _ENDS.match(text, match.end())
    is_told = feels or is_alone or (what and (mood.was or what.startswith((" about", " with", " for"))))
    if _is_polite(match["f"]) and not is_told:
        return []
    return predicate.phrase("FELT", Object(f"{match['f']}{what}", match.start("f"), "Concept"))


def made_to_feel(masked: Masked) -> list[Phrase]:
    """`Their welcome made me feel accepted`: how who is made to feel so feels."""
    if not any(verb in masked.text for verb in ("made ", "makes ", "left ", "leaves ")):
        return []
    return [
        Phrase(
            masked.name(m["s"]),
            "FELT",
            told["f"],
            object_type="Concept",
            start=masked.offsets[m.start("s")],
            confidence=0.6,
        )
        for m in _MADE.finditer(masked.text)
        if (told := _plain().match(masked.text, m.end())) and masked.written(m["s"]).lower() != "you"
    ]


def feeling_first(masked: Masked, speaker: str) -> list[Phrase]:
    """`So excited!`, `Nervous about the interview`: how who speaks feels, without a word for him."""
    text = masked.text[:1].lower() + masked.text[1:]
    text = f" {text.removeprefix('feeling ')}"
    match = _plain().match(text)
    if match is None or not speaker:
        return []
    what = _what(masked, text, match.end())
    if not what and not (_is_stirred(match["f"]) and _ENDS.match(text, match.end()) and match.start("f") > 1):
        return []
    return [Phrase(speaker, "FELT", f"{match['f']}{what}", object_type="Concept", confidence=0.5)]


def _is_polite(words: str) -> bool:
    return any(word in groups_of("feelings_en")["polite"] for word in words.split())


def _is_stirred(words: str) -> bool:
    return words in groups_of("feelings_en")["stirred"]


def _what(masked: Masked, text: str, position: int) -> str:
    """What a feeling is about, unless it is whom one talks to, or nothing that can be understood alone."""
    about = _ABOUT.match(text, position)
    if about is None or _PLEASING.search(about["what"]):
        return ""
    signs = [sign for sign in about["what"] if SOMEBODY[0] <= sign <= OWNER[2]]
    return "" if any(_PLEASING.fullmatch(masked.written(sign)) for sign in signs) else masked.shown(about[0])


@cache
def _plain() -> re.Pattern[str]:
    words = sorted({w for group in groups_of("feelings_en").values() for w in group}, key=len, reverse=True)
    one = "|".join(w.replace("-", "[- ]") for w in words)
    return re.compile(
        rf"{_MORE} (?P<f>(?:{one})(?:,? and{_MORE} (?:{one}))?)(?=[,.;:!)…]|$|\s(?!of\b(?= you\b)|for (?:you|them|him|her)\b"
        r"|that (?:you|he|she|they|it)\b|to (?:hear|see|know|have|help|be|meet|share|say|support|talk|chat|catch)\b|you))"
    )
