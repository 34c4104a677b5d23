"""A small world to fill a namespace with, every question that can be asked of it, and all it answers.

`make_world` has the same uids whatever its word is, and the word in every text: what holds the word of another
world has leaked.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from inspect import getmembers, isfunction
from typing import Any, get_args

from factories import (
    NOW,
    day,
    make_call,
    make_change,
    make_closing,
    make_correcting,
    make_entity,
    make_fact,
    make_mentions,
    make_note,
    make_plan,
    make_question,
    make_turn,
    remember,
    vector,
)
from memgraph_core.errors import ConfigError
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Link, Name, NameSource, Similar, Support, uid_of
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.log import Tombstone
from memgraph_core.records.plan import FactLookup, NeighbourLookup, SnapshotRequest
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.records.transfer import RecordKind
from memgraph_core.store.contract import Store

ALWAYS = {"since": datetime(1, 1, 3, tzinfo=UTC), "until": datetime(9999, 12, 29, tzinfo=UTC)}
MANY = 10_000
PLENTY = Limits(vector=MANY, passages=MANY, terms=MANY, anchor=MANY, time=MANY)

# Every verb that a store promises, so that a new one cannot be forgotten here.
VERBS = sorted(name for name, _ in getmembers(Store, isfunction) if not name.startswith("_"))


def fill(store: Store, word: str, first_day: int = 0) -> None:
    """Ada moved from Turin to Milan, Bea has not been read yet; the word is in every text."""
    rows = make_world(word, first_day)
    remember(store, rows.pop("turns"), **rows)
    bea = make_turn("t3", f"Bea wrote {word}.", session="s2", speaker="Bea", said_at=day(first_day + 2))
    store.append([bea], name_keys=(), before=0)


def make_world(word: str, first_day: int = 0) -> dict[str, Any]:
    """What `remember` takes to fill a namespace."""
    first, second = day(first_day), day(first_day + 1)
    said = make_turn("t1", f"I live in Turin, {word}.", said_at=first, vector=vector(1, 0.2))
    moved = make_turn("t2", f"I live in Milan, {word}.", said_at=second, vector=vector(1, 0.4))
    turin = make_note("n1", f"Ada lives in Turin, {word}.", said_at=first, vector=vector(1, 0.1))
    milan = make_note(
        "n2", f"Ada lives in Milan, {word}.", turns=("t2",), said_at=second, vector=vector(1, 0.3)
    )
    entities = [
        make_entity("ada", f"Ada {word}"),
        make_entity("turin", f"Turin {word}", "Place"),
        make_entity("milan", f"Milan {word}", "Place"),
    ]
    return {
        "turns": [said, moved],
        "spoken_by": {"t1": "ada", "t2": "ada"},
        "notes": [turin, milan],
        "entities": entities,
        "names": [Name(entity.uid, entity.name, entity.uid) for entity in entities],
        "name_sources": [NameSource("ada", "t1"), NameSource("turin", "t1"), NameSource("milan", "t2")],
        "mentions": make_mentions(said, "ada", "turin") + make_mentions(moved, "milan"),
        "abouts": [About("n1", "ada"), About("n1", "turin"), About("n2", "ada"), About("n2", "milan")],
        "facts": [
            make_fact("f1", "ada", "LIVES_IN", "turin", text=f"until {word}", holds_from=first),
            make_fact("f2", "ada", "LIVES_IN", "milan", text=f"since {word}", notes=("n2",)),
        ],
        "invalidations": [make_closing("f1", "f2", until=second)],
        "similar": [Similar("n1", "n2", 0.9)],
        "links": [Link("n2", "n1", "contradicts", 0.75)],
        "calls": [make_call()],
        "supports": [Support("n2", "n1")],
        "changes": [make_change(reason=f"because of {word}")],
        "tombstones": [Tombstone(digest=uid_of(word), salt="5a" * 16, at=NOW)],
    }


@dataclass(frozen=True)
class Asked:
    """One way to use a verb on a filled namespace, and what must show in its answer."""

    verb: Callable[[Store], object]
    sign: str = "{word}"


# Whatever the verb answers: it must not depend on what another namespace holds.
QUESTIONS: dict[str, Asked] = {
    "append": Asked(lambda store: store.append([], name_keys=["ada", "turin", "milan"], before=5)),
    "snapshot": Asked(
        lambda store: store.snapshot(
            SnapshotRequest(
                name_keys=("ada", "milan"),
                facts=(FactLookup(subject="ada", type="LIVES_IN", object="milan", single=True),),
                notes=(
                    NeighbourLookup(uid="new", terms="", vector=vector(1, 0.2)),
                    NeighbourLookup(uid="worded", terms="lives"),
                ),
            )
        )
    ),
    "candidates": Asked(
        lambda store: store.candidates(
            make_question("lives", name_keys=("ada", "milan"), vector=vector(1), **ALWAYS), PLENTY
        )
    ),
    "expand": Asked(
        lambda store: store.expand(Seeds(entities=("ada", "only-there")), make_question("where", **ALWAYS))
    ),
    "pending": Asked(lambda store: store.pending(MANY)),
    "turns": Asked(lambda store: store.turns(["t1", "t2", "t3", "only-there"])),
    "notes": Asked(lambda store: store.notes(["n1", "n2", "only-there"])),
    "notes_of": Asked(lambda store: store.notes_of(["t1", "t2", "t3", "only-there"])),
    "history": Asked(lambda store: (store.history("n1"), store.history("only-there"))),
    "links": Asked(lambda store: store.links(["n1", "only-there"]), sign="contradicts"),
    "ledger": Asked(lambda store: store.ledger(MANY), sign="tokens_in=70"),
    "record_calls": Asked(lambda store: store.record_calls(()), sign="calls=1"),
    "conversation": Asked(lambda store: store.conversation("s2", MANY)),
    "sessions": Asked(lambda store: store.sessions(), sign="('s2', 's1')"),
    "supports": Asked(
        lambda store: store.supports(["n1", "n2", "n3", "only-there"]), sign="note='n2', by='n1'"
    ),
    "facts": Asked(lambda store: (store.facts(None, MANY), store.facts("ada", MANY), store.facts("sea", 9))),
    "entities": Asked(
        lambda store: tuple(
            store.entities(EntityQuery(order=order, limit=MANY, now=NOW, name_keys=keys))
            for order in ("count", "recent", "relevance")
            for keys in (None, ("ada", "sea"))
        )
    ),
    "stream": Asked(
        lambda store: (
            store.stream(StreamQuery(limit=MANY)),
            store.stream(StreamQuery(entity="ada")),
            store.stream(StreamQuery(entity="only-there")),
        )
    ),
    "timeline": Asked(lambda store: store.timeline(StreamQuery(limit=MANY)), sign="mentions=2"),
    "incident_edges": Asked(
        lambda store: tuple(
            store.incident_edges(of, uids)
            for of, uids in (
                ("turn", ("t1", "t2", "t3", "only-there")),
                ("note", ("n1", "n2", "n3", "only-there")),
                ("fact", ("f1", "f2", "only-there")),
                ("entity", ("ada", "sea", "only-there")),
            )
        )
    ),
    "explore": Asked(lambda store: explored(store)),
    "speakers": Asked(lambda store: store.speakers(), sign="('Ada', 'Bea')"),
    "changes": Asked(lambda store: store.changes(MANY)),
    "uids": Asked(lambda store: tuple(store.uids(of) for of in get_args(RecordKind)), sign="'n1'"),
    "lease": Asked(lambda store: store.lease(["t1", "t3", "only-there"], name_keys=["ada", "sea"], before=5)),
    "release_lease": Asked(lambda store: store.release_lease("nobody"), sign="None"),
    "embedding_stamp": Asked(lambda store: (store.stats().turns, store.embedding_stamp()), sign="(3, "),
    "stats": Asked(lambda store: store.stats(), sign="turns=3"),
    "log_page": Asked(lambda store: tuple(store.log_page(after, MANY, before=5) for after in (0, 1))),
    # Writes, but with nothing to write: their answers must not tell of the other namespace either.
    "apply": Asked(
        lambda store: store.apply(make_plan(store.snapshot(SnapshotRequest()))), sign="Applied(version="
    ),
    "tombstones": Asked(lambda store: store.tombstones(), sign="Tombstone(digest="),
    "correct": Asked(lambda store: store.correct(make_correcting("only-there")), sign="Stale(version="),
    "forget": Asked(lambda store: store.forget(Selection(turns=("only-there",))), sign="turns=()"),
    "discard_generation": Asked(lambda store: store.discard_generation(), sign="False"),
    "switch_generation": Asked(
        lambda store: store.switch_generation("only-there#2", make_change("c9")), sign="Stale(version="
    ),
    "begin_generation": Asked(
        lambda store: store.begin_generation(), sign="#2', log_position=0, turns_done=0, turns_total=3"
    ),
}


def explored(store: Store) -> object:
    """What the saved queries find; on a file, which has none, what its own verbs say of the same."""
    queries = ({"name": "top_entities"}, {"name": "changes", "parameters": {"since": ALWAYS["since"]}})
    try:
        found = [
            store.explore(query["name"], query.get("parameters", {}), rows=MANY, seconds=60)
            for query in queries
        ]
    except ConfigError:
        return store.entities(EntityQuery(limit=MANY)), store.changes(MANY)
    return [answer.rows for answer in found]


def answers(store: Store) -> str:
    """All that the verbs answer, as text to look for a word in."""
    return "\n".join(repr(asked.verb(store)) for asked in QUESTIONS.values())


def snapshot(store: Store) -> dict[str, object]:
    """All that a namespace holds as far as its verbs tell, but for the version."""
    found = store.candidates(make_question(**ALWAYS), PLENTY)
    return {
        "notes": found.notes,
        "turns": found.turns,
        "about": found.about,
        "facts": store.facts(None, MANY),
        "entities": store.entities(EntityQuery(limit=MANY)),
        "stream": store.stream(StreamQuery(limit=MANY)),
        "timeline": store.timeline(StreamQuery(limit=MANY)),
        "pending": store.pending(MANY),
        "changes": store.changes(MANY),
        "links": store.links([note.uid for note in found.notes]),
        "histories": tuple(store.history(note.uid) for note in found.notes),
        "ledger": store.ledger(MANY),
        "stats": replace(store.stats(), version=0),
    }
