"""Contract of the log: turns are durable, ordered, logged once, and searchable at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from factories import (
    NOW,
    day,
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
from memgraph_core.records.graph import Correction, Name
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.plan import SnapshotRequest, TurnUpdate
from memgraph_core.records.search import Limits
from sample_namespace import contents


def log(store, *turns, keys=(), before=0):
    return store.append(turns, ExtractionNeeds(name_keys=keys, before=before))


def test_a_logged_turn_is_returned_as_it_was_given(store):
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


def test_append_returns_the_turns_in_the_given_order_and_names_the_new_ones(store):
    log(store, make_turn("t2"))
    appended = log(store, *make_turns("t3", "t1"), make_turn("t2"))
    assert [turn.uid for turn in appended.turns] == ["t3", "t1", "t2"]
    assert appended.new == {"t3", "t1"}


def test_logged_turns_are_pending_and_have_their_terms(store):
    appended = log(store, make_turn("t1", "Green pears", terms="green pear"))
    assert [(turn.state, turn.terms) for turn in appended.turns] == [("pending", "green pear")]


def test_turns_get_the_next_position_of_their_session_in_the_order_given(store):
    log(store, make_turn("a0", session="a"), make_turn("b0", session="b"))
    appended = log(
        store,
        make_turn("a1", session="a"),
        make_turn("b1", session="b"),
        make_turn("a2", session="a"),
        make_turn("c0", session="c"),
    )
    assert [(turn.uid, turn.position) for turn in appended.turns] == [
        ("a1", 1),
        ("b1", 1),
        ("a2", 2),
        ("c0", 0),
    ]


def test_the_next_position_follows_the_highest_one(store):
    log(store, make_turn("t1", position=7), make_turn("t2", position=3))
    assert log(store, make_turn("t3")).turns[0].position == 8


def test_logging_a_turn_again_changes_nothing(store):
    first = log(store, make_turn("t1"), make_turn("t2"))
    before = contents(store)
    later = NOW + timedelta(days=1)
    again = log(store, make_turn("t1", recorded_at=later, speaker="Somebody", said_at=day(9), session="s9"))
    assert again.turns == first.turns[:1]
    assert again.new == frozenset()
    assert contents(store) == before


def test_a_turn_logged_again_is_returned_with_its_present_state(store):
    remember(store, [make_turn("t1")], state="skipped")
    assert log(store, make_turn("t1")).turns[0].state == "skipped"


def test_a_turn_given_twice_in_one_call_is_logged_once(store):
    appended = log(store, make_turn("t1"), make_turn("t2"), make_turn("t1"))
    assert [turn.uid for turn in appended.turns] == ["t1", "t2"]
    assert store.stats().turns == 2


def test_a_known_uid_with_another_text_is_a_conflict_and_nothing_is_logged(store):
    log(store, make_turn("t1", "I moved to Turin."))
    before = contents(store)
    with pytest.raises(TurnConflict, match="turn 't1' is already logged with another text") as refused:
        log(store, make_turn("t0", "Hello."), make_turn("t1", "I moved to Milan."), make_turn("t2", "Bye."))
    assert "Milan" not in str(refused.value)
    assert contents(store) == before
    assert store.turns(["t0", "t1", "t2"]) == store.turns(["t1"])


def test_two_texts_for_one_uid_in_one_call_are_a_conflict_and_nothing_is_logged(store):
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


def test_append_does_not_change_the_version(store):
    assert log(store, make_turn("t1")).version == 0
    assert log(store, make_turn("t2")).version == 0
    remember(store)
    assert log(store, make_turn("t3")).version == 1


def test_append_returns_the_space_that_plans_are_for(store):
    appended = log(store, make_turn("t1"))
    assert appended.space == f"{store.namespace}#1" == store.snapshot(SnapshotRequest()).space


def test_preceding_turns_are_returned_oldest_first(store):
    log(store, *make_turns("t0", "t1", "t2", "t3"))
    appended = log(store, *make_turns("t4", "t5"), before=2)
    assert [turn.uid for turn in appended.preceding] == ["t2", "t3"]


def test_preceding_turns_come_from_the_session_of_each_turn(store):
    log(
        store,
        *make_turns("b0", "b1", session="b"),
        *make_turns("a0", "a1", session="a"),
        make_turn("c0", session="c"),
    )
    appended = log(store, make_turn("b2", session="b"), make_turn("a2", session="a"), before=1)
    assert [turn.uid for turn in appended.preceding] == ["a1", "b1"]


def test_preceding_turns_are_determined_by_position_not_by_time(store):
    log(store, make_turn("late", said_at=day(9), position=0), make_turn("early", said_at=day(1), position=5))
    appended = log(store, make_turn("middle", said_at=day(5), position=3), before=5)
    assert [turn.uid for turn in appended.preceding] == ["late"]


def test_a_turn_logged_again_has_the_same_preceding_turns(store):
    log(store, *make_turns("t0", "t1", "t2", "t3"))
    assert [turn.uid for turn in log(store, *make_turns("t2"), before=9).preceding] == ["t0", "t1"]


def test_no_preceding_turns_are_returned_unless_requested(store):
    log(store, *make_turns("t0", "t1"))
    assert log(store, make_turn("t2"), before=0).preceding == ()


def test_name_keys_return_their_entities_most_mentioned_first(store):
    for number in range(2):
        mention(store, "Ada", uid=f"t{number}")
    mention(store, "Bea", uid="t9")
    homonyms = [Name("doctor", "the doctor", uid) for uid in ("bea", "ada")]
    remember(store, names=homonyms)
    appended = log(store, keys=("doctor", "bea", "nobody"))
    assert {key: [entity.uid for entity in found] for key, found in appended.entities.items()} == {
        "doctor": ["ada", "bea"],
        "bea": ["bea"],
    }
    assert appended.entities["bea"][0].mentions == 1


def test_entities_with_equal_counts_come_by_uid(store):
    entities = [make_entity(uid, "Sam") for uid in ("c", "a", "b")]
    remember(store, [make_turn()], entities=entities, names=make_names(*entities))
    assert [entity.uid for entity in log(store, keys=["sam"]).entities["sam"]] == ["a", "b", "c"]


def test_appending_nothing_returns_entities_and_logs_nothing(store):
    mention(store, "Ada", uid="t1")
    before = contents(store)
    appended = log(store, keys=["ada"], before=3)
    assert (appended.turns, appended.new, appended.preceding) == ((), frozenset(), ())
    assert [entity.name for entity in appended.entities["ada"]] == ["Ada"]
    assert contents(store) == before


def test_appending_nothing_does_not_create_a_namespace(database, store):
    assert log(store, keys=["ada"]).version == 0
    assert store.namespace not in database.namespaces()


def test_a_turn_is_found_by_full_text_once_it_is_logged(store):
    log(store, make_turn("t1", "I planted a medlar."), make_turn("t2", "I bought a lamp."))
    found = store.candidates(make_question("medlar"), Limits(neighbour_seeds=0))
    assert found.channels == {"t1": {"terms"}}


def test_pending_turns_come_by_session_and_position(store):
    log(store, *make_turns("b0", "b1", session="b"), make_turn("a1", session="a", position=1))
    log(store, make_turn("a0", session="a", position=0))
    assert [turn.uid for turn in store.pending(10)] == ["a0", "a1", "b0", "b1"]
    assert [turn.uid for turn in store.pending(3)] == ["a0", "a1", "b0"]


@pytest.mark.parametrize("state", ["extracted", "skipped"])
def test_an_extracted_or_skipped_turn_is_not_pending(store, state):
    remember(store, make_turns("t1"), state=state)
    log(store, *make_turns("t2"))
    assert [turn.uid for turn in store.pending(10)] == ["t2"]
    assert store.turns(["t1"])[0].state == state


def test_a_turn_can_be_set_back_to_pending(store):
    remember(store, make_turns("t1"))
    store.apply(make_plan(store.snapshot(SnapshotRequest()), turns=[TurnUpdate(uid="t1", state="pending")]))
    assert [turn.uid for turn in store.pending(10)] == ["t1"]


def test_turns_are_returned_in_the_requested_order_without_unknown_ones(store):
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
    appended = log(store, *turns)
    assert [turn.position for turn in appended.turns] == list(range(1000))
    assert store.stats().pending == 1000


METADATA = {
    "team": "red",
    "小": ["雨", 1, 2.5, None, True, {"deep": {"er": []}}],
    "url": "https://example.org/?a=1",
}


def test_metadata_is_returned_as_it_was_given(store):
    store.append([make_turn("t1", "Hello.", metadata=METADATA), make_turn("t2", "Hi.")])
    assert [turn.metadata for turn in store.turns(["t1", "t2"])] == [METADATA, {}]
    assert [turn.metadata for turn in store.conversation("s1", 9)] == [METADATA, {}]
