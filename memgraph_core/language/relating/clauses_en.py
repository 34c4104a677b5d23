"""English clauses: who a verb is said of, and whether what it says holds, held, is denied or lies ahead.

The auxiliaries tell: "has lived", "used to live", "doesn't live", "is going to live". A subject that is only
imagined ("if I lived"), asked for or the end of another phrase has no clause here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memgraph_core.language.relating.mask import OWNER, SOMEBODY, Masked
from memgraph_core.language.relating.objects_en import Object
from memgraph_core.language.relating.verbs_en import PLANNING, WANTING, base_forms, is_past, rows
from memgraph_core.language.vocabulary import Phrase, relation_of

_AUXILIARY = (
    r"(?: (?:going|able|supposed|starting|started|beginning|began|got|get|getting|managed|need|needs|needed|have|has|had|happy"
    r"|excited|thrilled|stoked|eager|ready|lucky enough|(?:got|had|have|get) (?:the|a) (?:chance|opportunity"
    r"|privilege)) to(?= [a-z]+\b)"
    r"(?! (?:the|a|an|my|our|this|that|some|see|you)\b)"
    r"| (?:got|get|gets|getting)(?= (?:promoted|hired|fired|laid|diagnosed|drafted|accepted|invited|injured|hurt)\b)"
    r"|['’](?:m|s|re|ve|d|ll)\b|(?:m|ve)\b| busy(?= [a-z]+ing\b)"
    r"| (?:a[mr]e?|is|was|were|been|being|be|have|has|had|having|do|does|did|will|would|could|can|may|might|must|should|shall)"
    r"(?:n['’]?t\b|\b)"
    r"| (?:won|can)['’]?t\b| cannot\b| gonna\b| wanna\b| used to\b| (?:about|off) to\b| gotta\b| no longer\b"
    r"|,? (?:not|never|just|also|now|still|really|finally|recently|currently|actually|already|always|both|absolutely|totally"
    r"|definitely|truly|ever|usually|often|sometimes|mostly|basically|kinda|honestly|simply|so|pretty|very|mainly|deeply"
    r"|especially|super|quite|only|once|originally|newly|officially|happily|severely|mildly|highly|terribly|deathly|rather"
    r"|hardly|rarely|barely|lately|even|too|all|big|huge|long|massive|total|lifelong|real|avid|more|most|regularly"
    r"|secretly|first|personally|mostly|generally"
    r"|typically|normally|occasionally|constantly|eventually|quickly|gladly|proudly|successfully|unfortunately|certainly"
    r"|yesterday|today|last (?:night|week|month|year)|somehow|literally|clearly)\b(?! of\b)"
    r"| an?(?= (?:(?:big|huge|real|massive|total|lifelong|long-time|longtime|die-hard|great|super|avid) ){0,2}fans? of\b))"
)
_SUBJECT = rf"[{SOMEBODY}](?:(?:, [{SOMEBODY}]){{0,2}},? (?:and|&) [{SOMEBODY}])?"
_WHERE = rf" (?:at|from|in) (?:the|my|our|[{OWNER}]) [a-z]{{2,15}}(?: (?!is\b|has\b|was\b|just\b|works\b|lives\b)[a-z]{{2,15}})?"
_CLAUSE = re.compile(
    rf"(?P<s>{_SUBJECT})(?P<apposition>,? who(?=['’ ])|, [^,.;:!?]{{2,40}},|,(?= (?:used|is|was|has|had)\b)"
    rf"|{_WHERE})?(?P<aux>{_AUXILIARY}{{0,7}}) (?P<verb>[A-Za-z]+(?:-[a-z]+)?)\b"
)
_DROPPED = re.compile(
    rf"^[^\w{SOMEBODY}{OWNER}]{{0,3}}(?:(?:Just|Also|Finally|Recently|Really|Absolutely|Totally|Still|Currently) )?"
    r"(?P<not>[Cc]an['’]t )?(?P<used>[Uu]sed to )?(?P<been>[Bb]een (?:busy |really |just )?(?=[a-z]+ing\b))?(?P<verb>[A-Za-z]+)\b"
)
_DROPPABLE = frozenset(
    ["been", "love", "loving", "adore", "hate", "wait", "looking", "thinking", "planning", "hoping"]
)
_GOING_ON = frozenset(
    [
        "working",
        "reading",
        "watching",
        "playing",
        "taking",
        "trying",
        "going",
        "visiting",
        "learning",
        "heading",
        "making",
        "building",
        "writing",
        "training",
        "preparing",
        "dealing",
        "feeling",
        "volunteering",
        "hosting",
        "enjoying",
        "spending",
        "teaching",
        "studying",
        "practicing",
        "listening",
        "eating",
    ]
)
_SAYS_ON = re.compile(
    rf"^[^.;:!?—–]* (?:is|are|was|were|has|have|had|can|could|will|would|not only|\w+s (?:[{SOMEBODY}{OWNER}]|an?\b|the\b)"
    r"|\w+s \S{1,10} (?:up|down|out)|gives?|makes?|helps?|means?|sounds?|must)\b"
)
_ALSO = re.compile(
    rf"(?:,? and|,? but|,)(?: then| also| now)?(?P<aux>{_AUXILIARY}{{0,4}}) (?P<verb>[a-z]+)\b"
)
_STOP = re.compile(r"[.;:!?()\n—–]")
_INSIDE_PHRASE = re.compile(
    r"\b(?:of|with|to|from|for|in|at|by|about|near|like|than|between|on|thanks|hey|hi)(?: the| my| his| her)? $",
    re.I,
)
_IMAGINED = re.compile(
    r"\b(?:if|unless|wish|wishes|hope|hopes|hoping|imagine|imagining|maybe|perhaps|whether|as though|suppose|pretend\w*|thought"
    r"|doubt|can['’]t wait|want|wants|don['’]t think|not sure|dream\w*|forward to|almost|nearly"
    r"|would rather|in case)\b[^.;!?]{0,60}$",
    re.IGNORECASE,
)
_ASKING = re.compile(r"\b(?:how|why|what|which|where)\b[^.,;:!?]{0,25}$", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:think|believe|guess|heard|hear|says?|said|told|apparently|probably|seems?|reckon|might|possibly)\b[^.;!?]{0,40}$",
    re.IGNORECASE,
)
_NO_SUBJECT = frozenset(
    [
        "me",
        "us",
        "him",
        "them",
        "myself",
        "himself",
        "herself",
        "themselves",
        "yourself",
        "mine",
        "hers",
        "theirs",
    ]
)
_PLURAL = frozenset(["i", "we", "you", "they"])
_LAST_WORD = re.compile(r"[a-z]+$")


_NOT = frozenset(
    [
        "not",
        "dont",
        "doesnt",
        "didnt",
        "cant",
        "isnt",
        "wasnt",
        "arent",
        "havent",
        "hasnt",
        "wont",
        "n't",
        "never",
        "can't",
        "cannot",
        "hardly",
        "rarely",
        "barely",
    ]
)
_AHEAD = frozenset(
    ["will", "'ll", "going", "gonna", "about", "off", "wo", "shall", "excited", "thrilled", "stoked", "eager"]
)
_PERHAPS = frozenset(
    [
        "would",
        "'d",
        "could",
        "can",
        "may",
        "might",
        "must",
        "should",
        "wanna",
        "need",
        "needs",
        "ready",
        "supposed",
    ]
)
_GET = frozenset(["got", "get", "gets", "getting"])
_BE = frozenset(["am", "is", "are", "was", "were", "been", "be", "'m", "'s", "'re"])


@dataclass(frozen=True, slots=True)
class Mood:
    """How a verb is meant, from the auxiliaries before it."""

    words: frozenset[str]

    @property
    def denied(self) -> bool:
        """Not so."""
        return bool(self.words & _NOT)

    @property
    def over(self) -> bool:
        """So once: "used to", "no longer"."""
        return bool(self.words & {"used", "longer"})

    @property
    def ahead(self) -> bool:
        """To come."""
        return bool(self.words & _AHEAD)

    @property
    def imagined(self) -> bool:
        """Possible, wished or owed."""
        return bool(self.words & _PERHAPS)

    @property
    def able(self) -> bool:
        """Can."""
        return bool(self.words & {"can", "could"})

    @property
    def is_being(self) -> bool:
        """After a form of "be"."""
        return bool(self.words & _BE) or (bool(self.words & _GET) and "to" not in self.words)

    @property
    def has(self) -> bool:
        """After a form of "have"."""
        return bool(self.words & {"have", "has", "'ve", "'s"})

    @property
    def was(self) -> bool:
        """In the past by its auxiliary."""
        return bool(self.words & {"was", "were", "did"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """A verb of the text with whom it is said of."""

    masked: Masked
    subjects: tuple[str, ...]
    start: int  # of the subject
    end: int  # of the verb
    verb: str
    mood: Mood
    confidence: float = 0.7
    is_of_nobody: bool = False  # the subject is known to be no person
    is_aside: bool = False  # in a clause of its own, "Leo, who lives in Rome, …": other times are not its own

    def phrase(self, type_: str, object_: Object, *, over: bool = False) -> list[Phrase]:
        """One phrase per subject, in the predicate's mood."""
        denied = self.mood.denied
        phrase = Phrase(
            subject="",
            type=type_,
            object=object_.text,
            ended=over and not denied,
            denied=denied,
            plan=self.mood.ahead and not over and not denied,
            object_type=object_.type or relation_of(type_).object_type,
            start=self.masked.offsets[self.start],
            confidence=self.confidence,
            dated=not self.is_aside,
        )
        return [replace(phrase, subject=s) for s in self.subjects if s.lower() != object_.text.lower()]


