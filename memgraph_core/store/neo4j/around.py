"""What lies within two hops of the seeds."""

from collections.abc import Iterable, Sequence
from typing import Any

from neo4j import ManagedTransaction

from memgraph_core.reads import Hop, Query, Seeds, Subgraph
from memgraph_core.store.neo4j.filters import filter_parameters
from memgraph_core.store.neo4j.rows import Row, entity_from, fact_from, note_from, turn_from
from memgraph_core.store.protocol import Stamp
from memgraph_core.store.queries import cypher


def around(
    tx: ManagedTransaction, namespace: str, stamp: Stamp | None, seeds: Seeds, query: Query
) -> Subgraph:
    """The walk and its records, in two statements."""
    filters = filter_parameters(query.filters)
    parameters: dict[str, Any] = {
        "namespace": namespace,
        "seeds": list(dict.fromkeys(seeds.entities)),
        "fan_out": seeds.fan_out,
        "half": seeds.fan_out // 2,
        "shared_notes": seeds.shared_notes,
        "hub": seeds.hub,
        **filters,
    }
    walk = tx.run(cypher("read/walk"), parameters).single()
    if walk is None:
        return Subgraph(entities={}, hops=(), facts={}, notes=(), turns=(), about={})
    first = _each_once(Hop(**row) for row in walk["first"])
    second = _each_once(Hop(**row) for row in walk["second"])
    surroundings: dict[str, Any] = {
        "space": walk["space"],
        "cap": seeds.cap,
        "vectors": stamp is not None,
        **_places(seeds, first, second),
        **filters,
    }
    record = tx.run(cypher("read/surroundings"), surroundings).single(strict=True).data()
    return _subgraph((*first, *second), record)


def _places(seeds: Seeds, first: Sequence[Hop], second: Sequence[Hop]) -> Row:
    """Whose notes are wanted, how many, and whose come first when there are too many: what the seeds are
    about, what the first hops rest on, what these reached, then the same of the second hops.
    """
    reached = dict.fromkeys(seeds.entities, seeds.notes_each)
    evidence: dict[str, int] = {}
    facts: dict[str, int] = {}
    places = {uid: place for place, uid in enumerate(reached)}
    for hops, quota in ((first, seeds.notes_each), (second, seeds.notes_each // 2)):
        place = len(places) + len(evidence) + len(facts)
        for hop in hops:
            (evidence if hop.kind == "note" else facts).setdefault(hop.uid, place)
        place = len(places) + len(evidence) + len(facts)
        for number, uid in enumerate(dict.fromkeys(hop.target for hop in hops)):
            reached.setdefault(uid, quota)
            places.setdefault(uid, place + number)
    return {
        "reached": [{"uid": uid, "place": places[uid], "quota": quota} for uid, quota in reached.items()],
        "evidence": _placed(evidence),
        "facts": _placed(facts),
    }


def _each_once(hops: Iterable[Hop]) -> tuple[Hop, ...]:
    """Two entities are joined by a fact or note once, in the direction met first."""
    met: dict[tuple[frozenset[str], str], Hop] = {}
    for hop in hops:
        met.setdefault((frozenset((hop.source, hop.target)), hop.uid), hop)
    return tuple(met.values())


def _placed(places: dict[str, int]) -> list[Row]:
    return [{"uid": uid, "place": place} for uid, place in places.items()]


def _subgraph(hops: Iterable[Hop], record: Row) -> Subgraph:
    notes = sorted((note_from(row) for row in record["notes"]), key=lambda note: note.uid)
    turns = sorted((turn_from(row) for row in record["turns"]), key=lambda turn: turn.uid)
    return Subgraph(
        entities={row["uid"]: entity_from(row) for row in record["entities"]},
        hops=_each_once(hops),
        facts={row["uid"]: fact_from(row) for row in record["facts"]},
        notes=tuple(notes),
        turns=tuple(turns),
        about={row["uid"]: tuple(row["about"]) for row in record["notes"]},
    )
