"""What two derivations of one log have in common, and what each has alone: by content, whatever the uids.

A note is the same when it says the same of the same turns, a fact when it joins the same names by the same
relation, an entity when it has the same name and type.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memgraph_core.records.graph import Entity, Fact, Note

EXAMPLES = 20  # told of each kind of gain and loss


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a space holds, as lines that people can read, each with how often it is there."""

    notes: Counter[str] = field(default_factory=Counter[str])
    facts: Counter[str] = field(default_factory=Counter[str])
    entities: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What became of the notes, facts or entities. The examples are the first, as lines."""

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
    """These records as lines: notes in their order, facts and entities sorted. A secret is not told."""
    entities = tuple(entities)
    names = {entity.uid: entity.name for entity in entities}
    return Contents(
        Counter(_note_line(note) for note in notes),
        Counter(sorted(_fact_line(fact, names) for fact in facts)),
        Counter(sorted(f"{entity.name} ({entity.type})" for entity in entities)),
    )


def difference(before: Contents, after: Contents) -> Difference:
    """What the second has beyond the first is gained, what it lacks is lost."""
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
        examples_gained=tuple(gained)[:EXAMPLES],
        examples_lost=tuple(lost)[:EXAMPLES],
    )


def _note_line(note: Note) -> str:
    text = "(kept in the vault)" if note.kind == "vault" else note.text
    return f"{text} [{', '.join(note.turns)}]"


def _fact_line(fact: Fact, names: Mapping[str, str]) -> str:
    return f"{names.get(fact.subject, fact.subject)} {fact.type} {names.get(fact.object, fact.object)}"
