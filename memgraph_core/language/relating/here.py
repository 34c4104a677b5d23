"""The place that "here" means: in "Hello from Porto! I moved here" it is Porto.

Only "here" after verbs of living, working and moving is resolved, and only to a place in the same turn at which the
speaker says to be. A place that was only visited or mentioned is not used.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.spans import Span

_HERE = {
    "en": re.compile(
        r"\b(?:mov(?:e[sd]?|ing)|relocat(?:ed?|ing)|settled?(?: down)?|liv(?:e[sd]?|ing)|work(?:s|ed|ing)?|born)"
        r"(?: back| over| up| down)? (?P<here>here)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"(?:搬到了?|搬来了?|搬进了?|住在|定居在?|在)(?P<here>这里|这儿|这边)"),
}
_I_AM_AT = {  # before a place
    "en": re.compile(
        r"\b(?:(?:hello|hi|hey|greetings|regards|postcard|live|news)(?: again)? from|(?:I['’]m|I am|we['’]re|we are)"
        r"(?: (?:now|back|finally|still|here|home|all|both|already))* in|arrived in|welcome to"
        r"|(?:love|like|enjoy(?:ing)?)(?: living in)?)"
        r"(?: (?:sunny|rainy|lovely|beautiful|cold|warm|hot|the))* $",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:(?:我们?|咱们?)?(?:人)?(?:现在|目前|如今|已经|终于|还|就)*(?:在|到了?|来到了?|来自)|喜欢|爱上了?)$"
    ),
}
_IS_GOOD = {  # after it
    "en": re.compile(r" is (?:so|such|really|very|great|lovely|wonderful|beautiful|amazing|cold|hot|rainy)\b", re.IGNORECASE),
    "zh": re.compile(r"(?:真的?|很|好|太|挺|特别|非常)[^，。！？\s]{1,4}"),
}  # fmt: skip
_REACH = 60  # characters before and after a place that are searched for such words


def places_here(text: str, language: str, spans: Sequence[Span]) -> Iterator[Span]:
    """A span for each "here" that means a place, with the name of the last place before it at which the speaker is."""
    if "here" not in text and "这" not in text:
        return
    places = [
        span
        for span in spans
        if span.name and span.type in ("Place", None) and _is_location_of_speaker(text, language, span)
    ]
    for match in _HERE.get(language, _HERE["en"]).finditer(text):
        start, end = match.span("here")
        earlier = [place for place in places if place.end <= start]
        if earlier and not any(span.start < end and start < span.end for span in spans):
            yield replace(earlier[-1], start=start, end=end, type="Place", gender=None)


def _is_location_of_speaker(text: str, language: str, place: Span) -> bool:
    before, after = text[max(place.start - _REACH, 0) : place.start], text[place.end : place.end + _REACH]
    cue, praise = _I_AM_AT.get(language, _I_AM_AT["en"]), _IS_GOOD.get(language, _IS_GOOD["en"])
    return bool(cue.search(before) or praise.match(after))
