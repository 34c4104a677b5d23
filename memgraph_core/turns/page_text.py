"""The text of a page, whose lines end where the paper did → its paragraphs."""

import re

from memgraph_core.language.scripts import CJK

_FULL = 0.6  # of the longest line: what is shorter did not end for want of room
_ENDS = re.compile(r"[.!?。！？…:：;；][\"'”’)\]」』）]*$")
_BULLET = re.compile(r"(?:[-*•·–—▪◦]|\(?\d{1,3}[.)、]|[a-z]\))\s")
_PARTED = re.compile(r"[^\W\d_]-$")
_CHINESE = re.compile(f"[{CJK}，。、；：！？]")


def unbroken(page: str) -> str:
    """The lines of a paragraph as one, as far as can be told; a word that was parted at the end of a line is whole again.

    A line that is much shorter than the longest, or ends a sentence, ends a paragraph or an item; so does one before a
    bullet or a blank line.
    """
    lines = [line.strip() for line in page.splitlines()]
    full = _FULL * max(map(len, lines), default=0)
    rows: list[str] = []
    before = ""
    for line in lines:
        if rows and _goes_on(before, line, full):
            rows[-1] = _joined(rows[-1], line)
        else:
            rows.append(line)
        before = line
    return "\n".join(rows).strip()


def _goes_on(before: str, line: str, full: float) -> bool:
    if not before or not line or _BULLET.match(line):
        return False
    return len(before) >= full and not _ENDS.search(before)


def _joined(row: str, line: str) -> str:
    if _PARTED.search(row) and line[0].islower():
        return row[:-1] + line
    apart = "" if _CHINESE.match(row[-1]) and _CHINESE.match(line) else " "
    return f"{row}{apart}{line}"
