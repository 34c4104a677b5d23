"""Whether a statement without a subject is about the speaker, or about somebody whom the text before it is about."""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.self_named import called_myself
from memgraph_core.language.relations import Phrase
from memgraph_core.language.spans import Span, items_between
from memgraph_core.language.vocabulary import section_of
from memgraph_core.records.graph import Turn

_BEFORE = 3  # sentences, with the one of the statement, that show whom it is about
_DOCTOR = re.compile(r"(?:Dr|Mr|Prof)\.? ")


class ReadTurn(Protocol):
    """What is read of a turn before its statements."""

    @property
    def turn(self) -> Turn:
        """The turn."""
        ...

    @property
    def language(self) -> str:
        """Its language."""
        ...

    @property
    def spans(self) -> Sequence[Span]:
        """The mentions in it, by start."""
        ...


def is_of_other(phrase: Phrase, sentence: tuple[int, int], begins: Sequence[int], read: ReadTurn) -> bool:
    """Whether a phrase of a sentence that names nobody is not certainly the speaker's, because the text before it is only about
    somebody else: "Mum had her check-up. Still on the tablets". `begins` are the starts of the sentences up to this one.
    """
    if phrase.subject != read.turn.speaker or section_of(phrase.type) == "plans" or phrase.type == "REQUIRES":
        return False  # a plan or a request that names nobody is the speaker's
    begins = begins[-_BEFORE:]
    start, end = sentence
    first, at = begins[0] if begins else start, start + phrase.start
    text, pack = read.turn.text, pack_of(read.language)
    others = _others(phrase, text[first:at], items_between(read.spans, first, at), read.language)
    openings = {
        (begin, span.start) for span in others for begin in begins
        if begin <= span.start and pack.opens_subject(text[begin : span.start])
    }  # fmt: skip
    is_opened = bool(openings) or any(pack.opens_with_other(text[begin:at]) for begin in begins if begin < at)
    if not is_opened:
        return False
    before = list(text[first:at])
    for begin, end_ in (*openings, *((span.start, span.end) for span in others)):
        before[begin - first : end_ - first] = " " * (end_ - begin)
    return pack.leaves_out_speaker("".join(before)) and pack.leaves_out_speaker(text[at:end])


def _others(phrase: Phrase, before: str, spans: Iterable[Span], language: str) -> list[Span]:
    """The mentions whom a statement may be about, without the name that the speaker gives: "Dora here"."""
    meant = [span for span in spans if _may_be_meant(span, phrase)]
    own = {stated.name for stated in called_myself(before, language)} if meant else ()
    return [span for span in meant if span.name not in own]


def _may_be_meant(span: Span, phrase: Phrase) -> bool:
    """Whether a mention may be the person or the animal that a state without a subject is about. Animals do not work, and a
    doctor is not the patient.
    """
    section = section_of(phrase.type)
    if section == "health" and _DOCTOR.match(span.name or ""):
        return False
    is_possible = span.type == "Person" or (span.type in ("Thing", None) and section != "work")
    return is_possible and bool(span.name) and span.name != phrase.subject
