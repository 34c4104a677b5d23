"""English objects: what of the words after a verb names the other end of a relation.

A name is what a span stands for, or capitalised words. A thing is a noun phrase without determiner, cut where
something new begins; its last word tells what sort of thing it is. Better no object than half a clause.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.entities import is_calendar_word
from memgraph_core.language.relating.mask import OWNER, SIGN, SOMEBODY, Masked
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.word_lists import groups_by_word
from memgraph_core.types import EntityType

_REGION = re.compile(r"[^.;:!?()\[\]\"“”\n—–…]{0,160}")
_SEPARATOR = re.compile(r"(,? (?:and|or|&|as well as) |, )")
_NAME_WORD = rf"(?:[{CAPITAL}][\w'’&\-]{{0,40}}|{SIGN})"
_NAME = re.compile(
    rf"(?:the |a )?({_NAME_WORD}(?: (?:(?:of|the|de|van|von) )?[{CAPITAL}][\w'’&\-]{{0,40}}){{0,3}})"
)
_NO_NAME = re.compile(r"(?:I|It|This|That|They|These|Those|He|She|There|We|You|Here|What|Such)\b")
_ONE_SIGN = re.compile(rf"(?:the |a |an |some |both )?([{SOMEBODY}])(?!['’]s?\b|[\w{SOMEBODY}{OWNER}-])")
_CUT = re.compile(
    r"(?:^| )(?:and|but|because|cause|since|when|while|that|which|who|whose|where|so|as|at|in|on|for|to|with|from|if|now|too"
    r"|much|very|more|this|last|next|every|each|instead|any ?more|lately|yesterday|today|tonight|tomorrow|about|again|how|what"
    r"|it|them|is|are|was|were|am|be|been|has|have|had|back|by|after|before|during|until|till|near|around|through|into|over"
    r"|together|right|here|there|ago|once|twice|all|just|also|even|ever|never|not|though|although|than|like|via|up|out|off|down"
    r"|can|could|will|would|should|may|might|must|do|does|did|already|recently|then|always|sometimes|often|especially|both"
    r"|whenever|without|within|along|despite|per|these|those|nowadays|online|alone|itself"
    r"|themselves|later|soon|yet|other|got|get|made|make|makes"
    r"|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|few|couple|\d{1,3})(?: few| couple)?(?: of)?"
    r" (?:minute|hour|day|week|month|year|decade)s? (?:ago|back|earlier))\b.*",
    re.IGNORECASE | re.DOTALL,
)
_GOES_ON = re.compile(rf"{_CUT.pattern}| {SIGN}", re.IGNORECASE | re.DOTALL)
_LEFT_OVER = re.compile(r"(?: (?:to|about|with|in|at|on|for|from|up|into|like))+$")
_SOMEBODY_DOES = re.compile(rf" ([{SOMEBODY}])(?=['’](?:ve|m|re|d|ll)\b| [a-z])")
_CALLED = re.compile(rf"(?<=\w) ([{SOMEBODY}])$")
_DOING = re.compile(r"([a-z]{2,15}ing) (?=(?:to|in|with|at|on|about|for|up|around|into) )")
_CUT_DOING = re.compile(
    r" (?:and|but|because|since|when|while|that|which|who|so|as|if|now|too|very|more|this|last|next|every|again|how|what|lately"
    r"|especially|both|by|after|before|during|until|together|it|them|is|are|was)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_DETERMINER = re.compile(
    r"^(?:a|an|another|the|some|any|all|many|several|few|new|old|brand|brand-new|drinking|eating|having|own|such|quite|few"
    r"|couple|of|lots|called|named|little|cute|super|really|most|both|great|good|nice|beautiful"
    r"|amazing|awesome|lovely|wonderful|cool) ",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(
    (
        r"(?:this|that|these|those|your|their|his|her|its|every|no|what|how|which|it|one|being|having"
        r"|getting|thinking|making sure|doing)\b"
    ),
    re.I,
)
_TRAILING = re.compile(
    r"(?:(?: |^)(?:of|the|a|an|my|your|his|her|our|their|or|by|lot|\w{1,20}ly))+$", re.IGNORECASE
)
_LY_NOUNS = re.compile(
    r"(?:family|jelly|lily|italy|july|belly|assembly|butterfly|\bally|rally|supply)$", re.I
)
_VAGUE = re.compile(
    r"(?:lots?|ones?|things?|stuff|way|ways|idea|ideas|look|looks|time|times|part|fact|people|kind|kinds|sort|type|bit|ton|tons"
    r"|\w{0,20}(?:body|thing)|everyone|someone|anyone|nothing|none|myself|yourself|himself|herself|themselves|ourselves"
    r"|feeling|vibe|vibes|sound|moment|moments|day|days|week|weeks|weekend|year|years|month|months|morning|night|evening"
    r"|place|places|spot|something|difference|sense|chance|blast|you|me|him|her|them|us|he|she|they|we|i|mine|yours|others"
    r"|rest|view|views|point|end|start|whole|same|first|second|anything|care|energy|attitude|thought|reminder|support|side"
    r"|guy|guys|folks|man|woman|person|boy|girl|kid|words?|picture|pictures|pic|pics|photo|photos|name|answer|question"
    r"|hobby|hobbies|hard|well|abroad|accident|trouble|fights?|arguments?|working|talking|making"
    r"|helping|doing|going|taking|seeing|hearing|getting|having|using|opportunity|experience"
    r"|positivity|passion|enthusiasm|dedication|advice|suggestion|story|quote|sign|break|shot"
    r"|journey|atmosphere)",
    re.IGNORECASE,
)
_ORDINARY_VERB = re.compile(
    r"(?:\w+ed|is|was|are|were|has|have|had|got|went|drove|came|took|made|did|does|do|can|could|will|would|see|saw|feel|felt"
    r"|think|thought|know|knew|keep|kept|let|let's|try|help|want|need|hope|seem|look|go|come|take|make|give|gave|get|find|found"
    r"|say|said|tell|told|ask|lives?|works?|likes?|loves?|hates?|eats?|drinks?|plays?|cooks?|ran|bought|left|met|won|wrote)$"
)
_PLAN_END = re.compile(
    r",| (?:because|but|so that|since|when|while|if|and (?:I|we|then|see|let|it)\b|as soon as|though|cause|once|after|before"
    r"|someday|some day|one day|soon|too|again|next (?:week|month|year|summer|time)|this (?:week|month|year|summer|weekend"
    r"|fall|spring|winter)|tomorrow|tonight|later|now|in the future|eventually|at some point|as well)\b"
)
_IDLE = re.compile(
    r"(?:hear(?:ing)?|seeing|catching|chatting|talking|being|having|doing|know|say|see|tell|ask"
    r"|thank|be|do|make sure|keep|get|give|let|talk|chat|check|share|look|feel|think|try|go for"
    r"|add"
    r"|meet|catch|help|show|have|become|find|come|hang|join|take|stop|start|continue|give|focus|hug|remember|wish|congratulate"
    r"|mention|work on|put|leave|miss|forget|reach|remind|believe|listen|clear|figure|read|hold|like|love|admit|bring|pay|need"
    r"|send|stay|push|live up|impress|work$|contribute|make (?:a|an|some|the) (?:\w+ ){0,2}"
    r"(?:difference|impact|change)|turn|pass|keep)\b"
)


@dataclass(frozen=True, slots=True)
class Object:
    """One end of a relation: how it is called, where it begins in the masked text, and what it is."""

    text: str
    start: int
    type: EntityType | None = None
    sorts: frozenset[str] = frozenset()
    is_name: bool = False


def names_at(masked: Masked, position: int) -> list[Object]:
    """The names that begin at a position: one, or several joined by "and"."""
    return [o for o in things_at(masked, position) if o.is_name]


def things_at(masked: Masked, position: int) -> list[Object]:
    """The names and noun phrases that begin at a position, joined by commas and "and"; empty when none is clear."""
    region = _region(masked, position)
    found: list[Object] = []
    had_comma = is_closed = False
    for separator, piece, start in _pieces(region, position):
        one = _object(masked, piece, start, is_first=not found)
        if one is None or (found and not _continues(found[0], piece, one)):
            break
        found.append(one)
        had_comma, is_closed = had_comma or separator == ", ", separator != ", "
        if _CUT.search(piece.strip()) or len(found) == 5:
            break
    return found[:1] if had_comma and not is_closed else found


def plan_at(masked: Masked, position: int) -> str:
    """The verb phrase that begins at a position: what somebody plans or wants; empty when it says little."""
    words = _PLAN_END.split(_region(masked, position), maxsplit=1)[0].split()
    text = masked.shown(" ".join(words)).strip(" '’-")
    if not 1 <= len(words) <= 9 or not words[0].isalpha() or not words[0].islower() or _IDLE.match(text):
        return ""
    if (
        any(w in ("it", "them", "that", "this", "these", "those") for w in words[1:])
        or words[-1] in ("it", "that", "this", "them", "so", "there", "more", "the", "a")
        or len(text) < 4
    ):
        return ""
    return text


def gerund_of(verb: str) -> str:
    """`swim` → `swimming`, `dance` → `dancing`: doing as a thing."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]{0,3}[aeiou][bdgmnprt]", verb):
        return verb + verb[-1] + "ing"
    return verb + "ing"


