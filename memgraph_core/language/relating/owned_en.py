"""English relations told of what somebody has: "my favourite author is …", "Ada's dog is called Max"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.relating.mask import OWNER, SIGN, SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object, things_at
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.timing.words_en import NUMBER_WORD, amount_of
from memgraph_core.language.vocabulary import Phrase, favourite, relation_of
from memgraph_core.records.kinds import EntityType

_OWNER = rf"(?P<s>[{OWNER}]|[{SOMEBODY}](?=['’]))(?:['’]s?)?"
_IS = r"(?:['’]s| is| are| was| were| has always been| has to be)(?: definitely| probably| actually| still| also| currently)?"
_PET = r"(?:dog|puppy|pup|cat|kitten|rabbit|hamster|parrot|horse|turtle|snake|lizard|goldfish|bird|guinea pig|ferret|pony)s?"
_FAVOURITE = (
    r"(?: all[- ]time| absolute| new| personal| current| other)? favou?rites?(?: (?!is\b|are\b"
    r"|was\b)[^\s.,;!?]{1,20}){0,6}?"
)
_NAME_WORD = rf"(?:[{CAPITAL}][\w’'-]{{0,40}}|[{SOMEBODY}])"
_LITERAL_DATE = (
    r"(?P<o>(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} (?:the )?\d{1,2}"
    r"(?:st|nd|rd|th)?)(?:,? \d{4})?\b"
)

# Relation, what follows the owner up to the object.
_OWNED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("LIKES", re.compile(rf"{_OWNER}{_FAVOURITE}{_IS} ")),
    (
        "LIKES",
        re.compile(
            rf"{_OWNER}(?: main| biggest| other| favou?rite)? (?:hobby|hobbies|passion|passions)(?:{_IS}| include) "
        ),
    ),
    ("COMES_FROM", re.compile(rf"{_OWNER} (?:home ?town|home country|birthplace)(?:{_IS}|,) ")),
    (
        "LOCATED_IN",
        re.compile(
            rf"{_OWNER} (?:head office|headquarters|office|offices){_IS}(?: located| based)? (?:in|on|near) "
        ),
    ),
    (
        "LOCATED_IN",
        re.compile(
            rf"(?P<s>[{SOMEBODY}])(?: has| have) \w{{1,5}} (?:head )?(?:office|headquarters)(?: \w{{1,10}})? in "
        ),
    ),
    ("WORKS_AS", re.compile(rf"{_OWNER}(?: new| current| day)? job(?:{_IS}|{_IS}? as) ")),
    (
        "VISITED",
        re.compile(
            rf"{_OWNER}(?: (?!next\b|upcoming\b|dream\b)\w{{1,12}}){{0,2}} (?:trip|vacation|visit"
            r"|travels|holiday|honeymoon|road trip) (?:to|in) "
        ),
    ),
    (
        "WORKS_AT",
        re.compile(rf"{_OWNER}(?: \w{{1,15}}){{0,2}} (?:job|internship|role|position|work) (?:at|with) "),
    ),
    (
        "STUDIES",
        re.compile(
            rf"{_OWNER}(?: (?!dream\b)[\w'’]{{1,15}}){{0,2}} (?:degree|major|studies|master['’]s|bachelor['’]s|PhD)(?: is)? in "
        ),
    ),
    ("LIKES", re.compile(rf"{_OWNER} (?:love|passion|fondness|enthusiasm) (?:for|of) ")),
    ("INTERESTED_IN", re.compile(rf"{_OWNER}(?: \w{{1,12}})? interest in ")),
    ("SPEAKS", re.compile(rf"{_OWNER} (?:native language|mother tongue|first language){_IS} ")),
    (
        "HAS_PET",
        re.compile(
            rf"{_OWNER}(?: \w{{1,15}}){{0,2}}? {_PET}(?:,|,? (?:(?:is|are|was|who['’]s) )?(?:named"
            rf"|called)|['’]s name is|['’]s called)? (?={_NAME_WORD})"
        ),
    ),
    (
        "HAS_PET",
        re.compile(
            rf"(?P<s>[{SOMEBODY}])(?: also)? (?:have|has|had|got|adopted|own|owns)(?:"
            rf" \w{{1,15}}){{1,4}}? {_PET},? (?:named|called) "
        ),
    ),
)
_ONE_FAVOURITE = re.compile(
    rf"{_OWNER}(?: all[- ]time| absolute| new| current)? favou?rite (?:[a-z]+ )?(?P<kind>[a-zé]+)"
    r"(?:['’]s| is)(?: now| definitely| probably| still| actually| currently)* "
)
_ONE_OF = re.compile(r"\b(?:one|some) of $", re.IGNORECASE)
_LASTING = (
    "HAS_PET",
    "COMES_FROM",
    "SPEAKS",
    "LIKES",
    "LOCATED_IN",
)  # of which no time in the sentence is the beginning
_COURSE = re.compile(
    rf"(?:[Ii]n|[Aa]t|to|[Ff]rom|for|of) (?P<s>[{OWNER}]) (?P<o>(?!last|next|first|new|same|whole|own"
    rf"|other)(?:[a-z]{{3,15}} ){{1,2}}(?:class|course|lessons|workshop))\b"
)
_OWNED_THING = re.compile(
    rf"(?P<s>[{OWNER}])(?: (?:new|old|own|little|electric|acoustic|first|used|vintage))? (?P<o>"
    r"car|bike|bicycle|motorcycle|motorbike|van|truck|boat|kayak|piano|guitar|violin|keyboard|ukulele|garden|apartment|flat"
    r"|camera|telescope|laptop|surfboard|snowboard|cottage|cabin|farm|vineyard|treadmill|drone|greenhouse"
    r"|necklace|ring|bracelet|bookshelf|bookcase|sewing machine|skateboard|tent|scooter|motorhome|trailer|store"
    r"|shop|studio|blog|podcast|channel|newsletter|business|restaurant|bakery|caf[eé]|company|startup)s?\b(?!['’-])"
)
_BORN_ON = (
    re.compile(rf"{_OWNER} birthday(?:{_IS})(?: on)? {_LITERAL_DATE}"),
    re.compile(rf"(?P<s>[{SOMEBODY}]) (?:was|were) born on {_LITERAL_DATE}"),
)
_TURNED = r"(?: has|['’]s)?(?: just| recently)? turned(?: just)?"
_IS_AGED = r"(?:['’](?:m|s|re)| am| is| are)(?: now| just| already| only)?"
_AGE_ENDS = r"(?= ?(?:[.,;!]|now\b|and\b|today\b|last\b|yesterday\b|on\b|in\b|this\b|$))"
_AGED = re.compile(
    rf"(?P<s>[{SOMEBODY}])(?:{_TURNED} (?P<turned>\d{{1,3}}|{NUMBER_WORD})(?: years old\b|{_AGE_ENDS})"
    rf"|{_IS_AGED} (?P<years>{NUMBER_WORD}) years old\b|{_IS_AGED} (?P<number>\d{{1,3}})(?: years old\b|{_AGE_ENDS}))"
)
_HOPED = re.compile(r"\b(?:if|unless|would|could|wish|hope)\b[^.;!?]{0,40}$", re.IGNORECASE)
_CLAUSE_START = re.compile(
    r"(?:^|[.,;:!?—–(-] ?|\b(?:and|but|because|so|that|one of|some of|of|think|say|also) |\b(?:currently|now),? )$",
    re.IGNORECASE,
)
_PAST_OR_WISHED = re.compile(
    r"\b(?:sold|sell|selling|lost|if|used to|dream|future|someday|old|want|had|would)\b", re.IGNORECASE
)
_LEAVING = re.compile(
    r"\b(?:left|leave|leaving|quit|lost|former|old|last|dream|resign\w*|was|had)\b", re.IGNORECASE
)
_IS_SAID = re.compile(rf"{_IS} $")
_DENIED = re.compile(r"n['’]t\b|\bnot\b|\bnever\b|\bno longer\b", re.IGNORECASE)
_TRIGGER = re.compile(
    r"turned|years|favo|hobb|passion|home|birth|office|quarters|job|tongue|language|born|\d|dog|pup|cat|kitten|rabbit|hamster"
    r"|parrot|horse|turtle|snake|lizard|fish|bird|pig|ferret|pony|go-to|trip|vacat|visit|travel"
    r"|holiday|honey|intern|role|position|work|degree|major|stud|master|bachelor|PhD|love|fond"
    r"|enthus|interest|class|course|lesson|car|bike|bicyc|motor|van|truck|boat|kayak|piano|guitar"
    r"|violin|keyb|ukul|garden|apart|flat|camera|telesc|laptop|board|cottage|cabin|farm|vine|mill|drone|green|neck|ring|brace|shel|case|sewing|tent|scoot|trail|store|shop|studio|blog|podc|chann|newsl|busi|restau|baker|caf|compan|start"
)


def phrases_in(masked: Masked) -> list[Phrase]:
    """Homes, pets and the like first, then birthdays and ages."""
    if not _TRIGGER.search(masked.text):
        return []
    found = [phrase for type_, pattern in _OWNED for phrase in _owned(masked, type_, pattern)]
    return [*found, *_favourites(masked), *_dated(masked), *_presupposed(masked)]


def _favourites(masked: Masked) -> Iterator[Phrase]:
    """`my favourite colour is blue`: of each kind one."""
    for match in _ONE_FAVOURITE.finditer(masked.text):
        before = masked.text[max(0, match.start() - 60) : match.start()]
        type_ = favourite(match["kind"])
        if (
            type_ is None
            or _HOPED.search(before)
            or not _CLAUSE_START.search(before[-12:])
            or _ONE_OF.search(before)
        ):
            continue
        for object_ in things_at(masked, match.end())[:1]:
            yield replace(_phrase(masked, match, type_, object_.text, object_.type), dated=False)


def _owned(masked: Masked, type_: str, pattern: re.Pattern[str]) -> Iterator[Phrase]:
    for match in pattern.finditer(masked.text):
        if _HOPED.search(masked.text, max(0, match.start() - 60), match.start()) or _DENIED.search(match[0]):
            continue
        if (
            type_ == "LIKES"
            and _IS_SAID.search(match[0])
            and not _CLAUSE_START.search(masked.text[: match.start()][-12:])
        ):
            continue
        if type_ == "WORKS_AT" and _LEAVING.search(masked.text):
            continue
        for object_ in things_at(masked, match.end()):
            if type_ == "LOCATED_IN" and masked.span(match["s"]).type == "Person":
                continue  # "our office": whose it is, is not where it is
            if _fits(type_, object_):
                yield replace(
                    _phrase(masked, match, type_, object_.text, object_.type), dated=type_ not in _LASTING
                )


def _fits(type_: str, object_: Object) -> bool:
    if type_ == "HAS_PET":
        return object_.is_name and object_.type in (None, "Thing", "Person")
    if type_ == "WORKS_AT":
        return object_.is_name and object_.type in (None, "Thing", "Organization")
    if type_ in ("COMES_FROM", "LOCATED_IN", "VISITED"):
        return object_.is_name and object_.type in (None, "Thing", "Place", "Organization")
    return (
        type_ in ("LIKES", "STUDIES", "INTERESTED_IN")
        or {"WORKS_AS": "role", "SPEAKS": "language"}[type_] in object_.sorts
    )


def _phrase(
    masked: Masked, match: re.Match[str], type_: str, text: str, object_type: EntityType | None = None
) -> Phrase:
    known = object_type or relation_of(type_).object_type
    start, is_literal = masked.offsets[match.start("s")], relation_of(type_).literal
    return Phrase(masked.name(match["s"]), type_, text, object_type=known, start=start, dated=not is_literal)


def _presupposed(masked: Masked) -> Iterator[Phrase]:
    """`My car broke down`: who speaks of my car says that I have one."""
    for match in _COURSE.finditer(masked.text):
        yield replace(_phrase(masked, match, "ENROLLED_IN", match["o"]), confidence=0.6)
    for match in _OWNED_THING.finditer(masked.text):
        if not _PAST_OR_WISHED.search(masked.text):
            yield replace(_phrase(masked, match, "OWNS", match["o"]), confidence=0.6, dated=False)


def _dated(masked: Masked) -> Iterator[Phrase]:
    for pattern in _BORN_ON:
        for match in pattern.finditer(masked.text):
            yield _phrase(masked, match, "BORN_ON", match["o"])
    for match in _AGED.finditer(masked.text):
        if re.match(SIGN, match["s"]) and not _HOPED.search(
            masked.text, max(0, match.start() - 60), match.start()
        ):
            yield _phrase(masked, match, "AGED", _age(match["turned"] or match["years"] or match["number"]))


def _age(written: str) -> str:
    """The number of years, in digits: "twenty-one" is 21."""
    return str(round(amount_of(written).low))
