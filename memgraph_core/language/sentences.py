"""Text → sentences, in English and Chinese.

A sentence ends at a full stop, question or exclamation mark (with its closing quotes), at an ellipsis
before a capital, or at a line break. Abbreviations, initials, decimals, URLs and list numbers do not end one.
"""

import re

from memgraph_core.language.scripts import CJK

_END = re.compile(
    rf"(?:[.!?]+|…)[\"'”’)\]]*(?=\s|$|[{CJK}])"  # Latin marks end a sentence before a blank only
    r"|[。！？；]+[!?”’」』）\"']*"  # Chinese marks need no blank
    r"|\n+"
)
_TITLE = re.compile(r"\b(?:mr|mrs|ms|dr|prof|st|vs|gen|col|capt|fig|vol|approx|e\.g|i\.e)\.$", re.IGNORECASE)
_SHORTENED = re.compile(  # may end a sentence: does so before a capital
    r"\b(?:jr|sr|etc|inc|ltd|co|corp|dept|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|u\.s|u\.k)\.$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\bno\.$", re.IGNORECASE)
_INITIAL = re.compile(r"(?<!\bPlan )(?<!\ban )(?<!\ba )\b(?<!['’])[A-HJ-Z]\.$")  # "I." ends a sentence
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t]{0,20}\d{1,2}[.)]$")
_LETTER = re.compile(r"\w")
_TAIL = 40  # characters before a full stop that tell whether it ends the sentence
_LONGEST = 2_000  # characters; what goes on longer is no sentence and is cut at a blank


def sentences_of(text: str) -> list[str]:
    """The sentences of a text in order, without surrounding blanks; pieces without a letter are dropped."""
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if _goes_on(text, start, match.end()):
            continue
        pieces += _cut(text[start : match.end()])
        start = match.end()
    pieces += _cut(text[start:])
    return [p.strip() for p in pieces if _LETTER.search(p)]


def is_question(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or in Chinese by its last particle."""
    bare = sentence.rstrip(" \"'”’)）」』")
    return bare.endswith(("?", "？")) or bool(re.search(r"[吗呢][。.!！]?$", bare[-2:]))


def _cut(piece: str) -> list[str]:
    parts: list[str] = []
    while len(piece) > _LONGEST:
        end = piece.rfind(" ", 1, _LONGEST) + 1 or _LONGEST
        parts.append(piece[:end])
        piece = piece[end:]
    return [*parts, piece]


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or a list number."""
    bare = text[max(start, end - _TAIL) : end].rstrip("\"'”’)]")
    if not bare.endswith("."):
        return False
    if _LIST_NUMBER.search(bare):
        return True
    following = text[end : end + _TAIL].lstrip()[:1]
    if _SHORTENED.search(bare):
        return following != "" and not following.isupper()
    if _NUMBER.search(bare):
        return following.isdigit()
    return following != "" and bool(_TITLE.search(bare) or _INITIAL.search(bare))
