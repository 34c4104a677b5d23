"""Records of other programs as turns: a contact, an appointment, the row of a table.

The text of the turn states the record. What the format or a mapping declares (facts, types of entities, times) is stored in
the metadata of the turn and is not extracted from the text. After a correction of the text, the declaration is ignored and
the extractor reads the text like any other. A record that contains a secret declares nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast, get_args

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of
from memgraph_core.language.secrets import secrets_in
from memgraph_core.language.vocabulary import fact_type, relation_of
from memgraph_core.records.extraction import (
    ExtractedAlias,
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
)
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.kinds import EntityType, Grain
from memgraph_core.records.validation import checked_relation, moment_of

AGENT = "record"  # the agent of such turns
_METADATA = "record"  # the key of the declaration in their metadata
_ENTITY_TYPES: frozenset[str] = frozenset(get_args(EntityType))
_GRAINS: frozenset[str] = frozenset(get_args(Grain))


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """When something holds or happens.

    With a grain, the times are local times of the source, written as UTC, like all stored valid times that a text states.
    Without a grain, they are moments.
    """

    start: datetime | None = None
    end: datetime | None = None
    grain: Grain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredFact:
    """A fact that a record declares."""

    subject: str
    type: str
    object: str
    period: Period = Period()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a record states."""

    id: str  # of the record in its source; a later version with the same id replaces the record
    text: str
    facts: tuple[DeclaredFact, ...] = ()
    entities: Mapping[str, EntityType] = field(default_factory=dict[str, EntityType])  # name → type
    aliases: tuple[tuple[str, str], ...] = ()  # name and alias
    period: Period = Period()
    recurs: str | None = None  # recurrence as an RRULE
    said_at: datetime | None = None  # when the record was written; None: not known


def record_turn(record: Record, session: str) -> Turn:
    """The document turn that states a record. Equal records have equal uids.

    Raises InvalidInput for a blank text, an invalid relation type, and metadata over the limit.
    """
    for fact in record.facts:
        checked_relation(fact.type)
    declared = {"id": record.id} if _has_secret(record) else _as_json(record)
    written = json.dumps(declared, sort_keys=True, ensure_ascii=False)
    return Turn(
        uid=uid_of("record", session, record.text, written),
        session=session,
        role="tool",
        text=record.text,
        said_at=record.said_at,
        agent=AGENT,
        metadata={_METADATA: declared},
    )


def record_id(turn: Turn) -> str | None:
    """The id of the record that a turn states; None for another turn."""
    given = turn.metadata.get(_METADATA) if turn.agent == AGENT and turn.role == "tool" else None
    found = cast(Mapping[str, object], given).get("id") if isinstance(given, Mapping) else None
    return found if isinstance(found, str) else None


def replaced_records(known: Sequence[Turn], new: Sequence[Turn]) -> tuple[str, ...]:
    """The uids of the stored turns whose records have another version in `new`, in the order of `known`."""
    ids, uids = {record_id(turn) for turn in new} - {None}, {turn.uid for turn in new}
    return tuple(turn.uid for turn in known if record_id(turn) in ids and turn.uid not in uids)


def declared_record(turn: Turn) -> Record | None:
    """The record that a turn declares.

    None for another turn, a corrected one, one with a secret, and one whose metadata has another form.
    """
    if record_id(turn) is None or turn.corrected_at is not None:
        return None
    try:
        record = _from_json(cast(Mapping[str, Any], turn.metadata[_METADATA]), turn)
    except (AttributeError, InvalidInput, KeyError, TypeError, ValueError):
        return None  # a program wrote the metadata, not `record_turn`
    return None if _is_bare(record) or _has_secret(record) else record


def extraction_of_record(turn: Turn, record: Record) -> Extraction:
    """One note with the text of the record, and what the record declares."""
    types = _types(record)
    note = ExtractedNote(
        turn=turn.uid,
        ordinal=0,
        text=record.text,
        keywords=tuple(types),
        kind="semantic" if record.period.start is None and record.recurs is None else "episodic",
        salience=1.0,
        language=language_of(record.text),
        holds_from=record.period.start,
        holds_until=record.period.end,
        grain=record.period.grain,
        recurs=record.recurs,
        about=tuple(_about(record)),
    )
    return Extraction(
        extractor=AGENT,
        notes=(note,),
        mentions=tuple(
            ExtractedMention(turn=turn.uid, name=name, type=type_) for name, type_ in types.items()
        ),
        facts=tuple(_facts(turn, record, types)),
        aliases=tuple(
            ExtractedAlias(turn=turn.uid, name=name, alias=alias) for name, alias in record.aliases
        ),
    )


