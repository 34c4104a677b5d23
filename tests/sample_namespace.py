"""A small namespace of sample records, one call of every store verb, and what the verbs answer.

`sample_rows` writes the given word into every text; the uids do not depend on it. So a test that fills two namespaces
with different words finds a leak by searching the answers for the word of the other namespace.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from inspect import getmembers, isfunction
from typing import Any, get_args

from factories import (
    NOW,
    all_text_of,
    day,
    make_call,
    make_change,
    make_correction,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_note,
    make_plan,
    make_question,
    make_turn,
    remember,
    vector,
)
from memgraph_core.errors import ConfigError
from memgraph_core.records.core import CoreState
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Abstracts, Link, Name, NameSource, Similar, Support
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.jobs import JobUpdate
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.log import ExtractionNeeds, Tombstone
from memgraph_core.records.plan import FactLookup, NeighbourLookup, SnapshotRequest
from memgraph_core.records.search import Filters, Limits, Seeds
from memgraph_core.records.transfer import RecordKind
from memgraph_core.store.contract import Store

ALWAYS = {"since": datetime(1, 1, 3, tzinfo=UTC), "until": datetime(9999, 12, 29, tzinfo=UTC)}
MANY = 10_000
PLENTY = Limits(vector=MANY, passages=MANY, terms=MANY, anchor=MANY, time=MANY)

# Every verb of the store protocol. A test compares them with VERB_CALLS, so that a new verb is tested too.
VERBS = sorted(name for name, _ in getmembers(Store, isfunction) if not name.startswith("_"))


def fill(store: Store, word: str, first_day: int = 0) -> None:
    """Two extracted turns about Ada, who moved from Turin to Milan, and a pending turn by Bea, with this word in every text."""
    rows = sample_rows(word, first_day)
    remember(store, rows.pop("turns"), **rows)
    bea = make_turn("t3", f"Bea wrote {word}.", session="s2", speaker="Bea", said_at=day(first_day + 2))
    store.append([bea])
    store.write_core([CoreState(name="human", number=0, content=f"Likes {word}.", tokens=100, at=NOW)])


def sample_rows(word: str, first_day: int = 0) -> dict[str, Any]:
    """The arguments of `remember` that fill a namespace, as a mapping."""
    first, second = day(first_day), day(first_day + 1)
    said = make_turn("t1", f"I live in Turin, {word}.", said_at=first, vector=vector(1, 0.2))
    moved = make_turn("t2", f"I live in Milan, {word}.", said_at=second, vector=vector(1, 0.4))
    turin = make_note("n1", f"Ada lives in Turin, {word}.", said_at=first, vector=vector(1, 0.1))
    milan = make_note(
        "n2",
        f"Ada lives in Milan, {word}.",
        turns=("t2",),
        said_at=second,
        recurs="FREQ=WEEKLY",
        vector=vector(1, 0.3),
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
        "invalidations": [make_invalidation("f1", "f2", until=second)],
        "similar": [Similar("n1", "n2", 0.9)],
        "links": [Link("n2", "n1", "contradicts", 0.75)],
        "calls": [make_call()],
        "supports": [Support("n2", "n1")],
        "abstracts": [Abstracts("n2", "n1")],
        "changes": [make_change(reason=f"because of {word}")],
        "tombstones": [Tombstone(digest=sha256(word.encode()).hexdigest()[:32], salt="5a" * 16, at=NOW)],
    }


@dataclass(frozen=True)
class VerbCall:
    """A call of a store verb on a filled namespace, and a text that its answer must contain."""

    call: Callable[[Store], object]
    expected: str = "{word}"


# No answer may depend on the content of another namespace.
VERB_CALLS: dict[str, VerbCall] = {
    "append": VerbCall(
        lambda store: store.append([], ExtractionNeeds(name_keys=["ada", "turin", "milan"], before=5))
    ),
    "snapshot": VerbCall(
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
    "candidates": VerbCall(
        lambda store: store.candidates(
            make_question("lives", name_keys=("ada", "milan"), vector=vector(1), **ALWAYS), PLENTY
        )
    ),
    "expand": VerbCall(
        lambda store: store.expand(Seeds(entities=("ada", "only-there")), make_question("where", **ALWAYS))
    ),
    "pending": VerbCall(lambda store: store.pending(MANY)),
    "turns": VerbCall(lambda store: store.turns(["t1", "t2", "t3", "only-there"])),
    "notes": VerbCall(lambda store: store.notes(["n1", "n2", "only-there"])),
    "notes_of": VerbCall(lambda store: store.notes_of(["t1", "t2", "t3", "only-there"])),
    "history": VerbCall(lambda store: (store.history("n1"), store.history("only-there"))),
    "links": VerbCall(lambda store: store.links(["n1", "only-there"]), expected="contradicts"),
    "ledger": VerbCall(lambda store: store.ledger(MANY), expected="tokens_in=70"),
    "record_calls": VerbCall(lambda store: store.record_calls(()), expected="calls=1"),
    "record_uses": VerbCall(lambda store: store.record_uses(["t1", "only-there"], NOW), expected="('t1',)"),
    "conversation": VerbCall(lambda store: store.conversation("s2", MANY)),
    "scheduled": VerbCall(lambda store: store.scheduled(day(-1_000), NOW), expected="('n2',)"),
    "sessions": VerbCall(lambda store: store.sessions(), expected="('s2', 's1')"),
    "supports": VerbCall(
        lambda store: store.supports(["n1", "n2", "n3", "only-there"]), expected="note='n2', by='n1'"
    ),
    "abstracts": VerbCall(
        lambda store: store.abstracts(["n1", "n2", "only-there"]), expected="note='n2', instance='n1'"
    ),
    "facts": VerbCall(
        lambda store: (store.facts(None, MANY), store.facts("ada", MANY), store.facts("sea", 9))
    ),
    "entities": VerbCall(
        lambda store: tuple(
            store.entities(EntityQuery(order=order, limit=MANY, now=NOW, name_keys=keys))
            for order in ("count", "recent", "relevance")
            for keys in (None, ("ada", "sea"))
        )
    ),
    "stream": VerbCall(
        lambda store: (
            store.stream(StreamQuery(limit=MANY)),
            store.stream(StreamQuery(entity="ada")),
            store.stream(StreamQuery(entity="only-there")),
        )
    ),
    "timeline": VerbCall(lambda store: store.timeline(StreamQuery(limit=MANY)), expected="mentions=2"),
    "incident_edges": VerbCall(
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
    "listed": VerbCall(
        lambda store: tuple(
            store.listed(ListQuery(of=of, filters=Filters(), limit=MANY)) for of in ("turn", "note")
        ),
        expected="'n1'",
    ),
    "explore": VerbCall(lambda store: explore_results(store)),
    "speakers": VerbCall(lambda store: (store.speakers(), store.speakers("user")), expected="('Ada', 'Bea')"),
    "changes": VerbCall(lambda store: store.changes(MANY)),
    "uids": VerbCall(lambda store: tuple(store.uids(of) for of in get_args(RecordKind)), expected="'n1'"),
    "lease": VerbCall(
        lambda store: store.lease(
            ["t1", "t3", "only-there"], ExtractionNeeds(name_keys=["ada", "sea"], before=5)
        )
    ),
    "release_lease": VerbCall(lambda store: store.release_lease("nobody"), expected="None"),
    "embedding_stamp": VerbCall(
        lambda store: (store.stats().turns, store.embedding_stamp()), expected="(3, "
    ),
    "stats": VerbCall(lambda store: store.stats(), expected="turns=3"),
    "jobs": VerbCall(lambda store: store.jobs(), expected="session='s2'"),
    "log_page": VerbCall(lambda store: tuple(store.log_page(after, MANY, before=5) for after in (0, 1))),
    # Writes with nothing to write. Their answers must not depend on the other namespace either.
    "apply": VerbCall(
        lambda store: store.apply(make_plan(store.snapshot(SnapshotRequest()))), expected="Applied(version="
    ),
    "core_states": VerbCall(
        lambda store: (store.core_states(), store.core_states(current=True)), expected="CoreState("
    ),
    "write_core": VerbCall(lambda store: store.write_core(()), expected="True"),
    "forget_core": VerbCall(lambda store: store.forget_core(["only-there"]), expected="None"),
    "update_jobs": VerbCall(lambda store: store.update_jobs(lambda jobs: JobUpdate()), expected="put=()"),
    "tombstones": VerbCall(lambda store: store.tombstones(), expected="Tombstone(digest="),
    "correct": VerbCall(
        lambda store: store.correct(make_correction("only-there")), expected="Stale(version="
    ),
    "forget": VerbCall(lambda store: store.forget(Selection(turns=("only-there",))), expected="turns=()"),
    "discard_generation": VerbCall(lambda store: store.discard_generation(), expected="False"),
    "switch_generation": VerbCall(
        lambda store: store.switch_generation("only-there#2", make_change("c9")), expected="Stale(version="
    ),
    "begin_generation": VerbCall(
        lambda store: store.begin_generation(), expected="#2', log_position=0, turns_done=0, turns_total=3"
    ),
}


def explore_results(store: Store) -> object:
    """The rows of two saved queries; on SQLite, which has none, the answers of the corresponding verbs."""
    queries = ({"name": "top_entities"}, {"name": "changes", "parameters": {"since": ALWAYS["since"]}})
    try:
        results = [
            store.explore(query["name"], query.get("parameters", {}), rows=MANY, seconds=60)
            for query in queries
        ]
    except ConfigError:
        return store.entities(EntityQuery(limit=MANY)), store.changes(MANY)
    return [result.rows for result in results]


def all_answers(store: Store) -> str:
    """The answers of all verbs as one text, to search for a word."""
    return "\n".join(all_text_of(verb.call(store)) for verb in VERB_CALLS.values())


def contents(store: Store) -> dict[str, object]:
    """Everything that the reading verbs return for a namespace, except its version."""
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
