"""Reads one clause with the patterns of the relation entries that may fit it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.counts import count_of
from memgraph_core.language.en.candidates import anchors_of
from memgraph_core.language.en.clauses import Clause
from memgraph_core.language.en.nouns import noun_phrase
from memgraph_core.language.en.pattern_form import anchor_of, has_form
from memgraph_core.language.en.pattern_match import End, PatternMatch
from memgraph_core.language.en.pattern_objects import action_ends, slot_ends
from memgraph_core.language.en.pattern_status import phrase_of
from memgraph_core.language.en.pattern_subjects import subject_ends
from memgraph_core.language.en.patterns import Pattern
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.versions import with_name_of
from memgraph_core.language.vocabulary import Phrase, relation_of

_IT = frozenset(["it", "this", "that", "them", "they"])
_NO_TOKEN = -1  # index of an object that no token names
_OTHER_SUBJECT = -2  # index of an object that is a subject of the clause


@dataclass(frozen=True, slots=True)
class ClauseReader:
    """Reads one clause."""

    clause: Clause
    ends: Ends
    patterns: Sequence[Pattern]

    def phrases(self) -> Iterator[Phrase]:
        """The phrases that the patterns find. A word is the object of at most one pattern for each subject."""
        used: set[tuple[int, str]] = set()
        anchors = list(anchors_of(self.clause)) if any(p.complements for p in self.patterns) else []
        for pattern in self.patterns:
            anchor = anchor_of(anchors, pattern)
            if not has_form(self.clause, pattern, anchor):
                continue
            match = PatternMatch(self.clause, self.ends, pattern, anchor)
            taken: set[tuple[int, str]] = set()
            for phrase, index in _phrases_with_indexes(match):
                if phrase.only_if is not None or relation_of(phrase.type).only_ends:
                    yield phrase
                elif index < 0 or (index, phrase.subject) not in used:
                    taken |= {(index, phrase.subject), (_anchor_index(match), phrase.subject)}
                    yield phrase
            used |= taken


def _anchor_index(match: PatternMatch) -> int:
    """The index of the word that the pattern names. A word of a class has none, because several patterns may use it."""
    has_class = any(word.startswith(":") for word in match.pattern.complements)
    return match.anchor.i if match.anchor is not None and not has_class else _NO_TOKEN


def _phrases_with_indexes(match: PatternMatch) -> Iterator[tuple[Phrase, int]]:
    """The phrases of a match, each with the index of the token of its object."""
    filled = _filled(match)
    if match.pattern.value == "?" and _has_antecedent(match):
        return
    if match.pattern.value == "each other":
        yield from _pairs(match, filled.get("SUBJ", ()))
        return
    for subject in filled.get("SUBJ", ()):
        for object_ in filled.get("OBJ", ()):
            phrase = phrase_of(match, subject, object_)
            if phrase is not None and (new := filled.get("NEW")):
                phrase = replace(phrase, replacement=with_name_of(new[0].text, phrase.object))
            if phrase is not None:
                yield phrase, object_.token.i if object_.token is not None else _NO_TOKEN


def _has_antecedent(match: PatternMatch) -> bool:
    """Whether a thing is named before the pronoun that a pattern wants: "watched a show but dropped it"."""
    words = (match.anchor, *match.clause.subjects)
    at = next((token.i for token in words if token is not None and token.lower_ in _IT), 0)
    before = match.clause.head.doc[:at]
    return any(t.pos_ in ("NOUN", "PROPN") and t.ent_type_ not in ("DATE", "TIME", "PERSON") for t in before)


def _filled(match: PatternMatch) -> dict[str, list[End]]:
    """The ends by role; an empty result if a slot has no end. The subject of a pattern without one is the speaker."""
    pattern, ends = match.pattern, match.ends
    filled: dict[str, list[End]] = {}
    for slot in pattern.slots:
        filled[slot.role] = list(slot_ends(match, slot))
        if not filled[slot.role]:
            return {}
    if pattern.subject.classes and not pattern.subject.role and not _fits_a_subject(match):
        return {}
    if pattern.subject.role:
        filled[pattern.subject.role] = list(subject_ends(match))
        if pattern.subject.role == "NEW" and not filled["NEW"]:
            return {}
    if pattern.value == "owned":
        filled["OBJ"] = [End(ends.text(n.doc, *noun_phrase(n)), n) for n in match.clause.subjects]
    elif pattern.value:
        filled["OBJ"] = [End(pattern.value, None)]
    if pattern.action:
        filled["OBJ"] = list(action_ends(match))
    if "OBJ" not in filled and (new := filled.get("NEW")) is not None:
        filled["OBJ"] = [End(count.written, one.token) for one in new if (count := count_of(one.text))]
    filled.setdefault("SUBJ", [End(ends.speaker, None)])
    return filled


def _fits_a_subject(match: PatternMatch) -> bool:
    return any(match.fits(subject, match.pattern.subject) for subject in match.clause.subjects)


def _pairs(match: PatternMatch, subjects: Sequence[End]) -> Iterator[tuple[Phrase, int]]:
    """A symmetric relation between two subjects: "Ann and Tom got married"."""
    ends = sorted(subjects, key=lambda end: end.text != match.ends.speaker)
    if len(ends) == 2 and (phrase := phrase_of(match, ends[0], ends[1])) is not None:
        yield phrase, _OTHER_SUBJECT
