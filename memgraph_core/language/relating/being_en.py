"""English relations without a row of their own: what somebody is, what two are to each other, and pastimes."""

import re
from dataclasses import replace

from memgraph_core.language.relating.clauses_en import Mood, Predicate
from memgraph_core.language.relating.dear_en import fans_of
from memgraph_core.language.relating.mask import OWNER
from memgraph_core.language.relating.objects_en import Object, sorts_of, things_at
from memgraph_core.language.relating.verbs_en import PASTIMES
from memgraph_core.language.vocabulary import Phrase

_ALONE = re.compile(
    r"$|[.,;!)]| (?:for|since|in|at|with|lately|recently|more(?=[.,!;]|$)|farther|longer|further|outdoors|outside"
    r"|before|after|after work|a lot|hard|every|most|each|regularly|together|along|through"
    r"|around|the (?:trails?|hills?|mountains?)|twice|once|and|to)\b"
)
_ARTICLE = re.compile(rf"(?:an?|the|[{OWNER}]) ")
_TO_EACH_OTHER = {
    "married": "MARRIED_TO",
    "engaged": "ENGAGED_TO",
    "dating": "DATING",
    "divorced": "DIVORCED_FROM",
    "siblings": "SIBLING_OF",
    "friends": "FRIEND_OF",
    "colleagues": "COLLEAGUE_OF",
    "neighbours": "NEIGHBOR_OF",
    "neighbors": "NEIGHBOR_OF",
    "roommates": "LIVES_WITH",
}
_GET = frozenset(["got", "get", "getting"])
_GOT = re.compile(r" (married|engaged|divorced)\b")
_IN = re.compile(r" in ")
_AT = re.compile(r" (?:at|for|with) ")
_PRAISE = re.compile(
    r"(?:good|great|amazing|wonderful|natural|best|awesome|fantastic|real|talented|true|born|terrible|bad|big|fellow|incredible"
    r"|brilliant|better|lucky|skilled|excellent|dedicated|gifted|former|keen|huge|avid) ",
    re.IGNORECASE,
)


def each_other(predicate: Predicate) -> list[Phrase]:
    """`Ada and I got married`: what two are to each other."""
    if len(predicate.subjects) != 2:
        return []
    got = _GOT.match(predicate.masked.text, predicate.end) if predicate.verb in _GET else None
    type_ = _TO_EACH_OTHER.get(got[1] if got else predicate.verb)
    if type_ is None or not (got or predicate.mood.is_being):
        return []
    first, second = predicate.subjects
    if first.startswith(f"{second}'s "):  # "my wife and I"
        first, second = second, first
    ahead = predicate.verb == "getting" and not predicate.mood.was
    mood = Mood(predicate.mood.words | {"will"}) if ahead else predicate.mood
    return replace(predicate, subjects=(first,), mood=mood).phrase(
        type_, Object(second, predicate.end, "Person")
    )


def being(predicate: Predicate) -> list[Phrase]:
    """What somebody is: an age, an occupation, a kind, a diet."""
    masked, begin = predicate.masked, predicate.end - len(predicate.verb)
    if fond := fans_of(masked, begin):
        return [phrase for o in fond for phrase in predicate.phrase("LIKES", o)]
    objects = things_at(masked, begin)[:1]
    if not objects or objects[0].is_name or _PRAISE.match(objects[0].text):
        return []
    (object_,) = objects
    has_article = _ARTICLE.match(masked.text, begin) is not None
    over = predicate.mood.was or predicate.mood.over
    if "role" in object_.sorts and has_article:
        return predicate.phrase("WORKS_AS", object_, over=over) + _workplace(predicate, object_, over=over)
    if "diet" in object_.sorts:
        one = replace(object_, text=object_.text.removesuffix("s"))  # "we are vegans"
        return predicate.phrase("FOLLOWS_DIET", one, over=over)
    if "kind" in object_.sorts and has_article:
        return predicate.phrase("IS_A", object_, over=over)
    return []


def keeping_at(predicate: Predicate) -> list[Phrase]:
    """`has been skiing for years`: a pastime."""
    object_ = Object(predicate.verb, predicate.end)
    alone = _ALONE.match(predicate.masked.text, predicate.end)
    return predicate.phrase("PRACTICES", object_) if alone and "activity" in sorts_of(predicate.verb) else []


def pastime(predicate: Predicate) -> list[Phrase]:
    """`hiked in the hills`, `swims every day`: a pastime told by its verb."""
    doing = PASTIMES.get(predicate.verb)
    if doing is None or not _ALONE.match(predicate.masked.text, predicate.end):
        return []
    return predicate.phrase("PRACTICES", Object(doing, predicate.end))


def _workplace(predicate: Predicate, role: Object, *, over: bool) -> list[Phrase]:
    end = role.start + len(role.text)
    if found := _IN.match(predicate.masked.text, end):
        towns = [o for o in things_at(predicate.masked, found.end())[:1] if o.type == "Place"]
        return [phrase for o in towns for phrase in predicate.phrase("WORKS_IN", o, over=over)]
    match = _AT.match(predicate.masked.text, end)
    if match is None:
        return []
    places = [o for o in things_at(predicate.masked, match.end())[:1] if o.is_name]
    fitting = [o for o in places if o.type in (None, "Organization", "Thing")]
    return [phrase for o in fitting for phrase in predicate.phrase("WORKS_AT", o, over=over)]
