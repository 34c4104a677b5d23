"""Documents are divided into chunks: by paragraphs, then by sentences, with an overlap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import InvalidInput
from memgraph_core.turns.documents import Chunk, chunk_turns, chunks_of, document_turns, outdated_turns
from memgraph_core.turns.page_text import joined_lines


def test_paragraphs_that_fit_stay_whole():
    assert chunks_of("One two.\n\nThree.\n\n\nFour five six.", 20, 0) == (
        "One two.\nThree.",
        "Four five six.",
    )


def test_a_long_paragraph_is_divided_between_sentences():
    assert chunks_of("First sentence here. Second one here.", 25, 0) == (
        "First sentence here.",
        "Second one here.",
    )
    assert chunks_of("我住在米兰。我在菲亚特工作。", 8, 0) == ("我住在米兰。", "我在菲亚特工作。")


def test_a_chunk_repeats_the_end_of_the_one_before_as_overlap():
    assert chunks_of("Aa.\n\nBb.\n\nCc.", 7, 3) == ("Aa.\nBb.", "Bb.\nCc.")


@given(st.text(max_size=400), st.integers(1, 80), st.integers(0, 79))
def test_no_chunk_exceeds_the_size(text, size, overlap):
    if overlap < size:
        assert all(0 < len(chunk) <= size for chunk in chunks_of(text, size, overlap))


def test_the_same_document_gives_the_same_turns():
    turns = document_turns("guide.md", "One.\n\nOne.\n\nTwo.", 5, 0)
    assert turns == document_turns("guide.md", "One.\n\nOne.\n\nTwo.", 5, 0)
    assert [(turn.text, turn.session, turn.is_document) for turn in turns] == [
        ("One.", "guide.md", True),
        ("Two.", "guide.md", True),
    ]


def test_invalid_sizes_and_blank_documents_are_refused():
    with pytest.raises(InvalidInput, match="chunk size is 5 and overlap 5"):
        chunks_of("text", 5, 5)
    with pytest.raises(InvalidInput, match=r"empty\.md is blank"):
        document_turns("empty.md", " \n")


def test_the_page_is_part_of_the_uid_of_a_chunk():
    first, again, long = chunk_turns(
        "my notes.pdf", [Chunk("Head.", "3"), Chunk("Head.", "4"), Chunk("Tail.", "iv" * 90)]
    )
    assert [turn.uid.rpartition(":")[0] for turn in (first, again)] == ["my_notes.pdf:p3", "my_notes.pdf:p4"]
    assert first.session == "my notes.pdf"
    assert len(long.uid) < 200
    assert chunk_turns("笔记.pdf", [Chunk("第一页。", "1")])[0].uid.startswith("笔记.pdf:p1:")


def test_lines_of_a_page_are_joined_to_paragraphs():
    page = "The Po is the longest river\nof Italy, and flows to the Adri-\natic Sea near Venice.\nIt is long.\n- one\n- two"
    assert joined_lines(page).splitlines() == [
        "The Po is the longest river of Italy, and flows to the Adriatic Sea near Venice.",
        "It is long.",
        "- one",
        "- two",
    ]
    assert joined_lines("长江是中国最长的河流，\n也是亚洲最长的河流。\n\n黄河第二。") == (
        "长江是中国最长的河流，也是亚洲最长的河流。\n\n黄河第二。"
    )
    assert joined_lines("\n \n") == ""


def chunks(*texts):
    return chunk_turns("guide.md", [Chunk(text) for text in texts])


def test_chunks_from_the_first_change_of_a_document_on_are_outdated():
    old = chunks("The Po is long.", "Monviso is high.", "Turin is old.")
    new = chunks("The Po is long.", "Monviso is 3841 metres high.", "Turin is old.")
    assert outdated_turns(old, new) == (old[1].uid, old[2].uid)
    assert outdated_turns(old, old) == outdated_turns((), old) == outdated_turns(old[:1], old) == ()
    assert outdated_turns(old, old[:2]) == (old[2].uid,)


def test_another_document_of_the_same_name_is_refused():
    with pytest.raises(InvalidInput, match=r"another document named 'guide\.md' with"):
        outdated_turns(chunks("The Po is long."), chunks("How to make bread at home."))
    assert (
        len(
            outdated_turns(chunks("The Po is 652 kilometres long."), chunks("The Po is 650 kilometres long."))
        )
        == 1
    )
