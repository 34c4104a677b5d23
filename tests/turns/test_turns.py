"""Text and messages of callers become turns, or an error that names the invalid part."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import NOW, day, make_turn
from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import question_terms
from memgraph_core.turns.content import keys_of, prepared_turn, turn_terms, turns_from
from memgraph_core.turns.messages import MessageDefaults

ADA = MessageDefaults(speaker="Ada", said_at=day(0), session="s1")


def test_a_text_is_one_turn_of_the_given_speaker():
    (turn,) = turns_from("I moved to Turin.", ADA)
    assert (turn.text, turn.speaker, turn.session, turn.said_at, turn.role) == (
        "I moved to Turin.",
        "Ada",
        "s1",
        day(0),
        "user",
    )


def test_messages_keep_their_order_and_their_own_fields():
    turns = turns_from(
        [
            {"role": "user", "content": "你好", "name": "李娜", "said_at": "2026-03-20T09:00:00+01:00"},
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "Hello"}, {"type": "image_url"}, "there"],
            },
            make_turn("t9", "Bye.", session="s9"),
        ],
        MessageDefaults(session="s1"),
    )
    assert [(t.text, t.speaker, t.session, t.trust) for t in turns] == [
        ("你好", "李娜", "s1", "said"),
        ("Hello\nthere", "assistant", "s1", "inferred"),
        ("Bye.", "Ada", "s9", "said"),
    ]
    assert turns[0].said_at == datetime(2026, 3, 20, 8, tzinfo=UTC)


def test_the_same_call_gives_the_same_uids_and_another_session_others():
    assert turns_from("Hi.", ADA) == turns_from("Hi.", ADA)
    assert (
        turns_from("Hi.", ADA)[0].uid
        != turns_from("Hi.", MessageDefaults(speaker="Ada", said_at=day(0), session="s2"))[0].uid
    )


def test_repeated_messages_in_one_call_are_distinct_turns_with_deterministic_uids():
    twice = [{"content": "Hi."}, {"content": "Hi."}, {"content": "Hi."}]
    assert len({turn.uid for turn in turns_from(twice, ADA)}) == 3
    assert turns_from(twice, ADA) == turns_from(twice, ADA)


def test_a_uid_repeated_with_the_same_text_is_one_turn():
    assert [t.uid for t in turns_from([make_turn("t1"), make_turn("t1"), make_turn("t2")], ADA)] == [
        "t1",
        "t2",
    ]
    assert [t.uid for t in turns_from([{"uid": "m", "content": "Hi."}] * 2, ADA)] == ["m"]


def test_a_uid_repeated_with_another_text_is_refused():
    with pytest.raises(InvalidInput, match=r"'t1'.*different texts"):
        turns_from([make_turn("t1", "Yes."), make_turn("t1", "No.")], ADA)


def test_one_uid_for_several_messages_is_refused():
    with pytest.raises(InvalidInput, match="2 turns"):
        turns_from([{"content": "a"}, {"content": "b"}], MessageDefaults(uid="t1"))


@pytest.mark.parametrize(
    "content",
    [
        "",
        " \n",
        5,
        None,
        [5],
        [None],
        b"bytes",
        {"role": "user"},
        {"content": None},
        {"content": 5},
        {"content": []},
        {"content": [{"text": None}]},
        {"content": "x", "role": "robot"},
        {"content": "x", "said_at": "Friday"},
        {"content": "x", "said_at": [2026]},
        {"content": "x", "speaker": ["Ada"]},
        {"content": "x", "uid": ["u"]},
        {"content": "x", "session": "a\nb"},
        "x" * 1_000_001,
        "lone \ud800",
    ],
)
def test_invalid_content_is_refused(content):
    with pytest.raises(InvalidInput):
        turns_from(content, ADA)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["user", "Hi."])
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "text", "name", "speaker", "said_at", "session", "uid"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(VALUES)
@pytest.mark.slow
def test_any_content_is_read_or_refused(content):
    try:
        turns = turns_from(content, ADA)
    except InvalidInput:
        return
    assert len({turn.uid for turn in turns}) == len(turns)


def test_the_terms_of_a_turn_include_text_speaker_date_and_caption():
    turn = make_turn(
        text="We moved.", speaker="Ada", said_at=datetime(2026, 3, 20, tzinfo=UTC), caption="a red house"
    )
    assert set(question_terms("Ada moved house, March 20 2026")) <= set(turn_terms(turn))


def test_the_terms_and_keys_of_a_document_include_its_title():
    turn = make_turn(text="Chapter one.", speaker=None, role="tool", session="The Old House", said_at=None)
    assert set(question_terms("old house chapter")) <= set(turn_terms(turn))
    assert name_key("The Old House") in keys_of([turn])


def test_a_turn_keeps_its_first_recording_time():
    assert prepared_turn(make_turn(recorded_at=None), NOW).recorded_at == NOW
    assert prepared_turn(make_turn(recorded_at=day(1)), NOW).recorded_at == day(1)


def test_the_keys_of_turns_come_from_text_speaker_caption_and_session():
    keys = keys_of(
        [
            make_turn(text="在北京见李娜", speaker="Bob Stone", caption="Lake Como"),
            make_turn("t2", "Hi.", speaker=None),
        ]
    )
    assert {"北京", "李娜", "bob stone", "lake como", "hi", "s1"} <= set(keys)
    assert len(set(keys)) == len(keys)
