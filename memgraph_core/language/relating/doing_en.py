"""English relations of what somebody does again and again, has to do, or wishes to be able to do.

They are told with the verb phrase, so that no row of their own is needed: "I walk my dog every morning".
"""

import re
from dataclasses import replace

from memgraph_core.language.relating.clauses_en import Mood, Predicate
from memgraph_core.language.relating.mask import SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object
from memgraph_core.language.relating.plans_en import gerund_of, plan_at
from memgraph_core.language.relating.verbs_en import is_past
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import groups_of

_AGAIN = frozenset(["usually", "always", "often", "regularly", "sometimes", "typically", "normally"])
_EVERY = re.compile(
    r"^[^.;:!?]{0,60}\b(?:every (?:other )?(?:\w+ )?(?:day|morning|evening|night|week|weekend|month|year|summer"
    r"|winter|(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day)|(?:once|twice|three times|a few times) a (?:day|week|month|year)|on (?:weekends|(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)days))\b"
)
_SHORTEST_DOING = 5  # letters; bring and sing do not go on
_SURE = 0.6  # of what is reported, or told to whom it is about, one is less sure
_OWED = frozenset(["need", "needs", "have", "has", "gotta", "must", "'ve"])
_SO_LONG = re.compile(
    r" (?:for (?:about |over |almost |nearly |the (?:last|past) )?(?:an? |\w+ )?(?:few |couple of )?(?:days"
    r"|weeks?|months?|years?|ages|a while)|since|lately"
    r"|recently|these days|every (?:day|week|morning|night|evening|weekend))\b[^.;:!?]*"
)
_COULD = re.compile(
    rf"\bwish(?:es)?,? (?:that )?(?P<s>[{SOMEBODY}]) could (?:just |also |finally )?(?=[a-z])", re.IGNORECASE
)
_OWE = re.compile(r"(?:\b(?:have|has|need|needs|got) to|\bgotta|\bmust) $")
_NO_OBJECT = re.compile(
    r"\S+ (?:every|once|twice|three|what|how|where|when|whatever|more|too|ever|a (?:few|couple|lot))\b"
)


def habit(predicate: Predicate) -> list[Phrase]:
    """`I always bring a camera`, `she swims twice a week`, `we used to keep bees`: done again and again."""
    mood, verb = predicate.mood, predicate.verb
    if mood.words >= {"been"} and verb.endswith("ing"):
        return _kept_up(predicate)
    is_over = mood.over and mood.words <= _AGAIN | {"used", "to"}
    no_habit = (
        verb in groups_of("verb_groups_en")["no_habit"]
        or is_past(verb)
        or (verb.endswith("ing") and len(verb) > _SHORTEST_DOING)
    )
    if no_habit or predicate.confidence < _SURE or not (is_over or _is_regular(predicate)):
        return []
    start = predicate.end - len(verb)
    words = plan_at(predicate.masked, start)
    if " " not in words or _NO_OBJECT.match(words):
        return []
    told = replace(predicate, mood=Mood(frozenset()))
    object_ = Object(gerund_of(_base(verb)) + words[len(verb) :], start, "Concept")
    return told.phrase("PRACTICES", object_, over=is_over)


def _is_regular(predicate: Predicate) -> bool:
    words = predicate.mood.words
    return not words - _AGAIN and bool(words or _EVERY.match(predicate.masked.text[predicate.end :]))


def _kept_up(predicate: Predicate) -> list[Phrase]:
    """`I've been restoring old radios since March`."""
    start = predicate.end - len(predicate.verb)
    told = _SO_LONG.search(predicate.masked.text, predicate.end)
    words = (
        plan_at(predicate.masked, start)
        if told and predicate.verb not in groups_of("verb_groups_en")["no_pastime"]
        else ""
    )
    words = _SO_LONG.sub("", f" {words}").strip()
    if " " not in words or predicate.mood.denied:
        return []
    told_once = replace(predicate, mood=Mood(frozenset()), confidence=min(predicate.confidence, 0.6))
    return told_once.phrase("PRACTICES", Object(words, start, "Concept"))


def duty(predicate: Predicate) -> list[Phrase]:
    """`I have to renew my passport`: planned, if not wanted. What "we" need is most often a call upon others."""
    before = predicate.masked.text[predicate.start : predicate.end - len(predicate.verb)]
    owed = bool(predicate.mood.words & _OWED) and _OWE.search(before)
    if not owed or predicate.mood.denied or predicate.confidence < _SURE or _is_all_of_us(predicate, before):
        return []
    start = predicate.end - len(predicate.verb)
    words = plan_at(predicate.masked, start)
    if " " not in words or predicate.verb in groups_of("verb_groups_en")["no_habit"]:
        return []
    told = replace(predicate, mood=Mood(frozenset()), confidence=0.5)
    return told.phrase("PLANS_TO", Object(words, start, "Concept"))


def _is_all_of_us(predicate: Predicate, before: str) -> bool:
    sign = before[:1]
    is_sign = SOMEBODY[0] <= sign <= SOMEBODY[2]
    return is_sign and predicate.masked.written(sign).lower() in ("we", "you")


def wishes_in(masked: Masked) -> list[Phrase]:
    """`I wish I could paint`: wanted."""
    if "wish" not in masked.text and "Wish" not in masked.text:
        return []
    return [
        Phrase(
            masked.name(m["s"]),
            "WANTS",
            words,
            object_type="Concept",
            start=masked.offsets[m.start()],
            confidence=0.6,
        )
        for m in _COULD.finditer(masked.text)
        if (words := plan_at(masked, m.end())) and masked.written(m["s"]).lower() != "you"
    ]


def _base(verb: str) -> str:
    """`goes` → `go`, `tries` → `try`, `walks` → `walk`."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if re.search(r"(?:ss|sh|ch|x|o)es$", verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
