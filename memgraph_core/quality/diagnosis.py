"""Unit tests for a memory: whether what is expected of it is so, and what is to blame where it is not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from re import escape, search
from typing import Protocol

from memgraph_core.language.names import name_key
from memgraph_core.quality.expectations import (
    Expectations,
    Expected,
    ExpectedAnswer,
    ExpectedFact,
    parts_of,
    read_expectations,
)
from memgraph_core.records.graph import Change, Fact, Note
from memgraph_core.records.inspect import EntityQuery, NamedFact, StreamItem
from memgraph_core.records.search import UNLIMITED, Context, Hit, Knowledge
from memgraph_core.store.contract import Store

_MIDNIGHT = "T00:00:00+00:00"


class _Asked(Protocol):
    """What a check asks of a memory; each as `Memory` has it."""

    @property
    def store(self) -> Store: ...

    def search(
        self, question: str, *, limit: int | None = None, now: datetime | None = None
    ) -> tuple[Hit, ...]: ...

    def context(
        self, question: str, *, budget: int | None = None, now: datetime | None = None
    ) -> Context: ...

    def knows(self, question: str, *, now: datetime | None = None) -> Knowledge: ...

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]: ...

    def named(self, facts: Sequence[Fact]) -> tuple[NamedFact, ...]: ...

    def changes(self, *, limit: int = 100) -> tuple[Change, ...]: ...

    def stream(self, *, entity: str | None = None) -> tuple[StreamItem, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An expectation, whether it is met, what was found; where it is not met, the turns and changes to blame, by uid."""

    expectation: str
    passed: bool
    found: str
    turns: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()  # newest first


def check(memory: _Asked, expectations: Expectations | str | Path, now: datetime) -> tuple[Checked, ...]:
    """What became of each expectation, in their order; a path is read first. Nothing is written.

    Looked at from `now`, unless they say from when. Raises InvalidInput for a file that cannot be accepted.
    """
    if not isinstance(expectations, Expectations):
        expectations = read_expectations(expectations)
    moment = expectations.now or now
    return tuple(_checked(memory, expected, moment) for expected in expectations.expected)


def _checked(memory: _Asked, expected: Expected, moment: datetime) -> Checked:
    if isinstance(expected, ExpectedFact):
        return _fact(memory, expected, moment)
    if isinstance(expected, ExpectedAnswer):
        return _answer(memory, expected, moment)
    return _nothing(memory, expected.nothing_about, moment)


# Facts


def _fact(memory: _Asked, expected: ExpectedFact, now: datetime) -> Checked:
    subject, relation, wanted = parts_of(expected.fact)
    moment = expected.as_of or now
    told = [fact for fact in _facts_of(memory, subject) if fact.type == relation]
    holding = [fact for fact in told if fact.holds(moment) and not fact.never_held]
    right = [fact for fact in told if fact.object in _meant(memory, wanted)]
    unwanted = {uid for name in expected.unlike for uid in _meant(memory, name)}
    wrong = [fact for fact in holding if fact.object in unwanted]
    sentence = f"{subject} {relation} {wanted}"
    if expected.unlike:
        sentence += f", not {', '.join(expected.unlike)}"
    if expected.as_of:
        sentence += f", as of {expected.as_of.isoformat().removesuffix(_MIDNIGHT)}"
    met = any(fact in holding for fact in right)
    found = _told(memory, holding) or _told(memory, right) or f"nothing that {subject} {relation}"
    result = Checked(expectation=sentence, passed=met and not wrong, found=found)
    if result.passed:
        return result
    suspects = wrong or [fact for fact in holding if fact not in right]
    turns = _turns_of(memory, suspects or right) or _nearest(memory, f"{subject} {wanted}", now)
    return replace(result, turns=turns, changes=_changes_of(memory, [*suspects, *([] if met else right)]))


def _meant(memory: _Asked, name: str) -> frozenset[str]:
    """Whom a name means: the uids of all who are called so."""
    query = EntityQuery(name_keys=(name_key(name),), limit=UNLIMITED)
    return frozenset(entity.uid for entity in memory.store.entities(query))


