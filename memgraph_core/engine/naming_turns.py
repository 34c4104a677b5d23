"""The turns whose text names an entity, also where extraction did not recognise the name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memgraph_core.engine.batches import log_pages
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.occurrences import occurrence
from memgraph_core.records.forget import LeftReason, LeftTurn
from memgraph_core.records.graph import Entity, Turn
from memgraph_core.records.plan import SnapshotRequest
from memgraph_core.store.contract import Store

_PAGE = 1_000  # turns that are read at once


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingTurns:
    """The turns that name an entity, and those that only contain the characters of its name. Both sorted by uid."""

    turns: tuple[str, ...] = ()
    left: tuple[LeftTurn, ...] = ()


@dataclass(slots=True)
class _Found:
    turns: set[str] = field(default_factory=set[str])
    left: dict[str, LeftReason] = field(default_factory=dict[str, LeftReason])


def naming_turns(store: Store, name: str, entity: Entity | None, *, is_kin: bool = False) -> NamingTurns:
    """The turns of the log whose speaker or present or former text is or contains one of the names of the entity.

    Without an entity, the name itself is searched. `is_kin` is true if the name is a word such as 妈妈: elsewhere the
    word may mean a relative of somebody else.
    """
    names = _names(store, name, entity, is_kin=is_kin)
    found = _Found()
    for page in log_pages(store, _PAGE):
        _search(store, page, names, entity, found)
        if is_kin:
            others = (turn.uid for turn in page if any(occurrence(text, name) for text in _texts(turn)))
            found.left.update(dict.fromkeys(others, "other relative"))
    left = [LeftTurn(uid=uid, reason=found.left[uid]) for uid in sorted(found.left.keys() - found.turns)]
    return NamingTurns(turns=tuple(sorted(found.turns)), left=tuple(left))


def _names(store: Store, name: str, entity: Entity | None, *, is_kin: bool) -> dict[str, str]:
    """Name key → name: the given one and those of the entity and of the entities that were merged into it.

    A part of the name of a thing may be a common word: 产品 of 产品经理.
    """
    given = {} if is_kin else {name_key(name): name}
    if entity is None:
        return given
    edges = store.incident_edges("entity", [entity.uid])
    is_person = entity.type == "Person"
    return {n.key: n.text for n in edges.names if is_person or n.text not in entity.name} | {
        name_key(entity.name): entity.name,
        **given,
    }


def _search(
    store: Store, turns: Sequence[Turn], names: Mapping[str, str], entity: Entity | None, found: _Found
) -> None:
    """Add the turns that name the entity, and those that only contain the characters of its name."""
    naming = dict[str, str]()  # uid → the name
    for turn in turns:
        for key, name in names.items():
            if turn.speaker is not None and name_key(turn.speaker) == key:
                found.turns.add(turn.uid)
                continue
            reasons: list[LeftReason | bool] = [
                occurrence(text, name, is_word=entity is None) for text in _texts(turn)
            ]
            if True in reasons:
                naming[turn.uid] = key
                continue
            for reason in reasons:
                if not isinstance(reason, bool):
                    found.left.setdefault(turn.uid, reason)
    by_uid = {turn.uid: turn for turn in turns}
    longer = {uid: _longer_names(by_uid[uid], key) for uid, key in naming.items()}
    known = _others(store, {key for keys in longer.values() for key in keys}, entity)
    for uid, key in naming.items():
        others = [each for each in longer[uid] if each in known]
        if others and not _is_named_besides(by_uid[uid], names[key], others):
            found.left[uid] = "other name"
        else:
            found.turns.add(uid)


def _texts(turn: Turn) -> tuple[str, ...]:
    """The words that a turn holds: its present and former texts, the reasons of its corrections, and a picture's caption."""
    return (*turn.all_texts, *(each.reason for each in turn.corrections), turn.caption or "")


def _longer_names(turn: Turn, key: str) -> list[str]:
    """The keys in the texts of a turn that contain the words of a key and others: `ada rossi` for `ada`."""
    if not key.isascii():
        return []  # the words of Chinese are examined by `occurrence`
    keys = {each for text in _texts(turn) for each in name_keys(text)}
    return sorted(each for each in keys if each != key and f" {key} " in f" {each} ")


def _others(store: Store, keys: set[str], entity: Entity | None) -> set[str]:
    """Those of the keys that are names of other persons."""
    if not keys:
        return set()
    snapshot = store.snapshot(SnapshotRequest(name_keys=tuple(sorted(keys))))
    return {
        key
        for key, entities in snapshot.entities.items()
        if any(each.type == "Person" for each in entities)
        and all(entity is None or each.uid != entity.uid for each in entities)
    }


def _is_named_besides(turn: Turn, name: str, others: Sequence[str]) -> bool:
    """Whether a turn contains the name outside these longer names."""
    for text in _texts(turn):
        plain = f" {name_key(text)} "
        for other in sorted(others, key=len, reverse=True):
            plain = plain.replace(f" {other} ", "  ")
        if f" {name_key(name)} " in plain:
            return True
    return False
