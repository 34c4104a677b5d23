"""What every store promises of `candidates`: what each channel brings, complete and in order."""

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

ALONE = {"neighbour_seeds": 0}  # a question to one channel, without the neighbours of what it finds

NEAR = {"neighbour_seeds": 20, "neighbour_distance": 1}


def ask(store, text="", limits=None, **fields):
    return store.candidates(make_question(text, **fields), Limits(**ALONE | (limits or {})))


def found_by(found, channel):
    return {uid for uid, channels in found.channels.items() if channel in channels}


def uids(records):
    return [record.uid for record in records]


def remember_each(store, records):
    """Per row: a turn `t-…` of its own session and a note `n-…` from it, with the same fields."""
    turns, notes = [], []
    for uid, (text, fields) in records.items():
        turns.append(make_turn(f"t-{uid}", text, session=f"s-{uid}", **fields))
        notes.append(make_note(f"n-{uid}", text, turns=(f"t-{uid}",), **fields))
    remember(store, turns, notes=notes)


def both(*uids):
    return {f"{letter}-{uid}" for uid in uids for letter in "nt"}


# Nothing


def test_an_empty_namespace_has_no_candidates_and_no_error(database, store):
    found = ask(
        store, "Where does Ada live?", name_keys=("ada",), vector=vector(1), since=day(0), until=day(9)
    )
    assert (found.notes, found.turns, found.facts, found.documents) == ((), (), (), 0)
    assert (dict(found.channels), dict(found.about), dict(found.entities), dict(found.key_entities)) == (
        {},
    ) * 4
    assert store.namespace not in database.namespaces()


def test_a_question_that_asks_for_nothing_has_no_candidates(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1)})})
    found = ask(store)
    assert (found.notes, found.turns, dict(found.channels)) == ((), (), {})
    assert found.documents == 2


# Vectors


def test_the_vector_channel_brings_the_nearest_notes_and_the_nearest_passages_each_as_many_as_it_may(store):
    remember_each(store, {str(number): ("pear", {"vector": vector(1, number)}) for number in range(6)})
    found = ask(store, vector=vector(1), limits={"vector": 3, "passages": 2})
    assert found_by(found, "vector") == {"n-0", "n-1", "n-2", "t-0", "t-1"}


def test_without_a_vector_in_the_question_there_is_no_vector_channel(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1)})})
    assert found_by(ask(store, "pear"), "vector") == set()


def test_what_has_no_vector_is_not_found_by_it(store):
    remember_each(store, {"a": ("pear", {}), "b": ("plum", {"vector": vector(0, 1)})})
    found = ask(store, "pear", vector=vector(1))
    assert found_by(found, "vector") == both("b")
    assert [note.vector is None for note in found.notes] == [True, False]


# Terms


def test_the_terms_channel_brings_what_holds_any_of_the_terms(store):
    remember_each(store, {"a": ("green pear", {}), "b": ("blue plum", {}), "c": ("red lamp", {})})
    assert found_by(ask(store, "pear plum kite"), "terms") == both("a", "b")


def test_what_holds_rarer_and_more_of_the_terms_comes_first(store):
    filler = {f"x{number}": ("pear on a long and winding road", {}) for number in range(5)}
    remember_each(
        store, filler | {"both": ("pear medlar", {}), "rare": ("medlar on a long and winding road", {})}
    )
    assert found_by(ask(store, "pear medlar", {"terms": 1}), "terms") == both("both")
    assert found_by(ask(store, "pear medlar", {"terms": 2}), "terms") == both("both", "rare")


def test_a_term_is_a_whole_word(store):
    remember_each(store, {"a": ("pear", {}), "b": ("pearl", {})})
    assert found_by(ask(store, "pear"), "terms") == both("a")


def test_frequencies_count_the_turns_and_notes_that_hold_a_term(store):
    remember_each(store, {"a": ("pear pear pear", {}), "b": ("pear plum", {}), "c": ("lamp", {})})
    found = ask(store, "pear plum kite", limits={"terms": 1})
    assert [found.frequencies.get(term, 0) for term in ("pear", "plum", "kite")] == [4, 2, 0]
    assert found.documents == 6


