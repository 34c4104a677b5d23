"""Checks a memory against expectations, and names the turns and decisions responsible for each failure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from os import PathLike
from pathlib import Path
from re import escape, search
from typing import Protocol

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.quality.expectations import (
    Expectations,
    Expected,
    ExpectedAnswer,
    ExpectedFact,
    parts_of,
    read_expectations,
)
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.inspect import EntityQuery, StreamItem
from memgraph_core.records.search import UNLIMITED, Context, Hit, Knowledge
from memgraph_core.retrieve.history import entity_uids, named_facts
from memgraph_core.store.contract import Store

_MIDNIGHT = "T00:00:00+00:00"


class _MemoryVerbs(Protocol):
    """The verbs of `Memory` that a check uses."""

    @property
    def store(self) -> Store: ...

    def search(
        self, question: str, *, limit: int | None = None, now: datetime | None = None
    ) -> tuple[Hit, ...]: ...

    def context(
        self, question: str, *, tokens: int | None = None, now: datetime | None = None
    ) -> Context: ...

    def knows(self, question: str, *, now: datetime | None = None) -> Knowledge: ...

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]: ...

    def changes(self, *, limit: int = 100) -> tuple[Change, ...]: ...

    def stream(self, *, entity: str | None = None) -> tuple[StreamItem, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The result for one expectation: whether it is met, what was found, and, if not, the responsible turns and changes."""

    expectation: str
    passed: bool
    found: str
    turns: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()  # newest first


def check(
    memory: _MemoryVerbs, expectations: Expectations | str | Path, now: datetime, zone: tzinfo = UTC
) -> tuple[Checked, ...]:
    """The result of each expectation, in their order. A path is read first. Nothing is written.

    `now` is the moment of the check, unless the expectations give one. Times without a zone are in
    `zone`. Raises InvalidInput for a file that is not valid.
    """
    if isinstance(expectations, str | PathLike):
        expectations = read_expectations(expectations, zone)
    if not isinstance(expectations, Expectations):  # pyright: ignore[reportUnnecessaryIsInstance]  unchecked callers
        raise InvalidInput(
            f"expectations is {expectations!r:.80}; give a path, or what read_expectations returns."
        )
    moment = expectations.now or now
    return tuple(_checked(memory, expected, moment) for expected in expectations.expected)


def _checked(memory: _MemoryVerbs, expected: Expected, moment: datetime) -> Checked:
    if isinstance(expected, ExpectedFact):
        return _fact(memory, expected, moment)
    if isinstance(expected, ExpectedAnswer):
        return _answer(memory, expected, moment)
    return _nothing(memory, expected.nothing_about, moment)


# Facts


def _fact(memory: _MemoryVerbs, expected: ExpectedFact, now: datetime) -> Checked:
    subject, relation, object_name = parts_of(expected.fact)
    moment = expected.as_of or now
    same_relation = [fact for fact in _facts_of(memory, subject) if fact.type == relation]
    holding = [fact for fact in same_relation if fact.holds(moment) and not fact.never_held]
    right = [fact for fact in same_relation if fact.object in _uids_named(memory, object_name)]
    unwanted = {uid for name in expected.unlike for uid in _uids_named(memory, name)}
    wrong = [fact for fact in holding if fact.object in unwanted]
    sentence = f"{subject} {relation} {object_name}"
    if expected.unlike:
        sentence += f", not {', '.join(expected.unlike)}"
    if expected.as_of:
        sentence += f", as of {expected.as_of.isoformat().removesuffix(_MIDNIGHT)}"
    met = any(fact in holding for fact in right)
    found = _named_facts(memory, holding) or _named_facts(memory, right) or f"no fact {subject} {relation}"
    result = Checked(expectation=sentence, passed=met and not wrong, found=found)
    if result.passed:
        return result
    suspects = wrong or [fact for fact in holding if fact not in right]
    turns = _turns_of(memory, suspects or right) or _nearest(memory, f"{subject} {object_name}", now)
    return replace(result, turns=turns, changes=_changes_of(memory, [*suspects, *([] if met else right)]))


def _uids_named(memory: _MemoryVerbs, name: str) -> frozenset[str]:
    """The uids of all entities with this name."""
    query = EntityQuery(name_keys=(name_key(name),), limit=UNLIMITED)
    return frozenset(entity.uid for entity in memory.store.entities(query))


def _facts_of(memory: _MemoryVerbs, name: str) -> list[Fact]:
    uids = sorted(_uids_named(memory, name))
    return [fact for uid in uids for fact in memory.store.facts(uid, UNLIMITED) if fact.subject == uid]


