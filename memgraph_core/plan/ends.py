"""Facts that a statement ends: by saying so, or because a fact of another relation begins, as the relation entries declare."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from memgraph_core.language.counts import singular
from memgraph_core.language.names import name_key
from memgraph_core.language.relating.body_parts import is_of_body_part
from memgraph_core.language.relating.date_changes import CHANGES_OF_DATES
from memgraph_core.language.vocabulary import known_types, planned_objects, relation_of, section_of
from memgraph_core.records.extraction import ExtractedEnd, ExtractedFact, Extraction
from memgraph_core.records.graph import Fact
from memgraph_core.records.plan import FactLookup

# Relations whose objects are often kinds of things. A longer name then means a more special kind.
_OF_KINDS = frozenset(("EATS", "DRINKS"))
# The states that a text can plan with their day: "I'm moving to Bergen on 2 May".
STATES = ("LIVES_IN", "WORKS_AT", "STUDIES_AT", "MARRIED_TO")


def fact_lookups(extraction: Extraction) -> tuple[FactLookup, ...]:
    """The stored facts that the facts and the ends of an extraction may change, sorted."""
    also = {name_key(alias.name): alias.alias for alias in extraction.aliases}
    facts = (form for fact in extraction.facts for form in _with_aliases(fact, also))
    lookups = {lookup for fact in facts for lookup in _lookups(fact)}
    lookups |= {lookup for end in extraction.ends for lookup in _lookups_of_end(end)}
    return tuple(
        sorted(
            lookups, key=lambda each: (each.subject, each.type, each.object, each.single, each.any_subject)
        )
    )


def _with_aliases(fact: ExtractedFact, also: Mapping[str, str]) -> Iterator[ExtractedFact]:
    """The fact, and the same one about the other names of its ends: what is stored of "my sister" is of Clara now."""
    subject, object_ = also.get(name_key(fact.subject)), also.get(name_key(fact.object))
    yield fact
    if subject is not None or object_ is not None:
        yield replace(fact, subject=subject or fact.subject, object=object_ or fact.object)


def _lookups(fact: ExtractedFact) -> Iterator[FactLookup]:
    subject, object_, relation = name_key(fact.subject), name_key(fact.object), relation_of(fact.type)
    in_part = _ended_in_part(fact)
    any_object = relation.single or fact.type in in_part or fact.is_total or fact.is_change or fact.corrects
    yield FactLookup(subject=subject, type=fact.type, object=object_, single=any_object)
    if fact.ended or fact.denied:
        yield from _lookups_of_states(subject, [fact.type])
    else:
        for plan in planned_objects(fact.type, fact.object).values():
            yield FactLookup(subject=subject, type="PLANS_TO", object=name_key(plan), single=False)
    if relation.symmetric:
        yield FactLookup(subject=object_, type=fact.type, object=subject, single=False)
    if relation.sole:
        yield FactLookup(subject="", type=fact.type, object=object_, single=False, any_subject=True)
    for type_ in _dependents_of(fact.type, *relation.ends):
        yield FactLookup(subject=subject, type=type_, object=object_, single=True)
    for type_, scope in relation.ends.items():
        if scope == "to_subject":
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)
            continue
        yield FactLookup(
            subject=subject, type=type_, object=object_, single=scope != "same" or type_ in in_part
        )
        if relation_of(type_).symmetric:
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)


@cache
def _dependents_of(*types: str) -> tuple[str, ...]:
    """The relations whose facts end with those of others."""
    return tuple(
        type_ for type_ in known_types() if not relation_of(type_).ends_with.keys().isdisjoint(types)
    )


def _lookups_of_states(subject: str, types: Iterable[str]) -> Iterator[FactLookup]:
    """The lookups of the states that a person may have planned, if a plan may end."""
    if any(relation_of(type_).intention for type_ in types):
        for type_ in STATES:
            yield FactLookup(subject=subject, type=type_, object="", single=True)


def _lookups_of_end(end: ExtractedEnd) -> Iterator[FactLookup]:
    # The words of a change of a date may name somebody else: "Ana's move is off".
    others = end.object.split() if end.type in CHANGES_OF_DATES else ()
    for subject in (name_key(end.subject), *map(name_key, others)):
        yield from _lookups_of_states(subject, _types_ended_by(end))
        for type_ in (*_types_ended_by(end), *_dependents_of(*_types_ended_by(end))):
            yield FactLookup(subject=subject, type=type_, object="", single=True)
    for type_ in _types_ended_by(end):
        if relation_of(type_).symmetric:
            yield FactLookup(
                subject="", type=type_, object=name_key(end.subject), single=False, any_subject=True
            )
        ends_any = _is_of_things(type_) or relation_of(end.type).corrects or relation_of(end.type).anyone
        if end.object and ends_any:
            object_ = name_key(end.object)
            yield FactLookup(subject="", type=type_, object=object_, single=False, any_subject=True)


def _types_ended_by(end: ExtractedEnd) -> Iterable[str]:
    relation = relation_of(end.type)
    if end.of_type:
        return (end.of_type,)
    if relation.corrects or (relation.only_ends and not relation.ends):
        return known_types()
    return relation.ends if relation.only_ends else (end.type,)


def facts_meant_by(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The facts of the subject, a uid, that an end means. `names` is the name of each uid.

    An object that is named in part can be that of several facts only if it is the same object. An end with a date can mean a fact
    that has ended. If the subject has no such fact, a fact of a thing is meant: "we upgraded from Python 3.9" ends the fact of
    the service that ran on Python 3.9.
    """
    types, keys = _types_ended_by(end), {uid: name_key(name) for uid, name in names.items()}
    facts = [fact for fact in known if fact.type in types and not fact.never_held]
    own = [fact for fact in facts if subject in _subjects_of(fact)]
    held = [fact for fact in own if fact.holds_until is None]
    if end.is_only:
        return held if len({fact.object for fact in held}) == 1 else []
    if not end.object:
        return own
    stated = name_key(end.object)
    exact = [fact for fact in own if keys.get(_other_end(fact, subject)) == stated]
    if current := [fact for fact in exact if fact.holds_until is None]:
        return current
    if exact and end.holds_until:
        return exact
    in_part = [
        fact
        for fact in held
        if not _is_to_a_kind(fact.type) and _is_named_in_part(keys.get(fact.object, ""), stated, fact.type)
    ]
    if in_part:
        return in_part if len({fact.object for fact in in_part}) == 1 else []
    if of_kind := [fact for fact in held if _is_named_by_kind(keys.get(fact.object, ""), stated, fact.type)]:
        return [
            one for one in of_kind if len({other.object for other in of_kind if other.type == one.type}) == 1
        ]
    of_things = [
        fact
        for fact in facts
        if (_is_of_things(fact.type) or relation_of(end.type).anyone)
        and fact.holds_until is None
        and keys.get(fact.object) == stated
    ]
    return of_things if len({fact.subject for fact in of_things}) == 1 else []


