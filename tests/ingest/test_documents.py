"""Documents become chunks: whole paragraphs, then sentences, with an overlap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import InvalidInput
from memgraph_core.ingest.documents import chunks_of, document_turns


def test_paragraphs_stay_whole_where_they_fit():
    assert chunks_of("One two.\n\nThree.\n\n\nFour five six.", 20, 0) == (
        "One two.\nThree.",
        "Four five six.",
    )


def test_a_long_paragraph_is_cut_between_sentences_also_in_chinese():
    assert chunks_of("First sentence here. Second one here.", 25, 0) == (
        "First sentence here.",
        "Second one here.",
    )
    assert chunks_of("我住在米兰。我在菲亚特工作。", 8, 0) == ("我住在米兰。", "我在菲亚特工作。")


def test_a_chunk_repeats_the_end_of_the_one_before():
    assert chunks_of("Aa.\n\nBb.\n\nCc.", 7, 3) == ("Aa.\nBb.", "Bb.\nCc.")


@given(st.text(max_size=400), st.integers(1, 80), st.integers(0, 79))
def test_chunks_are_never_too_long(text, size, overlap):
    if overlap < size:
        assert all(0 < len(chunk) <= size for chunk in chunks_of(text, size, overlap))


def test_the_same_document_gives_the_same_turns():
    turns = document_turns("guide.md", "One.\n\nOne.\n\nTwo.", 5, 0)
    assert turns == document_turns("guide.md", "One.\n\nOne.\n\nTwo.", 5, 0)
    assert [(turn.text, turn.session, turn.is_document) for turn in turns] == [
        ("One.", "guide.md", True),
        ("Two.", "guide.md", True),
    ]


def test_what_cannot_be_cut_is_refused():
    with pytest.raises(InvalidInput, match="chunk size is 5 and overlap 5"):
        chunks_of("text", 5, 5)
    with pytest.raises(InvalidInput, match=r"empty\.md is blank"):
        document_turns("empty.md", " \n")
