"""Property tests: counts are right after any sequence of writes, repeated writes and forgetting."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import (
    day,
    make_entity,
    make_fact,
    make_invalidation,
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
from sample_namespace import MANY, contents

PEOPLE = ("ada", "bea", "cleo")
TURNS = range(5)
SESSIONS = ("s0", "s1")


@dataclass(frozen=True)
class Write:
    """A turn that mentions people, with a note about them. If `moves`, also a new home of Ada."""

    number: int
    people: frozenset[str]
    moves: bool


@dataclass(frozen=True)
class Forget:
    selection: Selection


@dataclass
class Expected:
    """The expected content of the store, in the simplest possible form."""

    turns: dict[str, int] = field(default_factory=dict)  # uid → position
    pending: set[str] = field(default_factory=set)
    mentions: set[tuple[str, str]] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    superseded: set[tuple[str, str]] = field(default_factory=set)  # (older, newer)


writes = st.builds(Write, st.sampled_from(TURNS), st.frozensets(st.sampled_from(PEOPLE)), st.booleans())
selections = st.one_of(
    st.sets(st.sampled_from(TURNS), min_size=1).map(
        lambda some: Selection(turns=tuple(f"t{n}" for n in sorted(some)))
    ),
    st.sampled_from(SESSIONS).map(lambda session: Selection(session=session)),
    st.sampled_from(PEOPLE).map(lambda person: Selection(entity=person)),
)
steps = st.lists(st.one_of(writes, writes, selections.map(Forget)), min_size=2, max_size=6)

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
def test_counts_are_right_and_every_step_may_be_repeated(database, namespaces: Callable[[str], str], steps):
    store, expected = database.store(namespaces(f"-{uuid4().hex}")), Expected()
    for step in steps:
        apply_step(store, step, expected)
        assert_matches(store, expected)
        before, version = contents(store), store.stats().version
        if isinstance(step, Write):
            apply_step(store, step, expected)
        else:
            assert store.forget(step.selection) == Forgotten()
            assert store.stats().version == version
        assert contents(store) == before


def apply_step(store: Store, step: Write | Forget, expected: Expected) -> None:
    if isinstance(step, Write):
        apply_write(store, step, expected)
    else:
        forget(store, step.selection, expected)


def apply_write(store: Store, step: Write, expected: Expected) -> None:
    turn = make_turn(
        f"t{step.number}", f"Turn {step.number}.", session=f"s{step.number % 2}", said_at=day(step.number)
    )
    note, home = make_note(f"n{step.number}", turns=(turn.uid,)), f"home{step.number}"
    people = [make_entity(uid) for uid in (*step.people, *(("ada", home) if step.moves else ()))]
    fact = make_fact(f"f{step.number}", "ada", "LIVES_IN", home, notes=(note.uid,))
    # Only facts about earlier homes end, so that no two facts can supersede each other.
    ended = [uid for uid in current(store) if uid < fact.uid] if step.moves else []
    remember(
        store,
        [turn],
        notes=[note],
        entities=people,
        names=make_names(*people),
        mentions=make_mentions(turn, *step.people),
        abouts=[About(note.uid, uid) for uid in step.people],
        facts=[fact] if step.moves else [],
        invalidations=[make_invalidation(uid, fact.uid, until=day(step.number)) for uid in ended],
    )
    session = [position for uid, position in expected.turns.items() if session_of(uid) == turn.session]
    expected.turns.setdefault(turn.uid, max(session, default=-1) + 1)
    expected.pending.discard(turn.uid)
    expected.mentions |= {(turn.uid, uid) for uid in step.people}
    if step.moves:
        expected.facts.add(fact.uid)
        expected.superseded |= {(uid, fact.uid) for uid in ended}


def forget(store: Store, selection: Selection, expected: Expected) -> None:
    forgotten_turns = {
        uid
        for uid in expected.turns
        if uid in selection.turns
        or selection.session == session_of(uid)
        or (uid, selection.entity) in expected.mentions
    }
    pending_again = {
        uid
        for uid, position in expected.turns.items()
        for other in forgotten_turns
        if session_of(uid) == session_of(other) and 0 <= position - expected.turns[other] <= 2
    } - forgotten_turns
    result = store.forget(selection)
    assert (set(result.turns), set(result.pending)) == (forgotten_turns, pending_again)
    expected.turns = {uid: position for uid, position in expected.turns.items() if uid not in forgotten_turns}
    expected.pending = expected.pending - forgotten_turns | pending_again
    expected.mentions = {
        (turn, uid) for turn, uid in expected.mentions if turn not in forgotten_turns | pending_again
    }
    for uid in sorted(forgotten_turns | pending_again):
        forget_fact(f"f{uid[1:]}", expected)


def forget_fact(fact: str, expected: Expected) -> None:
    """Remove a fact. The facts that it superseded are now superseded by the facts that superseded it."""
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


def assert_matches(store: Store, expected: Expected) -> None:
    stats = store.stats()
    stream = store.stream(StreamQuery(limit=MANY))
    entities = store.entities(EntityQuery(limit=MANY))
    assert {(item.turn, item.entity) for item in stream} == expected.mentions
    assert sum(entity.mentions for entity in entities) == len(stream) == stats.mentions
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
    assert stats.turns == len(expected.turns)
    assert (
        len(store.notes([f"n{number}" for number in TURNS]))
        == stats.notes
        == len(expected.turns.keys() - expected.pending)
    )
    assert {fact.uid for fact in store.facts(None, MANY)} == expected.facts
    assert (stats.facts, stats.entities) == (len(expected.facts), len(entities))
    assert set(current(store)) == expected.facts - {older for older, _ in expected.superseded}


@few
@given(kinds=st.lists(st.sampled_from(["named", "resolved"]), min_size=1, max_size=4))
def test_a_mention_counts_once_and_named_replaces_resolved(database, namespaces, kinds):
    store, turn = database.store(namespaces(f"-{uuid4().hex}")), make_turn()
    for how in kinds:
        remember(store, [turn], entities=[make_entity("ada")], mentions=[Mention("t1", "ada", day(0), how)])
    [item] = store.stream(StreamQuery())
    assert item.how == ("named" if "named" in kinds else "resolved")
    assert store.entities(EntityQuery())[0].mentions == 1
