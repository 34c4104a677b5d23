"""Antecedents of third-person pronouns: the people of the current and the last turns, scored by how well they fit.

`PronounRules` has what depends on the language; this module is shared. The antecedents from earlier turns are only
names and kin, never resolved pronouns. Therefore the result does not depend on how the turns are divided into
extraction windows.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.spans import Gender, Span
from memgraph_core.records.grouping import grouped

MAX_EARLIER_TURNS = 4  # earlier turns in which an antecedent is searched
MIN_CONFIDENCE = 0.55  # of "he" and "she"; above it 7 of 8 were right
MIN_PLURAL_CONFIDENCE = 0.65  # of "they"; higher, because a text has many unnamed plurals

_BASE_SCORE = 0.9  # a candidate in the same sentence
_SUBJECT_BONUS = 0.08
_UNKNOWN_GENDER_PENALTY = -0.14
# a capitalised word that may be a person, a pet, an organisation or a work, and is no subject
_DOUBTFUL_PENALTY = -0.42
_SENTENCE_PENALTY = -0.05
_EARLIER_TURN_PENALTY = -0.06  # once, for any earlier turn
_TURN_PENALTY = -0.08
_REPEATED_BONUS = 0.05
_CLOSE_MARGIN = 0.1  # if the second-best candidate is closer than this,
# the same for a candidate that is no subject, in a strict search; 3 of 12 closer ones were wrong
_OBJECT_MARGIN = 0.25
_RIVAL_PENALTY = -0.45  # the confidence in the best one is reduced by this
_MAX_SENTENCES = 4
_MAX_CANDIDATES = 12  # of one turn, the nearest ones


@dataclass(frozen=True, slots=True)
class RelatedKin:
    """A relative, friend or pet of somebody, mentioned in a turn at `start`: "my sister Clara", "my sister"."""

    start: int
    owner: str
    relation: str  # from the owner to the kin
    name: str  # a description (`Ada's sister`) if `is_named` is false
    # A phrase for them without the name (`Ada's sister`); None if it fits many people
    description: str | None = None
    is_named: bool = True
    work: str | None = None  # their role for the owner, if it is also an occupation: `dentist`
    is_former: bool = False  # "my old boss Desmond"


@dataclass(frozen=True, slots=True)
class TurnMentions:
    """A turn with its speaker and the mentions of people and things in it, as spans of `text`.

    A span with an empty name is somebody whose name is not known.
    """

    speaker: str | None
    text: str
    language: str
    spans: tuple[Span, ...] = ()
    kin: tuple[RelatedKin, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A pronoun, `text[start:end]` of its turn, and the name of its antecedent; None if the confidence is too low."""

    start: int
    end: int
    text: str
    name: str | None
    confidence: float
    plural: bool = False
    # characters from the last mention of its antecedent in the same turn to the pronoun
    back: int | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible antecedent. An empty name means an unnamed person: it competes with the named candidates."""

    name: str
    start: int
    end: int
    gender: Gender | None = None
    plural: bool = False
    subject: bool = False
    doubtful: bool = False  # perhaps not a person


@dataclass(frozen=True)
class TurnStructure:
    """The candidates, sentences and clauses of one turn, for the search for antecedents."""

    candidates: tuple[Candidate, ...]  # by offset
    sentences: tuple[int, ...]  # end of each sentence
    clauses: tuple[int, ...]  # end of each clause
    genders: frozenset[str]  # of the pronouns in the turn: f, m, and p for the plural
    unresolved: frozenset[str] = frozenset()  # those of them before which nobody is mentioned who fits

    @cached_property
    def by_name(self) -> Mapping[str, list[Candidate]]:
        """Name → its candidates, by offset."""
        return grouped((each.name, each) for each in self.candidates)

    def sentence_at(self, offset: int) -> int:
        """The index of the sentence at an offset."""
        return bisect_right(self.sentences, offset)

    def clause_at(self, offset: int) -> int:
        """The index of the clause at an offset."""
        return bisect_right(self.clauses, offset)


@dataclass(frozen=True, slots=True)
class AntecedentQuery:
    """A pronoun for which an antecedent is searched."""

    offset: int
    gender: Gender | None
    plural: bool = False
    is_object: bool = False  # him, her: the subject of the same clause is excluded
    max_turns: int = MAX_EARLIER_TURNS
    # Whether others who may be meant make a candidate doubtful that is no subject, or is of an earlier turn.
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class PronounRules:
    """The pronouns of a language, and the cues around them that restrict their antecedents."""

    pronoun: re.Pattern[str]
    first: frozenset[str]
    second: frozenset[str]
    we: frozenset[str]
    they: frozenset[str]
    genders: Mapping[str, Gender]
    structure_of: Callable[[TurnMentions], TurnStructure]
    quotes: Callable[[str], list[tuple[int, int]]]  # quoted ranges: "I" in them is not the speaker
    is_generic_you: Callable[[str, int], bool]  # text, start: a "you" that means people in general
    is_numeral: Callable[[str, int], bool]  # text, start: an "I" that is a Roman number
    # text, pronoun, start, end: it is an object in its clause
    is_object: Callable[[str, str, int, int], bool]
    apposed: re.Pattern[str]  # the text between a name and a pronoun that repeats it: "my sister, she …"
    is_both_speakers: Callable[[str, int], bool]  # text, start: a "we" that means speaker and addressee
    is_with_speaker: Callable[[str, Candidate], bool]  # somebody named together with the speaker: "Tom and I"
    join_names: Callable[[str, str], str]  # two names as one: "Tom and Ada"
    reflexive: frozenset[str] = frozenset()  # pronouns that mean the only person named so far in their clause
    is_strict: bool = False  # see AntecedentQuery
    # text, pronoun, end: it owns the noun after it
    is_possessive: Callable[[str, str, int], bool] = lambda _text, _pronoun, _end: False
    # text, start and end of a pronoun: the name that its person gets there, "his name is Toby"
    name_given: Callable[[str, int, int], str | None] = lambda _text, _start, _end: None
    # The earlier turns in which an antecedent is searched, of those given, the nearest first; None for all of them.
    searched: "_Searched | None" = None
    is_certain: "_IsCertain | None" = None  # whether an antecedent has no rival that the scores do not show


_Searched = Callable[
    [TurnMentions, TurnStructure, Sequence[TurnStructure], AntecedentQuery, frozenset[str]],
    Sequence[TurnStructure],
]
_IsCertain = Callable[[str, TurnStructure, Sequence[TurnStructure], AntecedentQuery, frozenset[str]], bool]


@dataclass(frozen=True, slots=True)
class _Scored:
    score: float
    candidate: Candidate


def is_within(ranges: Sequence[tuple[int, int]], offset: int) -> bool:
    """Whether an offset is in one of the ranges, which are sorted and do not overlap."""
    count = bisect_right(ranges, offset, key=lambda range_: range_[0])
    return count > 0 and offset < ranges[count - 1][1]


def candidates_in(text: str, spans: Iterable[Span], pets: Iterable[str]) -> list[Candidate]:
    """The spans that may be people or pets, by offset: also capitalised words of unknown type."""
    animals = tuple(pets)
    found: list[Candidate] = []
    for span in spans:
        gender = span.gender or (None if span.plural else _gender(span.name))
        sure = (
            span.type == "Person"
            or span.plural
            or _is_person_or_pet(text[span.start : span.end], span, animals)
        )
        if sure or (span.type in (None, "Thing") and _looks_like_a_name(span.name)):
            found.append(Candidate(span.name, span.start, span.end, gender, span.plural, doubtful=not sure))
    return sorted(found, key=lambda c: (c.start, c.end))


def _gender(name: str) -> Gender | None:
    """The gender that a name shows. None for "Ada's doctor", because Ada's gender says nothing about the doctor."""
    return None if not name or "'s " in name or "的" in name else gender_of(name)


