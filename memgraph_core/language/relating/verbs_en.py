"""English verbs that word a relation: how each goes on, and what its object must be.

A row is found by the verb itself, so that a hundred rows cost no more than one. What a row takes as object:
`name` (a span, or capitalised words), `thing` (a noun phrase as well), `doing` (a gerund or "to …"), or a sort
of `words/heads_en.txt` such as `pet` (a noun phrase with such a head).
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from memgraph_core.types import EntityType


@dataclass(frozen=True, slots=True)
class Row:
    """One way to word a relation."""

    type: str
    goes_on: re.Pattern[str]  # what stands between verb and object, with the last blank
    takes: frozenset[str]
    flags: frozenset[str]


# What the type of an object that has one must be, by flag. An organisation may be a place.
MUST_BE: dict[str, frozenset[EntityType]] = {
    "place": frozenset(["Place", "Organization", "Thing"]),
    "employer": frozenset(["Organization", "Thing"]),
    "person": frozenset(["Person", "Thing"]),
    "work": frozenset(["Work", "Thing"]),
    "sight": frozenset(["Place", "Organization", "Thing"]),
    "no-person": frozenset(["Place", "Organization", "Event", "Work", "Thing", "Concept"]),
    "known-person": frozenset(["Person"]),
    "known-place": frozenset(["Place"]),
    "known-event": frozenset(["Event"]),
    "known-thing": frozenset(["Organization", "Work", "Thing"]),
}
KNOWN = frozenset(flag for flag in MUST_BE if flag.startswith("known-"))

_TRIP = r"(?: back| over| down| up| out| on (?:a|an) (?:\w{1,20} ){0,2}(?:trip|vacation|holiday|cruise|tour)){0,2}"
_FEW = r"(?: (?!on\b|out\b|in\b|with\b|to\b|hard\b)\w{1,20}){0,3}?"
_JOB = r"(?: \S{1,20}){0,4}? (?:job|position|role|post|internship|offer)(?: \w{1,20}){0,3}? (?:at|with|from)"
_BUY = (
    "buy bought buys own owns owned purchase purchased",
    "get got gotten getting have has had own owns owned keep keeps adopt adopted adopting rescue rescued bring brought",
)
_MOVE = "move moved moves moving relocate relocated relocates relocating emigrate emigrated"
_WORK = "work works working worked"
_START = "start started starts starting begin began begun beginning"
_GO = "go went goes gone been"
_LIKE = "like likes liked liking love loves loved loving enjoy enjoys enjoyed enjoying adore adores adored prefer prefers preferred"
_CRAFT = (
    "write wrote written writing compose composed direct directed found publish published design designed paint painted"
    " draw drew drawn knit knitted sew sewed carve carved record recorded bake baked build built sculpted"
)
_LEAD = (
    "lead leads leading led manage manages managing managed coach coaches coaching coached"
    " organize organized organizing organise organised host hosts hosted hosting chair chairs"
)

# Relation, verb forms, what follows, what it takes, flags.
# `past`: told in the simple past it is over. `over`: the words say that it is over. `ahead`: the progressive
# speaks of what is to come.
# `only-if`: what the object is known to be decides. `be`, `have`, `can`, `was`: after a form of that only.
# `since`: "since" or "now" must follow. `lasting`: "still" or "now" stands before. `past-had`, `past-own`: over
# when told with "had", "owned". The names in `MUST_BE` say of what type the object must be.
_ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "LIVES_IN",
        "live lives living lived reside resides residing resided",
        r"(?: here| there| alone| together| right| happily)? in",
        "name",
        "past place",
    ),
    ("LIVES_IN", "settle settled settling settles", r"(?: here| down| back)? in", "name", "place"),
    ("LIVES_IN", "in", "", "name", "be place since"),
    (
        "LIVES_IN",
        _MOVE,
        r"(?: back| over| out| up| down| here| in){0,2}(?: from (?:the )?\S{1,30})? to",
        "name",
        "place ahead",
    ),
    ("LIVES_IN", _MOVE, r"(?: away from| out of)", "name", "place over"),
    ("MOVED_FROM", _MOVE, r"(?: back| over| up| down| here){0,2} from", "name", "place ahead"),
    ("LIVES_WITH", "live lives living lived", " with", "name", "past person"),
    ("WORKS_AT", _WORK, rf"{_FEW} (?:at|for)", "name business place", "past employer"),
    ("WORKS_IN", _WORK, rf"{_FEW} in", "field", "past"),
    ("WORKS_IN", _WORK, rf"{_FEW} in", "name", "past known-place"),
    ("WORKS_AS", _WORK, rf"{_FEW} as", "role", "past"),
    ("WORKS_AS", "become became promoted", r"(?: to)?", "role", ""),
    ("WORKS_ON", _WORK, r"(?: hard)? on", "project work creation", "past"),
    ("WORKS_AT", "join joined joins joining", "", "name", "employer"),
    ("WORKS_AT", _START, r"(?: work| working)? at", "name", "employer"),
    (
        "WORKS_AT",
        f"{_START} get got found find took take land landed accept accepted",
        _JOB,
        "name",
        "employer",
    ),
    ("WORKS_AT", "at", "", "name", "be employer lasting"),
    ("WORKS_AT", "hired employed", " by", "name", "be employer"),
    (
        "WORKS_AT",
        "quit quitting resign resigned leave left",
        r"(?: (?:\S{1,20} ){1,3}(?:at|with)| from)",
        "name",
        "employer over",
    ),
    ("WORKS_AT", "quit", "", "name", "employer over"),
    ("WORKS_AT", "left", "", "name", "over only-if employer"),
    ("LIVES_IN", "left", "", "name", "over only-if place"),
    ("WORKS_AT", "fired retired retire laid", r"(?: off)? from", "name", "employer over"),
    ("MEMBER_OF", "join joined joins joining", "", "club", ""),
    ("MEMBER_OF", "play plays playing", " for", "name", "employer"),
    ("MEMBER_OF", "part member members", " of", "name club", "be"),
    (
        "STUDIES_AT",
        "study studies studying studied enroll enrolled",
        rf"{_FEW} (?:at|in the)",
        "name",
        "past employer",
    ),
    ("STUDIES", "study studies studying studied", "", "thing", "past"),
    ("STUDIES", "major majors majored majoring minor minoring", " in", "thing", ""),
    (
        "STUDIES",
        "get got getting finish finished have has earn earned complete completed pursuing pursued",
        r"(?: \S{1,20}){0,3}? degree in",
        "thing",
        "",
    ),
    ("GRADUATED_FROM", "graduate graduated graduating", " from", "name", "employer ahead"),
    ("MARRIED_TO", "married", r"(?: to)?", "name", "person"),
    ("MARRIED_TO", "get got getting", r" married(?: to)?", "name", "person ahead"),
    ("MARRIED_TO", "marry marries marrying", "", "name", "person ahead"),
    ("ENGAGED_TO", "engaged", " to", "name", "person"),
    ("ENGAGED_TO", "get got getting", " engaged to", "name", "person"),
    ("DATING", "date dating dates dated", "", "name", "person past"),
    ("DATING", "break broke broken split", " up with", "name", "person over"),
    ("DIVORCED_FROM", "divorce divorced separated", r"(?: from)?", "name", "person"),
    ("DIVORCED_FROM", "get got getting", " divorced from", "name", "person"),
    ("BORN_IN", "born", r"(?: and raised)? in", "name", "be place"),
    ("COMES_FROM", "from", "", "name", "be place"),
    ("COMES_FROM", "come comes", r"(?: originally)? from", "name", "place"),
    ("COMES_FROM", "grow grew grown", " up in", "name", "place"),
    (
        "LOCATED_IN",
        "located headquartered based situated",
        r"(?: right)? (?:in|on|near|at)",
        "name",
        "be place",
    ),
    (
        "LOCATED_IN",
        _MOVE,
        r" \S{1,8} (?:head )?(?:offices?|headquarters)(?: \w{1,20})? to",
        "name",
        "place ahead",
    ),
    (
        "LOCATED_IN",
        "shift shifted shifting",
        r" \S{1,8} (?:head )?(?:offices?|headquarters)(?: \w{1,20})? to",
        "name",
        "place ahead",
    ),
    ("ALLERGIC_TO", "allergic", " to", "thing", "be"),
    ("AFRAID_OF", "afraid scared terrified frightened", " of", "thing doing", "be"),
    ("LIKES", _LIKE, "", "thing doing", ""),
    ("LIKES", "into", "", "thing", "be"),
    ("LIKES", "addicted", " to", "thing", "be"),
    ("LIKES", "obsessed hooked keen fond crazy", r" (?:with|on|of|about)", "thing", "be"),
    ("LIKES", "fan fans", " of", "thing", "be"),
    ("LIKES", "fall fell fallen falling", " in love with", "thing", ""),
    ("LIKES", "get got gotten getting", r"(?: really| back| more| super)? into", "thing", ""),
    ("INTERESTED_IN", "interested passionate curious", r" (?:in|about)", "thing", "be"),
    ("INTERESTED_IN", "get got getting", r"(?: really| more| super)? interested in", "thing", ""),
    ("DISLIKES", "hate hates hated hating dislike dislikes disliked detest detests", "", "thing doing", ""),
    ("DISLIKES", "stand", "", "thing", "denied"),
    ("HAS_PET", _BUY[1], r"(?: home)?", "pet", "past-had past-own ahead"),
    ("OWNS", "adopt adopted adopts", "", "thing", "no-pet"),
    ("OWNS", _BUY[0], r"(?: me| \S| myself| himself| herself)?", "thing", "no-pet past-own"),
    ("OWNS", "get got gotten have has had", "", "owned", "past-had"),
    ("VISITED", "visit visited visits", "", "name place", "sight"),
    ("VISITED", "visiting", "", "name place", "sight ahead"),
    ("VISITED", _GO, rf"{_TRIP} to", "name place", "sight"),
    ("VISITED", "going heading flying traveling travelling", rf"{_TRIP} to", "name place", "sight ahead"),
    (
        "VISITED",
        "travel traveled travelled travels fly flew drive drove hike hiked sail sailed head headed",
        rf"{_TRIP} to",
        "name place",
        "sight",
    ),
    (
        "VISITED",
        "come came get got back return returned",
        r"(?: back)?(?: home)? from",
        "name",
        "known-place",
    ),
    (
        "VISITED",
        "take took taken spend spent",
        r"(?: \w{1,20}){0,4} (?:trip|vacation|holiday|weekend|week|days|weeks|summer|cruise) (?:to|in)",
        "name place",
        "sight",
    ),
    ("ATTENDED", _GO, rf"{_TRIP} to", "event", ""),
    ("ATTENDED", _GO, rf"{_TRIP} to", "name", "known-event"),
    ("ATTENDED", "going", rf"{_TRIP} to", "event", "ahead"),
    (
        "ATTENDED",
        "attend attended attends participate participated participates",
        r"(?: in)?",
        "name event",
        "no-person",
    ),
    ("ATTENDED", "attending participating", r"(?: in)?", "name event", "no-person ahead"),
    ("ATTENDED", "take took taken", " part in", "thing", "no-person"),
    ("ATTENDED", "join joined have has had having host hosted throw threw", "", "event", ""),
    ("VISITED", "in", "", "name", "was known-place"),
    (
        "VISITED",
        "travel traveled travelled traveling travelling drove driving hiked hiking biked toured touring explored exploring",
        r"(?: through| around| across| along)?",
        "name",
        "known-place",
    ),
    (
        "WORKS_ON",
        "prepare preparing prepping train training practicing",
        r"(?: hard)? for",
        "thing",
        "be no-person",
    ),
    ("WANTS", "looking searching", r"(?: around)? for", "thing", "be no-person"),
    ("INTERESTED_IN", "looking", r" into", "thing", "be no-person"),
    ("INTERESTED_IN", "researching", "", "thing", "be no-person"),
    ("LIKES", "admire admires admired", "", "thing", ""),
    (
        "ENROLLED_IN",
        "sign signed signing enroll enrolled enrolling",
        r"(?: \S{1,8})?(?: up)? (?:for|in)",
        "course event",
        "",
    ),
    ("ENROLLED_IN", f"{_START} take taking took taken takes", "", "course", ""),
    ("PRACTICES", "go goes went going", "", "activity", "ahead"),
    (
        "PRACTICES",
        "do does did doing practice practices practicing practise practised practising",
        "",
        "activity",
        "",
    ),
    ("PRACTICES", f"{_START} take took taken taking", r"(?: up)?", "activity", ""),
    ("PRACTICES", "quit stop stopped give gave given", r"(?: up)?", "activity", "over"),
    (
        "VOLUNTEERS_AT",
        "volunteer volunteers volunteered volunteering",
        r"(?: \w{1,20}){0,2}? (?:at|with|for)",
        "thing",
        "past no-person",
    ),
    ("TEACHES", "teach teaches teaching taught", "", "thing", "past no-person"),
    ("LEADS", _LEAD, "", "club business event", "past"),
    ("LEADS", "run runs running ran", "", "club business", "past"),
    ("ATTENDED", "run ran", "", "event", ""),
    ("FOUNDED", "founded cofounded", "", "name business", "no-person"),
    (
        "FOUNDED",
        f"{_START} launch launched launching open opened opening set",
        r"(?: up)?",
        "business",
        "ahead",
    ),
    ("CREATED", _CRAFT, r"(?: me| us)?", "name creation work", "work"),
    (
        "CREATED",
        "make made create created cook cooked film filmed produce produced finish finished",
        r"(?: me| us| making| writing| painting)?",
        "creation",
        "",
    ),
    ("WON", "win won winning", "", "prize", ""),
    ("MET", "met", r"(?: up with| with)?", "name", "known-person"),
    ("KNOWS", "know knows known", "", "name", "known-person"),
    ("READ", "read reading reads", "", "name work", "work"),
    ("READ", f"{_START} finish finished finishing", " reading", "name work", "work"),
    ("WATCHED", "watch watched watching watches see saw seen binged", "", "film", ""),
    ("WATCHED", "watch watched watching watches", "", "name", "work"),
    ("LISTENS_TO", "listen listens listening listened", " to", "thing", "no-person"),
    (
        "PLAYS",
        "play plays playing played learn learning learned",
        r"(?: some| to play| how to play)?(?: the)?",
        "sport",
        "past-play",
    ),
    ("PLAYS", f"take took taken taking pick picked {_START}", r" (?:up|playing)(?: the)?", "sport", ""),
    (
        "SPEAKS",
        "speak speaks speaking spoke",
        r"(?: fluent| some| a little| a bit of| both)?",
        "language",
        "can",
    ),
    ("SPEAKS", "fluent", " in", "language", "be"),
    ("LEARNING", "learn learning learns", r"(?: about| some)?", "thing doing", "no-person"),
    ("EATS", "eat eats", "", "thing", ""),
    ("DRINKS", "drink drinks", "", "thing", ""),
    ("LIKES", "stop stopped quit", r"(?: drinking| eating)", "thing", "over no-person"),
    ("LIKES", "give gave given", r" up(?: drinking| eating)?", "thing", "over no-activity no-person"),
    ("LIKES", "go went gone stop stopped", r" (?:off|liking)", "thing", "over"),
    ("USES", "use uses using", "", "name", "known-thing"),
    ("HAS_CONDITION", "have has had get got catch caught", "", "condition", "past"),
    ("HAS_CONDITION", "diagnosed", " with", "thing", "be"),
    ("HAS_CONDITION", "suffer suffers suffering", " from", "thing", ""),
    ("FOLLOWS_DIET", "go went gone become became turned", "", "diet", ""),
    ("FOLLOWS_DIET", "on", "", "diet", "be"),
    ("FRIEND_OF", "friends", " with", "name", "be person"),
    ("COLLEAGUE_OF", _WORK, " with", "name", "known-person past"),
)

# Verbs whose infinitive says what somebody wants or plans.
WANTING = frozenset(
    [
        "want",
        "wants",
        "wanted",
        "hope",
        "hopes",
        "hoping",
        "dream",
        "dreaming",
        "trying",
        "aspire",
        "wait",
        "looking",
    ]
)
PLANNING = frozenset(
    [
        "plan",
        "plans",
        "planned",
        "planning",
        "intend",
        "intends",
        "decided",
        "thinking",
        "considering",
        "excited",
    ]
)

# Verbs of pastimes, with the pastime.
PASTIMES = {
    verb: doing
    for doing, verbs in {
        "hiking": "hike hikes hiked",
        "camping": "camp camps camped",
        "swimming": "swim swims swam",
        "running": "run runs",
        "jogging": "jog jogs jogged",
        "cycling": "cycle cycles cycled",
        "biking": "bike bikes biked",
        "skiing": "ski skis skied",
        "surfing": "surf surfs surfed",
        "kayaking": "kayak kayaks kayaked",
        "climbing": "climb climbs climbed",
        "dancing": "dance dances danced",
        "knitting": "knit knits knitted",
        "gardening": "garden gardens gardened",
        "meditation": "meditate meditates meditated",
        "fishing": "fish fishes fished",
        "painting": "paint paints painted",
        "snowboarding": "snowboard snowboards snowboarded",
        "sailing": "sail sails sailed",
        "boxing": "box boxes boxed",
    }.items()
    for verb in verbs.split()
}

# Simple pasts that do not end in "ed".
PASTS = frozenset(
    [
        "taught",
        "led",
        "ran",
        "spoke",
        "had",
        "held",
        "drove",
        "went",
        "bought",
        "got",
        "wrote",
        "drew",
        "made",
        "knew",
        "saw",
        "met",
        "took",
        "began",
        "found",
        "grew",
        "came",
        "broke",
        "won",
        "sang",
        "swam",
        "gave",
        "quit",
        "left",
        "flew",
        "read",
        "was",
        "were",
        "did",
        "built",
        "became",
        "spent",
        "caught",
        "brought",
        "kept",
        "saw",
        "fell",
        "sat",
        "thought",
    ]
)


def is_past(verb: str) -> bool:
    """Whether a verb has the form of a simple past."""
    return verb in PASTS or verb.endswith("ed")


@cache
def rows() -> dict[str, tuple[Row, ...]]:
    """The rows by verb form."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for type_, verbs, goes_on, takes, flags in _ROWS:
        row = Row(type_, re.compile(rf"{goes_on} "), frozenset(takes.split()), frozenset(flags.split()))
        for verb in dict.fromkeys(verbs.split()):
            found[verb].append(row)
    return {verb: tuple(rows_of_verb) for verb, rows_of_verb in found.items()}


# Forms that only follow "I", "you", "they" or an auxiliary; after a name they show that the clause is another's:
# "I helped Ada move to Rome".
_BASE_TOO = frozenset(
    [
        "get",
        "take",
        "own",
        "go",
        "do",
        "have",
        "begin",
        "open",
        "set",
        "keep",
        "quit",
        "want",
        "hope",
        "plan",
        "need",
        "try",
        "love",
        "enjoy",
    ]
)


@cache
def base_forms() -> frozenset[str]:
    """The infinitives of the table."""
    first = {verbs.split()[0] for _, verbs, *_ in _ROWS}
    return frozenset(verb for verb in first | _BASE_TOO if not is_past(verb) and verb not in ("met", "fan"))
