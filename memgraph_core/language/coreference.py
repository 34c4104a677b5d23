"""Pronouns → names, by rules that rather abstain than guess.

I and you are who speaks and who is spoken to; he and she the nearest person that fits, if none comes close;
they only kin, pets and people named together. "It", "this" and "that" (它, 这, 那) are never touched: measured,
one in ten was right. Whom nobody has named ("a little girl") stands in the way of everybody named before.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import kin_in
from memgraph_core.language.persons.addressing import addressee_of, called_upon, is_one_of
from memgraph_core.language.persons.antecedents import (
    HEARD_BEFORE,
    SEVERAL_SURE_ENOUGH,
    SURE_ENOUGH,
    Candidate,
    Heard,
    PronounRules,
    Reference,
    Scene,
    Sought,
    Tie,
    find,
    is_within,
)
from memgraph_core.language.persons.kin import Kin, kin_name
from memgraph_core.language.persons.rewriting import resolved
from memgraph_core.language.spans import Span
from memgraph_core.language.traditional import as_written, simplified

__all__ = ["Heard", "Reference", "Tie", "addressee_of", "hear", "references_in", "resolved"]

_SPEAKER = 0.98  # "I", outside quotes
_ADDRESSEE = 0.93
_TWO_OF_US = 0.6
_BESIDE_ME = 0.65
_TAKEN_UP = 0.9
_HIMSELF = 0.6
_UNSURE = 0.3
_SEVERAL_REACH = 2  # turns; "they" of older ones are seldom those
_OTHERS = ("he", "she", "they", "it", "他", "她", "他们", "她们", "它")
_MULTI_PARTY = 3
_MOST = 10_000  # pronouns; a turn with more is no prose, and what follows is not read
_NEAR = 12  # candidates
# Who has one of these has few of them; friends and teachers are too many to be told apart by the word.
_FAMILY = frozenset(
    ("SIBLING_OF", "CHILD_OF", "PARENT_OF", "MARRIED_TO", "ENGAGED_TO", "DATING", "RELATIVE_OF", "HAS_PET")
)


def references_in(heard: Heard, before: Sequence[Heard], addressee: str | None) -> list[Reference]:
    """The pronouns of a turn in their order, each with whom it means.

    Only the last four turns of `before` (oldest first) count, and of them only names and kin. A pronoun that
    is not sure enough comes without a name. Where three or more people talk, "you" is who is called by name.
    """
    language = _language(heard)
    pronouns = list(islice(language.pronoun.finditer(heard.text), _MOST)) if language else []
    if language is None or not pronouns:
        return []
    others = any(m[0].lower() in language.genders or m[0].lower() in language.they for m in pronouns)
    talk = _talk(language, heard, before[-HEARD_BEFORE:], addressee, with_others=others)
    references: list[Reference] = []
    meant: list[Candidate] = []
    for match in pronouns:
        reference = _read(talk, match, meant)
        references.append(reference)
        if reference.name is not None and _is_other(language, reference):
            gender = language.genders.get(match[0].lower())
            meant.append(Candidate(reference.name, reference.start, reference.end, gender, reference.plural))
    return references


def _is_other(language: PronounRules, reference: Reference) -> bool:
    """Whether a pronoun is of the third person: whom I and we mean, he and they never do."""
    word = reference.text.lower()
    return word in language.genders or word in language.they


def hear(
    speaker: str | None,
    text: str,
    language: str,
    names: Iterable[Span] = (),
    before: Sequence[Heard] = (),
    addressee: str | None = None,
) -> Heard:
    """A turn with its names and kin as spans, kin called by their owners: "my sister" is Ada's sister.

    Kin whose owner is a pronoun ("his wife") are named when `before` tells who he is; else their span has
    no name, so that they are taken for nobody. As one of `before` give turns heard with nothing before
    them: then what follows does not depend on how far back anybody looked.
    """
    given = sorted(names, key=lambda s: (s.start, s.end))
    original, text = text, pack_of(language).plain(text)
    named = dict.fromkeys(simplified(s.name) for s in given if s.type not in _NO_KIN)
    kin = kin_in(text, language, named.keys())
    found = [_of_whole_name(_as_written(k, original), given) for k in kin if not k.identifies]
    rules = pack_of(language).pronouns
    quotes = rules.quotes(text) if rules else []
    owners = {k.start: _owner(k, speaker, addressee, quotes) for k in found}
    heard = Heard(speaker, text, language, _spans(given, found, owners, language))
    unknown = [k for k in found if k.owner in _OTHERS]
    for _ in range(2 if unknown else 0):  # the second time for kin of kin: "Tom and his wife … her brother"
        references = {r.start: r.name for r in references_in(heard, before, addressee)}
        owners |= {k.start: references.get(k.start) for k in unknown}
        heard = replace(heard, spans=_spans(given, found, owners, language))
    return replace(heard, ties=tuple(_ties(found, owners, language)))


def _ties(found: Sequence[Kin], owners: dict[int, str | None], language: str) -> Iterator[Tie]:
    for kin in found:
        owner = owners.get(kin.start)
        if owner and kin.name and not kin.plural:
            called = kin_name(owner, kin.called, language) if kin.relation in _FAMILY else None
            yield Tie(kin.start, owner, kin.relation, kin.name, called)
        for name in kin.members if owner else ():
            yield Tie(kin.start, owner or "", kin.relation, name, None)


def _as_written(kin: Kin, text: str) -> Kin:
    name = as_written(kin.name, text) if kin.name else kin.name
    return replace(kin, owner=as_written(kin.owner, text), name=name)


def _of_whole_name(kin: Kin, names: Sequence[Span]) -> Kin:
    """The kin with all of its owner's name, where it begins inside of that: Dr. Patel's dog."""
    until = bisect_left(names, kin.start, key=lambda name: name.start)
    for name in names[max(0, until - 2) : until]:
        if kin.start < name.end and name.name.endswith(kin.owner):
            return replace(kin, start=name.start, owner=name.name)
    return kin


def _owner(
    kin: Kin, speaker: str | None, addressee: str | None, quotes: Sequence[tuple[int, int]]
) -> str | None:
    """Whose kin it is, where that is told: within a quotation nobody knows who I and you are."""
    if kin.owner in ("I", "you") and is_within(quotes, kin.start):
        return None
    owners = {"I": speaker, "you": addressee} | dict.fromkeys(_OTHERS)
    return owners.get(kin.owner, kin.owner)


def _spans(
    names: Sequence[Span], found: Sequence[Kin], owners: dict[int, str | None], language: str
) -> tuple[Span, ...]:
    spans: list[Span] = []
    for kin in found:
        owner = owners[kin.start]
        name = kin.name or (kin_name(owner, kin.called, language) if owner else "")
        spans.append(Span(kin.start, kin.end, name, kin.type, kin.gender, kin.plural))
    kept = [name for name in names if not _is_absorbed(name, found)]
    return tuple(sorted([*spans, *kept], key=lambda s: (s.start, s.end)))


def _is_absorbed(name: Span, found: Sequence[Kin]) -> bool:
    """Whether a name stands in the words of a kin and is that kin's, not the owner's or one of several."""
    near = bisect_right(found, name.start, key=lambda kin: kin.start)
    if near == 0 or found[near - 1].end <= name.start:
        return False
    kin = found[near - 1]
    return name.name != kin.owner and name.name not in kin.members


_NO_KIN = ("Place", "Organization", "Work", "Event")  # types of names that are no name of a relative


@dataclass(frozen=True, slots=True)
class _Talk:
    """What the pronouns of one turn are read with."""

    language: PronounRules
    heard: Heard
    addressee: str | None  # whom "you" means
    here: Scene
    before: tuple[Scene, ...]  # the nearest first
    quotes: tuple[tuple[int, int], ...]
    not_these: frozenset[str]  # names of the speaker and of whom he speaks to: never he or she


def _talk(
    language: PronounRules, heard: Heard, before: Sequence[Heard], addressee: str | None, *, with_others: bool
) -> _Talk:
    """`with_others`: whether somebody who is neither speaker nor addressee is spoken of."""
    speakers = [h.speaker for h in (*before, heard) if h.speaker is not None]
    several = len(set(speakers)) >= _MULTI_PARTY
    called = None
    if addressee is None or several:
        called = called_upon(heard.text, [s for s in speakers if s != heard.speaker], heard.language)
    you = called if several else addressee or called
    here = language.scene_of(heard)
    earlier = tuple(_scenes(before)) if with_others else ()
    talking = [person for person in (heard.speaker, you) if person]
    named = {c.name for scene in (here, *earlier) for c in scene.candidates if c.name}
    not_these = frozenset(talking) | {name for name in named if is_one_of(name, talking)}
    return _Talk(language, heard, you, here, earlier, tuple(language.quotes(heard.text)), not_these)


def _language(heard: Heard) -> PronounRules | None:
    return pack_of(heard.language).pronouns


def _scenes(before: Sequence[Heard]) -> Iterator[Scene]:
    """What stands in the earlier turns, the nearest first; turns of a language without pronoun rules are left out."""
    for heard in reversed(before):
        rules = _language(heard)
        if rules is not None:
            yield rules.scene_of(heard)


def _read(talk: _Talk, match: re.Match[str], meant: Sequence[Candidate]) -> Reference:
    word, language = match[0].lower(), talk.language
    if word in language.genders or word in language.they:
        name, confidence = _somebody(talk, match, meant)
        several = word in language.they
        sure = confidence >= (SEVERAL_SURE_ENOUGH if several else SURE_ENOUGH)
        return _reference(match, name if sure else None, confidence, several)
    if is_within(talk.quotes, match.start()):
        return _reference(match, None, _UNSURE)
    if word in language.himself:
        return _reference(match, *_self(talk, match, meant))
    if word in language.first:
        numeral = language.is_numeral(talk.heard.text, match.start())
        return _reference(match, None if numeral else talk.heard.speaker, _SPEAKER)
    if word in language.we:
        return _reference(match, *_we(talk, match), True)
    anybody = word not in language.second or language.is_anybody(talk.heard.text, match.start())
    return _reference(match, None if anybody else talk.addressee, _ADDRESSEE, word not in language.second)


def _reference(match: re.Match[str], name: str | None, confidence: float, plural: bool = False) -> Reference:
    return Reference(
        match.start(), match.end(), match[0], name, confidence if name else min(confidence, _UNSURE), plural
    )


def _somebody(talk: _Talk, match: re.Match[str], meant: Sequence[Candidate]) -> tuple[str | None, float]:
    """Whom he, she or they mean."""
    word, text = match[0].lower(), talk.heard.text
    several = word in talk.language.they
    sought = Sought(
        match.start(),
        talk.language.genders.get(word),
        several,
        talk.language.is_object(text, word, match.start(), match.end()),
        _SEVERAL_REACH if several else HEARD_BEFORE,
    )
    if name := _taken_up(talk, sought):
        return name, _TAKEN_UP
    others = {
        m.name for m in meant[-_NEAR:] if None not in (m.gender, sought.gender) and m.gender != sought.gender
    }
    return find(sought, talk.here, talk.before, meant, talk.not_these | others)


def _taken_up(talk: _Talk, sought: Sought) -> str | None:
    """Who stands just before a pronoun that only takes the name up: 我表姐她 …, "my sister, she …"."""
    until = bisect_left(talk.here.candidates, sought.place, key=lambda c: c.start)
    for candidate in reversed(talk.here.candidates[max(0, until - 3) : until]):
        gap = talk.language.apposed.fullmatch(talk.heard.text, candidate.end, sought.place)
        fits = candidate.plural == sought.plural and candidate.gender in (None, sought.gender)
        if gap and fits and not sought.is_object and candidate.name not in talk.not_these:
            return candidate.name or None
    return None


def _we(talk: _Talk, match: re.Match[str]) -> tuple[str | None, float]:
    """The speaker with whom he has just named beside himself, or the two who talk where words say so."""
    speaker, text, place = talk.heard.speaker, talk.heard.text, match.start()
    if speaker is None:
        return None, _UNSURE
    if talk.language.both_of_us(text, place):
        return (
            (talk.language.together(speaker, talk.addressee), _TWO_OF_US) if talk.addressee else (None, 0.0)
        )
    until = bisect_left(talk.here.candidates, place, key=lambda c: c.start)
    for candidate in reversed(talk.here.candidates[max(0, until - _NEAR) : until]):
        near = talk.here.sentence_at(place) - talk.here.sentence_at(candidate.start) <= 1
        if near and candidate.name and talk.language.beside_me(text, candidate):
            return talk.language.together(speaker, candidate.name), _BESIDE_ME
    return None, _UNSURE


def _self(talk: _Talk, match: re.Match[str], meant: Sequence[Candidate]) -> tuple[str | None, float]:
    """自己 is the only one named so far in its clause: 他自己, 小明给自己买."""
    place, here = match.start(), talk.here
    if (before := talk.heard.text[max(0, place - 1) : place]) in ("我", "你", "您") and before:
        return (talk.heard.speaker if before == "我" else talk.addressee), _HIMSELF
    clause = here.clause_at(place)
    until = bisect_left(here.candidates, place, key=lambda c: c.start)
    near = (*here.candidates[max(0, until - _NEAR) : until], *meant[-_NEAR:])
    names = {c.name for c in near if c.end <= place and here.clause_at(c.start) == clause}
    if len(names) != 1:
        return None, _UNSURE
    return names.pop() or None, _HIMSELF
