"""Fragments of chats, completed for the parser: "reading Emma", "diagnosed with asthma in May".

Speakers leave out what is clear: themselves as the subject. Only words that every reader
would add are inserted. Fragments of other kinds are not changed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.spans import Span

About = Literal["speaker", "hearer", "other"]
_SUBJECTS: Mapping[About, Mapping[str, str]] = {
    "speaker": {},
    "hearer": {"I am ": "You are "},
    "other": {
        "I am ": "They are ",
        "I was ": "They were ",
        "I have ": "They have ",
        "I ": "They ",
        "My ": "Their ",
    },
}
Insertion = tuple[int, int, str]  # a range of the text, and the words that replace it

# Words before what a short message states.
OPENING_WORDS = (
    r"honestly|ngl|tbh|btw|fyi|lol|ugh|ok|okay|right|well|anyway|oh|yeah|yes|no(?=[,.!])|hey|hi|actually|so|and|but"
    r"|update|quick update|good news|big news|finally|also"
)
_OPENERS = (
    r"(?:[A-Z][a-z]+ here[,.:;!]\s+)?"
    rf"(?i:\W*(?:(?:{OPENING_WORDS}|yep|nope|plus|thanks|haha)\b[\s,:!.]+)*)"
)
_STATE = re.compile(
    _OPENERS
    + r"(?P<at>)(?i:(?:just|still|now|currently|already|recently|officially|happily|both|newly|no longer|not"
    r"|never|mildly|severely|slightly|very|super|totally|completely|half|freshly|also) )*"
    r"(?:(?i:allergic|intolerant|vegan|vegetarian|pescatarian|single|married|divorced|widowed|engaged|unemployed|retired"
    r"|pregnant|diabetic|coeliac|celiac|asthmatic|based|fluent|obsessed|addicted|terrified|scared|afraid"
    r"|responsible|partial|originally from|down with|off sick"
    r"|down to (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten))|from [A-Z]\w+"
    r"|on the \w+(?: team| project)?$|in my (?:first|second|third"
    r"|fourth|final|last) \w+|(?i:first|second|third|fourth|final) year (?:of|at|in)"
    r"|\d\d(?= today\b| now\b| (?:this|next|last) | and )"
    r"|(?i:(?:a )?(?:huge|big|massive|lifelong) (?:fan|lover)|a fan"
    r"|(?:a )?(?:huge|big|massive|lifelong) (?-i:[A-Z]\w+ ){1,2}(?:fan|supporter)"
    r"|(?:proud )?(?:owner|mum|mom|dad|father|mother|parent) of))\b"
)
_GOING_ON = re.compile(
    _OPENERS
    + r"(?P<at>)(?:(?:just|still|now|currently|also|not|finally|slowly|really) )*(?P<verb>[A-Za-z]{2,}ing)\b"
    r"(?!\s(?:is|was|are|were|has|will|can|may|from|to me)\b)"
)
_NO_ACTION = frozenset(
    [
        "nothing", "something", "anything", "everything", "morning", "evening", "during", "wedding", "thing", "bring",
        "spring", "string", "king", "ring", "sing", "ceiling", "building", "being", "according", "regarding",
        "considering", "including", "following", "assuming", "depending", "speaking", "judging", "interesting",
        "amazing", "boring", "missing", "staging", "meeting", "pricing", "billing", "clothing", "parking", "housing",
        "having", "going", "seeing", "saying", "talking", "turning", "looking", "rolling", "getting", "exciting",
        "heading", "embarrassing", "annoying", "surprising", "booking", "outstanding", "existing", "upcoming", "remaining",
    ]
)  # fmt: skip
_FINITE = re.compile(
    r"\s(?:is|was|are|were|has|had|makes?|made|helps?|helped|feels?|felt|takes?|took|sounds?|seems?|gets?|costs?|fixed"
    r"|solved|worked|broke|did|does|can|will|would|must|may|might|could|should)\b"
)
_DID = re.compile(
    _OPENERS
    + r"(?P<at>)(?:(?:just|finally|recently|also|even|only|already|never|then|once|now|so|still|still haven['’]?t) )*"
    r"(?:got|went|bought|sold|met|quit|grew up|took|left|came back|wrote|gave up|became|flew|drove|built|chose|lost|broke"
    r"|put|had|made|ran|saw|paid|spent|found|caught|fell|drank|ate|swam|sent|kept|held|won|beat|taught|drew|rode|read|split"
    r"|set up|can['’]?t eat|can['’]?t stand|cannot eat|haven['’]?t|love|hate|prefer|work as|work at|work in|work for|live in"
    r"|live with|play|study at|speak|hope to|want to|use) (?=\w)",
    re.IGNORECASE,
)
# An instruction: "never use emojis". The same words would also state a habit of the speaker, which is rare in this form.
_ORDER = re.compile(_OPENERS + r"(?i:never|always) (?:use|put|send|keep|write|set up)\b(?!.*\bany ?more\b)")
_DID_ED = re.compile(
    _OPENERS
    + r"(?P<at>)(?:(?:just|finally|recently|also|even|only|already|never|then|now) )*(?P<verb>[a-z]{2,12}ed)"
    r"(?P<up> (?:up|off|out|in|down|on|away|back|over))?(?=$|[!.]|,| (?:my|the|an?|our|his|her|all|to|from|in|on|at|for|with|into"
    r"|again|last|yesterday|this|two|three|four|some|another|new|against|as|\d|[A-Z\w]))",
    re.IGNORECASE,
)
_NOT_DONE = frozenset(
    [
        "based", "called", "used", "supposed", "located", "tired", "excited", "interested", "scared", "needed", "required",
        "related", "bored", "married", "allowed", "obsessed", "engaged", "divorced", "fixed", "owned", "written", "stuck",
        "exhausted", "worried", "confused", "surprised", "relieved", "annoyed", "amazed", "disappointed", "agreed", "indeed",
        "need", "red", "bed", "speed", "seed", "feed", "wicked", "blessed", "fed", "hundred", "sacred", "shared", "attached",
        "asked", "said", "updated", "increased", "limited", "mixed", "fried", "baked", "smoked", "grilled", "loved", "hated",
        "recommended", "expected", "closed", "powered", "wired", "thrilled", "pleased", "delighted", "devastated", "gutted",
        "shocked", "terrified", "addicted", "retired", "unemployed", "widowed", "separated", "remarried", "remained",
        "designed", "inspired", "packed", "crowded", "signed", "played", "loved", "gifted", "naked", "ted", "ned", "jared",
        "fred", "ahmed", "mohammed", "reed", "alfred", "wilfred", "sheed", "embed", "exceed", "proceed", "succeed",
        "diagnosed", "prescribed", "promoted", "sacked", "charged", "billed", "overcharged", "scammed", "robbed", "mugged",
        "burgled", "admitted", "hired", "hospitalised", "hospitalized", "discharged", "evicted", "stored", "priced",
        "rated", "sized", "aged", "dated", "estimated", "approved", "rejected", "accepted", "delayed", "sponsored",
    ]
)  # fmt: skip
_WAS = re.compile(
    _OPENERS
    + r"(?P<at>)(?:(?:just|finally|recently|already|also) )*(?:diagnosed with|prescribed|promoted to|sacked|laid off"
    r"|made redundant|charged (?:twice|double)|billed twice|overcharged|scammed|robbed|mugged|burgled|admitted to"
    r"|hired (?:as|by|at)|hospitali[sz]ed|discharged|evicted|accepted (?:at|into|by)|stuck (?:in|at|on)|born|raised|brought up"
    r"(?= (?:and|in|on|near|by) ))\b",
    re.IGNORECASE,
)
# The first or last time in a job: "First day at Fiat!", "Tom's last week at Fiat is over", "my new job at Fiat starts on Monday".
# Not in a story: "on my first day".
_JOB_TIME = (
    r"(?:(?:very |official |actual )?(?P<which>first|last|final) (?:official |full |proper |real |working )?"
    r"(?:day|shift|week|month|morning|weekend)(?: of work| working| on the job| as an? \w+)?"
    r"|(?P<new>new )(?:part-time |full-time |temp )?(?:job|post|role|position|gig)(?= .* (?:starts?|started|begins?|began)\b))"
)
_WORKPLACE = "|".join(
    word.replace("_", " ") for word in sorted(noun_classes()["workplace"] | noun_classes()["business"])
)
_JOB_DAY = re.compile(
    _OPENERS + r"(?:(?:(?:(?i:today|yesterday|tomorrow|it|this|that)|On [A-Z]\w+day|[A-Z]\w+day) ?"
    r"(?P<before>(?i:was|is|will be|['’]s|marks|marked))"
    r"|(?P<had>I had)) )?(?P<who>(?i:my|our|his|her|their) |(?P<name>(?:(?i:my|our) )?[A-Za-z][\w-]+(?: [A-Z][\w-]+)?)['’]s )?"
    rf"(?i:{_JOB_TIME}) (?P<at>at|with|for) (?P<place>(?=(?:the )?[A-Z])[^.,;!?]{{0,60}}?"
    rf"|(?:the|an?) (?:[\w'’-]+ ){{0,2}}(?:{_WORKPLACE})(?: in [A-Z]\w+)?)"
    r"(?P<be> (?:was|is|will be|done|over|finished|in the books|down|starts?|started|begins?|began"
    r"|(?:is|was|has been) (?:done|over|finished|in the books))\b)?"
    r"(?P<rest>(?: (?:on |in |this |next |last )?(?:the )?(?:today|tomorrow|yesterday|[A-Z]\w+day|week|month"
    r"|[A-Z][a-z]+ \d\S*|\d\S* (?:of )?[A-Z][a-z]+|\d{1,2}(?:st|nd|rd|th)))?"
    r"|(?P<description> (?:was|went|has been|is|flew|felt)\b(?! (?:not|in|on|at)\b)[^.;!?]{2,60}))(?=\s*(?:$|[.,;!?)]))"
)
_BARE_DAY = re.compile(r" (?:the )?(?:[A-Z][a-z]+ \d|\d)")  # "my last day is April 30"
_TO_COME = re.compile(r"\b(?:is|will be|tomorrow|next|starts?|begins?)\b", re.IGNORECASE)
_REACTION = re.compile(
    _OPENERS + r"(?i:lov(?:e|ed|ing)|hat(?:e|ed|ing)) (?i:the|this|that|these|those|your|how|it)\b"
)
_NOT_ALONE = re.compile(r"\s(?:by|me|us|it|that|this|him|them|you|your)\b")
_OWNS = re.compile(
    _OPENERS
    + r"(?P<at>)(?:an?|one|two|three|four|five|[2-9]) (?:\w+ ){0,2}?(?:kids?|children|sons?|daughters?|dogs?|cats?"
    r"|puppy|puppies|kittens?|rabbits?|brothers?|sisters?|siblings)\b(?=\W*$|,| and | called| named|:)",
    re.IGNORECASE,
)
# A thing of the speaker, without "my", as the subject of a sentence: "Flat's in Leith".
_OWN_THING = re.compile(
    _OPENERS
    + r"(?P<at>)(?:(?:new|old) )?(?:flat|house|apartment|condo|cottage|office|commute|job|salary|birthday|car|bike|laptop|phone)"
    r"(?=['’]s (?!\w+ (?:is|was)\b)| (?:is|was) )",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:and|but|or)(?P<aside>,\s(?:[a-z]+ly|of course|for a laugh|for some reason|funnily enough|oddly enough|i think"
    r"|believe it or not|in fact|at last|at times|as of now),)(?=\s)"
)
_EQUALS = re.compile(r"(?<=\w)\s=\s(?=\w)")


def completions(part: str, spans: Sequence[Span], about: About = "speaker") -> Iterator[Insertion]:
    """The insertions and replacements in a part of a sentence. `about` is whom a part without a subject is about: not the speaker
    in "Cooking, reading with your kids: what a day" and "Can't eat nuts, that one".
    """
    if (match := _JOB_DAY.match(part)) is not None:
        yield from _job_day(match)
        return
    for match in _EQUALS.finditer(part):
        yield match.start(), match.end(), " is "
    for match in _ASIDE.finditer(part):
        yield match.start("aside"), match.end("aside"), ""
    opening = _opening(part)
    if opening is not None:
        opening = (*opening[:2], _SUBJECTS[about].get(opening[2], opening[2]))
    if opening is not None and not any(span.start <= opening[0] < span.end for span in spans):
        yield opening


def _job_day(match: re.Match[str]) -> Iterator[Insertion]:
    """The first or last time in a job as a verb: "my first day at Fiat was on Monday" is "I started at Fiat on Monday"."""
    is_first = bool(match["new"]) or match["which"].lower() == "first"
    verb = _JOB_VERBS[is_first, _is_to_come(match), bool(match["description"])]
    time = "new" if match["new"] else "which"
    if match["name"]:
        yield match.end("name"), match.start("at"), f" {verb} "
    else:
        pronoun = (match["who"] or "my").strip().lower()
        opening = next(start for start in map(match.start, ("who", time)) if start >= 0)
        opening = min((match.start(name) for name in ("before", "had") if match[name]), default=opening)
        yield opening, match.start("at"), f"{' ' * (opening > 0)}{_OWNERS[pronoun]} {verb} "
    for name in ("be", "description"):
        if match[name]:
            is_bare = name == "be" and _BARE_DAY.match(match["rest"] or "") is not None
            yield match.start(name), match.end(name), " on" if is_bare else ""


# By whether it is the first time, whether it is still to come, and whether the text only describes it. A last day ends the job
# on its day, also one that is to come; one that is only described may also be that of a visit, and ends a known job.
_JOB_VERBS = {
    (True, False, False): "started", (True, True, False): "will start", (True, False, True): "started",
    (True, True, True): "started", (False, False, False): "stopped working", (False, True, False): "stopped working",
    (False, False, True): "finished", (False, True, True): "finished",
}  # fmt: skip
_OWNERS = {"my": "I", "our": "we", "his": "he", "her": "she", "their": "they"}


def _is_to_come(match: re.Match[str]) -> bool:
    """Whether the day is still to come: it is of a later day, and not "today is my first day"."""
    words = f"{match['be'] or ''}{match['rest']}"
    is_today = re.search(r"\btoday\b", match[0], re.IGNORECASE) is not None
    opening = match[0][: match.start("at") - match.start()]
    is_over = re.search(r"\b(?:done|over|finished|books|down)\b", words) is not None
    return (
        not (is_today or is_over)
        and _TO_COME.search(f"{words} {opening if 'omorrow' in opening else ''}") is not None
    )


def _opening(part: str) -> Insertion | None:
    """The subject that a part leaves out at its beginning."""
    if _ORDER.match(part):
        return None
    for pattern, words in ((_STATE, "I am "), (_WAS, "I was "), (_OWNS, "I have "), (_OWN_THING, "My ")):
        if match := pattern.match(part):
            return match.start("at"), match.start("at"), words
    if _REACTION.match(part):
        return None
    if match := _GOING_ON.match(part):
        is_action = match["verb"].lower() not in _NO_ACTION and not _FINITE.search(part, match.end())
        is_action = is_action and not _NOT_ALONE.match(part, match.end())
        return (match.start("at"), match.start("at"), "I am ") if is_action else None
    match = _DID.match(part) or _done(part)
    if match is not None and not _NOT_ALONE.match(
        part, match.end() - (part[match.end() - 1 : match.end()] == " ")
    ):
        return match.start("at"), match.start("at"), "I "
    return None


def _done(part: str) -> re.Match[str] | None:
    """A past verb that opens a part: "rebooted the router"."""
    match = _DID_ED.match(part)
    return match if match is not None and match["verb"].lower() not in _NOT_DONE else None


def opens_with_verb(part: str) -> bool:
    """Whether a part begins with a verb whose subject, the speaker, is left out."""
    return _opening(part) is not None