def _facts(turn: Turn, record: Record, types: Mapping[str, EntityType | None]) -> Iterator[ExtractedFact]:
    for fact in record.facts:
        yield ExtractedFact(
            turn=turn.uid,
            ordinal=0,
            subject=fact.subject,
            type=fact_type(fact.type),
            object=fact.object,
            text=record.text,
            object_type=types[fact.object],
            holds_from=fact.period.start,
            holds_until=fact.period.end,
            grain=fact.period.grain,
            confidence=1.0,
            # Each record states a separate appointment, even with the same name.
            is_new=relation_of(fact.type).shared,
        )


def _types(record: Record) -> dict[str, EntityType | None]:
    """Every name of the record with its type, if the record or the relations give it."""
    types: dict[str, EntityType | None] = dict(record.entities)
    for fact in record.facts:
        relation = relation_of(fact.type)
        types[fact.subject] = types.get(fact.subject) or relation.subject_type
        types[fact.object] = types.get(fact.object) or relation.object_type
    return types


def _about(record: Record) -> Iterator[tuple[str, str]]:
    for name in record.entities:
        yield name, "topic"
    for fact in record.facts:
        yield fact.subject, "subject"
        yield fact.object, "object"


def _is_bare(record: Record) -> bool:
    """Whether the record declares nothing, so that its text must be read."""
    return not (record.facts or record.entities or record.period.start or record.recurs)


def _has_secret(record: Record) -> bool:
    """Whether the text or a declared value contains a secret."""
    values = (f"{fact.type.replace('_', ' ').lower()}: {fact.object}" for fact in record.facts)
    names = (*record.entities, *(alias for _, alias in record.aliases))
    return bool(secrets_in("\n".join([record.text, *values, *names])))


# Metadata


def _as_json(record: Record) -> dict[str, object]:
    return _without_blanks(
        {
            "id": record.id,
            "facts": [
                _without_blanks(
                    {"subject": f.subject, "type": f.type, "object": f.object, **_period_json(f.period)}
                )
                for f in record.facts
            ],
            "entities": dict(record.entities),
            "aliases": [list(pair) for pair in record.aliases],
            "recurs": record.recurs,
            **_period_json(record.period),
        }
    )


def _period_json(period: Period) -> dict[str, object]:
    start, end = (None if at is None else at.isoformat() for at in (period.start, period.end))
    return {"from": start, "until": end, "grain": period.grain}


def _without_blanks(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value}


def _from_json(value: Mapping[str, Any], turn: Turn) -> Record:
    return Record(
        id=value["id"],
        text=turn.text,
        facts=tuple(_fact_from(fact) for fact in value.get("facts", ())),
        entities={
            _name(name): _one_of(type_, _ENTITY_TYPES) for name, type_ in value.get("entities", {}).items()
        },
        aliases=tuple((_name(name), _name(alias)) for name, alias in value.get("aliases", ())),
        period=_period_from(value),
        recurs=None if "recurs" not in value else _name(value["recurs"]),
    )


def _fact_from(value: Mapping[str, Any]) -> DeclaredFact:
    return DeclaredFact(
        subject=_name(value["subject"]),
        type=checked_relation(value["type"]),
        object=_name(value["object"]),
        period=_period_from(value),
    )


def _period_from(value: Mapping[str, Any]) -> Period:
    start, end = (moment_of(value[key]) if key in value else None for key in ("from", "until"))
    return Period(start=start, end=end, grain=_one_of(value["grain"], _GRAINS) if "grain" in value else None)


def _name(value: object) -> str:
    """A name that has letters or digits. Raises ValueError."""
    if not isinstance(value, str) or not name_key(value):
        raise ValueError(value)
    return value


def _one_of(value: object, choices: frozenset[str]) -> Any:  # noqa: ANN401  one of the names of a Literal type
    if value not in choices:
        raise ValueError(value)
    return value
