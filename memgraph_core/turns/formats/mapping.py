"""A mapping declares what the rows of a table or of JSON records state: text, facts, types, id and time.

    id: email                          # column or list of columns that identify a row; default: the whole row
    said_at: updated                   # column with the time when the row was written
    text: "{name} works at {company}." # or a list of sentences; default: all columns
    entities: {name: Person}           # column → type
    facts:
      - {subject: "{name}", relation: WORKS_AT, object: "{company}", since: started, until: left}
    relations: [HAS_BADGE]             # types outside the vocabulary that the facts may use

A fact or sentence with an empty column is left out. A column of a nested JSON object is written `address.city`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches
from itertools import product
from typing import Any, cast, get_args

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.scripts import one_line
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.records.graph import uid_of
from memgraph_core.records.kinds import EntityType, Grain
from memgraph_core.records.validation import checked_relation, clock_time
from memgraph_core.turns.fields import SourcePosition, time_of
from memgraph_core.turns.records import DeclaredFact, Period, Record

Row = Mapping[str, object]

_KEYS = frozenset(["id", "said_at", "text", "entities", "facts", "relations"])
_FACT_KEYS = frozenset(["subject", "relation", "object", "since", "until"])
_COLUMN = re.compile(r"\{([^{}]+)\}")
_DAYS = (("%Y-%m-%d", "day"), ("%Y-%m", "month"), ("%Y", "year"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FactMapping:
    """A fact that each row states. Subject and object are templates; `since` and `until` are columns."""

    subject: str
    relation: str
    object: str
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowMapping:
    """What the rows of a file state."""

    id: tuple[str, ...] = ()
    said_at: str | None = None
    text: tuple[str, ...] = ()
    entities: Mapping[str, EntityType] = field(default_factory=dict[str, EntityType])
    facts: tuple[FactMapping, ...] = ()

    def columns(self) -> tuple[str, ...]:
        """The columns that the mapping names, sorted."""
        templates = [*self.text, *(part for fact in self.facts for part in (fact.subject, fact.object))]
        named = {column for template in templates for column in _COLUMN.findall(template)}
        times = {each for fact in self.facts for each in (fact.since, fact.until)} | {self.said_at}
        return tuple(sorted({*named, *self.id, *self.entities, *(each for each in times if each)}))

    def record(self, row: Row, zone: tzinfo) -> Record | None:
        """What a row states; None for an empty row. Raises InvalidInput for a time that cannot be read."""
        text = " ".join(filled for part in self.text for filled in _filled(part, row)) or _plain_text(row)
        if not text:
            return None
        return Record(
            id=self._id(row),
            text=text,
            facts=tuple(fact for each in self.facts for fact in _facts(each, row, zone)),
            entities=dict(self._entities(row)),
            said_at=_moment_at(row, self.said_at, zone),
        )

    def _id(self, row: Row) -> str:
        values = [_text_at(row, column) for column in self.id]
        if self.id and not any(values):
            raise InvalidInput(f"the row has no id: {', '.join(self.id)} is empty.")
        return "/".join(values) if self.id else uid_of(_plain_text(row))

    def _entities(self, row: Row) -> Iterator[tuple[str, EntityType]]:
        for column, type_ in self.entities.items():
            for name in _names_at(row, column):
                yield name, type_


def row_mapping_of(value: object) -> RowMapping:
    """The mapping in a parsed YAML or JSON file. Raises InvalidInput with the key, the value and the remedy."""
    given = _object(value, "the mapping", _KEYS)
    listed = _texts(given.get("relations", []), "relations")
    return RowMapping(
        id=_texts(given.get("id", []), "id"),
        said_at=_optional_text(given, "said_at"),
        text=_texts(given.get("text", []), "text"),
        entities={
            column: _entity_type(type_)
            for column, type_ in _object(given.get("entities", {}), "entities").items()
        },
        facts=tuple(_fact_mapping(fact, listed) for fact in _list(given.get("facts", []), "facts")),
    )


def check_columns(mapping: RowMapping, rows: Sequence[Row], source: SourcePosition) -> None:
    """Refuse a mapping that names a column that no row has."""
    for column in mapping.columns():
        if not any(_value_at(row, column) is not None for row in rows):
            known = ", ".join(dict.fromkeys(key for row in rows[:100] for key in row))
            source.at("").refuse(
                f"no row has the column {column!r} of the mapping. Columns are: {known:.300}."
            )


# A row


def _value_at(row: Row, column: str) -> object:
    """The value of a column, or of a path such as `address.city`; None if there is none."""
    if column in row:
        return row[column]
    first, _, rest = column.partition(".")
    inner = row.get(first)
    return _value_at(cast(Row, inner), rest) if rest and isinstance(inner, Mapping) else None


def _texts_of(value: object) -> list[str]:
    """The texts in a value, each on one line: several for a list, none for an empty value or an object."""
    if isinstance(value, list):
        return [text for item in cast(list[object], value) for text in _texts_of(item)]
    if value is None or isinstance(value, Mapping):
        return []
    text = one_line(str(value)).strip()
    return [text] if text else []


def _text_at(row: Row, column: str) -> str:
    return ", ".join(_texts_of(_value_at(row, column)))


def _names_at(row: Row, column: str) -> list[str]:
    return [text for text in _texts_of(_value_at(row, column)) if name_key(text)]


def _plain_text(row: Row) -> str:
    """All columns of a row with a value: `name: Ada; address.city: Turin`."""
    return "; ".join(f"{one_line(column)}: {text}" for column, text in _columns_with_text(row))


def _columns_with_text(row: Row, path: str = "") -> Iterator[tuple[str, str]]:
    """Each column with a value and its text; those of nested objects with their paths."""
    for key, value in row.items():
        if isinstance(value, Mapping):
            yield from _columns_with_text(cast(Row, value), f"{path}{key}.")
        elif text := ", ".join(_texts_of(value)):
            yield f"{path}{key}", text


def _filled(template: str, row: Row) -> list[str]:
    """The template with the values of the row, as a list with one text. The list is empty if a column is empty."""
    values = {column: _text_at(row, column) for column in _COLUMN.findall(template)}
    return [_with_values(template, values)] if all(values.values()) else []


def _variants(template: str, row: Row) -> list[str]:
    """The template with the values of the row. A column with a list gives one text for each of its values."""
    columns = list(dict.fromkeys(_COLUMN.findall(template)))
    choices = product(*(_names_at(row, column) for column in columns))
    return [_with_values(template, dict(zip(columns, chosen, strict=True))) for chosen in choices]


def _with_values(template: str, values: Mapping[str, str]) -> str:
    return _COLUMN.sub(lambda found: values[found[1]], template)


def _facts(mapping: FactMapping, row: Row, zone: tzinfo) -> Iterator[DeclaredFact]:
    since, until = (_local_time(row, column, zone) for column in (mapping.since, mapping.until))
    period = Period(start=since[0], end=until[0], grain=since[1])
    for subject, object_ in product(_variants(mapping.subject, row), _variants(mapping.object, row)):
        yield DeclaredFact(subject=subject, type=mapping.relation, object=object_, period=period)


def _moment_at(row: Row, column: str | None, zone: tzinfo) -> datetime | None:
    value = _value_at(row, column) if column else None
    return time_of(value, column or "", SourcePosition("", "", zone))


def _local_time(row: Row, column: str | None, zone: tzinfo) -> tuple[datetime | None, Grain | None]:
    """The time in a column and its precision: a year, a month, a day (2019, 2019-05, 2019-05-03), or a time of day.

    It is a local time written as UTC, see `Period`.
    """
    text = _text_at(row, column) if column else ""
    if not text:
        return None, None
    for form, grain in _DAYS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC), cast(Grain, grain)
        except ValueError:
            continue
    moment = time_of(text, column or "", SourcePosition("", "", zone))
    local = None if moment is None else clock_time(moment, zone)
    return local, "minute"


# The file of the mapping


def _fact_mapping(value: object, listed: Sequence[str]) -> FactMapping:
    given = _object(value, "a fact", _FACT_KEYS)
    subject, relation, object_ = (_optional_text(given, key) for key in ("subject", "relation", "object"))
    if not (subject and relation and object_):
        raise InvalidInput(f"the fact {given!r:.120} is incomplete. Give subject, relation and object.")
    _check_relation(relation, listed)
    return FactMapping(
        subject=subject,
        relation=relation,
        object=object_,
        since=_optional_text(given, "since"),
        until=_optional_text(given, "until"),
    )


def _check_relation(relation: str, listed: Sequence[str]) -> None:
    """Raises InvalidInput for a type that is neither in the vocabulary nor listed under `relations`."""
    checked_relation(relation)
    if relation in VOCABULARY or relation in listed or relation.startswith("FAVORITE_"):
        return
    similar = get_close_matches(relation, VOCABULARY, n=3)
    hint = f"Similar types are {', '.join(similar)}. " if similar else ""
    raise InvalidInput(
        f"the relation {relation!r} is not in the vocabulary. {hint}To use it, list it under `relations`."
    )


def _entity_type(value: object) -> EntityType:
    if value not in get_args(EntityType):
        raise InvalidInput(f"entity type is {value!r:.60}; give one of {', '.join(get_args(EntityType))}.")
    return cast(EntityType, value)


def _object(value: object, what: str, keys: frozenset[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} is {value!r:.80}; give an object of keys and values.")
    given = cast(Mapping[str, Any], value)
    unknown = sorted(str(key) for key in given if keys is not None and key not in keys)
    if unknown:
        raise InvalidInput(
            f"{what} has the unknown key {unknown[0]!r:.60}; keys are {', '.join(sorted(keys or ()))}."
        )
    return given


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidInput(f"{what} is {value!r:.80}; give a list.")
    return cast(list[object], value)


def _texts(value: object, what: str) -> tuple[str, ...]:
    """One text, or a list of texts."""
    items = [value] if isinstance(value, str) else _list(value, what)
    if not all(isinstance(item, str) for item in items):
        raise InvalidInput(f"{what} is {value!r:.80}; give a text or a list of texts.")
    return tuple(cast(list[str], items))


def _optional_text(given: Mapping[str, Any], key: str) -> str | None:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise InvalidInput(f"{key} is {value!r:.80}; give a text.")
    return value
