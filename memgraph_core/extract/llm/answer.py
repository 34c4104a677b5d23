"""Parsing of a model's answer. Each item is validated by itself; small deviations are accepted, invalid items left out."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, TypeVar, cast, get_args

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memgraph_core.errors import ExtractionError
from memgraph_core.extract.llm.json_text import object_in
from memgraph_core.language.scripts import one_line
from memgraph_core.models.protocol import Schema
from memgraph_core.records.kinds import EntityType, NoteKind, StatedLinkReason

KINDS: tuple[NoteKind, ...] = (
    "episodic",
    "semantic",
    "procedural",
)  # assigned by a model; rules find sensitive notes

_SURROGATES = re.compile("[\ud800-\udfff]")
_NUMBER = re.compile(r"\d{1,6}")
_Item = TypeVar("_Item", bound=BaseModel)


def _text(value: object) -> object:
    """Text on one line without surrogates. Null gives "", a list is joined with commas."""
    if isinstance(value, list):
        value = ", ".join(str(part) for part in cast(list[object], value))
    return "" if value is None else one_line(_SURROGATES.sub("", str(value)))


def _texts(value: object) -> object:
    """A list of texts. A single text is split at commas."""
    if isinstance(value, str):
        value = re.split(r"[,;，；、]", value)
    items = cast(Sequence[object], value) if isinstance(value, list) else ()
    return [text for item in items if isinstance(item, str | int | float) and (text := _text(item))]


def _number(value: object) -> object:
    """The first number in values such as `3`, `"3"` or `"T3"`; 0 if there is none, because turn numbers begin at 1."""
    found = _NUMBER.search(str(value))
    return int(found[0]) if found else 0


def _weight(value: object) -> object:
    """An importance from 0 to 10; 5 if it is not a number."""
    try:
        return min(max(float(str(value)), 0.0), 10.0)
    except ValueError:
        return 5.0


def _truth(value: object) -> object:
    return value is True or str(value).lower() in ("true", "yes", "1")


Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[list[str], BeforeValidator(_texts)]
Number = Annotated[int, BeforeValidator(_number)]
Weight = Annotated[float, BeforeValidator(_weight)]
Truth = Annotated[bool, BeforeValidator(_truth)]


class _Claim(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class EntityClaim(_Claim):
    """An entity that the answer names."""

    name: Text = Field(min_length=1)
    type: Text = ""
    aliases: Texts = []


class FactClaim(_Claim):
    """A fact that the answer states, with the names of its subject and object."""

    subject: Text = Field(min_length=1)
    relation: Text = Field(min_length=1, validation_alias=AliasChoices("relation", "type", "predicate"))
    object: Text = Field(min_length=1)
    text: Text = Field("", validation_alias=AliasChoices("text", "sentence"))
    since: Text = ""
    until: Text = ""
    ended: Truth = False
    denied: Truth = Field(False, validation_alias=AliasChoices("denied", "negated", "negation"))


class LinkClaim(_Claim):
    """A link to a known note (K3) or to another new one (N2)."""

    to: Text = Field(min_length=1, validation_alias=AliasChoices("to", "target", "note", "candidate"))
    reason: Text = Field(min_length=1, validation_alias=AliasChoices("reason", "type", "relation"))


def _kept(kind: type[_Item], value: object) -> list[_Item]:
    """The valid items of a list."""
    kept: list[_Item] = []
    for item in cast(list[object], value) if isinstance(value, list) else ():
        try:
            kept.append(kind.model_validate(item))
        except ValidationError:
            continue
    return kept


class NoteClaim(_Claim):
    """A note that the answer gives for a turn."""

    turn: Number  # number of the turn in the prompt, from 1
    number: Number = 0  # position in the list, from 1
    text: Text = Field(min_length=1, validation_alias=AliasChoices("text", "content"))
    context: Text = ""
    keywords: Texts = []
    tags: Texts = []
    kind: Text = ""
    importance: Weight = 5.0
    affect: Text = ""
    when: Text = Field("", validation_alias=AliasChoices("when", "time", "date"))
    facts: Annotated[list[FactClaim], BeforeValidator(lambda value: _kept(FactClaim, value))] = []
    links: Annotated[list[LinkClaim], BeforeValidator(lambda value: _kept(LinkClaim, value))] = []


class ImprovementClaim(_Claim):
    """New context, keywords and tags for a known note."""

    note: Text = Field(min_length=1, validation_alias=AliasChoices("note", "candidate", "to"))
    turn: Number = 0
    context: Text = ""
    keywords: Texts = []
    tags: Texts = []


class Answer(_Claim):
    """A model's answer for a window."""

    entities: Annotated[list[EntityClaim], BeforeValidator(lambda value: _kept(EntityClaim, value))] = []
    notes: Annotated[list[NoteClaim], BeforeValidator(lambda value: _kept(NoteClaim, value))] = []
    neighbours: Annotated[
        list[ImprovementClaim], BeforeValidator(lambda value: _kept(ImprovementClaim, value))
    ] = Field([], validation_alias=AliasChoices("neighbours", "neighbors"))
    cut: bool = False  # the answer was cut off


_KEYS = frozenset(("notes", "entities", "neighbours", "neighbors"))


def read_answer(text: str, *, cut: bool = False) -> Answer:
    """Parse the answer in a model's text. Raises ExtractionError with the problem, to be sent back to the model."""
    found = object_in(text, _KEYS)
    if found is None:
        raise ExtractionError("it contains no JSON object with the key `notes`")
    value, is_whole = found
    given = value.get("notes")
    if not isinstance(given, list):
        raise ExtractionError("`notes` is not a list")
    items = enumerate(cast(list[object], given), start=1)
    notes = [
        {**cast(dict[str, object], item), "number": number}
        for number, item in items
        if isinstance(item, dict)
    ]
    answer = Answer.model_validate({**value, "notes": notes, "cut": cut or not is_whole})
    if given and not answer.notes:
        raise ExtractionError("no item of `notes` has both `turn` and `text`")
    return answer


@cache
def answer_schema() -> Schema:
    """The JSON schema of an answer for strict endpoints: all keys required, no other keys, no references."""
    schema = Answer.model_json_schema()
    plain = _strict(schema, schema.get("$defs", {}))
    properties = plain["properties"]
    properties.pop("cut")
    plain["required"] = list(properties)
    notes = properties["notes"]["items"]
    notes["properties"].pop("number")
    notes["required"].remove("number")
    note = notes["properties"]
    note["kind"]["enum"] = list(KINDS)
    note["links"]["items"]["properties"]["reason"]["enum"] = list(get_args(StatedLinkReason))
    properties["entities"]["items"]["properties"]["type"]["enum"] = list(get_args(EntityType))
    return plain


def _strict(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _strict(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    kind = schema["type"]
    if kind == "array":
        return {"type": kind, "items": _strict(schema["items"], definitions)}
    if kind != "object":
        return {"type": kind}
    properties = {name: _strict(value, definitions) for name, value in schema["properties"].items()}
    return {
        "type": kind,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
