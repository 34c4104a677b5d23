"""Statements of a speaker that leave out both subject and verb: "bus mechanic, Tayline depot", "metformin 500 twice a day".

They are completed for the parser only where the noun at their head belongs to a known class and the words around it leave no
other reading: work beside a workplace or a number of years, a medicine with a dose, an illness with its beginning, children
with a count, something that is over.
"""

import re

from memgraph_core.language.en.medicines import MEDICINE
from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.persons.kin import alternation, kin_words
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.word_lists import groups_of

Insertion = tuple[int, int, str]  # a range of the text, and the words that replace it

# Words before what a short message states.
OPENING_WORDS = (
    r"honestly|ngl|tbh|btw|fyi|lol|ugh|ok|okay|right|well|anyway|oh|yeah|yes|no(?=[,.!])|hey|hi|actually|so|and|but"
    r"|update|quick update|good news|big news|finally|also"
)
OPENERS = (
    r"(?:[A-Z][a-z]+ here[,.:;!]\s+)?"
    rf"(?i:\W*(?:(?:{OPENING_WORDS}|yep|nope|plus|thanks|haha)\b[\s,:!.]+)*)"
)
_WORDS = groups_of("clipped_en")
_CLASSES = noun_classes()


def _any_of(*words: frozenset[str]) -> str:
    return alternation(word for group in words for word in group)


_NUMBER = (
    r"(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
)
_YEARS = rf"(?:(?:about|over|nearly|almost) )?{_NUMBER} (?:years?|yrs?|decades?)"
_NO_PLACE = rf"(?!(?i:{alternation((*MONTHS, *WEEKDAYS))})\b)"
_AT_NAME = rf"{_NO_PLACE}(?:the )?(?-i:[A-Z])[\w'’&.-]+"
_PLACES_OF_WORK = _any_of(_CLASSES["workplace"], _CLASSES["clinic"])
_WORKPLACE = (
    rf"(?:the |an? |my )?(?:[\w'’-]+ ){{0,2}}(?:{_PLACES_OF_WORK}|buses|trains|railways?|ward|farm|site)s?\b"
)

# Work

_KIND = _any_of(_WORDS["kind_of_work"])
_WORK = re.compile(
    rf"{OPENERS}(?P<at>)(?P<article>an? )?(?P<kind>(?:(?:{_KIND}) ){{0,3}})"
    rf"(?P<work>{_any_of(_CLASSES['occupation'], _WORDS['worker'])})(?P<trade> by (?:trade|profession|training))?\b",
    re.IGNORECASE,
)
_WHERE = re.compile(rf" (?:at|for|with|in|on) (?:{_AT_NAME}|{_WORKPLACE})", re.IGNORECASE)
_APPOSED = re.compile(
    rf"(?P<comma>, )(?P<name>{_AT_NAME}(?: [\w'’&.-]+){{0,2}})(?=\s*(?:$|[,.!;]))", re.IGNORECASE
)
_SO_LONG = re.compile(rf",? (?:for )?{_YEARS}\b|,? since (?:19|20)\d\d\b", re.IGNORECASE)
_YEARS_THERE = re.compile(rf",? (?P<years>{_YEARS}) (?:all )?(?:at|with|for) (?={_AT_NAME})", re.IGNORECASE)
_HERE = re.compile(r" here\b", re.IGNORECASE)
_RETIRED = re.compile(
    rf"{OPENERS}(?P<at>)(?:(?:now )?retired|ex|former)[ -](?P<work>(?:(?:{_KIND}) ){{0,3}}"
    rf"(?:{_any_of(_CLASSES['occupation'], _WORDS['worker'])}))(?=\s*(?:$|[,.!;]| (?:here|from|since)\b))",
    re.IGNORECASE,
)
_APPOINTED = _CLASSES["appointed_with"]

# "21 years at Hallam's": how long somebody has worked for an employer with a name
_YEARS_AT = re.compile(
    rf"{OPENERS}(?P<at>)(?P<years>{_YEARS})(?P<join> (?:now )?(?:at it, )?(?:all )?(?:at|with|for) )"
    rf"(?![^,.;]*\b(?:uni|university|college|school|academy)\b)(?={_AT_NAME}[^?]*(?:$|[,.!;]))",
    re.IGNORECASE,
)

# Health

