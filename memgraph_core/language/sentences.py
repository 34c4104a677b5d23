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
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|e\.g|i\.e|approx|inc|ltd|co|corp|dept|no|vol|fig|gen|col|capt"
    r"|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|u\.s|u\.k)|(?:^|\s)[A-Z])\.$",
    re.IGNORECASE,
)
_LIST_NUMBER = re.compile(r"(?:^|\n)\s*\d{1,2}[.)]$")
_LETTER = re.compile(r"\w")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text in order, without surrounding blanks; pieces without a letter are dropped."""
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(text):
        piece = text[start : match.end()]
        if _goes_on(piece, text[match.end() :]):
            continue
        pieces.append(piece)
        start = match.end()
    pieces.append(text[start:])
    return [p.strip() for p in pieces if _LETTER.search(p)]


def is_question(sentence: str) -> bool:
    """Whether a sentence asks: by its mark, or in Chinese by its last particle."""
    bare = sentence.rstrip(" \"'”’)）」』")
    return bare.endswith(("?", "？")) or bool(re.search(r"(?:吗|呢)[。.!！]?$", bare))


def _goes_on(piece: str, rest: str) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or a list number."""
    bare = piece.rstrip("\"'”’)]")
    if not bare.endswith("."):
        return False
    if _LIST_NUMBER.search(bare):
        return True
    following = rest.lstrip()[:1]
    ends_clock_time = bare.endswith(("p.m.", "a.m.")) and following.isupper()
    return bool(_ABBREVIATION.search(bare)) and following != "" and not ends_clock_time
