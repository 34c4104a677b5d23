"""A namespace as records that any store can be told again: to be kept as JSON lines, or to be moved.

The log comes first, in its order; then a store is told what was derived by the plans that would have made it, each of
which may be repeated harmlessly. So a load that was interrupted is just begun again.
"""

# Records of any kind pass through the same few functions, which the strict mode cannot follow.
# pyright: basic

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np

from memgraph_core.errors import InvalidInput, StoreError
from memgraph_core.reads import EntityQuery
from memgraph_core.store.protocol import Stamp, Store
from memgraph_core.types import (
    About,
    Call,
    Change,
    Entity,
    Fact,
    Link,
    Mention,
    Name,
    Naming,
    Note,
    Similar,
    Support,
    Turn,
)  # fmt: skip
from memgraph_core.writes import (
    Applied,
    Closing,
    Conflict,
    Merge,
    Probe,
    Revised,
    Split,
    TurnUpdate,
    WritePlan,
)

FORMAT = 1
_ALL = 1_000_000_000
_PAGE = 500  # turns or notes of one transaction
_ATTEMPTS = 20  # plans made anew when another writer was faster

# What a line is called, and the record that it holds; in the order of the file.
KINDS: dict[str, type[Any]] = {
    "turn": Turn,
    "entity": Entity,
    "name": Name,
    "note": Note,
    "reading": TurnUpdate,
    "naming": Naming,
    "mention": Mention,
    "about": About,
    "fact": Fact,
    "closing": Closing,
    "conflict": Conflict,
    "similar": Similar,
    "support": Support,
    "link": Link,
    "revised": Revised,
    "split": Split,
    "merge": Merge,
    "change": Change,
    "call": Call,
}
_TIMES = {
    *(
        "at",
        "said_at",
        "recorded_at",
        "holds_from",
        "holds_until",
        "told_until",
        "retired_at",
        "first_at",
        "last_at",
    ),
}

Records = Mapping[str, tuple[Any, ...]]
Tell = Callable[[int, int], None]  # how much is done, of how much


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """All that a namespace holds, by kind, and what made its vectors."""

    namespace: str
    stamp: Stamp | None
    records: Records
    gate: str | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        return {kind: len(self.records.get(kind, ())) for kind in KINDS}

    @property
    def checksum(self) -> str:
        """The same for two namespaces, in whatever stores, that hold the same records with the same vectors."""
        digest = blake2b(digest_size=16)
        for kind in KINDS:
            for line in sorted(_line(kind, record) for record in self.records.get(kind, ())):
                digest.update(line.encode())
        digest.update((self.gate or "").encode())
        return digest.hexdigest()


def archive_of(store: Store) -> Archive:
    """All that a namespace holds. The store must have been opened with the stamp of its database, for its vectors."""
    joints, stats = store.joints(), store.stats()
    turns = _turns(store)
    notes = _notes(store, [turn.uid for turn in turns])
    first = {state.note: state for state in joints.derived}
    spoken, saw = dict(joints.spoken), {turn: (first, last) for turn, first, last in joints.saw}
    ends = {row[0]: row[1:] for row in joints.ends}
    entities = (
        *store.entities(EntityQuery(limit=_ALL)),
        *store.entities(EntityQuery(limit=_ALL, merged=True)),
    )
    records: dict[str, tuple[Any, ...]] = {
        "turn": tuple(replace(turn, vector=None, state="pending") for turn in turns),
        # Counters are recomputed from the mentions, and what is merged stands in the merges.
        "entity": tuple(Entity(uid=e.uid, name=e.name, type=e.type) for e in sorted(entities, key=lambda e: e.uid)),
        "note": tuple(_as_derived(note, first.get(note.uid)) for note in notes),
        "reading": tuple(
            TurnUpdate(uid=t.uid, state=t.state, speaker=spoken.get(t.uid), terms=t.terms, vector=t.vector, saw=saw.get(t.uid))
            for t in turns
        ),
        "fact": tuple(
            _as_told(fact, *ends[fact.uid])
            for fact in sorted(store.facts(None, _ALL), key=lambda fact: fact.uid)
        ),
        "change": tuple(reversed(store.changes(_ALL))),
        "call": tuple(reversed(store.ledger(_ALL))),
        "name": joints.names, "naming": joints.namings, "mention": joints.mentions, "about": joints.abouts,
        "closing": joints.closings, "conflict": joints.conflicts,
        "similar": joints.similar, "support": joints.supports, "link": joints.links,
        "revised": joints.revised, "split": joints.splits, "merge": joints.merges,
    }  # fmt: skip
    stamp = Stamp(stats.model, stats.dimension) if stats.model and stats.dimension else None
    return Archive(namespace=store.namespace, stamp=stamp, records=records, gate=joints.gate)


