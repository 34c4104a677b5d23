"""Signs of tense in English sentences."""

import re

from memgraph_core.language.timing.tenses import TenseRules, tenses_of

_SIGNS_EN = re.compile(
    # Every sign begins a word or is an apostrophe. Checked first, this saves the attempts within words.
    r"(?:\b(?=[a-z])|(?='))(?:"
    # What somebody was asked to do, or promised to do, happens later.
    r"(?P<future>\b(?:asked|told|reminded|invited|instructed|ordered|agreed|promised|decided|offered|expected|committed"
    r"|arranged)"
    r"(?: [\w']+){0,4}? to (?!(?:the|an?|my|our|his|her|their|me|him|us|them|you|it|that|this)\b)[a-z]{2,14}"
    # Tickets are bought before the concert, and a date is agreed before it.
    r"|\b(?:bought|got|booked|reserved|ordered|purchased|received|grabbed|have)\b(?: [\w']+){0,4}? (?:tickets?|seats?|flights?"
    r"|passes|reservations?|appointments?|a (?:table|room|slot|date))\b(?: [\w']+){0,6}? (?:for|to)\b"
    r"|\b(?:plan|planned|arranged?|scheduled?) (?:an?|the|our|my|another|some)\b"
    r"|\babout (?:the|our|my|an?|his|her|their|your)(?: \w+){1,3} (?:in|on|for|at) ?$|'d (?!been\b|had\b|better\b|\w+ed\b)[a-z]+\b"
    r"|\b(?:agreed|settled|decided|fixed|set|chosen|confirmed|scheduled)\b[^.;!?\n]{0,60}: ?$"
    r"|(?<!did )(?<!didn't )\b(?:arrives?|lands|departs?|opens|closes|launches|ships|expires?|ends|resumes|goes out|comes out"
    r"|kicks off|takes place|falls on)\b"
    r"|\b(?:i|we|they) (?:fly|meet|start|move in|go back|return|leave)\b(?! to\b)"
    r"|\b(?:will|'ll|won't|shall|gonna|wanna"
    r"|going to(?! (?:the|an?|my|our|his|her|their)\b)|plan(?:s|ning)?(?: to| on| for)|upcoming"
    r"|scheduled (?:for|to)|let's|see you"
    r"|can't wait|looking forward|hop(?:e|ing) to|about to|wants? to|needs? to|ha(?:ve|s) to|'ve got to|gotta|must"
    r"|should(?!(?:'ve| have) been\b)|due|starts"
    r"|begins|would|could|might|tomorrow|thinking (?:of|about)|aim(?:ing)? to|deadline"
    r"|sign(?:ed|ing) up for|booked|registered for"
    r"|(?:i|we|they|he|she|it) (?:leaves?|departs?|arrives?|flies|fly|returns?)(?= (?:on|in|for|at|from|back)\b))\b|'ll\b"
    # What was agreed begins later: "I accepted a job starting 1 June".
    r"|\b(?:accepted|enroll?ed|signed|registered|agreed|landed|offered|hired|approved)\b[^.;!?\n]{0,80}"
    r" (?:starting|beginning)(?: on| from| in)? ?$"
    # What is arranged: "she's moving to Leeds in November". Thoughts, and what still goes on, are about any time.
    r"|(?:\b(?:am|is|are)|(?<=[a-z])'(?:m|re|s))(?: (?:not|also|now|both|all|just))? (?!going to\b|being\b|during\b"
    r"|(?:thinking|talking|reading|writing|hearing|feeling|looking|dealing|recovering|suffering|struggling|missing|enjoying"
    r"|waiting|paying|wondering|trying|using|living|working|dating|seeing|having (?:trouble|problems|doubts|issues)"
    r"|something|nothing|anything|everything)\b)[a-z]{2,14}ing(?: [a-z]{2,14}ed)?\b"
    r"|\b(?:clashes|overlaps|coincides) with\b"
    # "Suppose I started in September"
    r"|\b(?:suppose|supposing|imagine|what if) (?:i|we|he|she|they|you|it) [a-z']+\b"
    # "They moved the meeting to Friday": the change is in the past, the meeting is not.
    r"|\b(?:moved?|rescheduled?|postponed?|shift(?:ed)?|changed?|push(?:ed)?|switch(?:ed)?|delay(?:ed)?|brought|bring|put)"
    r"(?: [\w']+){0,6}"
    r" (?:to|until|till|for) ?$)"
    # A participle before a name does not state a past event: "a charity called Lantern House".
    r"|(?P<none>\b(?:should|was supposed|were supposed)(?:'ve| to have| have) been\b"
    r"|(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )(?<!\byou )\b(?:called|named|titled|entitled)\b)"
    r"|(?P<habit>\b(?:usually|always|often|normally|typically|generally|sometimes|tends? to|traditionally)\b)"
    # An adjective that looks like a past verb: "we're so excited for Friday"
    r"|(?P<present>(?:\b(?:am|is|are|be|being|feel|get|getting|stay|keep|seems?|looks?|sounds?|so|very|really)|'m|'re|\bit's)"
    r"(?: (?:not|so|very|really|super|all|just|pretty|quite|more|too|both|totally|well)){0,2} \w{2,14}ed\b"
    r"|\b(?:get|gets|getting|is|are|am|be) (?:paid|sent|done|held)\b"
    r"|\b(?:am|is|are|isn't|aren't)\b|'m\b|'re\b|\b(?:it|that|there|here|what)'s\b|\b(?:do|does|don't|doesn't)\b)"
    r"|(?P<past>\b(?:let [a-z]+ go|was|were|wasn't|weren't|had|hadn't|did|didn't|went"
    r"|(?<!'ve )(?<!have )(?<!has )got|made|took|came|saw|met|ran|gave|found|left"
    r"|began|bought"
    r"|told|said|felt|been|won|lost|wrote|spent|taught|thought|held|kept|became|drove|flew|ate|drank|fell|broke|built"
    r"|brought|caught|chose|heard|led|paid|sent|sold|slept|spoke|stood|swam|threw|woke|wore|grew|knew|hit|quit|sang|shot"
    r"|rode|understood|stole|forgot|dug|hung|lent|hid|hurt|fought|sought|bit|blew|drew|froze|slid|clung|swung|shrank"
    r"|beat|dove|snuck|strove|wept|crept|dealt|leapt|dreamt|lit|fed|bred|laid|rang|rose|shook|sank|stuck|swore|tore"
    r"|(?:just|finally|already|i've|we've) (?:put|cut|let|read|set|run|come|become|done|gone|seen|hit|shut)"
    r"|(?!need|feed|speed|seed|weed|bleed|breed|indeed|hundred|sacred|wicked|naked|exceed|proceed|succeed)[a-z]{2,14}ed)\b))",
    re.ASCII,
)

