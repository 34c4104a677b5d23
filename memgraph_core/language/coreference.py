"""Pronoun resolution: pronouns → names. A doubtful pronoun is left unresolved.

"I" and "you" are the speaker and the addressee. "He" and "she" are the nearest person that fits, unless a second
person fits almost as well. "They" are only kin, pets and people named together. "It", "this" and "that" (它, 这, 那)
are not resolved, because measured on conversations only one in ten was right. An unnamed person ("a little girl") is
a candidate too and can win over the people named before.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import kin_in
from memgraph_core.language.persons.addressing import addressed_by_name, addressee_of, is_one_of
from memgraph_core.language.persons.antecedents import (
    MAX_EARLIER_TURNS,
    MIN_CONFIDENCE,
    MIN_PLURAL_CONFIDENCE,
    AntecedentQuery,
    Candidate,
    PronounRules,
    Reference,
    RelatedKin,
    TurnMentions,
    TurnStructure,
    best_antecedent,
    is_within,
)
from memgraph_core.language.persons.kin import Kin, kin_name, kin_words
from memgraph_core.language.persons.kin_phrases import related_kin
from memgraph_core.language.persons.rewriting import with_resolved_pronouns
from memgraph_core.language.spans import Span
from memgraph_core.language.traditional import as_written, simplified

__all__ = [
    "Reference",
    "RelatedKin",
    "TurnMentions",
    "addressee_of",
    "mentions_of",
    "references_in",
    "with_resolved_pronouns",
]

# Confidence of each kind of reference.
_SPEAKER = 0.98  # "I", outside quotes
_ADDRESSEE = 0.93
_BOTH_SPEAKERS = 0.6
_WITH_SPEAKER = 0.65
_APPOSED = 0.9
_REFLEXIVE = 0.6
_UNRESOLVED = 0.3
_PLURAL_MAX_TURNS = 2  # earlier turns; "they" rarely means people of older ones
_THIRD_PERSON = ("he", "she", "they", "it", "他", "她", "他们", "她们", "它")
_MULTI_PARTY = 3  # speakers
_MAX_HAVING = 30  # characters between a pronoun and the kin that it has: "he has also just got a daughter"
_MAX_PRONOUNS = 10_000  # in one turn; the ones after that are ignored
_MAX_CANDIDATES = 12
# Words for a relative of the speaker that are used like names.
_BARE_PARENTS = frozenset([
    "Mum", "Mom", "Mam", "Mama", "Mummy", "Mommy", "Dad", "Daddy", "Papa", "Grandma", "Grandpa", "Granny", "Gran", "Grandad",
])  # fmt: skip


def references_in(
    mentions: TurnMentions, before: Sequence[TurnMentions], addressee: str | None
) -> list[Reference]:
    """The pronouns of a turn in order, each with the name of its antecedent, or None if the confidence is too low.

    Only the last four turns of `before` (oldest first) are searched, and only for names and kin. In a conversation of
    three or more people, "you" is resolved only if the turn calls somebody by name.
    """
    language = pack_of(mentions.language).pronouns()
    pronouns = list(islice(language.pronoun.finditer(mentions.text), _MAX_PRONOUNS)) if language else []
    if language is None or not pronouns:
        return []
    has_third_person = any(_is_third_person(language, match[0]) for match in pronouns)
    context = _turn_context(
        language, mentions, before[-MAX_EARLIER_TURNS:], addressee, with_others=has_third_person
    )
    references: list[Reference] = []
    resolved_people: list[Candidate] = []
    # "her supervisor": who comes next is more probably the supervisor
    owners = {kin.start for kin in mentions.kin}
    longer = {span.start: span.end for span in sorted(mentions.spans, key=lambda span: span.end)}
    for match in pronouns:
        reference = _resolve(context, match, resolved_people)
        references.append(reference)
        is_owner = reference.start in owners or longer.get(reference.start, 0) > reference.end
        if reference.name is not None and _is_third_person(language, match[0]) and not is_owner:
            gender = language.genders.get(match[0].lower())
            resolved_people.append(
                Candidate(reference.name, reference.start, reference.end, gender, reference.plural)
            )
        elif language.is_strict and reference.name is None and match[0].lower() in language.genders:
            # Later pronouns probably mean the same person, who is not known.
            unknown = Candidate("", reference.start, reference.end, language.genders[match[0].lower()])
            resolved_people.append(unknown)
    return references


def _is_third_person(language: PronounRules, pronoun: str) -> bool:
    return pronoun.lower() in language.genders or pronoun.lower() in language.they


def mentions_of(
    speaker: str | None,
    text: str,
    language: str,
    names: Iterable[Span] = (),
    before: Sequence[TurnMentions] = (),
    addressee: str | None = None,
    *,
    is_about_other: bool = False,
) -> TurnMentions:
    """A turn with its names and kin as spans. Kin are named by their owner: "my sister" is "Ada's sister".

    `is_about_other` is whether the turns before are about somebody else, so that kin without an owner may be that person's.
    If the owner is a pronoun ("his wife"), it is resolved in `before`; if that fails, the span has an empty name. The
    turns in `before` must have been made without turns before them. Otherwise the result would depend on how far back
    the caller looks.
    """
    named_spans = sorted(names, key=lambda s: (s.start, s.end))
    original, text = text, pack_of(language).plain(text)
    names_of_people = dict.fromkeys(simplified(s.name) for s in named_spans if s.type not in _NO_KIN)
    kin = kin_in(text, language, names_of_people.keys())
    kin_found = [
        _of_whole_name(_as_written(k, original), named_spans)
        for k in kin
        if not (
            k.identifies
            or (k.assumed and _is_of_other(k, speaker, before, language, is_about_other=is_about_other))
        )
    ]
    rules = pack_of(language).pronouns()
    quotes = rules.quotes(text) if rules else []
    owners = {k.start: _owner(k, speaker, addressee, quotes) for k in kin_found}
    mentions = TurnMentions(speaker, text, language, _spans(named_spans, kin_found, owners, language))
    unknown = [k for k in kin_found if k.owner in _THIRD_PERSON]
    for _ in range(
        2 if unknown else 0
    ):  # the second pass is for kin of kin: "Tom and his wife … her brother"
        references = references_in(mentions, before, addressee)
        owners |= {k.start: _antecedent_of_owner(k, references) for k in unknown}
        mentions = replace(mentions, spans=_spans(named_spans, kin_found, owners, language))
    return replace(mentions, kin=tuple(related_kin(kin_found, owners, text, language)))


def _antecedent_of_owner(kin: Kin, references: Sequence[Reference]) -> str | None:
    """The name of the pronoun that owns a kin: the pronoun at its start ("his wife"), else the subject shortly before it ("he
    has a daughter").
    """
    until = bisect_right(references, kin.start, key=lambda reference: reference.start)
    if until == 0:
        return None
    last = references[until - 1]
    is_subject = last.text.lower() == kin.owner and kin.start - last.end <= _MAX_HAVING
    return last.name if last.start == kin.start or is_subject else None


def _is_of_other(
    kin: Kin, speaker: str | None, before: Sequence[TurnMentions], language: str, *, is_about_other: bool
) -> bool:
    """Whether kin without an owner may be somebody else's: an earlier turn is about somebody else, or mentions a pet of this
    kind that is not said to belong to the speaker.
    """
    if kin.type == "Person":
        return is_about_other
    same = {form for form, word in kin_words(language).items() if word.word == kin.word}
    own = kin_name(speaker or "", kin.word, language)
    return any(
        not same.isdisjoint(re.findall(r"\w+", turn.text.lower()))
        and all(span.name != own for span in turn.spans)
        for turn in before
    )


def _as_written(kin: Kin, text: str) -> Kin:
    name = as_written(kin.name, text) if kin.name else kin.name
    return replace(kin, owner=as_written(kin.owner, text), name=name)


def _of_whole_name(kin: Kin, names: Sequence[Span]) -> Kin:
    """The kin with the complete name of its owner, if the kin found only the end of it: Dr. Patel's dog."""
    until = bisect_left(names, kin.start, key=lambda name: name.start)
    for name in names[max(0, until - 2) : until]:
        if kin.start < name.end and name.name.endswith(kin.owner):
            return replace(kin, start=name.start, owner=name.name)
    return kin


def _owner(
    kin: Kin, speaker: str | None, addressee: str | None, quotes: Sequence[tuple[int, int]]
) -> str | None:
    """The name of the owner of a kin. None for "I" and "you" in a quotation, and for unresolved pronouns."""
    if kin.owner in ("I", "you") and is_within(quotes, kin.start):
        return None
    owners = {"I": speaker, "you": addressee} | dict.fromkeys(_THIRD_PERSON)
    if speaker and kin.owner in _BARE_PARENTS:
        return kin_name(speaker, kin_words("en")[kin.owner.lower()].word, "en")  # "Mum's friend Dolores"
    return owners.get(kin.owner, kin.owner)


def _spans(
    names: Sequence[Span], found: Sequence[Kin], owners: dict[int, str | None], language: str
) -> tuple[Span, ...]:
    spans: list[Span] = []
    for kin in found:
        owner = owners[kin.start]
        name = kin.name or (kin_name(owner, kin.called, language) if owner else "")
        spans.append(Span(kin.start, kin.end, name, kin.type, kin.gender, kin.plural))
        if owner and kin.owner in _BARE_PARENTS:  # "Mum's friend is staying with her"
            gender = kin_words("en")[kin.owner.lower()].gender
            spans.append(Span(kin.start, kin.start + len(kin.owner), owner, "Person", gender))
    members = {name for kin in found if kin.type == "Person" for name in kin.members}
    kept = [
        replace(name, type="Person") if name.name in members else name
        for name in names
        if not _is_absorbed(name, found)
    ]
    return tuple(sorted([*spans, *kept], key=lambda s: (s.start, s.end)))


def _is_absorbed(name: Span, found: Sequence[Kin]) -> bool:
    """Whether a name is within the words of a kin and names the kin, not its owner or a member of a group."""
    count = bisect_right(found, name.start, key=lambda kin: kin.start)
    if count == 0 or found[count - 1].end <= name.start:
        return False
    kin = found[count - 1]
    return name.name != kin.owner and name.name not in kin.members


_NO_KIN = ("Place", "Organization", "Work", "Event")  # types of names that cannot be the name of kin


@dataclass(frozen=True, slots=True)
class _TurnContext:
    """The state that is shared by all pronouns of one turn."""

    language: PronounRules
    mentions: TurnMentions
    addressee: str | None  # the person meant by "you"
    turn: TurnStructure
    earlier: tuple[TurnStructure, ...]  # the nearest first
    quotes: tuple[tuple[int, int], ...]
    excluded: frozenset[str]  # names of the speaker and the addressee: never "he" or "she"


def _turn_context(
    language: PronounRules,
    mentions: TurnMentions,
    before: Sequence[TurnMentions],
    addressee: str | None,
    *,
    with_others: bool,
) -> _TurnContext:
    """`with_others`: whether the turn has pronouns of the third person."""
    speakers = [h.speaker for h in (*before, mentions) if h.speaker is not None]
    is_multi_party = len(set(speakers)) >= _MULTI_PARTY
    called = None
    if addressee is None or is_multi_party:
        called = addressed_by_name(
            mentions.text, [s for s in speakers if s != mentions.speaker], mentions.language
        )
    you = called if is_multi_party else addressee or called
    turn = language.structure_of(mentions)
    earlier = tuple(_structures(before)) if with_others else ()
    speaker_and_addressee = [person for person in (mentions.speaker, you) if person]
    names = {c.name for structure in (turn, *earlier) for c in structure.candidates if c.name}
    excluded = frozenset(speaker_and_addressee) | {
        name for name in names if is_one_of(name, speaker_and_addressee)
    }
    return _TurnContext(
        language, mentions, you, turn, earlier, tuple(language.quotes(mentions.text)), excluded
    )


def _structures(before: Sequence[TurnMentions]) -> Iterator[TurnStructure]:
    """The structures of the earlier turns, the nearest first. Turns in a language without pronoun rules are left out."""
    for mentions in reversed(before):
        rules = pack_of(mentions.language).pronouns()
        if rules is not None:
            yield rules.structure_of(mentions)


def _resolve(context: _TurnContext, match: re.Match[str], resolved_people: Sequence[Candidate]) -> Reference:
    word, language = match[0].lower(), context.language
    if _is_third_person(language, word):
        name, confidence = _third_person(context, match, resolved_people)
        is_plural = word in language.they
        is_sure = confidence >= (MIN_PLURAL_CONFIDENCE if is_plural else MIN_CONFIDENCE)
        reference = _reference(match, name if is_sure else None, confidence, is_plural)
        return replace(reference, back=_back(context, reference))
    if is_within(context.quotes, match.start()):
        return _reference(match, None, _UNRESOLVED)
    if word in language.reflexive:
        return _reference(match, *_reflexive(context, match, resolved_people))
    if word in language.first:
        is_numeral = language.is_numeral(context.mentions.text, match.start())
        return _reference(match, None if is_numeral else context.mentions.speaker, _SPEAKER)
    if word in language.we:
        return _reference(match, *_first_plural(context, match), True)
    is_generic = word not in language.second or language.is_generic_you(context.mentions.text, match.start())
    return _reference(
        match, None if is_generic else context.addressee, _ADDRESSEE, word not in language.second
    )


def _reference(
    match: re.Match[str], name: str | None, confidence: float, is_plural: bool = False
) -> Reference:
    return Reference(
        match.start(),
        match.end(),
        match[0],
        name,
        confidence if name else min(confidence, _UNRESOLVED),
        is_plural,
    )


def _third_person(
    context: _TurnContext, match: re.Match[str], resolved_people: Sequence[Candidate]
) -> tuple[str | None, float]:
    """The antecedent of a pronoun of the third person, and the confidence."""
    word, text = match[0].lower(), context.mentions.text
    is_plural = word in context.language.they
    query = AntecedentQuery(
        match.start(),
        context.language.genders.get(word),
        is_plural,
        context.language.is_object(text, word, match.start(), match.end()),
        _PLURAL_MAX_TURNS if is_plural else MAX_EARLIER_TURNS,
        context.language.is_strict and not word.endswith("self"),
    )
    is_owner = context.language.is_possessive(text, word, match.end())
    if not is_owner and (name := _apposed_name(context, query)):
        return name, _APPOSED
    excluded_by_gender = {
        m.name
        for m in resolved_people[-_MAX_CANDIDATES:]
        if None not in (m.gender, query.gender) and m.gender != query.gender
    }
    excluded = context.excluded | excluded_by_gender
    searched = context.language.searched
    earlier = (
        searched(context.mentions, context.turn, context.earlier, query, excluded)
        if searched
        else context.earlier
    )
    name, confidence = best_antecedent(query, context.turn, earlier, resolved_people, excluded)
    is_certain = context.language.is_certain
    if name and is_certain and not is_certain(name, context.turn, context.earlier, query, excluded):
        return None, _UNRESOLVED
    given = context.language.name_given(text, match.start(), match.end())
    return (None, confidence) if given and name and given not in name else (name, confidence)


def _back(context: _TurnContext, reference: Reference) -> int | None:
    """The characters from the last mention of the antecedent in the turn to the pronoun; None without one."""
    until = bisect_left(context.turn.candidates, reference.start, key=lambda c: c.start)
    starts = (c.start for c in reversed(context.turn.candidates[:until]) if c.name == reference.name)
    last = next(starts, None) if reference.name else None
    return None if last is None else reference.start - last


def _apposed_name(context: _TurnContext, query: AntecedentQuery) -> str | None:
    """The person directly before a pronoun that repeats the name: "my sister, she …", 我表姐她 …."""
    until = bisect_left(context.turn.candidates, query.offset, key=lambda c: c.start)
    for candidate in reversed(context.turn.candidates[max(0, until - 3) : until]):
        gap = context.language.apposed.fullmatch(context.mentions.text, candidate.end, query.offset)
        fits = candidate.plural == query.plural and candidate.gender in (None, query.gender)
        is_sure = candidate.gender is not None or not context.language.is_strict
        if gap and fits and is_sure and not query.is_object and candidate.name not in context.excluded:
            return candidate.name or None
    return None


def _first_plural(context: _TurnContext, match: re.Match[str]) -> tuple[str | None, float]:
    """The people meant by "we": the speaker and a person just named with them ("Tom and I"), or speaker and addressee."""
    speaker, text, offset = context.mentions.speaker, context.mentions.text, match.start()
    if speaker is None:
        return None, _UNRESOLVED
    if context.language.is_both_speakers(text, offset):
        return (
            (context.language.join_names(speaker, context.addressee), _BOTH_SPEAKERS)
            if context.addressee
            else (None, 0.0)
        )
    until = bisect_left(context.turn.candidates, offset, key=lambda c: c.start)
    for candidate in reversed(context.turn.candidates[max(0, until - _MAX_CANDIDATES) : until]):
        is_near = context.turn.sentence_at(offset) - context.turn.sentence_at(candidate.start) <= 1
        if is_near and candidate.name and context.language.is_with_speaker(text, candidate):
            return context.language.join_names(speaker, candidate.name), _WITH_SPEAKER
    return None, _UNRESOLVED


def _reflexive(
    context: _TurnContext, match: re.Match[str], resolved_people: Sequence[Candidate]
) -> tuple[str | None, float]:
    """The person meant by 自己: the only one named so far in its clause (小明给自己买), or the pronoun before it (我自己)."""
    offset, turn = match.start(), context.turn
    if (before := context.mentions.text[max(0, offset - 1) : offset]) in ("我", "你", "您"):
        return (context.mentions.speaker if before == "我" else context.addressee), _REFLEXIVE
    clause = turn.clause_at(offset)
    until = bisect_left(turn.candidates, offset, key=lambda c: c.start)
    people = (*turn.candidates[max(0, until - _MAX_CANDIDATES) : until], *resolved_people[-_MAX_CANDIDATES:])
    names = {c.name for c in people if c.end <= offset and turn.clause_at(c.start) == clause}
    if len(names) != 1:
        return None, _UNRESOLVED
    return names.pop() or None, _REFLEXIVE
