"""Contract of `candidates`: the records of each search channel, complete and in order."""

import numpy as np
import pytest

from factories import (
    day,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.graph import About, Name
from memgraph_core.records.search import Limits
from sample_namespace import fill

ALONE = {"neighbour_seeds": 0}  # the result of one channel, without its neighbours

NEAR = {"neighbour_seeds": 20, "neighbour_distance": 1}


def search(store, text="", limits=None, **fields):
    return store.candidates(make_question(text, **fields), Limits(**ALONE | (limits or {})))


def found_by(found, channel):
    return {uid for uid, channels in found.channels.items() if channel in channels}


def uids(records):
    return [record.uid for record in records]


def remember_each(store, records):
    """For each uid a turn `t-UID` in a session of its own and a note `n-UID` from it, with the same fields."""
    turns, notes = [], []
    for uid, (text, fields) in records.items():
        turns.append(make_turn(f"t-{uid}", text, session=f"s-{uid}", **fields))
        notes.append(make_note(f"n-{uid}", text, turns=(f"t-{uid}",), **fields))
    remember(store, turns, notes=notes)


def notes_and_turns(*uids):
    return {f"{letter}-{uid}" for uid in uids for letter in "nt"}


# Empty results


def test_a_search_in_an_empty_namespace_finds_nothing_and_does_not_create_it(database, store):
    found = search(
        store, "Where does Ada live?", name_keys=("ada",), vector=vector(1), since=day(0), until=day(9)
    )
    assert (found.notes, found.turns, found.facts, found.documents) == ((), (), (), 0)
    assert (dict(found.channels), dict(found.about), dict(found.entities), dict(found.key_entities)) == (
        {},
    ) * 4
    assert store.namespace not in database.namespaces()


def test_an_empty_query_has_no_candidates(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1)})})
    found = search(store)
    assert (found.notes, found.turns, dict(found.channels)) == ((), (), {})
    assert found.documents == 2


# Vectors


def test_the_vector_channel_finds_the_nearest_notes_and_turns_up_to_their_limits(store):
    remember_each(store, {str(number): ("pear", {"vector": vector(1, number)}) for number in range(6)})
    found = search(store, vector=vector(1), limits={"vector": 3, "passages": 2})
    assert found_by(found, "vector") == {"n-0", "n-1", "n-2", "t-0", "t-1"}


def test_without_a_query_vector_there_is_no_vector_channel(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1)})})
    assert found_by(search(store, "pear"), "vector") == set()


def test_records_without_a_vector_are_not_in_the_vector_channel(store):
    remember_each(store, {"a": ("pear", {}), "b": ("plum", {"vector": vector(0, 1)})})
    found = search(store, "pear", vector=vector(1))
    assert found_by(found, "vector") == notes_and_turns("b")
    assert [note.vector is None for note in found.notes] == [True, False]


# Terms


def test_the_terms_channel_finds_records_with_any_of_the_terms(store):
    remember_each(store, {"a": ("green pear", {}), "b": ("blue plum", {}), "c": ("red lamp", {})})
    assert found_by(search(store, "pear plum kite"), "terms") == notes_and_turns("a", "b")


def test_records_with_more_and_rarer_terms_come_first(store):
    filler = {f"x{number}": ("pear on a long and winding road", {}) for number in range(5)}
    remember_each(
        store,
        filler | {"notes_and_turns": ("pear medlar", {}), "rare": ("medlar on a long and winding road", {})},
    )
    assert found_by(search(store, "pear medlar", {"terms": 1}), "terms") == notes_and_turns("notes_and_turns")
    assert found_by(search(store, "pear medlar", {"terms": 2}), "terms") == notes_and_turns(
        "notes_and_turns", "rare"
    )


def test_a_term_matches_whole_words_only(store):
    remember_each(store, {"a": ("pear", {}), "b": ("pearl", {})})
    assert found_by(search(store, "pear"), "terms") == notes_and_turns("a")


