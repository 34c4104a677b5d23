"""Whether a sentence states something that lasts, so that a profile can show its fact; mostly English rules.

These do not last: an activity on one occasion, a decision what to do next, an old injury, a skill that is already learned, a thing
that was used once, an event that is still being planned.
"""

import re
from collections.abc import Mapping

from memgraph_core.language.detection import language_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Fact

_ACTIVITIES = frozenset({"PLAYS", "PRACTICES"})
_REPEATED = _ACTIVITIES | {"VOLUNTEERS_AT"}
# Signs that somebody did something regularly: "I played football today" states no former habit.
_REGULARLY = re.compile(
    r"\b(?:used to|for (?:\w+ )?(?:years|months|weeks)|years?|as an? \w+|when (?:i|we|he|she|they) (?:was|were|lived)"
    r"|(?:high )?school|college|university|every|always|often|regularly|competitively|professionally|quit|stopp?ed"
    r"|gave up|given up|any ?more|no longer|haven['’]t|until|team|club|growing up|grew up|childhood|back then|since"
    r"|previously|formerly|retired|once)\b",
    re.IGNORECASE,
)
_A_FEW_TIMES = re.compile(
    r"\b(?:have|has|['’](?:ve|s)) (?:\w+ )?(?:gone|been|done|tried|played)\b.*\b(?:once|twice|times)\b"
    r"(?! (?:a|per|every)\b)",
    re.IGNORECASE,
)
# What somebody decides to do next.
_MOMENTARY = re.compile(
    r"^(?:go (?!with|back|vegan|vegetarian)|take an?\b|take (?:some|my|our|the)|get (?:some|an?|my|our|up|out|dressed)\b"
    r"|have (?:an?|some)\b|eat|watch|freshen|tidy|clean|grab|stop by|walk|head|meet|order|cook|make|bake|spend|wait|rest"
    r"|sleep|nap|call|check|see|visit|treat|surprise|celebrate|throw|hang|grill|swim|drive|ride)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"^(?:not|never|against|stop|quit|give up|start|begin|become|move|leave|stay|keep|switch|change|join|apply|study"
    r"|learn|retire|marry|divorce|adopt|sell|buy|found|open|launch|pursue|use)\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(
    r"^after\b|\b(?:today|tonight|yesterday|after that|so we|then we|ended up"
    r"|(?:this|last|that) (?:time|morning|afternoon|evening|night|weekend|spring|summer|autumn|fall|winter|\w+day))\b",
    re.IGNORECASE,
)
_LEARNED = re.compile(r"\blearn(?:ed|t) to\b", re.IGNORECASE)
_USED = re.compile(r"^using\b|\b(?:have|has|['’]ve) (?:\w+ )?used\b", re.IGNORECASE)
_IS_PLANNING = re.compile(
    r"(?:\b(?:am|are|is)|['’](?:m|re|s)) (?:\w+ )?(?:planning|organi[sz]ing)\b", re.IGNORECASE
)
_LONG_AGO = re.compile(
    r"\b(?:(?:last|that) (?:season|year|summer|winter|spring|fall|autumn)|(?:years?|months|seasons?) (?:ago|back)"
    r"|as a (?:kid|child)|when i was|back (?:then|in)|in (?:high school|college))\b",
    re.IGNORECASE,
)
# A visit that is only what somebody likes to do: "I like to relax by going to the lake".
_USUAL = re.compile(r"\b(?:like|love|enjoy|prefer)s? to\b|\bby (?:going|visiting)\b", re.IGNORECASE)
_REPAINTED = re.compile(
    r"\bpaint(?:ed|ing)? (?:\w+ ){0,2}(?:bench|wall|fence|room|door|house|kitchen|hall|nail|chair|ceiling|gate|shed|table|face)"
    r"(?:e?s)?\b",
    re.IGNORECASE,
)
_ACUTE = re.compile(
    r"\b(?:flu|cold|fever|cough|headache|sore throat|stomach ?ache|toothache|hangover|food poisoning|sunburn|runny nose|covid"
    r"|gastroenteritis|stomach (?:bug|flu)|tonsillitis|bronchitis|pneumonia"
    r"|(?:ear|chest|eye|throat) infection|chickenpox|norovirus)\b"
    r"|感冒|发烧|流感|咳嗽|头疼|头痛|牙疼|肚子疼|拉肚子|肠胃炎|胃肠炎|支气管炎|肺炎|扁桃体炎|中耳炎|水痘|腹泻|中暑|落枕",
    re.IGNORECASE,
)
_HEALS = re.compile(
    r"\b(?:broken|fractured?|sprain(?:ed)?|strain(?:ed)?|concussion|twisted)\b|骨折|扭伤|拉伤|脑震荡|崴",
    re.IGNORECASE,
)
_PREGNANCY = re.compile(r"\bpregnan(?:t|cy)\b|怀孕|有喜", re.IGNORECASE)
# A plan for the same or the next day that names no day.
_IMMEDIATE = re.compile(
    r"\b(?:later on(?! in)|later today|(?:later )?in the (?:morning|afternoon|evening)|about to|on (?:my|our) way"
    r"|in a (?:bit|minute|moment|few|little while)|heading (?:out|over|to|home|off)|right (?:now|away))\b"
    r"|待会|一会儿|等下|等会|马上|这就",
    re.IGNORECASE,
)


# By relation: signs that its sentence states nothing that lasts.
_SIGNS: Mapping[str, re.Pattern[str]] = {
    "LEARNING": _LEARNED,
    "USES": _USED,
    "ORGANIZED": _IS_PLANNING,
    "INJURED": _LONG_AGO,
    "VISITED": _USUAL,
    "DISCUSSED": re.compile(r"\bwhere (?:we|i|they|people)\b", re.IGNORECASE),  # a description of an event
}


def is_lasting(fact: Fact, object_: str, statement: str) -> bool:
    """Whether the sentence of a fact states something that lasts. True for relations whose facts last anyway."""
    sign = _SIGNS.get(fact.type)
    if sign is not None:
        return sign.search(statement) is None
    if fact.type in _ACTIVITIES:
        return _A_FEW_TIMES.search(statement) is None
    match fact.type:
        case "CREATED":  # "we painted the fence"
            found = _REPAINTED.search(statement)
            return found is None or object_.split()[-1].casefold() not in found[0].casefold()
        case "DECIDED":
            return not _is_for_once(object_, statement)
        case _:
            return True


def is_acute(condition: str) -> bool:
    """Whether a disease is over after some weeks: a cold, 感冒."""
    return _ACUTE.search(condition) is not None


def days_ill(condition: str) -> int | None:
    """After how many days a condition is over although nobody says so; None if it may last."""
    if is_acute(condition):
        return 30
    if _HEALS.search(condition):
        return 90
    return 280 if _PREGNANCY.search(condition) else None


def is_immediate(plan: str) -> bool:
    """Whether the sentence of a plan says that it is for the same or the next day, without naming the day."""
    return _IMMEDIATE.search(plan) is not None


def is_one_occasion(type_: str, statement: str) -> bool:
    """Whether an English sentence in the past is about one occasion of an activity, which does not say that the activity is over:
    "I played tennis with Tom".
    """
    is_english = language_of(statement) == "en"
    return type_ in _REPEATED and is_english and _REGULARLY.search(statement) is None


def _is_for_once(action: str, statement: str) -> bool:
    """Whether somebody decided only what to do on one occasion. A decision that is a thing or a name lasts."""
    verb = re.escape(action.split()[0])
    is_action = re.search(rf"\b(?:to|not|against|and) {verb}\b", statement, re.IGNORECASE) is not None
    if not is_action or _LASTING.match(action):
        return False
    return _OCCASION.search(statement) is not None or _MOMENTARY.match(action) is not None


def ends_with_its_day(fact: Fact) -> bool:
    """Whether only the day of a plan, which its own text names, ends it."""
    return fact.holds_until is not None and fact.retired_at is None and relation_of(fact.type).intention


def is_ended(fact: Fact) -> bool:
    """Whether a statement ended a fact. The day that the text of a plan names is no such end."""
    return fact.holds_until is not None and not ends_with_its_day(fact)
