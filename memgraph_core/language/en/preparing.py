"""Sentences of chats, prepared for the parser, which was trained on edited text.

In each part of a sentence, the names of persons and kin are replaced by common given names. The parser always reads these as
names; otherwise "my sis works" could be a compound noun. Other names get a capital letter, and short forms are written out. Spans
and offsets refer to the prepared text; `origin` gives the offset in the sentence.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.en.asides import asides_in
from memgraph_core.language.en.fragments import About, completions
from memgraph_core.language.en.segments import borders_in
from memgraph_core.language.en.short_forms import written_out
from memgraph_core.language.en.things import MEDICINE
from memgraph_core.language.persons.kin import alternation, kin_name, kin_words
from memgraph_core.language.spans import Span

# A dose directly after a medicine. The parser takes its unit for the object: "I take ramipril 5 mg".
_DOSE = re.compile(
    r"(?<!\w)(?P<medicine>(?:co-)?[A-Za-z]{4,})(?P<dose>,? \(?\d+(?:\.\d+)? ?(?:mg|mcg|µg|ug|iu)\b\)?"
    r"| \d{2,4}(?:/\d{2,4})?(?=\s*(?:$|[,.;)])|\s(?:once|twice|three times|daily|nightly|instead|nights?|mornings?|a day|at night"
    r"|every|each|in the)\b))",
    re.IGNORECASE,
)
# Words of a reaction to what the hearer has said: "Swimming with sharks, that sounds scary".
_STRENGTH = re.compile(r" \d[\d/.]*$")
_HEARER = re.compile(r"\byour\b|,\s(?:that|it|this)\s(?:sounds?|looks|must|seems)\b", re.IGNORECASE)
# Somebody who is named after what is said of them: "Allergic to nuts, my sister", "can't eat nuts, that one".
_OF_OTHER = re.compile(
    r",\s(?:(?:that|this) (?:one|lot|boy|girl|lad|lass|man|woman|dog|cat)"
    rf"|(?:my|our|his|her) (?:{alternation(kin_words('en'))})|him|her|them|(?:he|she) is)\W*$",
    re.IGNORECASE,
)
_ADDRESSEE = frozenset(("you", "ya", "u", "yourself"))
_STAND_INS = ("Anna", "Peter", "Maria", "Thomas", "Laura", "Martin", "Julia", "Robert", "Sarah", "Daniel")
_BARE_KIN = re.compile(
    r"(?:^|(?<=[,;:.!] )|\b(?:and|but|so|because|when|that|with|for|to|about|is|as) )(?P<kin>(?P<word>mum|mom|mam"
    r"|dad|daddy|grandma|grandpa|nana|gran|grandad))"
    r"(?=['’]s\b|\s(?!of\b))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A part of a sentence as the parser reads it, with the spans in it."""

    text: str
    spans: tuple[Span, ...]
    starts: tuple[int, ...]  # where the pieces of `text` begin
    origins: tuple[int, ...]  # where they begin in the sentence

    def origin(self, position: int) -> int:
        """The offset in the sentence of an offset in the text."""
        piece = max(bisect_right(self.starts, position) - 1, 0)
        return self.origins[piece] + position - self.starts[piece]


def prepared_parts(sentence: str, spans: Sequence[Span], speaker: str) -> list[Prepared]:
    """The parts of a sentence, in order."""
    # A statement about "you" is more often a guess, a wish or a compliment than a fact.
    spans = [span for span in spans if sentence[span.start : span.end].lower() not in _ADDRESSEE]
    spans = [_without_strength(s, sentence) for s in spans]
    spans = [*spans, *_bare_kin(sentence, spans, speaker)]
    spans += _medicines(sentence, spans)
    about = _about(sentence)
    return [_prepared(sentence, start, end, spans, about) for start, end in borders_in(sentence, spans)]


def _about(sentence: str) -> About:
    """Whom a sentence without a subject is about."""
    if _OF_OTHER.search(sentence):
        return "other"
    return "hearer" if _HEARER.search(sentence) else "speaker"


def _without_strength(span: Span, sentence: str) -> Span:
    """A medicine without the strength that was taken for a part of its name: "naproxen 500"."""
    words = sentence[span.start : span.end]
    strength = _STRENGTH.search(words)
    if strength is None or MEDICINE.fullmatch(words[: strength.start()]) is None:
        return span
    return replace(span, end=span.start + strength.start(), name=words[: strength.start()])


def _bare_kin(sentence: str, spans: Sequence[Span], speaker: str) -> Iterator[Span]:
    """Kin of the speaker that no span covers, such as `mum` in small letters."""
    for match in _BARE_KIN.finditer(sentence):
        if not any(span.start < match.end() and match.start("kin") < span.end for span in spans):
            word = kin_words("en")[match["word"].lower()].word
            yield Span(match.start("kin"), match.end("kin"), kin_name(speaker, word, "en"), "Person")


def _medicines(sentence: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The words that look like medicines, which the parser takes for verbs when they are not capitalised."""
    for match in MEDICINE.finditer(sentence):
        if not any(span.start < match.end() and match.start() < span.end for span in spans):
            yield Span(match.start(), match.end(), match[0], "Thing")


def _prepared(
    sentence: str,
    start: int,
    end: int,
    spans: Sequence[Span],
    about: About,
) -> Prepared:
    changes = _changes(
        sentence[start:end],
        [
            replace(s, start=s.start - start, end=s.end - start)
            for s in spans
            if start <= s.start and s.end <= end
        ],
        about,
    )
    text, starts, origins, kept = "", [0], [start], list[Span]()
    position = 0
    for first, last, words, span in changes:
        text += sentence[start + position : start + first]
        if span is not None:
            kept.append(replace(span, start=len(text), end=len(text) + len(words)))
        starts.append(len(text))
        origins.append(start + first)
        text += words
        starts.append(len(text))
        origins.append(start + last)
        position = last
    text += sentence[start + position : end]
    return Prepared(text, tuple(kept), tuple(starts), tuple(origins))


def _changes(part: str, spans: Sequence[Span], about: About) -> list[tuple[int, int, str, Span | None]]:
    """The replacements, in order and without overlaps: of spans and of short forms."""
    found: list[tuple[int, int, str, Span | None]] = []
    stand_ins = iter(_STAND_INS)
    taken = bytearray(len(part) + 1)
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        if span.start < span.end and not any(taken[span.start : span.end]):
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
            words = part[span.start : span.end]
            if span.type == "Person" and not span.plural:
                possessive = words.lower() in ("his", "her", "their", "its")
                words = next(stand_ins, words) + ("'s" if possessive else "")
            elif words.islower() and MEDICINE.fullmatch(words):
                words = words.capitalize().replace("-", "")
            elif words.islower() and span.type in ("Place", "Organization", "Work"):
                words = words.capitalize()
            found.append((span.start, span.end, words, span))
    for first, last, words in (
        *asides_in(part),
        *completions(part, spans, about),
        *(
            (dose.start("dose"), dose.end(), "")
            for dose in _DOSE.finditer(part)
            if MEDICINE.fullmatch(dose["medicine"])
        ),
        *written_out(part),
    ):
        if not any(taken[first:last]):
            taken[first:last] = b"\1" * (last - first)
            found.append((first, last, words, None))
    return sorted(found, key=lambda change: change[:2])