def test_frequencies_count_the_turns_and_notes_with_a_term(store):
    remember_each(store, {"a": ("pear pear pear", {}), "b": ("pear plum", {}), "c": ("lamp", {})})
    found = search(store, "pear plum kite", limits={"terms": 1})
    assert [found.frequencies.get(term, 0) for term in ("pear", "plum", "kite")] == [4, 2, 0]
    assert found.documents == 6


def test_frequencies_may_be_cut_off_at_their_limit(store):
    remember_each(store, {str(number): ("pear" if number else "pear plum", {}) for number in range(6)})
    found = search(store, "pear plum", limits={"max_document_frequency": 4})
    assert found.frequencies["pear"] >= 4
    assert found.frequencies["plum"] == 2


def test_a_term_of_most_texts_is_searched_only_if_there_is_no_rarer_one(store):
    remember_each(store, {str(number): ("pear" if number > 1 else "pear plum", {}) for number in range(6)})
    assert found_by(search(store, "pear plum", {"max_document_frequency": 4}), "terms") == notes_and_turns(
        "0", "1"
    )
    assert found_by(search(store, "pear kite", {"max_document_frequency": 4}), "terms") >= notes_and_turns(
        "2"
    )
    assert found_by(search(store, "pear plum", {"max_document_frequency": 1}), "terms") >= notes_and_turns(
        "0", "1"
    )


# Entities


def mention_on_days(store, *pairs):
    """For each entity and day a turn that mentions the entity and a note about it."""
    entities = [make_entity(uid) for uid in sorted({uid for uid, _ in pairs})]
    turns = [
        make_turn(f"t-{uid}-{number}", session=f"s-{uid}-{number}", said_at=day(number))
        for uid, number in pairs
    ]
    remember(
        store,
        turns,
        notes=[
            make_note(f"n-{uid}-{number}", turns=(f"t-{uid}-{number}",), said_at=day(number))
            for uid, number in pairs
        ],
        entities=entities,
        names=make_names(*entities),
        mentions=[
            row for turn, (uid, _) in zip(turns, pairs, strict=True) for row in make_mentions(turn, uid)
        ],
        abouts=[About(f"n-{uid}-{number}", uid) for uid, number in pairs],
    )


def test_the_anchor_channel_finds_the_newest_records_about_each_named_entity(store):
    mention_on_days(store, *(("ada", number) for number in range(5)), ("bea", 1), ("cleo", 2))
    found = search(store, name_keys=("ada", "bea", "nobody"), limits={"anchor": 2})
    assert found_by(found, "anchor") == notes_and_turns("ada-4", "ada-3", "bea-1")


def test_records_of_one_time_are_found_by_uid(store):
    rows = {
        "2": ("pear", {"said_at": day(5)}),
        "3": ("pear", {"said_at": day(5)}),
        "1": ("pear", {"said_at": day(5)}),
    }
    remember_each(store, rows)
    found = search(store, since=day(5), until=day(6), limits={"time": 2})
    assert found_by(found, "time") == notes_and_turns("2", "3")


def test_entities_of_a_name_come_most_mentioned_first(store):
    mention_on_days(store, ("bea", 1), ("bea", 2), ("ada", 3))
    remember(store, names=[Name("she", "she", uid) for uid in ("ada", "bea")])
    found = search(store, name_keys=("she", "he"))
    assert {key: uids(entities) for key, entities in found.key_entities.items()} == {"she": ["bea", "ada"]}
    assert found_by(found, "anchor") == notes_and_turns("bea-1", "bea-2", "ada-3")


def test_the_anchor_channel_does_not_find_the_turns_that_an_entity_speaks(store):
    ada = make_entity("ada")
    remember(store, make_turns("t1"), spoken_by={"t1": "ada"}, entities=[ada], names=make_names(ada))
    found = search(store, name_keys=("ada",))
    assert (dict(found.channels), uids(found.key_entities["ada"])) == ({}, ["ada"])


# Times


