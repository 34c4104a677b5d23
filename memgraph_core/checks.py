"""Unit tests for a memory: what a file expects of it, whether that is so, and what is to blame where it is not.

A file is YAML: a list of expectations, or `now` (the moment from which everything is looked at) and `expect`, that
list. Each is one of three: a fact, a question, or somebody about whom nothing may be known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from re import escape, search
from typing import Annotated, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.scripts import one_line
from memgraph_core.memory import Memory
from memgraph_core.reads import Context, EntityQuery, Knowledge
from memgraph_core.retrieve.past import moment_asked
from memgraph_core.types import Fact, checked_relation

_EVERYTHING = 1_000_000_000
_MIDNIGHT = "T00:00:00+00:00"
_ACCEPTED = (
    "`fact: Ada LIVES_IN Milan` (with `not`, `as_of`), `question: …` (with `contains`, `lacks`, `budget`, `known`, "
    "`now`), or `nothing_about: NAME`"
)


def _text(given: object) -> object:
    """YAML reads `2026-05-01` as a day and `1984` as a number: here both are words."""
    if isinstance(given, bool) or given is None:
        raise ValueError("YAML reads yes, no, on, off and null as other than words; put it in quotes")
    if isinstance(given, date):  # a datetime is one as well
        return given.isoformat()
    return str(given) if isinstance(given, int | float) else given


def _several(given: object) -> object:
    return cast(object, given) if isinstance(given, list) else [given]


def _asked(given: object) -> object:
    return moment_asked(text, "the date") if isinstance(text := _text(given), str) else text


Text = Annotated[str, BeforeValidator(_text), Field(min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_several)]
Moment = Annotated[datetime, BeforeValidator(_asked)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExpectedFact(_Line):
    """That a fact holds, and that others of its subject and type do not, at a moment or now."""

    fact: Text  # `Ada LIVES_IN Milan`
    unlike: Texts = Field(default=(), alias="not")  # what is not in the place of Milan
    as_of: Moment | None = None

    @field_validator("fact")
    @classmethod
    def _has_parts(cls, fact: str) -> str:
        _parts(fact)
        return fact


class ExpectedAnswer(_Line):
    """What the context of a question says and does not say, and whether memory knows enough to answer it."""

    question: Text
    contains: Texts = ()
    lacks: Texts = ()
    budget: int | None = Field(default=None, ge=1)  # tokens
    known: bool | None = None
    now: Moment | None = None


class ExpectedNothing(_Line):
    """That memory knows nothing about somebody or something."""

    nothing_about: Text


Expected = ExpectedFact | ExpectedAnswer | ExpectedNothing
_KINDS: dict[str, type[Expected]] = {
    "fact": ExpectedFact,
    "question": ExpectedAnswer,
    "nothing_about": ExpectedNothing,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectations:
    """What a file expects, in its order; `now` is the moment from which it looks, if it says so."""

    expected: tuple[Expected, ...]
    now: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An expectation, whether it is met, what was found; where it is not met, the turns and changes to blame, by uid."""

    expectation: str
    passed: bool
    found: str
    turns: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()  # newest first


