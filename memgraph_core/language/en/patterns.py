"""Patterns of the relation entries: how English states a relation.

A pattern is a line of words, such as `SUBJ live|stay in|at OBJ:name`:

- The first verb or verbs, as lemmas. `!hire` wants a passive clause, in which the subject of the verb is who is hired.
- Before the verb, what its subject is: `SUBJ` (may be left out), `OBJ`, or `_` if it is no part of the fact.
- `~up`: a particle. `=member`: a word of the complement or of the object, as lemma; `=:occupation`: one of a class.
- `+since`: another preposition that the clause must have.
- `SUBJ` or `OBJ` without a preposition: the direct object, or the predicate noun after `be` and `become`.
- A preposition and a slot: `at OBJ`. Two prepositions in a row are joined: `out-of OBJ`.
- `VP`: a gerund. `to VP`: an infinitive.
- `@smoking`: the object, where the words do not name it. `@*`: any object, for patterns that end a relation. `@each_other`: the
  other subjects, for symmetric relations.
- Classes of a slot after colons: `OBJ:name`. `!` negates a class. The classes are groups of `noun_classes_en.txt` and the
  tests in `slots.py`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memgraph_core.language.entries import PatternKind, patterns_of

Role = Literal["SUBJ", "OBJ", ""]
_ROLES: tuple[Role, ...] = ("SUBJ", "OBJ")
_KINDS: Mapping[PatternKind, int] = {"ends": 0, "begins": 1, "did": 2, "state": 3}


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an end of the relation is found, and what it must be."""

    role: Role
    prepositions: frozenset[str] = frozenset()  # none: the object itself
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way in which English states a relation."""

    relation: str
    kind: PatternKind
    text: str
    is_passive: bool
    subject: Slot  # of the verb
    slots: tuple[Slot, ...]
    particle: str | None = None
    complements: frozenset[str] = frozenset()
    action: Literal["gerund", "infinitive", ""] = ""
    value: str = ""  # what the object is, whatever the words
    other_preposition: str | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """More specific patterns first, then those that end a relation."""
        classes = sum(
            not name.startswith("!") for slot in (self.subject, *self.slots) for name in slot.classes
        )
        specific = (
            3 * bool(self.particle)
            + 2 * bool(self.other_preposition)
            + 3 * bool(self.complements)
            + 2 * classes
            + len(self.slots)
        )
        return -specific, _KINDS[self.kind]


@cache
def english_patterns() -> Mapping[str, tuple[Pattern, ...]]:
    """All patterns by verb lemma, in the order in which they are tried."""
    found: dict[str, list[Pattern]] = {}
    for relation, kinds in patterns_of("en").items():
        for kind, texts in kinds.items():
            for text in texts:
                for verb, pattern in _compiled(relation, kind, text):
                    found.setdefault(verb, []).append(pattern)
    return {verb: tuple(sorted(rows, key=lambda p: p.rank)) for verb, rows in found.items()}


def _compiled(relation: str, kind: PatternKind, text: str) -> Iterator[tuple[str, Pattern]]:
    """The verbs of a pattern, each with the pattern."""
    subject, verbs, parts = _subject(text.split())
    slots: list[Slot] = []
    particle, other, complements, action, value = None, None, frozenset[str](), "", ""
    prepositions: frozenset[str] = frozenset()
    for part in parts:
        if part == "VP":
            action = "infinitive" if "to" in prepositions else "gerund"
        elif _is_slot(part):
            slots.append(_slot(part, prepositions))
            prepositions = frozenset[str]()
        elif part.startswith("@"):
            value = part[1:].replace("_", " ")
        elif part.startswith("~"):
            particle = part[1:]
        elif part.startswith("+"):
            other = part[1:]
        elif part.startswith("="):
            complements = frozenset(word.lstrip("=").replace("_", " ") for word in part.split("|"))
        else:
            prepositions = frozenset(part.split("|"))
    for verb in verbs.replace("!", "").split("|"):
        yield verb, Pattern(
            relation=relation, kind=kind, text=text, is_passive=verbs.startswith("!"), subject=subject,
            slots=tuple(slots), particle=particle, complements=complements, action=action, value=value,
            other_preposition=other,
        )  # fmt: skip


def _subject(words: list[str]) -> tuple[Slot, str, list[str]]:
    """The slot of the subject, the verbs, and the words behind them."""
    if words[0] == "_":
        return Slot(""), words[1], words[2:]
    if _is_slot(words[0]):
        return _slot(words[0], frozenset()), words[1], words[2:]
    return Slot("SUBJ"), words[0], words[1:]


def _is_slot(word: str) -> bool:
    return word.split(":")[0] in _ROLES


def _slot(word: str, prepositions: frozenset[str]) -> Slot:
    role, *classes = word.split(":")
    return Slot("SUBJ" if role == "SUBJ" else "OBJ", prepositions, tuple(classes))
