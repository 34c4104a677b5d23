"""Where sentences end."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_core.language.sentences import is_question, sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Hi. I am Ada! Who are you?", ["Hi.", "I am Ada!", "Who are you?"]),
        ("Dr. Patel came. He left.", ["Dr. Patel came.", "He left."]),
        ("I met J. R. Smith. He left.", ["I met J. R. Smith.", "He left."]),
        ("So am I. Then we left.", ["So am I.", "Then we left."]),
        ("It costs 3.50. See https://a.b/c.d today.", ["It costs 3.50.", "See https://a.b/c.d today."]),
        ("We met at 5 p.m. on Monday. Nice.", ["We met at 5 p.m. on Monday.", "Nice."]),
        ("We met at 5 p.m. Then it rained.", ["We met at 5 p.m.", "Then it rained."]),
        ("I live in the U.S. I like it.", ["I live in the U.S.", "I like it."]),
        ("See you in Dec. Bye.", ["See you in Dec.", "Bye."]),
        ("Is it No. 5? No. I asked.", ["Is it No. 5?", "No.", "I asked."]),
        ("1. Buy milk\n2. Call Bob", ["1. Buy milk", "2. Call Bob"]),
        ('She said "Stop." Then she left.', ['She said "Stop."', "Then she left."]),
        ("Wait... What?", ["Wait...", "What?"]),
        ("你好。我是李娜！你呢？好", ["你好。", "我是李娜！", "你呢？", "好"]),
        ("他说：“走吧。”我们走了。", ["他说：“走吧。”", "我们走了。"]),
        ("OK.好的。", ["OK.", "好的。"]),
        ("...!? \n", []),
    ],
)
def test_a_text_is_cut_into_its_sentences(text, sentences):
    assert sentences_of(text) == sentences


@settings(deadline=None)
@given(
    st.text(
        st.one_of(st.sampled_from("aB1 .!?…\n\"')。！？；”李Dr"), st.characters(codec="utf-8")), max_size=80
    )
)
def test_sentences_lose_no_letters_and_keep_their_order(text):
    assert "".join(re.findall(r"\w", "".join(sentences_of(text)))) == "".join(re.findall(r"\w", text))


def test_what_never_ends_is_cut_all_the_same():
    endless = "word " * 2_000
    assert all(len(sentence) <= 2_000 for sentence in sentences_of(endless))
    assert " ".join(sentences_of(endless)).split() == endless.split()


@pytest.mark.parametrize("text", ["Who?", 'She asked "why?"', "你住在哪里？", "你喜欢吗", "他呢。"])
def test_a_question_is_told_by_its_mark_or_its_particle(text):
    assert is_question(text)


@pytest.mark.parametrize("text", ["I wonder.", "", "吗啡是药。", "Really? Yes."])
def test_a_statement_is_no_question(text):
    assert not is_question(text)
