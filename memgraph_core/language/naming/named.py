"""A name in a text, and the parts of a text that are hidden from the search for names."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from memgraph_core.language.spans import Gender
from memgraph_core.records.kinds import EntityType

# Addresses, code and amounts of money are not entities. The classes are ASCII, because Python's \w would match the
# Chinese characters around a mail address.
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
_POSSIBLE = re.compile(r"[@#/`$€£¥_.(]|\d ?[A-Z]{3}")
HIDDEN = "\x00"  # replaces each hidden character, so that offsets stay valid


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a text, at `text[start:end]`, and its type if the text shows it.

    `Named.text` is the text at this place. If a known name is written differently there (in lower case), `Named.text`
    is the known form; both have the same name key.
    """

    text: str
    type: EntityType | None = None
    start: int = 0
    end: int = 0
    gender: Gender | None = None


def without_addresses(text: str) -> str:
    """The text with addresses, handles, code and amounts of money hidden. Its length does not change."""
    if not _POSSIBLE.search(text):
        return text
    return _NO_NAME.sub(lambda found: HIDDEN * len(found[0]), text)


def with_hidden(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """The text with these ranges hidden. Its length does not change."""
    parts, position = list[str](), 0
    for start, end in sorted(ranges):
        parts += [text[position:start], HIDDEN * (end - max(start, position))]
        position = max(end, position)
    return "".join([*parts, text[position:]])


def without_overlaps(names: Iterable[Named]) -> list[Named]:
    """The names that do not overlap one before them in `names`, sorted by offset."""
    kept: list[Named] = []  # sorted and without overlaps, so that only the two neighbours must be compared
    for name in names:
        index = bisect_right(kept, name.start, key=lambda other: other.start)
        if (index and kept[index - 1].end > name.start) or (
            index < len(kept) and kept[index].start < name.end
        ):
            continue
        kept.insert(index, name)
    return kept