def predicates_in(masked: Masked, speaker: str) -> Iterator[Predicate]:
    """The clauses' verbs in order; one without a subject at the start ("Moved to Rome!") is the speaker's."""
    found_any = False
    for match in _CLAUSE.finditer(masked.text):
        predicate = _of_clause(masked, match)
        if predicate is not None:
            yield predicate
            yield from _also(predicate)
            found_any = found_any or match.start() == 0
    if not found_any and (match := _DROPPED.match(masked.text)):
        verb, words = match["verb"].lower(), {"can't"} if match["not"] else set[str]()
        words |= {"have", "been"} if match["been"] else {"used", "to"} if match["used"] else set()
        if (
            is_past(verb)
            or match["been"]
            or match["used"]
            or (
                (verb in _DROPPABLE or verb in _GOING_ON or (verb.endswith("ing") and verb in rows()))
                and not (verb.endswith("ing") and _SAYS_ON.search(masked.text))
            )
        ):
            words |= {"am"} if verb.endswith("ing") else set()
            yield Predicate(
                masked, (speaker,), match.start("verb"), match.end(), verb, Mood(frozenset(words)), 0.6
            )


def _of_clause(masked: Masked, match: re.Match[str]) -> Predicate | None:
    """The predicate of a subject; None when the words before show that it is none or only imagined."""
    before = masked.text[max(0, match.start() - 80) : match.start()]
    signs = [c for c in match["s"] if SOMEBODY[0] <= c <= SOMEBODY[2]]
    texts = [masked.written(sign).lower() for sign in signs]
    if any(p.search(before) for p in (_INSIDE_PHRASE, _IMAGINED, _ASKING)) or any(
        t in _NO_SUBJECT for t in texts
    ):
        return None
    verb, mood, end = _main_verb(match)
    plural = len(signs) > 1 or texts[0] in _PLURAL or masked.span(signs[0]).plural
    if not match["aux"].strip() and not plural and verb in base_forms():
        return None
    if before.count('"') % 2 or before.count("“") > before.count("”"):
        return None
    told_to_them = "you" in texts
    if told_to_them and (mood.ahead or mood.imagined or verb in WANTING or verb in PLANNING):
        return None  # a guess or a compliment
    confidence = 0.5 if told_to_them or _REPORTED.search(before) else 0.7
    names = tuple(dict.fromkeys(masked.name(sign) for sign in signs))
    is_of_nobody = any(masked.span(sign).type in ("Place", "Event", "Work") for sign in signs)
    is_aside = (match["apposition"] or "").startswith((", who", " who"))
    return Predicate(masked, names, match.start(), end, verb, mood, confidence, is_of_nobody, is_aside)