_MEDICINE = rf"(?:{MEDICINE.pattern}|(?:{_any_of(_CLASSES['medicine'])})s?)"
_FREQUENCY = (
    r"(?:(?:once|twice|[1-9] times|three times|four times|[1-9]|one|two|three) (?:x )?(?:a|per|every) (?:day|night|week|morning)"
    r"|(?:once|twice) (?:daily|nightly|weekly)|daily|nightly|every (?:day|night|morning|evening|week)|at night|nights only"
    r"|in the mornings?|(?:each|every) (?:day|night|morning|evening))"
)
_DOSE = re.compile(
    rf"{OPENERS}(?P<at>)(?:\d+ ?m?c?g )?(?:{_MEDICINE})\b(?=,? (?:\d+(?:/\d+)? ?(?:m?c?g)?,? )?{_FREQUENCY}\b)",
    re.IGNORECASE,
)
_ON = re.compile(
    rf"{OPENERS}(?P<at>)(?:(?:now|still|currently|back|just) )*on (?:the )?(?:\w+ )?(?:{_MEDICINE})\b",
    re.IGNORECASE,
)
_PUT_ON = re.compile(
    rf"{OPENERS}(?P<at>)(?:(?:just|now|then) )*(?:put|started|switched|changed|moved|swapped) me (?:over )?(?:on|onto|on to|to)"
    rf" (?:the )?(?:{_MEDICINE})\b",
    re.IGNORECASE,
)
_ILL = re.compile(
    rf"{OPENERS}(?P<at>)(?:(?:mild|bad|severe|chronic|type [12]) )*(?:{_any_of(_CLASSES['illness'])}|coeliac disease)"
    rf"(?= (?:since|all my life|(?:for )?{_YEARS})\b)",
    re.IGNORECASE,
)
_ALLERGY = re.compile(
    rf"{OPENERS}(?P<at>)(?P<no>no )?(?P<cause>[a-z-]+(?: [a-z-]+)?)"
    rf"(?P<sign> ?(?:=|->|→) ?|, ?(?=(?:{_any_of(_WORDS['reaction'])})\b))(?:(?:full |bad )?(?:{_any_of(_WORDS['reaction'])}))\b",
    re.IGNORECASE,
)
_NOT_FOR_ME = re.compile(
    rf"{OPENERS}(?P<at>)(?P<no>no )(?P<cause>{_any_of(_WORDS['never_for_me'])}) (?P<sign>for me\b)",
    re.IGNORECASE,
)

# Family and pets

_CHILDREN = re.compile(
    rf"{OPENERS}(?P<at>)(?:a|one|two|three|four|five|six|[2-9]) (?:(?:grown|grown-up|teenage|little|small|young|adult) )?"
    r"(?:boys?|girls?|lads|lasses|grandkids|grandchildren|grandsons?|granddaughters?|sons?|daughters?|kids?|children)"
    r"(?=,? \(?(?:\d{1,2}\b|aged|[A-Z]\w+ (?:and|&|\d))|: )",
    re.IGNORECASE,
)
_PETS = alternation(form for form, word in kin_words("en").items() if word.is_pet and not word.plural)
_PET = re.compile(rf"{OPENERS}(?P<at>)(?:an? )?(?:[a-z]+ ){{0,2}}(?:{_PETS})(?= (?:called|named) [A-Z])")

# What is over

_OWN = r"(?:(?:the|my|our|all the) )?"
_NAME = r"(?P<what>[\w'’-]+(?: (?!of\b|the\b|a\b)[\w'’-]+){0,2}?)"
_ENDING = r"(?=\s*(?:$|[,.!;]| (?:for|now|then|at last|so|sadly|forever|today|as of|since|last|on|in)\b))"
_END_OF = re.compile(
    rf"{OPENERS}(?P<at>)(?:that['’]?s|that is|this is|(?:it['’]?s )?the) (?:the )?end of (?P<own>{_OWN}){_NAME}{_ENDING}",
    re.IGNORECASE,
)
_ALL_GONE = re.compile(
    rf"{OPENERS}(?P<at>)(?:that['’]?s|thats) (?P<own>(?:the|my|our) ){_NAME} (?:gone|over|done|finished|over with|done with)"
    rf"{_ENDING}",
    re.IGNORECASE,
)
_DONE_WITH = re.compile(
    rf"{OPENERS}(?P<at>)(?:(?:now|finally|officially|all|well and truly) )*(?:done|finished|through) with (?:the|my|our|all)\b",
    re.IGNORECASE,
)
_NO_MORE = re.compile(rf"{OPENERS}(?P<at>)no more (?P<own>){_NAME} for (?:me|us)\b", re.IGNORECASE)
_PARTICIPLE = re.compile(
    rf"{OPENERS}{_OWN}(?!(?:i|we|he|she|they|it|just|never|finally|also|and|so|then)\b){_NAME}(?P<at> )"
    rf"(?:{_any_of(_WORDS['given_up'])}){_ENDING}",
    re.IGNORECASE,
)
_NOT_AT = re.compile(
    rf"{OPENERS}(?P<at>)(?:no longer|not) (?:at|with|in|on) (?=[\w'’ .-]+(?: any ?more| any longer| now)\b|(?<=no longer at ))",
    re.IGNORECASE,
)