def sorts_of(phrase: str) -> frozenset[str]:
    """What sorts of thing the head of a noun phrase can be: `a red Italian car` is owned."""
    words = re.split(r" (?:of|about|for|on|called|named) ", phrase.lower(), maxsplit=1)[0].split()
    heads = _heads()
    last = re.sub(r"['’]s$", "", words[-1]) if words else ""
    joined = "-".join(words[-2:])
    return heads.get(joined) or heads.get(last) or heads.get(last.removesuffix("s")) or frozenset()


def _region(masked: Masked, position: int) -> str:
    """The words from a position on, up to where a clause must end."""
    match = _REGION.match(masked.text, position)
    return match[0].split(" - ")[0] if match else ""


def _pieces(region: str, position: int) -> Iterator[tuple[str, str, int]]:
    """(separator before, piece, start) of what commas and "and" join."""
    separator, place = "", position
    for number, part in enumerate(_SEPARATOR.split(region)):
        if number % 2:
            separator = part
        else:
            yield separator, part, place
        place += len(part)


def _continues(first: Object, piece: str, one: Object) -> bool:
    """Whether what follows "and" goes on with the same list and is not the next clause."""
    if one.is_name:
        return True
    words = piece.split()
    if not words or first.is_name or _ORDINARY_VERB.match(words[0]):
        return False
    begun = first.text.split()
    if words[0].endswith("ing"):
        return begun[0].endswith("ing") or "activity" in sorts_of(piece)
    if begun[0].endswith("ing") and len(begun) > 1:
        return False
    return len(words) <= 3 or words[0].lower() in ("a", "an", "the", "some", "my")


