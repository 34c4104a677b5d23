"""The difference between two derivations of one log, by content and not by uids.

Two notes are equal if they have the same text and source turns, two facts if they have the same names and relation, two
entities if they have the same name and type.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memgraph_core.records.graph import Entity, Fact, Note

MAX_EXAMPLES = 20  # of gained and of lost records, each


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a space as readable lines, each with the number of its occurrences."""

    notes: Counter[str] = field(default_factory=Counter[str])
    facts: Counter[str] = field(default_factory=Counter[str])
    entities: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Numbers of kept, gained and lost notes, facts or entities, with the first ones as examples."""

    kept: int
    gained: int
    lost: int
    examples_gained: tuple[str, ...]
    examples_lost: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What a rebuild gains and loses."""

    notes: Part
    facts: Part
    entities: Part


def contents(notes: Iterable[Note], facts: Iterable[Fact], entities: Iterable[Entity]) -> Contents:
    """The records as lines: notes in their order, facts and entities sorted. Texts of sensitive notes are hidden."""
    entities = tuple(entities)
    names = {entity.uid: entity.name for entity in entities}
    return Contents(
        Counter(_note_line(note) for note in notes),
        Counter(sorted(_fact_line(fact, names) for fact in facts)),
        Counter(sorted(f"{entity.name} ({entity.type})" for entity in entities)),
    )


def difference(before: Contents, after: Contents) -> Difference:
    """What `after` gained and lost compared with `before`."""
    return Difference(
        notes=_part(before.notes, after.notes),
        facts=_part(before.facts, after.facts),
        entities=_part(before.entities, after.entities),
    )


def _part(before: Counter[str], after: Counter[str]) -> Part:
    gained, lost = after - before, before - after
    return Part(
        kept=(before & after).total(),
        gained=gained.total(),
        lost=lost.total(),
        examples_gained=tuple(gained)[:MAX_EXAMPLES],
        examples_lost=tuple(lost)[:MAX_EXAMPLES],
    )


def _note_line(note: Note) -> str:
    text = "(kept in the vault)" if note.kind == "vault" else note.text
    return f"{text} [{', '.join(note.turns)}]"


def _fact_line(fact: Fact, names: Mapping[str, str]) -> str:
    return f"{names.get(fact.subject, fact.subject)} {fact.type} {names.get(fact.object, fact.object)}"