def read_expectations(path: str | Path) -> Expectations:
    """The expectations of a file. Raises InvalidInput, naming what cannot be accepted and what would be; OSError."""
    import yaml

    try:
        told = cast(object, yaml.safe_load(Path(path).read_text(encoding="utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError) as e:
        raise InvalidInput(f"{path} is not YAML: {one_line(str(e))}") from e
    now: datetime | None = None
    if isinstance(told, dict):
        given = cast(dict[object, object], told)
        if not {"expect"} <= given.keys() <= {"expect", "now"}:
            keys = ", ".join(str(key) for key in given)
            raise InvalidInput(f"{path} has the keys {keys}; a list is accepted, or `now` and `expect`.")
        now, told = _now(given.get("now"), path), given["expect"]
    if not isinstance(told, list) or not told:
        raise InvalidInput(f"{path} expects nothing; it must hold a list, each item {_ACCEPTED}.")
    return Expectations(expected=tuple(_line(item) for item in cast(list[object], told)), now=now)


def check(memory: Memory, expectations: Expectations | str | Path) -> tuple[Checked, ...]:
    """What became of each expectation, in their order; a path is read first. Nothing is written.

    Raises InvalidInput for a file that cannot be accepted.
    """
    if not isinstance(expectations, Expectations):
        expectations = read_expectations(expectations)
    moment = expectations.now or memory.engine.clock()
    return tuple(_checked(memory, expected, moment) for expected in expectations.expected)


def _parts(fact: str) -> tuple[str, str, str]:
    """Subject, type and object of `Ada LIVES_IN Milan`. Raises InvalidInput where there is no type between two names."""
    words = fact.replace("→", " ").split()
    between = [place for place in range(1, len(words) - 1) if _is_type(words[place])]
    if not between:
        raise InvalidInput(f"{fact!r} is no fact; write a name, a type and a name: Ada LIVES_IN Milan")
    place = next((place for place in between if "_" in words[place]), between[0])
    return " ".join(words[:place]), words[place], " ".join(words[place + 1 :])


def _is_type(word: str) -> bool:
    try:
        checked_relation(word)
    except InvalidInput:
        return False
    return True


def _now(given: object, path: str | Path) -> datetime | None:
    try:
        return TypeAdapter(Moment | None).validate_python(given)
    except ValidationError as e:
        raise InvalidInput(f"now of {path} is {given!r}: {_why(e)}") from e


def _line(item: object) -> Expected:
    keys = cast(dict[str, object], item).keys() if isinstance(item, dict) else ()
    kind = next((model for key, model in _KINDS.items() if key in keys), None)
    if kind is None:
        raise InvalidInput(f"{item!r:.200} is no expectation; accepted is {_ACCEPTED}.")
    try:
        expected = kind.model_validate(item)
    except ValidationError as e:
        raise InvalidInput(f"{item!r:.200}: {_why(e)}. Accepted is {_ACCEPTED}.") from e
    if (
        isinstance(expected, ExpectedAnswer)
        and not (expected.contains or expected.lacks)
        and expected.known is None
    ):
        raise InvalidInput(f"{item!r:.200} expects nothing; give it `contains`, `lacks` or `known`.")
    return expected


def _why(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}".removeprefix(": ")
        for each in error.errors()
    )


def _checked(memory: Memory, expected: Expected, moment: datetime) -> Checked:
    if isinstance(expected, ExpectedFact):
        return _fact(memory, expected, moment)
    if isinstance(expected, ExpectedAnswer):
        return _answer(memory, expected, moment)
    return _nothing(memory, expected.nothing_about, moment)


# Facts


def _fact(memory: Memory, expected: ExpectedFact, now: datetime) -> Checked:
    subject, relation, wanted = _parts(expected.fact)
    moment = expected.as_of or now
    told = [fact for fact in _facts_of(memory, subject) if fact.type == relation]
    holding = [fact for fact in told if fact.holds(moment) and not fact.corrected]
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


def _meant(memory: Memory, name: str) -> frozenset[str]:
    """Whom a name means: the uids of all who are called so."""
    query = EntityQuery(keys=(name_key(name),), limit=_EVERYTHING)
    return frozenset(entity.uid for entity in memory.store.entities(query))


def _facts_of(memory: Memory, name: str) -> list[Fact]:
    meant = sorted(_meant(memory, name))
    return [fact for uid in meant for fact in memory.store.facts(uid, _EVERYTHING) if fact.subject == uid]


def _told(memory: Memory, facts: Sequence[Fact]) -> str:
    return "; ".join(f"{named}{_span(named.fact)}" for named in memory.named(facts))


def _span(fact: Fact) -> str:
    if fact.corrected:
        return " (corrected: it never held)"
    ends = (("from", fact.holds_from), ("until", fact.holds_until))
    told = ", ".join(f"{word} {_day(moment)}" for word, moment in ends if moment)
    return f" ({told})" if told else ""


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _turns_of(memory: Memory, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The turns that say so, those of the first fact first."""
    notes = memory.notes([note for fact in facts for note in fact.notes])
    return tuple(dict.fromkeys(turn for note in notes for turn in note.turns))


def _changes_of(memory: Memory, facts: Sequence[Fact]) -> tuple[str, ...]:
    """What was decided about these facts, or on their behalf, newest first."""
    uids = [fact.uid for fact in facts]
    decided = memory.changes(limit=_EVERYTHING) if uids else ()
    return tuple(change.uid for change in decided if any(uid in change.before + change.after for uid in uids))


def _nearest(memory: Memory, text: str, now: datetime) -> tuple[str, ...]:
    """The turns that should have said it, as far as words tell: those of the best hit."""
    return tuple(turn for hit in memory.search(text, limit=1, now=now) for turn in hit.turns)


# Questions


def _answer(memory: Memory, expected: ExpectedAnswer, now: datetime) -> Checked:
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
        found=knowledge.told,
        turns=tuple(dict.fromkeys(turn for hit in knowledge.evidence for turn in hit.turns)),
    )


def _nothing(memory: Memory, name: str, now: datetime) -> Checked:
    """Neither an entity that a fact or a turn speaks of, nor a turn that says the name."""
    facts = [fact for uid in sorted(_meant(memory, name)) for fact in memory.store.facts(uid, _EVERYTHING)]
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