def load(store: Store, archive: Archive, tell: Tell = lambda done, all: None) -> None:
    """Tell a namespace all of an archive. It must be empty, or hold a part of the same from a load that was interrupted.

    Raises InvalidInput for one that holds other turns, StoreError when others write it all the time.
    """
    records = archive.records
    _refuse_others(store, {turn.uid for turn in records.get("turn", ())})
    plans = [*_plans(archive)]
    turns = records.get("turn", ())
    pages = [turns[start : start + _PAGE] for start in range(0, len(turns), _PAGE)]
    for number, page in enumerate(pages):
        store.log(page, (), 0)
        tell(number + 1, len(pages) + len(plans))
    for number, plan in enumerate(plans):
        _apply(store, plan)
        tell(len(pages) + number + 1, len(pages) + len(plans))


def lines_of(archive: Archive) -> Iterator[str]:
    """The archive as JSON lines: what it is, one line a record, and how many there were, with the checksum."""
    stamp = archive.stamp
    yield json.dumps(
        {
            "memgraph_core": FORMAT,
            "namespace": archive.namespace,
            "model": stamp.model if stamp else None,
            "dimension": stamp.dimension if stamp else None,
            "gate": archive.gate,
        },
        ensure_ascii=False,
    )
    for kind in KINDS:
        for record in archive.records.get(kind, ()):
            yield _line(kind, record)
    yield json.dumps({"end": archive.counts, "checksum": archive.checksum})


def archive_from(lines: Iterable[str], name: str = "the export") -> Archive:
    """The archive that these lines were made from. Raises InvalidInput, naming the line, for what is no export or not all."""
    rows = (
        (number, _row(line, f"{name}, line {number}")) for number, line in enumerate(lines, 1) if line.strip()
    )
    _, head = next(rows, (0, {}))
    if head.get("memgraph_core") != FORMAT:
        raise InvalidInput(
            f"{name} is no export of memgraph-core of format {FORMAT}: it begins with {str(head)[:60]!r}."
        )
    records: dict[str, list[Any]] = {kind: [] for kind in KINDS}
    end: dict[str, Any] = {}
    for number, row in rows:
        if "end" in row:
            end = row
            break
        [(kind, values)] = row.items()
        records[kind].append(_record(kind, values, f"{name}, line {number}"))
    stamp = Stamp(head["model"], head["dimension"]) if head["model"] else None
    made = {kind: tuple(of_kind) for kind, of_kind in records.items()}
    archive = Archive(namespace=head["namespace"], stamp=stamp, records=made, gate=head["gate"])
    if end.get("end") != archive.counts or end.get("checksum") != archive.checksum:
        raise InvalidInput(f"{name} is not whole: its end is missing, or it was changed. Export again.")
    return archive


# From a store


def _turns(store: Store) -> tuple[Turn, ...]:
    """All turns in the order of the log, with their vectors."""
    found, after = list[Turn](), 0
    while (page := store.replay(after, _PAGE, 0)).turns:
        found += store.turns([turn.uid for turn in page.turns])
        after = page.last
    return tuple(found)


def _notes(store: Store, turns: Sequence[str]) -> tuple[Note, ...]:
    uids: dict[str, None] = {}
    for start in range(0, len(turns), _PAGE):
        uids |= {note.uid: None for note in store.notes_of(turns[start : start + _PAGE])}
    found = [
        note
        for start in range(0, len(uids), _PAGE)
        for note in store.notes(sorted(uids)[start : start + _PAGE])
    ]
    return tuple(found)


def _as_derived(note: Note, first: Revised | None) -> Note:
    if first is None:
        return note
    return replace(
        note, text=first.text, context=first.context, keywords=first.keywords, tags=first.tags, terms=first.terms,
        language=first.language, vector=first.vector,
    )  # fmt: skip