def _facts_of(memory: _Asked, name: str) -> list[Fact]:
    meant = sorted(_meant(memory, name))
    return [fact for uid in meant for fact in memory.store.facts(uid, UNLIMITED) if fact.subject == uid]


def _told(memory: _Asked, facts: Sequence[Fact]) -> str:
    return "; ".join(f"{named}{_span(named.fact)}" for named in memory.named(facts))


def _span(fact: Fact) -> str:
    if fact.never_held:
        return " (corrected: it never held)"
    ends = (("from", fact.holds_from), ("until", fact.holds_until))
    told = ", ".join(f"{word} {_day(moment)}" for word, moment in ends if moment)
    return f" ({told})" if told else ""


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _turns_of(memory: _Asked, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The turns that say so, those of the first fact first."""
    notes = memory.notes([note for fact in facts for note in fact.notes])
    return tuple(dict.fromkeys(turn for note in notes for turn in note.turns))


def _changes_of(memory: _Asked, facts: Sequence[Fact]) -> tuple[str, ...]:
    """What was decided about these facts, or on their behalf, newest first."""
    uids = [fact.uid for fact in facts]
    decided = memory.changes(limit=UNLIMITED) if uids else ()
    return tuple(change.uid for change in decided if any(uid in change.before + change.after for uid in uids))


def _nearest(memory: _Asked, text: str, now: datetime) -> tuple[str, ...]:
    """The turns that should have said it, as far as words tell: those of the best hit."""
    return tuple(turn for hit in memory.search(text, limit=1, now=now) for turn in hit.turns)


# Questions


def _answer(memory: _Asked, expected: ExpectedAnswer, now: datetime) -> Checked:
    moment = expected.now or now
    wrong: list[Checked] = []
    if expected.contains or expected.lacks:
        context = memory.context(expected.question, budget=expected.budget, now=moment)
        wrong.append(_said(expected, context))
    if expected.known is not None:
        wrong.append(_known(expected, memory.knows(expected.question, now=moment)))
    passed = all(each.passed for each in wrong)
    failed = [each for each in wrong if not each.passed]
    return Checked(
        expectation="; ".join([expected.question, *(each.expectation for each in wrong)]),
        passed=passed,
        found="; ".join(each.found for each in failed or wrong),
        turns=tuple(dict.fromkeys(turn for each in failed for turn in each.turns)),
    )


def _said(expected: ExpectedAnswer, context: Context) -> Checked:
    """Whether the text says what it should, in any case of letters; to blame is what it quotes instead."""
    text = context.text.casefold()
    missing = [word for word in expected.contains if word.casefold() not in text]
    unwanted = [word for word in expected.lacks if word.casefold() in text]
    wanted = [("contains", expected.contains), ("lacks", expected.lacks)]
    quoting = [
        turn
        for hit in context.hits
        if any(word.casefold() in hit.text.casefold() for word in unwanted)
        for turn in hit.turns
    ]
    lines = [f"the context does not say {word!r}" for word in missing]
    lines += [f"the context says {word!r}" for word in unwanted]
    return Checked(
        expectation="; ".join(f"{verb} {', '.join(words)}" for verb, words in wanted if words),
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


def _nothing(memory: _Asked, name: str, now: datetime) -> Checked:
    """Neither an entity that a fact or a turn speaks of, nor a turn that says the name."""
    facts = [fact for uid in sorted(_meant(memory, name)) for fact in memory.store.facts(uid, UNLIMITED)]
    mentions = [item.turn for item in memory.stream(entity=name)]
    saying = [hit for hit in memory.search(name, now=now) if _says(hit.text, name)]
    turns = dict.fromkeys(
        (*_turns_of(memory, facts), *mentions, *(turn for hit in saying for turn in hit.turns))
    )
    return Checked(
        expectation=f"nothing about {name}",
        passed=not turns and not facts,
        found=_told(memory, facts) or (f"{name} is spoken of" if turns else "nothing"),
        turns=tuple(turns),
        changes=_changes_of(memory, facts),
    )


def _says(text: str, name: str) -> bool:
    """Whether a text has the name, and not only its letters in a longer word; Chinese has no such ends."""
    return search(rf"(?<![a-z0-9]){escape(name.casefold())}(?![a-z0-9])", text.casefold()) is not None
