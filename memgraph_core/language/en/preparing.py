"""Sentences of chats, prepared for the parser, which was trained on edited text.

A sentence is divided where clauses are only put side by side ("went with Flask; it's small"). In each part the names of
persons and kin are replaced by common given names, which the parser always reads as names ("my sis works" is not a
compound noun), other names get a capital letter, and short forms are written out. The spans and the offsets are those of
the prepared text; `origin` gives the place in the sentence.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.en.fragments import completions, label_of
from memgraph_core.language.persons.kin import kin_name, kin_words
from memgraph_core.language.spans import Span

# Endings of the international names of medicines.
MEDICINE = re.compile(
    r"(?<!\w)[A-Za-z]{3,}(?:formin|tadine|pril|sartan|statin|zole|olol|pine|dipine|xetine|traline|pram|azepam|zolam"
    r"|profen|proxen|cillin|mycin|cycline|"
    r"xaban|gatran|gliptin|gliflozin|tidine|thiazide|semide|parin|mab|tinib|prost|lukast|terol|sone|solone"
    r"|thyroxine|pentin|"
    r"balin|pidem|apine|idone|caine|codone|vir|prazole|floxacin|bactam|tropium|triptan|setron|dronate|glutide"
    r"|clone|prion|pion|faxine|prine)(?!\w)"
)
_ADDRESSEE = frozenset(("you", "ya", "u", "yourself"))
_STAND_INS = ("Anna", "Peter", "Maria", "Thomas", "Laura", "Martin", "Julia", "Robert", "Sarah", "Daniel")
_BREAK = re.compile(
    r";\s|\s[-–—]+\s|—|\s?(?:\.{3,}|…)\s|:\s(?=\w)|\s->\s"
    r"|,\s(?=(?:(?:and|but|so|also|then|now|btw|turns out)\s)?(?:i|we|he|she|they|it|that|this"
    r"|there)(?:['’](?:m|s|re|ve|d|ll))?\s"
    r"(?!(?:\w+ )?(?:said|says|say|claims?|claimed|thinks?|thought|told|tells|insists?|swears?|believes?"
    r"|believed|wrote|writes|reckons?)\b))",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(
    r"\W*(?:(?:and|but|so|well|then|even)\s)?(?:if|when|whenever|because|cause|cuz|since|although|though|while"
    r"|as|after|before|once"
    r"|until|unless|whether|had|were|should|imagine|suppose|supposing|assume|pretend|say|let['’]?s say|what if"
    r"|whoever|every time"
    r"|for someone|now that|given that|in case|everyone|somebody|someone)\b",
    re.IGNORECASE,
)
_IS = re.compile(
    r"(?<=\w)['’]s(?=\s(?:a|an|the|my|our|not|been|already|still|now|on|in|at|from|into|also|just|really|so|too"
    r"|only|always|never|both"
    r"|allergic|afraid|scared|terrified|married|engaged|pregnant|vegan|vegetarian|diabetic|single|based|called"
    r"|named|fluent|into|due"
    r"|remarried|retired|back|over|obsessed|moving|working|living|learning|studying|going|getting|leaving"
    r"|starting|playing|training"
    r"|taking|doing|coming|running|writing|joining|turning|having|automating|responsible|interested|gone|mad|crazy"
    r"|part of|good at|bad at|keen|fond|proud|happy|ill|sick|unwell|away|home|here|vegan|coeliac|asthmatic|\d{1,2}(?! ?%))\b)"
    r"|(?<=\w)['’]s(?=\s(?-i:[A-Z])[a-z]+(?:an|ish|ese|ch|ic|ek)\W*$)",
    re.IGNORECASE,
)
_SHORT_FORMS = (
    (re.compile(r"(?<=\ballergic to )(?=[a-z])"), "the "),
    (re.compile(r"(?<=\b(?:had|has) )(?=type [12] )"), "the "), (re.compile(r"(?<=\bhave )(?=type [12] )"), "the "),
    (re.compile(r"\bim\b(?=\s)", re.IGNORECASE), "I'm"), (re.compile(r"\bive\b(?=\s)", re.IGNORECASE), "I've"),
    (re.compile(r"\bid (?=(?:love|like|rather|prefer)\b)", re.IGNORECASE), "I'd "),
    (re.compile(r"\bdont\b", re.IGNORECASE), "don't"), (re.compile(r"\bdoesnt\b", re.IGNORECASE), "doesn't"),
    (re.compile(r"\bdidnt\b", re.IGNORECASE), "didn't"), (re.compile(r"\bcant\b", re.IGNORECASE), "can't"),
    (re.compile(r"\bwont\b", re.IGNORECASE), "won't"), (re.compile(r"\bisnt\b", re.IGNORECASE), "isn't"),
    (re.compile(r"\barent\b", re.IGNORECASE), "aren't"), (re.compile(r"\bhavent\b", re.IGNORECASE), "haven't"),
    (re.compile(r"\bhes\b(?=\s)", re.IGNORECASE), "he's"), (re.compile(r"\bshes\b(?=\s)", re.IGNORECASE), "she's"),
    (re.compile(r"\btheyre\b", re.IGNORECASE), "they're"), (re.compile(r"\bthats\b", re.IGNORECASE), "that's"),
    (re.compile(r"\bu\b(?=\s)", re.IGNORECASE), "you"), (re.compile(r"\bw/ ", re.IGNORECASE), "with "),
    (re.compile(r"\bgotta\b", re.IGNORECASE), "have to"), (re.compile(r"\bwanna\b", re.IGNORECASE), "want to"),
    (re.compile(r"\bgonna\b", re.IGNORECASE), "going to"), (re.compile(r"\bi(?=['’ ])(?<![\w'’]i)", re.IGNORECASE), "I"),
    (re.compile(r"\b(?:rn"
    r"|atm)\b"), "now"), (re.compile(r"(?<=\w)\s?\+\s?(?=\w)"), " and "), (re.compile(r"(?<=[a-z])\s&\s(?=[a-z])"), " and "),
    (re.compile(r"^(?:\W*(?:honestly|ngl|tbh|btw|fyi|lol|ugh|ok|okay|right|well|anyway|oh|yeah|yes|no|hey|hi|actually|so|and|but"
                r"|update|quick update|small update|heads up|quick heads up|good news|big news|big day|finally"
                r"|also)\b[\s,:!.]+)+",
                re.IGNORECASE), ""),
)  # fmt: skip

_JOINED = re.compile(r",?\s(?:and|but|while|whereas)\s$|,\s$")
_PREDICATE = re.compile(
    r"(?:['’]s)?\s(?:also |just |already |now |still |only |always |recently )?(?:is|was|has|had|works?|lives?"
    r"|loves?|likes?|hates?|plays?"
    r"|got|can|will|leads?|runs?|does|did|went|moved|started|teaches|studies|speaks|wants|married|died|left"
    r"|bought)\b",
    re.IGNORECASE,
)
_BARE_KIN = re.compile(
    r"(?:^|(?<=[,;:.!] )|\b(?:and|but|so|because|when|that|with|for|to|about|is|as) )(?P<kin>(?P<word>mum|mom"
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
        """The place in the sentence of a place in the text."""
        piece = max(bisect_right(self.starts, position) - 1, 0)
        return self.origins[piece] + position - self.starts[piece]


def prepared_parts(sentence: str, spans: Sequence[Span], speaker: str) -> list[Prepared]:
    """The parts of a sentence, in order."""
    # What somebody says of "you" is a guess, a wish or a compliment more often than a fact.
    spans = [span for span in spans if sentence[span.start : span.end].lower() not in _ADDRESSEE]
    spans = [*spans, *_bare_kin(sentence, spans, speaker)]
    spans += _medicines(sentence, spans)
    return [_prepared(sentence, start, end, spans) for start, end in _parts(sentence, spans)]


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


def _parts(sentence: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    start = 0
    breaks = sorted(
        [*_BREAK.finditer(sentence), *_before_persons(sentence, spans)], key=lambda match: match.start()
    )
    for match in breaks:
        if match.start() < start:
            continue
        if any(span.start < match.end() - 1 and match.start() < span.end for span in spans):
            continue
        before = sentence[start : match.start()]
        if match[0][0] == ":" and label_of(sentence[start : match.end() + 1]):
            continue
        if len(before.split()) < 2 or (match[0][0] == "," and _SUBORDINATE.match(before)):
            continue
        yield start, match.start()
        start = match.end()
    yield start, len(sentence)


def _before_persons(sentence: str, spans: Sequence[Span]) -> Iterator[re.Match[str]]:
    """Where a clause about another person begins: "… and my mum is diabetic"."""
    for span in spans:
        if span.type == "Person" and _PREDICATE.match(sentence, span.end):
            match = _JOINED.search(sentence, max(span.start - 12, 0), span.start)
            if match is not None:
                yield match


def _prepared(sentence: str, start: int, end: int, spans: Sequence[Span]) -> Prepared:
    changes = _changes(sentence[start:end], [
        replace(s, start=s.start - start, end=s.end - start) for s in spans if start <= s.start and s.end <= end
    ])  # fmt: skip
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


def _changes(part: str, spans: Sequence[Span]) -> list[tuple[int, int, str, Span | None]]:
    """What is replaced, in order and without overlaps: the spans and the short forms."""
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
            elif words.islower() and (
                span.type in ("Place", "Organization", "Work") or MEDICINE.fullmatch(words)
            ):
                words = words.capitalize()
            found.append((span.start, span.end, words, span))
    for first, last, words in completions(part, spans):
        if not any(taken[first:last]):
            taken[first:last] = b"\1" * (last - first)
            found.append((first, last, words, None))
    for pattern, words in ((_IS, " is"), *_SHORT_FORMS):
        for match in pattern.finditer(part):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
                found.append((match.start(), match.end(), words, None))
    return sorted(found, key=lambda change: change[:2])