def test_frequencies_need_not_be_counted_beyond_their_cap(store):
    remember_each(store, {str(number): ("pear" if number else "pear plum", {}) for number in range(6)})
    found = ask(store, "pear plum", limits={"max_document_frequency": 4})
    assert found.frequencies["pear"] >= 4
    assert found.frequencies["plum"] == 2


def test_a_word_that_most_texts_have_is_looked_for_only_where_no_rarer_one_is(store):
    remember_each(store, {str(number): ("pear" if number > 1 else "pear plum", {}) for number in range(6)})
    assert found_by(ask(store, "pear plum", {"max_document_frequency": 4}), "terms") == both("0", "1")
    assert found_by(ask(store, "pear kite", {"max_document_frequency": 4}), "terms") >= both("2")
    assert found_by(ask(store, "pear plum", {"max_document_frequency": 1}), "terms") >= both("0", "1")


# Entities


def people(store, *pairs):
    """Per (entity, day): a turn that mentions it and a note about it, newer ones later."""
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


def test_the_anchor_channel_brings_the_newest_about_every_entity_that_is_named(store):
    people(store, *(("ada", number) for number in range(5)), ("bea", 1), ("cleo", 2))
    found = ask(store, name_keys=("ada", "bea", "nobody"), limits={"anchor": 2})
    assert found_by(found, "anchor") == both("ada-4", "ada-3", "bea-1")


def test_the_named_entities_come_most_mentioned_first(store):
    people(store, ("bea", 1), ("bea", 2), ("ada", 3))
    remember(store, names=[Name("she", "she", uid) for uid in ("ada", "bea")])
    found = ask(store, name_keys=("she", "he"))
    assert {key: uids(entities) for key, entities in found.key_entities.items()} == {"she": ["bea", "ada"]}
    assert found_by(found, "anchor") == both("bea-1", "bea-2", "ada-3")


def test_a_turn_that_an_entity_speaks_is_not_anchored_to_it(store):
    ada = make_entity("ada")
    remember(store, make_turns("t1"), spoken_by={"t1": "ada"}, entities=[ada], names=make_names(ada))
    found = ask(store, name_keys=("ada",))
    assert (dict(found.channels), uids(found.key_entities["ada"])) == ({}, ["ada"])


# Times


def test_the_time_channel_brings_what_was_said_then_newest_first(store):
    remember_each(store, {str(number): ("pear", {"said_at": day(number)}) for number in range(8)})
    found = ask(store, since=day(2), until=day(6), limits={"time": 3})
    assert found_by(found, "time") == both("5", "4", "3")


@pytest.mark.parametrize(
    ("range_", "expected"),
    [
        ({"since": day(2)}, both("2", "3", "4")),
        ({"until": day(2)}, both("0", "1")),
        ({"since": day(2), "until": day(3)}, both("2")),
        ({"since": day(20), "until": day(30)}, set()),
        ({}, set()),
    ],
)
def test_a_range_of_time_includes_its_beginning_and_not_its_end(store, range_, expected):
    remember_each(store, {str(number): ("pear", {"said_at": day(number)}) for number in range(5)})
    assert found_by(ask(store, **range_), "time") == expected


@pytest.mark.parametrize(
    ("since", "until", "overlaps"),
    [(8, 11, True), (19, 30, True), (12, 13, True), (5, 30, True), (5, 10, False), (20, 30, False)],
)
def test_the_time_channel_brings_notes_that_speak_of_that_time(store, since, until, overlaps):
    note = make_note(said_at=day(90), holds_from=day(10), holds_until=day(20))
    remember(store, [make_turn(said_at=day(90))], notes=[note])
    found = ask(store, since=day(since), until=day(until))
    assert found_by(found, "time") == ({"n1"} if overlaps else set())


def test_a_turn_of_unknown_time_counts_as_said_when_it_was_recorded(store):
    remember(store, [make_turn(said_at=None, recorded_at=day(5))])
    assert found_by(ask(store, since=day(5), until=day(6)), "time") == {"t1"}


# Neighbours


def conversation(store, *uids, **fields):
    remember(store, [make_turn(uid, f"word{uid}", **fields) for uid in uids])