def test_the_time_channel_finds_records_of_the_time_range_newest_first(store):
    remember_each(store, {str(number): ("pear", {"said_at": day(number)}) for number in range(8)})
    found = search(store, since=day(2), until=day(6), limits={"time": 3})
    assert found_by(found, "time") == notes_and_turns("5", "4", "3")


@pytest.mark.parametrize(
    ("range_", "expected"),
    [
        ({"since": day(2)}, notes_and_turns("2", "3", "4")),
        ({"until": day(2)}, notes_and_turns("0", "1")),
        ({"since": day(2), "until": day(3)}, notes_and_turns("2")),
        ({"since": day(20), "until": day(30)}, set()),
        ({}, set()),
    ],
)
def test_a_time_range_includes_its_start_and_excludes_its_end(store, range_, expected):
    remember_each(store, {str(number): ("pear", {"said_at": day(number)}) for number in range(5)})
    assert found_by(search(store, **range_), "time") == expected


@pytest.mark.parametrize(
    ("since", "until", "overlaps"),
    [(8, 11, True), (19, 30, True), (12, 13, True), (5, 30, True), (5, 10, False), (20, 30, False)],
)
def test_the_time_channel_finds_notes_whose_validity_overlaps_the_range(store, since, until, overlaps):
    note = make_note(said_at=day(90), holds_from=day(10), holds_until=day(20))
    remember(store, [make_turn(said_at=day(90))], notes=[note])
    found = search(store, since=day(since), until=day(until))
    assert found_by(found, "time") == ({"n1"} if overlaps else set())


def test_a_turn_without_a_time_counts_at_its_recording_time(store):
    remember(store, [make_turn(said_at=None, recorded_at=day(5))])
    assert found_by(search(store, since=day(5), until=day(6)), "time") == {"t1"}


# Neighbours


def conversation(store, *uids, **fields):
    remember(store, [make_turn(uid, f"word{uid}", **fields) for uid in uids])


def test_neighbouring_turns_of_a_found_turn_come_from_its_own_session(store):
    conversation(store, *"abcdefg")
    conversation(store, *"xyz", session="s2")
    found = search(store, "wordd", NEAR | {"neighbour_distance": 2})
    assert {uid: set(channels) for uid, channels in found.channels.items()} == {
        "b": {"neighbour"},
        "c": {"neighbour"},
        "d": {"terms"},
        "e": {"neighbour"},
        "f": {"neighbour"},
    }


def test_neighbouring_turns_of_the_source_of_a_found_note_are_returned(store):
    conversation(store, *"abcde")
    remember(store, notes=[make_note("n1", "medlar", turns=("c",), vector=vector(1))])
    for question in ({"text": "medlar"}, {"vector": vector(1)}):
        found = search(store, limits=NEAR, **question)
        assert found_by(found, "neighbour") - {"c"} == {"b", "d"}


def test_only_the_best_turns_bring_their_neighbours(store):
    for session, text in (("s1", "medlar"), ("s2", "medlar and much else besides")):
        remember(
            store,
            [
                make_turn(f"{session}-hit", text, session=session),
                make_turn(f"{session}-next", session=session),
            ],
        )
    found = search(store, "medlar", NEAR | {"neighbour_seeds": 1})
    assert found_by(found, "terms") == {"s1-hit", "s2-hit"}
    assert found_by(found, "neighbour") == {"s1-next"}


def test_neighbours_are_counted_by_position(store):
    conversation(store, "a", position=0)
    conversation(store, "b", position=10)
    assert search(store, "worda", NEAR | {"neighbour_distance": 2}).channels.keys() == {"a"}


# Records returned with the candidates


def test_the_source_turns_of_a_candidate_note_are_returned(store):
    remember(store, make_turns("t1", "t2", "t3"), notes=[make_note("n1", "medlar", turns=("t3", "t1"))])
    found = search(store, "medlar")
    assert found.channels == {"n1": {"terms"}}
    assert uids(found.turns) == ["t1", "t3"]
    assert set(found.notes[0].turns) == {"t1", "t3"}


