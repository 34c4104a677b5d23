"""English objects: what of the words after a verb names the other end of a relation.

A name is what a span stands for, or capitalised words. A thing is a noun phrase without determiner, cut where
something new begins; its last word tells what sort of thing it is. Better no object than half a clause.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from memgraph_core.language.entities import is_calendar_word
from memgraph_core.language.relating.mask import OWNER, SIGN, SOMEBODY, Masked
from memgraph_core.language.relating.vague_en import is_vague
from memgraph_core.language.relating.verbs_en import base_forms
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.word_lists import groups_by_word
from memgraph_core.records.kinds import EntityType

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
    r"|whenever|without|within|along|despite|per|these|those|nowadays|online(?! \w)|alone|itself"
    r"|themselves|later|soon|yet|other|got|get|made|make|makes|originally|actually|initially|permanently|full[- ]time"
    r"|part[- ]time|anyway|coming up|going on|inspired by|based on|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
    r"|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|few|couple|\d{1,3})(?: few| couple)?(?: of)?"
    r" (?:minute|hour|day|week|month|year|decade)s? (?:ago|back|earlier))\b.*",
    re.IGNORECASE | re.DOTALL,
)
_GOES_ON = re.compile(rf"{_CUT.pattern}| {SIGN}", re.IGNORECASE | re.DOTALL)
_LONGEST = 5  # words of a noun phrase
_LEFT_OVER = re.compile(r"(?: (?:to|about|with|in|at|on|for|from|up|into|like))+$")
_AT_END = re.compile(rf"[^\w)+#%°{SOMEBODY}{OWNER}]+$")
_CHAT = re.compile(r"(?: (?:lol|lmao|haha\w*|hehe|tbh|btw|xd|omg|imo|ngl|rn|smh))+$", re.IGNORECASE)
_BY_NAME = re.compile(rf"\b(?:called|named) ([{SOMEBODY}])$")
_SOMEBODY_DOES = re.compile(rf" ([{SOMEBODY}])(?=['’](?:ve|m|re|d|ll)\b| [a-z])")
_SOMEBODY_FIRST = re.compile(rf"[{SOMEBODY}] ([a-z]+)")
_CALLED = re.compile(rf"(?<=\w) ([{SOMEBODY}])$")
_DOING = re.compile(
    r"((?:(?:spending|having) )?(?:quality |more |lots of |family )?time|hanging out|[a-z]{2,15}ing) (?=(?:to|in|with|at|on"
    r"|about|for|up|around|into) )"
)
_CUT_DOING = re.compile(
    r" (?:and|but|because|since|when|while|that|which|who|so|as|if|now|too|very|more(?! [a-z]+s\b)|this|last|next"
    r"|every|again|how|what|lately"
    r"|especially|both|by|after|before|during|until|together|it|them|is|are|was)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_DETERMINER = re.compile(
    r"^(?:(?:(?:new |big |huge )?part|mix|types?|kinds?|sorts?|loads|tons|lots|bunch|plenty|range|variety|couple"
    r"|set|pieces?|pairs?) of"
    r"|a|an|another|the|some|any|all|many|several|few|new|old|brand|brand-new|drinking|eating|having|own|a bit of"
    r"|a little|such|quite|few"
    r"|couple|of|lots|called|named|little|cute|super|really|most|both|great|good|nice|beautiful"
    r"|amazing|awesome|lovely|wonderful|cool|incredible|fantastic|delicious|tasty|fun|interesting|exciting|inspiring|gorgeous"
    r"|huge|super|certain|different|various|other|extra|entire|whole|actual|real|particular|enough|plenty|fancy) ",
    re.IGNORECASE,
)
_DEMONSTRATIVE = re.compile(
    (
        r"(?:this|that|these|those|something|anything|everything(?! about)|nothing|being \w+ed|trying to|someone"
        r"|anyone|everyone|somebody|your|their|his|her|its|every|no|what|how|which|it|one"
        r"|getting|thinking|making sure|doing)\b"
    ),
    re.I,
)
_A_BIT_OF = re.compile(r"^(?:a (?:bit|lot|little bit|ton) of|some|lots of|tons of) (?=[a-z]+ing\b)")
_THIS = re.compile(
    r"(?:this|that|these|those) (?!is\b|was\b|are\b|were\b|will\b|can\b|could\b|has\b|had\b|would\b|we\b|they\b|it\b|the\b|my\b"
    r"|way\b|kind\b|sort\b|same\b|much\b|many\b|one\b|ones\b|really\b|just\b|makes?\b|helps?\b)"
)
_TRAILING = re.compile(
    r"(?:(?: |^)(?:of|the|a|an|my|your|his|her|our|their|or|by|lot|\w{1,20}ly))+$", re.IGNORECASE
)
_LY_NOUNS = re.compile(
    r"(?:family|jelly|lily|italy|july|belly|assembly|butterfly|\bally|rally|supply)$", re.I
)
_ORDINARY_VERB = re.compile(
    r"(?:\w+ed|is|was|are|were|has|have|had|got|went|drove|came|took|made|did|does|do|can|could|will|would|see|saw|feel|felt"
    r"|think|thought|know|knew|keep|kept|let|let's|try|help|want|need|hope|seem|look|go|come|take|make|give|gave|get|find|found"
    r"|say|said|tell|told|ask|lives?|works?|likes?|loves?|hates?|eats?|drinks?|plays?|cooks?|ran|bought|left|met|won|wrote)$"
)
_NEXT_CLAUSE = re.compile(
    r" (?:is|are|was|were|has|have|had|makes?|made|gives?|gave|will|can|said|came|went)\b|['’](?:s|re) (?:so|a|an|the|very)\b"
)
_SUCH_AS = re.compile(
    r"(?:[a-z]+ ){0,3}(?:topics|subjects|things|areas|fields|stuff|activities|sports|hobbies|brands|places|cities"
    r"|languages|genres|foods|dishes|classes|courses)"
    r",? (?:like|such as|including) "
)
_DISTANCE = re.compile(r"\d{1,3} ?[Kk]m?\b")  # a 5K charity run
_FIRST_WORD = re.compile(r"^(?:(?:an?|another|the|my|our|some|great|good|awesome|amazing|interesting|new) )+")
_ABOUT = re.compile(
    r"(?:[a-z-]+ ){0,2}(?:books?|articles?|essays?|movies?|films?|documentar(?:y|ies)|podcasts?|shows?|novels?"
    r"|stor(?:y|ies)|talks?|series|blogs?"
    r"|courses?|class(?:es)?|papers?|poems?|workshops?|lectures?) (?:about|on) (?!it|this|that|them|my|the way|how|what|myself)"
    r"(?:the )?[a-z-]{3,15}(?: (?!and|in|at|for|that|which|with|by|to|on|from)[a-z-]{3,15})?(?: in [a-z]+)?"
)
_KEPT_GERUND = re.compile(
    r"[a-z]{2,15}ing (?:.* )?(?:people|others|places|things|kids?|person|days|views?|stories|words|pictures?|photos?)$"
)
_TRIP_TO = re.compile(
    rf"(?:[a-z-]+ ){{0,3}}(?:trip|vacation|visit|flight|tour|journey|move|cruise|getaway|excursion|safari)s? (?:to"
    rf"|of|around|through|in)"
    rf" (?:the )?(?:{_NAME_WORD} ?){{1,4}}"
)


@dataclass(frozen=True, slots=True)
class Object:
    """One end of a relation: how it is called, where it begins in the masked text, and what it is."""

    text: str
    start: int
    type: EntityType | None = None
    sorts: frozenset[str] = frozenset()
    is_name: bool = False


def things_at(masked: Masked, position: int) -> list[Object]:
    """The names and noun phrases that begin at a position, joined by commas and "and"; empty when none is clear."""
    if kind := _SUCH_AS.match(masked.text, position):
        position = kind.end()
    region = region_at(masked, position)
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


def sorts_of(phrase: str) -> frozenset[str]:
    """What sorts of thing the head of a noun phrase can be: `a red Italian car` is owned."""
    words = re.split(r" (?:of|about|for|on|called|named|to|around|through) ", phrase.lower(), maxsplit=1)[
        0
    ].split()
    heads = _heads()
    last = re.sub(r"['’]s$", "", words[-1]) if words else ""
    joined = "-".join(words[-2:])
    singular = (last.removesuffix("s"), last.removesuffix("es"), re.sub(r"ies$", "y", last))
    found = next((word for word in (joined, last, *singular) if word in heads), "")
    return heads.get(found) or frozenset()


def region_at(masked: Masked, position: int) -> str:
    """The words from a position on, up to where a clause must end."""
    match = _REGION.match(masked.text, position)
    return re.split(r"(?:^| )- ", match[0], maxsplit=1)[0] if match else ""


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
    if _NEXT_CLAUSE.search(piece):
        return False
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
    return re.match(r"\s+[\w\ue000-\uefff]", rest) is None or _GOES_ON.match(rest) is not None


def _thing(masked: Masked, piece: str, start: int, *, is_first: bool) -> Object | None:
    piece = _pointed_at(piece)
    if _DEMONSTRATIVE.match(piece):
        return None
    if _is_clause(masked, piece):
        return None
    words = _without_clause(masked, _trimmed(piece))
    if named := _BY_NAME.search(words):
        name = _name(masked, named[1], start + piece.find(named[1]))
        before = re.sub(SIGN, lambda sign: masked.written(sign[0]), re.split(r" (?:called|named) ", words)[0])
        return replace(name, sorts=name.sorts | sorts_of(before)) if name else None
    if called := _CALLED.search(
        words
    ):  # "dinner Emily" speaks to Emily, "the film Elf" names Elf, as does a firm
        type_ = masked.span(called[1]).type
        if type_ in ("Work", "Organization"):
            return _name(masked, called[1], start + piece.find(called[1]))
        words = words[: called.start()] if type_ == "Person" else words
    if not words or _is_vague(words):
        return None
    text = _AT_END.sub("", masked.shown(words)).strip(" ,.'’-")
    if (
        len(text) < 3
        or not (text[0].isalpha() or _DISTANCE.match(text))
        or (not is_first and len(text.split()) > 4)
    ):
        return None
    return Object(text, start + max(piece.find(words), 0), None, sorts_of(text))


def _pointed_at(piece: str) -> str:
    """`that old lake house`: what several words tell can be understood by who does not see it."""
    match = _THIS.match(piece)
    return piece[match.end() :] if match and " " in _trimmed(piece[match.end() :]) else piece


def _is_clause(masked: Masked, piece: str) -> bool:
    """Whether somebody does something in what follows a verb: `helped Ada move`."""
    match = _SOMEBODY_FIRST.match(piece)
    if match is None:
        return False
    type_ = masked.span(piece[0]).type
    return type_ == "Person" or (type_ is None and match[1] in base_forms())


def _trimmed(piece: str) -> str:
    """A noun phrase without determiners and without what follows it."""
    piece = _CHAT.sub("", _AT_END.sub("", piece))
    piece = _A_BIT_OF.sub("", piece)
    words = _doing(piece) or _trip(piece) or _about(piece) or _CUT.sub("", piece).strip(" ,.'’-")
    while _DETERMINER.match(words):
        words = _DETERMINER.sub("", words, count=1)
    words = words if _LY_NOUNS.search(words) else _TRAILING.sub("", words)
    words = _LEFT_OVER.sub("", words)
    return words if len(words.split()) <= _LONGEST else words.split(" of ")[0]


def _about(piece: str) -> str:
    """What is read, seen or told with what it is about: `a book about castles`."""
    match = _ABOUT.match(_FIRST_WORD.sub("", piece))
    return match[0].strip() if match else ""


def _trip(piece: str) -> str:
    """A way with its goal, without which it tells nothing: `a trip to Rome`."""
    match = _TRIP_TO.match(_FIRST_WORD.sub("", piece))
    return match[0].strip() if match else ""


def _is_vague(words: str) -> bool:
    heads = words.split(" of ")[0].split()
    longest = 7 if _DOING.match(words) or _TRIP_TO.match(words) else _LONGEST
    return (
        not heads
        or len(words.split()) > longest
        or (" time " in f" {words}" and not words.startswith(("spending", "time with", "quality time")))
        or (is_vague(heads[-1]) and not _KEPT_GERUND.match(words))
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
