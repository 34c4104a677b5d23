"""What every store promises of the log: turns are durable, in order, logged once, and found at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from factories import (
    NOW,
    day,
    make_correcting,
    make_entity,
    make_mentions,
    make_names,
    make_plan,
    make_question,
    make_turn,
    make_turns,
    mention,
    remember,
)
from memgraph_core.errors import InvalidInput, TurnConflict
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Correction, Name
from memgraph_core.records.log import LeaseRequest
from memgraph_core.records.plan import Applied, SnapshotRequest, TurnUpdate
from memgraph_core.records.search import Limits
from world import snapshot


def log(store, *turns, keys=(), before=0):
    return store.append(turns, keys, before)


def test_a_logged_turn_comes_back_as_it_was_given(store):
    given = make_turn(
        "t1",
        "Look at this!",
        speaker="Bea",
        role="tool",
        said_at=day(3),
        position=4,
        caption="a red kite",
        agent="camera",
        recorded_at=NOW + timedelta(microseconds=123456),
    )
    log(store, given)
    [turn] = store.turns(["t1"])
    assert turn == given
    assert turn.terms == given.terms


def test_a_turn_may_have_no_speaker_and_no_time(store):
    given = make_turn("t1", "A chunk of a book.", speaker=None, said_at=None, position=0)
    log(store, given)
    assert store.turns(["t1"]) == (given,)


def test_a_turn_without_a_recording_time_is_refused_and_nothing_is_logged(store):
    with pytest.raises(InvalidInput, match="recorded_at"):
        log(store, make_turn("t1"), make_turn("t2", recorded_at=None))
    assert store.turns(["t1", "t2"]) == ()


def test_the_log_answers_with_the_turns_in_the_order_given_and_says_which_are_new(store):
    log(store, make_turn("t2"))
    logged = log(store, *make_turns("t3", "t1"), make_turn("t2"))
    assert [turn.uid for turn in logged.turns] == ["t3", "t1", "t2"]
    assert logged.new == {"t3", "t1"}


def test_logged_turns_are_pending_and_carry_their_terms(store):
    logged = log(store, make_turn("t1", "Green pears", terms="green pear"))
    assert [(turn.state, turn.terms) for turn in logged.turns] == [("pending", "green pear")]


def test_turns_get_the_next_position_of_their_session_in_the_order_given(store):
    log(store, make_turn("a0", session="a"), make_turn("b0", session="b"))
    logged = log(
        store,
        make_turn("a1", session="a"),
        make_turn("b1", session="b"),
        make_turn("a2", session="a"),
        make_turn("c0", session="c"),
    )
    assert [(turn.uid, turn.position) for turn in logged.turns] == [
        ("a1", 1),
        ("b1", 1),
        ("a2", 2),
        ("c0", 0),
    ]


def test_the_next_position_comes_after_the_highest_one(store):
    log(store, make_turn("t1", position=7), make_turn("t2", position=3))
    assert log(store, make_turn("t3")).turns[0].position == 8


def test_logging_a_turn_again_changes_nothing(store):
    first = log(store, make_turn("t1"), make_turn("t2"))
    before = snapshot(store)
    later = NOW + timedelta(days=1)
    again = log(store, make_turn("t1", recorded_at=later, speaker="Somebody", said_at=day(9), session="s9"))
    assert again.turns == first.turns[:1]
    assert again.new == frozenset()
    assert snapshot(store) == before


def test_a_turn_logged_again_shows_the_state_it_has_reached(store):
    remember(store, [make_turn("t1")], state="skipped")
    assert log(store, make_turn("t1")).turns[0].state == "skipped"


def test_a_turn_given_twice_in_one_call_is_logged_once(store):
    logged = log(store, make_turn("t1"), make_turn("t2"), make_turn("t1"))
    assert [turn.uid for turn in logged.turns] == ["t1", "t2"]
    assert store.stats().turns == 2


def test_a_known_uid_with_other_words_is_a_conflict_and_nothing_of_the_call_is_logged(store):
    log(store, make_turn("t1", "I moved to Turin."))
    before = snapshot(store)
    with pytest.raises(TurnConflict, match="turn 't1' is already logged with another text") as refused:
        log(store, make_turn("t0", "Hello."), make_turn("t1", "I moved to Milan."), make_turn("t2", "Bye."))
    assert "Milan" not in str(refused.value)
    assert snapshot(store) == before
    assert store.turns(["t0", "t1", "t2"]) == store.turns(["t1"])


def test_a_uid_with_two_texts_in_one_call_is_a_conflict_and_nothing_is_logged(store):
    with pytest.raises(TurnConflict, match="t1"):
        log(store, make_turn("t0"), make_turn("t1", "Yes."), make_turn("t1", "No."))
    assert store.turns(["t0", "t1"]) == ()


def test_a_corrected_turn_and_its_original_text_in_one_call_are_one_turn(store):
    correction = Correction(change="c1", at=NOW, before="I moved to Turin.")
    corrected = make_turn("t1", "I moved to Milan.", corrections=(correction,))
    original = make_turn("t1", "I moved to Turin.")
    assert [turn.text for turn in log(store, corrected, original).turns] == ["I moved to Milan."]
    with pytest.raises(TurnConflict):
        log(store, make_turn("t2"), replace(original, uid="t3"), replace(corrected, uid="t3"))
    assert store.stats().turns == 1


def test_a_conflict_leaves_the_store_usable(store):
    log(store, make_turn("t1", "Yes."))
    with pytest.raises(TurnConflict):
        log(store, make_turn("t1", "No."))
    assert log(store, make_turn("t2", "Perhaps.")).turns[0].position == 1


def test_the_log_does_not_move_the_version(store):
    assert log(store, make_turn("t1")).version == 0
    assert log(store, make_turn("t2")).version == 0
    remember(store)
    assert log(store, make_turn("t3")).version == 1


def test_the_log_names_the_space_that_plans_are_for(store):
    logged = log(store, make_turn("t1"))
    assert logged.space == f"{store.namespace}#1" == store.snapshot(SnapshotRequest()).space


def test_the_turns_before_the_given_ones_come_along_oldest_first(store):
    log(store, *make_turns("t0", "t1", "t2", "t3"))
    logged = log(store, *make_turns("t4", "t5"), before=2)
    assert [turn.uid for turn in logged.preceding] == ["t2", "t3"]


def test_each_session_brings_its_own_turns_before(store):
    log(
        store,
        *make_turns("b0", "b1", session="b"),
        *make_turns("a0", "a1", session="a"),
        make_turn("c0", session="c"),
    )
    logged = log(store, make_turn("b2", session="b"), make_turn("a2", session="a"), before=1)
    assert [turn.uid for turn in logged.preceding] == ["a1", "b1"]


def test_what_stands_before_is_a_matter_of_position_not_of_time(store):
    log(store, make_turn("late", said_at=day(9), position=0), make_turn("early", said_at=day(1), position=5))
    logged = log(store, make_turn("middle", said_at=day(5), position=3), before=5)
    assert [turn.uid for turn in logged.preceding] == ["late"]


def test_a_turn_logged_again_is_preceded_by_what_preceded_it(store):
    log(store, *make_turns("t0", "t1", "t2", "t3"))
    assert [turn.uid for turn in log(store, *make_turns("t2"), before=9).preceding] == ["t0", "t1"]


def test_nothing_comes_before_when_nothing_is_asked(store):
    log(store, *make_turns("t0", "t1"))
    assert log(store, make_turn("t2"), before=0).preceding == ()


def test_keys_bring_the_entities_that_they_name_most_mentioned_first(store):
    for number in range(2):
        mention(store, "Ada", uid=f"t{number}")
    mention(store, "Bea", uid="t9")
    homonyms = [Name("doctor", "the doctor", uid) for uid in ("bea", "ada")]
    remember(store, names=homonyms)
    logged = log(store, keys=("doctor", "bea", "nobody"))
    assert {key: [entity.uid for entity in found] for key, found in logged.entities.items()} == {
        "doctor": ["ada", "bea"],
        "bea": ["bea"],
    }
    assert logged.entities["bea"][0].mentions == 1


def test_entities_equally_often_mentioned_come_by_uid(store):
    entities = [make_entity(uid, "Sam") for uid in ("c", "a", "b")]
    remember(store, [make_turn()], entities=entities, names=make_names(*entities))
    assert [entity.uid for entity in log(store, keys=["sam"]).entities["sam"]] == ["a", "b", "c"]


def test_logging_nothing_still_answers_keys_and_logs_nothing(store):
    mention(store, "Ada", uid="t1")
    before = snapshot(store)
    logged = log(store, keys=["ada"], before=3)
    assert (logged.turns, logged.new, logged.preceding) == ((), frozenset(), ())
    assert [entity.name for entity in logged.entities["ada"]] == ["Ada"]
    assert snapshot(store) == before


def test_logging_nothing_does_not_bring_a_namespace_into_being(database, store):
    assert log(store, keys=["ada"]).version == 0
    assert store.namespace not in database.namespaces()


def test_a_turn_is_found_by_full_text_from_the_moment_it_is_logged(store):
    log(store, make_turn("t1", "I planted a medlar."), make_turn("t2", "I bought a lamp."))
    found = store.candidates(make_question("medlar"), Limits(neighbour_seeds=0))
    assert found.channels == {"t1": {"terms"}}


def test_pending_turns_come_by_session_and_position(store):
    log(store, *make_turns("b0", "b1", session="b"), make_turn("a1", session="a", position=1))
    log(store, make_turn("a0", session="a", position=0))
    assert [turn.uid for turn in store.pending(10)] == ["a0", "a1", "b0", "b1"]
    assert [turn.uid for turn in store.pending(3)] == ["a0", "a1", "b0"]


@pytest.mark.parametrize("state", ["extracted", "skipped"])
def test_a_turn_that_was_read_is_pending_no_longer(store, state):
    remember(store, make_turns("t1"), state=state)
    log(store, *make_turns("t2"))
    assert [turn.uid for turn in store.pending(10)] == ["t2"]
    assert store.turns(["t1"])[0].state == state


def test_a_turn_can_be_set_back_to_pending(store):
    remember(store, make_turns("t1"))
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t1", state="pending")]))
    assert [turn.uid for turn in store.pending(10)] == ["t1"]


def test_turns_come_in_the_order_asked_without_the_unknown(store):
    log(store, *make_turns("t1", "t2", "t3"))
    assert [turn.uid for turn in store.turns(["t3", "unknown", "t1"])] == ["t3", "t1"]
    assert store.turns([]) == ()


def test_a_later_mention_does_not_change_the_turn(store):
    [given] = log(store, make_turn("t1")).turns
    ada = make_entity("ada")
    remember(store, [make_turn("t1")], entities=[ada], mentions=make_mentions(given, "ada"))
    assert store.turns(["t1"]) == (replace(given, state="extracted"),)


def test_a_thousand_turns_are_logged_in_one_call(store):
    turns = [make_turn(f"t{number:04}", f"Number {number}.") for number in range(1000)]
    logged = log(store, *turns)
    assert [turn.position for turn in logged.turns] == list(range(1000))
    assert store.stats().pending == 1000


# Who reads what waits


def claimed(store, by, *turns, seconds=60, gone=()):
    """The log's answer to one who would have these turns read, and takes those that nobody else reads."""

    def of(there):
        return {turn.uid: seconds for turn in turns if turn.uid not in there.leased}

    return store.append(
        turns, (), 9, lease=LeaseRequest(reader=by, select_turns=of, has_ended=lambda reader: reader in gone)
    )


