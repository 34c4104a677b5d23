"""Text → sentences and statements, in English and Chinese.

A sentence ends at a full stop, question or exclamation mark (with its closing quotes and emoji), at an ellipsis
before a capital, or at a line break. Abbreviations, initials, decimals, URLs and list numbers do not end a sentence.
Quotations, brackets and code are not divided. A statement is a sentence, or a clause of a long sentence that can be
understood alone.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from memgraph_core.language.pack import pack_of
from memgraph_core.language.scripts import CAPITAL, CJK
from memgraph_core.language.stating.acts import SpeechAct, is_question, speech_act_of
from memgraph_core.language.zh.compound import opens_clause, turns_away

__all__ = ["LONG_TEXT", "Statement", "as_said", "is_question", "sentences_of", "statements_of"]

# Emoji belong to the sentence before them.
_EMOJI = r"(?:[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d]|(?<=\s)[:;]['-]?[)(DPp](?!\w))"
_END = re.compile(
    rf"(?:(?<![.!?])[.!?]++|…++)[\"'”’)\]*_]*+(?=\s|$|[{CJK}“「『\U0001f000-\U0001faff])"
    rf"|(?<![.!?])[!?]++(?=[{CAPITAL}][a-z])"
    r"|[。！？；]++[!?”’」』）\"']*+"  # Chinese marks need no blank
    rf"|[ \t]{{0,3}}{_EMOJI}++"
    r"|\n++"
)
_TRAILING = re.compile(rf"(?:[ \t]{{0,3}}{_EMOJI})++")
_TITLE = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|rev|hon|gen|col|capt|lt|sgt|mt|ft|fig|vol|pp|vs|cf|ca|approx|e\.g|i\.e)\.$",
    re.IGNORECASE,
)
_STREET = re.compile(r"\b(?:st|ave|blvd|rd)\.$", re.IGNORECASE)
_SHORTENED = re.compile(  # may end a sentence: does so before a capital
    r"\b(?:jr|sr|etc|inc|ltd|co|corp|dept|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|a\.m|p\.m|u\.s|u\.k"
    r"|ph\.d|b\.a|m\.a|m\.d|al|est|min|max|hrs?|mins|lbs|oz|apt|ed)\.$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\bno\.$", re.IGNORECASE)
_INITIAL = re.compile(r"(?<!\bPlan )(?<!\ban )(?<!\ba )\b(?<!['’])[A-HJ-Z]\.$")  # "I." ends a sentence
_LIST_NUMBER = re.compile(r"(?:^|\n)[ \t]{0,20}\d{1,2}[.)]$")
_INLINE_NUMBER = re.compile(
    r"(?<![^\s:;,.：；，。])\(?(\d{1,2})(?:[.)]\s{1,2}|[、）]\s{0,2})(?=[^\W\d])|([①-⑨])\s{0,2}(?=[^\W\d])"
)
_OPENER = re.compile(r"(?:The|This|That|There|It|I|We|They|My|Our|You|Your|And|But|So|Then)\b")
_SPEECH_VERB = re.compile(
    r"\s{0,2}[a-z]|(?:[你他她]们?.{0,3}|[^，。]{0,4})(?:说|问|喊|叫|道)道?[，。：]|[说问喊道]"
)
_WHOLE = re.compile(  # what no mark inside may cut: code, addresses, quotes, brackets
    r"```(?:[^`]|`(?!``)){0,20000}+```|`[^`\n]{1,500}+`|https?://[\x21-\x7e]{1,2000}(?<![.,!?;:)'\"\]])"
    r"|(?<![\w\"])\"[^\"\n]{1,400}+\"(?!\w)|“[^“”\n]{1,400}+”|「[^「」\n]{1,400}+」|『[^『』\n]{1,400}+』"
    r"|\([^()\n]{1,300}+\)|（[^（）\n]{1,300}+）"
)
_QUOTED_END = re.compile(r"[.!?。！？…]++$")
_LETTER = re.compile(r"\w")
_BULLET = re.compile(r"[ \t]{0,20}[-*•·‣–—>#]{1,6}[ \t]{1,4}")
_MIN_WRAPPED_LENGTH = 50  # minimal length of a line that was broken to fit a page
_TAIL = 40  # characters around a full stop that show whether it ends the sentence
LONG_TEXT = 5_000  # characters; names in longer texts are searched sentence by sentence
_MAX_LENGTH = 2_000  # characters; a longer sentence is divided at a blank


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or clause of a text, `text[start:end]`, and its speech act."""

    text: str
    start: int
    end: int
    sort: SpeechAct = "statement"
    sentence: tuple[int, int] = (0, 0)  # start and end of the whole sentence


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, in order, without surrounding blanks. Sentences without a letter are dropped."""
    return [text[start:end] for start, end in _sentences(text, _masked(text))]


def statements_of(text: str, language: str) -> list[Statement]:
    """The sentences of a text, in order; long compound statements are divided into clauses. Bullets are left out.

    The results do not overlap, and together they contain all letters of the text.
    """
    masked = _masked(text)
    statements: list[Statement] = []
    for start, end, sort in _with_acts(_sentences(text, masked), text, masked, language):
        cuts = pack_of(language).clause_starts(masked[start:end]) if sort == "statement" else []
        ranges = list(_without_bullets(text, [start, *(start + cut for cut in cuts), end]))
        sentence = (ranges[0][0], end) if ranges else (start, end)
        statements += [Statement(text[first:last], first, last, sort, sentence) for first, last in ranges]
    return statements


def _with_acts(
    sentences: Iterable[tuple[int, int]], text: str, masked: str, language: str
) -> Iterator[tuple[int, int, SpeechAct]]:
    """The sentences with their speech acts. One that states something and then asks something is divided into two: "I'm vegan,
    so what can I eat?".
    """
    for start, end in sentences:
        act = speech_act_of(text[start:end], language)
        cut = pack_of(language).question_start(masked[start:end]) if act == "question" else None
        if cut is None:
            yield start, end, act
            continue
        for first, last in (*_stripped(text, start, start + cut), *_stripped(text, start + cut, end)):
            yield first, last, speech_act_of(text[first:last], language)


def as_said(text: str, parts: Iterable[str], least: float = 0.0) -> str | None:
    """The part of a turn, such as a sentence, from which a text with names for pronouns was made: the one that shares most words.

    None if all parts share less than `least` of the words. Without blanks, characters are compared.
    """
    has_words = " " in text
    words = set(text.casefold().split() if has_words else text)

    def shared(part: str) -> float:
        own = set(part.casefold().split() if has_words else part)
        return len(words & own) / max(1, len(words | own))

    best = max(parts, key=shared, default=None)
    return best if best is not None and shared(best) >= least else None


def _masked(text: str) -> str:
    """The text with letters in place of what must not be divided. Its length and the ends of quotes do not change."""
    if not any(sign in text for sign in '`"“「『(（') and "://" not in text:
        return text
    return _WHOLE.sub(_mask, text)


def _mask(match: re.Match[str]) -> str:
    whole = match[0]
    if whole[0] not in '"“「『':
        return "x" * len(whole)
    end = _QUOTED_END.search(whole, 1, len(whole) - 1)
    kept = len(whole) - 1 - (end.start() if end else len(whole) - 1)
    cjk = "文" if whole[0] != '"' and not whole[1:2].isascii() else "x"
    return whole[0] + cjk * (len(whole) - 2 - kept) + whole[len(whole) - 1 - kept :]


def _sentences(text: str, masked: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _ends(masked):
        yield from _parts(text, start, end)
        start = end
    yield from _parts(text, start, len(text))


def _ends(masked: str) -> Iterator[int]:
    """The offsets at which sentences end, with the emoji after them."""
    numbers = deque(_list_items(masked))
    start = 0
    for match in _END.finditer(masked):
        while numbers and numbers[0] <= match.start():
            start = numbers.popleft()
            yield start
        if match.end() <= start or _continues(masked, start, match):
            continue
        trailing = _TRAILING.match(masked, match.end())
        start = trailing.end() if trailing else match.end()
        yield start
    yield from (number for number in numbers if number > start)


def _list_items(masked: str) -> list[int]:
    """The offsets of the items of a list inside a line: numbers that count up from one."""
    found = [(m.start(), int(m[1]) if m[1] else ord(m[2]) - 0x245F) for m in _INLINE_NUMBER.finditer(masked)]
    starts: list[int] = []
    for index, (start, number) in enumerate(found):
        follows = starts and number == found[index - 1][1] + 1
        begins = number == 1 and found[index + 1 : index + 2] and found[index + 1][1] == 2
        if follows or begins:
            starts.append(start)
        else:
            starts = starts if len(starts) > 1 else []
    return starts


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The range without surrounding blanks, divided if it is too long. Nothing if it has no letter."""
    while end - start > _MAX_LENGTH:
        cut = text.rfind(" ", start + 1, start + _MAX_LENGTH) + 1 or start + _MAX_LENGTH
        yield from _stripped(text, start, cut)
        start = cut
    yield from _stripped(text, start, end)


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[start:end]
    if _LETTER.search(part):
        yield start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def _without_bullets(text: str, borders: list[int]) -> Iterable[tuple[int, int]]:
    """The ranges between borders, without bullets."""
    if len(borders) == 2 and text[borders[0]].isalnum():
        yield borders[0], borders[1]
        return
    for start, end in pairwise(borders):
        bullet = _BULLET.match(text, start, end)
        yield from _stripped(text, bullet.end() if bullet else start, end)


