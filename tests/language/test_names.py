"""How names are compared, and which pieces of a text could be one."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memgraph_core.language.names import name_key, name_keys

WORD = st.text("abcdefgéüößñ", min_size=1, max_size=8)
ENGLISH = st.lists(WORD.map(str.title), min_size=1, max_size=4).map(" ".join)
CHINESE = st.text("李娜王芳张伟欧阳北京大学腾讯小明", min_size=2, max_size=8)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The O'Brien's", "obrien"),
        ("O’Brien", "O'Brien"),
        ("Ada's", "Ada"),
        ("James'", "james"),
        ("The Beatles", "beatles"),
        ("Café Müller", "CAFE MULLER"),
        ("Dr. Patel", "dr patel"),
        ("Mary-Jane", "Mary Jane"),
        ("U.S.", "us"),
        ("卡尔·马克思", "卡尔马克思"),
        ("Ａｄａ", "ada"),
        ("New  York", "new york"),
    ],
)
def test_two_spellings_of_a_name_have_the_same_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("C", "C++"), ("Python 2", "Python 3"), ("张伟", "张玮"), ("Ann", "Anna")]
)
def test_two_names_stay_two(one, other):
    assert name_key(one) != name_key(other)


def test_a_name_of_signs_keeps_a_key():
    assert name_key("!!!") == "!!!"
    assert name_key(" ") == ""


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_name_key_is_idempotent(text):
    assert name_key(name_key(text)) == name_key(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ada Lovelace", "Yesterday ada lovelace’s notes arrived."),
        ("AT&T", "She works for AT&T, I think"),
        ("Dr. Patel", "I saw Dr. Patel today"),
        ("李娜", "昨天李娜来了"),
        ("卡尔·马克思", "我在读卡尔·马克思的书"),
        ("iPhone", "我的iPhone坏了"),
    ],
)
def test_a_name_is_found_in_a_text_that_holds_it(name, text):
    assert name_key(name) in name_keys(text)


@given(
    ENGLISH, st.sampled_from(["", "Then ", "we met (", "so, "]), st.sampled_from(["", ".", " came", ") left"])
)
def test_every_english_name_is_among_the_keys_of_its_text(name, before, after):
    assume(name_key(name))
    assert name_key(name) in name_keys(before + name + after)


@given(CHINESE, st.text("我在的了。和", max_size=4), st.text("来了吗。", max_size=4))
def test_every_chinese_name_is_among_the_keys_of_its_text(name, before, after):
    assert name_key(name) in name_keys(before + name + after)


@given(st.text(st.characters(codec="utf-8"), max_size=60))
def test_keys_are_distinct_and_never_blank(text):
    keys = name_keys(text)
    assert len(set(keys)) == len(keys)
    assert all(key.strip() for key in keys)


def test_keys_stay_short_enough_to_be_looked_up():
    assert all(len(key) <= 200 for text in ("x" * 1_000, "北" * 1_000) for key in name_keys(text))
