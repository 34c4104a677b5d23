"""Facts that a statement ends: by saying so, or because a fact of another relation begins, as the relation entries declare."""

from collections.abc import Iterable, Iterator, Mapping

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import known_types, relation_of, section_of
from memgraph_core.records.extraction import ExtractedEnd, ExtractedFact, Extraction
from memgraph_core.records.graph import Fact
from memgraph_core.records.plan import FactLookup

# Sections of relations whose objects are often kinds of things, of which a longer name means a special kind.
_OF_KINDS = frozenset(("preferences", "habits"))
_OF_GROUPS = frozenset(("MEMBER_OF",))  # relations of these sections whose object has a proper name


def fact_lookups(extraction: Extraction) -> tuple[FactLookup, ...]:
    """The stored facts that the facts and the ends of an extraction may change, sorted."""
    lookups = {lookup for fact in extraction.facts for lookup in _lookups(fact)}
    lookups |= {lookup for end in extraction.ends for lookup in _lookups_of_end(end)}
    return tuple(
        sorted(
            lookups, key=lambda each: (each.subject, each.type, each.object, each.single, each.any_subject)
        )
    )


def _lookups(fact: ExtractedFact) -> Iterator[FactLookup]:
    subject, object_, relation = name_key(fact.subject), name_key(fact.object), relation_of(fact.type)
    in_part = _ended_in_part(fact)
    any_object = relation.single or fact.type in in_part or fact.is_total or fact.corrects or fact.replaces
    yield FactLookup(subject=subject, type=fact.type, object=object_, single=any_object)
    if relation.sole:
        yield FactLookup(subject="", type=fact.type, object=object_, single=False, any_subject=True)
    for type_, scope in relation.ends.items():
        if scope == "to_subject":
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)
            continue
        yield FactLookup(
            subject=subject, type=type_, object=object_, single=scope != "same" or type_ in in_part
        )
        if relation_of(type_).symmetric:
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)


def _lookups_of_end(end: ExtractedEnd) -> Iterator[FactLookup]:
    for type_ in _types_ended_by(end):
        yield FactLookup(subject=name_key(end.subject), type=type_, object="", single=True)
        if end.object and (_is_of_things(type_) or relation_of(end.type).corrects):
            object_ = name_key(end.object)
            yield FactLookup(subject="", type=type_, object=object_, single=False, any_subject=True)


def _types_ended_by(end: ExtractedEnd) -> Iterable[str]:
    relation = relation_of(end.type)
    if relation.corrects or (relation.only_ends and not relation.ends):
        return known_types()
    return relation.ends if relation.only_ends else (end.type,)


def facts_meant_by(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The facts of the subject, a uid, that an end means. `names` is the name of each uid.

    An object that is named in part can be that of several facts only if it is the same object. If the subject has no
    such fact, the fact of a thing is meant: "we upgraded from Python 3.9" is about a service that runs on it.
    """
    types, keys = _types_ended_by(end), {uid: name_key(name) for uid, name in names.items()}
    facts = [fact for fact in known if fact.type in types and not fact.never_held]
    own = [fact for fact in facts if fact.subject == subject]
    if end.is_only:
        held = [fact for fact in own if fact.holds_until is None]
        return held if len({fact.object for fact in held}) == 1 else []
    if not end.object:
        return own
    stated = name_key(end.object)
    held = [fact for fact in own if fact.holds_until is None]
    if exact := [fact for fact in held if keys.get(fact.object) == stated]:
        return exact
    in_part = [
        fact
        for fact in held
        if not _is_to_a_kind(fact.type) and _is_named_in_part(keys.get(fact.object, ""), stated)
    ]
    if in_part:
        return in_part if len({fact.object for fact in in_part}) == 1 else []
    of_things = [
        fact
        for fact in facts
        if _is_of_things(fact.type) and fact.holds_until is None and keys.get(fact.object) == stated
    ]
    return of_things if len({fact.subject for fact in of_things}) == 1 else []


def _is_of_things(type_: str) -> bool:
    return relation_of(type_).subject_type is None


def _is_named_in_part(name: str, part: str) -> bool:
    """Whether a name contains the words of a part, or a Chinese name has all characters of the part in their order.

    A Chinese part may also end with a word for its kind: 法语课 means 法语.
    """
    if f" {part} " in f" {name} " or _ends_with(name, part):
        return True
    if len(part) < 2 or part[0] <= "\u2e7f":
        return False
    if len(name) > 1 and part.startswith(name):
        return True
    rest = iter(name)
    return all(character in rest for character in part)


def object_that_ends(
    stated: ExtractedFact, subject: str, object_: str, known: Iterable[Fact], names: Mapping[str, str]
) -> str:
    """The entity that a statement means by its object, if it ends a fact about it: `the Fabia` can be the `Skoda Fabia`.

    `subject` and `object_` are the uids of the names, `names` the name of each uid. The object of a known fact is meant if
    its name ends with the stated name, and if no other object of these facts does.
    """
    ends = _ended_in_part(stated)
    objects = {
        fact.object
        for fact in known
        if fact.subject == subject and fact.type in ends and fact.holds_until is None and not fact.never_held
    }
    if object_ in objects:
        return object_
    meant = [uid for uid in objects if _ends_with(name_key(names.get(uid, "")), name_key(stated.object))]
    return meant[0] if len(meant) == 1 else object_


def _ended_in_part(stated: ExtractedFact) -> frozenset[str]:
    """The relations of which the statement ends a fact, and whose object it may name in part.

    Relations to food and similar kinds are excluded: a person who stops drinking milk may still drink oat milk.
    """
    ended = {type_ for type_, scope in relation_of(stated.type).ends.items() if scope == "same"}
    ended |= {stated.type} if stated.ended else set()
    return frozenset(type_ for type_ in ended if not _is_to_a_kind(type_))


def _is_to_a_kind(type_: str) -> bool:
    return section_of(type_) in _OF_KINDS and type_ not in _OF_GROUPS


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
