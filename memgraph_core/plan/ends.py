"""Facts that end because a fact of another relation begins, as the relation entries declare."""

from collections.abc import Iterable, Iterator

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.extraction import ExtractedFact, Extraction
from memgraph_core.records.graph import Fact
from memgraph_core.records.plan import FactLookup


def fact_lookups(extraction: Extraction) -> tuple[FactLookup, ...]:
    """The stored facts that the facts and the ends of an extraction may change, sorted."""
    lookups = {lookup for fact in extraction.facts for lookup in _lookups(fact)}
    lookups |= {
        FactLookup(subject=name_key(end.subject), type=end.type, object="", single=True)
        for end in extraction.ends
    }
    return tuple(
        sorted(
            lookups, key=lambda each: (each.subject, each.type, each.object, each.single, each.any_subject)
        )
    )


def _lookups(fact: ExtractedFact) -> Iterator[FactLookup]:
    subject, object_, relation = name_key(fact.subject), name_key(fact.object), relation_of(fact.type)
    yield FactLookup(subject=subject, type=fact.type, object=object_, single=relation.single)
    for type_, scope in relation.ends.items():
        if scope == "to_subject":
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)
            continue
        yield FactLookup(subject=subject, type=type_, object=object_, single=scope != "same")
        if relation_of(type_).symmetric:
            yield FactLookup(subject="", type=type_, object=subject, single=False, any_subject=True)


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
