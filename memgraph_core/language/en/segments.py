"""Divides a sentence of a chat into parts that the parser reads one by one.

There are borders between clauses without a conjunction ("went with Flask; it's small") and between two fragments ("adopted a
kitten, named her Pudding").
"""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.en.fragments import opens_with_verb
from memgraph_core.language.spans import Span

_BREAK = re.compile(
    r";\s|\s[-–—]+\s|—|\s?(?:\.{3,}|…)\s|:\s(?=\w)|\s->\s"
    r"|,\s(?=(?:[\w-]+\s){1,3}=\s)"
    r"|,\s(?=(?:(?:and|but|so|also|then|now|btw|turns out)\s)?(?:i|we|he|she|they|it|that|this"
    r"|there)(?:['’](?:m|s|re|ve|d|ll))?\s"
    r"(?!(?:\w+ )?(?:said|says|say|claims?|claimed|thinks?|thought|told|tells|insists?|swears?|believes?"
    r"|believed|wrote|writes|reckons?)\b))",
    re.IGNORECASE,
)
# What a doctor says about the speaker counts as stated: "my doctor says I have asthma". It is a part of its own.
_DIAGNOSIS = re.compile(
    r"\b(?:doctor|doc|gp|dr\.? \w+|consultant|specialist|oncologist|cardiologist|neurologist|dermatologist|rheumatologist|allergist"
    r"|optician|midwife|surgeon|pa?ediatrician)(?P<says> (?:says|said|confirmed|told me)(?: that)? )(?=(?:i|my)\b)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"\W*(?:(?:and|but|so|well|then|even)\s)?(?:if|when|whenever|because|cause|cuz|since|although|though|while"
    r"|as|after|before|once"
    r"|until|unless|whether|had|were|should|imagine|suppose|supposing|assume|pretend|say|let['’]?s say|what if"
    r"|whoever|every time"
    r"|for someone|now that|given that|in case|everyone|somebody|someone)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(r",?\s(?:and|but|while|whereas)\s$|,\s$")
_PREDICATE = re.compile(
    r"['’]s\s(?:from|in|into|on|at|an?|the|not|\w+ing)\b"
    r"|(?:['’]s)?\s(?:also |just |already |now |still |only |always |recently )?(?:is|was|has|had"
    r"|works?|lives?"
    r"|loves?|likes?|hates?|plays?"
    r"|got|can|will|leads?|runs?|does|did|went|moved|started|teaches|studies|speaks|wants|married|died|left"
    r"|bought)\b",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(r"\s(?:it|them)\b")
_COMMA = re.compile(r",\s(?:(?:and|but|then)\s)?")
_NUMBER = r"(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
# Words that follow a fragment and are not another member of a list: a count, a state of things.
_ASIDE = re.compile(
    rf"(?:{_NUMBER}\s[a-z]+|(?:day|week|page|chapter|season|episode|level|room|lesson|mile|km)\s{_NUMBER}|\d{{1,2}}\sto\s\d"
    r"|(?:first|second|third|fourth|last|same|longest|best|worst|still|nobody|nothing|not|never|mostly|usually|about|roughly"
    r"|so far|back|hope|hoping|only|just)\b)",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"\b(?:number|no|nr|id|ref|reference|code)\.?$", re.IGNORECASE)
_COUNTED = re.compile(rf"\b{_NUMBER}\s[a-z]+", re.IGNORECASE)
_DASHED_GERUND = re.compile(r"\s?[-–—]+\s?[a-z]{3,}ing\b", re.IGNORECASE)
_THIRD_PERSON = re.compile(r"\b(?:he|she|they|is|are|was|were|has|does)\b|['’](?:s|re)\b", re.IGNORECASE)
FIRST_PERSON = re.compile(r"\b(?:i|we|me|us|my|our|mine|ours)\b", re.IGNORECASE)
_GERUND = re.compile(r"\b[a-z]{3,}ing\b", re.IGNORECASE)


def borders_in(sentence: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """The parts of a sentence as ranges, in order."""
    breaks = [
        *(match.span() for match in _BREAK.finditer(sentence)),
        *_before_persons(sentence, spans),
        *(match.span("says") for match in _DIAGNOSIS.finditer(sentence)),
    ]
    parts: list[tuple[int, int]] = []
    start = 0
    for end, following in sorted(breaks):
        if end < start or any(span.start < following - 1 and end < span.end for span in spans):
            continue
        before = sentence[start:end]
        if sentence[end] == ":" and _NUMBERING.search(before):
            continue
        is_after_condition = sentence[end] == "," and _SUBORDINATE.match(before)
        if len(before.split()) < 2 or is_after_condition or _is_about_others(before, sentence[end:]):
            continue
        parts.append((start, end))
        start = following
    parts.append((start, len(sentence)))
    return [piece for part in parts for piece in _fragments(sentence, *part, spans)]


def _is_about_others(before: str, after: str) -> bool:
    """Whether a gerund after a dash continues a clause about somebody else: "the puppy is fine - learning tricks"."""
    return (
        _DASHED_GERUND.match(after) is not None
        and _THIRD_PERSON.search(before) is not None
        and FIRST_PERSON.search(before) is None
    )


def _before_persons(sentence: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Where a clause about another person begins: "… and my mum is diabetic"."""
    for span in spans:
        predicate = _PREDICATE.match(sentence, span.end) if span.type == "Person" else None
        if predicate is not None:
            match = _JOINED.search(sentence, max(span.start - 12, 0), span.start)
            takes_up = _TAKES_UP.match(
                sentence, predicate.end()
            )  # "… and my wife loves it": `it` refers to a word before
            if match is not None and not takes_up and not _is_joint_subject(sentence[: match.start()]):
                yield match.span()


def _is_joint_subject(before: str) -> bool:
    """Whether the words before "and her wife got …" are only another subject: "My cousin Bea"."""
    words = re.split(r"[.,;:!?(]", before)[-1].split()
    return (
        0 < len(words) <= 3
        and not any(word.lower() in _PRONOUNS or word.endswith(("'s", "’s")) for word in words)
        and not (
            len(words) > 1
            and words[1].islower()
            and words[0].lower() not in ("my", "our", "the", "his", "her", "their", "me", "both")
        )
    )


_PRONOUNS = frozenset(["i", "we", "you", "he", "she", "it", "they"])


def _fragments(sentence: str, start: int, end: int, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """A part that begins with a verb without a subject, divided where another fragment follows a comma."""
    if not opens_with_verb(sentence[start:end]):
        yield start, end
        return
    for comma in _COMMA.finditer(sentence, start, end):
        before, after = sentence[start : comma.start()], sentence[comma.end() : end]
        if any(span.start < comma.end() and comma.start() < span.end for span in spans):
            continue
        if _follows(before, after):
            yield start, comma.start()
            start = comma.end()
    yield start, end


def _follows(before: str, after: str) -> bool:
    """Whether the text after a comma is another fragment, and not another member of a list."""
    if _ASIDE.match(after):
        return not (_COUNTED.match(after) and _COUNTED.search(before))
    lists_actions = len(_GERUND.findall(before)) > 1 or not opens_with_verb(before)
    return bool(opens_with_verb(after)) and not (lists_actions and _GERUND.match(after))
