"""Whom a pronoun could mean: the names and kin of the turns heard last, and how well each fits.

PronounRules tells where pronouns, clauses and unnamed people stand; what is here is the same for both. Only
names and kin are antecedents, never what another pronoun was thought to mean: so the result does not depend
on how the turns were cut into windows.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.language.persons.given_names import gender_of, is_given_name
from memgraph_core.language.spans import Gender, Span

HEARD_BEFORE = 4  # earlier turns that a pronoun may reach back to
SURE_ENOUGH = 0.55  # he and she below this are right too seldom (7 of 8 are right from here on)
SEVERAL_SURE_ENOUGH = 0.65  # they: there is always something else in the plural

_BEGINNING = 0.9  # the only one of its kind, of unknown part in the sentence just read
_SUBJECT = 0.08
_UNKNOWN_GENDER = -0.14
_PERHAPS_NOBODY = -0.3  # a capitalised word that may be a person, a firm or a song
_EACH_SENTENCE = -0.05
_EARLIER_TURN = -0.06  # whoever stands in this turn comes before whoever stood in the last
_EACH_TURN = -0.08
_MENTIONED_AGAIN = 0.05
_CLOSE = 0.1  # two that differ by less
_RIVAL = -0.45  # make the better one this much less sure
_SENTENCES_AT_MOST = 4
_RECENT = 12  # candidates that are looked at


@dataclass(frozen=True, slots=True)
class Tie:
    """Kin whose name a turn tells, and whose they are: "my sister Clara" at `start`."""

    start: int
    owner: str
    relation: str  # from the owner to the kin
    name: str
    called: str | None  # what they are called without the name (`Ada's sister`), where few can be meant by it


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn as it was heard: who spoke, and the names and kin that stand in it (offsets into `text`).

    A span without a name is somebody of whom no name is known.
    """

    speaker: str | None
    text: str
    language: str
    spans: tuple[Span, ...] = ()
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """A pronoun, `text[start:end]` of its turn, and whom it means; None where that is not sure enough."""

    start: int
    end: int
    text: str
    name: str | None
    confidence: float
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody that a pronoun may mean. Without a name it is somebody new, whom nobody must be taken for."""

    name: str
    start: int
    end: int
    gender: Gender | None = None
    plural: bool = False
    subject: bool = False
    doubtful: bool = False  # may be no person at all


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn with what stands in it, for finding antecedents."""

    candidates: tuple[Candidate, ...]  # by place
    sentences: tuple[int, ...]  # where each ends
    clauses: tuple[int, ...]  # where each ends
    genders: frozenset[str]  # of the pronouns that stand in it: f, m, p for several

    def sentence_at(self, place: int) -> int:
        """The number of the sentence at a place."""
        return bisect_right(self.sentences, place)

    def clause_at(self, place: int) -> int:
        """The number of the clause at a place."""
        return bisect_right(self.clauses, place)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a pronoun asks for."""

    place: int
    gender: Gender | None
    plural: bool = False
    is_object: bool = False  # him, her: not who is the subject of the same clause
    reach: int = HEARD_BEFORE


@dataclass(frozen=True, slots=True)
class PronounRules:
    """The pronouns of a language, and what around them tells whom they can and cannot mean."""

    pronoun: re.Pattern[str]
    first: frozenset[str]
    second: frozenset[str]
    we: frozenset[str]
    they: frozenset[str]
    genders: Mapping[str, Gender]
    scene_of: Callable[[Heard], Scene]
    quotes: Callable[[str], list[tuple[int, int]]]  # where somebody else's words stand: there I is another
    is_anybody: Callable[[str, int], bool]  # a "you" that means nobody in particular
    is_numeral: Callable[[str, int], bool]  # an "I" that is a number
    is_object: Callable[[str, str, int, int], bool]  # text, pronoun, start, end: no subject of its clause
    apposed: re.Pattern[str]  # between a name at the start of a clause and the pronoun that takes it up
    both_of_us: Callable[[str, int], bool]  # a "we" that is the two who talk: since we last spoke
    beside_me: Callable[[str, Candidate], bool]  # somebody named with the speaker: Tom and I
    together: Callable[[str, str], str]  # two names as one
    himself: frozenset[str] = frozenset()  # the only one named so far in its clause


@dataclass(frozen=True, slots=True)
class _Scored:
    score: float
    candidate: Candidate


def is_within(pieces: Sequence[tuple[int, int]], place: int) -> bool:
    """Whether a place lies in one of the pieces of a text, which are in their order."""
    near = bisect_right(pieces, place, key=lambda piece: piece[0])
    return near > 0 and place < pieces[near - 1][1]


def people_of(text: str, spans: Iterable[Span], pets: Iterable[str]) -> list[Candidate]:
    """The spans that may be somebody, by place: persons, pets, and capitalised words of no known type."""
    animals = tuple(pets)
    found: list[Candidate] = []
    for span in spans:
        gender = span.gender or (None if span.plural else _gender(span.name))
        sure = span.type == "Person" or span.plural or _is_alive(text[span.start : span.end], span, animals)
        if sure or (span.type in (None, "Thing") and _looks_like_a_name(span.name)):
            found.append(Candidate(span.name, span.start, span.end, gender, span.plural, doubtful=not sure))
    return sorted(found, key=lambda c: (c.start, c.end))


def _gender(name: str) -> Gender | None:
    """What a name tells; Ada's doctor is not of Ada's gender."""
    return None if not name or "'s " in name or "的" in name else gender_of(name)


def _is_alive(words: str, span: Span, animals: Sequence[str]) -> bool:
    """Whether what is no Person is somebody all the same: it has a gender, is called so, or is a pet."""
    if span.type not in (None, "Thing"):
        return False
    if span.gender is not None or is_given_name(span.name.partition(" ")[0]):
        return True
    return span.type == "Thing" and any(f" {a} " in f" {words.lower().replace(',', ' ')} " for a in animals)


def _looks_like_a_name(name: str) -> bool:
    return name[:1].isupper() and name.replace(" ", "").replace(".", "").isalpha() and not name.isupper()


def find(
    sought: Sought,
    here: Scene,
    before: Sequence[Scene],
    meant: Sequence[Candidate],
    not_these: frozenset[str],
) -> tuple[str | None, float]:
    """The best antecedent and how sure it is; no name where somebody without one fits best, or nobody.

    `before` has the nearest turn first; `meant` is whom the pronouns of this turn have meant so far;
    `not_these` are the speaker and whom he speaks to.
    """
    until = bisect_left(here.candidates, sought.place, key=lambda c: c.start)
    near = (*here.candidates[max(0, until - _RECENT) : until], *meant[-_RECENT:])
    scored = _best_of_each(
        [*_scored_here(sought, here, near, not_these), *_scored_before(sought, here, before, not_these)]
    )
    if not scored:
        return None, 0.0
    best = scored[0]
    score = best.score
    if len(scored) > 1 and best.score - scored[1].score < _CLOSE:
        score += _RIVAL
    return best.candidate.name or None, round(max(0.0, min(0.95, score)), 2)


def _scored_here(
    sought: Sought, here: Scene, near: Iterable[Candidate], not_these: frozenset[str]
) -> list[_Scored]:
    sentence, clause = here.sentence_at(sought.place), here.clause_at(sought.place)
    scored: list[_Scored] = []
    for candidate in near:
        own = sought.is_object and candidate.subject and here.clause_at(candidate.start) == clause
        if candidate.end > sought.place or own or not _fits(candidate, sought, not_these):
            continue
        far = min(_SENTENCES_AT_MOST, sentence - here.sentence_at(candidate.start))
        scored.append(_Scored(_score(candidate, sought) + far * _EACH_SENTENCE, candidate))
    return scored


def _scored_before(
    sought: Sought, here: Scene, before: Sequence[Scene], not_these: frozenset[str]
) -> list[_Scored]:
    """A turn in which the same pronoun stands keeps those of the turns before it as near as it is."""
    sign = "p" if sought.plural else sought.gender
    scored: list[_Scored] = []
    back, ahead = 1, min(_SENTENCES_AT_MOST, here.sentence_at(sought.place))
    for scene in before[: sought.reach]:
        for candidate in scene.candidates[-_RECENT:]:
            if _fits(candidate, sought, not_these):
                far = min(_SENTENCES_AT_MOST, len(scene.sentences) - scene.sentence_at(candidate.start))
                distance = _EARLIER_TURN + back * _EACH_TURN + (ahead + far) / 2 * _EACH_SENTENCE
                scored.append(_Scored(_score(candidate, sought) + distance, candidate))
        back += sign not in scene.genders
    return scored


def _fits(candidate: Candidate, sought: Sought, not_these: frozenset[str]) -> bool:
    if candidate.plural != sought.plural or candidate.name in not_these:
        return False
    return sought.plural or candidate.gender is None or candidate.gender == sought.gender


def _score(candidate: Candidate, sought: Sought) -> float:
    score = _BEGINNING + (_SUBJECT if candidate.subject else 0.0)
    if candidate.doubtful:
        return score + _PERHAPS_NOBODY
    return score if candidate.gender or sought.plural else score + _UNKNOWN_GENDER


def _best_of_each(scored: Sequence[_Scored]) -> list[_Scored]:
    """Each name once with its best score, more if it stands there again; best first, of equals the later."""
    best: dict[str, _Scored] = {}
    again: set[str] = set()
    for item in scored:
        name = item.candidate.name
        if name in best:
            again.add(name)
        best[name] = max(best.get(name, item), item, key=lambda s: s.score)
    more = {name: _MENTIONED_AGAIN if name and name in again else 0.0 for name in best}
    both = [_Scored(item.score + more[name], item.candidate) for name, item in best.items()]
    return sorted(both, key=lambda s: (-s.score, -s.candidate.start, s.candidate.name))
