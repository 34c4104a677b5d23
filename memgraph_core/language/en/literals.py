"""Values that English states about somebody or something: e-mail addresses, telephone numbers, web and street addresses."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.en.preparing import Prepared
from memgraph_core.language.vocabulary import Phrase

_EMAIL = re.compile(r"[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{2,20}){1,3}")
_PHONE = re.compile(
    r"(?<![\w.@/#-])(?:\+\d{1,3}[\s-]?|\(0\d{1,4}\)\s?|0)\d[\d\s/()-]{5,16}\d(?![\w@-])"
    r"|(?<![\w-])\d{3}[\s.-]\d{3}[\s.-]\d{4}(?![\w-])"
    r"|(?<=number is )\d{3}-\d{4}(?![\w-])|(?<=number: )\d{3}-\d{4}(?![\w-])"
)
_URL = re.compile(r"https?://[^\s,;<>\"']{3,200}(?<![.!?)])")
_STREET = re.compile(
    r"(?<!\w)\d{1,4}[a-zA-Z]? (?:[A-Z][\w'’-]* ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court"
    r"|Close|Way|Square|Place|Terrace|Boulevard|Blvd|Parade|Crescent|Gardens|Grove|Mews|Row|Walk|Quay)\b\.?"
    r"(?:,? (?P<town>[A-Z][\w-]+(?: [A-Z][a-z]+)?))?"
)
# Who lives at the address that follows: "I've been living at", "Still at", "Tom has moved to", "we're now at".
_LIVING = re.compile(
    r"(?:\b(?P<who>(?!(?:been|just|now|still|only|finally|also)\b)[A-Za-z][\w-]*)"
    r"(?:['’](?:ve|re|m|s)| have| has| am| are| is| was| were)?(?: (?:just|now|still|only|finally"
    r"|already|both|all|also|officially|currently|recently)){0,2}"
    r"(?: (?:been|got))? )?(?:\b(?:live|lives|lived|living|moved|settled|residing|reside|renting|rent|been living|staying)"
    r"(?: (?:in|into|together|alone|here|back|over))*(?: at| to)?"
    r"|(?<=['’]re )at|(?<=['’]m )at|(?<=['’]s )at|(?<= am )at|(?<= are )at|(?<= is )at|(?<=now )at|(?<=still )at)(?: the)? $",
    re.IGNORECASE,
)
_STOP = re.compile(r"(?<=[a-z]{3})\.$")  # the end of the sentence, not of "Rd."
_FLAT = re.compile(r"\b(?:Flat|Apartment|Apt|Unit|Suite) \w{1,3},? $")
# A label of the speaker's home: "New place: 22 Argyll Street".
_NEW_HOME = re.compile(
    r"(?:^|[.!?] )\W*(?:(?:my|our) )?new (?:place|home|house|flat|digs|apartment)(?: is|:| -)? (?:at )?$",
    re.IGNORECASE,
)
_MOVING = re.compile(
    r"\b(?:moving|going to move|will move|move|relocat\w+|to live)(?: in| back| over)? (?:to|into|at) $",
    re.IGNORECASE,
)
# Words of a subject that is none: "the damp and the dodgy boiler", "I had a viewing".
_NO_OWNER = re.compile(
    r"['’](?:ve|re|m|ll|d)\b|\b(?:i|we|you|he|she|they|it|and|had|has|have|been|am|are|was)\b|ing$",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\b(?:my (?:new |work |private |personal |home |account |login |contact |backup )?"
    r"(?:e-?mail(?: address)?|address|(?:phone |mobile |cell "
    r"|telephone )?number|phone|mobile|cell|site|website)"
    r"|(?:our|the) (?:new )?(?:e-?mail(?: address)?|address|(?:phone |mobile )?number) (?:is|will be)"
    r"|(?:^|[.,;:!?] ?|\b(?:and|but|so|i|we|have|i['’]ve|we['’]ve) (?:just )?(?:have |got |changed to )?(?:an? |the )?)"
    r"new (?:phone |mobile |cell |e-?mail |home )?(?:number|address|e-?mail)\b"
    r"|my account (?:is|was) (?:registered|under|with|listed)|(?:address|number|e-?mail) for me"
    r"|(?:reach|call|text|mail|e-?mail|contact|ring|write(?: to)?|find) me|i(?:['’]m| am) (?:on|at)|i live at"
    r"|we live at|i moved to|we moved to)\b[^.!?]{0,60}$",
    re.IGNORECASE,
)
# The owner before the word for the value: "her new number is"; a person has no other name in the prepared text.
_OWNED = re.compile(
    r"\b(?P<who>his|her|their|[A-Z][\w-]{1,30})(?:['’]s)? (?:(?:new|old|work|private|personal|home|mobile|phone|cell) )*"
    r"(?:e-?mail(?: address)?|number|phone|mobile|cell|address)(?:['’]s| is| has)\b[^.,;!?]{0,40}$"
)
_OTHERS = re.compile(
    r"(?:^|[,.;:!?]\s|\b(?:and|but)\s)(?:the |our |my )?(?P<who>[\w][\w' -]{1,30}?)(?:['’]s)?"
    r"(?: (?:e-?mail(?: address)?|(?:phone |mobile |cell )?number|phone|mobile|address|url|dashboard|site"
    r"|website))?(?: (?:is|has moved to|lives? at|is at|at)| is now|:)(?: at)? $",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:reach|call|text|mail|e-?mail|contact|ring|write to|find) "
    r"(?P<who>[A-Z][\w'-]{1,30}) (?:on|at|under|via)(?: the number)? $"
)
_NUMBER = re.compile(
    r"\b(?P<thing>order|booking|reservation|ticket|case|claim|policy|tracking|tag|invoice|parcel|flight|room|locker|serial|model"
    r"|contract|reference|confirmation|repair|job|account|customer|client|student|member|membership|employee|patient|staff"
    r"|licence|license|registration|vat|tax|insurance|library card|loyalty card|card|incident|complaint|delivery|shipment)\s?"
    r"(?:no\b\.?|number|nr\b\.?|num\b\.?|id\b|ref(?:erence)?\b\.?|code|#)\s?(?:is\b|was\b|:|=|#)?\s?"
    r"(?P<value>(?=[\w./ -]{0,24}\d)[A-Za-z]{0,4}[\s-]?[A-Z0-9][A-Z0-9a-z./-]{2,24}(?:[ -]\d{2,8}){0,3})(?<![.,-])",
    re.IGNORECASE,
)
_OF_PERSONS = frozenset(
    ["customer", "client", "student", "member", "membership", "employee", "patient", "staff", "vat", "tax"]
)
_OF_THINGS = frozenset(["tracking", "tag", "serial", "model", "reference", "confirmation", "registration"])
_THING = re.compile(r"\b(?:my|our|the|this|a|an|your) ([a-z]{3,20})\b")
_KINDS = (("HAS_EMAIL", _EMAIL), ("HAS_PHONE", _PHONE), ("HAS_ADDRESS", _URL), ("HAS_ADDRESS", _STREET))
_CONTINUED = re.compile(r"\W*(?:it(?:['’]s| is)|the new one(?:['’]s| is)|now(?: it['’]s)?)\b", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:new|changed|now)\b", re.IGNORECASE)  # the value replaces the former one
LITERAL = 0.85  # confidence of a value


def literals_in(part: Prepared, speaker: str, before: str) -> Iterator[Phrase]:
    """The values in a part of a sentence whose owner it names, or the text before it: "I've a new number, it's …"."""
    is_continued = _CONTINUED.match(part.text) is not None
    for relation, pattern in _KINDS:
        for match in pattern.finditer(part.text):
            if pattern is _STREET:
                yield from _addresses_in(part, match, speaker, before)
                continue
            owner = _owner(part, match.start(), speaker)
            if owner is None and is_continued and _MINE.search(before):
                owner = speaker
            if owner is not None:
                yield Phrase(
                    owner,
                    relation,
                    _as_written(part, *match.span()).strip(),
                    object_type="Concept",
                    start=match.start(),
                    confidence=LITERAL,
                    dated=False,
                    is_total=_CHANGED.search(before + part.text) is not None,
                )


def _addresses_in(part: Prepared, match: re.Match[str], speaker: str, earlier: str) -> Iterator[Phrase]:
    """The street address of somebody or something, and the town in it, in which a person lives. `earlier` is the sentence
    before the part.
    """
    before = earlier + part.text[: match.start()]
    flat = _FLAT.search(before)
    before = before[: flat.start()] if flat is not None else before
    lives = _LIVING.search(before)
    person = _owner_of_street(part, before, lives, len(earlier), speaker) if lives is not None else None
    person = speaker if _NEW_HOME.search(before) else person
    owner = person or _owner(part, match.start(), speaker)
    if owner is None or _MOVING.search(before) or (owner != speaker and _NO_OWNER.search(owner)):
        return
    address = (flat[0] if flat is not None else "") + _STOP.sub("", _as_written(part, *match.span()))
    stated = Phrase(
        owner, "HAS_ADDRESS", address, object_type="Concept", start=match.start(), confidence=LITERAL, dated=False,
        is_total=_CHANGED.search(part.text) is not None,
    )  # fmt: skip
    yield stated
    if (person or owner == speaker) and match["town"]:
        town = _as_written(part, *match.span("town"))
        yield replace(stated, type="LIVES_IN", object=town, object_type="Place", dated=lives is not None)


def _owner_of_street(
    part: Prepared, before: str, lives: re.Match[str], offset: int, speaker: str
) -> str | None:
    """Who lives at an address after a text: the speaker, also where left out, or the person named before the verb. The part
    begins at an offset of the text.
    """
    if not lives["who"]:
        opens = not before[: lives.start()].strip(" \"'(*-–—")
        return speaker if opens or before[: lives.start()].rstrip()[-1:] in ".,;:!?" else None
    if lives["who"].lower() in ("i", "we"):
        return speaker
    end = lives.end("who") - offset
    return next((s.name for s in part.spans if s.start < end <= s.end), None)


def _as_written(part: Prepared, start: int, end: int) -> str:
    """A piece of a part with the names that the parser does not see."""
    for span in sorted(part.spans, key=lambda span: span.start, reverse=True):
        if start <= span.start and span.end <= end and span.name:
            end += len(span.name) - (span.end - span.start)
            part = replace(part, text=part.text[: span.start] + span.name + part.text[span.end :])
    return part.text[start:end]


def numbers_in(part: Prepared, speaker: str) -> Iterator[Phrase]:
    """The numbers and codes that identify an order, a case or the speaker: "order no. 7731-B"."""
    for match in _NUMBER.finditer(part.text):
        thing = match["thing"].lower()
        value = match["value"].strip()
        is_code = value.upper() == value and len(value) >= 5
        if sum(map(str.isdigit, value)) < (1 if is_code else 3):
            continue
        if thing in _OF_PERSONS:
            thing = speaker
        elif thing in _OF_THINGS:
            named = _THING.findall(part.text[: match.start()])
            thing = named[-1] if named else speaker
        yield Phrase(
            thing, "HAS_NUMBER", value, object_type="Concept",
            start=match.start(), confidence=LITERAL, dated=False,
        )  # fmt: skip


def _owner(part: Prepared, start: int, speaker: str) -> str | None:
    before = part.text[:start]
    owned = _OWNED.search(before)
    if owned is not None and owned["who"].lower() not in ("new", "my", "our", "the"):
        return next((s.name for s in part.spans if s.start <= owned.start("who") < s.end), None)
    if _MINE.search(before):
        return speaker
    found = _REACHED.search(before) or _OTHERS.search(before)
    if found is None:
        return None
    span = next((s for s in part.spans if s.start <= found.start("who") < s.end), None)
    words = span.name if span is not None else found["who"].strip()
    return None if words.lower() in _NOBODY else words


_NOBODY = frozenset([
    "it", "this", "that", "he", "she", "they", "we", "i", "you", "there", "here", "his", "her", "their", "your",
    "its", "my", "phone", "email", "number", "address",
])  # fmt: skip