def test_candidates_are_complete_and_sorted_by_uid(store):
    order = ("c", "a", "e", "b", "d")
    remember_each(store, {uid: (f"pear {uid}", {"vector": vector(1, 2)}) for uid in order})
    found = search(store, "pear", vector=vector(1))
    assert uids(found.notes) == [f"n-{uid}" for uid in sorted(order)]
    assert uids(found.turns) == [f"t-{uid}" for uid in sorted(order)]
    assert (found.notes, found.turns) == (store.notes(uids(found.notes)), store.turns(uids(found.turns)))
    for record in (*found.notes, *found.turns):
        assert record.terms == f"pear {record.uid[-1]}"
        np.testing.assert_allclose(record.vector, vector(1, 2), atol=1e-6)
    assert found.space == f"{store.namespace}#1"


def test_a_candidate_of_several_channels_is_returned_once_with_all_of_them(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1), "said_at": day(3)})})
    found = search(store, "pear", vector=vector(1), since=day(3), until=day(4))
    assert {uid: set(channels) for uid, channels in found.channels.items()} == {
        uid: {"terms", "vector", "time"} for uid in notes_and_turns("a")
    }
    assert (len(found.notes), len(found.turns)) == (1, 1)


@pytest.fixture
def household(store):
    """A turn by Ada that mentions Bea; two notes about Bea and Turin, and a fact that both notes state."""
    turn = make_turn("t1", "medlar")
    entities = [make_entity(uid) for uid in ("ada", "bea", "turin", "milan", "unrelated")]
    remember(
        store,
        [turn],
        spoken_by={"t1": "ada"},
        notes=[make_note("n1", "medlar"), make_note("n2", "lamp")],
        entities=entities,
        mentions=make_mentions(turn, "bea"),
        abouts=[About("n1", "bea", "subject"), About("n1", "turin", "object"), About("n2", "bea")],
        facts=[
            make_fact("f1", "bea", "LIVES_IN", "milan", notes=("n1", "n2"), holds_until=day(3)),
            make_fact("f2", "bea", "LIKES", "milan", notes=("n2",)),
        ],
    )
    return store


def test_candidates_name_their_entities_without_the_speaker(household):
    found = search(household, "medlar")
    assert {uid: set(entities) for uid, entities in found.about.items()} == {
        "n1": {"bea", "turin"},
        "t1": {"bea"},
    }


def test_candidates_are_returned_with_their_facts_including_ended_ones(household):
    [fact] = search(household, "medlar").facts
    assert (fact.uid, set(fact.notes), fact.holds_until) == ("f1", {"n1", "n2"}, day(3))


def test_every_entity_of_a_candidate_or_its_fact_is_returned(household):
    found = search(household, "medlar")
    assert set(found.entities) == {"bea", "turin", "milan"}
    assert (found.entities["bea"].name, found.entities["bea"].mentions) == ("Bea", 1)


def test_an_archived_note_is_not_a_candidate(store):
    ada = make_entity("ada")
    archived = make_note("n1", "medlar", state="archived", vector=vector(1))
    remember(
        store,
        [make_turn()],
        notes=[archived],
        entities=[ada],
        names=make_names(ada),
        abouts=[About("n1", "ada")],
    )
    found = search(store, "medlar", name_keys=("ada",), vector=vector(1), since=day(0), until=day(1))
    assert found.notes == ()
    assert store.notes(["n1"]) == (archived,)


def test_searching_writes_nothing(household):
    before = household.stats()
    search(household, "medlar lamp", name_keys=("bea",), vector=vector(1), since=day(0), until=day(9))
    assert household.stats() == before


def test_a_query_that_matches_nothing_has_an_empty_result(store):
    fill(store, "quince")
    question = make_question("zzz", name_keys=("zzz",), since=day(900), until=day(901))
    found = store.candidates(question, Limits())
    assert (found.notes, found.turns, dict(found.channels), dict(found.key_entities)) == ((), (), {}, {})
