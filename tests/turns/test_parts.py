"""A message that is too long for one turn is split, and nothing of it is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import InvalidInput
from memgraph_core.turns.content import turns_from
from memgraph_core.turns.conversation_files import read_cases
from memgraph_core.turns.messages import MessageDefaults
from memgraph_core.turns.parts import parts_of

LONG = "The river is long. It flows to the sea.\n\n" * 6_000  # 252,000 characters


@given(st.text(alphabet="ab .\n。！", min_size=1, max_size=300), st.integers(1, 40))
def test_the_parts_are_the_text(text, limit):
    parts = list(parts_of(text, limit))
    assert all(0 < len(part) <= limit for part in parts)
    assert all(part.strip() for part in parts) or len(parts) == 1
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_parts_end_after_a_paragraph_a_sentence_or_a_word():
    assert list(parts_of("One two.\n\nThree four. Five", 14)) == ["One two.\n\n", "Three four. ", "Five"]
    assert list(parts_of("alpha beta gamma", 8)) == ["alpha ", "beta ", "gamma"]
    assert list(parts_of("x" * 25, 10)) == ["x" * 10, "x" * 10, "x" * 5]


def test_a_long_message_gives_consecutive_turns_that_are_recognised_when_it_is_added_again():
    messages = [
        {"role": "user", "content": LONG, "uid": "report"},
        {"role": "user", "content": "What do you think?"},
    ]
    turns = turns_from(messages, MessageDefaults(session="s"))
    assert len(turns) == 4
    assert turns[0].uid == "report"
    assert "".join(turn.text for turn in turns[:3]) == LONG
    assert turns == turns_from(messages, MessageDefaults(session="s"))


def test_a_long_message_of_a_file_takes_consecutive_positions():
    content = json.dumps([{"role": "user", "content": LONG}, {"role": "assistant", "content": "Thanks."}])
    (case,) = read_cases(content.encode(), "chat.json")
    assert [turn.position for turn in case.turns] == [0, 1, 2, 3]
    assert case.turns[3].text == "Thanks."


def test_a_message_over_a_million_characters_is_refused():
    with pytest.raises(InvalidInput, match="1,000,001 characters; the limit is 1,000,000"):
        turns_from("x" * 1_000_001, MessageDefaults())