def _is_person_or_pet(words: str, span: Span, animals: Sequence[str]) -> bool:
    """Whether a span without the type Person is a person or a pet: it has a gender or a given name, or names a pet."""
    if span.type not in (None, "Thing"):
        return False
    if span.gender is not None or is_given_name(span.name.partition(" ")[0]):
        return True
    return span.type == "Thing" and any(f" {a} " in f" {words.lower().replace(',', ' ')} " for a in animals)


def _looks_like_a_name(name: str) -> bool:
    return name[:1].isupper() and name.replace(" ", "").replace(".", "").isalpha() and not name.isupper()


def best_antecedent(
    query: AntecedentQuery,
    turn: TurnStructure,
    earlier: Sequence[TurnStructure],
    resolved: Sequence[Candidate],
    excluded: frozenset[str],
) -> tuple[str | None, float]:
    """The name of the best antecedent, and the confidence. No name if an unnamed person fits best or nobody fits.

    `earlier` has the nearest turn first. `resolved` are the antecedents of the earlier pronouns of this turn.
    `excluded` are the names of the speaker and the addressee.
    """
    until = bisect_left(turn.candidates, query.offset, key=lambda c: c.start)
    near = (*turn.candidates[max(0, until - _MAX_CANDIDATES) : until], *resolved[-_MAX_CANDIDATES:])
    scored = _best_of_each(
        [
            *_scored_in_turn(query, turn, near, excluded),
            *_scored_in_earlier_turns(query, turn, earlier, excluded),
        ]
    )
    if not scored:
        return None, 0.0
    best = scored[0]
    margin = _OBJECT_MARGIN if query.is_strict and not best.candidate.subject else _CLOSE_MARGIN
    has_rival = len(scored) > 1 and best.score - scored[1].score < margin
    if best.candidate not in near:
        # A word of this turn that may be a person, before a person of an earlier turn.
        has_rival |= any(_may_fit(c, query, excluded) for c in near)
        has_rival |= query.is_strict and _has_nearer(best, query, (turn, *earlier), near, excluded)
    elif query.is_strict:
        has_rival |= _has_nearer_in_turn(best, query, turn, near, excluded)
    has_rival |= query.is_strict and _is_unclear(best.candidate, query, turn, resolved)
    score = best.score + (_RIVAL_PENALTY if has_rival else 0.0)
    return best.candidate.name or None, round(max(0.0, min(0.95, score)), 2)


