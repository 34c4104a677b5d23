"""Contract of concurrent use: writers lose nothing, and readers see no plan undone."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from factories import (
    STAMP,
    day,
    make_entity,
    make_mentions,
    make_names,
    make_note,
    make_turn,
    remember,
)
from memgraph_core.records.graph import About
from memgraph_core.records.inspect import EntityQuery
from sample_namespace import MANY, contents

WRITES = 8  # of each concurrent writer


def mention_counts(store):
    return {entity.uid: entity.mentions for entity in store.entities(EntityQuery(limit=MANY))}


def write(store, writer, session="s1"):
    """Store turns in one session, each with a note and with mentions of Ada and the writer."""
    for number in range(WRITES):
        uid = f"{writer}{number}"
        turn = make_turn(f"t-{uid}", f"Turn {uid}.", session=session, said_at=day(number))
        people = [make_entity("ada"), make_entity(writer)]
        remember(
            store,
            [turn],
            notes=[make_note(f"n-{uid}", turns=(turn.uid,))],
            entities=people,
            names=make_names(*people),
            mentions=make_mentions(turn, "ada", writer),
            abouts=[About(f"n-{uid}", "ada")],
        )


def run_concurrently(*calls):
    with ThreadPoolExecutor(len(calls)) as pool:
        for future in [pool.submit(*call) for call in calls]:
            future.result()


def assert_both_wrote_everything(store):
    assert mention_counts(store) == {"ada": 2 * WRITES, "bea": WRITES, "cleo": WRITES}
    stats = store.stats()
    assert (stats.turns, stats.notes, stats.entities, stats.pending) == (2 * WRITES, 2 * WRITES, 3, 0)
    assert (stats.mentions, stats.version, stats.sessions) == (4 * WRITES, 2 * WRITES, 1)
    uids = [f"t-{writer}{number}" for writer in ("bea", "cleo") for number in range(WRITES)]
    assert sorted(turn.position for turn in store.turns(uids)) == list(range(2 * WRITES))


def test_two_threads_of_one_connection_lose_nothing(store):
    run_concurrently((write, store, "bea"), (write, store, "cleo"))
    assert_both_wrote_everything(store)


def test_two_connections_to_one_namespace_lose_nothing(backend, store):
    with closing(backend.open(STAMP)) as second:
        run_concurrently((write, store, "bea"), (write, second.store(store.namespace), "cleo"))
    assert_both_wrote_everything(store)


def test_writers_of_two_namespaces_do_not_affect_each_other(store, other_store):
    run_concurrently((write, store, "bea"), (write, other_store, "bea"))
    assert contents(store)["stream"] == contents(other_store)["stream"]
    assert mention_counts(store) == {"ada": WRITES, "bea": WRITES}
    assert store.stats().version == other_store.stats().version == WRITES


def test_a_reader_sees_no_plan_undone_and_whole_plans_where_reads_are_isolated(backend, store):
    seen = []

    def read():
        for _ in range(3 * WRITES):
            counts = mention_counts(store)
            seen.append((counts.get("ada", 0), counts.get("bea", 0)))

    run_concurrently((write, store, "bea"), (read,))
    for person in (0, 1):
        assert [pair[person] for pair in seen] == sorted(pair[person] for pair in seen)
    if backend.isolated:
        assert [pair for pair in seen if pair[0] != pair[1]] == []
    assert mention_counts(store) == {"ada": WRITES, "bea": WRITES}