def _continues(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether a sentence continues after a possible end."""
    mark, end = match[0], match.end()
    if mark[0] == "\n":
        return mark == "\n" and _is_wrapped(text, start, match)
    before, following = text[max(start, match.start() - _TAIL) : match.start()], text[end : end + _TAIL]
    if _TRAILING.fullmatch(mark):
        return _only_decorates(before, following)
    if mark[-1] in "\"'”’」』）)]" and _SPEECH_VERB.match(following):
        return True
    if mark.startswith(("…", "...")):
        return _trails_off(before, following)
    return _is_abbreviation(text, start, end, following.lstrip())


def _is_wrapped(text: str, start: int, match: re.Match[str]) -> bool:
    line = match.start() - max(start, text.rfind("\n", start, match.start()) + 1)
    return line >= _MIN_WRAPPED_LENGTH and text[match.end() : match.end() + 1].islower()


def _only_decorates(before: str, following: str) -> bool:
    """Whether an emoji is inside a sentence: before a lower-case letter, or where no new clause begins."""
    bare = following.lstrip()
    if not bare or following[:1] == "\n":
        return False
    if re.match(rf"[{CJK}]", bare):
        return len(before.strip()) < 4 or not opens_clause(bare)
    return len(before.split()) < 3 or not bare[:1].isupper() or not _OPENER.match(bare)


def _trails_off(before: str, following: str) -> bool:
    bare = following.lstrip()
    if re.match(rf"[{CJK}]", bare):
        is_over = opens_clause(bare) or turns_away(bare) or is_question(before.strip())
        return len(before.strip()) < 4 or not is_over
    return bare[:1].islower()


def _is_abbreviation(text: str, start: int, end: int, following: str) -> bool:
    """Whether a full stop belongs to an abbreviation, an initial or a list number."""
    bare = text[max(start, end - _TAIL) : end].rstrip("\"'”’)]")
    if not bare.endswith("."):
        return False
    if _LIST_NUMBER.search(bare):
        return True
    if _SHORTENED.search(bare):
        return following != "" and not following[0].isupper()
    if _NUMBER.search(bare):
        return following[:1].isdigit()
    if _STREET.search(bare):
        return following != "" and not _OPENER.match(following)
    return following != "" and bool(_TITLE.search(bare) or _INITIAL.search(bare))