def test_turns_near_a_found_turn_come_along_from_its_own_session(store):
    conversation(store, *"abcdefg")
    conversation(store, *"xyz", session="s2")
    found = ask(store, "wordd", NEAR | {"neighbour_distance": 2})
    assert {uid: set(channels) for uid, channels in found.channels.items()} == {
        "b": {"neighbour"},
        "c": {"neighbour"},
        "d": {"terms"},
        "e": {"neighbour"},
        "f": {"neighbour"},
    }


def test_turns_near_the_source_of_a_found_note_come_along(store):
    conversation(store, *"abcde")
    remember(store, notes=[make_note("n1", "medlar", turns=("c",), vector=vector(1))])
    for question in ({"text": "medlar"}, {"vector": vector(1)}):
        found = ask(store, limits=NEAR, **question)
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
    found = ask(store, "medlar", NEAR | {"neighbour_seeds": 1})
    assert found_by(found, "terms") == {"s1-hit", "s2-hit"}
    assert found_by(found, "neighbour") == {"s1-next"}


def test_neighbours_are_a_matter_of_position_not_of_number(store):
    conversation(store, "a", position=0)
    conversation(store, "b", position=10)
    assert ask(store, "worda", NEAR | {"neighbour_distance": 2}).channels.keys() == {"a"}


# What comes with a candidate


def test_the_sources_of_a_candidate_note_come_though_no_channel_found_them(store):
    remember(store, make_turns("t1", "t2", "t3"), notes=[make_note("n1", "medlar", turns=("t3", "t1"))])
    found = ask(store, "medlar")
    assert found.channels == {"n1": {"terms"}}
    assert uids(found.turns) == ["t1", "t3"]
    assert set(found.notes[0].turns) == {"t1", "t3"}


def test_candidates_are_whole_and_in_order_of_uid(store):
    order = ("c", "a", "e", "b", "d")
    remember_each(store, {uid: (f"pear {uid}", {"vector": vector(1, 2)}) for uid in order})
    found = ask(store, "pear", vector=vector(1))
    assert uids(found.notes) == [f"n-{uid}" for uid in sorted(order)]
    assert uids(found.turns) == [f"t-{uid}" for uid in sorted(order)]
    assert (found.notes, found.turns) == (store.notes(uids(found.notes)), store.turns(uids(found.turns)))
    for record in (*found.notes, *found.turns):
        assert record.terms == f"pear {record.uid[-1]}"
        np.testing.assert_allclose(record.vector, vector(1, 2), atol=1e-6)
    assert found.space == f"{store.namespace}#1"


def test_a_candidate_found_by_several_channels_comes_once_and_names_them(store):
    remember_each(store, {"a": ("pear", {"vector": vector(1), "said_at": day(3)})})
    found = ask(store, "pear", vector=vector(1), since=day(3), until=day(4))
    assert {uid: set(channels) for uid, channels in found.channels.items()} == {
        uid: {"terms", "vector", "time"} for uid in both("a")
    }
    assert (len(found.notes), len(found.turns)) == (1, 1)


@pytest.fixture
def household(store):
    """A turn by Ada that mentions Bea; two notes about Bea and Turin; one fact that both notes state."""
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


def test_candidates_say_whom_they_are_about_and_the_speaker_is_not_among_them(household):
    found = ask(household, "medlar")
    assert {uid: set(entities) for uid, entities in found.about.items()} == {
        "n1": {"bea", "turin"},
        "t1": {"bea"},
    }


def test_candidates_bring_their_facts_with_all_notes_and_ended_ones_too(household):
    [fact] = ask(household, "medlar").facts
    assert (fact.uid, set(fact.notes), fact.holds_until) == ("f1", {"n1", "n2"}, day(3))


def test_every_entity_that_a_candidate_or_its_fact_speaks_of_is_known_by_uid(household):
    found = ask(household, "medlar")
    assert set(found.entities) == {"bea", "turin", "milan"}
    assert (found.entities["bea"].name, found.entities["bea"].mentions) == ("Bea", 1)


def test_an_archived_note_is_no_candidate(store):
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
    found = ask(store, "medlar", name_keys=("ada",), vector=vector(1), since=day(0), until=day(1))
    assert found.notes == ()
    assert store.notes(["n1"]) == (archived,)


def test_asking_changes_nothing(household):
    before = household.stats()
    ask(household, "medlar lamp", name_keys=("bea",), vector=vector(1), since=day(0), until=day(9))
    assert household.stats() == before
