"""Whatever is told, told again and forgotten in whatever order: the counts of every store stay true."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import (
    day,
    make_closing,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_turn,
    remember,
)
from memgraph_core.records.forget import Forgotten, Selection
from memgraph_core.records.graph import About, Mention
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import FactLookup, SnapshotRequest
from memgraph_core.store.contract import Store
from world import MANY, snapshot

PEOPLE = ("ada", "bea", "cleo")
TURNS = range(5)
SESSIONS = ("s0", "s1")


@dataclass(frozen=True)
class Tell:
    """A turn that names people, with a note about them; as a move, also where Ada lives from now on."""

    number: int
    people: frozenset[str]
    moves: bool


@dataclass(frozen=True)
class Forget:
    selection: Selection


@dataclass
class Expected:
    """What the store must hold, kept in the simplest way that one can be sure of."""

    turns: dict[str, int] = field(default_factory=dict)  # uid → position
    pending: set[str] = field(default_factory=set)
    mentions: set[tuple[str, str]] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    superseded: set[tuple[str, str]] = field(default_factory=set)  # (older, newer)


tells = st.builds(Tell, st.sampled_from(TURNS), st.frozensets(st.sampled_from(PEOPLE)), st.booleans())
selections = st.one_of(
    st.sets(st.sampled_from(TURNS), min_size=1).map(
        lambda some: Selection(turns=tuple(f"t{n}" for n in sorted(some)))
    ),
    st.sampled_from(SESSIONS).map(lambda session: Selection(session=session)),
    st.sampled_from(PEOPLE).map(lambda person: Selection(entity=person)),
)
steps = st.lists(st.one_of(tells, tells, selections.map(Forget)), min_size=2, max_size=6)

few = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@few
@given(steps=steps)
@pytest.mark.slow
def test_counts_stay_true_and_every_step_may_be_repeated(database, namespaces: Callable[[str], str], steps):
    store, expected = database.store(namespaces(f"-{uuid4().hex}")), Expected()
    for step in steps:
        take(store, step, expected)
        assert_true(store, expected)
        before, version = snapshot(store), store.stats().version
        if isinstance(step, Tell):
            take(store, step, expected)
        else:
            assert store.forget(step.selection) == Forgotten()
            assert store.stats().version == version
        assert snapshot(store) == before


def take(store: Store, step: Tell | Forget, expected: Expected) -> None:
    if isinstance(step, Tell):
        tell(store, step, expected)
    else:
        forget(store, step.selection, expected)


def tell(store: Store, step: Tell, expected: Expected) -> None:
    turn = make_turn(
        f"t{step.number}", f"Turn {step.number}.", session=f"s{step.number % 2}", said_at=day(step.number)
    )
    note, home = make_note(f"n{step.number}", turns=(turn.uid,)), f"home{step.number}"
    people = [make_entity(uid) for uid in (*step.people, *(("ada", home) if step.moves else ()))]
    fact = make_fact(f"f{step.number}", "ada", "LIVES_IN", home, notes=(note.uid,))
    # Only earlier homes are left, so that no two facts can supersede each other.
    left = [uid for uid in current(store) if uid < fact.uid] if step.moves else []
    remember(
        store,
        [turn],
        notes=[note],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(turn, *step.people),
        abouts=[About(note.uid, uid) for uid in step.people],
        facts=[fact] if step.moves else [],
        invalidations=[make_closing(uid, fact.uid, until=day(step.number)) for uid in left],
    )
    session = [place for uid, place in expected.turns.items() if session_of(uid) == turn.session]
    expected.turns.setdefault(turn.uid, max(session, default=-1) + 1)
    expected.pending.discard(turn.uid)
    expected.mentions |= {(turn.uid, uid) for uid in step.people}
    if step.moves:
        expected.facts.add(fact.uid)
        expected.superseded |= {(uid, fact.uid) for uid in left}


def forget(store: Store, selection: Selection, expected: Expected) -> None:
    gone = {
        uid
        for uid in expected.turns
        if uid in selection.turns
        or selection.session == session_of(uid)
        or (uid, selection.entity) in expected.mentions
    }
    beside = {
        uid
        for uid, place in expected.turns.items()
        for other in gone
        if session_of(uid) == session_of(other) and 0 <= place - expected.turns[other] <= 2
    } - gone
    forgotten = store.forget(selection)
    assert (set(forgotten.turns), set(forgotten.pending)) == (gone, beside)
    expected.turns = {uid: place for uid, place in expected.turns.items() if uid not in gone}
    expected.pending = expected.pending - gone | beside
    expected.mentions = {(turn, uid) for turn, uid in expected.mentions if turn not in gone | beside}
    for uid in sorted(gone | beside):
        forget_fact(f"f{uid[1:]}", expected)


def forget_fact(fact: str, expected: Expected) -> None:
    """What it superseded is superseded by what superseded it, if anything did."""
    older = {old for old, new in expected.superseded if new == fact}
    newer = {new for old, new in expected.superseded if old == fact}
    free = {old for old in older if not any(o == old and n != fact for o, n in expected.superseded)}
    expected.facts.discard(fact)
    expected.superseded = {pair for pair in expected.superseded if fact not in pair}
    expected.superseded |= {(old, new) for old in free for new in newer}


def session_of(uid: str) -> str:
    return f"s{int(uid[1:]) % 2}"


def current(store: Store) -> list[str]:
    probe = FactLookup(subject="ada", type="LIVES_IN", object="", single=True)
    return [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ]


def assert_true(store: Store, expected: Expected) -> None:
    told = store.stats()
    stream = store.stream(StreamQuery(limit=MANY))
    entities = store.entities(EntityQuery(limit=MANY))
    assert {(item.turn, item.entity) for item in stream} == expected.mentions
    assert sum(entity.mentions for entity in entities) == len(stream) == told.mentions
    assert sum(row.mentions for row in store.timeline(StreamQuery(limit=MANY))) == len(stream)
    for entity in entities:
        times = [item.at for item in stream if item.entity == entity.uid]
        assert (entity.mentions, entity.first_at, entity.last_at) == (
            len(times),
            min(times, default=None),
            max(times, default=None),
        )
    assert {turn.uid for turn in store.turns([f"t{number}" for number in TURNS])} == set(expected.turns)
    assert {turn.uid for turn in store.pending(MANY)} == expected.pending
    assert told.turns == len(expected.turns)
    assert (
        len(store.notes([f"n{number}" for number in TURNS]))
        == told.notes
        == len(expected.turns.keys() - expected.pending)
    )
    assert {fact.uid for fact in store.facts(None, MANY)} == expected.facts
    assert (told.facts, told.entities) == (len(expected.facts), len(entities))
    assert set(current(store)) == expected.facts - {older for older, _ in expected.superseded}


@few
@given(hows=st.lists(st.sampled_from(["named", "resolved"]), min_size=1, max_size=4))
def test_however_often_a_turn_mentions_somebody_it_counts_once_and_named_wins(database, namespaces, hows):
    store, turn = database.store(namespaces(f"-{uuid4().hex}")), make_turn()
    for how in hows:
        remember(store, [turn], entities=[make_entity("ada")], mentions=[Mention("t1", "ada", day(0), how)])
    [item] = store.stream(StreamQuery())
    assert item.how == ("named" if "named" in hows else "resolved")
    assert store.entities(EntityQuery())[0].mentions == 1
