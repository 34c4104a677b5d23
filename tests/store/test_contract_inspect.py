"""Contract of the verbs for inspection: mention stream, timeline, entities, facts, speakers and counts."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from factories import (
    NOW,
    STAMP,
    day,
    make_call,
    make_change,
    make_entity,
    make_fact,
    make_invalidation,
    make_mentions,
    make_names,
    make_note,
    make_turn,
    make_turns,
    mention,
    remember,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Mention, Name
from memgraph_core.records.inspect import Day, EntityQuery, StreamItem, StreamQuery
from sample_namespace import fill


def entities(store, **query):
    return [entity.uid for entity in store.entities(EntityQuery(**query))]


def stream(store, **query):
    return [(item.turn, item.entity) for item in store.stream(StreamQuery(**query))]


def timeline(store, **query):
    return store.timeline(StreamQuery(**query))


# Mention stream and timeline


@pytest.fixture
def stories(store):
    """Ada on days 1, 3, 5; Bea on days 3, 7."""
    mention(store, "Ada", uid="t1", said_at=day(1))
    mention(store, "Ada", "Bea", uid="t3", said_at=day(3))
    mention(store, "Ada", uid="t5", said_at=day(5))
    mention(store, "Bea", uid="t7", said_at=day(7))
    return store


def test_an_empty_namespace_has_an_empty_stream(store):
    assert (stream(store), timeline(store)) == ([], ())


def test_the_stream_comes_newest_first(stories):
    assert stream(stories) == [("t7", "bea"), ("t5", "ada"), ("t3", "ada"), ("t3", "bea"), ("t1", "ada")]


def test_an_item_of_the_stream_has_time_entity_turn_session_speaker_and_kind(store):
    turn = mention(store, "Bea", uid="t1", session="tea", speaker="Ada", said_at=day(3))
    assert store.stream(StreamQuery()) == (
        StreamItem(turn.said_at, "bea", "Bea", "t1", "tea", "Ada", "named"),
    )


def test_mentions_at_the_same_time_come_by_position_and_entity(store):
    turns = make_turns("z", "m", "a", said_at=day(1))
    ada, bea = make_entity("ada"), make_entity("bea")
    remember(
        store,
        turns,
        entities=[ada, bea],
        mentions=[row for turn in turns for row in make_mentions(turn, "bea", "ada")],
    )
    assert stream(store) == [(turn, entity) for turn in "zma" for entity in ("ada", "bea")]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"since": day(3)}, ["t7", "t5", "t3", "t3"]),
        ({"until": day(3)}, ["t1"]),
        ({"since": day(3), "until": day(5)}, ["t3", "t3"]),
        ({"since": day(30)}, []),
        ({"entity": "bea"}, ["t7", "t3"]),
        ({"entity": "ada", "since": day(2), "limit": 1}, ["t5"]),
        ({"entity": "nobody"}, []),
        ({"limit": 2}, ["t7", "t5"]),
    ],
)
def test_the_stream_can_be_filtered_and_limited(stories, query, expected):
    assert [turn for turn, _ in stream(stories, **query)] == expected


def test_the_timeline_counts_mentions_per_day_oldest_first(stories):
    assert timeline(stories) == (
        Day(date(2026, 1, 2), 1),
        Day(date(2026, 1, 4), 2),
        Day(date(2026, 1, 6), 1),
        Day(date(2026, 1, 8), 1),
    )
    assert [row.mentions for row in timeline(stories, entity="ada", since=day(2))] == [1, 1]
    assert [row.day for row in timeline(stories, limit=2)] == [day(5).date(), day(7).date()]


def test_a_day_of_the_timeline_is_a_day_in_utc(store):
    kathmandu = timezone(timedelta(hours=5, minutes=45))
    times = {
        "t1": datetime(2026, 3, 2, 5, 44, tzinfo=kathmandu),
        "t2": datetime(2026, 3, 2, 5, 45, tzinfo=kathmandu),
    }
    mentions = [Mention(turn, "ada", moment) for turn, moment in times.items()]
    remember(store, make_turns(*times), entities=[make_entity("ada")], mentions=mentions)
    assert timeline(store) == (Day(date(2026, 3, 1), 1), Day(date(2026, 3, 2), 1))


# Entities


@pytest.fixture
def society(store):
    """Ada twice, last on day 9; Bea four times, last on day 3; Cleo once, on day 5; Dan never."""
    for name, days in {"Ada": (1, 9), "Bea": (0, 1, 2, 3), "Cleo": (5,)}.items():
        for number in days:
            mention(store, name, uid=f"{name}{number}", said_at=day(number))
    dan = make_entity("dan", "Dan", "Organization")
    remember(store, entities=[dan], names=make_names(dan))
    return store


def test_an_empty_namespace_has_no_entities(store):
    assert entities(store) == entities(store, order="relevance", now=NOW) == []


def test_entities_come_most_mentioned_first(society):
    assert entities(society) == entities(society, order="count") == ["bea", "ada", "cleo", "dan"]
    assert [entity.mentions for entity in society.entities(EntityQuery())] == [4, 2, 1, 0]
    assert entities(society, limit=2) == ["bea", "ada"]


def test_entities_come_last_mentioned_first(society):
    assert entities(society, order="recent") == ["ada", "cleo", "bea", "dan"]


def test_relevance_halves_with_every_half_life(society):
    found = society.entities(EntityQuery(order="relevance", now=day(9), half_life_days=3))
    assert {entity.uid: entity.relevance for entity in found} == pytest.approx(
        {"ada": 2.0, "bea": 4 / 2**2, "cleo": 1 / 2 ** (4 / 3), "dan": 0.0}
    )
    assert [entity.uid for entity in found] == ["ada", "bea", "cleo", "dan"]


def test_a_long_half_life_ranks_by_frequency_and_a_short_one_by_recency(society):
    assert entities(society, order="relevance", now=day(9), half_life_days=1000) == [
        "bea",
        "ada",
        "cleo",
        "dan",
    ]
    assert entities(society, order="relevance", now=day(9), half_life_days=0.5) == [
        "ada",
        "cleo",
        "bea",
        "dan",
    ]


def test_relevance_is_returned_only_when_requested(society):
    assert {entity.relevance for entity in society.entities(EntityQuery())} == {None}


def test_relevance_requires_the_present_time(society):
    with pytest.raises(InvalidInput, match="now"):
        society.entities(EntityQuery(order="relevance"))


@pytest.mark.parametrize("order", ["count", "recent", "relevance"])
def test_entities_with_equal_rank_come_by_name_and_uid(store, order):
    people = [
        make_entity(uid, name) for uid, name in (("1", "Zoe"), ("3", "Ada"), ("2", "Ada"), ("4", "Bea"))
    ]
    turn = make_turn()
    remember(store, [turn], entities=people, mentions=make_mentions(turn, *"1234"))
    assert entities(store, order=order, now=NOW) == ["2", "3", "4", "1"]


def test_entities_can_be_filtered_by_type(society):
    assert entities(society, type="Organization") == ["dan"]
    assert entities(society, type="Person", limit=1) == ["bea"]
    assert entities(society, type="Place") == []


def test_entities_can_be_filtered_by_name_key(society):
    remember(society, names=[Name("she", "she", uid) for uid in ("ada", "bea")])
    assert entities(society, name_keys=("she", "ada", "nobody")) == ["bea", "ada"]
    assert entities(society, name_keys=("nobody",)) == entities(society, name_keys=()) == []


# Facts


def test_facts_of_an_entity_come_newest_first(store):
    facts = [
        make_fact("f1", "ada", "KNOWS", "bea", recorded_at=day(1)),
        make_fact("f2", "cleo", "KNOWS", "ada", recorded_at=day(3)),
        make_fact("f3", "bea", "KNOWS", "cleo", recorded_at=day(2)),
    ]
    remember(
        store,
        [make_turn()],
        notes=[make_note()],
        entities=[make_entity(uid) for uid in ("ada", "bea", "cleo")],
        facts=facts,
        invalidations=[make_invalidation("f1", until=day(5), reason="over")],
    )

    def listed(entity, limit=10):
        return [fact.uid for fact in store.facts(entity, limit)]

    assert listed("ada") == ["f2", "f1"]
    assert listed(None) == ["f2", "f3", "f1"]
    assert listed(None, 2) == ["f2", "f3"]
    assert listed("nobody") == []


def test_records_can_be_listed_by_uid_and_fetched_in_parts(store, other_store):
    fill(store, "quince")
    fill(other_store, "quince")
    for number, uid in enumerate("cab"):
        remember(store, changes=[make_change(uid, at=day(number + 1))])
        remember(store, calls=[make_call(uid, at=day(number + 1))])
    for of in ("change", "call"):
        assert [uid for uid in store.uids(of) if uid in "abc"] == ["c", "a", "b"]
    assert [change.uid for change in store.changes(9, ["c", "b", "nobody"])] == ["b", "c"]
    assert [call.uid for call in store.ledger(9, ["c", "b", "nobody"])] == ["b", "c"]
    assert store.uids("fact") == tuple(sorted(fact.uid for fact in store.facts(None, 99)))
    assert store.uids("entity") == tuple(sorted(entities(store, limit=99)))
    assert set(store.uids("note")) == {note.uid for note in store.notes_of(["t1", "t2", "t3"])}
    part = store.uids("fact")[1:]
    assert store.facts(None, 99, part) == tuple(f for f in store.facts(None, 99) if f.uid in part)
    assert store.facts(None, 99, ()) == store.changes(9, ()) == store.ledger(9, ()) == ()


def test_an_empty_namespace_has_no_records(store):
    assert (store.facts(None, 9), store.notes(["n1"]), store.turns(["t1"])) == ((), (), ())
    assert (store.changes(9), store.pending(9), store.speakers()) == ((), (), ())


# Speakers


def test_speakers_are_listed_once_and_in_order(store):
    names = ("bea", "Ada", "bea", None, "张伟", "Émile", "Ada Lovelace")
    store.append([make_turn(f"t{number}", speaker=name) for number, name in enumerate(names)])
    assert store.speakers() == ("Ada", "Ada Lovelace", "bea", "Émile", "张伟")
    store.append(
        [make_turn("a1", speaker="Mia", role="assistant"), make_turn("a2", speaker="Ada", role="assistant")]
    )
    assert store.speakers("assistant") == ("Ada", "Mia")
    assert store.speakers("user") == ("Ada", "Ada Lovelace", "bea", "Émile", "张伟")


def test_a_speaker_without_turns_is_not_listed(store):
    store.append([make_turn("t1", speaker="Ada"), make_turn("t2", speaker="Bea")])
    store.forget(Selection(speaker="Ada"))
    assert store.speakers() == ("Bea",)


# Counts


def test_stats_count_all_records(store):
    fill(store, "quince")
    stats = store.stats()
    assert (stats.namespace, stats.space, stats.version) == (store.namespace, f"{store.namespace}#1", 1)
    assert (stats.turns, stats.pending, stats.skipped, stats.sessions) == (3, 1, 0, 2)
    assert (stats.notes, stats.entities, stats.facts, stats.mentions, stats.similar) == (2, 3, 2, 3, 1)
    assert (stats.first_at, stats.last_at) == (day(0), day(2))
    assert (stats.model, stats.dimension) == (STAMP.model, STAMP.dimension)


def test_stats_count_skipped_turns(store):
    remember(store, make_turns("t1", "t2"), state="skipped")
    assert (store.stats().skipped, store.stats().pending) == (2, 0)


def test_an_empty_namespace_has_zero_counts(database, store):
    stats = store.stats()
    assert (stats.version, stats.space, stats.turns, stats.first_at) == (0, f"{store.namespace}#1", 0, None)
    assert store.namespace not in database.namespaces()


def test_namespaces_are_listed_in_order_as_soon_as_they_have_a_turn(database, namespaces):
    names = [namespaces(ending) for ending in ("-b", "-a", "-ü", " c", "中")]
    for name in names:
        database.store(name).append([make_turn()])
    listed = database.namespaces()
    assert [name for name in listed if name in names] == sorted(names)
    assert list(listed) == sorted(listed)


def test_a_store_handle_knows_its_namespace(store, namespace):
    assert store.namespace == namespace


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x00b", "x" * 201, "\ud800"])
def test_an_invalid_namespace_is_refused(database, name):
    with pytest.raises(InvalidInput, match="namespace"):
        database.store(name)


# Times

TIMES = {
    "the first year": datetime(1, 1, 3, tzinfo=UTC),
    "the last year": datetime(9999, 12, 28, 23, 59, 59, 999999, tzinfo=UTC),
    "before the epoch": datetime(1905, 5, 17, 4, 3, 2, 1, tzinfo=UTC),
    "a microsecond": datetime(2026, 3, 29, 1, 30, 0, 1, tzinfo=UTC),
    "far east": datetime(2026, 3, 29, 3, tzinfo=timezone(timedelta(hours=14))),
    "an odd offset": datetime(1925, 3, 29, 3, tzinfo=timezone(-timedelta(minutes=44, seconds=30))),
}


@pytest.mark.parametrize("name", TIMES)
def test_every_time_is_returned_as_the_same_instant_in_utc(store, name):
    moment = TIMES[name]
    note = make_note(said_at=moment, recorded_at=moment, holds_from=moment, holds_until=moment)
    entities = [make_entity("ada"), make_entity("turin")]
    fact = make_fact(holds_from=moment, recorded_at=moment)
    turn = make_turn(said_at=moment, recorded_at=moment)
    mentions = [Mention("t1", "ada", moment)]
    remember(store, [turn], notes=[note], entities=entities, facts=[fact], mentions=mentions)
    [stored_turn], [stored_note], [stored_fact] = (
        store.turns(["t1"]),
        store.notes(["n1"]),
        store.facts(None, 1),
    )
    assert (stored_turn.said_at, stored_turn.recorded_at) == (moment, moment)
    assert stored_note == note
    assert stored_fact == replace(fact, notes=("n1",))
    assert store.stream(StreamQuery())[0].at == moment
    assert store.entities(EntityQuery())[0].first_at == moment
    for time in (stored_turn.said_at, stored_note.holds_from, stored_fact.holds_from):
        assert time.utcoffset() == timedelta(0)


def test_times_are_compared_as_instants(store):
    for uid, moment in {"t1": TIMES["the first year"], "t2": day(0), "t3": TIMES["the last year"]}.items():
        mention(store, "Ada", uid=uid, said_at=moment)
    assert [turn for turn, _ in stream(store)] == ["t3", "t2", "t1"]
    tokyo = timezone(timedelta(hours=9))
    assert [turn for turn, _ in stream(store, until=day(0).astimezone(tokyo))] == ["t1"]
    assert [turn for turn, _ in stream(store, since=day(0).astimezone(tokyo))] == ["t3", "t2"]


def test_relevance_of_very_old_mentions_is_zero(store):
    mention(store, "Ada", uid="t1", said_at=TIMES["the first year"])
    mention(store, "Bea", uid="t2", said_at=day(0))
    found = store.entities(EntityQuery(order="relevance", now=NOW, half_life_days=0.001))
    assert [entity.relevance for entity in found] == pytest.approx([0, 0])


def test_the_last_turns_of_a_session_come_oldest_first_and_sessions_newest_first(store):
    store.append(make_turns("a1", "a2", "a3", session="a", said_at=day(1)))
    store.append(make_turns("b1", session="b", said_at=day(2)))
    assert [turn.uid for turn in store.conversation("a", 2)] == ["a2", "a3"]
    assert store.conversation("nobody", 9) == ()
    assert store.sessions() == ("b", "a")


def test_speaking_does_not_count_as_a_mention(store):
    turns = make_turns(*(f"t{number}" for number in range(9)))
    remember(store, turns, spoken_by={turn.uid: "ada" for turn in turns}, entities=[make_entity("ada")])
    mention(store, "Bea", uid="t9")
    assert [(one.uid, one.mentions) for one in store.entities(EntityQuery())] == [("bea", 1), ("ada", 0)]
    for order in ("recent", "relevance"):
        assert store.entities(EntityQuery(order=order, now=NOW))[0].uid == "bea"