def _named_facts(memory: _MemoryVerbs, facts: Sequence[Fact]) -> str:
    entities = memory.store.entities(EntityQuery(uids=entity_uids(facts), limit=UNLIMITED)) if facts else ()
    named = named_facts(facts, {entity.uid: entity.name for entity in entities})
    return "; ".join(f"{fact.triple}{_span(fact)}" for fact in named)


def _span(fact: Fact) -> str:
    if fact.never_held:
        return " (corrected: it never held)"
    ends = (("from", fact.holds_from), ("until", fact.holds_until))
    interval = ", ".join(f"{word} {_day(moment)}" for word, moment in ends if moment)
    return f" ({interval})" if interval else ""


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _turns_of(memory: _MemoryVerbs, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The source turns of these facts, those of the first fact first."""
    notes = memory.notes([note for fact in facts for note in fact.notes])
    return tuple(dict.fromkeys(turn for note in notes for turn in note.turns))


def _changes_of(memory: _MemoryVerbs, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The decisions about these facts, newest first."""
    uids = {fact.uid for fact in facts}
    decided = memory.changes(limit=UNLIMITED) if uids else ()
    return tuple(
        change.uid for change in decided if uids & {change.about.fact, change.about.by, *change.about.facts}
    )


def _nearest(memory: _MemoryVerbs, text: str, now: datetime) -> tuple[str, ...]:
    """The turns of the best hit for this text. One of them probably states a fact that was not extracted."""
    return tuple(turn for hit in memory.search(text, limit=1, now=now) for turn in hit.turns)


# Questions


def _answer(memory: _MemoryVerbs, expected: ExpectedAnswer, now: datetime) -> Checked:
    moment = expected.now or now
    parts: list[Checked] = []
    if expected.contains or expected.lacks:
        context = memory.context(expected.question, tokens=expected.tokens, now=moment)
        parts.append(_contents(expected, context))
    if expected.known is not None:
        parts.append(_known(expected, memory.knows(expected.question, now=moment)))
    passed = all(each.passed for each in parts)
    failed = [each for each in parts if not each.passed]
    return Checked(
        expectation="; ".join([expected.question, *(each.expectation for each in parts)]),
        passed=passed,
        found="; ".join(each.found for each in failed or parts),
        turns=tuple(dict.fromkeys(turn for each in failed for turn in each.turns)),
    )


def _contents(expected: ExpectedAnswer, context: Context) -> Checked:
    """Whether the context contains what it should, ignoring case. On failure, the quoted turns are responsible."""
    text = context.text.casefold()
    missing = [word for word in expected.contains if word.casefold() not in text]
    unwanted = [word for word in expected.lacks if word.casefold() in text]
    conditions = [("contains", expected.contains), ("lacks", expected.lacks)]
    quoting = [
        turn
        for hit in context.hits
        if any(word.casefold() in hit.text.casefold() for word in unwanted)
        for turn in hit.turns
    ]
    lines = [f"the context does not say {word!r}" for word in missing]
    lines += [f"the context contains {word!r}" for word in unwanted]
    return Checked(
        expectation="; ".join(f"{verb} {', '.join(words)}" for verb, words in conditions if words),
        passed=not lines,
        found="; ".join(lines) or f"quoted: {', '.join(context.turns) or 'nothing'}",
        turns=tuple(dict.fromkeys(quoting)) if quoting and not missing else context.turns,
    )


def _known(expected: ExpectedAnswer, knowledge: Knowledge) -> Checked:
    return Checked(
        expectation="known" if expected.known else "not known",
        passed=knowledge.known is expected.known,
        found=knowledge.explanation,
        turns=tuple(dict.fromkeys(turn for hit in knowledge.evidence for turn in hit.turns)),
    )


def _nothing(memory: _MemoryVerbs, name: str, now: datetime) -> Checked:
    """Whether no fact, no mention and no turn has this name."""
    facts = [fact for uid in sorted(_uids_named(memory, name)) for fact in memory.store.facts(uid, UNLIMITED)]
    mentions = [item.turn for item in memory.stream(entity=name)]
    matching = [hit for hit in memory.search(name, now=now) if _contains_name(hit.text, name)]
    turns = dict.fromkeys(
        (*_turns_of(memory, facts), *mentions, *(turn for hit in matching for turn in hit.turns))
    )
    return Checked(
        expectation=f"nothing about {name}",
        passed=not turns and not facts,
        found=_named_facts(memory, facts) or (f"{name} is mentioned" if turns else "nothing"),
        turns=tuple(turns),
        changes=_changes_of(memory, facts),
    )


def _contains_name(text: str, name: str) -> bool:
    """Whether a text contains the name as whole words. Chinese has no word boundaries."""
    return search(rf"(?<![a-z0-9]){escape(name.casefold())}(?![a-z0-9])", text.casefold()) is not None
