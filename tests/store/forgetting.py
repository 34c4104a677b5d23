"""Helpers of the tests that forget turns."""

from factories import (
    make_entity,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_turn,
    remember,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    SnapshotRequest,
    TurnUpdate,
)
from sample_namespace import MANY

CANARY = "xylocanary"  # a word that must not remain


def forget_turns(store, *uids):
    return store.forget(Selection(turns=uids))


def in_separate_sessions(*uids):
    """Turns in sessions of their own, so that none is in the extraction window of another."""
    return [make_turn(uid, f"This is {uid}.", session=uid) for uid in uids]


def entities(store):
    return {entity.uid: entity for entity in store.entities(EntityQuery(limit=MANY))}


def current_facts(store, subject="ada"):
    probe = FactLookup(subject=subject, type="LIVES_IN", object="", single=True)
    return [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ]


def store_windows(store, *windows, texts=()):
    """Turns t0, t1 … of one session, extracted in windows (first and last position), each with a note, a mention and a name."""
    numbers = sorted(number for window in windows for number in range(window[0], window[1] + 1))
    given_texts = dict(enumerate(texts))
    turns = {n: make_turn(f"t{n}", given_texts.get(n, f"This is {n}."), position=n) for n in set(numbers)}
    store.append(list(turns.values()))
    extracted: set[int] = set()
    for first, last in windows:
        fresh = [n for n in range(first, last + 1) if n not in extracted]
        extracted |= set(fresh)
        people = [make_entity(f"p{n}") for n in fresh]
        remember(
            store,
            turns=[],
            notes=[make_note(f"n{n}", "pear", turns=(f"t{n}",)) for n in fresh],
            entities=people,
            names=make_names(*people),
            mentions=[row for n in fresh for row in make_mentions(turns[n], f"p{n}")],
        )
        updates = [TurnUpdate(uid=f"t{n}", state="extracted", context_span=(first, last)) for n in fresh]
        assert isinstance(store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=updates)), Applied)