def _main_verb(match: re.Match[str]) -> tuple[str, Mood, int]:
    """The verb, what is before it, and where it ends; in "has a dog" and "been to Rome" it is the last auxiliary."""
    verb, auxiliaries = match["verb"].lower(), match["aux"]
    last = _LAST_WORD.search(auxiliaries)
    goes_on = verb.endswith("ing") and last is not None and last[0] == "been"
    if (
        last
        and not goes_on
        and last[0] in rows()
        and verb not in rows()
        and verb not in WANTING
        and verb not in PLANNING
    ):
        return last[0], mood_of(auxiliaries[: last.start()]), match.start("aux") + last.end()
    return verb, mood_of(auxiliaries), match.end()


def _also(first: Predicate) -> Iterator[Predicate]:
    """Verbs joined to the first without a subject of their own: "works at Fiat and lives in Turin"."""
    if first.mood.imagined or first.mood.ahead or first.verb in WANTING or first.verb in PLANNING:
        return
    stop = _STOP.search(first.masked.text, first.end)
    end = stop.start() if stop else len(first.masked.text)
    for match in _ALSO.finditer(first.masked.text, first.end, min(end, first.end + 160)):
        verb, mood = match["verb"], mood_of(match["aux"])
        if verb == "like":
            continue
        if re.search(
            rf"[{SOMEBODY}]{_AUXILIARY}{{0,4}} [a-z]+\b[^,]*$", first.masked.text[first.end : match.start()]
        ):
            return  # another subject has come between
        alike = _form(verb) == _form(first.verb)
        but_then = first.mood.over and _form(verb) == "past" and not first.mood.denied
        if mood.words or but_then or (alike and (_form(verb) != "ing" or verb in rows())):
            mood = mood if mood.words or not verb.endswith("ing") else first.mood
            yield replace(
                first, start=match.start("verb"), end=match.end(), verb=verb, mood=mood, confidence=0.6
            )


def _form(verb: str) -> str:
    if verb.endswith("ing"):
        return "ing"
    return "past" if is_past(verb) else "s" if verb.endswith("s") else "base"


def mood_of(auxiliaries: str) -> Mood:
    """How a verb is meant, by the auxiliaries before it."""
    words = re.findall(r"n['’]t|['’]\w+|[a-z]+?(?=n['’]t)|[a-z]+", auxiliaries.lower())
    return Mood(frozenset(w.replace("’", "'") for w in words))
