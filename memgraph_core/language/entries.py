"""Relation entries: all that is known of each relation type, from the files `relation_entries/*.yaml`.

One entry describes one type: its properties, its words in questions, plans and pictures, and for each language the
patterns that state it and the examples that test them. CONTRIBUTING.md describes the format. Entries of one type in
several files are merged, so that `work.zh.yaml` may add the Chinese part to `work.yaml`.

Searches need the properties only. The parts of the languages are the larger part of a file, and are left out before it is
parsed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, cast, get_args

import yaml

from memgraph_core.language.word_lists import SAFE_LOADER
from memgraph_core.records.kinds import EntityType

Language = Literal["en", "zh"]
# state: it holds. begins: it starts to hold. ends: it stops. did: it happened once, and does not end. plans: it is planned.
# denies: it does not hold ("we decided against Vue").
PatternKind = Literal["state", "begins", "ends", "did", "plans", "denies"]
# Which facts of another type end when a fact begins: those with the same object, all of the subject, all of the subject
# with another object, or those whose object is the subject of the new fact.
EndScope = Literal["same", "any", "other", "to_subject"]
# The section of a profile in which the facts of a type are shown, in the order of a profile.
Section = Literal[
    "identity", "people", "home", "work", "preferences", "habits", "health", "possessions", "plans", "events", "other"
]  # fmt: skip

# What a profile may claim of the facts of a type. lasting: they hold until a text says otherwise. changing: a state that may end
# without a word. event: something that happened. wish: a plan or a wish.
ClaimKind = Literal["lasting", "changing", "event", "wish"]
# What is due on the day that the object of a fact is.
DayKind = Literal["appointment", "deadline", "birthday"]
_CLAIM_OF_SECTION: Mapping[Section, ClaimKind] = {
    "identity": "lasting", "people": "lasting", "preferences": "lasting", "plans": "wish", "events": "event",
}  # fmt: skip

_LANGUAGE_PART = re.compile(r"^  (?:en|zh):[ ]*\n(?:(?:[ ]{3,}.*)?\n)*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Relation:
    """The properties of a relation type."""

    type: str
    single: bool = False  # a subject has one object at a time
    object_type: EntityType | None = None
    subject_type: EntityType | None = "Person"
    pets: bool = False  # a pet may be its subject, besides persons
    symmetric: bool = False  # subject and object may be exchanged
    inverse: str | None = None  # the type of the same fact with subject and object exchanged
    literal: bool = False  # the object is a value such as a date or a price, not an entity
    fixed: bool = False  # it cannot change: another object is a correction
    repeats: bool = False  # it happens several times: another date is another occasion, not a correction
    intention: bool = False  # a plan or a wish: it is over when the time that it states is over
    shared: bool = False  # several subjects may share a name, each with one object: a new fact replaces only the last one
    sole: bool = False  # an object has one subject at a time: another leader replaces the former one
    together: bool = False  # a person whom the text adds after "with" takes part too
    # It gives no fact. It ends the facts of the relations in `ends` that have its object, or gives them another object.
    only_ends: bool = False
    corrects: bool = False  # an `only_ends` relation: what it ends never held
    # An `only_ends` relation: it ends the facts with its object, whoever their subject is.
    anyone: bool = False
    # An `only_ends` relation that, without an object, means a fact of the turn before: "call it off".
    recent: bool = False
    # An `only_ends` relation that says that another state of the same type has begun: one that began lately is this one.
    arrives: bool = False
    # An `only_ends` relation whose statements count only beside one of this type in the same turn: "we moved! It feels like home".
    beside: str | None = None
    open: bool = False  # the type is a verb of the text, not a type of the vocabulary
    ends: Mapping[str, EndScope] = field(default_factory=dict[str, EndScope], hash=False)
    # The states with whose end a fact of this type ends: a place of work with the job, or with a move away from that place.
    ends_with: Mapping[str, EndScope] = field(default_factory=dict[str, EndScope], hash=False)
    # Words by which a text names the object without its name: "the car" for `Skoda Fabia`. They do not distinguish objects.
    kinds: frozenset[str] = frozenset()

    @property
    def is_value(self) -> bool:
        """Whether the object is a value, such as an age, which a time in the sentence does not date. A death is dated."""
        return self.literal and not self.ends


@dataclass(frozen=True, slots=True)
class Entry:
    """A relation type: its properties and its words."""

    relation: Relation
    # Language → regular expression of the words that ask for it.
    question: Mapping[str, str] = field(default_factory=dict[str, str])
    # Language → verb phrase for planning it: `move to`.
    plan: Mapping[str, str] = field(default_factory=dict[str, str])
    # Language → name in pictures and profiles.
    label: Mapping[str, str] = field(default_factory=dict[str, str])
    section: Section = "other"
    claim: ClaimKind = "changing"
    # The type of the state that it belongs to: a colleague is one while one works at a place.
    within: str | None = None
    due: DayKind | None = None
    quoted: bool = False  # its object is a part of a sentence: a profile quotes the sentence
    passes: int | None = None  # days since its last mention after which it is over although no text ends it


@cache
def entries() -> Mapping[str, Entry]:
    """All entries by type, without patterns and examples."""
    return {type_: _entry(type_, row) for type_, row in _rows(with_languages=False).items()}


@cache
def patterns_of(language: Language) -> Mapping[str, Mapping[PatternKind, tuple[str, ...]]]:
    """The patterns of a language by relation type and kind, as texts."""
    kinds = get_args(PatternKind)
    return {
        type_: {kind: tuple(part[kind]) for kind in kinds if kind in part}
        for type_, part in language_parts(language)
    }


def relation_label(type_: str, language: str) -> str:
    """The name of a relation type for people: "works at", 任职于. A type without a label is shown in lower case."""
    entry = entries().get(type_)
    label = entry.label.get(language) if entry is not None else None
    return label or type_.replace("_", " ").lower()


def language_parts(language: Language) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each relation type with its patterns and examples in a language, as they are in the files."""
    for type_, row in _rows(with_languages=True).items():
        if part := row.get(language):
            yield type_, part


def _entry(type_: str, row: Mapping[str, Any]) -> Entry:
    """The entry of a row of a file. The properties have the names of the fields; those that are left out are defaults."""
    subject, section = row.get("subject", "Person"), row.get("section", "other")
    given: dict[str, Any] = {
        **row,
        "object_type": row.get("object"),
        "subject_type": None if subject == "any" else subject,
        "kinds": frozenset(row.get("kinds", ())),
        "claim": row.get("claim", _CLAIM_OF_SECTION.get(section, "changing")),
    }
    relation = Relation(
        type=type_, **{each.name: given[each.name] for each in fields(Relation) if each.name in given}
    )
    return Entry(
        relation=relation, **{each.name: given[each.name] for each in fields(Entry) if each.name in given}
    )


def _rows(*, with_languages: bool) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    folder = resources.files("memgraph_core.language") / "relation_entries"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".yaml"):
            continue
        text = file.read_text(encoding="utf-8")
        content = yaml.load(text if with_languages else _LANGUAGE_PART.sub("", text), Loader=SAFE_LOADER)
        for type_, row in cast(dict[str, dict[str, Any] | None], content).items():
            _merge(found.setdefault(type_, {}), row or {})  # None: the entry has only language parts
    return found


def _merge(into: dict[str, Any], row: Mapping[str, Any]) -> None:
    """Add the values of an entry to another. A later value replaces an earlier one of the same key."""
    for key, value in row.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], cast(dict[str, Any], value))
        elif isinstance(value, list) and isinstance(into.get(key), list):
            into[key] += value
        else:
            into[key] = value
