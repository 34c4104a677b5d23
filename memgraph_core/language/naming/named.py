"""A name as it stands in a text, and what is no name although it has capitals."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from memgraph_core.language.spans import Gender
from memgraph_core.records.kinds import EntityType

# Addresses, code and money are properties of a note, not entities. ASCII classes: Python's \w would take
# the Chinese words around a mail address for a part of it.
_NO_NAME = re.compile(
    r"(?:https?://|www\.)[^\s，。）》]{1,2000}"
    r"|(?<![A-Za-z0-9.+-])[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9.-]{1,255}"
    r"|(?<![A-Za-z0-9.-])(?:[A-Za-z0-9-]{1,63}\.){1,4}(?:com|org|net|edu|gov|cn|co\.uk)\b(?:/[^\s，。]{0,500})?"
    r"|```.{0,5000}?```|`[^`\n]{0,500}`"
    r"|(?<![A-Za-z0-9_])[@#][A-Za-z0-9_]{1,60}"
    r"|(?<![A-Za-z0-9_])[A-Za-z0-9]{1,40}(?:_[A-Za-z0-9]{1,40}){1,10}(?:\(\))?"
    r"|(?<![A-Za-z0-9_])[A-Za-z]\w{0,40}\(\)"
    r"|(?<![A-Za-z0-9_/.])(?:~|\.{0,2})/(?:[A-Za-z0-9_.-]{1,60}/){0,10}[A-Za-z0-9_.-]{1,60}"
    r"|(?<![A-Za-z0-9_./-])[a-z0-9_-]{1,60}\.(?:py|js|ts|json|md|yaml|toml|sql|csv|txt|sh|pdf|png|jpg)\b"
    r"|(?:US|CA|AU|HK)?[$€£¥]\s?\d[\d,.]{0,20}(?:\s?(?:k|K|m|M|million|billion)\b)?"
    r"|\b\d[\d,.]{0,20}\s?(?:USD|EUR|GBP|RMB|CNY)\b",
    re.DOTALL,
)
_MAY_HOLD_ONE = re.compile(r"[@#/`$€£¥_.(]|\d ?[A-Z]{3}")
HIDDEN = "\x00"  # stands for every hidden character, so that offsets stay


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it stands in a text, and its type where the text tells.

    `text[start:end]` is `Named.text`, except where a text writes a known name in other letters: then
    `Named.text` is the known form, and both have the same name key.
    """

    text: str
    type: EntityType | None = None
    start: int = 0
    end: int = 0
    gender: Gender | None = None


def without_addresses(text: str) -> str:
    """The text, as long as before, with addresses, handles, code and money hidden."""
    if not _MAY_HOLD_ONE.search(text):
        return text
    return _NO_NAME.sub(lambda found: HIDDEN * len(found[0]), text)


def hidden(text: str, pieces: Iterable[tuple[int, int]]) -> str:
    """The text, as long as before, with those pieces hidden."""
    parts, at = list[str](), 0
    for start, end in sorted(pieces):
        parts += [text[at:start], HIDDEN * (end - max(start, at))]
        at = max(end, at)
    return "".join([*parts, text[at:]])


def apart(names: Iterable[Named]) -> list[Named]:
    """Those that do not overlap an earlier one, in order of appearance."""
    kept: list[Named] = []  # in order of their places, so that only two neighbours can be in the way
    for name in names:
        at = bisect_right(kept, name.start, key=lambda other: other.start)
        if (at and kept[at - 1].end > name.start) or (at < len(kept) and kept[at].start < name.end):
            continue
        kept.insert(at, name)
    return kept
