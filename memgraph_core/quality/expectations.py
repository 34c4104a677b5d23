"""The format of a file of expectations: facts, answers, and names that memory must not know.

A file is YAML: a list of expectations, or a mapping with `expect` (that list) and `now` (the moment of the check). Each
expectation is a fact, a question, or `nothing_about` a name.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Annotated, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.records.validation import checked_relation, moment_of

_ACCEPTED = (
    "`fact: Ada LIVES_IN Milan` (with `not`, `as_of`), `question: …` (with `contains`, `lacks`, `tokens`, `known`, "
    "`now`), or `nothing_about: NAME`"
)


def _text(given: object) -> object:
    """The text of a YAML value. YAML reads `2026-05-01` as a date and `1984` as a number; both are text in this format."""
    if isinstance(given, bool) or given is None:
        raise ValueError("YAML does not read yes, no, on, off and null as text; put the word in quotes")
    if isinstance(given, date):  # datetime is a subclass of date
        return given.isoformat()
    return str(given) if isinstance(given, int | float) else given


def _as_list(given: object) -> object:
    return cast(object, given) if isinstance(given, list) else [given]


def _moment(given: object, info: ValidationInfo) -> object:
    zone = cast(tzinfo, cast(dict[str, object], info.context or {}).get("zone", UTC))
    return moment_of(text, "the date", zone) if isinstance(text := _text(given), str) else text


Text = Annotated[str, BeforeValidator(_text), Field(min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_as_list)]
Moment = Annotated[datetime, BeforeValidator(_moment)]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExpectedFact(_Line):
    """A fact must hold, and other facts of the same subject and type must not, at a moment or now."""

    fact: Text  # `Ada LIVES_IN Milan`
    unlike: Texts = Field(default=(), alias="not")  # other objects that must not hold
    as_of: Moment | None = None

    @field_validator("fact")
    @classmethod
    def _has_parts(cls, fact: str) -> str:
        parts_of(fact)
        return fact


class ExpectedAnswer(_Line):
    """What the context of a question must and must not contain, and whether memory can answer it."""

    question: Text
    contains: Texts = ()
    lacks: Texts = ()
    tokens: int | None = Field(default=None, ge=1)  # of the context
    known: bool | None = None
    now: Moment | None = None


class ExpectedNothing(_Line):
    """Memory must know nothing about this name."""

    nothing_about: Text


Expected = ExpectedFact | ExpectedAnswer | ExpectedNothing
_KINDS: dict[str, type[Expected]] = {
    "fact": ExpectedFact,
    "question": ExpectedAnswer,
    "nothing_about": ExpectedNothing,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectations:
    """The expectations of a file, in its order; `now` is the moment of the check, if the file gives one."""

    expected: tuple[Expected, ...]
    now: datetime | None = None


def read_expectations(path: str | Path, zone: tzinfo = UTC) -> Expectations:
    """The expectations of a file. Times without a zone are in `zone`.

    Raises InvalidInput for a file that cannot be read, or with the invalid item and what is accepted.
    """
    import yaml

    try:
        content = cast(object, yaml.safe_load(Path(path).read_text(encoding="utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError) as e:
        raise InvalidInput(f"{path} is not YAML: {one_line(str(e))}") from e
    except (OSError, ValueError) as e:  # ValueError: no file can have this name
        reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise InvalidInput(f"{one_line(str(path)):.200} cannot be read: {one_line(reason)}.") from e
    now: datetime | None = None
    if isinstance(content, dict):
        mapping = cast(dict[object, object], content)
        if not {"expect"} <= mapping.keys() <= {"expect", "now"}:
            keys = ", ".join(str(key) for key in mapping)
            raise InvalidInput(f"{path} has the keys {keys}; a list is accepted, or `now` and `expect`.")
        now, content = _now(mapping.get("now"), path, zone), mapping["expect"]
    if not isinstance(content, list) or not content:
        raise InvalidInput(f"{path} expects nothing. Write a list; accepted items are {_ACCEPTED}.")
    return Expectations(expected=tuple(_line(item, zone) for item in cast(list[object], content)), now=now)


def parts_of(fact: str) -> tuple[str, str, str]:
    """Subject, type and object of `Ada LIVES_IN Milan`. Raises InvalidInput without a relation type between two names."""
    words = fact.replace("→", " ").split()
    types = [index for index in range(1, len(words) - 1) if _is_type(words[index])]
    if not types:
        raise InvalidInput(
            f"{fact!r} is not a fact. Write a name, a relation type and a name: Ada LIVES_IN Milan"
        )
    index = next((index for index in types if "_" in words[index]), types[0])
    return " ".join(words[:index]), words[index], " ".join(words[index + 1 :])


def _is_type(word: str) -> bool:
    try:
        checked_relation(word)
    except InvalidInput:
        return False
    return True


def _now(given: object, path: str | Path, zone: tzinfo) -> datetime | None:
    try:
        return TypeAdapter(Moment | None).validate_python(given, context={"zone": zone})
    except ValidationError as e:
        raise InvalidInput(f"now of {path} is {given!r}: {_why(e)}") from e


def _line(item: object, zone: tzinfo) -> Expected:
    keys = cast(dict[str, object], item).keys() if isinstance(item, dict) else ()
    kind = next((model for key, model in _KINDS.items() if key in keys), None)
    if kind is None:
        raise InvalidInput(f"{item!r:.200} is not an expectation. Accepted items are {_ACCEPTED}.")
    try:
        expected = kind.model_validate(item, context={"zone": zone})
    except ValidationError as e:
        raise InvalidInput(f"{item!r:.200}: {_why(e)}. Accepted items are {_ACCEPTED}.") from e
    if (
        isinstance(expected, ExpectedAnswer)
        and not (expected.contains or expected.lacks)
        and expected.known is None
    ):
        raise InvalidInput(f"{item!r:.200} has no check; give `contains`, `lacks` or `known`.")
    return expected


def _why(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(str(part) for part in each['loc'])}: {each['msg']}".removeprefix(": ")
        for each in error.errors()
    )
