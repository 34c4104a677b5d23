"""The text of a page with line breaks of the layout → its paragraphs."""

import re

from memgraph_core.language.scripts import CJK

_MIN_FULL = 0.6  # share of the longest line; a shorter line ends a paragraph
_ENDS = re.compile(r"[.!?。！？…:：;；][\"'”’)\]」』）]*$")
_BULLET = re.compile(r"(?:[-*•·–—▪◦]|\(?\d{1,3}[.)、]|[a-z]\))\s")
_HYPHENATED = re.compile(r"[^\W\d_]-$")
_CHINESE = re.compile(f"[{CJK}，。、；：！？]")


def joined_lines(page: str) -> str:
    """Join the lines of each paragraph, and words that are hyphenated at a line end.

    A paragraph or list item ends with a line that is much shorter than the longest line or that ends a sentence, and
    before a bullet or a blank line.
    """
    lines = [line.strip() for line in page.splitlines()]
    full = _MIN_FULL * max(map(len, lines), default=0)
    rows: list[str] = []
    before = ""
    for line in lines:
        if rows and _continues(before, line, full):
            rows[-1] = _joined(rows[-1], line)
        else:
            rows.append(line)
        before = line
    return "\n".join(rows).strip()


def _continues(before: str, line: str, full: float) -> bool:
    if not before or not line or _BULLET.match(line):
        return False
    return len(before) >= full and not _ENDS.search(before)


def _joined(row: str, line: str) -> str:
    if _HYPHENATED.search(row) and line[0].islower():
        return row[:-1] + line
    separator = "" if _CHINESE.match(row[-1]) and _CHINESE.match(line) else " "
    return f"{row}{separator}{line}"