def _other_end(fact: Fact, subject: str) -> str:
    """The uid of the object, or of the subject of a symmetric fact that was stated the other way round."""
    return fact.subject if fact.object == subject else fact.object


def _subjects_of(fact: Fact) -> tuple[str, ...]:
    return (fact.subject, fact.object) if relation_of(fact.type).symmetric else (fact.subject,)


def _is_of_things(type_: str) -> bool:
    return relation_of(type_).subject_type is None


def _is_named_in_part(name: str, stated: str, type_: str) -> bool:
    """Whether two names mean one object of a relation because one has all words of the other: `Oxfam` and `Oxfam shop`.

    Words for the kind of the object do not count, nor does the plural: `egg allergy` means `eggs`. A Chinese name may
    have all characters of the stated one in their order; the stated one may end with a word for its kind: 法语课 means 法语.
    """
    if not stated or not name:
        return False
    if stated[0] > "\u2e7f":
        rest = iter(name)
        is_part = len(stated) > 1 and all(character in rest for character in stated)
        is_of_part = type_ == "HAS_CONDITION" and is_of_body_part(name, stated)
        return (
            is_part or is_of_part or _ends_with(name, stated) or (len(name) > 1 and stated.startswith(name))
        )
    words, others = _specific_words(stated, type_), _specific_words(name, type_)
    return bool(words and others) and (words <= others or others <= words)