_BREAK_EN = re.compile(r"[.!?;\n]+(?!\w)| - | but | however ", re.ASCII)


# Events of long ago, events without a certain day, and events that did not happen.
_UNDATED_EN = re.compile(
    r"\b(?:used to|when i was|as a (?:kid|child|teen\w*)|grew up|(?:was|were) born|childhood|(?:months|years|ages) ago"
    r"|a while (?:ago|back)"
    r"|back (?:then|when)|in (?:high school|college)|wish|if i|if only|would have|had to be|supposed to|hoped to|wanted to"
    r"|once upon|ever since|my whole life)\b|^\W*if\b|\?"
)

_NOW_EN = re.compile(
    r"\b(?:have|has|haven't|hasn't|i've|we've|you've|they've|he's|she's|it's)(?: \w+)? (?:been|\w{2,14}(?:ed|en|ne|ught"
    r"|wn|ung|old|ade))\b"
    r"|\b(?:am|i'm|we're|are|is|he's|she's|they're)(?: \w+)? (?!going to|planning|thinking|hoping|looking|gonna)\w{2,14}ing\b"
    r"|(?:\b(?:am|is|are|get|gets)|'m|'re|\bit's)(?: \w+){0,2} (?:\w{2,14}ed|done|over|gone|broken|sold)\b(?! (?:to|for|about)\b)"
    r"|(?:\bi am|\bi'm|\bwe are|\bwe're)(?: \w+)? (?:in|at|on|here|back|off)\b|\b(?:right now|at the moment|currently)\b"
    r"|^\W*(?:having|enjoying|celebrating|watching|attending|heading|sitting|waiting|packing|driving)\b"
    r"|\b(?:finally|just) (?!love|like|want|in case)\w"
)

