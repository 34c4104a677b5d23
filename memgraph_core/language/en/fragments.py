"""Fragments of chats, completed for the parser: "reading Emma", "Tools: vim, tmux", "Olga runs the backend, Piet the app".

Speakers leave out what is clear: themselves as the subject, a verb that is repeated, the verb behind a label. What is put in
here is only what every reader adds. A fragment of another kind stays as it is.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.spans import Span
from memgraph_core.language.word_lists import groups_of

Insertion = tuple[int, int, str]  # a range of the text, and the words in its place

_OPENERS = (
    r"(?i:\W*(?:(?:honestly|ngl|tbh|btw|fyi|lol|ugh|ok|okay|right|well|anyway|oh|yeah|yes|yep|nope|no(?! longer)|hey|hi|actually|so"
    r"|and|but|update|quick update|good news|big news|finally|also|plus|thanks|haha)\b[\s,:!.]+)*)"
)
_STATE = re.compile(
    _OPENERS
    + r"(?P<at>)(?i:(?:just|still|now|currently|already|recently|officially|happily|both|newly|no longer|not"
    r"|never|mildly|severely|slightly|very|super|totally|completely|half|freshly|also) )*"
    r"(?:(?i:allergic|intolerant|vegan|vegetarian|pescatarian|single|married|divorced|widowed|engaged|unemployed|retired"
    r"|pregnant|diabetic|coeliac|celiac|asthmatic|based|fluent|obsessed|addicted|terrified|scared|afraid"
    r"|responsible|partial|originally from)|from [A-Z]\w+|on the \w+(?: team| project)?$|in my (?:first|second|third"
    r"|fourth|final|last) \w+|\d\d(?= today\b| now\b| (?:this|next|last) | and )"
    r"|(?i:(?:a )?(?:huge|big|massive|lifelong) (?:fan|lover)|a fan|(?:proud )?(?:owner|mum|mom|dad|father|mother|parent) of))\b"
)
_ORIGIN = re.compile(_OPENERS + r"(?P<at>)(?i:born|raised|brought up) (?=and |in |on |near |by )")
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
    r"|solved|worked|broke|did|does|can|will|would)\b"
)
_DID = re.compile(
    _OPENERS + r"(?P<at>)(?:(?:just|finally|recently|also|even|only|already|never) )*"
    r"(?:got|went|moved|started|finished|graduated|applied|bought|sold|met|quit|joined|tried|visited|adopted|signed up"
    r"|booked|passed|failed|missed|lost|broke|grew up|took|left|came back|wrote|watched|switched|stopped|gave up|became"
    r"|flew|drove|opened|ordered|planted|baked|painted|built|installed|chose|cancelled|canceled|can['’]?t eat|can['’]?t stand"
    r"|cannot eat|haven['’]?t|love|loved|hate|hated|prefer|work as|work at|work in|work for|live in|live with|play"
    r"|study at|speak) (?=\w)",
    re.IGNORECASE,
)
_REACTION = re.compile(
    _OPENERS + r"(?i:lov(?:e|ed|ing)|hat(?:e|ed|ing)) (?i:the|this|that|these|those|your|how|it)\b"
)
_NOT_ALONE = re.compile(r"\s(?:by|it|that|this|him|her|them)\b")
_OWNS = re.compile(
    _OPENERS
    + r"(?P<at>)(?:an?|one|two|three|four|five|[2-9]) (?:\w+ ){0,2}?(?:kids?|children|sons?|daughters?|dogs?|cats?"
    r"|puppy|puppies|kittens?|rabbits?|brothers?|sisters?|siblings)\b(?=\W*$|,| and | called| named|:)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\W*(?P<label>(?:my |our |the )?[A-Za-z][A-Za-z -]{1,20}?)\s?(?::|=)\s(?=\S)")
_ASIDE = re.compile(
    r"\b(?:and|but|or)(?P<aside>,\s(?:[a-z]+ly|of course|for a laugh|for some reason|funnily enough|oddly enough|i think"
    r"|believe it or not|in fact|at last|at times|as of now),)(?=\s)"
)
_EQUALS = re.compile(r"(?<=\w)\s=\s(?=\w)")
_LINK = r"(?P<link>the|an?|in|at|on|from|to|for|with|as)"
_FIRST = re.compile(
    r"(?P<subject>(?:my |our |the |his |her )?[\w'’-]+(?: [\w-]+)?)(?:\s(?P<verb>[a-z]+)|['’](?:m|s|re))\s" + _LINK
    + r"\s[^,;]{2,60}"
)  # fmt: skip
_SECOND = re.compile(
    r"(?:,\s(?:and\s|but\s)?|\sand\s)(?P<subject>(?:my |our |the |his |her )?[\w-]+)(?P<gap>)\s"
    + _LINK
    + r"\s"
)


@cache
def _labels() -> dict[str, str]:
    """The words that a label stands for: `tools` I use."""
    return {
        label.replace("_", " "): words.replace("_", " ")
        for words, group in groups_of("labels_en").items()
        for label in group
    }


def label_of(part: str) -> re.Match[str] | None:
    """The label that a part begins with, if it is one that stands for a verb: `Tools:`."""
    found = _LABEL.match(part)
    return found if found is not None and _words_of(found["label"]) is not None else None


def _words_of(label: str) -> str | None:
    bare = re.sub(r"^(?:my|our|the) ", "", label.lower())
    return _labels().get(bare)


def completions(part: str, spans: Sequence[Span]) -> Iterator[Insertion]:
    """What is put into a part of a sentence, or in the place of what."""
    label = label_of(part)
    if label is not None:
        yield label.start("label"), label.end(), f"{_words_of(label['label'])} "
        return
    for match in _EQUALS.finditer(part):
        yield match.start(), match.end(), " is "
    for match in _ASIDE.finditer(part):
        yield match.start("aside"), match.end("aside"), ""
    yield from _gaps(part, spans)
    opening = _opening(part)
    if opening is not None and not any(span.start <= opening[0] < span.end for span in spans):
        yield opening


def _opening(part: str) -> Insertion | None:
    """The subject that a part leaves out at its beginning."""
    for pattern, words in ((_STATE, "I am "), (_ORIGIN, "I was "), (_OWNS, "I have ")):
        if match := pattern.match(part):
            return match.start("at"), match.start("at"), words
    if _REACTION.match(part):
        return None
    if match := _GOING_ON.match(part):
        is_action = match["verb"].lower() not in _NO_ACTION and not _FINITE.search(part, match.end())
        return (match.start("at"), match.start("at"), "I am ") if is_action else None
    if (match := _DID.match(part)) and not _NOT_ALONE.match(part, match.end() - 1):
        return match.start("at"), match.start("at"), "I "
    return None


def _gaps(part: str, spans: Sequence[Span]) -> Iterator[Insertion]:
    """The verb that the second of two like clauses leaves out: "Olga runs the backend, Piet (runs) the app"."""
    for first in _FIRST.finditer(part):
        verb = first["verb"] or "is"
        for second in _SECOND.finditer(part, first.end("link")):
            if second["link"] == first["link"] and _is_subject(part, second, spans) and _is_verb(verb):
                yield second.start("gap"), second.start("gap"), f" {verb}"
        if first["verb"] is None or _is_verb(verb):
            return


def _is_verb(word: str) -> bool:
    return word in _VERBS or (word.endswith("s") and not word.endswith("ss") and len(word) > 3)


_VERBS = frozenset(
    [
        "is", "are", "was", "were", "live", "lives", "work", "works", "lead", "leads", "run", "runs", "play", "plays",
        "study", "studies", "teach", "has", "have", "got", "take", "went", "moved", "came", "does", "do", "did", "want",
        "like", "love", "speak", "drive", "own", "use", "grow", "manage",
    ]
)  # fmt: skip


def _is_subject(part: str, match: re.Match[str], spans: Sequence[Span]) -> bool:
    """Whether the words before a gap can be a subject: somebody, a name, or something that runs somewhere."""
    start, end = match.span("subject")
    if any(span.start < end and start < span.end for span in spans):
        return True
    word = match["subject"].split()[-1].lower()
    return word in noun_classes()["deploy"] or (match["subject"][0].isupper() and part[start - 1] == " ")