def _as_told(fact: Fact, subject: str, object: str, until: datetime | None, retired: datetime | None) -> Fact:
    """By its own words alone, of those it was told of: what else ended it stands in the closings."""
    notes = tuple(sorted(fact.notes))
    return replace(fact, subject=subject, object=object, notes=notes, holds_until=until, retired_at=retired)


# Into a store


def _plans(archive: Archive) -> Iterator[dict[str, Any]]:
    """What plans hold, one after the other: what others refer to comes first."""
    of = archive.records
    yield {"entities": of["entity"], "names": of["name"]}
    readings = {reading.uid: reading for reading in of["reading"]}
    for start in range(0, len(of["note"]), _PAGE):
        yield {"notes": of["note"][start : start + _PAGE]}
    for start in range(0, len(of["turn"]), _PAGE):
        uids = {turn.uid for turn in of["turn"][start : start + _PAGE]}
        yield {
            "turns": tuple(readings[uid] for uid in sorted(uids)),
            "mentions": tuple(row for row in of["mention"] if row.turn in uids),
            "namings": tuple(row for row in of["naming"] if row.turn in uids),
        }
    yield {"abouts": of["about"], "facts": of["fact"]}
    yield {
        "closings": of["closing"],
        "conflicts": of["conflict"],
        "similar": of["similar"],
        "supports": of["support"],
        "links": of["link"],
    }
    yield from ({"revised": states} for states in _by_turns(of["revised"]))
    yield {
        "splits": of["split"], "merges": of["merge"], "changes": of["change"], "calls": of["call"], "gate": archive.gate,
    }  # fmt: skip


def _by_turns(revised: Sequence[Revised]) -> Iterator[tuple[Revised, ...]]:
    """First the first new state of each note, then the second of those that have one, and so on."""
    left = [*revised]
    while left:
        first = {state.note: state for state in reversed(left)}
        yield tuple(first.values())
        left = [state for state in left if first[state.note] is not state]


def _apply(store: Store, rows: Mapping[str, Any]) -> None:
    for _ in range(_ATTEMPTS):
        known = store.known(Probe())
        plan = WritePlan(space=known.space, version=known.version, at=datetime.now(UTC), **rows)
        if isinstance(store.apply(plan), Applied):
            return
    raise StoreError(f"others keep writing namespace {store.namespace!r}. Load it when nobody does.")


def _refuse_others(store: Store, uids: set[str]) -> None:
    after = 0
    while (page := store.replay(after, _PAGE, 0)).turns:
        if other := next((turn.uid for turn in page.turns if turn.uid not in uids), None):
            raise InvalidInput(
                f"namespace {store.namespace!r} holds other turns, such as {other!r}. Name an empty one: --namespace NAME."
            )
        after = page.last


# As lines

Kind = TypeVar("Kind")


def _line(kind: str, record: object) -> str:
    return json.dumps({kind: _values(record)}, ensure_ascii=False, separators=(",", ":"))


def _values(record: Any) -> dict[str, Any]:  # noqa: ANN401  records of any kind
    """What differs from nothing, by the name of its field."""
    named = ((field.name, _plain(getattr(record, field.name))) for field in fields(record))
    return {name: value for name, value in named if value is not None and value != ()}


def _plain(value: Any) -> Any:  # noqa: ANN401  records of any kind
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, np.ndarray):
        return base64.b64encode(value.astype("<f4").tobytes()).decode()
    return value


def _row(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as e:
        raise InvalidInput(f"{where} is no JSON: {e}") from e
    if not isinstance(row, dict) or not row:
        raise InvalidInput(f"{where} is no JSON object: {line[:60]!r}")
    return row


def _record(kind: str, values: Mapping[str, Any], where: str) -> Any:  # noqa: ANN401  records of any kind
    try:
        return KINDS[kind](**{name: _read(name, value) for name, value in values.items()})
    except (KeyError, TypeError, ValueError) as e:
        raise InvalidInput(f"{where} is no {kind!r:.40} that this version knows: {e}") from e


def _read(name: str, value: Any) -> Any:  # noqa: ANN401  records of any kind
    if name in _TIMES:
        return datetime.fromisoformat(value)
    if name == "vector":
        return np.frombuffer(base64.b64decode(value), "<f4").astype(np.float32)
    return tuple(value) if isinstance(value, list) else value
