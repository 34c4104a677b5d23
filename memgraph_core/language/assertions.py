"""The parts of a turn that its speaker does not assert: code, logs, tables, quotations, fiction, reports.

Nothing in these parts becomes a fact about anybody. Names in code, logs and tables are not entities either. The
parts stay in the turn's text and are searched like the rest.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Literal

from memgraph_core.language.scripts import CHINESE_CHARACTER
from memgraph_core.language.stating.phrases import phrases_of
from memgraph_core.language.traditional import simplified

Kind = Literal["code", "log", "table", "quotation", "directed", "fiction", "retracted", "reported", "sarcasm"]

_CUED: tuple[Kind, ...] = ("directed", "fiction", "retracted", "reported", "sarcasm")
# Parts without sentences of a person: their words are not names.
MACHINE_TEXT: frozenset[Kind] = frozenset(("code", "log", "table"))

FENCED_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# A title, or a quotation of any length.
_ANY_QUOTED = re.compile(r"《[^》]*》|“[^”]*”|\"[^\"]*\"|「[^」]*」")
_QUOTED = re.compile(
    r"(?<!\w)\"([^\"\n]{1,2000})\"(?!\w)|“([^“”]{1,2000})”|«([^«»]{1,2000})»|「([^「」]{1,2000})」|『([^『』]{1,2000})』"
    r"|《(我[^《》]{1,200})》"
    r"|(?:^|(?<=[\s:(]))['‘](?!(?:cause|cos|cuz|em|til|till|bout|twas|tis|n|round|fraid|kay|nuff)\b)(?=[A-Za-z])([^\n]{12,2000}?)(?<=[\w.!?,…])['’](?!\w)"
)
_SHORT_QUOTE = 4  # words, or twice as many Chinese characters: shorter quotations are titles and emphasis
# A few words without a subject that compare or name a thing ("a sewing machine \"like a real one\"").
_EMPHASIS = re.compile(
    r"(?:like|as if|an?|the|one|just|no) (?!.*\b(?:i|me|my|we|us|our|you|your|he|she|they|it|is|are|was|were|am)\b)"
    r"(?:[\w'’-]+ ){0,5}[\w'’-]+",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"(?:I|We)(?:['’](?:m|ve|ll|d|re))? [a-z]|(?:My|Our) [a-z]")
_CODE_LINE = re.compile(
    r"^\s*(?:def |class |import |from \w[\w.]* import |return\b|func |var |let |const |public |private |if \(|for \(|while \(|"
    r"print\(|SELECT |INSERT INTO |UPDATE \w+ SET |DELETE FROM |CREATE (?:TABLE|INDEX) |//|#!|\$ |>>> |\}|\{|</?\w+[^>]*>\s*$|"
    r"\"\"\"|'''|@\w+\()|[;{]\s*$|^\s{4,}\S.*[=(\[{:]",
)
_LOG_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[EWIF]\d{4}\s|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|"
    r"Traceback \(|File \"|\s+at \w[\w.$]*\(|[0-9a-f]{7,40} )|^\S*Error: |^\w+(?:\.\w+)*Exception\b"
)
_TABLE_LINE = re.compile(r"^\s*\|.*\||^[^|\n]+\|[^|\n]+\|[^|\n]+|\t.*\t|\S {2,}\S.* {2,}\S")
_PROSE_END = re.compile(r"[.!?。！？]\s*$")
_SENTENCE_END = re.compile(r"[.!?。！？\n]")


@dataclass(frozen=True, slots=True)
class Unasserted:
    """A part `text[start:end]` that the speaker does not assert, and why."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class UnassertedParts:
    """The unasserted parts of a text, by start; they may overlap."""

    parts: tuple[Unasserted, ...] = ()

    @classmethod
    def of(cls, text: str) -> "UnassertedParts":
        """The parts of a text that its speaker does not assert."""
        found = [Unasserted(m.start(), m.end(), "code") for m in FENCED_CODE.finditer(text)]
        found += _machine_text(text)
        found += [Unasserted(m.start(), m.end(), "quotation") for m in _QUOTED.finditer(text) if _is_long(m)]
        found += _by_cues(text)
        return cls(tuple(sorted(found, key=lambda part: (part.start, part.end))))

    def machine_text(self) -> "UnassertedParts":
        """The parts that are code, logs or tables."""
        return UnassertedParts(tuple(part for part in self.parts if part.kind in MACHINE_TEXT))

    def overlap(self, pieces: Sequence[tuple[int, int]]) -> list[bool]:
        """For each piece `text[start:end]` whether any part overlaps it; takes time linear in both but for sorting."""
        starts = [part.start for part in self.parts]
        furthest = list(accumulate((part.end for part in self.parts), max))
        before = (bisect_left(starts, end) for _, end in pieces)
        return [
            count > 0 and furthest[count - 1] > start
            for (start, _), count in zip(pieces, before, strict=True)
        ]