def _object(masked: Masked, piece: str, start: int, *, is_first: bool) -> Object | None:
    lead = len(piece) - len(piece.lstrip())
    piece, start = piece.strip(), start + lead
    if not piece:
        return None
    return _name(masked, piece, start) or _thing(masked, piece, start, is_first=is_first)


def _name(masked: Masked, piece: str, start: int) -> Object | None:
    match = _ONE_SIGN.match(piece)
    if match and _at_boundary(piece[match.end() :]):
        span = masked.span(match[1])
        sorts = sorts_of(span.name) | sorts_of(masked.written(match[1]))
        return Object(span.name, start + match.start(1), span.type, sorts, is_name=True)
    match = _NAME.match(piece)
    if match is None or not _at_boundary(re.sub(r"^['’]s?\b", "", piece[match.end() :])):
        return None
    text = re.sub(r"['’]s?$", "", masked.shown(match[1]))
    if any(is_calendar_word(word) for word in text.split()[:1]) or _NO_NAME.match(text):
        return None
    return Object(text, start + match.start(1), None, sorts_of(text), is_name=True)


def _at_boundary(rest: str) -> bool:
    return not rest.strip() or not rest[0].isspace() or _GOES_ON.match(rest) is not None


def _thing(masked: Masked, piece: str, start: int, *, is_first: bool) -> Object | None:
    if _DEMONSTRATIVE.match(piece):
        return None
    words = _without_clause(masked, _trimmed(piece))
    if called := _CALLED.search(words):  # "dinner Emily" speaks to Emily, "the film Elf" names Elf
        type_ = masked.span(called[1]).type
        if type_ == "Work":
            return _name(masked, called[1], start + piece.find(called[1]))
        words = words[: called.start()] if type_ == "Person" else words
    if not words or _is_vague(words):
        return None
    text = masked.shown(words).strip(" ,.'’-")
    if len(text) < 3 or not text[0].isalpha() or (not is_first and len(text.split()) > 4):
        return None
    return Object(text, start + piece.find(words[0]), None, sorts_of(text))


def _trimmed(piece: str) -> str:
    """A noun phrase without determiners and without what follows it."""
    words = _doing(piece) or _CUT.sub("", piece).strip(" ,.'’-")
    while _DETERMINER.match(words):
        words = _DETERMINER.sub("", words, count=1)
    words = words if _LY_NOUNS.search(words) else _TRAILING.sub("", words)
    return _LEFT_OVER.sub("", words)


def _is_vague(words: str) -> bool:
    heads = words.split(" of ")[0].split()
    longest = 7 if _DOING.match(words) else 5
    return (
        not heads
        or len(words.split()) > longest
        or " time " in f" {words}"
        or bool(_VAGUE.fullmatch(heads[-1]))
    )


def _without_clause(masked: Masked, words: str) -> str:
    """`the way Ada goes`: where somebody else begins to do something the noun phrase is over."""
    for match in _SOMEBODY_DOES.finditer(words):
        if masked.span(match[1]).type == "Person":
            return words[: match.start()]
    return words


def _doing(piece: str) -> str:
    """A gerund with where, with whom and about what; a pastime that is known by one word is that word."""
    match = _DOING.match(piece)
    if match is None or "activity" in sorts_of(match[1]):
        return ""
    return " ".join(_CUT_DOING.sub("", piece).split()[:7])


@cache
def _heads() -> dict[str, frozenset[str]]:
    return groups_by_word("heads_en")
