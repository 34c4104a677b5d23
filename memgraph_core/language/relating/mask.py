"""Masked sentences: each mention of a person or thing is replaced by one character, its sign.

Patterns over a masked sentence are short, because "my elder sister Clara" is one character. Signs are characters of
Unicode's private use area. Owners ("my", "her") have signs of another range than other mentions, so that
"my work at the office" is not read as "I work at the office".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.spans import Span

_FIRST = 0xE000  # the sign of the first span; that of an owner is _OWNER higher
_OWNER = 0x800
_MAX_SIGNS = 0x7FF  # spans of one sentence that can have a sign
SOMEBODY = "\ue000-\ue7ff"  # inside a character class
OWNER = "\ue800-\uefff"
SIGN = f"[{SOMEBODY}{OWNER}]"
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_SHOWN = re.compile(SIGN)
_OWNING = frozenset(["my", "our", "your", "his", "her", "their", "its", "mine"])
_FIRST_PERSON = {
    "en": re.compile(
        r"\b(?:I|[Ww]e|[Mm]e|[Uu]s|[Mm]y|[Oo]ur|[Mm]yself)\b|(?<![\w'’])i(?=['’]|\s)|\bI(?=(?:m|ve)\b)"
    ),
    "zh": re.compile(r"我们|咱们?|俺|我"),
}


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence, its masked text, and the span of each sign."""

    sentence: str
    text: str
    spans: tuple[Span, ...]
    offsets: tuple[int, ...]  # offset in the sentence of each character of the text, and of its end

    def span(self, sign: str) -> Span:
        """The span that a sign replaces."""
        return self.spans[(ord(sign) - _FIRST) % _OWNER]

    def name(self, sign: str) -> str:
        """The name of the span that a sign replaces."""
        return self.span(sign).name

    def written(self, sign: str) -> str:
        """The words of the sentence that a sign replaces."""
        span = self.span(sign)
        return self.sentence[span.start : span.end]

    def is_person(self, text: str) -> bool:
        """Whether a text is the sign of a person."""
        return _SHOWN.fullmatch(text) is not None and self.span(text).type == "Person"

    def shown(self, piece: str, possessive: str = "'s") -> str:
        """A piece of the masked text with names in place of its signs."""

        def name(match: re.Match[str]) -> str:
            owning = possessive if ord(match[0]) >= _FIRST + _OWNER else ""
            return self.name(match[0]) + owning

        return _SHOWN.sub(name, piece)


def masked(sentence: str, language: str, spans: Sequence[Span], speaker: str) -> Masked:
    """The sentence with a sign for each span and for each pronoun of the first person, which means the speaker.

    Of two overlapping spans the longer one is used.
    """
    first_person = [
        Span(m.start(), m.end(), speaker, "Person") for m in _FIRST_PERSON[language].finditer(sentence)
    ]
    chosen = [_with_quotes(s, sentence) for s in _apart([*spans, *first_person], len(sentence))[:_MAX_SIGNS]]
    text: list[str] = []
    offsets: list[int] = []
    end = 0
    for number, span in enumerate(chosen):
        text.append(_PRIVATE.sub("\ufffd", sentence[end : span.start]))
        offsets += range(end, span.start + 1)
        is_owner = sentence[span.start : span.end].lower() in _OWNING
        text.append(chr(_FIRST + number + (_OWNER if is_owner else 0)))
        end = span.end
    text.append(_PRIVATE.sub("\ufffd", sentence[end:]))
    offsets += range(end, len(sentence) + 1)
    return Masked(sentence, "".join(text), tuple(chosen), tuple(offsets))


def _with_quotes(span: Span, sentence: str) -> Span:
    """The span extended by the quotation marks around it, as titles have them."""
    before, after = sentence[span.start - 1 : span.start], sentence[span.end : span.end + 1]
    if before and (before + after) in ('""', "“”", "《》"):
        return replace(span, start=span.start - 1, end=span.end + 1)
    return span


def _apart(spans: Sequence[Span], length: int) -> list[Span]:
    """The spans sorted by start, without overlaps. Longer spans are preferred, then earlier ones."""
    taken = bytearray(length)
    chosen: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        fits = 0 <= span.start < span.end <= length and bool(span.name.strip())
        if fits and not any(taken[span.start : span.end]):
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
            chosen.append(span)
    return sorted(chosen, key=lambda s: s.start)
