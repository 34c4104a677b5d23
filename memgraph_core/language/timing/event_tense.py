"""Whether a sentence tells what happened or goes on now, so that the day it was said is a guess at its time."""

import re

from memgraph_core.language.timing.tenses import tenses_of

# Long ago, of no one day, or not at all.
_UNTOLD_EN = re.compile(
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
# What is shown was taken, made or got of late.
_SHOWN_EN = re.compile(
    r"\b(?:here's|here is|here are|this is (?:a|an|the|my|our)|these are|check (?:this|these|out|it out)|look at|take a look)\b"
)
_PLAN_EN = re.compile(
    r"\b(?:will|won't|going to|gonna|plan(?:s|ning)? (?:to|on)|hop(?:e|ing) to|want to|would|could|should|might|may|if"
    r"|unless|let's"
    r"|looking forward|can't wait|always|usually|often|never|sometimes|normally|generally|tend to|thinking (?:of|about)|need to"
    r"|have to)\b|'ll\b|'d\b"
)
_UNTOLD_ZH = re.compile(
    r"会(?!议|员|场)|打算|准备|计划|将|想要?|(?<![重主需])要|如果|希望|应该|可能|以前|曾经|小时候|从小|总是|经常|常常|通常|一般|平时|从来"
    r"|出生|长大|[?？吗]"
)
_NOW_ZH = re.compile(r"正在|刚刚?|终于|(?<!不)在[^，。]{1,6}[着呢]")
_GOES_ON_EN = re.compile(
    r"\W*(?:(?:yeah|yes|yep|oh|well|thanks|thank you|absolutely|definitely|totally|for sure|wow)\b[^.!?]{0,20}[,.!]\s*)*"
    r"(?:it was|that was|they were|we|there (?:was|were)|it (?!is\b|has\b)\w+)\b",
    re.IGNORECASE,
)
_GOES_ON_ZH = re.compile(
    r"\W*(?:(?:嗯|是的?|对|哈哈|谢谢|当然)[，,。！!\s]*)*(?:那天|那次|那时|当时|后来|然后|我们|大家|他们|她们)"
)
_APOSTROPHES = str.maketrans("’‘", "''")


def happens(text: str, language: str) -> bool:
    """Whether a sentence is past or present, and no plan, wish, habit, condition or general statement."""
    if language == "zh":
        return not _UNTOLD_ZH.search(text) and bool(_NOW_ZH.search(text) or "past" in tenses_of(text, "zh"))
    plain = text.translate(_APOSTROPHES).lower()
    if _UNTOLD_EN.search(plain):
        return False
    return "past" in tenses_of(plain, "en") or _is_present(plain)


def happened(text: str, language: str) -> bool:
    """Whether a sentence that `happens` is in the past."""
    plain = text if language == "zh" else text.translate(_APOSTROPHES).lower()
    return "past" in tenses_of(plain, language)


def goes_on(text: str, language: str) -> bool:
    """Whether what opens an answer goes on telling what its speaker told before: "It was great", 那天我们吃了烤鸭."""
    return (_GOES_ON_ZH if language == "zh" else _GOES_ON_EN).match(text) is not None


def _is_present(plain: str) -> bool:
    return bool(_NOW_EN.search(plain) or _SHOWN_EN.search(plain)) and not _PLAN_EN.search(plain)