def test_who_claims_a_turn_is_told_to_others_and_not_to_himself(store):
    one, two = make_turn("t1"), make_turn("t2")
    assert claimed(store, "ada", one).leased == {}
    assert claimed(store, "ben", one, two).leased == {"t1": "ada"}
    assert claimed(store, "ada", one, two).leased == {"t2": "ben"}
    assert store.append([one], (), 0).leased == {}  # who claims nothing is not told


def test_a_claim_on_a_turn_that_stands_before_is_told_too(store):
    one, two = make_turns("first", "second")
    claimed(store, "ada", one)
    assert claimed(store, "ben", two).leased == {one.uid: "ada"}


def test_a_claim_ends_when_it_is_released_or_its_time_is_up_or_its_reader_is_gone(store):
    one, two = make_turn("t1"), make_turn("t2", session="s2")
    claimed(store, "ada", one)
    claimed(store, "ben", two, seconds=-1)
    assert claimed(store, "cleo", two).leased == {}
    store.release_lease("ada")
    store.release_lease("nobody")
    assert claimed(store, "dora", one).leased == {}
    assert claimed(store, "emil", two, gone={"cleo"}).leased == {}
    assert claimed(store, "cleo", two).leased == {"t2": "emil"}


def test_a_claim_ends_when_its_turn_is_read_reworded_or_forgotten(store):
    turns = [make_turn(f"t{n}", session=f"s{n}") for n in range(4)]
    claimed(store, "ada", *turns)
    remember_state(store, "t0", "extracted")
    remember_state(store, "t0", "pending")
    store.correct(make_correcting("t1", before=turns[1].text))
    store.forget(Selection(turns=("t2",)))
    assert claimed(store, "ben", turns[0], turns[2], turns[3]).leased == {"t3": "ada"}
    assert claimed(store, "ben", store.turns(["t1"])[0]).leased == {}


def test_a_claim_is_nothing_to_another_namespace(store, other_store):
    claimed(store, "ada", make_turn("t1"))
    assert claimed(other_store, "ben", make_turn("t1")).leased == {}
    other_store.release_lease("ada")
    assert claimed(store, "ben", make_turn("t1")).leased == {"t1": "ada"}


def remember_state(store, uid, state):
    plan = make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid=uid, state=state)])
    assert isinstance(store.apply(plan), Applied)
