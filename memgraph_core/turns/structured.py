"""Structured turns: they state a fact or the type of an entity in a fixed format, which is parsed without an extractor.

Programs import their own graph in this way. Like everything else it is kept in the log, and a rebuild reads it again.
"""

import json
import re
from collections.abc import Mapping
from typing import cast, get_args

from memgraph_core.errors import InvalidInput
from memgraph_core.records.extraction import (
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
)
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.validation import checked_relation

AGENT = "structured"  # the agent of such turns
SOURCE = "extracted_from"  # metadata key: uid of the turn from which a program extracted the item
WITH_PROPERTIES = {"states": "properties"}  # in the metadata of turns with properties, to find them
_PROPERTIES = "properties"  # in their metadata
_FACT = re.compile(r"(?P<subject>[^\n]+?) —(?P<type>[A-Z][A-Z0-9_]{0,63})→ (?P<object>[^\n]+)")
_TYPES: Mapping[str, EntityType] = {name: name for name in get_args(EntityType)}
_ENTITY = re.compile(r"(?P<name>[^\n]+) is a (?P<type>[A-Z][a-z]+)")


def fact_turn(subject: str, type: str, object: str, session: str, source: str | None = None) -> Turn:
    """A document turn that states a fact. `source` is the uid of the turn that it was extracted from.

    Raises InvalidInput for an invalid relation type.
    """
    return _turn(f"{_name(subject)} —{checked_relation(type)}→ {_name(object)}", session, source)


def entity_turn(
    name: str,
    type: EntityType,
    session: str,
    source: str | None = None,
    properties: Mapping[str, object] | None = None,
) -> Turn:
    """A document turn that names an entity, with its type unless that is unknown (Thing). `source` as in `fact_turn`.

    `properties` are JSON values of the other program, which `stated_properties` returns.
    """
    text = _name(name) if type == "Thing" else f"{_name(name)} is a {type}"
    return _turn(text, session, source, properties or {})


def stated_fact(turn: Turn) -> tuple[str, str, str] | None:
    """Subject, relation type and object of a structured turn that states a fact."""
    found = _FACT.fullmatch(turn.text) if is_structured(turn) else None
    return (found["subject"], found["type"], found["object"]) if found else None


def stated_entity(turn: Turn) -> str | None:
    """The name in a structured turn that names an entity."""
    if not is_structured(turn) or stated_fact(turn):
        return None
    found = _ENTITY.fullmatch(turn.text)
    return found["name"] if found else turn.text


def stated_properties(turn: Turn) -> Mapping[str, object]:
    """The properties in a structured turn that names an entity."""
    found = turn.metadata.get(_PROPERTIES)
    return cast(Mapping[str, object], found) if isinstance(found, Mapping) else {}


def is_structured(turn: Turn) -> bool:
    """Whether the turn was written by `fact_turn` or `entity_turn`."""
    return turn.agent == AGENT and turn.role == "tool"


def structured_extraction(turn: Turn) -> Extraction | None:
    """What a structured turn states; None for another turn."""
    read = _read(turn)
    if read is None:
        return None
    note, mentions, fact = read
    return Extraction(
        extractor=AGENT,
        notes=(note,) if note else (),
        mentions=mentions,
        facts=(fact,) if fact else (),
    )


def _turn(
    text: str, session: str, source: str | None, properties: Mapping[str, object] | None = None
) -> Turn:
    written = [json.dumps(properties, sort_keys=True, ensure_ascii=False)] if properties else []
    own = {**WITH_PROPERTIES, _PROPERTIES: dict(properties)} if properties else {}
    return Turn(
        uid=uid_of("structured", session, text, *([source] if source else []), *written),
        session=session,
        role="tool",
        text=text,
        agent=AGENT,
        metadata={**({SOURCE: source} if source else {}), **own},
    )


def _name(name: str) -> str:
    """The name on one line, without the separators of the format."""
    bare = " ".join(name.replace("—", "-").replace("→", ">").split())
    if not bare:
        raise InvalidInput(f"a name is blank: {name!r:.40}. Give some letters.")
    return bare


def _read(
    turn: Turn,
) -> tuple[ExtractedNote | None, tuple[ExtractedMention, ...], ExtractedFact | None] | None:
    if not is_structured(turn):
        return None
    if found := _FACT.fullmatch(turn.text):
        subject, type_, object_ = found["subject"], found["type"], found["object"]
        words = f"{subject} {type_.replace('_', ' ').lower()} {object_}"
        note = _note(turn, words, ((subject, "subject"), (object_, "object")))
        fact = ExtractedFact(
            turn=turn.uid, ordinal=0, subject=subject, type=type_, object=object_, text=words, confidence=1.0
        )
        return note, tuple(ExtractedMention(turn=turn.uid, name=name) for name in (subject, object_)), fact
    if found := _ENTITY.fullmatch(turn.text):
        name, kind = found["name"], _TYPES.get(found["type"], "Thing")
        mention = ExtractedMention(turn=turn.uid, name=name, type=kind)
        return _note(turn, turn.text, ((name, "topic"),)), (mention,), None
    return None, (ExtractedMention(turn=turn.uid, name=turn.text),), None


def _note(turn: Turn, words: str, about: tuple[tuple[str, str], ...]) -> ExtractedNote:
    names = tuple(name for name, _ in about)
    return ExtractedNote(
        turn=turn.uid, ordinal=0, text=words, keywords=names, kind="semantic", salience=1.0, about=about
    )
