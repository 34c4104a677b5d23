"""Patterns of the relation entries: how English states a relation.

A pattern is a line of words, such as `SUBJ live|stay in|at OBJ:name`:

- The first verb or verbs, as lemmas. `!hire` wants a passive clause, in which the subject of the verb is who is hired.
- Before the verb, what its subject is: `SUBJ` (may be left out), `OBJ`, or `_` if it is no part of the fact; `_:deploy` for
  a class of it.
  `SUBJ's boss|:vehicle`: a noun, or one of a class, that belongs to `SUBJ` ("my boss is Ann", "the length of the film is …").
  With `be` the noun may also be the predicate: "Ann is my boss".
- `~up|over`: one of these particles.
- `=member`: a word of the complement or of the object, as lemma; `=:occupation`: one of a class.
  `be =engaged` is also the passive clause of the verb; `have` is also `have got`. - `+since|for`: other prepositions; the clause
  must have one of them. `-of`: a preposition that it must not have; `-VP`: it must not have a gerund ("I'm at Fiat fixing a
  car").
- `PAST`, `PRESENT`, `NOT_PAST`: the tense that the clause must have; an infinitive is not past. `DONE`: it must not be in
  the simple present. `ALONE`: it must not have an object.
- `SUBJ` or `OBJ` without a preposition: the direct object, or the predicate noun after `be` and `become`.
- `NEW`: what takes the place of `OBJ`, in patterns of a relation that only ends others: `switch from OBJ to NEW`. Without
  `OBJ` it is a count, and replaces another count of the same things: `be ~down to NEW`.
- A preposition and a slot: `at OBJ`. Two prepositions in a row are joined: `out-of OBJ`.
- `VP`: a gerund with its objects. `V`: without them. `to VP`: an infinitive.
- `@smoking`: the object, where the words do not name it. `@*`: any object, for patterns that end a relation; `@?`: the only
  one that can be meant. `@each_other`: the other subjects, for symmetric relations. `@owned`: the noun that belongs to the
  subject, as in "my phone was stolen".
- Classes of a slot after colons: `OBJ:name`. `!` negates a class. The classes are groups of `noun_classes_en.txt` and the
  tests in `slots.py`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from memgraph_core.language.entries import PatternKind, patterns_of

Role = Literal["SUBJ", "OBJ", "NEW", ""]
Tense = Literal["past", "present", "not past", "done", ""]
Action = Literal["gerund", "verb", "infinitive", ""]
_ROLES: Mapping[str, Role] = {"SUBJ": "SUBJ", "OBJ": "OBJ", "NEW": "NEW"}
_KINDS: Mapping[PatternKind, int] = {"ends": 0, "denies": 0, "begins": 1, "did": 2, "plans": 3, "state": 4}
_PREFIXES = {"@": "value", "~": "particles", "+": "other_prepositions", "-": "excluded", "=": "complements"}
_SETS = frozenset(["other_prepositions", "excluded", "complements", "particles"])
_TENSES: Mapping[str, Tense] = {"PAST": "past", "PRESENT": "present", "NOT_PAST": "not past", "DONE": "done"}
_ACTIONS: Mapping[str, Action] = {"VP": "gerund", "V": "verb"}


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
    subject: Slot  # of the verb, or the owner of its subject
    slots: tuple[Slot, ...]
    particles: frozenset[str] = frozenset()  # the clause must have one of them
    complements: frozenset[str] = frozenset()
    action: Action = ""
    value: str = ""  # the object that the pattern itself gives
    other_prepositions: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()  # prepositions
    tense: Tense = ""
    is_alone: bool = False
    owned: frozenset[str] = (
        frozenset()
    )  # nouns that the subject of the verb may be, if its owner is the subject

    @property
    def rank(self) -> tuple[int, int]:
        """More specific patterns first, then those that end a relation."""
        classes = sum(
            not name.startswith("!") for slot in (self.subject, *self.slots) for name in slot.classes
        )
        specific = (
            3 * bool(self.particles)
            + 2 * bool(self.other_prepositions)
            + bool(self.tense)
            + 3 * bool(self.complements)
            + 3 * bool(self.owned)
            + 2 * classes
            + len(self.slots)
        )
        return -specific, _KINDS[self.kind]


@cache
def english_patterns() -> Mapping[str, tuple[Pattern, ...]]:
    """All patterns by verb lemma, in the order in which they are tried.

    The key of patterns with an owner is the noun with the verb, `boss's be`, or `'s be` where the noun is a class.
    Patterns of `be` and `get` with a word are also found by both: `be engaged`.
    """
    found: dict[str, list[Pattern]] = {}
    for relation, kinds in patterns_of("en").items():
        for kind, texts in kinds.items():
            for text in texts:
                for verb, pattern in _compiled(relation, kind, text):
                    for key in _keys(verb, pattern):
                        found.setdefault(key, []).append(pattern)
    return {key: tuple(sorted(rows, key=lambda p: p.rank)) for key, rows in found.items()}


def _keys(verb: str, pattern: Pattern) -> Iterator[str]:
    if not pattern.owned:
        yield verb
        yield from (f"{verb} {word}" for word in pattern.complements if verb in ("be", "get"))
    for noun in pattern.owned:
        yield f"'s {verb}" if noun.startswith(":") else f"{noun}'s {verb}"


def _compiled(relation: str, kind: PatternKind, text: str) -> Iterator[tuple[str, Pattern]]:
    """The verbs of a pattern, each with the pattern."""
    subject, owned, (verbs, *parts) = _subject(text.split())
    slots: list[Slot] = []
    found: dict[str, Any] = {}
    prepositions = frozenset[str]()
    for part in parts:
        name = _PREFIXES.get(part[0])
        if name is not None:
            found[name] = _words(part, relation, text) if name in _SETS else _word(part, relation, text)
        elif part in _TENSES:
            found["tense"] = _TENSES[part]
        elif part == "ALONE":
            found["is_alone"] = True
        elif part in _ACTIONS:
            found["action"] = "infinitive" if "to" in prepositions else _ACTIONS[part]
            prepositions = frozenset[str]()
        elif _is_slot(part):
            slots.append(_slot(part, prepositions))
            prepositions = frozenset[str]()
        else:
            _check_used(prepositions, relation, text)
            prepositions = frozenset(part.split("|"))
    _check_used(prepositions, relation, text)
    pattern = Pattern(
        relation=relation, kind=kind, text=text, is_passive=verbs.startswith("!"), subject=subject, slots=tuple(slots),
        owned=owned, **found,
    )  # fmt: skip
    for verb in verbs.replace("!", "").split("|"):
        yield verb, pattern


def _words(part: str, relation: str, text: str) -> frozenset[str]:
    return frozenset(_word(f"={word}", relation, text) for word in part[1:].split("|"))


def _word(part: str, relation: str, text: str) -> str:
    """The only word of a part. Raises ValueError for several words, because the choice among them would be arbitrary."""
    if "|" in part:
        raise ValueError(f"{relation}: {text!r} has several values in {part!r}; write one pattern for each")
    return part[1:].lstrip("=").replace("_", " ")


def _check_used(prepositions: frozenset[str], relation: str, text: str) -> None:
    """Raises ValueError if no slot follows prepositions: the pattern would match without them."""
    if prepositions:
        raise ValueError(f"{relation}: no slot follows {'|'.join(sorted(prepositions))!r} in {text!r}")


def _subject(words: list[str]) -> tuple[Slot, frozenset[str], list[str]]:
    """The slot of the subject, the nouns that belong to it, and the words behind them."""
    first = words[0]
    if first.split(":")[0] == "_":
        return Slot("", classes=tuple(first.split(":")[1:])), frozenset(), words[1:]
    if first.endswith("'s"):
        nouns = frozenset(noun.replace("_", " ") for noun in words[1].split("|"))
        return _slot(first.removesuffix("'s"), frozenset()), nouns, words[2:]
    if _is_slot(first):
        return _slot(first, frozenset()), frozenset(), words[1:]
    return Slot("SUBJ"), frozenset(), words


def _is_slot(word: str) -> bool:
    return word.split(":")[0] in _ROLES


def _slot(word: str, prepositions: frozenset[str]) -> Slot:
    role, *classes = word.split(":")
    return Slot(_ROLES[role], prepositions, tuple(classes))
