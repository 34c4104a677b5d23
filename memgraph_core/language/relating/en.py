"""English relation phrases: a clause, a verb in it that words a relation, and an object that fits.

What somebody wants or plans is told as such, with the verb phrase as object.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from memgraph_core.language.relating.being_en import being, each_other, keeping_at, pastime
from memgraph_core.language.relating.clauses_en import Mood, Predicate, predicates_in
from memgraph_core.language.relating.doing_en import duty, habit, wishes_in
from memgraph_core.language.relating.feelings_en import feeling_first, feelings, made_to_feel
from memgraph_core.language.relating.mask import OWNER, SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object, things_at
from memgraph_core.language.relating.plans_en import gerund_of, plan_at
from memgraph_core.language.relating.relative_en import turned_in
from memgraph_core.language.relating.vague_en import is_bare, is_idle
from memgraph_core.language.relating.verbs_en import KNOWN, MUST_BE, PLANNING, WANTING, Row, is_past, rows
from memgraph_core.language.vocabulary import Phrase, relation_of

_SINCE = re.compile(r" (?:since|now|these days|at the moment)\b")
_OVER = re.compile(r"\b(?:any ?more|any longer)\b", re.IGNORECASE)
_BEGUN = re.compile(r"(?: up)? ([a-z]+ing)\b")
_BEGINNING = frozenset(
    [
        "start",
        "started",
        "starts",
        "starting",
        "begin",
        "began",
        "begun",
        "beginning",
        "ended",
        "keep",
        "kept",
        "enjoyed",
        "tried",
    ]
)
_BEFORE_DOING = frozenset(["going", "gonna", "about", "off", "excited", "thrilled", "stoked", "eager"])
_GOING_TO = re.compile(r"\b(?:going to|gonna|about to|off to|(?:excited|thrilled|stoked|eager) to)(?: go)? ")
_AND_IN = re.compile(r"[^.,;:!?]{1,30}? and (?:also |sometimes |partly )?(?P<again>in|at|for) ")
_OF_WHERE = re.compile(rf" (?:in|of) [{SOMEBODY}](?![{SOMEBODY}{OWNER}\w'’])")
_DOING_SO = (
    re.compile(r"[a-z]{2,15}ing\b"),
    re.compile(r"(?!the\b|a\b|an\b|this\b|in\b|it\b|my\b|\w+ing\b)[a-z]{2,}\b"),
)
_SO_IS = re.compile(
    rf"[,;]? (?:and|but) (?:so|neither) (?:is|are|was|were|does|do|did|has|have|can) (?P<s>[{SOMEBODY}])"
    rf"|[,;]? (?:and|but|just like|as)"
    rf" (?P<t>[{SOMEBODY}]) (?:is|does|has|did|was),? too\b"
)
_PASTIME = re.compile(
    r"((?!being|having|getting|feeling|thinking|seeing|doing|making|working|helping|looking|trying|taking|using"
    r"|going|losing)[a-z]{2,12}ing"
    r" (?:[a-z]{3,12} )?[a-z]{3,12}s)(?=[.,!;]| (?:a|one|two|three|last|for|with|in|at|on|every|and|to|since|again"
    r"|recently|lately)\b|$)"
)
_TO = re.compile(r" (?:forward )?(?:to|of|about|on) ")
_INFINITIVE = re.compile(r"to (?:(?:just|also|really|always|actually) )?([a-z]+)\b")


def phrases_in(masked: Masked, speaker: str) -> list[Phrase]:
    """The relations that the masked sentence words, in the order of their verbs."""
    found: list[Phrase] = []
    for predicate in chain(predicates_in(masked, speaker), turned_in(masked)):
        phrases = _read(predicate)
        if _OVER.search(masked.text, predicate.end):
            phrases = [_no_longer(p) for p in phrases]
        found += phrases
    if found and (" so " in masked.text or " too" in masked.text or " neither " in masked.text):
        found += _so_is(masked, found)
    return [*found, *wishes_in(masked), *made_to_feel(masked), *feeling_first(masked, speaker)]


def _so_is(masked: Masked, found: Sequence[Phrase]) -> list[Phrase]:
    """`I'm allergic to nuts and so is my sister`: what was said last holds of one more."""
    match = _SO_IS.search(masked.text)
    before = [p for p in found if match and p.start < masked.offsets[match.start()]]
    if match is None or not before:
        return []
    name = masked.name(match["s"] or match["t"])
    last = [p for p in before if p.start == before[-1].start and p.subject == before[-1].subject]
    start = masked.offsets[match.start()]
    return [
        replace(p, subject=name, start=start, confidence=0.6)
        for p in last
        if name not in (p.subject, p.object)
    ]


def _no_longer(phrase: Phrase) -> Phrase:
    """What is denied with "any more" was so once; a taste lost is no dislike."""
    if phrase.denied or phrase.type == "DISLIKES":
        type_ = "LIKES" if phrase.type == "DISLIKES" else phrase.type
        return replace(phrase, type=type_, denied=False, ended=True)
    return phrase


def _read(predicate: Predicate) -> list[Phrase]:
    mood = predicate.mood
    if (predicate.verb in WANTING or predicate.verb in PLANNING) and (planned := _intention(predicate)):
        return planned
    is_advice = predicate.verb in ("recommend", "suggest") and not mood.denied
    if mood.imagined and not is_advice and not (mood.able and predicate.verb in ("speak", "stand", "play")):
        return _wish(predicate) or duty(predicate)
    found = [phrase for row in rows().get(predicate.verb, ()) for phrase in _by_row(predicate, row)]
    if not found and mood.words >= {"been"} and predicate.verb.endswith("ing"):
        found = keeping_at(predicate)
    found = found or pastime(predicate) or _begun(predicate)
    if mood.is_being and not found:
        found = being(predicate)
    found = found or each_other(predicate) or feelings(predicate)
    if not found and mood.words & {"have", "has", "gotta", "'ve"} and not mood.denied:
        found = duty(predicate)
    if not found and mood.words & _BEFORE_DOING and not mood.denied and not mood.was:
        ahead = _GOING_TO.search(predicate.masked.text, predicate.start, predicate.end)
        found = _planned(predicate, "PLANS_TO", ahead.end()) if ahead else []
    found = found or habit(predicate)
    return _apart(found)


def _begun(predicate: Predicate) -> list[Phrase]:
    """`started going to the gym`, `ended up joining a choir`: what is said of the second verb."""
    match = _BEGUN.match(predicate.masked.text, predicate.end) if predicate.verb in _BEGINNING else None
    if match is None:
        return []
    mood = Mood(predicate.mood.words - {"going"} | {"been"})
    second = replace(predicate, verb=match[1], end=match.end(1), mood=mood)
    found = [phrase for row in rows().get(second.verb, ()) for phrase in _by_row(second, row)]
    begun = _PASTIME.match(predicate.masked.text, match.start(1)) if not found else None
    return predicate.phrase("PRACTICES", Object(begun[1], match.start(1))) if begun else found


def _apart(phrases: Sequence[Phrase]) -> list[Phrase]:
    """One reading of each object: the first row that takes it."""
    first: dict[tuple[str, str, str | None], Phrase] = {}
    for phrase in phrases:
        first.setdefault((phrase.subject, phrase.object.lower(), phrase.only_if), phrase)
    return list(first.values())


def _intention(predicate: Predicate) -> list[Phrase]:
    """`wants to`, `is thinking of`: the verb phrase that follows is wanted or planned."""
    cannot_wait = predicate.verb == "wait" and bool(predicate.mood.words & {"ca", "can't", "cannot"})
    if (predicate.mood.denied and not cannot_wait) or predicate.mood.over or predicate.mood.imagined:
        return []
    match = _TO.match(predicate.masked.text, predicate.end)
    if match is None or not _DOING_SO[match[0] == " to "].match(predicate.masked.text, match.end()):
        return []
    type_ = "WANTS" if predicate.verb in WANTING else "PLANS_TO"
    return _planned(predicate, type_, match.end())


def _wish(predicate: Predicate) -> list[Phrase]:
    """`would love to`: a wish; other conditionals say nothing."""
    wishes = predicate.verb in ("love", "like", "prefer") and predicate.mood.words & {"would", "'d"}
    if not wishes or predicate.mood.denied or not predicate.masked.text.startswith(" to ", predicate.end):
        return []
    return _planned(predicate, "WANTS", predicate.end + 4)


def _planned(predicate: Predicate, type_: str, position: int) -> list[Phrase]:
    text = plan_at(predicate.masked, position)
    plain = replace(predicate, mood=Mood(frozenset()))
    return plain.phrase(type_, Object(text, position, "Concept")) if text else []


def _by_row(predicate: Predicate, row: Row) -> list[Phrase]:
    mood, masked = predicate.mood, predicate.masked
    if not _stands(predicate, row):
        return []
    if "denied" in row.flags:
        if not (mood.denied or "can't" in mood.words):
            return []
        predicate = replace(predicate, mood=Mood(frozenset()))
    match = row.goes_on.match(masked.text, predicate.end)
    if match is None:
        return []
    objects = [_own(predicate, o) for o in _objects(masked, match.end(), row)]
    if (
        objects
        and (again := _AND_IN.match(masked.text, match.end()))
        and match[0].endswith(f" {again['again']} ")
    ):
        objects += [_own(predicate, o) for o in _objects(masked, again.end(), row)]
    if row.type in ("LIKES", "DISLIKES"):
        objects = [_whose(masked, o) for o in objects]
    objects = [o for o in objects if _fits(o, row) and _tells(masked, o, row.type)]
    if objects and "since" in row.flags and not _SINCE.match(masked.text, objects[-1].start + 1):
        return []
    return [phrase for o in objects for phrase in _stated(predicate, row, o)]


def _objects(masked: Masked, position: int, row: Row) -> list[Object]:
    if "doing" in row.takes and (to := _INFINITIVE.match(masked.text, position)):
        text = plan_at(masked, to.start(1))
        return [Object(gerund_of(to[1]) + text[len(to[1]) :], position)] if text else []
    return things_at(masked, position)


def _own(predicate: Predicate, object_: Object) -> Object:
    """The object without its owner, where that is who does something with it: of "my knee" the knee."""
    if object_.is_name:
        return object_
    text = object_.text
    for subject in predicate.subjects:
        text = text.removeprefix(f"{subject}'s ").removeprefix("favorite ").removeprefix("favourite ")
    return replace(object_, text=text)


def _whose(masked: Masked, object_: Object) -> Object:
    """`the cuisine in Hawaii`, where the first word alone would tell little."""
    match = _OF_WHERE.match(masked.text, object_.start + len(object_.text))
    if match is None or object_.is_name or " " in object_.text:
        return object_
    return replace(object_, text=f"{object_.text}{masked.shown(match[0])}")


def _fits(object_: Object, row: Row) -> bool:
    """Whether the object is what the row takes and is of a type that it can be."""
    if any(f"no-{sort}" in row.flags for sort in object_.sorts):
        return False
    for flag in row.flags & MUST_BE.keys():
        if object_.type is None and flag in KNOWN:
            return False
        if object_.type is not None and object_.type not in MUST_BE[flag]:
            return False
    if "thing" in row.takes or object_.sorts & row.takes:
        return True
    return object_.is_name and "name" in row.takes


def _stands(predicate: Predicate, row: Row) -> bool:
    """Whether subject and auxiliaries are those that the row asks for."""
    mood, flags = predicate.mood, row.flags
    if relation_of(row.type).subject_type == "Person" and predicate.is_of_nobody:
        return False
    if "now" in flags and mood.was:
        return False
    said_before = predicate.masked.text[max(0, predicate.start - 10) : predicate.start].lower()
    if "lasting" in flags and not (
        mood.words & {"still", "now", "currently", "back"} or said_before.endswith(("now ", "currently "))
    ):
        return False
    if "was" in flags and not (mood.was or "been" in mood.words):
        return False
    return not ("be" in flags and not mood.is_being) and not ("can" in flags and mood.denied)


def _tells(masked: Masked, object_: Object, type_: str) -> bool:
    """Whether the relation to this object tells something that outlasts the conversation."""
    if is_bare(object_.text) and type_ not in ("LIKES", "DISLIKES"):
        return False
    if type_ == "LOOKS_FORWARD_TO" and is_idle(object_.text):
        return False
    if type_ in ("LIKES", "DISLIKES") or (type_ == "VALUES" and _is_at_hand(masked, object_)):
        return not _is_at_hand(masked, object_)
    if type_ in ("KNOWS", "MET", "LISTENS_TO", "PRACTICES", "WANTS", "HELPS", "VALUES", "MISSES"):
        return not _is_spoken_to(masked, object_) and "'s " not in object_.text
    return True


def _is_at_hand(masked: Masked, object_: Object) -> bool:
    """Whether "the city", "the process" means the one just spoken of: liking it tells little."""
    bare = (
        not object_.is_name
        and " " not in object_.text
        and object_.text not in ("ocean", "outdoors", "mountains", "sea")
    )
    return bare and masked.text[max(0, object_.start - 4) : object_.start].lower() == "the "


def _is_spoken_to(masked: Masked, object_: Object) -> bool:
    sign = masked.text[object_.start : object_.start + 1]
    return object_.is_name and SOMEBODY[0] <= sign <= SOMEBODY[2] and masked.written(sign).lower() == "you"


def _stated(predicate: Predicate, row: Row, object_: Object) -> list[Phrase]:
    """The phrase of a row, with what tense and row say about whether it still holds."""
    mood, verb = predicate.mood, predicate.verb
    progressive = verb.endswith("ing") and mood.is_being and "been" not in mood.words
    if "ahead" in row.flags and progressive and not mood.was:
        return replace(predicate, mood=Mood(mood.words | {"will"})).phrase(row.type, object_)
    simple_past = (is_past(verb) and not mood.has) or (mood.was and "been" not in mood.words)
    if "over" in row.flags and (mood.denied or mood.ahead):
        return []
    over = mood.over or "over" in row.flags or ("past" in row.flags and simple_past)
    over = over or ("past-had" in row.flags and verb == "had" and not mood.has)
    over = over or ("past-own" in row.flags and verb == "owned" and not mood.has)
    if "only-if" in row.flags:
        wanted = relation_of(row.type).object_type
        return [replace(p, only_if=wanted) for p in predicate.phrase(row.type, object_, over=True)]
    if mood.denied and row.type == "LIKES" and not over:
        return replace(predicate, mood=Mood(frozenset())).phrase("DISLIKES", object_)
    return predicate.phrase(row.type, object_, over=over)