# A thing or a picture that somebody shows is recent.
_SHOWN_EN = re.compile(
    r"\b(?:here's|here is|here are|this is (?:a|an|the|my|our)|these are|check (?:this|these|out|it out)|look at|take a look)\b"
)

_PLAN_EN = re.compile(
    r"\b(?:will|won't|going to|gonna|plan(?:s|ning)? (?:to|on)|hop(?:e|ing) to|want to|would|could|should|might|may|if"
    r"|unless|let's"
    r"|looking forward|can't wait|always|usually|often|never|sometimes|normally|generally|tend to|thinking (?:of|about)|need to"
    r"|have to)\b|'ll\b|'d\b"
)

_AS_BEFORE_EN = re.compile(r"\bas (?:always|usual|ever|often)\b")

_GOES_ON_EN = re.compile(
    r"\W*(?:(?:yeah|yes|yep|oh|well|thanks|thank you|absolutely|definitely|totally|for sure|wow)\b[^.!?]{0,20}[,.!]\s*)*"
    r"(?:it was|that was|they were|we|there (?:was|were)|it (?!is\b|has\b)\w+)\b",
    re.IGNORECASE,
)

_APOSTROPHES = str.maketrans("’‘", "''")


def _is_present(plain: str) -> bool:
    return bool(_NOW_EN.search(plain) or _SHOWN_EN.search(plain)) and not _PLAN_EN.search(plain)


_NEXT_CLAUSE = re.compile(r",(?: (?:and|so|as|because|since))? (?=[a-z']+ [a-z])")


# "He's been unwell for weeks, he has a scan on": the verb of the last clause decides.
_HAS = re.compile(
    r",(?: (?:and|so|but|now))? (?:i|we|he|she|they|it)(?: has| have|'ve got|'s got)(?: got)? (?!been\b|had\b|\w+ed\b)[^,]*$"
)


def _own_clause(before: str, after: str) -> tuple[str, str]:
    """The clause of a time: if it has its verb before the time, it ends at the next comma."""
    if has := _HAS.search(before):
        before = before[has.start() + 1 :]
    border = _NEXT_CLAUSE.search(after)
    if border is None or all(cue.lastgroup == "none" for cue in _SIGNS_EN.finditer(before)):
        return before, after
    return before, after[: border.start()]


TENSES = TenseRules(_SIGNS_EN, _BREAK_EN, _own_clause)


def happens(text: str) -> bool:
    """Whether a sentence states a past or present event, not a plan, wish, habit, condition or general statement."""
    plain = text.translate(_APOSTROPHES).lower()
    if _UNDATED_EN.search(plain):
        return False
    return "past" in tenses_of(plain, TENSES) or _is_present(plain)


def happened(text: str) -> bool:
    """Whether the event of a sentence is in the past. The sentence must be one for which `happens` is true."""
    return "past" in tenses_of(text.translate(_APOSTROPHES).lower(), TENSES)


def may_be_over(text: str) -> bool:
    """Whether a sentence shows no sign that it is about the future, a habit or a condition."""
    plain = _AS_BEFORE_EN.sub("", text.translate(_APOSTROPHES).lower())
    return not _PLAN_EN.search(plain)


def continues(text: str) -> bool:
    """Whether the beginning of an answer continues the speaker's turn before it: "It was great"."""
    return _GOES_ON_EN.match(text) is not None
