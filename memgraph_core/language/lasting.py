"""Whether an English sentence states something that lasts, so that a profile can show its fact.

These do not last: an activity on one occasion, a decision what to do next, an old injury, a skill that is already learned, a thing
that was used once, an event that is still being planned.
"""

import re

from memgraph_core.language.detection import language_of
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
_PAST = re.compile(r"\b(?:\w+ed|went|did|ran|swam|rode|sang|was|were|had|been|got)\b", re.IGNORECASE)
_A_FEW_TIMES = re.compile(
    r"\b(?:have|has|['’](?:ve|s)) (?:\w+ )?(?:gone|been|done|tried|played)\b.*\b(?:once|twice|times)\b"
    r"(?! (?:a|per|every)\b)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"^(?:not|never|against|stop|quit|give up|start|begin|become|move|leave|stay|keep|switch|change|join|apply|study"
    r"|learn|major|retire|marry|divorce|adopt|sell|buy|found|open|launch|pursue|use|go (?:with|back|vegan|vegetarian|for)"
    r"|try|turn|take up|take on|work|live|have|get (?:married|divorced)|focus|enrol+|drop|end|transfer|return|train|save"
    r"|invest|volunteer|write|build)\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(
    r"\b(?:today|tonight|yesterday|after (?:that|the|we|i|\w+ing)|so we|then we|ended up"
    r"|(?:this|last|that) (?:time|morning|afternoon|evening|night|week|weekend|month|year|spring|summer|autumn|fall|winter"
    r"|\w+day))\b",
    re.IGNORECASE,
)
_HAS_DECIDED = re.compile(r"\b(?:have|has|['’](?:ve|s)) (?:\w+ )?(?:decided|chosen|agreed)\b", re.IGNORECASE)
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
_ANY_SCHOOL = re.compile(
    r"(?:high |middle |primary |elementary )?(?:school|college|university|kindergarten)", re.IGNORECASE
)
# A plan for the same or the next day that names no day.
_IMMEDIATE = re.compile(
    r"\b(?:later on(?! in)|later today|(?:later )?in the (?:morning|afternoon|evening)|about to|on (?:my|our) way"
    r"|in a (?:bit|minute|moment|few|little while)|heading (?:out|over|to|home|off)|right (?:now|away))\b"
    r"|待会|一会儿|等下|等会|马上|这就",
    re.IGNORECASE,
)


def is_lasting(fact: Fact, object_: str, statement: str) -> bool:
    """Whether the sentence of a fact states something that lasts. True for relations whose facts last anyway."""
    match fact.type:
        case type_ if type_ in _ACTIVITIES:
            return _is_regular(fact, statement)
        case "DECIDED":
            return not _is_for_once(object_, statement)
        case "LEARNING":
            return _LEARNED.search(statement) is None
        case "USES":
            return _USED.search(statement) is None
        case "ORGANIZED":
            return _IS_PLANNING.search(statement) is None
        case "INJURED":
            return _LONG_AGO.search(statement) is None
        case "ENROLLED_IN" | "STUDIES_AT":  # former attendance of a school without a name
            return fact.holds_until is None or _ANY_SCHOOL.fullmatch(object_) is None
        case _:
            return True


def is_immediate(plan: str) -> bool:
    """Whether the sentence of a plan says that it is for the same or the next day, without naming the day."""
    return _IMMEDIATE.search(plan) is not None


def is_one_occasion(type_: str, statement: str) -> bool:
    """Whether an English sentence in the past is about one occasion of an activity, which does not say that the activity is over:
    "I played tennis with Tom".
    """
    is_english = language_of(statement) == "en"
    return type_ in _REPEATED and is_english and _REGULARLY.search(statement) is None


def _is_regular(fact: Fact, statement: str) -> bool:
    """Whether somebody does or did an activity regularly, and not a few times."""
    if _A_FEW_TIMES.search(statement):
        return False
    if fact.holds_until is None or _PAST.search(statement) is None:
        return True
    return _REGULARLY.search(statement) is not None


def _is_for_once(action: str, statement: str) -> bool:
    """Whether somebody decided only what to do on one occasion. A decision that is a thing or a name lasts."""
    verb = re.escape(action.split()[0])
    is_action = re.search(rf"\b(?:to|not|against|and) {verb}\b", statement, re.IGNORECASE) is not None
    if not is_action or _LASTING.match(action):
        return False
    return _OCCASION.search(statement) is not None or _HAS_DECIDED.search(statement) is None