def without_quotations(text: str) -> str:
    """A text without titles and quotations, in simplified characters and with straight apostrophes."""
    return _ANY_QUOTED.sub(" ", simplified(text).replace("’", "'"))


def _is_long(quote: re.Match[str]) -> bool:
    words = next(group for group in quote.groups() if group is not None)
    if _SPOKEN.match(words):
        return True  # "I'm vegan now" is what somebody said, however short
    if _EMPHASIS.fullmatch(words):
        return False
    return len(words.split()) >= _SHORT_QUOTE or len(CHINESE_CHARACTER.findall(words)) >= 2 * _SHORT_QUOTE


def _machine_text(text: str) -> Iterator[Unasserted]:
    """Runs of lines of code, logs or tables. A single line of a table is prose."""
    run: list[Unasserted] = []
    start = 0
    for line in text.splitlines(keepends=True):
        end, kind = start + len(line), _kind_of(line.rstrip("\r\n"))
        if run and run[-1].kind != kind:
            yield from _as_one(run)
            run = []
        if kind is not None:
            run.append(Unasserted(start, end, kind))
        start = end
    yield from _as_one(run)


def _as_one(run: Sequence[Unasserted]) -> Iterator[Unasserted]:
    if run and not (run[0].kind == "table" and len(run) == 1):
        yield Unasserted(run[0].start, run[-1].end, run[0].kind)


def _kind_of(line: str) -> Kind | None:
    if _LOG_LINE.search(line[:500]):
        return "log"
    if _CODE_LINE.search(line[:500]) and not (
        _PROSE_END.search(line) and " " in line.strip() and line[:1].isalpha()
    ):
        return "code"
    if _TABLE_LINE.search(line[:500]):
        return "table"
    return None


@cache
def _cues() -> dict[Kind, re.Pattern[str]]:
    sections = phrases_of("unasserted")
    return {kind: re.compile(sections[kind], re.IGNORECASE) for kind in _CUED}


def _by_cues(text: str) -> Iterator[Unasserted]:
    cues = _cues()
    if cues["retracted"].search(text):
        yield Unasserted(0, len(text), "retracted")
    if (cue := cues["directed"].search(text)) is not None:
        yield Unasserted(cue.end(), len(text), "directed")
    if (cue := cues["fiction"].search(text)) is not None:
        yield Unasserted(_sentence_start(text, cue.start()), len(text), "fiction")
    of_sentences: tuple[Kind, ...] = ("reported", "sarcasm")
    for kind in of_sentences:
        for cue in cues[kind].finditer(text):
            end = _SENTENCE_END.search(text, cue.end())
            yield Unasserted(_sentence_start(text, cue.start()), end.end() if end else len(text), kind)


def _sentence_start(text: str, position: int) -> int:
    """Where the sentence at a position begins, looking back at most 400 characters."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text, max(position - 400, 0), position)]
    return ends[-1] if ends else max(position - 400, 0)