def _is_unclear(
    candidate: Candidate, query: AntecedentQuery, turn: TurnStructure, resolved: Sequence[Candidate]
) -> bool:
    """Whether a candidate whose gender is unknown may well have the other one.

    Pronouns of the other gender come before, the owner of the person may be meant ("my daughter's teacher … She"), or it is no
    subject of an earlier turn.
    """
    if candidate.gender is not None or query.plural or query.gender is None:
        return False
    has_other = any(person.gender not in (None, query.gender) for person in resolved)
    is_earlier = candidate not in turn.candidates
    return has_other or candidate.name.count("'s ") > 1 or (is_earlier and not candidate.subject)


def _has_nearer(
    best: _Scored,
    query: AntecedentQuery,
    turns: Sequence[TurnStructure],
    near: Iterable[Candidate],
    excluded: frozenset[str],
) -> bool:
    """Whether somebody else was mentioned after a candidate of an earlier turn. `turns` begins with that of the pronoun.

    In the turn of the pronoun it may be anybody ("crying on the phone with Greta, eight years and he's gone"), before it only
    somebody who fits.
    """
    turn, *earlier = turns
    before = [c for c in near if c.end <= query.offset and not _is_own_subject(c, query, turn)]
    if any(_is_other(c, best, excluded) for c in before):
        return True
    for structure in earlier[: query.max_turns]:
        own = [c.start for c in structure.candidates if c.name == best.candidate.name]
        later = (c for c in structure.candidates if c.start > max(own, default=-1))
        if any(_is_other(c, best, excluded) and _fits(c, query, excluded) for c in later):
            return True
        if own:
            return False
    return False


def _has_nearer_in_turn(
    best: _Scored,
    query: AntecedentQuery,
    turn: TurnStructure,
    near: Iterable[Candidate],
    excluded: frozenset[str],
) -> bool:
    """Whether somebody else who fits was mentioned after a candidate of the turn of the pronoun."""
    before = [c for c in near if c.end <= query.offset]
    last = max(c.start for c in before if c.name == best.candidate.name)
    return any(
        c.start > last
        and _is_other(c, best, excluded)
        and _fits(c, query, excluded)
        and not _is_own_subject(c, query, turn)
        for c in before
    )


