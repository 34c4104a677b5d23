"""English appointments: "my dentist appointment is on July 9", "they pushed the launch back to next week"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache

from memgraph_core.language.relating.appointed import Appointment, first_day, is_ahead, is_wished
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.word_lists import word_set

_NO_MODIFIER = (
    r"(?:the|an?|my|our|your|his|her|their|this|that|these|those|another|and|or|but|so|if|when|while|after|before|during|until"
    r"|since|because|is|are|was|were|be|been|being|am|have|has|had|do|does|did|will|would|can|could|to|of|in|on|at|for|with"
    r"|from|by|about|into|i|we|you|he|she|it|they|me|us|not|no|never|just|actually|now|then|also|go|going|went|get|got|gets"
    r"|moved|rescheduled|postponed|pushed|shifted|delayed|changed|cancelled|canceled|sorry|update|correction|hey|hi|fyi|btw"
    r"|oh|ok|okay|well|yes|yeah|by|way|put|booked|scheduled|made|said|says|says|think|mentioned|reschedule|postpone|move|push"
    r"|delay|cancel|off|back)"
)
_MOVED = (
    r"(?:(?:moved|pushed|shifted|bumped|put|brought)(?: back| up| forward| out| off)?|rescheduled|postponed|delayed|changed"
    r"|switched)"
)
_MOVING = r"(?:(?:move|push|shift|put|bring)(?: back| up| forward| out| off)?|reschedule|postpone|delay|change|switch)"
_BEEN = (
    r"(?: (?:has|have|had|got|gets|is|was|will)|'s|'ve|'ll)(?: (?:now|just|been|being|be|actually|already|since|again|also|finally"
    r"|gotten|to be|unfortunately))*"
)
_OFF = r"(?:cancell?ed|called off|scrapped|off(?= ?[.,;!]| because| now|$)|not happening)"
_TOLD_OF = (
    r"(?:,? (?:that |which )?(?:i|we)(?:'d| had| have|'ve| just)? (?:mentioned|told you (?:about|of)|talked about"
    r"|spoke (?:of|about)|discussed|was (?:telling|talking)[^,.;]{0,20}?|planned|scheduled|booked|arranged)"
    r"(?: (?:earlier|before|yesterday|last week|the other day))?,?)?"
)
_SET_FOR = r"(?: (?:originally |first )?(?:(?:scheduled|planned|set|booked) )?(?:for|on) [\w ]{3,24}?)?"
_TO = r"(?: from [^,.;]{2,30}?)? (?:to|until|till|til|for) (?P<to>[^;!?]{2,60})"
_IS = (
    r"(?: (?:is|was|will be|is going to be)|'s|'ll be)(?P<mark>(?: (?:now|actually|really|instead|currently|also|still|back"
    r"|scheduled|planned|set|booked|for|on|in|at|going to be))*) |"
    r" (?:takes place|will take place|happens|starts|begins|falls)(?P<mark2> (?:on|in|at|now))? "
)
_WORDS = re.compile(r"[a-z-]+")
_CORRECTS = re.compile(
    r"^\W*(?:actually|sorry|correction|update|no|oh|wait|oops|scratch that)\b", re.IGNORECASE
)
_HEAD = re.compile(r" (?:to|about|of|for|in|at|with the) ")
_NOW = re.compile(r"\b(?:now|instead|actually)\b")
_AFTER = re.compile(r"[^,.;]{0,16}(?: now| instead|,? not | rather than )", re.IGNORECASE)


def appointments_in(text: str, now: datetime) -> Iterator[Appointment]:
    """The events whose day a statement tells; each once, by the first pattern that reads it."""
    plain = text.translate(str.maketrans("’‘", "''"))
    if word_set("appointments_en").isdisjoint(_WORDS.findall(plain.lower())):
        return
    spans: list[TimeSpan] | None = None
    read = set[str]()
    for kind, pattern in _patterns():
        for match in pattern.finditer(plain):
            if match["words"].lower() in read or is_wished(plain[: match.start()]):
                continue
            if kind in ("told", "new") and spans is None:
                spans = times_in(text, now, "en")
            if found := _read(kind, match, plain, spans or [], now):
                read.add(match["words"].lower())
                yield found


def _read(
    kind: str, match: re.Match[str], text: str, spans: list[TimeSpan], now: datetime
) -> Appointment | None:
    whose = _whose(match, text)
    if whose is None:
        return None
    owner, words = whose
    event = Appointment(
        words=words,
        head=_HEAD.split(words)[0].split()[-1].lower(),
        partner=re.sub(r"^ with (?:the |my |our )?", "", match["partner"] or "", flags=re.IGNORECASE),
        owner=owner if owner != "I" else None,
        start=match.start("words"),
    )
    return _on_a_day(event, kind, match, text, spans, now)


def _on_a_day(
    event: Appointment, kind: str, match: re.Match[str], text: str, spans: list[TimeSpan], now: datetime
) -> Appointment | None:
    if kind == "cancelled":
        return replace(event, sort="cancelled")
    if kind == "moved":
        leads = ("It will be on ", "It will be in ")
        days = (first_day(times_in(lead + match["to"], now, "en"), len(lead)) for lead in leads)
        when = next((day for day in days if day), None)
        return replace(event, sort="moved", when=when) if when else None
    when = first_day(spans, match.end())
    if when is None:
        return None
    if kind == "new":
        is_new = (match["det"] or "a ").lower() in ("a ", "an ", "another ")
        return replace(event, when=when, is_new=is_new) if is_ahead(when, now) else None
    rest = text[when.at + len(when.text) :]
    moved = _NOW.search(match["mark"] or match["mark2"] or "") or _AFTER.match(rest) or _CORRECTS.match(text)
    return replace(event, when=when, sort="moved" if moved else "told")


def _whose(match: re.Match[str], text: str) -> tuple[str, str] | None:
    """Who has the event ("I" the speaker, "" nobody), and what it is called; None if that is not told."""
    determiner, words = (match["det"] or "").strip(), match["words"]
    if determiner.lower() in ("his", "her", "their", "your"):
        return None
    if determiner.endswith("'s"):
        return determiner.removesuffix("'s"), words
    first, *rest = words.split()
    opens = not determiner and not text[: match.start("words")].strip(" .,;:!?-")
    if opens and (first.lower() in word_set("ordinary_en") or first.lower() in word_set("appointments_en")):
        words = " ".join([first.lower(), *rest])
    is_named = any(word[:1].isupper() for word in words.split())
    return ("" if is_named and determiner.lower() not in ("my", "our") else "I"), words


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    heads = "|".join(sorted(word_set("appointments_en"), key=len, reverse=True))
    event = (
        r"(?<![\w'])(?P<det>(?:the|my|our|his|her|their|your|this|that|an?|another|(?-i:[A-Z])[\w-]+'s) )?"
        rf"(?P<words>(?:(?!{_NO_MODIFIER}\b)[\w&-]+ ){{0,3}}?(?:{heads})"
        r"(?: (?:to|about|of|for|in|at|with the) (?-i:[A-Z])[\w-]+)?)\b"
        r"(?P<partner> with (?:the |my |our )?[\w-]+(?: (?-i:[A-Z])[\w-]+)?)?"
    )
    had_to = r"(?:(?:had|have|has|needed|decided|going) to|will|'ll|gonna)"
    have = (
        r"\b(?:i|we)(?:(?:'ve| have| had|'m|'re| are| am)?(?: just| also| already)?"
        r"(?: got| booked| scheduled| made| arranged| planned| set up| having)|'ve| have| got| just have| also have)"
    )
    rows = (
        ("moved", rf"{event}{_TOLD_OF}{_SET_FOR}(?:{_BEEN})? {_MOVED}{_TO}"),
        ("moved", rf"\b{_MOVED} {event}{_TOLD_OF}(?: back| up| forward| out)?{_TO}"),
        ("moved", rf"\b{had_to} {_MOVING} {event}{_TOLD_OF}(?: back| up| forward)?{_TO}"),
        ("cancelled", rf"{event}{_TOLD_OF}{_SET_FOR}{_BEEN} {_OFF}\b"),
        ("cancelled", rf"\b(?:cancell?ed|called off|had to cancel|have to cancel) {event}"),
        ("told", rf"{event}{_TOLD_OF}(?:{_IS})"),
        ("new", rf"{have} {event}(?: (?:scheduled|planned|booked|set|coming up))?(?: (?:on|for|at|in))? "),
    )
    return tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in rows)