# "six weeks off the fags", "a month clean of sugar"
_FREE_OF = re.compile(
    rf"{OPENERS}(?P<at>){_NUMBER} (?:days?|weeks?|months?|years?) (?:clean|free|off) (?P<of>(?:of |from )?(?:the )?)"
    r"(?=[a-z])(?!work|school|sick)",
    re.IGNORECASE,
)

_INSERTED = (
    (_DOSE, "I take "), (_ON, "I am "), (_PUT_ON, "they "), (_ILL, "I have "), (_CHILDREN, "I have "), (_PET, "I have "),
    (_DONE_WITH, "I am "), (_NOT_AT, "I am "),
)  # fmt: skip


def clipped(part: str) -> list[Insertion]:
    """The insertions and replacements that complete a part of a sentence; none for a part that is not certainly clipped."""
    if found := _work(part) or _allergy(part) or _over(part):
        return [*found]
    for pattern, words in _INSERTED:
        if match := pattern.match(part):
            article = "a " if pattern is _PET and not re.match(r"an? ", part[match.start("at") :]) else ""
            return [(match.start("at"), match.start("at"), words + article)]
    return []


def _work(part: str) -> list[Insertion]:
    if match := _RETIRED.match(part):
        return [(match.start("at"), match.start("work"), f"I used to work as {_article(match['work'])} ")]
    match = _WORK.match(part)
    if match is None:
        return _years_at(part)
    is_appointed = match["work"].lower() in _APPOINTED and not (match["kind"] or match["article"])
    apposed = _APPOSED.match(part, match.end())
    is_stated = match["trade"] or _SO_LONG.match(part, match.end())
    if not is_stated and is_appointed:
        return []
    if not (is_stated or apposed or _WHERE.match(part, match.end()) or _HERE.match(part, match.end())):
        return []
    start = match.start("at")
    article = "" if match["article"] else f"{_article(part[start:])} "
    found = [(start, start + 1, f"I am {article}{part[start].lower()}")]
    if match["trade"]:
        found.append((match.start("trade"), match.end("trade"), ""))
    where = _HERE.match(part, match.end())
    at = where.end() if where else match.end()
    if apposed:
        found.append((apposed.start("comma"), apposed.end("comma"), " at "))
    elif years := _YEARS_THERE.match(part, at):
        found.append((match.end(), years.end(), " at "))
    elif where:
        found.append((match.end(), at, ""))
    return found


def _years_at(part: str) -> list[Insertion]:
    match = _YEARS_AT.match(part)
    if match is None:
        return []
    at, join = match.start("at"), match.span("join")
    return [(at, at, "for "), (*join, " I have worked at ")]


def _article(words: str) -> str:
    return "an" if words[:1].lower() in "aeio" else "a"


def _allergy(part: str) -> list[Insertion]:
    match = _ALLERGY.match(part) or _NOT_FOR_ME.match(part)
    if match is None:
        return []
    found = [(match.start("at"), match.start("cause"), "I am allergic to ")]
    return [*found, (match.start("sign"), len(part) if match.re is _ALLERGY else match.end("sign"), "")]


def _over(part: str) -> list[Insertion]:
    if match := _FREE_OF.match(part):
        return [(match.start("at"), match.end("of"), "I have given up the ")]
    for pattern in (_END_OF, _ALL_GONE, _NO_MORE):
        if match := pattern.match(part):
            found = [(match.start("at"), match.start("what"), f"I am done with {match['own'] or 'the '}")]
            return [*found, (match.end("what"), match.end(), "")]
    if match := _PARTICIPLE.match(part):
        return [(match.start("at"), match.end("at"), " was ")]
    return []