def _is_own_subject(candidate: Candidate, query: AntecedentQuery, turn: TurnStructure) -> bool:
    """Whether a candidate is the subject of the clause in which the pronoun is an object."""
    is_subject = query.is_object and candidate.subject
    return is_subject and turn.clause_at(candidate.start) == turn.clause_at(query.offset)


def _is_other(candidate: Candidate, best: _Scored, excluded: frozenset[str]) -> bool:
    is_person = not (candidate.doubtful or candidate.plural)
    return is_person and candidate.name != best.candidate.name and candidate.name not in excluded


def _scored_in_turn(
    query: AntecedentQuery, turn: TurnStructure, near: Iterable[Candidate], excluded: frozenset[str]
) -> list[_Scored]:
    sentence = turn.sentence_at(query.offset)
    scored: list[_Scored] = []
    for candidate in near:
        is_own_subject = _is_own_subject(candidate, query, turn)
        if candidate.end > query.offset or is_own_subject or not _fits(candidate, query, excluded):
            continue
        distance = min(_MAX_SENTENCES, sentence - turn.sentence_at(candidate.start))
        scored.append(_Scored(_score(candidate, query) + distance * _SENTENCE_PENALTY, candidate))
    return scored


def _scored_in_earlier_turns(
    query: AntecedentQuery, turn: TurnStructure, earlier: Sequence[TurnStructure], excluded: frozenset[str]
) -> list[_Scored]:
    """The candidates of earlier turns. A turn that contains the same pronoun adds no distance to the turns before it."""
    gender_code = "p" if query.plural else query.gender
    scored: list[_Scored] = []
    turn_distance, sentences_before = 1, min(_MAX_SENTENCES, turn.sentence_at(query.offset))
    for structure in earlier[: query.max_turns]:
        for candidate in structure.candidates[-_MAX_CANDIDATES:]:
            if _fits(candidate, query, excluded):
                sentences_after = min(
                    _MAX_SENTENCES, len(structure.sentences) - structure.sentence_at(candidate.start)
                )
                distance = (
                    _EARLIER_TURN_PENALTY
                    + turn_distance * _TURN_PENALTY
                    + (sentences_before + sentences_after) / 2 * _SENTENCE_PENALTY
                )
                scored.append(_Scored(_score(candidate, query) + distance, candidate))
        turn_distance += gender_code not in structure.genders
    return scored


def _may_fit(candidate: Candidate, query: AntecedentQuery, excluded: frozenset[str]) -> bool:
    return candidate.doubtful and candidate.end <= query.offset and _fits(candidate, query, excluded)


def _fits(candidate: Candidate, query: AntecedentQuery, excluded: frozenset[str]) -> bool:
    if candidate.plural != query.plural or candidate.name in excluded:
        return False
    return query.plural or candidate.gender is None or candidate.gender == query.gender


def _score(candidate: Candidate, query: AntecedentQuery) -> float:
    score = _BASE_SCORE + (_SUBJECT_BONUS if candidate.subject else 0.0)
    if candidate.doubtful and not candidate.subject:
        return score + _DOUBTFUL_PENALTY
    return score if candidate.gender or query.plural else score + _UNKNOWN_GENDER_PENALTY


def _best_of_each(scored: Sequence[_Scored]) -> list[_Scored]:
    """Each name once, with its best score and a bonus if it is repeated. Best first; of equal scores the later one."""
    best: dict[str, _Scored] = {}
    repeated: set[str] = set()
    for item in scored:
        name = item.candidate.name
        if name in best:
            repeated.add(name)
        best[name] = max(best.get(name, item), item, key=lambda s: s.score)
    bonus = {name: _REPEATED_BONUS if name and name in repeated else 0.0 for name in best}
    with_bonus = [_Scored(item.score + bonus[name], item.candidate) for name, item in best.items()]
    return sorted(with_bonus, key=lambda s: (-s.score, -s.candidate.start, s.candidate.name))