def _specific_words(name: str, type_: str) -> frozenset[str]:
    """The words of a name without those for the kind of its object, in the singular."""
    return frozenset(singular(word) for word in name.split()) - relation_of(type_).kinds


def _is_named_by_kind(name: str, stated: str, type_: str) -> bool:
    """Whether a text names the object of a relation by its kind: `car` for `Skoda Fabia`. Another kind is excluded."""
    kinds, word = relation_of(type_).kinds, singular(stated.split()[-1])
    return word in kinds and not (kinds & {singular(other) for other in name.split()}) - {word}


def object_that_ends(
    stated: ExtractedFact, subject: str, object_: str, known: Iterable[Fact], names: Mapping[str, str]
) -> str:
    """The entity that a statement means by its object, if it ends a fact about it: `the Fabia` can be the `Skoda Fabia`.

    `subject` and `object_` are the uids of the names, `names` the name of each uid. The object of a known fact is meant if
    it is the only one that the stated name names in part, or by its kind.
    """
    ends = _ended_in_part(stated)
    objects = {
        fact.object
        for fact in known
        if fact.subject == subject and fact.type in ends and fact.holds_until is None
    }
    if object_ in objects:
        return object_
    types = {fact.object: fact.type for fact in known if fact.object in objects and fact.type in ends}
    key, keys = name_key(stated.object), {uid: name_key(names.get(uid, "")) for uid in objects}
    in_part = [uid for uid in objects if _is_named_in_part(keys[uid], key, types[uid])]
    meant = in_part or [uid for uid in objects if _is_named_by_kind(keys[uid], key, types[uid])]
    return meant[0] if len(meant) == 1 else object_


def _ended_in_part(stated: ExtractedFact) -> frozenset[str]:
    """The relations whose facts the statement ends, and whose objects it may name only in part.

    Relations to food and similar kinds are excluded: a person who stops drinking milk may still drink oat milk.
    """
    ended = {type_ for type_, scope in relation_of(stated.type).ends.items() if scope == "same"}
    ended |= {stated.type} if stated.ended else set()
    return frozenset(type_ for type_ in ended if not _is_to_a_kind(type_))


def _is_to_a_kind(type_: str) -> bool:
    return section_of(type_) == "preferences" or type_ in _OF_KINDS


def _ends_with(name: str, last: str) -> bool:
    """Whether a name ends with these whole words. Chinese names have no spaces: two characters are needed."""
    return name.endswith(f" {last}") or (len(last) > 1 and last[0] > "\u2e7f" and name.endswith(last))


def facts_ended_by(fact: Fact, known: Iterable[Fact]) -> Iterator[Fact]:
    """The known facts that end when a fact begins, as its relation entry declares."""
    ends = relation_of(fact.type).ends
    for other in known:
        scope = ends.get(other.type)
        if scope is None or other.uid == fact.uid:
            continue
        if _shares(fact, other, scope):
            yield other


def _shares(fact: Fact, other: Fact, scope: str) -> bool:
    """Whether the other fact matches the scope; a symmetric relation is compared in both directions."""
    if scope == "to_subject":
        return other.object == fact.subject
    directions = [(other.subject, other.object)]
    if relation_of(other.type).symmetric:
        directions.append((other.object, other.subject))
    for subject, object_ in directions:
        if subject == fact.subject:
            return scope == "any" or (object_ == fact.object) == (scope == "same")
    return False
