"""English ages of several people in one list: "Micah and Bea, 6 and 4", and ages beside a name: "15-year-old Theo", "Max (8)"."""

import re
from collections.abc import Iterator

from memgraph_core.language.en.preparing import Prepared
from memgraph_core.language.vocabulary import Phrase

_NUMBER = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty)"
)
_NAME = r"(?-i:[A-Z][\w'’-]*)"
_LIST = re.compile(
    rf"(?<!\w)(?P<names>{_NAME}(?:, {_NAME})*,? (?:and|&) {_NAME})(?:,| \(|,? (?:who )?are(?: now)?|,? aged)[ (]*"
    rf"(?P<ages>{_NUMBER}(?:, {_NUMBER})*,? (?:and|&) {_NUMBER})(?= years| now\b| today\b| respectively|\)|[.,;!?]|$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"(?<![\w-])(?P<age>{_NUMBER})-year-old (?P<name>{_NAME})", re.IGNORECASE)
_BEHIND = re.compile(rf"(?<![\w-])(?P<name>{_NAME}) \((?:aged )?(?P<age>{_NUMBER})\)", re.IGNORECASE)
_ITEM = re.compile(r"[^\s,&()]+")
_JOINING = frozenset(["and", "&"])
_CONFIDENCE = 0.75


def ages_in(part: Prepared) -> Iterator[Phrase]:
    """The ages that a list, an adjective or brackets give to names."""
    for match in _LIST.finditer(part.text):
        names, ages = list(_items(match, "names")), list(_items(match, "ages"))
        if len(names) == len(ages):
            for (start, _), (_, age) in zip(names, ages, strict=True):
                yield from _age(part, start, age)
    for match in (*_BEFORE.finditer(part.text), *_BEHIND.finditer(part.text)):
        yield from _age(part, match.start("name"), match["age"])


def _items(match: re.Match[str], group: str) -> Iterator[tuple[int, str]]:
    """The names or numbers of a list, with their offsets."""
    for item in _ITEM.finditer(match.string, *match.span(group)):
        if item[0].lower() not in _JOINING:
            yield item.start(), item[0]


def _age(part: Prepared, start: int, age: str) -> Iterator[Phrase]:
    span = next((span for span in part.spans if span.start <= start < span.end), None)
    if span is not None and span.name and not span.plural and span.type in ("Person", "Thing", None):
        yield Phrase(
            span.name, "AGED", age, object_type="Concept", start=start, confidence=_CONFIDENCE, dated=False
        )
